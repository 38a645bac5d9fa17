//! The file that learned weights travel in, whatever they are weights of.
//!
//! ```text
//! magic "DAMIEREV" | version u16 | length of the set's name u16 | name | length of the weights in bytes u32 | crc32 u32 |
//! weights        (little-endian)
//! ```
//!
//! The set says what the weights are for and how they are written. The checksum covers the weights.

use thiserror::Error;

const MAGIC: &[u8; 8] = b"DAMIEREV";
const VERSION: u16 = 2;

/// Why a file of weights was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It is something else.
    #[error("not a file of evaluation weights: expected it to start with DAMIEREV")]
    Foreign,
    /// It was written by another program, or the number is damaged.
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

/// The weights in a file's bytes, which must be `length` bytes for the set of this name.
pub(super) fn read<'a>(
    bytes: &'a [u8],
    set: &'static str,
    length: usize,
) -> Result<&'a [u8], WeightsError> {
    let head = 12 + set.len() + 8;
    let word = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    let long = |at: usize| Some(u32::from(word(at)?) | u32::from(word(at + 2)?) << 16);
    let wrong = || WeightsError::Length {
        found: bytes.len(),
        expected: head + length,
    };
    if !bytes.starts_with(MAGIC) {
        return Err(WeightsError::Foreign);
    }
    let version = word(8).ok_or_else(wrong)?;
    if version != VERSION {
        return Err(WeightsError::Version(version));
    }
    let name = usize::from(word(10).ok_or_else(wrong)?);
    let found = bytes.get(12..12 + name).ok_or_else(wrong)?;
    if found != set.as_bytes() {
        return Err(WeightsError::OtherSet {
            found: String::from_utf8_lossy(found).into_owned(),
            expected: set,
        });
    }
    let stated = long(12 + name).ok_or_else(wrong)? as usize;
    let expected = long(16 + name).ok_or_else(wrong)?;
    if stated != length || bytes.len() != head + length {
        return Err(wrong());
    }
    let weights = &bytes[head..];
    let found = crc32fast::hash(weights);
    if found == expected {
        Ok(weights)
    } else {
        Err(WeightsError::Checksum { expected, found })
    }
}

/// The bytes of a file.
pub(super) fn write(set: &str, weights: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((set.len() as u16).to_le_bytes());
    bytes.extend(set.as_bytes());
    bytes.extend((weights.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(weights).to_le_bytes());
    bytes.extend(weights);
    bytes
}
