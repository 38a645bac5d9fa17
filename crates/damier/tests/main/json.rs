//! `--json`: every record keeps to its schema in `docs/schema`, and so do the examples of `docs/json.md`.

use std::fs;
use std::path::PathBuf;

use jsonschema::{Registry, Validator};
use serde_json::Value;

use crate::run::{Ran, damier, fed};

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn schema(name: &str) -> Value {
    let path = docs().join("schema").join(format!("{name}.json"));
    let text = fs::read_to_string(&path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Checks records against the schema of a command.
pub(crate) struct Checker(Validator);

impl Checker {
    pub(crate) fn new(name: &str) -> Self {
        let common = schema("common");
        let id = common["$id"].as_str().expect("a name").to_owned();
        let registry = Registry::new()
            .add(&id, common)
            .and_then(jsonschema::RegistryBuilder::prepare)
            .expect("the common schema");
        let schema = schema(name);
        let validator = jsonschema::options()
            .with_registry(&registry)
            .build(&schema)
            .expect("a valid schema");
        Self(validator)
    }

    pub(crate) fn check(&self, record: &Value) {
        let errors: Vec<String> = self
            .0
            .iter_errors(record)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?} in {record}");
    }
}

/// The records of a run, one a line.
pub(crate) fn records(ran: &Ran) -> Vec<Value> {
    ran.out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Runs a command and checks what it prints.
fn checked(schema: &str, args: &[&str], code: i32) -> Vec<Value> {
    let ran = damier(&[args, &["--json"]].concat());
    assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
    let records = records(&ran);
    assert!(!records.is_empty(), "{args:?}");
    let checker = Checker::new(schema);
    for record in &records {
        checker.check(record);
    }
    records
}

const POSITIONS: [&str; 6] = [
    "start",
    "W:WK4:B13,20,32,37",
    "W:W6:B1",
    "W:W11:B1",
    "B:WK1,K13,29,39:BK6,19,38,K44,K47/WK14,26,40,K48:B11,20,33",
    "W:W25:B/W:B1",
];

#[test]
fn moves() {
    for position in POSITIONS {
        checked("moves", &["moves", position], 0);
    }
    let record = &checked("moves", &["moves", "W:WK4:B13,20,32,37"], 0)[0];
    let texts: Vec<_> = ["hub", "short", "path"]
        .iter()
        .map(|form| record["moves"][1][form].as_str().expect("a text"))
        .collect();
    assert_eq!(texts, ["4x15x13x20x37", "4x31x42x15", "4x31x42x15"]);
    assert_eq!(
        record["moves"][1]["captured"],
        serde_json::json!([13, 20, 37])
    );
    let record = &checked(
        "moves",
        &["moves", "--rules", "alician:letter", POSITIONS[4]],
        0,
    )[0];
    assert_eq!(record["rules"], "alician:letter");
    let boards: Vec<_> = record["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|mv| mv["board"].as_str().expect("a board"))
        .collect();
    assert_eq!(boards, ["B", "A", "A", "A", "A"]);
    let record = &checked("moves", &["moves", "W:W6:B1"], 0)[0];
    assert_eq!(record["state"]["article"]["id"], "I11");
    assert_eq!(record["state"]["winner"], "black");
}

#[test]
fn perft() {
    let records = checked("perft", &["perft", "4", "--rules", "alician"], 0);
    let leaves: Vec<_> = records
        .iter()
        .map(|r| r["leaves"].as_u64().expect("a number"))
        .collect();
    assert_eq!(leaves, [9, 81, 658, 4_129]);
    let records = checked(
        "perft",
        &["perft", "3", "--divide", "--count", "ordered"],
        0,
    );
    assert_eq!(records.len(), 1);
    assert_eq!(records[0]["counting"], "ordered");
    assert_eq!(records[0]["divide"].as_array().expect("a list").len(), 9);
}

#[test]
fn show() {
    for position in POSITIONS {
        checked("show", &["show", position], 0);
    }
    let record = &checked(
        "show",
        &["show", "W:WK28:BK1", "--moves", "28-22 1-40 22-28 40-1"],
        0,
    )[0];
    assert_eq!(
        record["counts"],
        serde_json::json!({"occurrences": 2, "king_plies": 4, "three_against_king": null, "two_against_king": 4})
    );
    assert_eq!(record["ply"], 4);
    assert_eq!(
        record["boards"][0]["black"]["kings"],
        serde_json::json!([1])
    );
    let record = &checked(
        "show",
        &["show", "--rules", "alician", "--moves", "32-28"],
        0,
    )[0];
    assert_eq!(record["counts"], Value::Null);
    assert_eq!(record["boards"][1]["white"]["men"], serde_json::json!([28]));
}

#[test]
fn explain() {
    let cases = [
        ("32-28", "start", 0, "legal", &["I2"][..]),
        ("23x32", "W:W23:B28", 0, "forced", &["I4", "I7"]),
        ("28x19", "W:W28,32:B17,23,27", 1, "illegal", &["I8"]),
        ("4x15", "W:WK4:B13,20,32,37", 1, "ambiguous", &["I10"]),
        ("46x21x2", "W:WK46:B7,21,22,37,40", 1, "illegal", &["I6"]),
        ("1-7", "B:W50:B1,6/W:B", 0, "legal", &["I2", "A3"]),
    ];
    for (mv, position, code, verdict, articles) in cases {
        let record = &checked("explain", &["explain", mv, position], code)[0];
        assert_eq!(record["verdict"], verdict, "{record}");
        assert_eq!(record["text"], mv);
        let named: Vec<_> = record["articles"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|a| a["id"].as_str().expect("a number"))
            .collect();
        assert_eq!(named, articles, "{record}");
        assert_eq!(record["move"].is_null(), code == 1, "{record}");
    }
}

/// Every kind of event of a game.
#[test]
fn play() {
    let checker = Checker::new("play");
    let mut seen = std::collections::BTreeSet::new();
    let mut run = |args: &[&str], input: &str| {
        let ran = fed(&[&["play", "--json"], args].concat(), input.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let records = records(&ran);
        for record in &records {
            checker.check(record);
            seen.insert(record["event"].as_str().expect("a name").to_owned());
        }
        records
    };
    let records = run(&[], "32-28\nundo\nfoo\nhelp\nfen\nmoves\ndraw\nyes\n");
    let end = records.last().expect("an end");
    assert_eq!(
        (&end["result"], &end["reason"]),
        (&"1-1".into(), &"drawn by agreement".into())
    );
    run(&["W:WK4:B13,20,32,37"], "4x15\n1\n");
    run(
        &["--touch-move", "W:W32,37,46:B27,5"],
        "37-31\ncorrect\n32x21\n",
    );
    let records = run(
        &[
            "--rules", "alician", "--white", "random", "--black", "random", "--seed", "3",
        ],
        "",
    );
    let end = records.last().expect("an end");
    assert!(
        end["pdn"]
            .as_str()
            .expect("a PDN")
            .contains("[Variant \"Alician\"]")
    );
    assert!(
        end["article"]["id"]
            .as_str()
            .expect("a number")
            .starts_with('A')
    );
    let all = [
        "choose", "end", "move", "note", "position", "refused", "start", "turn", "undo",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn searches_and_matches() {
    let records = checked("analyse", &["analyse", "--depth", "4", "--lines", "2"], 0);
    assert_eq!(records[0]["lines"].as_array().map(Vec::len), Some(2));
    checked("analyse", &["analyse", "W:W6:B1"], 0);
    let records = checked("bench", &["bench", "--depth", "4"], 0);
    let nodes = |r: &Value| r["nodes"].as_u64().expect("a number");
    let (total, positions) = records.split_last().expect("records");
    assert_eq!(nodes(total), positions.iter().map(nodes).sum::<u64>());
    let players = [
        "match", "--a", "random:1", "--b", "random:2", "--limit", "nodes=1",
    ];
    let ran = damier(&[&players[..], &["--games", "4", "--json"]].concat());
    Checker::new("match").check(&super::json::records(&ran)[0]);
}

#[test]
fn bad_lines_of_a_file() {
    let input = "start\nW:W51,0:B1\n\nWbbb\nW:W4:B1\n";
    let ran = fed(&["show", "--json", "--fen-file", "-"], input.as_bytes());
    assert_eq!(ran.code, Some(2));
    let records = records(&ran);
    Checker::new("show").check(&records[0]);
    let checker = Checker::new("error");
    for (record, line, columns) in [
        (1, 2, &[Some(4), Some(7)][..]),
        (2, 4, &[None]),
        (3, 5, &[Some(4)]),
    ] {
        let record = &records[record];
        checker.check(record);
        assert_eq!(record["line"], line);
        let found: Vec<_> = record["problems"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|p| p["column"].as_u64())
            .collect();
        assert_eq!(found, columns, "{record}");
    }
    assert_eq!(records.len(), 4);
}

/// The examples in the documentation: each fenced block says in its first line whose record it is.
#[test]
fn examples_of_the_documentation() {
    let text = fs::read_to_string(docs().join("json.md")).expect("the page");
    let mut seen = vec![];
    for block in text.split("```json ").skip(1) {
        let (name, rest) = block.split_once('\n').expect("a line");
        let (body, _) = rest.split_once("```").expect("an end");
        let checker = Checker::new(name);
        for record in serde_json::Deserializer::from_str(body).into_iter::<Value>() {
            checker.check(&record.expect("JSON"));
        }
        seen.push(name.to_owned());
    }
    assert_eq!(
        seen,
        [
            "moves",
            "show",
            "perft",
            "explain",
            "play",
            "pdn-check",
            "pdn-find",
            "pdn-show",
            "pdn-stats",
            "analyse",
            "bench",
            "book-show",
            "match",
            "egdb-build",
            "egdb-verify",
            "egdb-stats",
            "egdb-probe",
            "egdb-list",
            "error"
        ]
    );
}
