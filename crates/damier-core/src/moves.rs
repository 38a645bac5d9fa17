//! A move as a player makes it, and a list of moves that grows and is reused.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::geometry::{Board10, Geometry};
use crate::square::Square;

/// One whole turn: start, end and the set of captured squares ([`Article::SameMove`]).
///
/// The board of a two-board game is not part of it: no square is occupied on both, so the start tells.
///
/// [`Article::SameMove`]: crate::Article::SameMove
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = "")
)]
pub struct Move<G: Geometry = Board10> {
    /// The squares of the captured pieces; empty for a quiet move.
    pub captured: Bitboard<G>,
    /// Where the piece starts.
    pub from: Square<G>,
    /// Where the move ends; a capture may end where it started.
    pub to: Square<G>,
    /// Whether a man becomes a king.
    pub promotes: bool,
}

impl<G: Geometry> Move<G> {
    /// Whether pieces are captured.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }

    /// A fingerprint of 16 bits for tables of moves: start and end, stirred with the captured squares. It is
    /// never 0. Two legal moves of one position may share it in principle, so it proposes and never decides.
    #[inline(always)]
    pub fn digest(&self) -> u16 {
        let captured = (self.captured.0.widen() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        let ends = (self.from.bit() as u16 + 1) << 10 ^ (self.to.bit() as u16) << 4;
        (ends ^ captured as u16).max(1)
    }
}

/// By start, end, then captured squares ascending.
impl<G: Geometry> Ord for Move<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.from, self.to)
            .cmp(&(other.from, other.to))
            .then_with(|| self.captured.into_iter().cmp(other.captured))
    }
}

impl<G: Geometry> PartialOrd for Move<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Hub text: `32-28`, or `28x19x23` with all captured squares ascending.
impl<G: Geometry> fmt::Display for Move<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_capture() {
            return write!(f, "{}-{}", self.from, self.to);
        }
        write!(f, "{}x{}", self.from, self.to)?;
        self.captured
            .into_iter()
            .try_for_each(|s| write!(f, "x{s}"))
    }
}

impl<G: Geometry> fmt::Debug for Move<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}{}", if self.promotes { "=K" } else { "" })
    }
}

/// A list of moves. Keep one and hand it to the generator again: once grown it does not allocate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList<G: Geometry = Board10>(Vec<Move<G>>);

/// An empty list without room, for taking a list out of its place and putting it back.
impl<G: Geometry> Default for MoveList<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Geometry> MoveList<G> {
    /// An empty list with room for any ordinary position.
    pub fn new() -> Self {
        Self(Vec::with_capacity(64))
    }

    /// Puts the moves into the order of [`Move`]; the generator's own order means nothing.
    pub fn sort(&mut self) {
        self.0.sort_unstable();
    }
}

impl<G: Geometry> Deref for MoveList<G> {
    type Target = Vec<Move<G>>;

    fn deref(&self) -> &Vec<Move<G>> {
        &self.0
    }
}

impl<G: Geometry> DerefMut for MoveList<G> {
    fn deref_mut(&mut self) -> &mut Vec<Move<G>> {
        &mut self.0
    }
}

impl<'a, G: Geometry> IntoIterator for &'a MoveList<G> {
    type Item = &'a Move<G>;
    type IntoIter = std::slice::Iter<'a, Move<G>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
