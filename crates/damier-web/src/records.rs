//! The JSON of positions, moves and articles. The fields are those of the command line (docs/json.md) with what a
//! board needs besides.

use std::ops::ControlFlow;

use damier_core::{Game, Irregularity, Move, Outcome, Square, walks};
use damier_endgame::Wld;
use damier_notation::movetext::{self, Form};
pub(crate) use damier_notation::records::{
    ArticleRecord, BoardRecord, CountsRecord, numbers, side,
};
use damier_notation::{fen, hub};
use serde::Serialize;

use crate::game::{Played, Table};
use crate::state::Shared;

/// Ways of one capture that are listed, and of all captures of a position: made-up ones have millions.
const WAYS: usize = 12;
const ALL_WAYS: usize = 400;

/// A move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveRecord {
    pub(crate) hub: String,
    pub(crate) short: String,
    from: u8,
    to: u8,
    captured: Vec<u8>,
    promotes: bool,
    /// The board it is played on.
    board: Option<char>,
    /// The ways a capture can go: start, every square where the piece may be put down, end.
    ways: Vec<Vec<u8>>,
}

impl MoveRecord {
    pub(crate) fn new<P: Played>(position: &P, mv: &Move) -> Self {
        Self::with_ways(position, mv, WAYS)
    }

    fn with_ways<P: Played>(position: &P, mv: &Move, most: usize) -> Self {
        let mut ways: Vec<Vec<u8>> = vec![];
        if mv.is_capture() && most > 0 {
            walks::<P, ()>(position, mv, |walk| {
                let way = numbers(walk.stops.iter().copied());
                if !ways.contains(&way) {
                    ways.push(way);
                }
                if ways.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            ways.sort();
        }
        Self {
            hub: mv.to_string(),
            short: movetext::write(position, mv, Form::Short),
            from: mv.from.number(),
            to: mv.to.number(),
            captured: numbers(mv.captured),
            promotes: mv.promotes,
            board: position.piece_at(mv.from).map(|(board, _)| board.letter()),
            ways,
        }
    }
}

/// How the game stands.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StateRecord {
    status: &'static str,
    result: &'static str,
    winner: Option<&'static str>,
    article: Option<ArticleRecord>,
    /// In words.
    reason: Option<String>,
}

impl From<Option<Outcome>> for StateRecord {
    fn from(outcome: Option<Outcome>) -> Self {
        let winner = outcome.and_then(|o| o.winner);
        Self {
            status: match outcome {
                None => "open",
                Some(_) if winner.is_some() => "won",
                Some(_) => "drawn",
            },
            result: outcome.map_or("*", Outcome::result),
            winner: winner.map(side),
            article: outcome.map(|o| o.article.into()),
            reason: outcome.map(|o| o.to_string()),
        }
    }
}

/// The last move, for the board: the piece has gone to `to` of `to_board`.
#[derive(Clone, Debug, Serialize)]
struct LastRecord {
    hub: String,
    short: String,
    from: u8,
    to: u8,
    captured: Vec<u8>,
    from_board: Option<char>,
    to_board: Option<char>,
}

/// What endgame tables say.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Worth {
    /// `win`, `draw` or `loss`, for the side to move.
    pub(crate) value: &'static str,
    /// Plies to the end with best play, where it is known.
    pub(crate) plies: Option<u16>,
}

pub(crate) const fn value(value: Wld) -> &'static str {
    match value {
        Wld::Win => "win",
        Wld::Draw => "draw",
        Wld::Loss => "loss",
    }
}

#[derive(Clone, Debug, Serialize)]
struct IrregularRecord {
    text: String,
    article: ArticleRecord,
}

#[derive(Clone, Debug, Serialize)]
struct ArbiterRecord {
    /// The piece that must be moved.
    touched: Option<u8>,
    /// What was wrong with the last move, as long as it can be corrected.
    irregular: Option<IrregularRecord>,
}

/// A position and all that a board shows of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionRecord {
    rules: String,
    fen: String,
    hub: String,
    turn: &'static str,
    ply: usize,
    boards: Vec<BoardRecord>,
    state: StateRecord,
    counts: Option<CountsRecord>,
    moves: Vec<MoveRecord>,
    last: Option<LastRecord>,
    tables: Option<Worth>,
    arbiter: Option<ArbiterRecord>,
}

impl PositionRecord {
    pub(crate) fn new<P: Played>(table: &Table<P>, shared: &Shared) -> Self {
        let game = table.game();
        let position = game.position();
        let outcome = game.outcome();
        let mut room = ALL_WAYS;
        let moves = if outcome.is_some_and(|o| o.winner.is_some()) {
            vec![]
        } else {
            position
                .legal_moves()
                .iter()
                .map(|mv| {
                    let record = MoveRecord::with_ways(position, mv, WAYS.min(room));
                    room -= record.ways.len();
                    record
                })
                .collect()
        };
        let counts = game.counts();
        Self {
            rules: position.rules().to_string(),
            fen: fen::write(position),
            hub: hub::write(position),
            turn: side(position.turn()),
            ply: game.len(),
            boards: BoardRecord::all(position),
            state: outcome.into(),
            counts: P::DRAWS.map(|_| CountsRecord::new(game.occurrences(), counts)),
            moves,
            last: last(game),
            tables: worth(position, shared),
            arbiter: arbiter(table),
        }
    }
}

fn last<P: Played>(game: &Game<P>) -> Option<LastRecord> {
    let mv = game.moves().next_back()?;
    let before = game.positions().rev().nth(1)?;
    let board = |position: &P, square| position.piece_at(square).map(|(board, _)| board.letter());
    Some(LastRecord {
        hub: mv.to_string(),
        short: movetext::write(before, mv, Form::Short),
        from: mv.from.number(),
        to: mv.to.number(),
        captured: numbers(mv.captured),
        from_board: board(before, mv.from),
        to_board: board(game.position(), mv.to),
    })
}

fn worth<P: Played>(position: &P, shared: &Shared) -> Option<Worth> {
    let tables = position.tables(shared);
    if let Some((worth, plies)) = tables.distance(position) {
        return Some(Worth {
            value: value(worth),
            plies: (worth != Wld::Draw).then_some(plies),
        });
    }
    tables.probe(position).map(|worth| Worth {
        value: value(worth),
        plies: None,
    })
}

fn arbiter<P: Played>(table: &Table<P>) -> Option<ArbiterRecord> {
    let Table::Watched(arbiter) = table else {
        return None;
    };
    Some(ArbiterRecord {
        touched: arbiter.touched().map(Square::number),
        irregular: arbiter
            .irregularity()
            .map(|what: &Irregularity| IrregularRecord {
                text: what.to_string(),
                article: what.article().into(),
            }),
    })
}
