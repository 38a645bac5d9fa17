//! Training positions out of games.

use std::path::PathBuf;

use damier_core::{Color, Move, Position, Rules};
use damier_search::{EVAL_LIMIT, Endgame, Verdict};

use crate::record::{Games, RecordError};

/// A quiet position and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<P> {
    /// The position; neither side can capture.
    pub position: P,
    /// Score of the search, hundredths of a man for White.
    pub score: i16,
    /// 1 if White won, 0 if Black did, a half for a draw.
    pub result: f32,
}

/// Positions for training and positions of other games to judge by.
#[derive(Clone, Debug, Default)]
pub struct Samples<P> {
    /// To fit.
    pub training: Vec<Sample<P>>,
    /// To judge: from one game in twenty.
    pub held_out: Vec<Sample<P>>,
    /// Games read.
    pub games: u64,
    /// Adjudicated games that were played out, and how many of them came out otherwise.
    pub played_out: [u64; 2],
    /// Games whose result was not what the tables say.
    pub corrected: u64,
}

/// Every so many games one is held out.
const HELD_OUT: u64 = 20;

/// Reads the quiet, undecided positions of the games in some files, all by the same rules and from their start
/// position. Positions met before are left out. Once a game has come to positions that `tables` know, its result is
/// what they say of the first, and theirs what they say of each. `tell` hears of the games read.
pub fn read<P: Position<Geometry = damier_core::Board10>>(
    files: &[PathBuf],
    rules: Rules,
    start: P,
    tables: Option<&dyn Endgame<P>>,
    tell: &mut dyn FnMut(u64),
) -> Result<Samples<P>, RecordError> {
    let mut samples = Samples {
        training: vec![],
        held_out: vec![],
        games: 0,
        played_out: [0; 2],
        corrected: 0,
    };
    let mut seen = std::collections::HashSet::new();
    for file in files {
        let games = Games::open(file)?;
        if games.header().rules != rules.to_string() {
            return Err(RecordError::OtherRules {
                path: file.clone(),
                found: games.header().rules.clone(),
                expected: rules,
            });
        }
        for game in games {
            let game = game?;
            samples.games += 1;
            if samples.games.is_multiple_of(1024) {
                tell(samples.games);
            }
            if let Some(result) = game.played_out {
                samples.played_out[0] += 1;
                samples.played_out[1] += u64::from(result != game.result);
            }
            let held_out = game.number % HELD_OUT == 0;
            let samples_of = if held_out {
                &mut samples.held_out
            } else {
                &mut samples.training
            };
            let first = samples_of.len();
            let mut result = game.result;
            let mut settled = false;
            let mut position = start;
            for (ply, &choice) in game.moves.iter().enumerate() {
                if let Some(verdict) = tables.and_then(|t| verdict(t, &position)) {
                    if !settled {
                        settled = true;
                        samples.corrected += u64::from(verdict != result);
                        for earlier in &mut samples_of[first..] {
                            earlier.result = share(verdict);
                        }
                    }
                    result = verdict;
                }
                let legal = position.legal_moves();
                let Some(mv) = legal.get(usize::from(choice)) else {
                    break;
                };
                if let Some(&score) = game.scores.get(ply.wrapping_sub(usize::from(game.opening)))
                    && i32::from(score).abs() < EVAL_LIMIT
                    && is_quiet(&position, mv)
                    && seen.insert(position.key())
                {
                    let white = position.turn() == Color::White;
                    samples_of.push(Sample {
                        position,
                        score: if white { score } else { -score },
                        result: share(result),
                    });
                }
                position.play_unchecked(mv);
            }
        }
    }
    Ok(samples)
}

/// Whether neither side can capture in a position in which `mv` is legal.
pub(crate) fn is_quiet<P: Position>(position: &P, mv: &Move<P::Geometry>) -> bool {
    !mv.is_capture() && !position.can_capture(!position.turn())
}

/// A result, 1, 0 or -1 for White, as in [`Sample`].
fn share(result: i8) -> f32 {
    f32::from(result + 1) / 2.0
}

/// The result that tables know for a position, for White.
fn verdict<P: Position>(tables: &dyn Endgame<P>, position: &P) -> Option<i8> {
    let pieces = |color| position.material(color).iter().sum::<u32>();
    if pieces(Color::White) + pieces(Color::Black) > tables.max_pieces() {
        return None;
    }
    let mover = match tables.probe(position)? {
        Verdict::Loss => -1,
        Verdict::Draw => 0,
        Verdict::Win => 1,
    };
    Some(match position.turn() {
        Color::White => mover,
        Color::Black => -mover,
    })
}
