//! Evaluations learned from games.

mod container;
mod features;
pub mod network;
mod weights;
mod windows;
mod windows12;

use std::marker::PhantomData;

use damier_core::Color;

pub use container::WeightsError;
pub use features::{Features, Judged, Windows8, Windows12};
pub use network::{Network, Networked};
pub use weights::{UNIT, Weights};

use crate::evaluate::Evaluate;

/// An evaluation with learned weights for the features of `F`.
#[derive(Clone, Debug)]
pub struct Learned<F> {
    weights: Weights,
    features: PhantomData<F>,
}

impl<F> Learned<F> {
    /// Reads the weights of a file's bytes.
    pub fn read<P: Judged>(bytes: &[u8]) -> Result<Self, WeightsError>
    where
        F: Features<P>,
    {
        Ok(Self {
            weights: Weights::read::<P, F>(bytes)?,
            features: PhantomData,
        })
    }
}

impl<P: Judged, F: Features<P>> Evaluate<P> for Learned<F> {
    #[inline(always)]
    fn evaluate(&self, position: &P) -> i32 {
        let weights = self.weights.pairs();
        let mut sum = [0_i32; 2];
        F::visit(position, |feature, count| {
            let weight = weights[feature];
            sum[0] += i32::from(weight[0]) * count;
            sum[1] += i32::from(weight[1]) * count;
        });
        let pieces = position.pieces();
        let white = (sum[0] * pieces + sum[1] * (40 - pieces)) / (40 * UNIT);
        let score = match position.turn() {
            Color::White => white,
            Color::Black => -white,
        };
        position.adjust(score)
    }
}
