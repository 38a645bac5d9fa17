//! The network: vectors of windows and kings, one layer of units over their sum.
//!
//! While it learns, the vector of a window's state is what its men are worth one by one plus something of its own. So a state
//! that was hardly ever seen is still worth its men.

use bincode::{Decode, Encode};
use damier_core::{Color, Square};
use damier_search::UNIT;
use damier_search::network::{
    self, FULL, FULL_UNIT, NetworkWeights, Networked, PLAIN_MEN, STAGES, UNITS,
};

use super::{Model, Step, descend, phase};
use crate::random::Random;

type Units = [f32; UNITS];

/// A network with `AdaGrad`'s sums of squares.
#[derive(Clone, Debug, Encode, Decode)]
pub struct Net {
    rows: Vec<Units>,
    row_squares: Vec<Units>,
    /// Men by board, side and square.
    men: Vec<Units>,
    men_squares: Units,
    bias: Units,
    bias_squares: Units,
    full: [Units; STAGES],
    full_squares: [Units; STAGES],
    stage: [f32; STAGES],
    stage_squares: [f32; STAGES],
    plain: Vec<[f32; 2]>,
    plain_squares: Vec<[f32; 2]>,
}

/// Squares of steps before the first.
const FIRST: f32 = 1e-3;

/// Steps of the network, measured in those of linear weights.
const RATE: f32 = 0.7;

impl Net {
    #[inline(always)]
    fn visit_men<P: Networked>(position: &P, mut visit: impl FnMut(usize)) {
        let us = position.turn();
        for (i, &name) in P::SEEN.iter().enumerate() {
            let board = position.board(name);
            for (side, men) in [board.men(us), board.men(!us)].into_iter().enumerate() {
                for square in men {
                    let square = match us {
                        Color::White => square,
                        Color::Black => square.rotate(),
                    };
                    visit(man(i, side, square));
                }
            }
        }
    }

    #[inline(always)]
    fn sums<P: Networked>(&self, position: &P) -> Units {
        let mut sums = self.bias;
        let mut add = |row: &Units| sums.iter_mut().zip(row).for_each(|(s, w)| *s += w);
        // Once they are in the vectors, men are not counted apart.
        if !self.men.is_empty() {
            Self::visit_men(position, |man| add(&self.men[man]));
        }
        network::visit_rows(position, |row| add(&self.rows[row]));
        sums
    }

    /// The logit for the side to move.
    #[inline(always)]
    fn logit_of<P: Networked>(&self, position: &P, sums: &Units) -> f32 {
        let stage = network::stage(position);
        let full: f32 = sums
            .iter()
            .zip(&self.full[stage])
            .map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight)
            .sum();
        let phase = phase(position);
        let mut plain = 0.0;
        network::visit_plain(position, |feature, count| {
            let weight = self.plain[feature];
            plain += count as f32 * (weight[0] * phase[0] + weight[1] * phase[1]);
        });
        full + plain + self.stage[stage]
    }

    /// Puts the worth of single men into the vectors of windows, each man into the first window that it stands in.
    fn fold<P: Networked>(&mut self) {
        let men = std::mem::take(&mut self.men);
        if men.is_empty() {
            return;
        }
        let mut taken = std::collections::HashSet::new();
        network::window_squares(|window, place, square| {
            if !taken.insert(square) {
                return;
            }
            for board in 0..P::SEEN.len() {
                for state in 0..3_usize.pow(8) {
                    let digit = state / 3_usize.pow(7 - place as u32) % 3;
                    if digit > 0 {
                        let row = &mut self.rows[network::row_of(board, window, state)];
                        let worth = &men[man(board, digit - 1, square)];
                        row.iter_mut().zip(worth).for_each(|(w, m)| *w += m);
                    }
                }
            }
        });
    }
}

fn man(board: usize, side: usize, square: Square) -> usize {
    board * 100 + side * 50 + usize::from(square.number()) - 1
}

/// From the side to move's view to White's, or back.
fn turned<P: Networked>(position: &P, value: f32) -> f32 {
    match position.turn() {
        Color::White => value,
        Color::Black => -value,
    }
}

impl<P: Networked> Model<P> for Net {
    const SET: &'static str = P::SET;

    fn new() -> Self {
        let mut random = Random::new(7, 0);
        let mut some = |most: f32| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most;
        let men = (0..P::SEEN.len() * 100)
            .map(|_| std::array::from_fn(|_| some(0.15)))
            .collect();
        // Starting with a man's worth spares the network the work of discovering it.
        let plain = (0..P::PLAIN)
            .map(|i| {
                if i % (P::PLAIN / P::SEEN.len()) == PLAIN_MEN {
                    [0.8; 2]
                } else {
                    [0.0; 2]
                }
            })
            .collect();
        Self {
            rows: vec![[0.0; UNITS]; P::ROWS],
            row_squares: vec![[FIRST; UNITS]; P::ROWS],
            men,
            men_squares: [FIRST; UNITS],
            bias: [0.5; UNITS],
            bias_squares: [FIRST; UNITS],
            full: [std::array::from_fn(|_| some(0.1)); STAGES],
            full_squares: [[FIRST; UNITS]; STAGES],
            stage: [0.0; STAGES],
            stage_squares: [FIRST; STAGES],
            plain,
            plain_squares: vec![[FIRST; 2]; P::PLAIN],
        }
    }

    fn is_whole(&self) -> bool {
        [self.rows.len(), self.row_squares.len()] == [P::ROWS; 2]
            && [self.plain.len(), self.plain_squares.len()] == [P::PLAIN; 2]
            && self.men.len() == P::SEEN.len() * 100
    }

    fn logit(&self, position: &P) -> f32 {
        turned(position, self.logit_of(position, &self.sums(position)))
    }

    fn learn(&mut self, position: &P, step: &Step, error: &mut dyn FnMut(f32) -> f32) {
        let sums = self.sums(position);
        let logit = self.logit_of(position, &sums);
        let error = turned(position, error(turned(position, logit)));
        let phase = phase(position);
        network::visit_plain(position, |feature, count| {
            for (p, share) in phase.into_iter().enumerate() {
                let gradient = error * count as f32 * share;
                let (weights, squares) = (&mut self.plain, &mut self.plain_squares);
                descend(
                    &mut weights[feature][p],
                    &mut squares[feature][p],
                    gradient,
                    step.rate,
                );
            }
        });
        let rate = RATE * step.rate;
        let stage = network::stage(position);
        descend(
            &mut self.stage[stage],
            &mut self.stage_squares[stage],
            error,
            rate,
        );
        // What each sum should have been less.
        let (weights, squares) = (&mut self.full[stage], &mut self.full_squares[stage]);
        let mut gradients = [0.0; UNITS];
        for unit in 0..UNITS {
            let sum = sums[unit];
            if sum > 0.0 && sum < 1.0 {
                gradients[unit] = error * weights[unit];
            }
            let gradient = error * sum.clamp(0.0, 1.0);
            descend(&mut weights[unit], &mut squares[unit], gradient, rate);
        }
        let descend = |row: &mut Units, squares: &mut Units| {
            for unit in 0..UNITS {
                descend(&mut row[unit], &mut squares[unit], gradients[unit], rate);
            }
        };
        descend(&mut self.bias, &mut self.bias_squares);
        // The men share their sums of squares: a step is the same for all of them.
        let mut by = [0.0; UNITS];
        descend(&mut by, &mut self.men_squares);
        Self::visit_men(position, |man| {
            self.men[man].iter_mut().zip(by).for_each(|(w, b)| *w += b);
        });
        network::visit_rows(position, |row| {
            descend(&mut self.rows[row], &mut self.row_squares[row]);
        });
    }

    fn round(&mut self, scale: f32) -> Vec<u8> {
        self.fold::<P>();
        let full = f32::from(FULL);
        let part = scale * FULL_UNIT as f32;
        let unit = scale * UNIT as f32;
        let round = |weight: f32, by: f32| (weight * by).round().clamp(-32_767.0, 32_767.0) as i16;
        let mut weights = NetworkWeights {
            rows: self
                .rows
                .iter()
                .map(|r| r.map(|w| round(w, full)))
                .collect(),
            bias: self.bias.map(|w| round(w, full)),
            full: self.full.map(|row| row.map(|w| round(w, part))),
            stage: self.stage.map(|w| round(w, unit)),
            plain: self
                .plain
                .iter()
                .map(|p| p.map(|w| round(w, unit)))
                .collect(),
        };
        weights.round();
        self.rows = weights
            .rows
            .iter()
            .map(|r| r.map(|w| f32::from(w) / full))
            .collect();
        self.bias = weights.bias.map(|w| f32::from(w) / full);
        self.full = weights.full.map(|row| row.map(|w| f32::from(w) / part));
        self.stage = weights.stage.map(|w| f32::from(w) / unit);
        self.plain = weights
            .plain
            .iter()
            .map(|p| p.map(|w| f32::from(w) / unit))
            .collect();
        weights.write::<P>()
    }
}
