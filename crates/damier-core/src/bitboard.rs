//! A set of squares in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::bits::Bits;
use crate::geometry::{BITS, Board10, Direction, Geometry, bit_of};
use crate::square::Square;

/// A set of squares. Ghost bits are never set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<G: Geometry = Board10>(pub(crate) G::Bits);

impl<G: Geometry> Default for Bitboard<G> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<G: Geometry> Bitboard<G> {
    /// No square.
    pub const EMPTY: Self = Self(G::Bits::ZERO);

    /// Every square of the board.
    #[inline(always)]
    pub fn full() -> Self {
        Self(G::Bits::truncate(G::LAYOUT.board))
    }

    /// The squares of one row, 0 at the top.
    #[inline(always)]
    pub fn row(row: u8) -> Self {
        Self(G::Bits::truncate(G::LAYOUT.rows[row as usize]))
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == G::Bits::ZERO
    }

    /// Whether some square is in the set.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != G::Bits::ZERO
    }

    /// Number of squares.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub fn contains(self, square: Square<G>) -> bool {
        (self & square.into()).any()
    }

    /// The set with `square` in it.
    #[inline(always)]
    #[must_use]
    pub fn with(self, square: Square<G>) -> Self {
        self | square.into()
    }

    /// The square with the lowest number.
    #[inline(always)]
    pub fn first(self) -> Option<Square<G>> {
        self.any().then(|| Square::from_bit(self.0.lowest() as u8))
    }

    /// The set moved one step; what leaves the board is dropped.
    #[inline(always)]
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        Self(self.shifted(direction)) & Self::full()
    }

    /// The squares met from `square` in a direction, up to the edge.
    #[inline(always)]
    pub fn ray(square: Square<G>, direction: Direction) -> Self {
        Self(G::Bits::truncate(
            G::LAYOUT.rays[direction as usize][square.bit() & (BITS - 1)],
        ))
    }

    /// The square of the set nearest to the start of a ray in `direction`.
    #[inline(always)]
    pub(crate) fn nearest(self, direction: Direction) -> Square<G> {
        Square::from_bit(if direction.is_up() {
            self.0.highest() as u8
        } else {
            self.0.lowest() as u8
        })
    }

    /// The set with every square turned half round the board.
    #[inline(always)]
    #[must_use]
    pub fn rotate(self) -> Self {
        // Squares that face each other lie equally far from either end of the bits in use.
        let unused = 8 * size_of::<G::Bits>() as u32 - 1 - u32::from(bit_of::<G>(G::SQUARES));
        Self(self.0.reversed() >> unused)
    }

    /// A step without the mask: ghost bits may be set, so combine it with a set of squares at once.
    #[inline(always)]
    pub(crate) fn shifted(self, direction: Direction) -> G::Bits {
        let half = (G::COLUMNS / 2) as u32;
        match direction {
            Direction::UpLeft => self.0 >> (half + 1),
            Direction::UpRight => self.0 >> half,
            Direction::DownLeft => self.0 << half,
            Direction::DownRight => self.0 << (half + 1),
        }
    }
}

impl Bitboard<Board10> {
    /// The eight squares of the 4x4 fields whose top left field is at a row and column (both even, at most 6), as
    /// eight bits in a fixed order. The half turn of the board turns the order of the bits round.
    #[inline(always)]
    pub fn window(self, row: u32, column: u32) -> u8 {
        // The squares lie at 0, 1, 5, 6, 11, 12, 16 and 17 from the corner; the product puts three copies of them
        // so that bits 42 to 49 are those at 5, 6, 16, 17, 0, 1, 11 and 12, none disturbed by a carry.
        const SQUARES: u64 = 0b11_0001_1000_0110_0011;
        const COPIES: u64 = 1 << 28 | 1 << 37 | 1 << 46;
        let corner = self.0 >> (row / 2 * 11 + column / 2);
        ((corner & SQUARES).wrapping_mul(COPIES) >> 42) as u8
    }
}

impl<G: Geometry> From<Square<G>> for Bitboard<G> {
    #[inline(always)]
    fn from(square: Square<G>) -> Self {
        Self(G::Bits::ONE << square.bit() as u32)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident) => {
        impl<G: Geometry> $trait for Bitboard<G> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl<G: Geometry> $assign_trait for Bitboard<G> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                self.0.$assign(other.0);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl<G: Geometry> Not for Bitboard<G> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0) & Self::full()
    }
}

/// Set difference.
impl<G: Geometry> Sub for Bitboard<G> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<G: Geometry> FromIterator<Square<G>> for Bitboard<G> {
    fn from_iter<I: IntoIterator<Item = Square<G>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The squares of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Squares<G: Geometry>(Bitboard<G>);

impl<G: Geometry> Iterator for Squares<G> {
    type Item = Square<G>;

    #[inline(always)]
    fn next(&mut self) -> Option<Square<G>> {
        let square = self.0.first()?;
        self.0.0 = self.0.0.without_lowest();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl<G: Geometry> ExactSizeIterator for Squares<G> {}

impl<G: Geometry> IntoIterator for Bitboard<G> {
    type Item = Square<G>;
    type IntoIter = Squares<G>;

    #[inline(always)]
    fn into_iter(self) -> Squares<G> {
        Squares(self)
    }
}

impl<G: Geometry> fmt::Debug for Bitboard<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.into_iter().map(Square::number))
            .finish()
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::{Bitboard, Geometry, Square};

    impl<G: Geometry> serde::Serialize for Bitboard<G> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(*self)
        }
    }

    impl<'de, G: Geometry> serde::Deserialize<'de> for Bitboard<G> {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Vec::<Square<G>>::deserialize(deserializer)?
                .into_iter()
                .collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board8, Board12};

    fn turns_square_by_square<G: Geometry>() {
        let full = Bitboard::<G>::full();
        assert_eq!(full.rotate(), full);
        for square in Square::<G>::all() {
            assert_eq!(Bitboard::from(square).rotate(), square.rotate().into());
        }
    }

    #[test]
    fn a_set_turns_square_by_square() {
        turns_square_by_square::<Board8>();
        turns_square_by_square::<Board10>();
        turns_square_by_square::<Board12>();
    }

    #[test]
    fn a_window_holds_its_eight_squares_once_and_turns_with_the_board() {
        for row in [0, 2, 4, 6] {
            for column in [0, 2, 4, 6] {
                let mut bits = 0;
                for square in Square::<Board10>::all() {
                    let inside = (row..row + 4).contains(&u32::from(square.row()))
                        && (column..column + 4).contains(&u32::from(square.column()));
                    let window = Bitboard::from(square).window(row, column);
                    assert_eq!(
                        window.count_ones(),
                        u32::from(inside),
                        "{square} {row} {column}"
                    );
                    bits |= window;
                    let turned = Bitboard::from(square.rotate()).window(6 - row, 6 - column);
                    assert_eq!(turned, window.reverse_bits());
                }
                assert_eq!(bits, 0xff);
            }
        }
    }
}
