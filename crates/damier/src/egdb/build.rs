//! `damier egdb build`: makes the tables that are missing. A build that was ended in whatever way goes on when it is
//! started again.

use std::io::{self, Write};
use std::sync::Mutex;

use anyhow::{Context, bail};
use damier_core::Rules;
use damier_endgame::{
    Build, BuildReport, MOST_PIECES, Material, Observer, Progress, Refused, Subject,
};
use serde::Serialize;

use super::progress::{Bar, duration};
use super::{Which, grouped, with_game};
use crate::engine::Searched;
use crate::output::{self, Answer};

/// Build endgame tables.
///
/// Tables that are there are kept, after a check of every byte; damaged ones are built anew. A build that was
/// stopped or killed goes on behind the last finished table when it is started again, and ends with the same bytes.
/// One build works in a folder at a time. Prints a line for each table written.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,

    /// Win, draw or loss of every position of up to so many pieces
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PIECES)))]
    pieces: u32,

    /// Plies to the end as well, of every position of up to so many pieces
    ///
    /// [default: as many as --pieces, but at most 4 in international and 3 in Alician draughts]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PIECES)))]
    distances: Option<u32>,

    /// Only this class and those it leads to; may be repeated
    #[arg(long, value_name = "CLASS")]
    only: Vec<Material>,

    /// Threads to build with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory the build may take: a number of MiB, or 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = memory)]
    memory: u64,

    /// Print JSON, one object a line (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

/// A size in bytes.
fn memory(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.strip_suffix(['G', 'g']) {
        Some(number) => (number, 30),
        None => (text.strip_suffix(['M', 'm']).unwrap_or(text), 20),
    };
    let size = number
        .parse()
        .ok()
        .filter(|n: &u64| (1..=1 << 20).contains(n));
    size.map(|n| n << shift)
        .ok_or_else(|| "expected a number of MiB such as 500, or of GiB such as 4G".to_owned())
}

/// Something that happens in a build.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    /// A file that was there is not usable and is built anew.
    Refused { file: String, reason: String },
    /// A table is on the disk.
    Written {
        rules: String,
        class: String,
        contents: String,
        bytes: u64,
    },
    /// All tables are there.
    End {
        folder: String,
        kept: usize,
        written: usize,
        bytes: u64,
        seconds: f64,
    },
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    with_game!(args.which.rules, build(args))
}

fn build<P: Searched>(args: &Args) -> anyhow::Result<Answer> {
    let folder = args.which.place.folder();
    let Some(path) = folder.path() else {
        bail!("no folder for the tables: name one with --tables");
    };
    let rules = args.which.rules;
    let most = match rules {
        Rules::International => 4,
        Rules::Alician(_) => 3,
    };
    let processors = || std::thread::available_parallelism().map_or(1, Into::into);
    let build = Build {
        folder: path.to_owned(),
        rules,
        pieces: args.pieces,
        distances: args.distances.unwrap_or(args.pieces.min(most)),
        only: args.only.clone(),
        threads: args.threads.map_or_else(processors, usize::from),
        memory: args.memory,
    };
    let teller = Teller {
        bar: Bar::new(),
        json: args.json,
        failed: Mutex::new(None),
    };
    let report = build.run::<P>(&teller);
    if let Some(error) = teller.failure() {
        return Err(error.into());
    }
    let report: BuildReport =
        report.with_context(|| format!("endgame tables in {}", path.display()))?;
    teller.tell(&Event::End {
        folder: path.display().to_string(),
        kept: report.kept,
        written: report.written,
        bytes: report.bytes,
        seconds: report.took.as_secs_f64(),
    });
    match teller.failure() {
        Some(error) => Err(error.into()),
        None => Ok(Answer::Done),
    }
}

/// Tells how the build goes on.
struct Teller {
    bar: Bar,
    json: bool,
    /// Why nobody can be told any more; the build ends.
    failed: Mutex<Option<io::Error>>,
}

impl Teller {
    fn tell(&self, event: &Event) {
        let written = self.bar.suspend(|| {
            let mut out = anstream::stdout().lock();
            if self.json {
                output::json(&mut out, event)?;
            } else {
                writeln!(out, "{event}")?;
            }
            out.flush()
        });
        if let (Err(error), Ok(mut failed)) = (written, self.failed.lock()) {
            failed.get_or_insert(error);
        }
    }

    fn failure(&self) -> Option<io::Error> {
        self.failed.lock().ok()?.take()
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused { file, reason } => write!(f, "{file} {reason}; it is built anew"),
            Self::Written {
                class,
                contents,
                bytes,
                ..
            } => write!(f, "{class} {contents:<9} {:>13} bytes", grouped(*bytes)),
            Self::End {
                folder,
                kept,
                written,
                bytes,
                seconds,
            } => write!(
                f,
                "{written} tables written, {kept} kept, {} bytes in {folder}, {}",
                grouped(*bytes),
                duration(std::time::Duration::from_secs_f64(*seconds)),
            ),
        }
    }
}

impl Observer for Teller {
    fn refused(&self, file: &Refused) {
        self.tell(&Event::Refused {
            file: file.path.display().to_string(),
            reason: file.reason.to_string(),
        });
    }

    fn progress(&self, progress: &Progress) {
        let class = format!("class {}", progress.material);
        self.bar
            .show(progress.done, progress.total, &class, progress.left);
    }

    fn written(&self, subject: &Subject, bytes: u64) {
        self.tell(&Event::Written {
            rules: subject.rules.to_string(),
            class: subject.material.to_string(),
            contents: subject.contents.to_string(),
            bytes,
        });
    }

    fn stop(&self) -> bool {
        self.failed.lock().is_ok_and(|failed| failed.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory() {
        assert_eq!(memory("500"), Ok(500 << 20));
        assert_eq!(memory("500M"), Ok(500 << 20));
        assert_eq!(memory("4G"), Ok(4 << 30));
        for bad in ["", "G", "0", "-1", "4T", "1e3", "9999999999G", "4 G"] {
            assert!(memory(bad).is_err(), "{bad:?}");
        }
    }
}
