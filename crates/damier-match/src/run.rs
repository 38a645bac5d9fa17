//! A match: hands out games to workers, keeps what comes back, and stops when enough is known.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::arbiter::{self, Conditions};
use crate::error::MatchError;
use crate::opening::Opening;
use crate::pdn;
use crate::plan::{Link, Plan};
use crate::players::{Launcher, Player};
use crate::record::{GameRecord, Side};
use crate::report::{Report, Standing};
use crate::state::State;
use crate::statistics::Decision;

/// Follows a match.
pub trait Observer {
    /// The match goes on from games that were played before.
    fn resumed(&mut self, _games: usize, _standing: &Standing) {}
    /// A game is over.
    fn finished(&mut self, _game: &GameRecord, _standing: &Standing) {}
}

/// Nobody looks.
impl Observer for () {}

/// A match that can be played.
pub struct Match {
    plan: Plan,
    openings: Vec<Opening>,
    stop: Arc<AtomicBool>,
}

/// What workers tell.
enum Told {
    Names([String; 2]),
    Game(Box<GameRecord>),
    Failed(MatchError),
}

/// Games that are still to be played.
type Queue = Mutex<VecDeque<u64>>;

impl Match {
    /// Checks the plan and finds the openings.
    pub fn new(mut plan: Plan) -> Result<Self, MatchError> {
        plan.games = plan.games.div_ceil(2) * 2;
        let wrong = |text: &str| Err(MatchError::Plan(text.to_owned()));
        if plan.games == 0 {
            return wrong("no games: expected at least 1");
        }
        if plan.concurrency == 0 {
            return wrong("no games at a time: expected at least 1");
        }
        if plan.max_plies == 0 || plan.max_occurrences < 2 {
            return wrong("games that are over at once: expected at least 1 ply and 2 occurrences");
        }
        let single = |link: &Link| matches!(link, Link::DxpConnect { .. } | Link::DxpListen { .. });
        if plan.concurrency > 1 && plan.engines.iter().any(|e| single(&e.link)) {
            return wrong("an engine that is running already plays one game at a time");
        }
        if let Some(sprt) = &plan.sprt {
            sprt.check()?;
        }
        let pairs = usize::try_from(plan.games / 2).unwrap_or(usize::MAX);
        let openings = plan.openings.take(plan.rules, pairs)?;
        Ok(Self {
            plan,
            openings,
            stop: Arc::default(),
        })
    }

    /// Setting it breaks the match off: games that are going on are not counted.
    pub fn stop_switch(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The openings, one for every pair of games.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Plays the match, or what is left of it.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Report, MatchError> {
        let plan = &self.plan;
        let (mut state, mut records) = match &plan.state {
            Some(path) => {
                let (state, records) = State::open(path, plan)?;
                (Some(state), records)
            }
            None => (None, vec![]),
        };
        records.retain(|r| r.game < plan.games);
        let mut names = plan.engines.each_ref().map(ToString::to_string);
        if let Some(known) = state.as_ref().and_then(|s| s.names.clone()) {
            names = known;
        }
        self.write_pdn(&names, &records)?;
        let mut standing = Standing::of(plan, names.clone(), &records);
        if !records.is_empty() {
            observer.resumed(records.len(), &standing);
        }
        let played: BTreeSet<u64> = records.iter().map(|r| r.game).collect();
        let queue: Queue = Mutex::new((0..plan.games).filter(|g| !played.contains(g)).collect());
        let launcher = Launcher::new(plan).map_err(|(i, problem)| engine_error(i, problem))?;
        // A worker hands over a game before it begins another.
        let (sender, told) = mpsc::sync_channel(0);
        let mut failure = None;
        thread::scope(|scope| {
            if standing.decision() == Decision::Open {
                for _ in 0..plan.concurrency {
                    let sender = sender.clone();
                    let (queue, launcher) = (&queue, &launcher);
                    scope.spawn(move || self.work(queue, launcher, &sender));
                }
            }
            drop(sender);
            for news in told {
                let result = match news {
                    Told::Failed(error) => Err(error),
                    Told::Names(found) => {
                        names = distinct(found);
                        state.as_mut().map_or(Ok(()), |s| s.set_names(&names))
                    }
                    Told::Game(record) => {
                        let kept = state.as_mut().map_or(Ok(()), |s| s.add(&record));
                        let kept = kept.and_then(|()| self.append_pdn(&names, &record));
                        records.push(*record);
                        standing = Standing::of(plan, names.clone(), &records);
                        if let Some(record) = records.last() {
                            observer.finished(record, &standing);
                        }
                        kept
                    }
                };
                if let Err(error) = result {
                    failure.get_or_insert(error);
                    self.stop.store(true, Ordering::Relaxed);
                }
                if standing.decision() != Decision::Open {
                    // Games that are going on are still counted: to leave out the longest would not be fair.
                    if let Ok(mut queue) = queue.lock() {
                        queue.clear();
                    }
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        records.sort_by_key(|r| r.game);
        let complete = records.len() as u64 == plan.games || standing.decision() != Decision::Open;
        let report = Report {
            version: 1,
            event: plan.event.clone(),
            rules: plan.rules.to_string(),
            limit: plan.limit.to_string(),
            complete,
            standing: Standing::of(plan, names, &records),
            games: records,
        };
        if let Some(path) = &plan.json {
            let text = serde_json::to_string_pretty(&report).map_err(std::io::Error::other);
            let result = text.and_then(|text| fs::write(path, text + "\n"));
            result.map_err(|problem| file_error(path, problem))?;
        }
        Ok(report)
    }

    fn work(&self, queue: &Queue, launcher: &Launcher, sender: &SyncSender<Told>) {
        let plan = &self.plan;
        let conditions = Conditions {
            limit: plan.limit,
            margin: plan.margin,
            max_plies: plan.max_plies,
            max_occurrences: plan.max_occurrences,
        };
        let mut players: Option<[Box<dyn Player>; 2]> = None;
        while !self.stop.load(Ordering::Relaxed) {
            let next = queue.lock().ok().and_then(|mut q| q.pop_front());
            let Some(number) = next else { return };
            let Some(opening) = self.openings.get((number / 2) as usize) else {
                return;
            };
            let ready = match make_ready(players.take(), launcher) {
                Ok(ready) => players.insert(ready),
                Err((engine, problem)) => {
                    let _ = sender.send(Told::Failed(engine_error(engine, problem)));
                    return;
                }
            };
            let record = arbiter::play(number, opening, ready, &conditions, &self.stop);
            let names = ready.each_ref().map(|p| p.name().to_owned());
            let Some(record) = record else { return };
            let gone = sender.send(Told::Names(names)).is_err()
                || sender.send(Told::Game(Box::new(record))).is_err();
            if gone {
                return;
            }
        }
    }

    fn write_pdn(&self, names: &[String; 2], records: &[GameRecord]) -> Result<(), MatchError> {
        let Some(path) = &self.plan.pdn else {
            return Ok(());
        };
        fs::write(path, "").map_err(|problem| file_error(path, problem))?;
        let mut records: Vec<&GameRecord> = records.iter().collect();
        records.sort_by_key(|r| r.game);
        records
            .into_iter()
            .try_for_each(|record| self.append_pdn(names, record))
    }

    fn append_pdn(&self, names: &[String; 2], record: &GameRecord) -> Result<(), MatchError> {
        let (Some(path), Some(text)) = (&self.plan.pdn, pdn::text(&self.plan, names, record))
        else {
            return Ok(());
        };
        let append = || {
            let mut file = fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(path)?;
            let blank = if file.metadata()?.len() > 0 { "\n" } else { "" };
            file.write_all(format!("{blank}{text}").as_bytes())
        };
        append().map_err(|problem| file_error(path, problem))
    }
}

/// Starts the players that are not there or cannot go on.
fn make_ready(
    players: Option<[Box<dyn Player>; 2]>,
    launcher: &Launcher,
) -> Result<[Box<dyn Player>; 2], (usize, String)> {
    let mut old = players.map_or([None, None], |p| p.map(Some));
    let mut ready = |engine: usize| {
        if let Some(mut player) = old[engine].take()
            && player.is_usable()
        {
            return Ok(player);
        }
        launcher.launch(engine).map_err(|problem| (engine, problem))
    };
    Ok([ready(0)?, ready(1)?])
}

fn engine_error(engine: usize, problem: String) -> MatchError {
    let side = if engine == 0 { Side::A } else { Side::B };
    MatchError::Engine { side, problem }
}

fn file_error(path: &Path, problem: std::io::Error) -> MatchError {
    MatchError::File {
        path: path.to_owned(),
        problem,
    }
}

/// Two engines of one name must be told apart in the records.
fn distinct(names: [String; 2]) -> [String; 2] {
    if names[0] == names[1] {
        let [a, b] = names;
        [format!("{a} (A)"), format!("{b} (B)")]
    } else {
        names
    }
}
