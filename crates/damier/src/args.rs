//! The arguments: what every command shares. What is special to one stands beside that command.

use std::path::PathBuf;

use clap::builder::Styles;
use clap::{Args, Parser, Subcommand, ValueEnum};
use damier_core::Rules;

use crate::{
    analyse, bench, book, completions, diagram, egdb, explain, learn, man, matches, moves, pdn,
    perft, play, readings, serve, show,
};

const AFTER_HELP: &str = "\
A position is a FEN (W:W31-50:B1-20; two boards: W:W31-50:B1-20/W:B), a Hub string of 51 or 101 characters, or `start`.
Exit codes: 0 done, 1 a negative answer, 2 wrong usage or an error.";

/// International and Alician draughts on the command line.
#[derive(Debug, Parser)]
#[command(name = "damier", version, after_help = AFTER_HELP, styles = Styles::styled())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[arg(
        help = "Say more on stderr: -v progress, -vv details (or set DAMIER_LOG to a filter)",short, long, global = true, action = clap::ArgAction::Count, help_heading = "General")]
    pub(crate) verbose: u8,

    /// When to use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        help_heading = "General"
    )]
    pub(crate) color: Color,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    // Their help texts stand at their arguments.
    Moves(moves::Args),
    Perft(perft::Args),
    Show(show::Args),
    Explain(explain::Args),
    Play(play::Args),
    Pdn(pdn::Args),
    Diagram(diagram::Args),
    Analyse(analyse::Args),
    Egdb(egdb::Args),
    Bench(bench::Args),
    Book(book::Args),
    Match(Box<matches::Args>),
    Serve(serve::Args),
    Learn(learn::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    #[value(help = "On a terminal, unless NO_COLOR is set")]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes the choice known to every stream.
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Which game, from which position, after which moves.
#[derive(Clone, Debug, Args)]
pub(crate) struct Common {
    /// FEN or Hub string of the position; `start` or nothing for the start position
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,

    /// The game: international, alician, alician:letter, alician:obligation=..,blocked=.. (--help explains)
    #[arg(long, value_name = "RULES", long_help = readings::LONG_HELP)]
    pub(crate) rules: Option<Rules>,

    /// Moves to play from the position first, such as "32-28 19-23"
    ///
    /// Moves in short (32-28, 28x19), path (28x19x10) or Hub form (start, end, captured squares), separated by
    /// blanks; move numbers are skipped. Moves after a draw by rule are played on, with a warning.
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,

    /// Print JSON, one object a line (docs/json.md has the schema)
    #[arg(long)]
    pub(crate) json: bool,
}

/// Positions in bulk instead of one on the command line.
#[derive(Clone, Debug, Args)]
pub(crate) struct Bulk {
    /// Read positions from a file, one a line (`-` for stdin)
    ///
    /// Answers each position in turn, with --json in one object a line. Empty lines are skipped. A line that is not
    /// a position is reported and the others are still answered; the exit code is then 2.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) fen_file: Option<PathBuf>,
}
