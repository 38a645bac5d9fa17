//! `damier play`: games over a pipe, as scripts and the terminal play them.

use crate::pdn::Pdn;
use crate::run::{Ran, damier, fed};

/// Plays with these lines as input.
pub(crate) fn play(args: &[&str], lines: &[&str]) -> Ran {
    let mut input = lines.join("\n");
    input.push('\n');
    let ran = fed(&[&["play"], args].concat(), input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    ran
}

#[test]
fn two_people_over_a_pipe() {
    let ran = play(&[], &["32 28", "19-23", "", "13x24x19", "resign"]);
    // A board before the first move and after each: each ends with the side to move.
    assert_eq!(ran.out.matches(" to move\n").count(), 5, "{}", ran.out);
    assert!(ran.out.contains("Only move: 28x19 (Enter plays it)"));
    assert!(!ran.out.contains('>'), "no prompt: {}", ran.out);
    let pdn = Pdn::of(&ran.out);
    assert_eq!(pdn.moves, ["32-28", "19-23", "28x19", "13x24"]);
    assert_eq!(
        (pdn.result.as_str(), pdn.tag("Result")),
        ("0-2", Some("0-2"))
    );
    assert_eq!(pdn.comments, ["White resigned"]);
    assert_eq!(pdn.replay(), "*");
    let names: Vec<&str> = pdn.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names[..8],
        [
            "Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"
        ]
    );
    let date = pdn.tag("Date").expect("a date");
    assert!(
        date.len() == 10 && date.split('.').all(|part| part.parse::<u16>().is_ok()),
        "{date}"
    );
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for input in ["", "32-28", "32-28\n", "32-28\nquit\n19-23\n"] {
        let ran = fed(&["play"], input.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let pdn = Pdn::of(&ran.out);
        assert_eq!(pdn.moves.len(), usize::from(!input.is_empty()));
        assert_eq!((pdn.result.as_str(), pdn.tag("Result")), ("*", Some("*")));
    }
}

#[test]
fn a_whole_game_of_random_movers() {
    for rules in [
        "international",
        "alician",
        "alician:letter",
        "alician:obligation=board,blocked=void",
    ] {
        for seed in 1..=5_u32 {
            let seed = seed.to_string();
            let args = [
                "--white", "random", "--black", "random", "--seed", &seed, "--rules", rules,
                "--quiet",
            ];
            let ran = play(&args, &[]);
            assert!(ran.out.starts_with("[Event "), "only the PDN: {}", ran.out);
            let pdn = Pdn::of(&ran.out);
            assert_eq!(pdn.replay(), pdn.result, "{rules} {seed}: {}", ran.out);
            assert_eq!(pdn.tag("Result"), Some(pdn.result.as_str()));
            assert_ne!(pdn.result, "*");
            let variant = match rules {
                "international" => None,
                "alician" => Some("Alician"),
                "alician:letter" => Some("Alician; obligation=board; blocked=binding"),
                _ => Some("Alician; obligation=board; blocked=void"),
            };
            assert_eq!(pdn.tag("Variant"), variant);
            // A seed gives the same game again.
            assert_eq!(Pdn::of(&play(&args, &[]).out).moves, pdn.moves);
        }
    }
}

#[test]
fn a_game_against_the_random_mover() {
    let ran = play(
        &["--white", "random", "--seed", "7"],
        &["moves", "20-24", "undo", "20-25", "quit"],
    );
    assert!(
        ran.out
            .contains("16-21 17-21 17-22 18-22 18-23 19-23 19-24 20-24 20-25")
    );
    // Black's move and White's answer to it are taken back.
    assert!(ran.out.contains("2 moves taken back"), "{}", ran.out);
    let pdn = Pdn::of(&ran.out);
    assert_eq!(pdn.moves.len(), 3);
    assert_eq!(pdn.moves[1], "20-25");
    assert_eq!(pdn.tag("White"), Some("Random mover (seed 7)"));
    assert_eq!(pdn.tag("WhiteType"), Some("program"));
    assert_eq!(pdn.tag("BlackType"), Some("human"));
    // White has moved and Black has not: there is nothing of Black's to take back.
    let ran = play(&["--white", "random", "--seed", "7"], &["undo", "draw"]);
    assert!(
        ran.out
            .contains("No: there is no move of yours to take back.")
    );
    assert!(ran.out.contains("No: a random mover does not take draws."));
    assert_eq!(Pdn::of(&ran.out).moves.len(), 1);
}

#[test]
fn moves_are_taken_back_one_by_one_between_people() {
    let ran = play(
        &[],
        &[
            "32-28", "19-23", "undo", "18-22", "undo", "undo", "undo", "33-29",
        ],
    );
    assert_eq!(Pdn::of(&ran.out).moves, ["33-29"]);
}

#[test]
fn an_ambiguous_capture_asks_which() {
    let fen = "W:WK4:B13,20,32,37";
    for (answer, taken) in [
        ("1", "4x27x38x15"),
        ("2", "4x31x42x15"),
        ("4x31x42x15", "4x31x42x15"),
    ] {
        let ran = play(&[fen], &["4x15", "9", answer, "quit"]);
        assert!(ran.out.contains("Which one?"), "{}", ran.out);
        assert!(
            ran.out.contains("1  4x27x38x15  takes 13, 20, 32"),
            "{}",
            ran.out
        );
        assert!(
            ran.out.contains("2  4x31x42x15  takes 13, 20, 37"),
            "{}",
            ran.out
        );
        assert!(
            ran.out.contains("9: expected a number from 1 to 2"),
            "{}",
            ran.out
        );
        // The short form would not say which: the path is written.
        let pdn = Pdn::of(&ran.out);
        assert_eq!(pdn.moves, [taken]);
        assert_eq!(pdn.tag("FEN"), Some(fen));
        assert_eq!(pdn.replay(), "*");
    }
}

#[test]
fn the_end_by_the_rules_is_announced_with_its_article() {
    let ran = play(&["W:W31,50:B45"], &["31-27"]);
    assert!(
        ran.out
            .contains("2-0: White has won by I11 (no legal move)"),
        "{}",
        ran.out
    );
    let pdn = Pdn::of(&ran.out);
    assert_eq!((pdn.result.as_str(), pdn.replay().as_str()), ("2-0", "2-0"));
    assert_eq!(pdn.comments, ["White has won by I11 (no legal move)"]);

    let ran = play(
        &["B:WK1,31:BK50,20"],
        &[
            "50-45", "1-6", "45-50", "6-1", "50-45", "1-6", "45-50", "6-1",
        ],
    );
    assert!(
        ran.out
            .contains("1-1: drawn by I12 (third repetition, FMJD 6.1)"),
        "{}",
        ran.out
    );
    let pdn = Pdn::of(&ran.out);
    assert_eq!((pdn.result.as_str(), pdn.replay().as_str()), ("1-1", "1-1"));
    // Black moved first: the number says so.
    assert!(
        ran.out.contains("1... 50-45 2. 1-6 45-50 3. 6-1"),
        "{}",
        ran.out
    );

    let ran = play(&["W:W32:B28/W:B5"], &[""]);
    assert!(
        ran.out
            .contains("0-2: Black has won by A4 (the last piece on A)"),
        "{}",
        ran.out
    );
    assert_eq!(Pdn::of(&ran.out).replay(), "0-2");
}

#[test]
fn a_game_that_is_over_before_it_starts() {
    let ran = play(&["W:W6:B1"], &["6-1"]);
    assert!(ran.out.contains("0-2: Black has won by I11"));
    let pdn = Pdn::of(&ran.out);
    assert_eq!((pdn.result.as_str(), pdn.moves.len()), ("0-2", 0));
}

#[test]
fn goes_on_from_moves_given() {
    let ran = play(&["--moves", "1. 32-28 19-23"], &["28x19"]);
    assert_eq!(Pdn::of(&ran.out).moves, ["32-28", "19-23", "28x19"]);
}

#[test]
fn a_draw_by_agreement() {
    let ran = play(
        &[],
        &["32-28", "draw", "20-24", "no", "20-24", "draw", "yes"],
    );
    assert!(
        ran.out.contains("Black offers a draw. White: yes or no?"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("No: White, answer the offer: yes or no."),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("White declines."), "{}", ran.out);
    let pdn = Pdn::of(&ran.out);
    assert_eq!(pdn.result, "1-1");
    assert_eq!(pdn.comments, ["drawn by agreement"]);
    assert_eq!(pdn.moves, ["32-28", "20-24"]);
    // Alician draughts knows no draw.
    let ran = play(&["--rules", "alician"], &["draw", "yes"]);
    assert!(ran.out.contains("A8 (no draw)"), "{}", ran.out);
    assert_eq!(Pdn::of(&ran.out).result, "*");
}

#[test]
fn the_engine_answers_a_draw_offer() {
    let offer = |fen: &str| {
        let args = [
            "--white", "human", "--black", "engine", "--level", "4", "--quiet",
        ];
        play(&[&[fen], args.as_slice()].concat(), &["draw"])
    };
    // A king each, neither in danger: nobody can win.
    let ran = offer("W:WK47:BK4");
    assert_eq!(Pdn::of(&ran.out).result, "1-1", "{}", ran.out);
    // Three kings ahead it plays on.
    let ran = offer("W:WK45:BK1,K2,K3,K5");
    assert!(ran.out.contains("Black declines."), "{}", ran.out);
    assert_eq!(Pdn::of(&ran.out).result, "*");
    // As many behind it takes what it gets.
    let ran = offer("W:WK46,K47,K48,K50,31:BK6,16");
    assert_eq!(Pdn::of(&ran.out).result, "1-1", "{}", ran.out);
    // Nothing is agreed in the opening.
    let ran = play(&["--black", "engine", "--level", "4"], &["draw"]);
    assert!(ran.out.contains("Black declines."), "{}", ran.out);
}

#[test]
fn odd_input_changes_nothing() {
    let odd = [
        "99-1",
        "32-27-",
        "1-2-3-4",
        "hello",
        "???",
        "32",
        "\u{1b}[A",
        "é",
        "yes",
        "correct",
        "touch 3",
        "touch x",
        "32x23",
        "5000000000",
        "explain",
        "explain x",
        "0",
    ];
    let ran = play(&[], &odd);
    assert_eq!(ran.out.matches("No: ").count(), odd.len(), "{}", ran.out);
    assert_eq!(Pdn::of(&ran.out).moves.len(), 0);
    // Bytes that are no text.
    let ran = fed(&["play"], b"\xff\xfe\n32-28\n\0\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(Pdn::of(&ran.out).moves, ["32-28"]);
}

#[test]
fn questions_are_answered() {
    let ran = play(
        &[],
        &[
            "help",
            "fen",
            "flip",
            "board",
            "moves",
            "why 32-27",
            "explain 32 23",
        ],
    );
    assert!(ran.out.contains("\n  32-28, 28x19, 32 28   make a move"));
    assert!(ran.out.contains("\nW:W31,32,"));
    assert!(
        ran.out.contains("\n      w   w   w   w   w 46\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("31-26 31-27 32-27"));
    assert!(ran.out.contains("32-27 is legal."));
    assert!(ran.out.contains("I4 (capture by a man"));
}

#[test]
fn an_arbiter_stops_a_long_game() {
    let ran = play(
        &[
            "--white",
            "random",
            "--black",
            "random",
            "--seed",
            "1",
            "--max-plies",
            "10",
        ],
        &[],
    );
    let pdn = Pdn::of(&ran.out);
    assert_eq!((pdn.moves.len(), pdn.result.as_str()), (10, "*"));
    assert_eq!(pdn.comments, ["unfinished: the arbiter stopped the game"]);
}

#[test]
fn tags_and_a_file_for_the_game() {
    let dir = std::env::temp_dir().join(format!("damier-play-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let file = dir.join("games.pdn");
    let path = file.to_str().expect("a path");
    let args = [
        "--tag",
        "Event=The \"Open\" \\ x",
        "--tag",
        "White=Ann",
        "--tag",
        "Annotator=Bo",
        "--save",
        path,
    ];
    let first = play(&args, &["32-28"]);
    play(&args, &["33-29"]);
    assert!(
        first.out.contains("[Event \"The \\\"Open\\\" \\\\ x\"]"),
        "{}",
        first.out
    );
    let pdn = Pdn::of(&first.out);
    assert_eq!(
        (pdn.tag("White"), pdn.tag("Annotator")),
        (Some("Ann"), Some("Bo"))
    );
    let saved = std::fs::read_to_string(&file).expect("the file");
    std::fs::remove_dir_all(&dir).expect("the folder goes");
    assert_eq!(saved.matches("[Event ").count(), 2);
    assert!(
        saved.contains("1. 32-28") && saved.contains("1. 33-29"),
        "{saved}"
    );

    for bad in [
        "Event",
        "event=x",
        "Ev ent=x",
        "Result=2-0",
        "GameType=21",
        "=x",
    ] {
        assert!(
            damier(&["play", "--tag", bad])
                .complaint()
                .contains("error"),
            "{bad}"
        );
    }
    let nowhere = dir.join("gone").join("x.pdn");
    let ran = damier(&["play", "--save", nowhere.to_str().expect("a path")]);
    assert!(ran.complaint().contains("cannot write"), "{}", ran.err);
}
