//! Lines from players: edited on a terminal, plain from a pipe.

use std::io::{self, BufRead, IsTerminal};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// Where the lines come from.
pub(crate) enum Input {
    /// A terminal: a prompt, editing keys, earlier lines on the arrow keys.
    Terminal(Box<Editor<(), MemHistory>>),
    /// A pipe or file: no prompt.
    Plain,
}

impl Input {
    /// A terminal only if both ends are one and prompts are wanted.
    pub(crate) fn open(prompts: bool) -> Self {
        if !prompts || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Self::Plain;
        }
        let config = Config::builder().auto_add_history(true).build();
        match Editor::with_history(config, MemHistory::new()) {
            Ok(editor) => Self::Terminal(Box::new(editor)),
            Err(error) => {
                tracing::info!("no line editing: {error}");
                Self::Plain
            }
        }
    }

    /// The next line; `None` at the end of the input or when the player interrupts.
    pub(crate) fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Some(line)),
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            },
            Self::Plain => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().read_until(b'\n', &mut bytes)?;
                // What is not UTF-8 is no move; the player is told so like of any other text.
                Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}
