//! Reading of PDN with legality, ours beside other programs, in turn, over the same made-up games.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use damier_notation::pdn::{Games, Resolver};
use serde::Deserialize;

use super::{BenchArgs, Figure, median, peers};
use crate::process::{capture, cargo};
use crate::workspace::Workspace;

/// What peers/pdn.py can measure, and the games it gets: seconds of work, not minutes.
const COURSES: &[(&str, u32)] = &[("py-draughts", 400), ("pydraughts", 20)];

/// The games for ourselves.
const GAMES: u32 = 20_000;

#[derive(Deserialize)]
struct Measured {
    games: u64,
    moves: u64,
    per_second: f64,
}

pub(super) fn measure(workspace: &Workspace, args: &BenchArgs) -> Result<Vec<Figure>> {
    let peers = peers::script(workspace, "pdn.py");
    let folder = tempfile::tempdir()?;
    let mut ours = Vec::new();
    let mut theirs: Vec<Vec<f64>> = vec![Vec::new(); COURSES.len()];
    let text = games(workspace, GAMES)?;
    for round in 1..=args.rounds {
        eprintln!("pdn: round {round} of {}", args.rounds);
        ours.push(read(&text)?.per_second);
        for (&(peer, count), rates) in COURSES.iter().zip(&mut theirs) {
            let text = games(workspace, count)?;
            let expected = read(&text)?;
            let file = folder.path().join(format!("{count}.pdn"));
            std::fs::write(&file, &text)?;
            let file = file.to_str().context("the folder for temporary files")?;
            let Some(measured): Option<Measured> = peers.run(&[peer, file], "")? else {
                if round == 1 {
                    eprintln!("pdn: {peer} left out: it is not installed");
                }
                continue;
            };
            // A peer that reads something else is not doing the same work.
            if (measured.games, measured.moves) != (expected.games, expected.moves) {
                bail!(
                    "{peer} reads {} games with {} moves, expected {} with {}",
                    measured.games,
                    measured.moves,
                    expected.games,
                    expected.moves
                );
            }
            rates.push(measured.per_second);
        }
    }
    let ours = median(ours);
    let mut figures = vec![Figure::new("pdn/legality (ours)", ours, "moves/s")];
    for ((peer, _), rates) in COURSES.iter().zip(theirs) {
        if !rates.is_empty() {
            let rate = median(rates);
            figures.push(Figure::new(
                format!("pdn/legality ({peer})"),
                rate,
                "moves/s",
            ));
            figures.push(Figure::new(
                format!("pdn/legality (ours by {peer})"),
                ours / rate,
                "times",
            ));
        }
    }
    Ok(figures)
}

/// Games of the example that makes a collection up.
fn games(workspace: &Workspace, count: u32) -> Result<String> {
    capture(
        cargo(workspace)
            .args(["run", "--quiet", "--release", "-p", "damier-notation"])
            .args(["--example", "collection", "--", &count.to_string()]),
    )
}

fn read(text: &str) -> Result<Measured> {
    let mut resolver = Resolver::default();
    let (mut games, mut moves) = (0, 0);
    let start = Instant::now();
    for record in Games::new(text.as_bytes()) {
        games += 1;
        moves += resolver.resolve(&record?.game).moves;
    }
    let per_second = moves as f64 / start.elapsed().as_secs_f64();
    Ok(Measured {
        games,
        moves,
        per_second,
    })
}
