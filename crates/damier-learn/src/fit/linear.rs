//! The linear evaluation: sums of windows and features, mixed by the number of pieces.

use std::marker::PhantomData;

use bincode::{Decode, Encode};
use damier_search::{Features, Judged, UNIT, Weights};

use super::{Model, Step, descend, phase};

/// A linear evaluation of the features `F`: two weights for each feature and part, with `AdaGrad`'s sums of
/// squares.
#[derive(Clone, Debug, Encode, Decode)]
#[bincode(bounds = "")]
pub struct Linear<F> {
    weights: Vec<[f32; 2]>,
    squares: Vec<[f32; 2]>,
    features: PhantomData<F>,
}

/// Calls `visit` with the features, and with the parts if they are still apart.
#[inline(always)]
fn visit<P: Judged, F: Features<P>>(parts: bool, position: &P, mut visit: impl FnMut(usize, i32)) {
    F::visit(position, &mut visit);
    if parts {
        F::visit_parts(position, &mut visit);
    }
}

impl<P: Judged, F: Features<P>> Model<P> for Linear<F> {
    const SET: &'static str = F::SET;

    fn new() -> Self {
        let count = F::COUNT + F::PARTS;
        let mut weights = vec![[0.0; 2]; count];
        // Starting with a man's worth spares the windows the work of discovering it.
        weights[F::MEN] = [0.8, 0.8];
        Self {
            weights,
            squares: vec![[1e-6; 2]; count],
            features: PhantomData,
        }
    }

    fn is_whole(&self) -> bool {
        [self.weights.len(), self.squares.len()] == [F::COUNT + F::PARTS; 2]
    }

    #[inline(always)]
    fn logit(&self, position: &P) -> f32 {
        let phase = phase(position);
        let mut sum = 0.0;
        visit::<P, F>(self.weights.len() > F::COUNT, position, |feature, count| {
            let weight = self.weights[feature];
            sum += count as f32 * (weight[0] * phase[0] + weight[1] * phase[1]);
        });
        sum
    }

    fn learn(&mut self, position: &P, step: &Step, error: &mut dyn FnMut(f32) -> f32) {
        let phase = phase(position);
        let error = error(self.logit(position));
        visit::<P, F>(true, position, |feature, count| {
            // Parts are pulled nowhere: what is pulled to zero is what a large window says beyond them.
            let decay = if feature < F::DENSE { step.decay } else { 0.0 };
            for (p, share) in phase.into_iter().enumerate() {
                let weight = &mut self.weights[feature][p];
                let gradient = error * count as f32 * share + decay * *weight;
                descend(weight, &mut self.squares[feature][p], gradient, step.rate);
            }
        });
    }

    fn round(&mut self, scale: f32) -> Vec<u8> {
        F::fold(&mut self.weights);
        let unit = scale * UNIT as f32;
        let round = |w: f32| (w * unit).round().clamp(-32_767.0, 32_767.0) as i16;
        let pairs: Vec<[i16; 2]> = self.weights.iter().map(|w| w.map(round)).collect();
        for (weight, pair) in self.weights.iter_mut().zip(&pairs) {
            *weight = pair.map(|w| f32::from(w) / unit);
        }
        Weights::new::<P, F>(pairs).write()
    }
}
