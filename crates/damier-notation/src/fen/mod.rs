//! FEN of both games: a tolerant reader and a strict writer. Knows nothing of legality.

mod error;
mod read;

use std::fmt::Write as _;

use damier_core::{Board, Board10, Color, Position, Setup};

pub use error::{FenError, FenProblem, Located};
pub use read::read;
pub(crate) use read::{read_part, read_playable};

/// What a FEN says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces and the side to move; a second board if the text has one.
    pub setup: Setup,
    /// The half-move clock of `:H<n>`.
    pub half_moves: Option<u32>,
    /// The number of the next full move of `:F<n>`.
    pub full_move: Option<u32>,
}

/// The FEN of a position: White first, squares in order, no ranges.
pub fn write<P: Position<Geometry = Board10>>(position: &P) -> String {
    write_setup(&position.setup())
}

/// The FEN of a setup; `?` stands for an unknown side to move.
pub fn write_setup(setup: &Setup) -> String {
    let mut text = String::with_capacity(128);
    text.push(setup.turn.map_or('?', Color::letter));
    text.push(':');
    write_board(&mut text, &setup.a);
    if let Some(b) = &setup.b {
        text.push('/');
        write_board(&mut text, b);
    }
    text
}

fn write_board(text: &mut String, board: &Board) {
    for color in Color::ALL {
        if color == Color::Black {
            text.push(':');
        }
        text.push(color.letter());
        let kings = board.kings(color);
        for (i, square) in board.pieces(color).into_iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let king = if kings.contains(square) { "K" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{king}{square}");
        }
    }
}
