//! One position from the command line, or many from a file: the same command answers each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::Serialize;

use crate::args::{Bulk, Common};
use crate::line::{self, AnyLine, LineError};
use crate::output::{self, Answer};

/// A line of a file that is not a position, in place of its answer.
#[derive(Debug, Serialize)]
struct ErrorRecord {
    line: usize,
    position: String,
    error: String,
    /// The first of them.
    problems: Vec<ProblemRecord>,
    problems_in_all: usize,
}

#[derive(Debug, Serialize)]
struct ProblemRecord {
    column: Option<usize>,
    message: String,
}

/// Answers the position of the arguments, or each of a file. The answer is no if it is so for any of them.
pub(crate) fn run(
    common: &Common,
    bulk: &Bulk,
    mut answer: impl FnMut(&AnyLine, &mut dyn Write) -> anyhow::Result<Answer>,
) -> anyhow::Result<Answer> {
    let mut out = BufWriter::new(anstream::stdout().lock());
    let Some(file) = &bulk.fen_file else {
        let given = answer(&line::read(common)?, &mut out)?;
        out.flush()?;
        return Ok(given);
    };
    let mut whole = Answer::Done;
    let mut bad = 0;
    let mut answered = 0_u64;
    for text in lines(file)? {
        let (number, text) = text?;
        match line::at(common, &text) {
            Ok(line) => {
                if !common.json {
                    let gap = if answered == 0 { "" } else { "\n" };
                    writeln!(out, "{gap}# {number}: {}", text.trim())?;
                }
                if answer(&line, &mut out)? == Answer::No {
                    whole = Answer::No;
                }
                answered += 1;
            }
            Err(error) => {
                bad += 1;
                if common.json {
                    output::json(&mut out, &ErrorRecord::new(number, &text, &error))?;
                }
                out.flush()?;
                output::complain(&anyhow::Error::new(error).context(format!("line {number}")));
            }
        }
    }
    out.flush()?;
    tracing::info!("{answered} positions answered");
    if bad > 0 {
        bail!("{bad} line(s) of {} could not be read", file.display());
    }
    Ok(whole)
}

impl ErrorRecord {
    fn new(line: usize, text: &str, error: &LineError) -> Self {
        let problems = error.problems();
        Self {
            line,
            position: text.to_owned(),
            error: error.to_string(),
            problems_in_all: problems.len(),
            problems: problems
                .into_iter()
                .take(line::NAMED)
                .map(|(column, message)| ProblemRecord { column, message })
                .collect(),
        }
    }
}

/// The lines of a file that are not empty, with their numbers. What is not UTF-8 shows up as a problem of its line.
fn lines(path: &Path) -> anyhow::Result<impl Iterator<Item = io::Result<(usize, String)>>> {
    let mut reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Box::new(BufReader::new(file))
    };
    let mut number = 0;
    Ok(std::iter::from_fn(move || {
        loop {
            let mut bytes = Vec::new();
            match reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => number += 1,
                Err(error) => return Some(Err(error)),
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_end_matches(['\n', '\r']);
            if !text.trim().is_empty() {
                return Some(Ok((number, text.to_owned())));
            }
        }
    }))
}
