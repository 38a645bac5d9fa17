//! Signs that stand for glyphs, unknown moves, and whatever else starts with neither a letter nor a digit.

use super::{BLANKS, Kind, Text};

/// Signs in ASCII, longest first.
const WRITTEN: [(&str, u32); 9] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
];

/// The glyph that a sign of printed books means.
fn glyph(c: char) -> Option<u32> {
    Some(match c {
        '□' => 7,
        '∞' => 13,
        '⩲' => 14,
        '⩱' => 15,
        '±' => 16,
        '∓' => 17,
        '⨀' | '⊙' => 22,
        '⟳' => 32,
        '→' => 40,
        '↑' => 36,
        '⯹' => 44,
        '⇆' => 132,
        '⊕' => 138,
        '∆' | '△' => 140,
        _ => return None,
    })
}

impl Text<'_> {
    pub(super) fn sign(&self, at: usize) -> (Kind, usize) {
        if let Some((text, nag)) = WRITTEN
            .into_iter()
            .find(|(text, _)| self.starts_with(at, text))
        {
            return (Kind::Symbol(nag), at + text.len());
        }
        if let Some(length) = self.dash(at) {
            let second = self.blanks(at + length, BLANKS);
            if let Some(length) = self.dash(second)
                && !self.byte(second + length).is_ascii_digit()
            {
                return (Kind::Null, second + length);
            }
            return (Kind::Junk, self.junk(at));
        }
        let Some((c, length)) = self.encoding.char_at(self.bytes, at) else {
            return (Kind::End, at);
        };
        if let Some(nag) = glyph(c) {
            return (Kind::Symbol(nag), at + length);
        }
        if c == '…' {
            return (Kind::Null, at + length);
        }
        if c == '½' {
            let dash = self.blanks(at + length, BLANKS);
            if let Some(n) = self.dash(dash) {
                let other = self.blanks(dash + n, BLANKS);
                if let Some(('½', n)) = self.encoding.char_at(self.bytes, other) {
                    return (Kind::Result, other + n);
                }
            }
        }
        (Kind::Junk, self.junk(at))
    }
}
