//! What comes in from the other end, message by message.

use std::time::Duration;

use damier_core::{Color, Position};

use super::config::{Role, TakeBacks};
use super::event::Event;
use super::message::{BackCode, GameMove, Message, MessageError, Reason, Refusal};
use super::play::Play;
use super::record::{Ending, Standing};
use super::request::GameRequest;
use super::session::{Session, State};

/// Answers to nonsense in a row.
const MOST_COMPLAINTS: u32 = 20;

impl Session {
    /// Takes in bytes.
    pub fn receive(&mut self, bytes: &[u8], now: Duration) {
        self.frames.push(bytes);
        while let Some(frame) = self.frames.next() {
            if self.is_closed() {
                return;
            }
            match frame.map(|bytes| Message::read(&bytes).map_err(|e| (e, bytes))) {
                Ok(Ok(message)) => self.message(message, now),
                Ok(Err((problem, bytes))) => self.unreadable(&problem, &bytes),
                Err(problem) => self.note(&problem.to_string()),
            }
        }
    }

    fn unreadable(&mut self, problem: &MessageError, bytes: &[u8]) {
        let text: String = bytes.iter().map(|&b| char::from(b)).collect();
        self.note(&format!("{text:?} is no message: {problem}"));
        match (problem.header, &self.state) {
            // Every request has an answer; a later version may look different altogether.
            ('R', _) => {
                let version = text.get(1..3).and_then(|v| v.parse::<u8>().ok());
                self.refuse(match version {
                    Some(..=1) => Refusal::ThisGame,
                    _ => Refusal::Version,
                });
            }
            ('M', State::Playing(play)) if play.game.position().turn() != play.ours => {
                self.illegal(text, problem.problem.to_string());
            }
            _ => {}
        }
    }

    fn message(&mut self, message: Message, now: Duration) {
        if let Message::Chat(text) = message {
            // May stand between any two messages and says nothing about what was read.
            return self.events.push_back(Event::Chat(text));
        }
        self.unanswered = false;
        match message {
            Message::GameRequest(request) => self.requested(*request, now),
            Message::GameAccept { name, refusal } => self.accepted(name, refusal, now),
            Message::Move(mv) => self.moved(&mv, now),
            Message::GameEnd { reason, stop } => self.ended(reason, stop, now),
            Message::BackRequest { number, turn } => self.back_requested(number, turn, now),
            Message::BackAccept(code) => self.back_answered(code, now),
            Message::Chat(_) => {}
        }
    }

    fn requested(&mut self, request: GameRequest, now: Duration) {
        if matches!(self.state, State::Ending { .. }) {
            // Some programs do not answer a game end: the next request says that they have read it.
            self.game_over();
        }
        if request.version > 1 {
            self.note(&format!("version {} was asked for", request.version));
            return self.refuse(Refusal::Version);
        }
        match &self.state {
            State::Idle if self.config.role == Role::Follower => {
                self.send(Message::GameAccept {
                    name: self.config.name.clone(),
                    refusal: None,
                });
                let (ours, opponent) = (request.follower, request.name.clone());
                self.start(request, ours, opponent, now);
            }
            State::Closed => {}
            State::Playing(_) => {
                self.note("a request although a game is going on");
                self.refuse(Refusal::ThisGame);
            }
            _ => {
                self.note("this end asks for the games");
                self.refuse(Refusal::ThisGame);
            }
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        let name = self.config.name.clone();
        self.complain(Message::GameAccept {
            name,
            refusal: Some(refusal),
        });
    }

    /// Answers what makes no sense. Who sends nothing else gets no answer after a while, or two programs that do
    /// not understand each other would talk for ever.
    fn complain(&mut self, message: Message) {
        if self.complaints < MOST_COMPLAINTS {
            self.complaints += 1;
            self.send(message);
        }
    }

    fn accepted(&mut self, name: String, refusal: Option<Refusal>, now: Duration) {
        match (std::mem::replace(&mut self.state, State::Idle), refusal) {
            (State::Requested { request, .. }, None) => {
                let ours = !request.follower;
                self.start(request, ours, name, now);
            }
            (State::Requested { .. }, Some(refusal)) => {
                self.events.push_back(Event::Refused(Some(refusal)));
            }
            (state, _) => {
                self.state = state;
                self.note("an answer to no request");
            }
        }
    }

    fn start(&mut self, request: GameRequest, ours: Color, opponent: String, now: Duration) {
        self.games += 1;
        self.complaints = 0;
        self.events.push_back(Event::Started {
            request: request.clone(),
            opponent: opponent.clone(),
            ours,
        });
        let play = Play::new(request, opponent, ours, now);
        self.state = State::Playing(Box::new(play));
        self.next_turn(now);
    }

    fn moved(&mut self, sent: &GameMove, now: Duration) {
        let State::Playing(play) = &mut self.state else {
            return self.note(&format!("move {sent} although no game is going on"));
        };
        if play.game.position().turn() == play.ours {
            self.complain(Message::Chat("it is not your turn".to_owned()));
            return self.note(&format!("move {sent} out of turn"));
        }
        let legal = play.game.position().legal_moves();
        let made = sent.find(&legal);
        if let Some((mv, time)) = made.and_then(|mv| Some((mv, play.make(&mv, now)?))) {
            self.complaints = 0;
            self.events.push_back(Event::Moved { mv, time });
            self.next_turn(now);
        } else {
            let choices: Vec<String> = legal.iter().take(4).map(ToString::to_string).collect();
            let problem = format!("expected one of {}", choices.join(" "));
            self.illegal(sent.to_string(), problem);
        }
    }

    fn illegal(&mut self, text: String, problem: String) {
        self.complain(Message::Chat(format!("illegal move {text}: {problem}")));
        self.events.push_back(Event::Illegal { text, problem });
    }

    fn ended(&mut self, reason: Reason, stop: bool, now: Duration) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Playing(mut play) => {
                self.abort();
                play.charge(now);
                let theirs = !play.ours;
                let their_view = Standing::of(reason, theirs);
                let our_view = play.standing();
                let ending = play
                    .game
                    .outcome()
                    .map_or(Ending::Side(theirs), Ending::Rules);
                let record = play.record(ending, our_view, their_view);
                self.send(Message::GameEnd {
                    reason: Reason::Unknown,
                    stop,
                });
                self.events.push_back(Event::Over(Box::new(record)));
                self.after_game(stop);
            }
            State::Ending { record, since } => {
                // The reason is no news: many programs echo the one they got.
                self.state = State::Ending { record, since };
                self.game_over();
                if stop && !self.is_closed() {
                    self.close();
                }
            }
            State::Closed => self.state = State::Closed,
            state if stop => {
                let asked = matches!(state, State::Requested { .. });
                if asked {
                    self.events
                        .push_back(Event::Refused(Some(Refusal::AnyGame)));
                }
                self.close();
            }
            state => {
                self.state = state;
                self.note("a game end although no game is going on");
            }
        }
    }

    fn back_requested(&mut self, number: u16, turn: Color, now: Duration) {
        let State::Playing(play) = &mut self.state else {
            self.note("the wish to take moves back although no game is going on");
            return self.complain(Message::BackAccept(BackCode::Refused));
        };
        let target = play.ply(number, turn);
        let (code, problem) = match (self.config.take_backs, target) {
            (TakeBacks::Unsupported, _) => (BackCode::Unsupported, "not done here"),
            (TakeBacks::Refuse, _) => (BackCode::Refused, "refused"),
            (TakeBacks::Accept, None) => (BackCode::Refused, "no such move"),
            (TakeBacks::Accept, Some(target)) => {
                play.take_back(target, now);
                self.abort();
                self.send(Message::BackAccept(BackCode::Accepted));
                self.events.push_back(Event::TakenBack { ply: target });
                return self.next_turn(now);
            }
        };
        self.complain(Message::BackAccept(code));
        self.note(&format!(
            "move {number} of {turn} was to be taken back: {problem}"
        ));
    }

    fn back_answered(&mut self, code: BackCode, now: Duration) {
        let asked = match &mut self.state {
            State::Playing(play) => play.back.take().map(|(ply, _)| (play, ply)),
            _ => None,
        };
        let Some((play, target)) = asked else {
            return self.note("an answer to no wish to take moves back");
        };
        self.events.push_back(Event::BackAnswer(code));
        if code == BackCode::Accepted {
            // The other end may have moved in the meantime: both go back from wherever they are.
            play.take_back(target, now);
            self.events.push_back(Event::TakenBack { ply: target });
            self.next_turn(now);
        } else {
            self.continue_turn(now);
        }
    }
}
