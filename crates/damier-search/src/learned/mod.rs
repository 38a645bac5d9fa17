//! Evaluations learned from games.

mod features;
mod weights;
mod windows;

pub use features::Features;
pub use weights::{UNIT, Weights, WeightsError};

use crate::evaluate::Evaluate;

/// An evaluation with learned weights.
#[derive(Clone, Debug)]
pub struct Learned(pub Weights);

impl<P: Features> Evaluate<P> for Learned {
    #[inline(always)]
    fn evaluate(&self, position: &P) -> i32 {
        let weights = self.0.pairs();
        let mut sum = [0_i32; 2];
        position.visit(|feature, count| {
            let weight = weights[feature];
            sum[0] += i32::from(weight[0]) * count;
            sum[1] += i32::from(weight[1]) * count;
        });
        let pieces = position.pieces();
        let white = (sum[0] * pieces + sum[1] * (40 - pieces)) / (40 * UNIT);
        let score = match position.turn() {
            damier_core::Color::White => white,
            damier_core::Color::Black => -white,
        };
        position.adjust(score)
    }
}
