//! A small network: every window of men is a vector of numbers, as is every king on its square. The vectors of a position
//! are added up; what the sums come to between nothing and full, weighed, is the score.
//!
//! The position is seen by the side to move, with the board turned for Black. A handful of plain features (men, kings)
//! are added with weights of their own.

use std::sync::Arc;

use damier_core::{Alician, BoardName, Color, Single, Square};

use super::container::{self, WeightsError};
use super::features::{Judged, compare, compared};
use super::weights::UNIT;
use super::windows;
use crate::evaluate::Evaluate;

/// Sums of a network.
pub const UNITS: usize = 32;
/// A sum that is full.
pub const FULL: i16 = 512;
/// Numbers of pieces that have weights of their own: 1 to 5, 6 to 10 and so on.
pub const STAGES: usize = 8;
/// Weights of full sums in one hundredth of a man.
pub const FULL_UNIT: i32 = 32;

/// Windows of a board, each with its states.
const WINDOWS: usize = 2 * windows::PAIRS;
/// Rows of one board: windows, kings of the side to move, kings of the other side.
const BOARD: usize = WINDOWS * windows::STATES + 100;

/// A game that a network can judge.
pub trait Networked: Judged {
    /// Name and version of what the network looks at.
    const SET: &'static str;
    /// The boards that are looked at.
    const SEEN: &'static [BoardName];
    /// Vectors.
    const ROWS: usize = Self::SEEN.len() * BOARD;
    /// Plain features.
    const PLAIN: usize = Self::SEEN.len() * compared::COUNT;
}

impl Networked for Single {
    const SET: &'static str = "international network-32 1";
    const SEEN: &'static [BoardName] = &[BoardName::A];
}

impl Networked for Alician {
    const SET: &'static str = "alician network-32 1";
    const SEEN: &'static [BoardName] = &[BoardName::A, BoardName::B];
}

/// The plain feature that counts men: the unit of all scores.
pub const PLAIN_MEN: usize = compared::MEN;

/// Calls `visit` for the vectors of a position.
#[inline(always)]
pub fn visit_rows<P: Networked>(position: &P, mut visit: impl FnMut(usize)) {
    let us = position.turn();
    for (i, &name) in P::SEEN.iter().enumerate() {
        let board = position.board(name);
        let at = i * BOARD;
        windows::visit_all(board.men(us), board.men(!us), us, &mut |state| {
            visit(at + state);
        });
        let kings = [board.kings(us), board.kings(!us)];
        if (kings[0] | kings[1]).any() {
            for (side, kings) in kings.into_iter().enumerate() {
                for square in kings {
                    visit(at + WINDOWS * windows::STATES + side * 50 + seen(square, us));
                }
            }
        }
    }
}

/// A square from 0 to 49 as a side sees it.
#[inline(always)]
fn seen(square: Square, us: Color) -> usize {
    let number = usize::from(square.number());
    match us {
        Color::White => number - 1,
        Color::Black => 50 - number,
    }
}

/// Calls `visit` with (plain feature, count) for those that are not zero; counts are the side to move's minus the other's.
#[inline(always)]
pub fn visit_plain<P: Networked>(position: &P, mut visit: impl FnMut(usize, i32)) {
    for (i, &name) in P::SEEN.iter().enumerate() {
        let at = i * compared::COUNT;
        compare(&position.board(name), position.turn(), at, &mut visit);
    }
}

/// The weights of a position's stage.
#[inline(always)]
pub fn stage<P: Judged>(position: &P) -> usize {
    ((position.pieces().max(1) - 1) as usize / 5).min(STAGES - 1)
}

/// Calls `visit` with (window, place in the window, square) for each square of each window, as a side sees them: the state
/// of a window is the sum of 3^(7 - place) times 0, 1 or 2 for nothing, an own or an enemy man.
pub fn window_squares(mut visit: impl FnMut(usize, usize, Square)) {
    for window in 0..WINDOWS {
        let (row, column) = windows::corner(window);
        for square in Square::all() {
            let bits = damier_core::Bitboard::from(square).window(row, column);
            if bits != 0 {
                visit(window, bits.trailing_zeros() as usize, square);
            }
        }
    }
}

/// The number of the vector of a window's state on one of the boards.
pub fn row_of(board: usize, window: usize, state: usize) -> usize {
    board * BOARD + window * windows::STATES + state
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
struct Row([i16; UNITS]);

/// A network as it plays, in whole numbers.
#[derive(Clone, Debug)]
pub struct Network {
    rows: Arc<[Row]>,
    bias: [i16; UNITS],
    full: [[i16; UNITS]; STAGES],
    stage: [i16; STAGES],
    plain: Vec<[i16; 2]>,
}

/// The weights of a network to be written.
#[derive(Clone, Debug, Default)]
pub struct NetworkWeights {
    /// Vectors, in parts of [`FULL`].
    pub rows: Vec<[i16; UNITS]>,
    /// What the sums start from.
    pub bias: [i16; UNITS],
    /// What full sums are worth by stage, [`FULL_UNIT`] parts of a hundredth of a man.
    pub full: [[i16; UNITS]; STAGES],
    /// What the move is worth by stage, [`UNIT`] parts of a hundredth of a man.
    pub stage: [i16; STAGES],
    /// Plain features for a full and a nearly empty board, [`UNIT`] parts of a hundredth of a man.
    pub plain: Vec<[i16; 2]>,
}

/// Bytes of a vector: a shift, then each number shifted down by it and rounded.
const ROW_BYTES: usize = 1 + UNITS;

/// The least shift by which all numbers of a vector fit into a byte.
fn shift(row: &[i16; UNITS]) -> u32 {
    let most = row.iter().map(|w| w.unsigned_abs()).max().unwrap_or(0);
    (0..8).find(|s| most >> s < 127).unwrap_or(8)
}

/// A number as it comes out of the file again.
fn rounded(weight: i16, shift: u32) -> i16 {
    let half = (1 << shift) >> 1;
    ((i32::from(weight) + half) >> shift).clamp(-128, 127) as i16
}

impl NetworkWeights {
    /// The weights as they will be read.
    pub fn round(&mut self) {
        for row in &mut self.rows {
            let shift = shift(row);
            for weight in row {
                *weight = rounded(*weight, shift) << shift;
            }
        }
    }

    /// The bytes of a file: the vectors, then i16s in the order of the fields.
    pub fn write<P: Networked>(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length::<P>());
        for row in &self.rows {
            let shift = shift(row);
            bytes.push(shift as u8);
            bytes.extend(row.iter().map(|&w| rounded(w, shift) as u8));
        }
        let rest = self.bias.iter().chain(self.full.iter().flatten());
        let rest = rest.chain(&self.stage).chain(self.plain.iter().flatten());
        bytes.extend(rest.flat_map(|w| w.to_le_bytes()));
        container::write(P::SET, &bytes)
    }
}

/// Bytes of the weights for a game.
fn length<P: Networked>() -> usize {
    P::ROWS * ROW_BYTES + 2 * (UNITS + STAGES * UNITS + STAGES + 2 * P::PLAIN)
}

impl Network {
    /// Reads a file's bytes.
    pub fn read<P: Networked>(bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = container::read(bytes, P::SET, length::<P>())?;
        let (rows, rest) = weights.split_at(P::ROWS * ROW_BYTES);
        let rows = rows
            .as_chunks::<ROW_BYTES>()
            .0
            .iter()
            .map(|chunk| {
                let shift = u32::from(chunk[0]).min(8);
                Row(std::array::from_fn(|i| {
                    i16::from(chunk[i + 1] as i8) << shift
                }))
            })
            .collect();
        let mut numbers = rest.as_chunks::<2>().0.iter().copied();
        let mut next = || numbers.next().map_or(0, i16::from_le_bytes);
        Ok(Self {
            rows,
            bias: std::array::from_fn(|_| next()),
            full: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            stage: std::array::from_fn(|_| next()),
            plain: (0..P::PLAIN).map(|_| [next(), next()]).collect(),
        })
    }
}

impl<P: Networked> Evaluate<P> for Network {
    #[inline(always)]
    fn evaluate(&self, position: &P) -> i32 {
        let mut sums = self.bias;
        visit_rows(position, |row| {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[row].0) {
                *sum = sum.saturating_add(*weight);
            }
        });
        let stage = stage(position);
        let full: i32 = sums
            .iter()
            .zip(&self.full[stage])
            .map(|(&sum, &weight)| i32::from(sum.clamp(0, FULL)) * i32::from(weight))
            .sum();
        let mut plain = [0_i32; 2];
        visit_plain(position, |feature, count| {
            let weight = self.plain[feature];
            plain[0] += i32::from(weight[0]) * count;
            plain[1] += i32::from(weight[1]) * count;
        });
        let pieces = position.pieces();
        (plain[0] * pieces + plain[1] * (40 - pieces)) / (40 * UNIT)
            + full / (FULL_UNIT * i32::from(FULL))
            + i32::from(self.stage[stage]) / UNIT
    }
}

#[cfg(test)]
mod tests {
    use damier_core::Game;

    use super::*;

    /// A network with some number everywhere.
    fn network<P: Networked>() -> (NetworkWeights, Vec<u8>) {
        let mut seed = 1_u64;
        let mut some = |most: i16| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as i16 % most
        };
        let mut weights = NetworkWeights {
            rows: (0..P::ROWS)
                .map(|_| std::array::from_fn(|_| some(150)))
                .collect(),
            bias: std::array::from_fn(|_| some(300)),
            full: std::array::from_fn(|_| std::array::from_fn(|_| some(3_000))),
            stage: std::array::from_fn(|_| some(100)),
            plain: (0..P::PLAIN).map(|_| [some(900), some(900)]).collect(),
        };
        weights.round();
        let bytes = weights.write::<P>();
        (weights, bytes)
    }

    fn games<P: Networked + Default>() -> Vec<P> {
        let mut positions = vec![];
        for first in 0..20 {
            let mut game = Game::new(P::default());
            let mut ply = first;
            while game.outcome().is_none() && positions.len() < 2_000 && game.len() < 200 {
                positions.push(*game.position());
                let moves = game.position().legal_moves();
                game.play(&moves[ply * 7_919 % moves.len()]).unwrap();
                ply += 1;
            }
        }
        positions
    }

    /// Sums in exact numbers, square by square.
    fn by_the_book<P: Networked>(weights: &NetworkWeights, position: &P) -> f64 {
        // White to move, so that nothing is turned.
        let position = match position.turn() {
            Color::White => *position,
            Color::Black => position.swap_colors(),
        };
        let mut sums = weights.bias.map(f64::from);
        let mut states = vec![0_usize; P::SEEN.len() * WINDOWS];
        window_squares(|window, place, square| {
            for (i, &name) in P::SEEN.iter().enumerate() {
                let digit = match position.board(name).piece_at(square) {
                    Some(piece) if !piece.king => 1 + usize::from(piece.color == Color::Black),
                    _ => 0,
                };
                states[i * WINDOWS + window] += digit * 3_usize.pow(7 - place as u32);
            }
        });
        let mut add = |row: usize| {
            for (sum, &weight) in sums.iter_mut().zip(&weights.rows[row]) {
                *sum += f64::from(weight);
            }
        };
        for (i, state) in states.into_iter().enumerate() {
            add(row_of(i / WINDOWS, i % WINDOWS, state));
        }
        let mut plain = 0.0;
        let full = f64::from(position.pieces()) / 40.0;
        for (i, &name) in P::SEEN.iter().enumerate() {
            let board = position.board(name);
            let mut count = [0.0; 4];
            let mut any = [[false; 2]; 2];
            for (square, piece) in board.iter() {
                let (sign, side) = match piece.color {
                    Color::White => (1.0, 0),
                    Color::Black => (-1.0, 1),
                };
                if piece.king {
                    let number = usize::from(square.number());
                    add(i * BOARD + WINDOWS * windows::STATES + side * 50 + number - 1);
                    any[0][side] = true;
                    any[1][side] |= square.row() + square.column() == 9;
                    count[1] += sign;
                } else {
                    count[0] += sign;
                }
            }
            for (feature, any) in [2, 3].into_iter().zip(any) {
                count[feature] = f64::from(u8::from(any[0])) - f64::from(u8::from(any[1]));
            }
            for (feature, count) in count.into_iter().enumerate() {
                let [many, few] = weights.plain[i * 4 + feature].map(f64::from);
                plain += count * (many * full + few * (1.0 - full));
            }
        }
        let stage = (position.pieces() as usize - 1) / 5;
        let hidden: f64 = (0..UNITS)
            .map(|u| sums[u].clamp(0.0, 512.0) / 512.0 * f64::from(weights.full[stage][u]) / 32.0)
            .sum();
        hidden + plain / 8.0 + f64::from(weights.stage[stage]) / 8.0
    }

    fn agrees<P: Networked + Default>() {
        let (weights, bytes) = network::<P>();
        let network = Network::read::<P>(&bytes).unwrap();
        let mut kings = false;
        for position in games::<P>() {
            let expected = by_the_book(&weights, &position);
            let [found, turned] = [position, position.swap_colors()].map(|p| network.evaluate(&p));
            assert_eq!(found, turned, "{position:?}");
            // Three parts are each rounded towards zero.
            assert!((f64::from(found) - expected).abs() <= 3.0, "{position:?}");
            kings |= Color::ALL.iter().any(|&c| position.material(c)[1] > 0);
        }
        assert!(kings);
    }

    #[test]
    fn the_fast_sums_are_those_of_the_definition() {
        agrees::<Single>();
        agrees::<Alician>();
    }
}
