//! How one end of a connection behaves.

use std::time::Duration;

/// Who asks for games. Has nothing to do with who connects to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// This end asks.
    Initiator,
    /// This end is asked.
    Follower,
}

/// What is answered to the wish to take moves back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TakeBacks {
    /// Yes, where there is such a move.
    #[default]
    Accept,
    /// That it cannot be done.
    Unsupported,
    /// No.
    Refuse,
}

/// How this end behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its name, of which 32 characters are sent.
    pub name: String,
    /// Who asks for games.
    pub role: Role,
    /// Whether moves may be taken back.
    pub take_backs: TakeBacks,
    /// Whether it ends games by itself, in its turn: without a legal move, drawn by rule, at the move limit. An
    /// arbiter does that in its own way.
    pub ends_games: bool,
    /// Games to be played; `None` for as many as the other end likes.
    pub games: Option<u32>,
    /// What a thinking time of nothing means; `None` for no limit.
    pub zero_time: Option<Duration>,
    /// How long the other end may be overdue before its time is taken to be used up; `None` for ever.
    pub patience: Option<Duration>,
    /// How long to wait for the answer to a request.
    pub answer_time: Duration,
    /// How long to wait for the answer to a game end, which not every program gives.
    pub end_time: Duration,
}

impl Config {
    /// The usual behaviour of a program that plays.
    pub fn new(name: &str, role: Role) -> Self {
        Self {
            name: name.to_owned(),
            role,
            take_backs: TakeBacks::Accept,
            ends_games: true,
            games: None,
            zero_time: None,
            patience: Some(Duration::from_mins(1)),
            answer_time: Duration::from_secs(30),
            end_time: Duration::from_secs(3),
        }
    }
}
