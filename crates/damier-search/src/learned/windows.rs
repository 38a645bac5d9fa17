//! Patterns of men: overlapping windows of eight squares, each square empty, white or black.
//!
//! The sixteen windows of 4x4 fields at even rows and columns form eight pairs that the half turn of the board maps
//! onto each other. The windows of a pair share their weights with opposite sign and colours changed, so that an
//! evaluation is the exact opposite of that of the position with colours changed.

use damier_core::{Bitboard, Color};

/// States of one window.
pub(crate) const STATES: usize = 6_561; // 3^8
/// Windows side by side.
pub(crate) const COLUMNS: usize = 4;
/// Pairs of windows.
pub(crate) const PAIRS: usize = 2 * COLUMNS;

const fn ternary(reversed: bool) -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut value = 0;
        let mut i = 0;
        while i < 8 {
            let bit = if reversed { 7 - i } else { i };
            value = value * 3 + (bits >> bit & 1) as u16;
            i += 1;
        }
        table[bits] = value;
        bits += 1;
    }
    table
}

pub(super) static FORWARD: [u16; 256] = ternary(false);
static TURNED: [u16; 256] = ternary(true);

/// Calls `visit` with the state of each window and whose view it is: 1 for White's, -1 for Black's. States are
/// numbered over all pairs, from 0 to `PAIRS * STATES`.
#[inline(always)]
pub(crate) fn visit(white: Bitboard, black: Bitboard, visit: &mut impl FnMut(usize, i32)) {
    for pair in 0..PAIRS {
        let (row, column) = (pair as u32 / 4 * 2, pair as u32 % 4 * 2);
        let w = usize::from(white.window(row, column));
        let b = usize::from(black.window(row, column));
        let state = FORWARD[w] + 2 * FORWARD[b];
        visit(pair * STATES + usize::from(state), 1);
        let w = usize::from(white.window(6 - row, 6 - column));
        let b = usize::from(black.window(6 - row, 6 - column));
        let state = TURNED[b] + 2 * TURNED[w];
        visit(pair * STATES + usize::from(state), -1);
    }
}

/// Row and column of the top left field of a window, of which there are two for each pair.
pub(crate) fn corner(window: usize) -> (u32, u32) {
    (window as u32 / 4 * 2, window as u32 % 4 * 2)
}

/// Calls `visit` with the state of all windows, each with states of its own, as the side to move sees them.
#[inline(always)]
pub(crate) fn visit_all(us: Bitboard, them: Bitboard, turn: Color, visit: &mut impl FnMut(usize)) {
    let (us, them) = match turn {
        Color::White => (us, them),
        Color::Black => (us.rotate(), them.rotate()),
    };
    for window in 0..2 * PAIRS {
        let (row, column) = corner(window);
        let own = usize::from(us.window(row, column));
        let enemy = usize::from(them.window(row, column));
        visit(window * STATES + usize::from(FORWARD[own] + 2 * FORWARD[enemy]));
    }
}
