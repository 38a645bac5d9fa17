//! Weights of a learned evaluation, and the file they travel in.
//!
//! ```text
//! magic "DAMIEREV" | version u16 | length of the set's name u16 | name | number of weights u32 | crc32 u32 |
//! weights, two i16 a feature: full board, nearly empty board        (little-endian)
//! ```
//!
//! A weight is in eighths of a hundredth of a man. The checksum covers the weights.

use thiserror::Error;

use super::features::{Features, Judged};

const MAGIC: &[u8; 8] = b"DAMIEREV";
const VERSION: u16 = 1;
/// Weight units in a hundredth of a man.
pub const UNIT: i32 = 8;

/// The weights of an evaluation: for each feature one for a full and one for a nearly empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    set: String,
    pairs: Vec<[i16; 2]>,
}

/// Why a file of weights was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It is something else.
    #[error("not a file of evaluation weights: expected it to start with DAMIEREV")]
    Foreign,
    /// It was written by a later program, or the number is damaged.
    #[error("weights of version {0}: expected {VERSION}")]
    Version(u16),
    /// It belongs to another game or another set of features.
    #[error("weights for the feature set {found:?}: expected {expected:?}")]
    OtherSet {
        /// The set in the file.
        found: String,
        /// The set of this program.
        expected: &'static str,
    },
    /// It is too short or too long.
    #[error("a file of {found} bytes: expected {expected}")]
    Length {
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// It is damaged.
    #[error("damaged weights: expected checksum {expected:08x}, found {found:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of its weights.
        found: u32,
    },
}

impl Weights {
    /// Weights for the features of `F`, in the order of the features; short lists are filled with zeros.
    pub fn new<P: Judged, F: Features<P>>(mut pairs: Vec<[i16; 2]>) -> Self {
        pairs.resize(F::COUNT, [0, 0]);
        Self {
            set: F::SET.to_owned(),
            pairs,
        }
    }

    /// The weights.
    pub fn pairs(&self) -> &[[i16; 2]] {
        &self.pairs
    }

    /// Reads a file's bytes.
    pub fn read<P: Judged, F: Features<P>>(bytes: &[u8]) -> Result<Self, WeightsError> {
        let word = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
        let long = |at: usize| Some(u32::from(word(at)?) | u32::from(word(at + 2)?) << 16);
        let short = |expected| WeightsError::Length {
            found: bytes.len(),
            expected,
        };
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let head = 12 + F::SET.len() + 8;
        let version = word(8).ok_or(short(head))?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let name = usize::from(word(10).ok_or(short(head))?);
        let set = bytes.get(12..12 + name).ok_or(short(head))?;
        if set != F::SET.as_bytes() {
            return Err(WeightsError::OtherSet {
                found: String::from_utf8_lossy(set).into_owned(),
                expected: F::SET,
            });
        }
        let count = long(12 + name).ok_or(short(head))? as usize;
        let expected = long(16 + name).ok_or(short(head))?;
        let length = head + 4 * F::COUNT;
        if bytes.len() != length || count != F::COUNT {
            return Err(short(length));
        }
        let weights = &bytes[head..];
        let found = crc32fast::hash(weights);
        if found != expected {
            return Err(WeightsError::Checksum { expected, found });
        }
        let pairs = weights
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[a, b, c, d]| [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])])
            .collect();
        Ok(Self {
            set: F::SET.to_owned(),
            pairs,
        })
    }

    /// The bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let weights: Vec<u8> = self
            .pairs
            .iter()
            .flatten()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.set.len() as u16).to_le_bytes());
        bytes.extend(self.set.as_bytes());
        bytes.extend((self.pairs.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&weights).to_le_bytes());
        bytes.extend(weights);
        bytes
    }
}
