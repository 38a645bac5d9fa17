//! The words of PDN. One function takes the next one off the bytes; it keeps no state and knows no rules.
//!
//! Every word takes time linear in its length, and looks ahead a bounded number of bytes at most, so a file takes
//! time linear in its size whatever it holds.

mod brackets;
mod digits;
mod symbols;

use memchr::memchr;

use super::decode::Encoding;

/// How far a word looks beyond its end.
const AHEAD: usize = 64;
/// Blanks that may stand inside one word.
const BLANKS: usize = 16;
/// The longest run of text without a meaning that is one word.
const LONGEST_JUNK: usize = 1024;

/// A part of the bytes. Half the size of a range of `usize`, so that a word fits into registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    start: u32,
    end: u32,
}

impl Part {
    fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The places it covers.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A tag taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagParts {
    pub(super) name: Part,
    pub(super) value: Part,
    pub(super) escaped: bool,
    pub(super) flaw: Option<TagFlaw>,
}

/// The most bytes that places in words can count.
pub(super) const MOST_BYTES: usize = 1 << 31;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `[Name "value"]`.
    Tag(Box<TagParts>),
    /// `[pdn]` and the like, around a game on a web page.
    Wrapper,
    /// `{...}`; the range is the text inside.
    Comment {
        text: Part,
        closed: bool,
    },
    /// `;` to the end of the line.
    RestOfLine {
        text: Part,
    },
    /// `%` to the end of the line.
    Percent {
        text: Part,
    },
    /// `12.`, `12...`, or `12` without a dot.
    Number {
        number: u32,
        black: bool,
        flaw: bool,
    },
    /// Anything that looks like a move, legal or not.
    Move,
    /// `- -` or `...`: a move that is not known.
    Null,
    /// A result of a known scoring.
    Result,
    /// `*`, whose meaning depends on what is around it.
    Star,
    /// A run of `!` and `?`, in parentheses or not; the range is the run.
    Strength {
        text: Part,
    },
    /// `$5`.
    Nag(u32),
    /// A sign of the same meaning as a glyph.
    Symbol(u32),
    /// `/FEN "..."/`.
    Setup(Box<TagParts>),
    Open,
    Close,
    /// Characters that are blanks by mistake: `\n` written out.
    WrittenBlank,
    /// `[%clk ...]` outside a comment.
    Command,
    /// `}` or `]` or a dot that belongs to nothing.
    Stray(u8),
    /// Anything else, up to a blank.
    Junk,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagFlaw {
    /// No `]`.
    Open,
    /// No quotes.
    Bare,
    /// Quotes inside the quotes.
    Quotes,
    /// The value does not end on its line.
    Unended,
}

/// What is known about the bytes ahead, so that nothing is searched for twice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    /// From the first to the second place there is no `}`.
    pub(super) no_brace: (usize, usize),
}

/// The bytes and how to read them.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether the bytes reach the end of the input.
    pub(super) ended: bool,
    pub(super) encoding: Encoding,
}

impl Text<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn starts_with(&self, at: usize, text: &str) -> bool {
        self.bytes
            .get(at..)
            .is_some_and(|b| b.starts_with(text.as_bytes()))
    }

    /// Passes at most `most` blanks.
    fn blanks(&self, at: usize, most: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().take(most).take_while(|&&b| is_blank(b)).count()
    }

    /// The blanks at the start, of one byte each.
    pub(super) fn leading_blanks(&self) -> usize {
        self.bytes.iter().take_while(|&&b| is_blank(b)).count()
    }

    /// The dash or hyphen at a place: its length.
    fn dash(&self, at: usize) -> Option<usize> {
        match self.byte(at) {
            b'-' => Some(1),
            b if b.is_ascii() => None,
            _ => {
                let (c, length) = self.encoding.char_at(self.bytes, at)?;
                is_dash(c).then_some(length)
            }
        }
    }

    /// The next word; `None` if more bytes are needed to know it.
    pub(super) fn next(&self, from: usize, memory: &mut Memory) -> Option<Token> {
        let mut at = from;
        // Blanks.
        loop {
            let byte = self.byte(at);
            if is_blank(byte) && at < self.bytes.len() {
                at += 1;
            } else if byte.is_ascii() {
                break;
            } else {
                match self.encoding.char_at(self.bytes, at) {
                    // A character may be cut in two here; the check below asks for more.
                    Some((c, length)) if is_odd_blank(c) => at += length,
                    _ => break,
                }
            }
        }
        if !self.ended && at + AHEAD > self.bytes.len() {
            return None;
        }
        let (kind, end) = self.word(at, memory)?;
        if !self.ended && end + AHEAD > self.bytes.len() {
            return None;
        }
        Some(Token {
            kind,
            start: at,
            end,
        })
    }

    fn word(&self, at: usize, memory: &mut Memory) -> Option<(Kind, usize)> {
        if at >= self.bytes.len() {
            return Some((Kind::End, at));
        }
        Some(match self.byte(at) {
            b'0'..=b'9' => self.digits(at),
            b'{' => return self.comment(at, memory),
            b'[' => return self.bracket(at),
            b'(' => self.open(at),
            b')' => (Kind::Close, at + 1),
            b'*' => (Kind::Star, at + 1),
            b'!' | b'?' => {
                let end = self.strength(at);
                (
                    Kind::Strength {
                        text: Part::new(at, end),
                    },
                    end,
                )
            }
            b'$' => self.nag(at),
            b';' | b'%' => return self.line(at),
            b'.' => self.dots(at),
            b'/' if !self.ended && at + 2 * LONGEST_JUNK > self.bytes.len() => return None,
            b'/' => self.setup(at),
            b'\\' if matches!(self.byte(at + 1), b'n' | b'r' | b't') => {
                (Kind::WrittenBlank, at + 2)
            }
            byte @ (b'}' | b']') => (Kind::Stray(byte), at + 1),
            b'a'..=b'z' | b'A'..=b'Z' => self.letters(at),
            _ => self.sign(at),
        })
    }

    fn strength(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest
            .iter()
            .take(8)
            .take_while(|&&b| b == b'!' || b == b'?')
            .count()
    }

    /// `(`, or `(!?)`.
    fn open(&self, at: usize) -> (Kind, usize) {
        let end = self.strength(at + 1);
        if end > at + 1 && self.byte(end) == b')' {
            (
                Kind::Strength {
                    text: Part::new(at + 1, end),
                },
                end + 1,
            )
        } else {
            (Kind::Open, at + 1)
        }
    }

    fn nag(&self, at: usize) -> (Kind, usize) {
        let end = self.digits_end(at + 1);
        match self.number(at + 1, end) {
            Some(number) => (Kind::Nag(number), end),
            None => (Kind::Junk, self.junk(at)),
        }
    }

    fn dots(&self, at: usize) -> (Kind, usize) {
        let rest = self.bytes.get(at..).unwrap_or_default();
        match rest.iter().take(8).take_while(|&&b| b == b'.').count() {
            1 => (Kind::Stray(b'.'), at + 1),
            n => (Kind::Null, at + n),
        }
    }

    fn line(&self, at: usize) -> Option<(Kind, usize)> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let end = match memchr(b'\n', rest) {
            Some(n) => at + n,
            None if self.ended => self.bytes.len(),
            None => return None,
        };
        let mut last = end;
        while last > at + 1 && self.byte(last - 1) == b'\r' {
            last -= 1;
        }
        let text = Part::new(at + 1, last);
        let percent = self.byte(at) == b'%';
        let kind = if percent {
            Kind::Percent { text }
        } else {
            Kind::RestOfLine { text }
        };
        Some((kind, end))
    }

    /// The end of text without a meaning: the next blank, or a character that starts something else.
    fn junk(&self, at: usize) -> usize {
        let first = self.encoding.char_at(self.bytes, at).map_or(1, |(_, n)| n);
        let rest = self.bytes.get(at + first..).unwrap_or_default();
        let stop = |b: &&u8| !is_blank(**b) && !b"{}()[];%\"".contains(*b);
        at + first + rest.iter().take(LONGEST_JUNK).take_while(stop).count()
    }
}

fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Blanks that are not ASCII, and characters that cannot be seen.
fn is_odd_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}
