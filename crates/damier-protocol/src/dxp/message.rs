//! One message: reading it with every tolerance that programs need, writing it byte by byte. Knows no state.

use damier_core::{Bitboard, Color, Move, Single, Square};
use damier_notation::dxp;
use thiserror::Error;

use super::frame::LONGEST;
use super::request::{GameRequest, Minutes, MinutesError};

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The initiator asks for a game.
    GameRequest(Box<GameRequest>),
    /// The follower answers.
    GameAccept {
        /// The follower's name.
        name: String,
        /// Why there is no game; `None` if there is.
        refusal: Option<Refusal>,
    },
    /// A move.
    Move(GameMove),
    /// The game is to end, or the answer to that.
    GameEnd {
        /// As the sender sees it.
        reason: Reason,
        /// The sender wants no more games.
        stop: bool,
    },
    /// Text for people.
    Chat(String),
    /// Moves are to be taken back.
    BackRequest {
        /// Number of the move to be made then, from 1.
        number: u16,
        /// Who is to make it.
        turn: Color,
    },
    /// The answer to that.
    BackAccept(BackCode),
}

/// Why a follower plays no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It does not speak this version of the protocol.
    Version,
    /// Not this game; another perhaps.
    ThisGame,
    /// No game at all.
    AnyGame,
}

/// How the sender of a game end sees the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does not say.
    Unknown,
    /// It has lost, or gives up.
    Lost,
    /// Drawn.
    Draw,
    /// It has won.
    Won,
}

/// The answer to a request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackCode {
    /// Done.
    Accepted,
    /// It cannot be done here.
    Unsupported,
    /// It could be done but is not.
    Refused,
}

/// A move as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// Seconds, for information: programs disagree on what they measure.
    pub seconds: u16,
    /// Its start.
    pub from: Square,
    /// Its end.
    pub to: Square,
    /// The captured squares, in the order of the message.
    pub captured: Vec<Square>,
}

/// A message that cannot be read. [`header`](Self::header) tells which it was meant to be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("message {header:?}: {problem}")]
pub struct MessageError {
    /// Its first byte, as a character.
    pub header: char,
    /// What is wrong.
    pub problem: MessageProblem,
}

/// What keeps bytes from being a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MessageProblem {
    /// The first letter is not a message's.
    #[error("unknown: expected R, A, M, E, C, B or K")]
    Header,
    /// It is too short.
    #[error("{found} bytes: expected {expected}")]
    Short {
        /// Its length.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// Something follows it.
    #[error("more than the {expected} bytes expected")]
    Long {
        /// What it should be.
        expected: usize,
    },
    /// A field says nothing.
    #[error("byte {at}: {field} {found:?}: expected {expected}")]
    Field {
        /// Its first byte, from 0.
        at: usize,
        /// Its name.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The time is no time.
    #[error(transparent)]
    Time(#[from] MinutesError),
    /// The position is no position.
    #[error("position: {0}")]
    Position(String),
}

/// The fields of a message, by their place.
struct Fields<'a> {
    bytes: &'a [u8],
}

impl Fields<'_> {
    fn text(&self, at: usize, width: usize) -> Result<String, MessageProblem> {
        let bytes = self.bytes.get(at..at + width);
        let bytes = bytes.ok_or(MessageProblem::Short {
            found: self.bytes.len(),
            expected: at + width,
        })?;
        // Names in Western European characters are common: one byte, one character.
        Ok(bytes.iter().map(|&b| char::from(b)).collect())
    }

    fn one_of<T: Copy>(
        &self,
        at: usize,
        field: &'static str,
        expected: &'static str,
        meanings: &[(char, T)],
    ) -> Result<T, MessageProblem> {
        let found = self.text(at, 1)?;
        let meaning = meanings.iter().find(|(c, _)| found.starts_with(*c));
        meaning.map(|&(_, m)| m).ok_or(MessageProblem::Field {
            at,
            field,
            found,
            expected,
        })
    }

    fn color(&self, at: usize, field: &'static str) -> Result<Color, MessageProblem> {
        let colors = [('W', Color::White), ('Z', Color::Black)];
        self.one_of(at, field, "W or Z", &colors)
    }

    fn number(
        &self,
        at: usize,
        width: usize,
        field: &'static str,
        expected: &'static str,
    ) -> Result<u16, MessageProblem> {
        let found = self.text(at, width)?;
        let digits = found.bytes().all(|b| b.is_ascii_digit());
        match found.parse() {
            Ok(number) if digits => Ok(number),
            _ => Err(MessageProblem::Field {
                at,
                field,
                found,
                expected,
            }),
        }
    }

    fn square(&self, at: usize, field: &'static str) -> Result<Square, MessageProblem> {
        let expected = "a square from 01 to 50";
        let number = self.number(at, 2, field, expected)?;
        Square::new(number.into()).map_err(|_| MessageProblem::Field {
            at,
            field,
            found: format!("{number:02}"),
            expected,
        })
    }

    /// Line ends and blanks may follow a message, nothing else.
    fn end(&self, expected: usize) -> Result<(), MessageProblem> {
        let rest = self.bytes.get(expected..).unwrap_or_default();
        if rest.iter().all(u8::is_ascii_whitespace) {
            Ok(())
        } else {
            Err(MessageProblem::Long { expected })
        }
    }

    fn game_request(&self) -> Result<Message, MessageProblem> {
        let version = self.number(1, 2, "version", "two digits")? as u8;
        let name = self.text(3, 32)?.trim_end().to_owned();
        let follower = self.color(35, "follower's colour")?;
        let time = self.text(36, 3)?;
        let mut bytes = [0; 3];
        for (to, from) in bytes.iter_mut().zip(time.chars()) {
            *to = u8::try_from(from).unwrap_or(b'?');
        }
        let time = Minutes::read(bytes)?;
        let moves = self.number(39, 3, "number of moves", "three digits")?;
        let letters = [('A', false), ('B', true)];
        let set_up = self.one_of(42, "start position", "A or B", &letters)?;
        let position = if set_up {
            let text = self.text(43, 51)?;
            self.end(94)?;
            let setup = dxp::read(&text);
            let setup = setup.map_err(|e| MessageProblem::Position(e.to_string()))?;
            let position = Single::from_setup(&setup);
            Some(position.map_err(|e| MessageProblem::Position(e.to_string()))?)
        } else {
            self.end(43)?;
            None
        };
        Ok(Message::GameRequest(Box::new(GameRequest {
            version,
            name,
            follower,
            time,
            moves,
            position,
        })))
    }

    fn game_accept(&self) -> Result<Message, MessageProblem> {
        let codes = [
            ('0', None),
            ('1', Some(Refusal::Version)),
            ('2', Some(Refusal::ThisGame)),
            ('3', Some(Refusal::AnyGame)),
        ];
        let name = self.text(1, 32)?.trim_end().to_owned();
        let refusal = self.one_of(33, "acceptance code", "0, 1, 2 or 3", &codes)?;
        self.end(34)?;
        Ok(Message::GameAccept { name, refusal })
    }

    fn game_move(&self) -> Result<Message, MessageProblem> {
        let seconds = self.number(1, 4, "time", "four digits")?;
        let from = self.square(5, "start")?;
        let to = self.square(7, "end")?;
        let count = self.number(9, 2, "number captured", "00 to 20")?;
        let captured: Vec<Square> = (0..usize::from(count))
            .map(|i| self.square(11 + 2 * i, "captured square"))
            .collect::<Result<_, _>>()?;
        self.end(11 + 2 * captured.len())?;
        let set: Bitboard = captured.iter().copied().collect();
        if set.len() as usize != captured.len() {
            return Err(MessageProblem::Field {
                at: 11,
                field: "captured squares",
                found: self.text(11, 2 * captured.len())?,
                expected: "each square once",
            });
        }
        Ok(Message::Move(GameMove {
            seconds,
            from,
            to,
            captured,
        }))
    }

    fn game_end(&self) -> Result<Message, MessageProblem> {
        let reasons = [
            ('0', Reason::Unknown),
            ('1', Reason::Lost),
            ('2', Reason::Draw),
            ('3', Reason::Won),
        ];
        let reason = self.one_of(1, "reason", "0, 1, 2 or 3", &reasons)?;
        let stops = [('0', false), ('1', true)];
        let stop = self.one_of(2, "stop code", "0 or 1", &stops)?;
        self.end(3)?;
        Ok(Message::GameEnd { reason, stop })
    }

    fn back_request(&self) -> Result<Message, MessageProblem> {
        let number = self.number(1, 3, "move number", "001 to 999")?;
        let turn = self.color(4, "side to move")?;
        self.end(5)?;
        Ok(Message::BackRequest { number, turn })
    }

    fn back_accept(&self) -> Result<Message, MessageProblem> {
        let codes = [
            ('0', BackCode::Accepted),
            ('1', BackCode::Unsupported),
            ('2', BackCode::Refused),
        ];
        let code = self.one_of(1, "code", "0, 1 or 2", &codes)?;
        self.end(2)?;
        Ok(Message::BackAccept(code))
    }
}

impl Message {
    /// Reads a message without its zero byte.
    pub fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        let fields = Fields { bytes };
        let header = bytes.first().map_or(' ', |&b| char::from(b));
        let message = match header {
            'R' => fields.game_request(),
            'A' => fields.game_accept(),
            'M' => fields.game_move(),
            'E' => fields.game_end(),
            'C' => {
                let text = bytes.get(1..).unwrap_or_default();
                Ok(Self::Chat(match std::str::from_utf8(text) {
                    Ok(text) => text.to_owned(),
                    Err(_) => text.iter().map(|&b| char::from(b)).collect(),
                }))
            }
            'B' => fields.back_request(),
            'K' => fields.back_accept(),
            _ => Err(MessageProblem::Header),
        };
        message.map_err(|problem| MessageError { header, problem })
    }

    /// The message as bytes, its zero byte included.
    pub fn frame(&self) -> Vec<u8> {
        let mut bytes = self.text().into_bytes();
        bytes.truncate(LONGEST);
        bytes.push(0);
        bytes
    }

    /// The message as it is sent, without its zero byte.
    pub fn text(&self) -> String {
        match self {
            Self::GameRequest(request) => {
                let time = request.time;
                let (version, moves) = (request.version.min(99), request.moves.min(999));
                let follower = letter(request.follower);
                let name = name(&request.name);
                let head = format!("R{version:02}{name}{follower}{time}{moves:03}");
                match &request.position {
                    None => head + "A",
                    Some(position) => head + "B" + &dxp::write(position),
                }
            }
            Self::GameAccept { name: own, refusal } => {
                let code = refusal.map_or(0, |r| 1 + r as u8);
                format!("A{}{code}", name(own))
            }
            Self::Move(mv) => {
                let (from, to, count) = (mv.from.number(), mv.to.number(), mv.captured.len());
                let captured = mv.captured.iter().map(|s| format!("{:02}", s.number()));
                let seconds = mv.seconds.min(9_999);
                let head = format!("M{seconds:04}{from:02}{to:02}{count:02}");
                head + &captured.collect::<String>()
            }
            Self::GameEnd { reason, stop } => format!("E{}{}", *reason as u8, u8::from(*stop)),
            Self::Chat(text) => {
                let clean: String = text.chars().map(ascii).take(LONGEST - 1).collect();
                // A message of one letter is none.
                format!("C{}", if clean.is_empty() { " " } else { &clean })
            }
            Self::BackRequest { number, turn } => {
                format!("B{:03}{}", (*number).clamp(1, 999), letter(*turn))
            }
            Self::BackAccept(code) => format!("K{}", *code as u8),
        }
    }
}

impl GameMove {
    /// A move that took `seconds`, its captured squares ascending.
    pub fn new(mv: &Move, seconds: u16) -> Self {
        Self {
            seconds,
            from: mv.from,
            to: mv.to,
            captured: mv.captured.into_iter().collect(),
        }
    }

    /// The legal move that it means, if it means one.
    pub fn find(&self, legal: &[Move]) -> Option<Move> {
        let captured: Bitboard = self.captured.iter().copied().collect();
        let fits = |m: &&Move| m.from == self.from && m.to == self.to && m.captured == captured;
        legal.iter().find(fits).copied()
    }
}

/// Start, end and captured squares, as Hub writes them.
impl std::fmt::Display for GameMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let separator = if self.captured.is_empty() { '-' } else { 'x' };
        write!(f, "{}{separator}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|s| write!(f, "x{s}"))
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

/// What other programs can read.
const fn ascii(c: char) -> char {
    match c {
        ' '..='~' => c,
        c if c.is_ascii() => ' ',
        _ => '?',
    }
}

/// 32 characters, the first of them not blank.
fn name(text: &str) -> String {
    let text: String = text.trim().chars().map(ascii).take(32).collect();
    let text = if text.is_empty() { "?" } else { &text };
    format!("{text:<32}")
}
