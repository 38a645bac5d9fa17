//! Faults that programs of this kind have shown in public, and the right results: positions as far as rules go. Their
//! text is tested where it is read.

use damier_core::{
    Alician, Board, BoardName, Color, Piece, Position, Reading, Rules, Setup, SetupError, Single,
    Square,
};
use damier_tests::text::{moves, setup, single};

fn at(number: u32) -> Square {
    Square::new(number).expect("the number is on the board")
}

fn errors(setup: &Setup) -> Vec<SetupError> {
    let error = Rules::International
        .position(setup)
        .expect_err("the setup is no position");
    assert!(!error.to_string().is_empty());
    error.0
}

#[test]
fn c02_a_side_without_pieces_has_lost_when_it_is_to_move() {
    let position = single("B:W50:B");
    assert_eq!(moves(&position), "");
    assert_eq!(position.win().map(|w| w.winner), Some(Color::White));
    // And not before.
    assert_eq!(single("W:W50:B").win(), None);
}

#[test]
fn c03_men_on_their_promotion_row_are_refused_by_square() {
    let found = errors(&setup("W:W4:B49"));
    let stray = |color, number| SetupError::StrayMan {
        color,
        square: at(number),
        board: BoardName::A,
    };
    assert_eq!(found, [stray(Color::White, 4), stray(Color::Black, 49)]);
    let text = Rules::International
        .position(&setup("W:W4:B49"))
        .expect_err("no position")
        .to_string();
    assert!(
        text.contains("White man on 4") && text.contains("Black man on 49"),
        "{text}"
    );
    // Kings may stand there, and men on the other side's.
    assert_eq!(single("W:WK4,50:BK49,1").material(Color::White), [1, 1]);
}

#[test]
fn c04_colours_are_read_by_their_letters() {
    let black_first = single("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38");
    let white_first = single("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26");
    assert_eq!(black_first, white_first);
    assert_eq!(black_first.legal_moves().len(), 6);
}

#[test]
fn c07_everything_wrong_is_said_at_once() {
    let mut a = Board::empty();
    a.set(at(3), Some(Piece::man(Color::White)));
    a.set(at(20), Some(Piece::man(Color::White)));
    let mut b = Board::empty();
    b.set(at(20), Some(Piece::king(Color::Black)));
    b.set(at(48), Some(Piece::man(Color::Black)));
    let setup = Setup {
        turn: None,
        a,
        b: Some(b),
    };
    let found = Alician::<damier_core::International>::from_setup(&setup, Reading::DEFAULT)
        .expect_err("no position")
        .0;
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.contains(&SetupError::NoTurn));
    assert!(found.contains(&SetupError::OnBothBoards { square: at(20) }));
    for (color, number, board) in [
        (Color::White, 3, BoardName::A),
        (Color::Black, 48, BoardName::B),
    ] {
        let stray = SetupError::StrayMan {
            color,
            square: at(number),
            board,
        };
        assert!(found.contains(&stray), "{found:?}");
    }
    // And the boards of another game.
    let found = Single::<damier_core::International>::from_setup(&setup)
        .expect_err("no position")
        .0;
    assert!(
        found.contains(&SetupError::Boards {
            expected: 1,
            found: 2
        }),
        "{found:?}"
    );
}

#[test]
fn c08_no_pieces_are_no_position() {
    let empty = Setup {
        turn: Some(Color::White),
        a: Board::empty(),
        b: None,
    };
    assert_eq!(errors(&empty), [SetupError::NoPieces]);
}

#[test]
fn c16_the_side_to_move_is_kept() {
    for fen in ["B:W31:B20", "W:W31:B20"] {
        let position = single(fen);
        assert_eq!(
            position.turn().letter(),
            fen.chars().next().expect("there is a letter")
        );
        assert_eq!(position.setup().turn, Some(position.turn()));
        assert_eq!(damier_notation::fen::write(&position), fen);
    }
}
