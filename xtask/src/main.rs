//! `cargo xtask`: everything that CI, benchmarks and releases run, written once. No other package may use it.

mod bench;
mod ci;
mod data;
mod docs;
mod pdn_scale;
mod positions;
mod process;
mod release;
mod snapshots;
mod table;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", about, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every check of the project, in the order that fails soonest.
    Ci(ci::CiArgs),
    /// The long checks: ignored tests too, and many more cases for every property.
    Nightly(ci::NightlyArgs),
    /// The rules of the house that no compiler knows (see ARCHITECTURE.md).
    Tidy,
    /// Measures speed; prints a table, saves it, compares it with a saved one.
    Bench(bench::BenchArgs),
    /// Reads real files of games beside the checkout, where they are, and compares with what is known of them.
    Data(data::DataArgs),
    /// Checks a made-up collection of a million games; reports speed and memory.
    PdnScale(pdn_scale::PdnScaleArgs),
    /// Writes the pages that are made from the code, docs/rules.md for now.
    Docs,
    /// Writes the fixed positions that the benchmarks generate moves in.
    Positions,
    /// Builds the archive of a release and its checksum.
    Release(release::ReleaseArgs),
}

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<()> {
    let workspace = Workspace::read()?;
    match command {
        Command::Ci(args) => ci::run(&workspace, args),
        Command::Nightly(args) => ci::nightly(&workspace, args),
        Command::Tidy => tidy::run(&workspace),
        Command::Bench(args) => bench::run(&workspace, args),
        Command::Data(args) => data::run(&workspace, args),
        Command::PdnScale(args) => pdn_scale::run(&workspace, args),
        Command::Docs => docs::write(&workspace),
        Command::Positions => positions::write(&workspace),
        Command::Release(args) => release::run(&workspace, args),
    }
}
