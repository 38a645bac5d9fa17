//! Training positions out of games.

use std::path::PathBuf;

use damier_core::{Color, Position, Rules};
use damier_search::EVAL_LIMIT;

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
}

/// Every so many games one is held out.
const HELD_OUT: u64 = 20;

/// Reads the quiet, undecided positions of the games in some files, all by the same rules and from their start
/// position. Positions met before are left out. `tell` hears of the games read.
pub fn read<P: Position<Geometry = damier_core::Board10>>(
    files: &[PathBuf],
    rules: Rules,
    start: P,
    tell: &mut dyn FnMut(u64),
) -> Result<Samples<P>, RecordError> {
    let mut samples = Samples {
        training: vec![],
        held_out: vec![],
        games: 0,
        played_out: [0; 2],
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
            let mut position = start;
            for (ply, &choice) in game.moves.iter().enumerate() {
                let legal = position.legal_moves();
                let Some(mv) = legal.get(usize::from(choice)) else {
                    break;
                };
                if let Some(&score) = game.scores.get(ply.wrapping_sub(usize::from(game.opening)))
                    && i32::from(score).abs() < EVAL_LIMIT
                    && !mv.is_capture()
                    && !position.can_capture(!position.turn())
                    && seen.insert(position.key())
                {
                    let white = position.turn() == Color::White;
                    let sample = Sample {
                        position,
                        score: if white { score } else { -score },
                        result: f32::from(game.result + 1) / 2.0,
                    };
                    if held_out {
                        samples.held_out.push(sample);
                    } else {
                        samples.training.push(sample);
                    }
                }
                position.play_unchecked(mv);
            }
        }
    }
    Ok(samples)
}
