//! Matches between engines that need not trust each other: programs behind Hub or DXP, on equal openings, with the
//! clocks on this side, every fault counted and named, every game recorded, and the result with its uncertainty.
//!
//! It knows no search: engines are other programs. It prints nothing: an [`Observer`] is told.
//!
//! ```no_run
//! use damier_match::{EngineSpec, Match, Openings, Plan};
//!
//! let mut plan = Plan::new(
//!     "hub::./damier-engine hub".parse::<EngineSpec>()?,
//!     "hub::./other-engine hub".parse::<EngineSpec>()?,
//! );
//! plan.limit = "0.1".parse()?;
//! plan.games = 100;
//! plan.openings = Openings::Random { plies: 8, seed: 1 };
//! let report = Match::new(plan)?.run(&mut ())?;
//! println!("{}", report.standing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arbiter;
mod error;
mod limit;
mod opening;
mod pdn;
mod plan;
mod players;
mod random;
mod record;
mod report;
mod run;
mod state;
pub mod statistics;

pub use error::MatchError;
pub use limit::{Limit, LimitError};
pub use opening::{Opening, OpeningError, Openings};
pub use plan::{EngineSpec, EngineSpecError, Link, Plan};
pub use record::{Cause, GameRecord, MoveRecord, Side};
pub use report::{Report, Standing};
pub use run::{Match, Observer};
