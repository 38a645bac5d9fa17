//! Positions as one letter a square, the way Hub and DXP write them. The two differ only in the letters.

use std::fmt;

use damier_core::{Board, Board10, BoardName, Color, Piece, Position, Setup, Square};
use thiserror::Error;

/// The letters of a way of writing: side to move, men and kings for White and Black.
pub(crate) struct Alphabet {
    pub(crate) turn: [char; 2],
    pub(crate) man: [char; 2],
    pub(crate) king: [char; 2],
    pub(crate) boards: usize,
}

const VACANT: char = 'e';
const SQUARES: usize = 50;

/// One thing that is wrong with a position string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LettersProblem {
    /// The text is too short or too long.
    #[error("{found} characters: expected {expected}")]
    Length {
        /// Its length.
        found: usize,
        /// The lengths possible.
        expected: &'static str,
    },
    /// The first letter is not a side.
    #[error("column {column}: side to move {found:?}: expected {expected}")]
    Turn {
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: char,
        /// The letters possible.
        expected: String,
    },
    /// A letter that means nothing.
    #[error("column {column}: {found:?} on square {square}: expected one of {expected}")]
    Letter {
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: char,
        /// The square meant.
        square: Square,
        /// The letters possible.
        expected: String,
    },
    /// A man on its far row, beside other problems.
    #[error("column {column}: {color} man on {square}, its promotion row: expected a king there")]
    StrayMan {
        /// The column, from 1.
        column: usize,
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A square occupied on both boards.
    #[error(
        "column {column}: square {square} is occupied on both boards: expected at most one piece on a square and its mirror"
    )]
    BothBoards {
        /// The column of the second piece, from 1.
        column: usize,
        /// The square.
        square: Square,
    },
}

/// Everything that is wrong with a position string, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LettersError {
    /// The problems; never none.
    pub problems: Vec<LettersProblem>,
}

impl std::error::Error for LettersError {}

impl fmt::Display for LettersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let semicolon = if i > 0 { "; " } else { "" };
            write!(f, "{semicolon}{problem}")?;
        }
        Ok(())
    }
}

impl Alphabet {
    fn turn(&self, letter: char) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&c| self.turn[c as usize] == letter)
    }

    /// What a letter puts on its square; `None` if it means nothing.
    #[allow(
        clippy::option_option,
        reason = "a letter may be unknown, a square may be vacant"
    )]
    fn piece(&self, letter: char) -> Option<Option<Piece>> {
        if letter == VACANT {
            return Some(None);
        }
        Color::ALL.into_iter().find_map(|c| {
            if self.man[c as usize] == letter {
                Some(Some(Piece::man(c)))
            } else if self.king[c as usize] == letter {
                Some(Some(Piece::king(c)))
            } else {
                None
            }
        })
    }

    fn letter(&self, piece: Option<Piece>) -> char {
        match piece {
            None => VACANT,
            Some(p) if p.king => self.king[p.color as usize],
            Some(p) => self.man[p.color as usize],
        }
    }

    pub(crate) fn read(&self, text: &str) -> Result<Setup, LettersError> {
        let skipped = text.chars().take_while(|c| c.is_whitespace()).count();
        let text = text.trim();
        let length = text.chars().count();
        let boards = length.saturating_sub(1) / SQUARES;
        let fits = length == 1 + boards * SQUARES && (1..=self.boards).contains(&boards);
        if !fits {
            let problem = LettersProblem::Length {
                found: length,
                expected: if self.boards == 2 {
                    "51, or 101 for two boards"
                } else {
                    "51"
                },
            };
            return Err(LettersError {
                problems: vec![problem],
            });
        }
        let mut problems = vec![];
        // A man on its far row alone is for a game to refuse: a setup may have it.
        let mut strays = 0;
        let mut letters = text.chars();
        let turn = letters.next().and_then(|found| {
            let turn = self.turn(found);
            if turn.is_none() {
                let [white, black] = self.turn;
                let expected = format!("{white} or {black}");
                problems.push(LettersProblem::Turn {
                    column: skipped + 1,
                    found,
                    expected,
                });
            }
            turn
        });
        let mut a = Board::empty();
        let mut b = (boards == 2).then(Board::empty);
        let squares = Square::all().map(|s| (BoardName::A, s));
        let squares = squares.chain(Square::all().map(|s| (BoardName::B, s)));
        for ((column, found), (board, square)) in (skipped + 2..).zip(letters).zip(squares) {
            let Some(piece) = self.piece(found) else {
                let ([man_w, man_b], [king_w, king_b]) = (self.man, self.king);
                problems.push(LettersProblem::Letter {
                    column,
                    found,
                    square,
                    expected: format!("{man_w} {man_b} {king_w} {king_b} {VACANT}"),
                });
                continue;
            };
            if let Some(Piece { color, king: false }) = piece
                && Board::promotion_row(color).contains(square)
            {
                strays += 1;
                problems.push(LettersProblem::StrayMan {
                    column,
                    color,
                    square,
                });
            }
            match (board, &mut b) {
                (BoardName::B, Some(b)) => {
                    if piece.is_some() && a.occupied().contains(square) {
                        problems.push(LettersProblem::BothBoards { column, square });
                    }
                    b.set(square, piece);
                }
                _ => a.set(square, piece),
            }
        }
        if problems.len() == strays {
            Ok(Setup { turn, a, b })
        } else {
            Err(LettersError { problems })
        }
    }

    pub(crate) fn write<P: Position<Geometry = Board10>>(&self, position: &P) -> String {
        let boards = P::BOARDS.iter().take(self.boards);
        let turn = self.turn[position.turn() as usize];
        std::iter::once(turn)
            .chain(boards.flat_map(|&name| {
                let board = position.board(name);
                Square::all().map(move |s| self.letter(board.piece_at(s)))
            }))
            .collect()
    }
}
