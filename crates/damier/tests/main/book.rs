//! `damier book`, and the books that `play` uses.

use serde_json::Value;

use crate::json::{Checker, records};
use crate::pdn_files::Folder;
use crate::run::{damier, fed};

/// Three games: two that meet again by another order of moves, one of another game.
const GAMES: &str = r#"[White "A"]

1. 31-26 18-23 2. 35-30 12-18 3. 37-31 2-0

[White "B"]

1. 35-30 18-23 2. 31-26 12-18 3. 37-31 1-1

[Variant "Alician"]

1. 32-28 19-23 2-0
"#;

fn show(book: &str, moves: &str) -> Value {
    let ran = damier(&["book", "show", book, "--json", "--moves", moves]);
    let record = records(&ran).remove(0);
    Checker::new("book-show").check(&record);
    assert_eq!(
        ran.code,
        Some(i32::from(
            record["moves"].as_array().expect("moves").is_empty()
        ))
    );
    record
}

#[test]
fn games_become_a_book() {
    let folder = Folder::new("book-games");
    let book = folder.path("a.book");
    let build = ["book", "build", "--out", &book];
    let ran = fed(&[&build[..], &["-"]].concat(), GAMES.as_bytes());
    assert_eq!(
        ran.lines(),
        [
            "2 of 3 games taken",
            &format!("7 positions with 8 moves in {book}")
        ]
    );
    let record = show(&book, "31-26 18-23 35-30 12-18");
    let known = &record["moves"][0];
    assert_eq!(known["move"]["short"], "37-31");
    assert_eq!(
        [
            &known["games"],
            &known["wins"],
            &known["draws"],
            &known["losses"]
        ],
        [2, 1, 1, 0]
    );
    assert_eq!(known["score"], Value::Null);
    show(&book, "32-28");

    // It is not replaced by accident, and grows on demand.
    let again = fed(&[&build[..], &["-"]].concat(), GAMES.as_bytes());
    assert!(again.complaint().contains("--extend"), "{again:?}");
    let more = fed(&[&build[..], &["--extend", "-"]].concat(), GAMES.as_bytes());
    assert_eq!(more.code, Some(0), "{more:?}");
    assert_eq!(show(&book, "")["moves"][0]["games"], 2);
    let other = fed(
        &[&build[..], &["--extend", "--rules", "alician", "-"]].concat(),
        GAMES.as_bytes(),
    );
    assert!(other.complaint().contains("international"), "{other:?}");
}

#[test]
fn analysis_becomes_a_book_and_goes_on() {
    let folder = Folder::new("book-analysis");
    let (whole, parts) = (folder.path("whole.book"), folder.path("parts.book"));
    let build = |out: &str, positions: &str| {
        let ran = damier(&[
            "book",
            "build",
            "--out",
            out,
            "--extend",
            "--analyse",
            positions,
            "--nodes",
            "100",
            "--rules",
            "alician",
        ]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    };
    build(&whole, "12");
    build(&parts, "5");
    build(&parts, "12");
    let bytes = |path: &str| std::fs::read(path).expect("a book");
    assert_eq!(bytes(&whole), bytes(&parts));
    let record = show(&whole, "");
    assert_eq!(record["positions"], 12);
    assert_eq!(record["rules"], "alician");
    assert!(record["moves"][0]["score"].is_number());
}

#[test]
fn the_engine_plays_from_a_book() {
    let folder = Folder::new("book-play");
    let book = folder.path("a.book");
    let game = "[White \"A\"]\n\n1. 35-30 16-21 2. 30-24 2-0\n".repeat(2);
    let ran = fed(&["book", "build", "--out", &book, "-"], game.as_bytes());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let play = [
        "play", "--white", "engine", "--black", "engine", "--level", "1",
    ];
    let rest = ["--max-plies", "3", "--quiet", "--book", &book];
    let ran = damier(&[&play[..], &rest].concat());
    // No engine would give a man away like this of its own will: Black's move lost and is not in the book's favour.
    assert!(ran.out.contains("1. 35-30 "), "{ran:?}");
}

#[test]
fn books_that_cannot_be_used_are_refused() {
    let folder = Folder::new("book-bad");
    let bad = folder.path("bad.book");
    std::fs::write(&bad, "DAMIERBKxxxxxxxxxxxxxxxxxxxxx").expect("written");
    for (args, what) in [
        (&["book", "show", "no/such.book"][..], "no/such.book"),
        (&["book", "show", &bad], "version"),
        (&["book", "build", "--out", "x.book"], "--analyse"),
        (&["play", "--book", &bad, "--white", "engine"], "version"),
        (
            &[
                "book",
                "build",
                "--out",
                "no/such/folder/x.book",
                "--analyse",
                "1",
                "--nodes",
                "1",
            ],
            "no/such/folder",
        ),
    ] {
        let ran = damier(args);
        assert_eq!(ran.code, Some(2), "{args:?}: {ran:?}");
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    }
}
