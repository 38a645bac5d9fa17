//! An engine that speaks Hub.

use std::time::{Duration, Instant};

use damier_core::{Move, Rules};
use damier_protocol::AnyGame;
use damier_protocol::dxp::Standing;
use damier_protocol::hub::{Driver, Event, Info, Mode};

use super::process::{Output, Process};
use super::{Deadline, Fault, NewGame, Player, Remarks, Reply};
use crate::limit::Clock;
use crate::plan::EngineSpec;

/// How long an engine that was too late may take to come to its senses.
const RECOVERY: Duration = Duration::from_secs(2);

pub(super) struct HubPlayer {
    process: Process,
    driver: Driver,
    name: String,
    usable: bool,
    patience: Duration,
    /// What it complained of last.
    complaint: Option<String>,
}

impl HubPlayer {
    pub(super) fn start(
        spec: &EngineSpec,
        command: &str,
        rules: Rules,
        patience: Duration,
    ) -> Result<Self, String> {
        let mut player = Self {
            process: Process::start(command, spec.directory.as_deref())?,
            driver: Driver::new(spec.history),
            name: command.to_owned(),
            usable: true,
            patience,
            complaint: None,
        };
        player.driver.start();
        let hint = "does it need an argument such as hub?";
        player.wait_for(&Event::Declared, "hub", hint)?;
        let identity = player.driver.identity();
        let own = format!("{} {}", identity.name, identity.version);
        player.name = spec.name.clone().unwrap_or(own.trim().to_owned());
        player.set_variant(rules)?;
        for (name, value) in &spec.options {
            player.driver.set(name, value).map_err(|e| e.to_string())?;
        }
        player.driver.initialise();
        player.wait_for(&Event::Ready, "init", "")?;
        match player.complaint.take() {
            // Something it was told to do and could not: better now than in a hundred games.
            Some(complaint) => Err(format!("it says: {complaint}")),
            None => Ok(player),
        }
    }

    fn set_variant(&mut self, rules: Rules) -> Result<(), String> {
        let variant = match rules.to_string().as_str() {
            "international" => "normal".to_owned(),
            other => other.replace(':', "-"),
        };
        let declared = self
            .driver
            .declarations()
            .iter()
            .find(|d| d.name == "variant");
        match declared {
            Some(declared) if declared.values.contains(&variant) => self
                .driver
                .set("variant", &variant)
                .map_err(|e| e.to_string()),
            None if rules == Rules::International => Ok(()),
            _ => Err(format!(
                "it has no parameter variant with the value {variant}: it does not play {rules}"
            )),
        }
    }

    fn wait_for(&mut self, wanted: &Event, said: &str, hint: &str) -> Result<(), String> {
        let until = Instant::now() + self.patience;
        loop {
            while let Some(event) = self.driver.poll() {
                match event {
                    Event::Send(line) => self.process.send(&line),
                    Event::Error(message) => self.complaint = Some(message),
                    event if event == *wanted => return Ok(()),
                    _ => {}
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.next(left) {
                Some((_, Output::Line(line))) => self.driver.receive(&line),
                Some((_, Output::End)) => {
                    return Err(format!("it has left: {}", self.process.epitaph()));
                }
                None => {
                    let seconds = self.patience.as_secs_f64();
                    let text = format!("no answer to {said} within {seconds} s; {hint}");
                    return Err(text.trim_end_matches(['/', ' ', ';']).to_owned());
                }
            }
        }
    }

    fn flush(&mut self) {
        while let Some(event) = self.driver.poll() {
            match event {
                Event::Send(line) => self.process.send(&line),
                Event::Error(message) => self.complaint = Some(message),
                _ => {}
            }
        }
    }

    /// Has the engine stop and waits for it a little, so that the next game finds it idle.
    fn recover(&mut self, id: damier_protocol::hub::SearchId) -> Option<Instant> {
        self.driver.cancel(id);
        self.flush();
        let until = Instant::now() + RECOVERY;
        while self.driver.is_searching() {
            let left = until.saturating_duration_since(Instant::now());
            match self.process.next(left) {
                Some((at, Output::Line(line))) => {
                    self.driver.receive(&line);
                    self.flush();
                    if !self.driver.is_searching() {
                        return Some(at);
                    }
                }
                Some((_, Output::End)) | None => break,
            }
        }
        self.usable = false;
        None
    }

    fn gone(&mut self) -> Fault {
        self.usable = false;
        Fault::Gone(self.process.epitaph())
    }
}

fn remarks(info: &Info) -> Remarks {
    Remarks {
        score: info.score.map(|s| s.hundredths() as f64 / 100.0),
        depth: info.depth,
        nodes: info.nodes,
    }
}

impl Player for HubPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: &NewGame<'_>) -> Result<(), Fault> {
        self.driver.new_game();
        self.flush();
        Ok(())
    }

    fn go(&mut self, game: &AnyGame, clock: &Clock, margin: Duration) -> Result<Reply, Fault> {
        // What was said between two searches is about neither.
        while let Some((_, output)) = self.process.next(Duration::ZERO) {
            match output {
                Output::Line(line) => self.driver.receive(&line),
                Output::End => return Err(self.gone()),
            }
        }
        self.flush();
        self.complaint = None;
        let id = self.driver.search(game, &clock.level(), Mode::Think);
        self.flush();
        let deadline = Deadline::new(Instant::now(), clock, margin, self.patience);
        let mut told = Remarks::default();
        loop {
            let Some((at, output)) = self.process.next(deadline.left()) else {
                let answered = self.recover(id);
                let time = answered.unwrap_or_else(Instant::now);
                return Err(match deadline.time_of(time) {
                    Err(late) => late,
                    Ok(time) => deadline.late(time),
                });
            };
            match output {
                Output::Line(line) => self.driver.receive(&line),
                Output::End => return Err(self.gone()),
            }
            while let Some(event) = self.driver.poll() {
                match event {
                    Event::Send(line) => self.process.send(&line),
                    Event::Info { info, .. } => {
                        let news = remarks(&info);
                        told = Remarks {
                            score: news.score.or(told.score),
                            depth: news.depth.or(told.depth),
                            nodes: news.nodes.or(told.nodes),
                        };
                    }
                    Event::Done { best: Some(mv), .. } => {
                        let time = deadline.time_of(at)?;
                        let remarks = told;
                        return Ok(Reply::Move { mv, time, remarks });
                    }
                    Event::Done { best: None, .. } => {
                        let complaint = self.complaint.take();
                        return Err(Fault::Illegal {
                            said: "no move".to_owned(),
                            problem: complaint.unwrap_or("there are legal moves".to_owned()),
                        });
                    }
                    Event::Illegal { text, problem, .. } => {
                        return Err(Fault::Illegal {
                            said: text,
                            problem: problem.to_string(),
                        });
                    }
                    Event::Error(message) => self.complaint = Some(message),
                    _ => {}
                }
            }
        }
    }

    fn told(&mut self, _: &Move) -> Result<(), Fault> {
        // Every search comes with the whole game.
        Ok(())
    }

    fn end_game(&mut self, _: Standing) {}

    fn is_usable(&mut self) -> bool {
        self.usable && self.process.is_running()
    }
}

impl Drop for HubPlayer {
    fn drop(&mut self) {
        self.driver.quit();
        self.flush();
    }
}
