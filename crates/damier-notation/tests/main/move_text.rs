//! Move text: each form read and written, what is ambiguous, what is refused and why.

use damier_core::{Alician, International, Move, Position, Reading, Reason, Single, Square};
use damier_notation::fen;
use damier_notation::movetext::{self, Form, MoveTextError, Oddity, Spelling, SyntaxProblem};

fn position(text: &str) -> Single {
    Single::from_setup(&fen::read(text).unwrap().setup).unwrap()
}

fn read(position: &Single, text: &str) -> Move {
    movetext::read(position, text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn captured(mv: &Move) -> Vec<u8> {
    mv.captured.into_iter().map(Square::number).collect()
}

fn choices(position: &Single, text: &str) -> Vec<String> {
    match movetext::read(position, text) {
        Err(MoveTextError::Ambiguous { choices, moves, .. }) => {
            assert_eq!(choices.len(), moves.len());
            choices
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn crossing_the_far_row_does_not_crown() {
    let start = position("W:W13:B7,8");
    for text in ["13x11", "13x2x11", "13x11x8x7"] {
        let mv = read(&start, text);
        assert_eq!((captured(&mv), mv.promotes), (vec![7, 8], false), "{text}");
        assert_eq!(fen::write(&start.play(&mv).unwrap()), "B:W11:B");
    }
}

#[test]
fn men_capture_backwards() {
    let start = position("W:W23:B28");
    assert_eq!(captured(&read(&start, "23x32")), [28]);
    let Err(MoveTextError::Illegal(illegal)) = movetext::read(&start, "23-18") else {
        panic!()
    };
    assert!(matches!(illegal.reason, Reason::MustCapture { .. }));
}

#[test]
fn closed_tour_is_one_move() {
    let start = position("W:WK2:B7,8,17,18");
    let mv = read(&start, "2x2");
    assert_eq!(captured(&mv), [7, 8, 17, 18]);
    assert_eq!(start.legal_moves().len(), 1);
    assert_eq!(movetext::write(&start, &mv, Form::Short), "2x2");
    assert_eq!(movetext::write(&start, &mv, Form::Hub), "2x2x7x8x17x18");
    assert_eq!(read(&start, &movetext::write(&start, &mv, Form::Path)), mv);
}

#[test]
fn ambiguous_captures_are_written_as_paths() {
    let start = position("W:WK1:B12,13,19,20");
    assert_eq!(choices(&start, "1x25"), ["1x18x9x25", "1x23x14x25"]);
    for (path, takes) in [("1x18x9x25", [12, 13, 20]), ("1x23x14x25", [12, 19, 20])] {
        let mv = read(&start, path);
        assert_eq!(captured(&mv), takes);
        assert_eq!(movetext::write(&start, &mv, Form::Short), path);
        assert_eq!(movetext::write(&start, &mv, Form::Path), path);
    }
}

#[test]
fn ambiguous_text_is_answered_by_the_choices() {
    let start = position("W:WK4:B13,20,32,37");
    assert_eq!(choices(&start, "4x15"), ["4x27x38x15", "4x31x42x15"]);
    let Err(error) = movetext::read(&start, "4x15") else {
        panic!()
    };
    assert_eq!(
        error.to_string(),
        "4x15 is ambiguous: expected one of 4x27x38x15, 4x31x42x15"
    );
    assert_eq!(captured(&read(&start, "4x27x38x15")), [13, 20, 32]);
    assert_eq!(captured(&read(&start, "4x31x42x15")), [13, 20, 37]);
}

#[test]
fn path_names_the_square_right_behind_when_going_straight_on() {
    let start = position("W:WK47:B19,22,33,42");
    let mv = read(&start, "47x36");
    assert_eq!(captured(&mv), [19, 22, 33, 42]);
    assert_eq!(movetext::write(&start, &mv, Form::Path), "47x38x24x13x36");
    // A waypoint elsewhere on the way, and a list that leaves squares out, are read all the same.
    for text in [
        "47x38x24x13x36",
        "47x24x13x36",
        "47x13x36",
        "47x29x24x13x36",
        "47x20x36",
    ] {
        let read = movetext::read(&start, text);
        if text == "47x20x36" {
            assert!(
                matches!(read, Err(MoveTextError::OtherWay { .. })),
                "{text}: {read:?}"
            );
        } else {
            assert_eq!(read.as_ref(), Ok(&mv), "{text}");
        }
    }
}

#[test]
fn captured_squares_come_in_any_order() {
    let start = position("W:W28:B22,12");
    let mv = read(&start, "28x8");
    assert_eq!(captured(&mv), [12, 22]);
    for text in ["28x8x22x12", "28x8x12x22", "28x08x22x12"] {
        assert_eq!(read(&start, text), mv, "{text}");
    }
    // Fewer, more or other squares are not that capture.
    for text in ["28x8x22", "28x8x12x12x22", "28x8x12x22x23"] {
        assert!(movetext::read(&start, text).is_err(), "{text}");
    }
}

#[test]
fn list_of_captured_squares_out_of_route_order() {
    let start = position("B:W11,12,22:B8");
    let legal = start.legal_moves();
    assert!(!legal.is_empty());
    for mv in &legal {
        let hub = movetext::write(&start, mv, Form::Hub);
        let mut parts: Vec<&str> = hub.split('x').collect();
        parts[2..].reverse();
        assert_eq!(read(&start, &parts.join("x")), *mv);
    }
}

#[test]
fn old_forms_are_read() {
    let start = position("W:W31,32,37:B18,19");
    assert_eq!(read(&start, "3228").to_string(), "32-28");
    let capture = position("W:W11:B7,19");
    // A capture written like a move, without separator, with other separators.
    for text in [
        "11-2",
        "11x2",
        "112",
        "11X2",
        "11:2",
        "11×2",
        "11-02",
        " 11 x 2 ",
        "11\u{2013}2",
    ] {
        assert_eq!(read(&capture, text).to_string(), "11x2x7", "{text}");
    }
    // Three digits that can be cut in two ways mean the legal one of them.
    let both = position("W:W17:B1");
    assert_eq!(read(&both, "1711").to_string(), "17-11");
    let kings = position("W:WK1,K11:B25");
    assert_eq!(choices(&kings, "112"), ["1-12", "11-2"]);
}

#[test]
fn odd_spellings_are_noted() {
    let oddities =
        |text: &str| -> Vec<Oddity> { Spelling::parse(text).unwrap().oddities().collect() };
    assert_eq!(oddities("32-28"), []);
    assert_eq!(oddities("28x19x23"), []);
    assert_eq!(oddities("1- 7"), [Oddity::Blanks]);
    assert_eq!(oddities("06-11"), [Oddity::LeadingZero]);
    assert_eq!(oddities("28:19"), [Oddity::Separator]);
    assert_eq!(oddities("28X19"), [Oddity::Separator]);
    assert_eq!(oddities("32\u{2013}28"), [Oddity::Separator]);
    assert_eq!(oddities("3228"), [Oddity::NoSeparator]);
}

#[test]
fn what_is_no_move_text_says_where() {
    let start: Single = Single::default();
    let cases = [
        ("", 1),
        ("   ", 4),
        ("e4", 1),
        ("32", 3),
        ("32-", 4),
        ("32--28", 4),
        ("32+28", 3),
        ("32-28!", 6),
        ("  32-x", 6),
        ("51-46", 1),
        ("46-0", 4),
        ("46-4294967296", 4),
        ("32-28-", 7),
        ("12345", 1),
        ("99", 1),
        ("ünsinn", 1),
        ("- -", 1),
    ];
    for (text, at) in cases {
        match movetext::read(&start, text) {
            Err(MoveTextError::Syntax { column, .. }) => assert_eq!(column, at, "{text:?}"),
            // 32 could be squares 3 and 2, and 99 squares 9 and 9.
            Err(MoveTextError::Illegal(_)) if ["32", "99"].contains(&text) => {}
            other => panic!("{text:?}: {other:?}"),
        }
    }
    let long = "1x".repeat(100) + "1";
    assert!(matches!(
        movetext::read(&start, &long),
        Err(MoveTextError::Syntax {
            problem: SyntaxProblem::TooLong,
            ..
        })
    ));
}

#[test]
fn illegal_moves_say_why() {
    let start: Single = Single::default();
    let reason = |text: &str| match movetext::read(&start, text) {
        Err(MoveTextError::Illegal(illegal)) => illegal.reason,
        other => panic!("{text}: {other:?}"),
    };
    assert!(matches!(reason("28-22"), Reason::NoPiece { .. }));
    assert!(matches!(reason("20-25"), Reason::NotYours { .. }));
    assert!(matches!(reason("32-23"), Reason::ManTooFar));
    assert!(matches!(reason("46-41"), Reason::Occupied { .. }));
    // Hub compares sets of squares; a move has a direction.
    assert!(matches!(reason("28-32"), Reason::NoPiece { .. }));
    let short = position("W:W28,32:B17,23,27");
    for text in ["28x19", "28x19x23"] {
        let Err(MoveTextError::Illegal(illegal)) = movetext::read(&short, text) else {
            panic!()
        };
        assert!(
            matches!(
                illegal.reason,
                Reason::TakesTooFew {
                    takes: 1,
                    most: 2,
                    ..
                }
            ),
            "{text}"
        );
    }
}

#[test]
fn moves_of_two_boards_have_the_same_text() {
    let setup = fen::read("W:W32,38:B23/WK46:B37,41").unwrap().setup;
    for reading in Reading::ALL {
        let position = Alician::<International>::from_setup(&setup, reading).unwrap();
        for mv in &position.legal_moves() {
            for form in [Form::Short, Form::Path, Form::Hub] {
                let text = movetext::write(&position, mv, form);
                assert_eq!(movetext::read(&position, &text).as_ref(), Ok(mv), "{text}");
            }
        }
    }
    // The other board holds the end square.
    let position: Alician = Alician::from_setup(
        &fen::read("W:W32:B1/W28:B2").unwrap().setup,
        Reading::DEFAULT,
    )
    .unwrap();
    let Err(MoveTextError::Illegal(illegal)) = movetext::read(&position, "32-28") else {
        panic!()
    };
    assert!(matches!(illegal.reason, Reason::MirrorOccupied { .. }));
}
