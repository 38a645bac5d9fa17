//! Which game a header says was played. What is not played here is refused by name, never played as something else.

use damier_core::{Reading, Rules};
use thiserror::Error;

/// A game that is not played here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A `GameType` of another game.
    #[error("GameType {value:?} is {name}, which is not played here: expected 20")]
    GameType {
        /// The value of the tag.
        value: String,
        /// The name of the game.
        name: &'static str,
    },
    /// A `GameType` that no game has.
    #[error("GameType {value:?} is not known: expected 20")]
    UnknownGameType {
        /// The value of the tag.
        value: String,
    },
    /// A `Variant` that is not known.
    #[error("Variant {value:?} is not played here: expected Standard or Alician")]
    Variant {
        /// The value of the tag.
        value: String,
    },
    /// A reading of Alician draughts that is not known.
    #[error(
        "Variant {value:?}: unknown reading; expected obligation=both|board and blocked=void|binding"
    )]
    Reading {
        /// The value of the tag.
        value: String,
    },
}

/// The game of a `Variant` and a `GameType` tag.
pub fn rules_of(variant: Option<&str>, game_type: Option<&str>) -> Result<Rules, Refusal> {
    let known = |value: Option<&str>| {
        let value = value.map(str::trim).unwrap_or_default();
        (!["", "?", "-"].contains(&value)).then(|| value.to_owned())
    };
    if let Some(value) = known(game_type) {
        let number = value.split(',').next().unwrap_or_default().trim();
        match number.parse::<u32>() {
            // 99 is lidraughts' international game from a position of its own.
            Ok(20 | 99) => {}
            Ok(number) => {
                return Err(match game_name(number) {
                    Some(name) => Refusal::GameType { value, name },
                    None => Refusal::UnknownGameType { value },
                });
            }
            Err(_) => return Err(Refusal::UnknownGameType { value }),
        }
    }
    let Some(value) = known(variant) else {
        return Ok(Rules::International);
    };
    let (name, options) = value.split_once(';').unwrap_or((&value, ""));
    match name.trim().to_ascii_lowercase().as_str() {
        "standard" | "international" | "from position" => Ok(Rules::International),
        "alician" => match options.to_ascii_lowercase().parse::<Reading>() {
            Ok(reading) => Ok(Rules::Alician(reading)),
            Err(_) => Err(Refusal::Reading { value }),
        },
        _ => Err(Refusal::Variant { value }),
    }
}

/// The value of the `Variant` tag of a game that needs one.
pub fn variant_tag(rules: Rules) -> Option<String> {
    match rules {
        Rules::International => None,
        Rules::Alician(Reading::DEFAULT) => Some("Alician".to_owned()),
        Rules::Alician(reading) => {
            let options = reading.to_string().replace(',', "; ");
            Some(format!("Alician; {options}"))
        }
    }
}

/// The name of the game with a number.
fn game_name(number: u32) -> Option<&'static str> {
    Some(match number {
        0 => "chess",
        1 => "Chinese chess",
        21 => "English draughts (checkers)",
        22 => "Italian draughts",
        23 => "American pool checkers",
        24 => "Spanish draughts",
        25 => "Russian draughts",
        26 => "Brazilian draughts",
        27 => "Canadian draughts",
        28 => "Portuguese draughts",
        29 => "Czech draughts",
        30 => "Turkish draughts",
        31 => "Thai draughts",
        40 => "Frisian draughts",
        41 => "spantsiretti",
        50 => "Othello",
        96 => "breakthrough draughts",
        97 => "Frysk!",
        98 => "antidraughts",
        _ => return None,
    })
}

/// Which side moves first where nothing says otherwise, by the number of a game.
pub(super) fn black_starts(game_type: Option<&str>) -> bool {
    let mut fields = game_type.unwrap_or_default().split(',').map(str::trim);
    let number = fields.next().unwrap_or_default();
    match fields.next() {
        Some(side) => side.eq_ignore_ascii_case("B"),
        None => matches!(number, "21" | "23" | "31"),
    }
}
