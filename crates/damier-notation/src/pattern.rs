//! Patterns of squares: what must stand where, whatever else is on the board. Knows nothing of games.

use std::str::FromStr;

use damier_core::{Bitboard, Board, Board10, BoardName, Color, Piece, Position};

use crate::fen::{self, FenError};

/// Squares that must hold certain pieces; the others are free.
///
/// Written like a FEN: `W:W32,37,38:B23,24` is White to move with men on three squares and black men on two. `?` for
/// the side to move leaves it open, kings have their `K`, a list that is left out asks for nothing, and so does
/// everything on the boards that is not listed. A slash leads to the second board.
///
/// ```
/// use damier_core::Single;
/// use damier_notation::pattern::Pattern;
/// let start: Single = Single::default();
/// let pattern: Pattern = "W:W32,37,38:B19".parse()?;
/// assert!(pattern.matches(&start));
/// assert!(!"?:B23".parse::<Pattern>()?.matches(&start));
/// // The same seen from the other side: Black to move, black men on 19, 14 and 13, a white man on 32.
/// assert_eq!(pattern.swap_colors(), "B:W32:B19,14,13".parse()?);
/// # Ok::<(), damier_notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    turn: Option<Color>,
    a: Board,
    b: Option<Board>,
}

impl FromStr for Pattern {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let setup = fen::read_part(text)?.setup;
        Ok(Self {
            turn: setup.turn,
            a: setup.a,
            b: setup.b,
        })
    }
}

impl Pattern {
    /// Whether a position has these pieces on these squares, and this side to move.
    pub fn matches<P: Position<Geometry = Board10>>(&self, position: &P) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && holds(&self.a, &position.board(BoardName::A))
            && self
                .b
                .is_none_or(|b| holds(&b, &position.board(BoardName::B)))
    }

    /// The same pattern with the colours changed and the boards turned round.
    #[must_use]
    pub fn swap_colors(&self) -> Self {
        Self {
            turn: self.turn.map(|turn| !turn),
            a: self.a.swap_colors(),
            b: self.b.map(|b| b.swap_colors()),
        }
    }

    /// The squares that must hold a piece, of one kind.
    pub fn squares(&self, board: BoardName, piece: Piece) -> Bitboard {
        let board = match board {
            BoardName::A => self.a,
            BoardName::B => self.b.unwrap_or_default(),
        };
        if piece.king {
            board.kings(piece.color)
        } else {
            board.men(piece.color)
        }
    }
}

fn holds(wanted: &Board, found: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let men = wanted.men(color) - found.men(color);
        let kings = wanted.kings(color) - found.kings(color);
        men.is_empty() && kings.is_empty()
    })
}
