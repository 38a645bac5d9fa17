//! Complete lists of legal moves, and games that end by rule, against the corpora.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use damier_core::{Game, MoveList, Position, walks};
use damier_tests::corpus;
use damier_tests::text::{alician, find, moves, single};

fn sorted(moves: &str) -> BTreeSet<&str> {
    moves.split_whitespace().collect()
}

#[test]
fn move_lists_of_international_draughts() {
    for case in corpus::moves_international() {
        let position = single(&case.fen);
        let found = moves(&position);
        assert_eq!(
            sorted(&found),
            sorted(&case.moves),
            "{}: {}",
            case.id,
            case.fen
        );
        assert_eq!(
            found.split_whitespace().count(),
            sorted(&found).len(),
            "{}: a move twice",
            case.id
        );
        let mut scratch = MoveList::new();
        let count = position.count_moves(&mut scratch);
        assert_eq!(
            count as usize,
            sorted(&case.moves).len(),
            "{}: {}",
            case.id,
            case.fen
        );
        if let Some(expected) = case.ordered {
            position.generate_orders(&mut scratch);
            assert_eq!(
                scratch.len() as u64,
                expected,
                "{}: {}, by order",
                case.id,
                case.fen
            );
        }
    }
}

/// The ways to make each move, as the squares where the piece turns or stops.
#[test]
fn ways_of_international_captures() {
    let mut compared = 0;
    for case in corpus::moves_international()
        .into_iter()
        .filter(|c| !c.paths.is_empty())
    {
        let position = single(&case.fen);
        let named: Vec<_> = case.moves.split_whitespace().collect();
        assert_eq!(named.len(), case.paths.len(), "{}", case.id);
        for (name, paths) in named.into_iter().zip(&case.paths) {
            let mut found = BTreeSet::new();
            let mark = if name.contains('x') { "x" } else { "-" };
            walks(&position, &find(&position, name), |walk| {
                let stops: Vec<_> = walk.stops.iter().map(ToString::to_string).collect();
                found.insert(stops.join(mark));
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(
                found,
                paths.iter().cloned().collect(),
                "{}: {name}",
                case.id
            );
            compared += 1;
        }
    }
    assert!(compared > 50, "only {compared} moves had ways to compare");
}

#[test]
fn move_lists_and_winners_of_alician_draughts_under_its_four_readings() {
    let cases = corpus::moves_alician();
    assert_eq!(cases.len(), 260);
    for case in cases {
        assert_eq!(case.moves.len(), 4, "{}: a list for each reading", case.fen);
        for (name, expected) in &case.moves {
            let position = alician(&case.fen, corpus::reading(name));
            assert_eq!(moves(&position), *expected, "{name}: {}", case.fen);
            let winner = position.win().map(|w| w.winner.letter().to_string());
            assert_eq!(winner, case.winner[name], "{name}: {}", case.fen);
            let mut scratch = MoveList::new();
            let count = position.count_moves(&mut scratch);
            assert_eq!(
                count as usize,
                sorted(expected).len(),
                "{name}: {}",
                case.fen
            );
        }
    }
}

#[test]
fn games_drawn_by_rule_end_at_their_last_ply_by_their_article() {
    for case in corpus::draws_international() {
        let mut game = Game::new(single(&case.fen));
        for (ply, text) in case.moves.split_whitespace().enumerate() {
            assert_eq!(game.outcome(), None, "{} after ply {ply}", case.fen);
            let mv = find(game.position(), text);
            game.play(&mv)
                .unwrap_or_else(|e| panic!("{}: {e}", case.fen));
        }
        assert_eq!(game.len(), case.draw_at_ply, "{}", case.fen);
        let outcome = game
            .outcome()
            .unwrap_or_else(|| panic!("{} is not over", case.fen));
        assert_eq!(outcome.winner, None, "{}", case.fen);
        assert_eq!(
            outcome.article.id(),
            case.article,
            "{}: {}",
            case.about,
            case.fen
        );
    }
}
