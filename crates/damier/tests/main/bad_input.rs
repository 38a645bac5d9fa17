//! What is no position, no move or no option: every problem with its place, exit code 2, never a panic.

use crate::run::{damier, fed};

/// The complaint about a position has all these words, and stands on stderr alone.
fn check(position: &str, words: &[&str]) {
    for command in ["moves", "show", "play"] {
        let ran = damier(&[command, position]);
        let complaint = ran.complaint();
        for word in words {
            assert!(
                complaint.contains(word),
                "{command} {position}: {word:?} in {complaint}"
            );
        }
        assert!(!complaint.contains("panicked"), "{complaint}");
    }
}

#[test]
fn a_fen_with_one_problem() {
    check("W:W51:B1", &["column 4", "51", "from 1 to 50"]);
    check("W:W0:B1", &["column 4", "no square 0"]);
    check("W:W31:B31", &["column 8", "31", "both White and Black"]);
    check("W:W31,31:B20", &["column 7", "31", "twice"]);
    check("?:W31:B20", &["column 1", "no side to move"]);
    check("X:W31:B20", &["column 1", "\"X\""]);
    check("W:W50-31:B1", &["column 4", "backwards"]);
    check("W:W:B", &["no pieces"]);
    check("W:W31:B20/W20:B", &["column 12", "20", "both boards"]);
    check("W:W31", &["no list for Black"]);
    check("W:W31:B20:H0:Fx", &["column 14"]);
    check("", &["empty"]);
    check("W:W31:B2½", &["column 9", "½"]);
}

#[test]
fn a_fen_with_several_problems() {
    check(
        "W:W4:B49",
        &[
            "column 4: White man on 4",
            "column 7: Black man on 49",
            "promotion row",
        ],
    );
    check(
        "W:W4,51:B49",
        &["column 4", "column 6", "column 10: Black man on 49"],
    );
    check(
        "X:W51,0,31,31:B31,60-40",
        &[
            "column 1",
            "column 4",
            "column 7",
            "column 12",
            "column 16",
            "column 19",
        ],
    );
}

#[test]
fn a_hub_string_with_problems() {
    let short = "Wbbb";
    check(short, &["4 characters", "51", "101"]);
    let letters = format!("Z{}x{}", "e".repeat(10), "w".repeat(39));
    check(&letters, &["column 1", "column 12", "'x'"]);
}

#[test]
fn rules_and_positions_that_do_not_fit() {
    let ran = damier(&["moves", "--rules", "international", "W:W31:B20/W:B1"]);
    assert!(
        ran.complaint().contains("2 board(s): expected 1"),
        "{}",
        ran.err
    );
    let ran = damier(&["moves", "--rules", "alician", "W:W31:B20"]);
    assert!(
        ran.complaint().contains("1 board(s): expected 2"),
        "{}",
        ran.err
    );
    for rules in [
        "chess",
        "alician:foo",
        "international:letter",
        "alician:obligation=all",
        "",
    ] {
        let ran = damier(&["moves", "--rules", rules]);
        assert!(ran.complaint().contains("expected"), "{rules}: {}", ran.err);
    }
}

#[test]
fn moves_that_cannot_be_played_name_ply_and_column() {
    let ran = damier(&["show", "--moves", "1. 32-28 19-23 2. 33-29"]);
    assert!(ran.complaint().contains("column 19, ply 3"), "{}", ran.err);
    assert!(
        ran.err.contains("I7 (capturing is compulsory"),
        "{}",
        ran.err
    );
    let ran = damier(&["show", "--moves", "32-28 ??"]);
    assert!(ran.complaint().contains("column 7, ply 2"), "{}", ran.err);
    let ran = damier(&["show", "W:WK4:B13,20,32,37", "--moves", "4x15"]);
    assert!(
        ran.complaint().contains("4x27x38x15, 4x31x42x15"),
        "{}",
        ran.err
    );
    let ran = damier(&["show", "W:W31,50:B45", "--moves", "31-27 45-50"]);
    assert!(ran.complaint().contains("the game is over"), "{}", ran.err);
}

#[test]
fn wrong_usage() {
    for args in [
        &[][..],
        &["dance"],
        &["moves", "--fast"],
        &["moves", "W:W31:B20", "W:W31:B20"],
        &["show", "--color", "pink"],
        &["moves", "--fen-file", "no/such/file"],
        &["moves", "start", "--fen-file", "-"],
        &["explain"],
        &["play", "--white", "robot"],
        &["play", "--seed", "-1"],
        &["completions", "tcsh"],
        &["man", "dance"],
    ] {
        assert!(!damier(args).complaint().is_empty(), "{args:?}");
    }
}

#[test]
fn one_bad_line_among_many() {
    let input = b"W:W31:B20\nW:W51:B1\nstart\n";
    let ran = fed(&["moves", "--fen-file", "-"], input);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.out.contains("# 1: ") && ran.out.contains("# 3: start"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.contains("line 2") && ran.err.contains("column 4"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("1 line(s) of - could not be read"),
        "{}",
        ran.err
    );
}

#[test]
fn a_megabyte_of_random_bytes() {
    // Xorshift with a fixed seed: the same bytes every time.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut bytes = Vec::with_capacity(1 << 20);
    while bytes.len() < 1 << 20 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend(state.to_le_bytes());
    }
    let one_line: Vec<u8> = bytes
        .iter()
        .map(|&b| if b == b'\n' { b' ' } else { b })
        .collect();
    for input in [&bytes, &one_line] {
        for args in [
            &["moves", "--fen-file", "-"][..],
            &["show", "--json", "--fen-file", "-"],
            &["explain", "32-28", "--fen-file", "-"],
        ] {
            let ran = fed(args, input);
            assert_eq!(ran.code, Some(2), "{args:?}");
            assert!(!ran.err.contains("panicked"), "{}", ran.err);
            // Every error is bounded, however long its line is.
            assert!(ran.err.len() < 20 << 20, "{}", ran.err.len());
        }
        let ran = fed(&["play"], input);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.ends_with("*\n"));
    }
}
