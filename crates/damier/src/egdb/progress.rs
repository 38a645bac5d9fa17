//! How far long work has come, for who watches a terminal. Nothing is drawn anywhere else.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on stderr: a share of the positions, what is at work, the time left.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new() -> Self {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(4)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = "{bar:40} {percent:>3}% {human_pos}/{human_len} positions, {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Where the work is.
    pub(super) fn show(&self, done: u64, total: u64, what: &str, left: Option<Duration>) {
        self.0.set_length(total);
        self.0.set_position(done);
        let left = left.map_or_else(|| "?".to_owned(), duration);
        self.0.set_message(format!("{what}, {left} left"));
    }

    /// Does something that may write on the terminal.
    pub(super) fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.0.suspend(write)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// `1 h 02 min`, `3 min 07 s`, `12 s`.
pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{hours} h {minutes:02} min"),
    }
}
