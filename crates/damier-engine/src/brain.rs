//! What thinks: the search of either game, under one roof. Knows no protocol.

use std::time::Duration;

use anyhow::Result;
use damier_core::{Alician, Move, Rules, Single};
use damier_protocol::AnyGame;
use damier_protocol::hub::{Level, Mode, Progress, Score};
use damier_search::{
    Choice, Clock, Control, EVAL_LIMIT, Engine, Evaluation, Found, Limits, Playable, TABLE_WIN,
    WIN, WeightsError,
};

use crate::book::Opening;
use crate::endings::Endings;

/// Something to find a move for.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) game: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) mode: Mode,
}

/// A move and the reply expected.
pub(crate) type Answer = (Option<Move>, Option<Move>);

/// Something that can be set between two searches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Setting {
    /// Threads of one search.
    Threads(usize),
    /// Size of the hash table in MiB.
    Hash(usize),
    /// What a full board is worth, hundredths of a man.
    Contempt(i32),
    /// Whether the book is used.
    Book(bool),
    /// Plies of a game that may come from the book.
    BookPlies(usize),
    /// How much worse than the best a move of the book may be, hundredths of a man.
    BookMargin(i32),
    /// The most pieces of positions that are looked up in endgame tables.
    Tables(u32),
}

/// Something that finds moves.
pub(crate) trait Brain: Send {
    /// Changes a setting; on an error the old one stays.
    fn set(&mut self, setting: Setting) -> Result<()>;
    /// Forgets the game before.
    fn new_game(&mut self);
    /// Finds a move. Ends soon when the control says so.
    fn think(
        &mut self,
        task: &Task,
        control: &Control,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Answer>;
}

/// The search, made for the game that is played.
pub(crate) struct Searcher {
    engine: AnyEngine,
    choice: Choice,
    opening: Opening,
    threads: usize,
    contempt: i32,
    endings: Endings,
    /// The rules of the tables that the engine has; Alician readings share an engine, not the tables.
    rules: Rules,
}

enum AnyEngine {
    International(Box<Engine<Single, Evaluation<Single>>>),
    Alician(Box<Engine<Alician, Evaluation<Alician>>>),
}

/// Weights from a file are those of one game; the other one keeps its own.
fn engine<P: Playable>(choice: &Choice, hash: usize) -> Result<Box<Engine<P, Evaluation<P>>>> {
    let evaluation = match P::evaluation(choice) {
        Err(WeightsError::OtherSet { .. }) => P::evaluation(&Choice::Learned),
        evaluation => evaluation,
    };
    Ok(Box::new(Engine::new(evaluation?, hash)?))
}

impl AnyEngine {
    fn new(rules: Rules, choice: &Choice, hash: usize) -> Result<Self> {
        Ok(match rules {
            Rules::International => Self::International(engine(choice, hash)?),
            Rules::Alician(_) => Self::Alician(engine(choice, hash)?),
        })
    }
}

macro_rules! with_engine {
    ($any:expr, |$engine:ident| $body:expr) => {
        match $any {
            AnyEngine::International($engine) => $body,
            AnyEngine::Alician($engine) => $body,
        }
    };
}

impl Searcher {
    pub(crate) fn new(
        threads: usize,
        hash: usize,
        choice: Choice,
        opening: Opening,
        endings: Endings,
    ) -> Result<Self> {
        if Single::evaluation(&choice).is_err() {
            // A file for neither game would be left out without a word.
            Alician::evaluation(&choice)?;
        }
        let mut searcher = Self {
            engine: AnyEngine::new(Rules::International, &choice, hash)?,
            choice,
            opening,
            threads,
            contempt: 0,
            endings,
            rules: Rules::International,
        };
        searcher.set(Setting::Threads(threads))?;
        searcher.give_tables();
        Ok(searcher)
    }

    /// Another game needs another engine; only one of them holds memory.
    fn fit(&mut self, game: &AnyGame) -> Result<()> {
        let fits = matches!(
            (&self.engine, game),
            (AnyEngine::International(_), AnyGame::International(_))
                | (AnyEngine::Alician(_), AnyGame::Alician(_))
        );
        if !fits {
            let hash = with_engine!(&self.engine, |e| e.hash_mib());
            // The old table goes before the new one comes.
            self.engine = AnyEngine::new(game.rules(), &self.choice, 1)?;
            self.set(Setting::Hash(hash))?;
            self.set(Setting::Threads(self.threads))?;
            self.set(Setting::Contempt(self.contempt))?;
        }
        if !fits || self.rules != game.rules() {
            self.rules = game.rules();
            self.give_tables();
        }
        Ok(())
    }

    /// Hands the engine the tables of the game it plays.
    fn give_tables(&mut self) {
        let rules = self.rules;
        with_engine!(&mut self.engine, |e| e.set_endgame(self.endings.of(rules)));
    }
}

impl Brain for Searcher {
    fn set(&mut self, setting: Setting) -> Result<()> {
        match setting {
            Setting::Threads(threads) => {
                self.threads = threads;
                with_engine!(&mut self.engine, |e| e.set_threads(threads));
            }
            Setting::Hash(mib) => with_engine!(&mut self.engine, |e| e.set_hash_mib(mib))?,
            Setting::Contempt(worth) => {
                self.contempt = worth;
                with_engine!(&mut self.engine, |e| e.set_contempt(worth));
            }
            Setting::Book(on) => self.opening.on = on,
            Setting::BookPlies(plies) => self.opening.plies = plies,
            Setting::BookMargin(margin) => self.opening.choice.margin = margin,
            Setting::Tables(pieces) => {
                self.endings.limit(pieces);
                self.give_tables();
            }
        }
        Ok(())
    }

    fn new_game(&mut self) {
        with_engine!(&mut self.engine, |e| e.new_game());
    }

    fn think(
        &mut self,
        task: &Task,
        control: &Control,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Answer> {
        if task.mode == Mode::Think
            && let Some(mv) = self.opening.find(&task.game)
        {
            observer(&Progress {
                depth: 1,
                mean_depth: None,
                score: None,
                nodes: 1,
                time: Duration::ZERO,
                pv: vec![mv],
            });
            return Ok((Some(mv), None));
        }
        self.fit(&task.game)?;
        let mut limits = task.limits;
        limits.analyse = task.mode == Mode::Analyze;
        let mut report = |progress: &damier_search::Progress| {
            if progress.rank == 1 {
                observer(&shown(progress));
            }
        };
        let found: Found = match (&mut self.engine, &task.game) {
            (AnyEngine::International(engine), AnyGame::International(game)) => {
                engine.search(game, &limits, control, &mut report)
            }
            (AnyEngine::Alician(engine), AnyGame::Alician(game)) => {
                engine.search(game, &limits, control, &mut report)
            }
            _ => anyhow::bail!("the engine does not fit the game"),
        };
        Ok((found.best, found.ponder))
    }
}

fn shown(progress: &damier_search::Progress) -> Progress {
    Progress {
        depth: progress.depth,
        mean_depth: None,
        score: Some(score(progress.score.0)),
        nodes: progress.nodes,
        time: progress.time,
        pv: progress.line.clone(),
    }
}

fn score(score: i32) -> Score {
    let plies = |from: i32| (from - score.abs()).max(0) as u32;
    let table = score.abs() <= TABLE_WIN;
    match score > 0 {
        _ if score.abs() <= EVAL_LIMIT => Score::Men(score),
        true if table => Score::TableWin(plies(TABLE_WIN)),
        true => Score::Win(plies(WIN)),
        false if table => Score::TableLoss(plies(TABLE_WIN)),
        false => Score::Loss(plies(WIN)),
    }
}

/// The limits that a level of the Hub protocol means. What allows nothing means the least there is.
pub(crate) fn limits(level: &Level) -> Limits {
    let time =
        |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
    let clock = level.has_clock().then(|| {
        let left = level.time.unwrap_or(30.0);
        let usable = level.usable_time();
        Clock {
            // What is owed from before eats into the increment.
            remaining: time(left),
            increment: time(usable - left.max(0.0)),
            moves_to_go: level.moves.filter(|&n| n > 0),
        }
    });
    Limits {
        depth: level.depth.map(|d| d.max(1)),
        nodes: level.nodes.map(|n| n.max(1)),
        move_time: level
            .move_time
            .map(|s| time(s).max(Duration::from_millis(1))),
        clock,
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_distance() {
        assert_eq!(score(-123), Score::Men(-123));
        assert_eq!(score(WIN - 13), Score::Win(13));
        assert_eq!(score(2 - WIN), Score::Loss(2));
        assert_eq!(score(TABLE_WIN - 30), Score::TableWin(30));
        assert_eq!(score(1 - TABLE_WIN), Score::TableLoss(1));
    }

    #[test]
    fn a_clock_without_time_means_at_once() {
        let level = |time: f64, increment: f64| Level {
            time: Some(time),
            increment: Some(increment),
            ..Level::default()
        };
        let clock = |level: &Level| {
            let clock = limits(level).clock.unwrap();
            (clock.remaining.as_millis(), clock.increment.as_millis())
        };
        assert_eq!(clock(&level(10.0, 1.0)), (10_000, 1_000));
        assert_eq!(clock(&level(-0.35, 1.0)), (0, 650));
        assert_eq!(clock(&level(-5.0, 1.0)), (0, 0));
        let moves = Level {
            moves: Some(3),
            ..Level::default()
        };
        assert_eq!(clock(&moves), (30_000, 0));
        assert!(limits(&Level::default()).clock.is_none());
        let least = Level {
            depth: Some(0),
            nodes: Some(0),
            move_time: Some(0.0),
            ..Level::default()
        };
        assert_eq!(limits(&least).check(), Ok(()));
    }
}
