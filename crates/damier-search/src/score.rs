//! Scores: hundredths of a man, with wins counted in plies.

use std::fmt;

/// More than any score.
pub const INFINITE: i32 = 10_001;
/// A win at the root; a win in `n` plies is `WIN - n`.
pub const WIN: i32 = 10_000;
/// A win proved by an endgame table without its distance; `TABLE_WIN - n` when reached in `n` plies.
pub const TABLE_WIN: i32 = 9_000;
/// Evaluations stay below this.
pub const EVAL_LIMIT: i32 = 8_000;
/// Deepest line.
pub const MAX_PLY: usize = 128;

/// The longest win that a score can tell: a line, and behind it the longest distance of an endgame table.
const FARTHEST: i32 = 2 * MAX_PLY as i32 + 250;

/// A score from the side to move's point of view, in hundredths of a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// Plies to the end of the game with best play, positive when the side to move wins; `None` when the game is
    /// not decided.
    pub fn plies_to_end(self) -> Option<i32> {
        (self.0.abs() >= WIN - FARTHEST).then(|| (WIN - self.0.abs()) * self.0.signum())
    }

    /// Moves of the winner to the end of the game, likewise.
    pub fn moves_to_end(self) -> Option<i32> {
        self.plies_to_end()
            .map(|plies| (plies.abs() + 1) / 2 * self.0.signum())
    }

    /// Whether the game is decided, by the search or a table.
    pub fn is_decided(self) -> bool {
        self.0.abs() > EVAL_LIMIT
    }
}

/// Men with two decimals.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", f64::from(self.0) / 100.0)
    }
}

/// Makes a score of a node `ply` plies from the root independent of that distance, for the hash table.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score > EVAL_LIMIT {
        score + ply as i32
    } else if score < -EVAL_LIMIT {
        score - ply as i32
    } else {
        score
    }
}

/// The opposite of [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score > EVAL_LIMIT {
        score - ply as i32
    } else if score < -EVAL_LIMIT {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_in_the_table_keeps_its_distance_from_any_ply() {
        // Seen as a win in 3 from a node at ply 7: the game ends at ply 10 of that line.
        let at_seven = WIN - 10;
        let stored = to_table(at_seven, 7);
        assert_eq!(from_table(stored, 7), WIN - 10);
        assert_eq!(from_table(stored, 1), WIN - 4);
        assert_eq!(from_table(to_table(-at_seven, 7), 1), 4 - WIN);
        assert_eq!(from_table(to_table(55, 7), 1), 55);
    }

    #[test]
    fn distances_round_up_to_moves_and_keep_their_sign() {
        assert_eq!(Score(WIN - 1).moves_to_end(), Some(1));
        assert_eq!(Score(WIN - 5).moves_to_end(), Some(3));
        assert_eq!(Score(4 - WIN).moves_to_end(), Some(-2));
        assert_eq!(Score(120).moves_to_end(), None);
        assert_eq!(Score(TABLE_WIN - 3).plies_to_end(), None);
    }
}
