//! Captures of one and two pieces as sets of squares, without a look at single pieces.

use super::view::{View, first_jumps, king_captures, next_jumps};
use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::moves::{Move, MoveList};
use crate::rules::{Priority, Variant};
use crate::square::Square;

/// All captures, as sets of landing squares, where men take at most two pieces and kings none: nearly always.
///
/// A second jump never comes back to a square or a piece of the first one, so it is seen without touching the
/// board: the square a man came from and the piece it took lie straight behind it, the one direction left out.
pub(crate) struct Jumps<G: Geometry> {
    /// Landing squares of first jumps by direction.
    one: [Bitboard<G>; 4],
    /// Landing squares of second jumps by directions; empty if there is none.
    two: [[Bitboard<G>; 4]; 4],
    chained: bool,
}

impl<G: Geometry> Jumps<G> {
    /// Pieces taken by the largest captures with a permitted end, and how many such captures there are.
    #[inline(always)]
    pub(crate) fn largest(&self, ends: Bitboard<G>) -> (u32, u32) {
        if self.chained {
            let two = self.count(2, ends);
            if two > 0 {
                return (2, two);
            }
        }
        let one = self.count(1, ends);
        (u32::from(one > 0), one)
    }

    /// Number of captures of `takes` pieces with a permitted end.
    #[inline(always)]
    pub(crate) fn count(&self, takes: u32, ends: Bitboard<G>) -> u32 {
        let count = |lands: &[Bitboard<G>; 4]| lands.iter().map(|&l| (l & ends).len()).sum::<u32>();
        if takes == 1 {
            count(&self.one)
        } else {
            self.two.iter().map(count).sum()
        }
    }

    /// Appends the captures of `takes` pieces with a permitted end.
    #[inline(always)]
    pub(super) fn append(
        &self,
        view: &View<G>,
        takes: u32,
        ends: Bitboard<G>,
        moves: &mut MoveList<G>,
    ) {
        let row = Board::<G>::promotion_row(view.color);
        let mut push = |to: Square<G>, captured: Bitboard<G>, start: Bitboard<G>| {
            moves.push(Move {
                captured,
                from: Square::from_bit(start.0.lowest() as u8),
                to,
                promotes: row.contains(to),
            });
        };
        for first in Direction::ALL {
            let back = first.opposite();
            if takes == 1 {
                for to in self.one[first as usize] & ends {
                    let captured = Bitboard::from(to).step(back);
                    push(to, captured, captured.step(back));
                }
                continue;
            }
            for second in Direction::ALL {
                for to in self.two[first as usize][second as usize] & ends {
                    let later = Bitboard::from(to).step(second.opposite());
                    let earlier = later.step(second.opposite()).step(back);
                    push(to, later | earlier, earlier.step(back));
                }
            }
        }
    }
}

/// What the side to move can capture.
pub(crate) enum Captures<G: Geometry> {
    /// Nothing.
    None,
    /// These.
    Jumps(Jumps<G>),
    /// More than sets of squares can show: the tree of captures must be walked.
    Tree,
}

/// All captures at once, as far as that goes.
#[inline(always)]
pub(crate) fn jumps<V: Variant>(view: &View<V::Geometry>) -> Captures<V::Geometry> {
    let one = first_jumps::<V>(view);
    if king_captures::<V>(view) {
        return Captures::Tree;
    }
    if (one[0] | one[1] | one[2] | one[3]).is_empty() {
        return Captures::None;
    }
    let mut jumps = Jumps {
        one,
        two: [[Bitboard::EMPTY; 4]; 4],
        chained: false,
    };
    for came in Direction::ALL {
        let at = jumps.one[came as usize];
        if at.is_empty() {
            continue;
        }
        let two = next_jumps::<V>(view, at, came);
        if (two[0] | two[1] | two[2] | two[3]).is_empty() {
            continue;
        }
        if V::RULES.priority == Priority::Any {
            return Captures::Tree;
        }
        for on in Direction::ALL {
            let at = two[on as usize];
            if at.any() && next_jumps::<V>(view, at, on).iter().any(|l| l.any()) {
                return Captures::Tree;
            }
        }
        jumps.two[came as usize] = two;
        jumps.chained = true;
    }
    Captures::Jumps(jumps)
}
