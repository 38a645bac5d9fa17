//! The hash table, shared by all threads without locks.
//!
//! An entry is two words, the data and the key xored with it, read and written one by one: an entry torn by two
//! writers does not match its key and is not believed.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Digest of the best move; 0 for none.
    pub(crate) best: u16,
    /// From [`to_table`](crate::score::to_table).
    pub(crate) score: i32,
    /// Static evaluation; [`NO_EVAL`] if it was not made.
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Stands for an evaluation that was not made.
pub(crate) const NO_EVAL: i32 = i16::MIN as i32;

const WAYS: usize = 4;
const GENERATIONS: u64 = 64;

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// A hash table of a fixed size.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU64,
}

/// A size of hash table that cannot be had. The old table, if there was one, is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a hash table of {mib} MiB cannot be had: expected 1 to {most} MiB of memory that is free")]
pub struct TableSizeError {
    /// The size asked for.
    pub mib: usize,
    /// The largest size accepted.
    pub most: usize,
}

/// The largest hash table in MiB.
pub const MAX_HASH_MIB: usize = 65_536;

impl Table {
    /// An empty table of so many MiB.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        let error = TableSizeError {
            mib,
            most: MAX_HASH_MIB,
        };
        if !(1..=MAX_HASH_MIB).contains(&mib) || available_mib().is_some_and(|free| mib > free) {
            return Err(error);
        }
        let count = mib * (1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        buckets.extend((0..count).map(|_| Bucket(Default::default())));
        Ok(Self {
            buckets,
            generation: AtomicU64::new(0),
        })
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for way in self.buckets.iter().flat_map(|b| &b.0) {
            way[0].store(0, Ordering::Relaxed);
            way[1].store(0, Ordering::Relaxed);
        }
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub(crate) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Share of entries written by this search, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|b| &b.0)
            .filter(|w| {
                let data = w[1].load(Ordering::Relaxed);
                data != 0 && generation_of(data) == generation
            })
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|way| {
            let data = way[1].load(Ordering::Relaxed);
            (way[0].load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    #[inline(always)]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst = i64::MAX;
        let mut target = None;
        for way in &self.bucket(key).0 {
            let data = way[1].load(Ordering::Relaxed);
            if way[0].load(Ordering::Relaxed) ^ data == key || data == 0 {
                if data != 0 {
                    let old = unpack(data);
                    if entry.best == 0 {
                        entry.best = old.best;
                    }
                    // A shallower bound does not drive out a deeper result of the same search.
                    if entry.bound != Bound::Exact
                        && entry.depth + 3 < old.depth
                        && generation_of(data) == generation
                    {
                        return;
                    }
                }
                target = Some(way);
                break;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = i64::from(depth_of(data)) - 8 * age as i64;
            if worth < worst {
                worst = worth;
                target = Some(way);
            }
        }
        if let Some(way) = target {
            let data = pack(&entry, generation);
            way[0].store(key ^ data, Ordering::Relaxed);
            way[1].store(data, Ordering::Relaxed);
        }
    }
}

// From the low end: best move 16 bits, score 16, evaluation 16, depth 8, bound 2, generation 6.
fn pack(entry: &Entry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best)
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | generation << 58
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn generation_of(data: u64) -> u64 {
    data >> 58
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: data as u16,
        score: i32::from((data >> 16) as u16 as i16),
        eval: i32::from((data >> 32) as u16 as i16),
        depth: depth_of(data),
        bound: match (data >> 56) & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// Free memory in MiB, where the system tells: an allocation that is only promised would end the program later.
fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: i32) -> Entry {
        Entry {
            best: 0x1234,
            score,
            eval: -77,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_was_stored_is_found_under_its_own_key_only() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(42), None);
        table.store(42, entry(7, -9_990));
        assert_eq!(table.probe(42), Some(entry(7, -9_990)));
        assert_eq!(table.probe(43), None);
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn a_full_bucket_gives_up_old_and_shallow_entries_first() {
        let table = Table::new(1).unwrap();
        for key in 1..=4 {
            table.store(key, entry(key as i32 * 2, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.probe(1), None, "the shallowest of one age goes");
        table.age();
        for key in 6..=9 {
            table.store(key, entry(0, 0));
        }
        assert_eq!(
            table.probe(4).map(|e| e.depth),
            Some(8),
            "depth outlives one search"
        );
    }

    #[test]
    fn sizes_are_kept_within_a_bucket_and_absurd_ones_refused() {
        assert_eq!(Table::new(3).unwrap().mib(), 3);
        assert!(Table::new(0).is_err());
        assert!(Table::new(99_999_999).is_err());
    }
}
