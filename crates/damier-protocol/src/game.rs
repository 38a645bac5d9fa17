//! A game of either kind behind one type, for protocols that learn at run time which one is played.

use damier_core::{Alician, MoveList};
use damier_core::{
    AnyPosition, Color, Game, IllegalMove, Move, Outcome, Position, Rules, Single, with_position,
};
use damier_notation::movetext::{self, MoveTextError};
use damier_notation::{fen, hub};

/// A game of any kind, with its history. Take it apart with [`with_game!`](crate::with_game).
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Of international draughts.
    International(Game<Single>),
    /// Of Alician draughts.
    Alician(Game<Alician>),
}

/// Runs the same code for whatever game it is, compiled for each.
///
/// ```
/// use damier_protocol::{AnyGame, with_game};
/// let game = AnyGame::new(damier_core::Rules::International.start());
/// assert_eq!(with_game!(&game, |g| g.len()), 0);
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, |$game:ident| $body:expr) => {
        match $any {
            $crate::AnyGame::International($game) => $body,
            $crate::AnyGame::Alician($game) => $body,
        }
    };
}

impl AnyGame {
    /// A game that starts in a position.
    pub fn new(start: AnyPosition) -> Self {
        match start {
            AnyPosition::International(start) => Self::International(Game::new(start)),
            AnyPosition::Alician(start) => Self::Alician(Game::new(start)),
        }
    }

    /// Where it started.
    pub fn start(&self) -> AnyPosition {
        with_game!(self, |g| (*g.start()).into())
    }

    /// The position now.
    pub fn position(&self) -> AnyPosition {
        with_game!(self, |g| (*g.position()).into())
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.start().rules()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        with_game!(self, |g| g.position().turn())
    }

    /// The moves so far.
    pub fn moves(&self) -> Vec<Move> {
        with_game!(self, |g| g.moves().copied().collect())
    }

    /// Number of moves so far.
    pub fn len(&self) -> usize {
        with_game!(self, |g| g.len())
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The legal moves, sorted. Draws by rule are not looked at.
    pub fn legal_moves(&self) -> MoveList {
        with_game!(self, |g| g.position().legal_moves())
    }

    /// How the game has ended by the rules, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, |g| g.outcome())
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        with_game!(self, |g| g.occurrences())
    }

    /// Reads a move of the present position in any form.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        with_position!(self.position(), |p| movetext::read(&p, text))
    }

    /// Plays a legal move, past a draw by rule if need be: the partner decides when the game ends.
    pub fn play(&mut self, mv: &Move) -> Result<(), IllegalMove> {
        with_game!(self, |g| g.play_past_draws(mv))
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        with_game!(self, |g| g.undo())
    }

    /// The present position as a Hub position string.
    pub fn hub(&self) -> String {
        with_position!(self.position(), |p| hub::write(&p))
    }

    /// The present position as FEN.
    pub fn fen(&self) -> String {
        with_position!(self.position(), |p| fen::write(&p))
    }

    /// The game from its last move that cannot be taken back on the board: what a draw rule may still look at.
    #[must_use]
    pub fn since_irreversible(&self) -> Self {
        with_game!(self, |g| {
            let reversible = (g.counts().king_plies as usize).min(g.len());
            let at = g.len() - reversible;
            let Some(start) = g.positions().nth(at) else {
                return self.clone();
            };
            let mut short = Game::new(*start);
            for mv in g.moves().skip(at) {
                // The moves were legal in the longer game.
                let _ = short.play_past_draws(mv);
            }
            short.into()
        })
    }
}

impl From<Game<Single>> for AnyGame {
    fn from(game: Game<Single>) -> Self {
        Self::International(game)
    }
}

impl From<Game<Alician>> for AnyGame {
    fn from(game: Game<Alician>) -> Self {
        Self::Alician(game)
    }
}
