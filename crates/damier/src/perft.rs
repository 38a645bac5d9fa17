//! `damier perft`: counts the leaves of the move tree and times it.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::bail;
use clap::ValueEnum;
use damier_core::{Counting, Perft};
use damier_notation::movetext::{self, Form};
use serde::Serialize;

use crate::args::{Bulk, Common};
use crate::batch;
use crate::line::{Line, Played, with_line};
use crate::output::{self, Answer};
use crate::records::PositionRecord;

/// Count the leaves of the move tree.
///
/// Prints a line for each depth up to DEPTH: depth, leaves, seconds, leaves per second. With --divide it prints the
/// leaves below each legal move first, then the line of DEPTH alone.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    bulk: Bulk,

    /// Show the leaves below each legal move
    #[arg(long)]
    divide: bool,

    /// Threads to count with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Size of a hash table in MiB; 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65_536))]
    hash: u32,

    /// What counts as one move
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    count: Count,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Count {
    /// Start, end and the set of captured squares
    #[default]
    Distinct,
    /// Captures of the same pieces in another order apart
    Ordered,
}

#[derive(Debug, Serialize)]
struct Record {
    #[serde(flatten)]
    position: PositionRecord,
    counting: Count,
    depth: u32,
    leaves: u64,
    seconds: f64,
    leaves_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<BranchRecord>>,
}

#[derive(Debug, Serialize)]
struct BranchRecord {
    /// In Hub text. With `ordered` counting the same text can occur more than once.
    #[serde(rename = "move")]
    mv: String,
    leaves: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    // A table that does not fit would end the program without a word.
    let bytes = (args.hash as usize).saturating_mul(1 << 20);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        bail!("no memory for a hash table of {} MiB", args.hash);
    }
    batch::run(&args.common, &args.bulk, |line, mut out| {
        with_line!(line, |line| args.count(line, &mut out))
    })
}

impl Args {
    fn count<P: Played>(&self, line: &Line<P>, out: &mut impl Write) -> anyhow::Result<Answer> {
        let first = if self.divide {
            self.depth
        } else {
            self.depth.min(1)
        };
        for depth in first..=self.depth {
            self.depth(line, depth, out)?;
            out.flush()?;
        }
        Ok(Answer::Done)
    }

    fn depth<P: Played>(
        &self,
        line: &Line<P>,
        depth: u32,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let position = line.game.position();
        let perft = Perft {
            counting: match self.count {
                Count::Distinct => Counting::Distinct,
                Count::Ordered => Counting::Ordered,
            },
            threads: NonZeroUsize::new(self.threads.into()).unwrap_or(NonZeroUsize::MIN),
            hash_mib: self.hash as usize,
        };
        let start = Instant::now();
        let (leaves, divide) = if self.divide && depth > 0 {
            let branches = perft.divide(position, depth);
            let leaves = branches.iter().map(|b| b.1);
            (leaves.fold(0, u64::saturating_add), Some(branches))
        } else {
            (perft.count(position, depth), None)
        };
        if leaves == u64::MAX {
            bail!("depth {depth}: more leaves than 64 bits can count");
        }
        let seconds = start.elapsed().as_secs_f64();
        let leaves_per_second = (leaves as f64 / seconds.max(1e-9)).round();
        let branches: Option<Vec<_>> = divide.map(|branches| {
            let record = |(mv, leaves): (_, u64)| BranchRecord {
                mv: movetext::write(position, &mv, Form::Hub),
                leaves,
            };
            branches.into_iter().map(record).collect()
        });
        if self.common.json {
            let record = Record {
                position: PositionRecord::new(line.rules, &line.game),
                counting: self.count,
                depth,
                leaves,
                seconds,
                leaves_per_second,
                divide: branches,
            };
            output::json(out, &record)?;
            return Ok(());
        }
        let branches = branches.unwrap_or_default();
        let width = branches.iter().map(|b| b.mv.len()).max().unwrap_or(0);
        for BranchRecord { mv, leaves } in &branches {
            writeln!(out, "{mv:<width$} {leaves:>15}")?;
        }
        writeln!(
            out,
            "{depth:>3} {leaves:>15} {seconds:>12.6} {leaves_per_second:>13.0}"
        )?;
        Ok(())
    }
}
