//! Where endgame tables plug in, and what their values are worth in a game with draw rules. Knows no file.

use damier_core::{Board10, DrawCounts, Move, Position};

use crate::score::{EVAL_LIMIT, TABLE_WIN, WIN};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// It wins.
    Win,
}

/// Exact values of positions with few pieces.
pub trait Endgame<P: Position>: Send + Sync {
    /// The most pieces of any position it knows.
    fn max_pieces(&self) -> u32;
    /// The value, if it is known.
    fn probe(&self, position: &P) -> Option<Verdict>;
    /// Plies to the end with best play, if that is known too.
    fn distance(&self, position: &P) -> Option<u32>;
}

/// What tables say of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Its score.
    Score(i32),
    /// The side to move wins (or loses, if `false`), and nothing irreversible has happened since the root: the way to
    /// the win is for the search to find, or it would walk about among positions that are all won.
    Ahead(bool),
}

/// The middle of the scores of won positions from which no way on is seen yet. They lie below wins by a table, which
/// are seen to make progress, and above all evaluations.
const AHEAD: i32 = 8_450;
/// How far the evaluation moves such a score up or down.
const AHEAD_REACH: i32 = 250;

impl Known {
    /// The score of a position that is won or lost by value, seen from the side to move, at the horizon.
    pub(crate) fn ahead_score(wins: bool, eval: i32) -> i32 {
        let shade = (eval / 16).clamp(-AHEAD_REACH, AHEAD_REACH);
        if wins { AHEAD + shade } else { shade - AHEAD }
    }

    /// What a position that is won or lost by value is worth at least or at most.
    pub(crate) const fn ahead_bound(wins: bool) -> i32 {
        if wins { EVAL_LIMIT } else { -EVAL_LIMIT }
    }
}

/// Number of pieces of a position.
pub(crate) fn pieces<P: Position>(position: &P) -> u32 {
    [position.turn(), !position.turn()]
        .iter()
        .flat_map(|&color| position.material(color))
        .sum()
}

/// Whether so many plies fit into what is left of the draw counts. The last ply may fill a count: a win on the board
/// comes before a draw. Captures and moves of men on the way would leave more room; that is not counted on.
fn fits<P: Position>(counts: DrawCounts, plies: u32) -> bool {
    P::DRAWS.is_none_or(|rules| {
        let room = |count: Option<u32>, moves: u32| count.is_none_or(|n| n + plies <= 2 * moves);
        room(Some(counts.king_plies), rules.king_moves)
            && room(counts.three_against_king, rules.three_against_king)
            && room(counts.two_against_king, rules.two_against_king)
    })
}

/// What the tables say of a position `ply` plies from the root, on the clocks of its line. Nothing if they do not
/// know it, or if the counts may turn a win into a draw: then the search has to find out.
pub(crate) fn known<P: Position>(
    tables: &dyn Endgame<P>,
    position: &P,
    counts: DrawCounts,
    ply: usize,
) -> Option<Known> {
    let wins = match tables.probe(position)? {
        Verdict::Draw => return Some(Known::Score(0)),
        verdict => verdict == Verdict::Win,
    };
    let signed = |score: i32| Known::Score(if wins { score } else { -score });
    if let Some(plies) = tables.distance(position) {
        let far = plies as i32 + ply as i32;
        return fits::<P>(counts, plies).then(|| signed(WIN - far));
    }
    // A win against a lone king fits into its count if that count has just begun.
    let begun = |count: Option<u32>| count.is_some_and(|n| n > 0);
    let late = begun(counts.three_against_king) || begun(counts.two_against_king);
    if P::DRAWS.is_some() && late {
        return None;
    }
    if counts.king_plies as usize >= ply {
        return Some(Known::Ahead(wins));
    }
    Some(signed(TABLE_WIN - ply as i32))
}

/// The value of a position of a game, if the tables know it and the draw counts leave room for it.
pub(crate) fn judged<P: Position>(
    tables: &dyn Endgame<P>,
    position: &P,
    counts: DrawCounts,
) -> Option<Verdict> {
    if pieces(position) > tables.max_pieces() {
        return None;
    }
    let wins = match known(tables, position, counts, 0)? {
        Known::Score(0) => return Some(Verdict::Draw),
        Known::Score(score) => score > 0,
        Known::Ahead(wins) => wins,
    };
    Some(if wins { Verdict::Win } else { Verdict::Loss })
}

/// Whether the value of each move at the root is known for good, so that there is nothing to search for: a draw, or a
/// win or loss with its distance.
pub(crate) fn is_settled<P: Position>(
    tables: &dyn Endgame<P>,
    position: &P,
    counts: DrawCounts,
) -> bool {
    pieces(position) <= tables.max_pieces()
        && match tables.probe(position) {
            None => false,
            Some(Verdict::Draw) => true,
            Some(_) => tables
                .distance(position)
                .is_some_and(|plies| fits::<P>(counts, plies)),
        }
}

/// Puts the moves of a drawn position in order: those that hold the draw first, and of these the one after which the
/// smallest share of the replies holds it.
pub(crate) fn order_drawn<P: Position<Geometry = Board10>>(
    tables: &dyn Endgame<P>,
    position: &P,
    moves: &mut [Move<Board10>],
) {
    if pieces(position) > tables.max_pieces() || tables.probe(position) != Some(Verdict::Draw) {
        return;
    }
    moves.sort_by_cached_key(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        if tables.probe(&next) != Some(Verdict::Draw) {
            return (1, 0);
        }
        let replies = next.legal_moves();
        let holding = replies.iter().filter(|reply| {
            let mut after = next;
            after.play_unchecked(reply);
            tables.probe(&after) == Some(Verdict::Draw)
        });
        (0, holding.count() * 1_000 / replies.len().max(1))
    });
}

/// Goes on with a line to the end of the game, as far as the distances are known.
pub(crate) fn extend<P: Position<Geometry = Board10>>(
    tables: &dyn Endgame<P>,
    start: &P,
    line: &mut Vec<Move<Board10>>,
) {
    let mut position = *start;
    for mv in &*line {
        position.play_unchecked(mv);
    }
    let decided = |p: &P| {
        let few = pieces(p) <= tables.max_pieces();
        few && matches!(tables.probe(p), Some(Verdict::Win | Verdict::Loss))
    };
    if !decided(&position) {
        return;
    }
    let Some(plies) = tables.distance(&position) else {
        return;
    };
    for left in (0..plies).rev() {
        let moves = position.legal_moves();
        let next = moves.iter().find_map(|mv| {
            let mut next = position;
            next.play_unchecked(mv);
            let good = tables.distance(&next) == Some(left)
                && tables.probe(&next).map(opposite) == tables.probe(&position);
            good.then_some((*mv, next))
        });
        let Some((mv, next)) = next else {
            return;
        };
        line.push(mv);
        position = next;
    }
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
        Verdict::Win => Verdict::Loss,
    }
}
