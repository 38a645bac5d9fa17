//! Move generation over the fixed positions, ours beside other programs, in turn.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use damier_core::{Perft, Single};
use serde::Deserialize;

use super::{BenchArgs, Figure, criterion, median};
use crate::positions;
use crate::workspace::Workspace;

/// The environment variable that names a virtual environment with the other programs.
const PEERS: &str = "DAMIER_PEERS";

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

/// A program of the virtual environment with the peers, if there is one.
pub(super) fn peer_program(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(PEERS)?)
        .join("bin")
        .join(name);
    path.is_file().then_some(path)
}

pub(super) fn measure(workspace: &Workspace, args: &BenchArgs) -> Result<Vec<Figure>> {
    let positions = positions::international();
    let lines = positions::lines("international", &positions);
    let python = peer_program("python3");
    if python.is_none() {
        eprintln!(
            "generate: no other program to compare with: {PEERS} names no virtual environment with Python"
        );
    }
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
            let Some(python) = &python else { continue };
            let Some(measured) = run_peer(workspace, python, course, &lines)? else {
                if round == 1 {
                    eprintln!("generate: {title} left out: it is not installed in {PEERS}");
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

/// `None` if the peer is not installed.
fn run_peer(
    workspace: &Workspace,
    python: &PathBuf,
    course: &str,
    lines: &str,
) -> Result<Option<BTreeMap<String, Measured>>> {
    let mut child = Command::new(python)
        .arg(workspace.root.join("xtask/peers/generate.py"))
        .args([course, SECONDS])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", python.display()))?;
    if let Some(mut input) = child.stdin.take()
        && let Err(error) = input.write_all(lines.as_bytes())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        return Err(error).with_context(|| format!("cannot write to {course}"));
    }
    let output = child.wait_with_output()?;
    match output.status.code() {
        Some(0) => Ok(Some(serde_json::from_slice(&output.stdout).with_context(
            || format!("peers/generate.py {course} did not write JSON"),
        )?)),
        Some(3) => Ok(None),
        _ => bail!(
            "peers/generate.py {course} failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ),
    }
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
