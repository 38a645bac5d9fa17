//! Games of many inputs through many threads and out again in their order, holding only a few of them at a time.
//! Knows nothing of what is done with them.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use damier_notation::pdn::{Games, Record, Resolver};

use super::input::{Reading, Source};
use super::progress::Progress;

/// Games that go to a thread at once, and the bytes after which they are enough.
const GAMES: usize = 64;
const BYTES: usize = 256 * 1024;
/// Batches a thread that are under way at once.
const AHEAD: usize = 3;

/// What became of some games of one input that follow each other.
#[derive(Debug)]
pub(crate) struct Batch<T> {
    /// The place of the input among all.
    pub(crate) source: usize,
    /// An answer for each game.
    pub(crate) answers: Vec<T>,
    /// Given with the last games of an input: whether it could be read to its end.
    pub(crate) end: Option<io::Result<()>>,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    On,
    Enough,
}

/// Calls `work` for every game, in many threads at once, and hands the answers to `take` in the order of the games.
pub(crate) fn run<T: Send>(
    sources: &[Source],
    reading: &Reading,
    work: impl Fn(&mut Resolver, &Source, Record) -> T + Sync,
    mut take: impl FnMut(Batch<T>, &mut Progress) -> anyhow::Result<Flow>,
) -> anyhow::Result<()> {
    let threads = reading.threads();
    let mut progress = Progress::new(sources);
    // A permit for every batch under way: reading waits until what was read has been taken.
    let (permit, permits) = mpsc::channel();
    for _ in 0..threads * AHEAD {
        // The other end is in the next line.
        let _ = permit.send(());
    }
    let feed = Mutex::new(Feed::new(sources, reading, permits));
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let (feed, work) = (&feed, &work);
            scope.spawn(move || worker(feed, sources, work, &sender));
        }
        drop(sender);
        // Moved in here, so that leaving early closes it and ends the workers.
        let permit = permit;
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for message in receiver {
            let Some((number, read, batch)) = message else {
                // The scope hands on the panic of the worker.
                return Ok(());
            };
            waiting.insert(number, (read, batch));
            while let Some((read, batch)) = waiting.remove(&next) {
                next += 1;
                progress.advance(read);
                if take(batch, &mut progress)? == Flow::Enough {
                    return Ok(());
                }
                let _ = permit.send(());
            }
        }
        Ok(())
    })
}

/// A batch with its number and the bytes it was read from; nothing if the worker has failed.
type Message<T> = Option<(u64, u64, Batch<T>)>;

fn worker<T>(
    feed: &Mutex<Feed<'_>>,
    sources: &[Source],
    work: &impl Fn(&mut Resolver, &Source, Record) -> T,
    sender: &Sender<Message<T>>,
) {
    /// Tells the other side of a panic, which would wait for the batch for ever.
    struct Guard<'a, T>(&'a Sender<Message<T>>);
    impl<T> Drop for Guard<'_, T> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                let _ = self.0.send(None);
            }
        }
    }
    let _guard = Guard(sender);
    let mut resolver = Resolver::default();
    loop {
        let raw = feed.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(raw) = raw else { return };
        let Some(source) = sources.get(raw.source) else {
            return;
        };
        let answers = raw
            .records
            .into_iter()
            .map(|record| work(&mut resolver, source, record))
            .collect();
        let batch = Batch {
            source: raw.source,
            answers,
            end: raw.end,
        };
        if sender.send(Some((raw.number, raw.read, batch))).is_err() {
            return;
        }
    }
}

/// Games as they were read.
struct Raw {
    number: u64,
    source: usize,
    records: Vec<Record>,
    /// Bytes read.
    read: u64,
    end: Option<io::Result<()>>,
}

/// Reads the inputs one after the other.
struct Feed<'a> {
    sources: &'a [Source],
    reading: &'a Reading,
    permits: Receiver<()>,
    number: u64,
    source: usize,
    open: Option<Games<Box<dyn Read + Send>>>,
    /// Where the last game of the open input ended.
    offset: u64,
}

impl<'a> Feed<'a> {
    fn new(sources: &'a [Source], reading: &'a Reading, permits: Receiver<()>) -> Self {
        Self {
            sources,
            reading,
            permits,
            number: 0,
            source: 0,
            open: None,
            offset: 0,
        }
    }

    fn next(&mut self) -> Option<Raw> {
        let source = self.sources.get(self.source)?;
        self.permits.recv().ok()?;
        let mut raw = Raw {
            number: self.number,
            source: self.source,
            records: vec![],
            read: 0,
            end: None,
        };
        self.number += 1;
        let before = self.offset;
        let opened = match self.open.take() {
            Some(games) => Ok(games),
            None => source
                .open()
                .map(|input| Games::with_options(input, self.reading.options())),
        };
        match opened {
            Ok(mut games) => {
                raw.end = self.fill(&mut games, &mut raw.records);
                self.open = Some(games);
            }
            Err(error) => raw.end = Some(Err(error)),
        }
        raw.read = self.offset - before;
        if raw.end.is_some() {
            self.source += 1;
            self.open = None;
            self.offset = 0;
        }
        Some(raw)
    }

    /// Reads games until they are enough for a batch; at the end of the input it says how that went.
    fn fill(
        &mut self,
        games: &mut Games<Box<dyn Read + Send>>,
        records: &mut Vec<Record>,
    ) -> Option<io::Result<()>> {
        let mut bytes = 0;
        while records.len() < GAMES && bytes < BYTES {
            match games.next() {
                Some(Ok(record)) => {
                    bytes += record.source().len();
                    self.offset = record.place.end;
                    records.push(record);
                }
                Some(Err(error)) => return Some(Err(error)),
                None => return Some(Ok(())),
            }
        }
        None
    }
}

/// Inputs that could not be read: told at once, and remembered for the exit code.
#[derive(Debug, Default)]
pub(crate) struct Failures(usize);

impl Failures {
    /// Tells of an input that has ended badly; whether it has ended well.
    pub(crate) fn note(
        &mut self,
        source: &Source,
        end: io::Result<()>,
        progress: &Progress,
    ) -> bool {
        let Err(error) = end else { return true };
        self.0 += 1;
        let error = anyhow::Error::new(error).context(format!("cannot read {}", source.name()));
        progress.suspend(|| crate::output::complain(&error));
        false
    }

    /// The answer, unless something could not be read.
    pub(crate) fn result(
        &self,
        answer: crate::output::Answer,
    ) -> anyhow::Result<crate::output::Answer> {
        match self.0 {
            0 => Ok(answer),
            1 => anyhow::bail!("1 file could not be read"),
            n => anyhow::bail!("{n} files could not be read"),
        }
    }
}
