//! `damier pdn find`, `split` and `stats`: which games, and how many.

use crate::json::{Checker, records};
use crate::pdn_files::Folder;
use crate::run::{damier, fed};

/// Five games: two by the same player, one with colours changed, one of two boards, one that is not played here.
const GAMES: &str = r#"[Event "Spring Cup"]
[Date "1996.05.01"]
[Round "1"]
[White "De Vries, Anna"]
[Black "Müller"]
[Result "1-0"]

1. 32-28 18-23 2. 33-29 23x32 3. 37x28 2-0

[Event "Spring Cup"]
[Date "02-05-1996"]
[Round "10"]
[White "MÜLLER"]
[Black "De Vries, Anna"]
[Result "1/2-1/2"]

1. 33-28 18-23 2. 39-33 19-23 1/2-1/2

[Event "Autumn"]
[Date "2004.??.??"]
[White "Petrov"]
[Black "Ito"]

1. 32-28 18-23 2. 33-29 23x32 0-2

[Variant "Alician"]
[White "Ito"]

1. 32-28 19-23 *

[GameType "25"]
[White "Petrov"]

1. c3-d4 2-0
"#;

/// The numbers of the games that are found.
fn found(args: &[&str]) -> Vec<u64> {
    let ran = fed(
        &[&["pdn", "find", "-", "--json"], args].concat(),
        GAMES.as_bytes(),
    );
    let records = records(&ran);
    assert_eq!(ran.code, Some(i32::from(records.is_empty())), "{ran:?}");
    let checker = Checker::new("pdn-find");
    records
        .iter()
        .map(|record| {
            checker.check(record);
            record["game"].as_u64().expect("a number")
        })
        .collect()
}

#[test]
fn by_tags() {
    assert_eq!(found(&[]), [1, 2, 3, 4, 5]);
    assert_eq!(found(&["--player", "de vries"]), [1, 2]);
    assert_eq!(found(&["--white", "müller"]), [2]);
    assert_eq!(found(&["--black", "müller"]), [1]);
    assert_eq!(found(&["--event", "cup", "--year", "1996"]), [1, 2]);
    assert_eq!(found(&["--year", "1997-2010"]), [3]);
    for white_wins in ["2-0", "1-0"] {
        assert_eq!(found(&["--result", white_wins]), [1, 5]);
    }
    assert_eq!(found(&["--result", "1/2-1/2"]), [2]);
    assert_eq!(found(&["--result", "*"]), [4]);
    assert_eq!(found(&["--tag", "round=1"]), [1]);
    assert_eq!(
        found(&["--tag", "Round=1*", "--tag", "Event=spring*"]),
        [1, 2]
    );
    assert_eq!(found(&["--tag", "Round="]), [3, 4, 5]);
    assert_eq!(found(&["--player", "nobody"]), [0; 0]);
}

#[test]
fn by_positions() {
    assert_eq!(found(&["--fen", "start"]), [1, 2, 3]);
    // After 1. 32-28 18-23.
    let fen = "W:W28,31,33-50:B1-17,19,20,23";
    assert_eq!(found(&["--fen", fen]), [1, 3]);
    assert_eq!(found(&["--fen", &fen.replacen('W', "?", 1)]), [1, 3]);
    assert_eq!(found(&["--fen", &fen.replacen('W', "B", 1)]), [0; 0]);
    // The same turned round: Black to move has his men on 23 and 20 to 1, without 19.
    let turned = "B:W28,31,32,34-50:B1-18,20,23";
    assert_eq!(found(&["--fen", turned]), [0; 0]);
    assert_eq!(found(&["--fen", turned, "--swap"]), [1, 3]);
    // Game 4: on the second board stand 28 and 23.
    let two = "W:W31,33-50:B1-18,20/W28:B23";
    assert_eq!(found(&["--fen", two]), [4]);
}

#[test]
fn by_patterns() {
    // A white man on 29 and a black one on 23, White's capture open to Black: after 2. 33-29.
    assert_eq!(found(&["--pattern", "B:W28,29:B23"]), [1, 3]);
    assert_eq!(found(&["--pattern", "?:B32"]), [1, 3]);
    assert_eq!(found(&["--pattern", "?:WK28"]), [0; 0]);
    // Whatever else is on the board.
    assert_eq!(found(&["--pattern", "?:W28,33:B23,19"]), [1, 2, 3]);
    assert_eq!(found(&["--pattern", "W:W28,33:B23,19"]), [1, 3]);
    // White men on 28 and 29 against 23, turned round: black men on 23 and 22 against 28.
    assert_eq!(found(&["--pattern", "W:W28:B22,23"]), [0; 0]);
    assert_eq!(found(&["--pattern", "W:W28:B22,23", "--swap"]), [1, 3]);
    let ran = fed(
        &[
            "pdn",
            "find",
            "-",
            "--json",
            "--white",
            "anna",
            "--pattern",
            "W:B32",
        ],
        GAMES.as_bytes(),
    );
    assert_eq!(records(&ran)[0]["ply"], 4);
    let ran = damier(&["pdn", "find", "-", "--swap"]);
    assert_eq!(ran.code, Some(2), "nothing to swap: {ran:?}");
    let ran = damier(&["pdn", "find", "-", "--pattern", "W:W51"]);
    assert!(ran.complaint().contains("51"), "{ran:?}");
}

#[test]
fn in_variations_when_wanted() {
    // The variation replaces Black's move; the game goes on behind it as if it were not there.
    let game = "1. 32-28 19-23 (1... 18-22 2. 37-32) 2. 28x19 14x23 *";
    let find = |pattern: &str, more: &[&str]| {
        let args = ["pdn", "find", "-", "--json", "--pattern", pattern];
        let ran = fed(&[&args, more].concat(), game.as_bytes());
        records(&ran).first().map(|record| record["ply"].clone())
    };
    assert_eq!(find("B:W28,32:B22", &[]), None);
    assert_eq!(find("B:W28,32:B22", &["--variations"]), Some(3.into()));
    for more in [&[][..], &["--variations"]] {
        assert_eq!(find("B:W19:B18", more), Some(3.into()));
        assert_eq!(find("?:B22,23", more), None);
    }
}

#[test]
fn a_line_a_game() {
    let ran = fed(
        &["pdn", "find", "-", "--white", "anna", "--fen", "start"],
        GAMES.as_bytes(),
    );
    assert_eq!(
        ran.lines(),
        [
            "stdin:1: game 1: De Vries, Anna - Müller 2-0, Spring Cup, 1996.05.01, 5 plies, found at ply 0"
        ]
    );
    let ran = fed(
        &["pdn", "find", "-", "--count", "--year", "1996"],
        GAMES.as_bytes(),
    );
    assert_eq!(ran.lines(), ["2"]);
}

#[test]
fn found_games_are_written() {
    let folder = Folder::new("find-out");
    let all = folder.file("all.pdn", GAMES);
    let out = folder.path("out.pdn");
    let args = ["pdn", "find", &all, "--year", "1996", "--out", &out];
    let ran = damier(&args);
    assert_eq!(ran.lines(), [format!("2 games of 5 written to {out}")]);
    let text = folder.read("out.pdn");
    assert!(text.starts_with("[Event \"Spring Cup\"]\n"), "{text}");
    assert!(
        text.ends_with("1. 33-28 18-23 2. 39-33 19-23 1-1\n"),
        "{text}"
    );
    assert_eq!(
        damier(&["pdn", "check", &out, "--level", "error"]).code,
        Some(1),
        "19-23 is illegal"
    );
    // What is there is not replaced unasked.
    assert!(damier(&args).complaint().contains("--force"));
    // Even the file that is read may be written: it is replaced when all has been read.
    let same = [
        "pdn", "find", &out, "--white", "anna", "--force", "--out", &out,
    ];
    assert_eq!(damier(&same).lines().len(), 1);
    assert_eq!(folder.read("out.pdn").matches("[Event").count(), 1);
    assert_eq!(folder.names(), ["all.pdn", "out.pdn"]);
    let ran = damier(&["pdn", "find", &all, "--year", "2004", "--out", "-"]);
    assert!(
        ran.out.ends_with("1. 32-28 18-23 2. 33-29 23x32 0-2\n"),
        "{}",
        ran.out
    );
}

#[test]
fn split_by_tag_and_by_number() {
    let folder = Folder::new("split");
    let all = folder.file("all.pdn", GAMES);
    let by = |how: &[&str], out: &str| {
        let out = folder.path(out);
        damier(&[&["pdn", "split", &all, "--out", &out], how].concat())
    };
    assert_eq!(by(&["--by", "White"], "white").code, Some(0));
    let white = Folder::at(&folder, "white").names();
    assert_eq!(
        white,
        ["De_Vries,_Anna.pdn", "Ito.pdn", "MÜLLER.pdn", "Petrov.pdn"]
    );
    assert_eq!(
        folder
            .read("white/Petrov.pdn")
            .matches("[White \"Petrov\"]")
            .count(),
        2
    );
    by(&["--by", "year"], "year");
    assert_eq!(
        Folder::at(&folder, "year").names(),
        ["1996.pdn", "2004.pdn", "unknown.pdn"]
    );
    by(&["--games", "2"], "number");
    assert_eq!(
        Folder::at(&folder, "number").names(),
        ["0001.pdn", "0002.pdn", "0003.pdn"]
    );
    // All of the games are there, once.
    let ran = damier(&["pdn", "stats", "--json", &folder.path("number")]);
    assert_eq!(records(&ran)[0]["games"], 5);
    assert!(
        by(&["--games", "2"], "number")
            .complaint()
            .contains("--force")
    );
    assert_eq!(by(&["--games", "2", "--force"], "number").code, Some(0));
    let ran = by(&[], "nothing");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn stats_count() {
    let ran = fed(
        &["pdn", "stats", "-", "--json", "--opening-plies", "3"],
        GAMES.as_bytes(),
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let record = records(&ran).remove(0);
    Checker::new("pdn-stats").check(&record);
    assert_eq!(record["games"], 5);
    assert_eq!(
        record["rules"],
        serde_json::json!({"international": 3, "alician": 1, "other": 1})
    );
    let results = &record["results"];
    assert_eq!(
        [
            &results["white_wins"],
            &results["draws"],
            &results["black_wins"],
            &results["unknown"]
        ],
        [2, 1, 1, 1]
    );
    // 1, 2, 4, 4 and 5 plies.
    let plies = &record["plies"];
    assert_eq!(
        (&plies["shortest"], &plies["median"], &plies["longest"]),
        (&1.into(), &4.into(), &5.into())
    );
    assert_eq!(plies["mean"], 3.2);
    assert_eq!(
        (&record["first_year"], &record["last_year"]),
        (&1996.into(), &2004.into())
    );
    let openings = record["openings"].as_array().expect("a list");
    assert_eq!(openings[0]["moves"], "32-28 18-23 33-29");
    assert_eq!((&openings[0]["games"], openings.len()), (&2.into(), 2));
    assert_eq!(openings[0]["results"]["black_wins"], 1);
    let ran = fed(&["pdn", "stats", "-", "--year", "1996"], GAMES.as_bytes());
    let lines = ran.lines();
    assert!(lines.contains(&"Games           2"), "{lines:?}");
    assert!(lines.contains(&"White wins      1 (50.0 %)"), "{lines:?}");
    let ran = fed(&["pdn", "stats", "-", "--json"], b"");
    assert_eq!(records(&ran)[0]["plies"], serde_json::Value::Null);
}
