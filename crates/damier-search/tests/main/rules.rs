//! The search and the rules: draws, ends and points of view.

use damier_core::{Game, Position, Square};
use damier_search::{Limits, Score, WIN};

use crate::{alician_engine, engine, search, single};

fn play(game: &mut Game<damier_core::Single>, text: &str) {
    for token in text.split_whitespace() {
        let mv = damier_notation::movetext::read(game.position(), token).unwrap();
        game.play(&mv).unwrap();
    }
}

#[test]
fn shutting_the_last_man_in_wins_at_once() {
    // After 26-21 Black's man on 16 can neither step to 21 nor jump it, for 27 is taken.
    let game = Game::new(single("W:W26,27:B16"));
    let found = search(&mut engine(), &game, &Limits::depth(5));
    assert_eq!(found.best.map(|m| m.to_string()).as_deref(), Some("26-21"));
    assert_eq!(found.score().plies_to_end(), Some(1));
}

#[test]
fn a_repetition_is_a_draw_in_the_search_of_the_better_side_too() {
    let mut game = Game::new(single("W:WK1,K6:BK45"));
    // Whatever it thinks of the position, it never sees more than a draw in coming back to it.
    play(&mut game, "6-11 45-50 11-6 50-45");
    let found = search(&mut engine(), &game, &Limits::depth(8));
    assert!(found.score().0.abs() <= WIN);
}

#[test]
fn the_draw_counts_of_the_game_reach_the_search() {
    // Three kings against one on the short side win, but not with two plies left on the clock of 32.
    let start = single("W:WK46,K47,K48:BK3");
    let mut game = Game::new(start);
    play(
        &mut game,
        "47-24 3-26 24-33 26-8 46-28 8-13 33-42 13-9 42-47 9-27 47-24 27-49 48-37 49-35 24-47 35-49 \
         47-36 49-40 36-4 40-29 28-17 29-1 17-26 1-29 4-27 29-47 37-31 47-41 27-13 41-5",
    );
    assert_eq!(game.counts().three_against_king, Some(30));
    let found = search(&mut engine(), &game, &Limits::depth(12));
    assert_eq!(
        found.score(),
        Score(0),
        "two plies are left and no win is that near"
    );
}

#[test]
fn scores_are_the_side_to_moves() {
    let white = Game::new(single("W:W31,32,33:B18"));
    let black = Game::new(single("B:W31,32,33:B18"));
    let limits = Limits::depth(5);
    assert!(search(&mut engine(), &white, &limits).score() > Score(100));
    assert!(search(&mut engine(), &black, &limits).score() < Score(-100));
}

#[test]
fn a_position_and_its_mirror_image_are_judged_alike() {
    let position = single("W:W27,32,38,43,K49:B8,13,19,24");
    let turned = position.swap_colors();
    let limits = Limits::depth(6);
    let one = search(&mut engine(), &Game::new(position), &limits);
    let other = search(&mut engine(), &Game::new(turned), &limits);
    assert_eq!(one.score(), other.score());
}

#[test]
fn alician_knows_that_leaving_a_with_the_last_piece_loses() {
    // White's only piece on A can take two, but goes to B with it and has lost; nothing else can move.
    let damier_core::AnyPosition::Alician(position) = crate::position("W:W28:B22,23/W:B5") else {
        panic!("one board");
    };
    let game = Game::new(position);
    let found = search(&mut alician_engine(), &game, &Limits::depth(4));
    assert_eq!(found.score(), Score(1 - WIN));
    assert!(Square::<damier_core::Board10>::new(28).is_ok());
}
