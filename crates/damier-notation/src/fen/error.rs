//! What can be wrong with a FEN, and where. All of it is reported at once.

use std::fmt;

use damier_core::{Color, Square, SquareError};
use thiserror::Error;

/// One thing that is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenProblem {
    /// There is no text.
    #[error("empty text: expected a FEN such as W:W31-50:B1-20")]
    Empty,
    /// The wrapper of a tag is broken.
    #[error("broken wrapper: expected [FEN \"...\"]")]
    Wrapper,
    /// The first field is not a side.
    #[error("side to move {found:?}: expected W, B or ?")]
    Turn {
        /// What stands there.
        found: String,
    },
    /// The side to move is said to be unknown, and a game was wanted.
    #[error("no side to move: expected W or B")]
    NoTurn,
    /// A man on its far row, and a game was wanted, or something else is wrong as well.
    #[error("{color} man on {square}, its promotion row: expected a king there")]
    StrayMan {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A list does not start with a side.
    #[error("list {found:?}: expected it to start with W or B")]
    Side {
        /// What stands there.
        found: String,
    },
    /// Two lists of the same side on one board.
    #[error("a second list for {color}: expected one list a side")]
    SecondList {
        /// Whose.
        color: Color,
    },
    /// A side has no list.
    #[error("no list for {color}: expected `:{}` and its squares, or `:{}` alone for none", .color.letter(), .color.letter())]
    NoList {
        /// Whose.
        color: Color,
    },
    /// A third board.
    #[error("more than two boards: expected at most one `/`")]
    Boards,
    /// Something else than a square.
    #[error("expected a square number, found {found}")]
    NoSquare {
        /// What stands there.
        found: String,
    },
    /// A number that no square has.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The first square of a range comes after its last.
    #[error("range {first}-{last} runs backwards: expected the lower number first")]
    Backwards {
        /// Its first number.
        first: u8,
        /// Its last number.
        last: u8,
    },
    /// The ends of a range are different pieces.
    #[error(
        "range with a king at one end: expected K{first}-{last} for kings, {first}-{last} for men"
    )]
    MixedRange {
        /// Its first number.
        first: u8,
        /// Its last number.
        last: u8,
    },
    /// A square twice in one list.
    #[error("square {square} is given twice for {color}")]
    Doubled {
        /// Which.
        square: Square,
        /// Whose list.
        color: Color,
    },
    /// A square in the lists of both sides.
    #[error("square {square} is given to both White and Black")]
    BothColors {
        /// Which.
        square: Square,
    },
    /// A square occupied on both boards.
    #[error(
        "square {square} is occupied on both boards: expected at most one piece on a square and its mirror"
    )]
    BothBoards {
        /// Which.
        square: Square,
    },
    /// A character that does not belong where it stands.
    #[error("unexpected {found:?}: expected a comma, a colon or the end")]
    Unexpected {
        /// Which.
        found: char,
    },
    /// `H` or `F` without a number.
    #[error("field {found:?}: expected a number after {letter}")]
    Count {
        /// `H` or `F`.
        letter: char,
        /// What stands there.
        found: String,
    },
    /// The king-move counts of Frisian draughts.
    #[error("field {found:?} belongs to Frisian draughts, which is not played here")]
    Frisian {
        /// What stands there.
        found: String,
    },
}

/// A problem and the column where it is, counted in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The column.
    pub column: usize,
    /// The problem.
    pub problem: FenProblem,
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

/// Everything that is wrong with a FEN, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The problems; never none.
    pub problems: Vec<Located>,
}

impl std::error::Error for FenError {}

/// A message stays readable: beyond this many problems they are only counted.
const SHOWN: usize = 50;

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, located) in self.problems.iter().take(SHOWN).enumerate() {
            let semicolon = if i > 0 { "; " } else { "" };
            write!(f, "{semicolon}{located}")?;
        }
        match self.problems.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}
