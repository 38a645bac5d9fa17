//! Search and evaluation.
mod alician;
mod endgame;
mod engine;
mod evaluate;
mod international;
mod learned;
mod limits;
mod ordering;
mod score;
mod table;
mod time;
mod tuning;
mod worker;

pub use alician::AlicianByHand;
pub use endgame::{Endgame, Verdict};
pub use engine::{Engine, Found, MAX_THREADS, Observer, Progress};
pub use evaluate::{Evaluate, Material};
pub use international::InternationalByHand;
pub use learned::{Features, Learned, UNIT, Weights, WeightsError};
pub use limits::{Clock, Control, Limits, LimitsError, seconds};
pub use score::{EVAL_LIMIT, INFINITE, MAX_PLY, Score, TABLE_WIN, WIN};
pub use table::{MAX_HASH_MIB, Table, TableSizeError};
pub use tuning::Tuning;
