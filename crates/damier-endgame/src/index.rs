//! Numbers for positions: where a position of a class lies in its table, and back.
//!
//! A class has four groups of like pieces: own men, their men, own kings, their kings (the side to move is "own").
//! The squares of a group are a combination, numbered in colexicographic order; the four numbers are the digits of
//! the index, own men first. Men count on the 45 squares where they can stand, kings on 50; with a second board the
//! squares of B follow those of A. Black to move is turned round: square `s` becomes `51 - s`. Placements with two
//! pieces on one square have numbers too; nothing is stored there that anybody asks for.

use damier_core::{Bitboard, Board, BoardName, Color, Square};

use crate::game::Tabled;
use crate::material::{MOST_PIECES, Material};

/// The squares of a group on board A and on board B.
pub(crate) type Sets = [Bitboard; 2];

/// Squares of a board where a king can stand.
pub(crate) const KING_CELLS: usize = 50;
/// Squares of a board where a man can stand.
pub(crate) const MAN_CELLS: usize = 45;

const WIDTH: usize = 128;

/// Binomial coefficients: `CHOOSE[k][n]` ways to choose `k` of `n`.
static CHOOSE: [[u32; WIDTH]; 8] = {
    let mut table = [[0_u32; WIDTH]; 8];
    let mut n = 0;
    while n <= 2 * KING_CELLS {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_PIECES as usize {
            if n > 0 {
                table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            }
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline(always)]
pub(crate) fn choose(n: usize, k: usize) -> u32 {
    CHOOSE[k & 7][n & (WIDTH - 1)]
}

/// Kind of piece of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Man,
    King,
}

impl Kind {
    /// Cells of one board.
    pub(crate) const fn cells(self) -> usize {
        match self {
            Self::Man => MAN_CELLS,
            Self::King => KING_CELLS,
        }
    }

    /// The square number of cell 0 of board A for White's pieces.
    const fn first(self, color: Color) -> usize {
        match (self, color) {
            (Self::Man, Color::White) => 1 + KING_CELLS - MAN_CELLS,
            _ => 1,
        }
    }
}

/// The cell of a square, as seen when White is to move.
pub(crate) fn cell(kind: Kind, color: Color, board: usize, square: Square) -> usize {
    usize::from(square.number()) - kind.first(color) + board * kind.cells()
}

/// The board and square of a cell, as seen when White is to move.
pub(crate) fn square(kind: Kind, color: Color, cell: usize) -> Option<(usize, Square)> {
    let number = cell % kind.cells() + kind.first(color);
    Some((cell / kind.cells(), Square::new(number as u32).ok()?))
}

/// The number of the combination of cells in ascending order.
pub(crate) fn rank(cells: &[usize]) -> u32 {
    cells
        .iter()
        .zip(1..)
        .map(|(&cell, i)| choose(cell, i))
        .sum()
}

/// The combination with a number, in ascending order.
pub(crate) fn unrank(mut rank: u32, count: usize) -> Vec<usize> {
    let mut cells = vec![0; count];
    let mut above = 2 * KING_CELLS + 1;
    for i in (1..=count).rev() {
        above = (0..above)
            .rev()
            .find(|&cell| choose(cell, i) <= rank)
            .unwrap_or(0);
        rank -= choose(above, i);
        cells[i - 1] = above;
    }
    cells
}

/// The number of a set of squares as seen when White is to move.
#[inline(always)]
fn rank_of_white_turn(sets: &[Bitboard], kind: Kind, color: Color) -> u64 {
    let mut i = 1;
    let mut sum = 0;
    for (board, set) in sets.iter().enumerate() {
        for square in *set {
            let cell = usize::from(square.number()) - kind.first(color) + board * kind.cells();
            sum += u64::from(choose(cell, i));
            i += 1;
        }
    }
    sum
}

/// The number of a set of squares as seen when Black is to move: squares ascend, so the cells come from the top.
#[inline(always)]
fn rank_of_black_turn(sets: &[Bitboard], kind: Kind, color: Color, count: usize) -> u64 {
    let last = kind.first(color) + kind.cells() - 1;
    let mut i = count;
    let mut sum = 0;
    for (board, set) in sets.iter().enumerate().rev() {
        for square in *set {
            let cell = last - usize::from(square.number()) + board * kind.cells();
            sum += u64::from(choose(cell, i));
            i = i.wrapping_sub(1);
        }
    }
    sum
}

/// The numbering of one class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) material: Material,
    pub(crate) boards: usize,
    counts: [usize; 4],
    /// Number of combinations of each group.
    pub(crate) radix: [u64; 4],
    /// What one step of each group's digit adds to the index.
    pub(crate) strides: [u64; 4],
    /// Number of indices.
    pub(crate) size: u64,
}

/// The groups from the outermost digit to the innermost.
pub(crate) type Order = [u8; 4];

/// The order in which the groups are named.
pub(crate) const NATURAL: Order = [0, 1, 2, 3];

/// The four groups in the order of the digits: whether it is the side to move, and the kind.
const GROUPS: [(bool, Kind); 4] = [
    (true, Kind::Man),
    (false, Kind::Man),
    (true, Kind::King),
    (false, Kind::King),
];

impl Layout {
    /// The numbering with the groups in an order; nothing if it does not name each group once.
    pub(crate) fn ordered(material: Material, boards: usize, order: Order) -> Option<Self> {
        let mut layout = Self::new(material, boards);
        let mut sorted = order;
        sorted.sort_unstable();
        if sorted != NATURAL {
            return None;
        }
        let mut stride = 1;
        for &group in order.iter().rev() {
            layout.strides[usize::from(group)] = stride;
            stride *= layout.radix[usize::from(group)];
        }
        Some(layout)
    }

    /// The numbering with the groups in their natural order.
    pub(crate) fn new(material: Material, boards: usize) -> Self {
        let [[a, b], [c, d]] = [material.own(), material.other()].map(|s| s.map(usize::from));
        let counts = [a, c, b, d];
        let mut radix = [0; 4];
        let mut strides = [0; 4];
        let mut size = 1;
        for (i, (_, kind)) in GROUPS.iter().enumerate().rev() {
            radix[i] = u64::from(choose(kind.cells() * boards, counts[i]));
            strides[i] = size;
            size *= radix[i];
        }
        Self {
            material,
            boards,
            counts,
            radix,
            strides,
            size,
        }
    }

    /// The index with these digits.
    #[inline(always)]
    pub(crate) fn join(&self, digits: [u64; 4]) -> u64 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|group| digits[group] * self.strides[group]);
        a + b + c + d
    }

    /// The index of a position of this class.
    #[inline(always)]
    pub(crate) fn index<P: Tabled>(&self, position: &P) -> u64 {
        let all = [position.board(BoardName::A), position.board(BoardName::B)];
        let boards = &all[..P::BOARDS.len()];
        let men = |color| all.map(|board| board.men(color));
        let kings = |color| all.map(|board| board.kings(color));
        let n = boards.len();
        let (white, black) = (Color::White, Color::Black);
        match position.turn() {
            Color::White => self.join([
                rank_of_white_turn(&men(white)[..n], Kind::Man, white),
                rank_of_white_turn(&men(black)[..n], Kind::Man, black),
                rank_of_white_turn(&kings(white)[..n], Kind::King, white),
                rank_of_white_turn(&kings(black)[..n], Kind::King, black),
            ]),
            Color::Black => self.join([
                rank_of_black_turn(&men(black)[..n], Kind::Man, black, self.counts[0]),
                rank_of_black_turn(&men(white)[..n], Kind::Man, white, self.counts[1]),
                rank_of_black_turn(&kings(black)[..n], Kind::King, black, self.counts[2]),
                rank_of_black_turn(&kings(white)[..n], Kind::King, white, self.counts[3]),
            ]),
        }
    }

    /// The position with White to move at an index; nothing if two of its pieces share a square.
    pub(crate) fn boards(&self, index: u64) -> Option<[Board; 2]> {
        let digits = [0, 1, 2, 3].map(|i| (index / self.strides[i] % self.radix[i]) as u32);
        let mut taken = Bitboard::EMPTY;
        let mut boards = [Board::empty(), Board::empty()];
        for (i, (color, kind)) in Self::groups().into_iter().enumerate() {
            let king = kind == Kind::King;
            for cell in unrank(digits[i], self.counts[i]) {
                let (board, square) = square(kind, color, cell)?;
                if taken.contains(square) {
                    return None;
                }
                taken = taken.with(square);
                boards[board].set(square, Some(damier_core::Piece { color, king }));
            }
        }
        Some(boards)
    }

    /// All combinations of each group, as sets of squares with White to move.
    pub(crate) fn families(&self) -> [Family; 4] {
        let groups = Self::groups();
        [0, 1, 2, 3].map(|i| Family::new(groups[i].1, groups[i].0, self.counts[i], self.boards))
    }

    /// For each combination of each group, how many of its pieces stand on board A.
    pub(crate) fn pieces_on_a(&self) -> [Vec<u8>; 4] {
        self.families()
            .map(|family| family.sets.iter().map(|sets| sets[0].len() as u8).collect())
    }

    /// Colour and kind of each group with White to move.
    fn groups() -> [(Color, Kind); 4] {
        GROUPS.map(|(own, kind)| (if own { Color::White } else { Color::Black }, kind))
    }
}

/// All combinations of the squares of a group of like pieces.
pub(crate) struct Family {
    /// The squares of each combination.
    pub(crate) sets: Vec<Sets>,
    /// The number of each combination as seen when Black is to move.
    pub(crate) turned: Vec<u32>,
}

impl Family {
    pub(crate) fn new(kind: Kind, color: Color, count: usize, boards: usize) -> Self {
        let per_board = kind.cells();
        let total = choose(per_board * boards, count) as usize;
        let mut sets = Vec::with_capacity(total);
        let mut turned = Vec::with_capacity(total);
        let mut cells: Vec<usize> = (0..count).collect();
        for _ in 0..total {
            let mut set = [Bitboard::EMPTY; 2];
            for &cell in &cells {
                if let Some((board, square)) = square(kind, color, cell) {
                    set[board] = set[board].with(square);
                }
            }
            sets.push(set);
            turned.push(turned_rank(&cells, per_board));
            advance(&mut cells);
        }
        Self { sets, turned }
    }
}

/// The number of a combination of cells when the boards are turned round.
pub(crate) fn turned_rank(cells: &[usize], per_board: usize) -> u32 {
    let mut turned = [0; 8];
    let turned = &mut turned[..cells.len()];
    for (to, &cell) in turned.iter_mut().zip(cells) {
        *to = cell / per_board * per_board + (per_board - 1 - cell % per_board);
    }
    turned.sort_unstable();
    rank(turned)
}

/// The next combination in colexicographic order.
fn advance(cells: &mut [usize]) {
    for i in 0..cells.len() {
        let free = i + 1 == cells.len() || cells[i] + 1 < cells[i + 1];
        if free {
            cells[i] += 1;
            for (j, cell) in cells[..i].iter_mut().enumerate() {
                *cell = j;
            }
            return;
        }
    }
}
