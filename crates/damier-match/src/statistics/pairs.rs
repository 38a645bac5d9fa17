//! Counts of games and of pairs.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Counts {
    /// Number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, from 0 to 1; a half without games.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs by their points: 0, half, 1, one and a half, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

/// Points a game of each kind of pair.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pairs {
    /// Adds a pair by its points in halves, 0 to 4.
    pub fn add(&mut self, halves: usize) {
        if let Some(count) = self.0.get_mut(halves) {
            *count += 1;
        }
    }

    /// Number of pairs.
    pub fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// Points a game, from 0 to 1; a half without pairs.
    pub fn score(self) -> f64 {
        match self.total() {
            0 => 0.5,
            _ => mean(&self.shares(0.0)),
        }
    }

    /// Share of each kind, each count raised by `extra`.
    pub(super) fn shares(self, extra: f64) -> [f64; 5] {
        let counts = self.0.map(|n| n as f64 + extra);
        let total: f64 = counts.iter().sum();
        counts.map(|n| n / total)
    }
}

/// Mean points a game of shares.
pub(super) fn mean(shares: &[f64; 5]) -> f64 {
    shares.iter().zip(SCORES).map(|(p, a)| p * a).sum()
}

/// Variance of the points a game of one pair.
pub(super) fn variance(shares: &[f64; 5]) -> f64 {
    let mean = mean(shares);
    shares
        .iter()
        .zip(SCORES)
        .map(|(p, a)| p * (a - mean).powi(2))
        .sum()
}
