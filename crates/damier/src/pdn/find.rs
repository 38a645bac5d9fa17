//! `damier pdn find`: the games that meet conditions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use damier_core::with_position;
use damier_notation::fen;
use damier_notation::pdn::{Record, Resolver};
use serde::Serialize;

use super::check::counted;
use super::filter::{Filter, Place};
use super::input::{Input, Source};
use super::pipeline::{self, Failures, Flow};
use super::writing::Writing;
use crate::output::{self, Answer};

/// Find games by their tags and by the positions that occur in them.
///
/// Prints a line a game, or writes the games with --out. The exit code is 1 if there is none.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    filter: Filter,

    /// Write the games to this new file (`-` for stdout)
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Replace the file of --out if there is one
    #[arg(long, requires = "out", help_heading = "Output")]
    force: bool,

    /// Print only how many games there are
    #[arg(long, conflicts_with_all = ["out", "json"], help_heading = "Output")]
    count: bool,

    /// Print JSON, one object a game (docs/json.md has the schema)
    #[arg(long, conflicts_with = "out", help_heading = "Output")]
    json: bool,

    #[command(flatten, next_help_heading = "Output")]
    writing: Writing,
}

/// A game that was found.
#[derive(Debug, Serialize)]
struct Found<'a> {
    file: &'a str,
    /// Its number in the file.
    game: u64,
    line: u64,
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<&'a str>,
    round: Option<&'a str>,
    result: String,
    plies: usize,
    /// Where the position occurs that was looked for.
    ply: Option<usize>,
    fen: Option<String>,
}

impl<'a> Found<'a> {
    fn new(file: &'a str, record: &'a Record, place: Option<Place>) -> Self {
        let game = &record.game;
        Self {
            file,
            game: record.number,
            line: record.place.line,
            white: game.tag("White"),
            black: game.tag("Black"),
            event: game.tag("Event"),
            date: game.tag("Date"),
            round: game.tag("Round"),
            result: game.result().to_string(),
            plies: game.plies(),
            ply: place.map(|p| p.ply),
            fen: place.map(|p| with_position!(p.position, |p| fen::write(&p))),
        }
    }

    /// A line for people.
    fn line(&self) -> String {
        let known = |tag: Option<&str>| {
            let text = tag.unwrap_or_default().trim();
            if text.is_empty() { "?" } else { text }.to_owned()
        };
        let mut parts = vec![format!(
            "{}:{}: game {}: {} - {} {}",
            self.file,
            self.line,
            self.game,
            known(self.white),
            known(self.black),
            self.result
        )];
        for tag in [self.event, self.date] {
            let text = known(tag);
            if text != "?" {
                parts.push(text);
            }
        }
        parts.push(match self.plies {
            1 => "1 ply".to_owned(),
            n => format!("{n} plies"),
        });
        if let Some(ply) = self.ply {
            parts.push(format!("found at ply {ply}"));
        }
        parts
            .join(", ")
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect()
    }
}

/// Whether a game was selected.
#[derive(Clone, Copy, Debug)]
pub(super) enum Selected {
    No,
    /// It was; and where the position occurs, if one was looked for.
    Yes(Option<Place>),
}

/// Whether a game meets all conditions.
pub(super) fn select(filter: &Filter, resolver: &mut Resolver, record: &Record) -> Selected {
    if record.game.is_empty() || !filter.admits(&record.game) {
        return Selected::No;
    }
    if !filter.looks_at_positions() {
        return Selected::Yes(None);
    }
    let resolution = resolver.resolve(&record.game);
    match filter.find(&record.game, &resolution) {
        Some(place) => Selected::Yes(Some(place)),
        None => Selected::No,
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let sources = args.input.sources()?;
    let mut out = args.output()?;
    let mut failures = Failures::default();
    let (mut seen, mut found) = (0_u64, 0_u64);
    let work = |resolver: &mut Resolver, source: &Source, record: Record| {
        args.answer(resolver, source, &record)
    };
    pipeline::run(&sources, &args.input.reading, work, |batch, progress| {
        let mut text = String::new();
        for answer in batch.answers {
            seen += 1;
            let Some(one) = answer else { continue };
            if found > 0 && args.out.is_some() {
                text.push_str(args.writing.gap());
            }
            found += 1;
            text.push_str(&one);
        }
        match &mut out {
            Output::Stdout(stdout) => progress.write(stdout, text.as_bytes())?,
            Output::File(file, path) => file
                .write_all(text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?,
        }
        if let (Some(end), Some(source)) = (batch.end, sources.get(batch.source)) {
            failures.note(source, end, progress);
        }
        Ok(Flow::On)
    })?;
    match out {
        Output::Stdout(mut stdout) => {
            if args.count {
                writeln!(stdout, "{found}")?;
            }
        }
        Output::File(file, path) => {
            save(file, &path, args.force)?;
            writeln!(
                io::stdout(),
                "{} of {seen} written to {}",
                counted(found, "game"),
                path.display()
            )?;
        }
    }
    failures.result(if found > 0 { Answer::Done } else { Answer::No })
}

/// Where the answers go.
enum Output {
    Stdout(io::Stdout),
    File(io::BufWriter<tempfile::NamedTempFile>, PathBuf),
}

impl Args {
    fn output(&self) -> anyhow::Result<Output> {
        match &self.out {
            Some(path) if path != Path::new("-") => {
                if path.exists() && !self.force {
                    anyhow::bail!("{} is there already: --force replaces it", path.display());
                }
                let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
                let file = tempfile::Builder::new()
                    .prefix(".damier-")
                    .suffix(".tmp")
                    .tempfile_in(folder.unwrap_or(Path::new(".")))
                    .with_context(|| format!("cannot write {}", path.display()))?;
                Ok(Output::File(io::BufWriter::new(file), path.clone()))
            }
            _ => Ok(Output::Stdout(io::stdout())),
        }
    }

    /// The text for a game that meets the conditions.
    fn answer(&self, resolver: &mut Resolver, source: &Source, record: &Record) -> Option<String> {
        let Selected::Yes(place) = select(&self.filter, resolver, record) else {
            return None;
        };
        if self.count {
            return Some(String::new());
        }
        if self.out.is_some() {
            let resolution = resolver.resolve(&record.game);
            let encoding = self.input.reading.encoding();
            return Some(self.writing.write(record, &resolution, encoding).text);
        }
        let name = source.name();
        let found = Found::new(&name, record, place);
        let mut line = vec![];
        if self.json {
            // Writing to memory cannot fail.
            output::json(&mut line, &found).ok()?;
        } else {
            line = found.line().into_bytes();
            line.push(b'\n');
        }
        String::from_utf8(line).ok()
    }
}

/// Gives a finished file its name.
fn save(
    file: io::BufWriter<tempfile::NamedTempFile>,
    path: &Path,
    force: bool,
) -> anyhow::Result<()> {
    let about = || format!("cannot write {}", path.display());
    let file = file
        .into_inner()
        .map_err(io::IntoInnerError::into_error)
        .with_context(about)?;
    output::share(file.as_file()).with_context(about)?;
    if force {
        file.persist(path).with_context(about)?;
    } else {
        file.persist_noclobber(path).with_context(about)?;
    }
    Ok(())
}
