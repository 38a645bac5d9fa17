//! Games in PDN: a collection listed, one game as a tree, a tree written back. Keeps all that was written.

use std::io::Cursor;

use axum::http::StatusCode;
use damier_core::{AnyPosition, Move};
use damier_notation::fen;
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{
    Game, GameResult, Games, Item, Resolution, Severity, Step, WriteOptions, resolve, write,
};
use serde::{Deserialize, Serialize};

use crate::error::Refused;
use crate::game::Played;
use crate::records::numbers;

/// Games of one collection that are listed.
const MOST_GAMES: usize = 400_000;
/// Items of a game that is written.
const MOST_ITEMS: usize = 50_000;

/// A game of a collection.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    number: u64,
    /// Its bytes in the file.
    start: u64,
    end: u64,
    line: u64,
    white: String,
    black: String,
    event: String,
    date: String,
    round: String,
    result: String,
    plies: usize,
    /// The game that is played, if it is played here.
    rules: Option<String>,
    /// Errors of its text.
    errors: usize,
}

/// A collection.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    games: Vec<Listed>,
    /// More games than are listed.
    cut: bool,
}

pub(crate) fn list(text: &[u8]) -> Result<Listing, Refused> {
    let mut games = vec![];
    for record in Games::new(Cursor::new(text)) {
        let record = record.map_err(|error| unread(&error))?;
        let game = &record.game;
        if game.is_empty() {
            continue;
        }
        if games.len() >= MOST_GAMES {
            return Ok(Listing { games, cut: true });
        }
        let tag = |name| game.tag(name).unwrap_or_default().to_owned();
        games.push(Listed {
            number: record.number,
            start: record.place.offset,
            end: record.place.end,
            line: record.place.line,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            round: tag("Round"),
            result: game.result().to_string(),
            plies: game.plies(),
            rules: game.rules().ok().map(|r| r.to_string()),
            errors: record
                .problems
                .iter()
                .filter(|p| p.kind.severity() == Severity::Error)
                .count(),
        });
    }
    Ok(Listing { games, cut: false })
}

fn unread(error: &std::io::Error) -> Refused {
    Refused::bad(format!("the games cannot be read: {error}"))
}

/// Something in the body of a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "item", rename_all = "snake_case")]
pub(crate) enum Word {
    /// A move; what it is, if it was played.
    Move {
        text: String,
        #[serde(default, skip_deserializing)]
        played: Option<PlayedMove>,
    },
    Unknown,
    Number {
        number: u32,
        black: bool,
    },
    Nag {
        nag: u32,
    },
    Strength {
        text: String,
    },
    Comment {
        text: String,
    },
    Percent {
        text: String,
    },
    /// A position set up in the middle of a game.
    Setup {
        text: String,
        /// FEN from which it goes on, if that is a position.
        #[serde(default, skip_deserializing)]
        start: Option<String>,
    },
    Open,
    Close,
    Result {
        text: String,
    },
}

/// A move of a game that was read.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PlayedMove {
    hub: String,
    short: String,
    from: u8,
    to: u8,
    captured: Vec<u8>,
    /// Its text fits other moves too.
    guess: bool,
}

/// What is wrong with a game.
#[derive(Debug, Serialize)]
struct Trouble {
    severity: Weight,
    message: String,
    line: u64,
    column: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Weight {
    Note,
    Warning,
    Error,
}

/// A game as a tree in the order of its text.
#[derive(Debug, Serialize)]
pub(crate) struct Tree {
    tags: Vec<(String, String)>,
    /// The game it is, or why it is not played here.
    rules: Option<String>,
    refusal: Option<String>,
    /// FEN of the first position, if it is not the usual one.
    start: Option<String>,
    result: String,
    body: Vec<Word>,
    problems: Vec<Trouble>,
}

pub(crate) fn read(text: &[u8]) -> Result<Tree, Refused> {
    let record = Games::new(Cursor::new(text))
        .next()
        .ok_or_else(|| Refused::bad("there is no game in this text"))?
        .map_err(|error| unread(&error))?;
    let game = &record.game;
    let resolution = resolve(game);
    let body = match resolution.start {
        Some(AnyPosition::International(p)) => words(game, &resolution, p),
        Some(AnyPosition::Alician(p)) => words(game, &resolution, p),
        None => game.body.iter().map(|n| word(&n.item)).collect(),
    };
    let problems = record
        .diagnostics(&resolution.problems)
        .into_iter()
        .take(200)
        .map(|d| Trouble {
            severity: match d.severity {
                Severity::Note => Weight::Note,
                Severity::Warning => Weight::Warning,
                Severity::Error => Weight::Error,
            },
            message: d.message,
            line: d.line,
            column: d.column,
        });
    let rules = game.rules();
    Ok(Tree {
        tags: game
            .tags()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        start: resolution
            .start
            .filter(|start| *start != start.rules().start())
            .map(|start| damier_core::with_position!(start, |p| fen::write(&p))),
        refusal: rules.as_ref().err().map(ToString::to_string),
        rules: rules.ok().map(|r| r.to_string()),
        result: game.result().to_string(),
        body,
        problems: problems.collect(),
    })
}

/// The items with the moves that were played, each written in the position where it was played.
fn words<P: Played>(game: &Game, resolution: &Resolution, start: P) -> Vec<Word> {
    let mut now = Some(start);
    let mut before = now;
    let mut lines = vec![];
    game.body
        .iter()
        .zip(&resolution.steps)
        .map(|(node, step)| {
            let mut word = word(&node.item);
            match &node.item {
                Item::Open => {
                    lines.push((now, before));
                    now = before;
                }
                Item::Close => (now, before) = lines.pop().unwrap_or((now, before)),
                Item::Setup(text) => {
                    let setup = fen::read(text).ok().map(|f| f.setup);
                    now = setup.and_then(|s| start.with_setup(&s).ok());
                    if let Word::Setup { start, .. } = &mut word {
                        *start = now.map(|position| fen::write(&position));
                    }
                    before = now;
                }
                Item::Move(_) | Item::Unknown if *step != Step::Part => {
                    before = now;
                    now = now.zip(step.mv()).map(|(mut position, mv)| {
                        if let Word::Move { played, .. } = &mut word {
                            *played = Some(played_move(&position, mv, step));
                        }
                        position.play_unchecked(mv);
                        position
                    });
                }
                _ => {}
            }
            word
        })
        .collect()
}

fn played_move<P: Played>(position: &P, mv: &Move, step: &Step) -> PlayedMove {
    PlayedMove {
        hub: mv.to_string(),
        short: movetext::write(position, mv, Form::Short),
        from: mv.from.number(),
        to: mv.to.number(),
        captured: numbers(mv.captured),
        guess: matches!(step, Step::Guess(_)),
    }
}

fn word(item: &Item) -> Word {
    let owned = |text: &str| text.to_owned();
    match item {
        Item::Number { number, black } => Word::Number {
            number: *number,
            black: *black,
        },
        Item::Move(text) => Word::Move {
            text: owned(text),
            played: None,
        },
        Item::Unknown => Word::Unknown,
        Item::Nag(nag) => Word::Nag { nag: *nag },
        Item::Strength(text) => Word::Strength { text: owned(text) },
        Item::Comment(text) => Word::Comment { text: owned(text) },
        Item::Percent(text) => Word::Percent { text: owned(text) },
        Item::Setup(text) => Word::Setup {
            text: owned(text),
            start: None,
        },
        Item::Open => Word::Open,
        Item::Close => Word::Close,
        Item::Result(text) => Word::Result { text: owned(text) },
    }
}

/// A game to be written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteRequest {
    /// Where it starts, for a game that has no tags of its own yet.
    rules: Option<String>,
    start: Option<String>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    result: Option<String>,
    body: Vec<Word>,
}

/// A game as text.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    pdn: String,
}

pub(crate) fn written(request: &WriteRequest) -> Result<Written, Refused> {
    if request.body.len() > MOST_ITEMS {
        return Err(Refused::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!(
                "{} items: expected at most {MOST_ITEMS}",
                request.body.len()
            ),
        ));
    }
    let mut game = Game::default();
    for (name, value) in &request.tags {
        game.set_tag(name, value);
    }
    if request.rules.is_some() || request.start.is_some() {
        let start = crate::game::GameRequest {
            rules: request.rules.clone(),
            start: request.start.clone(),
            ..Default::default()
        };
        let start =
            crate::game::with_table!(start.table()?, |table| (*table.game().position()).into());
        for (name, value) in Game::from_position(&start).tags() {
            if game.tag(name).is_none() {
                game.set_tag(name, value);
            }
        }
    }
    for word in &request.body {
        game.push(item(word));
    }
    if let Some(result) = &request.result {
        game.set_result(&GameResult::parse(result));
    }
    let options = WriteOptions {
        results: None,
        ..WriteOptions::default()
    };
    Ok(Written {
        pdn: write(&game, &options),
    })
}

fn item(word: &Word) -> Item {
    match word {
        Word::Move { text, .. } => Item::Move(text.as_str().into()),
        Word::Unknown => Item::Unknown,
        Word::Number { number, black } => Item::Number {
            number: *number,
            black: *black,
        },
        Word::Nag { nag } => Item::Nag(*nag),
        Word::Strength { text } => Item::Strength(text.as_str().into()),
        Word::Comment { text } => Item::Comment(text.as_str().into()),
        Word::Percent { text } => Item::Percent(text.as_str().into()),
        Word::Setup { text, .. } => Item::Setup(text.as_str().into()),
        Word::Open => Item::Open,
        Word::Close => Item::Close,
        Word::Result { text } => Item::Result(text.as_str().into()),
    }
}
