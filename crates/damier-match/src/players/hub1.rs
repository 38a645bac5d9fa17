//! An engine that speaks the Hub dialect of 2015, which has no document: its lines were learned from Scan 2.0.

use std::time::{Duration, Instant};

use damier_core::Move;
use damier_protocol::AnyGame;
use damier_protocol::dxp::Standing;
use damier_protocol::hub::{Info, Line, read_move};

use super::process::{Output, Process};
use super::{Deadline, Fault, NewGame, Player, Remarks, Reply};
use crate::limit::{Clock, Limit};
use crate::plan::EngineSpec;

pub(super) struct Hub1Player {
    process: Process,
    name: String,
    usable: bool,
    patience: Duration,
    limit: Limit,
}

impl Hub1Player {
    pub(super) fn start(
        spec: &EngineSpec,
        command: &str,
        patience: Duration,
    ) -> Result<Self, String> {
        let mut player = Self {
            process: Process::start(command, spec.directory.as_deref())?,
            name: spec.name.clone().unwrap_or_else(|| command.to_owned()),
            usable: true,
            patience,
            limit: Limit::default(),
        };
        player.process.send("hub");
        player.wait_for("wait", spec.name.is_none())?;
        for (name, value) in &spec.options {
            player.process.send(&format!("set {name} {value}"));
        }
        player.process.send("init");
        player.wait_for("ready", false)?;
        Ok(player)
    }

    fn wait_for(&mut self, word: &str, take_name: bool) -> Result<(), String> {
        let until = Instant::now() + self.patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.process.next(left) {
                Some((_, Output::Line(text))) => {
                    let mut words = text.split_whitespace();
                    match words.next() {
                        Some(first) if first == word => return Ok(()),
                        Some("name") if take_name => {
                            self.name = words.collect::<Vec<_>>().join(" ");
                        }
                        _ => {}
                    }
                }
                Some((_, Output::End)) => {
                    return Err(format!("it has left: {}", self.process.epitaph()));
                }
                None => {
                    return Err(format!(
                        "no {word} within {} s",
                        self.patience.as_secs_f64()
                    ));
                }
            }
        }
    }

    fn limits(&self, clock: &Clock) -> Result<String, Fault> {
        match self.limit {
            Limit::MoveTime(time) => Ok(format!("time {}", time.as_millis())),
            Limit::Depth(depth) => Ok(format!("depth {depth}")),
            // Its commands for clocks are not known here: a share of the time left keeps it.
            Limit::Clock { .. } => {
                let allowed = clock.allowed().unwrap_or_default();
                Ok(format!("time {}", (allowed / 30).as_millis().max(1)))
            }
            Limit::Nodes(_) => Err(Fault::Gone("Hub 1 has no limit of nodes".to_owned())),
        }
    }

    fn gone(&mut self) -> Fault {
        self.usable = false;
        Fault::Gone(self.process.epitaph())
    }
}

impl Player for Hub1Player {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, new: &NewGame<'_>) -> Result<(), Fault> {
        self.limit = new.limit;
        self.process.send("new");
        Ok(())
    }

    fn go(&mut self, game: &AnyGame, clock: &Clock, margin: Duration) -> Result<Reply, Fault> {
        while let Some((_, output)) = self.process.next(Duration::ZERO) {
            if matches!(output, Output::End) {
                return Err(self.gone());
            }
        }
        let limits = self.limits(clock)?;
        let told = game.since_irreversible();
        let start = AnyGame::new(told.start()).hub();
        let (side, squares) = start.split_at(1);
        self.process
            .send(&format!("pos {}{squares}", side.to_lowercase()));
        for mv in told.moves() {
            self.process.send(&format!("move {mv}"));
        }
        self.process.send(&limits);
        self.process.send("go");
        let deadline = Deadline::new(Instant::now(), clock, margin, self.patience);
        let mut remarks = Remarks::default();
        loop {
            let Some((at, output)) = self.process.next(deadline.left()) else {
                // Nothing tells its late answer from the next one.
                self.usable = false;
                return Err(deadline.late(deadline.allowed + deadline.margin));
            };
            let Output::Line(text) = output else {
                return Err(self.gone());
            };
            let mut words = text.split_whitespace();
            match (words.next(), words.next()) {
                (Some("move"), Some(said)) => {
                    let time = deadline.time_of(at)?;
                    return match read_move(game, said) {
                        Ok(mv) => Ok(Reply::Move { mv, time, remarks }),
                        Err(problem) => Err(Fault::Illegal {
                            said: said.to_owned(),
                            problem: problem.to_string(),
                        }),
                    };
                }
                (Some("info"), _) => {
                    if let Ok(Some(line)) = Line::read(&text) {
                        let info = Info::read(&line);
                        remarks = Remarks {
                            score: info.score.map(|s| s.hundredths() as f64 / 100.0),
                            depth: info.depth.or(remarks.depth),
                            nodes: info.nodes.or(remarks.nodes),
                        };
                    }
                }
                _ => {}
            }
        }
    }

    fn told(&mut self, _: &Move) -> Result<(), Fault> {
        Ok(())
    }

    fn end_game(&mut self, _: Standing) {}

    fn is_usable(&mut self) -> bool {
        self.usable && self.process.is_running()
    }
}

impl Drop for Hub1Player {
    fn drop(&mut self) {
        self.process.send("quit");
    }
}
