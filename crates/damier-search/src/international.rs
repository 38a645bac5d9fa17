//! The evaluation of international draughts written by hand: the base line that learned ones must beat.

use damier_core::{Bitboard, Board, BoardName, Color, Direction, Position, Single, Square};

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
/// Men by distance from the nearer edge of the board, in columns.
const COLUMN: [Pair; 5] = [[-5, -4], [-1, -1], [1, 1], [3, 2], [4, 3]];
/// A man with a friend diagonally behind it, each side.
const SUPPORTED: Pair = [2, 3];
/// A man that no friend stands behind on either side, in front of an enemy two squares on.
const LOOSE: Pair = [-3, -4];
/// Each man by which the wings differ.
const WINGS: Pair = [-2, -1];
/// A king on the long diagonal.
const LONG_DIAGONAL: Pair = [10, 25];
/// The side to move.
const TEMPO: Pair = [2, 4];

/// Hand-written evaluation of international draughts.
#[derive(Clone, Debug)]
pub struct InternationalByHand {
    rows: [Bitboard; 10],
    columns: [Bitboard; 5],
    left: Bitboard,
    right: Bitboard,
    long_diagonal: Bitboard,
}

impl Default for InternationalByHand {
    fn default() -> Self {
        let squares = |test: &dyn Fn(Square) -> bool| Square::all().filter(|&s| test(s)).collect();
        Self {
            rows: std::array::from_fn(|r| Bitboard::row(r as u8)),
            columns: std::array::from_fn(|c| {
                squares(&|s| s.column().min(9 - s.column()) as usize == c)
            }),
            left: squares(&|s| s.column() < 4),
            right: squares(&|s| s.column() > 5),
            long_diagonal: squares(&|s| s.row() + s.column() == 9),
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
        let enemy = board.pieces(!color);
        add(sum, sign * count(men), MAN);
        add(sum, sign * count(kings), KING);
        for (i, value) in ROW.iter().enumerate() {
            let row = match color {
                Color::White => 9 - i,
                Color::Black => i,
            };
            add(sum, sign * count(men & self.rows[row]), *value);
        }
        for (column, value) in self.columns.iter().zip(COLUMN) {
            add(sum, sign * count(men & *column), value);
        }
        let (forward, back) = match color {
            Color::White => (
                [Direction::UpLeft, Direction::UpRight],
                [Direction::DownLeft, Direction::DownRight],
            ),
            Color::Black => (
                [Direction::DownLeft, Direction::DownRight],
                [Direction::UpLeft, Direction::UpRight],
            ),
        };
        let supports = forward.map(|d| men & men.step(d));
        add(
            sum,
            sign * (count(supports[0]) + count(supports[1])),
            SUPPORTED,
        );
        let near = back.map(|d| enemy.step(d).step(d));
        let loose = (men - supports[0] - supports[1]) & (near[0] | near[1]);
        add(sum, sign * count(loose), LOOSE);
        let wings = (count(men & self.left) - count(men & self.right)).abs();
        add(sum, sign * wings, WINGS);
        if kings.any() {
            add(sum, sign * count(kings & self.long_diagonal), LONG_DIAGONAL);
        }
    }
}

impl Evaluate<Single> for InternationalByHand {
    fn evaluate(&self, position: &Single) -> i32 {
        let board = position.board(BoardName::A);
        let us = position.turn();
        let mut sum = TEMPO;
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
