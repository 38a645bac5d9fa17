//! How strong the engine plays: weaker levels look less far ahead and do not always take the best move they see.

use std::time::Duration;

use damier_search::{Clock, FULL_LEVEL, Limits, Progress, level_nodes};
use serde::Serialize;

/// A strength.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Level {
    pub(crate) number: u8,
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    #[serde(skip)]
    nodes: Option<u64>,
    /// How much worse than the best a move may be to be played all the same, in hundredths of a man.
    #[serde(skip)]
    margin: i32,
}

const fn level(number: u8, name: &'static str, words: &'static str, margin: i32) -> Level {
    Level {
        number,
        name,
        words,
        nodes: level_nodes(number),
        margin,
    }
}

/// All levels, the weakest first. They look at as many positions as those of `damier play --level`.
pub(crate) const LEVELS: [Level; FULL_LEVEL as usize] = [
    level(1, "First steps", "30 positions a move, often careless", 120),
    level(2, "Beginner", "100 positions a move, careless", 60),
    level(3, "Learner", "300 positions a move, sometimes careless", 30),
    level(4, "Home", "1 000 positions a move", 10),
    level(5, "Café", "4 000 positions a move", 0),
    level(6, "Club", "16 000 positions a move", 0),
    level(7, "Strong club", "64 000 positions a move", 0),
    level(8, "Expert", "250 000 positions a move", 0),
    level(9, "Master", "1 000 000 positions a move", 0),
    level(
        FULL_LEVEL,
        "Full strength",
        "All it can find in its time: the clock, or 3 seconds a move",
        0,
    ),
];

/// Time for a move at full strength when there is no clock.
const FULL_TIME: Duration = Duration::from_secs(3);
/// Moves that a careless level chooses among.
const CHOICES: usize = 6;

impl Level {
    /// The level with a number.
    pub(crate) fn of(number: u8) -> Option<Self> {
        LEVELS.into_iter().find(|l| l.number == number)
    }

    /// Whether it plays as well as it can.
    pub(crate) fn is_full(self) -> bool {
        self.nodes.is_none()
    }

    /// The limits of a move. A clock counts on every level.
    pub(crate) fn limits(self, clock: Option<Clock>) -> Limits {
        Limits {
            depth: None,
            nodes: self.nodes,
            move_time: (clock.is_none()).then_some(FULL_TIME),
            clock,
            lines: if self.margin > 0 { CHOICES } else { 1 },
            analyse: false,
        }
    }

    /// The line to play among those found, best first.
    pub(crate) fn choose(self, lines: &[Progress], random: u64) -> Option<&Progress> {
        let best = lines.first()?;
        if best.score.is_decided() {
            return Some(best);
        }
        let near = |l: &&Progress| l.score.0 >= best.score.0 - self.margin;
        let count = lines.iter().take_while(near).count().max(1);
        lines.get(random as usize % count)
    }
}

#[cfg(test)]
mod tests {
    use damier_search::Score;

    use super::*;

    fn lines(scores: &[i32]) -> Vec<Progress> {
        scores
            .iter()
            .enumerate()
            .map(|(i, &score)| Progress {
                depth: 1,
                deepest: 1,
                rank: i + 1,
                score: Score(score),
                nodes: 1,
                time: Duration::ZERO,
                line: vec![],
            })
            .collect()
    }

    #[test]
    fn a_level_knows_its_margin_and_never_lets_a_win_go() {
        let found = lines(&[40, 30, -20, -500]);
        let chosen = |level: u8, random| {
            let level = Level::of(level)?;
            level.choose(&found, random).map(|l| l.rank)
        };
        assert_eq!([0, 1, 2, 3].map(|r| chosen(1, r)), [1, 2, 3, 1].map(Some));
        assert_eq!([0, 1, 2].map(|r| chosen(4, r)), [1, 2, 1].map(Some));
        assert_eq!([0, 1].map(|r| chosen(10, r)), [1, 1].map(Some));
        let won = lines(&[9_997, 9_995]);
        assert_eq!(
            Level::of(1).and_then(|l| l.choose(&won, 1)).map(|l| l.rank),
            Some(1)
        );
    }
}
