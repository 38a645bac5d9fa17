//! What is kept of the positions of a line beside their values: nothing, or the plies at which they are decided.

use damier_core::{Bitboard, Color, Square};

use crate::index::{KING_CELLS, Kind, cell};

/// The highest distance that is stored; 255 means never.
pub(super) const MOST_PLIES: u8 = 250;
pub(super) const NEVER: u8 = u8::MAX;

/// Whether distances are computed beside the values.
pub(crate) trait Measure: 'static {
    const DISTANCES: bool;
    /// What a line keeps for it.
    type Levels: Levels;
}

/// The plies at which what lies outside the slice decides a position, and at which it is decided.
pub(crate) trait Levels: Copy + Default + Send + Sync {
    fn put(&mut self, square: Square, win: u8, block: u8);
    fn copy(&mut self, square: Square, from: &Self, there: Square);
    /// Positions won at a ply by a move out of the slice.
    fn wins(&self, ply: u8) -> Bitboard;
    /// Positions that no longer have a move out of the slice that keeps them from losing at a ply.
    fn released(&self, ply: u8) -> Bitboard;
    /// The last ply at which either changes.
    fn last(&self) -> u8;
    fn decide(&mut self, positions: Bitboard, ply: u8);
    fn distance(&self, square: Square) -> u8;
}

/// Values only.
pub(crate) struct Values;

impl Measure for Values {
    const DISTANCES: bool = false;
    type Levels = ();
}

impl Levels for () {
    fn put(&mut self, _: Square, _: u8, _: u8) {}
    fn copy(&mut self, _: Square, (): &Self, _: Square) {}
    fn wins(&self, _: u8) -> Bitboard {
        Bitboard::EMPTY
    }
    fn released(&self, _: u8) -> Bitboard {
        Bitboard::EMPTY
    }
    fn last(&self) -> u8 {
        0
    }
    fn decide(&mut self, _: Bitboard, _: u8) {}
    fn distance(&self, _: Square) -> u8 {
        0
    }
}

/// Values and the plies to the end.
pub(crate) struct Distances;

impl Measure for Distances {
    const DISTANCES: bool = true;
    type Levels = ByPly;
}

/// One entry a square.
#[derive(Clone, Copy)]
pub(crate) struct ByPly {
    win: [u8; KING_CELLS],
    block: [u8; KING_CELLS],
    decided: [u8; KING_CELLS],
}

impl Default for ByPly {
    fn default() -> Self {
        Self {
            win: [NEVER; KING_CELLS],
            block: [NEVER; KING_CELLS],
            decided: [0; KING_CELLS],
        }
    }
}

fn at(square: Square) -> usize {
    cell(Kind::King, Color::White, 0, square)
}

fn equal(plies: &[u8; KING_CELLS], ply: u8) -> Bitboard {
    Square::all()
        .zip(plies)
        .filter(|(_, p)| **p == ply)
        .map(|(s, _)| s)
        .collect()
}

impl Levels for ByPly {
    fn put(&mut self, square: Square, win: u8, block: u8) {
        self.win[at(square)] = win;
        self.block[at(square)] = block;
    }
    fn copy(&mut self, square: Square, from: &Self, there: Square) {
        self.put(square, from.win[at(there)], from.block[at(there)]);
    }
    fn wins(&self, ply: u8) -> Bitboard {
        equal(&self.win, ply)
    }
    fn released(&self, ply: u8) -> Bitboard {
        equal(&self.block, ply)
    }
    fn last(&self) -> u8 {
        let finite = self.win.iter().chain(&self.block).filter(|p| **p != NEVER);
        finite.copied().max().unwrap_or(0)
    }
    fn decide(&mut self, positions: Bitboard, ply: u8) {
        for square in positions {
            self.decided[at(square)] = ply;
        }
    }
    fn distance(&self, square: Square) -> u8 {
        self.decided[at(square)]
    }
}
