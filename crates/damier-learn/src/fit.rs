//! Fits the weights of a linear evaluation by logistic regression.

use std::marker::PhantomData;

use bincode::{Decode, Encode};
use damier_search::{Features, Judged, UNIT, Weights};
use thiserror::Error;

use crate::random::Random;
use crate::samples::{Sample, Samples};

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
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
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
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
    /// Held-out loss of the best pass.
    pub exact: f64,
    /// Held-out loss of the rounded weights.
    pub quantised: f64,
    /// Hundredths of a man in one unit of the logistic function, after the fit.
    pub scale: f32,
}

/// The weights so far, two for each feature and part, with `AdaGrad`'s sums of squares.
#[derive(Clone, Debug, Encode, Decode)]
struct State {
    set: String,
    settings: FitSettings,
    weights: Vec<[f32; 2]>,
    squares: Vec<[f32; 2]>,
    best: Option<(f64, Vec<[f32; 2]>)>,
    epochs: Vec<Epoch>,
}

/// A fit under way, of the features `F` of the game `P`. Between two passes it can be put aside and taken up again.
#[derive(Clone, Debug)]
pub struct Fitting<P, F> {
    state: State,
    game: PhantomData<(P, F)>,
}

/// Why a fit that was put aside cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// It is something else.
    #[error("not a fit that was put aside: expected it to start with DAMIERFT")]
    Foreign,
    /// It is damaged.
    #[error("a damaged fit: {0}")]
    Damaged(String),
    /// It is a fit of other features or with other settings.
    #[error("a fit of {found}: expected {expected}")]
    Other {
        /// What it is of.
        found: String,
        /// What was wanted.
        expected: String,
    },
}

const MAGIC: &[u8; 8] = b"DAMIERFT";

impl<P: Judged, F: Features<P>> Fitting<P, F> {
    /// Before the first pass.
    pub fn new(settings: FitSettings) -> Self {
        let count = F::COUNT + F::PARTS;
        let mut weights = vec![[0.0; 2]; count];
        // Starting with a man's worth spares the windows the work of discovering it.
        weights[F::MEN] = [0.8, 0.8];
        Self {
            state: State {
                set: F::SET.to_owned(),
                settings,
                weights,
                squares: vec![[1e-6; 2]; count],
                best: None,
                epochs: vec![],
            },
            game: PhantomData,
        }
    }

    /// Its bytes: magic "DAMIERFT", crc32 of the rest u32 (little-endian), bincode of the state.
    pub fn write(&self) -> Vec<u8> {
        let payload = bincode::encode_to_vec(&self.state, bincode::config::standard())
            .unwrap_or_else(|_| unreachable!("plain data is always encoded"));
        let sum = crc32fast::hash(&payload).to_le_bytes();
        [MAGIC.as_slice(), &sum, &payload].concat()
    }

    /// Takes a fit up again, for more passes if the settings say so; all else must be as it was.
    pub fn read(bytes: &[u8], settings: FitSettings) -> Result<Self, StateError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(StateError::Foreign)?;
        let (sum, payload) = rest
            .split_first_chunk()
            .ok_or_else(|| StateError::Damaged("it ends before its checksum".to_owned()))?;
        if u32::from_le_bytes(*sum) != crc32fast::hash(payload) {
            return Err(StateError::Damaged(
                "its checksum does not match".to_owned(),
            ));
        }
        let (mut state, _): (State, usize) =
            bincode::decode_from_slice(payload, bincode::config::standard())
                .map_err(|e| StateError::Damaged(e.to_string()))?;
        let describe = |set: &str, settings: &FitSettings| format!("{set} with {settings:?}");
        let same = FitSettings {
            epochs: state.settings.epochs,
            ..settings
        };
        if state.set != F::SET || state.settings != same {
            return Err(StateError::Other {
                found: describe(&state.set, &state.settings),
                expected: describe(F::SET, &settings),
            });
        }
        let count = F::COUNT + F::PARTS;
        let best = state
            .best
            .as_ref()
            .map_or(count, |(_, weights)| weights.len());
        if [state.weights.len(), state.squares.len(), best] != [count; 3] {
            return Err(StateError::Damaged(format!(
                "{} weights, expected {count}",
                state.weights.len()
            )));
        }
        state.settings = settings;
        Ok(Self {
            state,
            game: PhantomData,
        })
    }

    /// The passes made.
    pub fn epochs(&self) -> &[Epoch] {
        &self.state.epochs
    }

    /// Whether another pass is of no use: enough were made, or the held-out loss no longer falls.
    pub fn is_done(&self) -> bool {
        let risen = match self.state.epochs.as_slice() {
            [.., before, last] => last.held_out >= before.held_out,
            _ => false,
        };
        self.state.epochs.len() >= self.state.settings.epochs as usize || risen
    }

    #[inline(always)]
    fn logit(&self, position: &P, active: &mut Vec<(u32, f32)>) -> (f32, [f32; 2]) {
        let full = position.pieces() as f32 / 40.0;
        let phase = [full, 1.0 - full];
        active.clear();
        let mut sum = 0.0;
        let mut add = |feature: usize, count: i32| {
            let weight = self.state.weights[feature];
            sum += count as f32 * (weight[0] * phase[0] + weight[1] * phase[1]);
            active.push((feature as u32, count as f32));
        };
        F::visit(position, &mut add);
        // Folded weights have no parts any more.
        if self.state.weights.len() > F::COUNT {
            F::visit_parts(position, &mut add);
        }
        (sum, phase)
    }

    fn loss(&self, samples: &[Sample<P>]) -> f64 {
        let mut active = vec![];
        let sum: f64 = samples
            .iter()
            .map(|s| {
                let (logit, _) = self.logit(&s.position, &mut active);
                f64::from(loss(target(s, &self.state.settings), sigmoid(logit)))
            })
            .sum();
        sum / samples.len().max(1) as f64
    }

    /// One pass over the training positions, in an order of its own. `tell` hears now and then how many are done.
    pub fn pass(&mut self, samples: &Samples<P>, tell: &mut dyn FnMut(usize)) -> Epoch {
        const TELL: usize = 1 << 16;
        let settings = self.state.settings;
        let number = self.state.epochs.len() as u32 + 1;
        let mut order: Vec<u32> = (0..samples.training.len() as u32).collect();
        shuffle(&mut order, settings.seed, u64::from(number));
        let mut active = vec![];
        let mut total = 0.0;
        for (done, &i) in order.iter().enumerate() {
            let sample = &samples.training[i as usize];
            let (logit, phase) = self.logit(&sample.position, &mut active);
            let chance = sigmoid(logit);
            let target = target(sample, &settings);
            total += f64::from(loss(target, chance));
            let error = chance - target;
            for &(feature, count) in &active {
                let feature = feature as usize;
                // Parts are pulled nowhere: what is pulled to zero is what a large window says beyond them.
                let decay = if feature < F::DENSE {
                    settings.decay
                } else {
                    0.0
                };
                for (p, share) in phase.into_iter().enumerate() {
                    let weight = &mut self.state.weights[feature][p];
                    let gradient = error * count * share + decay * *weight;
                    let square = &mut self.state.squares[feature][p];
                    *square += gradient * gradient;
                    *weight -= settings.rate * gradient / square.sqrt();
                }
            }
            if done % TELL == TELL - 1 {
                tell(done + 1);
            }
        }
        let epoch = Epoch {
            number,
            training: total / samples.training.len().max(1) as f64,
            held_out: self.loss(&samples.held_out),
        };
        self.state.epochs.push(epoch);
        if self
            .state
            .best
            .as_ref()
            .is_none_or(|(loss, _)| epoch.held_out < *loss)
        {
            self.state.best = Some((epoch.held_out, self.state.weights.clone()));
        }
        epoch
    }

    /// Rounds the weights of the best pass.
    pub fn finish(mut self, samples: &Samples<P>) -> Fit {
        if let Some((_, weights)) = self.state.best.take() {
            self.state.weights = weights;
        }
        F::fold(&mut self.state.weights);
        let exact = self.loss(&samples.held_out);
        // The unit of scores: a man, on the average of both phases, is 100.
        let man = f32::midpoint(self.state.weights[F::MEN][0], self.state.weights[F::MEN][1])
            + self.mean_of_windows(samples);
        let scale = 100.0 / man.max(0.05);
        let unit = scale * UNIT as f32;
        let round = |w: f32| (w * unit).round().clamp(-32_767.0, 32_767.0) as i16;
        let pairs: Vec<[i16; 2]> = self.state.weights.iter().map(|w| w.map(round)).collect();
        for (weight, pair) in self.state.weights.iter_mut().zip(&pairs) {
            *weight = pair.map(|w| f32::from(w) / unit);
        }
        Fit {
            exact,
            quantised: self.loss(&samples.held_out),
            constant: constant_loss(&samples.held_out, &self.state.settings),
            weights: Weights::new::<P, F>(pairs),
            epochs: self.state.epochs,
            scale,
        }
    }

    /// What a man is worth in the windows on top of its own weight: the slope of the window sum over the difference
    /// in men, on a sample of positions.
    fn mean_of_windows(&self, samples: &Samples<P>) -> f32 {
        let mut sums = [0.0_f64; 2];
        for sample in samples.held_out.iter().take(200_000) {
            let full = sample.position.pieces() as f32 / 40.0;
            let (mut windows, mut men) = (0.0, 0.0);
            F::visit(&sample.position, |feature, count| {
                if feature < F::DENSE {
                    let weight = self.state.weights[feature];
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
