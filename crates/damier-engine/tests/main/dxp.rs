//! The engine on a port.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use damier_core::{Game, Position, Single};
use damier_protocol::dxp::{FrameBuffer, GameMove, Message};

use crate::noise;

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

fn engine(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_damier-engine"))
        .arg("dxp")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        Self::on(free_port(), arguments)
    }

    fn on(port: u16, arguments: &[&str]) -> Self {
        let listen = port.to_string();
        let all = [&["--listen", listen.as_str()], arguments].concat();
        Self {
            child: engine(&all),
            port,
        }
    }

    fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id()))
            .unwrap()
            .count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Peer {
    stream: TcpStream,
    frames: FrameBuffer,
}

impl Peer {
    fn connect(port: u16) -> Self {
        let started = Instant::now();
        loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => {
                    stream
                        .set_read_timeout(Some(Duration::from_secs(20)))
                        .unwrap();
                    stream.set_nodelay(true).unwrap();
                    return Self {
                        stream,
                        frames: FrameBuffer::default(),
                    };
                }
                Err(error) => {
                    assert!(started.elapsed() < Duration::from_secs(20), "{error}");
                    thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }

    fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).unwrap();
        self.stream.write_all(&[0]).unwrap();
    }

    /// The next message; `None` at the end of the connection.
    fn next(&mut self) -> Option<Message> {
        let mut bytes = [0; 256];
        loop {
            if let Some(frame) = self.frames.next() {
                return Some(Message::read(&frame.unwrap()).unwrap());
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(count) => self.frames.push(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("{error}"),
            }
        }
    }

    fn expect(&mut self, text: &str) {
        let got = self.next().map(|m| m.text());
        assert_eq!(got.as_deref(), Some(text));
    }

    fn expect_accept(&mut self, code: char) {
        let got = self.next().map(|m| m.text()).unwrap_or_default();
        assert!(got.starts_with('A') && got.ends_with(code), "{got}");
    }
}

fn request(rest: &str) -> String {
    format!("R01{:<32}{rest}", "Test")
}

/// Plays random moves against the engine until somebody ends the game; gives the number of plies.
fn play_randomly(peer: &mut Peer, ours: damier_core::Color, seed: &mut u64) -> usize {
    let mut game = Game::<Single>::default();
    loop {
        if game.position().turn() == ours {
            let legal = game.position().legal_moves();
            if game.outcome().is_some() || legal.is_empty() {
                peer.send(if legal.is_empty() { "E10" } else { "E20" });
                peer.expect("E00");
                return game.len();
            }
            let mv = legal[noise(seed) as usize % legal.len()];
            game.play(&mv).unwrap();
            peer.send(&Message::Move(GameMove::new(&mv, 0)).text());
        } else {
            match peer.next() {
                Some(Message::Move(sent)) => {
                    let mv = sent.find(&game.position().legal_moves()).unwrap();
                    game.play(&mv).unwrap();
                }
                Some(Message::GameEnd { .. }) => {
                    assert!(game.outcome().is_some(), "ended without a reason");
                    peer.send("E00");
                    return game.len();
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn several_games_on_several_connections() {
    let server = Server::start(&["--move-time", "0.01", "--name", "Under test"]);
    let mut seed = 42;
    for _ in 0..2 {
        let mut peer = Peer::connect(server.port);
        peer.send("E00");
        peer.send("Chello");
        for (letter, ours) in [
            ("Z", damier_core::Color::White),
            ("W", damier_core::Color::Black),
        ] {
            peer.send(&request(&format!("{letter}005000A")));
            let Some(Message::GameAccept {
                name,
                refusal: None,
            }) = peer.next()
            else {
                panic!("not accepted")
            };
            assert_eq!(name, "Under test");
            assert!(play_randomly(&mut peer, ours, &mut seed) > 10);
        }
    }
}

#[test]
fn a_game_end_with_the_wish_to_stop_ends_the_connection() {
    let server = Server::start(&["--move-time", "0.01"]);
    let mut peer = Peer::connect(server.port);
    peer.send(&request("W005000A"));
    peer.expect_accept('0');
    assert!(matches!(peer.next(), Some(Message::Move(_))));
    peer.send("E11");
    peer.expect("E01");
    assert_eq!(peer.next(), None);
    // The next connection is served.
    let mut peer = Peer::connect(server.port);
    peer.send(&request("Z005000A"));
    peer.expect_accept('0');
}

#[test]
fn moves_are_taken_back_while_it_thinks() {
    let server = Server::start(&["--move-time", "30"]);
    let mut peer = Peer::connect(server.port);
    peer.send(&request("W100000A"));
    peer.expect_accept('0');
    // It is thinking; it listens all the same.
    thread::sleep(Duration::from_millis(50));
    peer.send("B002W");
    peer.expect("K2");
    peer.send("B001W");
    peer.expect("K0");
    peer.send("M0000322800");
    let Some(Message::Chat(text)) = peer.next() else {
        panic!("no answer")
    };
    assert_eq!(text, "it is not your turn");
    peer.send("E00");
    peer.expect("E00");
}

#[cfg(target_os = "linux")]
#[test]
fn a_peer_that_vanishes_leaves_no_thread_and_no_port_behind() {
    let server = Server::start(&["--move-time", "30"]);
    drop(Peer::connect(server.port));
    thread::sleep(Duration::from_millis(100));
    let before = server.threads();
    for message in ["", "M00", "W100000A", "Z005000A"] {
        let mut peer = Peer::connect(server.port);
        if message.ends_with('A') {
            peer.send(&request(message));
            peer.expect_accept('0');
        } else {
            peer.stream.write_all(message.as_bytes()).unwrap();
        }
        drop(peer);
        let started = Instant::now();
        while server.threads() != before {
            assert!(
                started.elapsed() < Duration::from_secs(5),
                "{} threads",
                server.threads()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }
    // The port is free as soon as the program has gone, whatever its connections were doing.
    let mut peer = Peer::connect(server.port);
    peer.send(&request("W100000A"));
    peer.expect_accept('0');
    let port = server.port;
    drop(server);
    let again = Server::on(port, &["--move-time", "0.01"]);
    let mut peer = Peer::connect(again.port);
    peer.send(&request("W005000A"));
    peer.expect_accept('0');
    assert!(matches!(peer.next(), Some(Message::Move(_))));
}

#[test]
fn rubbish_does_not_keep_it_from_playing() {
    let server = Server::start(&["--random", "3"]);
    let mut seed = 1_234_567;
    let started = Instant::now();
    while started.elapsed() < crate::rubbish_time() {
        let mut peer = Peer::connect(server.port);
        peer.stream
            .set_read_timeout(Some(Duration::from_millis(1)))
            .unwrap();
        for _ in 0..20 {
            let mut bytes: Vec<u8> = (0..4096).map(|_| noise(&mut seed) as u8).collect();
            if noise(&mut seed).is_multiple_of(4) {
                bytes.extend([request("W005000A").as_bytes(), &[0]].concat());
            }
            if peer.stream.write_all(&bytes).is_err() {
                break;
            }
            let _ = peer.stream.read(&mut [0; 4096]);
        }
    }
    let mut peer = Peer::connect(server.port);
    peer.send(&request("Z005000A"));
    peer.expect_accept('0');
    peer.send("M0000322800");
    assert!(matches!(peer.next(), Some(Message::Move(_))));
}

/// Our own two ends: a server that follows, a client that asks for three games, all of them recorded on both sides.
#[test]
fn both_ends_record_the_same_games() {
    let path =
        |name: &str| -> PathBuf { std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
    let files = [path("dxp-follower.pdn"), path("dxp-initiator.pdn")];
    for file in &files {
        let _ = std::fs::remove_file(file);
    }
    let [follower, initiator] = files.each_ref().map(|f| f.to_str().unwrap());
    let mut server = Server::start(&[
        "--random", "1", "--games", "3", "--pdn", follower, "--name", "F",
    ]);
    let port = server.port.to_string();
    let mut client = engine(&[
        "--connect",
        &port,
        "--move-time",
        "0.005",
        "--games",
        "3",
        "--time",
        "2.5",
        "--moves",
        "150",
        "--pdn",
        initiator,
        "--name",
        "I",
    ]);
    assert!(client.wait().unwrap().success());
    let lines: Vec<String> = BufReader::new(client.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap)
        .collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("I - F 2-0"), "{lines:?}");
    assert!(lines[1].starts_with("F - I 0-2"), "{lines:?}");
    assert!(
        server.child.wait().unwrap().success(),
        "it leaves after its games"
    );
    let games = files.map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        let games: Vec<_> = damier_notation::pdn::Games::new(text.as_bytes())
            .map(|record| record.unwrap().game)
            .collect();
        assert_eq!(games.len(), 3);
        for game in &games {
            assert!(damier_notation::pdn::resolve(game).is_complete());
            assert_eq!(game.tag("Termination"), Some("Normal"));
            assert_eq!(game.tag("TimeControl"), Some("150/150"));
        }
        games
    });
    assert_eq!(
        games[0], games[1],
        "both ends agree on every move and result"
    );
}

/// The two roles and the two ends of a connection have nothing to do with each other.
#[test]
fn the_server_may_ask_for_the_games() {
    let server = Server::start(&[
        "--role",
        "initiator",
        "--random",
        "1",
        "--color",
        "black",
        "--moves",
        "1",
    ]);
    let mut peer = Peer::connect(server.port);
    let Some(Message::GameRequest(asked)) = peer.next() else {
        panic!("no request")
    };
    assert_eq!(asked.follower, damier_core::Color::White);
    assert_eq!((asked.time.to_string().as_str(), asked.moves), ("005", 1));
    peer.send(&format!("A{:<32}0", "Test"));
    thread::sleep(Duration::from_millis(150));
    peer.send("M0000322800");
    assert!(matches!(peer.next(), Some(Message::Move(_))));
    // The move limit is ours to notice.
    peer.send("E01");
    peer.expect("E01");
    assert_eq!(peer.next(), None);
}

#[test]
fn nobody_to_connect_to_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let child = engine(&["--connect", &port, "--random", "1"]);
    // It asks; nobody wants to play.
    let (mut stream, _) = listener.accept().unwrap();
    let mut bytes = [0; 64];
    assert!(stream.read(&mut bytes).unwrap() > 0);
    stream
        .write_all(format!("A{:<32}3\0", "Test").as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
