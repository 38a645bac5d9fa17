//! The pieces on one board, whatever the game.

use crate::bitboard::Bitboard;
use crate::geometry::{Board10, Geometry};
use crate::square::{Color, Piece, Square};

/// Which of the boards of a game is meant. A game on one board has only A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BoardName {
    /// The original board.
    A,
    /// The mirror board.
    B,
}

impl BoardName {
    /// The other board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// `A` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }
}

impl std::fmt::Display for BoardName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The pieces on one board. No square holds two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = "")
)]
pub struct Board<G: Geometry = Board10> {
    pub(crate) pieces: [Bitboard<G>; 2],
    pub(crate) kings: Bitboard<G>,
}

impl<G: Geometry> Board<G> {
    /// No pieces.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The board with these pieces of White and Black, of which `kings` are kings. Nothing if a square is taken twice
    /// or a king belongs to nobody.
    pub fn from_sets(white: Bitboard<G>, black: Bitboard<G>, kings: Bitboard<G>) -> Option<Self> {
        let sound = (white & black).is_empty() && (kings - (white | black)).is_empty();
        sound.then_some(Self {
            pieces: [white, black],
            kings,
        })
    }

    /// The array with `rows` rows of men a side.
    pub fn array(rows: u8) -> Self {
        let side =
            |rows: std::ops::Range<u8>| rows.fold(Bitboard::EMPTY, |b, r| b | Bitboard::row(r));
        Self {
            pieces: [side(G::ROWS - rows..G::ROWS), side(0..rows)],
            kings: Bitboard::EMPTY,
        }
    }

    /// Men and kings of a side.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bitboard<G> {
        self.pieces[color as usize]
    }

    /// Men of a side.
    #[inline(always)]
    pub fn men(&self, color: Color) -> Bitboard<G> {
        self.pieces[color as usize] - self.kings
    }

    /// Kings of a side.
    #[inline(always)]
    pub fn kings(&self, color: Color) -> Bitboard<G> {
        self.pieces[color as usize] & self.kings
    }

    /// Occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard<G> {
        self.pieces[0] | self.pieces[1]
    }

    /// Vacant squares.
    #[inline(always)]
    pub fn vacant(&self) -> Bitboard<G> {
        !self.occupied()
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square<G>) -> Option<Piece> {
        let color = Color::ALL
            .into_iter()
            .find(|&c| self.pieces(c).contains(square))?;
        let king = self.kings.contains(square);
        Some(Piece { color, king })
    }

    /// Puts a piece on a square, or takes it away.
    pub fn set(&mut self, square: Square<G>, piece: Option<Piece>) {
        let bit = Bitboard::from(square);
        for set in self.pieces.iter_mut().chain([&mut self.kings]) {
            *set = *set - bit;
        }
        if let Some(Piece { color, king }) = piece {
            self.pieces[color as usize] |= bit;
            if king {
                self.kings |= bit;
            }
        }
    }

    /// The pieces by square number.
    pub fn iter(&self) -> impl Iterator<Item = (Square<G>, Piece)> {
        self.occupied()
            .into_iter()
            .filter_map(|s| Some((s, self.piece_at(s)?)))
    }

    /// The board turned half round with the colours changed.
    #[must_use]
    pub fn swap_colors(&self) -> Self {
        Self {
            pieces: [self.pieces[1].rotate(), self.pieces[0].rotate()],
            kings: self.kings.rotate(),
        }
    }

    /// The far row of a side, where its men are promoted.
    #[inline(always)]
    pub fn promotion_row(color: Color) -> Bitboard<G> {
        Bitboard::row(match color {
            Color::White => 0,
            Color::Black => G::ROWS - 1,
        })
    }

    /// Men that stand on their own promotion row, where no man can be.
    pub fn stray_men(&self) -> Bitboard<G> {
        Color::ALL.into_iter().fold(Bitboard::EMPTY, |b, c| {
            b | self.men(c) & Self::promotion_row(c)
        })
    }
}
