//! The search through its public face: what it finds, when it stops, what it never does.

mod book;
mod contempt;
mod limits;
mod rules;
mod wins;

use damier_core::{AnyPosition, Board10, Game, Move, Position, Single};
use damier_search::{
    AlicianByHand, Control, Engine, Evaluate, Found, InternationalByHand, Limits, Progress,
};

/// The position a FEN describes.
fn position(fen: &str) -> AnyPosition {
    damier_notation::read_position(fen, None).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn single(fen: &str) -> Single {
    match position(fen) {
        AnyPosition::International(position) => position,
        AnyPosition::Alician(_) => panic!("{fen} has two boards"),
    }
}

fn alician(fen: &str) -> damier_core::Alician {
    match position(fen) {
        AnyPosition::Alician(position) => position,
        AnyPosition::International(_) => panic!("{fen} has one board"),
    }
}

/// An engine for international draughts.
fn engine() -> Engine<Single, InternationalByHand> {
    Engine::new(InternationalByHand::default(), 16).unwrap()
}

/// Searches a game without watching.
fn search<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    engine: &mut Engine<P, E>,
    game: &Game<P>,
    limits: &Limits,
) -> Found {
    engine.search(game, limits, &Control::new(), &mut |_: &Progress| {})
}

fn alician_engine() -> Engine<damier_core::Alician, AlicianByHand> {
    Engine::new(AlicianByHand, 16).unwrap()
}

/// Every move of the line is legal where it is played.
fn assert_legal_line<P: Position<Geometry = Board10>>(start: &P, line: &[Move]) {
    let mut position = *start;
    for mv in line {
        position = position
            .play(mv)
            .unwrap_or_else(|e| panic!("{line:?}: {e}"));
    }
}
