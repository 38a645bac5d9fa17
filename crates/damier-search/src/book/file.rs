//! The file a book travels in. It is read whole and checked whole: a book that is read can be played from.
//!
//! ```text
//! magic "DAMIERBK" | version u16 | length of the payload u32 | crc32 of the payload u32 | payload  (little-endian)
//! payload = bincode of (rules as text, list of (packed position, list of BookMove)), sorted by packed position
//! packed position = 1 byte side to move (0 White, 1 Black), 25 bytes a board: squares 1 to 50 in half bytes, the
//!                   lower number in the upper half; 0 empty, 1 white man, 2 black man, 3 white king, 4 black king
//! ```
//!
//! bincode 2 with its standard configuration; the frame around it does not depend on that crate.

use std::collections::BTreeMap;

use damier_core::{Position, Rules, with_position};
use thiserror::Error;

use super::{Book, BookMove, pack, unpack};

const MAGIC: &[u8; 8] = b"DAMIERBK";
const VERSION: u16 = 1;
const HEAD: usize = 18;

/// Why a file of a book was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It is something else.
    #[error("not an opening book: expected it to start with DAMIERBK")]
    Foreign,
    /// It was written by a later program, or the number is damaged.
    #[error("a book of version {0}: expected {VERSION}")]
    Version(u16),
    /// It is too short or too long.
    #[error("a book of {found} bytes: expected {expected}")]
    Length {
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// It is damaged.
    #[error("a damaged book: expected checksum {expected:08x}, found {found:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of its contents.
        found: u32,
    },
    /// It is whole and makes no sense.
    #[error("a book that cannot be understood: {0}")]
    Contents(String),
    /// It belongs to another game.
    #[error("a book for {found}: expected one for {expected}")]
    OtherRules {
        /// The rules of the book.
        found: Rules,
        /// The rules wanted.
        expected: Rules,
    },
}

type Payload = (String, Vec<(Vec<u8>, Vec<BookMove>)>);

impl Book {
    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let short = |expected| BookError::Length {
            found: bytes.len(),
            expected,
        };
        let Some((head, payload)) = bytes.split_at_checked(HEAD) else {
            return Err(short(HEAD));
        };
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let long =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let length = HEAD + long(10) as usize;
        if bytes.len() != length {
            return Err(short(length));
        }
        let (expected, found) = (long(14), crc32fast::hash(payload));
        if found != expected {
            return Err(BookError::Checksum { expected, found });
        }
        // More than anything that fits into the payload's length: no small file asks for much memory.
        let config = bincode::config::standard().with_limit::<{ 1 << 30 }>();
        let (payload, _): (Payload, usize) = bincode::decode_from_slice(payload, config)
            .map_err(|e| BookError::Contents(e.to_string()))?;
        Self::checked(payload)
    }

    fn checked((rules, list): Payload) -> Result<Self, BookError> {
        let rules: Rules = rules
            .parse()
            .map_err(|e: damier_core::RulesError| BookError::Contents(e.to_string()))?;
        let mut positions = BTreeMap::new();
        for (number, (packed, moves)) in list.into_iter().enumerate() {
            let wrong =
                |what: &str| BookError::Contents(format!("position {}: {what}", number + 1));
            let setup = unpack(&packed).ok_or_else(|| wrong("its bytes are no position"))?;
            let position = rules.position(&setup).map_err(|e| wrong(&e.to_string()))?;
            let legal = with_position!(position, |p| p.legal_moves().len());
            if !moves.is_sorted_by(|a, b| a.place < b.place)
                || moves.last().is_none_or(|m| usize::from(m.place) >= legal)
            {
                return Err(wrong("its moves are not in order, or not legal"));
            }
            if moves
                .iter()
                .any(|m| m.wins.checked_add(m.losses).is_none_or(|n| n > m.games))
            {
                return Err(wrong("more results than games"));
            }
            positions.insert(pack(&setup), moves);
        }
        Ok(Self { rules, positions })
    }

    /// The bytes of a file. The same book gives the same bytes.
    pub fn write(&self) -> Vec<u8> {
        let list = self
            .positions
            .iter()
            .map(|(packed, moves)| (packed.to_vec(), moves.clone()))
            .collect();
        let payload: Payload = (self.rules.to_string(), list);
        let payload = bincode::encode_to_vec(&payload, bincode::config::standard())
            .unwrap_or_else(|_| unreachable!("plain data is always encoded"));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&payload).to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// An error if the book is for another game.
    pub fn expect(&self, rules: Rules) -> Result<(), BookError> {
        if self.rules == rules {
            return Ok(());
        }
        Err(BookError::OtherRules {
            found: self.rules,
            expected: rules,
        })
    }
}
