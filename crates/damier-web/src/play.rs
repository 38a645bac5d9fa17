//! Making a move, touching a piece, having a move corrected: done, refused with the article, or to be chosen.

use damier_core::{ArbiterError, Article, Bitboard, Move, Square, Touch};
use serde::{Deserialize, Serialize};

use crate::error::Refused;
use crate::explain::{Verdict, arbiter_says, illegal};
use crate::game::{GameRequest, Hand, No, Played, Table, with_table};
use crate::records::{MoveRecord, PositionRecord};
use crate::state::Shared;

/// A game and what is done next.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    game: GameRequest,
    action: Action,
}

/// What is done.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// A move from square to square.
    Move {
        from: u8,
        to: u8,
        captured: Option<Vec<u8>>,
    },
    /// A move as text.
    Text(String),
    /// A piece is touched.
    Touch(u8),
    /// The opponent's irregular move is taken back.
    Correct,
}

/// What came of it.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub(crate) enum Came {
    /// It was done.
    Done {
        /// What to add to the moves of the game.
        action: String,
        #[serde(rename = "move")]
        mv: Option<MoveRecord>,
        /// What the players should know.
        note: Option<String>,
        position: Box<PositionRecord>,
    },
    /// Several moves are meant.
    Choose { choices: Vec<MoveRecord> },
    /// It was not done.
    Refused { explanation: Verdict },
}

pub(crate) fn play(shared: &Shared, request: &PlayRequest) -> Result<Came, Refused> {
    with_table!(request.game.table()?, |table| act(
        shared,
        table,
        &request.action
    ))
}

fn numbered(number: u8) -> Result<Square, Refused> {
    Square::new(number.into()).map_err(|e| Refused::bad(e.to_string()))
}

fn act<P: Played>(shared: &Shared, mut table: Table<P>, action: &Action) -> Result<Came, Refused> {
    let before = *table.game().position();
    let made = match action {
        Action::Move { from, to, captured } => {
            let captured = match captured {
                None => None,
                Some(list) => Some(
                    list.iter()
                        .map(|&n| numbered(n))
                        .collect::<Result<Bitboard, Refused>>()?,
                ),
            };
            let hand = Hand {
                from: numbered(*from)?,
                to: numbered(*to)?,
                captured,
            };
            table.play(hand)
        }
        Action::Text(text) => table.play_text(text),
        Action::Touch(square) => return Ok(touch(shared, table, numbered(*square)?)),
        Action::Correct => return Ok(correct(shared, table)),
    };
    Ok(match made {
        Ok(mv) => done(shared, &table, &before, &mv),
        Err(No::Choose(moves)) => Came::Choose {
            choices: moves
                .iter()
                .map(|mv| MoveRecord::new(&before, mv))
                .collect(),
        },
        Err(No::Illegal(why)) => refused(illegal(&before, &why)),
        Err(No::Arbiter(why)) => refused(arbiter_says(&why)),
        Err(no @ (No::Text(_) | No::Other(_))) => refused(Verdict::plain(no.text())),
    })
}

fn refused(explanation: Verdict) -> Came {
    Came::Refused { explanation }
}

fn done<P: Played>(shared: &Shared, table: &Table<P>, before: &P, mv: &Move) -> Came {
    let note = match table {
        Table::Watched(arbiter) => arbiter.irregularity().map(|what| {
            format!(
                "Irregular: {what}. The move stands unless {} has it corrected before moving. {}: {}",
                table.game().position().turn(),
                Article::Irregular,
                Article::Irregular.text()
            )
        }),
        Table::Free(_) => None,
    };
    Came::Done {
        action: mv.to_string(),
        mv: Some(MoveRecord::new(before, mv)),
        note,
        position: Box::new(PositionRecord::new(table, shared)),
    }
}

fn touch<P: Played>(shared: &Shared, mut table: Table<P>, square: Square) -> Came {
    let touched = match &mut table {
        Table::Free(_) => Ok(Touch::Free),
        Table::Watched(arbiter) => arbiter.touch(square),
    };
    match touched {
        Err(why) => refused(arbiter_says(&why)),
        Ok(touch) => Came::Done {
            action: format!("touch {square}"),
            mv: None,
            note: match touch {
                Touch::Bound => Some(format!(
                    "The piece on {square} was touched and must move. {}: {}",
                    Article::TouchMove,
                    Article::TouchMove.text()
                )),
                Touch::Free => None,
            },
            position: Box::new(PositionRecord::new(&table, shared)),
        },
    }
}

fn correct<P: Played>(shared: &Shared, mut table: Table<P>) -> Came {
    let corrected = match &mut table {
        Table::Free(_) => Err(ArbiterError::NothingToCorrect),
        Table::Watched(arbiter) => arbiter.correct(),
    };
    match corrected {
        Err(why) => refused(arbiter_says(&why)),
        Ok(what) => Came::Done {
            action: "correct".to_owned(),
            mv: None,
            note: Some(format!(
                "Corrected ({what}). {} must make a legal move. {}: {}",
                table.game().position().turn(),
                Article::Irregular,
                Article::Irregular.text()
            )),
            position: Box::new(PositionRecord::new(&table, shared)),
        },
    }
}
