//! `damier completions`: the script that completes commands and options in a shell.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::output::Answer;

/// Print a completion script for a shell.
///
/// For bash: damier completions bash > ~/.local/share/bash-completion/completions/damier
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "damier", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Answer::Done)
}
