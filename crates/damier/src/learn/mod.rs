//! `damier learn`: an evaluation out of the engine's own games.

mod crew;
mod curves;
mod fit;
mod rescore;
mod selfplay;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_core::Rules;
use damier_endgame::{Folder, Tabled, Tables};
use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::tables_in;
use crate::output::Answer;

/// Make an evaluation: games of the engine against itself, and weights fitted to them.
///
/// Play with the weights by --evaluation FILE (damier play, analyse, bench; damier-engine), and make the next games with
/// them. docs/learning.md has the whole loop.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    // Their help texts stand at their arguments.
    Selfplay(selfplay::Args),
    Rescore(rescore::Args),
    Fit(fit::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    match &args.command {
        Command::Selfplay(args) => selfplay::run(args),
        Command::Rescore(args) => rescore::run(args),
        Command::Fit(args) => fit::run(args),
    }
}

/// A switch that Ctrl-C turns on: long work ends at the next place from which it can go on later.
fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let switch = Arc::new(AtomicBool::new(false));
    let mine = Arc::clone(&switch);
    ctrlc::set_handler(move || mine.store(true, Ordering::Relaxed))?;
    Ok(switch)
}

/// The tables of a folder that is named, or those of the program alone: what is learned must not depend on what else a
/// machine has.
fn tables<P: Tabled>(folder: Option<&Path>, rules: Rules) -> anyhow::Result<Tables<P>> {
    let folder = folder.map_or(Folder::None, |path| Folder::Named(path.to_owned()));
    let tables = tables_in(&folder, rules)?;
    for refused in tables.refused() {
        tracing::warn!("{refused}; learning goes on without it");
    }
    Ok(tables)
}

fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = if io::stderr().is_terminal() {
        ProgressBar::new(length)
    } else {
        ProgressBar::hidden()
    };
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
