//! What the learned evaluations look at, declared once for training and for play.
//!
//! An evaluation is linear: the sum of count times weight over the features, each weight once for a full board
//! and once for a nearly empty one, mixed by the number of pieces. Counts are White's minus Black's.

use damier_core::{Alician, Bitboard, Board, BoardName, Color, Position, Single, Square};

use super::windows;

/// Features of one game.
pub trait Features: Position<Geometry = damier_core::Board10> {
    /// Name and version of the feature set; weights of another set are refused.
    const SET: &'static str;
    /// Number of features.
    const COUNT: usize;
    /// Features from this one on are not window states: few, dense, and not drawn towards zero.
    const DENSE: usize;
    /// The feature that counts men, the unit of all scores.
    const MEN: usize = Self::DENSE;

    /// Calls `visit` with (feature, count) for every feature that is not zero.
    fn visit(&self, visit: impl FnMut(usize, i32));

    /// Pieces on the board, 0 to 40.
    fn pieces(&self) -> i32;

    /// What is known of endings that no linear sum shows; by default nothing.
    fn adjust(&self, score: i32) -> i32 {
        score
    }
}

const WINDOWS: usize = windows::PAIRS * windows::STATES;

/// Dense features of one board, from the first of them on.
mod dense {
    pub(super) const MEN: usize = 0;
    pub(super) const KINGS: usize = 1;
    pub(super) const ANY_KING: usize = 2;
    pub(super) const LONG_DIAGONAL: usize = 3;
    pub(super) const WINGS: usize = 4;
    pub(super) const KING_SQUARES: usize = 5;
    pub(super) const COUNT: usize = KING_SQUARES + 50;
}

/// Left of the centre, as White sees it.
fn wing(left: bool) -> Bitboard {
    Square::all()
        .filter(|s| if left { s.column() < 4 } else { s.column() > 5 })
        .collect()
}

struct Masks {
    left: Bitboard,
    right: Bitboard,
    long_diagonal: Bitboard,
}

static MASKS: std::sync::LazyLock<Masks> = std::sync::LazyLock::new(|| Masks {
    left: wing(true),
    right: wing(false),
    long_diagonal: Square::all()
        .filter(|s| s.row() + s.column() == 9)
        .collect(),
});

/// Windows and dense features of one board.
#[inline(always)]
fn board(board: &Board, windows_at: usize, dense_at: usize, visit: &mut impl FnMut(usize, i32)) {
    let count = |set: Bitboard| set.len() as i32;
    let [white, black] = [board.men(Color::White), board.men(Color::Black)];
    windows::visit(white, black, &mut |state, sign| {
        visit(windows_at + state, sign);
    });
    let masks = &*MASKS;
    visit(dense_at + dense::MEN, count(white) - count(black));
    let wings = |men: Bitboard| (count(men & masks.left) - count(men & masks.right)).abs();
    visit(dense_at + dense::WINGS, wings(white) - wings(black));
    let kings = [board.kings(Color::White), board.kings(Color::Black)];
    if (kings[0] | kings[1]).any() {
        let difference = |f: &dyn Fn(Bitboard) -> i32| f(kings[0]) - f(kings[1]);
        visit(dense_at + dense::KINGS, difference(&count));
        visit(
            dense_at + dense::ANY_KING,
            difference(&|k| i32::from(k.any())),
        );
        visit(
            dense_at + dense::LONG_DIAGONAL,
            difference(&|k| i32::from((k & masks.long_diagonal).any())),
        );
        for square in kings[0] {
            visit(
                dense_at + dense::KING_SQUARES + usize::from(square.number()) - 1,
                1,
            );
        }
        for square in kings[1] {
            visit(
                dense_at + dense::KING_SQUARES + 50 - usize::from(square.number()),
                -1,
            );
        }
    }
}

fn tempo<P: Position>(position: &P) -> i32 {
    match position.turn() {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl Features for Single {
    const SET: &'static str = "international windows-8 1";
    const DENSE: usize = WINDOWS;
    const COUNT: usize = WINDOWS + dense::COUNT + 1;

    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(usize, i32)) {
        board(&self.board(BoardName::A), 0, Self::DENSE, &mut visit);
        visit(Self::COUNT - 1, tempo(self));
    }

    #[inline(always)]
    fn pieces(&self) -> i32 {
        self.board(BoardName::A).occupied().len() as i32
    }

    fn adjust(&self, score: i32) -> i32 {
        crate::international::scale(&self.board(BoardName::A), self.turn(), score)
    }
}

/// Sides with few pieces on A: one feature for each number up to this.
const FEW: usize = 12;

impl Features for Alician {
    const SET: &'static str = "alician windows-8 1";
    const DENSE: usize = 2 * WINDOWS;
    const COUNT: usize = Self::DENSE + 2 * dense::COUNT + FEW + 1;

    #[inline(always)]
    fn visit(&self, mut visit: impl FnMut(usize, i32)) {
        let a = self.board(BoardName::A);
        let b = self.board(BoardName::B);
        board(&a, 0, Self::DENSE, &mut visit);
        board(&b, WINDOWS, Self::DENSE + dense::COUNT, &mut visit);
        let few = Self::DENSE + 2 * dense::COUNT;
        for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
            let on_a = a.pieces(color).len() as usize;
            if (1..=FEW).contains(&on_a) {
                visit(few + on_a - 1, sign);
            }
        }
        visit(Self::COUNT - 1, tempo(self));
    }

    #[inline(always)]
    fn pieces(&self) -> i32 {
        let count = |name| self.board(name).occupied().len() as i32;
        count(BoardName::A) + count(BoardName::B)
    }
}
