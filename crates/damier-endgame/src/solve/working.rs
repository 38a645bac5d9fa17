//! The values of a class while it is being solved: packed, written and read by all threads.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::wld::Wld;

/// Two bits a position for the value, one for whether the table leaves it out, one byte for the distance if wanted.
/// Threads that solve slices of one level write different positions; a level is finished before the next is begun.
pub(crate) struct Working {
    values: Vec<AtomicU64>,
    left_out: Vec<AtomicU64>,
    distances: Vec<AtomicU8>,
}

impl Working {
    pub(crate) fn new(size: u64, with_distances: bool) -> Self {
        let words = |bits: u64| {
            let mut words = Vec::new();
            words.resize_with((size * bits).div_ceil(64) as usize, AtomicU64::default);
            words
        };
        let mut distances = Vec::new();
        if with_distances {
            distances.resize_with(size as usize, AtomicU8::default);
        }
        Self {
            values: words(2),
            left_out: words(1),
            distances,
        }
    }

    /// Bytes that a class of this size takes.
    pub(crate) fn bytes(size: u64, with_distances: bool) -> u64 {
        size / 4 + size / 8 + if with_distances { size } else { 0 }
    }

    pub(crate) fn set(&self, index: u64, value: Wld, distance: u8, left_out: bool) {
        let code = value as u64 + 1;
        self.values[(index / 32) as usize].fetch_or(code << (index % 32 * 2), Relaxed);
        if left_out {
            self.left_out[(index / 64) as usize].fetch_or(1 << (index % 64), Relaxed);
        }
        if let Some(to) = self.distances.get(index as usize) {
            to.store(distance, Relaxed);
        }
    }

    /// The value and the distance; nothing where there is no position.
    #[inline(always)]
    pub(crate) fn get(&self, index: u64) -> Option<(Wld, u8)> {
        let word = self.values[(index / 32) as usize].load(Relaxed);
        let value = match word >> (index % 32 * 2) & 3 {
            1 => Wld::Loss,
            2 => Wld::Draw,
            3 => Wld::Win,
            _ => return None,
        };
        let distance = self
            .distances
            .get(index as usize)
            .map_or(0, |d| d.load(Relaxed));
        Some((value, distance))
    }

    pub(crate) fn is_left_out(&self, index: u64) -> bool {
        self.left_out[(index / 64) as usize].load(Relaxed) >> (index % 64) & 1 == 1
    }
}
