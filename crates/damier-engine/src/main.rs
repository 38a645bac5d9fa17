//! `damier-engine`: the engine behind a protocol. It only joins things: the protocols and the search know nothing of
//! each other, of pipes or of sockets.

mod args;
mod book;
mod brain;
mod dxp;
mod endings;
mod hub;
mod log;
mod output;
mod random;
mod worker;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Protocol};

fn main() -> ExitCode {
    let cli = Cli::parse();
    log::start(cli.verbose);
    let result = match &cli.protocol {
        Protocol::Hub(args) => hub::run(args),
        Protocol::Dxp(args) => dxp::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Some programs read this stream as if it were the protocol: no line may start with one of its words.
            eprintln!("damier-engine: {error:#}");
            ExitCode::from(2)
        }
    }
}
