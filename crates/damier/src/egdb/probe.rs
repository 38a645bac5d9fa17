//! `damier egdb probe`: what the tables say of a position and of each of its moves.

use std::io::Write;

use damier_endgame::{RootProbe, Tables, Wld, Worth, probe_root};
use damier_notation::movetext::{self, Form};
use serde::Serialize;

use super::Place;
use crate::args::{Bulk, Common};
use crate::batch;
use crate::engine::{self, Searched};
use crate::line::{Line, with_line};
use crate::output::{self, Answer};
use crate::records::{MoveRecord, PositionRecord};

/// Look a position up in the endgame tables.
///
/// Prints the value, with the plies to the end if they are known, then every legal move with what it is worth, the
/// best first. Values are those of the game without draw by repetition or by count. The exit code is 1 if the tables
/// do not know the position.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    bulk: Bulk,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Serialize)]
struct Record {
    #[serde(flatten)]
    position: PositionRecord,
    /// Whether the tables know the position; without it there is no value and there are no moves.
    known: bool,
    value: Option<&'static str>,
    plies: Option<u16>,
    moves: Vec<WorthRecord>,
}

#[derive(Debug, Serialize)]
struct WorthRecord {
    #[serde(rename = "move")]
    mv: MoveRecord,
    value: &'static str,
    plies: Option<u16>,
    best: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    batch::run(&args.common, &args.bulk, |line, mut out| {
        with_line!(line, |line| args.probe(line, &mut out))
    })
}

/// A value in a word.
pub(super) const fn word(value: Wld) -> &'static str {
    match value {
        Wld::Win => "win",
        Wld::Draw => "draw",
        Wld::Loss => "loss",
    }
}

fn text(worth: Worth) -> String {
    match worth.plies {
        Some(plies) => format!("{} in {plies}", word(worth.value)),
        None => word(worth.value).to_owned(),
    }
}

impl Args {
    fn probe<P: Searched>(&self, line: &Line<P>, out: &mut impl Write) -> anyhow::Result<Answer> {
        let position = line.game.position();
        let (tables, new): (Tables<P>, bool) =
            engine::tables(self.place.tables.as_deref(), line.rules)?;
        if new {
            for refused in tables.refused() {
                tracing::warn!("{refused}");
            }
        }
        let probe = probe_root(&tables, position);
        for broken in tables.broken() {
            tracing::warn!("the table {broken} is damaged and was not asked");
        }
        if self.common.json {
            output::json(out, &record(line, probe.as_ref()))?;
        } else if let Some(probe) = &probe {
            writeln!(out, "{}", text(probe.worth))?;
            let shown = |mv| movetext::write(position, mv, Form::Short);
            let width = probe.moves.iter().map(|m| shown(&m.mv).len()).max();
            let width = width.unwrap_or(0);
            for m in &probe.moves {
                writeln!(out, "  {:<width$}  {}", shown(&m.mv), text(m.worth))?;
            }
        } else {
            let most = tables.max_pieces();
            writeln!(
                out,
                "not known: there are tables of {} up to {most} pieces",
                line.rules
            )?;
        }
        Ok(if probe.is_some() {
            Answer::Done
        } else {
            Answer::No
        })
    }
}

fn record<P: Searched>(line: &Line<P>, probe: Option<&RootProbe>) -> Record {
    let position = line.game.position();
    let moves = probe.map_or(&[][..], |p| &p.moves);
    Record {
        position: PositionRecord::new(line.rules, &line.game),
        known: probe.is_some(),
        value: probe.map(|p| word(p.worth.value)),
        plies: probe.and_then(|p| p.worth.plies),
        moves: moves
            .iter()
            .map(|m| WorthRecord {
                mv: MoveRecord::new(position, &m.mv),
                value: word(m.worth.value),
                plies: m.worth.plies,
                best: moves.first().is_some_and(|first| first.worth == m.worth),
            })
            .collect(),
    }
}
