//! Hub on stdin and stdout.

use std::io::{self, Read};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use anyhow::{Context, Result};
use damier_endgame::MOST_PIECES;
use damier_protocol::hub::{
    Action, Engine, Identity, LineBuffer, LineError, Mode, Parameter, Value,
};
use damier_search::book::{BookChoice, PLIES};
use damier_search::{MAX_CONTEMPT, MAX_HASH_MIB, MAX_THREADS};

use crate::args::{EngineArgs, HubArgs};
use crate::brain::{Setting, Task, limits};
use crate::output::Output;
use crate::worker::{Report, Worker, brain};

enum Input {
    Line(String),
    Bad(LineError),
    End,
    Report(Report),
}

/// What other programs count as an entry of the hash table: `tt-size` is the power of two of their number.
const ENTRY_BYTES: usize = 16;

/// Inputs that may wait. A flood of lines is then held back where it comes from.
const MOST_WAITING: usize = 1_024;

fn parameters(args: &EngineArgs) -> Vec<Parameter> {
    let entries = (args.hash << 20) / ENTRY_BYTES;
    vec![
        Parameter::bool("book", args.book.is_some()),
        Parameter::int("book-ply", PLIES as i64, 0, 100),
        Parameter::int("book-margin", BookChoice::default().margin.into(), 0, 100),
        Parameter::bool("ponder", false),
        Parameter::int("threads", args.threads as i64, 1, MAX_THREADS as i64),
        Parameter::int("tt-size", entries.ilog2().clamp(16, 30).into(), 16, 30),
        Parameter::int("hash", args.hash as i64, 1, MAX_HASH_MIB as i64),
        Parameter::int("contempt", args.contempt.into(), 0, MAX_CONTEMPT.into()),
        Parameter::int("bb-size", args.bb_size.into(), 0, MOST_PIECES.into()),
    ]
}

fn identity() -> Identity {
    Identity {
        name: "damier".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        author: "damier contributors".to_owned(),
        country: "-".to_owned(),
    }
}

pub(crate) fn run(args: &HubArgs) -> Result<()> {
    let (sender, inputs) = mpsc::sync_channel(MOST_WAITING);
    let output = Output::start()?;
    let reports = sender.clone();
    let mut worker = Worker::start(brain(&args.engine)?, move |report| {
        reports.send(Input::Report(report)).is_ok()
    })?;
    read_input(sender)?;
    let mut engine = Engine::new(identity(), parameters(&args.engine)).batch(args.batch);
    for input in inputs {
        match input {
            Input::Line(line) => {
                tracing::debug!("> {line}");
                engine.receive(&line);
            }
            Input::Bad(problem) => engine.reject(&problem),
            Input::End => engine.close(),
            Input::Report(Report::Progress(id, progress)) => engine.progress(id, &progress),
            Input::Report(Report::Found { id, best, ponder }) => engine.finished(id, best, ponder),
        }
        while let Some(action) = engine.poll() {
            if matches!(action, Action::Exit) {
                worker.stop();
                output.finish();
                return Ok(());
            }
            act(action, &mut engine, &mut worker, &output);
        }
        if output.is_broken() {
            break;
        }
    }
    Ok(())
}

fn act(action: Action, engine: &mut Engine, worker: &mut Worker, output: &Output) {
    match action {
        Action::Send(line) => {
            tracing::debug!("< {line}");
            output.line(line);
        }
        Action::Configure { name, value } => {
            if let Err(problem) = configure(&name, &value, worker) {
                engine.refuse(&name, &format!("{name}={value}: {problem:#}"));
            }
        }
        Action::NewGame => worker.new_game(),
        Action::Search(job) => {
            let task = Task {
                game: job.game,
                limits: limits(&job.level),
                mode: job.mode,
            };
            worker.search(job.id, task, job.mode == Mode::Ponder);
        }
        Action::Stop => worker.stop(),
        Action::PonderHit => worker.ponder_hit(),
        Action::Log(text) => tracing::info!("{text}"),
        // Everything is ready from the beginning.
        Action::Initialise | Action::Exit => {}
    }
}

fn configure(name: &str, value: &Value, worker: &Worker) -> Result<()> {
    match (name, value) {
        ("book", Value::Bool(on)) => worker.set(Setting::Book(*on)),
        ("book-ply", Value::Int(plies)) => worker.set(Setting::BookPlies(*plies as usize)),
        ("book-margin", Value::Int(margin)) => worker.set(Setting::BookMargin(*margin as i32)),
        ("threads", Value::Int(threads)) => worker.set(Setting::Threads(*threads as usize)),
        ("hash", Value::Int(mib)) => worker.set(Setting::Hash(*mib as usize)),
        ("bb-size", Value::Int(pieces)) => worker.set(Setting::Tables(*pieces as u32)),
        ("contempt", Value::Int(worth)) => worker.set(Setting::Contempt(*worth as i32)),
        ("tt-size", Value::Int(power)) => worker.set(Setting::Hash((ENTRY_BYTES << *power) >> 20)),
        // The variant comes with every game; whether to ponder is the other program's choice.
        _ => Ok(()),
    }
}

fn read_input(sender: SyncSender<Input>) -> Result<()> {
    let read = move || {
        let mut buffer = LineBuffer::default();
        let mut bytes = [0; 1 << 14];
        let mut input = io::stdin().lock();
        loop {
            let count = match input.read(&mut bytes) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            buffer.push(bytes.get(..count).unwrap_or_default());
            if count == 0 {
                buffer.finish();
            }
            for line in buffer.by_ref() {
                let input = line.map_or_else(Input::Bad, Input::Line);
                if sender.send(input).is_err() {
                    return;
                }
            }
            if count == 0 {
                let _ = sender.send(Input::End);
                return;
            }
        }
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)
        .context("no thread for the input")?;
    Ok(())
}
