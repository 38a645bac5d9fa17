//! Files of self-play games: what they hold and how they survive a crash.
//!
//! ```text
//! file   = magic "DAMIERGM" | version u16 | header block | game block ...
//! block  = length u32 | crc32 of the payload u32 | payload        (little-endian)
//! payload of the header = bincode of Header; of a game block = bincode of a list of GameRecord
//! ```
//!
//! Blocks are only ever appended. A block that is cut short or does not match its checksum at the end of a file is
//! what a crash leaves: appending starts over it. The payloads are bincode 2 with its standard configuration; the
//! frame around them does not depend on that crate. Version 1 knew no endings by tables and is read as it is.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bincode::{Decode, Encode};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"DAMIERGM";
const VERSION: u16 = 2;
/// No block is larger: a length beyond it is damage.
const MAX_BLOCK: u32 = 64 << 20;

/// How the games of a file were made.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Header {
    /// The rules, as `damier_core::Rules` writes them.
    pub rules: String,
    /// The seed; game `n` depends on it and on `n` alone.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Name of the evaluation that played, and the tables it had.
    pub evaluation: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// A side was far ahead for several plies in both sides' eyes.
    FarAhead,
    /// The search proved the win.
    Proved,
    /// Too long: counted as a draw.
    Length,
    /// Endgame tables know the value.
    Tables,
}

/// One game. It starts in the start position of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct GameRecord {
    /// Its number in the file's series, from 0.
    pub number: u64,
    /// Plies at its start that were chosen at random.
    pub opening: u16,
    /// Each move as its place among the sorted legal moves.
    pub moves: Vec<u16>,
    /// The score of each move after the opening, hundredths of a man for the side to move.
    pub scores: Vec<i16>,
    /// 1 if White won, -1 if Black won, 0 for a draw.
    pub result: i8,
    /// How it ended.
    pub ending: Ending,
    /// For a game whose adjudication was put to the test by playing on: the result in the end.
    pub played_out: Option<i8>,
}

/// What is wrong with a file of games.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is something else.
    #[error("{path} is not a file of self-play games: expected it to start with DAMIERGM")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a later program, or the number is damaged.
    #[error("{path} has version {found}: expected 1 to {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u16,
    },
    /// Its games are of another game.
    #[error("{path} has games of {found}: expected {expected}")]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// Its rules.
        found: String,
        /// The rules wanted.
        expected: damier_core::Rules,
    },
    /// A block in it is damaged.
    #[error("{path}: the block at byte {offset} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the block starts.
        offset: u64,
        /// What was expected and found.
        what: String,
    },
    /// It was made in another way than now asked for.
    #[error("{path} was made with {found:?}: expected {expected:?}; choose another file")]
    OtherHeader {
        /// The file.
        path: PathBuf,
        /// Its header.
        found: Box<Header>,
        /// The header wanted.
        expected: Box<Header>,
    },
}

struct Source {
    path: PathBuf,
    reader: BufReader<File>,
    offset: u64,
}

enum Block {
    Payload(Vec<u8>),
    End,
    /// The file ends within the block.
    CutShort(String),
}

impl Source {
    fn io(&self, source: io::Error) -> RecordError {
        RecordError::Io {
            path: self.path.clone(),
            source,
        }
    }

    fn damaged(&self, what: impl Into<String>) -> RecordError {
        RecordError::Damaged {
            path: self.path.clone(),
            offset: self.offset,
            what: what.into(),
        }
    }

    /// Reads as much as there is.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, RecordError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(n) => filled += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(self.io(e)),
            }
        }
        Ok(filled)
    }

    fn open(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path).map_err(|source| RecordError::Io {
            path: path.to_owned(),
            source,
        })?;
        let mut source = Self {
            path: path.to_owned(),
            reader: BufReader::with_capacity(1 << 20, file),
            offset: 0,
        };
        let mut head = [0; 10];
        if source.fill(&mut head)? < head.len() || &head[..8] != MAGIC {
            return Err(RecordError::Foreign {
                path: path.to_owned(),
            });
        }
        let found = u16::from_le_bytes([head[8], head[9]]);
        if !(1..=VERSION).contains(&found) {
            return Err(RecordError::Version {
                path: path.to_owned(),
                found,
            });
        }
        source.offset = 10;
        Ok(source)
    }

    fn block(&mut self) -> Result<Block, RecordError> {
        let mut head = [0; 8];
        match self.fill(&mut head)? {
            0 => return Ok(Block::End),
            8 => {}
            n => {
                return Ok(Block::CutShort(format!(
                    "expected a head of 8 bytes, found {n}"
                )));
            }
        }
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
        let sum = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        if length > MAX_BLOCK {
            return Err(self.damaged(format!(
                "expected at most {MAX_BLOCK} bytes, found {length}"
            )));
        }
        let mut payload = vec![0; length as usize];
        let found = self.fill(&mut payload)?;
        if found < payload.len() {
            return Ok(Block::CutShort(format!(
                "expected {length} bytes, found {found}"
            )));
        }
        if crc32fast::hash(&payload) != sum {
            return Err(self.damaged("its checksum does not match"));
        }
        self.offset += 8 + u64::from(length);
        Ok(Block::Payload(payload))
    }

    fn header(&mut self) -> Result<Header, RecordError> {
        match self.block()? {
            Block::Payload(payload) => self.decode(&payload),
            Block::End => Err(self.damaged("expected a header, found the end of the file")),
            Block::CutShort(what) => Err(self.damaged(what)),
        }
    }

    fn decode<T: Decode<()>>(&self, payload: &[u8]) -> Result<T, RecordError> {
        match bincode::decode_from_slice(payload, bincode::config::standard()) {
            Ok((value, used)) if used == payload.len() => Ok(value),
            Ok((_, used)) => Err(self.damaged(format!("{} bytes too many", payload.len() - used))),
            Err(e) => Err(self.damaged(e.to_string())),
        }
    }
}

/// Reads the games of a file one after another.
pub struct Games {
    source: Source,
    header: Header,
    block: std::vec::IntoIter<GameRecord>,
    done: bool,
}

impl Games {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let mut source = Source::open(path)?;
        let header = source.header()?;
        Ok(Self {
            source,
            header,
            block: vec![].into_iter(),
            done: false,
        })
    }

    /// How the games were made.
    pub fn header(&self) -> &Header {
        &self.header
    }
}

impl Iterator for Games {
    type Item = Result<GameRecord, RecordError>;

    /// A block cut short by a crash ends the file; a damaged one is an error and ends it too.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.block.next() {
                return Some(Ok(game));
            }
            if self.done {
                return None;
            }
            let block = self.source.block().and_then(|block| match block {
                Block::Payload(payload) => {
                    self.source.decode::<Vec<GameRecord>>(&payload).map(Some)
                }
                Block::End | Block::CutShort(_) => Ok(None),
            });
            match block {
                Ok(Some(games)) => self.block = games.into_iter(),
                Ok(None) => self.done = true,
                Err(e) => {
                    self.done = true;
                    return Some(Err(e));
                }
            }
        }
    }
}

/// Appends games to a file.
pub struct Appender {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl Appender {
    /// Starts a file, or goes on with one that was made in the same way; returns the numbers of the games in it.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Vec<u64>), RecordError> {
        let io = |source| RecordError::Io {
            path: path.to_owned(),
            source,
        };
        let mut numbers = vec![];
        let mut end = 0;
        if path.exists() && std::fs::metadata(path).map_err(io)?.len() > 0 {
            let mut games = Games::open(path)?;
            if games.header() != header {
                return Err(RecordError::OtherHeader {
                    path: path.to_owned(),
                    found: Box::new(games.header().clone()),
                    expected: Box::new(header.clone()),
                });
            }
            for game in &mut games {
                numbers.push(game?.number);
            }
            end = games.source.offset;
        }
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(io)?;
        file.set_len(end).map_err(io)?;
        let mut writer = BufWriter::new(file);
        writer.seek(SeekFrom::End(0)).map_err(io)?;
        let mut appender = Self {
            path: path.to_owned(),
            writer,
        };
        if end == 0 {
            let start = [MAGIC.as_slice(), &VERSION.to_le_bytes()].concat();
            appender.writer.write_all(&start).map_err(io)?;
            appender.block(header)?;
        }
        Ok((appender, numbers))
    }

    /// Appends games and hands them to the system.
    pub fn append(&mut self, games: &[GameRecord]) -> Result<(), RecordError> {
        self.block(games)
    }

    fn block<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), RecordError> {
        let io = |source| RecordError::Io {
            path: self.path.clone(),
            source,
        };
        let payload = bincode::encode_to_vec(value, bincode::config::standard())
            .map_err(|e| io(io::Error::other(e)))?;
        let head = [
            (payload.len() as u32).to_le_bytes(),
            crc32fast::hash(&payload).to_le_bytes(),
        ];
        self.writer.write_all(head.as_flattened()).map_err(io)?;
        self.writer.write_all(&payload).map_err(io)?;
        self.writer.flush().map_err(io)
    }
}
