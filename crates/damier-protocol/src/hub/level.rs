//! The limits of a search, as `level` lines build them up. Knows nothing of how a search keeps them.

use thiserror::Error;

use super::info::{number, seconds};
use super::line::Line;

/// What a search may use. Nothing set means no limit: the driver will stop it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time: Option<f64>,
    /// Seconds on the clock, without the increment of the coming move. May be negative.
    pub time: Option<f64>,
    /// Moves to the end of the period, the coming one included; none or 0 for the rest of the game.
    pub moves: Option<u32>,
    /// Seconds added before every move.
    pub increment: Option<f64>,
}

/// A limit that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad level: {name}={value}: expected {expected}")]
pub struct LevelError {
    /// The argument.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// What it should be.
    pub expected: &'static str,
}

/// Readers parse times into machine numbers: a century is as good as no limit.
const CENTURY: f64 = 3.2e9;

impl Level {
    /// Whether only the driver ends the search.
    pub fn is_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && !self.has_clock()
    }

    /// Whether the engine divides its time itself.
    pub fn has_clock(&self) -> bool {
        self.time.is_some()
            || self.moves.is_some_and(|n| n > 0)
            || self.increment.is_some_and(|s| s > 0.0)
    }

    /// Seconds that the clock allows for the coming move at most: 0 once they are used up.
    pub fn usable_time(&self) -> f64 {
        (self.time.unwrap_or(30.0) + self.increment.unwrap_or(0.0)).max(0.0)
    }

    /// Adds the limits of a line to those there are. What cannot be understood is reported and leaves its limit as
    /// it was; what is unknown is passed over.
    pub fn add(&mut self, line: &Line) -> Result<(), LevelError> {
        let mut first_error = None;
        for argument in &line.arguments {
            let value = argument.value.as_deref().unwrap_or_default();
            let result = match argument.name.as_str() {
                "depth" => whole("depth", value).map(|n| self.depth = Some(n as u32)),
                "nodes" => whole("nodes", value).map(|n| self.nodes = Some(n)),
                "moves" => whole("moves", value).map(|n| self.moves = Some(n as u32)),
                "move-time" => real("move-time", value).map(|s| self.move_time = Some(s.max(0.0))),
                "time" => real("time", value).map(|s| self.time = Some(s)),
                "inc" => real("inc", value).map(|s| self.increment = Some(s)),
                // `infinite` and `ponder` are flags that say nothing new; the rest is other programs' own.
                _ => Ok(()),
            };
            first_error = first_error.or(result.err());
        }
        first_error.map_or(Ok(()), Err)
    }

    /// The lines that say these limits: one limit a line, since some engines read only the first of a line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![];
        if self.has_clock() {
            let parts = [
                self.moves.filter(|&n| n > 0).map(|n| format!(" moves={n}")),
                self.time.map(|s| format!(" time={}", seconds(s))),
                self.increment
                    .filter(|&s| s > 0.0)
                    .map(|s| format!(" inc={}", seconds(s))),
            ];
            lines.push("level".to_owned() + &parts.into_iter().flatten().collect::<String>());
        }
        lines.extend(self.depth.map(|n| format!("level depth={n}")));
        lines.extend(self.nodes.map(|n| format!("level nodes={n}")));
        lines.extend(
            self.move_time
                .map(|s| format!("level move-time={}", seconds(s))),
        );
        if lines.is_empty() {
            lines.push("level infinite".to_owned());
        }
        lines
    }
}

fn whole(name: &'static str, value: &str) -> Result<u64, LevelError> {
    let digits = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit());
    let ceiling = if name == "nodes" {
        u64::MAX
    } else {
        u32::MAX.into()
    };
    if digits {
        // More than fits is as good as no limit.
        return Ok(value.parse().unwrap_or(u64::MAX).min(ceiling));
    }
    Err(LevelError {
        name,
        value: value.to_owned(),
        expected: "a whole number from 0",
    })
}

fn real(name: &'static str, value: &str) -> Result<f64, LevelError> {
    number(value)
        .map(|n| n.clamp(-CENTURY, CENTURY))
        .ok_or_else(|| LevelError {
            name,
            value: value.to_owned(),
            expected: "a number of seconds",
        })
}
