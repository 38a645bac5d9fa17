//! `damier`, the command line: reads arguments, calls one command, turns its answer into an exit code. Rules,
//! notation and drawing live in the crates below.

mod args;
mod batch;
mod completions;
mod explain;
mod line;
mod log;
mod man;
mod moves;
mod output;
mod perft;
mod play;
mod readings;
mod records;
mod show;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use output::Answer;

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.write_global();
    log::start(cli.verbose);
    let result = match cli.command {
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever read our output has seen enough.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}
