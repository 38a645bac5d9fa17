//! Moves as text: the short form, the path that PDN writes, and the captured squares that Hub writes.
//!
//! Which of them is meant is found out against the position. What fits several moves is never guessed.

mod parse;
mod resolve;
mod write;

use std::fmt;

use damier_core::{Board10, Geometry, IllegalMove, Move, Position, SquareError};
use thiserror::Error;

pub use parse::{Oddity, Spelling};
pub use resolve::fitting;
pub(crate) use resolve::{passes, paths, why_not};
pub use write::{is_ambiguous, write};

/// How a move is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Start and end, `28x19`; the path where another legal move shares both.
    #[default]
    Short,
    /// Start, the squares where the piece touches down, end: `46x28x11x2`.
    Path,
    /// Start, end and all captured squares in order: `46x2x7x22x37`.
    Hub,
}

/// A text that is not a legal move, or not one alone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveTextError<G: Geometry = Board10> {
    /// It is no move text.
    #[error("column {column}: {problem}")]
    Syntax {
        /// Where, in characters from 1.
        column: usize,
        /// What is wrong.
        problem: SyntaxProblem,
    },
    /// It fits several legal moves.
    #[error("{text} is ambiguous: expected one of {}", .choices.join(", "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves it fits, as paths.
        choices: Vec<String>,
        /// The same moves.
        moves: Vec<Move<G>>,
    },
    /// There are legal moves between its first and last square, but none of them goes this way.
    #[error("{text}: no legal move goes this way; between its squares there is {}", .choices.join(", "))]
    OtherWay {
        /// The text.
        text: String,
        /// The legal moves between its squares, as paths.
        choices: Vec<String>,
    },
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove<G>),
}

/// What keeps a text from being a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SyntaxProblem {
    /// No text at all.
    #[error("expected a move such as 32-28 or 28x19, found nothing")]
    Empty,
    /// Something that is not part of a move.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What could stand here.
        expected: &'static str,
        /// What does.
        found: char,
    },
    /// The text ends too early.
    #[error("expected {expected}, found the end of the text")]
    End {
        /// What could stand here.
        expected: &'static str,
    },
    /// A number that no square has.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// Digits without a separator that cannot be two squares.
    #[error("{digits}: expected two squares with - or x between them")]
    Digits {
        /// The digits.
        digits: String,
    },
    /// More squares than a board has.
    #[error("more squares than a move can name")]
    TooLong,
}

/// Reads a move of `position` in any form.
///
/// Short text and old text without a separator (`1118`) mean the legal move with that start and end. Longer text is
/// tried as a full path, then as a path with squares left out, then as start, end and captured squares in any order.
/// Separators may be `-`, `x`, `X`, `:` or a dash of any kind, with blanks around them; leading zeros are taken.
pub fn read<P: Position>(
    position: &P,
    text: &str,
) -> Result<Move<P::Geometry>, MoveTextError<P::Geometry>> {
    let spelling = Spelling::parse(text)
        .map_err(|(column, problem)| MoveTextError::Syntax { column, problem })?;
    resolve::resolve(position, &position.legal_moves(), &spelling, text)
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Short => "short",
            Self::Path => "path",
            Self::Hub => "hub",
        })
    }
}
