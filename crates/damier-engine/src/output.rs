//! Lines to stdout from a thread of their own: a reader that is slow never keeps us from listening.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// Lines that may wait before those that can be missed are left out.
const MOST_WAITING: usize = 1_000;

/// How long the last lines may take to be read.
const LAST: Duration = Duration::from_secs(1);

pub(crate) struct Output {
    lines: Sender<String>,
    waiting: Arc<AtomicUsize>,
    broken: Arc<AtomicBool>,
    done: Receiver<()>,
}

impl Output {
    pub(crate) fn start() -> Result<Self> {
        let (lines, receiver) = mpsc::channel::<String>();
        let (finished, done) = mpsc::channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let broken = Arc::new(AtomicBool::new(false));
        let (count, failed) = (Arc::clone(&waiting), Arc::clone(&broken));
        thread::Builder::new()
            .name("output".to_owned())
            .spawn(move || {
                for line in receiver {
                    count.fetch_sub(1, Ordering::Relaxed);
                    let mut out = io::stdout().lock();
                    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
                        failed.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                let _ = finished.send(());
            })
            .context("no thread for the output")?;
        Ok(Self {
            lines,
            waiting,
            broken,
            done,
        })
    }

    /// Writes a line. Nobody waits for news of a search: it is left out if too much is waiting.
    pub(crate) fn line(&self, line: String) {
        let news = line.starts_with("info");
        if news && self.waiting.load(Ordering::Relaxed) >= MOST_WAITING {
            return;
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.lines.send(line);
    }

    /// Whether nobody reads any more.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Gives the last lines a moment.
    pub(crate) fn finish(self) {
        drop(self.lines);
        if let Err(RecvTimeoutError::Timeout) = self.done.recv_timeout(LAST) {
            tracing::debug!("the last lines were not read");
        }
    }
}
