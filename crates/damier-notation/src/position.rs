//! A position from whatever text a user gives: FEN or Hub string. Knows no other notation.

use damier_core::{AnyPosition, Rules, SetupErrors};
use thiserror::Error;

use crate::fen::{self, FenError};
use crate::hub::{self, HubError};

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It looks like a FEN and is none.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// It looks like a Hub position string and is none.
    #[error("bad position (without a colon it is read as a Hub string): {0}")]
    Hub(#[from] HubError),
    /// Nobody could play on from it.
    #[error("not a position: {0}")]
    Setup(#[from] SetupErrors),
}

/// Reads a FEN (it has a colon) or a Hub position string (it has none). Without `rules` two boards mean Alician
/// draughts under its default reading, one board international draughts.
pub fn read_position(text: &str, rules: Option<Rules>) -> Result<AnyPosition, PositionError> {
    let hub = !text.trim().is_empty() && text.trim().chars().all(|c| c.is_ascii_alphabetic());
    let setup = if hub {
        hub::read(text)?
    } else {
        fen::read_playable(text)?.setup
    };
    let rules = rules.unwrap_or(match setup.b {
        None => Rules::International,
        Some(_) => Rules::Alician(damier_core::Reading::DEFAULT),
    });
    Ok(rules.position(&setup)?)
}
