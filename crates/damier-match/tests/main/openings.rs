//! Where games start.

use std::collections::HashSet;

use damier_core::Rules;
use damier_match::{OpeningError, Openings};

fn text(text: &str) -> Openings {
    Openings::Text {
        text: text.to_owned(),
        shuffle: None,
    }
}

#[test]
fn ballots_are_positions_or_moves() {
    let ballots = "\u{feff}// name\r\n\
        W:W26,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,17,18,19,20,21\r\n\
        \r\n\
        # moves\n\
        32-28 19-23 28x19 14x23\n\
        1. 32-28 1... 19-23 2.28x19\n\
        Bbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\n";
    let openings = text(ballots).take(Rules::International, 6).unwrap();
    assert_eq!(openings.len(), 6);
    assert_eq!(openings[0].game.len(), 0);
    assert_eq!(openings[1].moves(), "32-28 19-23 28x19 14x23");
    assert_eq!(openings[2].moves(), "32-28 19-23 28x19");
    assert_eq!(openings[3].game.fen().chars().next(), Some('B'));
    assert_eq!(
        openings[4].position(),
        openings[0].position(),
        "from the beginning again"
    );
    let shuffled = Openings::Text {
        text: ballots.to_owned(),
        shuffle: Some(7),
    };
    let order = |openings: &Openings| -> Vec<String> {
        let taken = openings.take(Rules::International, 4).unwrap();
        taken.iter().map(|o| o.game.fen()).collect()
    };
    assert_eq!(order(&shuffled), order(&shuffled));
    let mut sorted = [order(&shuffled), order(&text(ballots))];
    for order in &mut sorted {
        order.sort();
    }
    assert_eq!(sorted[0], sorted[1]);
}

#[test]
fn bad_openings_are_named_by_their_line() {
    for (ballots, line, part) in [
        ("W:W31:B20\n\nW:W51:B1", 3, "51"),
        ("32-28 32-27", 1, "32-27"),
        ("W:W6:B1", 1, "over"),
        ("W:W4:B49", 1, "promotion row"),
        ("nonsense 1", 1, "nonsense"),
    ] {
        match text(ballots).take(Rules::International, 1) {
            Err(OpeningError::Line {
                line: found,
                problem,
            }) => {
                assert_eq!(found, line, "{ballots}");
                assert!(problem.contains(part), "{problem}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(
        text("\n# nothing\n")
            .take(Rules::International, 1)
            .unwrap_err(),
        OpeningError::Empty
    );
    // A position of another game.
    assert!(
        text("W:W31:B20")
            .take("alician".parse().unwrap(), 1)
            .is_err()
    );
}

#[test]
fn random_openings_are_distinct_even_and_quiet() {
    for rules in ["international", "alician", "alician:letter"] {
        let rules: Rules = rules.parse().unwrap();
        let random = Openings::Random { plies: 6, seed: 11 };
        let openings = random.take(rules, 200).unwrap();
        let positions: HashSet<_> = openings
            .iter()
            .map(damier_match::Opening::position)
            .collect();
        assert_eq!(positions.len(), 200);
        for opening in &openings {
            assert_eq!(opening.game.len(), 6);
            assert!(opening.game.legal_moves().iter().all(|m| !m.is_capture()));
        }
        // More games of the same match begin with the same openings.
        let more = random.take(rules, 220).unwrap();
        let fens = |openings: &[damier_match::Opening]| -> Vec<String> {
            openings.iter().take(200).map(|o| o.game.fen()).collect()
        };
        assert_eq!(fens(&openings), fens(&more));
        let other = Openings::Random { plies: 6, seed: 12 }
            .take(rules, 200)
            .unwrap();
        assert_ne!(fens(&openings), fens(&other));
    }
    let few = Openings::Random { plies: 1, seed: 1 }.take(Rules::International, 10);
    assert_eq!(
        few.unwrap_err(),
        OpeningError::TooFew {
            found: 9,
            wanted: 10,
            plies: 1
        }
    );
}
