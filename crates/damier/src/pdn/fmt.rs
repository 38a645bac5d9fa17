//! `damier pdn fmt`: games in the export form. A file is replaced as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use damier_notation::pdn::{Record, Resolver};
use tempfile::NamedTempFile;

use super::input::{Input, Source};
use super::pipeline::{self, Failures, Flow};
use super::writing::{Writing, Written};
use crate::output::Answer;

/// Rewrite games in the export form of PDN.
///
/// Moves are written in their short form, as a path where that is ambiguous. A game of which a part cannot be read is
/// kept as it stands; the exit code is then 1.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    /// Replace each file with its new text, as a whole or not at all
    #[arg(long, short)]
    in_place: bool,

    #[command(flatten)]
    writing: Writing,
}

/// Where games go.
enum Out {
    Stdout(io::Stdout),
    /// The new file, and the one it takes the place of.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// The file cannot be read, so it stays as it is.
    Nowhere,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let sources = args.input.sources()?;
    if args.in_place && sources.contains(&Source::Stdin) {
        bail!("stdin cannot be rewritten in place");
    }
    let encoding = args.input.reading.encoding();
    let mut failures = Failures::default();
    let mut answer = Answer::Done;
    let mut out: Option<Out> = None;
    let mut first = true;
    let work = |resolver: &mut Resolver, _: &Source, record: Record| {
        let resolution = resolver.resolve(&record.game);
        let written = args.writing.write(&record, &resolution, encoding);
        (record.number, record.place.line, written)
    };
    pipeline::run(&sources, &args.input.reading, work, |batch, progress| {
        let Some(source) = sources.get(batch.source) else {
            return Ok(Flow::Enough);
        };
        let mut text = String::new();
        for (game, line, Written { text: one, kept }) in batch.answers {
            if !std::mem::replace(&mut first, false) {
                text.push_str(args.writing.gap());
            }
            text.push_str(&one);
            if let Some(why) = kept {
                answer = Answer::No;
                let name = source.name();
                progress.suspend(|| {
                    tracing::warn!("{name}:{line}: game {game} is kept as it stands: {why}");
                });
            }
        }
        let mut to = match out.take() {
            Some(out) => out,
            None => args.open(source, batch.end.as_ref())?,
        };
        match &mut to {
            Out::Nowhere => {}
            Out::Stdout(stdout) => progress.write(stdout, text.as_bytes())?,
            Out::File(file, path) => file
                .write_all(text.as_bytes())
                .with_context(|| format!("cannot rewrite {}", path.display()))?,
        }
        let Some(end) = batch.end else {
            out = Some(to);
            return Ok(Flow::On);
        };
        let whole = failures.note(source, end, progress);
        first |= args.in_place;
        if let (true, Out::File(file, path)) = (whole, to) {
            replace(file, &path).with_context(|| format!("cannot rewrite {}", path.display()))?;
        }
        Ok(Flow::On)
    })?;
    failures.result(answer)
}

impl Args {
    fn open(&self, source: &Source, end: Option<&io::Result<()>>) -> anyhow::Result<Out> {
        match source {
            Source::File(_) if self.in_place && matches!(end, Some(Err(_))) => Ok(Out::Nowhere),
            Source::File(path) if self.in_place => {
                let about = || format!("cannot rewrite {}", path.display());
                // A link stays a link: what it leads to is replaced.
                let path = path.canonicalize().with_context(about)?;
                let folder = path.parent().unwrap_or(Path::new("."));
                let file = tempfile::Builder::new()
                    .prefix(".damier-")
                    .suffix(".tmp")
                    .tempfile_in(folder)
                    .with_context(about)?;
                Ok(Out::File(BufWriter::new(file), path))
            }
            _ => Ok(Out::Stdout(io::stdout())),
        }
    }
}

/// Puts a new file in the place of an old one. Whatever happens, one of the two stands there.
fn replace(file: BufWriter<NamedTempFile>, path: &Path) -> anyhow::Result<()> {
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    if is_same(file.path(), path)? {
        return Ok(());
    }
    let permissions = fs::metadata(path)?.permissions();
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Whether two files say the same.
fn is_same(a: &Path, b: &Path) -> io::Result<bool> {
    if fs::metadata(a)?.len() != fs::metadata(b)?.len() {
        return Ok(false);
    }
    let mut a = BufReader::new(File::open(a)?).bytes();
    let mut b = BufReader::new(File::open(b)?).bytes();
    loop {
        match (a.next().transpose()?, b.next().transpose()?) {
            (None, None) => return Ok(true),
            (x, y) if x != y => return Ok(false),
            _ => {}
        }
    }
}
