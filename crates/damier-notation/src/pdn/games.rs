//! The games of a file one after the other, each with all that is needed to talk about it later.

use std::io::{self, Read};

use super::decode::Encoding;
use super::diagnostic::{self, Diagnostic};
use super::problem::{Problem, ProblemKind, Span};
use super::reader::{Place, ReadOptions, Reader};
use super::tree::{Builder, Game};

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub game: Game,
    /// What is wrong with its text. Whether its moves are legal has not been asked.
    pub problems: Vec<Problem>,
    source: Vec<u8>,
    encoding: Encoding,
}

impl Record {
    /// Its bytes. Those of a UTF-16 file are UTF-8.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The problems of the text and `more` ones, such as those of [`resolve`](super::resolve), with lines, columns
    /// and the text around them, in the order of the file.
    pub fn diagnostics(&self, more: &[Problem]) -> Vec<Diagnostic> {
        if self.problems.is_empty() && more.is_empty() {
            return vec![];
        }
        let mut problems: Vec<&Problem> = self.problems.iter().chain(more).collect();
        problems.sort_by_key(|p| p.span.start);
        diagnostic::locate(
            &problems,
            self.number,
            self.place,
            &self.source,
            self.encoding,
        )
    }
}

/// The games of an input. Holds one game at a time, so a file of any size can be gone through.
pub struct Games<R> {
    reader: Reader<R>,
    encoding: Encoding,
    number: u64,
    /// Whether it has been said that the file is not UTF-8.
    foreign: bool,
    failed: bool,
}

impl<R: Read> Games<R> {
    /// The games of an input. It need not be buffered.
    pub fn new(input: R) -> Self {
        Self::with_options(input, ReadOptions::default())
    }

    /// The games of an input, read as asked.
    pub fn with_options(input: R, options: ReadOptions) -> Self {
        Self {
            reader: Reader::with_options(input, options),
            encoding: options.encoding,
            number: 0,
            foreign: false,
            failed: false,
        }
    }

    fn read(&mut self) -> io::Result<Option<Record>> {
        let mut builder = Builder::default();
        let mut source = vec![];
        let Some(place) = self
            .reader
            .read_with(&mut builder, |bytes| source.extend_from_slice(bytes))?
        else {
            return Ok(None);
        };
        self.number += 1;
        if !self.foreign
            && let Err(error) = std::str::from_utf8(&source)
        {
            self.foreign = true;
            let start = place.offset + error.valid_up_to() as u64;
            let span = Span {
                start,
                end: start + 1,
            };
            builder.problems.push(span, ProblemKind::Encoding);
        }
        Ok(Some(Record {
            number: self.number,
            place,
            game: builder.game,
            problems: builder.problems.finish(),
            source,
            encoding: self.encoding,
        }))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        if self.failed {
            return None;
        }
        let record = self.read().transpose();
        self.failed = matches!(record, Some(Err(_)));
        record
    }
}
