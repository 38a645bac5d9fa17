//! The JSON records that every program of damier writes alike (docs/json.md): articles, boards, draw counts. Data only.

use damier_core::{Article, Board10, BoardName, Color, DrawCounts, Position, Square};
use serde::Serialize;

/// `white` or `black`.
#[must_use]
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Squares by number.
pub fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<u8> {
    squares.into_iter().map(Square::number).collect()
}

/// An article of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ArticleRecord {
    /// `I8`.
    pub id: &'static str,
    /// Its short name.
    pub title: &'static str,
    /// Its number in the rules of the FMJD, if it is from there.
    pub fmjd: Option<&'static str>,
    /// The rule in words.
    pub text: &'static str,
}

impl From<Article> for ArticleRecord {
    fn from(article: Article) -> Self {
        Self {
            id: article.id(),
            title: article.title(),
            fmjd: article.fmjd(),
            text: article.text(),
        }
    }
}

/// The pieces of one side by square number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideRecord {
    /// Where its men stand.
    pub men: Vec<u8>,
    /// Where its kings stand.
    pub kings: Vec<u8>,
}

/// The pieces of one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardRecord {
    /// `A` or `B`.
    pub board: char,
    /// White's pieces.
    pub white: SideRecord,
    /// Black's pieces.
    pub black: SideRecord,
}

impl BoardRecord {
    /// One board of a position.
    pub fn new<P: Position<Geometry = Board10>>(position: &P, name: BoardName) -> Self {
        let board = position.board(name);
        let side = |color| SideRecord {
            men: numbers(board.men(color)),
            kings: numbers(board.kings(color)),
        };
        Self {
            board: name.letter(),
            white: side(Color::White),
            black: side(Color::Black),
        }
    }

    /// All boards of a position.
    pub fn all<P: Position<Geometry = Board10>>(position: &P) -> Vec<Self> {
        let board = |&name| Self::new(position, name);
        P::BOARDS.iter().map(board).collect()
    }
}

/// The clocks of the draw rules, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CountsRecord {
    /// How often the position has been there.
    pub occurrences: u32,
    /// Plies of kings without a capture.
    pub king_plies: u32,
    /// Plies of three pieces against a king.
    pub three_against_king: Option<u32>,
    /// Plies of two pieces or fewer against a king.
    pub two_against_king: Option<u32>,
}

impl CountsRecord {
    /// The counts of a game that knows draws.
    #[must_use]
    pub const fn new(occurrences: u32, counts: DrawCounts) -> Self {
        Self {
            occurrences,
            king_plies: counts.king_plies,
            three_against_king: counts.three_against_king,
            two_against_king: counts.two_against_king,
        }
    }
}
