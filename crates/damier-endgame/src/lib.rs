//! Endgame tables of international and Alician draughts: build, verify, pack, probe.
//!
//! The smallest classes are part of the program:
//!
//! ```
//! use damier_core::{Rules, Single};
//! use damier_endgame::{Tables, Wld};
//!
//! let tables = Tables::<Single>::embedded(Rules::International);
//! let damier_core::AnyPosition::International(position) =
//!     damier_notation::read_position("W:WK10:BK5", Some(Rules::International))?
//! else {
//!     unreachable!("international draughts was asked for");
//! };
//! // White wins in three plies: one of the sixteen longest wins of king against king.
//! assert_eq!(tables.probe(&position), Some(Wld::Win));
//! # Ok::<(), damier_notation::PositionError>(())
//! ```

mod build;
mod draws;
mod embedded;
mod folder;
mod game;
mod index;
mod material;
mod pack;
mod placements;
mod root;
mod search;
mod solve;
mod stats;
mod table;
mod tables;
mod verify;
mod wld;

pub use build::{Build, BuildError, BuildReport, Observer, Progress};
pub use draws::{
    ClassSurvey, Example, Property, Survey, Words, page as draws_page, survey as survey_draws,
};
pub use embedded::bundle;
pub use folder::{FOLDER_VARIABLE, Folder};
pub use game::Tabled;
pub use material::{MOST_PIECES, Material, MaterialError};
pub use pack::{Contents, Part, Subject, TableError};
pub use root::{RootMove, RootProbe, Worth, probe_root};
pub use stats::{ClassStats, PartStats};
pub use tables::{DEFAULT_CACHE, Refused, Tables};
pub use verify::{Extent, Verified, VerifyError, Wrong, verify};
pub use wld::Wld;
