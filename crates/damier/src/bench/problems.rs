//! `damier bench --problems`: how long the engine takes to find known moves.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use damier_core::{AnyPosition, Game};
use damier_notation::movetext::{self, Form};
use damier_notation::read_position;
use damier_search::{Control, Limits, Progress};
use serde::Serialize;

use super::Args;
use crate::engine::{Searched, Use};
use crate::output::{self, Answer};

#[derive(Debug, Serialize)]
struct Record<'a> {
    fen: &'a str,
    key: String,
    /// The move played after all the time.
    best: String,
    /// Seconds after which the key was the best move and stayed it.
    solved: Option<f64>,
    depth: u32,
    nodes: u64,
}

/// Each line of the file: a position, then somewhere behind it the one move to find; `#` begins a remark.
pub(super) fn run(args: &Args, file: &Path) -> anyhow::Result<Answer> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut out = anstream::stdout().lock();
    let (mut solved, mut count) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{}, line {}", file.display(), number + 1);
        let (fen, rest) = line.split_once(' ').unwrap_or((line, ""));
        let key = rest.split(' ').next_back().unwrap_or_default();
        let record = match read_position(fen, None).with_context(place)? {
            AnyPosition::International(p) => solve(args, p, fen, key).with_context(place)?,
            AnyPosition::Alician(p) => solve(args, p, fen, key).with_context(place)?,
        };
        count += 1;
        solved += usize::from(record.solved.is_some());
        if args.json {
            output::json(&mut out, &record)?;
        } else {
            let time = record.solved.map_or("-".to_owned(), |s| format!("{s:.4}"));
            writeln!(out, "{time:>8} s  {:>8}  {fen}", record.key)?;
        }
    }
    if !args.json {
        writeln!(out, "{solved} of {count} solved")?;
    }
    Ok(if solved == count {
        Answer::Done
    } else {
        Answer::No
    })
}

fn solve<'a, P: Searched>(
    args: &Args,
    position: P,
    fen: &'a str,
    key: &str,
) -> anyhow::Result<Record<'a>> {
    let key = movetext::read(&position, key)?;
    let mut engine = args.engine.engine::<P>(position.rules(), Use::Embedded)?;
    let limits = Limits::move_time(args.time);
    let (mut since, mut last): (Option<Duration>, Option<Progress>) = (None, None);
    let found = engine.search(
        &Game::new(position),
        &limits,
        &Control::new(),
        &mut |p: &Progress| {
            if p.line.first() == Some(&key) {
                since.get_or_insert(p.time);
            } else {
                since = None;
            }
            last = Some(p.clone());
        },
    );
    let write = |mv| movetext::write(&position, mv, Form::Short);
    let right = found.best == Some(key);
    Ok(Record {
        fen,
        key: write(&key),
        best: found.best.as_ref().map(write).unwrap_or_default(),
        // A move that is the only one is found without a search.
        solved: right.then(|| since.unwrap_or_default().as_secs_f64()),
        depth: last.map_or(0, |p| p.depth),
        nodes: found.nodes,
    })
}
