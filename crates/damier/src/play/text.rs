//! A game shown to people: boards, moves and remarks as text.

use std::io::{self, Write};

use damier_core::{Color, Game, Move, Reading, Rules};
use damier_notation::diagram::{self, Options};
use damier_notation::fen;
use damier_notation::movetext::{self, Form};

use super::command::{HELP, Question, TOUCH_HELP};
use super::session::{End, Player, Session, View};
use crate::line::Played;

/// Shows a game on a stream.
pub(crate) struct TextView<W> {
    pub(crate) out: W,
    pub(crate) look: Options,
    /// Say nothing unless asked.
    pub(crate) quiet: bool,
}

impl<W: Write> TextView<W> {
    fn board<P: Played>(&mut self, session: &Session<P>) -> io::Result<()> {
        let last = session.game().moves().next_back();
        self.look.marked = last.map(|mv| vec![mv.from, mv.to]).unwrap_or_default();
        let text = diagram::text(session.game().position(), &self.look);
        writeln!(self.out, "{text}")
    }
}

impl<P: Played, W: Write> View<P> for TextView<W> {
    fn start(&mut self, session: &Session<P>) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        writeln!(self.out, "{}", title(session.rules()))?;
        let [white, black] = session.terms().players.map(name);
        writeln!(self.out, "White: {white}. Black: {black}.")?;
        if session.terms().touch_move {
            writeln!(self.out, "Touch-move is on.")?;
        }
        if session.terms().players.contains(&Player::Human) {
            writeln!(self.out, "Type help for what can be typed.")?;
        }
        writeln!(self.out)?;
        self.board(session)
    }

    fn moved(&mut self, session: &Session<P>, mv: &Move, text: &str) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let mover = !session.game().position().turn();
        let number = move_number(session.game());
        let crown = if mv.promotes { ", a king" } else { "" };
        let way = match session.game().position().piece_at(mv.to) {
            Some((board, _)) if P::BOARDS.len() > 1 => format!(" ({} to {board})", board.other()),
            _ => String::new(),
        };
        writeln!(self.out, "{number}. {mover}: {text}{way}{crown}\n")?;
        self.board(session)
    }

    fn took_back(&mut self, session: &Session<P>, plies: usize) -> io::Result<()> {
        let plural = if plies == 1 { "" } else { "s" };
        writeln!(self.out, "{plies} move{plural} taken back.\n")?;
        self.board(session)
    }

    fn choose(&mut self, session: &Session<P>, choices: &[Move]) -> io::Result<()> {
        writeln!(self.out, "Which one?")?;
        for (i, mv) in choices.iter().enumerate() {
            let path = movetext::write(session.game().position(), mv, Form::Path);
            let taken: Vec<_> = mv.captured.into_iter().map(|s| s.to_string()).collect();
            let what = match taken.len() {
                0 => String::new(),
                _ => format!("  takes {}", taken.join(", ")),
            };
            writeln!(self.out, "  {}  {path}{what}", i + 1)?;
        }
        writeln!(self.out, "Type its number.")
    }

    fn turn(&mut self, session: &Session<P>) -> io::Result<()> {
        if self.quiet || session.asked().is_some() || session.touched().is_some() {
            return Ok(());
        }
        let position = session.game().position();
        let legal = position.legal_moves();
        let short = |mv: &Move| movetext::write(position, mv, Form::Short);
        match legal.as_slice() {
            [only] => writeln!(self.out, "Only move: {} (Enter plays it)", short(only)),
            [first, ..] if first.is_capture() && session.rules() == Rules::International => {
                let list: Vec<_> = legal.iter().map(short).collect();
                writeln!(self.out, "Captures to choose from: {}", list.join(", "))
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, session: &Session<P>, question: Question) -> io::Result<()> {
        match question {
            Question::Help if session.terms().touch_move => {
                writeln!(self.out, "{HELP}\n{TOUCH_HELP}")
            }
            Question::Help => writeln!(self.out, "{HELP}"),
            Question::Moves => {
                let position = session.game().position();
                let legal = position.legal_moves();
                let list: Vec<_> = legal
                    .iter()
                    .map(|mv| movetext::write(position, mv, Form::Short))
                    .collect();
                writeln!(self.out, "{}", list.join(" "))
            }
            Question::Board => self.board(session),
            Question::Flip => {
                self.look.flip = !self.look.flip;
                self.board(session)
            }
            Question::Fen => writeln!(self.out, "{}", fen::write(session.game().position())),
        }
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn refuse(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "No: {}.", text.trim_end_matches('.'))
    }

    fn end(&mut self, _: &Session<P>, end: &End) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let text = end.article().map_or("", |article| article.text());
        let text = if text.is_empty() {
            String::new()
        } else {
            format!(" {text}")
        };
        writeln!(self.out, "{}: {end}.{text}\n", end.result())
    }
}

/// The number of the last move.
fn move_number<P: Played>(game: &Game<P>) -> usize {
    let skipped = usize::from(game.start().turn() == Color::Black);
    (game.len() + skipped).div_ceil(2)
}

/// The game by its full name.
fn title(rules: Rules) -> String {
    match rules {
        Rules::International => "International draughts".to_owned(),
        Rules::Alician(reading) => {
            let default = if reading == Reading::DEFAULT {
                ", the default reading"
            } else {
                ""
            };
            format!("Alician draughts ({reading}{default}; damier play --help explains it)")
        }
    }
}

/// A player by name.
fn name(player: Player) -> &'static str {
    match player {
        Player::Human => "human",
        Player::Random => "random mover",
        Player::Engine => "engine",
    }
}
