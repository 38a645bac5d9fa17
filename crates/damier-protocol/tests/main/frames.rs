//! Frames and messages of DXP: byte for byte, and whatever else may arrive.

use std::time::Duration;

use damier_core::{Color, Position};
use damier_protocol::dxp::{
    BackCode, Config, Event, FrameBuffer, FrameError, GameMove, Message, Minutes, Reason, Refusal,
    Role, Session,
};
use proptest::prelude::*;

fn read(text: &str) -> Message {
    Message::read(text.as_bytes()).unwrap()
}

fn frames(bytes: &[u8]) -> Vec<Result<Vec<u8>, FrameError>> {
    let mut buffer = FrameBuffer::default();
    buffer.push(bytes);
    buffer.collect()
}

/// Frames made by hand from the description of the protocol.
#[test]
fn every_frame_is_read_and_written_byte_for_byte() {
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("../data/dxp_frames.json")).unwrap();
    let vectors = vectors.as_array().unwrap();
    assert_eq!(vectors.len(), 22);
    for vector in vectors {
        let text = vector["text"].as_str().unwrap();
        let hex = vector["frame_hex"].as_str().unwrap();
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
            .collect();
        assert_eq!(bytes.len() as u64, vector["frame_len"].as_u64().unwrap());
        let frames = frames(&bytes);
        assert_eq!(frames, [Ok(text.as_bytes().to_vec())]);
        let message = read(text);
        assert_eq!(message.text(), text);
        assert_eq!(message.frame(), bytes);
    }
}

/// The examples of the protocol's own page.
#[test]
fn the_official_examples() {
    let request = format!("R01{:<32}W060065A", "Tornado voor Windows 4.0");
    let Message::GameRequest(read_request) = read(&request) else {
        panic!("not a request")
    };
    assert_eq!(read_request.name, "Tornado voor Windows 4.0");
    assert_eq!(read_request.follower, Color::White);
    assert_eq!(read_request.time.duration(), Duration::from_hours(1));
    assert_eq!((read_request.moves, read_request.position), (65, None));
    let capture = "M001205250422122320";
    let Message::Move(GameMove {
        seconds,
        from,
        to,
        captured,
    }) = read(capture)
    else {
        panic!("not a move")
    };
    assert_eq!((seconds, from.number(), to.number()), (12, 5, 25));
    assert_eq!(
        captured.iter().map(|s| s.number()).collect::<Vec<_>>(),
        [22, 12, 23, 20]
    );
    for text in [
        request.as_str(),
        "ATruus voor Windows              0",
        "M0012061100",
        capture,
        "E00",
        "CWat dacht je van zet 35?",
        "B005Z",
        "K1",
    ] {
        assert_eq!(read(text).text(), text);
    }
}

#[test]
fn meanings() {
    assert_eq!(
        read("E31"),
        Message::GameEnd {
            reason: Reason::Won,
            stop: true
        }
    );
    assert_eq!(
        read("B012W"),
        Message::BackRequest {
            number: 12,
            turn: Color::White
        }
    );
    assert_eq!(read("K2"), Message::BackAccept(BackCode::Refused));
    let accept = read(&format!("A{:<32}3", " Naam"));
    assert_eq!(
        accept,
        Message::GameAccept {
            name: " Naam".to_owned(),
            refusal: Some(Refusal::AnyGame)
        }
    );
    let Message::GameRequest(request) = read(
        "R01Voorbeeld 0.1                   W010000BZzzzzzzzzzzzzzzzzzzzzeeeeeeeweewewwwwwwwwwwwwwwwwww",
    ) else {
        panic!("not a request")
    };
    let position = request.position.unwrap();
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(
        damier_notation::fen::write(&position),
        "B:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
    );
    // What follows a message of fixed length, if it is only a line end.
    assert_eq!(read("E00\r\n"), read("E00"));
}

#[test]
fn what_is_no_message() {
    let request = |rest: &str| format!("R01{:<32}{rest}", "Name");
    for (text, problem) in [
        (" E00".to_owned(), "unknown: expected R, A, M, E, C, B or K"),
        ("e00".to_owned(), "unknown: expected R, A, M, E, C, B or K"),
        ("E".to_owned(), "1 bytes: expected 2"),
        ("E0".to_owned(), "2 bytes: expected 3"),
        ("E000".to_owned(), "more than the 3 bytes expected"),
        (
            "E40".to_owned(),
            "byte 1: reason \"4\": expected 0, 1, 2 or 3",
        ),
        (
            "M0001512800".to_owned(),
            "byte 5: start \"51\": expected a square from 01 to 50",
        ),
        (
            "M0001320000".to_owned(),
            "byte 7: end \"00\": expected a square from 01 to 50",
        ),
        (
            "M-001322800".to_owned(),
            "byte 1: time \"-001\": expected four digits",
        ),
        (
            "M+001322800".to_owned(),
            "byte 1: time \"+001\": expected four digits",
        ),
        ("M0001281902".to_owned(), "11 bytes: expected 13"),
        (
            "M00012819022323".to_owned(),
            "byte 11: captured squares \"2323\": expected each square once",
        ),
        (
            "B005B".to_owned(),
            "byte 4: side to move \"B\": expected W or Z",
        ),
        ("K3".to_owned(), "byte 1: code \"3\": expected 0, 1 or 2"),
        (
            request("Z005075C"),
            "byte 42: start position \"C\": expected A or B",
        ),
        (
            request("Z5.5.75A"),
            "byte 39: number of moves \".75\": expected three digits",
        ),
        (
            request("Z...075A"),
            "thinking time \"...\": expected minutes as three characters, such as 005 or 2.5",
        ),
        (request("Z005075B"), "43 bytes: expected 94"),
        (
            request(&format!("Z005075BW{}", "x".repeat(50))),
            "position: column 2: 'x' on square 1: expected one of w z W Z e",
        ),
        (
            request(&format!("Z005075BW{}", "w".repeat(50))),
            "position: White man on 1 of board A, its promotion row: expected a king there",
        ),
    ] {
        let error = Message::read(text.as_bytes()).unwrap_err();
        let said = error.problem.to_string();
        assert!(said.starts_with(problem), "{text}: {said}");
    }
}

#[test]
fn thinking_time_has_three_characters() {
    for (text, seconds) in [
        ("005", 300.0),
        ("2.5", 150.0),
        (".17", 10.2),
        ("0.5", 30.0),
        ("  5", 300.0),
        ("999", 59_940.0),
        ("000", 0.0),
    ] {
        let minutes = Minutes::read(text.as_bytes().try_into().unwrap()).unwrap();
        assert!(
            (minutes.duration().as_secs_f64() - seconds).abs() < 1e-9,
            "{text}"
        );
        assert_eq!(minutes.to_string(), text);
    }
    let secs = Duration::from_secs_f64;
    assert_eq!(Minutes::whole(secs(300.0)).to_string(), "005");
    assert_eq!(
        Minutes::whole(secs(1.0)).to_string(),
        "001",
        "never nothing"
    );
    assert_eq!(Minutes::whole(secs(1e7)).to_string(), "999");
    for (seconds, text) in [
        (0.0, ".01"),
        (15.0, ".25"),
        (59.9, "1.0"),
        (60.0, "001"),
        (150.0, "2.5"),
        (540.0, "009"),
        (597.0, "010"),
        (75.0 * 60.0, "075"),
    ] {
        assert_eq!(
            Minutes::nearest(secs(seconds)).to_string(),
            text,
            "{seconds}"
        );
    }
}

#[test]
fn what_is_written_fits() {
    let long = "Ein sehr langer Name mit Ümlauten und noch mehr";
    let accept = Message::GameAccept {
        name: long.to_owned(),
        refusal: None,
    };
    assert_eq!(accept.text(), "AEin sehr langer Name mit ?mlaute0");
    let chat = Message::Chat(format!("a\0b\nc{}", "x".repeat(500)));
    assert_eq!(chat.frame().len(), 128);
    assert_eq!(chat.frame().iter().position(|&b| b == 0), Some(127));
    assert!(chat.text().starts_with("Ca b cxxx"));
    assert_eq!(Message::Chat(String::new()).text(), "C ");
}

#[test]
fn frames_come_in_pieces_and_never_fill_the_memory() {
    let mut buffer = FrameBuffer::default();
    buffer.push(b"E0");
    assert_eq!(buffer.next(), None);
    buffer.push(b"0\0\0\0K1\0B00");
    assert_eq!(buffer.next(), Some(Ok(b"E00".to_vec())));
    assert_eq!(
        buffer.next(),
        Some(Ok(b"K1".to_vec())),
        "empty messages are passed over"
    );
    assert_eq!(buffer.next(), None);
    buffer.push(b"5Z\0");
    assert_eq!(buffer.next(), Some(Ok(b"B005Z".to_vec())));
    let longest = [vec![b'C'; 127], vec![0]].concat();
    assert_eq!(frames(&longest).len(), 1);
    assert!(frames(&longest)[0].is_ok());
    let mut buffer = FrameBuffer::default();
    for _ in 0..1_000 {
        buffer.push(&[b'C'; 1_000]);
    }
    buffer.push(b"\0E00\0");
    assert_eq!(buffer.next(), Some(Err(FrameError::TooLong)));
    assert_eq!(buffer.next(), Some(Ok(b"E00".to_vec())));
}

/// The same move twice is two messages.
#[test]
fn a_message_that_comes_twice_counts_twice() {
    let twice = frames(b"M0000322800\0M0000322800\0");
    assert_eq!(twice.len(), 2);
    let mut session = Session::new(Config::new("x", Role::Follower));
    session.receive(
        format!("R01{:<32}Z005000A\0M0000322800\0M0000322800\0", "y").as_bytes(),
        Duration::ZERO,
    );
    let chats = std::iter::from_fn(|| session.poll())
        .filter(|e| matches!(e, Event::Send { message: Message::Chat(text), .. } if text == "it is not your turn"))
        .count();
    assert_eq!(chats, 1, "the second one was noticed");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        if let Ok(message) = Message::read(&bytes) {
            let frame = message.frame();
            prop_assert!(frame.len() <= 128 && frame.len() >= 3);
        }
    }

    /// Rubbish of any kind, with messages between: no panic, few answers, and a game can be played afterwards.
    #[test]
    fn rubbish_leaves_a_session_that_plays(
        pieces in prop::collection::vec(piece(), 0..80),
        seconds in prop::collection::vec(0_u64..40, 80),
    ) {
        let mut session = Session::new(Config::new("Under test", Role::Follower));
        let mut now = Duration::ZERO;
        let mut sent = 0;
        for (bytes, wait) in pieces.iter().zip(seconds) {
            now += Duration::from_secs(wait);
            session.tick(now);
            session.receive(bytes, now);
            while let Some(event) = session.poll() {
                sent += usize::from(matches!(event, Event::Send { .. }));
                if matches!(event, Event::Close) {
                    session = Session::new(Config::new("Under test", Role::Follower));
                }
            }
        }
        // A piece may hold several frames, each of which may be answered.
        let frames: usize = pieces.iter().flatten().filter(|&&b| b == 0).count();
        prop_assert!(sent <= 20 + 4 * (pieces.len() + frames));
        // Whatever was begun is brought to its end.
        session.receive(b"\0E00\0E00\0", now);
        session.tick(now + Duration::from_secs(10));
        while session.poll().is_some() {}
        session.receive(format!("R01{:<32}W005000A\0", "Next").as_bytes(), now);
        let events: Vec<Event> = std::iter::from_fn(|| session.poll()).collect();
        let turn = events.iter().any(|e| matches!(e, Event::Turn(turn) if turn.game.is_empty()));
        prop_assert!(turn, "{events:?}");
    }
}

fn piece() -> impl Strategy<Value = Vec<u8>> {
    let messages = prop::sample::select(vec![
        format!("R01{:<32}Z005075A", "Peer"),
        format!("R01{:<32}W005002A", "Peer"),
        format!("R02{:<32}W000000A", "Peer"),
        format!("A{:<32}0", "Peer"),
        "M0000322800".to_owned(),
        "M0000312600".to_owned(),
        "M0000".to_owned(),
        "E10".to_owned(),
        "E00".to_owned(),
        "B001W".to_owned(),
        "B002Z".to_owned(),
        "K0".to_owned(),
        "Chello".to_owned(),
        "R".to_owned(),
    ]);
    prop_oneof![
        4 => messages.prop_map(|m| [m.as_bytes(), &[0]].concat()),
        1 => any::<Vec<u8>>(),
        1 => Just(b"R\0".repeat(200)),
    ]
}
