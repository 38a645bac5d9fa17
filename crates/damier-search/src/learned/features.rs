//! What the learned evaluations look at, declared once for training and for play.
//!
//! An evaluation is linear: the sum of count times weight over the features, each weight once for a full board
//! and once for a nearly empty one, mixed by the number of pieces. Counts are White's minus Black's.

use damier_core::{Alician, Bitboard, Board, BoardName, Color, Position, Single, Square};

use super::{windows, windows12};

/// A game whose positions can be judged by learned weights.
pub trait Judged: Position<Geometry = damier_core::Board10> {
    /// Pieces on the board, 0 to 40.
    fn pieces(&self) -> i32;

    /// What is known of endings that no linear sum shows; by default nothing. A network learns it.
    fn adjust(&self, score: i32) -> i32 {
        score
    }
}

/// A set of features of a game.
pub trait Features<P: Judged>: Clone + Send + Sync + 'static {
    /// Name and version of the set; weights of another set are refused.
    const SET: &'static str;
    /// Number of features.
    const COUNT: usize;
    /// Features from this one on are not window states: few, dense, and not drawn towards zero.
    const DENSE: usize;
    /// The feature that counts men, the unit of all scores.
    const MEN: usize = Self::DENSE;
    /// Features that are only fitted, numbered behind the others: parts of large windows, so that a rare state of one
    /// is worth what its parts are. [`fold`](Self::fold) adds them to the windows.
    const PARTS: usize = 0;

    /// Calls `visit` with (feature, count) for every feature that is not zero.
    fn visit(position: &P, visit: impl FnMut(usize, i32));

    /// The same for the parts.
    fn visit_parts(_: &P, _: impl FnMut(usize, i32)) {}

    /// Takes the weights of all features and parts and leaves those of the features.
    fn fold(_: &mut Vec<[f32; 2]>) {}
}

/// Overlapping windows of eight squares.
#[derive(Clone, Copy, Debug)]
pub struct Windows8;

/// Overlapping windows of twelve squares.
#[derive(Clone, Copy, Debug)]
pub struct Windows12;

const WINDOWS: usize = windows::PAIRS * windows::STATES;
const LARGE: usize = windows12::PAIRS * windows12::STATES;

/// Features that compare the pieces of two sides on one board, from the first of them on.
pub(super) mod compared {
    pub(in super::super) const MEN: usize = 0;
    pub(in super::super) const KINGS: usize = 1;
    pub(in super::super) const ANY_KING: usize = 2;
    pub(in super::super) const LONG_DIAGONAL: usize = 3;
    pub(in super::super) const COUNT: usize = 4;
}

/// Dense features of one board behind those that compare pieces.
mod dense {
    pub(super) const WINGS: usize = super::compared::COUNT;
    pub(super) const KING_SQUARES: usize = WINGS + 1;
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

/// Calls `visit` for the features that compare the pieces of a side with those of the other; says whether there are kings.
#[inline(always)]
pub(super) fn compare(
    board: &Board,
    us: Color,
    at: usize,
    visit: &mut impl FnMut(usize, i32),
) -> bool {
    let count = |set: Bitboard| set.len() as i32;
    visit(
        at + compared::MEN,
        count(board.men(us)) - count(board.men(!us)),
    );
    let [own, other] = [board.kings(us), board.kings(!us)];
    if (own | other).is_empty() {
        return false;
    }
    let difference = |f: &dyn Fn(Bitboard) -> i32| f(own) - f(other);
    visit(at + compared::KINGS, difference(&count));
    visit(at + compared::ANY_KING, difference(&|k| i32::from(k.any())));
    let long = MASKS.long_diagonal;
    visit(
        at + compared::LONG_DIAGONAL,
        difference(&|k| i32::from((k & long).any())),
    );
    true
}

/// Dense features of one board.
#[inline(always)]
fn dense_features(board: &Board, at: usize, visit: &mut impl FnMut(usize, i32)) {
    let count = |set: Bitboard| set.len() as i32;
    let masks = &*MASKS;
    let wings = |color| {
        let men = board.men(color);
        (count(men & masks.left) - count(men & masks.right)).abs()
    };
    visit(at + dense::WINGS, wings(Color::White) - wings(Color::Black));
    if compare(board, Color::White, at, visit) {
        for square in board.kings(Color::White) {
            let number = usize::from(square.number());
            visit(at + dense::KING_SQUARES + number - 1, 1);
        }
        for square in board.kings(Color::Black) {
            let number = usize::from(square.number());
            visit(at + dense::KING_SQUARES + 50 - number, -1);
        }
    }
}

fn tempo<P: Position>(position: &P) -> i32 {
    match position.turn() {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The windows of one board.
#[inline(always)]
fn windows_of(board: &Board, at: usize, visit: &mut impl FnMut(usize, i32)) {
    let [white, black] = [board.men(Color::White), board.men(Color::Black)];
    windows::visit(white, black, &mut |state, sign| visit(at + state, sign));
}

impl Judged for Single {
    #[inline(always)]
    fn pieces(&self) -> i32 {
        self.board(BoardName::A).occupied().len() as i32
    }

    fn adjust(&self, score: i32) -> i32 {
        crate::international::scale(&self.board(BoardName::A), self.turn(), score)
    }
}

impl Features<Single> for Windows8 {
    const SET: &'static str = "international windows-8 1";
    const DENSE: usize = WINDOWS;
    const COUNT: usize = WINDOWS + dense::COUNT + 1;

    #[inline(always)]
    fn visit(position: &Single, mut visit: impl FnMut(usize, i32)) {
        let board = position.board(BoardName::A);
        windows_of(&board, 0, &mut visit);
        dense_features(&board, WINDOWS, &mut visit);
        visit(WINDOWS + dense::COUNT, tempo(position));
    }
}

impl Features<Single> for Windows12 {
    const SET: &'static str = "international windows-12 1";
    const DENSE: usize = LARGE;
    const COUNT: usize = LARGE + dense::COUNT + 1;
    const PARTS: usize = WINDOWS;

    #[inline(always)]
    fn visit(position: &Single, mut visit: impl FnMut(usize, i32)) {
        let board = position.board(BoardName::A);
        let [white, black] = [board.men(Color::White), board.men(Color::Black)];
        windows12::visit(white, black, &mut visit);
        dense_features(&board, LARGE, &mut visit);
        visit(LARGE + dense::COUNT, tempo(position));
    }

    #[inline(always)]
    fn visit_parts(position: &Single, mut visit: impl FnMut(usize, i32)) {
        let count = <Self as Features<Single>>::COUNT;
        windows_of(&position.board(BoardName::A), count, &mut visit);
    }

    fn fold(weights: &mut Vec<[f32; 2]>) {
        let parts = weights.split_off(<Self as Features<Single>>::COUNT);
        windows12::fold(weights, &parts);
    }
}

/// Sides with few pieces on A: one feature for each number up to this.
const FEW: usize = 12;

impl Judged for Alician {
    #[inline(always)]
    fn pieces(&self) -> i32 {
        let count = |name| self.board(name).occupied().len() as i32;
        count(BoardName::A) + count(BoardName::B)
    }
}

impl Features<Alician> for Windows8 {
    const SET: &'static str = "alician windows-8 1";
    const DENSE: usize = 2 * WINDOWS;
    const COUNT: usize = 2 * WINDOWS + 2 * dense::COUNT + FEW + 1;

    #[inline(always)]
    fn visit(position: &Alician, mut visit: impl FnMut(usize, i32)) {
        const DENSE: usize = 2 * WINDOWS;
        let a = position.board(BoardName::A);
        let b = position.board(BoardName::B);
        for (i, board) in [&a, &b].into_iter().enumerate() {
            windows_of(board, i * WINDOWS, &mut visit);
            dense_features(board, DENSE + i * dense::COUNT, &mut visit);
        }
        let few = DENSE + 2 * dense::COUNT;
        for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
            let on_a = a.pieces(color).len() as usize;
            if (1..=FEW).contains(&on_a) {
                visit(few + on_a - 1, sign);
            }
        }
        visit(few + FEW, tempo(position));
    }
}
