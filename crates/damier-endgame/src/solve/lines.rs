//! Moves of kings without capture, for all positions of a line at once, seen backwards: which positions have a move
//! into a set of positions. The rest of the rules is damier-core's; this is here because nothing else can be done
//! fifty positions at a time, and `verify` checks it against damier-core.

use damier_core::{Bitboard, Color, Direction, Square};

use crate::index::{KING_CELLS, Kind, Sets, cell, square};
use crate::solve::plan::{Plan, Slice, Still};

/// The squares met from every square in every direction, the nearest first.
pub(crate) struct Paths(Vec<[Vec<u8>; 4]>);

impl Paths {
    pub(crate) fn new() -> Self {
        Self(
            Square::all()
                .map(|from| {
                    Direction::ALL.map(|direction| {
                        let mut path = vec![];
                        let mut at = Bitboard::<damier_core::Board10>::from(from);
                        loop {
                            at = at.step(direction);
                            match at.first() {
                                Some(s) => path.push(cell(Kind::King, Color::White, 0, s) as u8),
                                None => return path,
                            }
                        }
                    })
                })
                .collect(),
        )
    }
}

/// For the opponent's turn: the positions of a line that are not known to be won, and those that are lost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct State {
    pub(crate) open: Bitboard,
    pub(crate) loss: Bitboard,
}

/// A line taken apart.
pub(crate) struct Line<'a> {
    pub(crate) placed: [usize; 2],
    pub(crate) board: usize,
    pub(crate) still: [&'a Still; 2],
    /// Occupied squares of each board, the running king not counted.
    pub(crate) occupied: Sets,
    /// Squares where the running king can stand; none if other pieces share a square.
    pub(crate) valid: Bitboard,
}

impl<'a> Line<'a> {
    pub(crate) fn new(plan: &'a Plan, slice: &Slice, number: usize) -> Self {
        let (white, black, board) = plan.line(number);
        let still = [&plan.kings[0].all[white], &plan.kings[1].all[black]];
        let mut occupied = [Bitboard::EMPTY; 2];
        let mut all = Bitboard::EMPTY;
        let mut doubled = Bitboard::EMPTY;
        for sets in [&slice.men[0], &slice.men[1], &still[0].sets, &still[1].sets] {
            for (to, &set) in occupied.iter_mut().zip(sets) {
                *to |= set;
                doubled |= all & set;
                all |= set;
            }
        }
        Self {
            placed: [white, black],
            board,
            still,
            occupied,
            valid: if doubled.any() { Bitboard::EMPTY } else { !all },
        }
    }
}

/// The squares from which a king slides over `free` squares of its board to one of `targets`.
#[inline(always)]
fn slides_into<const N: usize>(targets: [Bitboard; N], free: Bitboard) -> [Bitboard; N] {
    targets.map(|targets| {
        let mut from = Bitboard::EMPTY;
        if targets.is_empty() {
            return from;
        }
        for direction in Direction::ALL {
            let mut fill = targets & free;
            loop {
                let next = fill.step(direction);
                from |= next;
                let grown = fill | next & free;
                if grown == fill {
                    break;
                }
                fill = grown;
            }
        }
        from
    })
}

/// The positions of a line in which `turn` has a permitted king move into a lost, and into an open position.
#[inline]
pub(crate) fn reach(
    plan: &Plan,
    paths: &Paths,
    line: &Line,
    turn: Color,
    quiet: &[Bitboard; 2],
    states: &[State],
) -> State {
    let mut found = State::default();
    let landing = |board: usize| if plan.boards == 2 { 1 - board } else { board };
    if plan.runner == Some(turn) {
        let to = plan.line_of(line.placed[0], line.placed[1], landing(line.board));
        let free = !line.occupied[line.board];
        let [loss, open] = slides_into([states[to].loss, states[to].open], free);
        found.loss |= loss & quiet[line.board];
        found.open |= open & quiet[line.board];
    }
    let side = turn as usize;
    let count = plan.kings[side].count;
    for (moved, &from) in line.still[side].cells[..count].iter().enumerate() {
        let board = usize::from(from) / KING_CELLS;
        let allowed = quiet[board];
        if allowed.is_empty() {
            continue;
        }
        let to_board = landing(board);
        let same_board = line.board == board;
        for path in &paths.0[usize::from(from) % KING_CELLS] {
            let mut open = allowed;
            for &step in path {
                let Some((_, s)) = square(Kind::King, Color::White, usize::from(step)) else {
                    break;
                };
                if line.occupied[board].contains(s) {
                    break;
                }
                if same_board {
                    open = open - s.into();
                }
                if to_board != board && line.occupied[to_board].contains(s) {
                    continue;
                }
                let cell = to_board * KING_CELLS + usize::from(step);
                let mut placed = line.placed;
                placed[side] = line.still[side].rank_with(count, moved, cell);
                let to = plan.line_of(placed[0], placed[1], line.board);
                found.loss |= states[to].loss & open;
                found.open |= states[to].open & open;
            }
        }
    }
    found.loss &= line.valid;
    found.open &= line.valid;
    found
}
