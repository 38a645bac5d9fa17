//! Pieces as a user sets them up, and everything that keeps them from being a position.

use std::collections::BTreeMap;

use damier_core::{Board, BoardName, Color, Piece, Rules, RulesError, Setup, Square};
use damier_notation::{PositionError, fen, hub, read_position};
use serde::{Deserialize, Serialize};

use crate::error::{Detail, Refused};
use crate::game::{position_problems, setup_problems};

/// Pieces, or a text that names them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupRequest {
    /// The game; for a text it may be missing.
    rules: Option<String>,
    /// FEN or Hub string.
    text: Option<String>,
    pieces: Option<Pieces>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pieces {
    /// `white`, `black` or nothing.
    turn: Option<String>,
    /// By board, `A` or `B`.
    boards: BTreeMap<char, Sides>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    white: Men,
    black: Men,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Men {
    men: Vec<u8>,
    kings: Vec<u8>,
}

/// What became of it.
#[derive(Debug, Serialize)]
pub(crate) struct SetupAnswer {
    /// Whether a game can start from here.
    ok: bool,
    /// The game.
    rules: Option<String>,
    /// As far as the pieces can be told.
    fen: Option<String>,
    hub: Option<String>,
    turn: Option<&'static str>,
    boards: BTreeMap<char, Sides>,
    /// Everything that is wrong.
    errors: Vec<Detail>,
}

pub(crate) fn check(request: &SetupRequest) -> Result<SetupAnswer, Refused> {
    let rules = match &request.rules {
        Some(name) => Some(
            name.parse::<Rules>()
                .map_err(|error: RulesError| Refused::bad(error.to_string()))?,
        ),
        None => None,
    };
    match (&request.text, &request.pieces) {
        (Some(text), None) => Ok(of_text(text, rules)),
        (None, Some(pieces)) => Ok(of_pieces(pieces, rules.unwrap_or_default())),
        _ => Err(Refused::bad("expected either `text` or `pieces`")),
    }
}

fn of_text(text: &str, rules: Option<Rules>) -> SetupAnswer {
    let setup = match fen::read(text) {
        Ok(fen) => Some(fen.setup),
        Err(_) => hub::read(text.trim()).ok(),
    };
    match read_position(text, rules) {
        Ok(position) => {
            let setup = damier_core::with_position!(position, |p| damier_core::Position::setup(&p));
            answer(Some(&setup), Some(position.rules()), vec![])
        }
        Err(error) => {
            let mut errors = position_problems(&error);
            if errors.is_empty() {
                errors.push(Detail::new(error.to_string()));
            }
            if let PositionError::Setup(found) = &error {
                errors = setup_problems(found);
            }
            answer(setup.as_ref(), rules, errors)
        }
    }
}

fn of_pieces(pieces: &Pieces, rules: Rules) -> SetupAnswer {
    let mut errors = vec![];
    let turn = match pieces.turn.as_deref() {
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        None | Some("") => None,
        Some(other) => {
            errors.push(Detail::new(format!(
                "side to move {other:?}: expected white or black"
            )));
            None
        }
    };
    for name in pieces.boards.keys().filter(|n| !['A', 'B'].contains(n)) {
        errors.push(Detail::new(format!("board {name:?}: expected A or B")));
    }
    let mut board = |name: BoardName| {
        let sides = pieces.boards.get(&name.letter());
        sides.map(|sides| place(sides, name, &mut errors))
    };
    let a = board(BoardName::A).unwrap_or_default();
    let b = board(BoardName::B);
    let b = (rules.boards() == 2).then(|| b.unwrap_or_default()).or(b);
    let setup = Setup { turn, a, b };
    if let Err(found) = rules.position(&setup) {
        errors.extend(setup_problems(&found));
    }
    answer(Some(&setup), Some(rules), errors)
}

/// Puts the pieces of one board down. A square named twice is an error and keeps the first piece.
fn place(sides: &Sides, name: BoardName, errors: &mut Vec<Detail>) -> Board {
    let mut board = Board::empty();
    let lists = [
        (&sides.white.men, Piece::man(Color::White)),
        (&sides.white.kings, Piece::king(Color::White)),
        (&sides.black.men, Piece::man(Color::Black)),
        (&sides.black.kings, Piece::king(Color::Black)),
    ];
    for (list, piece) in lists {
        for &number in list {
            match Square::new(number.into()) {
                Err(error) => errors.push(Detail::new(error.to_string())),
                Ok(square) if board.piece_at(square).is_some() => errors.push(Detail {
                    square: Some(number),
                    board: Some(name.letter()),
                    ..Detail::new(format!(
                        "square {number} of board {name} is given twice: expected one piece"
                    ))
                }),
                Ok(square) => board.set(square, Some(piece)),
            }
        }
    }
    board
}

fn answer(setup: Option<&Setup>, rules: Option<Rules>, errors: Vec<Detail>) -> SetupAnswer {
    let mut boards = BTreeMap::new();
    if let Some(setup) = setup {
        boards.insert('A', sides(&setup.a));
        if let Some(b) = &setup.b {
            boards.insert('B', sides(b));
        }
    }
    let ok = errors.is_empty();
    let hub = setup.zip(rules).filter(|_| ok).and_then(|(setup, rules)| {
        let position = rules.position(setup).ok()?;
        Some(damier_core::with_position!(position, |p| hub::write(&p)))
    });
    SetupAnswer {
        ok,
        rules: rules.map(|r| r.to_string()),
        fen: setup.map(fen::write_setup),
        hub,
        turn: setup.and_then(|s| s.turn).map(crate::records::side),
        boards,
        errors,
    }
}

fn sides(board: &Board) -> Sides {
    let of = |color| Men {
        men: crate::records::numbers(board.men(color)),
        kings: crate::records::numbers(board.kings(color)),
    };
    Sides {
        white: of(Color::White),
        black: of(Color::Black),
    }
}
