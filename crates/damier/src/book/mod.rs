//! `damier book`: opening books, from games and from the engine's own analysis.

mod build;
mod show;

use std::path::Path;

use anyhow::Context;
use damier_search::book::Book;

use crate::output::Answer;

/// Make and read opening books.
///
/// A book keeps positions, not lines: what leads to the same position by other moves is one. The engine plays from a
/// book with `--book FILE` (damier play, damier-engine).
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    // Their help texts stand at their arguments.
    Build(build::Args),
    Show(show::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Show(args) => show::run(args),
    }
}

/// Reads a book.
pub(crate) fn open(path: &Path) -> anyhow::Result<Book> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Book::read(&bytes).with_context(|| path.display().to_string())
}
