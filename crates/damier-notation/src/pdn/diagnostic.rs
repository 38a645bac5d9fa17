//! Problems for people: with line, column and the text around them. Knows nothing of files but what it is told.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::decode::{Encoding, count_chars};
use super::problem::{Problem, Severity, Span};
use super::reader::Place;

/// Characters shown before and behind the offending text.
const AROUND: usize = 60;

/// A problem with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A word for it that does not change.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The game in its file, from 1.
    pub game: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The bytes in the file.
    pub span: Span,
    /// How often in the game; more than once only for notes.
    pub times: u32,
    /// The line in parts.
    pub excerpt: Excerpt,
}

/// A line of the file, cut to what can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Excerpt {
    /// What stands before the offending text.
    pub before: String,
    /// The offending text as far as it is on this line.
    pub marked: String,
    /// What stands behind it.
    pub after: String,
}

/// Finds lines and columns of problems that are sorted by their place.
pub(super) fn locate(
    problems: &[&Problem],
    game: u64,
    place: Place,
    source: &[u8],
    encoding: Encoding,
) -> Vec<Diagnostic> {
    let mut line = place.line;
    let mut column = place.column;
    let mut at = 0;
    let mut found = Vec::with_capacity(problems.len());
    for problem in problems {
        let within = |offset: u64| (offset.saturating_sub(place.offset) as usize).min(source.len());
        let start = within(problem.span.start);
        let end = within(problem.span.end).max(start);
        let passed = source.get(at..start).unwrap_or_default();
        match memchr::memrchr(b'\n', passed) {
            Some(last) => {
                line += memchr::memchr_iter(b'\n', passed).count() as u64;
                column = 1 + count_chars(passed.get(last + 1..).unwrap_or_default()) as u64;
            }
            None => column += count_chars(passed) as u64,
        }
        at = at.max(start);
        let mut message = problem.kind.to_string();
        if problem.times > 1 {
            // Writing to a string cannot fail.
            let _ = write!(message, " ({} times in this game)", problem.times);
        }
        found.push(Diagnostic {
            severity: problem.severity(),
            code: problem.kind.code(),
            message,
            game,
            line,
            column,
            span: problem.span,
            times: problem.times,
            excerpt: excerpt(source, start, end, encoding),
        });
    }
    found
}

fn excerpt(source: &[u8], start: usize, end: usize, encoding: Encoding) -> Excerpt {
    // Four bytes a character are enough; what is cut in two at the edge is left out by the decoder's replacement.
    let room = 4 * AROUND;
    let before = source
        .get(start.saturating_sub(room)..start)
        .unwrap_or_default();
    let before = before.rsplit(|&b| b == b'\n').next().unwrap_or_default();
    let first_line = |bytes: &[u8]| -> String {
        let bytes = bytes.get(..room).unwrap_or(bytes);
        let line = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
        visible(&decode_part(line, encoding))
    };
    let marked = source.get(start..end).unwrap_or_default();
    let after = if marked.contains(&b'\n') {
        &[][..]
    } else {
        source.get(end..).unwrap_or_default()
    };
    let before = visible(&decode_part(before, encoding));
    let skipped = before.chars().count().saturating_sub(AROUND);
    let dots = if skipped > 0 { "…" } else { "" };
    let before: String = before.chars().skip(skipped).collect();
    Excerpt {
        before: format!("{dots}{before}"),
        marked: cut(&first_line(marked)),
        after: cut(first_line(after).trim_end()),
    }
}

/// Text of bytes that may be cut inside a character.
fn decode_part(bytes: &[u8], encoding: Encoding) -> String {
    let continuation = |b: &&u8| **b & 0xc0 == 0x80;
    let cut = bytes.iter().take(3).take_while(continuation).count();
    let whole = bytes.get(cut..).unwrap_or_default();
    match std::str::from_utf8(whole) {
        Ok(text) => text.to_owned(),
        Err(error) if error.error_len().is_none() => {
            let valid = whole.get(..error.valid_up_to()).unwrap_or_default();
            encoding.decode(valid).into_owned()
        }
        Err(_) => encoding.decode(bytes).into_owned(),
    }
}

fn cut(text: &str) -> String {
    let mut short: String = text.chars().take(AROUND).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Every character takes one column and does nothing to a terminal.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

impl Diagnostic {
    /// The problem as lines of text, the offending part underlined.
    ///
    /// ```
    /// use damier_notation::pdn::{Games, resolve};
    /// let record = Games::new("1. 32-28 19-23\n2. 28x19 23x14 *".as_bytes()).next().unwrap()?;
    /// let resolution = resolve(&record.game);
    /// let shown = record.diagnostics(&resolution.problems)[0].render("my.pdn", false);
    /// assert!(shown.starts_with("error: 2... 23x14: 23 to 14 is illegal: there is no piece on 23"));
    /// assert!(shown.ends_with("
    ///   --> my.pdn:2:10 (game 1)
    ///   |
    /// 2 | 2. 28x19 23x14 *
    ///   |          ^^^^^
    /// "));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn render(&self, file: &str, color: bool) -> String {
        let (name, ink) = match self.severity {
            Severity::Error => ("error", AnsiColor::Red),
            Severity::Warning => ("warning", AnsiColor::Yellow),
            Severity::Note => ("note", AnsiColor::Cyan),
        };
        let (strong, mark) = if color {
            let ink = Style::new().fg_color(Some(ink.into()));
            (ink.bold(), ink)
        } else {
            (Style::new(), Style::new())
        };
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let Excerpt {
            before,
            marked,
            after,
        } = &self.excerpt;
        let indent = " ".repeat(before.chars().count());
        let carets = "^".repeat(marked.chars().count().max(1));
        format!(
            "{strong}{name}{strong:#}: {message}\n\
             {margin} --> {file}:{line}:{column} (game {game})\n\
             {margin} |\n\
             {number} | {before}{mark}{marked}{mark:#}{after}\n\
             {margin} | {indent}{mark}{carets}{mark:#}\n",
            message = self.message,
            line = self.line,
            column = self.column,
            game = self.game,
        )
    }
}
