//! Where endgame tables plug in.

use damier_core::Position;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// It wins.
    Win,
}

/// Exact values of positions with few pieces.
pub trait Endgame<P: Position>: Send + Sync {
    /// The most pieces of any position it knows.
    fn max_pieces(&self) -> u32;
    /// The value, if it is known.
    fn probe(&self, position: &P) -> Option<Verdict>;
    /// Plies to the end with best play, if that is known too.
    fn distance(&self, position: &P) -> Option<u32>;
}
