//! A game as one end of the connection has seen it, and who has won it as far as both ends agree.

use std::time::Duration;

use damier_core::{Color, Game, Outcome, Single};

use super::message::Reason;
use super::request::GameRequest;

/// How a game stands, from the view of one who looks at the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Nobody says.
    #[default]
    Unknown,
    /// This side has won.
    Won(Color),
    /// Drawn.
    Draw,
}

impl Standing {
    /// What a reason means that is given by a side.
    pub const fn of(reason: Reason, sender: Color) -> Self {
        let other = match sender {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        match reason {
            Reason::Unknown => Self::Unknown,
            Reason::Lost => Self::Won(other),
            Reason::Draw => Self::Draw,
            Reason::Won => Self::Won(sender),
        }
    }

    /// The reason that a side gives for it.
    pub fn reason(self, sender: Color) -> Reason {
        match self {
            Self::Unknown => Reason::Unknown,
            Self::Draw => Reason::Draw,
            Self::Won(color) if color == sender => Reason::Won,
            Self::Won(_) => Reason::Lost,
        }
    }

    /// What two ends say together: unknown where they contradict each other.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        match (self, other) {
            (known, Self::Unknown) | (Self::Unknown, known) => known,
            (a, b) if a == b => a,
            _ => Self::Unknown,
        }
    }

    /// `2-0`, `1-1`, `0-2` or `*`.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Unknown => "*",
            Self::Won(Color::White) => "2-0",
            Self::Won(Color::Black) => "0-2",
            Self::Draw => "1-1",
        }
    }
}

impl From<Outcome> for Standing {
    fn from(outcome: Outcome) -> Self {
        outcome.winner.map_or(Self::Draw, Self::Won)
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules.
    Rules(Outcome),
    /// The number of moves that was agreed on.
    MoveLimit,
    /// A side's time is used up, by our clock.
    Time(Color),
    /// A side ended it, for reasons of its own.
    Side(Color),
    /// The connection broke.
    Disconnected,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// What was asked for.
    pub request: GameRequest,
    /// The other end's name.
    pub opponent: String,
    /// What we played.
    pub ours: Color,
    /// The moves.
    pub game: Game<Single>,
    /// How long each move took, by our clock.
    pub times: Vec<Duration>,
    /// What ended it.
    pub ending: Ending,
    /// How it stands as we see it.
    pub our_view: Standing,
    /// How it stands as the other end has said, if it was the one to end it.
    pub their_view: Standing,
}

impl GameRecord {
    /// How it stands, unless the two ends contradict each other.
    pub fn standing(&self) -> Standing {
        self.our_view.with(self.their_view)
    }

    /// Whether the two ends contradict each other.
    pub fn is_disputed(&self) -> bool {
        self.standing() == Standing::Unknown
            && self.our_view != Standing::Unknown
            && self.their_view != Standing::Unknown
    }
}
