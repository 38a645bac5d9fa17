//! Faults that programs of this kind have shown in public, and the right results: moves and their generation.

use std::fmt;

use damier_core::{
    Article, Board, Board8, Color, Counting, Explanation, Freedom, Game, International, MoveList,
    Perft, Piece, Position, Reason, Setup, Single, Square, canonical_walk, explain,
};
use damier_notation::fen;
use damier_tests::colliding::Colliding;
use damier_tests::text::{find, moves, single};
use damier_tests::variants::Brazilian;

fn ordered<P: Position>(position: &P) -> usize {
    let mut list = MoveList::new();
    position.generate_orders(&mut list);
    list.len()
}

fn after(fen: &str, text: &str) -> Single {
    let position = single(fen);
    let mv = find(&position, text);
    position.play(&mv).expect("the move is legal")
}

#[test]
fn a01_a_king_does_not_step_onto_its_own_square() {
    let position = single("B:WK1,K2,14,16,31,37,42:BK49");
    assert_eq!(
        moves(&position),
        "49-21 49-27 49-32 49-35 49-38 49-40 49-43 49-44"
    );
}

#[test]
fn a02_a_man_that_passes_the_far_row_in_a_capture_stays_a_man() {
    assert_eq!(moves(&single("W:W13:B7,8")), "13x11x7x8");
    assert_eq!(fen::write(&after("W:W13:B7,8", "13x11")), "B:W11:B");
}

#[test]
fn a03_a_man_captures_backwards_and_is_told_that_it_must() {
    let position = single("W:W23:B28");
    assert_eq!(moves(&position), "23x32x28");
    let at = |n| Square::new(n).expect("the number is on the board");
    match explain(&position, at(23), at(32), None) {
        Explanation::Legal {
            freedom, articles, ..
        } => {
            assert_eq!(freedom, Freedom::OnlyMove);
            assert!(articles.contains(&Article::ManCapture), "{articles:?}");
            assert!(articles.contains(&Article::Obligation), "{articles:?}");
        }
        Explanation::Illegal(error) => panic!("{error}"),
    }
    match explain(&position, at(23), at(18), None) {
        Explanation::Illegal(error) => {
            let captures = vec![find(&position, "23x32")];
            assert_eq!(error.reason, Reason::MustCapture { captures });
            assert!(error.to_string().contains("23x32"), "{error}");
        }
        Explanation::Legal { mv, .. } => panic!("{mv} is not legal"),
    }
}

#[test]
fn a04_a_move_played_twice_is_refused_the_second_time() {
    let mut game = Game::new(single("W:WK2,25:B14,15,16"));
    let mv = find(game.position(), "25-20");
    game.play(&mv).expect("the move is legal");
    let before = game.clone();
    let error = game.play(&mv).expect_err("the move is stale");
    assert!(matches!(error.reason, Reason::NoPiece { .. }), "{error}");
    assert_eq!(game.position(), before.position());
    assert_eq!(game.len(), 1);
    assert_eq!(fen::write(game.position()), "B:WK2,20:B14,15,16");
}

#[test]
fn a05_a_king_that_returns_to_its_start_makes_one_move_however_it_went() {
    let position = single("W:WK2:B7,8,17,18");
    assert_eq!(moves(&position), "2x2x7x8x17x18");
    assert_eq!(ordered(&position), 2, "counted by order there are two");
    assert_eq!(fen::write(&after("W:WK2:B7,8,17,18", "2x2")), "B:WK2:B");
}

#[test]
fn a06_a_captured_piece_blocks_until_the_move_is_over() {
    assert_eq!(
        moves(&single("B:W6,24,28,38,41:B13,K49")),
        "49x30x24x28x38 49x35x24x28x38"
    );
}

#[test]
fn a08_the_larger_capture_counts_whichever_comes_first() {
    assert_eq!(moves(&single("W:W28,32:B17,23,27")), "32x12x17x27");
    // The same seen from the other side of the board, so that the order of generation is turned round.
    assert_eq!(
        moves(&single("W:W28,32:B17,23,27").swap_colors()),
        "19x39x24x34"
    );
}

#[test]
fn a09_repeated_captures_are_dropped_and_others_kept() {
    let woldouby = single("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26");
    let counts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|depth| Perft::default().count(&woldouby, depth));
    assert_eq!(counts, [6, 12, 30, 73, 215, 590, 1944, 6269, 22369]);
}

#[test]
fn a11_nobody_jumps_onto_an_occupied_square() {
    assert_eq!(moves(&single("W:W32:B27,21")), "32-28");
    assert_eq!(
        moves(&single("W:WK32:B27,21")),
        "32-5 32-10 32-14 32-19 32-23 32-28 32-37 32-38 32-41 32-43 32-46 32-49"
    );
}

#[test]
fn a13_only_the_side_to_move_can_be_without_a_move() {
    let position = single("B:W6:B1");
    assert_eq!(moves(&position), "1-7");
    assert_eq!(position.win(), None);
}

#[test]
fn a14_a_blocked_side_has_lost() {
    let game = Game::new(single("W:W6:B1"));
    assert_eq!(moves(game.position()), "");
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(
        (outcome.winner, outcome.article),
        (Some(Color::Black), Article::NoMove)
    );
    assert_eq!(outcome.result(), "0-2");
}

/// e7-g5-e3-g1 on 8x8 is squares 7, 16, 23, 32: three pieces, one move, and the man is promoted at its end only.
#[test]
fn a20_a_move_is_a_whole_turn() {
    let at = |n| Square::<Board8>::new(n).expect("the number is on the board");
    let mut board = Board::empty();
    board.set(at(7), Some(Piece::man(Color::Black)));
    for white in [11, 19, 27] {
        board.set(at(white), Some(Piece::man(Color::White)));
    }
    let setup = Setup {
        turn: Some(Color::Black),
        a: board,
        b: None,
    };
    let position = Single::<Brazilian>::from_setup(&setup).expect("a good setup");
    assert_eq!(moves(&position), "7x32x11x19x27");
    let mv = position.legal_moves()[0];
    assert!(mv.promotes);
    let walk = canonical_walk(&position, &mv).expect("there is a way");
    assert_eq!(walk.stops, [7, 16, 23, 32].map(at));
    assert_eq!(walk.order, [11, 19, 27].map(at));
    let next = position.play(&mv).expect("the move is legal");
    assert_eq!(
        (next.turn(), next.material(Color::White)),
        (Color::White, [0, 0])
    );
}

/// With every key the same, a game must still see that its positions differ.
#[test]
fn a21_repetition_compares_positions_and_not_keys() {
    let colliding = Colliding(single("W:WK1,31:BK50,20"));
    assert_eq!(colliding.key(), colliding.fresh_key());
    let mut game = Game::new(colliding);
    for text in [
        "1-6", "50-45", "6-1", "45-50", "1-7", "50-44", "7-1", "44-50",
    ] {
        assert_eq!(game.outcome(), None, "before {text}");
        let mv = find(game.position(), text);
        game.play(&mv).expect("the move is legal");
        assert_eq!(
            game.position().key(),
            colliding.key(),
            "keys are meant to collide"
        );
        let others = game.positions().filter(|p| *p == game.position()).count();
        assert_eq!(game.occurrences() as usize, others, "after {text}");
    }
    // The start has come back twice by now, and that is a repetition.
    assert_eq!(game.outcome().map(|o| o.article), Some(Article::Repetition));
}

/// Both conventions, told apart where they differ, and the rule of the crown row that goes with them.
#[test]
fn a24_counts_name_their_convention() {
    let front_rows = single("W:W31,32,33,34,35:B16,17,18,19,20");
    let count = |counting, depth| {
        let perft = Perft {
            counting,
            ..Perft::default()
        };
        perft.count(&front_rows, depth)
    };
    // A move is start, end and captured squares; or start, end and captured squares in order.
    assert_eq!(count(Counting::Distinct, 9), 1_008_313);
    assert_eq!(count(Counting::Ordered, 9), 1_008_317);
    assert_eq!(
        Perft::default().counting,
        Counting::Distinct,
        "the default of this project"
    );
    // 15x13 touches square 4: a man it stays, or there would be more replies to count.
    let crossing = single("W:W15:B9,10,K46");
    let counts = [1, 2, 3, 4].map(|depth| Perft::default().count(&crossing, depth));
    assert_eq!(counts, [1, 9, 17, 200]);
}

/// The rules of this project say what they are.
#[test]
fn the_rule_set_can_be_read() {
    let rules: &dyn fmt::Debug = &<International as damier_core::Variant>::RULES;
    let text = format!("{rules:?}");
    for part in [
        "Flying",
        "men_capture_backwards: true",
        "Most",
        "king_moves: 25",
        "occurrences: 3",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
