//! `damier show`.

use crate::run::damier;

/// The text after a label.
fn field<'a>(lines: &[&'a str], label: &str) -> &'a str {
    lines
        .iter()
        .find_map(|line| line.strip_prefix(label))
        .map_or("", str::trim)
}

#[test]
fn the_start_position() {
    let ran = damier(&["show"]);
    let lines = ran.lines();
    assert_eq!(lines[0], "      b   b   b   b   b 5");
    assert_eq!(lines[9], "46  w   w   w   w   w");
    assert_eq!(
        field(&lines, "FEN"),
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
    );
    assert_eq!(
        field(&lines, "Hub"),
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
    );
    assert_eq!(field(&lines, "Turn"), "White");
    assert_eq!(field(&lines, "State"), "open, 9 legal moves");
    assert_eq!(field(&lines, "Rules"), "international");
    assert_eq!(field(&lines, "Draws"), "");
}

#[test]
fn the_two_boards_of_alician_draughts_side_by_side() {
    let ran = damier(&[
        "show",
        "--rules",
        "alician:letter",
        "--moves",
        "32-28 19-23",
    ]);
    let lines = ran.lines();
    assert!(
        lines[0].contains("board A") && lines[0].contains("board B"),
        "{}",
        lines[0]
    );
    // 28 and 23 stand on B now: row 5 is 21 to 25, row 6 is 26 to 30.
    let row: Vec<&str> = lines[5].split("25").collect();
    assert_eq!(row[0].matches(['b', 'w']).count(), 0);
    assert_eq!(row[1].matches('b').count(), 1);
    assert_eq!(
        field(&lines, "FEN"),
        "W:W31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20/W28:B23"
    );
    assert_eq!(field(&lines, "Hub").len(), 101);
    assert_eq!(field(&lines, "Rules"), "alician:letter");
}

#[test]
fn a_lost_game_names_its_rule() {
    let ran = damier(&["show", "W:W6:B1"]);
    let lines = ran.lines();
    let state = field(&lines, "State");
    assert!(
        state.starts_with("0-2, Black has won by I11 (no legal move)"),
        "{state}"
    );
    // White has moved his last piece from A although he takes Black's last one there: the transfer comes first.
    let ran = damier(&["show", "W:W32:B28/W:B5", "--moves", "32x23"]);
    let lines = ran.lines();
    let state = field(&lines, "State");
    assert!(state.starts_with("0-2, Black has won by A4"), "{state}");
    assert!(state.contains("after ply 1"), "{state}");
}

/// Sequences of the project's reference values and of the case list: where each draw rule ends the game.
#[test]
fn a_drawn_game_names_its_rule_and_ply() {
    let cases = [
        (
            "W:WK28:BK1",
            "28-22 1-40 22-27 40-34 27-4 34-29 4-10 29-7 10-37 7-45",
            "I15",
            10,
            0,
        ),
        (
            "W:W46,K3:BK35",
            "3-14 35-44 46-41 44-11 14-32 11-39 32-19 39-6 19-5 6-33",
            "I15",
            10,
            0,
        ),
        (
            "W:W11,K49:BK35",
            "49-32 35-40 32-38 40-45 11-6 45-50 38-49 50-33 6-1 33-17 1-7 17-28 49-35 28-14",
            "I15",
            10,
            4,
        ),
        (
            "W:WK46,K47,K48:BK3",
            "47-24 3-26 24-33 26-8 46-28 8-13 33-42 13-9 42-47 9-27 47-24 27-49 48-37 49-35 24-47 35-49 \
             47-36 49-40 36-4 40-29 28-17 29-1 17-26 1-29 4-27 29-47 37-31 47-41 27-13 41-5 31-48 5-10",
            "I14",
            32,
            0,
        ),
        (
            "W:WK1,31:BK50,20",
            "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50",
            "I12",
            8,
            0,
        ),
        (
            "W:WK1,31:BK50,20",
            "1-7 50-44 7-12 44-39 12-1 39-50 1-7 50-44 7-12 44-39 12-1 39-50",
            "I12",
            12,
            0,
        ),
    ];
    for (fen, moves, article, ply, more) in cases {
        let ran = damier(&["show", fen, "--moves", moves]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let lines: Vec<&str> = ran.out.lines().collect();
        let state = field(&lines, "State");
        assert!(
            state.starts_with(&format!("1-1, drawn by {article} (")),
            "{fen}: {state}"
        );
        assert!(
            state.contains(&format!("after ply {ply}")),
            "{fen}: {state}"
        );
        let text = format!("{more} more plies");
        assert_eq!(state.contains(&text), more > 0, "{fen}: {state}");
        // Who gives moves after the end of the game is told so.
        assert_eq!(
            ran.err.contains(&format!("after ply {ply}")),
            more > 0,
            "{}",
            ran.err
        );
        // One ply earlier the game was still open.
        let all: Vec<&str> = moves.split_whitespace().collect();
        let earlier = all[..ply - 1].join(" ");
        let ran = damier(&["show", fen, "--moves", &earlier]);
        let lines = ran.lines();
        assert!(field(&lines, "State").starts_with("open"), "{fen}");
    }
}

#[test]
fn the_counts_of_the_draw_rules() {
    let ran = damier(&["show", "W:WK28:BK1", "--moves", "28-22 1-40 22-28 40-1"]);
    let lines = ran.lines();
    assert_eq!(
        field(&lines, "Draws"),
        "occurrence 2 of 3; kings only: ply 4 of 50; two or one against a king: ply 4 of 10"
    );
}

#[test]
fn a_win_comes_before_a_draw() {
    // Ply 10 of one king against one king fills the count of the 5-move rule, and takes White's last piece.
    let moves = "28-22 1-23 22-27 23-37 27-21 37-41 21-8 41-5 8-19 5x28";
    let ran = damier(&["show", "W:WK28:BK1", "--moves", moves]);
    let lines = ran.lines();
    let state = field(&lines, "State");
    assert!(state.starts_with("0-2, Black has won by I11"), "{state}");
}

#[test]
fn colours_only_when_wanted() {
    assert!(!damier(&["show"]).out.contains('\u{1b}'));
    assert!(
        damier(&["show", "--color", "always"])
            .out
            .contains('\u{1b}')
    );
    assert!(!damier(&["show", "--color", "never"]).out.contains('\u{1b}'));
}

#[test]
fn seen_by_black_with_numbers() {
    let ran = damier(&["show", "--flip", "--numbers"]);
    let lines = ran.lines();
    // Square 50 is at the top left, and the vacant squares 25 to 21 stand in the sixth row.
    assert!(lines[0].trim_end().ends_with("46"), "{}", lines[0]);
    assert!(
        lines[5].contains("25") && lines[5].contains("21"),
        "{}",
        lines[5]
    );
}
