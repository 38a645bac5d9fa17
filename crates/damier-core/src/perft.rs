//! Counting the leaves of the move tree, the usual proof and benchmark of a generator.
//!
//! This is the one module of the crate that starts threads; all of them end before a count returns.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::moves::{Move, MoveList};
use crate::position::Position;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Start, end and the set of captured squares.
    #[default]
    Distinct,
    /// Captures that take the same pieces in another order are counted apart.
    Ordered,
}

/// How to count. Positions without a move have no leaves below them; draws are not looked at.
///
/// ```
/// use damier_core::{International, Perft, Single};
/// assert_eq!(Perft::default().count(&Single::<International>::default(), 5), 27_117);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// What counts as one move.
    pub counting: Counting,
    /// Threads to use.
    pub threads: NonZeroUsize,
    /// Size of the hash table in MiB; 0 for none.
    pub hash_mib: usize,
}

impl Default for Perft {
    fn default() -> Self {
        Self {
            counting: Counting::Distinct,
            threads: NonZeroUsize::MIN,
            hash_mib: 0,
        }
    }
}

impl Perft {
    /// Number of leaves at `depth`, or `u64::MAX` if there are at least so many: with a hash table sparse positions
    /// get there.
    pub fn count<P: Position>(&self, position: &P, depth: u32) -> u64 {
        let table = Table::new(self.hash_mib);
        self.with_table(position, depth, &table)
    }

    /// Number of leaves below each legal move, in the order of the moves.
    pub fn divide<P: Position>(&self, position: &P, depth: u32) -> Vec<(Move<P::Geometry>, u64)> {
        if depth == 0 {
            return vec![];
        }
        let table = Table::new(self.hash_mib);
        let mut moves = MoveList::new();
        self.generate(position, &mut moves);
        moves.sort();
        moves
            .iter()
            .map(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                (*mv, self.with_table(&next, depth - 1, &table))
            })
            .collect()
    }

    fn generate<P: Position>(&self, position: &P, moves: &mut MoveList<P::Geometry>) {
        match self.counting {
            Counting::Distinct => position.generate(moves),
            Counting::Ordered => position.generate_orders(moves),
        }
    }

    fn with_table<P: Position>(&self, position: &P, depth: u32, table: &Table) -> u64 {
        // Three plies give enough jobs to keep the threads busy to the end.
        const SPLIT: u32 = 3;
        if self.threads.get() == 1 || depth <= SPLIT + 1 {
            return self.leaves(position, depth, &mut lists(depth), table);
        }
        let mut jobs = vec![*position];
        for _ in 0..SPLIT {
            let mut moves = MoveList::new();
            let parents = std::mem::take(&mut jobs);
            for parent in parents {
                self.generate(&parent, &mut moves);
                jobs.extend(moves.iter().map(|mv| {
                    let mut next = parent;
                    next.play_unchecked(mv);
                    next
                }));
            }
        }
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let work = || {
                let mut lists = lists(depth);
                let mut total = 0_u64;
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let leaves = self.leaves(job, depth - SPLIT, &mut lists, table);
                    total = leaves.saturating_add(total);
                }
                total
            };
            let others: Vec<_> = (1..self.threads.get()).map(|_| scope.spawn(work)).collect();
            let mine = work();
            let theirs: u64 = others
                .into_iter()
                .map(|t| {
                    t.join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .fold(0, u64::saturating_add);
            theirs.saturating_add(mine)
        })
    }

    fn leaves<P: Position>(
        &self,
        position: &P,
        depth: u32,
        lists: &mut [MoveList<P::Geometry>],
        table: &Table,
    ) -> u64 {
        let Some((moves, rest)) = lists.split_first_mut() else {
            return 1;
        };
        match (depth, self.counting) {
            (0, _) => return 1,
            (1, Counting::Distinct) => return position.count_moves(moves),
            (1, Counting::Ordered) => {
                position.generate_orders(moves);
                return moves.len() as u64;
            }
            _ => {}
        }
        let hashed = depth > 2 && table.is_used();
        if hashed && let Some(count) = table.get(position.key(), depth) {
            return count;
        }
        self.generate(position, moves);
        let total = if depth == 2 && self.counting == Counting::Distinct {
            position.count_replies(moves, &mut rest[0])
        } else {
            moves
                .iter()
                .map(|mv| {
                    let mut next = *position;
                    next.play_unchecked(mv);
                    self.leaves(&next, depth - 1, rest, table)
                })
                .fold(0, u64::saturating_add)
        };
        if hashed {
            table.put(position.key(), depth, total);
        }
        total
    }
}

fn lists<G: crate::geometry::Geometry>(depth: u32) -> Vec<MoveList<G>> {
    (0..=depth).map(|_| MoveList::new()).collect()
}

/// Counts by position and depth, shared between threads without locks: an entry is only believed if key and
/// count belong together.
struct Table(Vec<[AtomicU64; 2]>);

impl Table {
    fn new(mib: usize) -> Self {
        let entries = mib.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        Self(
            (0..entries)
                .map(|_| [AtomicU64::new(0), AtomicU64::new(0)])
                .collect(),
        )
    }

    fn is_used(&self) -> bool {
        !self.0.is_empty()
    }

    fn slot(&self, key: u64, depth: u32) -> (&[AtomicU64; 2], u64) {
        let mixed = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(mixed) * self.0.len() as u128) >> 64;
        (&self.0[index as usize], mixed)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let ([check, count], key) = self.slot(key, depth);
        let count = count.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) == key ^ count && count > 0).then_some(count)
    }

    fn put(&self, key: u64, depth: u32, value: u64) {
        let ([check, count], key) = self.slot(key, depth);
        check.store(key ^ value, Ordering::Relaxed);
        count.store(value, Ordering::Relaxed);
    }
}
