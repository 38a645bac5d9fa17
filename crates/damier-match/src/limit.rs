//! What an engine may use for its moves, and the clock that it runs on.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use damier_protocol::hub::Level;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The same time for every move.
    MoveTime(Duration),
    /// A clock.
    Clock {
        /// Time at the beginning, and again after every period.
        base: Duration,
        /// Added before every move.
        increment: Duration,
        /// Moves of a period; `None` for the whole game.
        moves: Option<u32>,
    },
    /// Plies of search.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
}

/// A text that is no limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "limit {0:?}: expected seconds a move (0.5), a clock in seconds (60+0.6, 40/120, 40/120+1), depth=N or nodes=N"
)]
pub struct LimitError(pub String);

impl Default for Limit {
    fn default() -> Self {
        Self::MoveTime(Duration::from_millis(100))
    }
}

/// `0.5`, `60+0.6`, `60+0`, `40/120`, `40/120+1`, `depth=9`, `nodes=10000`. Times are in seconds.
impl FromStr for Limit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, LimitError> {
        let error = || LimitError(text.to_owned());
        let count = |text: &str| {
            text.parse::<u64>()
                .ok()
                .filter(|&n| n > 0)
                .ok_or_else(error)
        };
        let seconds = |text: &str| {
            let value: f64 = text.trim().parse().map_err(|_| error())?;
            // Longer than any game, and short enough for any arithmetic.
            let value = Some(value)
                .filter(|v| (0.0..1e8).contains(v))
                .ok_or_else(error)?;
            Ok(Duration::from_secs_f64(value))
        };
        if let Some(depth) = text.strip_prefix("depth=") {
            return Ok(Self::Depth(count(depth)?.try_into().map_err(|_| error())?));
        }
        if let Some(nodes) = text.strip_prefix("nodes=") {
            return Ok(Self::Nodes(count(nodes)?));
        }
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = count(moves)?.try_into().map_err(|_| error())?;
                (Some(moves), rest)
            }
            None => (None, text),
        };
        let limit = match (rest.split_once('+'), moves) {
            (Some((base, increment)), moves) => Self::Clock {
                base: seconds(base)?,
                increment: seconds(increment)?,
                moves,
            },
            (None, Some(_)) => Self::Clock {
                base: seconds(rest)?,
                increment: Duration::ZERO,
                moves,
            },
            (None, None) => Self::MoveTime(seconds(rest)?),
        };
        let nothing = match limit {
            Self::MoveTime(time) => time.is_zero(),
            Self::Clock {
                base, increment, ..
            } => base.is_zero() && increment.is_zero(),
            _ => false,
        };
        if nothing { Err(error()) } else { Ok(limit) }
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveTime(time) => write!(f, "{}", time.as_secs_f64()),
            Self::Clock {
                base,
                increment,
                moves,
            } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

impl Limit {
    /// As the value of a PDN tag.
    pub fn pdn(&self) -> String {
        match self {
            Self::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Self::Clock {
                base,
                increment,
                moves,
            } => {
                let moves = moves.map(|n| format!("{n}/")).unwrap_or_default();
                let base = base.as_secs_f64();
                if increment.is_zero() {
                    format!("{moves}{base}")
                } else {
                    format!("{moves}{base}+{}", increment.as_secs_f64())
                }
            }
            Self::Depth(_) | Self::Nodes(_) => "-".to_owned(),
        }
    }

    /// Time and moves of a player's whole game, for protocols that know nothing else. The game is stopped after this
    /// many plies: no engine may believe that it ends before.
    pub fn whole_game(&self, max_plies: usize) -> (Duration, u16) {
        let all = u16::try_from(max_plies / 2 + 1).unwrap_or(999).min(999);
        match *self {
            Self::MoveTime(time) => (time * all.into(), all),
            Self::Clock {
                base,
                increment,
                moves: None,
            } => (base + increment * 60, 0),
            Self::Clock {
                base,
                increment,
                moves: Some(moves),
            } => {
                let period = base.as_secs_f64() + increment.as_secs_f64() * f64::from(moves);
                let time = period * f64::from(all) / f64::from(moves);
                (Duration::from_secs_f64(time), all)
            }
            // The runner keeps no clock; neither should the engine.
            Self::Depth(_) | Self::Nodes(_) => (Duration::from_hours(10), 0),
        }
    }
}

/// One engine's clock in one game. Taking time back is not possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    limit: Limit,
    /// Left before the increment of the coming move.
    left: Duration,
    /// Moves to the end of the period.
    to_go: u32,
}

impl Clock {
    pub(crate) fn new(limit: Limit) -> Self {
        let (left, to_go) = match limit {
            Limit::Clock { base, moves, .. } => (base, moves.unwrap_or(0)),
            _ => (Duration::ZERO, 0),
        };
        Self { limit, left, to_go }
    }

    /// The most that the coming move may take; `None` without a clock.
    pub(crate) fn allowed(&self) -> Option<Duration> {
        match self.limit {
            Limit::MoveTime(time) => Some(time),
            Limit::Clock { increment, .. } => Some(self.left + increment),
            Limit::Depth(_) | Limit::Nodes(_) => None,
        }
    }

    /// A move was made in this time.
    pub(crate) fn moved(&mut self, time: Duration) {
        if let Limit::Clock {
            base,
            increment,
            moves,
        } = self.limit
        {
            self.left = (self.left + increment).saturating_sub(time);
            if let Some(moves) = moves {
                self.to_go = self.to_go.saturating_sub(1);
                if self.to_go == 0 {
                    self.to_go = moves;
                    self.left += base;
                }
            }
        }
    }

    /// What the engine is told.
    pub(crate) fn level(&self) -> Level {
        let mut level = Level::default();
        match self.limit {
            Limit::MoveTime(time) => level.move_time = Some(time.as_secs_f64()),
            Limit::Clock { increment, .. } => {
                level.time = Some(self.left.as_secs_f64());
                level.increment = Some(increment.as_secs_f64()).filter(|&s| s > 0.0);
                level.moves = Some(self.to_go).filter(|&n| n > 0);
            }
            Limit::Depth(depth) => level.depth = Some(depth),
            Limit::Nodes(nodes) => level.nodes = Some(nodes),
        }
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().unwrap())
    }

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_increment_comes_before_the_move() {
        let mut clock = clock("10+1");
        assert_eq!(clock.allowed(), Some(ms(11_000)));
        assert_eq!(clock.level().lines(), ["level time=10 inc=1"]);
        clock.moved(ms(4_000));
        assert_eq!(clock.level().lines(), ["level time=7 inc=1"]);
        // Within the margin of the runner: nothing is owed.
        clock.moved(ms(8_005));
        assert_eq!(clock.allowed(), Some(ms(1_000)));
    }

    #[test]
    fn a_period_gives_its_time_again() {
        let mut clock = clock("2/10");
        assert_eq!(clock.level().lines(), ["level moves=2 time=10"]);
        clock.moved(ms(4_000));
        assert_eq!(clock.level().lines(), ["level moves=1 time=6"]);
        clock.moved(ms(1_000));
        assert_eq!(clock.level().lines(), ["level moves=2 time=15"]);
    }

    #[test]
    fn a_fixed_time_is_the_same_for_every_move() {
        let mut clock = clock("0.1");
        clock.moved(ms(90));
        assert_eq!(clock.allowed(), Some(ms(100)));
        assert_eq!(clock.level().lines(), ["level move-time=0.1"]);
    }
}
