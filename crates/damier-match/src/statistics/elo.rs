//! The difference in strength that a result shows, with its interval.

use serde::{Deserialize, Serialize};

use super::pairs::{Pairs, mean, variance};

/// Half the width of a 95 % interval, in standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// Added to the count of every kind of pair where the counts alone leave no uncertainty: Jeffreys' prior.
const PRIOR: f64 = 0.5;

/// A score from 0 to 1 as a difference in Elo. 0 and 1 are infinitely far.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference in Elo makes one expect.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A difference in Elo and its 95 % interval.
///
/// The standard error comes from the spread of the pairs, which is smaller than that of single games: a pair takes
/// out what the opening gave one side. The interval is finite whatever the result. Where all pairs are alike, or the
/// ordinary interval leaves the possible scores, half a pair is added to each of the five kinds and the interval is
/// taken on the scale of Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The difference; `None` where it is infinite or there are no pairs.
    pub elo: Option<f64>,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Probability that the difference is above 0, in the same approximation.
    pub superiority: f64,
}

impl Estimate {
    /// The estimate from pairs; `None` without any.
    pub fn of(pairs: Pairs) -> Option<Self> {
        let total = pairs.total() as f64;
        if pairs.total() == 0 {
            return None;
        }
        let shares = pairs.shares(0.0);
        let (score, error) = (mean(&shares), (variance(&shares) / total).sqrt());
        let point = elo_of_score(score);
        let plain = error > 0.0 && score - Z * error > 0.0 && score + Z * error < 1.0;
        let [low, high, sigmas] = if plain {
            let low = elo_of_score(score - Z * error);
            let high = elo_of_score(score + Z * error);
            [low, high, (score - 0.5) / error]
        } else {
            let shares = pairs.shares(PRIOR);
            let score = mean(&shares);
            let total = total + 5.0 * PRIOR;
            let error = (variance(&shares) / total).sqrt();
            // Slope of Elo over the score.
            let error = error * 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
            let center = elo_of_score(score);
            [center - Z * error, center + Z * error, center / error]
        };
        Some(Self {
            elo: point.is_finite().then_some(point),
            low,
            high,
            superiority: normal(sigmas),
        })
    }
}

/// The normal distribution function, within 2e-7 (Abramowitz and Stegun, 7.1.26, through the error function).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * (x.abs() / std::f64::consts::SQRT_2));
    let polynomial = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ]
    .iter()
    .fold(0.0, |sum, c| (sum + c) * t);
    let tail = polynomial * (-x * x / 2.0).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}
