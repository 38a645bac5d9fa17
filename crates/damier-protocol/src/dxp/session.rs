//! One end of a connection: games one after the other, with both clocks kept here. The time is told with every input,
//! as the time since some moment of the caller's choice.

use std::collections::VecDeque;
use std::time::Duration;

use damier_core::{Color, Game, Move, Position, Single};

use super::config::{Config, Role};
use super::event::{Event, SessionError, Turn};
use super::frame::FrameBuffer;
use super::message::{BackCode, GameMove, Message};
use super::play::Play;
use super::record::{Ending, GameRecord, Standing};
use super::request::{GameRequest, Minutes};

/// Where a connection stands.
#[derive(Debug)]
pub(super) enum State {
    Idle,
    Requested {
        request: GameRequest,
        since: Duration,
    },
    Playing(Box<Play>),
    Ending {
        record: Box<GameRecord>,
        since: Duration,
    },
    Closed,
}

/// The state of a connection.
#[derive(Debug)]
pub struct Session {
    pub(super) config: Config,
    pub(super) frames: FrameBuffer,
    pub(super) state: State,
    pub(super) events: VecDeque<Event>,
    /// Something was sent and nothing shows that it was read.
    pub(super) unanswered: bool,
    pub(super) games: u32,
    turns: u64,
    /// Answers to nonsense since the last message that made sense.
    pub(super) complaints: u32,
    /// A move was asked for and not yet made.
    thinking: bool,
}

impl Session {
    /// One end of a fresh connection.
    pub fn new(config: Config) -> Self {
        Self {
            config,
            frames: FrameBuffer::default(),
            state: State::Idle,
            events: VecDeque::new(),
            unanswered: false,
            games: 0,
            turns: 0,
            complaints: 0,
            thinking: false,
        }
    }

    /// The next event.
    pub fn poll(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Whether no game is going on and none was asked for.
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Whether the connection is to be closed.
    pub fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed)
    }

    /// The game that is going on.
    pub fn game(&self) -> Option<&Game<Single>> {
        match &self.state {
            State::Playing(play) => Some(&play.game),
            _ => None,
        }
    }

    /// Time that a side has used in the game that is going on.
    pub fn used(&self, color: Color, now: Duration) -> Option<Duration> {
        match &self.state {
            State::Playing(play) => Some(play.used(color, now)),
            _ => None,
        }
    }

    /// When [`tick`](Self::tick) should be called at the latest.
    pub fn deadline(&self) -> Option<Duration> {
        match &self.state {
            State::Requested { since, .. } => Some(*since + self.config.answer_time),
            State::Ending { since, .. } => Some(*since + self.config.end_time),
            State::Playing(play) => {
                let back = play.back.map(|(_, since)| since + self.config.answer_time);
                let overdue = self.overdue(play);
                back.into_iter().chain(overdue).min()
            }
            State::Idle | State::Closed => None,
        }
    }

    /// When the other end's time is taken to be used up.
    fn overdue(&self, play: &Play) -> Option<Duration> {
        let limit = self.limit(&play.request)?;
        let theirs = !play.ours;
        if play.game.position().turn() != theirs {
            return None;
        }
        let left = limit.saturating_sub(play.used[theirs as usize]);
        Some(play.turn_since + left + self.config.patience?)
    }

    fn limit(&self, request: &GameRequest) -> Option<Duration> {
        match request.time.duration() {
            Duration::ZERO => self.config.zero_time,
            time => Some(time),
        }
    }

    /// Asks for a game.
    pub fn request(
        &mut self,
        follower: Color,
        time: Minutes,
        moves: u16,
        position: Option<Single>,
        now: Duration,
    ) -> Result<(), SessionError> {
        match self.state {
            _ if self.config.role == Role::Follower => return Err(SessionError::Follower),
            State::Idle => {}
            State::Closed => return Err(SessionError::Closed),
            _ => return Err(SessionError::Busy),
        }
        let request = GameRequest {
            version: 1,
            name: self.config.name.clone(),
            follower,
            time,
            moves,
            position,
        };
        self.send(Message::GameRequest(Box::new(request.clone())));
        self.state = State::Requested {
            request,
            since: now,
        };
        Ok(())
    }

    /// Makes a move that was asked for with [`Event::Turn`].
    pub fn play(&mut self, turn: u64, mv: &Move, now: Duration) -> Result<(), SessionError> {
        let ours = self.thinking && turn == self.turns;
        let State::Playing(play) = &mut self.state else {
            return Err(SessionError::NoGame);
        };
        if !ours {
            return Err(SessionError::NotOurTurn);
        }
        let Some(time) = play.make(mv, now) else {
            return Err(SessionError::Illegal);
        };
        self.thinking = false;
        let seconds = time.as_secs_f64().round().min(9_999.0) as u16;
        self.send(Message::Move(GameMove::new(mv, seconds)));
        self.next_turn(now);
        Ok(())
    }

    /// Ends the game, whoever is to move: a follower should wait for its turn, but an arbiter need not.
    pub fn end(&mut self, standing: Standing, now: Duration) -> Result<(), SessionError> {
        let State::Playing(play) = &self.state else {
            return Err(SessionError::NoGame);
        };
        let ours = play.ours;
        self.end_game(Ending::Side(ours), standing, now);
        Ok(())
    }

    /// Sends text for people.
    pub fn chat(&mut self, text: &str) {
        if !self.is_closed() {
            self.send(Message::Chat(text.to_owned()));
        }
    }

    /// Asks to take moves back, so that `turn` makes its move with this number again.
    pub fn request_back(
        &mut self,
        number: u16,
        turn: Color,
        now: Duration,
    ) -> Result<(), SessionError> {
        let State::Playing(play) = &mut self.state else {
            return Err(SessionError::NoGame);
        };
        let target = play.ply(number, turn);
        let target = target.ok_or(SessionError::NoSuchMove)?;
        play.back = Some((target, now));
        self.abort();
        self.send(Message::BackRequest { number, turn });
        Ok(())
    }

    /// The connection is gone.
    pub fn disconnected(&mut self, now: Duration) {
        self.abort();
        match std::mem::replace(&mut self.state, State::Closed) {
            State::Playing(mut play) => {
                play.charge(now);
                let view = play.standing();
                let record = play.record(Ending::Disconnected, view, Standing::Unknown);
                self.events.push_back(Event::Over(Box::new(record)));
            }
            State::Ending { record, .. } => self.events.push_back(Event::Over(record)),
            State::Requested { .. } => self.events.push_back(Event::Refused(None)),
            State::Idle => {}
            State::Closed => return,
        }
        self.events.push_back(Event::Close);
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Duration) {
        if self.deadline().is_none_or(|at| now < at) {
            return;
        }
        match &mut self.state {
            State::Requested { .. } => {
                self.state = State::Idle;
                self.note("no answer to the request for a game");
                self.events.push_back(Event::Refused(None));
            }
            State::Ending { .. } => {
                self.note("no answer to the game end");
                self.game_over();
            }
            State::Playing(play) => {
                let theirs = !play.ours;
                let unanswered = play
                    .back
                    .is_some_and(|(_, t)| now >= t + self.config.answer_time);
                if unanswered {
                    play.back = None;
                    self.note("no answer to the wish to take moves back");
                    self.events.push_back(Event::BackAnswer(BackCode::Refused));
                    self.continue_turn(now);
                } else {
                    self.note(&format!("{theirs} has used up its time"));
                    self.end_game(Ending::Time(theirs), Standing::Won(!theirs), now);
                }
            }
            State::Idle | State::Closed => {}
        }
    }

    /// Whoever is to move begins to think.
    pub(super) fn next_turn(&mut self, now: Duration) {
        if let State::Playing(play) = &mut self.state {
            play.turn_since = now;
        }
        self.continue_turn(now);
    }

    pub(super) fn continue_turn(&mut self, now: Duration) {
        let State::Playing(play) = &self.state else {
            return;
        };
        if play.game.position().turn() != play.ours || play.back.is_some() {
            return;
        }
        if self.config.ends_games {
            let limit = 2 * usize::from(play.request.moves);
            if let Some(outcome) = play.game.outcome() {
                return self.end_game(Ending::Rules(outcome), outcome.into(), now);
            }
            if limit > 0 && play.game.len() >= limit {
                return self.end_game(Ending::MoveLimit, Standing::Unknown, now);
            }
        }
        let used = play.used(play.ours, now);
        let turn = Turn {
            id: self.turns + 1,
            game: play.game.clone(),
            remaining: self.limit(&play.request).map(|t| t.saturating_sub(used)),
            moves_to_go: play.moves_to_go(),
        };
        self.turns += 1;
        self.thinking = true;
        self.events.push_back(Event::Turn(turn));
    }

    /// This end ends the game and waits a little for the answer.
    fn end_game(&mut self, ending: Ending, standing: Standing, now: Duration) {
        self.abort();
        let State::Playing(mut play) = std::mem::replace(&mut self.state, State::Idle) else {
            return;
        };
        play.charge(now);
        let reason = standing.reason(play.ours);
        let view = play.standing().with(standing);
        let record = play.record(ending, view, Standing::Unknown);
        self.send(Message::GameEnd {
            reason,
            stop: self.is_last_game(),
        });
        self.state = State::Ending {
            record: Box::new(record),
            since: now,
        };
    }

    fn is_last_game(&self) -> bool {
        self.config.games.is_some_and(|games| self.games >= games)
    }

    /// The end of a game was answered, or will not be.
    pub(super) fn game_over(&mut self) {
        if let State::Ending { record, .. } = std::mem::replace(&mut self.state, State::Idle) {
            self.events.push_back(Event::Over(record));
            self.after_game(false);
        }
    }

    pub(super) fn after_game(&mut self, stop: bool) {
        if stop || self.is_last_game() {
            self.close();
        }
    }

    pub(super) fn close(&mut self) {
        self.state = State::Closed;
        self.events.push_back(Event::Close);
    }

    pub(super) fn abort(&mut self) {
        if std::mem::take(&mut self.thinking) {
            self.events.push_back(Event::Abort);
        }
    }

    pub(super) fn send(&mut self, message: Message) {
        let pause = std::mem::replace(&mut self.unanswered, true);
        self.events.push_back(Event::Send { message, pause });
    }

    pub(super) fn note(&mut self, text: &str) {
        self.events.push_back(Event::Note(text.to_owned()));
    }
}
