//! Which move to try first: what the past of this search says of quiet moves.

use damier_core::{Board10, Color, Move};

/// Squares are numbered from 1; the extra row and column keep indexing plain.
const SIDE: usize = 51;
const LIMIT: i32 = 16_384;

/// How well a move did before, by side, start and end.
pub(crate) struct History {
    main: Vec<i16>,
    /// The same after the opponent's move to a square.
    replies: Vec<i16>,
}

#[inline(always)]
fn from_to(mv: &Move<Board10>) -> usize {
    mv.from.number() as usize * SIDE + mv.to.number() as usize
}

#[inline(always)]
fn add(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    // Drawn towards the limit, so that the table forgets.
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            main: vec![0; 2 * SIDE * SIDE],
            replies: vec![0; SIDE * SIDE * SIDE],
        }
    }

    #[inline(always)]
    fn main_index(color: Color, mv: &Move<Board10>) -> usize {
        color as usize * SIDE * SIDE + from_to(mv)
    }

    #[inline(always)]
    fn reply_index(last: usize, mv: &Move<Board10>) -> usize {
        last * SIDE * SIDE + from_to(mv)
    }

    /// The number of the square where the opponent's move ended; 0 if there was none.
    #[inline(always)]
    pub(crate) fn score(&self, color: Color, last: usize, mv: &Move<Board10>) -> i32 {
        i32::from(self.main[Self::main_index(color, mv)])
            + i32::from(self.replies[Self::reply_index(last, mv)])
    }

    pub(crate) fn reward(&mut self, color: Color, last: usize, mv: &Move<Board10>, bonus: i32) {
        add(&mut self.main[Self::main_index(color, mv)], bonus);
        add(&mut self.replies[Self::reply_index(last, mv)], bonus);
    }

    /// Half of what was learned still holds in the next search. After a short search the large table is left as it
    /// is: halving it would cost more than the search.
    pub(crate) fn fade(&mut self, nodes: u64) {
        self.main.iter_mut().for_each(|value| *value /= 2);
        if nodes > self.replies.len() as u64 / 4 {
            self.replies.iter_mut().for_each(|value| *value /= 2);
        }
    }
}

/// Takes the best of the moves from `next` on to the place `next`.
#[inline(always)]
pub(crate) fn pick(moves: &mut [Move<Board10>], scores: &mut [i32], next: usize) {
    let mut best = next;
    for i in next + 1..scores.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    moves.swap(next, best);
    scores.swap(next, best);
}
