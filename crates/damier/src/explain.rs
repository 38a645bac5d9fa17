//! `damier explain`: why a move is legal, forced or illegal, with the articles.

use std::io::Write;

use anyhow::bail;
use damier_core::{
    Article, Color, Explanation, Freedom, IllegalMove, Move, Outcome, Reason, canonical_walk,
    explain,
};
use damier_notation::movetext::{self, Form, MoveTextError};
use serde::Serialize;

use crate::args::{Bulk, Common};
use crate::batch;
use crate::line::{Line, Played, with_line};
use crate::output::{self, Answer};
use crate::records::{ArticleRecord, MoveRecord, PositionRecord};

/// Say why a move is legal, forced or illegal, with the articles of the rules.
///
/// Exit code 0 if the move may be played, 1 if not.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The move, in short (32-28, 28x19), path (28x19x10) or Hub form (start, end, captured squares)
    #[arg(value_name = "MOVE")]
    mv: String,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    bulk: Bulk,
}

/// What the rules say of a move text.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) kind: Kind,
    /// The whole of it in one sentence.
    pub(crate) sentence: String,
    /// The move, if it is legal.
    mv: Option<Move>,
    /// The captures there are to choose from, or the moves that the text fits.
    choices: Vec<Move>,
    pub(crate) articles: Vec<Article>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Legal,
    /// Legal, and there was little or no choice.
    Forced,
    Illegal,
    /// The text fits several legal moves.
    Ambiguous,
}

#[derive(Debug, Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    position: PositionRecord,
    text: &'a str,
    verdict: Kind,
    explanation: &'a str,
    #[serde(rename = "move")]
    mv: Option<MoveRecord>,
    choices: Vec<MoveRecord>,
    articles: Vec<ArticleRecord>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    batch::run(&args.common, &args.bulk, |line, mut out| {
        with_line!(line, |line| args.explain(line, &mut out))
    })
}

impl Args {
    fn explain<P: Played>(&self, line: &Line<P>, out: &mut impl Write) -> anyhow::Result<Answer> {
        let position = line.game.position();
        let verdict = match judge(position, line.end.map(|end| end.1), &self.mv) {
            Ok(verdict) => verdict,
            Err(error) => bail!("{:?} is not a move: {error}", self.mv),
        };
        if self.common.json {
            let record = |mv: &Move| MoveRecord::new(position, mv);
            output::json(
                out,
                &Record {
                    position: PositionRecord::new(line.rules, &line.game),
                    text: &self.mv,
                    verdict: verdict.kind,
                    explanation: &verdict.sentence,
                    mv: verdict.mv.as_ref().map(record),
                    choices: verdict.choices.iter().map(record).collect(),
                    articles: verdict.articles.iter().map(|&a| a.into()).collect(),
                },
            )?;
        } else {
            writeln!(out, "{}", verdict.text())?;
        }
        Ok(match verdict.kind {
            Kind::Legal | Kind::Forced => Answer::Done,
            Kind::Illegal | Kind::Ambiguous => Answer::No,
        })
    }
}

impl Verdict {
    /// The sentence, then the articles one a line.
    pub(crate) fn text(&self) -> String {
        let articles = self.articles.iter();
        let lines = articles.map(|article| format!("\n  {article}: {}", article.text()));
        std::iter::once(self.sentence.clone())
            .chain(lines)
            .collect()
    }
}

/// What the rules say of a move text in a position, after the end of the game if there is one; an error if it is no
/// move text at all.
pub(crate) fn judge<P: Played>(
    position: &P,
    end: Option<Outcome>,
    text: &str,
) -> Result<Verdict, MoveTextError> {
    let read = movetext::read(position, text);
    let over = |from, to| {
        let reason = Reason::GameOver(end?);
        Some(illegal(&IllegalMove { from, to, reason }))
    };
    Ok(match read {
        Ok(mv) => over(mv.from, mv.to).unwrap_or_else(|| legal(position, &mv)),
        Err(MoveTextError::Illegal(why)) => over(why.from, why.to).unwrap_or_else(|| illegal(&why)),
        Err(MoveTextError::Ambiguous {
            text,
            choices,
            moves,
            ..
        }) => Verdict {
            kind: Kind::Ambiguous,
            sentence: format!(
                "{text} may mean {} legal moves: {}. Name one of them.",
                moves.len(),
                choices.join(", ")
            ),
            mv: None,
            choices: moves,
            articles: vec![Article::SameMove],
        },
        Err(error @ MoveTextError::OtherWay { .. }) => Verdict {
            kind: Kind::Illegal,
            sentence: format!("{error}."),
            mv: None,
            choices: vec![],
            articles: vec![Article::MultipleCapture],
        },
        Err(error) => return Err(error),
    })
}

fn legal<P: Played>(position: &P, mv: &Move) -> Verdict {
    let explained = explain(position, mv.from, mv.to, Some(mv.captured));
    let (freedom, articles) = match explained {
        Explanation::Legal {
            freedom, articles, ..
        } => (freedom, articles),
        Explanation::Illegal(why) => return illegal(&why),
    };
    let all = position.legal_moves();
    let name = name(position, mv);
    let also = match (mv.promotes, goes_backwards(position, mv)) {
        (true, _) => "; the man becomes a king",
        (false, true) => "; men capture backwards too",
        (false, false) => "",
    };
    let others = |choices: &[Move]| {
        let other = choices.iter().filter(|m| *m != mv);
        let texts: Vec<_> = other
            .map(|m| movetext::write(position, m, Form::Short))
            .collect();
        texts.join(", ")
    };
    let (kind, sentence, choices) = match freedom {
        Freedom::Free => (Kind::Legal, format!("{name} is legal{also}."), vec![]),
        Freedom::OnlyMove if mv.is_capture() => (
            Kind::Forced,
            format!(
                "{name} is legal and forced: there is a capture, so one must be made, and no other may be chosen{also}."
            ),
            vec![*mv],
        ),
        Freedom::OnlyMove => (
            Kind::Forced,
            format!("{name} is legal and forced: there is no other legal move{also}."),
            vec![*mv],
        ),
        Freedom::Forced { choices } => (
            Kind::Forced,
            format!(
                "{name} is legal; a capture is forced, and {choices} may be chosen (the others: {}){also}.",
                others(&all)
            ),
            all.to_vec(),
        ),
    };
    Verdict {
        kind,
        sentence,
        mv: Some(*mv),
        choices,
        articles,
    }
}

fn illegal(why: &IllegalMove) -> Verdict {
    let choices = match &why.reason {
        Reason::MustCapture { captures }
        | Reason::TakesTooFew { captures, .. }
        | Reason::OtherCaptured { captures } => captures.clone(),
        _ => vec![],
    };
    Verdict {
        kind: Kind::Illegal,
        sentence: format!("{} to {} is illegal: {}.", why.from, why.to, why.reason),
        mv: None,
        choices,
        articles: vec![why.reason.article()],
    }
}

/// Whether a man captures backwards somewhere on its way, which surprises people.
fn goes_backwards<P: Played>(position: &P, mv: &Move) -> bool {
    let man = position
        .piece_at(mv.from)
        .is_some_and(|(_, piece)| !piece.king);
    man && canonical_walk(position, mv).is_some_and(|walk| {
        let mut legs = walk.stops.iter().zip(walk.stops.iter().skip(1));
        legs.any(|(from, to)| match position.turn() {
            Color::White => from.row() < to.row(),
            Color::Black => from.row() > to.row(),
        })
    })
}

/// The short form, and what it captures where that is not plain from it.
fn name<P: Played>(position: &P, mv: &Move) -> String {
    let short = movetext::write(position, mv, Form::Short);
    if !mv.is_capture() {
        return short;
    }
    let taken: Vec<_> = mv.captured.into_iter().map(|s| s.to_string()).collect();
    format!("{short} (takes {})", taken.join(", "))
}
