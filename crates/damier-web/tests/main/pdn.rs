//! Collections listed, games read and written: nothing that was written is lost.

use serde_json::{Value, json};

use crate::client::{Client, server};
use crate::description::fits;

const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. 32-28!? {first} 19-23 (1... 18-23 $4 2. 38-32 {in it}) 2. 28x19 14x23 1-0\n\n\
    [White \"B\"]\n[GameType \"26\"]\n\n1. a3-b4 *\n\n[White \"C\"]\n[Variant \"Alician; obligation=board\"]\n\n1. 32-28 18-22 2. 99-1 *\n";

fn post(client: &mut Client, path: &str, text: &[u8]) -> Value {
    let answer = client.ask(
        "POST",
        path,
        &[("Content-Type", "application/octet-stream")],
        text,
    );
    assert_eq!(
        answer.status,
        200,
        "{}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.json()
}

#[test]
fn a_collection_is_listed_by_its_bytes() {
    let server = server();
    let mut client = Client::new(server.address());
    let listing = post(&mut client, "/api/pdn/list", GAMES.as_bytes());
    fits("Listing", &listing);
    let games = listing["games"].as_array().unwrap();
    assert_eq!(games.len(), 3);
    let text = |game: &Value| {
        let at = |name: &str| game[name].as_u64().unwrap() as usize;
        &GAMES[at("start")..at("end")]
    };
    assert!(text(&games[0]).starts_with("[White \"A\"]") && text(&games[0]).ends_with("1-0"));
    assert_eq!(games[0]["plies"], 4);
    assert_eq!(games[1]["rules"], Value::Null);
    assert_eq!(games[2]["rules"], "alician:obligation=board,blocked=void");
    let refused = post(&mut client, "/api/pdn/read", text(&games[1]).as_bytes());
    assert!(
        refused["refusal"]
            .as_str()
            .unwrap()
            .contains("Brazilian draughts")
    );
    let wrong = post(&mut client, "/api/pdn/read", text(&games[2]).as_bytes());
    fits("Tree", &wrong);
    assert_eq!(wrong["problems"][0]["severity"], "error");
    assert_eq!(wrong["problems"][0]["line"], 4);
}

#[test]
fn a_game_that_is_read_and_written_is_the_same_game() {
    let server = server();
    let mut client = Client::new(server.address());
    let (first, _) = GAMES.split_once("\n\n[White \"B\"]").unwrap();
    let tree = post(&mut client, "/api/pdn/read", first.as_bytes());
    fits("Tree", &tree);
    assert_eq!(tree["problems"], json!([]));
    let moves: Vec<&str> = tree["body"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|w| w["played"]["hub"].as_str())
        .collect();
    assert_eq!(
        moves,
        ["32-28", "19-23", "18-23", "38-32", "28x19x23", "14x23x19"]
    );
    let body: Vec<Value> = tree["body"]
        .as_array()
        .unwrap()
        .iter()
        .cloned()
        .map(|mut word| {
            word.as_object_mut().unwrap().remove("played");
            word
        })
        .collect();
    let written = client.good(
        "/api/pdn/write",
        &json!({"tags": tree["tags"], "body": body}),
    );
    assert_eq!(
        written["pdn"],
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. 32-28!? {first} 1... 19-23 (1... 18-23?? 2. 38-32 {in it}) 2. 28x19 14x23\n1-0\n"
    );
}

#[test]
fn a_game_that_was_played_here_says_how_it_is_played() {
    let server = server();
    let request = json!({
        "rules": "alician:letter", "start": "W:W32,50:B1/W:B28", "tags": [["White", "A \"B\""]], "result": "2-0",
        "body": [{"item": "move", "text": "32-27"}, {"item": "comment", "text": "a } brace"}],
    });
    let written = Client::new(server.address()).good("/api/pdn/write", &request);
    let text = written["pdn"].as_str().unwrap();
    for line in [
        "[White \"A \\\"B\\\"\"]",
        "[Result \"2-0\"]",
        "[Variant \"Alician; obligation=board; blocked=binding\"]",
        "[FEN \"W:W32,50:B1/W:B28\"]",
        "1. 32-27 {a ) brace} 2-0",
    ] {
        assert!(text.contains(line), "{text}");
    }
}
