//! Threads that each make games with an engine of their own, and the one file that the games go to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use damier_core::{Board10, Position};
use damier_search::{Engine, Evaluate, TableSizeError};

use crate::record::{Appender, GameRecord};
use crate::selfplay::SelfPlayError;

/// What a thread came to.
pub(crate) enum Done {
    Game(GameRecord),
    /// Nothing this time.
    Skip,
    /// There are no more.
    End,
}

/// Lets `threads` repeat a `task` until the file, which has `count` games, has `total`, or `stop` is set. `tell`
/// hears the number of games in the file after each batch. Returns that number. The order in the file does not matter.
pub(crate) fn work<P, E>(
    threads: usize,
    engine: &(impl Fn() -> Result<Engine<P, E>, TableSizeError> + Sync),
    task: &(impl Fn(&mut Engine<P, E>) -> Result<Done, SelfPlayError> + Sync),
    (file, count): (&mut Appender, u64),
    total: u64,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<u64, SelfPlayError>
where
    P: Position<Geometry = Board10>,
    E: Evaluate<P>,
{
    let ended = AtomicBool::new(count >= total);
    let (send, receive) = mpsc::sync_channel::<GameRecord>(64);
    std::thread::scope(|scope| {
        let mut workers = vec![];
        for _ in 0..threads.max(1) {
            let send = send.clone();
            let ended = &ended;
            workers.push(scope.spawn(move || -> Result<(), SelfPlayError> {
                let mut engine = engine()?;
                while !ended.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    match task(&mut engine)? {
                        Done::Game(game) => {
                            // Nobody listens: the file could not be written.
                            if send.send(game).is_err() {
                                break;
                            }
                        }
                        Done::Skip => {}
                        Done::End => break,
                    }
                }
                Ok(())
            }));
        }
        drop(send);
        let written = write(file, receive, count, total, &ended, tell);
        for worker in workers {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        written
    })
}

/// Writes the games that come to a file that has `count` until it has `total`, and sets `ended` when no more are needed.
/// Returns the number in the file.
fn write(
    file: &mut Appender,
    games: mpsc::Receiver<GameRecord>,
    mut count: u64,
    total: u64,
    ended: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<u64, SelfPlayError> {
    /// Games written at once: little is lost in a crash, and the file is not all frame.
    const BATCH: usize = 16;
    let mut batch = vec![];
    for game in games {
        if count + batch.len() as u64 >= total {
            ended.store(true, Ordering::Relaxed);
            continue;
        }
        batch.push(game);
        if batch.len() == BATCH {
            file.append(&batch)
                .inspect_err(|_| ended.store(true, Ordering::Relaxed))?;
            count += batch.len() as u64;
            batch.clear();
            tell(count);
        }
    }
    if !batch.is_empty() {
        file.append(&batch)?;
        count += batch.len() as u64;
        tell(count);
    }
    Ok(count)
}
