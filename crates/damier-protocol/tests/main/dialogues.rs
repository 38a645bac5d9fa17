//! The dialogues D1 to D10 and others, each from a text file. The language of the files is described beside them.

use std::time::Duration;

use damier_core::Color;
use damier_notation::movetext;
use damier_protocol::dxp::{Config, Event, Message, Minutes, Role, Session, Standing, TakeBacks};

struct Player {
    session: Session,
    now: Duration,
    turn: u64,
    place: String,
}

const NAME: &str = "Voorbeeld 0.1                   ";

/// What an event looks like in a dialogue; `None` for what is only for the log.
fn show(event: &Event, pattern: &str) -> Option<String> {
    let color = |c: Color| c.to_string().to_lowercase();
    Some(match event {
        Event::Note(_) => return None,
        Event::Send { message, pause } => {
            let text = message.text();
            assert_eq!(message.frame(), [text.as_bytes(), &[0]].concat());
            // The name of 32 characters.
            let text = match (text.get(..3), text.get(33..)) {
                _ if !pattern.contains('…') => text,
                (Some("R01"), _) => format!("R01…{}", &text[35..]),
                (_, Some(rest)) => format!("A…{rest}"),
                _ => text,
            };
            format!("< {text}{}", if *pause { " (pause)" } else { "" })
        }
        Event::Started { ours, .. } => format!("= started {}", color(*ours)),
        Event::Refused(None) => "= refused none".to_owned(),
        Event::Refused(Some(code)) => format!("= refused {}", 1 + *code as u8),
        Event::Turn(_) => "= turn".to_owned(),
        Event::Abort => "= abort".to_owned(),
        Event::Moved { mv, time } => format!("= moved {mv} {}", time.as_secs_f64()),
        Event::Illegal { .. } => "= illegal".to_owned(),
        Event::TakenBack { ply } => format!("= taken-back {ply}"),
        Event::BackAnswer(code) => format!("= back {}", *code as u8),
        Event::Over(record) => format!("= over {}", record.standing().result()),
        Event::Chat(_) => "= chat".to_owned(),
        Event::Close => "= close".to_owned(),
    })
}

impl Player {
    fn next(&mut self, pattern: &str) -> Option<String> {
        loop {
            let event = self.session.poll()?;
            if let Event::Turn(turn) = &event {
                self.turn = turn.id;
            }
            if let Some(text) = show(&event, pattern) {
                return Some(text);
            }
        }
    }

    fn step(&mut self, step: &str) {
        if step.starts_with("< ") || step.starts_with("= ") {
            let got = self.next(step);
            assert_eq!(got.as_deref(), Some(step), "{}", self.place);
            return;
        }
        let unexpected = self.next("");
        assert_eq!(unexpected, None, "before {}", self.place);
        if let Some(message) = step.strip_prefix("> ") {
            let mut bytes = message.replace('…', NAME).into_bytes();
            bytes.push(0);
            self.session.receive(&bytes, self.now);
        } else if let Some(bytes) = step.strip_prefix(">> ") {
            let bytes = bytes.replace("⟨0⟩", "\0");
            self.session.receive(bytes.as_bytes(), self.now);
        } else if let Some(command) = step.strip_prefix("+ ") {
            let words: Vec<&str> = command.split(' ').collect();
            self.command(&words);
        } else {
            panic!("{}: not a step", self.place);
        }
    }

    fn command(&mut self, words: &[&str]) {
        let color = |word: &str| match word {
            "white" => Color::White,
            "black" => Color::Black,
            _ => panic!("not a colour: {word}"),
        };
        let now = self.now;
        match words {
            ["request", follower, time, moves] => {
                let time = Minutes::read(time.as_bytes().try_into().unwrap()).unwrap();
                let moves = moves.parse().unwrap();
                self.session
                    .request(color(follower), time, moves, None, now)
                    .unwrap();
            }
            ["play", text] => {
                let game = self.session.game().unwrap();
                let mv = movetext::read(game.position(), text).unwrap();
                self.session.play(self.turn, &mv, now).unwrap();
            }
            ["end", reason] => {
                let ours = self
                    .session
                    .game()
                    .map(|g| damier_core::Position::turn(g.position()));
                let ours = ours.unwrap();
                let standing = match *reason {
                    "lost" => Standing::Won(!ours),
                    "won" => Standing::Won(ours),
                    "draw" => Standing::Draw,
                    _ => Standing::Unknown,
                };
                self.session.end(standing, now).unwrap();
            }
            ["back", number, turn] => {
                let number = number.parse().unwrap();
                self.session.request_back(number, color(turn), now).unwrap();
            }
            ["chat", text] => self.session.chat(text),
            ["time", seconds] => {
                self.now = Duration::from_secs_f64(seconds.parse().unwrap());
                self.session.tick(self.now);
            }
            ["disconnected"] => self.session.disconnected(now),
            _ => panic!("{}: not a command", self.place),
        }
    }
}

fn play(name: &str, text: &str) {
    let mut config = Config::new("Tegenpartij", Role::Follower);
    let mut steps = vec![];
    for (i, step) in text.lines().enumerate() {
        match step.split(' ').collect::<Vec<_>>()[..] {
            ["#", ..] | [""] => {}
            ["+", "role", role] => {
                config.role = match role {
                    "initiator" => Role::Initiator,
                    "follower" => Role::Follower,
                    _ => panic!("{role}"),
                }
            }
            ["+", "games", games] => config.games = Some(games.parse().unwrap()),
            ["+", "take-backs", answer] => {
                config.take_backs = match answer {
                    "accept" => TakeBacks::Accept,
                    "unsupported" => TakeBacks::Unsupported,
                    "refuse" => TakeBacks::Refuse,
                    _ => panic!("{answer}"),
                }
            }
            _ => steps.push((i + 1, step)),
        }
    }
    let mut player = Player {
        session: Session::new(config),
        now: Duration::ZERO,
        turn: 0,
        place: String::new(),
    };
    for (line, step) in steps {
        player.place = format!("{name}, line {line}: {step}");
        player.step(step);
    }
    assert_eq!(player.next(""), None, "{name}: at the end");
}

macro_rules! dialogues {
    ($($name:ident $file:literal)*) => {$(
        #[test]
        fn $name() {
            play($file, include_str!(concat!("../dialogues/", $file, ".txt")));
        }
    )*};
}

dialogues! {
    d01_normal "D01"
    d01b_no_legal_move "D01b"
    d01c_initiator_of_two_games "D01c"
    d02_follower_to_move "D02"
    d02b_answer_and_move_at_once "D02b"
    d03_refusal "D03"
    d03b_refused "D03b"
    d04_both_end "D04"
    d05_no_answer_but_a_request "D05"
    d05b_no_answer "D05b"
    d06_end_on_a_fresh_connection "D06"
    d06b_stop_on_a_fresh_connection "D06b"
    d07_chat "D07"
    d08_segments "D08"
    d09_illegal_moves "D09"
    d10_taking_back "D10"
    d10b_taking_back_unsupported "D10b"
    d10c_taking_back_asked_for "D10c"
    d10d_taking_back_when_black_began "D10d"
    d10e_taking_back_refused "D10e"
    d11_rubbish "D11"
    d12_broken_connection "D12"
    d13_time_used_up "D13"
    d14_move_limit "D14"
    d15_draw_by_rule "D15"
}

/// Two ends with each other: every message of one is read by the other, and both record the same game.
#[test]
fn two_sessions_play_games() {
    let mut config = Config::new("Initiator", Role::Initiator);
    config.games = Some(3);
    let mut ends = [
        Session::new(config),
        Session::new(Config::new("Follower", Role::Follower)),
    ];
    let mut records = [vec![], vec![]];
    let mut now = Duration::ZERO;
    let mut seed = 11_u64;
    let mut color = Color::White;
    loop {
        if ends[0].is_idle() {
            ends[0]
                .request(color, Minutes::whole(Duration::from_mins(5)), 0, None, now)
                .unwrap();
            color = !color;
        }
        let mut quiet = true;
        for i in 0..2 {
            while let Some(event) = ends[i].poll() {
                quiet = false;
                now += Duration::from_millis(1);
                match event {
                    Event::Send { message, .. } => {
                        let frame = message.frame();
                        assert_eq!(Message::read(&frame[..frame.len() - 1]), Ok(message));
                        ends[1 - i].receive(&frame, now);
                    }
                    Event::Turn(turn) => {
                        let moves = damier_core::Position::legal_moves(turn.game.position());
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let mv = moves[(seed >> 33) as usize % moves.len()];
                        ends[i].play(turn.id, &mv, now).unwrap();
                    }
                    Event::Over(record) => records[i].push(record),
                    Event::Close => ends[1 - i].disconnected(now),
                    Event::Illegal { text, .. } | Event::Note(text) => panic!("{text}"),
                    _ => {}
                }
            }
        }
        if quiet {
            break;
        }
    }
    assert!(ends.iter().all(Session::is_closed));
    for (a, b) in records[0].iter().zip(&records[1]) {
        assert_ne!(a.standing(), Standing::Unknown);
        assert_eq!(a.standing(), b.standing());
        assert_eq!(a.ours, !b.ours);
        assert!(a.game.moves().eq(b.game.moves()));
        assert!(a.game.outcome().is_some());
        assert_eq!(a.times.len(), a.game.len());
        assert_eq!(
            (a.opponent.as_str(), b.opponent.as_str()),
            ("Follower", "Initiator")
        );
    }
    assert_eq!(records.map(|r| r.len()), [3, 3]);
}
