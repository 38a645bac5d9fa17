//! What an engine's side of the protocol asks for, and what it is told of a search.

use std::time::Duration;

use damier_core::Move;

use super::level::Level;
use super::parameter::Value;
use super::score::Score;
use crate::game::AnyGame;

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// Where.
    pub country: String,
}

/// How a search is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Find a move within the limits.
    Think,
    /// Think in the opponent's time: the limits start to count at the ponder hit.
    Ponder,
    /// Show what there is to know, also where there is only one move.
    Analyze,
}

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number, to be given back with what is found.
    pub id: u64,
    /// The game so far; the side to move has a legal move.
    pub game: AnyGame,
    /// Its limits.
    pub level: Level,
    /// How it is meant.
    pub mode: Mode,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Plies searched.
    pub depth: u32,
    /// Mean length of the lines searched, if it is known.
    pub mean_depth: Option<f64>,
    /// From the view of the side to move.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// The best line.
    pub pv: Vec<Move>,
}

/// What is to be done, in this order.
#[derive(Clone, Debug)]
pub enum Action {
    /// Write this line, and flush.
    Send(String),
    /// A parameter has a new value, which is within its limits. [`Engine::refuse`](super::Engine::refuse) takes it back.
    Configure {
        /// The parameter.
        name: String,
        /// Its value.
        value: Value,
    },
    /// Load what is needed. Trouble is told with [`Engine::report`](super::Engine::report).
    Initialise,
    /// Forget everything about the game before.
    NewGame,
    /// Start a search; there is none at the time.
    Search(Job),
    /// End the search soon and give its result.
    Stop,
    /// The opponent made the expected move: from now on the limits count.
    PonderHit,
    /// Something for the log, not for the partner.
    Log(String),
    /// Leave, whatever is going on. The last action.
    Exit,
}

/// For tests: searches are the same if their numbers are.
impl PartialEq for Action {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Send(a), Self::Send(b)) | (Self::Log(a), Self::Log(b)) => a == b,
            (
                Self::Configure { name, value },
                Self::Configure {
                    name: other_name,
                    value: other_value,
                },
            ) => name == other_name && value == other_value,
            (Self::Search(a), Self::Search(b)) => a.id == b.id,
            (Self::Initialise, Self::Initialise)
            | (Self::NewGame, Self::NewGame)
            | (Self::Stop, Self::Stop)
            | (Self::PonderHit, Self::PonderHit)
            | (Self::Exit, Self::Exit) => true,
            _ => false,
        }
    }
}
