//! Fast games of the engine against itself, for training.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use damier_core::{Board10, Color, Game, Position};
use damier_search::{Control, Engine, Evaluate, Limits, Progress, TableSizeError, Verdict};

use crate::crew::{self, Done};
use crate::random::Random;
use crate::record::{Appender, Ending, GameRecord, RecordError};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// With the number of a game it decides the game.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Random plies at the start, least and most.
    pub opening: (usize, usize),
    /// An opening judged further from balance than this is thrown away, hundredths of a man.
    pub balance: i32,
    /// A side this far ahead ...
    pub far_ahead: i32,
    /// ... for this many plies has won.
    pub plies_ahead: usize,
    /// One adjudicated game in so many is played out to see whether that was right.
    pub played_out: usize,
    /// Longer games are drawn.
    pub longest: usize,
    /// Threads.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: 1_000,
            opening: (6, 8),
            balance: 120,
            far_ahead: 500,
            plies_ahead: 6,
            played_out: 20,
            longest: 300,
            threads: 1,
        }
    }
}

/// What stops self-play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// The file of games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The hash tables.
    #[error(transparent)]
    Table(#[from] TableSizeError),
}

/// The hash table of a game this fast, MiB.
pub const HASH_MIB: usize = 2;

/// Plays games until there are `total` in the file or `stop` is set, each thread with an `engine` of its own. `tell`
/// hears the number of games in the file after each batch. Returns that number.
pub fn run<P, E>(
    settings: &Settings,
    start: P,
    engine: &(impl Fn() -> Result<Engine<P, E>, TableSizeError> + Sync),
    (file, have): (&mut Appender, &[u64]),
    total: u64,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<u64, SelfPlayError>
where
    P: Position<Geometry = Board10>,
    E: Evaluate<P>,
{
    let have: std::collections::HashSet<u64> = have.iter().copied().collect();
    let count = have.len() as u64;
    // A game's opening may be thrown away, so numbers run ahead of games.
    let next = AtomicU64::new(0);
    let task = |engine: &mut Engine<P, E>| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if have.contains(&number) {
            return Ok(Done::Skip);
        }
        Ok(play(settings, number, start, engine).map_or(Done::Skip, Done::Game))
    };
    let file = (file, count);
    crew::work(settings.threads, engine, &task, file, total, stop, tell)
}

/// The number that a result is for White.
fn for_white(winner: Option<Color>) -> i8 {
    match winner {
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => 0,
    }
}

/// Plays game `number`; `None` if its opening is not balanced.
pub fn play<P, E>(
    settings: &Settings,
    number: u64,
    start: P,
    engine: &mut Engine<P, E>,
) -> Option<GameRecord>
where
    P: Position<Geometry = Board10>,
    E: Evaluate<P>,
{
    let mut random = Random::new(settings.seed, number);
    let mut game = Game::new(start);
    let mut moves = vec![];
    let (least, most) = settings.opening;
    for _ in 0..least + random.below(most - least + 1) {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            return None;
        }
        let choice = random.below(legal.len());
        moves.push(choice as u16);
        game.play(&legal[choice]).ok()?;
    }
    engine.new_game();
    let opening = moves.len() as u16;
    let limits = Limits::nodes(settings.nodes);
    let mut scores: Vec<i16> = vec![];
    let mut decided: Option<(i8, Ending)> = None;
    let play_out = random.one_in(settings.played_out);
    loop {
        if let Some(outcome) = game.outcome() {
            let result = for_white(outcome.winner);
            return Some(record(
                number,
                opening,
                moves,
                scores,
                (result, Ending::Rules),
                decided,
            ));
        }
        if game.len() >= settings.longest {
            return Some(record(
                number,
                opening,
                moves,
                scores,
                (0, Ending::Length),
                decided,
            ));
        }
        if decided.is_none()
            && let Some(verdict) = engine.judged(&game)
        {
            let winner = match verdict {
                Verdict::Win => Some(game.position().turn()),
                Verdict::Loss => Some(!game.position().turn()),
                Verdict::Draw => None,
            };
            let verdict = (for_white(winner), Ending::Tables);
            if !play_out {
                return Some(record(number, opening, moves, scores, verdict, None));
            }
            decided = Some(verdict);
        }
        let legal = game.position().legal_moves();
        let found = engine.search(&game, &limits, &Control::new(), &mut |_: &Progress| {});
        let best = found.best?;
        let score = if legal.len() == 1 && found.depth() == 0 {
            scores.last().map_or(0, |s| -s)
        } else {
            found.score().0 as i16
        };
        if scores.is_empty() && i32::from(score).abs() > settings.balance {
            return None;
        }
        scores.push(score);
        let white = match game.position().turn() {
            Color::White => 1,
            Color::Black => -1,
        };
        if decided.is_none() {
            let verdict = if found.score().plies_to_end().is_some() {
                Some(Ending::Proved)
            } else if far_ahead(&scores, settings) {
                Some(Ending::FarAhead)
            } else {
                None
            };
            if let Some(ending) = verdict {
                let result = white * i8::try_from(score.signum()).unwrap_or(0);
                if !play_out {
                    moves.push(legal.iter().position(|m| *m == best)? as u16);
                    let decided = (result, ending);
                    return Some(record(number, opening, moves, scores, decided, None));
                }
                decided = Some((result, ending));
            }
        }
        moves.push(legal.iter().position(|m| *m == best)? as u16);
        game.play(&best).ok()?;
    }
}

/// Whether the same side was far ahead in each of the last scores, in both players' eyes.
fn far_ahead(scores: &[i16], settings: &Settings) -> bool {
    let Some(last) = scores.last() else {
        return false;
    };
    scores.len() >= settings.plies_ahead
        && scores
            .iter()
            .rev()
            .take(settings.plies_ahead)
            .enumerate()
            .all(|(i, &s)| {
                let from_last = if i % 2 == 0 { s } else { -s };
                i32::from(from_last) * i32::from(last.signum()) >= settings.far_ahead
            })
}

fn record(
    number: u64,
    opening: u16,
    moves: Vec<u16>,
    scores: Vec<i16>,
    (result, ending): (i8, Ending),
    decided: Option<(i8, Ending)>,
) -> GameRecord {
    let (final_result, final_ending) = decided.unwrap_or((result, ending));
    GameRecord {
        number,
        opening,
        moves,
        scores,
        result: final_result,
        ending: final_ending,
        played_out: decided.map(|_| result),
    }
}
