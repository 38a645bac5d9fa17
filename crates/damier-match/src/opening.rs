//! Where games start: ballots from a file, or random moves.

use std::collections::HashSet;

use damier_core::{AnyPosition, Color, Move, Rules, with_position};
use damier_notation::{movetext, read_position};
use damier_protocol::AnyGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::Random;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// The text of a file: on each line a FEN, or moves from the start position. Empty lines and lines that start
    /// with `//`, `#` or `%` are left out.
    Text {
        /// The text.
        text: String,
        /// Changes their order; `None` keeps it.
        shuffle: Option<u64>,
    },
    /// Random moves from the start position. Openings differ from each other, are quiet, and no side is ahead.
    Random {
        /// Number of moves.
        plies: usize,
        /// Where the randomness comes from.
        seed: u64,
    },
}

impl Default for Openings {
    fn default() -> Self {
        Self::Random { plies: 8, seed: 1 }
    }
}

/// An opening: a start and moves that were played from it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game so far.
    pub game: AnyGame,
}

/// Openings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A line is no opening.
    #[error("openings, line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// There are none.
    #[error("no openings: expected a FEN or moves on at least one line")]
    Empty,
    /// Random moves give too few different ones.
    #[error(
        "{found} different openings of {plies} random plies were found: expected {wanted}; use more plies"
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many are needed.
        wanted: usize,
        /// Their length.
        plies: usize,
    },
}

/// Attempts for every opening that is wanted.
const ATTEMPTS: usize = 1_000;

impl Openings {
    /// The first `wanted` openings; those of a file begin again after the last.
    pub fn take(&self, rules: Rules, wanted: usize) -> Result<Vec<Opening>, OpeningError> {
        match self {
            Self::Text { text, shuffle } => {
                let mut openings = vec![];
                for (i, line) in text.lines().enumerate() {
                    let line = line.trim().trim_start_matches('\u{feff}');
                    let comment = ["//", "#", "%"].iter().any(|mark| line.starts_with(mark));
                    if !line.is_empty() && !comment {
                        openings.push(read(line, rules).map_err(|problem| OpeningError::Line {
                            line: i + 1,
                            problem,
                        })?);
                    }
                }
                if openings.is_empty() {
                    return Err(OpeningError::Empty);
                }
                if let Some(seed) = shuffle {
                    let mut random = Random::new(*seed);
                    for i in (1..openings.len()).rev() {
                        openings.swap(i, random.below(i + 1));
                    }
                }
                Ok(openings.into_iter().cycle().take(wanted).collect())
            }
            Self::Random { plies, seed } => random_openings(rules, *plies, *seed, wanted),
        }
    }
}

fn read(line: &str, rules: Rules) -> Result<Opening, String> {
    let game = if line.contains(':') || line.chars().all(|c| c.is_ascii_alphabetic()) {
        let position = read_position(line, Some(rules)).map_err(|e| e.to_string())?;
        AnyGame::new(position)
    } else {
        let mut game = AnyGame::new(rules.start());
        for word in line.split_whitespace() {
            // Move numbers may stand between or before them.
            let text = word.rsplit_once('.').map_or(word, |(_, text)| text);
            if text.is_empty() {
                continue;
            }
            let mv = game.read_move(text).map_err(|e| format!("{text}: {e}"))?;
            game.play(&mv).map_err(|e| e.to_string())?;
        }
        game
    };
    if let Some(outcome) = game.outcome() {
        return Err(format!("the game is over: {outcome}"));
    }
    Ok(Opening { game })
}

fn random_openings(
    rules: Rules,
    plies: usize,
    seed: u64,
    wanted: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let mut random = Random::new(seed);
    let mut known = HashSet::new();
    let mut openings = vec![];
    for _ in 0..wanted * ATTEMPTS {
        if openings.len() == wanted {
            break;
        }
        if let Some(opening) = random_opening(rules, plies, &mut random)
            && known.insert(opening.game.position())
        {
            openings.push(opening);
        }
    }
    if openings.len() < wanted {
        return Err(OpeningError::TooFew {
            found: openings.len(),
            wanted,
            plies,
        });
    }
    Ok(openings)
}

fn random_opening(rules: Rules, plies: usize, random: &mut Random) -> Option<Opening> {
    let mut game = AnyGame::new(rules.start());
    for _ in 0..plies {
        let legal = game.legal_moves();
        let mv = legal.get(random.below(legal.len()))?;
        game.play(mv).ok()?;
    }
    let quiet = !game.legal_moves().iter().any(Move::is_capture);
    let even = with_position!(game.position(), |p| {
        let count = |color| damier_core::Position::material(&p, color);
        count(Color::White) == count(Color::Black)
    });
    (quiet && even && game.outcome().is_none()).then_some(Opening { game })
}

impl Opening {
    /// The position in which the engines take over.
    pub fn position(&self) -> AnyPosition {
        self.game.position()
    }

    /// Its moves in short form, for people.
    pub fn moves(&self) -> String {
        let mut replay = AnyGame::new(self.game.start());
        let mut words = vec![];
        for mv in self.game.moves() {
            words.push(with_position!(replay.position(), |p| movetext::write(
                &p,
                &mv,
                movetext::Form::Short
            )));
            // The moves were legal when they were made.
            let _ = replay.play(&mv);
        }
        words.join(" ")
    }
}
