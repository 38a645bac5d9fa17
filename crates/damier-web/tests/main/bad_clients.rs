//! Malformed, oversized, slow and vanished clients: each is answered or let go, and the server serves on.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use damier_web::{Limits, Options};
use serde_json::json;

use crate::client::{Client, Socket, good, server, with};

fn impatient() -> Options {
    Options {
        limits: Limits {
            receive: Duration::from_millis(300),
            send: Duration::from_millis(500),
            ..Limits::default()
        },
        ..Options::default()
    }
}

#[test]
fn malformed_requests_are_named() {
    let server = server();
    let status = |path: &str, body: &str| {
        let answer = Client::new(server.address()).ask(
            "POST",
            path,
            &[("Content-Type", "application/json")],
            body.as_bytes(),
        );
        (
            answer.status,
            answer.json()["error"].as_str().unwrap().to_owned(),
        )
    };
    for (path, body, expected, words) in [
        ("/api/position", "", 400, "EOF"),
        ("/api/position", "{\"game\":", 400, "EOF"),
        (
            "/api/position",
            "{\"game\":{\"rulez\":1}}",
            400,
            "unknown field `rulez`",
        ),
        (
            "/api/position",
            "{\"game\":{\"rules\":\"chess\"}}",
            422,
            "unknown rules",
        ),
        (
            "/api/position",
            "{\"game\":{\"start\":\"W:W99\"}}",
            422,
            "no square 99",
        ),
        (
            "/api/position",
            "{\"game\":{\"moves\":[\"32-28\",\"1-50\"]}}",
            422,
            "move 2 (\"1-50\")",
        ),
        (
            "/api/targets",
            "{\"game\":{},\"from\":0}",
            422,
            "no square 0",
        ),
        (
            "/api/play",
            "{\"game\":{},\"action\":{\"move\":{\"from\":200,\"to\":1}}}",
            422,
            "no square 200",
        ),
        ("/api/setup", "{}", 422, "expected either"),
        (
            "/api/analyse",
            "{\"game\":{},\"limits\":{\"seconds\":-1}}",
            422,
            "is not a time",
        ),
        (
            "/api/pdn/write",
            "{\"body\":[{\"item\":\"dance\"}]}",
            400,
            "unknown variant",
        ),
        ("/nothing", "{}", 405, ""),
    ] {
        let (status, error) = status(path, body);
        assert_eq!(status, expected, "{path} {body}: {error}");
        assert!(error.contains(words), "{path} {body}: {error}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(status("/api/position", &deep).0, 400);
}

#[test]
fn oversized_requests_are_refused() {
    let server = server();
    let large = vec![b'x'; 300 << 10];
    let answer = Client::new(server.address()).ask(
        "POST",
        "/api/position",
        &[("Content-Type", "application/json")],
        &large,
    );
    assert_eq!(answer.status, 413);
    let many: Vec<&str> = vec!["32-28"; 4_001];
    let answer =
        Client::new(server.address()).post("/api/position", &json!({"game": {"moves": many}}));
    assert_eq!(answer.status, 413);
    // A collection may be larger, and is not unlimited; nobody waits for all of it.
    let mut stream = TcpStream::connect(server.address()).unwrap();
    write!(
        stream,
        "POST /api/pdn/list HTTP/1.1\r\nHost: {}\r\nContent-Length: 99999999999\r\n\r\n",
        server.address()
    )
    .unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 413");
}

/// How a connection ends on which somebody sends this and waits.
fn ends(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_mins(2)))
        .unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    // A reset is an end as well.
    let _ = stream.read_to_string(&mut answer);
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_slow_are_not_waited_for() {
    let server = with(&impatient());
    let address = server.address();
    let start = Instant::now();
    // Nothing, half a head, half a body.
    assert_eq!(ends(address, ""), "");
    ends(address, "POST /api/position HTTP/1.1\r\nHo");
    let body = format!(
        "POST /api/position HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{\"ga"
    );
    assert_eq!(ends(address, &body), "HTTP/1.1 408 Request Timeout");
    assert_eq!(
        ends(address, "\u{0}\u{1}rubbish\r\n\r\n"),
        "HTTP/1.1 400 Bad Request"
    );
    assert!(start.elapsed() < Duration::from_mins(2));
    good(&server, "/api/position", &json!({"game": {}}));
}

#[test]
fn who_never_reads_does_not_hold_a_connection() {
    let server = with(&Options {
        limits: Limits {
            connections: 2,
            ..impatient().limits
        },
        ..impatient()
    });
    let address = server.address();
    // Asks for more pictures than the system keeps for it, and reads none.
    let mut deaf = TcpStream::connect(address).unwrap();
    let body = json!({"game": {"rules": "alician"}}).to_string();
    let request = format!(
        "POST /api/diagram HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    deaf.set_write_timeout(Some(Duration::from_millis(200)))
        .unwrap();
    for _ in 0..2_000 {
        if deaf.write_all(request.as_bytes()).is_err() {
            break;
        }
    }
    // Its place is free again after a while.
    let start = Instant::now();
    let other = Client::new(address);
    loop {
        let mut third = Client::new(address);
        third.send("GET", "/api/about", &[], b"");
        if third.receive().is_ok_and(|a| a.status == 200) {
            break;
        }
        assert!(
            start.elapsed() < Duration::from_mins(2),
            "the deaf client keeps its place"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(other);
}

#[test]
fn too_many_connections_are_closed() {
    let server = with(&Options {
        limits: Limits {
            connections: 3,
            ..Limits::default()
        },
        ..Options::default()
    });
    let sockets: Vec<Socket> = (0..3).map(|_| Socket::open(server.address())).collect();
    let mut late = Client::new(server.address());
    late.send("GET", "/api/about", &[], b"");
    assert!(late.receive().is_err());
    drop(sockets);
    let start = Instant::now();
    loop {
        let mut next = Client::new(server.address());
        next.send("GET", "/api/about", &[], b"");
        if next.receive().is_ok() {
            break;
        }
        assert!(start.elapsed() < Duration::from_mins(2));
    }
}
