//! Words in brackets: tags, comments, set-up commands.

use memchr::{memchr, memchr3, memmem};

use super::{Kind, LONGEST_JUNK, Memory, Part, TagFlaw, TagParts, Text, is_blank};

const LONGEST_NAME: usize = 64;
const MOST_BLANKS: usize = 256;

impl Text<'_> {
    /// `{...}` up to the first `}`.
    ///
    /// A comment that is never closed must not swallow the games that follow: it ends before a line that starts a tag
    /// if another comment starts after that line, or if there is no `}` at all.
    pub(super) fn comment(&self, at: usize, memory: &mut Memory) -> Option<(Kind, usize)> {
        let start = at + 1;
        let close = self.brace(start, memory);
        if close.is_none() && !self.ended {
            return None;
        }
        let inside = self.bytes.get(start..close.unwrap_or(self.bytes.len()))?;
        if let Some(line) = self.tag_line(start, start + inside.len()) {
            let behind = self.bytes.get(line..start + inside.len())?;
            if close.is_none() || memchr(b'{', behind).is_some() {
                let text = self.without_line_end(start, line);
                return Some((
                    Kind::Comment {
                        text,
                        closed: false,
                    },
                    line,
                ));
            }
        }
        let end = start + inside.len();
        let closed = close.is_some();
        let text = if closed {
            Part::new(start, end)
        } else {
            self.without_line_end(start, end)
        };
        Some((Kind::Comment { text, closed }, end + usize::from(closed)))
    }

    /// The first `}` from a place on.
    fn brace(&self, at: usize, memory: &mut Memory) -> Option<usize> {
        let (from, to) = memory.no_brace;
        let known = (from..to).contains(&at);
        let start = if known { to } else { at };
        let found = memchr(b'}', self.bytes.get(start..).unwrap_or_default()).map(|n| start + n);
        let from = if known { from } else { at };
        memory.no_brace = (from, found.unwrap_or(self.bytes.len()));
        found
    }

    /// The first line between two places that looks like a tag.
    fn tag_line(&self, start: usize, end: usize) -> Option<usize> {
        let inside = self.bytes.get(start..end)?;
        memmem::find_iter(inside, b"\n[")
            .map(|n| start + n + 1)
            .find(|&line| {
                self.tag_name(line)
                    .is_some_and(|(_, value)| self.byte(value) == b'"')
            })
    }

    fn without_line_end(&self, start: usize, end: usize) -> Part {
        let mut last = end;
        while last > start && matches!(self.byte(last - 1), b'\r' | b'\n') {
            last -= 1;
        }
        Part::new(start, last)
    }

    /// The name behind a `[` and the place of the value.
    fn tag_name(&self, at: usize) -> Option<(Part, usize)> {
        let start = self.blanks(at + 1, MOST_BLANKS);
        if !self.byte(start).is_ascii_alphabetic() {
            return None;
        }
        let rest = self.bytes.get(start..)?;
        let letter = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
        let end = start + rest.iter().take(LONGEST_NAME).take_while(letter).count();
        Some((Part::new(start, end), self.blanks(end, MOST_BLANKS)))
    }

    pub(super) fn bracket(&self, at: usize) -> Option<(Kind, usize)> {
        for wrapper in ["[pgn]", "[/pgn]", "[pdn]", "[/pdn]"] {
            let word = self.bytes.get(at..at + wrapper.len()).unwrap_or_default();
            if word.eq_ignore_ascii_case(wrapper.as_bytes()) {
                return Some((Kind::Wrapper, at + wrapper.len()));
            }
        }
        if self.byte(at + 1) == b'%' {
            return Some(match self.close_on_line(at) {
                Some(close) => (Kind::Command, close + 1),
                None => (Kind::Junk, self.junk(at)),
            });
        }
        if !self.ended && at + 2 * MOST_BLANKS + LONGEST_NAME + LONGEST_JUNK > self.bytes.len() {
            return None;
        }
        let Some((name, value)) = self.tag_name(at) else {
            return Some((Kind::Junk, self.junk(at)));
        };
        if self.byte(value) == b'"' {
            return self.quoted(name, value + 1);
        }
        Some(match self.close_on_line(at) {
            Some(close) => {
                let start = value.min(close);
                let mut last = close;
                while last > start && is_blank(self.byte(last - 1)) {
                    last -= 1;
                }
                (
                    tag(name, start, last, false, Some(TagFlaw::Bare)),
                    close + 1,
                )
            }
            None => (Kind::Junk, self.junk(at)),
        })
    }

    /// The first `]` on the line, not far away and with no other bracket before it.
    fn close_on_line(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at + 1..).unwrap_or_default();
        let near = rest.get(..LONGEST_JUNK).unwrap_or(rest);
        let found = memchr3(b']', b'[', b'\n', near)?;
        (near.get(found) == Some(&b']')).then_some(at + 1 + found)
    }

    /// A value from behind its opening quotes.
    fn quoted(&self, name: Part, start: usize) -> Option<(Kind, usize)> {
        let mut at = start;
        let mut escaped = false;
        // The last place where the value could end although it should not.
        let mut fallback = None;
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            let Some(found) = memchr3(b'"', b'\\', b'\n', rest) else {
                if !self.ended {
                    return None;
                }
                at = self.bytes.len();
                break;
            };
            at += found;
            match self.byte(at) {
                b'\\' => {
                    let quote = self.byte(at + 1) == b'"';
                    if quote && self.bracket_behind(at + 2).is_some() {
                        fallback = Some(at + 1);
                    }
                    let known = quote || self.byte(at + 1) == b'\\';
                    escaped |= known;
                    at += if known { 2 } else { 1 };
                }
                b'"' => {
                    return Some(if let Some(close) = self.bracket_behind(at + 1) {
                        (tag(name, start, at, escaped, None), close + 1)
                    } else if let Some((quote, close)) = self.later_end(at + 1) {
                        (
                            tag(name, start, quote, escaped, Some(TagFlaw::Quotes)),
                            close + 1,
                        )
                    } else {
                        (tag(name, start, at, escaped, Some(TagFlaw::Open)), at + 1)
                    });
                }
                _ => break,
            }
        }
        // The line has ended.
        if let Some(quote) = fallback {
            let close = self.bracket_behind(quote + 1).unwrap_or(quote);
            return Some((tag(name, start, quote, escaped, None), close + 1));
        }
        let mut last = at;
        while last > start && (is_blank(self.byte(last - 1)) || self.byte(last - 1) == b']') {
            last -= 1;
        }
        Some((tag(name, start, last, escaped, Some(TagFlaw::Unended)), at))
    }

    /// The `]` behind a few blanks.
    fn bracket_behind(&self, at: usize) -> Option<usize> {
        let place = self.blanks(at, super::BLANKS);
        (self.byte(place) == b']').then_some(place)
    }

    /// Quotes with a `]` behind them, further on in the line: the ones before them are part of the value.
    fn later_end(&self, at: usize) -> Option<(usize, usize)> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let near = rest.get(..LONGEST_JUNK).unwrap_or(rest);
        let mut from = 0;
        while let Some(found) = memchr3(b'"', b'[', b'\n', near.get(from..)?) {
            from += found;
            if near.get(from) != Some(&b'"') {
                return None;
            }
            if let Some(close) = self.bracket_behind(at + from + 1) {
                return Some((at + from, close));
            }
            from += 1;
        }
        None
    }

    /// `/FEN "..."/`.
    pub(super) fn setup(&self, at: usize) -> (Kind, usize) {
        let command = || {
            let (name, quote) = self.tag_name(at)?;
            let rest = self.bytes.get(quote + 1..)?;
            let near = rest.get(..LONGEST_JUNK).unwrap_or(rest);
            let end = quote + 1 + memchr(b'"', near).filter(|_| self.byte(quote) == b'"')?;
            let slash = self.blanks(end + 1, super::BLANKS);
            let Kind::Tag(parts) = tag(name, quote + 1, end, false, None) else {
                return None;
            };
            (self.byte(slash) == b'/').then_some((Kind::Setup(parts), slash + 1))
        };
        command().unwrap_or_else(|| (Kind::Junk, self.junk(at)))
    }
}

fn tag(name: Part, start: usize, end: usize, escaped: bool, flaw: Option<TagFlaw>) -> Kind {
    let value = Part::new(start, end);
    Kind::Tag(Box::new(TagParts {
        name,
        value,
        escaped,
        flaw,
    }))
}
