//! A game shown to programs: one JSON object a line for everything that happens.

use std::collections::BTreeMap;
use std::io::{self, Write};

use damier_core::Move;
use serde::Serialize;

use super::command::{HELP, Question};
use super::session::{End, Player, Session, View};
use crate::line::Played;
use crate::output;
use crate::records::{ArticleRecord, MoveRecord, PositionRecord, side};

/// Shows a game as events.
pub(crate) struct EventView<'a, W> {
    pub(crate) out: W,
    pub(crate) tags: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    Start {
        position: PositionRecord,
        white: &'static str,
        black: &'static str,
        seed: u64,
        touch_move: bool,
    },
    Move {
        text: &'a str,
        position: PositionRecord,
    },
    Undo {
        plies: usize,
        position: PositionRecord,
    },
    /// A human is to move, or to answer a draw offer.
    Turn {
        side: &'static str,
        asked: bool,
        moves: Vec<MoveRecord>,
    },
    Choose {
        choices: Vec<MoveRecord>,
    },
    Position {
        position: PositionRecord,
    },
    Note {
        text: &'a str,
    },
    Refused {
        text: &'a str,
    },
    End {
        result: &'static str,
        winner: Option<&'static str>,
        reason: String,
        article: Option<ArticleRecord>,
        pdn: String,
    },
}

impl<W: Write> EventView<'_, W> {
    fn send(&mut self, event: &Event) -> io::Result<()> {
        output::json(&mut self.out, event)?;
        self.out.flush()
    }
}

fn position<P: Played>(session: &Session<P>) -> PositionRecord {
    PositionRecord::new(session.rules(), session.game())
}

fn moves<P: Played>(session: &Session<P>, moves: &[Move]) -> Vec<MoveRecord> {
    let position = session.game().position();
    moves
        .iter()
        .map(|mv| MoveRecord::new(position, mv))
        .collect()
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Human => "human",
        Player::Random => "random",
        Player::Engine => "engine",
    }
}

impl<P: Played, W: Write> View<P> for EventView<'_, W> {
    fn start(&mut self, session: &Session<P>) -> io::Result<()> {
        let terms = session.terms();
        let [white, black] = terms.players.map(name);
        self.send(&Event::Start {
            position: position(session),
            white,
            black,
            seed: terms.seed,
            touch_move: terms.touch_move,
        })
    }

    fn moved(&mut self, session: &Session<P>, _: &Move, text: &str) -> io::Result<()> {
        let position = position(session);
        self.send(&Event::Move { text, position })
    }

    fn took_back(&mut self, session: &Session<P>, plies: usize) -> io::Result<()> {
        let position = position(session);
        self.send(&Event::Undo { plies, position })
    }

    fn choose(&mut self, session: &Session<P>, choices: &[Move]) -> io::Result<()> {
        let choices = moves(session, choices);
        self.send(&Event::Choose { choices })
    }

    fn turn(&mut self, session: &Session<P>) -> io::Result<()> {
        self.send(&Event::Turn {
            side: side(session.speaker()),
            asked: session.asked().is_some(),
            moves: moves(session, &session.game().position().legal_moves()),
        })
    }

    fn answer(&mut self, session: &Session<P>, question: Question) -> io::Result<()> {
        match question {
            Question::Help => self.send(&Event::Note { text: HELP }),
            Question::Moves => View::<P>::turn(self, session),
            Question::Board | Question::Flip | Question::Fen => {
                let position = position(session);
                self.send(&Event::Position { position })
            }
        }
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.send(&Event::Note { text })
    }

    fn refuse(&mut self, text: &str) -> io::Result<()> {
        self.send(&Event::Refused { text })
    }

    fn end(&mut self, session: &Session<P>, end: &End) -> io::Result<()> {
        self.send(&Event::End {
            result: end.result(),
            winner: end.winner().map(side),
            reason: end.to_string(),
            article: end.article().map(Into::into),
            pdn: session.pdn(self.tags),
        })
    }
}
