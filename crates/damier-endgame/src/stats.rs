//! Counts of a class: wins, draws, losses, and how long the longest take. A table carries them.

use crate::index::Layout;
use crate::material::Material;
use crate::pack::code_of;
use crate::solve::Working;
use crate::wld::Wld;

/// The counts of a class of positions, all with the same side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassStats {
    /// The class.
    pub material: Material,
    /// Its parts: one, or on two boards one for each way the pieces can be spread over the boards.
    pub parts: Vec<PartStats>,
}

/// The counts of a part of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartStats {
    /// How many of the side's men, of the other's men, of the side's kings, of the other's kings stand on board A.
    pub on_a: [u8; 4],
    /// Losses, draws and wins of all positions.
    pub all: [u64; 3],
    /// Losses, draws and wins of the positions that have an entry.
    pub stored: [u64; 3],
    /// Losses and wins by plies to the end, if the table has distances; the index is the number of plies.
    pub plies: Vec<[u64; 2]>,
    /// The index of the first position with the longest loss and the longest win, groups in natural order.
    pub longest: [Option<u64>; 2],
}

impl PartStats {
    /// Number of positions.
    pub fn positions(&self) -> u64 {
        self.all.iter().sum()
    }

    /// Plies of the longest loss or win, if there is one and distances are known.
    pub fn longest(&self, value: Wld) -> Option<u16> {
        let side = match value {
            Wld::Loss => 0,
            Wld::Draw => return None,
            Wld::Win => 1,
        };
        let longest = self.plies.iter().rposition(|counts| counts[side] > 0)?;
        Some(longest as u16)
    }
}

/// Running counts of a part.
struct Tally {
    on_a: [u8; 4],
    all: [u64; 3],
    stored: [u64; 3],
    plies: Vec<[u64; 2]>,
    /// The first position with each number of plies.
    first: Vec<[u64; 2]>,
    /// Whether a position with an entry has it.
    entries: Vec<[bool; 2]>,
}

impl Tally {
    fn new(on_a: [u8; 4]) -> Self {
        Self {
            on_a,
            all: [0; 3],
            stored: [0; 3],
            plies: vec![[0; 2]; 256],
            first: vec![[0; 2]; 256],
            entries: vec![[false; 2]; 256],
        }
    }

    fn add(&mut self, index: u64, value: Wld, plies: u8, left_out: bool) {
        self.all[value as usize] += 1;
        if !left_out {
            self.stored[value as usize] += 1;
        }
        if value != Wld::Draw {
            let side = usize::from(value == Wld::Win);
            let plies = usize::from(plies);
            if self.plies[plies][side] == 0 {
                self.first[plies][side] = index;
            }
            self.plies[plies][side] += 1;
            self.entries[plies][side] |= !left_out;
        }
    }

    fn finish(self, with_distances: bool) -> PartStats {
        let mut part = PartStats {
            on_a: self.on_a,
            all: self.all,
            stored: self.stored,
            plies: vec![],
            longest: [None; 2],
        };
        if with_distances {
            part.longest = [0, 1].map(|side| {
                let longest = self.plies.iter().rposition(|counts| counts[side] > 0)?;
                Some(self.first[longest][side])
            });
            part.plies = self.plies;
            let used = part.plies.iter().rposition(|counts| *counts != [0; 2]);
            part.plies.truncate(used.map_or(0, |last| last + 1));
        }
        part
    }
}

/// Ways to have up to six pieces on A.
const SPREADS: usize = 7;

/// Counts a solved class. Beside the counts: the codes of all values and distances that have entries.
pub(crate) fn count(
    layout: &Layout,
    working: &Working,
    with_distances: bool,
) -> (ClassStats, Vec<u16>) {
    let on_a = layout.pieces_on_a();
    let mut tallies: Vec<Tally> = vec![];
    let mut number_of = vec![usize::MAX; SPREADS.pow(4)];
    let mut index = 0;
    let [a, b, c, d] = layout.radix.map(|r| r as usize);
    let outer = (0..a).flat_map(|i| (0..b).flat_map(move |j| (0..c).map(move |k| [i, j, k])));
    for [i, j, k] in outer {
        for l in 0..d {
            let here = index;
            index += 1;
            let Some((value, plies)) = working.get(here) else {
                continue;
            };
            let spread = [on_a[0][i], on_a[1][j], on_a[2][k], on_a[3][l]];
            let place = spread
                .iter()
                .fold(0, |n, &on| n * SPREADS + usize::from(on));
            if number_of[place] == usize::MAX {
                number_of[place] = tallies.len();
                tallies.push(Tally::new(spread));
            }
            tallies[number_of[place]].add(here, value, plies, working.is_left_out(here));
        }
    }
    tallies.sort_by_key(|tally| std::cmp::Reverse(tally.on_a));
    let codes = codes(&tallies);
    let parts = tallies.into_iter().map(|t| t.finish(with_distances));
    let stats = ClassStats {
        material: layout.material,
        parts: parts.collect(),
    };
    (stats, codes)
}

fn codes(tallies: &[Tally]) -> Vec<u16> {
    let mut codes = vec![];
    for tally in tallies {
        for (plies, entries) in (0..).zip(&tally.entries) {
            codes.extend(entries[0].then(|| code_of(Wld::Loss, plies)));
            codes.extend(entries[1].then(|| code_of(Wld::Win, plies)));
        }
        let draws = tally.stored[Wld::Draw as usize] > 0;
        codes.extend(draws.then(|| code_of(Wld::Draw, 0)));
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}
