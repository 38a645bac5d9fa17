//! Self-play and fitting.
pub mod fit;
mod random;
pub mod record;
pub mod samples;
pub mod selfplay;

pub use random::Random;
