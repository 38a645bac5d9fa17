//! What must hold for any input: nothing panics, and what is written is read back the same.

use damier_core::{Alician, Board, Color, Piece, Position, Reading, Setup, Single, Square};
use damier_notation::movetext::{self, Form, MoveTextError, Spelling};
use damier_notation::{dxp, fen, hub, read_position};
use proptest::collection::vec;
use proptest::prelude::*;

/// A piece or none on every square, never a man on its far row.
fn squares(density: f64) -> impl Strategy<Value = Vec<Option<Piece>>> {
    vec(
        proptest::option::weighted(density, (any::<bool>(), 0..4_u8)),
        50,
    )
    .prop_map(|squares| {
        squares
            .into_iter()
            .zip(Square::<damier_core::Board10>::all())
            .map(|(choice, square)| {
                let (white, one_in_four) = choice?;
                let color = if white { Color::White } else { Color::Black };
                let king = one_in_four == 0 || Board::promotion_row(color).contains(square);
                Some(Piece { color, king })
            })
            .collect()
    })
}

fn board(squares: &[Option<Piece>]) -> Board {
    let mut board = Board::empty();
    for (square, piece) in Square::all().zip(squares) {
        board.set(square, *piece);
    }
    board
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn single() -> impl Strategy<Value = Single> {
    (
        prop_oneof![squares(0.1), squares(0.3), squares(0.7)],
        color(),
    )
        .prop_filter_map("no pieces", |(squares, turn)| {
            let setup = Setup {
                turn: Some(turn),
                a: board(&squares),
                b: None,
            };
            Single::from_setup(&setup).ok()
        })
}

fn alician() -> impl Strategy<Value = Alician> {
    (squares(0.3), vec(any::<bool>(), 50), color(), 0..4_usize).prop_filter_map(
        "no pieces",
        |(squares, sides, turn, reading)| {
            let part = |on_b: bool| -> Vec<Option<Piece>> {
                let keep = squares.iter().zip(&sides);
                keep.map(|(p, &b)| p.filter(|_| b == on_b)).collect()
            };
            let setup = Setup {
                turn: Some(turn),
                a: board(&part(false)),
                b: Some(board(&part(true))),
            };
            Alician::from_setup(&setup, Reading::ALL[reading]).ok()
        },
    )
}

/// Every legal move, in each form, is read back as itself; what is short and ambiguous names exactly its choices.
fn moves_go_both_ways<P: Position>(position: &P) -> Result<(), TestCaseError> {
    let legal = position.legal_moves();
    for mv in &legal {
        for form in [Form::Short, Form::Path, Form::Hub] {
            let text = movetext::write(position, mv, form);
            let read = movetext::read(position, &text);
            prop_assert_eq!(read.as_ref(), Ok(mv), "{}", text);
        }
        let text = format!("{}x{}", mv.from, mv.to);
        match movetext::read(position, &text) {
            Ok(read) => prop_assert_eq!(read, *mv),
            Err(MoveTextError::Ambiguous { choices, moves, .. }) => {
                let same: Vec<_> = legal
                    .iter()
                    .filter(|m| (m.from, m.to) == (mv.from, mv.to))
                    .copied()
                    .collect();
                prop_assert!(same.len() > 1);
                prop_assert_eq!(&moves, &same);
                for (choice, mv) in choices.iter().zip(&same) {
                    let read = movetext::read(position, choice);
                    prop_assert_eq!(read.as_ref(), Ok(mv), "{}", choice);
                }
            }
            Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_never_panic(bytes in vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        let position: Single = Single::default();
        let _ = fen::read(&text);
        let _ = hub::read(&text);
        let _ = dxp::read(&text);
        let _ = read_position(&text, None);
        let _ = movetext::read(&position, &text);
        let _ = Spelling::parse(&text);
    }

    #[test]
    fn text_of_the_right_letters_never_panics(text in "[WwBbKkGPHF?:,./\\-0-9 +\\[\\]\"]{0,60}") {
        if let Ok(read) = fen::read(&text) {
            let written = fen::write_setup(&read.setup);
            prop_assert_eq!(fen::read(&written).unwrap().setup, read.setup);
        }
        let _ = read_position(&text, None);
    }

    #[test]
    fn text_like_moves_never_panics(position in single(), text in "[0-9]{1,2}([-xX: ][0-9]{1,2}){0,6}") {
        let legal = position.legal_moves();
        if let Ok(mv) = movetext::read(&position, &text) {
            prop_assert!(legal.contains(&mv));
        }
    }

    #[test]
    fn setups_go_both_ways(
        squares in squares(0.5),
        sides in vec(any::<bool>(), 50),
        turn in proptest::option::of(color()),
        two in any::<bool>(),
    ) {
        let part = |on_b: bool| -> Board {
            let keep = squares.iter().zip(&sides);
            board(&keep.map(|(p, &b)| p.filter(|_| !two || b == on_b)).collect::<Vec<_>>())
        };
        let setup = Setup { turn, a: part(false), b: two.then(|| part(true)) };
        prop_assert_eq!(fen::read(&fen::write_setup(&setup)).unwrap().setup, setup);
    }

    #[test]
    fn positions_go_both_ways(position in single(), two in alician()) {
        prop_assert_eq!(fen::read(&fen::write(&position)).unwrap().setup, position.setup());
        prop_assert_eq!(hub::read(&hub::write(&position)).unwrap(), position.setup());
        prop_assert_eq!(dxp::read(&dxp::write(&position)).unwrap(), position.setup());
        prop_assert_eq!(fen::read(&fen::write(&two)).unwrap().setup, two.setup());
        prop_assert_eq!(hub::read(&hub::write(&two)).unwrap(), two.setup());
    }

    #[test]
    fn moves_of_one_board_go_both_ways(position in single()) {
        moves_go_both_ways(&position)?;
    }

    #[test]
    fn moves_of_two_boards_go_both_ways(position in alician()) {
        moves_go_both_ways(&position)?;
    }
}
