//! What keeps a match from being played.

use std::path::PathBuf;

use thiserror::Error;

use crate::opening::OpeningError;
use crate::record::Side;
use crate::statistics::SprtError;

/// What keeps a match from being played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The test makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A setting makes no sense.
    #[error("{0}")]
    Plan(String),
    /// An engine cannot be started or set up.
    #[error("engine {side}: {problem}")]
    Engine {
        /// Which.
        side: Side,
        /// What is wrong.
        problem: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {problem}")]
    File {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        problem: std::io::Error,
    },
    /// The state file is of another match.
    #[error(
        "{path}: this is the state of another match: {field} was {found}, now {expected}; use another file, or the same settings"
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The setting that differs.
        field: String,
        /// What the file has.
        found: String,
        /// What the plan has.
        expected: String,
    },
    /// The state file is damaged elsewhere than at its end.
    #[error("{path}, line {line}: {problem}")]
    State {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}
