//! Goes through a file game by game and tells a visitor. Holds the bytes of one game; what they mean is for others.

use std::io::{self, Read};

use super::decode::{Encoding, count_chars};
use super::problem::Span;
use super::run::{Run, Step};
use super::source::Source;
use super::token::{MOST_BYTES, Memory, Text};
use super::visitor::Visitor;

/// How to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// How text is read that is not UTF-8.
    pub encoding: Encoding,
    /// The longest game in bytes. A longer one is cut, with an error: no file can use up the memory.
    pub longest_game: usize,
    /// The most words of a game: moves, numbers, comments and so on. A game with more of them is cut as well; each
    /// takes some memory of its own.
    pub most_words: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            encoding: Encoding::default(),
            longest_game: 32 << 20,
            most_words: 1 << 19,
        }
    }
}

/// Where a game stands in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The first byte.
    pub offset: u64,
    /// The byte behind the last.
    pub end: u64,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// The column of the first byte in characters, from 1.
    pub column: u64,
}

/// Reads games one by one. It holds no more than one of them.
pub struct Reader<R> {
    source: Source<R>,
    options: ReadOptions,
    memory: Memory,
    line: u64,
    column: u64,
}

impl<R: Read> Reader<R> {
    /// A reader of PDN from some input. The input need not be buffered.
    pub fn new(input: R) -> Self {
        Self::with_options(input, ReadOptions::default())
    }

    /// A reader that reads as asked.
    pub fn with_options(input: R, options: ReadOptions) -> Self {
        let longest_game = options.longest_game.min(MOST_BYTES);
        Self {
            source: Source::new(input),
            options: ReadOptions {
                longest_game,
                ..options
            },
            memory: Memory::default(),
            line: 1,
            column: 1,
        }
    }

    /// Tells `visitor` of the next game; `None` at the end of the input.
    ///
    /// Errors of the text are told to the visitor and belong to their game. Only the input itself can fail.
    pub fn read<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<Place>> {
        self.read_with(visitor, |_| {})
    }

    /// Like [`read`](Self::read), and hands the bytes of the game to `keep`.
    pub(super) fn read_with<V: Visitor>(
        &mut self,
        visitor: &mut V,
        keep: impl FnOnce(&[u8]),
    ) -> io::Result<Option<Place>> {
        let mut run = Run::new(self.source.offset());
        let mut at = 0;
        let mut words = 0;
        let end = loop {
            let text = Text {
                bytes: self.source.bytes(),
                ended: self.source.ended(),
                encoding: self.options.encoding,
            };
            let token = text.plain(at).or_else(|| text.next(at, &mut self.memory));
            let step = match token {
                Some(token) => {
                    run.begin(&token, visitor);
                    run.take(text, &token, &mut self.memory, visitor)
                }
                None => Step::More,
            };
            let ReadOptions {
                longest_game,
                most_words,
                ..
            } = self.options;
            match step {
                Step::On(next) => {
                    at = next;
                    words += 1;
                    if words > most_words {
                        run.cut(at, at, (most_words, "words"), visitor);
                        break at;
                    }
                }
                Step::End(end) => break end,
                Step::More if !run.begun && text.leading_blanks() > 0 => {
                    let blanks = text.leading_blanks();
                    self.pass(blanks);
                    run = Run::new(self.source.offset());
                    at = 0;
                }
                Step::More if text.bytes.len().saturating_sub(run.start) > longest_game => {
                    if let Some(next) = run.open_comment(text, at, &mut self.memory, visitor) {
                        at = next;
                        continue;
                    }
                    // A single word of this length is passed over, so that the reader gets on.
                    let end = if at > run.start { at } else { text.bytes.len() };
                    run.cut(at, end, (longest_game, "bytes"), visitor);
                    break end;
                }
                Step::More => self.source.grow(longest_game)?,
            }
        };
        if !run.begun {
            self.pass(end);
            return Ok(None);
        }
        self.pass(run.start);
        let length = end - run.start;
        let (offset, line, column) = (self.source.offset(), self.line, self.column);
        let place = Place {
            offset,
            end: offset + length as u64,
            line,
            column,
        };
        visitor.end_game(Span {
            start: place.offset,
            end: place.end,
        });
        keep(self.source.bytes().get(..length).unwrap_or_default());
        self.pass(length);
        Ok(Some(place))
    }

    /// Leaves bytes behind, counting lines.
    fn pass(&mut self, bytes: usize) {
        let passed = self.source.bytes().get(..bytes).unwrap_or_default();
        match memchr::memrchr(b'\n', passed) {
            Some(last) => {
                self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
                self.column = 1 + count_chars(passed.get(last + 1..).unwrap_or_default()) as u64;
            }
            None => self.column += count_chars(passed) as u64,
        }
        self.source.forget(bytes);
        let (from, to) = self.memory.no_brace;
        self.memory.no_brace = (from.saturating_sub(bytes), to.saturating_sub(bytes));
    }
}
