//! Pieces on boards before anyone asked whether a game can be played from there.

use std::fmt;

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::board::{Board, BoardName};
use crate::geometry::{Board10, Geometry};
use crate::square::{Color, Square};

/// Any arrangement of pieces. A position checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = "")
)]
pub struct Setup<G: Geometry = Board10> {
    /// The side to move, if it is known.
    pub turn: Option<Color>,
    /// Board A.
    pub a: Board<G>,
    /// Board B of a two-board game.
    pub b: Option<Board<G>>,
}

/// One thing that keeps a setup from being a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SetupError<G: Geometry = Board10> {
    /// Nobody is to move.
    #[error("no side to move: expected White or Black")]
    NoTurn,
    /// There are no pieces at all.
    #[error("no pieces: expected at least one")]
    NoPieces,
    /// A man on its far row, where it would have become a king.
    #[error("{color} man on {square} of board {board}, its promotion row: expected a king there")]
    StrayMan {
        /// Whose man.
        color: Color,
        /// Where.
        square: Square<G>,
        /// On which board.
        board: BoardName,
    },
    /// A square occupied on both boards.
    #[error(
        "square {square} is occupied on both boards: expected at most one piece on a square and its mirror"
    )]
    OnBothBoards {
        /// Which.
        square: Square<G>,
    },
    /// The number of boards is another game's.
    #[error("the position has {found} board(s): expected {expected}")]
    Boards {
        /// Boards of the game.
        expected: usize,
        /// Boards of the setup.
        found: usize,
    },
}

/// Everything that keeps a setup from being a position, at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupErrors<G: Geometry = Board10>(pub Vec<SetupError<G>>);

impl<G: Geometry> std::error::Error for SetupErrors<G> {}

impl<G: Geometry> fmt::Display for SetupErrors<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl<G: Geometry> Setup<G> {
    /// Checks what every game on `boards` boards demands. The side to move, if all is well.
    pub(crate) fn check(&self, boards: usize) -> Result<Color, SetupErrors<G>> {
        let mut errors = Vec::new();
        if self.turn.is_none() {
            errors.push(SetupError::NoTurn);
        }
        let found = if self.b.is_some() { 2 } else { 1 };
        if found != boards {
            errors.push(SetupError::Boards {
                expected: boards,
                found,
            });
        }
        let b = self.b.unwrap_or_default();
        if (self.a.occupied() | b.occupied()).is_empty() {
            errors.push(SetupError::NoPieces);
        }
        for (name, board) in [(BoardName::A, self.a), (BoardName::B, b)] {
            for color in Color::ALL {
                let stray: Bitboard<G> = board.stray_men() & board.men(color);
                errors.extend(stray.into_iter().map(|square| SetupError::StrayMan {
                    color,
                    square,
                    board: name,
                }));
            }
        }
        let doubled = self.a.occupied() & b.occupied();
        errors.extend(
            doubled
                .into_iter()
                .map(|square| SetupError::OnBothBoards { square }),
        );
        match (self.turn, errors.is_empty()) {
            (Some(turn), true) => Ok(turn),
            _ => Err(SetupErrors(errors)),
        }
    }
}
