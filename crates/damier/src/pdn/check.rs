//! `damier pdn check`: everything that is wrong with files of games.

use std::fmt::Write as _;
use std::time::Instant;

use clap::ValueEnum;
use damier_notation::pdn::{Diagnostic, Record, Resolver, Severity};
use serde::Serialize;

use super::input::{Input, Source};
use super::pipeline::{self, Failures, Flow};
use crate::output::{self, Answer};

/// Report every problem of files of games, moves that are not legal included.
///
/// The exit code is 1 if anything was reported. The last line counts files, games, moves and problems.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    /// Pass over what is less severe
    #[arg(long, value_enum, default_value_t)]
    level: Level,

    /// Print JSON, one object a problem, and one for the totals (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

/// How severe a problem is.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Level {
    /// Read as meant, but a writer would put it otherwise
    #[default]
    Note,
    /// Read, but something does not fit
    Warning,
    /// Not read, or not legal
    Error,
}

impl Level {
    fn severity(self) -> Severity {
        match self {
            Self::Note => Severity::Note,
            Self::Warning => Severity::Warning,
            Self::Error => Severity::Error,
        }
    }
}

/// A problem, or what there was in all.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    Problem {
        file: &'a str,
        #[serde(flatten)]
        problem: &'a Diagnostic,
    },
    Totals {
        #[serde(flatten)]
        totals: &'a Totals,
        seconds: f64,
        games_per_second: f64,
    },
}

/// What there was in all.
#[derive(Debug, Default, Serialize)]
struct Totals {
    files: u64,
    games: u64,
    moves: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    games_with_problems: u64,
}

/// What there was in a game.
#[derive(Debug, Default)]
struct Found {
    text: String,
    totals: Totals,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let started = Instant::now();
    let sources = args.input.sources()?;
    let color = output::takes_color();
    let mut out = anstream::stdout().lock();
    let mut totals = Totals::default();
    let mut failures = Failures::default();
    let work = |resolver: &mut Resolver, source: &Source, record: Record| {
        args.check(resolver, source, &record, color)
    };
    pipeline::run(&sources, &args.input.reading, work, |batch, progress| {
        let mut text = String::new();
        for found in batch.answers {
            text.push_str(&found.text);
            totals.add(&found.totals);
        }
        progress.write(&mut out, text.as_bytes())?;
        if let (Some(end), Some(source)) = (batch.end, sources.get(batch.source)) {
            totals.files += u64::from(failures.note(source, end, progress));
        }
        Ok(Flow::On)
    })?;
    let seconds = started.elapsed().as_secs_f64();
    args.print_totals(&totals, seconds, &mut out)?;
    let clean = totals.errors + totals.warnings + totals.notes == 0;
    failures.result(if clean { Answer::Done } else { Answer::No })
}

impl Args {
    fn check(
        &self,
        resolver: &mut Resolver,
        source: &Source,
        record: &Record,
        color: bool,
    ) -> Found {
        let resolution = resolver.resolve(&record.game);
        let mut found = Found::default();
        let totals = &mut found.totals;
        totals.games = u64::from(!record.game.is_empty());
        totals.moves = resolution.moves;
        let mut problems = record.diagnostics(&resolution.problems);
        problems.retain(|p| p.severity >= self.level.severity());
        if problems.is_empty() {
            return found;
        }
        totals.games_with_problems = 1;
        let file = source.name();
        for problem in &problems {
            *match problem.severity {
                Severity::Error => &mut totals.errors,
                Severity::Warning => &mut totals.warnings,
                Severity::Note => &mut totals.notes,
            } += 1;
            if self.json {
                let file = &file;
                // Records have string keys, so they can be written.
                let line = serde_json::to_string(&Event::Problem { file, problem });
                found.text.push_str(&line.unwrap_or_default());
            } else {
                found.text.push_str(&problem.render(&file, color));
            }
            found.text.push('\n');
        }
        found
    }

    fn print_totals(
        &self,
        totals: &Totals,
        seconds: f64,
        out: &mut impl std::io::Write,
    ) -> anyhow::Result<()> {
        let games_per_second = if seconds > 0.0 {
            totals.games as f64 / seconds
        } else {
            0.0
        };
        if self.json {
            let event = Event::Totals {
                totals,
                seconds,
                games_per_second,
            };
            output::json(out, &event)?;
        } else {
            let mut text = format!(
                "{}, {}, {}: ",
                counted(totals.files, "file"),
                counted(totals.games, "game"),
                counted(totals.moves, "move")
            );
            if totals.games_with_problems == 0 {
                text.push_str("no problems");
            } else {
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "{}, {}, {} in {}",
                    counted(totals.errors, "error"),
                    counted(totals.warnings, "warning"),
                    counted(totals.notes, "note"),
                    counted(totals.games_with_problems, "game")
                );
            }
            writeln!(
                out,
                "{text}; {seconds:.2} s, {games_per_second:.0} games a second"
            )?;
        }
        out.flush()?;
        Ok(())
    }
}

impl Totals {
    fn add(&mut self, more: &Self) {
        self.files += more.files;
        self.games += more.games;
        self.moves += more.moves;
        self.errors += more.errors;
        self.warnings += more.warnings;
        self.notes += more.notes;
        self.games_with_problems += more.games_with_problems;
    }
}

/// A number and what it counts.
pub(super) fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
