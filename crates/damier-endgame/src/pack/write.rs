//! Packs a solved class into the bytes of a table file. The same values give the same bytes, whatever the number of
//! threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::block::deflate;
use super::head::{
    BLOCK, Contents, HEAD, Head, SHARING, Sections, Subject, TAIL, code_of, value_of,
};
use super::pairs::Pairs;
use crate::index::{Layout, NATURAL, Order};
use crate::solve::Working;
use crate::stats::ClassStats;
use crate::wld::Wld;

/// Orders of the groups that are tried; which of them packs best differs from class to class.
const ORDERS: [Order; 4] = [[0, 1, 2, 3], [1, 0, 2, 3], [3, 0, 2, 1], [0, 3, 2, 1]];

/// No value: the position has no entry, or there is no position.
const HOLE: u8 = u8::MAX;

/// The values of a class, small numbers instead of codes.
struct Source<'a> {
    natural: Layout,
    working: &'a Working,
    with_distances: bool,
    /// The number of each code.
    number_of: Vec<u8>,
}

/// The bytes of a table file.
pub(crate) fn pack(
    subject: Subject,
    working: &Working,
    stats: &ClassStats,
    codes: &[u16],
    threads: usize,
) -> Option<Vec<u8>> {
    let with_distances = subject.contents == Contents::Distances;
    let natural = Layout::new(subject.material, subject.rules.boards());
    let mut values = if with_distances {
        codes.to_vec()
    } else {
        plain(codes)
    };
    if values.is_empty() {
        // A class without entries; its blocks still need a symbol.
        values.push(code_of(Wld::Draw, 0));
    }
    let mut number_of = vec![HOLE; 1024];
    for (number, &code) in values.iter().enumerate() {
        *number_of.get_mut(usize::from(code))? = u8::try_from(number).ok()?;
    }
    let source = Source {
        natural,
        working,
        with_distances,
        number_of,
    };
    let blocks = natural.size.div_ceil(BLOCK) as usize;
    let order = best_order(&source, blocks, values.len());
    let layout = Layout::ordered(subject.material, natural.boards, order)?;
    let shares = blocks.div_ceil(SHARING);
    let packed = in_parallel(threads, shares, |share| {
        let last = ((share + 1) * SHARING).min(blocks);
        let mut blocks: Vec<Vec<u8>> = (share * SHARING..last)
            .map(|block| source.block(&layout, order, block as u64))
            .collect();
        let pairs = Pairs::compress(&mut blocks, values.len());
        let blocks: Vec<Vec<u8>> = blocks.iter().map(|symbols| deflate(symbols)).collect();
        (pairs.pairs, blocks)
    });
    let mut sections = Sections {
        values,
        stats: stats.parts.clone(),
        pairs: vec![],
        directory: vec![],
    };
    if !with_distances {
        for part in &mut sections.stats {
            part.plies.clear();
            part.longest = [None; 2];
        }
    }
    let mut data = vec![];
    for (pairs, blocks) in packed {
        sections.pairs.push(pairs);
        for block in blocks {
            let sum = crc32fast::hash(&block);
            sections.directory.push([block.len() as u32, sum]);
            data.extend(block);
        }
    }
    let sections = sections.write();
    let head = Head {
        subject,
        order,
        positions: natural.size,
        blocks: blocks as u32,
        sections: sections.len() as u32,
        sections_sum: crc32fast::hash(&sections),
        length: (HEAD + sections.len() + data.len() + TAIL) as u64,
    };
    let mut file = head.write();
    file.extend(sections);
    file.extend(data);
    let sum = crc32fast::hash(&file);
    file.extend(sum.to_le_bytes());
    Some(file)
}

/// The values of the codes without their distances.
fn plain(codes: &[u16]) -> Vec<u16> {
    let mut plain: Vec<u16> = codes.iter().map(|&c| code_of(value_of(c).0, 0)).collect();
    plain.sort_unstable();
    plain.dedup();
    plain
}

/// The order under which a sample of the class packs best.
fn best_order(source: &Source, blocks: usize, values: usize) -> Order {
    let mut tried: Vec<Vec<u64>> = vec![];
    let mut best = (usize::MAX, NATURAL);
    for order in ORDERS {
        let Some(layout) = Layout::ordered(source.natural.material, source.natural.boards, order)
        else {
            continue;
        };
        // Groups with one combination do not matter.
        let strides = [0, 1, 2, 3].map(|g| {
            if layout.radix[g] > 1 {
                layout.strides[g]
            } else {
                0
            }
        });
        if tried.contains(&strides.to_vec()) {
            continue;
        }
        tried.push(strides.to_vec());
        let count = blocks.min(SHARING);
        let mut sample: Vec<Vec<u8>> = (0..count)
            .map(|i| source.block(&layout, order, (i * blocks / count) as u64))
            .collect();
        Pairs::compress(&mut sample, values);
        let size = sample.iter().map(Vec::len).sum();
        if size < best.0 {
            best = (size, order);
        }
    }
    best.1
}

impl Source<'_> {
    /// The values of a block in a table's order; holes take the value before them, or the first one behind them.
    fn block(&self, layout: &Layout, order: Order, number: u64) -> Vec<u8> {
        let first = number * BLOCK;
        let count = BLOCK.min(layout.size - first);
        let mut values: Vec<u8> = Walk::new(&self.natural, layout, order, first)
            .take(count as usize)
            .map(|index| self.number(index))
            .collect();
        let mut before = values.iter().copied().find(|&v| v != HOLE).unwrap_or(0);
        for value in &mut values {
            if *value == HOLE {
                *value = before;
            }
            before = *value;
        }
        values
    }

    #[inline(always)]
    fn number(&self, index: u64) -> u8 {
        if self.working.is_left_out(index) {
            return HOLE;
        }
        match self.working.get(index) {
            Some((value, plies)) => {
                let plies = if self.with_distances { plies } else { 0 };
                self.number_of[usize::from(code_of(value, plies.into()))]
            }
            None => HOLE,
        }
    }
}

/// Natural indices in the order of a table.
struct Walk {
    /// Radix, natural stride and digit of each group, the innermost first.
    groups: [[u64; 3]; 4],
    index: u64,
}

impl Walk {
    fn new(natural: &Layout, layout: &Layout, order: Order, first: u64) -> Self {
        let mut index = 0;
        let mut groups = [[0; 3]; 4];
        for (to, &group) in groups.iter_mut().zip(order.iter().rev()) {
            let g = usize::from(group);
            let digit = first / layout.strides[g] % layout.radix[g];
            *to = [layout.radix[g], natural.strides[g], digit];
            index += digit * natural.strides[g];
        }
        Self { groups, index }
    }
}

impl Iterator for Walk {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let here = self.index;
        for [radix, stride, digit] in &mut self.groups {
            *digit += 1;
            self.index += *stride;
            if *digit < *radix {
                break;
            }
            self.index -= *radix * *stride;
            *digit = 0;
        }
        Some(here)
    }
}

/// Does numbered pieces of work on several threads; the results are in order.
fn in_parallel<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if threads <= 1 || count <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    if let Ok(mut done) = done.lock() {
                        done.push((number, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_unstable_by_key(|d| d.0);
    done.into_iter().map(|d| d.1).collect()
}
