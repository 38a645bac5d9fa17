//! `damier man`: the manual pages, made from the same words as `--help`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Cli;
use crate::output::Answer;

/// Print a manual page.
///
/// To read one: damier man play | man -l -
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command it is about; the page of `damier` itself if none is given
    command: Option<String>,

    /// Write all pages into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    if let Some(dir) = &args.dir {
        std::fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(cli, dir))
            .with_context(|| format!("cannot write manual pages to {}", dir.display()))?;
        return Ok(Answer::Done);
    }
    let command = match &args.command {
        None => &cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(command) => command,
            None => bail!("no command {name:?}: see damier --help for their names"),
        },
    };
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(Answer::Done)
}
