//! Sequential probability ratio test on pairs of games.
//!
//! The generalised test: the ratio compares the most likely distribution of the five kinds of pair under either
//! hypothesis (M. Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo"; written from their
//! formulas). Bounds are Wald's: stop when the logarithm of the ratio leaves [ln(b / (1 - a)), ln((1 - b) / a)].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::score_of_elo;
use super::pairs::{Pairs, SCORES, mean, variance};

/// What the bounds are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo: the expected score.
    #[default]
    Logistic,
    /// Normalised Elo: the expected score over the spread of a game, 800 / ln 10 for one standard deviation. The
    /// length of a test then does not depend on how many games are drawn.
    Normalized,
}

/// A test of one hypothesis against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second, greater than the first.
    pub elo1: f64,
    /// Probability of accepting the second although the first is true.
    pub alpha: f64,
    /// Probability of accepting the first although the second is true.
    pub beta: f64,
    /// What the differences are measured in.
    pub model: Model,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Go on.
    Open,
    /// The first hypothesis is accepted.
    H0,
    /// The second hypothesis is accepted.
    H1,
}

/// A test that makes no sense.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// Not the text of a test.
    #[error(
        "SPRT {0:?}: expected ELO0,ELO1[,ALPHA,BETA][,normalized], such as 0,5 or 0,5,0.05,0.05"
    )]
    Syntax(String),
    /// The hypotheses are the wrong way round.
    #[error("SPRT bounds {0} and {1}: expected the second to be greater")]
    Order(f64, f64),
    /// An error probability out of range.
    #[error("SPRT error probability {0}: expected more than 0 and less than 0.5")]
    Probability(f64),
}

/// Added to a count of nothing, so that no kind of pair is impossible.
const LEAST: f64 = 1e-3;

impl Sprt {
    /// Checks that the test makes sense.
    pub fn check(&self) -> Result<(), SprtError> {
        if !(self.elo0 < self.elo1 && self.elo0.is_finite() && self.elo1.is_finite()) {
            return Err(SprtError::Order(self.elo0, self.elo1));
        }
        for p in [self.alpha, self.beta] {
            if !(p > 0.0 && p < 0.5) {
                return Err(SprtError::Probability(p));
            }
        }
        Ok(())
    }

    /// The lower and the upper bound of the logarithm of the ratio.
    pub fn bounds(&self) -> (f64, f64) {
        let low = (self.beta / (1.0 - self.alpha)).ln();
        let high = ((1.0 - self.beta) / self.alpha).ln();
        (low, high)
    }

    /// The logarithm of the likelihood ratio, positive where the second hypothesis is more likely.
    pub fn llr(&self, pairs: Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| if n == 0 { LEAST } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / total);
        let fit = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, score_of_elo(elo)),
            Model::Normalized => with_spread(&shares, elo * std::f64::consts::LN_10 / 800.0),
        };
        let (first, second) = (fit(self.elo0), fit(self.elo1));
        let ratio = |i: usize| shares[i] * (second[i] / first[i]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// What the test says.
    pub fn decide(&self, pairs: Pairs) -> Decision {
        let llr = self.llr(pairs);
        let (low, high) = self.bounds();
        if llr >= high {
            Decision::H1
        } else if llr <= low {
            Decision::H0
        } else {
            Decision::Open
        }
    }
}

/// `0,5`, `0,5,0.05,0.05` or `-3,1,0.05,0.05,normalized`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let syntax = || SprtError::Syntax(text.to_owned());
        let (numbers, model) = match text.rsplit_once(',') {
            Some((numbers, "normalized" | "normalised")) => (numbers, Model::Normalized),
            Some((numbers, "logistic")) => (numbers, Model::Logistic),
            _ => (text, Model::Logistic),
        };
        let numbers: Result<Vec<f64>, _> = numbers.split(',').map(|n| n.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| syntax())?[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(syntax()),
        };
        let sprt = Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        };
        sprt.check()?;
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = self;
        let model = match model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        write!(f, "{elo0},{elo1},{alpha},{beta},{model}")
    }
}

/// The most likely distribution whose mean of `values` is 0, given observed shares: p / (1 + x v), where x makes the
/// mean vanish.
fn with_zero_mean(shares: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let most = values.iter().fold(f64::MIN, |a, &b| a.max(b));
    let least = values.iter().fold(f64::MAX, |a, &b| a.min(b));
    if most <= 0.0 || least >= 0.0 {
        // No distribution over these values has such a mean: hypotheses far outside what pairs can show.
        return *shares;
    }
    // Between these the denominators are positive, and the mean falls as x grows.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let sum = |x: f64| -> f64 {
        let terms = shares.iter().zip(values);
        terms.map(|(p, v)| p * v / (1.0 + x * v)).sum()
    };
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut fitted = [0.0; 5];
    for (i, share) in fitted.iter_mut().enumerate() {
        *share = shares[i] / (1.0 + x * values[i]);
    }
    fitted
}

/// The most likely distribution with this expected score.
fn with_mean(shares: &[f64; 5], score: f64) -> [f64; 5] {
    with_zero_mean(shares, &SCORES.map(|a| a - score))
}

/// The most likely distribution whose expected score is a half plus `t` standard deviations of a game. A pair as a
/// whole has the root of a half of that.
fn with_spread(shares: &[f64; 5], t: f64) -> [f64; 5] {
    let t = t * std::f64::consts::SQRT_2;
    let mut fitted = [0.2; 5];
    // Linearised around the last fit, again and again.
    for _ in 0..100 {
        let (center, spread) = (mean(&fitted), variance(&fitted).sqrt());
        let values =
            SCORES.map(|a| a - 0.5 - t * spread / 2.0 * (1.0 + ((a - center) / spread).powi(2)));
        let next = with_zero_mean(shares, &values);
        let change = next
            .iter()
            .zip(&fitted)
            .fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        fitted = next;
        if change < 1e-12 {
            break;
        }
    }
    fitted
}
