//! Compression by pairs: the commonest pair of neighbouring symbols becomes a symbol of its own, again and again
//! (Larsson and Moffat's Re-Pair, 1999), until a symbol is a full byte. What a symbol stands for is found without
//! reading what comes before it, which is why a table can be probed where it lies. Knows nothing of draughts.

/// Number of symbols.
const SYMBOLS: usize = 256;
/// The most values that one symbol stands for.
const LONGEST: u32 = 1 << 15;
/// A pair that is found less often is not worth its place.
const RAREST: u32 = 5;

/// The pairs behind the symbols: the first symbols are the values themselves, then come the pairs in the order in
/// which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs {
    pub(crate) values: usize,
    pub(crate) pairs: Vec<[u8; 2]>,
}

impl Pairs {
    /// Finds the pairs of some blocks of values and replaces them; no pair spans two blocks.
    pub(crate) fn compress(blocks: &mut [Vec<u8>], values: usize) -> Self {
        let mut found = Self {
            values,
            pairs: vec![],
        };
        let mut lengths = vec![1_u32; values];
        while lengths.len() < SYMBOLS {
            let chosen = choose(&count(blocks), &lengths);
            if chosen.is_empty() {
                break;
            }
            let mut symbol_of = vec![0_u8; SYMBOLS * SYMBOLS];
            for pair in chosen {
                symbol_of[place(pair)] = lengths.len() as u8;
                lengths.push(lengths[usize::from(pair[0])] + lengths[usize::from(pair[1])]);
                found.pairs.push(pair);
            }
            for block in blocks.iter_mut() {
                replace(block, &symbol_of);
            }
        }
        found
    }
}

fn place([left, right]: [u8; 2]) -> usize {
    usize::from(left) * SYMBOLS + usize::from(right)
}

/// How often each pair could be replaced.
fn count(blocks: &[Vec<u8>]) -> Vec<u32> {
    let mut counts = vec![0; SYMBOLS * SYMBOLS];
    for block in blocks {
        // Of three like symbols in a row only one pair can be made.
        let mut overlaps = false;
        for pair in block.windows(2) {
            overlaps = pair[0] == pair[1] && !overlaps;
            if pair[0] != pair[1] || overlaps {
                counts[place([pair[0], pair[1]])] += 1;
            }
        }
    }
    counts
}

/// The commonest pairs that can be replaced in one go: no symbol is the right half of one and the left of another.
fn choose(counts: &[u32], lengths: &[u32]) -> Vec<[u8; 2]> {
    let mut order: Vec<(u32, usize)> = counts
        .iter()
        .zip(0..)
        .filter(|(count, _)| **count >= RAREST)
        .map(|(&count, place)| (count, place))
        .collect();
    order.sort_unstable_by_key(|&(count, place)| (std::cmp::Reverse(count), place));
    let most = order.first().map_or(0, |o| o.0);
    let room = (SYMBOLS - lengths.len()).min((lengths.len() / 8).max(1));
    let (mut is_left, mut is_right) = ([false; SYMBOLS], [false; SYMBOLS]);
    let mut chosen = vec![];
    for (count, place) in order {
        if chosen.len() == room || count < most / 2 {
            break;
        }
        let (left, right) = (place / SYMBOLS, place % SYMBOLS);
        let clash = is_right[left] || is_left[right];
        if !clash && lengths[left] + lengths[right] <= LONGEST {
            is_left[left] = true;
            is_right[right] = true;
            chosen.push([left as u8, right as u8]);
        }
    }
    chosen
}

fn replace(block: &mut Vec<u8>, symbol_of: &[u8]) {
    let mut to = 0;
    let mut from = 0;
    while from < block.len() {
        let mut symbol = block[from];
        from += 1;
        if let Some(&next) = block.get(from) {
            // No pair has symbol 0: there is at least one value.
            let made = symbol_of[place([symbol, next])];
            if made != 0 {
                symbol = made;
                from += 1;
            }
        }
        block[to] = symbol;
        to += 1;
    }
    block.truncate(to);
}

/// What the symbols stand for, laid out for reading.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    /// Number of values of each symbol, less one.
    lengths: [u16; SYMBOLS],
    /// One value over and over: the value in bits 16 to 23. Two halves: `MIXED`, the length of the left half in the
    /// bits below it, the halves in the two upper bytes.
    parts: [u32; SYMBOLS],
}

const MIXED: u32 = 1 << 15;

impl Symbols {
    /// Nothing if the pairs are not sound: a half that comes later than its pair, too many symbols or values.
    pub(crate) fn new(pairs: &Pairs) -> Option<Self> {
        let count = pairs.values + pairs.pairs.len();
        if pairs.values == 0 || count > SYMBOLS {
            return None;
        }
        let mut symbols = Self {
            lengths: [0; SYMBOLS],
            parts: [0; SYMBOLS],
        };
        for value in 0..pairs.values {
            symbols.parts[value] = (value as u32) << 16;
        }
        for (symbol, &[left, right]) in (pairs.values..).zip(&pairs.pairs) {
            let (l, r) = (usize::from(left), usize::from(right));
            if l >= symbol || r >= symbol {
                return None;
            }
            let length = u32::from(symbols.lengths[l]) + u32::from(symbols.lengths[r]) + 1;
            symbols.lengths[symbol] = u16::try_from(length).ok().filter(|_| length < LONGEST)?;
            let (left_part, right_part) = (symbols.parts[l], symbols.parts[r]);
            symbols.parts[symbol] = if left_part == right_part && left_part & MIXED == 0 {
                left_part
            } else {
                let halves = u32::from(left) | u32::from(right) << 8;
                halves << 16 | MIXED | (u32::from(symbols.lengths[l]) + 1)
            };
        }
        Some(symbols)
    }

    /// Number of values that a symbol stands for.
    #[inline(always)]
    pub(crate) fn length(&self, symbol: u8) -> u32 {
        u32::from(self.lengths[usize::from(symbol)]) + 1
    }

    /// The value at a place in a run of symbols; nothing if they stand for fewer values.
    #[inline(always)]
    pub(crate) fn value(&self, symbols: &[u8], mut place: u32) -> Option<u8> {
        for &symbol in symbols {
            let length = self.length(symbol);
            if place < length {
                return Some(self.value_within(symbol, place));
            }
            place -= length;
        }
        None
    }

    /// Without a branch for left or right: which way it goes cannot be foretold.
    #[inline(always)]
    fn value_within(&self, mut symbol: u8, mut place: u32) -> u8 {
        loop {
            let part = self.parts[usize::from(symbol)];
            if part & MIXED == 0 {
                return (part >> 16) as u8;
            }
            let left = part & (MIXED - 1);
            let right = u32::from(place >= left);
            place -= left * right;
            symbol = (part >> (16 + 8 * right)) as u8;
        }
    }
}
