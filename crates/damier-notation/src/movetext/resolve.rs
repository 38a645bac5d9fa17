//! Which legal moves a text fits. The one place that knows the order in which long forms are tried.

use std::ops::ControlFlow;

use damier_core::{
    Bitboard, Direction, Explanation, Move, Position, Square, canonical_walk, explain, walks,
};

use super::MoveTextError;
use super::parse::Spelling;
use super::write::path;

/// Positions made up to have millions of ways through a capture must not hold up a reader that looks for one.
const MOST_WALKS: usize = 2_000;

/// Puts the moves of `legal` that the text fits into `found`, in their order.
///
/// `legal` are the legal moves of `position`, in any order.
pub fn fitting<P: Position>(
    position: &P,
    legal: &[Move<P::Geometry>],
    spelling: &Spelling,
    found: &mut Vec<Move<P::Geometry>>,
) {
    found.clear();
    let [first, .., last] = spelling.numbers() else {
        return;
    };
    if spelling.numbers().len() == 2 {
        let fits = |m: &&Move<P::Geometry>, (from, to): (u8, u8)| {
            m.from.number() == from && m.to.number() == to
        };
        let ends = (*first, *last);
        found.extend(
            legal.iter().filter(|m| {
                fits(m, ends) || spelling.other_cut().is_some_and(|ends| fits(m, ends))
            }),
        );
    } else {
        long(position, legal, &spelling.squares(), found);
    }
    if found.len() > 1 {
        found.sort_unstable();
    }
}

fn long<P: Position>(
    position: &P,
    legal: &[Move<P::Geometry>],
    squares: &[Square<P::Geometry>],
    found: &mut Vec<Move<P::Geometry>>,
) {
    let [from, to, rest @ ..] = squares else {
        return;
    };
    let Some(end) = rest.last() else {
        return;
    };
    // The full path: every leg passes one piece.
    if let Some(captured) = captured_on_path(position, squares) {
        let fits =
            |m: &&Move<P::Geometry>| m.from == *from && m.to == *end && m.captured == captured;
        found.extend(legal.iter().filter(fits));
    }
    // A path with squares left out, or other squares that the piece passes.
    if found.is_empty() {
        let waypoints = squares.get(1..squares.len() - 1).unwrap_or_default();
        let fits = |m: &&Move<P::Geometry>| {
            m.is_capture() && m.from == *from && m.to == *end && passes(position, m, waypoints)
        };
        found.extend(legal.iter().filter(fits));
    }
    // Start, end, captured squares.
    if found.is_empty() {
        let captured: Bitboard<P::Geometry> = rest.iter().copied().collect();
        let once = captured.len() as usize == rest.len();
        let fits = |m: &&Move<P::Geometry>| {
            once && m.from == *from && m.to == *to && m.captured == captured
        };
        found.extend(legal.iter().filter(fits));
    }
}

/// The pieces that a capture along these squares takes, if each leg passes exactly one and nothing else.
fn captured_on_path<P: Position>(
    position: &P,
    squares: &[Square<P::Geometry>],
) -> Option<Bitboard<P::Geometry>> {
    let start = squares.first()?;
    let (name, piece) = position.piece_at(*start)?;
    let board = position.board(name);
    let occupied = board.occupied() - (*start).into();
    let enemy = board.pieces(!piece.color);
    let mut captured = Bitboard::EMPTY;
    for leg in squares.windows(2) {
        let [a, b] = leg else { return None };
        let direction = Direction::ALL
            .into_iter()
            .find(|&d| Bitboard::ray(*a, d).contains(*b))?;
        let between = Bitboard::ray(*a, direction) - Bitboard::ray(*b, direction);
        let passed = between & occupied;
        if passed.len() != 1 || (passed & (enemy - captured)).is_empty() || passed.contains(*b) {
            return None;
        }
        captured |= passed;
    }
    Some(captured)
}

/// Whether some way to make the move passes these squares in this order.
pub(crate) fn passes<P: Position>(
    position: &P,
    mv: &Move<P::Geometry>,
    waypoints: &[Square<P::Geometry>],
) -> bool {
    let mut seen = 0;
    walks(position, mv, |walk| {
        seen += 1;
        let mut passed = walk.passed.iter().skip(1);
        if waypoints.iter().all(|w| passed.any(|p| p == w)) {
            ControlFlow::Break(true)
        } else if seen == MOST_WALKS {
            ControlFlow::Break(false)
        } else {
            ControlFlow::Continue(())
        }
    })
    .unwrap_or(false)
}

/// The one legal move that a text fits, or why there is none.
pub(super) fn resolve<P: Position>(
    position: &P,
    legal: &[Move<P::Geometry>],
    spelling: &Spelling,
    text: &str,
) -> Result<Move<P::Geometry>, MoveTextError<P::Geometry>> {
    let mut found = vec![];
    fitting(position, legal, spelling, &mut found);
    match found.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(why_not(position, legal, spelling, text)),
        _ => Err(MoveTextError::Ambiguous {
            text: text.trim().to_owned(),
            choices: paths(position, &found),
            moves: found,
        }),
    }
}

pub(crate) fn paths<P: Position>(position: &P, moves: &[Move<P::Geometry>]) -> Vec<String> {
    moves
        .iter()
        .map(|m| path(m, canonical_walk(position, m).as_ref()))
        .collect()
}

pub(crate) fn why_not<P: Position>(
    position: &P,
    legal: &[Move<P::Geometry>],
    spelling: &Spelling,
    text: &str,
) -> MoveTextError<P::Geometry> {
    let squares = spelling.squares::<P::Geometry>();
    let ([from, to, rest @ ..], [.., end]) = (squares.as_slice(), squares.as_slice()) else {
        // Unreachable: a spelling has two squares.
        return MoveTextError::Syntax {
            column: 1,
            problem: super::SyntaxProblem::Empty,
        };
    };
    let between: Vec<_> = legal
        .iter()
        .filter(|m| m.from == *from && (m.to == *end || m.to == *to))
        .copied()
        .collect();
    if !rest.is_empty() && !between.is_empty() {
        return MoveTextError::OtherWay {
            text: text.trim().to_owned(),
            choices: paths(position, &between),
        };
    }
    let listed = is_capture_list(position, *to, rest);
    let (to, captured) = if listed {
        (*to, Some(rest.iter().copied().collect()))
    } else {
        (*end, captured_on_path(position, &squares))
    };
    match explain(position, *from, to, captured) {
        Explanation::Illegal(illegal) => illegal.into(),
        // Unreachable: what is legal fits.
        Explanation::Legal { mv, .. } => MoveTextError::OtherWay {
            text: text.trim().to_owned(),
            choices: paths(position, &[mv]),
        },
    }
}

/// Whether squares after the second are all occupied by the opponent and the second is not.
fn is_capture_list<P: Position>(
    position: &P,
    to: Square<P::Geometry>,
    rest: &[Square<P::Geometry>],
) -> bool {
    let enemy = |s: Square<P::Geometry>| {
        position
            .piece_at(s)
            .is_some_and(|(_, p)| p.color != position.turn())
    };
    !rest.is_empty() && !enemy(to) && rest.iter().all(|&s| enemy(s))
}
