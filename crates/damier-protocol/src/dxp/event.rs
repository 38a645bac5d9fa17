//! What one end of a connection asks for and tells, and what it cannot do.

use std::time::Duration;

use damier_core::{Color, Game, Move, Single};
use thiserror::Error;

use super::message::{BackCode, Message, Refusal};
use super::record::GameRecord;
use super::request::GameRequest;

/// A move that this end has to make.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its number, to be given back with the move.
    pub id: u64,
    /// The game so far.
    pub game: Game<Single>,
    /// Time left for the rest of the game; `None` without a limit.
    pub remaining: Option<Duration>,
    /// Moves left in it, this one included; `None` without a limit.
    pub moves_to_go: Option<u32>,
}

/// What has happened or is to be done, in this order.
#[derive(Clone, Debug)]
pub enum Event {
    /// Send this message, with its zero byte.
    Send {
        /// What.
        message: Message,
        /// Nothing shows that the one before has been read. Some programs lose the second of two messages that
        /// arrive together: leave a tenth of a second between them.
        pause: bool,
    },
    /// A game has begun.
    Started {
        /// What was asked for.
        request: GameRequest,
        /// The other end's name.
        opponent: String,
        /// What we play.
        ours: Color,
    },
    /// There is no game; `None` if the other end gave no answer.
    Refused(Option<Refusal>),
    /// Make a move: [`Session::play`](super::Session::play).
    Turn(Turn),
    /// The move asked for is no longer wanted.
    Abort,
    /// The other end has moved.
    Moved {
        /// Its move.
        mv: Move,
        /// How long it took, by our clock.
        time: Duration,
    },
    /// The other end has sent something that is no legal move. It was told so; it may send another.
    Illegal {
        /// What it sent.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Moves were taken back to this ply.
    TakenBack {
        /// Number of moves that remain.
        ply: usize,
    },
    /// The answer to our wish to take moves back.
    BackAnswer(BackCode),
    /// A game is over.
    Over(Box<GameRecord>),
    /// Text for people.
    Chat(String),
    /// Something for the log.
    Note(String),
    /// Close the connection. The last event.
    Close,
}

/// Something that cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// Only the initiator asks for games.
    #[error("a follower does not ask for games")]
    Follower,
    /// A game or a request is going on.
    #[error("a game is going on or was asked for")]
    Busy,
    /// There is no game.
    #[error("no game is going on")]
    NoGame,
    /// It is not this end's turn, or no longer this turn.
    #[error("it is not our turn, or another one by now")]
    NotOurTurn,
    /// The move is not legal.
    #[error("the move is not legal")]
    Illegal,
    /// The game has no such move.
    #[error("the game has no such move")]
    NoSuchMove,
    /// The connection is closed.
    #[error("the connection is closed")]
    Closed,
}
