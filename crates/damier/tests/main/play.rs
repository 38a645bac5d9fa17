//! `damier play`: games over a pipe, as scripts and the terminal play them.

use damier_core::{Game, Rules, with_position};
use damier_notation::{fen, movetext};

use crate::run::{Ran, damier, fed};

/// Plays with these lines as input.
fn play(args: &[&str], lines: &[&str]) -> Ran {
    let mut input = lines.join("\n");
    input.push('\n');
    let ran = fed(&[&["play"], args].concat(), input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    ran
}

/// A PDN taken apart by rules as simple as they can be: tags, then words outside braces.
struct Pdn {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    comments: Vec<String>,
    result: String,
}

impl Pdn {
    /// The PDN at the end of an output.
    fn of(out: &str) -> Self {
        let at = out.find("[Event ").expect("a PDN");
        let (head, body) = out[at..]
            .split_once("\n\n")
            .expect("an empty line after the tags");
        let tags = head
            .lines()
            .map(|line| {
                let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]"));
                let (name, value) = inner.and_then(|l| l.split_once(" \"")).expect("a tag");
                (name.to_owned(), value.to_owned())
            })
            .collect();
        assert!(body.lines().all(|line| line.len() < 80), "{body}");
        let mut comments = vec![];
        let mut words = String::new();
        let mut rest = body;
        while let Some((before, after)) = rest.split_once('{') {
            let (comment, after) = after.split_once('}').expect("a brace for each brace");
            words.push_str(before);
            comments.push(comment.replace('\n', " "));
            rest = after;
        }
        words.push_str(rest);
        let mut moves: Vec<String> = words
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .map(str::to_owned)
            .collect();
        let result = moves.pop().expect("a result");
        Self {
            tags,
            moves,
            comments,
            result,
        }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let mut values = self.tags.iter().filter(|(n, _)| n == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} twice");
        value
    }

    /// Plays the game again; gives the result that the rules have for it.
    fn replay(&self) -> Option<&'static str> {
        assert_eq!(self.tag("GameType"), Some("20"));
        let rules: Rules = match self.tag("Variant") {
            None => Rules::International,
            Some(variant) => {
                let name = variant
                    .to_lowercase()
                    .replacen("; ", ":", 1)
                    .replace("; ", ",");
                name.parse().expect("a known variant")
            }
        };
        let start = match self.tag("FEN") {
            None => rules.start(),
            Some(text) => {
                assert_eq!(self.tag("SetUp"), Some("1"));
                rules
                    .position(&fen::read(text).expect("a FEN").setup)
                    .expect("a position")
            }
        };
        with_position!(start, |position| {
            let mut game = Game::new(position);
            for text in &self.moves {
                let mv = movetext::read(game.position(), text).expect("a move without doubt");
                game.play(&mv).expect("a legal move");
            }
            game.outcome().map(damier_core::Outcome::result)
        })
    }
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
    assert_eq!(pdn.replay(), None);
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
            assert_eq!(
                pdn.replay(),
                pdn.tag("Result"),
                "{rules} {seed}: {}",
                ran.out
            );
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
    assert!(
        ran.out
            .contains("No: the random mover does not take draws.")
    );
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
        assert_eq!(pdn.replay(), None);
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
    assert_eq!((pdn.result.as_str(), pdn.replay()), ("2-0", Some("2-0")));
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
    assert_eq!((pdn.result.as_str(), pdn.replay()), ("1-1", Some("1-1")));
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
    assert_eq!(Pdn::of(&ran.out).replay(), Some("0-2"));
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
    assert!(ran.out.contains("take back the last move"));
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
