//! The evaluation of Alician draughts written by hand. Every term earns its place in a match (docs/learning.md): a penalty for
//! few pieces on A did not.

use damier_core::{Alician, Board, BoardName, Color, Position};

use crate::evaluate::Evaluate;

const MAN_A: i32 = 100;
const MAN_B: i32 = 90;
const KING_A: i32 = 300;
const KING_B: i32 = 290;
/// A step towards promotion.
const ADVANCE: i32 = 2;
/// A side without a piece on A has lost; the search meets it only in the middle of things.
const NONE_ON_A: i32 = -4000;
/// The side to move.
const TEMPO: i32 = 3;

/// Hand-written evaluation of Alician draughts.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlicianByHand;

fn side(a: &Board, b: &Board, color: Color) -> i32 {
    let count = |set: damier_core::Bitboard| set.len() as i32;
    let on_a = count(a.pieces(color));
    let mut score = count(a.men(color)) * MAN_A
        + count(b.men(color)) * MAN_B
        + count(a.kings(color)) * KING_A
        + count(b.kings(color)) * KING_B;
    if on_a == 0 {
        score += NONE_ON_A;
    }
    let men = a.men(color) | b.men(color);
    for row in 0..10_u8 {
        let steps = match color {
            Color::White => 9 - i32::from(row),
            Color::Black => i32::from(row),
        };
        score += count(men & damier_core::Bitboard::row(row)) * steps * ADVANCE;
    }
    score
}

impl Evaluate<Alician> for AlicianByHand {
    fn evaluate(&self, position: &Alician) -> i32 {
        let a = position.board(BoardName::A);
        let b = position.board(BoardName::B);
        let us = position.turn();
        TEMPO + side(&a, &b, us) - side(&a, &b, !us)
    }
}
