//! A game as a tree that keeps all that was written: tags, moves, comments, variations, commands, result.
//!
//! The tree is one flat list with marks where variations open and close, so that no depth of nesting can exhaust the
//! stack. Whether moves are legal is not known here.

use damier_core::{AnyPosition, Rules, with_position};

use super::problem::{ProblemKind, Problems, Span};
use super::refusal::variant_tag;
use super::result::GameResult;
use super::visitor::{RawText, Variation, Visitor};
use crate::fen;
use crate::movetext::{Oddity, Spelling};

/// Something in the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderItem {
    /// A tag.
    Tag {
        /// Its name.
        name: String,
        /// Its value, without escapes.
        value: String,
    },
    /// A comment between tags.
    Comment(String),
    /// A line behind `%`.
    Percent(String),
}

/// An entry of the header and where it stands.
#[derive(Clone, Debug)]
pub struct HeaderEntry {
    /// Where it stands; zeros in a game that was not read.
    pub span: Span,
    /// What it is.
    pub item: HeaderItem,
}

/// Something in the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move number. Nothing depends on it but the number with which a writer starts.
    Number {
        /// The number.
        number: u32,
        /// Whether it says that Black is to move.
        black: bool,
    },
    /// A move, without blanks and with `-`, `x` or `:` between its squares.
    Move(Box<str>),
    /// A move that is not known.
    Unknown,
    /// A glyph.
    Nag(u32),
    /// A run of `!` and `?` without a glyph of its own.
    Strength(Box<str>),
    /// A comment.
    Comment(Box<str>),
    /// A line behind `%`.
    Percent(Box<str>),
    /// A set-up command: the game goes on from this FEN.
    Setup(Box<str>),
    /// A variation on the preceding move starts: an alternative to it.
    Open,
    /// The variation ends.
    Close,
    /// A result at the end of a variation.
    Result(Box<str>),
}

/// An item of the body and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands; zeros in a game that was not read.
    pub span: Span,
    /// What it is.
    pub item: Item,
}

/// A game.
///
/// Two games are equal when they say the same: layout, the order of different tags, move numbers and the convention
/// in which results are written do not matter.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The header in the order of the text.
    pub header: Vec<HeaderEntry>,
    /// The body in the order of the text, variations between [`Item::Open`] and [`Item::Close`].
    pub body: Vec<Node>,
    /// The result at the end, as it was written.
    pub terminator: Option<String>,
}

impl Game {
    /// A game without moves that starts in a position. Its header says what another program must know to play it.
    #[must_use]
    pub fn from_position(start: &AnyPosition) -> Self {
        let mut game = Self::default();
        let rules = start.rules();
        game.set_tag("GameType", "20");
        if let Some(variant) = variant_tag(rules) {
            game.set_tag("Variant", &variant);
        }
        if *start != rules.start() {
            game.set_tag("SetUp", "1");
            game.set_tag("FEN", &with_position!(*start, |p| fen::write(&p)));
        }
        game
    }

    /// The value of a tag, whatever the case of its name. Of a tag given twice the first counts.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// All tags in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.header.iter().filter_map(|entry| match &entry.item {
            HeaderItem::Tag { name, value } => Some((name.as_str(), value.as_str())),
            _ => None,
        })
    }

    /// Changes a tag, or adds it at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let old = self
            .header
            .iter_mut()
            .find_map(|entry| match &mut entry.item {
                HeaderItem::Tag { name: n, value } if n.eq_ignore_ascii_case(name) => Some(value),
                _ => None,
            });
        if let Some(old) = old {
            value.clone_into(old);
        } else {
            let (name, value) = (name.to_owned(), value.to_owned());
            let item = HeaderItem::Tag { name, value };
            self.header.push(HeaderEntry {
                span: Span::default(),
                item,
            });
        }
    }

    /// Adds an item at the end of the body.
    pub fn push(&mut self, item: Item) {
        self.body.push(Node {
            span: Span::default(),
            item,
        });
    }

    /// How the game ended: what stands at its end, or else in its tag.
    pub fn result(&self) -> GameResult {
        let tag = || GameResult::parse(self.tag("Result").unwrap_or_default());
        match self.terminator.as_deref().map(GameResult::parse) {
            None | Some(GameResult::Unknown) => tag(),
            Some(result) => result,
        }
    }

    /// Sets the result, in the tag and at the end.
    pub fn set_result(&mut self, result: &GameResult) {
        let text = result.to_string();
        self.set_tag("Result", &text);
        self.terminator = Some(text);
    }

    /// Whether there is neither a header nor a body: stray text between games, which is no game.
    pub fn is_empty(&self) -> bool {
        self.header.is_empty() && self.without_numbers().next().is_none()
    }

    /// The items of the main line with their places in [`body`](Self::body).
    pub fn main_line(&self) -> impl Iterator<Item = (usize, &Item)> {
        let mut depth = 0_usize;
        self.body.iter().enumerate().filter_map(move |(i, node)| {
            match node.item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                _ if depth == 0 => return Some((i, &node.item)),
                _ => {}
            }
            None
        })
    }

    /// Number of moves of the main line, as written.
    pub fn plies(&self) -> usize {
        self.main_line()
            .filter(|(_, item)| matches!(item, Item::Move(_)))
            .count()
    }

    /// The game that the header names, or why it is not played here.
    pub fn rules(&self) -> Result<Rules, super::Refusal> {
        super::rules_of(self.tag("Variant"), self.tag("GameType"))
    }

    /// The tags by name, those of the same name in order, with results as what they mean.
    fn sorted_tags(&self) -> Vec<(String, TagValue<'_>)> {
        let mut tags: Vec<_> = self
            .tags()
            .map(|(name, value)| {
                let value = match GameResult::parse(value) {
                    result if name.eq_ignore_ascii_case("Result") && result.is_decided() => {
                        TagValue::Result(result)
                    }
                    _ => TagValue::Text(value),
                };
                (name.to_ascii_lowercase(), value)
            })
            .collect();
        tags.sort_by(|a, b| a.0.cmp(&b.0));
        tags
    }

    fn header_text(&self) -> impl Iterator<Item = &HeaderItem> {
        self.header
            .iter()
            .map(|entry| &entry.item)
            .filter(|item| !matches!(item, HeaderItem::Tag { .. }))
    }

    fn without_numbers(&self) -> impl Iterator<Item = &Item> {
        let items = self.body.iter().map(|node| &node.item);
        items.filter(|item| !matches!(item, Item::Number { .. }))
    }
}

#[derive(PartialEq)]
enum TagValue<'a> {
    Text(&'a str),
    Result(GameResult),
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.sorted_tags() == other.sorted_tags()
            && self.header_text().eq(other.header_text())
            && self.result() == other.result()
            && self
                .without_numbers()
                .zip(other.without_numbers())
                .all(|(a, b)| same_item(a, b))
            && self.without_numbers().count() == other.without_numbers().count()
    }
}

fn same_item(a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Result(a), Item::Result(b)) => GameResult::parse(a) == GameResult::parse(b),
        _ => a == b,
    }
}

/// Makes a tree of what a reader tells.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) game: Game,
    pub(super) problems: Problems,
    terminator: Span,
}

impl Builder {
    fn add(&mut self, span: Span, item: Item) {
        self.game.body.push(Node { span, item });
    }

    /// What the tree does not keep of a move.
    fn oddities(&mut self, span: Span, text: &str) {
        let Ok(spelling) = Spelling::parse(text) else {
            return;
        };
        for oddity in spelling.oddities() {
            if let Some(kind) = spelling_problem(oddity, text.to_owned()) {
                self.problems.push(span, kind);
            }
        }
    }
}

/// The note about an odd spelling that the tree does not keep.
fn spelling_problem(oddity: Oddity, label: String) -> Option<ProblemKind> {
    match oddity {
        Oddity::Blanks => Some(ProblemKind::MoveBlanks { label }),
        Oddity::Separator => Some(ProblemKind::SeparatorSpelling { label }),
        _ => None,
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self) {
        // Most games have fewer items; growing from nothing would copy each of them several times.
        self.game.body.reserve(256);
        self.game.header.reserve(8);
    }

    fn tag(&mut self, span: Span, name: &str, value: RawText<'_>) {
        // A comment before a tag stands in the header.
        for node in self.game.body.drain(..) {
            let item = match node.item {
                Item::Percent(text) => HeaderItem::Percent(text.into()),
                Item::Comment(text) => HeaderItem::Comment(text.into()),
                // Nothing else stands before a tag but a number without a move, which has been reported.
                _ => continue,
            };
            self.game.header.push(HeaderEntry {
                span: node.span,
                item,
            });
        }
        if self.game.tag(name).is_some() {
            let name = name.to_owned();
            self.problems.push(span, ProblemKind::TagTwice { name });
        }
        let (name, value) = (name.to_owned(), value.decode().into_owned());
        let item = HeaderItem::Tag { name, value };
        self.game.header.push(HeaderEntry { span, item });
    }

    fn number(&mut self, span: Span, number: u32, black: bool) {
        self.add(span, Item::Number { number, black });
    }

    fn move_text(&mut self, span: Span, text: RawText<'_>) {
        let plain = |b: &u8| b.is_ascii_digit() || matches!(b, b'-' | b'x' | b':' | b'a'..=b'l');
        let item = match std::str::from_utf8(text.bytes) {
            Ok(t) if t.as_bytes().iter().all(plain) => t.into(),
            _ => {
                let text = text.decode();
                self.oddities(span, &text);
                without_blanks(&text)
            }
        };
        self.add(span, Item::Move(item));
    }

    fn unknown_move(&mut self, span: Span) {
        self.add(span, Item::Unknown);
    }

    fn nag(&mut self, span: Span, nag: u32) {
        self.add(span, Item::Nag(nag));
    }

    fn strength(&mut self, span: Span, text: RawText<'_>) {
        self.add(span, Item::Strength(text.decode().into()));
    }

    fn comment(&mut self, span: Span, text: RawText<'_>) {
        self.add(span, Item::Comment(line_feeds(&text.decode())));
    }

    fn percent_line(&mut self, span: Span, text: RawText<'_>) {
        self.add(span, Item::Percent(text.decode().into()));
    }

    fn setup(&mut self, span: Span, fen: RawText<'_>) {
        self.add(span, Item::Setup(fen.decode().into()));
    }

    fn begin_variation(&mut self, span: Span) -> Variation {
        self.add(span, Item::Open);
        Variation::Enter
    }

    fn end_variation(&mut self, span: Span) {
        self.add(span, Item::Close);
    }

    fn variation_result(&mut self, span: Span, text: RawText<'_>) {
        self.add(span, Item::Result(without_blanks(&text.decode())));
    }

    fn result(&mut self, span: Span, text: RawText<'_>) {
        self.terminator = span;
        let text = text.decode();
        self.game.terminator = Some(match GameResult::parse(&text) {
            GameResult::Other(text) => text.into(),
            _ => text.split_whitespace().collect(),
        });
    }

    fn problem(&mut self, span: Span, problem: ProblemKind) {
        self.problems.push(span, problem);
    }

    fn end_game(&mut self, _span: Span) {
        if matches!(self.game.header.as_slice(), [HeaderEntry { item: HeaderItem::Tag { name, .. }, .. }]
            if name.eq_ignore_ascii_case("FILENAME"))
            && self.game.body.is_empty()
        {
            self.problems.push(Span::default(), ProblemKind::FileName);
        }
        let tag = self.game.tag("Result").unwrap_or_default();
        let Some(found) = &self.game.terminator else {
            return;
        };
        let (in_tag, at_end) = (GameResult::parse(tag), GameResult::parse(found));
        let unknown = [&in_tag, &at_end].contains(&&GameResult::Unknown);
        if !unknown && in_tag != at_end {
            let (found, tag) = (found.clone(), tag.to_owned());
            self.problems
                .push(self.terminator, ProblemKind::ResultMismatch { found, tag });
        }
    }
}

/// A move as the tree keeps it: no blanks, one dash, one cross.
fn without_blanks(text: &str) -> Box<str> {
    let plain = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            'X' | '×' => 'x',
            c => c,
        });
    plain.collect::<String>().into()
}

/// One kind of line end, whatever the file has.
fn line_feeds(text: &str) -> Box<str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}
