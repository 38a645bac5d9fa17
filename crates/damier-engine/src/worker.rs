//! The thread that thinks, so that whoever speaks a protocol can listen meanwhile. Knows no protocol.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};
use damier_core::Move;
use damier_protocol::hub::Progress;
use damier_search::Control;

use crate::brain::{Brain, Searcher, Setting, Task};
use crate::endings::Endings;
use crate::random::Random;

/// What comes from the thread.
#[derive(Debug)]
pub(crate) enum Report {
    /// A search knows more.
    Progress(u64, Progress),
    /// A search has ended.
    Found {
        id: u64,
        best: Option<Move>,
        ponder: Option<Move>,
    },
}

enum Command {
    Set(Setting, Sender<Result<()>>),
    NewGame,
    Search(u64, Box<Task>, Control),
}

/// The thread and the search that it was given last.
pub(crate) struct Worker {
    commands: Sender<Command>,
    control: Control,
    thread: JoinHandle<Box<dyn Brain>>,
}

/// The brain that the command line asks for.
pub(crate) fn brain(args: &crate::args::EngineArgs) -> Result<Box<dyn Brain>> {
    if let Some(seed) = args.random {
        return Ok(Box::new(Random { seed }));
    }
    let mut searcher = Searcher::new(
        args.threads,
        args.hash,
        args.choice()?,
        args.opening()?,
        Endings::new(args.tables.as_deref(), args.bb_size)?,
    )?;
    searcher.set(Setting::Contempt(args.contempt))?;
    Ok(Box::new(searcher))
}

impl Worker {
    /// Starts the thread. `report` is called from it; once it says that nobody listens the thread ends.
    pub(crate) fn start(
        brain: Box<dyn Brain>,
        report: impl Fn(Report) -> bool + Send + 'static,
    ) -> Result<Self> {
        let (commands, receiver) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || work(brain, &receiver, &report))
            .context("no thread for the search")?;
        Ok(Self {
            commands,
            control: Control::new(),
            thread,
        })
    }

    /// Changes a setting. Waits for a search that is going on.
    pub(crate) fn set(&self, setting: Setting) -> Result<()> {
        let (sender, receiver) = mpsc::channel();
        self.command(Command::Set(setting, sender));
        receiver
            .recv()
            .unwrap_or_else(|_| Err(anyhow!("the search has ended")))
    }

    pub(crate) fn new_game(&self) {
        self.command(Command::NewGame);
    }

    /// Starts a search, after the one before has ended.
    pub(crate) fn search(&mut self, id: u64, task: Task, pondering: bool) {
        self.control = if pondering {
            Control::pondering()
        } else {
            Control::new()
        };
        self.command(Command::Search(id, Box::new(task), self.control.clone()));
    }

    /// Ends the last search soon.
    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    /// The limits of the last search count from now.
    pub(crate) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Ends the thread and gives the brain back.
    pub(crate) fn finish(self) -> Result<Box<dyn Brain>> {
        self.control.stop();
        drop(self.commands);
        self.thread
            .join()
            .map_err(|_| anyhow!("the search has broken off"))
    }

    fn command(&self, command: Command) {
        // A thread that has ended was told so by whoever listens no more.
        let _ = self.commands.send(command);
    }
}

fn work(
    mut brain: Box<dyn Brain>,
    commands: &Receiver<Command>,
    report: &dyn Fn(Report) -> bool,
) -> Box<dyn Brain> {
    for command in commands {
        match command {
            Command::Set(setting, answer) => {
                let _ = answer.send(brain.set(setting));
            }
            Command::NewGame => brain.new_game(),
            Command::Search(id, task, control) => {
                let mut observer = |progress: &Progress| {
                    report(Report::Progress(id, progress.clone()));
                };
                // Whatever goes wrong inside, the game goes on.
                let found = catch_unwind(AssertUnwindSafe(|| {
                    brain.think(&task, &control, &mut observer)
                }));
                let (best, ponder) = match found {
                    Ok(Ok(answer)) => answer,
                    Ok(Err(problem)) => {
                        tracing::error!("search: {problem:#}");
                        (None, None)
                    }
                    Err(_) => {
                        tracing::error!("the search broke off");
                        brain.new_game();
                        (None, None)
                    }
                };
                if !report(Report::Found { id, best, ponder }) {
                    return brain;
                }
            }
        }
    }
    brain
}
