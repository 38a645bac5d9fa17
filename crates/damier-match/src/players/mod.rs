//! Who plays: engines behind a protocol, or a random mover. A player answers, is late, says something illegal, or is
//! gone; it decides nothing about the game.

mod dxp;
mod hub;
mod hub1;
mod process;
mod random;
mod socket;

use std::net::TcpListener;
use std::time::{Duration, Instant};

use damier_core::{Color, Move, Rules};
use damier_protocol::AnyGame;
use damier_protocol::dxp::Standing;

use crate::limit::{Clock, Limit};
use crate::plan::{EngineSpec, Link, Plan};

/// What is known of a move besides the move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Remarks {
    /// In men, on the scale of Hub, from the mover's view.
    pub(crate) score: Option<f64>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// What a player answers.
#[derive(Debug)]
pub(crate) enum Reply {
    /// A legal move.
    Move {
        mv: Move,
        time: Duration,
        remarks: Remarks,
    },
    /// It ended the game, as its protocol lets it do, and this is how it says the game stands.
    Ended(Standing),
}

/// What a player does wrong.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It answered too late, or not within the time given here.
    Late { time: Duration, allowed: Duration },
    /// It said something that is no legal move.
    Illegal { said: String, problem: String },
    /// It is gone, or does not do what it must.
    Gone(String),
}

/// A game that begins.
pub(crate) struct NewGame<'a> {
    pub(crate) number: u64,
    /// The opening, played.
    pub(crate) game: &'a AnyGame,
    /// What the player plays.
    pub(crate) color: Color,
    pub(crate) limit: Limit,
    /// After so many plies the game is stopped.
    pub(crate) max_plies: usize,
}

/// A player.
pub(crate) trait Player {
    /// What it calls itself.
    fn name(&self) -> &str;
    /// A game begins. If the player is to move its time may run from here on.
    fn new_game(&mut self, new: &NewGame<'_>) -> Result<(), Fault>;
    /// Asks for a move. `clock` is the player's own, `margin` how late it may be.
    fn go(&mut self, game: &AnyGame, clock: &Clock, margin: Duration) -> Result<Reply, Fault>;
    /// The opponent has moved. If the player is to move its time may run from here on.
    fn told(&mut self, mv: &Move) -> Result<(), Fault>;
    /// The game is over.
    fn end_game(&mut self, standing: Standing);
    /// Whether another game can be played without starting the player anew.
    fn is_usable(&mut self) -> bool;
}

/// Starts players.
pub(crate) struct Launcher {
    specs: [EngineSpec; 2],
    rules: Rules,
    patience: Duration,
    /// Where engines connect to us, one socket for the whole match.
    listeners: [Option<TcpListener>; 2],
}

impl Launcher {
    pub(crate) fn new(plan: &Plan) -> Result<Self, (usize, String)> {
        let mut listeners = [None, None];
        for (i, spec) in plan.engines.iter().enumerate() {
            if let Link::DxpListen { address } = &spec.link {
                let listener = socket::listen(address).map_err(|problem| (i, problem))?;
                listeners[i] = Some(listener);
            }
        }
        Ok(Self {
            specs: plan.engines.clone(),
            rules: plan.rules,
            patience: plan.patience,
            listeners,
        })
    }

    /// A player for an engine, ready for a game.
    pub(crate) fn launch(&self, engine: usize) -> Result<Box<dyn Player>, String> {
        let spec = &self.specs[engine];
        let dxp = matches!(
            spec.link,
            Link::Dxp { .. } | Link::DxpConnect { .. } | Link::DxpListen { .. }
        );
        if dxp && self.rules != Rules::International {
            return Err(format!(
                "DXP knows one board only: {} cannot be played",
                self.rules
            ));
        }
        let patience = self.patience;
        Ok(match &spec.link {
            Link::Hub { command } => {
                Box::new(hub::HubPlayer::start(spec, command, self.rules, patience)?)
            }
            Link::Hub1 { command } => {
                if self.rules != Rules::International {
                    return Err(format!("Hub 1 does not know {}", self.rules));
                }
                Box::new(hub1::Hub1Player::start(spec, command, patience)?)
            }
            Link::Dxp { command } => Box::new(dxp::DxpPlayer::launch(spec, command, patience)?),
            Link::DxpConnect { address } => {
                Box::new(dxp::DxpPlayer::connect(spec, address, patience)?)
            }
            Link::DxpListen { .. } => {
                let listener = self.listeners[engine].as_ref().ok_or("nobody listens")?;
                Box::new(dxp::DxpPlayer::accept(spec, listener, patience)?)
            }
            Link::Random { seed } => Box::new(random::RandomPlayer::new(*seed)),
        })
    }
}

/// When an answer is late at the latest: with a clock its limit and the margin, without one the patience.
pub(crate) struct Deadline {
    start: Instant,
    allowed: Duration,
    margin: Duration,
}

impl Deadline {
    pub(crate) fn new(start: Instant, clock: &Clock, margin: Duration, patience: Duration) -> Self {
        Self {
            start,
            allowed: clock.allowed().unwrap_or(patience),
            margin: clock.allowed().map_or(Duration::ZERO, |_| margin),
        }
    }

    /// How long there is still to wait.
    pub(crate) fn left(&self) -> Duration {
        (self.allowed + self.margin).saturating_sub(self.start.elapsed())
    }

    /// The time of an answer that arrived at this moment, if it was in time.
    pub(crate) fn time_of(&self, arrived: Instant) -> Result<Duration, Fault> {
        let time = arrived.saturating_duration_since(self.start);
        if time <= self.allowed + self.margin {
            Ok(time)
        } else {
            Err(self.late(time))
        }
    }

    pub(crate) fn late(&self, time: Duration) -> Fault {
        Fault::Late {
            time,
            allowed: self.allowed,
        }
    }
}
