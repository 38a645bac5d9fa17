//! Characters from bytes: UTF-8 where it is valid, an older encoding where it is not. Knows no notation.

use std::borrow::Cow;

use encoding_rs::{Encoding as Table, WINDOWS_1251, WINDOWS_1252};

/// How text is read that is not UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Latin-1 with the punctuation of Windows-1252.
    #[default]
    Latin1,
    /// Cyrillic, Windows-1251.
    Windows1251,
}

impl Encoding {
    fn table(self) -> &'static Table {
        match self {
            Self::Latin1 => WINDOWS_1252,
            Self::Windows1251 => WINDOWS_1251,
        }
    }

    /// The text of some bytes.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => self.table().decode_without_bom_handling(bytes).0,
        }
    }

    /// The character that starts at `at` and its length in bytes.
    pub(super) fn char_at(self, bytes: &[u8], at: usize) -> Option<(char, usize)> {
        let first = *bytes.get(at)?;
        if first.is_ascii() {
            return Some((first.into(), 1));
        }
        let length = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        let utf8 = bytes
            .get(at..at + length)
            .and_then(|b| std::str::from_utf8(b).ok());
        if let Some(c) = utf8.and_then(|s| s.chars().next()) {
            return Some((c, length));
        }
        let one = bytes.get(at..=at)?;
        let text = self.table().decode_without_bom_handling(one).0;
        Some((
            text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER),
            1,
        ))
    }
}

/// Number of characters of some bytes.
pub(super) fn count_chars(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().count(),
        Err(_) => bytes.len(),
    }
}
