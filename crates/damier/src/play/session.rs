//! A game in play: who may do what, and what comes of it. Reads no input and draws nothing; a [`View`] is told.

use std::collections::BTreeMap;
use std::io;

use clap::ValueEnum;
use damier_core::{Article, Color, Game, Irregularity, Move, Outcome, Rules, Square, Touch};
use damier_notation::movetext::{self, Form};

use super::command::{Command, Question};
use super::pdn;
use super::random::Random;
use super::table::{Refusal, Table};
use crate::explain;
use crate::line::{Line, Played};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// Whoever types
    Human,
    /// A program that picks any legal move
    Random,
    /// The engine
    Engine,
}

/// What plays for the engine.
pub(crate) trait Program<P: Played> {
    /// The move to make.
    fn choose(&mut self, game: &Game<P>) -> Option<Move>;
    /// Whether it takes the draw that the side to move offers.
    fn takes_draw(&mut self, game: &Game<P>) -> bool;
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules, after this ply.
    Rules(usize, Outcome),
    Resigned(Color),
    Agreed,
    /// Broken off.
    Unfinished(&'static str),
}

impl End {
    /// The result as PDN writes it.
    pub(crate) fn result(&self) -> &'static str {
        match self {
            Self::Rules(_, outcome) => outcome.result(),
            Self::Resigned(Color::White) => "0-2",
            Self::Resigned(Color::Black) => "2-0",
            Self::Agreed => "1-1",
            Self::Unfinished(_) => "*",
        }
    }

    /// The winner, if there is one.
    pub(crate) fn winner(&self) -> Option<Color> {
        match self {
            Self::Rules(_, outcome) => outcome.winner,
            Self::Resigned(color) => Some(!*color),
            Self::Agreed | Self::Unfinished(_) => None,
        }
    }

    /// The article that ended it.
    pub(crate) fn article(&self) -> Option<Article> {
        match self {
            Self::Rules(_, outcome) => Some(outcome.article),
            _ => None,
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rules(_, outcome) => write!(f, "{outcome}"),
            Self::Resigned(color) => write!(f, "{color} resigned"),
            Self::Agreed => f.write_str("drawn by agreement"),
            Self::Unfinished(why) => write!(f, "unfinished: {why}"),
        }
    }
}

/// Who shows a game to the players. Every method is called after the fact.
pub(crate) trait View<P: Played> {
    fn start(&mut self, session: &Session<P>) -> io::Result<()>;
    /// A move was made; `text` is its short form.
    fn moved(&mut self, session: &Session<P>, mv: &Move, text: &str) -> io::Result<()>;
    /// This many plies were taken back.
    fn took_back(&mut self, session: &Session<P>, plies: usize) -> io::Result<()>;
    /// A text fits several moves.
    fn choose(&mut self, session: &Session<P>, choices: &[Move]) -> io::Result<()>;
    /// A human is to move.
    fn turn(&mut self, session: &Session<P>) -> io::Result<()>;
    fn answer(&mut self, session: &Session<P>, question: Question) -> io::Result<()>;
    /// Something the players should know.
    fn note(&mut self, text: &str) -> io::Result<()>;
    /// What was asked for was not done.
    fn refuse(&mut self, text: &str) -> io::Result<()>;
    fn end(&mut self, session: &Session<P>, end: &End) -> io::Result<()>;
}

/// What is agreed before a game.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// White's player, then Black's.
    pub(crate) players: [Player; 2],
    pub(crate) seed: u64,
    pub(crate) touch_move: bool,
    /// After so many plies an arbiter ends the game as unfinished.
    pub(crate) max_plies: Option<usize>,
}

/// A game in play.
#[derive(Clone, Debug)]
pub(crate) struct Session<P: Played> {
    rules: Rules,
    terms: Terms,
    table: Table<P>,
    random: Random,
    /// Who has offered a draw that was not answered.
    offer: Option<Color>,
    /// The moves that the last text fitted.
    choices: Vec<Move>,
    /// Remarks by the number of the ply they follow.
    remarks: BTreeMap<usize, String>,
    end: Option<End>,
    /// Whether the human to move has been told so.
    told: bool,
    /// How an irregular move ends the game, if the opponent lets it stand.
    end_if_it_stands: Option<End>,
}

impl<P: Played> Session<P> {
    pub(crate) fn new(line: Line<P>, terms: Terms) -> Self {
        let end = line.end.map(|(ply, outcome)| End::Rules(ply, outcome));
        Self {
            rules: line.rules,
            random: Random::new(terms.seed),
            table: Table::new(line.game, terms.touch_move),
            terms,
            offer: None,
            choices: vec![],
            remarks: BTreeMap::new(),
            end,
            told: false,
            end_if_it_stands: None,
        }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn terms(&self) -> &Terms {
        &self.terms
    }

    pub(crate) fn game(&self) -> &Game<P> {
        self.table.game()
    }

    pub(crate) fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The piece that must be moved because it was touched.
    pub(crate) fn touched(&self) -> Option<Square> {
        self.table.touched()
    }

    /// Who is to answer a draw offer.
    pub(crate) fn asked(&self) -> Option<Color> {
        self.offer.map(|by| !by)
    }

    /// Who is to speak: to move, or to answer an offer.
    pub(crate) fn speaker(&self) -> Color {
        self.asked().unwrap_or(self.game().position().turn())
    }

    /// The game as PDN.
    pub(crate) fn pdn(&self, tags: &BTreeMap<String, String>) -> String {
        pdn::text(self.game(), tags, &self.remarks, self.end())
    }

    /// Lets programs move until a human is to speak or the game has ended.
    pub(crate) fn advance(
        &mut self,
        view: &mut impl View<P>,
        engine: &mut impl Program<P>,
    ) -> io::Result<()> {
        while self.end.is_none() {
            if self
                .asked()
                .is_some_and(|c| self.player(c) == Player::Engine)
            {
                let takes = engine.takes_draw(self.game());
                let answer = if takes { Command::Yes } else { Command::No };
                self.obey(answer, view)?;
                continue;
            }
            if self
                .terms
                .max_plies
                .is_some_and(|most| self.game().len() >= most)
            {
                self.end = Some(End::Unfinished("the arbiter stopped the game"));
                break;
            }
            let player = self.player(self.game().position().turn());
            if player == Player::Human || self.offer.is_some() {
                if !std::mem::replace(&mut self.told, true) {
                    view.turn(self)?;
                }
                return Ok(());
            }
            if self.table.irregularity().is_some() {
                self.correct(view)?;
                continue;
            }
            let choice = if player == Player::Engine {
                engine.choose(self.game())
            } else {
                let legal = self.game().position().legal_moves();
                self.random.choose(&legal).copied()
            };
            let Some(mv) = choice else {
                self.end = Some(End::Unfinished("there is no move to make"));
                break;
            };
            self.made(|table| table.play(&mv), view)?;
        }
        Ok(())
    }

    /// Nobody will type any more.
    pub(crate) fn leave(&mut self) {
        if self.end.is_none() {
            let stands = self.end_if_it_stands.take();
            self.end = stands.or(Some(End::Unfinished("the players left")));
        }
    }

    /// Does what a player typed.
    pub(crate) fn obey(&mut self, command: Command, view: &mut impl View<P>) -> io::Result<()> {
        let choices = std::mem::take(&mut self.choices);
        if let Some(asked) = self.asked() {
            match command {
                Command::Yes => {
                    self.offer = None;
                    self.end = Some(End::Agreed);
                    return Ok(());
                }
                Command::No => {
                    self.offer = None;
                    self.told = false;
                    return view.note(&format!("{asked} declines."));
                }
                Command::Quit | Command::Resign | Command::Ask(_) | Command::Explain(_) => {}
                _ => return view.refuse(&format!("{asked}, answer the offer: yes or no")),
            }
        }
        match command {
            Command::Enter => self.forced(view),
            Command::Number(n) => self.number(n, &choices, view),
            Command::Move(text) => self.made(|table| table.play_text(&text), view),
            Command::Explain(text) => self.explain(&text, view),
            Command::Undo => self.undo(view),
            Command::Touch(text) => match text.parse() {
                Ok(number) => self.touch(number, view),
                Err(_) => view.refuse(&format!("touch {text:?}: expected a square from 1 to 50")),
            },
            Command::Correct => self.correct(view),
            Command::Resign => {
                self.end = Some(End::Resigned(self.speaker()));
                Ok(())
            }
            Command::Draw => self.offer_draw(view),
            Command::Yes | Command::No => view.refuse("nothing was asked"),
            Command::Quit => {
                self.leave();
                Ok(())
            }
            Command::Unknown(text) => view.refuse(&format!(
                "{text:?} is neither a move nor a command: type help for what can be typed"
            )),
            Command::Ask(question) => view.answer(self, question),
        }
    }

    fn player(&self, color: Color) -> Player {
        self.terms.players[color as usize]
    }

    /// Makes a move and tells everybody what came of it.
    fn made(
        &mut self,
        make: impl FnOnce(&mut Table<P>) -> Result<Move, Refusal>,
        view: &mut impl View<P>,
    ) -> io::Result<()> {
        let before = *self.game().position();
        match make(&mut self.table) {
            Ok(mv) => {
                self.told = false;
                let ply = self.game().len();
                let end = self
                    .game()
                    .outcome()
                    .map(|outcome| End::Rules(ply, outcome));
                let text = movetext::write(&before, &mv, Form::Short);
                view.moved(self, &mv, &text)?;
                let Some(what) = self.table.irregularity().map(Irregularity::to_string) else {
                    self.end = end;
                    return Ok(());
                };
                self.remarks.insert(ply, format!("irregular: {what}"));
                let opponent = !before.turn();
                match end {
                    // Nobody has a game corrected that he has won.
                    Some(end) if end.winner() == Some(opponent) => {
                        self.end = Some(end);
                        return Ok(());
                    }
                    end => self.end_if_it_stands = end,
                }
                let or = match &self.end_if_it_stands {
                    Some(end) => format!("; Enter lets it stand, and then: {end}"),
                    None => " before moving".to_owned(),
                };
                view.note(&format!(
                    "Irregular: {what}. The move stands unless {opponent} says `correct`{or}."
                ))
            }
            Err(Refusal::Choose(moves)) => {
                view.choose(self, &moves)?;
                self.choices = moves;
                Ok(())
            }
            Err(Refusal::No(why)) => view.refuse(&why),
        }
    }

    fn forced(&mut self, view: &mut impl View<P>) -> io::Result<()> {
        if self.end_if_it_stands.is_some() {
            self.end = self.end_if_it_stands.take();
            return Ok(());
        }
        let legal = self.game().position().legal_moves();
        match legal.as_slice() {
            [only] => self.made(|table| table.play(only), view),
            all => view.refuse(&format!("{} moves are legal: type one of them", all.len())),
        }
    }

    fn number(&mut self, n: u32, choices: &[Move], view: &mut impl View<P>) -> io::Result<()> {
        if !choices.is_empty() {
            let chosen = (n as usize).checked_sub(1).and_then(|i| choices.get(i));
            let Some(mv) = chosen else {
                self.choices = choices.to_vec();
                return view.refuse(&format!(
                    "{n}: expected a number from 1 to {}",
                    choices.len()
                ));
            };
            return self.made(|table| table.play(mv), view);
        }
        match self.touched() {
            Some(from) => match Square::new(n) {
                Ok(to) => self.made(|table| table.put(from, to), view),
                Err(error) => view.refuse(&error.to_string()),
            },
            None if self.terms.touch_move => self.touch(n, view),
            None => view.refuse(&format!("{n}: a move has two squares, such as 32-28")),
        }
    }

    fn touch(&mut self, number: u32, view: &mut impl View<P>) -> io::Result<()> {
        let square = match Square::new(number) {
            Ok(square) => square,
            Err(error) => return view.refuse(&error.to_string()),
        };
        if !self.terms.touch_move {
            return view.refuse("touch-move is off: start with --touch-move to play by it");
        }
        match self.table.touch(square) {
            Ok(Touch::Bound) => view.note(&format!(
                "The piece on {square} was touched and must move. {}: {}",
                Article::TouchMove,
                Article::TouchMove.text()
            )),
            Ok(Touch::Free) => view.note(&format!(
                "The piece on {square} has no legal move: touching it binds nobody."
            )),
            Err(why) => view.refuse(&why),
        }
    }

    fn correct(&mut self, view: &mut impl View<P>) -> io::Result<()> {
        match self.table.correct() {
            Ok(irregularity) => {
                self.remarks.remove(&(self.game().len() + 1));
                self.end_if_it_stands = None;
                self.told = false;
                view.note(&format!(
                    "Corrected ({irregularity}). {} must make a legal move. {}: {}",
                    self.game().position().turn(),
                    Article::Irregular,
                    Article::Irregular.text()
                ))?;
                view.took_back(self, 1)
            }
            Err(why) => view.refuse(&why),
        }
    }

    fn undo(&mut self, view: &mut impl View<P>) -> io::Result<()> {
        if self.terms.touch_move {
            return view.refuse("no move is taken back under touch-move");
        }
        // Against a program the human's own last move goes too, or the program would only move again.
        let game = self.game();
        let own = game
            .positions()
            .take(game.len())
            .collect::<Vec<_>>()
            .iter()
            .rposition(|before| self.player(before.turn()) == Player::Human);
        let Some(ply) = own else {
            return view.refuse("there is no move of yours to take back");
        };
        let plies = game.len() - ply;
        self.told = false;
        for _ in 0..plies {
            self.table.undo();
        }
        view.took_back(self, plies)
    }

    fn offer_draw(&mut self, view: &mut impl View<P>) -> io::Result<()> {
        if P::DRAWS.is_none() {
            let article = Article::NoDraw;
            return view.refuse(&format!(
                "there is nothing to offer. {article}: {}",
                article.text()
            ));
        }
        let by = self.game().position().turn();
        if self.player(!by) == Player::Random {
            return view.refuse("a random mover does not take draws");
        }
        self.offer = Some(by);
        self.told = false;
        match self.player(!by) {
            Player::Human => view.note(&format!("{by} offers a draw. {}: yes or no?", !by)),
            _ => view.note(&format!("{by} offers a draw.")),
        }
    }

    fn explain(&mut self, text: &str, view: &mut impl View<P>) -> io::Result<()> {
        match explain::judge(self.game().position(), None, text) {
            Ok(verdict) => view.note(verdict.text().trim_end()),
            Err(error) => view.refuse(&error.to_string()),
        }
    }
}
