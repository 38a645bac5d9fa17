//! `damier analyse`: what the engine thinks of a position, or of the games of a PDN file.

mod games;
mod position;

use std::path::PathBuf;

use crate::args::Common;
use crate::engine::{EngineArgs, LimitArgs};
use crate::line::{self, with_line};
use crate::output::Answer;

/// Analyse a position, or the games of a PDN file.
///
/// A position is searched deeper and deeper until a limit is reached (5 seconds if none is given), a line printed for
/// each best line found: depth, score in men from White's point of view, nodes, time and the moves. Scores such as
/// +W5 say that White wins in 5 moves.
///
/// A file that ends in .pdn is analysed move by move (0.5 seconds each if no limit is given): the score and the best
/// line are written behind each move as a comment, in PDN, to --out or stdout. A run that was stopped goes on where
/// it was when it is started again with the same --out.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    limits: LimitArgs,

    /// Search a position until told to stop (Ctrl-C)
    #[arg(long, conflicts_with_all = ["time", "depth", "nodes"], help_heading = "Limits")]
    infinite: bool,

    /// Number of best lines
    #[arg(long, value_name = "N", default_value_t = 1)]
    lines: usize,

    /// Write the analysed games to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Only these games of the file: 3 or 2-5, separated by commas
    #[arg(long, value_name = "NUMBERS")]
    games: Option<String>,

    /// Games analysed at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,

    #[command(flatten)]
    engine: EngineArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let file = args
        .common
        .position
        .as_deref()
        .map(std::path::Path::new)
        .filter(|p| p.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdn")));
    if let Some(file) = file {
        return games::run(args, file);
    }
    anyhow::ensure!(
        args.out.is_none() && args.games.is_none(),
        "--out and --games belong to the analysis of a PDN file"
    );
    let line = line::read(&args.common)?;
    with_line!(line, |line| position::run(args, &line))
}
