//! `damier pdn`: work with collections of games. What PDN means is known below; here files go in and answers come out.

mod check;
pub(crate) mod input;
pub(crate) mod pipeline;
pub(crate) mod progress;
mod writing;

mod filter;
mod find;
mod fmt;
mod show;
mod split;
mod stats;

use crate::output::Answer;

/// Check, rewrite, show, count, search and split files of games.
///
/// Files are read game by game, so that a collection of any size can be worked on. A game with an error stays a game:
/// what can be read of it is used, and reading goes on behind it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    // Their help texts stand at their arguments.
    Check(check::Args),
    Fmt(fmt::Args),
    Show(show::Args),
    Stats(stats::Args),
    Find(find::Args),
    Split(split::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Show(args) => show::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Find(args) => find::run(args),
        Command::Split(args) => split::run(args),
    }
}
