//! Games as text, in one form whatever they were read from. Knows nothing of legality: the moves are written as the
//! tree has them.

use std::borrow::Cow;
use std::fmt::Write as _;

use damier_core::Color;

use super::refusal::black_starts;
use super::result::{GameResult, ResultStyle};
use super::tree::{Game, HeaderItem, Item};
use crate::fen;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The numbers of results of games that are played here; `None` leaves them as they were written. Those of other
    /// games are always left.
    pub results: Option<ResultStyle>,
    /// PDN 3.0 to the letter: the result stands in its tag, and every game ends with `*`.
    pub strict: bool,
    /// CR LF at the end of lines.
    pub cr_lf: bool,
    /// Tags in the order of the game, not of the export form.
    pub keep_order: bool,
    /// Characters a line, as far as words allow.
    pub width: usize,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            results: Some(ResultStyle::International),
            strict: false,
            cr_lf: false,
            keep_order: false,
            width: 79,
        }
    }
}

/// The tags of the export form that come first.
const FIRST_TAGS: [&str; 11] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "Variant", "SetUp",
    "FEN",
];

/// The text of a game. An empty line belongs between two games.
///
/// Reading it gives an equal game. Only a `}` inside a comment, which PDN cannot say, becomes a `)`, and a line feed
/// inside a tag a blank.
pub fn write(game: &Game, options: &WriteOptions) -> String {
    let mut out = Out {
        text: String::with_capacity(1024),
        column: 0,
        width: options.width,
        glue: true,
    };
    // Results of a game that is not played here may mean something else.
    let style = options.results.filter(|_| game.rules().is_ok());
    header(game, options, style, &mut out);
    body(game, &mut out);
    if !is_remark(game) {
        out.word(&terminator(game, options, style));
    }
    if out.column > 0 {
        out.line_end();
    }
    if options.cr_lf {
        out.text.replace('\n', "\r\n")
    } else {
        out.text
    }
}

/// Whether it is but a comment behind the last game.
fn is_remark(game: &Game) -> bool {
    let mut items = game.body.iter().map(|n| &n.item);
    game.terminator.is_none()
        && game.header.is_empty()
        && items.all(|i| matches!(i, Item::Comment(_) | Item::Percent(_)))
}

fn header(game: &Game, options: &WriteOptions, style: Option<ResultStyle>, out: &mut Out) {
    let mut items: Vec<Cow<'_, HeaderItem>> =
        game.header.iter().map(|e| Cow::Borrowed(&e.item)).collect();
    if options.strict && !GameResult::parse(game.tag("Result").unwrap_or_default()).is_decided() {
        // The end will not say it.
        if let Some(result) = game
            .terminator
            .as_deref()
            .map(GameResult::parse)
            .filter(GameResult::is_decided)
        {
            items.retain(|item| !is_tag(item, "Result"));
            let value = result.text(style.unwrap_or_default()).to_owned();
            let name = "Result".to_owned();
            items.push(Cow::Owned(HeaderItem::Tag { name, value }));
        }
    }
    if !options.keep_order {
        items.sort_by_cached_key(|item| match item.as_ref() {
            // Text of the header goes to its top: behind the last tag it would belong to the body.
            HeaderItem::Comment(_) | HeaderItem::Percent(_) => (0, String::new()),
            HeaderItem::Tag { name, .. } => {
                let first = FIRST_TAGS.iter().position(|t| t.eq_ignore_ascii_case(name));
                (
                    1 + first.unwrap_or(FIRST_TAGS.len()),
                    first.map_or(name.clone(), |_| String::new()),
                )
            }
        });
    }
    for item in &items {
        match item.as_ref() {
            HeaderItem::Tag { name, value } => {
                let value = match GameResult::parse(value) {
                    result if is_tag(item, "Result") && result.is_decided() => {
                        Cow::Owned(style.map_or(value.clone(), |s| result.text(s).to_owned()))
                    }
                    _ => Cow::Borrowed(value.as_str()),
                };
                // Writing to a string cannot fail.
                let _ = writeln!(out.text, "[{} \"{}\"]", tag_name(name), escape(&value));
            }
            HeaderItem::Comment(text) => {
                let _ = writeln!(out.text, "{{{}}}", comment(text));
            }
            HeaderItem::Percent(text) => {
                let _ = writeln!(out.text, "%{}", one_line(text));
            }
        }
    }
    if !items.is_empty() {
        out.text.push('\n');
    }
}

fn is_tag(item: &HeaderItem, wanted: &str) -> bool {
    matches!(item, HeaderItem::Tag { name, .. } if name.eq_ignore_ascii_case(wanted))
}

/// A name that can be read: what is no letter, digit or underscore becomes an underscore.
fn tag_name(name: &str) -> Cow<'_, str> {
    let good = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if good {
        return Cow::Borrowed(name);
    }
    let plain = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    Cow::Owned(std::iter::once('X').chain(plain).collect())
}

fn escape(value: &str) -> String {
    one_line(value).replace('\\', "\\\\").replace('"', "\\\"")
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// A comment that ends where it should.
fn comment(text: &str) -> String {
    let text = text.replace('}', ")").replace('\r', "");
    // A line like a tag and a brace behind it would look like a comment that was never closed.
    let Some(braces) = text.rfind('{') else {
        return text;
    };
    let unlike = |at: usize| at > braces || !is_like_tag(text.get(at + 1..).unwrap_or_default());
    if text.match_indices("\n[").all(|(at, _)| unlike(at)) {
        return text;
    }
    text.replace("\n[", "\n [")
}

/// Whether a line starts like a tag.
fn is_like_tag(line: &str) -> bool {
    let blank = |c: char| c <= ' ' || c == '\u{7f}';
    let Some(name) = line
        .strip_prefix('[')
        .map(|name| name.trim_start_matches(blank))
    else {
        return false;
    };
    let value = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && value.trim_start_matches(blank).starts_with('"')
}

fn terminator(game: &Game, options: &WriteOptions, style: Option<ResultStyle>) -> String {
    if options.strict {
        return "*".to_owned();
    }
    let written = game
        .terminator
        .as_deref()
        .or(game.tag("Result"))
        .unwrap_or("*");
    match (GameResult::parse(written), style) {
        (GameResult::Other(text), _) if game.terminator.is_some() => text.into(),
        // A tag may say anything; at the end only what a reader knows as a result can stand.
        (GameResult::Unknown | GameResult::Other(_), _) => "*".to_owned(),
        (result, Some(style)) => result.text(style).to_owned(),
        (_, None) => written.split_whitespace().collect(),
    }
}

/// Number and side of the next move.
#[derive(Clone, Copy)]
struct Count {
    number: u32,
    /// Whether it is the second move with this number.
    second: bool,
}

impl Count {
    fn next(self) -> Self {
        Self {
            number: self.number.saturating_add(u32::from(self.second)),
            second: !self.second,
        }
    }
}

/// The number of the first move from a place on, as far as it can be known.
fn first_count(game: &Game, from: usize, fen: Option<&str>) -> Count {
    let written = game.body.iter().skip(from).map(|n| &n.item);
    let written = written
        .take_while(|item| {
            !matches!(
                item,
                Item::Move(_) | Item::Unknown | Item::Open | Item::Setup(_)
            )
        })
        .find_map(|item| match item {
            Item::Number { number, black } => Some((*number, *black)),
            _ => None,
        });
    let turn = fen
        .and_then(|text| fen::read(text).ok())
        .and_then(|f| f.setup.turn);
    let by_turn = turn.map(|turn| (turn == Color::Black) != black_starts(game.tag("GameType")));
    Count {
        number: written.map_or(1, |(number, _)| number),
        second: by_turn.or(written.map(|(_, black)| black)).unwrap_or(false),
    }
}

fn body(game: &Game, out: &mut Out) {
    out.glue = false;
    let mut now = first_count(game, 0, game.tag("FEN"));
    let mut before = now;
    let mut lines = vec![];
    // Whether a number must stand before the next move even if it is the second.
    let mut show = true;
    let mut behind_move = false;
    for (i, node) in game.body.iter().enumerate() {
        let was_move = std::mem::replace(&mut behind_move, false);
        match &node.item {
            Item::Number { .. } => behind_move = was_move,
            Item::Move(text) => {
                out.numbered(now, show, text);
                (before, now, show) = (now, now.next(), false);
                behind_move = true;
            }
            Item::Unknown => {
                out.numbered(now, show, "- -");
                (before, now, show) = (now, now.next(), false);
            }
            Item::Nag(nag) => match super::strength_of(*nag).filter(|_| was_move) {
                Some(strength) => out.append(strength),
                None => out.word(&format!("${nag}")),
            },
            Item::Strength(text) if was_move => out.append(text),
            Item::Strength(text) => {
                // Glued to a parenthesis it would be a strength in parentheses.
                out.glue = false;
                out.word(text);
            }
            Item::Result(text) => out.word(text),
            Item::Comment(text) => {
                out.word(&format!("{{{}}}", comment(text)));
                show = true;
            }
            Item::Percent(text) => {
                out.percent(text);
                show = true;
            }
            Item::Setup(text) => {
                out.word(&format!("/FEN \"{}\"/", one_line(text).replace('"', "'")));
                now = first_count(game, i + 1, Some(text));
                (before, show) = (now, true);
            }
            Item::Open => {
                out.word("(");
                out.glue = true;
                lines.push((now, before));
                (now, show) = (before, true);
            }
            Item::Close => {
                out.close();
                (now, before) = lines.pop().unwrap_or((now, before));
                show = true;
            }
        }
    }
}

/// Text in lines of limited width.
struct Out {
    text: String,
    column: usize,
    width: usize,
    /// The next word follows without a blank.
    glue: bool,
}

impl Out {
    /// A word that is not broken over lines, unless it has line feeds of its own.
    fn word(&mut self, word: &str) {
        let first = word.split('\n').next().unwrap_or_default().chars().count();
        if !std::mem::replace(&mut self.glue, false) && self.column > 0 {
            if self.column + 1 + first > self.width {
                self.line_end();
            } else {
                self.append(" ");
            }
        }
        self.append(word);
    }

    fn numbered(&mut self, count: Count, show: bool, text: &str) {
        match (count.second, show) {
            (false, _) => self.word(&format!("{}. {text}", count.number)),
            (true, true) => self.word(&format!("{}... {text}", count.number)),
            (true, false) => self.word(text),
        }
    }

    fn append(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn close(&mut self) {
        self.glue = false;
        self.append(")");
    }

    fn percent(&mut self, text: &str) {
        if self.column > 0 {
            self.line_end();
        }
        self.glue = false;
        self.append(&format!("%{}", one_line(text)));
        self.line_end();
    }

    fn line_end(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }
}
