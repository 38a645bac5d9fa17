//! Random numbers for position keys, the same in every build.

use crate::board::Board;
use crate::geometry::{BITS, Geometry};

/// One number for each board, colour, kind and bit.
const KEYS: [[u64; BITS]; 8] = {
    let mut keys = [[0; BITS]; 8];
    let mut state = 0x6461_6d69_6572_2031; // "damier 1"
    let mut kind = 0;
    while kind < 8 {
        let mut bit = 0;
        while bit < BITS {
            keys[kind][bit] = split_mix(&mut state);
            bit += 1;
        }
        kind += 1;
    }
    keys
};

static PIECES: [[u64; BITS]; 8] = KEYS;

/// Toggled when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = split_mix(&mut 0x6461_6d69_6572_2032);

/// The next number of Steele, Lea and Flood's `SplitMix64` generator.
pub(crate) const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[inline(always)]
pub(crate) fn piece(board: usize, color: usize, king: bool, bit: usize) -> u64 {
    PIECES[(board & 1) * 4 + (color & 1) * 2 + king as usize][bit & (BITS - 1)]
}

/// The combined key of the pieces on one board.
pub(crate) fn of_board<G: Geometry>(index: usize, board: &Board<G>) -> u64 {
    board.iter().fold(0, |key, (square, p)| {
        key ^ piece(index, p.color as usize, p.king, square.bit())
    })
}
