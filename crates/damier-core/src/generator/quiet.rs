//! Moves that capture nothing.

use super::view::{View, king_reach};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::moves::{Move, MoveList};
use crate::rules::Variant;
use crate::square::{Color, Square};

/// Steps of men in one forward direction.
#[inline(always)]
fn man_steps<G: Geometry>(view: &View<G>, ends: Bitboard<G>) -> [(Direction, Bitboard<G>); 2] {
    let directions = match view.color {
        Color::White => [Direction::UpLeft, Direction::UpRight],
        Color::Black => [Direction::DownLeft, Direction::DownRight],
    };
    directions.map(|d| (d, Bitboard(view.men.shifted(d)) & view.vacant & ends))
}

/// Appends the moves without capture that end on permitted squares.
#[inline(always)]
pub(crate) fn quiet<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    moves: &mut MoveList<V::Geometry>,
) {
    let row = Board::<V::Geometry>::promotion_row(view.color);
    for (direction, targets) in man_steps(view, ends) {
        let back = direction.opposite();
        for to in targets {
            moves.push(Move {
                captured: Bitboard::EMPTY,
                from: Square::from_bit(Bitboard::from(to).shifted_square(back)),
                to,
                promotes: row.contains(to),
            });
        }
    }
    for from in view.kings {
        for to in king_reach::<V>(from, view.vacant) & ends {
            moves.push(Move {
                captured: Bitboard::EMPTY,
                from,
                to,
                promotes: false,
            });
        }
    }
}

/// Number of moves without capture that end on permitted squares.
#[inline(always)]
pub(crate) fn count_quiet<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
) -> u32 {
    let men: u32 = man_steps(view, ends).iter().map(|(_, to)| to.len()).sum();
    let kings: u32 = view
        .kings
        .into_iter()
        .map(|king| (king_reach::<V>(king, view.vacant) & ends).len())
        .sum();
    men + kings
}

/// Whether there is a move without capture that ends on a permitted square.
pub(crate) fn any_quiet<V: Variant>(view: &View<V::Geometry>, ends: Bitboard<V::Geometry>) -> bool {
    man_steps(view, ends).iter().any(|(_, to)| to.any())
        || view
            .kings
            .into_iter()
            .any(|king| (king_reach::<V>(king, view.vacant) & ends).any())
}
