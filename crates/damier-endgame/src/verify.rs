//! Checks tables against the rules: every value must follow from the values behind the legal moves. Uses the move
//! generator of damier-core and the probe, and nothing of what the builder uses.
//!
//! Where distances are stored this proves the table, by induction over the plies. Values alone could in principle
//! support each other in a circle of false wins; the counts and the classes with distances below them speak against.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damier_core::{Color, MoveList};
use thiserror::Error;

use crate::game::Tabled;
use crate::index::Layout;
use crate::pack::{Contents, Subject, TableError};
use crate::placements::Placements;
use crate::tables::{Tables, after, better};
use crate::wld::Wld;

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every position; the counts too.
    Full,
    /// So many positions of a class, chosen by a seed.
    Sample {
        /// How many are tried; placements that are no positions count.
        positions: u64,
        /// What chooses them.
        seed: u64,
    },
}

/// What a check of a table came to.
#[derive(Clone, Debug)]
pub struct Verified<P> {
    /// The table.
    pub subject: Subject,
    /// Entries that were derived anew.
    pub checked: u64,
    /// Entries that do not follow from what is behind them, the first hundred.
    pub wrong: Vec<Wrong<P>>,
    /// Number of wrong entries.
    pub wrong_count: u64,
    /// Whether the counts in the file are those of its positions; not known of a sample.
    pub counts_match: Option<bool>,
}

impl<P> Verified<P> {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.wrong_count == 0 && self.counts_match != Some(false)
    }
}

/// An entry that does not follow from what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong<P> {
    /// The position.
    pub position: P,
    /// What the table says; the plies mean nothing without distances.
    pub stored: (Wld, u16),
    /// What follows from the legal moves.
    pub derived: (Wld, u16),
}

/// Why a table cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// There is no such table.
    #[error("there is no table {0}")]
    Missing(Subject),
    /// The file is damaged.
    #[error("{subject} {source}")]
    Damaged {
        /// The table.
        subject: Subject,
        /// What is wrong with it.
        source: TableError,
    },
    /// A table that it leads to is not there.
    #[error("{0} leads to a table that is missing or damaged")]
    Unknown(Subject),
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
}

/// Positions between two reports.
const BATCH: u64 = 1 << 14;
/// Wrong entries that are listed.
const LISTED: usize = 100;

/// Checks one table. `pace` is told how many positions more are done and says whether to go on.
pub fn verify<P: Tabled>(
    tables: &Tables<P>,
    subject: Subject,
    extent: Extent,
    threads: usize,
    pace: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Verified<P>, VerifyError> {
    let table = tables.table(subject).ok_or(VerifyError::Missing(subject))?;
    table
        .check()
        .map_err(|source| VerifyError::Damaged { subject, source })?;
    let layout = Layout::new(subject.material, subject.rules.boards());
    let check = Check {
        tables,
        subject,
        placements: Placements::new(layout),
    };
    let total = match extent {
        Extent::Full => layout.size,
        Extent::Sample { positions, .. } => positions,
    };
    let next = AtomicU64::new(0);
    let result = Mutex::new(Ok(Findings::default()));
    let work = || {
        let mut found = Findings::default();
        let mut room = Room::default();
        loop {
            let first = next.fetch_add(BATCH, Relaxed);
            if first >= total {
                return Ok(found);
            }
            let last = (first + BATCH).min(total);
            for number in first..last {
                let index = match extent {
                    Extent::Full => number,
                    Extent::Sample { seed, .. } => random(seed, number) % layout.size,
                };
                check.position(index, extent == Extent::Full, &mut room, &mut found)?;
            }
            if !pace(last - first) {
                next.store(total, Relaxed);
                return Err(VerifyError::Stopped);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let found = work();
                let Ok(mut result) = result.lock() else {
                    return;
                };
                match (&mut *result, found) {
                    (Ok(all), Ok(found)) => all.join(found),
                    (result, Err(error)) => *result = Err(error),
                    (Err(_), Ok(_)) => {}
                }
            });
        }
    });
    let mut found = result.into_inner().unwrap_or(Err(VerifyError::Stopped))?;
    found
        .wrong
        .sort_by_key(|wrong| layout.index(&wrong.position));
    found.wrong.truncate(LISTED);
    let counts_match = (extent == Extent::Full).then(|| {
        let parts = &table.stats.parts;
        let stored = |v: usize| parts.iter().map(|part| part.all[v]).sum::<u64>();
        let plies = |p: usize, side: usize| -> u64 {
            let parts = parts.iter().filter_map(|part| part.plies.get(p));
            parts.map(|counts| counts[side]).sum()
        };
        let longest = parts.iter().map(|part| part.plies.len()).max().unwrap_or(0);
        [0, 1, 2].map(stored) == found.counts
            && (subject.contents == Contents::Values
                || (0..longest.max(found.plies.len())).all(|p| {
                    let here = found.plies.get(p).copied().unwrap_or_default();
                    here == [plies(p, 0), plies(p, 1)]
                }))
    });
    Ok(Verified {
        subject,
        checked: found.checked,
        wrong: found.wrong,
        wrong_count: found.wrong_count,
        counts_match,
    })
}

/// What there is to look up.
struct Check<'a, P> {
    tables: &'a Tables<P>,
    subject: Subject,
    placements: Placements,
}

/// Lists that are used again.
#[derive(Default)]
struct Room {
    moves: MoveList,
    lists: Vec<MoveList>,
}

struct Findings<P> {
    checked: u64,
    wrong: Vec<Wrong<P>>,
    wrong_count: u64,
    counts: [u64; 3],
    plies: Vec<[u64; 2]>,
}

impl<P> Default for Findings<P> {
    fn default() -> Self {
        Self {
            checked: 0,
            wrong: vec![],
            wrong_count: 0,
            counts: [0; 3],
            plies: vec![],
        }
    }
}

impl<P> Findings<P> {
    fn join(&mut self, other: Self) {
        self.checked += other.checked;
        self.wrong.extend(other.wrong);
        self.wrong_count += other.wrong_count;
        for (to, from) in self.counts.iter_mut().zip(other.counts) {
            *to += from;
        }
        if self.plies.len() < other.plies.len() {
            self.plies.resize(other.plies.len(), [0; 2]);
        }
        for (to, from) in self.plies.iter_mut().zip(other.plies) {
            *to = [to[0] + from[0], to[1] + from[1]];
        }
    }

    fn count(&mut self, (value, plies): (Wld, u16)) {
        self.counts[value as usize] += 1;
        if value != Wld::Draw {
            let plies = usize::from(plies);
            if self.plies.len() <= plies {
                self.plies.resize(plies + 1, [0; 2]);
            }
            self.plies[plies][usize::from(value == Wld::Win)] += 1;
        }
    }
}

impl<P: Tabled> Check<'_, P> {
    fn look_up(&self, position: &P, lists: &mut Vec<MoveList>) -> Option<(Wld, u16)> {
        match self.subject.contents {
            Contents::Values => self.tables.value(position, lists),
            Contents::Distances => self.tables.measure(position, lists),
        }
    }

    /// Checks the position at an index, if there is one and it has an entry.
    fn position(
        &self,
        index: u64,
        counting: bool,
        room: &mut Room,
        found: &mut Findings<P>,
    ) -> Result<(), VerifyError> {
        let boards = self.placements.boards(index);
        let Some(position) =
            boards.and_then(|boards| P::place(self.subject.rules, Color::White, boards))
        else {
            return Ok(());
        };
        let unknown = || VerifyError::Unknown(self.subject);
        let Room { moves, lists } = room;
        let has_entry = position.decided().is_none() && !position.left_out();
        if !has_entry {
            if counting {
                found.count(self.look_up(&position, lists).ok_or_else(unknown)?);
            }
            return Ok(());
        }
        let stored = self.look_up(&position, lists).ok_or_else(unknown)?;
        position.generate(moves);
        let mut derived: Option<(Wld, u16)> = None;
        for mv in &*moves {
            let mut next = position;
            next.play_unchecked(mv);
            let here = after(self.look_up(&next, lists).ok_or_else(unknown)?);
            if derived.is_none_or(|best| better(here, best)) {
                derived = Some(here);
            }
        }
        let derived = derived.unwrap_or((Wld::Loss, 0));
        let same = match self.subject.contents {
            Contents::Values => stored.0 == derived.0,
            Contents::Distances => stored == derived,
        };
        found.checked += 1;
        if counting {
            found.count(stored);
        }
        if !same {
            found.wrong_count += 1;
            if found.wrong.len() < LISTED {
                found.wrong.push(Wrong {
                    position,
                    stored,
                    derived,
                });
            }
        }
        Ok(())
    }
}

/// A number that looks random, the same for the same seed and place (Steele, Lea and Flood's `SplitMix64`).
fn random(seed: u64, place: u64) -> u64 {
    let mut z = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
