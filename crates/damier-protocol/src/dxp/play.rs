//! A game that is going on, with both clocks. Knows nothing of messages.

use std::time::Duration;

use damier_core::{Color, Game, Move, Position, Single};

use super::record::{Ending, GameRecord, Standing};
use super::request::GameRequest;

/// A game and what it takes to keep its time.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) request: GameRequest,
    pub(super) opponent: String,
    pub(super) ours: Color,
    pub(super) game: Game<Single>,
    /// Time used by White and Black, without the turn that is going on. Taking moves back gives no time back.
    pub(super) used: [Duration; 2],
    pub(super) turn_since: Duration,
    /// A ply that we want to go back to, and since when.
    pub(super) back: Option<(usize, Duration)>,
    times: Vec<Duration>,
}

impl Play {
    pub(super) fn new(request: GameRequest, opponent: String, ours: Color, now: Duration) -> Self {
        Self {
            game: Game::new(request.start()),
            request,
            opponent,
            ours,
            used: [Duration::ZERO; 2],
            turn_since: now,
            back: None,
            times: vec![],
        }
    }

    /// Time that a side has used until now.
    pub(super) fn used(&self, color: Color, now: Duration) -> Duration {
        let turn = self.game.position().turn() == color;
        let running = now.saturating_sub(self.turn_since);
        self.used[color as usize] + if turn { running } else { Duration::ZERO }
    }

    /// Moves of our own left until the limit, one at least.
    pub(super) fn moves_to_go(&self) -> Option<u32> {
        let limit = u32::from(self.request.moves);
        let made = self.game.len() as u32 / 2;
        (limit > 0).then(|| limit.saturating_sub(made).max(1))
    }

    /// Makes a legal move and says how long it took; `None` if it is not legal. Draws by rule are for the side to
    /// move to claim: a move past one is a move.
    pub(super) fn make(&mut self, mv: &Move, now: Duration) -> Option<Duration> {
        let mover = self.game.position().turn();
        self.game.play_past_draws(mv).ok()?;
        let time = now.saturating_sub(self.turn_since);
        self.used[mover as usize] += time;
        self.turn_since = now;
        self.times.push(time);
        Some(time)
    }

    /// Puts the running turn on the clock of the side to move.
    pub(super) fn charge(&mut self, now: Duration) {
        let mover = self.game.position().turn();
        self.used[mover as usize] += now.saturating_sub(self.turn_since);
        self.turn_since = now;
    }

    /// The ply before the move with this number, if the game has got that far.
    pub(super) fn ply(&self, number: u16, turn: Color) -> Option<usize> {
        let half = usize::from(turn == Color::Black);
        let first = usize::from(self.game.start().turn() == Color::Black);
        let ply = (2 * usize::from(number.checked_sub(1)?) + half).checked_sub(first)?;
        (ply <= self.game.len()).then_some(ply)
    }

    pub(super) fn take_back(&mut self, ply: usize, now: Duration) {
        self.charge(now);
        self.back = None;
        while self.game.len() > ply && self.game.undo().is_some() {}
        self.times.truncate(ply);
    }

    /// How the game stands by the rules.
    pub(super) fn standing(&self) -> Standing {
        self.game.outcome().map(Standing::from).unwrap_or_default()
    }

    pub(super) fn record(
        self,
        ending: Ending,
        our_view: Standing,
        their_view: Standing,
    ) -> GameRecord {
        GameRecord {
            request: self.request,
            opponent: self.opponent,
            ours: self.ours,
            game: self.game,
            times: self.times,
            ending,
            our_view,
            their_view,
        }
    }
}
