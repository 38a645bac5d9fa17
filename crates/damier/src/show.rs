//! `damier show`: a position and how the game stands.

use std::io::Write;

use damier_core::DrawCounts;
use damier_notation::diagram::{self, Options};
use damier_notation::{fen, hub};
use serde::Serialize;

use crate::args::{Bulk, Common};
use crate::batch;
use crate::line::{Line, Played, with_line};
use crate::output::{self, Answer};
use crate::records::{BoardRecord, CountsRecord, PositionRecord, StateRecord};

/// Show a position: diagram, FEN, Hub string, side to move and the state of the game.
///
/// Draws by repetition and by move counts are seen through --moves.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    bulk: Bulk,
    #[command(flatten)]
    look: Look,
}

/// How diagrams look.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Look {
    /// Write the numbers of vacant squares into the diagram
    #[arg(long)]
    numbers: bool,

    /// Draw pieces with the draughts symbols of Unicode
    #[arg(long)]
    unicode: bool,

    /// Draw the board as Black sees it
    #[arg(long)]
    flip: bool,
}

impl Look {
    /// The same for the diagram writer, with colours if stdout takes them.
    pub(crate) fn options(&self) -> Options {
        Options {
            color: output::takes_color(),
            numbers: self.numbers,
            unicode: self.unicode,
            flip: self.flip,
            ..Options::default()
        }
    }
}

#[derive(Debug, Serialize)]
struct Record {
    #[serde(flatten)]
    position: PositionRecord,
    state: StateRecord,
    /// `null` in a game that knows no draw.
    counts: Option<CountsRecord>,
    legal_moves: usize,
    boards: Vec<BoardRecord>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    batch::run(&args.common, &args.bulk, |line, mut out| {
        with_line!(line, |line| args.show(line, &mut out))
    })
}

impl Args {
    fn show<P: Played>(&self, line: &Line<P>, out: &mut impl Write) -> anyhow::Result<Answer> {
        let position = line.game.position();
        if self.common.json {
            let record = Record {
                position: PositionRecord::new(line.rules, &line.game),
                state: StateRecord::new(line.end),
                counts: P::DRAWS
                    .map(|_| CountsRecord::new(line.game.occurrences(), line.game.counts())),
                legal_moves: position.legal_moves().len(),
                boards: BoardRecord::all(position),
            };
            output::json(out, &record)?;
            return Ok(Answer::Done);
        }
        let mut look = self.look.options();
        look.marked = line
            .game
            .moves()
            .next_back()
            .map(|mv| vec![mv.from, mv.to])
            .unwrap_or_default();
        write!(out, "{}", diagram::text(position, &look))?;
        writeln!(out)?;
        writeln!(out, "Rules  {}", line.rules)?;
        writeln!(out, "FEN    {}", fen::write(position))?;
        writeln!(out, "Hub    {}", hub::write(position))?;
        writeln!(out, "Turn   {}", position.turn())?;
        writeln!(out, "State  {}", state(line))?;
        if let Some(counts) = counts(line) {
            writeln!(out, "Draws  {counts}")?;
        }
        Ok(Answer::Done)
    }
}

/// How the game stands, in a sentence, with the rule that ended it.
fn state<P: Played>(line: &Line<P>) -> String {
    let Some((ply, outcome)) = line.end else {
        return match line.game.position().legal_moves().len() {
            1 => "open, 1 legal move".to_owned(),
            n => format!("open, {n} legal moves"),
        };
    };
    let after = match ply {
        0 => String::new(),
        _ => format!(" after ply {ply}"),
    };
    let more = match line.game.len() - ply {
        0 => String::new(),
        n => format!(" ({n} more plies were played)"),
    };
    format!(
        "{}, {outcome}{after}{more}. {}",
        outcome.result(),
        outcome.article.text()
    )
}

/// The counts of the draw rules that have begun to run.
fn counts<P: Played>(line: &Line<P>) -> Option<String> {
    let rules = P::DRAWS?;
    let DrawCounts {
        king_plies,
        three_against_king,
        two_against_king,
    } = line.game.counts();
    let mut parts = vec![];
    let occurrences = line.game.occurrences();
    if occurrences > 1 {
        parts.push(format!("occurrence {occurrences} of {}", rules.occurrences));
    }
    if king_plies > 0 {
        parts.push(format!(
            "kings only: ply {king_plies} of {}",
            2 * rules.king_moves
        ));
    }
    if let Some(plies) = three_against_king {
        let all = 2 * rules.three_against_king;
        parts.push(format!("three against a king: ply {plies} of {all}"));
    }
    if let Some(plies) = two_against_king {
        let all = 2 * rules.two_against_king;
        parts.push(format!("two or one against a king: ply {plies} of {all}"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
