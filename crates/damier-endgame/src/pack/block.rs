//! One block of a table: packed for the disk, unpacked once for look-ups. Knows nothing of draughts.
//!
//! On the disk the symbols of a block are deflated. In memory they lie as they are, with a mark for every few of them, so
//! that a look-up goes straight to the right place.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::head::BLOCK;
use super::pairs::Symbols;

/// How hard the packer tries.
const LEVEL: u8 = 10;
/// The most symbols between two marks, on the average.
const SPACING: usize = 16;
/// Bytes of a mark: the number of the symbol with the first value behind the mark, and its values before that one.
const MARK: usize = 4;

/// The symbols of a block as they are stored.
pub(crate) fn deflate(symbols: &[u8]) -> Vec<u8> {
    compress_to_vec(symbols, LEVEL)
}

/// A block as it is kept in memory.
#[derive(Debug)]
pub(crate) struct Block {
    /// The marks, then the symbols.
    bytes: Box<[u8]>,
    /// Bytes of the marks.
    marks: u32,
    /// Values from one mark to the next, as a power of two.
    shift: u32,
}

impl Block {
    /// Unpacks a block; nothing if it does not hold exactly so many values.
    pub(crate) fn inflate(stored: &[u8], symbols: &Symbols, count: u64) -> Option<Self> {
        // Every symbol stands for a value at least.
        let run = decompress_to_vec_with_limit(stored, BLOCK as usize).ok()?;
        let values: u64 = run.iter().map(|&s| u64::from(symbols.length(s))).sum();
        if values != count || count == 0 {
            return None;
        }
        let wanted = run.len().div_ceil(SPACING).next_power_of_two() as u64;
        let shift = count.div_ceil(wanted).next_power_of_two().ilog2();
        let marks = count.div_ceil(1 << shift) as usize * MARK;
        let mut bytes = Vec::with_capacity(marks + run.len());
        let mut before = 0;
        for (number, &symbol) in run.iter().enumerate() {
            let behind = before + symbols.length(symbol);
            loop {
                let at = ((bytes.len() / MARK) as u32) << shift;
                if bytes.len() == marks || at >= behind {
                    break;
                }
                bytes.extend((number as u16).to_le_bytes());
                bytes.extend(((at - before) as u16).to_le_bytes());
            }
            before = behind;
        }
        bytes.extend(run);
        Some(Self {
            bytes: bytes.into(),
            marks: marks as u32,
            shift,
        })
    }

    /// The value at a place.
    #[inline(always)]
    pub(crate) fn value(&self, symbols: &Symbols, place: u32) -> Option<u8> {
        let (marks, run) = self.bytes.split_at_checked(self.marks as usize)?;
        let mark = marks
            .as_chunks::<MARK>()
            .0
            .get((place >> self.shift) as usize)?;
        let [a, b, c, d] = *mark;
        let first = usize::from(u16::from_le_bytes([a, b]));
        let before = u32::from(u16::from_le_bytes([c, d]));
        let place = before + (place & ((1 << self.shift) - 1));
        symbols.value(run.get(first..)?, place)
    }

    /// Bytes it takes in memory.
    pub(crate) fn size(&self) -> u64 {
        (self.bytes.len() + size_of::<Self>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs::Pairs;
    use super::*;

    /// Values with long runs and busy stretches, different with each seed.
    fn values(seed: u64, count: usize) -> Vec<u8> {
        let mut state = seed;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut values = vec![];
        while values.len() < count {
            let run = match random(3) {
                0 => 1 + random(3_000) as usize,
                _ => 1 + random(4) as usize,
            };
            let value = random(7) as u8;
            values.resize((values.len() + run).min(count), value);
        }
        values
    }

    #[test]
    fn every_value_is_found_again() {
        for (seed, count) in [
            (1, BLOCK as usize),
            (2, BLOCK as usize),
            (3, 12_345),
            (4, 1),
        ] {
            let values = values(seed, count);
            let mut blocks = [values.clone()];
            let pairs = Pairs::compress(&mut blocks, 7);
            let symbols = Symbols::new(&pairs).unwrap();
            let stored = deflate(&blocks[0]);
            let block = Block::inflate(&stored, &symbols, count as u64).unwrap();
            for (place, value) in (0..).zip(values) {
                assert_eq!(block.value(&symbols, place), Some(value), "{place}");
            }
            assert_eq!(block.value(&symbols, BLOCK as u32), None);
        }
    }

    #[test]
    fn one_value_all_over_and_no_two_alike() {
        let count = BLOCK as usize;
        let busy: Vec<u8> = (0..count).map(|i| (i * i / 7 % 251) as u8).collect();
        for values in [vec![3; count], busy] {
            let mut blocks = [values.clone()];
            let symbols = Symbols::new(&Pairs::compress(&mut blocks, 251)).unwrap();
            let block = Block::inflate(&deflate(&blocks[0]), &symbols, BLOCK).unwrap();
            assert!(
                (0..)
                    .zip(values)
                    .all(|(i, v)| block.value(&symbols, i) == Some(v))
            );
        }
    }

    #[test]
    fn a_block_of_another_size_is_refused() {
        let mut blocks = [values(5, 1_000)];
        let symbols = Symbols::new(&Pairs::compress(&mut blocks, 7)).unwrap();
        let stored = deflate(&blocks[0]);
        for count in [0, 999, 1_001, BLOCK] {
            assert!(
                Block::inflate(&stored, &symbols, count).is_none(),
                "{count}"
            );
        }
        assert!(Block::inflate(&stored[..stored.len() - 1], &symbols, 1_000).is_none());
        // More bytes than a block can have symbols.
        let bomb = deflate(&vec![0; 1 << 24]);
        assert!(Block::inflate(&bomb, &symbols, BLOCK).is_none());
    }
}
