//! The engines that play or score games for training: what the commands that use them share.

use std::path::PathBuf;

use anyhow::Context;
use damier_core::Rules;
use damier_learn::selfplay::HASH_MIB;
use damier_search::{Choice, Engine, Evaluation, MAX_THREADS, TableSizeError};

use super::tables;
use crate::engine::{self, Searched};

#[derive(Debug, clap::Args)]
pub(super) struct Crew {
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub(super) jobs: u16,

    /// How positions are judged: learned, hand, material, or a file of weights
    #[arg(long, value_name = "WHICH", default_value = "learned")]
    evaluation: String,

    /// Folder of endgame tables. Those of the program without it
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

type Made<P> = Result<Engine<P, Evaluation<P>>, TableSizeError>;

impl Crew {
    /// What makes the engines, and what a file says of their evaluation and tables.
    pub(super) fn engines<P: Searched>(
        &self,
        rules: Rules,
    ) -> anyhow::Result<(impl Fn() -> Made<P> + Sync, String)> {
        let choice = engine::choice(&self.evaluation)?;
        // Wrong weights are told before the work begins.
        P::evaluation(&choice).with_context(|| format!("--evaluation {}", self.evaluation))?;
        let tables = tables::<P>(self.tables.as_deref(), rules)?;
        let label = format!(
            "{}, tables up to {} pieces",
            label::<P>(&self.evaluation, &choice),
            tables.max_pieces()
        );
        let make = move || {
            let evaluation = P::evaluation(&choice).unwrap_or_else(|_| P::by_hand());
            let mut engine = Engine::new(evaluation, HASH_MIB)?;
            engine.set_endgame(Some(Box::new(tables.clone())));
            Ok(engine)
        };
        Ok((make, label))
    }
}

/// What the file says of the evaluation: its name, and the checksum of weights.
fn label<P: Searched>(name: &str, choice: &Choice) -> String {
    match choice {
        Choice::Learned => format!("{name} {:08x}", crc32fast::hash(P::WEIGHTS)),
        Choice::Bytes(bytes) => format!("weights {:08x}", crc32fast::hash(bytes)),
        _ => name.to_owned(),
    }
}
