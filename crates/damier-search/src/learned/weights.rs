//! Weights of a linear evaluation.

use super::container::{self, WeightsError};
use super::features::{Features, Judged};

/// Weight units in a hundredth of a man.
pub const UNIT: i32 = 8;

/// The weights of an evaluation: for each feature one for a full and one for a nearly empty board. In a file they
/// follow each other as i16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    set: &'static str,
    pairs: Vec<[i16; 2]>,
}

impl Weights {
    /// Weights for the features of `F`, in the order of the features; short lists are filled with zeros.
    pub fn new<P: Judged, F: Features<P>>(mut pairs: Vec<[i16; 2]>) -> Self {
        pairs.resize(F::COUNT, [0, 0]);
        Self { set: F::SET, pairs }
    }

    /// The weights.
    pub fn pairs(&self) -> &[[i16; 2]] {
        &self.pairs
    }

    /// Reads a file's bytes.
    pub fn read<P: Judged, F: Features<P>>(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = container::read(bytes, F::SET, 4 * F::COUNT)?;
        let pairs = weights
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[a, b, c, d]| [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])])
            .collect();
        Ok(Self { set: F::SET, pairs })
    }

    /// The bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        let weights: Vec<u8> = self
            .pairs
            .iter()
            .flatten()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        container::write(self.set, &weights)
    }
}
