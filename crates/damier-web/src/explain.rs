//! Why a move is legal, forced or refused, in words and with the articles.

use damier_core::{
    ArbiterError, Article, Explanation, Freedom, IllegalMove, Move, Reason, Square, explain,
};
use damier_notation::movetext::{self, Form, MoveTextError};
use serde::{Deserialize, Serialize};

use crate::error::Refused;
use crate::game::{GameRequest, Played, Table, with_table};
use crate::records::{ArticleRecord, MoveRecord};

/// What the rules say of a move.
#[derive(Clone, Debug, Serialize)]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are names of the JSON"
)]
pub(crate) struct Verdict {
    /// `legal`, `forced`, `ambiguous` or `refused`.
    verdict: &'static str,
    /// What refuses it: `must_capture`, `mirror_occupied`, ...; `none` if nothing does.
    kind: &'static str,
    /// In one sentence.
    sentence: String,
    articles: Vec<ArticleRecord>,
    /// The moves to choose from, or those that must be made instead.
    choices: Vec<MoveRecord>,
}

impl Verdict {
    pub(crate) fn plain(sentence: String) -> Self {
        Self {
            verdict: "refused",
            kind: "not_a_move",
            sentence,
            articles: vec![],
            choices: vec![],
        }
    }
}

/// A move to be explained.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    game: GameRequest,
    text: String,
}

pub(crate) fn explanation(request: &ExplainRequest) -> Result<Verdict, Refused> {
    with_table!(request.game.table()?, |table| Ok(judge(
        &table,
        &request.text
    )))
}

fn judge<P: Played>(table: &Table<P>, text: &str) -> Verdict {
    let game = table.game();
    let position = game.position();
    let over = |from, to| {
        game.outcome().map(|outcome| {
            let reason = Reason::GameOver(outcome);
            illegal(position, &IllegalMove { from, to, reason })
        })
    };
    match movetext::read(position, text) {
        Ok(mv) => over(mv.from, mv.to).unwrap_or_else(|| legal(position, &mv)),
        Err(MoveTextError::Illegal(why)) => {
            over(why.from, why.to).unwrap_or_else(|| illegal(position, &why))
        }
        Err(MoveTextError::Ambiguous { moves, .. }) => Verdict {
            verdict: "ambiguous",
            kind: "none",
            sentence: format!("{} legal moves share these squares.", moves.len()),
            articles: vec![Article::SameMove.into()],
            choices: records(position, &moves),
        },
        Err(error) => Verdict::plain(format!("{error}.")),
    }
}

fn records<P: Played>(position: &P, moves: &[Move]) -> Vec<MoveRecord> {
    let shown = moves.iter().take(50);
    shown.map(|mv| MoveRecord::new(position, mv)).collect()
}

fn legal<P: Played>(position: &P, mv: &Move) -> Verdict {
    let (freedom, articles) = match explain(position, mv.from, mv.to, Some(mv.captured)) {
        Explanation::Legal {
            freedom, articles, ..
        } => (freedom, articles),
        Explanation::Illegal(why) => return illegal(position, &why),
    };
    let name = movetext::write(position, mv, Form::Short);
    let (verdict, sentence) = match freedom {
        Freedom::Free => ("legal", format!("{name} is legal.")),
        Freedom::OnlyMove => ("forced", format!("{name} is the only legal move.")),
        Freedom::Forced { choices } => (
            "forced",
            format!("{name} is legal; a capture is forced, and {choices} may be chosen."),
        ),
    };
    Verdict {
        verdict,
        kind: "none",
        sentence,
        articles: articles.into_iter().map(Into::into).collect(),
        choices: vec![],
    }
}

/// A move that the rules refuse.
pub(crate) fn illegal<P: Played>(position: &P, why: &IllegalMove) -> Verdict {
    let choices = match &why.reason {
        Reason::MustCapture { captures }
        | Reason::TakesTooFew { captures, .. }
        | Reason::OtherCaptured { captures } => captures.as_slice(),
        _ => &[],
    };
    Verdict {
        verdict: "refused",
        kind: kind(&why.reason),
        sentence: format!("{} to {} is refused: {}.", why.from, why.to, why.reason),
        articles: vec![why.reason.article().into()],
        choices: records(position, choices),
    }
}

/// What the arbiter does not allow.
pub(crate) fn arbiter_says(why: &ArbiterError) -> Verdict {
    let (kind, sentence, article) = match why {
        ArbiterError::Touched { touched } => (
            "touched",
            format!("The piece on {touched} was touched and must be moved."),
            Some(Article::TouchMove),
        ),
        ArbiterError::NotYours { .. } => ("not_yours", format!("{why}."), Some(Article::Array)),
        ArbiterError::NothingToCorrect => (
            "nothing_to_correct",
            format!("{why}."),
            Some(Article::Irregular),
        ),
        other => ("arbiter", format!("{other}."), None),
    };
    Verdict {
        kind,
        articles: article.into_iter().map(Into::into).collect(),
        ..Verdict::plain(sentence)
    }
}

fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "game_over",
        Reason::NoPiece { .. } => "no_piece",
        Reason::NotYours { .. } => "not_yours",
        Reason::MustCapture { .. } => "must_capture",
        Reason::TakesTooFew { .. } => "takes_too_few",
        Reason::OtherCaptured { .. } => "other_captured",
        Reason::MirrorOccupied { .. } => "mirror_occupied",
        Reason::BlockedBinds => "blocked_binds",
        Reason::Occupied { .. } => "occupied",
        Reason::WayBarred { .. } => "way_barred",
        _ => "not_a_move",
    }
}

/// A piece in hand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TargetsRequest {
    game: GameRequest,
    from: u8,
}

/// Where a piece may go, and the squares within its reach where it may not.
#[derive(Debug, Serialize)]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are names of the JSON"
)]
pub(crate) struct Targets {
    from: u8,
    /// The board it stands on; it comes out on the other one.
    board: Option<char>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize)]
struct Target {
    square: u8,
    /// `none` if the piece may go there.
    kind: &'static str,
    sentence: Option<String>,
    article: Option<ArticleRecord>,
}

pub(crate) fn targets(request: &TargetsRequest) -> Result<Targets, Refused> {
    let from = Square::new(request.from.into()).map_err(|error| Refused::bad(error.to_string()))?;
    with_table!(request.game.table()?, |table| Ok(reach(&table, from)))
}

fn reach<P: Played>(table: &Table<P>, from: Square) -> Targets {
    let position = table.game().position();
    let over = table.game().outcome().is_some();
    let all = Square::all().filter(|&to| to != from && !over);
    let targets = all.filter_map(|to| match explain(position, from, to, None) {
        Explanation::Legal { .. } => Some(Target {
            square: to.number(),
            kind: "none",
            sentence: None,
            article: None,
        }),
        // Where the piece could not go by its nature there is nothing to explain beforehand.
        Explanation::Illegal(why) => match why.reason {
            Reason::MustCapture { .. }
            | Reason::TakesTooFew { .. }
            | Reason::MirrorOccupied { .. }
            | Reason::BlockedBinds => Some(Target {
                square: to.number(),
                kind: kind(&why.reason),
                sentence: Some(format!("{from} to {to} is refused: {}.", why.reason)),
                article: Some(why.reason.article().into()),
            }),
            _ => None,
        },
    });
    Targets {
        from: from.number(),
        board: position.piece_at(from).map(|(board, _)| board.letter()),
        targets: targets.collect(),
    }
}
