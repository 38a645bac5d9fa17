//! `damier man`: the manual pages, made from the same words as `--help`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::output::Answer;

/// Print a manual page.
///
/// To read one: damier man play | man -l -, damier man pdn check | man -l -
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command it is about; the page of `damier` itself if none is given
    command: Vec<String>,

    /// Write all pages into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    if let Some(dir) = &args.dir {
        write_all(&cli, dir)
            .with_context(|| format!("cannot write manual pages to {}", dir.display()))?;
        return Ok(Answer::Done);
    }
    let mut command = &cli;
    for name in &args.command {
        command = match command.find_subcommand(name) {
            Some(command) => command,
            None => bail!("no command {name:?}: see damier --help for their names"),
        };
    }
    let mut text = Vec::new();
    page(command).render(&mut text)?;
    io::stdout().write_all(&text)?;
    Ok(Answer::Done)
}

fn write_all(cli: &Command, dir: &Path) -> io::Result<()> {
    std::fs::create_dir_all(dir)?;
    page(cli).generate_to(dir)?;
    for command in cli.get_subcommands() {
        write_all(command, dir)?;
    }
    Ok(())
}

fn page(command: &Command) -> Man {
    let source = concat!("damier ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source)
}
