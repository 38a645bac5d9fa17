//! What a result says about strength. Pairs of games on one opening with colours changed are the unit: the games of a
//! pair depend on each other, pairs do not. Knows nothing of games.

mod elo;
mod pairs;
mod sprt;

pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use pairs::{Counts, Pairs};
pub use sprt::{Decision, Model, Sprt, SprtError};
