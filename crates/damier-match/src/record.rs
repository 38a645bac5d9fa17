//! A game of a match as it is kept: enough to write it, count it and check it again.

use std::fmt;

use damier_core::{Color, Rules};
use damier_protocol::AnyGame;
use serde::{Deserialize, Serialize};

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The engine whose score is counted.
    A,
    /// The other one.
    B,
}

impl Side {
    /// The other engine.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Its place in a pair of things.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// A move and what its engine told of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move, as Hub writes it.
    #[serde(rename = "m")]
    pub text: String,
    /// Seconds it took.
    #[serde(rename = "t")]
    pub seconds: f64,
    /// Score in men, from the mover's view, on the scale of Hub.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Plies searched.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What ended a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Cause {
    /// The rules: an article, by its number.
    Rules {
        /// The number and title of the article.
        article: String,
    },
    /// An engine gave up.
    Resigned {
        /// Which.
        by: Side,
    },
    /// An engine said that the game was drawn, or broke it off without saying how it stands, where its protocol
    /// lets it do so.
    Ended {
        /// Which.
        by: Side,
        /// What it said.
        said: String,
    },
    /// An answer came too late, or not at all.
    Time {
        /// Whose.
        by: Side,
        /// Seconds it took at least.
        seconds: f64,
        /// Seconds it was allowed.
        allowed: f64,
    },
    /// An answer was no legal move.
    Illegal {
        /// Whose.
        by: Side,
        /// What it said.
        said: String,
        /// What is wrong with it.
        problem: String,
    },
    /// An engine left, or could not be talked to.
    Crashed {
        /// Which.
        by: Side,
        /// What is known of it.
        detail: String,
    },
    /// The game was too long.
    TooLong,
    /// A position came back too often in a game without draws.
    Repetition,
}

impl Cause {
    /// The engine whose fault it was, if it was one.
    pub const fn fault(&self) -> Option<Side> {
        match self {
            Self::Time { by, .. } | Self::Illegal { by, .. } | Self::Crashed { by, .. } => {
                Some(*by)
            }
            _ => None,
        }
    }

    /// A word for counting.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rules { .. } => "rules",
            Self::Resigned { .. } => "resigned",
            Self::Ended { .. } => "ended",
            Self::Time { .. } => "time",
            Self::Illegal { .. } => "illegal move",
            Self::Crashed { .. } => "crash",
            Self::TooLong => "too long",
            Self::Repetition => "repetition",
        }
    }

    /// The value of the PDN tag.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Rules { .. } | Self::Resigned { .. } | Self::Ended { .. } => "Normal",
            Self::Time { .. } => "Time forfeit",
            Self::Illegal { .. } => "Rules infraction",
            Self::Crashed { .. } => "Abandoned",
            Self::TooLong | Self::Repetition => "Unterminated",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { article } => f.write_str(article),
            Self::Resigned { by } => write!(f, "{by} gave up"),
            Self::Ended { by, said } => write!(f, "{by} ended the game: {said}"),
            Self::Time {
                by,
                seconds,
                allowed,
            } => write!(
                f,
                "{by} lost on time: {seconds:.3} s, allowed {allowed:.3} s"
            ),
            Self::Illegal { by, said, problem } => write!(f, "illegal {said} by {by}: {problem}"),
            Self::Crashed { by, detail } => write!(f, "{by} is gone: {detail}"),
            Self::TooLong => f.write_str("stopped: too long"),
            Self::Repetition => f.write_str("stopped: the position came back too often"),
        }
    }
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0. The games 2n and 2n + 1 are a pair.
    pub game: u64,
    /// Who had White.
    pub white: Side,
    /// The position that its moves start from, as FEN.
    pub start: String,
    /// The moves of the opening, as Hub writes them.
    pub opening: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// Who has won.
    pub winner: Option<Side>,
    /// Neither won nor drawn: the rules know no draw and the game did not end.
    #[serde(default)]
    pub unfinished: bool,
    /// What ended it.
    pub cause: Cause,
    /// When it was over, in UTC.
    pub finished: String,
}

impl GameRecord {
    /// The engine that plays a colour.
    pub const fn side(&self, color: Color) -> Side {
        match color {
            Color::White => self.white,
            Color::Black => self.white.other(),
        }
    }

    /// `2-0`, `1-1`, `0-2`, or `*` for an unfinished game.
    pub fn result(&self) -> &'static str {
        match self.winner {
            _ if self.unfinished => "*",
            None => "1-1",
            Some(winner) if winner == self.white => "2-0",
            Some(_) => "0-2",
        }
    }

    /// Points of A in halves; `None` if the game is unfinished.
    pub fn halves(&self) -> Option<usize> {
        match self.winner {
            _ if self.unfinished => None,
            None => Some(1),
            Some(Side::A) => Some(2),
            Some(Side::B) => Some(0),
        }
    }

    /// The game played again. A record that was tampered with is not one.
    pub fn replay(&self, rules: Rules) -> Option<AnyGame> {
        let start = damier_notation::read_position(&self.start, Some(rules)).ok()?;
        let mut game = AnyGame::new(start);
        let texts = self
            .opening
            .iter()
            .chain(self.moves.iter().map(|m| &m.text));
        for text in texts {
            let mv = game.read_move(text).ok()?;
            game.play(&mv).ok()?;
        }
        Some(game)
    }
}
