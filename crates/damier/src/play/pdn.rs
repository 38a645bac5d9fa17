//! The game that was played as a PDN game. How PDN is written is known to the notation crate alone.

use std::collections::BTreeMap;

use damier_core::Game;
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{self, GameResult, Item, WriteOptions};

use super::session::End;
use crate::line::Played;

/// Tags that a game should have, in this order, known or not.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

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

/// The game as PDN, with a line feed at the end: tags beside those that follow from the game, remarks by the number
/// of the ply they follow, and the end.
pub(crate) fn text<P: Played>(
    game: &Game<P>,
    tags: &BTreeMap<String, String>,
    remarks: &BTreeMap<usize, String>,
    end: Option<&End>,
) -> String {
    let mut record = pdn::Game::from_position(&(*game.start()).into());
    for (name, unknown) in ROSTER {
        record.set_tag(name, unknown);
    }
    for (name, value) in tags {
        record.set_tag(name, value);
    }
    let end_at = end.map(|end| match end {
        End::Rules(ply, _) => *ply,
        _ => game.len(),
    });
    let remark = |record: &mut pdn::Game, ply| {
        if let Some(text) = remarks.get(&ply) {
            record.push(Item::Comment(text.as_str().into()));
        }
        if let Some(end) = end.filter(|_| end_at == Some(ply)) {
            record.push(Item::Comment(end.to_string().into()));
        }
    };
    remark(&mut record, 0);
    for (ply, (position, mv)) in (1..).zip(game.positions().zip(game.moves())) {
        let text = movetext::write(position, mv, Form::Short);
        record.push(Item::Move(text.into()));
        remark(&mut record, ply);
    }
    record.set_result(&GameResult::parse(end.map_or("*", End::result)));
    pdn::write(&record, &WriteOptions::default())
}
