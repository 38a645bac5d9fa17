//! `damier`, the command line: reads arguments, calls one command, turns its answer into an exit code. Rules,
//! notation and drawing live in the crates below.
//!
//! ```console
//! $ damier moves "W:W28,32:B17,23,27"
//! 32x12x17x27
//! $ damier explain 28x19 "W:W28,32:B17,23,27"
//! 28 to 19 is illegal: it takes 1 where 2 can be taken: 32x12x17x27.
//!   I8 (majority, FMJD 4.13, 4.14): The capture that takes the most pieces must be chosen. Men and kings count the same on both sides; among equals the choice is free.
//! $ damier moves "B:WK1,K13,29,39:BK6,19,38,K44,K47/WK14,26,40,K48:B11,20,33"
//! 44x4x13x39
//! 44x9x13x39
//! 44x15x29x39
//! 44x24x29x39
//! ```

mod analyse;
mod args;
mod batch;
mod bench;
mod book;
mod completions;
mod diagram;
mod egdb;
mod engine;
mod explain;
mod learn;
mod line;
mod log;
mod man;
mod matches;
mod moves;
mod output;
mod pdn;
mod perft;
mod play;
mod readings;
mod records;
mod serve;
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
        Command::Pdn(args) => pdn::run(&args),
        Command::Diagram(args) => diagram::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Egdb(args) => egdb::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Learn(args) => learn::run(&args),
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
