//! An engine that speaks DXP as a follower: we ask for every game.

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use damier_core::{AnyPosition, Move};
use damier_protocol::AnyGame;
use damier_protocol::dxp::{
    Config, Ending, Event, Minutes, Refusal, Role, Session, Standing, TakeBacks,
};

use super::process::Process;
use super::socket::{self, Connection};
use super::{Deadline, Fault, NewGame, Player, Remarks, Reply};
use crate::limit::{Clock, Limit};
use crate::plan::EngineSpec;

/// Between two messages of which the first may not have been read: some programs lose the second.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) struct DxpPlayer {
    session: Session,
    connection: Connection,
    /// The program, if we started it. It goes after the connection.
    process: Option<Process>,
    console: Vec<String>,
    name: String,
    own_name: bool,
    patience: Duration,
    epoch: Instant,
    sent: Option<Instant>,
    /// The move that the session asks us for: the opponent's.
    turn: u64,
    /// Since when the engine has been thinking.
    thinking: Instant,
    usable: bool,
}

/// What an engine has done, as far as a match is concerned.
enum News {
    Started,
    Refused(Option<Refusal>),
    Moved(Move),
    Illegal { text: String, problem: String },
    Over(Standing),
    Closed,
}

impl DxpPlayer {
    pub(super) fn launch(
        spec: &EngineSpec,
        command: &str,
        patience: Duration,
    ) -> Result<Self, String> {
        let port = socket::free_port()?;
        let command = command.replace("{port}", &port.to_string());
        let mut process = Process::start(&command, spec.directory.as_deref())?;
        let connection = Connection::open(&format!("127.0.0.1:{port}"), patience);
        let connection = connection.map_err(|problem| {
            if process.is_running() {
                problem
            } else {
                format!("it has left: {}", process.epitaph())
            }
        })?;
        Ok(Self::new(spec, connection, Some(process), patience))
    }

    pub(super) fn connect(
        spec: &EngineSpec,
        address: &str,
        patience: Duration,
    ) -> Result<Self, String> {
        let connection = Connection::open(address, patience)?;
        Ok(Self::new(spec, connection, None, patience))
    }

    pub(super) fn accept(
        spec: &EngineSpec,
        listener: &TcpListener,
        patience: Duration,
    ) -> Result<Self, String> {
        let connection = Connection::accept(listener, patience)?;
        Ok(Self::new(spec, connection, None, patience))
    }

    fn new(
        spec: &EngineSpec,
        connection: Connection,
        process: Option<Process>,
        patience: Duration,
    ) -> Self {
        let mut config = Config::new("damier match", Role::Initiator);
        // The arbiter decides when a game is over, and for how long to wait.
        config.ends_games = false;
        config.patience = None;
        config.take_backs = TakeBacks::Unsupported;
        config.answer_time = patience;
        Self {
            session: Session::new(config),
            connection,
            process,
            console: spec.console.clone(),
            name: spec.to_string(),
            own_name: spec.name.is_none(),
            patience,
            epoch: Instant::now(),
            sent: None,
            turn: 0,
            thinking: Instant::now(),
            usable: true,
        }
    }

    fn at(&self, instant: Instant) -> Duration {
        instant.saturating_duration_since(self.epoch)
    }

    /// What has happened until now, at most one thing.
    fn news(&mut self) -> Result<Option<News>, Fault> {
        while let Some(event) = self.session.poll() {
            let news = match event {
                Event::Send { message, pause } => {
                    if let Some(sent) = self.sent.filter(|_| pause) {
                        thread::sleep(PAUSE.saturating_sub(sent.elapsed()));
                    }
                    tracing::trace!("> {}", message.text());
                    if let Err(problem) = self.connection.send(&message.frame()) {
                        self.usable = false;
                        return Err(Fault::Gone(problem));
                    }
                    self.sent = Some(Instant::now());
                    continue;
                }
                Event::Started { opponent, .. } => {
                    if self.own_name {
                        self.name = opponent;
                    }
                    News::Started
                }
                Event::Refused(code) => News::Refused(code),
                Event::Turn(turn) => {
                    self.turn = turn.id;
                    continue;
                }
                Event::Moved { mv, .. } => News::Moved(mv),
                Event::Illegal { text, problem } => News::Illegal { text, problem },
                // The close that follows says it all.
                Event::Over(record) if record.ending == Ending::Disconnected => continue,
                Event::Over(record) => News::Over(record.their_view),
                Event::Close => News::Closed,
                Event::Chat(text) => {
                    tracing::debug!("it says: {text}");
                    continue;
                }
                Event::Note(text) => {
                    tracing::debug!("{text}");
                    continue;
                }
                Event::Abort | Event::TakenBack { .. } | Event::BackAnswer(_) => continue,
            };
            return Ok(Some(news));
        }
        Ok(None)
    }

    /// Waits for something to happen. `None` when time is up.
    fn wait(&mut self, until: Instant) -> Result<Option<(Instant, News)>, Fault> {
        let mut at = Instant::now();
        loop {
            if let Some(news) = self.news()? {
                return Ok(Some((at, news)));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.connection.next(left) {
                Some((arrived, Some(bytes))) => {
                    at = arrived;
                    let now = self.at(arrived);
                    self.session.receive(&bytes, now);
                }
                Some((arrived, None)) => {
                    at = arrived;
                    let now = self.at(arrived);
                    self.session.disconnected(now);
                }
                None => return Ok(None),
            }
        }
    }

    fn gone(&mut self) -> Fault {
        self.usable = false;
        Fault::Gone(match &mut self.process {
            Some(process) => format!("it closed the connection: {}", process.epitaph()),
            None => "it closed the connection".to_owned(),
        })
    }

    fn nonsense(&mut self, what: &str) -> Fault {
        self.usable = false;
        Fault::Gone(what.to_owned())
    }
}

impl Player for DxpPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, new: &NewGame<'_>) -> Result<(), Fault> {
        let AnyPosition::International(position) = new.game.position() else {
            return Err(self.nonsense("DXP knows one board only"));
        };
        if let Some(process) = &self.process {
            let millis = match new.limit {
                Limit::MoveTime(time) => time.as_millis(),
                _ => 0,
            };
            for line in &self.console {
                process.send(&line.replace("{ms}", &millis.to_string()));
            }
        }
        let (time, moves) = new.limit.whole_game(new.max_plies);
        let now = self.at(Instant::now());
        let time = Minutes::nearest(time);
        let asked = self
            .session
            .request(new.color, time, moves, Some(position), now);
        if let Err(problem) = asked {
            return Err(self.nonsense(&problem.to_string()));
        }
        let until = Instant::now() + self.patience;
        match self.wait(until)? {
            Some((at, News::Started)) => {
                self.thinking = at;
                Ok(())
            }
            Some((_, News::Refused(Some(code)))) => {
                Err(self.nonsense(&format!("it refuses the game: {code:?}")))
            }
            Some((_, News::Closed)) => Err(self.gone()),
            Some(_) => Err(self.nonsense("it does not answer the request for a game")),
            None => Err(self.nonsense("no answer to the request for a game")),
        }
    }

    fn go(&mut self, _: &AnyGame, clock: &Clock, margin: Duration) -> Result<Reply, Fault> {
        let deadline = Deadline::new(self.thinking, clock, margin, self.patience);
        match self.wait(Instant::now() + deadline.left())? {
            Some((at, News::Moved(mv))) => {
                let time = deadline.time_of(at).inspect_err(|_| self.usable = false)?;
                let remarks = Remarks::default();
                Ok(Reply::Move { mv, time, remarks })
            }
            Some((_, News::Illegal { text, problem })) => {
                // It believes to have moved: no game can be played with it from here.
                self.usable = false;
                Err(Fault::Illegal {
                    said: text,
                    problem,
                })
            }
            Some((_, News::Over(standing))) => Ok(Reply::Ended(standing)),
            Some((_, News::Closed)) => Err(self.gone()),
            Some(_) => Err(self.nonsense("an answer to no request")),
            None => {
                self.usable = false;
                Err(deadline.late(self.thinking.elapsed()))
            }
        }
    }

    fn told(&mut self, mv: &Move) -> Result<(), Fault> {
        // Whatever it has said since its move.
        while let Some((arrived, bytes)) = self.connection.next(Duration::ZERO) {
            let now = self.at(arrived);
            let Some(bytes) = bytes else {
                self.session.disconnected(now);
                break;
            };
            self.session.receive(&bytes, now);
        }
        match self.news()? {
            None => {}
            Some(News::Closed | News::Over(_)) => return Err(self.gone()),
            Some(_) => return Err(self.nonsense("an answer out of turn")),
        }
        let now = self.at(Instant::now());
        if let Err(problem) = self.session.play(self.turn, mv, now) {
            return Err(self.nonsense(&problem.to_string()));
        }
        let news = self.news()?;
        self.thinking = Instant::now();
        match news {
            None => Ok(()),
            Some(_) => Err(self.gone()),
        }
    }

    fn end_game(&mut self, standing: Standing) {
        let now = self.at(Instant::now());
        if self.session.end(standing, now).is_err() {
            return;
        }
        // The answer, or the session's own patience.
        let until = Instant::now() + Duration::from_secs(4);
        while Instant::now() < until {
            let step = Instant::now() + Duration::from_millis(100);
            match self.wait(step) {
                Ok(None) => {
                    let now = self.at(Instant::now());
                    self.session.tick(now);
                }
                Ok(Some((_, News::Over(_)))) => break,
                Ok(Some((_, News::Closed))) | Err(_) => {
                    self.usable = false;
                    break;
                }
                Ok(Some(_)) => {}
            }
        }
    }

    fn is_usable(&mut self) -> bool {
        let running = self.process.as_mut().is_none_or(Process::is_running);
        // It may have closed the connection after the game.
        while self.usable
            && let Some((arrived, bytes)) = self.connection.next(Duration::ZERO)
        {
            let now = self.at(arrived);
            match bytes {
                Some(bytes) => self.session.receive(&bytes, now),
                None => self.session.disconnected(now),
            }
            while let Ok(Some(_)) = self.news() {}
            self.usable &= !self.session.is_closed();
        }
        running && self.usable && self.session.is_idle()
    }
}
