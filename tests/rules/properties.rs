//! What must hold of every position: colours can be swapped, games can be taken back, bad moves change nothing.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use damier_core::{
    Alician, Bitboard, Board10, Direction, Explanation, Game, International, Move, MoveList,
    Outcome, Perft, Position, Reading, Single, Square, explain, walks,
};
use damier_tests::random::{Kind, Random, setup};
use damier_tests::text::single;

/// Calls `visit` with a good mix of positions of a game.
fn sample<P: Position<Geometry = Board10>>(
    start: P,
    setups: u64,
    mut visit: impl FnMut(&P, &mut Random),
) {
    for seed in 0..setups {
        let mut random = Random::new(seed ^ 0x5eed);
        let kind = Kind::ALL[random.below(Kind::ALL.len())];
        let mut position = if seed.is_multiple_of(50) {
            start
        } else {
            match start.with_setup(&setup(&mut random, kind, P::BOARDS.len())) {
                Ok(position) => position,
                Err(_) => continue,
            }
        };
        for _ in 0..random.range(1, 20) {
            visit(&position, &mut random);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(&legal[random.below(legal.len())]);
        }
    }
}

/// Runs a check on both games and all readings.
macro_rules! in_both_games {
    ($name:ident, $setups:expr, $check:expr) => {
        #[test]
        fn $name() {
            sample(Single::<International>::default(), $setups, $check);
            for reading in Reading::ALL {
                sample(
                    Alician::<International>::start(reading),
                    $setups / 4,
                    $check,
                );
            }
        }
    };
}

fn rotated(mv: &Move) -> Move {
    Move {
        captured: mv.captured.rotate(),
        from: mv.from.rotate(),
        to: mv.to.rotate(),
        promotes: mv.promotes,
    }
}

fn swapped_colors_mirror_everything<P: Position<Geometry = Board10>>(
    position: &P,
    random: &mut Random,
) {
    let swapped = position.swap_colors();
    assert_eq!(swapped.swap_colors(), *position);
    assert_eq!(swapped.swap_colors().key(), position.key());
    assert_eq!(swapped.key(), swapped.fresh_key());
    assert_eq!(swapped.turn(), !position.turn());
    let mut expected: Vec<Move> = position.legal_moves().iter().map(rotated).collect();
    expected.sort();
    assert_eq!(*swapped.legal_moves(), expected, "{position:?}");
    let win = |p: &P| p.win().map(|w| (w.winner, w.article));
    assert_eq!(
        win(&swapped),
        win(position).map(|(w, a)| (!w, a)),
        "{position:?}"
    );
    if random.one_in(8) {
        let count = |p: &P| Perft::default().count(p, 3);
        assert_eq!(count(&swapped), count(position), "{position:?}");
    }
    if let Some(mv) = position.legal_moves().first() {
        let next = position.play(mv).expect("the move is legal");
        assert_eq!(
            swapped.play(&rotated(mv)),
            Ok(next.swap_colors()),
            "{mv} in {position:?}"
        );
    }
}

in_both_games!(
    colours_can_be_swapped,
    3_000,
    swapped_colors_mirror_everything
);

/// A random square.
fn square(random: &mut Random) -> Square {
    Square::new(random.range(1, 50) as u32).expect("the number is on the board")
}

fn what_is_not_legal_is_refused_and_explained<P: Position<Geometry = Board10>>(
    position: &P,
    random: &mut Random,
) {
    let legal = position.legal_moves();
    let game = Game::new(*position);
    for _ in 0..20 {
        // A random pair of squares, or a legal move spoilt in one point.
        let mut mv = Move {
            captured: Bitboard::EMPTY,
            from: square(random),
            to: square(random),
            promotes: random.one_in(2),
        };
        if !legal.is_empty() {
            let good = legal[random.below(legal.len())];
            match random.below(6) {
                0 => {
                    mv = Move {
                        promotes: !good.promotes,
                        ..good
                    }
                }
                1 => mv = Move { to: mv.to, ..good },
                2 => {
                    mv = Move {
                        from: mv.from,
                        ..good
                    }
                }
                3 => {
                    mv = Move {
                        captured: good.captured ^ square(random).into(),
                        ..good
                    }
                }
                4 => mv = good,
                _ => {}
            }
        }
        let is_legal = legal.contains(&mv);
        let played = position.play(&mv);
        assert_eq!(played.is_ok(), is_legal, "{mv:?} in {position:?}");
        let mut after = game.clone();
        assert_eq!(after.play(&mv).is_ok(), is_legal, "{mv:?} in {position:?}");
        let without_promotion = legal.iter().any(|m| {
            Move {
                promotes: mv.promotes,
                ..*m
            } == mv
        });
        let explained = explain(position, mv.from, mv.to, Some(mv.captured));
        assert_eq!(
            matches!(explained, Explanation::Legal { .. }),
            without_promotion,
            "{mv:?} in {position:?}: {explained:?}"
        );
        let Err(error) = played else { continue };
        assert_eq!((error.from, error.to), (mv.from, mv.to));
        // The reason is said with its article, and nothing has moved.
        assert!(
            error.to_string().contains(error.reason.article().text()),
            "{error}"
        );
        assert!(
            after.is_empty() && after.position() == position && after.counts() == game.counts()
        );
    }
}

in_both_games!(
    what_is_not_legal_is_refused_and_explained_and_changes_nothing,
    3_000,
    what_is_not_legal_is_refused_and_explained
);

fn every_legal_move_has_an_explanation<P: Position<Geometry = Board10>>(
    position: &P,
    _: &mut Random,
) {
    for mv in &position.legal_moves() {
        match explain(position, mv.from, mv.to, Some(mv.captured)) {
            Explanation::Legal {
                mv: found,
                articles,
                ..
            } => {
                assert_eq!(found, *mv, "{position:?}");
                assert!(!articles.is_empty(), "{mv} in {position:?}");
            }
            Explanation::Illegal(error) => panic!("{mv} in {position:?}: {error}"),
        }
    }
}

in_both_games!(
    legal_moves_are_explained_as_legal,
    400,
    every_legal_move_has_an_explanation
);

/// The ways to make a capture, told by the order of the captured pieces, are as many as the list by order has, and
/// each of them is a way that a piece can go.
fn ways_agree_with_the_lists<P: Position<Geometry = Board10>>(position: &P, _: &mut Random) {
    let mut orders = MoveList::new();
    position.generate_orders(&mut orders);
    for mv in position.legal_moves().iter().filter(|m| m.is_capture()) {
        let listed = orders.iter().filter(|m| *m == mv).count();
        let mut found = BTreeSet::new();
        let mut ways = 0;
        walks(position, mv, |walk| {
            assert_eq!(
                (walk.stops.first(), walk.stops.last()),
                (Some(&mv.from), Some(&mv.to)),
                "{mv}"
            );
            assert_eq!(
                (walk.passed.first(), walk.passed.last()),
                (Some(&mv.from), Some(&mv.to)),
                "{mv}"
            );
            assert_eq!(
                walk.stops.len(),
                walk.order.len() + 1,
                "{mv}: a stop after each piece"
            );
            assert_eq!(
                walk.order.iter().copied().collect::<Bitboard>(),
                mv.captured,
                "{mv}"
            );
            for (stops, &taken) in walk.stops.windows(2).zip(&walk.order) {
                let on_the_way = Direction::ALL.into_iter().any(|d| {
                    Bitboard::ray(stops[0], d).contains(taken)
                        && Bitboard::ray(taken, d).contains(stops[1])
                });
                assert!(on_the_way, "{mv}: {walk:?}");
            }
            found.insert(walk.order.clone());
            ways += 1;
            // Made-up positions have very many.
            if ways < 5_000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(
            found.len() == listed || ways == 5_000,
            "{mv} in {position:?}: {found:?}, listed {listed}"
        );
    }
}

in_both_games!(
    ways_to_capture_agree_with_the_lists_by_order,
    1_000,
    ways_agree_with_the_lists
);

/// All that a game shows of itself.
fn state<P: Position>(game: &Game<P>) -> (P, usize, damier_core::DrawCounts, u32, Option<Outcome>) {
    (
        *game.position(),
        game.len(),
        game.counts(),
        game.occurrences(),
        game.outcome(),
    )
}

fn games_can_be_taken_back_and_copied<P: Position<Geometry = Board10>>(
    position: &P,
    random: &mut Random,
) {
    let mut game = Game::new(*position);
    let mut states = vec![state(&game)];
    let mut copies = vec![game.clone()];
    for _ in 0..30 {
        let legal = game.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len().min(3))];
        game.play_past_draws(&mv).expect("the move is legal");
        states.push(state(&game));
        copies.push(game.clone());
    }
    // Copies are not touched by what came later.
    let of_copies: Vec<_> = copies.iter().map(state).collect();
    assert_eq!(of_copies, states);
    let played: Vec<Move> = game.moves().copied().collect();
    for (mv, before) in played.iter().zip(&states).rev() {
        assert_eq!(game.undo(), Some(*mv));
        assert_eq!(state(&game), *before);
    }
    assert_eq!(game.undo(), None);
    assert_eq!(state(&game), states[0]);
    // And forward again to the same end.
    for (mv, after) in played.iter().zip(&states[1..]) {
        game.play_past_draws(mv).expect("the move was legal before");
        assert_eq!(state(&game), *after);
    }
}

in_both_games!(
    games_can_be_taken_back_copied_and_played_again,
    300,
    games_can_be_taken_back_and_copied
);

/// Equal positions have equal keys and, over a large sample, different ones have different keys.
#[test]
fn keys_tell_positions_apart() {
    fn collect<P: Position<Geometry = Board10>>(start: P, setups: u64) -> usize {
        let mut seen: HashMap<u64, P> = HashMap::new();
        sample(start, setups, |position, _| {
            let first = seen.entry(position.key()).or_insert(*position);
            assert_eq!(first, position, "two positions with one key");
        });
        seen.len()
    }
    let positions = collect(Single::<International>::default(), 20_000)
        + collect(Alician::<International>::default(), 20_000);
    assert!(positions > 200_000, "only {positions} positions");
}

/// The same position by another order of moves is the same in every respect; the side to move and, on two boards,
/// the board of a piece make a difference.
#[test]
fn transpositions_meet() {
    let play = |moves: [&str; 4]| {
        let mut game = Game::new(Single::<International>::default());
        for text in moves {
            let mv = damier_tests::text::find(game.position(), text);
            game.play(&mv).expect("the move is legal");
        }
        *game.position()
    };
    let one = play(["32-28", "20-24", "31-27", "15-20"]);
    let other = play(["31-27", "20-24", "32-28", "15-20"]);
    assert!(one == other && one.key() == other.key());

    let white = single("W:WK28:BK1");
    let black = single("B:WK28:BK1");
    assert!(white != black && white.key() != black.key());
    let alician = |fen| damier_tests::text::alician(fen, Reading::DEFAULT);
    let on_a = alician("W:W31,K28:B1/W:B");
    let on_b = alician("W:W31:B1/WK28:B");
    assert!(on_a != on_b && on_a.key() != on_b.key());
}
