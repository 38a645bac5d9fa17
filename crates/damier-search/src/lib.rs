//! Search and evaluation for international and Alician draughts.
//!
//! ```
//! use damier_core::{Game, Single};
//! use damier_search::{Control, Engine, InternationalByHand, Limits, Progress};
//!
//! let mut engine = Engine::new(InternationalByHand::default(), 16)?;
//! let game = Game::new(Single::default());
//! let found = engine.search(&game, &Limits::depth(6), &Control::new(), &mut |p: &Progress| {
//!     println!("depth {} score {} nodes {}", p.depth, p.score, p.nodes);
//! });
//! assert!(game.position().play(&found.best.unwrap()).is_ok());
//! # use damier_core::Position;
//! # Ok::<(), damier_search::TableSizeError>(())
//! ```
//!
//! An [`Engine`] keeps its hash table and what it learned from move to move; a [`Game`](damier_core::Game) carries the
//! history, so that repetitions and draw counts are seen. A [`Control`] ends a search from another thread. The search
//! knows no protocol and prints nothing: an [`Observer`] hears of its progress.

mod alician;
pub mod book;
mod choice;
mod contempt;
mod endgame;
mod engine;
mod evaluate;
mod international;
mod learned;
mod level;
mod limits;
mod node;
mod ordering;
mod quiesce;
mod score;
mod table;
mod time;
mod tuning;
mod worker;

pub use alician::AlicianByHand;
pub use choice::{Choice, Evaluation, Playable};
pub use endgame::{Endgame, Verdict};
pub use engine::{Engine, Found, MAX_CONTEMPT, MAX_THREADS, Observer, Progress};
pub use evaluate::{Evaluate, Material};
pub use international::InternationalByHand;
pub use learned::{
    Features, Judged, Learned, Network, Networked, UNIT, Weights, WeightsError, Windows8,
    Windows12, network,
};
pub use level::{FULL_LEVEL, level_nodes};
pub use limits::{Clock, Control, Gate, Limits, LimitsError, seconds};
pub use score::{EVAL_LIMIT, INFINITE, MAX_PLY, Score, TABLE_WIN, WIN};
pub use table::{MAX_HASH_MIB, Table, TableSizeError};
pub use tuning::Tuning;
