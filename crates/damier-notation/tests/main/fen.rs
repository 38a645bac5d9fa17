//! FEN: what the tolerant reader takes, what it refuses and where, and the one form that is written.

use damier_core::{Alician, Color, International, Position, Reading, Setup, SetupError, Single};
use damier_notation::fen::{self, FenProblem};

const START: &str = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
                     B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";

fn setup(text: &str) -> Setup {
    fen::read(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .setup
}

fn position(text: &str) -> Single {
    Single::from_setup(&setup(text)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The columns and problems of a text that must be refused.
fn problems(text: &str) -> Vec<(usize, FenProblem)> {
    let error = fen::read(text).expect_err(text);
    assert!(!error.problems.is_empty());
    error
        .problems
        .into_iter()
        .map(|l| (l.column, l.problem))
        .collect()
}

fn columns(text: &str) -> Vec<usize> {
    problems(text)
        .into_iter()
        .map(|(column, _)| column)
        .collect()
}

#[test]
fn each_tolerated_spelling_means_the_plain_one() {
    let cases = [
        ("W:W31-50:B1-20", START),
        ("W:B1-20:W31-50", START),
        ("W:WK46-50:B1-3", "W:WK46,K47,K48,K49,K50:B1,2,3"),
        ("W:WK46-K50:B1-3", "W:WK46,K47,K48,K49,K50:B1,2,3"),
        ("W:W31,K6-7,32:B20", "W:WK6,K7,31,32:B20"),
        ("  W : W 31 , K 32 : B 20 ", "W:W31,K32:B20"),
        ("w:wk31:b20", "W:WK31:B20"),
        ("B:W31:B20.", "B:W31:B20"),
        ("B:W31:B20 . ", "B:W31:B20"),
        ("W:W031,32:B01,02", "W:W31,32:B1,2"),
        ("W:W31:B", "W:W31:B"),
        ("B:W:B20", "B:W:B20"),
        ("W::.", "W:W:B"),
        ("?:W31:B20", "?:W31:B20"),
        ("[FEN \"W:W31:B20\"]", "W:W31:B20"),
        ("[ fen \"W:W31:B20.\" ]", "W:W31:B20"),
        ("\"W:W31:B20\"", "W:W31:B20"),
        ("[FEN “W:W31:B20”]", "W:W31:B20"),
        ("W:W31:B20:H0:F1", "W:W31:B20"),
        ("W:B:W31:B20", "B:W31:B20"),
        ("B:W:W31:B20", "W:W31:B20"),
        ("W:B:B20:W31", "B:W31:B20"),
        ("W:W31,G28:B20,P13", "W:W31:B20"),
        ("W:W31\u{2013}33:B20", "W:W31,32,33:B20"),
        ("\u{feff}W:W31:\u{a0}B20\u{200b}\r\n", "W:W31:B20"),
        ("W:_W31:B20_", "W:W31:B20"),
        ("W:W31-50:B1-20/W:B", &format!("{START}/W:B")),
        ("b:w31:b20/b1:wk2.", "B:W31:B20/WK2:B1"),
        ("B:W:W31:B20/W2:B3", "W:W31:B20/W2:B3"),
    ];
    for (text, plain) in cases {
        assert_eq!(fen::write_setup(&setup(text)), plain, "{text}");
    }
}

#[test]
fn start_position_is_written_in_numerical_order() {
    assert_eq!(fen::write(&Single::<International>::default()), START);
    assert_eq!(
        fen::write(&Alician::<International>::default()),
        format!("{START}/W:B")
    );
}

#[test]
fn doubled_field_of_an_old_writer_is_read_and_never_written() {
    let text = format!("W:{START}");
    assert_eq!(fen::write_setup(&setup(&text)), START);
}

#[test]
fn a_side_may_have_no_pieces() {
    let black = position("B:W50:B");
    assert_eq!(
        (black.turn(), black.material(Color::Black)),
        (Color::Black, [0, 0])
    );
    assert_eq!(fen::write(&black), "B:W50:B");
}

#[test]
fn men_on_their_far_row_are_both_named() {
    let errors = Single::<International>::from_setup(&setup("W:W4:B49"))
        .unwrap_err()
        .0;
    let named: Vec<(Color, u8)> = errors
        .iter()
        .map(|e| match e {
            SetupError::StrayMan { color, square, .. } => (*color, square.number()),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(named, [(Color::White, 4), (Color::Black, 49)]);
}

#[test]
fn lists_belong_to_their_letter_in_either_order() {
    let swapped = position("W:B20:W31");
    assert_eq!(swapped.material(Color::White), [1, 0]);
    assert_eq!(fen::write(&swapped), "W:W31:B20");
    // A perft position as published, Black's list first.
    let published = position("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38");
    assert_eq!(published.legal_moves().len(), 6);
}

#[test]
fn range_that_runs_backwards_is_refused() {
    assert_eq!(
        problems("W:W50-31:B1"),
        [(
            4,
            FenProblem::Backwards {
                first: 50,
                last: 31
            }
        )]
    );
}

#[test]
fn squares_that_cannot_be_are_refused_with_their_column() {
    assert_eq!(columns("W:W51:B1"), [4]);
    assert_eq!(columns("W:W0:B1"), [4]);
    assert_eq!(columns("W:W31:B31"), [8]);
    assert_eq!(columns("W:W31,31:B20"), [7]);
    assert_eq!(columns("W:W99999999999999999999:B20"), [4]);
    assert_eq!(columns("W:W31:B20/W31:B5"), [12]);
    assert_eq!(columns("W:W31:B20/W6:B6"), [15]);
    let Err(e) = fen::read("W:W51:B1") else {
        panic!()
    };
    assert_eq!(
        e.to_string(),
        "column 4: no square 51: expected a number from 1 to 50"
    );
}

#[test]
fn unknown_side_to_move_is_read_and_cannot_be_played() {
    let setup = setup("?:W31:B20");
    assert_eq!(setup.turn, None);
    assert_eq!(
        Single::<International>::from_setup(&setup).unwrap_err().0,
        [SetupError::NoTurn]
    );
}

#[test]
fn nothing_is_refused_as_nothing() {
    for (text, column) in [("", 1), ("   ", 4), ("[FEN \"\"]", 7), (".", 1)] {
        assert_eq!(problems(text), [(column, FenProblem::Empty)], "{text:?}");
    }
}

#[test]
fn every_problem_is_named_at_once() {
    let text = "X:W0,31,31,40-33,x:B31,1-2K,51";
    assert_eq!(columns(text), [1, 4, 9, 12, 18, 21, 27, 29]);
    let text = "W:W31,32:B31,20/W20:B32,32";
    assert_eq!(columns(text), [11, 18, 22, 25]);
}

#[test]
fn wrong_letters_fields_and_separators_are_refused_with_their_column() {
    let cases: [(&str, &[usize]); 19] = [
        ("A:W31:B20", &[1]),
        ("WW:W31:B20", &[1]),
        ("W:X31:B20", &[3]),
        ("W:W31:W20", &[7]),
        ("W:W31", &[6]),
        ("W", &[2, 2]),
        ("W:W31:B20:B21", &[11]),
        ("W:W31:B20:Q", &[11]),
        ("W:W31,:B20", &[7]),
        ("W:W31,,32:B20", &[7]),
        ("W:W31 32:B20", &[7]),
        ("W:W31;32:B20", &[6]),
        ("W:W31-K33:B20", &[4]),
        ("W:W31:B20/W:B/W:B", &[15]),
        ("W:W31:B20/W", &[12]),
        ("W:W31:B20:H", &[11]),
        ("W:W31:B20:Hx:F1", &[11]),
        ("W:W31:B20:+0+0", &[11]),
        ("W:W３1:B20", &[4]),
    ];
    for (text, expected) in cases {
        assert_eq!(columns(text), expected, "{text}");
    }
    for text in [
        "[FEN W:W31:B20]",
        "[FEN \"W:W31:B20\"",
        "[Event \"x\"]",
        "[\"W:W31:B20\"]",
    ] {
        assert!(
            problems(text)
                .iter()
                .any(|(_, p)| *p == FenProblem::Wrapper),
            "{text}"
        );
    }
}

#[test]
fn counts_behind_the_lists_are_kept() {
    let read = fen::read("B:W31:B20:H12:F34").unwrap();
    assert_eq!((read.half_moves, read.full_move), (Some(12), Some(34)));
    let read = fen::read("B:W31:B20/W1:B:H0:F1.").unwrap();
    assert_eq!((read.half_moves, read.full_move), (Some(0), Some(1)));
    let read = fen::read("B:W31:B20:F7").unwrap();
    assert_eq!((read.half_moves, read.full_move), (None, Some(7)));
}

#[test]
fn positions_of_any_ply_go_both_ways() {
    let mut position: Single = Single::default();
    for text in ["32-28", "19-23", "28x19", "14x23", "37-32"] {
        let mv = damier_notation::movetext::read(&position, text).unwrap();
        position = position.play(&mv).unwrap();
        let read = self::position(&fen::write(&position));
        assert_eq!(read, position);
        assert_eq!(read.turn(), position.turn());
    }
    assert!(fen::write(&position).starts_with("B:W"));
    let alician: Alician =
        Alician::from_setup(&setup("B:W11,K49:B35/W12:BK2"), Reading::DEFAULT).unwrap();
    assert_eq!(fen::write(&alician), "B:W11,K49:B35/W12:BK2");
}

#[test]
fn long_lists_of_problems_stay_readable() {
    let text = format!("W:W{}:B1", "0,".repeat(2_000));
    let error = fen::read(&text).unwrap_err();
    assert_eq!(error.problems.len(), 2_001);
    let message = error.to_string();
    assert!(
        message.len() < 5_000 && message.ends_with("; and 1951 more"),
        "{message}"
    );
}
