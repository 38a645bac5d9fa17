//! What a reader tells of a file while it goes through it. Nothing here knows whether a move is legal.

use std::borrow::Cow;

use super::decode::Encoding;
use super::problem::{ProblemKind, Span};

/// Text as it stands in the file.
#[derive(Clone, Copy, Debug)]
pub struct RawText<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) encoding: Encoding,
    pub(super) escaped: bool,
}

impl<'a> RawText<'a> {
    /// The bytes, not decoded and with their escapes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The text, with escapes resolved.
    pub fn decode(&self) -> Cow<'a, str> {
        let text = self.encoding.decode(self.bytes);
        if self.escaped {
            Cow::Owned(unescape(&text))
        } else {
            text
        }
    }
}

/// `\"` and `\\` lose their backslash; any other backslash stays.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let escape = c == '\\' && matches!(rest.peek(), Some('"' | '\\'));
        plain.push(if escape { rest.next().unwrap_or(c) } else { c });
    }
    plain
}

/// What to do with a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// Hear what is in it.
    Enter,
    /// Hear nothing until it is closed.
    Skip,
}

/// Hears the parts of each game in the order of the file, each with its place. Whatever is not implemented is passed
/// over; variations are, too, so that their moves never join the main line by oversight.
#[allow(unused_variables, reason = "the defaults do nothing")]
pub trait Visitor {
    /// A game starts.
    fn begin_game(&mut self) {}

    /// A tag.
    fn tag(&mut self, span: Span, name: &str, value: RawText<'_>) {}

    /// A move number: `12.`, or `12...` when Black is to move.
    fn number(&mut self, span: Span, number: u32, black: bool) {}

    /// A move, as it is spelled.
    fn move_text(&mut self, span: Span, text: RawText<'_>) {}

    /// A move that is not known: `- -`.
    fn unknown_move(&mut self, span: Span) {}

    /// A glyph: `$16`, also for `!`, `?` and signs of printed books.
    fn nag(&mut self, span: Span, nag: u32) {}

    /// A run of `!` and `?` that no glyph stands for.
    fn strength(&mut self, span: Span, text: RawText<'_>) {}

    /// A comment, without its braces.
    fn comment(&mut self, span: Span, text: RawText<'_>) {}

    /// A line behind `%`.
    fn percent_line(&mut self, span: Span, text: RawText<'_>) {}

    /// A set-up command; the text is its FEN.
    fn setup(&mut self, span: Span, fen: RawText<'_>) {}

    /// A variation on the preceding move starts.
    fn begin_variation(&mut self, span: Span) -> Variation {
        Variation::Skip
    }

    /// The variation that started last ends. Not told of one that was skipped.
    fn end_variation(&mut self, span: Span) {}

    /// A result at the end of a variation.
    fn variation_result(&mut self, span: Span, text: RawText<'_>) {}

    /// The result that ends the game, or `*`.
    fn result(&mut self, span: Span, text: RawText<'_>) {}

    /// Something is wrong with the text.
    fn problem(&mut self, span: Span, problem: ProblemKind) {}

    /// The game ends.
    fn end_game(&mut self, span: Span) {}
}
