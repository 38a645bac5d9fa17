//! Positions and moves from their text, and positions as the slow rules see them. No rules here.

use damier_core::{
    Alician, BoardName, Geometry, Move, Piece, Position, Reading, Setup, Single, Square, Variant,
};
use damier_notation::{fen, movetext};

use crate::slow::{Book, SlowBoard, SlowMove, SlowPiece, SlowPosition};

/// The pieces and the side to move of a FEN. Panics on a bad one.
pub fn setup(fen: &str) -> Setup {
    let read = fen::read(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    read.setup
}

/// A position of international draughts. Panics on a bad FEN.
pub fn single(fen: &str) -> Single {
    Single::from_setup(&setup(fen)).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// A position of Alician draughts. Panics on a bad FEN.
pub fn alician(fen: &str, reading: Reading) -> Alician {
    Alician::from_setup(&setup(fen), reading).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The legal moves in Hub text, sorted, with spaces between.
pub fn moves<P: Position>(position: &P) -> String {
    let moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    moves.join(" ")
}

/// The legal move with this text, in any form. Panics if there is none, or more than one.
pub fn find<P: Position>(position: &P, text: &str) -> Move<P::Geometry> {
    movetext::read(position, text).unwrap_or_else(|e| panic!("{text} in {position:?}: {e}"))
}

/// The book by which a game on one board is played.
pub fn book<V: Variant>() -> Book {
    Book {
        rows: V::Geometry::ROWS.into(),
        columns: V::Geometry::COLUMNS.into(),
        rules: V::RULES,
        reading: None,
    }
}

/// The book of Alician draughts.
pub fn book_of_two<V: Variant>(reading: Reading) -> Book {
    Book {
        reading: Some(reading),
        ..book::<V>()
    }
}

/// A position as the slow rules see it.
pub fn slow<P: Position>(position: &P) -> SlowPosition {
    let board = |name: &BoardName| -> SlowBoard {
        let pieces = position.board(*name);
        let slow = |(square, piece): (Square<P::Geometry>, Piece)| {
            let Piece { color, king } = piece;
            (square.number(), SlowPiece { side: color, king })
        };
        pieces.iter().map(slow).collect()
    };
    SlowPosition {
        turn: position.turn(),
        boards: P::BOARDS.iter().map(board).collect(),
    }
}

/// A move as the slow rules see it.
pub fn slow_move<G: Geometry>(mv: &Move<G>) -> SlowMove {
    SlowMove {
        from: mv.from.number(),
        to: mv.to.number(),
        captured: mv.captured.into_iter().map(Square::number).collect(),
    }
}
