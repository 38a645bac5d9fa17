//! Levels of strength by the nodes they search. What a level is called, and how else it is weakened, others know.

/// The highest level: it has no other limit than its time.
pub const FULL_LEVEL: u8 = 10;

/// Nodes of a move for the levels from 1 on.
const NODES: [u64; FULL_LEVEL as usize - 1] = [
    30, 100, 300, 1_000, 4_000, 16_000, 64_000, 250_000, 1_000_000,
];

/// Nodes that a level searches for a move; `None` for the highest level, and for numbers that are no level.
///
/// ```
/// assert_eq!(damier_search::level_nodes(1), Some(30));
/// assert_eq!(damier_search::level_nodes(damier_search::FULL_LEVEL), None);
/// ```
#[must_use]
pub const fn level_nodes(level: u8) -> Option<u64> {
    if level == 0 || level >= FULL_LEVEL {
        return None;
    }
    Some(NODES[level as usize - 1])
}
