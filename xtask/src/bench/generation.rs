//! Move generation over the fixed positions, ours beside other programs, in turn.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use damier_core::{Perft, Single};
use serde::Deserialize;

use super::{BenchArgs, Figure, criterion, median, peers};
use crate::positions;
use crate::workspace::Workspace;

/// What peers/generate.py can measure, and how it is called in the table.
const COURSES: &[(&str, &str)] = &[
    ("dame-list", "dame-rs, list in Python"),
    ("dame-count", "dame-rs, perft of 1 from Python"),
    ("dame-perft", "dame-rs, inside a perft of 3"),
    ("py-draughts-list", "py-draughts, list in Python"),
];

/// Seconds a kind of positions and round.
const SECONDS: &str = "1";

#[derive(Deserialize)]
struct Measured {
    per_second: f64,
    moves: u64,
}

pub(super) fn measure(workspace: &Workspace, args: &BenchArgs) -> Result<Vec<Figure>> {
    let positions = positions::international();
    let lines = positions::lines("international", &positions);
    let peers = peers::script(workspace, "generate.py");
    let mut rates: BTreeMap<String, (usize, Vec<f64>)> = BTreeMap::new();
    let mut note = |name: String, rate: f64| {
        let place = rates.len();
        rates
            .entry(name)
            .or_insert((place, Vec::new()))
            .1
            .push(rate);
    };
    for round in 1..=args.rounds {
        eprintln!("generate: round {round} of {}", args.rounds);
        let options = [
            "--warm-up-time",
            "0.5",
            "--measurement-time",
            SECONDS,
            "generate/list",
        ];
        for figure in criterion::measure(workspace, "damier-core", "generate", &options)? {
            note(format!("{} (ours)", figure.name), figure.value);
        }
        for (course, title) in COURSES {
            let measured: Option<BTreeMap<String, Measured>> =
                peers.run(&[course, SECONDS], &lines)?;
            let Some(measured) = measured else {
                if round == 1 {
                    eprintln!("generate: {title} left out: it is not installed");
                }
                continue;
            };
            for (kind, measured) in measured {
                prove(course, &kind, &positions, &measured)?;
                note(
                    format!("generate/list/{kind} ({title})"),
                    measured.per_second,
                );
            }
        }
    }
    let mut rates: Vec<_> = rates.into_iter().collect();
    rates.sort_by_key(|(_, (place, _))| *place);
    Ok(rates
        .into_iter()
        .map(|(name, (_, rates))| Figure::new(name, median(rates), "positions/s"))
        .collect())
}

/// A peer that finds other moves is not doing the same work.
fn prove(
    course: &str,
    kind: &str,
    positions: &[(&str, Single)],
    measured: &Measured,
) -> Result<()> {
    let plies = if course == "dame-perft" { 3 } else { 1 };
    let expected: u64 = positions
        .iter()
        .filter(|(k, _)| kind.ends_with(k))
        .map(|(_, position)| Perft::default().count(position, plies))
        .sum();
    if measured.moves != expected {
        bail!(
            "{course} finds {} moves in the positions of {kind}, expected {expected}",
            measured.moves
        );
    }
    Ok(())
}
