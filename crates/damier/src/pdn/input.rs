//! Which files are read: names, folders, patterns and stdin. Knows nothing of what is in them.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use damier_notation::pdn;

/// What to read.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Input {
    /// Files, folders (for the .pdn files in them) or patterns like "games/**/*.pdn"; `-` for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// How to read it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Reading {
    /// How text is read that is not UTF-8
    #[arg(long, value_enum, default_value_t)]
    encoding: Encoding,

    /// Threads to work with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// How text is read that is not UTF-8.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Encoding {
    /// Western European (Windows-1252)
    #[default]
    Latin1,
    /// Cyrillic (Windows-1251)
    Cp1251,
}

impl Reading {
    pub(crate) fn encoding(&self) -> pdn::Encoding {
        match self.encoding {
            Encoding::Latin1 => pdn::Encoding::Latin1,
            Encoding::Cp1251 => pdn::Encoding::Windows1251,
        }
    }

    pub(crate) fn options(&self) -> pdn::ReadOptions {
        pdn::ReadOptions {
            encoding: self.encoding(),
            ..pdn::ReadOptions::default()
        }
    }

    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }
}

/// Something that is read from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// A file by its name, `-` for stdin.
    pub(crate) fn named(path: &Path) -> Self {
        if path == Path::new("-") {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "stdin".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    pub(crate) fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Stdin => Box::new(io::stdin()),
            Self::File(path) => Box::new(File::open(path)?),
        })
    }

    /// Its length in bytes, if it has one before it is read.
    pub(crate) fn size(&self) -> Option<u64> {
        let Self::File(path) = self else { return None };
        let about = path.metadata().ok()?;
        about.is_file().then_some(about.len())
    }
}

impl Input {
    /// Everything that is to be read, in the order given; the files of a folder or a pattern by name.
    pub(crate) fn sources(&self) -> anyhow::Result<Vec<Source>> {
        sources(&self.files)
    }
}

/// What names of files, folders and patterns stand for.
pub(crate) fn sources(files: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    let mut sources = vec![];
    for name in files {
        // A name that exists is that file, whatever characters are in it.
        if name == Path::new("-") {
            if sources.contains(&Source::Stdin) {
                bail!("stdin can be read only once");
            }
            sources.push(Source::Stdin);
        } else if name.is_dir() {
            let text = name.to_str().context("a folder's name must be UTF-8")?;
            let pattern = format!("{}/**/*.pdn", glob::Pattern::escape(text));
            sources.extend(matching(&pattern)?);
        } else if is_pattern(name) && !name.exists() {
            let text = name.to_str().context("a pattern must be UTF-8")?;
            sources.extend(matching(text)?);
        } else {
            sources.push(Source::File(name.clone()));
        }
    }
    Ok(sources)
}

fn is_pattern(name: &Path) -> bool {
    name.to_str()
        .is_some_and(|text| text.contains(['*', '?', '[']))
}

/// The files that a pattern names; that there are none is an error.
fn matching(pattern: &str) -> anyhow::Result<Vec<Source>> {
    let options = glob::MatchOptions {
        case_sensitive: false,
        require_literal_leading_dot: true,
        ..glob::MatchOptions::default()
    };
    let paths = glob::glob_with(pattern, options)
        .with_context(|| format!("{pattern:?} is neither a file nor a pattern"))?;
    let mut found = vec![];
    for path in paths {
        let path = path.with_context(|| format!("cannot look for {pattern:?}"))?;
        if !path.is_dir() {
            found.push(Source::File(path));
        }
    }
    if found.is_empty() {
        bail!("no file matches {pattern:?}");
    }
    Ok(found)
}
