//! New scores for games played before: a better evaluation looks at their positions again.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use damier_core::{Board10, Position};
use damier_search::{Control, Engine, Evaluate, Limits, Progress, TableSizeError};

use crate::crew::{self, Done};
use crate::record::{Appender, GameRecord, Games};
use crate::samples::is_quiet;
use crate::selfplay::SelfPlayError;

/// How games are looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Nodes a position.
    pub nodes: u64,
    /// Threads.
    pub threads: usize,
}

/// Copies the games that are not among `have` to a file, with new scores, each thread with an `engine` of its own.
/// Ends early when `stop` is set. `tell` hears the number of games in the file after each batch. Returns that number.
pub fn run<P, E>(
    settings: Settings,
    start: P,
    engine: &(impl Fn() -> Result<Engine<P, E>, TableSizeError> + Sync),
    games: Games,
    (file, have): (&mut Appender, &[u64]),
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<u64, SelfPlayError>
where
    P: Position<Geometry = Board10>,
    E: Evaluate<P>,
{
    let have: std::collections::HashSet<u64> = have.iter().copied().collect();
    let games = Mutex::new(games);
    let next = || {
        let mut games = games
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        games.find(|game| !game.as_ref().is_ok_and(|g| have.contains(&g.number)))
    };
    let task = |engine: &mut Engine<P, E>| {
        Ok(match next().transpose()? {
            Some(game) => Done::Game(rescored(game, start, settings.nodes, engine)),
            None => Done::End,
        })
    };
    let file = (file, have.len() as u64);
    crew::work(settings.threads, engine, &task, file, u64::MAX, stop, tell)
}

/// The game with a new score for each position that a fit would look at. It depends on the game and the engine alone.
pub fn rescored<P, E>(
    mut game: GameRecord,
    start: P,
    nodes: u64,
    engine: &mut Engine<P, E>,
) -> GameRecord
where
    P: Position<Geometry = Board10>,
    E: Evaluate<P>,
{
    engine.new_game();
    let limits = Limits::nodes(nodes);
    let mut played = damier_core::Game::new(start);
    for (ply, &choice) in game.moves.iter().enumerate() {
        let legal = played.position().legal_moves();
        let Some(mv) = legal.get(usize::from(choice)) else {
            break;
        };
        let score = ply
            .checked_sub(usize::from(game.opening))
            .and_then(|i| game.scores.get_mut(i));
        if let Some(score) = score
            && legal.len() > 1
            && is_quiet(played.position(), mv)
        {
            let found = engine.search(&played, &limits, &Control::new(), &mut |_: &Progress| {});
            *score = found.score().0 as i16;
        }
        if played.play(mv).is_err() {
            break;
        }
    }
    game
}
