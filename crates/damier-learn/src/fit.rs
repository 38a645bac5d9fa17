//! Fits the weights of a linear evaluation by logistic regression.

use damier_search::{Features, UNIT, Weights};

use crate::random::Random;
use crate::samples::{Sample, Samples};

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Most passes over the training positions.
    pub epochs: u32,
    /// Step size of `AdaGrad`.
    pub rate: f32,
    /// Weight of the game result against the search score, 0 to 1.
    pub result_share: f32,
    /// Hundredths of a man in one unit of the logistic function, for search scores.
    pub scale: f32,
    /// Pull of window weights towards zero.
    pub decay: f32,
    /// Order of the positions.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            epochs: 8,
            rate: 0.03,
            result_share: 0.7,
            scale: 120.0,
            decay: 1e-5,
            seed: 1,
        }
    }
}

/// One pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: u32,
    /// Mean logarithmic loss on the training positions during the pass.
    pub training: f64,
    /// The same on held-out positions after it.
    pub held_out: f64,
}

/// What a fit found.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Rounded weights of the best pass.
    pub weights: Weights,
    /// All passes.
    pub epochs: Vec<Epoch>,
    /// Held-out loss of the best constant.
    pub constant: f64,
    /// Held-out loss of the rounded weights.
    pub quantised: f64,
    /// Hundredths of a man in one unit of the logistic function, after the fit.
    pub scale: f32,
}

/// Weights while they are fitted: two for each feature, with `AdaGrad`'s sums of squares.
struct Model {
    weights: Vec<[f32; 2]>,
    squares: Vec<[f32; 2]>,
}

impl Model {
    fn new<F: Features>() -> Self {
        let mut model = Self {
            weights: vec![[0.0; 2]; F::COUNT],
            squares: vec![[1e-6; 2]; F::COUNT],
        };
        // Starting with a man's worth spares the windows the work of discovering it.
        model.weights[F::MEN] = [0.8, 0.8];
        model
    }

    #[inline(always)]
    fn logit<F: Features>(&self, position: &F, active: &mut Vec<(u32, f32)>) -> (f32, [f32; 2]) {
        let full = position.pieces() as f32 / 40.0;
        let phase = [full, 1.0 - full];
        active.clear();
        let mut sum = 0.0;
        position.visit(|feature, count| {
            let weight = self.weights[feature];
            sum += count as f32 * (weight[0] * phase[0] + weight[1] * phase[1]);
            active.push((feature as u32, count as f32));
        });
        (sum, phase)
    }

    fn loss<F: Features>(&self, samples: &[Sample<F>], settings: &FitSettings) -> f64 {
        let mut active = vec![];
        let sum: f64 = samples
            .iter()
            .map(|s| {
                let (logit, _) = self.logit(&s.position, &mut active);
                f64::from(loss(target(s, settings), sigmoid(logit)))
            })
            .sum();
        sum / samples.len().max(1) as f64
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(target: f32, chance: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

fn target<P>(sample: &Sample<P>, settings: &FitSettings) -> f32 {
    let searched = sigmoid(f32::from(sample.score) / settings.scale);
    settings.result_share * sample.result + (1.0 - settings.result_share) * searched
}

/// Fits, pass by pass, until the held-out loss no longer falls. `tell` hears of each pass and may end the fit by
/// answering false.
pub fn fit<F: Features>(
    samples: &Samples<F>,
    settings: &FitSettings,
    tell: &mut dyn FnMut(&Epoch) -> bool,
) -> Fit {
    let mut model = Model::new::<F>();
    let mut best: Option<(f64, Vec<[f32; 2]>)> = None;
    let mut epochs = vec![];
    let mut order: Vec<u32> = (0..samples.training.len() as u32).collect();
    let mut active = vec![];
    for number in 1..=settings.epochs {
        shuffle(&mut order, settings.seed, u64::from(number));
        let mut total = 0.0;
        for &i in &order {
            let sample = &samples.training[i as usize];
            let (logit, phase) = model.logit(&sample.position, &mut active);
            let chance = sigmoid(logit);
            let target = target(sample, settings);
            total += f64::from(loss(target, chance));
            let error = chance - target;
            for &(feature, count) in &active {
                let feature = feature as usize;
                let decay = if feature < F::DENSE {
                    settings.decay
                } else {
                    0.0
                };
                for (p, share) in phase.into_iter().enumerate() {
                    let weight = &mut model.weights[feature][p];
                    let gradient = error * count * share + decay * *weight;
                    let square = &mut model.squares[feature][p];
                    *square += gradient * gradient;
                    *weight -= settings.rate * gradient / square.sqrt();
                }
            }
        }
        let epoch = Epoch {
            number,
            training: total / samples.training.len().max(1) as f64,
            held_out: model.loss(&samples.held_out, settings),
        };
        epochs.push(epoch);
        let better = best.as_ref().is_none_or(|(loss, _)| epoch.held_out < *loss);
        if better {
            best = Some((epoch.held_out, model.weights.clone()));
        }
        if !tell(&epoch) || !better {
            break;
        }
    }
    if let Some((_, weights)) = best {
        model.weights = weights;
    }
    // The unit of scores: a man, on the average of both phases, is 100.
    let man = f32::midpoint(model.weights[F::MEN][0], model.weights[F::MEN][1])
        + mean_of_windows(&model, samples);
    let scale = 100.0 / man.max(0.05);
    let pairs: Vec<[i16; 2]> = model
        .weights
        .iter()
        .map(|w| w.map(|w| (w * scale * UNIT as f32).round().clamp(-32_767.0, 32_767.0) as i16))
        .collect();
    for (weight, pair) in model.weights.iter_mut().zip(&pairs) {
        *weight = pair.map(|w| f32::from(w) / (scale * UNIT as f32));
    }
    Fit {
        quantised: model.loss(&samples.held_out, settings),
        constant: constant_loss(&samples.held_out, settings),
        weights: Weights::new::<F>(pairs),
        epochs,
        scale,
    }
}

/// What a man is worth in the windows on top of its own weight: the slope of the window sum over the difference
/// in men, on a sample of positions.
fn mean_of_windows<F: Features>(model: &Model, samples: &Samples<F>) -> f32 {
    let mut sums = [0.0_f64; 2];
    for sample in samples.held_out.iter().take(200_000) {
        let full = sample.position.pieces() as f32 / 40.0;
        let (mut windows, mut men) = (0.0, 0.0);
        sample.position.visit(|feature, count| {
            if feature < F::DENSE {
                let weight = model.weights[feature];
                windows += count as f32 * (weight[0] * full + weight[1] * (1.0 - full));
            } else if feature == F::MEN {
                men = count as f32;
            }
        });
        sums[0] += f64::from(windows * men);
        sums[1] += f64::from(men * men);
    }
    if sums[1] > 0.0 {
        (sums[0] / sums[1]) as f32
    } else {
        0.0
    }
}

fn constant_loss<P>(samples: &[Sample<P>], settings: &FitSettings) -> f64 {
    let count = samples.len().max(1) as f64;
    let mean: f64 = samples
        .iter()
        .map(|s| f64::from(target(s, settings)))
        .sum::<f64>()
        / count;
    samples
        .iter()
        .map(|s| f64::from(loss(target(s, settings), mean as f32)))
        .sum::<f64>()
        / count
}

fn shuffle(order: &mut [u32], seed: u64, pass: u64) {
    let mut random = Random::new(seed, pass);
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
}
