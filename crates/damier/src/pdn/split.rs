//! `damier pdn split`: one collection into many files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use damier_notation::pdn::{Record, Resolver};
use tempfile::TempDir;

use super::check::counted;
use super::filter::{self, Filter};
use super::find::{Selected, select};
use super::input::{Input, Source};
use super::pipeline::{self, Failures, Flow};
use super::writing::Writing;
use crate::output::Answer;

/// Write games to many files, by number or by a tag.
///
/// The files appear in the folder when all of them are complete. One that is there already is replaced only with
/// --force. The exit code is 1 if there are no games.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    filter: Filter,

    /// The folder for the files; it is made if needed
    #[arg(long, short, value_name = "FOLDER", help_heading = "Output")]
    out: PathBuf,

    /// Replace files that are there already
    #[arg(long, help_heading = "Output")]
    force: bool,

    #[command(flatten, next_help_heading = "Output")]
    writing: Writing,
}

/// Which games share a file.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct How {
    /// N games a file: 0001.pdn, 0002.pdn …
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// A file for each value of a tag, such as White, Event, Result or Date; `year` for the year of the date
    #[arg(long, value_name = "TAG")]
    by: Option<String>,
}

/// A game and the file it belongs to.
struct Part {
    key: String,
    text: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let sources = args.input.sources()?;
    let mut files = Files::new(args)?;
    let mut failures = Failures::default();
    let (mut seen, mut written) = (0_u64, 0_u64);
    let work = |resolver: &mut Resolver, _: &Source, record: Record| {
        if let Selected::No = select(&args.filter, resolver, &record) {
            return None;
        }
        let resolution = resolver.resolve(&record.game);
        let encoding = args.input.reading.encoding();
        Some(Part {
            key: args.how.key(&record),
            text: args.writing.write(&record, &resolution, encoding).text,
        })
    };
    pipeline::run(&sources, &args.input.reading, work, |batch, progress| {
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for part in batch.answers {
            seen += 1;
            let Some(Part { mut key, text }) = part else {
                continue;
            };
            if let Some(games) = args.how.games {
                key = format!("{:04}", 1 + written / games);
            }
            written += 1;
            let whole = texts.entry(key).or_default();
            if !whole.is_empty() {
                whole.push_str(args.writing.gap());
            }
            whole.push_str(&text);
        }
        for (key, text) in texts {
            files.append(&key, &text)?;
        }
        if let (Some(end), Some(source)) = (batch.end, sources.get(batch.source)) {
            failures.note(source, end, progress);
        }
        Ok(Flow::On)
    })?;
    let count = files.save()?;
    writeln!(
        io::stdout(),
        "{} of {seen} written to {} in {}",
        counted(written, "game"),
        counted(count, "file"),
        args.out.display()
    )?;
    failures.result(if written > 0 {
        Answer::Done
    } else {
        Answer::No
    })
}

impl How {
    /// What the games of a file have in common.
    fn key(&self, record: &Record) -> String {
        let game = &record.game;
        match self.by.as_deref() {
            None => String::new(),
            Some(by) if by.eq_ignore_ascii_case("year") => {
                let year = filter::year(game.tag("Date").unwrap_or_default());
                year.map_or(String::new(), |year| year.to_string())
            }
            Some(by) if by.eq_ignore_ascii_case("result") => game.result().to_string(),
            Some(by) => game.tag(by).unwrap_or_default().trim().to_owned(),
        }
    }
}

/// The files being written, in a folder of their own until all of them are complete.
struct Files<'a> {
    args: &'a Args,
    folder: TempDir,
    /// Their names by key.
    names: BTreeMap<String, String>,
    /// Names that are taken, in lower case: some file systems know no other.
    taken: BTreeSet<String>,
}

impl<'a> Files<'a> {
    fn new(args: &'a Args) -> anyhow::Result<Self> {
        let about = || format!("cannot write to {}", args.out.display());
        fs::create_dir_all(&args.out).with_context(about)?;
        let folder = tempfile::Builder::new()
            .prefix(".damier-")
            .tempdir_in(&args.out)
            .with_context(about)?;
        Ok(Self {
            args,
            folder,
            names: BTreeMap::new(),
            taken: BTreeSet::new(),
        })
    }

    fn append(&mut self, key: &str, text: &str) -> anyhow::Result<()> {
        let new = !self.names.contains_key(key);
        let name = if new {
            self.name(key)?
        } else {
            self.names.get(key).cloned().unwrap_or_default()
        };
        let path = self.folder.path().join(&name);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .with_context(|| format!("cannot write {name}"))?;
        let gap = if new { "" } else { self.args.writing.gap() };
        file.write_all(gap.as_bytes())
            .and_then(|()| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write {name}"))
    }

    /// The name of a new file.
    fn name(&mut self, key: &str) -> anyhow::Result<String> {
        let plain = file_name(key);
        let mut name = format!("{plain}.pdn");
        let mut number = 2;
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{plain}-{number}.pdn");
            number += 1;
        }
        let path = self.args.out.join(&name);
        if path.exists() && !self.args.force {
            bail!("{} is there already: --force replaces it", path.display());
        }
        self.names.insert(key.to_owned(), name.clone());
        Ok(name)
    }

    /// Puts the files in their places.
    fn save(self) -> anyhow::Result<u64> {
        for name in self.names.values() {
            let path = self.args.out.join(name);
            fs::rename(self.folder.path().join(name), &path)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(self.names.len() as u64)
    }
}

/// A value as the name of a file, on whatever system.
fn file_name(value: &str) -> String {
    let plain: String = value
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "-_.,".contains(c) {
                c
            } else {
                '_'
            }
        })
        .take(80)
        .collect();
    let plain = plain.trim_matches(['_', '.']);
    if plain.is_empty() {
        "unknown".to_owned()
    } else {
        plain.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_stay_in_their_folder() {
        assert_eq!(file_name("Sijbrands, Ton"), "Sijbrands,_Ton");
        assert_eq!(file_name("../../etc/passwd"), "etc_passwd");
        assert_eq!(file_name("1/2-1/2"), "1_2-1_2");
        assert_eq!(file_name("Чижов"), "Чижов");
        assert_eq!(file_name(".."), "unknown");
        assert_eq!(file_name("*"), "unknown");
    }
}
