//! A set of tables of one game, and the questions a search asks it.

use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use damier_core::{BoardName, Color, MoveList, Rules};

use crate::embedded;
use crate::folder::Folder;
use crate::game::Tabled;
use crate::index::Layout;
use crate::material::{MOST_PIECES, Material};
use crate::pack::{Contents, Subject, TableError};
use crate::stats::ClassStats;
use crate::table::{Cache, Table};
use crate::wld::Wld;

/// A file that is not used, and why.
#[derive(Debug)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: TableError,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.path.display(), self.reason)
    }
}

/// Room for one entry a material: three bits for each of four counts.
const KEYS: usize = 1 << 12;

#[inline(always)]
fn key(counts: [u32; 4]) -> usize {
    let [a, b, c, d] = counts.map(|n| n as usize);
    a | b << 3 | c << 6 | d << 9
}

fn key_of(material: Material) -> usize {
    let ([a, b], [c, d]) = (material.own(), material.other());
    key([a, b, c, d].map(u32::from))
}

/// Endgame tables of one game. Copies share everything.
///
/// Any number of threads may probe at once; nobody waits for anybody.
pub struct Tables<P> {
    set: Arc<Set>,
    /// Positions with more pieces are not looked up.
    limit: u32,
    _game: PhantomData<fn(P)>,
}

impl<P> Clone for Tables<P> {
    fn clone(&self) -> Self {
        Self {
            set: Arc::clone(&self.set),
            limit: self.limit,
            _game: PhantomData,
        }
    }
}

struct Set {
    rules: Rules,
    tables: Vec<Table>,
    /// For each contents and key the number of a table, more by one; 0 for none.
    number_of: [Box<[u16; KEYS]>; 2],
    max_pieces: [u32; 2],
    cache: Cache,
    refused: Vec<Refused>,
}

/// Memory that blocks of tables may take if nobody says otherwise.
pub const DEFAULT_CACHE: u64 = 1 << 30;

impl<P: Tabled> Tables<P> {
    /// No tables of a game.
    pub fn none(rules: Rules) -> Self {
        Self::of(Set::new(rules, DEFAULT_CACHE))
    }

    fn of(set: Set) -> Self {
        Self {
            set: Arc::new(set),
            limit: MOST_PIECES,
            _game: PhantomData,
        }
    }

    /// The tables of a game in a folder. A file that cannot be used is put on the list of refused ones and the rest
    /// works; a folder that is not there holds nothing.
    pub fn open(folder: &Path, rules: Rules) -> io::Result<Self> {
        Self::open_with(folder, rules, DEFAULT_CACHE)
    }

    /// The same with a limit to the memory for blocks, in bytes. Beyond it blocks are read anew each time.
    pub fn open_with(folder: &Path, rules: Rules, cache: u64) -> io::Result<Self> {
        let mut set = Set::new(rules, cache);
        let mut paths = vec![];
        match std::fs::read_dir(folder.join(Subject::folder(rules))) {
            Ok(entries) => {
                for entry in entries {
                    paths.push(entry?.path());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        paths.sort();
        for path in paths {
            let Some(subject) = Subject::of_file(rules, &path) else {
                continue;
            };
            match open_as(&path, subject) {
                Ok(table) => set.add(table),
                Err(reason) => set.refused.push(Refused { path, reason }),
            }
        }
        Ok(Self::of(set))
    }

    /// The tables that are part of the program: the classes up to three pieces.
    pub fn embedded(rules: Rules) -> Self {
        let mut set = Set::new(rules, DEFAULT_CACHE);
        for table in embedded::tables(rules) {
            set.add(table);
        }
        Self::of(set)
    }

    /// The tables of a folder and, where it has none, those that are part of the program.
    pub fn load(folder: &Path, rules: Rules, cache: u64) -> io::Result<Self> {
        let mut set = Self::open_with(folder, rules, cache)?.set;
        if let Some(set) = Arc::get_mut(&mut set) {
            for table in embedded::tables(rules) {
                if set
                    .find(key_of(table.subject.material), table.subject.contents)
                    .is_none()
                {
                    set.add(table);
                }
            }
        }
        Ok(Self {
            set,
            limit: MOST_PIECES,
            _game: PhantomData,
        })
    }

    /// The tables that a player uses: those of a folder, where it has none those that are part of the program. A
    /// folder that somebody named must be there.
    pub fn for_play(folder: &Folder, rules: Rules) -> io::Result<Self> {
        match folder {
            Folder::None => Ok(Self::embedded(rules)),
            Folder::Usual(path) => Self::load(path, rules, DEFAULT_CACHE),
            Folder::Named(path) => {
                std::fs::read_dir(path)?;
                Self::load(path, rules, DEFAULT_CACHE)
            }
        }
    }

    /// The same tables, asked for positions of at most so many pieces.
    #[must_use]
    pub fn up_to(mut self, pieces: u32) -> Self {
        self.limit = pieces;
        self
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.set.rules
    }

    /// Files that were refused when the folder was opened.
    pub fn refused(&self) -> &[Refused] {
        &self.set.refused
    }

    /// Tables of which a block turned out to be unreadable since; they are no longer asked.
    pub fn broken(&self) -> Vec<Subject> {
        let broken = self.set.tables.iter().filter(|t| t.is_broken());
        broken.map(|t| t.subject).collect()
    }

    /// The tables there are, with the bytes of each.
    pub fn list(&self) -> Vec<(Subject, u64)> {
        let tables = self.set.tables.iter();
        tables.map(|t| (t.subject, t.length)).collect()
    }

    /// The counts a table carries.
    pub fn stats(&self, material: Material, contents: Contents) -> Option<&ClassStats> {
        Some(&self.set.find(key_of(material), contents)?.stats)
    }

    /// The first position with the longest win or loss of a class, White to move, if distances are known.
    pub fn longest(&self, material: Material, value: Wld) -> Option<P> {
        let stats = self.stats(material, Contents::Distances)?;
        let longest = stats
            .parts
            .iter()
            .filter_map(|part| part.longest(value))
            .max()?;
        let part = stats
            .parts
            .iter()
            .find(|part| part.longest(value) == Some(longest))?;
        self.example(material, part.longest[usize::from(value == Wld::Win)]?)
    }

    /// The position with White to move at an index that a table's counts name.
    pub fn example(&self, material: Material, index: u64) -> Option<P> {
        let layout = Layout::new(material, self.set.rules.boards());
        P::place(self.set.rules, Color::White, layout.boards(index)?)
    }

    pub(crate) fn table(&self, subject: Subject) -> Option<&Table> {
        let found = self.set.find(key_of(subject.material), subject.contents)?;
        (found.subject == subject).then_some(found)
    }

    /// Reads every byte of every table and checks it.
    pub fn check(&self) -> Vec<(Subject, TableError)> {
        let tables = self.set.tables.iter();
        tables
            .filter_map(|t| Some((t.subject, t.check().err()?)))
            .collect()
    }

    /// Memory that blocks take.
    pub fn cached_bytes(&self) -> u64 {
        self.set.cache.used()
    }

    /// The most pieces a position with a known value can have.
    pub fn max_pieces(&self) -> u32 {
        let most = self.set.max_pieces[0].max(self.set.max_pieces[1]);
        most.min(self.limit)
    }

    /// The value of a position, if its table is there.
    #[inline]
    pub fn probe(&self, position: &P) -> Option<Wld> {
        let known = pieces(position) <= self.max_pieces() && position.rules() == self.set.rules;
        Some(known.then(|| self.value(position, &mut vec![]))??.0)
    }

    /// The value and the plies to the end with best play, if the tables have them.
    #[inline]
    pub fn distance(&self, position: &P) -> Option<(Wld, u16)> {
        let most = self.set.max_pieces[1].min(self.limit);
        let known = pieces(position) <= most && position.rules() == self.set.rules;
        known.then(|| self.measure(position, &mut vec![]))?
    }

    /// The value of a position of few pieces; the distance with it means nothing.
    #[inline]
    pub(crate) fn value(&self, position: &P, lists: &mut Vec<MoveList>) -> Option<(Wld, u16)> {
        if let Some(known) = position.decided() {
            return Some(known);
        }
        let key = key(counts(position));
        let values = self.set.find(key, Contents::Values);
        let table = values.or_else(|| self.set.find(key, Contents::Distances))?;
        if position.left_out() {
            let stop = |best: (Wld, u16)| best.0 == Wld::Win;
            return play_out(position, lists, stop, |next, lists| self.value(next, lists));
        }
        table.get(table.layout.index(position), &self.set.cache)
    }

    /// The value and distance of a position of few pieces.
    #[inline]
    pub(crate) fn measure(&self, position: &P, lists: &mut Vec<MoveList>) -> Option<(Wld, u16)> {
        if let Some(known) = position.decided() {
            return Some(known);
        }
        let table = self.set.find(key(counts(position)), Contents::Distances)?;
        if position.left_out() {
            return play_out(
                position,
                lists,
                |_| false,
                |next, lists| self.measure(next, lists),
            );
        }
        table.get(table.layout.index(position), &self.set.cache)
    }

    /// The set without some files.
    pub(crate) fn without(self, files: &std::collections::BTreeSet<String>) -> Self {
        let old = match Arc::try_unwrap(self.set) {
            Ok(old) => old,
            Err(shared) => {
                return Self {
                    set: shared,
                    limit: self.limit,
                    _game: PhantomData,
                };
            }
        };
        let mut set = Set::new(old.rules, old.cache.limit());
        for table in old.tables {
            if !files.contains(&table.subject.file()) {
                set.add(table);
            }
        }
        Self::of(set)
    }

    /// Puts a table into a set that nobody else has a copy of.
    pub(crate) fn add(&mut self, table: Table) -> bool {
        Arc::get_mut(&mut self.set)
            .map(|set| set.add(table))
            .is_some()
    }
}

/// The best of a position in which every move is a capture.
#[cold]
fn play_out<P: Tabled>(
    position: &P,
    lists: &mut Vec<MoveList>,
    stop: impl Fn((Wld, u16)) -> bool,
    mut value: impl FnMut(&P, &mut Vec<MoveList>) -> Option<(Wld, u16)>,
) -> Option<(Wld, u16)> {
    let mut moves = lists.pop().unwrap_or_default();
    position.generate(&mut moves);
    let mut best: Option<(Wld, u16)> = None;
    for mv in &moves {
        let mut next = *position;
        next.play_unchecked(mv);
        let here = after(value(&next, lists)?);
        if best.is_none_or(|best| better(here, best)) {
            best = Some(here);
        }
        if best.is_some_and(&stop) {
            break;
        }
    }
    lists.push(moves);
    best
}

/// What a move is worth to the side that makes it, if the position behind it is worth so much to the other.
pub(crate) fn after((value, plies): (Wld, u16)) -> (Wld, u16) {
    match value {
        Wld::Draw => (Wld::Draw, 0),
        decided => (decided.opposite(), plies + 1),
    }
}

/// Whether the side to move prefers the first of two outcomes: a fast win, a slow loss.
pub(crate) fn better(this: (Wld, u16), that: (Wld, u16)) -> bool {
    let rank = |(value, plies): (Wld, u16)| match value {
        Wld::Win => (value, -i32::from(plies)),
        Wld::Draw => (value, 0),
        Wld::Loss => (value, i32::from(plies)),
    };
    rank(this) > rank(that)
}

fn open_as(path: &Path, subject: Subject) -> Result<Table, TableError> {
    let table = Table::open(path)?;
    if table.subject != subject {
        return Err(TableError::Foreign {
            expected: subject.to_string(),
            found: table.subject.to_string(),
        });
    }
    Ok(table)
}

impl Set {
    fn new(rules: Rules, cache: u64) -> Self {
        Self {
            rules,
            tables: vec![],
            number_of: [Box::new([0; KEYS]), Box::new([0; KEYS])],
            max_pieces: [0; 2],
            cache: Cache::new(cache),
            refused: vec![],
        }
    }

    fn add(&mut self, table: Table) {
        let contents = table.subject.contents as usize;
        let material = table.subject.material;
        self.max_pieces[contents] = self.max_pieces[contents].max(material.pieces());
        self.tables.push(table);
        self.number_of[contents][key_of(material)] = self.tables.len() as u16;
    }

    #[inline(always)]
    fn find(&self, key: usize, contents: Contents) -> Option<&Table> {
        let number = self.number_of[contents as usize][key & (KEYS - 1)];
        self.tables.get(usize::from(number).wrapping_sub(1))
    }
}

#[inline(always)]
fn pieces<P: Tabled>(position: &P) -> u32 {
    let a = position.board(BoardName::A).occupied().len();
    a + position.board(BoardName::B).occupied().len()
}

/// Men and kings of the side to move, then of the other. Only asked of positions with few pieces.
#[inline(always)]
fn counts<P: Tabled>(position: &P) -> [u32; 4] {
    let side = |color: Color| position.material(color);
    let ([a, b], [c, d]) = (side(position.turn()), side(!position.turn()));
    [a, b, c, d]
}
