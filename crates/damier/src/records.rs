//! The JSON records that several commands share, beside those that all programs share. `docs/json.md` and
//! `docs/schema/` describe them.

use crate::line::Played;
use damier_core::{Game, Move, Outcome, Rules};
use damier_notation::movetext::{self, Form};
use damier_notation::records::numbers;
pub(crate) use damier_notation::records::{ArticleRecord, BoardRecord, CountsRecord, side};
use damier_notation::{fen, hub};
use serde::Serialize;

/// A move.
#[derive(Debug, Serialize)]
pub(crate) struct MoveRecord {
    /// Start, end, captured squares: `28x19x23`.
    hub: String,
    /// `28x19`, with the path only where it is ambiguous.
    short: String,
    /// `28x19`, always with the path.
    path: String,
    from: u8,
    to: u8,
    captured: Vec<u8>,
    promotes: bool,
    /// The board it is played on.
    board: Option<char>,
}

impl MoveRecord {
    pub(crate) fn new<P: Played>(position: &P, mv: &Move) -> Self {
        Self {
            hub: movetext::write(position, mv, Form::Hub),
            short: movetext::write(position, mv, Form::Short),
            path: movetext::write(position, mv, Form::Path),
            from: mv.from.number(),
            to: mv.to.number(),
            captured: numbers(mv.captured),
            promotes: mv.promotes,
            board: position.piece_at(mv.from).map(|(board, _)| board.letter()),
        }
    }
}

/// A position.
#[derive(Debug, Serialize)]
pub(crate) struct PositionRecord {
    rules: String,
    fen: String,
    hub: String,
    turn: &'static str,
    /// Moves made from the first position.
    ply: usize,
}

impl PositionRecord {
    pub(crate) fn new<P: Played>(rules: Rules, game: &Game<P>) -> Self {
        let position = game.position();
        Self {
            rules: rules.to_string(),
            fen: fen::write(position),
            hub: hub::write(position),
            turn: side(position.turn()),
            ply: game.len(),
        }
    }
}

/// How a game stands.
#[derive(Debug, Serialize)]
pub(crate) struct StateRecord {
    /// `open`, `won` or `drawn`.
    status: &'static str,
    /// `2-0`, `1-1`, `0-2`, or `*`.
    result: &'static str,
    winner: Option<&'static str>,
    article: Option<ArticleRecord>,
    /// The ply after which the game ended.
    ended_after: Option<usize>,
}

impl StateRecord {
    pub(crate) fn new(end: Option<(usize, Outcome)>) -> Self {
        let Some((ply, outcome)) = end else {
            return Self {
                status: "open",
                result: "*",
                winner: None,
                article: None,
                ended_after: None,
            };
        };
        Self {
            status: if outcome.winner.is_some() {
                "won"
            } else {
                "drawn"
            },
            result: outcome.result(),
            winner: outcome.winner.map(side),
            article: Some(outcome.article.into()),
            ended_after: Some(ply),
        }
    }
}
