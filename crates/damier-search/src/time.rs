//! Turns a clock into a time to aim at and a time never to pass.

use std::time::Duration;

use crate::limits::{Clock, Limits};

/// Kept back for the way between the engine and the clock.
const LAG: Duration = Duration::from_millis(20);

/// The time of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new iteration after this.
    pub(crate) soft: Option<Duration>,
    /// The search is cut off here.
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    /// The budget of a move when about `pieces` pieces stand on the board.
    pub(crate) fn new(limits: &Limits, pieces: u32) -> Self {
        let mut budget = limits
            .clock
            .map(|c| of_clock(&c, pieces))
            .unwrap_or_default();
        if let Some(time) = limits.move_time {
            budget.hard = Some(budget.hard.map_or(time, |h| h.min(time)));
        }
        budget
    }
}

fn of_clock(clock: &Clock, pieces: u32) -> Budget {
    let usable = (clock.remaining + clock.increment).saturating_sub(LAG);
    // A game of draughts lasts about 60 moves a side; the fewer pieces, the fewer moves are left.
    let left = clock
        .moves_to_go
        .map_or(12 + pieces, |moves| moves.min(12 + pieces));
    let left = left.max(1);
    let share = usable.saturating_sub(clock.increment) / left + clock.increment.min(usable);
    // Near the end of a period nothing may be borrowed from moves that do not come.
    let most = if left == 1 {
        usable
    } else {
        usable.min(share * 4).min(usable / 2 + clock.increment / 2)
    };
    Budget {
        soft: Some(share.min(usable) * 6 / 10),
        hard: Some(most.min(usable)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            }),
            ..Limits::default()
        }
    }

    #[test]
    fn no_budget_ever_exceeds_the_clock() {
        for remaining in [0, 1, 15, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves in [None, Some(1), Some(2), Some(75)] {
                    for pieces in [2, 10, 40] {
                        let budget = Budget::new(&clock(remaining, increment, moves), pieces);
                        let limit = Duration::from_millis(remaining + increment);
                        assert!(
                            budget.hard <= Some(limit),
                            "{remaining} {increment} {moves:?}"
                        );
                        assert!(budget.soft <= budget.hard || budget.hard < Some(LAG));
                    }
                }
            }
        }
    }

    #[test]
    fn a_period_shares_its_time_among_its_moves() {
        let budget = Budget::new(&clock(75_000, 0, Some(75)), 40);
        assert!(budget.soft > Some(Duration::from_millis(500)));
        assert!(budget.hard < Some(Duration::from_secs(7)));
        // The last move of a period may use what is left.
        let last = Budget::new(&clock(5_000, 0, Some(1)), 40);
        assert!(last.hard > Some(Duration::from_millis(4_900)));
    }

    #[test]
    fn a_fixed_time_is_used_whole() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let budget = Budget::new(&limits, 40);
        assert_eq!(budget.hard, Some(Duration::from_millis(100)));
        assert_eq!(budget.soft, None);
    }
}
