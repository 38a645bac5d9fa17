//! Goes through a file game by game and tells a visitor. Knows where a game starts and ends and how to go on after
//! an error; knows nothing of legality.

use std::io::{self, Read};

use super::decode::{Encoding, count_chars};
use super::problem::{ProblemKind, Span};
use super::result::GameResult;
use super::source::Source;
use super::token::{Kind, Memory, TagFlaw, Text, Token};
use super::visitor::{RawText, Variation, Visitor};

/// How to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// How text is read that is not UTF-8.
    pub encoding: Encoding,
    /// The longest game in bytes. A longer one is cut, with an error: no file can use up the memory.
    pub longest_game: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            encoding: Encoding::default(),
            longest_game: 32 << 20,
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
        Self {
            source: Source::new(input),
            options,
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
        let end = loop {
            let text = Text {
                bytes: self.source.bytes(),
                ended: self.source.ended(),
                encoding: self.options.encoding,
            };
            let step = match text.next(at, &mut self.memory) {
                Some(token) => {
                    run.begin(&token, visitor);
                    run.take(text, &token, &mut self.memory, visitor)
                }
                None => Step::More,
            };
            match step {
                Step::On(next) => at = next,
                Step::End(end) => break end,
                Step::More if !run.begun && text.leading_blanks() > 0 => {
                    let blanks = text.leading_blanks();
                    self.pass(blanks);
                    run = Run::new(self.source.offset());
                    at = 0;
                }
                Step::More
                    if text.bytes.len() - run.start.min(text.bytes.len())
                        > self.options.longest_game =>
                {
                    let limit = self.options.longest_game;
                    run.begin(
                        &Token {
                            kind: Kind::Junk,
                            start: at,
                            end: at,
                        },
                        visitor,
                    );
                    // A single word of this length is passed over, so that the reader gets on.
                    let cut = if at > run.start { at } else { text.bytes.len() };
                    visitor.problem(run.span(at, cut), ProblemKind::TooLong { limit });
                    break cut;
                }
                Step::More => self.source.grow()?,
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

/// What to do after a word.
enum Step {
    /// Go on there.
    On(usize),
    /// The game ends there.
    End(usize),
    /// Ask again with more bytes.
    More,
}

/// What is known of the game being read.
struct Run {
    /// Bytes of the file before the window.
    base: u64,
    begun: bool,
    start: usize,
    tags: usize,
    first_tag: Vec<u8>,
    /// Whether there was anything that belongs behind the header.
    body: bool,
    /// The opening parentheses of the variations at this place.
    open: Vec<Span>,
    /// The depth of the variation that the visitor skips.
    skipped: Option<usize>,
    /// A move number waiting for its move.
    number: Option<(Span, u32)>,
    /// Where the last move or its strength ended.
    move_end: usize,
    /// Where the last word ended.
    last_end: usize,
    /// The result of the tag, if it is of an unusual scoring.
    unusual: Option<Box<str>>,
    /// Whether an unknown move has been reported.
    unknown: bool,
}

impl Run {
    fn new(base: u64) -> Self {
        Self {
            base,
            begun: false,
            start: 0,
            tags: 0,
            first_tag: vec![],
            body: false,
            open: vec![],
            skipped: None,
            number: None,
            move_end: usize::MAX,
            last_end: 0,
            unusual: None,
            unknown: false,
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span {
            start: self.base + start as u64,
            end: self.base + end as u64,
        }
    }

    fn begin<V: Visitor>(&mut self, token: &Token, visitor: &mut V) {
        let nothing = matches!(token.kind, Kind::End | Kind::Wrapper | Kind::WrittenBlank);
        if !self.begun && !nothing {
            self.begun = true;
            self.start = token.start;
            visitor.begin_game();
        }
    }

    fn hears(&self) -> bool {
        self.skipped.is_none()
    }

    fn take<V: Visitor>(
        &mut self,
        text: Text<'_>,
        token: &Token,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Step {
        let span = self.span(token.start, token.end);
        let raw = |range: &std::ops::Range<usize>, escaped: bool| RawText {
            bytes: text.bytes.get(range.clone()).unwrap_or_default(),
            encoding: text.encoding,
            escaped,
        };
        let whole = raw(&(token.start..token.end), false);
        let hears = self.hears();
        match &token.kind {
            Kind::Move => {
                if let Some(unusual) = &self.unusual
                    && self.open.is_empty()
                    && whole.decode() == **unusual
                {
                    match text.next(token.end, memory).map(|t| t.kind) {
                        None => return Step::More,
                        Some(Kind::End | Kind::Tag { .. }) => {
                            let found = unusual.to_string();
                            visitor.problem(span, ProblemKind::ResultUnusual { found });
                            return self.result(text, token, memory, visitor);
                        }
                        Some(_) => {}
                    }
                }
                self.number = None;
                self.body = true;
                self.move_end = token.end;
                if hears {
                    visitor.move_text(span, whole);
                }
            }
            Kind::Number {
                number,
                black,
                flaw,
            } => {
                self.number_alone(visitor);
                if *flaw {
                    let found = shorten(&whole.decode());
                    visitor.problem(span, ProblemKind::NumberSpelling { found });
                }
                // Dots for a move by Black stand for a move themselves.
                self.number = (!black).then_some((span, *number));
                self.body |= !flaw;
                if hears {
                    visitor.number(span, *number, *black);
                }
            }
            Kind::Comment {
                text: range,
                closed,
            } => {
                if !closed {
                    let at = self.span(token.start, token.start + 1);
                    visitor.problem(at, ProblemKind::CommentOpen);
                }
                if hears {
                    visitor.comment(span, raw(range, false));
                }
            }
            Kind::RestOfLine { text: range } => {
                visitor.problem(span, ProblemKind::Semicolon);
                if hears {
                    visitor.comment(span, raw(range, false));
                }
            }
            Kind::Percent { text: range } => {
                if hears {
                    visitor.percent_line(span, raw(range, false));
                }
            }
            Kind::Tag {
                name,
                value,
                escaped,
                flaw,
            } => {
                let name = raw(name, false);
                if let Some(step) = self.tag_ends_game(token, &name, visitor) {
                    return step;
                }
                self.tag(span, &name, raw(value, *escaped), *flaw, visitor);
            }
            Kind::Result => return self.result(text, token, memory, visitor),
            Kind::Star => return self.star(text, token, memory, visitor),
            Kind::Strength { text: range } => {
                self.strength(span, token, raw(range, false), visitor)
            }
            Kind::Nag(nag) => {
                self.body = true;
                if hears {
                    visitor.nag(span, *nag);
                }
            }
            Kind::Symbol(nag) => {
                self.body = true;
                let found = whole.decode().into_owned();
                visitor.problem(span, ProblemKind::Symbol { found, nag: *nag });
                if hears {
                    visitor.nag(span, *nag);
                }
            }
            Kind::Null => {
                self.number = None;
                self.body = true;
                // Dots alone say that Black is to move.
                if !whole.bytes.starts_with(b".") && !whole.bytes.starts_with("…".as_bytes()) {
                    if !std::mem::replace(&mut self.unknown, true) {
                        visitor.problem(span, ProblemKind::UnknownMove);
                    }
                    if hears {
                        visitor.unknown_move(span);
                    }
                }
            }
            Kind::Setup { name, value } => {
                let name = raw(name, false).decode();
                self.body = true;
                if !name.eq_ignore_ascii_case("FEN") {
                    let name = name.into_owned();
                    visitor.problem(span, ProblemKind::SetupName { name });
                } else if hears {
                    visitor.setup(span, raw(value, false));
                }
            }
            Kind::Open => {
                self.number = None;
                self.body = true;
                self.open.push(span);
                if hears && visitor.begin_variation(span) == Variation::Skip {
                    self.skipped = Some(self.open.len());
                }
            }
            Kind::Close => self.close(span, visitor),
            Kind::End => {
                self.finish(visitor);
                return Step::End(if self.begun { self.last_end } else { token.end });
            }
            Kind::Wrapper => {}
            Kind::WrittenBlank => visitor.problem(span, ProblemKind::WrittenBlank),
            Kind::Command => visitor.problem(span, ProblemKind::Command),
            Kind::Stray(b'.') => visitor.problem(span, ProblemKind::Dot),
            Kind::Stray(byte) => {
                let found = char::from(*byte);
                visitor.problem(span, ProblemKind::Closing { found });
            }
            Kind::Junk => {
                let found = shorten(&whole.decode());
                visitor.problem(span, ProblemKind::Junk { found });
            }
        }
        self.last_end = token.end;
        Step::On(token.end)
    }

    fn number_alone<V: Visitor>(&mut self, visitor: &mut V) {
        if let Some((span, number)) = self.number.take() {
            visitor.problem(span, ProblemKind::NumberAlone { number });
        }
    }

    /// Whether a tag belongs to the next game.
    fn tag_ends_game<V: Visitor>(
        &mut self,
        token: &Token,
        name: &RawText<'_>,
        visitor: &mut V,
    ) -> Option<Step> {
        if self.body {
            self.finish(visitor);
            let at = self.span(self.last_end.saturating_sub(1), self.last_end);
            visitor.problem(at, ProblemKind::NoResult);
            return Some(Step::End(self.last_end));
        }
        if self.tags > 2 && name.bytes.eq_ignore_ascii_case(&self.first_tag) {
            self.finish(visitor);
            let at = self.span(token.start, token.end);
            visitor.problem(at, ProblemKind::HeaderAgain);
            return Some(Step::End(self.last_end));
        }
        None
    }

    fn tag<V: Visitor>(
        &mut self,
        span: Span,
        name: &RawText<'_>,
        value: RawText<'_>,
        flaw: Option<TagFlaw>,
        visitor: &mut V,
    ) {
        self.number_alone(visitor);
        if self.tags == 0 {
            self.first_tag = name.bytes.to_vec();
        }
        self.tags += 1;
        if let Some(flaw) = flaw {
            visitor.problem(
                span,
                match flaw {
                    TagFlaw::Open => ProblemKind::TagOpen,
                    TagFlaw::Bare => ProblemKind::TagBare,
                    TagFlaw::Quotes => ProblemKind::TagQuotes,
                    TagFlaw::Unended => ProblemKind::TagUnended,
                },
            );
        }
        if name.bytes.eq_ignore_ascii_case(b"Result")
            && let GameResult::Other(text) = GameResult::parse(&value.decode())
        {
            self.unusual = Some(text);
        }
        visitor.tag(span, &name.decode(), value);
    }

    fn strength<V: Visitor>(
        &mut self,
        span: Span,
        token: &Token,
        text: RawText<'_>,
        visitor: &mut V,
    ) {
        self.body = true;
        if token.start != self.move_end || text.bytes.len() < token.end - token.start {
            let found = text.decode().into_owned();
            visitor.problem(span, ProblemKind::StrengthApart { found });
        }
        self.move_end = token.end;
        if !self.hears() {
            return;
        }
        match super::nag_of(text.bytes) {
            Some(nag) => visitor.nag(span, nag),
            None => visitor.strength(span, text),
        }
    }

    fn close<V: Visitor>(&mut self, span: Span, visitor: &mut V) {
        self.number_alone(visitor);
        if self.open.is_empty() {
            return visitor.problem(span, ProblemKind::Closing { found: ')' });
        }
        if self.hears() {
            visitor.end_variation(span);
        } else if self.skipped == Some(self.open.len()) {
            self.skipped = None;
        }
        self.open.pop();
    }

    /// `*`: behind a move an only move if the game goes on, otherwise the end.
    fn star<V: Visitor>(
        &mut self,
        text: Text<'_>,
        token: &Token,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Step {
        if token.start != self.move_end {
            return self.result(text, token, memory, visitor);
        }
        let Some(next) = text.next(token.end, memory) else {
            return Step::More;
        };
        let over = match next.kind {
            Kind::End | Kind::Tag { .. } => true,
            Kind::Number { number, .. } => number == 1 && self.open.is_empty(),
            _ => false,
        };
        if over {
            return self.result(text, token, memory, visitor);
        }
        let span = self.span(token.start, token.end);
        visitor.problem(span, ProblemKind::StrengthStar);
        if self.hears() {
            visitor.nag(span, 7);
        }
        self.move_end = token.end;
        self.last_end = token.end;
        Step::On(token.end)
    }

    fn result<V: Visitor>(
        &mut self,
        text: Text<'_>,
        token: &Token,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Step {
        let span = self.span(token.start, token.end);
        let raw = |start: usize, end: usize| RawText {
            bytes: text.bytes.get(start..end).unwrap_or_default(),
            encoding: text.encoding,
            escaped: false,
        };
        if !self.open.is_empty() {
            match text.next(token.end, memory).map(|t| t.kind) {
                None => return Step::More,
                Some(Kind::End | Kind::Tag { .. }) => {}
                Some(_) => {
                    self.number = None;
                    if self.hears() {
                        visitor.variation_result(span, raw(token.start, token.end));
                    }
                    self.last_end = token.end;
                    return Step::On(token.end);
                }
            }
        }
        // What follows on the line belongs to this game, and a second result to nothing.
        let mut end = token.end;
        let mut comments = vec![];
        let mut again = vec![];
        loop {
            let Some(next) = text.next(end, memory) else {
                return Step::More;
            };
            let between = text.bytes.get(token.end..next.start).unwrap_or_default();
            match next.kind {
                Kind::Comment { text, closed: true } if !between.contains(&b'\n') => {
                    comments.push((self.span(next.start, next.end), text));
                }
                Kind::Result | Kind::Star if again.len() < 8 => {
                    again.push(self.span(next.start, next.end))
                }
                _ => break,
            }
            end = next.end;
        }
        self.finish(visitor);
        visitor.result(span, raw(token.start, token.end));
        for (span, range) in comments {
            visitor.comment(span, raw(range.start, range.end));
        }
        for span in again {
            visitor.problem(span, ProblemKind::ResultAgain);
        }
        Step::End(end)
    }

    /// Reports what is left open.
    fn finish<V: Visitor>(&mut self, visitor: &mut V) {
        self.number_alone(visitor);
        if let Some(span) = self.open.last() {
            visitor.problem(*span, ProblemKind::VariationOpen);
        }
        let heard = self.skipped.map_or(self.open.len(), |depth| depth - 1);
        let at = self.span(self.last_end, self.last_end);
        for _ in 0..heard {
            visitor.end_variation(at);
        }
        self.open.clear();
        self.skipped = None;
    }
}

/// Text as a message can hold it.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
