//! Playing for a win against a weaker opponent: pieces on the board are chances to go wrong.

use damier_core::{Color, Position};

use crate::endgame::pieces;
use crate::limits::Limits;

/// What the side at the root would give for a full board, in one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contempt {
    us: Color,
    /// Hundredths of a man for [`FULL`] pieces.
    worth: i32,
    /// Sets the keys of the hash table apart: the scores of one side at the root would mislead the other. 0 without
    /// contempt.
    pub(crate) salt: u64,
}

/// Pieces of a full board.
const FULL: i32 = 40;

impl Contempt {
    /// Analysis is without: it looks for the truth.
    pub(crate) fn new(worth: i32, us: Color, limits: &Limits) -> Self {
        let worth = if limits.analyse { 0 } else { worth };
        let odd = match us {
            Color::White => 0x9e37_79b9_7f4a_7c15_u64,
            Color::Black => 0xd1b5_4a32_d192_ed03,
        };
        let salt = odd.wrapping_mul(worth as u64);
        Self { us, worth, salt }
    }

    /// What is added to the score of a position for its side to move.
    #[inline(always)]
    pub(crate) fn bonus<P: Position>(self, position: &P) -> i32 {
        if self.worth == 0 {
            return 0;
        }
        let bonus = self.worth * pieces(position) as i32 / FULL;
        if position.turn() == self.us {
            bonus
        } else {
            -bonus
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_different_contempt_or_sides_do_not_meet() {
        let salt = |worth, us| Contempt::new(worth, us, &Limits::default()).salt;
        let mut salts: Vec<u64> = (1..=500)
            .flat_map(|worth| Color::ALL.map(|us| salt(worth, us)))
            .collect();
        salts.push(0);
        salts.sort_unstable();
        salts.dedup();
        assert_eq!(salts.len(), 1_001);
        assert_eq!(Color::ALL.map(|us| salt(0, us)), [0, 0]);
    }
}
