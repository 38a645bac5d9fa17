//! `damier bench`: the engine on fixed positions at fixed depths. The sum of the nodes is the engine's signature: it
//! changes exactly when its behaviour does.

mod problems;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use damier_core::{AnyPosition, Game};
use damier_notation::read_position;
use damier_search::{Control, Limits, Progress};
use serde::Serialize;

use crate::engine::{self, EngineArgs, Searched, Use};
use crate::output::{self, Answer};

/// Positions from openings, middle games with and without shots, and endings, of both games.
const POSITIONS: [&str; 12] = [
    "W:W31-50:B1-20",
    "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
    "W:W16,25,26,31,32,35,36,38,39,40,42,43,44,45,47,48,49:B2,3,6,7,8,9,12,13,14,15,17,18,19,20,22,23,24",
    "B:W24,29,33,36,37,38,39,40,41,42,43,44,45,46,48,49:B2,3,4,6,7,8,9,10,12,13,15,16,20,22,25,26",
    "B:W27,28,32,37,38,42,43,48:B8,9,12,13,18,19,23,26",
    "W:W15,25,26,K27:BK14,17",
    "W:WK46,24,35,45:BK3,15",
    "W:W31-50:B1-20/W:B",
    "W:W25,32,35,37,39,41,42,44,45,46,47,48,49,50:B1,3,4,5,6,8,10,11,15,16,22/W31,38:B7,18,23,28",
    "B:W13,35,36,40,41,44,45,46,47,50:B1,2,3,4,7,9,15,24,29/W26,33,34,37,42,43:B12,14,19,32",
    "B:W12,39,K40,44,45:B15,21,26/WK2,K8,36:B29,34",
    "W:WK47:BK1/WK35:BK49",
];

/// Search fixed positions to a fixed depth and print the nodes.
///
/// One thread, a fresh hash table of 16 MiB for each position and the endgame tables that are part of the program,
/// whatever else is set, so that the sum of the nodes is the same on every machine: a change of it is a change of the
/// engine's behaviour.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Depth of each search, plies
    #[arg(long, value_name = "PLIES", default_value_t = 11)]
    depth: u32,

    /// A file of positions with the move to find
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    problems: Option<PathBuf>,

    /// Seconds for each problem
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = engine::seconds)]
    time: Duration,

    /// Print JSON, one object a line (docs/json.md has the schema)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

#[derive(Debug, Serialize)]
struct Record {
    fen: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Total {
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    if let Some(file) = &args.problems {
        return problems::run(args, file);
    }
    let mut out = anstream::stdout().lock();
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for fen in POSITIONS {
        let (count, spent) = match read_position(fen, None)? {
            AnyPosition::International(position) => search(args, position)?,
            AnyPosition::Alician(position) => search(args, position)?,
        };
        nodes += count;
        time += spent;
        if args.json {
            let record = Record {
                fen,
                depth: args.depth,
                nodes: count,
                seconds: spent.as_secs_f64(),
            };
            output::json(&mut out, &record)?;
        } else {
            writeln!(out, "{count:>10}  {fen}")?;
        }
    }
    let total = Total {
        positions: POSITIONS.len(),
        nodes,
        seconds: time.as_secs_f64(),
        nodes_per_second: nodes as f64 / time.as_secs_f64().max(1e-9),
    };
    if args.json {
        output::json(&mut out, &total)?;
    } else {
        writeln!(out, "{nodes:>10}  nodes in {:.3} s", total.seconds)?;
        writeln!(out, "{:>10.0}  nodes a second", total.nodes_per_second)?;
    }
    Ok(Answer::Done)
}

fn search<P: Searched>(args: &Args, position: P) -> anyhow::Result<(u64, Duration)> {
    let engine = EngineArgs {
        hash: 16,
        threads: 1,
        ..args.engine.clone()
    };
    let mut engine = engine.engine::<P>(position.rules(), Use::Embedded)?;
    let limits = Limits::depth(args.depth);
    limits.check()?;
    let start = Instant::now();
    let game = Game::new(position);
    let found = engine.search(&game, &limits, &Control::new(), &mut |_: &Progress| {});
    Ok((found.nodes, start.elapsed()))
}
