//! The engine's side of the protocol: lines in, actions out. Searches nothing itself and waits for nothing.

use std::collections::VecDeque;

use damier_core::{Move, Reading, Rules};
use damier_notation::hub;
use damier_notation::movetext::MoveTextError;

use super::action::{Action, Identity, Job, Mode, Progress};
use super::info::{Info, error};
use super::level::Level;
use super::line::{Line, LineError, quote};
use super::moves::read_move;
use super::parameter::{Parameter, Value, ValueError};
use crate::game::AnyGame;

#[derive(Debug)]
struct Running {
    id: u64,
    game: AnyGame,
    /// Its level has a limit, which does not count while it is pondering.
    limited: bool,
    pondering: bool,
    stopping: bool,
}

impl Running {
    /// Whether it ends without the partner's `stop`.
    fn ends_itself(&self) -> bool {
        self.limited && !self.pondering
    }
}

/// Values of the parameter `variant`, the first for international draughts as other engines call it.
const VARIANTS: [(&str, Rules); 3] = [
    ("normal", Rules::International),
    ("alician", Rules::Alician(Reading::DEFAULT)),
    ("alician-letter", Rules::Alician(Reading::LETTER)),
];

/// The state of a conversation.
#[derive(Debug)]
pub struct Engine {
    identity: Identity,
    parameters: Vec<Parameter>,
    /// Values before the last changes, for those that are refused.
    before: Vec<(String, Value)>,
    rules: Rules,
    /// `None` after a position that could not be read: there is nothing to search.
    game: Option<AnyGame>,
    level: Level,
    running: Option<Running>,
    next_id: u64,
    /// Lines that wait for the end of the search.
    waiting: VecDeque<String>,
    actions: VecDeque<Action>,
    batch: bool,
    /// The input has ended; searches are still brought to their end.
    closing: bool,
    gone: bool,
}

impl Engine {
    /// An engine with these parameters; `variant` is added before them.
    pub fn new(identity: Identity, parameters: Vec<Parameter>) -> Self {
        let (normal, rules) = VARIANTS[0];
        let names = VARIANTS.map(|(name, _)| name);
        let mut all = vec![Parameter::choice("variant", normal, &names)];
        all.extend(parameters);
        Self {
            identity,
            parameters: all,
            before: vec![],
            rules,
            game: Some(AnyGame::new(rules.start())),
            level: Level::default(),
            running: None,
            next_id: 0,
            waiting: VecDeque::new(),
            actions: VecDeque::new(),
            batch: false,
            closing: false,
            gone: false,
        }
    }

    /// For input from a file: a limited search is brought to its end before the next line or the end of the input
    /// counts.
    #[must_use]
    pub fn batch(mut self, batch: bool) -> Self {
        self.batch = batch;
        self
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// The value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        let parameter = self.parameters.iter().find(|p| p.name == name)?;
        Some(&parameter.value)
    }

    /// The rules that positions are read by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether a search is going on.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Takes in a line.
    pub fn receive(&mut self, line: &str) {
        self.before.clear();
        if self.gone || self.closing {
            return;
        }
        if !self.waiting.is_empty() || !self.take(line) {
            self.waiting.push_back(line.to_owned());
        }
    }

    /// A line came in that could not even be put together.
    pub fn reject(&mut self, problem: &LineError) {
        if !self.gone {
            self.bad_line(problem);
        }
    }

    /// The input has ended: nobody will read an answer, unless the input was a file.
    pub fn close(&mut self) {
        if self.batch && self.running.is_some() {
            self.closing = true;
            self.stop_if_endless();
        } else {
            self.exit();
        }
    }

    /// Tells what a search has found so far.
    pub fn progress(&mut self, id: u64, progress: &Progress) {
        if self.running.as_ref().is_some_and(|r| r.id == id) && !self.gone {
            let seconds = progress.time.as_secs_f64();
            let info = Info {
                depth: Some(progress.depth).filter(|&d| d > 0),
                mean_depth: progress.mean_depth,
                max_depth: None,
                score: progress.score,
                nodes: Some(progress.nodes).filter(|&n| n > 0),
                time: Some(progress.time).filter(|_| seconds >= 0.001),
                speed: (seconds >= 0.01).then(|| progress.nodes as f64 / seconds / 1e6),
                pv: progress.pv.iter().map(ToString::to_string).collect(),
            };
            self.send(info.to_string());
        }
    }

    /// A search has ended. Without a move, or with one that is not legal, the first legal one is played: a partner
    /// must not be left waiting.
    pub fn finished(&mut self, id: u64, best: Option<Move>, ponder: Option<Move>) {
        if self.gone || self.running.as_ref().is_none_or(|r| r.id != id) {
            return;
        }
        let Some(mut running) = self.running.take() else {
            return;
        };
        let legal = running.game.legal_moves();
        let sound = best.filter(|mv| legal.contains(mv));
        if sound != best || best.is_none() {
            self.log(format!("the search gave {best:?}, which is no legal move"));
        }
        let done = match sound.or_else(|| legal.first().copied()) {
            Some(mv) => {
                let played = running.game.play(&mv).is_ok();
                let reply = ponder
                    .filter(|reply| played && running.game.legal_moves().contains(reply))
                    .map(|reply| format!(" ponder={reply}"));
                format!("done move={mv}{}", reply.unwrap_or_default())
            }
            None => "done".to_owned(),
        };
        self.send(done);
        self.drain();
    }

    /// A value could not be applied: the old one is kept, and the partner told.
    pub fn refuse(&mut self, name: &str, message: &str) {
        let old = self.before.iter().rev().find(|(n, _)| n == name).cloned();
        let parameter = self.parameters.iter_mut().find(|p| p.name == name);
        if let (Some((_, old)), Some(parameter)) = (old, parameter) {
            parameter.value = old;
        }
        self.report(message);
    }

    /// Tells the partner of trouble, before anything else that is still to be sent.
    pub fn report(&mut self, message: &str) {
        self.actions.push_front(Action::Send(error(message)));
    }

    fn send(&mut self, line: String) {
        self.actions.push_back(Action::Send(line));
    }

    fn log(&mut self, message: String) {
        self.actions.push_back(Action::Log(message));
    }

    fn error(&mut self, message: &str) {
        self.send(error(message));
    }

    fn exit(&mut self) {
        if !self.gone {
            self.gone = true;
            self.waiting.clear();
            self.actions.push_back(Action::Exit);
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &mut self.running
            && !running.stopping
        {
            running.stopping = true;
            self.actions.push_back(Action::Stop);
        }
    }

    fn stop_if_endless(&mut self) {
        if self.running.as_ref().is_some_and(|r| !r.ends_itself()) {
            self.stop();
        }
    }

    /// The lines that waited for the end of a search.
    fn drain(&mut self) {
        while let Some(line) = self.waiting.pop_front() {
            if !self.take(&line) {
                self.waiting.push_front(line);
                break;
            }
        }
        if self.closing {
            self.stop_if_endless();
            if self.running.is_none() {
                self.exit();
            }
        }
    }

    fn bad_line(&mut self, problem: &LineError) {
        if problem.command.as_deref() == Some("pos") {
            self.game = None;
        }
        self.error(&format!("bad line: {problem}"));
    }

    /// Handles a line; says whether that was possible now.
    fn take(&mut self, text: &str) -> bool {
        let line = match Line::read(text) {
            Ok(Some(line)) => line,
            Ok(None) => return true,
            Err(problem) => {
                self.bad_line(&problem);
                return true;
            }
        };
        let at_any_time = matches!(
            line.command.as_str(),
            "ping" | "stop" | "ponder-hit" | "quit"
        );
        let known = at_any_time
            || matches!(
                line.command.as_str(),
                "hub" | "set-param" | "init" | "new-game" | "pos" | "level" | "go"
            );
        if !known {
            self.log(format!("unknown command {}", quote(&line.command)));
            return true;
        }
        if let Some(running) = &self.running {
            let to_its_end = self.batch && running.ends_itself();
            if to_its_end && line.command != "ping" {
                return false;
            }
            if !at_any_time {
                // The search was for the line before: it ends, with its result, before this one counts.
                self.stop();
                return false;
            }
        }
        match line.command.as_str() {
            "ping" => self.send("pong".to_owned()),
            "stop" => self.stop(),
            "ponder-hit" => self.ponder_hit(),
            "quit" => self.exit(),
            "hub" => self.declare(),
            "set-param" => self.set_parameter(&line),
            "init" => {
                self.actions.push_back(Action::Initialise);
                self.send("ready".to_owned());
            }
            "new-game" => {
                self.game = Some(AnyGame::new(self.rules.start()));
                self.level = Level::default();
                self.actions.push_back(Action::NewGame);
            }
            "pos" => self.position(&line),
            "level" => {
                if let Err(problem) = self.level.add(&line) {
                    self.error(&problem.to_string());
                }
            }
            _ => self.go(&line),
        }
        true
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running
            && std::mem::take(&mut running.pondering)
        {
            self.actions.push_back(Action::PonderHit);
        }
    }

    fn declare(&mut self) {
        let Identity {
            name,
            version,
            author,
            country,
        } = &self.identity;
        let id = format!(
            "id name={} version={} author={} country={}",
            quote(name),
            quote(version),
            quote(author),
            quote(country)
        );
        self.send(id);
        let lines: Vec<String> = self
            .parameters
            .iter()
            .map(|p| p.line().to_string())
            .collect();
        for line in lines {
            self.send(line);
        }
        self.send("wait".to_owned());
    }

    fn set_parameter(&mut self, line: &Line) {
        let Some(name) = line.value("name").filter(|n| !n.is_empty()) else {
            return self.error("missing name");
        };
        let text = line.value("value").unwrap_or_default();
        let Some(parameter) = self.parameters.iter_mut().find(|p| p.name == name) else {
            // Servers set what other engines have, without asking.
            return self.log(format!("no parameter {}", quote(name)));
        };
        match parameter.check(text) {
            Ok(value) => {
                let old = std::mem::replace(&mut parameter.value, value.clone());
                self.before.push((name.to_owned(), old));
                if name == "variant" {
                    self.set_variant(text);
                }
                self.actions.push_back(Action::Configure {
                    name: name.to_owned(),
                    value,
                });
            }
            Err(problem) => self.error(&refusal(&problem)),
        }
    }

    fn set_variant(&mut self, name: &str) {
        let rules = VARIANTS.iter().find(|(n, _)| *n == name).map(|&(_, r)| r);
        if let Some(rules) = rules.filter(|&r| r != self.rules) {
            self.rules = rules;
            self.game = Some(AnyGame::new(rules.start()));
        }
    }

    fn position(&mut self, line: &Line) {
        self.level = Level::default();
        self.game = None;
        let start = match line.value("pos") {
            None => Ok(self.rules.start()),
            Some(text) => hub::read(text)
                .map_err(|e| e.to_string())
                .and_then(|setup| self.rules.position(&setup).map_err(|e| e.to_string())),
        };
        let mut game = match start {
            Ok(start) => AnyGame::new(start),
            Err(problem) => {
                self.log(format!("bad position: {problem}"));
                return self.error("bad position");
            }
        };
        let mut trouble = None;
        for text in line.value("moves").unwrap_or_default().split_whitespace() {
            let read = read_move(&game, text);
            match read.and_then(|mv| Ok(game.play(&mv)?)) {
                Ok(()) => {}
                Err(problem) => {
                    trouble = Some((text, problem));
                    break;
                }
            }
        }
        let ply = game.len();
        self.game = Some(game);
        if let Some((text, problem)) = trouble {
            self.log(format!("move {text} at ply {}: {problem}", ply + 1));
            self.error(match problem {
                MoveTextError::Syntax { .. } => "bad move",
                _ => "illegal move",
            });
        }
    }

    fn go(&mut self, line: &Line) {
        let level = std::mem::take(&mut self.level);
        let mode = line
            .arguments
            .iter()
            .rev()
            .find_map(|a| match a.name.as_str() {
                "think" => Some(Mode::Think),
                "ponder" => Some(Mode::Ponder),
                "analyze" => Some(Mode::Analyze),
                _ => None,
            });
        let mode = mode.unwrap_or(Mode::Think);
        let Some(game) = self.game.clone() else {
            self.error("no position to search: the last one was bad");
            return self.send("done".to_owned());
        };
        if game.legal_moves().is_empty() {
            self.log("the game is over: no legal move".to_owned());
            return self.send("done".to_owned());
        }
        self.next_id += 1;
        self.running = Some(Running {
            id: self.next_id,
            game: game.clone(),
            limited: !level.is_unlimited(),
            pondering: mode == Mode::Ponder,
            stopping: false,
        });
        self.actions.push_back(Action::Search(Job {
            id: self.next_id,
            game,
            level,
            mode,
        }));
    }
}

fn refusal(problem: &ValueError) -> String {
    format!("bad value: {problem}")
}
