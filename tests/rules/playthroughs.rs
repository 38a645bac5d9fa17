//! Whole games by a random mover: every position, the number of legal moves, the move, and the end with its reason.

use std::fmt::Write as _;

use damier_core::{Board10, Game, Position, Rules, with_position};
use damier_notation::fen;
use damier_notation::movetext::{self, Form};
use damier_tests::random::Random;

/// The snapshots of this file.
pub(crate) const NAMES: &[&str] = &[
    "playthrough_international_1",
    "playthrough_international_2",
    "playthrough_alician_1",
    "playthrough_alician_2",
];

fn play<P: Position<Geometry = Board10>>(start: P, name: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut game = Game::new(start);
    let mut text =
        format!("{name}, random moves with seed {seed}\nply, legal moves, position, move\n");
    loop {
        let position = *game.position();
        let legal = position.legal_moves();
        let _ = write!(
            text,
            "{:>3} {:>2} {}",
            game.len(),
            legal.len(),
            fen::write(&position)
        );
        if let Some(outcome) = game.outcome() {
            let _ = write!(text, "\n{}, {outcome}\n", outcome.result());
            return text;
        }
        // Games without a draw rule need another end; an arbiter would call it unfinished.
        if game.len() == 400 {
            text.push_str("\nunfinished\n");
            return text;
        }
        let mv = legal[random.below(legal.len())];
        let _ = writeln!(text, " {}", movetext::write(&position, &mv, Form::Short));
        game.play(&mv)
            .expect("the move is legal and the game is not over");
    }
}

fn check(name: &str, rules: Rules, seed: u64) {
    assert!(NAMES.contains(&name), "{name} is not in the list");
    let text = with_position!(rules.start(), |p| play(p, &rules.to_string(), seed));
    crate::articles::check(name, &text);
}

fn alician() -> Rules {
    "alician".parse().expect("known rules")
}

/// Won.
#[test]
fn playthrough_international_1() {
    check("playthrough_international_1", Rules::International, 2);
}

/// Drawn by the 16 moves.
#[test]
fn playthrough_international_2() {
    check("playthrough_international_2", Rules::International, 29);
}

/// Won on an empty board A.
#[test]
fn playthrough_alician_1() {
    check("playthrough_alician_1", alician(), 1);
}

/// Won against a side that is stuck on both boards.
#[test]
fn playthrough_alician_2() {
    check("playthrough_alician_2", alician(), 318);
}
