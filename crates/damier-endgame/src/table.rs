//! One table: a file or bytes in memory, read block by block as positions are asked for.
//!
//! A block is read once, checked, unpacked, and kept; later look-ups are plain reads of memory and wait for nobody. The file
//! is read at positions instead of being mapped into memory: a map of a file that somebody else shortens or changes
//! ends the process or worse, which is why no safe interface to it exists.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::index::Layout;
use crate::pack::{
    BLOCK, Block, HEAD, Head, Pairs, Part, SHARING, Sections, Subject, Symbols, TAIL, TableError,
    value_of,
};
use crate::stats::ClassStats;
use crate::wld::Wld;

/// Where the bytes of a table lie.
enum Source {
    File(File),
    Bytes(Cow<'static, [u8]>),
}

impl Source {
    fn length(&self) -> io::Result<u64> {
        Ok(match self {
            Self::File(file) => file.metadata()?.len(),
            Self::Bytes(bytes) => bytes.len() as u64,
        })
    }

    fn read(&self, at: u64, length: usize) -> io::Result<Vec<u8>> {
        match self {
            Self::File(file) => {
                let mut bytes = vec![0; length];
                read_exact_at(file, &mut bytes, at)?;
                Ok(bytes)
            }
            Self::Bytes(all) => {
                let found = usize::try_from(at)
                    .ok()
                    .and_then(|at| all.get(at..at.checked_add(length)?));
                found
                    .map(<[u8]>::to_vec)
                    .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        at += count as u64;
    }
    Ok(())
}

/// Memory for blocks that have been read, shared by all tables of a set.
#[derive(Debug)]
pub(crate) struct Cache {
    used: AtomicU64,
    limit: u64,
}

impl Cache {
    pub(crate) fn new(limit: u64) -> Self {
        Self {
            used: AtomicU64::new(0),
            limit,
        }
    }

    /// Bytes in use.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Bytes that may be in use.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether there is room; if so it is taken.
    fn take(&self, bytes: u64) -> bool {
        let fits = |used: u64| used.checked_add(bytes).filter(|sum| *sum <= self.limit);
        self.used.fetch_update(Relaxed, Relaxed, fits).is_ok()
    }

    fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }
}

/// A table of one class.
pub(crate) struct Table {
    pub(crate) subject: Subject,
    pub(crate) layout: Layout,
    pub(crate) stats: ClassStats,
    pub(crate) length: u64,
    source: Source,
    values: Vec<(Wld, u16)>,
    symbols: Vec<Symbols>,
    /// Where each block begins, and where the last one ends.
    offsets: Vec<u64>,
    sums: Vec<u32>,
    blocks: Vec<OnceLock<Block>>,
    /// Set when a block turns out to be unreadable: the table is not asked again.
    broken: AtomicBool,
}

impl Table {
    /// Opens a file and reads everything but its blocks.
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        Self::read(Source::File(File::open(path)?))
    }

    /// Reads a table from memory.
    pub(crate) fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, TableError> {
        Self::read(Source::Bytes(bytes.into()))
    }

    fn read(source: Source) -> Result<Self, TableError> {
        let found = source.length()?;
        let head = Head::read(&source.read(0, HEAD.min(found as usize))?)?;
        if head.length != found {
            return Err(TableError::Length {
                expected: head.length,
                found,
            });
        }
        let sections = source.read(HEAD as u64, head.sections as usize)?;
        let sections = Sections::read(&head, &sections)?;
        let nonsense = || TableError::Nonsense("its sections");
        let layout = Layout::ordered(
            head.subject.material,
            head.subject.rules.boards(),
            head.order,
        )
        .filter(|layout| layout.size == head.positions)
        .ok_or_else(nonsense)?;
        let symbols: Vec<Symbols> = sections
            .pairs
            .into_iter()
            .map(|pairs| {
                Symbols::new(&Pairs {
                    values: sections.values.len(),
                    pairs,
                })
            })
            .collect::<Option<_>>()
            .ok_or_else(nonsense)?;
        let mut offsets = vec![HEAD as u64 + u64::from(head.sections)];
        let mut end = offsets[0];
        for &[length, _] in &sections.directory {
            end += u64::from(length);
            offsets.push(end);
        }
        if end + TAIL as u64 != found || symbols.len() != (head.blocks as usize).div_ceil(SHARING) {
            return Err(nonsense());
        }
        let mut blocks = vec![];
        blocks.resize_with(head.blocks as usize, OnceLock::new);
        Ok(Self {
            subject: head.subject,
            layout,
            stats: ClassStats {
                material: head.subject.material,
                parts: sections.stats,
            },
            length: found,
            source,
            values: sections.values.into_iter().map(value_of).collect(),
            symbols,
            offsets,
            sums: sections.directory.iter().map(|entry| entry[1]).collect(),
            blocks,
            broken: AtomicBool::new(false),
        })
    }

    /// The value at an index of the table's own layout, and the distance if the table has distances. Nothing if the
    /// block cannot be read.
    #[inline]
    pub(crate) fn get(&self, index: u64, cache: &Cache) -> Option<(Wld, u16)> {
        let number = (index / BLOCK) as usize;
        let place = (index % BLOCK) as u32;
        let symbols = self.symbols.get(number / SHARING)?;
        let value = match self.blocks.get(number)?.get() {
            Some(block) => block.value(symbols, place),
            None => self.find_cold(number, symbols, place, cache),
        };
        self.values.get(usize::from(value?)).copied()
    }

    #[cold]
    fn find_cold(&self, number: usize, symbols: &Symbols, place: u32, cache: &Cache) -> Option<u8> {
        if self.broken.load(Relaxed) {
            return None;
        }
        let stored = self.read_block(number);
        let Some(block) = stored.ok().and_then(|b| self.unpack(number, &b)) else {
            self.broken.store(true, Relaxed);
            return None;
        };
        let value = block.value(symbols, place);
        let size = block.size();
        if cache.take(size) && self.blocks[number].set(block).is_err() {
            // Another thread was first; its block is the same.
            cache.give_back(size);
        }
        value
    }

    /// The bytes of a block as they are stored, checked.
    fn read_block(&self, number: usize) -> Result<Vec<u8>, TableError> {
        let (from, to) = (self.offsets[number], self.offsets[number + 1]);
        let block = self.source.read(from, (to - from) as usize)?;
        if crc32fast::hash(&block) != self.sums[number] {
            return Err(TableError::Damaged {
                part: Part::Block(number),
            });
        }
        Ok(block)
    }

    fn unpack(&self, number: usize, stored: &[u8]) -> Option<Block> {
        let count = BLOCK.min(self.layout.size - number as u64 * BLOCK);
        Block::inflate(stored, &self.symbols[number / SHARING], count)
    }

    /// Whether a block could not be read since the table was opened.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Relaxed)
    }

    /// Reads every byte and checks every checksum.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        let mut sum = crc32fast::Hasher::new();
        sum.update(&self.source.read(0, self.offsets[0] as usize)?);
        let damaged = |part| Err(TableError::Damaged { part });
        for number in 0..self.blocks.len() {
            let block = self.read_block(number)?;
            if self.unpack(number, &block).is_none() {
                return Err(TableError::Nonsense("the values in a block"));
            }
            sum.update(&block);
        }
        let tail = self.source.read(self.length - TAIL as u64, TAIL)?;
        if sum.finalize().to_le_bytes() != *tail {
            return damaged(Part::Whole);
        }
        Ok(())
    }
}
