//! One game on its way from words to a visitor: where it starts and ends, and how to go on after an error. Knows
//! nothing of legality.

mod ending;

use super::problem::{ProblemKind, Span};
use super::result::GameResult;
use super::token::{Kind, Memory, Part, TagFlaw, Text, Token};
use super::visitor::{RawText, Variation, Visitor};

/// What to do after a word.
pub(super) enum Step {
    /// Go on there.
    On(usize),
    /// The game ends there.
    End(usize),
    /// Ask again with more bytes.
    More,
}

/// A word in its text.
struct Word<'a> {
    text: Text<'a>,
    token: &'a Token,
    span: Span,
}

impl<'a> Word<'a> {
    fn raw(&self, range: std::ops::Range<usize>) -> RawText<'a> {
        RawText {
            bytes: self.text.bytes.get(range).unwrap_or_default(),
            encoding: self.text.encoding,
            escaped: false,
        }
    }

    fn part(&self, part: Part) -> RawText<'a> {
        self.raw(part.range())
    }

    fn whole(&self) -> RawText<'a> {
        self.raw(self.token.start..self.token.end)
    }

    /// The next word that is no comment; `None` if more bytes are needed.
    fn behind(&self, memory: &mut Memory) -> Option<Kind> {
        let mut at = self.token.end;
        loop {
            let next = self.text.next(at, memory)?;
            match next.kind {
                Kind::Comment { .. } | Kind::RestOfLine { .. } | Kind::Percent { .. } => {
                    at = next.end;
                }
                kind => return Some(kind),
            }
        }
    }

    /// Text as a message can hold it.
    fn shown(&self) -> String {
        let text = self.whole().decode();
        let mut short: String = text.chars().take(40).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        short
    }
}

/// What is known of the game being read.
pub(super) struct Run {
    /// Bytes of the file before the window.
    base: u64,
    /// Whether there has been a word of it.
    pub(super) begun: bool,
    /// Where its first word starts.
    pub(super) start: usize,
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
    pub(super) fn new(base: u64) -> Self {
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

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span {
            start: self.base + start as u64,
            end: self.base + end as u64,
        }
    }

    #[inline]
    pub(super) fn begin<V: Visitor>(&mut self, token: &Token, visitor: &mut V) {
        let nothing = matches!(token.kind, Kind::End | Kind::Wrapper | Kind::WrittenBlank);
        if !self.begun && !nothing {
            self.begun = true;
            self.start = token.start;
            visitor.begin_game();
        }
    }

    /// Takes a comment that is not closed in all the bytes that a game may have, if another game starts in them:
    /// where that is.
    pub(super) fn open_comment<V: Visitor>(
        &mut self,
        text: Text<'_>,
        at: usize,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Option<usize> {
        let whole = Text {
            ended: true,
            ..text
        };
        let token = whole.next(at, memory)?;
        let inside = matches!(token.kind, Kind::Comment { .. }) && token.end < text.bytes.len();
        if !inside {
            return None;
        }
        self.begin(&token, visitor);
        self.take(whole, &token, memory, visitor);
        Some(token.end)
    }

    /// Ends the game at `at` because it is too long; what stands before `end` is passed over.
    pub(super) fn cut<V: Visitor>(
        &mut self,
        at: usize,
        end: usize,
        (limit, unit): (usize, &'static str),
        visitor: &mut V,
    ) {
        self.begin(
            &Token {
                kind: Kind::Junk,
                start: at,
                end,
            },
            visitor,
        );
        self.last_end = at;
        self.finish(visitor);
        visitor.problem(self.span(at, end), ProblemKind::TooLong { limit, unit });
    }

    fn hears(&self) -> bool {
        self.skipped.is_none()
    }

    /// Takes the next word of the game.
    #[inline]
    pub(super) fn take<V: Visitor>(
        &mut self,
        text: Text<'_>,
        token: &Token,
        memory: &mut Memory,
        visitor: &mut V,
    ) -> Step {
        let span = self.span(token.start, token.end);
        let word = Word { text, token, span };
        match &token.kind {
            Kind::Move => {
                if self.unusual.is_some()
                    && let Some(step) = self.unusual_result(&word, memory, visitor)
                {
                    return step;
                }
                self.number = None;
                self.body = true;
                self.move_end = token.end;
                if self.hears() {
                    visitor.move_text(span, word.whole());
                }
            }
            Kind::Number {
                number,
                black,
                flaw,
            } => {
                self.number_alone(visitor);
                if *flaw {
                    let found = word.shown();
                    visitor.problem(span, ProblemKind::NumberSpelling { found });
                }
                // Dots for a move by Black stand for a move themselves.
                self.number = (!black).then_some((span, *number));
                self.body |= !flaw;
                if self.hears() {
                    visitor.number(span, *number, *black);
                }
            }
            Kind::Tag(parts) => {
                let name = word.part(parts.name);
                if let Some(step) = self.tag_ends_game(token, &name, visitor) {
                    return step;
                }
                let value = RawText {
                    escaped: parts.escaped,
                    ..word.part(parts.value)
                };
                self.tag(span, &name, value, parts.flaw, visitor);
            }
            Kind::Result => return self.result(&word, memory, visitor),
            Kind::Star => return self.star(&word, memory, visitor),
            Kind::End => {
                self.finish(visitor);
                return Step::End(if self.begun { self.last_end } else { token.end });
            }
            Kind::Open => {
                self.number = None;
                self.body = true;
                self.open.push(span);
                if self.hears() && visitor.begin_variation(span) == Variation::Skip {
                    self.skipped = Some(self.open.len());
                }
            }
            Kind::Close => self.close(span, visitor),
            Kind::Comment { .. } | Kind::RestOfLine { .. } | Kind::Percent { .. } => {
                self.comment(&word, visitor);
            }
            _ => self.mark(&word, visitor),
        }
        self.last_end = token.end;
        Step::On(token.end)
    }

    fn comment<V: Visitor>(&mut self, word: &Word<'_>, visitor: &mut V) {
        let span = word.span;
        let hears = self.hears();
        match word.token.kind {
            Kind::Comment { text, closed } => {
                if !closed {
                    let at = self.span(word.token.start, word.token.start + 1);
                    visitor.problem(at, ProblemKind::CommentOpen);
                }
                if hears {
                    visitor.comment(span, word.part(text));
                }
            }
            Kind::RestOfLine { text } => {
                visitor.problem(span, ProblemKind::Semicolon);
                if hears {
                    visitor.comment(span, word.part(text));
                }
            }
            Kind::Percent { text } if hears => visitor.percent_line(span, word.part(text)),
            _ => {}
        }
    }

    /// Words that stand between moves, and those that have no meaning.
    fn mark<V: Visitor>(&mut self, word: &Word<'_>, visitor: &mut V) {
        let span = word.span;
        match &word.token.kind {
            Kind::Strength { text } => self.strength(word, word.part(*text), visitor),
            Kind::Nag(nag) => {
                self.body = true;
                if self.hears() {
                    visitor.nag(span, *nag);
                }
            }
            Kind::Symbol(nag) => {
                self.body = true;
                let found = word.shown();
                visitor.problem(span, ProblemKind::Symbol { found, nag: *nag });
                if self.hears() {
                    visitor.nag(span, *nag);
                }
            }
            Kind::Null => self.null(word, visitor),
            Kind::Setup(parts) => {
                let name = word.part(parts.name).decode();
                if !name.eq_ignore_ascii_case("FEN") {
                    let name = name.into_owned();
                    return visitor.problem(span, ProblemKind::SetupName { name });
                }
                self.body = true;
                if self.hears() {
                    visitor.setup(span, word.part(parts.value));
                }
            }
            Kind::WrittenBlank => visitor.problem(span, ProblemKind::WrittenBlank),
            Kind::Command => visitor.problem(span, ProblemKind::Command),
            Kind::Stray(b'.') => visitor.problem(span, ProblemKind::Dot),
            Kind::Stray(byte) => {
                let found = char::from(*byte);
                visitor.problem(span, ProblemKind::Closing { found });
            }
            Kind::Junk => {
                let found = word.shown();
                visitor.problem(span, ProblemKind::Junk { found });
            }
            // Wrappers mean nothing; the rest has been taken before.
            _ => {}
        }
    }

    fn null<V: Visitor>(&mut self, word: &Word<'_>, visitor: &mut V) {
        self.number = None;
        let bytes = word.whole().bytes;
        if bytes.starts_with(b".") || bytes.starts_with("…".as_bytes()) {
            // Dots alone say that Black is to move.
            return;
        }
        self.body = true;
        if !std::mem::replace(&mut self.unknown, true) {
            visitor.problem(word.span, ProblemKind::UnknownMove);
        }
        if self.hears() {
            visitor.unknown_move(word.span);
        }
    }

    fn number_alone<V: Visitor>(&mut self, visitor: &mut V) {
        if let Some((span, number)) = self.number.take() {
            visitor.problem(span, ProblemKind::NumberAlone { number });
        }
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
            let problem = match flaw {
                TagFlaw::Open => ProblemKind::TagOpen,
                TagFlaw::Bare => ProblemKind::TagBare,
                TagFlaw::Quotes => ProblemKind::TagQuotes,
                TagFlaw::Unended => ProblemKind::TagUnended,
            };
            visitor.problem(span, problem);
        }
        if name.bytes.eq_ignore_ascii_case(b"Result")
            && let GameResult::Other(text) = GameResult::parse(&value.decode())
        {
            self.unusual = Some(text);
        }
        visitor.tag(span, &name.decode(), value);
    }

    fn strength<V: Visitor>(&mut self, word: &Word<'_>, text: RawText<'_>, visitor: &mut V) {
        self.body = true;
        let token = word.token;
        if token.start != self.move_end || text.bytes.len() < token.end - token.start {
            let found = text.decode().into_owned();
            visitor.problem(word.span, ProblemKind::StrengthApart { found });
        }
        self.move_end = token.end;
        if !self.hears() {
            return;
        }
        match super::nag_of(text.bytes) {
            Some(nag) => visitor.nag(word.span, nag),
            None => visitor.strength(word.span, text),
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
}
