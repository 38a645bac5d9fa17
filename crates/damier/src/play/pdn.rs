//! A finished or broken-off game as PDN. Writes only; what it writes any reader takes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use damier_core::{Board10, Color, Game, Position, Reading, Rules};
use damier_notation::fen;
use damier_notation::movetext::{self, Form};

/// Lines of moves stay below this length.
const WIDTH: usize = 80;
/// The tags that come first, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game and what is known about it.
#[derive(Debug)]
pub(crate) struct Record<'a, P: Position<Geometry = Board10>> {
    pub(crate) rules: Rules,
    pub(crate) game: &'a Game<P>,
    pub(crate) result: &'a str,
    /// Tags beside those that follow from the game.
    pub(crate) tags: &'a BTreeMap<String, String>,
    /// Remarks by the number of the ply they follow.
    pub(crate) comments: &'a BTreeMap<usize, String>,
}

/// Whether a tag may be given by the user: its name is one of PDN's and its value does not follow from the game.
pub(crate) fn check_tag(name: &str) -> Result<(), String> {
    let mut letters = name.chars();
    let capital = letters.next().is_some_and(|c| c.is_ascii_uppercase());
    if !capital || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!(
            "tag name {name:?}: expected a capital letter, then letters, digits and _"
        ));
    }
    match name {
        "Result" | "GameType" | "SetUp" | "FEN" | "Variant" => Err(format!(
            "tag {name} follows from the game and cannot be given"
        )),
        _ => Ok(()),
    }
}

impl<P: Position<Geometry = Board10>> Record<'_, P> {
    /// The game as PDN, with a line feed at the end.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value: String = value.chars().flat_map(escape).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        for name in ROSTER {
            match self.tags.get(name) {
                _ if name == "Result" => tag(name, self.result),
                Some(value) => tag(name, value),
                None if name == "Date" => tag(name, "????.??.??"),
                None => tag(name, "?"),
            }
        }
        tag("GameType", "20");
        if let Rules::Alician(reading) = self.rules {
            tag("Variant", &variant(reading));
        }
        if !self.is_array() {
            tag("SetUp", "1");
            tag("FEN", &fen::write(self.game.start()));
        }
        for (name, value) in self.tags {
            if !ROSTER.contains(&name.as_str()) {
                tag(name, value);
            }
        }
        text.push('\n');
        wrap(&mut text, &self.words());
        text
    }

    fn is_array(&self) -> bool {
        self.game.start().setup() == damier_core::with_position!(self.rules.start(), |p| p.setup())
    }

    /// Numbers, moves, remarks and the result.
    fn words(&self) -> Vec<String> {
        let mut words = vec![];
        let mut numbered = false;
        self.remark(0, &mut words);
        for (ply, (position, mv)) in self.game.positions().zip(self.game.moves()).enumerate() {
            let number = move_number(self.game, ply);
            let number = match position.turn() {
                Color::White => format!("{number}. "),
                Color::Black if !numbered => format!("{number}... "),
                Color::Black => String::new(),
            };
            let mv = movetext::write(position, mv, Form::Short);
            words.push(format!("{number}{mv}"));
            numbered = !self.remark(ply + 1, &mut words);
        }
        words.push(self.result.to_owned());
        words
    }

    /// Adds the remark after a ply, if there is one.
    fn remark(&self, ply: usize, words: &mut Vec<String>) -> bool {
        let Some(comment) = self.comments.get(&ply) else {
            return false;
        };
        let text = comment.replace('{', "(").replace('}', ")");
        words.extend(format!("{{{text}}}").split_whitespace().map(str::to_owned));
        true
    }
}

/// The number before the move that follows `ply` others.
pub(crate) fn move_number<P: Position<Geometry = Board10>>(game: &Game<P>, ply: usize) -> usize {
    let skipped = usize::from(game.start().turn() == Color::Black);
    usize::midpoint(ply, skipped) + 1
}

/// The value of the Variant tag: the reading is named if it is not the default.
fn variant(reading: Reading) -> String {
    if reading == Reading::DEFAULT {
        "Alician".to_owned()
    } else {
        format!("Alician; {}", reading.to_string().replace(',', "; "))
    }
}

/// A backslash and a quote are escaped; a control character would end the tag.
fn escape(c: char) -> impl Iterator<Item = char> {
    let escaped = matches!(c, '\\' | '"').then_some('\\');
    escaped
        .into_iter()
        .chain([if c.is_control() { ' ' } else { c }])
}

/// Writes words into lines; a number is not parted from its move.
fn wrap(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length >= WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}
