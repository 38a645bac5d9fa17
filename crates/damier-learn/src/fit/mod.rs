//! Fits the weights of an evaluation by logistic regression, whatever the evaluation is made of.

mod linear;
mod network;

use std::marker::PhantomData;

use bincode::{Decode, Encode};
use damier_core::{Board10, Color, Position};
use damier_search::Judged;
use thiserror::Error;

pub use linear::Linear;
pub use network::Net;

use crate::random::Random;
use crate::samples::{Sample, Samples};

/// An evaluation that can learn: it says of a position how likely White is to win, as a logit, and is told by how much it
/// was wrong.
pub trait Model<P>: Clone + Encode + Decode<()> {
    /// Name and version of what it looks at.
    const SET: &'static str;

    /// Before the first pass.
    fn new() -> Self;

    /// Whether there are as many weights as there should be.
    fn is_whole(&self) -> bool;

    /// The logit of White's chance.
    fn logit(&self, position: &P) -> f32;

    /// One step: `error` says from the logit how far the chance is too high.
    fn learn(&mut self, position: &P, step: &Step, error: &mut dyn FnMut(f32) -> f32);

    /// The bytes of a file of weights when one unit of the logit is worth so many hundredths of a man. Afterwards the
    /// model is what the file says.
    fn round(&mut self, scale: f32) -> Vec<u8>;
}

/// How far one step goes.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Step size of `AdaGrad`.
    pub rate: f32,
    /// Pull of the weights of linear windows towards zero.
    pub decay: f32,
}

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
    /// Pull of the weights of linear windows towards zero.
    pub decay: f32,
    /// Order of the positions.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            epochs: 8,
            rate: 0.03,
            result_share: 0.3,
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
    /// A file with the rounded weights of the best pass.
    pub weights: Vec<u8>,
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

/// A fit under way, of the model `M` for the game `P`. Between two passes it can be put aside and taken up again.
#[derive(Clone, Debug)]
pub struct Fitting<P, M> {
    settings: FitSettings,
    model: M,
    best: Option<(f64, M)>,
    epochs: Vec<Epoch>,
    game: PhantomData<P>,
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

/// What stands before the model in a fit that was put aside.
type Head = (String, FitSettings, Vec<Epoch>);

impl<P: Position<Geometry = Board10>, M: Model<P>> Fitting<P, M> {
    /// Before the first pass.
    pub fn new(settings: FitSettings) -> Self {
        Self {
            settings,
            model: M::new(),
            best: None,
            epochs: vec![],
            game: PhantomData,
        }
    }

    /// Its bytes: magic "DAMIERFT", crc32 of the rest u32 (little-endian), bincode of the head, of the model and of the best
    /// one.
    pub fn write(&self) -> Vec<u8> {
        let head: Head = (M::SET.to_owned(), self.settings, self.epochs.clone());
        let payload =
            bincode::encode_to_vec((head, &self.model, &self.best), bincode::config::standard())
                .unwrap_or_else(|_| unreachable!("plain data is always encoded"));
        let sum = crc32fast::hash(&payload).to_le_bytes();
        [MAGIC.as_slice(), &sum, &payload].concat()
    }

    /// Takes a fit up again, for more passes if the settings say so; all else must be as it was.
    pub fn read(bytes: &[u8], settings: FitSettings) -> Result<Self, StateError> {
        let damaged = |what: &dyn std::fmt::Display| StateError::Damaged(what.to_string());
        let rest = bytes.strip_prefix(MAGIC).ok_or(StateError::Foreign)?;
        let (sum, payload) = rest
            .split_first_chunk()
            .ok_or_else(|| damaged(&"it ends before its checksum"))?;
        if u32::from_le_bytes(*sum) != crc32fast::hash(payload) {
            return Err(damaged(&"its checksum does not match"));
        }
        let config = bincode::config::standard();
        let ((set, found, epochs), length): (Head, usize) =
            bincode::decode_from_slice(payload, config).map_err(|e| damaged(&e))?;
        let describe = |set: &str, settings: &FitSettings| format!("{set} with {settings:?}");
        let same = FitSettings {
            epochs: found.epochs,
            ..settings
        };
        if set != M::SET || found != same {
            return Err(StateError::Other {
                found: describe(&set, &found),
                expected: describe(M::SET, &settings),
            });
        }
        let ((model, best), _): ((M, Option<(f64, M)>), usize) =
            bincode::decode_from_slice(payload.get(length..).unwrap_or_default(), config)
                .map_err(|e| damaged(&e))?;
        if !model.is_whole() || best.as_ref().is_some_and(|(_, m)| !m.is_whole()) {
            return Err(damaged(&"it has too few or too many weights"));
        }
        Ok(Self {
            settings,
            model,
            best,
            epochs,
            game: PhantomData,
        })
    }

    /// The passes made.
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Whether another pass is of no use: enough were made, or the held-out loss no longer falls.
    pub fn is_done(&self) -> bool {
        let risen = match self.epochs.as_slice() {
            [.., before, last] => last.held_out >= before.held_out,
            _ => false,
        };
        self.epochs.len() >= self.settings.epochs as usize || risen
    }

    fn loss(&self, samples: &[Sample<P>]) -> f64 {
        let sum: f64 = samples
            .iter()
            .map(|s| {
                let chance = sigmoid(self.model.logit(&s.position));
                f64::from(loss(target(s, &self.settings), chance))
            })
            .sum();
        sum / samples.len().max(1) as f64
    }

    /// One pass over the training positions, in an order of its own. `tell` hears now and then how many are done.
    pub fn pass(&mut self, samples: &Samples<P>, tell: &mut dyn FnMut(usize)) -> Epoch {
        const TELL: usize = 1 << 16;
        let settings = self.settings;
        let number = self.epochs.len() as u32 + 1;
        let mut order: Vec<u32> = (0..samples.training.len() as u32).collect();
        shuffle(&mut order, settings.seed, u64::from(number));
        // Later passes make smaller steps.
        let step = Step {
            rate: settings.rate / (1.0 + 0.2 * (number - 1) as f32),
            decay: settings.decay,
        };
        let mut total = 0.0;
        for (done, &i) in order.iter().enumerate() {
            let sample = &samples.training[i as usize];
            self.model.learn(&sample.position, &step, &mut |logit| {
                let (chance, target) = (sigmoid(logit), target(sample, &settings));
                total += f64::from(loss(target, chance));
                chance - target
            });
            if done % TELL == TELL - 1 {
                tell(done + 1);
            }
        }
        let epoch = Epoch {
            number,
            training: total / samples.training.len().max(1) as f64,
            held_out: self.loss(&samples.held_out),
        };
        self.epochs.push(epoch);
        let best = self.best.as_ref();
        if best.is_none_or(|(loss, _)| epoch.held_out < *loss) {
            self.best = Some((epoch.held_out, self.model.clone()));
        }
        epoch
    }

    /// Rounds the weights of the best pass.
    pub fn finish(mut self, samples: &Samples<P>) -> Fit {
        if let Some((_, model)) = self.best.take() {
            self.model = model;
        }
        let exact = self.loss(&samples.held_out);
        let scale = 100.0 / self.worth_of_a_man(&samples.held_out).max(0.05);
        let weights = self.model.round(scale);
        Fit {
            exact,
            quantised: self.loss(&samples.held_out),
            constant: constant_loss(&samples.held_out, &self.settings),
            weights,
            epochs: self.epochs,
            scale,
        }
    }

    /// What a man is worth: the slope of the logit over the difference in men, where there are no kings.
    fn worth_of_a_man(&self, samples: &[Sample<P>]) -> f32 {
        let mut sums = [0.0_f64; 2];
        for Sample { position, .. } in samples {
            let [white, black] = Color::ALL.map(|c| position.material(c));
            if white[1] + black[1] == 0 {
                let men = f64::from(white[0]) - f64::from(black[0]);
                sums[0] += f64::from(self.model.logit(position)) * men;
                sums[1] += men * men;
            }
        }
        if sums[1] > 0.0 {
            (sums[0] / sums[1]) as f32
        } else {
            0.0
        }
    }
}

/// How much a full and a nearly empty board count.
fn phase<P: Judged>(position: &P) -> [f32; 2] {
    let full = position.pieces() as f32 / 40.0;
    [full, 1.0 - full]
}

/// One step of one weight, with its sum of squares: `AdaGrad`.
#[inline(always)]
fn descend(weight: &mut f32, square: &mut f32, gradient: f32, rate: f32) {
    *square += gradient * gradient;
    *weight -= rate * gradient / square.sqrt();
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
