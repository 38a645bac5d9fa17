//! The request for a game, and the three characters of its time.

use std::fmt;
use std::time::Duration;

use damier_core::{Color, Single};
use thiserror::Error;

/// Thinking time of a player for the whole game, in minutes, as three characters: a whole number, or a decimal one
/// as some programs write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Minutes([u8; 3]);

/// Three characters that are no time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("thinking time {found:?}: expected minutes as three characters, such as 005 or 2.5")]
pub struct MinutesError {
    /// What stands there.
    pub found: String,
}

impl Minutes {
    /// Reads three characters.
    pub fn read(bytes: [u8; 3]) -> Result<Self, MinutesError> {
        let found = || String::from_utf8_lossy(&bytes).into_owned();
        let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
        let points = 3 - bytes.split(|&b| b == b'.').map(<[u8]>::len).sum::<usize>();
        // Blanks instead of leading zeros.
        let blanks = bytes.iter().take_while(|&&b| b == b' ').count();
        if digits > 0 && points <= 1 && digits + points + blanks == bytes.len() {
            Ok(Self(bytes))
        } else {
            Err(MinutesError { found: found() })
        }
    }

    /// The whole number of minutes nearest to a time, from 1 to 999.
    pub fn whole(time: Duration) -> Self {
        let minutes = (time.as_secs_f64() / 60.0).round().clamp(1.0, 999.0);
        Self::from_text(&format!("{minutes:03.0}"))
    }

    /// The time as near as three characters can say it. Not every program reads a decimal point.
    pub fn nearest(time: Duration) -> Self {
        let minutes = (time.as_secs_f64() / 60.0).max(0.01);
        let text = match minutes {
            m if m >= 9.95 || (m - m.round()).abs() < 1e-9 && m >= 1.0 => {
                return Self::whole(time);
            }
            m if m < 0.995 => format!("{m:.2}").replacen('0', "", 1),
            m => format!("{m:.1}"),
        };
        Self::from_text(&text)
    }

    fn from_text(text: &str) -> Self {
        let mut bytes = [b'0'; 3];
        for (to, from) in bytes.iter_mut().zip(text.bytes()) {
            *to = from;
        }
        Self(bytes)
    }

    /// No time at all: programs write it for games shorter than they can say.
    pub const ZERO: Self = Self(*b"000");

    /// The time.
    pub fn duration(self) -> Duration {
        let text = self.to_string();
        let minutes: f64 = text.trim().parse().unwrap_or(0.0);
        Duration::from_millis((minutes * 60_000.0).round() as u64)
    }

    /// The three characters.
    pub const fn bytes(self) -> [u8; 3] {
        self.0
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(&self.0))
    }
}

impl fmt::Debug for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Minutes({self})")
    }
}

/// A request for a game, by the initiator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// Version of the protocol, two digits.
    pub version: u8,
    /// The initiator's name.
    pub name: String,
    /// What the follower plays.
    pub follower: Color,
    /// Time of a player for the whole game.
    pub time: Minutes,
    /// Moves of a player in the whole game; 0 for no limit.
    pub moves: u16,
    /// Where the game starts; `None` for the usual array.
    pub position: Option<Single>,
}

impl GameRequest {
    /// Where the game starts.
    pub fn start(&self) -> Single {
        self.position.unwrap_or_default()
    }
}
