//! The commands that search: `analyse`, `bench` and the engine in `play`. What the engine finds is compared with wins
//! worked out by hand or by an exhaustive search; what it writes must replay.

use serde_json::Value;

use crate::json::records;
use crate::run::{damier, fed};

/// Random position without an edge in material; an exhaustive search finds a win in 13 plies, by 44-49 only.
const WIN: &str = "B:W38,42,45:B34,44";

#[test]
fn a_forced_win_is_found_and_said_in_moves() {
    let ran = damier(&["analyse", WIN, "--depth", "16", "--evaluation", "hand"]);
    assert_eq!(ran.code, Some(0));
    let lines = ran.lines();
    let last = lines.last().expect("an answer");
    assert_eq!(*last, "best 44-49");
    assert!(
        ran.out.contains("-B7 "),
        "Black wins in 7 moves: {}",
        ran.out
    );
}

#[test]
fn json_says_for_whom_a_score_is() {
    let ran = damier(&[
        "analyse",
        WIN,
        "--depth",
        "16",
        "--evaluation",
        "hand",
        "--json",
    ]);
    let records = records(&ran);
    let line = &records[0]["lines"][0];
    assert_eq!(records[0]["turn"], "black");
    assert_eq!(line["plies_to_end"], 13);
    assert!(line["score"].as_f64() > Some(99.0));
    assert!(line["white"].as_f64() < Some(-99.0));
    assert_eq!(records[0]["best"]["hub"], "44-49");
}

#[test]
fn several_lines_start_differently() {
    let ran = damier(&["analyse", "--depth", "6", "--lines", "3", "--json"]);
    let records = records(&ran);
    let lines = records[0]["lines"].as_array().expect("lines");
    let firsts: std::collections::HashSet<String> =
        lines.iter().map(|l| l["line"][0].to_string()).collect();
    assert_eq!(firsts.len(), 3);
}

#[test]
fn limits_and_evaluations_that_make_no_sense_are_refused() {
    for (args, what) in [
        (&["analyse", "--depth", "0"][..], "depth 0"),
        (&["analyse", "--nodes", "0"], "0 nodes"),
        (&["analyse", "--time", "0"], "no time"),
        (&["analyse", "--time", "nan"], "seconds"),
        (&["analyse", "--time=-3"], "seconds"),
        (&["analyse", "--hash", "99999999"], "99999999 MiB"),
        (&["analyse", "--evaluation", "no/such/file"], "--evaluation"),
        (&["analyse", "--evaluation", "Cargo.toml"], "DAMIEREV"),
        (&["analyse", "--out", "x.pdn"], "PDN file"),
        (&["play", "--white", "engine", "--level", "11"], "11"),
    ] {
        let ran = damier(args);
        assert_eq!(ran.code, Some(2), "{args:?}: {ran:?}");
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_finished_game_has_nothing_to_analyse() {
    let ran = damier(&["analyse", "W:W6:B1", "--json"]);
    assert_eq!(ran.code, Some(0));
    assert_eq!(records(&ran)[0]["best"], Value::Null);
}

#[test]
fn games_get_their_comments_and_a_stopped_run_goes_on() {
    let dir = std::env::temp_dir().join(format!("damier-analyse-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let path = |name: &str| dir.join(name).to_string_lossy().into_owned();
    let games = "[White \"A\"]\n[Result \"*\"]\n\n1. 32-28 18-23 2. 38-32 *\n\n\
                 [White \"B\"]\n[Result \"2-0\"]\n\n1. 34-30 20-25 2-0\n";
    std::fs::write(path("in.pdn"), games).expect("written");
    let whole = damier(&["analyse", &path("in.pdn"), "--nodes", "500"]);
    assert_eq!(whole.code, Some(0), "{whole:?}");
    assert_eq!(whole.out.matches("[%eval ").count(), 5);
    assert!(whole.out.contains("[White \"B\"]") && whole.out.trim_end().ends_with("2-0"));

    // The first game is there, and half of the second as a crash leaves it.
    let first = damier(&["analyse", &path("in.pdn"), "--nodes", "500", "--games", "1"]);
    std::fs::write(
        path("out.pdn"),
        format!("{}\n[White \"B\"]\n\n1. 34-30 {{[%ev", first.out),
    )
    .expect("written");
    let rest = damier(&[
        "analyse",
        &path("in.pdn"),
        "--nodes",
        "500",
        "--out",
        &path("out.pdn"),
    ]);
    assert_eq!(rest.code, Some(0), "{rest:?}");
    let out = std::fs::read_to_string(path("out.pdn")).expect("an output");
    assert_eq!(out.matches("[%eval ").count(), 5, "{out}");
    let check = damier(&["pdn", "check", &path("out.pdn")]);
    assert_eq!(check.code, Some(0), "{check:?}");
    std::fs::remove_dir_all(&dir).expect("removed");
}

#[test]
fn the_signature_does_not_depend_on_the_run() {
    let nodes = |args: &[&str]| {
        let ran = damier(args);
        records(&ran).last().expect("a total")["nodes"].as_u64()
    };
    let first = nodes(&["bench", "--depth", "6", "--json"]);
    assert!(first > Some(1_000));
    assert_eq!(
        first,
        nodes(&[
            "bench",
            "--depth",
            "6",
            "--json",
            "--threads",
            "2",
            "--hash",
            "8"
        ])
    );
    let by_hand = nodes(&["bench", "--depth", "6", "--json", "--evaluation", "hand"]);
    assert_ne!(first, by_hand, "another evaluation is another behaviour");
}

/// Any change to the search, the evaluation or the order of moves shows here. A change that was meant is accepted with
/// `cargo insta review`.
#[test]
fn the_signature() {
    let ran = damier(&["bench", "--json"]);
    let total = records(&ran).last().expect("a total")["nodes"].as_u64();
    insta::assert_snapshot!(total.expect("a number"));
}

#[test]
fn the_engine_beats_the_random_mover_in_both_games() {
    for (rules, white, black, result) in [
        ("international", "engine", "random", "2-0"),
        ("alician", "random", "engine", "0-2"),
    ] {
        let ran = damier(&[
            "play", "--rules", rules, "--white", white, "--black", black, "--level", "4", "--seed",
            "7", "--quiet",
        ]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(
            ran.out.contains(&format!("[Result \"{result}\"]")),
            "{}",
            ran.out
        );
    }
}

#[test]
fn a_human_plays_the_engine_over_a_pipe() {
    let ran = fed(
        &["play", "--black", "engine", "--level", "1", "--quiet"],
        b"32-28\nresign\n",
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("1. 32-28 "), "{}", ran.out);
    assert!(ran.out.contains("[Result \"0-2\"]"), "{}", ran.out);
}

#[test]
fn problems_are_timed() {
    let folder = crate::pdn_files::Folder::new("problems");
    let file = folder.file(
        "a.txt",
        format!("# a remark\n{WIN} 13 44-49\nW:W28,32:B17,23,27 32x12\n"),
    );
    let ran = damier(&["bench", "--problems", &file, "--time", "0.3", "--json"]);
    let records = records(&ran);
    let checker = crate::json::Checker::new("bench");
    for record in &records {
        checker.check(record);
    }
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["key"], "44-49");
    assert!(records[0]["solved"].is_number() && records[1]["solved"].is_number());
    let bad = folder.file("b.txt", "W:W28,32:B17,23,27 32-99\n");
    let ran = damier(&["bench", "--problems", &bad]);
    assert!(ran.complaint().contains("line 1"), "{ran:?}");
}
