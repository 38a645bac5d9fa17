//! What the server does under load. These measure, so they are not run with the others:
//! `cargo test --profile fast -p damier-web --test main -- --ignored --nocapture --test-threads 1 load`.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damier_web::{Limits, Options};
use serde_json::{Value, json};

use crate::client::{Client, Socket, good, server, with};

const BOARDS: usize = 200;
const SEARCHES: usize = 20;

/// Milliseconds.
fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// A person at a board: makes a legal move about twice a second, from the start to the end of a game and again. A board
/// keeps its connection, as a browser does.
fn sit(address: SocketAddr, seed: u64, stop: &AtomicBool) -> Vec<Duration> {
    let mut client = Client::new(address);
    let mut random = seed;
    let mut next = move |n: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    let mut times = vec![];
    std::thread::sleep(Duration::from_millis(next(500) as u64));
    'games: while !stop.load(Ordering::Relaxed) {
        let rules = ["international", "alician"][next(2)];
        let mut moves: Vec<String> = vec![];
        let mut position = client.good("/api/position", &json!({"game": {"rules": rules}}));
        while position["state"]["status"] == "open" {
            if stop.load(Ordering::Relaxed) {
                break 'games;
            }
            let legal = position["moves"].as_array().unwrap();
            let hub = legal[next(legal.len())]["hub"].as_str().unwrap().to_owned();
            let start = Instant::now();
            let came = client.good(
                "/api/play",
                &json!({"game": {"rules": rules, "moves": moves}, "action": {"text": hub}}),
            );
            times.push(start.elapsed());
            position = came["position"].clone();
            moves.push(came["action"].as_str().unwrap().to_owned());
            std::thread::sleep(Duration::from_millis(400 + next(200) as u64));
        }
    }
    times
}

#[test]
#[ignore = "measures for 30 seconds"]
fn load_of_many_boards_and_searches() {
    let server = with(&Options {
        threads: 2,
        ..Options::default()
    });
    let address = server.address();
    let stop = AtomicBool::new(false);
    let lines = AtomicU64::new(0);
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let (stop, lines) = (&stop, &lines);
        let searches: Vec<_> = (0..SEARCHES)
            .map(|i| {
                scope.spawn(move || {
                    let mut socket = Socket::open(address);
                    let rules = ["international", "alician"][i % 2];
                    socket.send(&json!({"ask": "analyse", "id": 1, "game": {"rules": rules}, "limits": {"lines": 3}}));
                    let (mut nodes, mut depth) = (0, 0);
                    while !stop.load(Ordering::Relaxed) {
                        let line = socket.wait("line");
                        nodes = line["nodes"].as_u64().unwrap();
                        depth = line["depth"].as_u64().unwrap();
                        lines.fetch_add(1, Ordering::Relaxed);
                    }
                    (nodes, depth)
                })
            })
            .collect();
        std::thread::sleep(Duration::from_secs(2));
        let boards: Vec<_> = (0..BOARDS)
            .map(|i| scope.spawn(move || sit(address, i as u64 + 1, stop)))
            .collect();
        std::thread::sleep(Duration::from_secs(30));
        eprintln!("{} searches go on", server.searches());
        stop.store(true, Ordering::Relaxed);
        let times = boards.into_iter().flat_map(|b| b.join().unwrap()).collect();
        let mut nodes: Vec<(u64, u64)> = searches.into_iter().map(|s| s.join().unwrap()).collect();
        nodes.sort_unstable();
        eprintln!(
            "positions searched and depth, fewest {:?}, median {:?}, most {:?}",
            nodes[0],
            nodes[SEARCHES / 2],
            nodes[SEARCHES - 1]
        );
        times
    });
    times.sort_unstable();
    let at = |part: f64| ms(times[((times.len() - 1) as f64 * part) as usize]);
    eprintln!(
        "{BOARDS} boards, {SEARCHES} searches, {} moves: median {:.1} ms, 90 % {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, longest {:.1} ms",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    assert!(times.len() > 5_000);
}

/// Memory of this process, in KiB: the server and those who annoy it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmRSS:"));
    line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}

/// Ends the others whatever happens here.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One who does not behave.
fn annoy(address: SocketAddr, kind: usize, round: u64) {
    let send = |bytes: &[u8]| {
        if let Ok(mut stream) = TcpStream::connect(address) {
            let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
            let _ = stream.write_all(bytes);
            std::thread::sleep(Duration::from_millis(round % 40));
        }
    };
    let head = |length: usize| {
        format!(
            "POST /api/pdn/list HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    match kind {
        // Rubbish, half a request, more than is taken, a body that does not come.
        0 => send(&round.to_le_bytes().repeat(50)),
        1 => send(b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nX"),
        2 => send(&[head(1 << 20).as_bytes(), &vec![b'['; 1 << 20][..]].concat()),
        3 => send(head(5_000).as_bytes()),
        // Starts a search and goes.
        4 => {
            let Ok(mut socket) = Socket::try_open(address) else {
                return;
            };
            socket.send(&json!({"ask": "analyse", "id": 1, "game": {"rules": (["alician", "international"][round as usize % 2])}}));
            std::thread::sleep(Duration::from_millis(round % 60));
        }
        5 => {
            let Ok(mut client) = Client::try_new(address) else {
                return;
            };
            client.send(
                "POST",
                "/api/analyse",
                &[("Content-Type", "application/json")],
                br#"{"game":{},"limits":{"seconds":20}}"#,
            );
            std::thread::sleep(Duration::from_millis(round % 60));
        }
        // Asks for pictures and reads none.
        6 => {
            let body = json!({"game": {"rules": "alician"}}).to_string();
            let one = format!(
                "POST /api/diagram HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            send(one.repeat(200).as_bytes());
        }
        _ => {
            let Ok(mut socket) = Socket::try_open(address) else {
                return;
            };
            socket.send_text(&vec![b'{'; 200 << 10]);
        }
    }
}

#[test]
#[ignore = "annoys a server for 60 seconds"]
fn load_of_bad_clients() {
    let server = with(&Options {
        limits: Limits {
            searches: 8,
            receive: Duration::from_secs(2),
            send: Duration::from_secs(2),
            ..Limits::default()
        },
        ..Options::default()
    });
    let address = server.address();
    let stop = AtomicBool::new(false);
    let rounds = AtomicU64::new(0);
    let mut seen: Vec<u64> = vec![];
    std::thread::scope(|scope| {
        let (stop, rounds) = (&stop, &rounds);
        let _end = AtEnd(stop);
        for kind in 0..16 {
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    annoy(address, kind % 8, rounds.fetch_add(1, Ordering::Relaxed));
                }
            });
        }
        for second in 0..60 {
            std::thread::sleep(Duration::from_secs(1));
            let start = Instant::now();
            let position: Value = good(&server, "/api/position", &json!({"game": {}}));
            assert_eq!(position["moves"].as_array().unwrap().len(), 9);
            seen.push(memory());
            if second % 10 == 9 {
                eprintln!(
                    "{:>2} s: {} MiB, {} rounds, a good request took {:.1} ms",
                    second + 1,
                    memory() >> 10,
                    rounds.load(Ordering::Relaxed),
                    ms(start.elapsed())
                );
            }
        }
    });
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(server.searches(), 0);
    let early = seen[15..30].iter().max().unwrap();
    let late = seen[45..60].iter().max().unwrap();
    eprintln!(
        "most memory: {} MiB after 15 to 30 seconds, {} MiB after 45 to 60",
        early >> 10,
        late >> 10
    );
    assert!(*late < early + early / 4, "memory grows: {seen:?}");
}

#[test]
#[ignore = "measures"]
fn load_of_nobody_how_soon_a_search_ends() {
    let server = server();
    let mut times = vec![];
    for _ in 0..50 {
        let mut socket = Socket::open(server.address());
        socket.send(&json!({"ask": "analyse", "id": 1, "game": {}}));
        socket.wait("line");
        drop(socket);
        let start = Instant::now();
        while server.searches() > 0 {
            std::thread::sleep(Duration::from_micros(200));
        }
        times.push(start.elapsed());
    }
    times.sort_unstable();
    eprintln!(
        "a closed connection ends its search after {:.1} ms, {:.1} ms at most",
        ms(times[25]),
        ms(times[49])
    );
}
