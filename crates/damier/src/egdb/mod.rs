//! `damier egdb`: builds, checks and asks endgame tables. What is common to its commands stands here; the tables
//! themselves are the business of `damier-endgame`.

mod build;
mod draws;
mod list;
mod probe;
mod progress;
mod stats;
mod verify;

use std::path::PathBuf;

use clap::Subcommand;
use damier_core::Rules;
use damier_endgame::{Contents, Folder, Material, Tables};

use crate::engine::{self, Searched};
use crate::output::Answer;

/// Build, check and ask endgame tables.
///
/// Tables know the exact value of every position with few pieces. Those up to three pieces are part of the program;
/// `damier egdb build` makes more. A class is four digits, the men and kings of the side to move and those of the
/// other: 1021 is a man against two men and a king. docs/endgame-tables.md has the rest.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Verify(verify::Args),
    Stats(stats::Args),
    Probe(probe::Args),
    List(list::Args),
    Draws(draws::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Probe(args) => probe::run(args),
        Command::List(args) => list::run(args),
        Command::Draws(args) => draws::run(args),
    }
}

const FOLDER_HELP: &str = "\
Folder of the tables

By default the folder that the environment variable DAMIER_TABLES names; else damier/tables in the user's folder for \
data: $XDG_DATA_HOME or ~/.local/share, on Windows %LOCALAPPDATA%.";

/// Which game's tables, and where.
#[derive(Clone, Debug, clap::Args)]
struct Which {
    /// The game: international, alician, alician:letter, alician:obligation=..,blocked=..
    #[arg(long, value_name = "RULES", default_value = "international")]
    rules: Rules,

    #[command(flatten)]
    place: Place,
}

/// Where the tables are.
#[derive(Clone, Debug, clap::Args)]
struct Place {
    /// Folder of the tables
    #[arg(long, value_name = "FOLDER", long_help = FOLDER_HELP)]
    tables: Option<PathBuf>,
}

impl Place {
    fn folder(&self) -> Folder {
        Folder::choose(self.tables.as_deref())
    }

    /// The folder's tables and those of the program.
    fn open<P: Searched>(&self, rules: Rules) -> anyhow::Result<Tables<P>> {
        Ok(engine::tables(self.tables.as_deref(), rules)?.0)
    }
}

/// Calls a function for whatever game the rules are of.
macro_rules! with_game {
    ($rules:expr, $call:ident($($arg:expr),*)) => {
        match $rules {
            damier_core::Rules::International => $call::<damier_core::Single>($($arg),*),
            damier_core::Rules::Alician(_) => $call::<damier_core::Alician>($($arg),*),
        }
    };
}
use with_game;

/// The tables of a game in the order of their classes, smaller ones first.
fn in_order<P: Searched>(tables: &Tables<P>) -> Vec<(Material, Contents, u64)> {
    let mut list: Vec<_> = tables
        .list()
        .into_iter()
        .map(|(subject, bytes)| (subject.material, subject.contents, bytes))
        .collect();
    list.sort_by_key(|&(material, contents, _)| (material.pieces(), material, contents));
    list
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
