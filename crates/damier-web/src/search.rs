//! Searches for those who asked: a thread each behind one gate, engines that are used again, a switch that ends a
//! search when nobody wants it any more.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::http::StatusCode;
use damier_core::{Alician, Color, Game, Move, Single};
use damier_notation::movetext::{self, Form};
use damier_search::book::{self, BookChoice};
use damier_search::{
    Choice, Clock, Control, Engine, Evaluation, Found, Gate, Limits, Progress, Score,
};
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Refused;
use crate::game::{AnyTable, Played, with_table};
use crate::level::Level;
use crate::records::{MoveRecord, numbers};
use crate::state::Shared;
use crate::turns::Queue;

/// Plies of a line that are shown.
const LINE: usize = 24;
/// Most lines of an analysis.
const MOST_LINES: usize = 10;
/// How long a request waits for a search before it to end.
const PATIENCE: Duration = Duration::from_millis(500);

type EngineOf<P> = Engine<P, Evaluation<P>>;

/// Engines that wait for work.
pub(crate) struct Pool<P: Played>(Mutex<Vec<EngineOf<P>>>);

/// All searches of a server.
pub(crate) struct Searches {
    queue: Queue,
    room: Arc<Semaphore>,
    most: usize,
    hash_mib: usize,
    international: Pool<Single>,
    alician: Pool<Alician>,
}

/// Where the engines of a game wait.
pub(crate) trait Pooled: Played {
    fn pool(searches: &Searches) -> &Pool<Self>;
}

impl Pooled for Single {
    fn pool(searches: &Searches) -> &Pool<Self> {
        &searches.international
    }
}

impl Pooled for Alician {
    fn pool(searches: &Searches) -> &Pool<Self> {
        &searches.alician
    }
}

/// What is searched for.
#[derive(Clone, Debug)]
pub(crate) enum Purpose {
    /// What the position is worth.
    Analysis(Limits),
    /// A move of some strength.
    Move {
        level: Level,
        clock: Option<Clock>,
        /// Openings may come from the book.
        book: bool,
        seed: Option<u64>,
    },
}

/// Limits of an analysis as a request tells them.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsRequest {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) lines: Option<usize>,
}

impl LimitsRequest {
    /// The limits, with a time that is never longer than `most`.
    pub(crate) fn limits(self, default: Duration, most: Duration) -> Result<Limits, Refused> {
        let lines = self.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Refused::bad(format!(
                "{lines} lines: expected 1 to {MOST_LINES}"
            )));
        }
        let time = match self.seconds {
            None => default,
            Some(value) => {
                damier_search::seconds(value).map_err(|e| Refused::bad(e.to_string()))?
            }
        };
        if time > most {
            return Err(Refused::bad(format!(
                "{} seconds: expected at most {}",
                time.as_secs_f64(),
                most.as_secs_f64()
            )));
        }
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: Some(time),
            lines,
            analyse: true,
            clock: None,
        };
        limits.check().map_err(|e| Refused::bad(e.to_string()))?;
        Ok(limits)
    }
}

/// A clock as a request tells it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockRequest {
    remaining_ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

impl From<ClockRequest> for Clock {
    fn from(clock: ClockRequest) -> Self {
        Self {
            remaining: Duration::from_millis(clock.remaining_ms),
            increment: Duration::from_millis(clock.increment_ms),
            moves_to_go: None,
        }
    }
}

/// A line as far as it is known.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LineRecord {
    depth: u32,
    deepest: u32,
    /// From 1.
    rank: usize,
    /// In men, for White.
    white: f64,
    /// Plies to the end, positive if White wins.
    plies_to_end: Option<i32>,
    /// The game is decided.
    decided: bool,
    nodes: u64,
    seconds: f64,
    moves: Vec<StepRecord>,
}

/// A move of a line.
#[derive(Clone, Debug, Serialize)]
struct StepRecord {
    hub: String,
    short: String,
    from: u8,
    to: u8,
    captured: Vec<u8>,
    board: Option<char>,
}

/// What a search says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum News {
    Line(LineRecord),
    Done {
        /// The move to play; none if the game is over.
        best: Option<MoveRecord>,
        lines: Vec<LineRecord>,
        nodes: u64,
        seconds: f64,
    },
}

/// A search that goes on as long as this is kept.
#[derive(Debug)]
pub(crate) struct Job(Control);

impl Drop for Job {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Job {
    /// Ends the search; it still tells what it found.
    pub(crate) fn stop(&self) {
        self.0.stop();
    }
}

impl Searches {
    pub(crate) fn new(threads: usize, hash_mib: usize, most: usize) -> Self {
        Self {
            queue: Queue::new(threads),
            room: Arc::new(Semaphore::new(most)),
            most,
            hash_mib,
            international: Pool(Mutex::new(vec![])),
            alician: Pool(Mutex::new(vec![])),
        }
    }

    /// Searches that go on now.
    pub(crate) fn running(&self) -> usize {
        self.most - self.room.available_permits()
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Refused> {
        let room = Arc::clone(&self.room);
        match tokio::time::timeout(PATIENCE, room.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Refused::new(
                StatusCode::SERVICE_UNAVAILABLE,
                format!(
                    "{} searches are going on, as many as are allowed: try again later",
                    self.most
                ),
            )),
        }
    }

    /// Starts a search. `tell` hears of it on the thread of the search, the end last.
    pub(crate) async fn start(
        shared: &Arc<Shared>,
        table: AnyTable,
        purpose: Purpose,
        mut tell: impl FnMut(News) + Send + 'static,
    ) -> Result<Job, Refused> {
        let permit = shared.searches.permit().await?;
        let control = Control::gated(Arc::new(shared.searches.queue.clone()));
        let job = Job(control.clone());
        let shared = Arc::clone(shared);
        let run = move || {
            let done = with_table!(table, |table| search(
                &shared,
                table.game(),
                &purpose,
                &control,
                &mut tell
            ));
            // Whoever hears of the end finds room for the next search.
            Queue::leave();
            drop(permit);
            if let Some(done) = done {
                tell(done);
            }
        };
        std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(run)
            .map_err(|error| {
                Refused::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!("no thread for another search: {error}"),
                )
            })?;
        Ok(job)
    }
}

impl<P: Pooled> Pool<P> {
    fn take(&self) -> Option<EngineOf<P>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put(&self, engine: EngineOf<P>, most: usize) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < most {
            waiting.push(engine);
        }
    }
}

fn engine<P: Pooled>(shared: &Shared, position: &P) -> Option<EngineOf<P>> {
    let known = P::pool(&shared.searches).take();
    let mut engine = if let Some(engine) = known {
        engine
    } else {
        let evaluation = P::evaluation(&Choice::Learned);
        let evaluation = evaluation.inspect_err(|e| tracing::error!("evaluation: {e}"));
        let engine = Engine::new(evaluation.ok()?, shared.searches.hash_mib);
        engine
            .inspect_err(|e| tracing::error!("engine: {e}"))
            .ok()?
    };
    engine.set_endgame(Some(Box::new(position.tables(shared).clone())));
    Some(engine)
}

/// Searches; gives the last news back, to be told when the search has left.
fn search<P: Pooled>(
    shared: &Shared,
    game: &Game<P>,
    purpose: &Purpose,
    control: &Control,
    tell: &mut impl FnMut(News),
) -> Option<News> {
    let searches = &shared.searches;
    if let Some(mv) = opening(shared, game, purpose) {
        return Some(News::Done {
            best: Some(MoveRecord::new(game.position(), &mv)),
            lines: vec![],
            nodes: 0,
            seconds: 0.0,
        });
    }
    searches.queue.pass(control);
    let mut engine = engine(shared, game.position())?;
    // A search that is alone takes every place; more searches take one each.
    let places = if searches.running() <= 1 {
        searches.queue.places()
    } else {
        1
    };
    let found = match purpose {
        Purpose::Analysis(limits) => {
            engine.set_threads(places);
            let mut line = |p: &Progress| tell(News::Line(record(game.position(), p)));
            engine.search(game, limits, control, &mut line)
        }
        Purpose::Move { level, clock, .. } => {
            if level.is_full() {
                engine.set_threads(places);
            } else {
                engine.set_threads(1);
                // What a search before it left in the table would make a weak level stronger.
                engine.new_game();
            }
            engine.search(game, &level.limits(*clock), control, &mut |_: &Progress| {})
        }
    };
    P::pool(searches).put(engine, searches.queue.places().max(2));
    Some(done(game.position(), &found, purpose))
}

/// A move of the opening book, if the engine may play from one and knows the position.
fn opening<P: Played>(shared: &Shared, game: &Game<P>, purpose: &Purpose) -> Option<Move> {
    let Purpose::Move {
        book: true, seed, ..
    } = purpose
    else {
        return None;
    };
    if game.len() >= book::PLIES {
        return None;
    }
    let position = game.position();
    let book = shared.openings.book(position.rules())?;
    let random = seed.unwrap_or_else(clock_noise);
    book.choose(position, &BookChoice::default(), random)
}

fn done<P: Played>(position: &P, found: &Found, purpose: &Purpose) -> News {
    let best = match purpose {
        Purpose::Analysis(_) => found.best,
        Purpose::Move { level, seed, .. } => {
            let random = seed.unwrap_or_else(clock_noise);
            let chosen = level.choose(&found.lines, random);
            chosen.and_then(|l| l.line.first().copied()).or(found.best)
        }
    };
    News::Done {
        best: best.map(|mv| MoveRecord::new(position, &mv)),
        lines: found.lines.iter().map(|l| record(position, l)).collect(),
        nodes: found.nodes,
        seconds: found.time.as_secs_f64(),
    }
}

/// A number nobody foresees, good enough to choose among moves.
fn clock_noise() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanos = now.map_or(0, |d| d.subsec_nanos());
    u64::from(nanos).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33
}

fn record<P: Played>(position: &P, progress: &Progress) -> LineRecord {
    let white = match position.turn() {
        Color::White => progress.score,
        Color::Black => Score(-progress.score.0),
    };
    LineRecord {
        depth: progress.depth,
        deepest: progress.deepest,
        rank: progress.rank,
        white: f64::from(white.0) / 100.0,
        plies_to_end: white.plies_to_end(),
        decided: white.is_decided(),
        nodes: progress.nodes,
        seconds: progress.time.as_secs_f64(),
        moves: steps(position, &progress.line),
    }
}

fn steps<P: Played>(start: &P, line: &[Move]) -> Vec<StepRecord> {
    let mut position = *start;
    let mut steps = vec![];
    for mv in line.iter().take(LINE) {
        let step = StepRecord {
            hub: mv.to_string(),
            short: movetext::write(&position, mv, Form::Short),
            from: mv.from.number(),
            to: mv.to.number(),
            captured: numbers(mv.captured),
            board: position.piece_at(mv.from).map(|(board, _)| board.letter()),
        };
        let Ok(next) = position.play(mv) else { break };
        steps.push(step);
        position = next;
    }
    steps
}
