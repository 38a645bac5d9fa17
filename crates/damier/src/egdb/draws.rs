//! `damier egdb draws`: the page about Alician positions that neither side can force.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::Context;
use damier_core::{Alician, Reading, Rules};
use damier_endgame::{Words, draws_page, survey_draws};
use damier_notation::{diagram, fen};

use super::Place;
use super::progress::Bar;
use crate::output::Answer;

/// Write the page about draws in Alician draughts.
///
/// Counts the positions that neither side can force under each reading, says what they have in common and shows
/// the smallest. Needs the tables of all four readings: `damier egdb build --rules alician --pieces 4` and so on.
/// docs/alician-draws.md is made by it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,

    /// Positions of up to so many pieces
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=6))]
    pieces: u32,

    /// Write the page to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    let bar = Bar::new();
    let mut surveys = vec![];
    for reading in Reading::ALL {
        let rules = Rules::Alician(reading);
        let tables = args.place.open::<Alician>(rules)?;
        let done = AtomicU64::new(0);
        let pace = |positions: u64| {
            let done = done.fetch_add(positions, Relaxed) + positions;
            bar.show(done, done, &rules.to_string(), None);
            true
        };
        let survey = survey_draws(&tables, reading, args.pieces, &pace).with_context(|| {
            format!(
                "tables of {rules} up to {} pieces are missing: damier egdb build --rules {rules} --pieces {}",
                args.pieces, args.pieces
            )
        })?;
        surveys.push(survey);
    }
    let words = Words {
        fen: &|position| fen::write(position),
        diagram: &|position| diagram::text(position, &diagram::Options::default()),
    };
    let page = draws_page(&surveys, &words);
    match &args.out {
        Some(path) => {
            std::fs::write(path, page)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => anstream::stdout().write_all(page.as_bytes())?,
    }
    Ok(Answer::Done)
}
