//! How long to search, and the switches by which another thread ends or releases a search.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

/// A game clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left, without the increment of the coming move; zero when a server's arithmetic made it negative.
    pub remaining: Duration,
    /// Added before the move.
    pub increment: Duration,
    /// Moves to the end of the period, the coming one included; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When to stop. Every limit given applies; none means until told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
    /// Most nodes over all threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Number of best lines to report; 0 means 1.
    pub lines: usize,
    /// Search a position with one legal move as long as any other.
    pub analyse: bool,
}

/// A limit that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LimitsError {
    /// No iteration at all.
    #[error("depth 0: expected at least 1")]
    Depth,
    /// No node at all.
    #[error("0 nodes: expected at least 1")]
    Nodes,
    /// No time at all.
    #[error("no time for the move: expected more than 0 seconds")]
    MoveTime,
    /// A period that has ended.
    #[error("0 moves to go: expected at least 1, or none")]
    MovesToGo,
    /// Not a number of seconds.
    #[error("{0} is not a time in seconds: expected a finite number, 0 or more")]
    Seconds(f64),
}

impl Limits {
    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// A fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// A fixed time.
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// Whether the limits make sense.
    pub fn check(&self) -> Result<(), LimitsError> {
        if self.depth == Some(0) {
            return Err(LimitsError::Depth);
        }
        if self.nodes == Some(0) {
            return Err(LimitsError::Nodes);
        }
        if self.move_time == Some(Duration::ZERO) {
            return Err(LimitsError::MoveTime);
        }
        if self.clock.is_some_and(|c| c.moves_to_go == Some(0)) {
            return Err(LimitsError::MovesToGo);
        }
        Ok(())
    }
}

/// A number of seconds as a duration; an error for NaN, infinity and negative numbers.
pub fn seconds(value: f64) -> Result<Duration, LimitsError> {
    Duration::try_from_secs_f64(value).map_err(|_| LimitsError::Seconds(value))
}

/// Shares the machine among searches: every thread of a search asks it about every millisecond whether it may go on.
pub trait Gate: fmt::Debug + Send + Sync {
    /// Comes back when the calling thread may go on, or soon after `control` was stopped.
    fn pass(&self, control: &Control);
    /// A search was told to stop: those that wait look again.
    fn wake(&self);
}

#[derive(Debug, Default)]
struct Switches {
    stop: AtomicBool,
    pondering: AtomicBool,
    gate: Option<Arc<dyn Gate>>,
}

/// Ends a search from another thread, or turns pondering into a search for a move. Clones switch the same search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Switches>);

impl Control {
    /// For a search on the own clock.
    pub fn new() -> Self {
        Self::default()
    }

    /// For a search on the opponent's clock: limits of time do not count until [`ponder_hit`](Self::ponder_hit).
    pub fn pondering() -> Self {
        let control = Self::default();
        control.0.pondering.store(true, Ordering::Relaxed);
        control
    }

    /// For a search that shares the machine with others.
    pub fn gated(gate: Arc<dyn Gate>) -> Self {
        Self(Arc::new(Switches {
            gate: Some(gate),
            ..Switches::default()
        }))
    }

    /// Other switches behind the same gate.
    pub(crate) fn sibling(&self) -> Self {
        self.0.gate.clone().map_or_else(Self::new, Self::gated)
    }

    /// Waits at the gate, if there is one.
    pub(crate) fn pass(&self) {
        if let Some(gate) = &self.0.gate {
            gate.pass(self);
        }
    }

    /// Ends the search as soon as it looks, within milliseconds.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
        if let Some(gate) = &self.0.gate {
            gate.wake();
        }
    }

    /// The opponent has played the expected move: limits of time count from now.
    pub fn ponder_hit(&self) {
        self.0.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether the search runs on the opponent's clock.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Relaxed)
    }
}
