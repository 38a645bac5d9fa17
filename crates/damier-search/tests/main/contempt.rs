//! Contempt: what it adds, when, and for whom. Material alone judges, so every score is plain arithmetic.

use damier_core::{Game, Position, Single};
use damier_search::{Control, Engine, Found, Limits, MAX_CONTEMPT, Material, Progress};

use crate::single;

fn engine(contempt: i32) -> Engine<Single, Material> {
    let mut engine = Engine::new(Material, 1).unwrap();
    engine.set_contempt(contempt);
    engine
}

fn search(engine: &mut Engine<Single, Material>, game: &Game<Single>, limits: Limits) -> Found {
    engine.search(game, &limits, &Control::new(), &mut |_: &Progress| {})
}

#[test]
fn a_full_board_is_worth_the_contempt_and_a_part_its_share() {
    let start = Game::new(Single::default());
    assert_eq!(
        search(&mut engine(40), &start, Limits::depth(1)).score().0,
        40
    );
    // Eight men far from each other.
    let eight = Game::new(single("W:W45,46,47,48:B3,4,5,6"));
    for (contempt, score) in [
        (0, 0),
        (40, 8),
        (100, 20),
        (99_999, MAX_CONTEMPT / 5),
        (-7, 0),
    ] {
        let found = search(&mut engine(contempt), &eight, Limits::depth(2));
        assert_eq!(found.score().0, score, "contempt {contempt}");
    }
}

#[test]
fn an_even_exchange_is_avoided() {
    // 19-23 28x19 14x23 leaves six of eight men.
    let game = Game::new(single("B:W28,33,39,48:B4,10,14,19"));
    let exchange = game.position().legal_moves();
    assert!(
        exchange
            .iter()
            .any(|m| (m.from.number(), m.to.number()) == (19, 23))
    );
    let found = search(&mut engine(200), &game, Limits::depth(1));
    let best = found.best.unwrap();
    assert_ne!((best.from.number(), best.to.number()), (19, 23));
    assert_eq!(found.score().0, 200 * 8 / 40);
}

#[test]
fn analysis_is_without() {
    let start = Game::new(Single::default());
    let limits = Limits {
        analyse: true,
        ..Limits::depth(4)
    };
    let [with, without] = [120, 0].map(|c| search(&mut engine(c), &start, limits));
    assert_eq!(with.score(), without.score());
    assert_eq!(with.nodes, without.nodes);
}
