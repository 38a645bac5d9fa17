//! Patterns of men: overlapping windows of twelve squares, 4 fields wide and 6 high, each square empty, white or black.
//!
//! The eight windows at the top and at the bottom of the board form four pairs that share their weights, as those of
//! eight squares do. A window of twelve squares covers two of eight, so that those can be folded into it.

use damier_core::Bitboard;

use super::windows::{self, FORWARD, STATES as PART};

/// States of the four squares that a window has more than one of eight.
const REST: usize = 81; // 3^4
/// States of one window.
pub(crate) const STATES: usize = PART * REST;
/// Pairs of windows.
pub(crate) const PAIRS: usize = 4;

/// The bits of the lower two rows of a window of eight squares; see `Bitboard::window` for its order: the rows from
/// above lie at bits 4, 0, 6 and 2.
#[inline(always)]
const fn lower(window: u8) -> u8 {
    window >> 6 | window & 0b1100
}

/// Base three numbers of four bits, in the same order as those of windows.
static FOUR: [u16; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut value = 0;
        let mut i = 0;
        while i < 4 {
            value = value * 3 + (bits >> i & 1) as u16;
            i += 1;
        }
        table[bits] = value;
        bits += 1;
    }
    table
};

#[inline(always)]
fn state(upper: [u8; 2], below: [u8; 2]) -> usize {
    let part = |[one, two]: [u8; 2]| FORWARD[usize::from(one)] + 2 * FORWARD[usize::from(two)];
    let four = |window: u8| FOUR[usize::from(lower(window))];
    let rest = four(below[0]) + 2 * four(below[1]);
    usize::from(part(upper)) * REST + usize::from(rest)
}

/// Calls `visit` with the state of each window and whose view it is: 1 for White's, -1 for Black's.
#[inline(always)]
pub(crate) fn visit(white: Bitboard, black: Bitboard, visit: &mut impl FnMut(usize, i32)) {
    for pair in 0..PAIRS {
        let column = 2 * pair as u32;
        let at = |row| [white.window(row, column), black.window(row, column)];
        visit(pair * STATES + state(at(0), at(2)), 1);
        let turned = |row| {
            let window = |men: Bitboard| men.window(row, 6 - column).reverse_bits();
            [window(black), window(white)]
        };
        visit(pair * STATES + state(turned(6), turned(4)), -1);
    }
}

/// Adds the weights of windows of eight squares to those of the windows that cover them.
pub(crate) fn fold(weights: &mut [[f32; 2]], parts: &[[f32; 2]]) {
    /// The digit for a bit in a base three number of so many digits.
    fn digit(state: usize, bit: usize, digits: u32) -> usize {
        state / 3_usize.pow(digits - 1 - bit as u32) % 3
    }
    for pair in 0..PAIRS {
        for upper in 0..PART {
            for rest in 0..REST {
                // Rows 2 to 5 of the large window are the lower part: their bits, in the order of its own.
                let digits = [
                    digit(upper, 2, 8),
                    digit(upper, 3, 8),
                    digit(rest, 2, 4),
                    digit(rest, 3, 4),
                    digit(upper, 6, 8),
                    digit(upper, 7, 8),
                    digit(rest, 0, 4),
                    digit(rest, 1, 4),
                ];
                let below = digits.iter().fold(0, |value, d| value * 3 + d);
                let weight = &mut weights[pair * STATES + upper * REST + rest];
                for part in [
                    pair * PART + upper,
                    (windows::COLUMNS + pair) * PART + below,
                ] {
                    weight[0] += parts[part][0];
                    weight[1] += parts[part][1];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::{Color, Position, Single};

    /// Folded weights say of every position what the parts said.
    #[test]
    fn folding_changes_no_sum() {
        let parts: Vec<[f32; 2]> = (0..windows::PAIRS * PART)
            .map(|i| [(i * 7_919 % 1_009) as f32, (i * 104_729 % 997) as f32])
            .collect();
        let mut weights = vec![[0.0; 2]; PAIRS * STATES];
        fold(&mut weights, &parts);
        let mut position = <Single>::default();
        for ply in 0..60 {
            let board = position.board(damier_core::BoardName::A);
            let [white, black] = Color::ALL.map(|c| board.men(c));
            let (mut small, mut large) = ([0.0; 2], [0.0; 2]);
            windows::visit(white, black, &mut |i, sign| {
                (0..2).for_each(|p| small[p] += parts[i][p] * sign as f32);
            });
            visit(white, black, &mut |i, sign| {
                (0..2).for_each(|p| large[p] += weights[i][p] * sign as f32);
            });
            // Small whole numbers: the sums are exact.
            assert_eq!(
                small.map(f32::to_bits),
                large.map(f32::to_bits),
                "ply {ply}"
            );
            let moves = position.legal_moves();
            let Some(mv) = moves.get(ply * 31 % moves.len().max(1)) else {
                break;
            };
            position.play_unchecked(mv);
        }
    }
}
