//! Self-play, the files its games are kept in, and fitting of evaluations. It prints nothing and knows no command.
//!
//! ```
//! use damier_core::Single;
//! use damier_learn::selfplay::{Settings, play};
//! use damier_search::{Engine, InternationalByHand};
//!
//! let mut engine = Engine::new(InternationalByHand::default(), 1)?;
//! let settings = Settings { nodes: 20, longest: 60, ..Settings::default() };
//! // A game depends on the seed and its number alone; one whose random opening is not balanced is left out.
//! let mut game = |number| play(&settings, number, <Single>::default(), &mut engine);
//! assert_eq!(game(3), game(3));
//! assert!((0..20).filter_map(game).count() > 0);
//! # Ok::<(), damier_search::TableSizeError>(())
//! ```
mod crew;
pub mod fit;
mod random;
pub mod record;
pub mod rescore;
pub mod samples;
pub mod selfplay;

pub use random::Random;
