//! How far a long work has come, for who watches a terminal. Nothing is drawn anywhere else.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::input::Source;

/// Short work needs no bar.
const PATIENCE: Duration = Duration::from_millis(700);

/// A bar on stderr that comes up when the work takes long.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new(sources: &[Source]) -> Self {
        let length: Option<u64> = sources.iter().map(Source::size).sum();
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        let template = match length {
            Some(_) => "{bar:40} {percent:>3}% {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}, {bytes_per_sec}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self {
            bar,
            started: Instant::now(),
            shown: false,
        }
    }

    /// Some more bytes are done.
    pub(crate) fn advance(&mut self, bytes: u64) {
        self.bar.inc(bytes);
        if !self.shown && self.started.elapsed() > PATIENCE {
            self.shown = true;
            if io::stderr().is_terminal() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
    }

    /// Does something that may write on the terminal.
    pub(crate) fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }

    /// Writes text where it does not get in the way of the bar.
    pub(crate) fn write(&self, out: &mut impl Write, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.suspend(|| out.write_all(text).and_then(|()| out.flush()))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
