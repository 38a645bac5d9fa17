//! The engine behind a command: its arguments, and the search made ready for the game that is played.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use damier_core::Rules;
use damier_endgame::{Folder, MOST_PIECES, Tabled, Tables};
use damier_search::{Choice, Engine, Evaluation, Limits, LimitsError, MAX_THREADS, Playable};

use crate::line::Played;

/// A game that the engine plays.
pub(crate) trait Searched: Played + Playable + Tabled {}

impl<P: Played + Playable + Tabled> Searched for P {}

/// For the long help of `--tables`.
pub(crate) const FOLDER_HELP: &str = "\
Folder of endgame tables

By default the folder that the environment variable DAMIER_TABLES names, else the one in which damier egdb build puts \
them. Tables up to three pieces are part of the program and need no folder; DAMIER_TABLES set to nothing means these \
alone.";

/// How the engine is set up.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,

    /// Threads of one search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub(crate) threads: u16,

    /// How positions are judged: learned, hand, material, or a file of weights
    #[arg(long, value_name = "WHICH", default_value = "learned")]
    pub(crate) evaluation: String,

    /// Folder of endgame tables (see damier egdb)
    #[arg(long, value_name = "FOLDER", long_help = FOLDER_HELP)]
    pub(crate) tables: Option<PathBuf>,

    /// Look positions of at most so many pieces up in endgame tables; 0 for none
    #[arg(long, value_name = "N", default_value_t = MOST_PIECES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PIECES)))]
    pub(crate) bb_size: u32,
}

/// Which tables an engine uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Those the user has.
    Found,
    /// Those that are part of the program, the same on every machine.
    Embedded,
}

impl EngineArgs {
    /// The evaluation asked for.
    pub(crate) fn choice(&self) -> anyhow::Result<Choice> {
        choice(&self.evaluation)
    }

    /// An engine for the game of `P`, with the tables of these rules.
    pub(crate) fn engine<P: Searched>(
        &self,
        rules: Rules,
        tables: Use,
    ) -> anyhow::Result<Engine<P, Evaluation<P>>> {
        let evaluation = P::evaluation(&self.choice()?)
            .with_context(|| format!("--evaluation {}", self.evaluation))?;
        let mut engine = Engine::new(evaluation, self.hash)?;
        engine.set_threads(usize::from(self.threads));
        if self.bb_size > 0 {
            let tables = match tables {
                Use::Found => self.found(rules)?,
                Use::Embedded => Tables::embedded(rules),
            };
            engine.set_endgame(Some(Box::new(tables.up_to(self.bb_size))));
        }
        Ok(engine)
    }

    /// The tables of a game; what cannot be used is said when they are opened.
    fn found<P: Searched>(&self, rules: Rules) -> anyhow::Result<Tables<P>> {
        let (tables, new) = tables::<P>(self.tables.as_deref(), rules)?;
        if new {
            for refused in tables.refused() {
                tracing::warn!("{refused}; the engine plays without it");
            }
            let most = tables.max_pieces();
            tracing::debug!("endgame tables: {rules}, up to {most} pieces");
        }
        Ok(tables)
    }
}

/// The tables for play of a folder, or of the usual one, with those of the program; and whether they are new. They are
/// opened once: whoever asks again shares what was read.
pub(crate) fn tables<P: Searched>(
    folder: Option<&Path>,
    rules: Rules,
) -> anyhow::Result<(Tables<P>, bool)> {
    static OPEN: Mutex<Vec<Box<dyn Any + Send>>> = Mutex::new(vec![]);
    let mut open = OPEN
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut known = open.iter().filter_map(|t| t.downcast_ref::<Tables<P>>());
    if let Some(tables) = known.find(|t| t.rules() == rules) {
        return Ok((tables.clone(), false));
    }
    let tables = tables_in::<P>(&Folder::choose(folder), rules)?;
    open.push(Box::new(tables.clone()));
    Ok((tables, true))
}

/// The tables for play of a folder, with those of the program.
pub(crate) fn tables_in<P: Tabled>(folder: &Folder, rules: Rules) -> anyhow::Result<Tables<P>> {
    Tables::for_play(folder, rules).with_context(|| {
        let path = folder.path().map(|p| p.display().to_string());
        format!("no folder of endgame tables: {}", path.unwrap_or_default())
    })
}

/// An evaluation by its name, or by the file of its weights.
pub(crate) fn choice(name: &str) -> anyhow::Result<Choice> {
    Ok(match name {
        "learned" => Choice::Learned,
        "hand" => Choice::ByHand,
        "material" => Choice::Material,
        file => Choice::Bytes(std::fs::read(file).with_context(|| {
            format!("--evaluation {file}: expected learned, hand, material or a file of weights")
        })?),
    })
}

/// How long to search.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// Deepest iteration, plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,

    /// Nodes for each position
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
}

/// A positive number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text
        .replace(',', ".")
        .parse()
        .map_err(|_| "expected a number of seconds".to_owned())?;
    damier_search::seconds(value).map_err(|e| e.to_string())
}

impl LimitArgs {
    /// The limits, with a time if none was given.
    pub(crate) fn limits(&self, default: Option<Duration>) -> Result<Limits, LimitsError> {
        let none = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.or(default.filter(|_| none)),
            ..Limits::default()
        };
        limits.check()?;
        Ok(limits)
    }
}
