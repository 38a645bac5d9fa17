//! The engine behind a command: its arguments, and the search made ready for the game that is played.

use std::time::Duration;

use anyhow::Context;
use damier_search::{Choice, Engine, Evaluation, Limits, LimitsError, MAX_THREADS, Playable};

use crate::line::Played;

/// A game that the engine plays.
pub(crate) trait Searched: Played + Playable {}

impl<P: Played + Playable> Searched for P {}

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
}

impl EngineArgs {
    /// The evaluation asked for.
    pub(crate) fn choice(&self) -> anyhow::Result<Choice> {
        choice(&self.evaluation)
    }

    /// An engine for the game of `P`.
    pub(crate) fn engine<P: Searched>(&self) -> anyhow::Result<Engine<P, Evaluation<P>>> {
        let evaluation = P::evaluation(&self.choice()?)
            .with_context(|| format!("--evaluation {}", self.evaluation))?;
        let mut engine = Engine::new(evaluation, self.hash)?;
        engine.set_threads(usize::from(self.threads));
        Ok(engine)
    }
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
