//! Squares, by their numbers as in PDN, and the two sides. The bit behind a number never leaves this crate.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Not;

use thiserror::Error;

use crate::geometry::{Board10, Geometry, bit_of, number_of};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Color {
    /// Plays up the board, towards square 1.
    White,
    /// Plays down the board, away from square 1.
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// `W` or `B`, as in FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Whether it is a king; otherwise it is a man.
    pub king: bool,
}

impl Piece {
    /// A man of `color`.
    pub const fn man(color: Color) -> Self {
        Self { color, king: false }
    }

    /// A king of `color`.
    pub const fn king(color: Color) -> Self {
        Self { color, king: true }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.king { "king" } else { "man" };
        write!(f, "{} {kind}", self.color)
    }
}

/// A dark square of a board of geometry `G`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<G = Board10> {
    bit: u8,
    geometry: PhantomData<G>,
}

/// A number that no square of the board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no square {number}: expected a number from 1 to {last}")]
pub struct SquareError {
    /// The number given.
    pub number: u32,
    /// The highest square number of the board.
    pub last: u8,
}

impl<G: Geometry> Square<G> {
    /// The square with this number, counted from 1 at the top left as in PDN.
    pub fn new(number: u32) -> Result<Self, SquareError> {
        let last = G::SQUARES;
        match u8::try_from(number) {
            Ok(n) if (1..=last).contains(&n) => Ok(Self::from_bit(bit_of::<G>(n))),
            _ => Err(SquareError { number, last }),
        }
    }

    /// Its number, from 1.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        number_of::<G>(self.bit)
    }

    /// Its row, 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.number() - 1) / (G::COLUMNS / 2)
    }

    /// Its column, 0 at the left, light squares counted.
    #[inline]
    pub const fn column(self) -> u8 {
        let row = self.row();
        2 * ((self.number() - 1) % (G::COLUMNS / 2)) + 1 - row % 2
    }

    /// The square at a row and column (both from 0, top left), if it is a dark one on the board.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row >= G::ROWS || column >= G::COLUMNS || (row + column).is_multiple_of(2) {
            return None;
        }
        Some(Self::from_bit(bit_of::<G>(
            row * (G::COLUMNS / 2) + column / 2 + 1,
        )))
    }

    /// All squares in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (1..=G::SQUARES).map(|n| Self::from_bit(bit_of::<G>(n)))
    }

    /// The same square seen from the other side of the board.
    #[must_use]
    pub const fn rotate(self) -> Self {
        Self::from_bit(bit_of::<G>(G::SQUARES + 1 - self.number()))
    }

    #[inline(always)]
    pub(crate) const fn from_bit(bit: u8) -> Self {
        Self {
            bit,
            geometry: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) const fn bit(self) -> usize {
        self.bit as usize
    }
}

impl<G: Geometry> TryFrom<u32> for Square<G> {
    type Error = SquareError;

    fn try_from(number: u32) -> Result<Self, SquareError> {
        Self::new(number)
    }
}

impl<G: Geometry> fmt::Display for Square<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl<G: Geometry> fmt::Debug for Square<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.number())
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::{Geometry, Square};

    impl<G: Geometry> serde::Serialize for Square<G> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u8(self.number())
        }
    }

    impl<'de, G: Geometry> serde::Deserialize<'de> for Square<G> {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let number = u32::deserialize(deserializer)?;
            Self::new(number).map_err(serde::de::Error::custom)
        }
    }
}
