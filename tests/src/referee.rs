//! The draws by rule once more, told anew from the whole record of a game after every move, as an arbiter would with
//! the score sheet in hand. Shares nothing with the counts of a game in progress.

use damier_core::{Color, DrawRules};

use crate::slow::{Book, SlowMove, SlowPosition};

/// A finished game and why it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Won by this side.
    Won(Color),
    /// Third occurrence.
    Repetition,
    /// Kings only.
    KingMoves,
    /// Three against a king.
    Sixteen,
    /// Two or one against a king.
    Five,
}

/// Pieces that stand against a lone king, if a side has no more and the other has a king.
fn against_king(position: &SlowPosition) -> Option<usize> {
    let pieces = |side: Color| -> Vec<bool> {
        let all = position.boards.iter().flat_map(|b| b.values());
        all.filter(|p| p.side == side).map(|p| p.king).collect()
    };
    Color::ALL.into_iter().find_map(|side| {
        let others = pieces(!side);
        (pieces(side) == [true] && others.contains(&true)).then_some(others.len())
    })
}

/// Everything that ends a game with these positions and the moves between them, at its last position.
///
/// A win stands alone; of the draws all that apply are named.
pub fn verdicts(
    book: &Book,
    draws: Option<DrawRules>,
    positions: &[SlowPosition],
    moves: &[SlowMove],
) -> Vec<Verdict> {
    assert_eq!(
        positions.len(),
        moves.len() + 1,
        "a position before and after each move"
    );
    let now = &positions[moves.len()];
    if let Some(winner) = book.winner(now) {
        return vec![Verdict::Won(winner)];
    }
    let Some(draws) = draws else {
        return vec![];
    };
    let mut verdicts = vec![];
    if positions.iter().filter(|p| *p == now).count() >= draws.occurrences as usize {
        verdicts.push(Verdict::Repetition);
    }

    let by_king = |i: &usize| {
        let mv = &moves[*i];
        mv.captured.is_empty()
            && positions[*i]
                .boards
                .iter()
                .any(|b| b.get(&mv.from).is_some_and(|p| p.king))
    };
    let kings_in_a_row = (0..moves.len()).rev().take_while(by_king).count();
    if kings_in_a_row >= 2 * draws.king_moves as usize {
        verdicts.push(Verdict::KingMoves);
    }

    // A class lasts from the position in which its material arose; three pieces may become fewer meanwhile.
    let lasts = |pieces: std::ops::RangeInclusive<usize>| {
        let inside = |p: &&SlowPosition| against_king(p).is_some_and(|n| pieces.contains(&n));
        positions.iter().rev().take_while(inside).count()
    };
    let smaller = lasts(1..=2);
    if smaller > 2 * draws.two_against_king as usize {
        verdicts.push(Verdict::Five);
    }
    let whole = lasts(1..=3);
    if whole > smaller && whole > 2 * draws.three_against_king as usize {
        verdicts.push(Verdict::Sixteen);
    }
    verdicts
}
