//! One connection: bytes and moves go into a session, messages and searches come out.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use damier_core::{Color, Single};
use damier_protocol::AnyGame;
use damier_protocol::dxp::{Config, Event, Message, Minutes, Role, Session, Turn};
use damier_protocol::hub::Mode;
use damier_search::{Clock, Limits};

use super::net;
use super::record::Records;
use crate::args::DxpArgs;
use crate::brain::{Brain, Task};
use crate::worker::{Report, Worker};

/// Between two messages that are not answered one by one: some programs lose the second of two that come together.
const PAUSE: Duration = Duration::from_millis(100);

/// Kept from the search, for what lies between the two clocks.
const LAG: Duration = Duration::from_millis(50);

/// The time of a move in a game without a clock.
const NO_CLOCK: Duration = Duration::from_secs(1);

/// Inputs that may wait; more are held back where they come from.
const MOST_WAITING: usize = 16;

enum Input {
    Bytes(Vec<u8>),
    Gone,
    Report(Report),
}

/// How a connection ended.
pub(super) enum Left {
    /// After its games, or because the other end left.
    Games,
    /// Without the game that was asked for.
    Refused(String),
}

/// What our games are like.
pub(super) struct Connection {
    session: Session,
    initiator: bool,
    time: Minutes,
    moves: u16,
    position: Option<Single>,
    ours: Color,
    limits: Limits,
    epoch: Instant,
    sent: Option<Instant>,
    left: Left,
}

impl Connection {
    pub(super) fn new(config: Config, args: &DxpArgs) -> Self {
        let whole = Minutes::whole(args.time);
        let time = if whole.duration() == args.time {
            whole
        } else {
            Minutes::nearest(args.time)
        };
        Self {
            initiator: config.role == Role::Initiator,
            session: Session::new(config),
            time,
            moves: args.moves,
            position: args.position,
            ours: args.color.into(),
            limits: args.limits(),
            epoch: Instant::now(),
            sent: None,
            left: Left::Games,
        }
    }

    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    /// Plays until one of the ends has had enough. Gives the brain back, and leaves no thread behind.
    pub(super) fn run(
        mut self,
        stream: &TcpStream,
        brain: Box<dyn Brain>,
        records: &mut Records,
    ) -> Result<(Left, Box<dyn Brain>)> {
        net::prepare(stream)?;
        let (sender, inputs) = mpsc::sync_channel(MOST_WAITING);
        let reader = read(stream.try_clone()?, sender.clone())?;
        let mut worker = Worker::start(brain, move |report| {
            matches!(report, Report::Progress(..)) || sender.send(Input::Report(report)).is_ok()
        })?;
        self.talk(stream, &inputs, &mut worker, records);
        // Whoever is blocked on one of these notices and ends.
        let _ = stream.shutdown(Shutdown::Both);
        drop(inputs);
        let brain = worker.finish()?;
        let _ = reader.join();
        Ok((self.left, brain))
    }

    fn talk(
        &mut self,
        stream: &TcpStream,
        inputs: &Receiver<Input>,
        worker: &mut Worker,
        records: &mut Records,
    ) {
        if self.initiator {
            self.request();
        }
        loop {
            if !self.act(stream, worker, records) {
                return;
            }
            let deadline = self.session.deadline();
            let wait = deadline.map(|at| at.saturating_sub(self.now()));
            let input = match wait {
                None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => inputs.recv_timeout(wait),
            };
            let now = self.now();
            match input {
                Ok(Input::Bytes(bytes)) => self.session.receive(&bytes, now),
                Ok(Input::Gone) | Err(RecvTimeoutError::Disconnected) => {
                    self.session.disconnected(now);
                }
                Ok(Input::Report(Report::Found { id, best, .. })) => self.answer(id, best, now),
                Ok(Input::Report(Report::Progress(..))) => {}
                Err(RecvTimeoutError::Timeout) => self.session.tick(now),
            }
        }
    }

    /// Asks for the next game.
    fn request(&mut self) {
        let (follower, now) = (!self.ours, self.now());
        self.ours = !self.ours;
        let asked = self
            .session
            .request(follower, self.time, self.moves, self.position, now);
        if let Err(problem) = asked {
            tracing::error!("{problem}");
        }
    }

    fn answer(&mut self, turn: u64, best: Option<damier_core::Move>, now: Duration) {
        // The answer to a turn that is no longer ours is dropped by the session.
        let legal = || {
            let game = self.session.game()?;
            damier_core::Position::legal_moves(game.position())
                .first()
                .copied()
        };
        if let Some(mv) = best.or_else(legal) {
            let _ = self.session.play(turn, &mv, now);
        }
    }

    /// Does what the session asks for; false when the connection is to be closed.
    fn act(&mut self, stream: &TcpStream, worker: &mut Worker, records: &mut Records) -> bool {
        let mut another = false;
        while let Some(event) = self.session.poll() {
            match event {
                Event::Send { message, pause } => {
                    if let Err(problem) = self.send(stream, &message, pause) {
                        tracing::info!("sending: {problem}");
                        let now = self.now();
                        self.session.disconnected(now);
                    }
                }
                Event::Started {
                    ours,
                    opponent,
                    request,
                } => {
                    let (time, moves) = (request.time, request.moves);
                    tracing::info!(
                        "we are {ours} against {opponent}, {time} minutes, {moves} moves"
                    );
                    worker.new_game();
                }
                Event::Refused(code) => {
                    self.left = Left::Refused(match code {
                        Some(code) => format!("refused ({code:?})"),
                        None => "no answer".to_owned(),
                    });
                    if self.initiator {
                        return false;
                    }
                }
                Event::Turn(turn) => {
                    let id = turn.id;
                    worker.search(id, self.task(turn), false);
                }
                Event::Abort => worker.stop(),
                Event::Moved { mv, time } => {
                    tracing::info!("{mv} after {:.1} s", time.as_secs_f64());
                }
                Event::Illegal { text, problem } => tracing::warn!("illegal {text}: {problem}"),
                Event::Over(record) => {
                    records.add(&record);
                    another = self.initiator;
                }
                Event::Chat(text) => tracing::info!("they say: {text}"),
                Event::Note(text) => tracing::debug!("{text}"),
                Event::Close => return false,
                Event::TakenBack { ply } => tracing::info!("taken back to ply {ply}"),
                Event::BackAnswer(code) => tracing::info!("taking back: {code:?}"),
            }
        }
        if another && self.session.is_idle() {
            self.request();
            return self.act(stream, worker, records);
        }
        true
    }

    fn send(&mut self, mut stream: &TcpStream, message: &Message, pause: bool) -> io::Result<()> {
        if let Some(sent) = self.sent.filter(|_| pause) {
            thread::sleep(PAUSE.saturating_sub(sent.elapsed()));
        }
        tracing::debug!("< {}", message.text());
        stream.write_all(&message.frame())?;
        self.sent = Some(Instant::now());
        Ok(())
    }

    fn task(&self, turn: Turn) -> Task {
        let mut limits = self.limits;
        limits.clock = turn.remaining.map(|remaining| Clock {
            remaining: remaining.saturating_sub(LAG),
            increment: Duration::ZERO,
            moves_to_go: turn.moves_to_go,
        });
        let unlimited = limits.clock.is_none()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.move_time.is_none();
        if unlimited {
            limits.move_time = Some(NO_CLOCK);
        }
        Task {
            game: AnyGame::from(turn.game),
            limits,
            mode: Mode::Think,
        }
    }
}

fn read(mut stream: TcpStream, sender: SyncSender<Input>) -> Result<JoinHandle<()>> {
    let read = move || {
        let mut bytes = [0; 4096];
        loop {
            let input = match stream.read(&mut bytes) {
                Ok(0) => Input::Gone,
                Ok(count) => Input::Bytes(bytes.get(..count).unwrap_or_default().to_vec()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => Input::Gone,
            };
            let gone = matches!(input, Input::Gone);
            if sender.send(input).is_err() || gone {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("connection".to_owned())
        .spawn(read)
        .context("no thread for the connection")
        .map_err(|e| anyhow!(e))
}
