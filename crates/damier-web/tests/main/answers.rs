//! What each request answers, checked against the rules and against the schemas of docs/openapi.json.

use serde_json::{Value, json};

use crate::client::{Client, from, good, server};
use crate::description::fits;

#[test]
fn the_start_of_both_games() {
    let server = server();
    for (rules, boards) in [("international", 1), ("alician", 2), ("alician:letter", 2)] {
        let position = good(&server, "/api/position", &json!({"game": {"rules": rules}}));
        fits("Position", &position);
        assert_eq!(position["rules"], rules);
        // Nine moves (docs/rules.md, perft 1).
        assert_eq!(position["moves"].as_array().unwrap().len(), 9);
        assert_eq!(position["boards"].as_array().unwrap().len(), boards);
        assert_eq!(position["counts"].is_null(), boards == 2);
    }
}

#[test]
fn a_move_is_made_chosen_or_refused() {
    let server = server();
    let mut client = Client::new(server.address());
    let mut play = |game: Value, action: Value| {
        let came = client.good("/api/play", &json!({"game": game, "action": action}));
        fits("Came", &came);
        came
    };
    let came = play(json!({}), json!({"move": {"from": 32, "to": 28}}));
    assert_eq!(came["outcome"], "done");
    assert_eq!(came["action"], "32-28");
    assert_eq!(came["position"]["last"]["to"], 28);
    // README: a king that captures from 46 to 2 in two ways.
    let two = from("W:WK46:B7,21,22,37,40", &[]);
    let came = play(two.clone(), json!({"text": "46x2"}));
    assert_eq!(came["outcome"], "choose");
    let hubs: Vec<&str> = came["choices"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|c| c["hub"].as_str())
        .collect();
    assert_eq!(hubs, ["46x2x7x21x37", "46x2x7x22x37"]);
    let came = play(
        two,
        json!({"move": {"from": 46, "to": 2, "captured": [7, 22, 37]}}),
    );
    assert_eq!(came["position"]["fen"], "B:WK2:B21,40");
    // docs/json.md, explain: 28x19 takes one where 32x12 takes two.
    let came = play(
        from("W:W28,32:B17,23,27", &[]),
        json!({"move": {"from": 28, "to": 19}}),
    );
    assert_eq!(came["explanation"]["kind"], "takes_too_few");
    assert_eq!(came["explanation"]["articles"][0]["id"], "I8");
    // A game that is over takes no move and says so.
    let came = play(from("W:W31:B", &["31-27"]), json!({"text": "1-6"}));
    assert_eq!(came["explanation"]["kind"], "game_over");
}

#[test]
fn the_mirror_square_is_explained_beforehand_and_afterwards() {
    let server = server();
    let game = from("W:W32,50:B1/W:B28", &[]);
    let targets = good(&server, "/api/targets", &json!({"game": game, "from": 32}));
    fits("Targets", &targets);
    let of = |square: u8| {
        let all = targets["targets"].as_array().unwrap();
        all.iter()
            .find(|t| t["square"] == square)
            .cloned()
            .unwrap_or_default()
    };
    assert_eq!(of(27)["kind"], "none");
    assert_eq!(of(28)["kind"], "mirror_occupied");
    assert_eq!(of(28)["article"]["id"], "A2");
    // No man goes there anyway: nothing to explain.
    assert!(of(10).is_null());
    let verdict = good(
        &server,
        "/api/explain",
        &json!({"game": game, "text": "32-28"}),
    );
    fits("Explanation", &verdict);
    assert_eq!(verdict["kind"], "mirror_occupied");
}

#[test]
fn an_arbiter_watches() {
    let server = server();
    let mut client = Client::new(server.address());
    let mut play = |moves: Value, action: Value| {
        let game = json!({"start": "W:W28,40:B10,23", "moves": moves, "arbiter": true, "touch_move": true});
        let came = client.good("/api/play", &json!({"game": game, "action": action}));
        fits("Came", &came);
        came
    };
    let came = play(json!([]), json!({"touch": 28}));
    assert_eq!(came["action"], "touch 28");
    assert_eq!(came["position"]["arbiter"]["touched"], 28);
    let came = play(json!(["touch 28"]), json!({"touch": 40}));
    assert_eq!(came["explanation"]["articles"][0]["id"], "I17");
    // 40 has no legal move, so touching it binds nobody, and moving it is irregular.
    let came = play(json!([]), json!({"move": {"from": 40, "to": 35}}));
    assert_eq!(came["position"]["fen"], "B:W28,35:B10,23");
    assert_eq!(
        came["position"]["arbiter"]["irregular"]["article"]["id"],
        "I7"
    );
    let came = play(json!(["40-35"]), json!("correct"));
    assert_eq!(came["position"]["fen"], "W:W28,40:B10,23");
    let came = play(json!(["40-35", "correct"]), json!({"text": "40-35"}));
    assert_eq!(came["outcome"], "refused");
    let came = play(json!(["40-35", "correct"]), json!({"text": "28x19"}));
    assert_eq!(came["position"]["fen"], "B:W19,40:B10");
}

#[test]
fn endings_name_their_article() {
    let server = server();
    let state =
        |game: Value| good(&server, "/api/position", &json!({"game": game}))["state"].clone();
    let last = state(from("W:W32:B1/W:B45", &["32-28"]));
    assert_eq!(last["winner"], "black");
    assert_eq!(last["article"]["id"], "A4");
    let repeated = ["47-36", "1-12", "36-47", "12-1"].repeat(2);
    let drawn = state(from("W:WK47,K48:BK1,K16", &repeated));
    assert_eq!(drawn["status"], "drawn");
    assert_eq!(drawn["article"]["id"], "I12");
}

#[test]
fn all_errors_of_a_set_up() {
    let server = server();
    let mut client = Client::new(server.address());
    let none = json!({"men": [], "kings": []});
    let pieces = json!({"turn": null, "boards": {
        "A": {"white": {"men": [3, 28], "kings": []}, "black": {"men": [28], "kings": []}},
        "B": {"white": none, "black": {"men": [], "kings": [28]}},
    }});
    let answer = client.good("/api/setup", &json!({"rules": "alician", "pieces": pieces}));
    fits("Setup", &answer);
    assert_eq!(answer["ok"], false);
    let errors: Vec<String> = answer["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| format!("{} {} {}", e["square"], e["board"], e["message"]))
        .collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    for (error, words) in errors.iter().zip([
        "28 \"A\" \"square 28 of board A is given twice",
        "null null \"no side to move",
        "3 \"A\" \"White man on 3",
        "28 null \"square 28 is occupied on both boards",
    ]) {
        assert!(error.starts_with(words), "{error}");
    }
    let answer = client.good("/api/setup", &json!({"text": "W:WK10:BK5"}));
    fits("Setup", &answer);
    assert_eq!(
        (&answer["ok"], &answer["rules"]),
        (&json!(true), &json!("international"))
    );
    let answer = client.good("/api/setup", &json!({"text": "W:W51:B1"}));
    assert_eq!(answer["errors"][0]["column"], 4);
}

#[test]
fn tables_and_searches() {
    let server = server();
    // One of the sixteen longest wins of king against king: three plies.
    let game = from("W:WK10:BK5", &[]);
    let probe = good(&server, "/api/probe", &json!({"game": game}));
    fits("Probe", &probe);
    assert_eq!(probe["worth"], json!({"value": "win", "plies": 3}));
    assert_eq!(
        probe["moves"][0]["worth"],
        json!({"value": "win", "plies": 3})
    );
    let found = good(
        &server,
        "/api/analyse",
        &json!({"game": game, "limits": {"depth": 8, "lines": 2}}),
    );
    fits("Done", &found);
    assert_eq!(found["lines"].as_array().unwrap().len(), 2);
    assert_eq!(found["lines"][0]["plies_to_end"], 3);
    assert_eq!(server.searches(), 0);
}

#[test]
fn diagrams() {
    let server = server();
    let mut client = Client::new(server.address());
    let svg = client.post("/api/diagram", &json!({"game": {}, "arrows": [{"squares": [32, 28]}], "marks": [{"board": "A", "square": 32}]}));
    assert_eq!(
        svg.header("content-type"),
        Some("image/svg+xml; charset=utf-8")
    );
    assert!(svg.body.starts_with(b"<svg "));
    let png = client.post(
        "/api/diagram",
        &json!({"game": {"rules": "alician"}, "format": "png", "flip": true, "square": 20}),
    );
    assert_eq!(png.header("content-type"), Some("image/png"));
    assert!(png.body.starts_with(b"\x89PNG"));
    assert_eq!(
        client
            .post("/api/diagram", &json!({"game": {}, "square": 4000}))
            .status,
        422
    );
}
