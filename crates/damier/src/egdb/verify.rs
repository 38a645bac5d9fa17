//! `damier egdb verify`: derives the values of tables anew from the rules and compares.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::bail;
use damier_endgame::{
    Contents, Extent, Material, PartStats, Subject, Tables, Verified, VerifyError, Wld, verify,
};
use damier_notation::fen;
use serde::Serialize;

use super::progress::Bar;
use super::{Which, grouped, in_order, with_game};
use crate::engine::Searched;
use crate::output::{self, Answer};

/// Check endgame tables against the rules.
///
/// Reads every byte, then derives each value anew from the legal moves and the values behind them, and counts
/// again. Uses nothing that the builder uses. Prints a line for each table; the exit code is 1 if a table is damaged
/// or has a wrong value.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,

    /// Only tables of these classes
    #[arg(value_name = "CLASS")]
    classes: Vec<Material>,

    /// Only classes of at most so many pieces
    #[arg(long, value_name = "N")]
    pieces: Option<u32>,

    /// Try only so many positions of each table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// What chooses the sample
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Threads to check with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print JSON, one object a line (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Record {
    rules: String,
    class: String,
    contents: String,
    /// Nothing wrong.
    sound: bool,
    /// Why the file cannot be checked.
    problem: Option<String>,
    checked: u64,
    wrong: u64,
    /// Whether the counts in the file are right; not known of a sample.
    counts_match: Option<bool>,
    /// Some of the wrong positions.
    examples: Vec<WrongRecord>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct WrongRecord {
    fen: String,
    stored: String,
    derived: String,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    with_game!(args.which.rules, check(args))
}

fn check<P: Searched>(args: &Args) -> anyhow::Result<Answer> {
    let rules = args.which.rules;
    let tables: Tables<P> = args.which.place.open(rules)?;
    let subjects: Vec<Subject> = in_order(&tables)
        .into_iter()
        .filter(|(material, _, _)| {
            (args.classes.is_empty() || args.classes.contains(material))
                && args.pieces.is_none_or(|n| material.pieces() <= n)
        })
        .map(|(material, contents, _)| Subject {
            rules,
            material,
            contents,
        })
        .collect();
    let missing = |class: &&Material| !subjects.iter().any(|s| s.material == **class);
    if let Some(class) = args.classes.iter().find(missing) {
        bail!("there is no usable table of class {class} of {rules}");
    }
    let mut answer = Answer::Done;
    for refused in tables.refused() {
        tracing::error!("{refused}");
        answer = Answer::No;
    }
    let mut out = anstream::stdout();
    let bar = Bar::new();
    for subject in subjects {
        let record = args.table(&tables, subject, &bar)?;
        if !record.sound {
            answer = Answer::No;
        }
        bar.suspend(|| {
            if args.json {
                output::json(&mut out, &record)
            } else {
                writeln!(out, "{record}")
            }
            .and_then(|()| out.flush())
        })?;
    }
    Ok(answer)
}

impl Args {
    fn table<P: Searched>(
        &self,
        tables: &Tables<P>,
        subject: Subject,
        bar: &Bar,
    ) -> anyhow::Result<Record> {
        let extent = self
            .sample
            .map_or(Extent::Full, |positions| Extent::Sample {
                positions,
                seed: self.seed,
            });
        let stats = tables.stats(subject.material, subject.contents);
        let counted = stats.map_or(0, |s| s.parts.iter().map(PartStats::positions).sum::<u64>());
        let total = self.sample.unwrap_or(counted);
        let processors = || std::thread::available_parallelism().map_or(1, Into::into);
        let threads = self.threads.map_or_else(processors, usize::from);
        let start = Instant::now();
        let done = AtomicU64::new(0);
        let what = format!("{} {}", subject.material, subject.contents);
        let pace = |positions: u64| {
            let done = (done.fetch_add(positions, Relaxed) + positions).min(total);
            let rest = (total - done) as f64 / done.max(1) as f64;
            bar.show(done, total, &what, Some(start.elapsed().mul_f64(rest)));
            true
        };
        let mut record = Record {
            rules: subject.rules.to_string(),
            class: subject.material.to_string(),
            contents: subject.contents.to_string(),
            sound: false,
            problem: None,
            checked: 0,
            wrong: 0,
            counts_match: None,
            examples: vec![],
            seconds: 0.0,
        };
        match verify(tables, subject, extent, threads, &pace) {
            Ok(verified) => record.take(&verified),
            Err(error @ (VerifyError::Damaged { .. } | VerifyError::Unknown(_))) => {
                record.problem = Some(error.to_string());
            }
            Err(error) => return Err(error.into()),
        }
        record.seconds = start.elapsed().as_secs_f64();
        Ok(record)
    }
}

impl Record {
    fn take<P: Searched>(&mut self, verified: &Verified<P>) {
        let contents = verified.subject.contents;
        self.sound = verified.is_sound();
        self.checked = verified.checked;
        self.wrong = verified.wrong_count;
        self.counts_match = verified.counts_match;
        let wrong = verified.wrong.iter().take(EXAMPLES);
        self.examples = wrong
            .map(|wrong| WrongRecord {
                fen: fen::write(&wrong.position),
                stored: text(wrong.stored, contents),
                derived: text(wrong.derived, contents),
            })
            .collect();
    }
}

/// Wrong positions that are shown.
const EXAMPLES: usize = 10;

fn text((value, plies): (Wld, u16), contents: Contents) -> String {
    let word = super::probe::word(value);
    match (contents, value) {
        (Contents::Values, _) | (_, Wld::Draw) => word.to_owned(),
        (Contents::Distances, _) => format!("{word} in {plies}"),
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:<9} ", self.class, self.contents)?;
        if let Some(problem) = &self.problem {
            return write!(f, "cannot be checked: {problem}");
        }
        write!(f, "{:>15} checked, ", grouped(self.checked))?;
        if self.sound {
            return f.write_str("sound");
        }
        write!(f, "{} wrong", grouped(self.wrong))?;
        if self.counts_match == Some(false) {
            f.write_str(", the counts are wrong")?;
        }
        for wrong in &self.examples {
            write!(
                f,
                "\n  {}: {} stored, {} derived",
                wrong.fen, wrong.stored, wrong.derived
            )?;
        }
        Ok(())
    }
}
