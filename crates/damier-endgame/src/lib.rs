//! Endgame tables of international and Alician draughts: build, verify, pack, probe.
#![allow(
    dead_code,
    missing_docs,
    unused_imports,
    clippy::pedantic,
    clippy::nonminimal_bool,
    reason = "being written: no command uses it yet"
)]
mod build;
mod draws;
mod embedded;
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
pub use game::Tabled;
pub use material::{MOST_PIECES, Material, MaterialError};
pub use pack::{Contents, Part, Subject, TableError};
pub use root::{RootMove, RootProbe, Worth, probe_root};
pub use stats::{ClassStats, PartStats};
pub use tables::{DEFAULT_CACHE, Refused, Tables};
pub use verify::{Extent, Verified, VerifyError, Wrong, verify};
pub use wld::Wld;
