//! `damier moves`: the legal moves.

use std::io::Write;

use damier_notation::movetext::{self, Form};
use serde::Serialize;

use crate::args::{Bulk, Common};
use crate::batch;
use crate::line::{Line, Played, with_line};
use crate::output::{self, Answer};
use crate::records::{MoveRecord, PositionRecord, StateRecord};

/// List the legal moves, one a line.
///
/// Moves come in Hub text (32-28; 28x19x23 goes from 28 to 19 and takes 23), sorted by start, end and captured
/// squares. A finished game has none.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    bulk: Bulk,
}

#[derive(Debug, Serialize)]
struct Record {
    #[serde(flatten)]
    position: PositionRecord,
    state: StateRecord,
    moves: Vec<MoveRecord>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    batch::run(&args.common, &args.bulk, |line, mut out| {
        with_line!(line, |line| list(line, args.common.json, &mut out))
    })
}

fn list<P: Played>(line: &Line<P>, json: bool, out: &mut impl Write) -> anyhow::Result<Answer> {
    let position = line.game.position();
    let moves = position.legal_moves();
    if json {
        let record = Record {
            position: PositionRecord::new(line.rules, &line.game),
            state: StateRecord::new(line.end),
            moves: moves
                .iter()
                .map(|mv| MoveRecord::new(position, mv))
                .collect(),
        };
        output::json(out, &record)?;
        return Ok(Answer::Done);
    }
    for mv in &moves {
        writeln!(out, "{}", movetext::write(position, mv, Form::Hub))?;
    }
    if let Some((_, outcome)) = line.end {
        out.flush()?;
        tracing::warn!("the game is over: {outcome}");
    }
    Ok(Answer::Done)
}
