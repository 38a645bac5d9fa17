//! `damier book show`: what a book knows of a position.

use std::io::Write as _;
use std::path::PathBuf;

use damier_notation::movetext::{self, Form};
use damier_search::book::{Book, BookMove};
use serde::Serialize;

use super::open;
use crate::args::Common;
use crate::engine::Searched;
use crate::line::{self, Line, with_line};
use crate::output::{self, Answer};
use crate::records::{MoveRecord, PositionRecord};

/// Show the moves that a book has for a position.
///
/// The best come first: by the score of the analysis in men for the side to move, then by games. Won and lost are
/// those of the side to move. The exit code is 1 if the book does not have the position.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Serialize)]
struct Known {
    #[serde(rename = "move")]
    mv: MoveRecord,
    /// In men, for the side to move.
    score: Option<f64>,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
}

#[derive(Debug, Serialize)]
struct Record {
    #[serde(flatten)]
    position: PositionRecord,
    /// Positions in the whole book.
    positions: usize,
    moves: Vec<Known>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let book = open(&args.book)?;
    let mut common = args.common.clone();
    // A start position without a word about the game is that of the book.
    common.rules = common.rules.or(Some(book.rules()));
    let line = line::read(&common)?;
    with_line!(line, |line| show(args, &book, &line))
}

fn show<P: Searched>(args: &Args, book: &Book, line: &Line<P>) -> anyhow::Result<Answer> {
    book.expect(line.rules)?;
    let position = line.game.position();
    let moves = book.get(position);
    let mut out = anstream::stdout().lock();
    let men = |known: &BookMove| known.score.map(|s| f64::from(s) / 100.0);
    if args.common.json {
        let record = Record {
            position: PositionRecord::new(line.rules, &line.game),
            positions: book.len(),
            moves: moves
                .iter()
                .map(|(mv, known)| Known {
                    mv: MoveRecord::new(position, mv),
                    score: men(known),
                    games: known.games,
                    wins: known.wins,
                    draws: known.draws,
                    losses: known.losses,
                })
                .collect(),
        };
        output::json(&mut out, &record)?;
    } else if moves.is_empty() {
        tracing::warn!("the book does not have this position");
    } else {
        writeln!(
            out,
            "{:<12}{:>7}{:>9}{:>9}{:>9}{:>9}",
            "Move", "Score", "Games", "Won", "Drawn", "Lost"
        )?;
        for (mv, known) in &moves {
            let text = movetext::write(position, mv, Form::Short);
            let score = men(known).map_or("-".to_owned(), |s| format!("{s:+.2}"));
            writeln!(
                out,
                "{text:<12}{score:>7}{:>9}{:>9}{:>9}{:>9}",
                known.games, known.wins, known.draws, known.losses
            )?;
        }
    }
    Ok(if moves.is_empty() {
        Answer::No
    } else {
        Answer::Done
    })
}
