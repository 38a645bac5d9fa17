//! The head of a table file and the sections that are read with it. `docs/endgame-tables.md` describes every byte.

use std::cmp::Ordering;
use std::path::Path;

use damier_core::Rules;
use thiserror::Error;

use crate::index::Order;
use crate::material::Material;
use crate::stats::PartStats;
use crate::wld::Wld;

/// Opens every table file.
pub(crate) const MAGIC: [u8; 8] = *b"DAMIERET";
/// The version that is written, and the only one that is read: what is older can be built anew.
pub(crate) const VERSION: u16 = 2;
/// Bytes of the head.
pub(crate) const HEAD: usize = 128;
/// Bytes behind the last block: a checksum of all that comes before.
pub(crate) const TAIL: usize = 4;
/// Bytes for the name of the rules.
const RULES: usize = 48;
/// Positions of a block.
pub(crate) const BLOCK: u64 = 1 << 16;
/// How the symbols of a block are stored: 1 is deflate (RFC 1951).
const DEFLATED: u32 = 1;
/// Blocks that share their pairs.
pub(crate) const SHARING: usize = 64;

/// Why a file is not used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// It is something else.
    #[error("is not an endgame table of damier: expected it to begin with {:?}", MAGIC.escape_ascii().to_string())]
    NotATable,
    /// It was written by a later version of the program.
    #[error("has format version {found}: expected {VERSION}, a later damier made it")]
    Newer {
        /// Its version.
        found: u16,
    },
    /// It was written by an earlier version of the program.
    #[error("has format version {found}: expected {VERSION}, `damier egdb build` makes it anew")]
    Older {
        /// Its version.
        found: u16,
    },
    /// It belongs to another game, class or kind than its name says.
    #[error("holds {found}: expected {expected} by its name")]
    Foreign {
        /// What its name says.
        expected: String,
        /// What it holds.
        found: String,
    },
    /// It ends too early or too late.
    #[error("has {found} bytes: expected {expected}")]
    Length {
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Bytes have changed since it was written.
    #[error("is damaged: the checksum of {part} is wrong")]
    Damaged {
        /// Where.
        part: Part,
    },
    /// Its checksums are right and its contents make no sense.
    #[error("makes no sense: {0}")]
    Nonsense(&'static str),
}

/// A part of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first bytes.
    Head,
    /// Counts, pairs and the directory.
    Sections,
    /// A block of positions.
    Block(usize),
    /// The file as a whole.
    Whole,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Head => f.write_str("the head"),
            Self::Sections => f.write_str("the sections behind the head"),
            Self::Block(number) => write!(f, "block {number}"),
            Self::Whole => f.write_str("the whole file"),
        }
    }
}

/// What a table tells of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contents {
    /// Win, draw or loss.
    Values,
    /// The same, and the plies to the end.
    Distances,
}

impl Contents {
    /// How the names of its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Values => "wld",
            Self::Distances => "dtw",
        }
    }
}

impl std::fmt::Display for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Values => "values",
            Self::Distances => "distances",
        })
    }
}

/// Which positions a table is for, and what it tells of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game.
    pub rules: Rules,
    /// The class.
    pub material: Material,
    /// What is stored.
    pub contents: Contents,
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.rules, self.material, self.contents)
    }
}

impl Subject {
    /// The name of the folder of a game's tables.
    pub fn folder(rules: Rules) -> String {
        let plain = rules.to_string();
        let name: Vec<&str> = plain
            .split([':', ',', '='])
            .filter(|word| !matches!(*word, "obligation" | "blocked"))
            .collect();
        name.join("-")
    }

    /// The name of the file, folder included.
    pub fn file(&self) -> String {
        format!(
            "{}/{}.{}",
            Self::folder(self.rules),
            self.material,
            self.contents.extension()
        )
    }

    /// What a file in a folder of these rules holds by its name.
    pub(crate) fn of_file(rules: Rules, path: &Path) -> Option<Self> {
        let contents = match path.extension()?.to_str()? {
            "wld" => Contents::Values,
            "dtw" => Contents::Distances,
            _ => return None,
        };
        let material = path.file_stem()?.to_str()?.parse().ok()?;
        Some(Self {
            rules,
            material,
            contents,
        })
    }
}

/// A value as a number: 0 is a draw, then losses and wins by plies.
pub(crate) fn code_of(value: Wld, plies: u16) -> u16 {
    match value {
        Wld::Draw => 0,
        Wld::Loss => 1 + 2 * plies,
        Wld::Win => 2 + 2 * plies,
    }
}

pub(crate) fn value_of(code: u16) -> (Wld, u16) {
    match code {
        0 => (Wld::Draw, 0),
        n if n % 2 == 1 => (Wld::Loss, n / 2),
        n => (Wld::Win, n / 2 - 1),
    }
}

/// The first bytes of a file: enough to know whether it is ours and where everything lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) subject: Subject,
    pub(crate) order: Order,
    pub(crate) positions: u64,
    pub(crate) blocks: u32,
    pub(crate) sections: u32,
    pub(crate) sections_sum: u32,
    pub(crate) length: u64,
}

/// What is read with the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sections {
    /// The values that the first symbols stand for, as codes.
    pub(crate) values: Vec<u16>,
    pub(crate) stats: Vec<PartStats>,
    pub(crate) pairs: Vec<Vec<[u8; 2]>>,
    /// Bytes and checksum of each block.
    pub(crate) directory: Vec<[u32; 2]>,
}

impl Head {
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.subject.contents {
            Contents::Values => 1,
            Contents::Distances => 2,
        });
        bytes.push(self.subject.rules.boards() as u8);
        let (own, other) = (self.subject.material.own(), self.subject.material.other());
        bytes.extend([own[0], own[1], other[0], other[1]]);
        bytes.extend(self.order);
        for n in [BLOCK as u32, DEFLATED, SHARING as u32, self.blocks] {
            bytes.extend(n.to_le_bytes());
        }
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(self.length.to_le_bytes());
        bytes.extend(self.sections.to_le_bytes());
        bytes.extend(self.sections_sum.to_le_bytes());
        let mut rules = self.subject.rules.to_string().into_bytes();
        rules.resize(RULES, 0);
        bytes.extend(rules);
        bytes.resize(HEAD - 4, 0);
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a head and checks it against itself.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, TableError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(TableError::NotATable);
        }
        let mut input = Input(&bytes[MAGIC.len()..]);
        let short = || TableError::Length {
            expected: HEAD as u64,
            found: bytes.len() as u64,
        };
        let version = u16::from_le_bytes(input.take().ok_or_else(short)?);
        match version.cmp(&VERSION) {
            Ordering::Less => return Err(TableError::Older { found: version }),
            Ordering::Equal => {}
            Ordering::Greater => return Err(TableError::Newer { found: version }),
        }
        let head = bytes.get(..HEAD).ok_or_else(short)?;
        let (body, sum) = head.split_at(HEAD - 4);
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(TableError::Damaged { part: Part::Head });
        }
        let nonsense = || TableError::Nonsense("its head");
        Self::fields(&mut input).ok_or_else(nonsense)
    }

    fn fields(input: &mut Input) -> Option<Self> {
        let [contents, boards] = input.take()?;
        let contents = match contents {
            1 => Contents::Values,
            2 => Contents::Distances,
            _ => return None,
        };
        let [a, b, c, d] = input.take()?;
        let order = input.take()?;
        let geometry = [input.number()?, input.number()?, input.number()?];
        if geometry != [BLOCK as u32, DEFLATED, SHARING as u32] {
            return None;
        }
        let blocks = input.number()?;
        let positions = u64::from_le_bytes(input.take()?);
        let length = u64::from_le_bytes(input.take()?);
        let sections = input.number()?;
        let sections_sum = input.number()?;
        let rules: [u8; RULES] = input.take()?;
        let rules = std::str::from_utf8(&rules).ok()?;
        let rules: Rules = rules.trim_end_matches('\0').parse().ok()?;
        let subject = Subject {
            rules,
            material: Material::new([a, b], [c, d])?,
            contents,
        };
        let sound = usize::from(boards) == rules.boards()
            && u64::from(blocks) == positions.div_ceil(BLOCK)
            && length >= HEAD as u64 + u64::from(sections) + TAIL as u64;
        sound.then_some(Self {
            subject,
            order,
            positions,
            blocks,
            sections,
            sections_sum,
            length,
        })
    }
}

impl Sections {
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = vec![];
        bytes.extend((self.values.len() as u16).to_le_bytes());
        bytes.extend(self.values.iter().flat_map(|code| code.to_le_bytes()));
        bytes.extend((self.stats.len() as u16).to_le_bytes());
        for part in &self.stats {
            write_part(part, &mut bytes);
        }
        bytes.extend((self.pairs.len() as u32).to_le_bytes());
        for pairs in &self.pairs {
            bytes.extend((pairs.len() as u16).to_le_bytes());
            bytes.extend(pairs.iter().flatten());
        }
        for entry in &self.directory {
            bytes.extend(entry.iter().flat_map(|n| n.to_le_bytes()));
        }
        bytes
    }

    /// Reads the sections of a head; they must fill their room exactly.
    pub(crate) fn read(head: &Head, bytes: &[u8]) -> Result<Self, TableError> {
        if crc32fast::hash(bytes) != head.sections_sum {
            return Err(TableError::Damaged {
                part: Part::Sections,
            });
        }
        let mut input = Input(bytes);
        Self::fields(head, &mut input)
            .filter(|_| input.0.is_empty())
            .ok_or(TableError::Nonsense("its sections"))
    }

    fn fields(head: &Head, input: &mut Input) -> Option<Self> {
        let count = u16::from_le_bytes(input.take()?);
        let values = (0..count)
            .map(|_| Some(u16::from_le_bytes(input.take()?)))
            .collect::<Option<Vec<u16>>>()?;
        let count = u16::from_le_bytes(input.take()?);
        let stats = (0..count)
            .map(|_| read_part(input))
            .collect::<Option<Vec<PartStats>>>()?;
        let count = input.number()?;
        let pairs = (0..count)
            .map(|_| {
                let count = u16::from_le_bytes(input.take()?);
                (0..count).map(|_| input.take()).collect()
            })
            .collect::<Option<Vec<Vec<[u8; 2]>>>>()?;
        let directory = (0..head.blocks)
            .map(|_| Some([input.number()?, input.number()?]))
            .collect::<Option<Vec<[u32; 2]>>>()?;
        Some(Self {
            values,
            stats,
            pairs,
            directory,
        })
    }
}

fn write_part(part: &PartStats, bytes: &mut Vec<u8>) {
    bytes.extend(part.on_a);
    for n in part.all.iter().chain(&part.stored) {
        bytes.extend(n.to_le_bytes());
    }
    for index in part.longest {
        bytes.extend(index.unwrap_or(u64::MAX).to_le_bytes());
    }
    bytes.extend((part.plies.len() as u16).to_le_bytes());
    for n in part.plies.iter().flatten() {
        bytes.extend(n.to_le_bytes());
    }
}

fn read_part(input: &mut Input) -> Option<PartStats> {
    let on_a = input.take()?;
    let mut counts = [[0; 3]; 2];
    for n in counts.as_flattened_mut() {
        *n = u64::from_le_bytes(input.take()?);
    }
    let [all, stored] = counts;
    let mut longest = [None; 2];
    for index in &mut longest {
        *index = Some(u64::from_le_bytes(input.take()?)).filter(|n| *n != u64::MAX);
    }
    let count = u16::from_le_bytes(input.take()?);
    let plies = (0..count)
        .map(|_| {
            let loss = u64::from_le_bytes(input.take()?);
            Some([loss, u64::from_le_bytes(input.take()?)])
        })
        .collect::<Option<Vec<_>>>()?;
    Some(PartStats {
        on_a,
        all,
        stored,
        plies,
        longest,
    })
}

/// Bytes that are read from the front.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take()?))
    }
}
