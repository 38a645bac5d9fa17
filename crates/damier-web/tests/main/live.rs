//! Searches over a WebSocket: lines as they come, one at a time, ended with their client.

use std::time::{Duration, Instant};

use damier_web::{Limits, Openings, Options, Running};
use serde_json::{Value, json};

use crate::client::{Client, Socket, good, server, with};
use crate::description::fits;

/// Waits until so many searches go on; how long that took.
fn until(server: &Running, searches: usize) -> Duration {
    let start = Instant::now();
    while server.searches() != searches {
        assert!(
            start.elapsed() < Duration::from_mins(2),
            "{} searches",
            server.searches()
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    start.elapsed()
}

#[test]
fn lines_come_until_the_search_is_stopped() {
    let server = server();
    let mut socket = Socket::open(server.address());
    socket.send(
        &json!({"ask": "analyse", "id": 7, "game": {"moves": ["32-28"]}, "limits": {"lines": 2}}),
    );
    for _ in 0..8 {
        let line = socket.receive().unwrap();
        fits("News", &line);
        assert_eq!((&line["is"], &line["id"]), (&json!("line"), &json!(7)));
    }
    assert_eq!(server.searches(), 1);
    socket.send(&json!({"ask": "stop"}));
    let done = socket.wait("done");
    fits("News", &done);
    assert!(done["best"]["hub"].is_string());
    until(&server, 0);
    // The next one on the same connection.
    socket.send(&json!({"ask": "analyse", "id": 8, "game": {}, "limits": {"depth": 4}}));
    assert_eq!(socket.wait("done")["id"], 8);
}

#[test]
fn a_client_that_goes_ends_its_search() {
    let server = server();
    for _ in 0..5 {
        let mut socket = Socket::open(server.address());
        socket.send(&json!({"ask": "analyse", "id": 1, "game": {}}));
        socket.wait("line");
        assert_eq!(server.searches(), 1);
        drop(socket);
        eprintln!(
            "a closed connection ended its search after {:?}",
            until(&server, 0)
        );
    }
    // And so does one that waits for an answer over HTTP.
    let mut client = Client::new(server.address());
    client.send(
        "POST",
        "/api/analyse",
        &[("Content-Type", "application/json")],
        br#"{"game":{},"limits":{"seconds":30}}"#,
    );
    until(&server, 1);
    drop(client);
    until(&server, 0);
}

#[test]
fn a_new_question_takes_the_place_of_the_old_one() {
    let server = server();
    let mut socket = Socket::open(server.address());
    for id in 1..=5 {
        socket.send(&json!({"ask": "analyse", "id": id, "game": {"rules": "alician"}}));
    }
    while socket.wait("line")["id"] != 5 {}
    until(&server, 1);
}

#[test]
fn the_engine_moves_at_every_level() {
    let server = server();
    let mut socket = Socket::open(server.address());
    for level in 1..=10 {
        for rules in ["international", "alician:letter"] {
            let game = json!({"rules": rules, "moves": ["32-28"]});
            socket.send(&json!({"ask": "move", "id": level, "game": game, "level": level, "book": false, "clock": {"remaining_ms": 900}}));
            let best = socket.wait("done")["best"]["hub"].clone();
            let action = json!({"text": best});
            let came = good(
                &server,
                "/api/play",
                &json!({"game": game, "action": action}),
            );
            assert_eq!(came["outcome"], "done", "{best}");
        }
    }
}

#[test]
fn openings_come_from_the_book_unless_nobody_wants_them() {
    let nodes = |openings: Openings, ask: &Value| {
        let server = with(&Options {
            openings,
            ..Options::default()
        });
        let mut socket = Socket::open(server.address());
        socket.send(ask);
        let done = socket.wait("done");
        fits("News", &done);
        assert!(done["best"]["hub"].is_string(), "{done}");
        done["nodes"].as_u64().unwrap()
    };
    let international = json!({"ask": "move", "id": 1, "game": {}, "level": 2});
    let mut thinking = international.clone();
    thinking["book"] = json!(false);
    let alician = json!({"ask": "move", "id": 1, "game": {"rules": "alician"}, "level": 2});
    assert_eq!(nodes(Openings::Embedded, &international), 0);
    assert_ne!(nodes(Openings::Embedded, &thinking), 0);
    assert_ne!(nodes(Openings::None, &international), 0);
    assert_ne!(nodes(Openings::Embedded, &alician), 0);
    // A game that has gone its own way is in no book.
    let mut odd = international;
    odd["game"] = json!({"moves": ["35-30", "20-25", "40-35", "15-20", "33-29", "20-24"]});
    assert_ne!(nodes(Openings::Embedded, &odd), 0);
}

#[test]
fn more_searches_than_allowed_are_refused_and_the_others_share() {
    let server = with(&Options {
        threads: 1,
        limits: Limits {
            searches: 3,
            ..Limits::default()
        },
        ..Options::default()
    });
    let mut sockets: Vec<Socket> = (0..3).map(|_| Socket::open(server.address())).collect();
    for socket in &mut sockets {
        socket.send(&json!({"ask": "analyse", "id": 1, "game": {}}));
    }
    // Each of them gets its turns on the one thread.
    for socket in &mut sockets {
        while socket.wait("line")["depth"].as_u64().unwrap() < 6 {}
    }
    let mut late = Socket::open(server.address());
    late.send(&json!({"ask": "analyse", "id": 1, "game": {}}));
    let refused = late.wait("refused");
    fits("News", &refused);
    assert_eq!(
        refused["error"],
        "3 searches are going on, as many as are allowed: try again later"
    );
    let answer = Client::new(server.address()).post("/api/analyse", &json!({"game": {}}));
    assert_eq!(answer.status, 503);
    drop(sockets);
    until(&server, 0);
    late.send(&json!({"ask": "analyse", "id": 2, "game": {}, "limits": {"depth": 3}}));
    assert_eq!(late.wait("done")["id"], 2);
}

#[test]
fn nonsense_is_answered_and_does_no_harm() {
    let server = server();
    let mut socket = Socket::open(server.address());
    for (text, words) in [
        ("hello", "not understood"),
        ("{\"ask\":\"dance\"}", "unknown variant"),
        (
            "{\"ask\":\"analyse\",\"id\":1,\"game\":{\"start\":\"W:W99:B1\"}}",
            "no square 99",
        ),
        (
            "{\"ask\":\"analyse\",\"id\":1,\"game\":{},\"limits\":{\"seconds\":1e9}}",
            "expected at most",
        ),
        (
            "{\"ask\":\"analyse\",\"id\":1,\"game\":{},\"limits\":{\"depth\":0}}",
            "depth 0",
        ),
        (
            "{\"ask\":\"analyse\",\"id\":1,\"game\":{},\"limits\":{\"lines\":4000}}",
            "expected 1 to 10",
        ),
        (
            "{\"ask\":\"move\",\"id\":1,\"game\":{},\"level\":11}",
            "expected 1 to 10",
        ),
        (
            "{\"ask\":\"analyse\",\"id\":1,\"game\":{\"start\":\"W:W32:B1/W:B45\",\"moves\":[\"32-28\"]}}",
            "the game is over",
        ),
    ] {
        socket.send_text(text.as_bytes());
        let refused = socket.receive().unwrap();
        fits("News", &refused);
        assert!(
            refused["error"].as_str().unwrap().contains(words),
            "{refused}"
        );
    }
    // A message that is too large ends the connection, not the server.
    socket.send_text(&vec![b' '; 300 << 10]);
    assert!(socket.receive().is_err());
    good(&server, "/api/position", &json!({"game": {}}));
}
