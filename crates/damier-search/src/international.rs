//! The evaluation of international draughts written by hand: the base line that learned ones must beat. Every term earns
//! its place in a match (docs/learning.md); what did not is not here.

use damier_core::{Bitboard, Board, BoardName, Color, Position, Single, Square};

use crate::evaluate::Evaluate;

/// Values in hundredths of a man, for a full board and for a nearly empty one.
type Pair = [i32; 2];

const MAN: Pair = [100, 100];
const KING: Pair = [260, 300];
/// Men by rows from the own back row; the last row holds none.
const ROW: [Pair; 9] = [
    [4, 0],
    [0, 1],
    [0, 2],
    [1, 4],
    [2, 6],
    [4, 9],
    [5, 14],
    [6, 22],
    [10, 36],
];
/// Each man by which the wings differ.
const WINGS: Pair = [-2, -1];
/// Hand-written evaluation of international draughts.
#[derive(Clone, Debug)]
pub struct InternationalByHand {
    rows: [Bitboard; 10],
    left: Bitboard,
    right: Bitboard,
}

impl Default for InternationalByHand {
    fn default() -> Self {
        let squares = |test: &dyn Fn(Square) -> bool| Square::all().filter(|&s| test(s)).collect();
        Self {
            rows: std::array::from_fn(|r| Bitboard::row(r as u8)),
            left: squares(&|s| s.column() < 4),
            right: squares(&|s| s.column() > 5),
        }
    }
}

#[inline(always)]
fn add(sum: &mut Pair, count: i32, value: Pair) {
    sum[0] += count * value[0];
    sum[1] += count * value[1];
}

#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.len() as i32
}

impl InternationalByHand {
    #[inline(always)]
    fn side(&self, board: &Board, color: Color, sum: &mut Pair, sign: i32) {
        let men = board.men(color);
        let kings = board.kings(color);
        add(sum, sign * count(men), MAN);
        add(sum, sign * count(kings), KING);
        for (i, value) in ROW.iter().enumerate() {
            let row = match color {
                Color::White => 9 - i,
                Color::Black => i,
            };
            add(sum, sign * count(men & self.rows[row]), *value);
        }
        let wings = (count(men & self.left) - count(men & self.right)).abs();
        add(sum, sign * wings, WINGS);
    }
}

impl Evaluate<Single> for InternationalByHand {
    fn evaluate(&self, position: &Single) -> i32 {
        let board = position.board(BoardName::A);
        let us = position.turn();
        let mut sum = [0, 0];
        self.side(&board, us, &mut sum, 1);
        self.side(&board, !us, &mut sum, -1);
        let pieces = count(board.occupied()).min(40);
        let score = (sum[0] * pieces + sum[1] * (40 - pieces)) / 40;
        scale(&board, us, score)
    }
}

/// Few men cannot beat a king: the fewer pieces the leader has, the likelier the draw.
pub(crate) fn scale(board: &Board, us: Color, score: i32) -> i32 {
    let leader = if score > 0 { us } else { !us };
    if board.kings(!leader).is_empty() {
        return score;
    }
    match count(board.pieces(leader)) {
        0..=3 => score / 8,
        4 => score / 4,
        5 => score / 2,
        _ => score,
    }
}
