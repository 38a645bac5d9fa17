//! Self-play and fitting.
mod random;
pub mod record;
pub mod selfplay;

pub use random::Random;
