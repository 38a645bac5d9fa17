//! `damier moves`.

use crate::run::{damier, fed};

const START: [&str; 9] = [
    "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30",
];

#[test]
fn of_the_start_position_however_it_is_named() {
    let fen = "W:W31-50:B1-20";
    let hub = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    for args in [
        &["moves"][..],
        &["moves", "start"],
        &["moves", fen],
        &["moves", hub],
        &["moves", "[FEN \"W:W31-50:B1-20\"]"],
        &["moves", "--rules", "international"],
        &["moves", "--rules", "alician"],
        &["moves", "--rules", "alician:letter", "start"],
        &["moves", "W:W31-50:B1-20/W:B"],
    ] {
        assert_eq!(damier(args).lines(), START, "{args:?}");
    }
}

#[test]
fn sorted_by_start_end_and_captured_squares() {
    // Two captures with the same start and end, and two starts with one digit and two.
    let ran = damier(&["moves", "W:WK1:B12,13,19,20"]);
    assert_eq!(ran.lines(), ["1x25x12x13x20", "1x25x12x19x20"]);
    // The order is that of numbers: 6 comes before 10.
    let ran = damier(&["moves", "B:W50:B6,10"]);
    assert_eq!(ran.lines(), ["6-11", "10-14", "10-15"]);
}

/// The case list of the rules: a capture is found whichever way it goes, once, and only the largest.
#[test]
fn of_positions_that_other_programs_got_wrong() {
    let cases: [(&str, &[&str]); 7] = [
        (
            "B:WK1,K2,14,16,31,37,42:BK49",
            &[
                "49-21", "49-27", "49-32", "49-35", "49-38", "49-40", "49-43", "49-44",
            ],
        ),
        ("W:W13:B7,8", &["13x11x7x8"]),
        ("W:W23:B28", &["23x32x28"]),
        ("W:WK2:B7,8,17,18", &["2x2x7x8x17x18"]),
        (
            "B:W6,24,28,38,41:B13,K49",
            &["49x30x24x28x38", "49x35x24x28x38"],
        ),
        ("W:W28,32:B17,23,27", &["32x12x17x27"]),
        ("B:W6:B1", &["1-7"]),
    ];
    for (fen, moves) in cases {
        assert_eq!(damier(&["moves", fen]).lines(), moves, "{fen}");
    }
}

/// The four readings differ; lists from the reference values of the project.
#[test]
fn under_the_four_readings() {
    let fen = "B:WK1,K13,29,39:BK6,19,38,K44,K47/WK14,26,40,K48:B11,20,33";
    let a = ["44x4x13x39", "44x9x13x39", "44x15x29x39", "44x24x29x39"];
    let also_b = [
        "20x9x14",
        "44x4x13x39",
        "44x9x13x39",
        "44x15x29x39",
        "44x24x29x39",
    ];
    for (rules, moves) in [
        ("alician", &a[..]),
        ("alician:obligation=both,blocked=void", &a),
        ("alician:letter", &also_b),
        ("alician:obligation=board,blocked=binding", &also_b),
        ("alician:obligation=board", &also_b),
        ("alician:blocked=binding", &a),
    ] {
        let ran = damier(&["moves", "--rules", rules, fen]);
        assert_eq!(ran.lines(), moves, "{rules}");
    }
    // Two boards alone mean the default reading.
    assert_eq!(damier(&["moves", fen]).lines(), a);
}

#[test]
fn after_moves_in_any_form() {
    for moves in [
        "32-28 19-23 28x19",
        "1. 32-28 19-23 2. 28x19",
        "1.32-28 19-23 2.28x19x23",
        "  32-28\t19-23\n28x19 ",
        "3228 1923 2819",
    ] {
        let ran = damier(&["moves", "--moves", moves]);
        assert_eq!(ran.lines(), ["13x24x19", "14x23x19"], "{moves:?}");
    }
}

#[test]
fn of_a_finished_game_are_none() {
    let ran = damier(&["moves", "W:W6:B1"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    assert!(ran.err.contains("Black has won by I11"), "{}", ran.err);
}

#[test]
fn of_many_positions_from_a_pipe() {
    let input = b"W:W28:B\r\n\n  W:W23:B28\nW:W25:B/W:B1\n";
    let ran = fed(&["moves", "--fen-file", "-"], input);
    let text = "# 1: W:W28:B\n28-22\n28-23\n\n# 3: W:W23:B28\n23x32x28\n\n# 4: W:W25:B/W:B1\n";
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), text));
    // White has moved his last piece from A in none of them, but in the last Black has none there.
    assert!(ran.err.contains("White has won by A4"), "{}", ran.err);
}
