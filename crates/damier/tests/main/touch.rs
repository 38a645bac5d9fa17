//! `damier play --touch-move`: the arbiter's rules.

use crate::pdn::Pdn;
use crate::play::play;

#[test]
fn touch_move() {
    // Without it an illegal move is refused, and nothing can be touched.
    let fen = "W:W32,37,46:B27,5";
    let ran = play(&[fen], &["37-31"]);
    assert!(
        ran.out
            .contains("No: 37 to 31 is illegal: capture is compulsory: 32x21x27 (I7)."),
        "{}",
        ran.out
    );

    // A forgotten capture stands if the opponent moves on.
    let ran = play(&["--touch-move", fen], &["37-31", "5-10"]);
    assert!(
        ran.out.contains("Irregular: a capture was forgotten"),
        "{}",
        ran.out
    );
    let pdn = Pdn::of(&ran.out);
    assert_eq!(pdn.moves[..1], ["37-31"]);
    assert!(
        pdn.comments[0].starts_with("irregular: a capture was forgotten"),
        "{:?}",
        pdn.comments
    );

    // It is taken back if he asks; 37 has no legal move, so any legal one does.
    let ran = play(
        &["--touch-move", fen],
        &["37-31", "correct", "37-31", "32x21"],
    );
    assert!(
        ran.out
            .contains("White must make a legal move. I19 (irregular moves"),
        "{}",
        ran.out
    );
    assert_eq!(Pdn::of(&ran.out).moves, ["32x21"]);

    // Too late to ask after one's own move.
    let ran = play(
        &["--touch-move", fen],
        &["37-31", "27x36", "46-41", "undo", "correct"],
    );
    assert_eq!(Pdn::of(&ran.out).moves, ["37-31", "27x36", "46-41"]);
    assert!(
        ran.out
            .contains("No: no move is taken back under touch-move."),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("No: there is no irregular move to correct"),
        "{}",
        ran.out
    );
}

#[test]
fn a_touched_piece_moves() {
    let ran = play(&["--touch-move"], &["36", "31", "32-28", "20", "26"]);
    // 36 stands behind 31 and cannot move: free. 31 can: it must.
    assert!(
        ran.out.contains("The piece on 36 has no legal move"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("The piece on 31 was touched and must move. I17"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("No: the piece on 31 was touched and must be moved"),
        "{}",
        ran.out
    );
    assert_eq!(Pdn::of(&ran.out).moves, ["31-26"]);
    let ran = play(&["--touch-move"], &["20", "touch 31", "31-27"]);
    assert!(
        ran.out.contains("No: 20 holds no piece of White"),
        "{}",
        ran.out
    );
    assert_eq!(Pdn::of(&ran.out).moves, ["31-27"]);
}

#[test]
fn the_random_mover_has_irregular_moves_corrected() {
    let fen = "W:W32,37,46:B27,5";
    let ran = play(
        &["--touch-move", "--black", "random", "--seed", "1", fen],
        &["37-31", "32x21"],
    );
    assert!(
        ran.out.contains("Corrected (a capture was forgotten"),
        "{}",
        ran.out
    );
    assert_eq!(Pdn::of(&ran.out).moves[0], "32x21");
}

/// After 30-25 Black's only man is shut in, and White would have won; but 41 could have been taken.
#[test]
fn an_irregular_move_that_ends_the_game_may_be_corrected() {
    let fen = "W:W30,46,47:B41";
    // Nobody objects: it stands.
    for lines in [&["30-25"][..], &["30-25", ""]] {
        let ran = play(&["--touch-move", fen], lines);
        assert!(
            ran.out
                .contains("Enter lets it stand, and then: White has won by I11"),
            "{}",
            ran.out
        );
        let pdn = Pdn::of(&ran.out);
        assert_eq!(
            (pdn.moves, pdn.result.as_str()),
            (vec!["30-25".to_owned()], "2-0")
        );
        assert_eq!(pdn.comments.len(), 2, "{:?}", pdn.comments);
    }
    // Black objects: White must capture, and wins all the same.
    let ran = play(
        &["--touch-move", fen],
        &["30-25", "correct", "30-25", "46x37"],
    );
    assert!(ran.out.contains("No: 30 to 25 is illegal"), "{}", ran.out);
    let pdn = Pdn::of(&ran.out);
    assert_eq!(
        (pdn.moves.as_slice(), pdn.result.as_str()),
        (&["46x37".to_owned()][..], "2-0")
    );
    assert_eq!(pdn.replay(), "2-0");
}
