//! Board size as an axis of its own: rows, columns, and where each square's bit lies.
//!
//! The dark squares of two rows and one ghost bit make a group, so that every diagonal step is the same shift
//! everywhere on the board and a step over the edge lands on a ghost bit or falls out of the word:
//!
//! ```text
//!     0   1   2   3   4        10x10: row 0
//!   5   6   7   8   9                 row 1
//!    (10)                             ghost
//!    11  12  13  14  15               row 2 ...
//! ```
//!
//! A step down-left adds half the columns, a step down-right one more; up-right and up-left take them away.

use std::fmt::Debug;
use std::hash::Hash;

use crate::bits::Bits;

/// Room for one entry a bit of the widest word, so that a masked index needs no bounds check.
pub(crate) const BITS: usize = 128;

/// The four diagonals, seen by White: up is towards square 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// Towards lower numbers, to the left.
    UpLeft,
    /// Towards lower numbers, to the right.
    UpRight,
    /// Towards higher numbers, to the left.
    DownLeft,
    /// Towards higher numbers, to the right.
    DownRight,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The direction straight back.
    #[inline(always)]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }

    /// Whether the direction leads towards lower numbers.
    #[inline(always)]
    #[must_use]
    pub const fn is_up(self) -> bool {
        matches!(self, Self::UpLeft | Self::UpRight)
    }
}

/// The size of a board and all that follows from it.
pub trait Geometry:
    Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + Sized + 'static
{
    /// The word that holds one bit a square.
    type Bits: Bits;
    /// Columns, light squares included; an even number.
    const COLUMNS: u8;
    /// Rows; an even number.
    const ROWS: u8;

    /// Number of dark squares.
    const SQUARES: u8 = Self::COLUMNS / 2 * Self::ROWS;
    /// Where each square's bit lies, and the rays from it.
    const LAYOUT: &'static Layout = &Layout::new(Self::COLUMNS, Self::ROWS);
}

/// A board of 8 rows and 8 columns: 32 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board8;

/// A board of 10 rows and 10 columns: 50 squares. International draughts is played on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board10;

/// A board of 12 rows and 12 columns: 72 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board12;

impl Geometry for Board8 {
    type Bits = u64;
    const COLUMNS: u8 = 8;
    const ROWS: u8 = 8;
}

impl Geometry for Board10 {
    type Bits = u64;
    const COLUMNS: u8 = 10;
    const ROWS: u8 = 10;
}

impl Geometry for Board12 {
    type Bits = u128;
    const COLUMNS: u8 = 12;
    const ROWS: u8 = 12;
}

/// The tables of a geometry. Indexed by bit, which is why they stay inside this crate.
#[derive(Debug)]
pub struct Layout {
    /// All squares of the board.
    pub(crate) board: u128,
    /// The squares of each row, top row first.
    pub(crate) rows: [u128; 32],
    /// The squares met from a bit in each direction, up to the edge.
    pub(crate) rays: [[u128; BITS]; 4],
}

impl Layout {
    const fn new(columns: u8, rows: u8) -> Self {
        assert!(columns.is_multiple_of(2) && rows.is_multiple_of(2) && rows <= 32);
        let half = (columns / 2) as u32;
        assert!((rows as u32 / 2) * (2 * half + 1) <= BITS as u32);
        let mut layout = Self {
            board: 0,
            rows: [0; 32],
            rays: [[0; BITS]; 4],
        };
        let mut row = 0;
        while row < rows as u32 {
            let first = row * half + row / 2;
            layout.rows[row as usize] = ((1 << half) - 1) << first;
            layout.board |= layout.rows[row as usize];
            row += 1;
        }
        let steps = [
            -(half as i32) - 1,
            -(half as i32),
            half as i32,
            half as i32 + 1,
        ];
        let mut direction = 0;
        while direction < 4 {
            let mut bit = 0;
            while bit < BITS as i32 {
                let mut at = bit + steps[direction];
                while layout.board >> bit & 1 == 1
                    && at >= 0
                    && at < BITS as i32
                    && layout.board >> at & 1 == 1
                {
                    layout.rays[direction][bit as usize] |= 1 << at;
                    at += steps[direction];
                }
                bit += 1;
            }
            direction += 1;
        }
        layout
    }
}

/// The bit of square number `number` (from 1).
#[inline(always)]
pub(crate) const fn bit_of<G: Geometry>(number: u8) -> u8 {
    number - 1 + (number - 1) / G::COLUMNS
}

/// The square number (from 1) of `bit`.
#[inline(always)]
pub(crate) const fn number_of<G: Geometry>(bit: u8) -> u8 {
    bit - bit / (G::COLUMNS + 1) + 1
}
