//! `damier explain`.

use crate::run::{Ran, damier};

/// Runs it and gives the first line.
fn explain(mv: &str, position: &str) -> (Ran, String) {
    let ran = damier(&["explain", mv, position]);
    let first = ran.out.lines().next().unwrap_or_default().to_owned();
    (ran, first)
}

/// Whether the answer has this code, its first line these words, and the articles these numbers.
fn check(mv: &str, position: &str, code: i32, words: &[&str], articles: &[&str]) {
    let (ran, first) = explain(mv, position);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(code), ""),
        "{mv} {position}: {ran:?}"
    );
    for word in words {
        assert!(
            first.contains(word),
            "{mv} {position}: {word:?} in {first:?}"
        );
    }
    let named: Vec<&str> = ran
        .out
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(named, articles, "{mv} {position}: {}", ran.out);
}

#[test]
fn a_free_move() {
    check("32-28", "start", 0, &["32-28 is legal."], &["I2"]);
    check("28-5", "W:WK28:B45", 0, &["28-5 is legal."], &["I3"]);
}

#[test]
fn a_capture_backwards_is_legal_and_forced() {
    check(
        "23x32",
        "W:W23:B28",
        0,
        &["legal and forced", "takes 28", "men capture backwards"],
        &["I4", "I7"],
    );
}

#[test]
fn a_man_that_only_touches_the_far_row_stays_a_man() {
    let (ran, first) = explain("13x11", "W:W13:B7,8");
    assert_eq!(ran.code, Some(0));
    assert!(!first.contains("becomes a king"), "{first}");
    assert!(ran.out.contains("I9 (promotion"), "{}", ran.out);
    let (_, first) = explain("15x2", "W:W15:B8,19,20");
    assert!(first.contains("becomes a king"), "{first}");
}

#[test]
fn the_largest_capture_is_forced() {
    check(
        "32x12",
        "W:W28,32:B17,23,27",
        0,
        &["legal and forced"],
        &["I4", "I7", "I8", "I6"],
    );
    check(
        "28x19",
        "W:W28,32:B17,23,27",
        1,
        &["illegal", "takes 1 where 2 can be taken", "32x12x17x27"],
        &["I8"],
    );
    check(
        "32-28",
        "W:W32,41:B27,36",
        1,
        &["illegal", "capture is compulsory", "32x21x27"],
        &["I7"],
    );
}

#[test]
fn every_form_of_the_same_move() {
    for text in ["46x28x11x2", "46x2x7x22x37", "46x2x37x22x7"] {
        let (ran, first) = explain(text, "W:WK46:B7,21,22,37,40");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(first.contains("takes 7, 22, 37"), "{text}: {first}");
    }
}

#[test]
fn an_ambiguous_text_gets_the_choices() {
    check(
        "4x15",
        "W:WK4:B13,20,32,37",
        1,
        &["may mean 2 legal moves", "4x27x38x15", "4x31x42x15"],
        &["I10"],
    );
}

#[test]
fn illegal_moves_and_their_articles() {
    let cases = [
        ("28-22", "start", "no piece on 28", "I1"),
        ("20-24", "start", "not White's", "I1"),
        ("32-23", "start", "one square", "I4"),
        ("37-32", "start", "occupied", "I2"),
        ("32-37", "W:W32:B1", "forwards only", "I2"),
        ("32-29", "start", "not on one diagonal", "I2"),
        ("46-5", "W:WK46:B28,23,45", "barred on 28", "I3"),
        ("1-7", "W:W6:B1", "the game is over", "I11"),
        // The end square is occupied on the other board.
        ("32-28", "W:W32:B1/W28:B5", "occupied on board B", "A2"),
    ];
    for (mv, position, words, article) in cases {
        check(mv, position, 1, &["illegal", words], &[article]);
    }
}

#[test]
fn moves_on_two_boards_name_what_they_do_there() {
    check(
        "1-7",
        "B:W50:B1,6/W:B",
        0,
        &["1-7 is legal."],
        &["I2", "A3"],
    );
    // The last piece leaves A: legal, and lost.
    check(
        "32x23",
        "W:W32:B28/W:B5",
        0,
        &["legal and forced"],
        &["I4", "I7", "A3", "A4"],
    );
}

#[test]
fn a_blocked_capture_that_binds() {
    // White's 28 can take 23 only, and 19, where that ends, is occupied on B.
    let fen = "W:W28,50:B23,1/W45:B19";
    let by_the_letter = ["--rules", "alician:letter"];
    let run = |extra: &[&str]| damier(&[&["explain", "50-44", fen], extra].concat());
    let void = run(&[]);
    assert_eq!(void.code, Some(0), "{void:?}");
    let binding = run(&by_the_letter);
    assert_eq!(binding.code, Some(1), "{binding:?}");
    assert!(
        binding.out.contains("A10 (blocked captures)"),
        "{}",
        binding.out
    );
}

#[test]
fn a_move_after_a_draw() {
    let ran = damier(&[
        "explain",
        "4-10",
        "W:WK28:BK1",
        "--moves",
        "28-22 1-40 22-27 40-34 27-4 34-29 4-10 29-7 10-37 7-45",
    ]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.out.contains("the game is over (drawn by I15"),
        "{}",
        ran.out
    );
}

#[test]
fn what_is_no_move_is_an_error() {
    for text in [
        "", "hello", "3", "32-", "32-51", "0-5", "32-28-", "32+28", "½",
    ] {
        let ran = damier(&["explain", text]);
        assert!(ran.complaint().contains("error: "), "{text}");
    }
    let ran = damier(&["explain", "32-51"]);
    assert!(
        ran.err.contains("column 4") && ran.err.contains("from 1 to 50"),
        "{}",
        ran.err
    );
}
