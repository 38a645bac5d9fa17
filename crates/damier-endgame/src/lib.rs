//! Endgame tables of international and Alician draughts: build, verify, pack, probe.
#![allow(dead_code, missing_docs)]
mod build;
mod game;
mod index;
mod material;
mod pack;
mod solve;
mod stats;
mod table;
mod tables;
mod wld;
// pub mod lab;
pub use build::{Build, BuildError, BuildReport, Observer, Progress};
pub use game::Tabled;
pub use material::{MOST_PIECES, Material, MaterialError};
pub use pack::{Contents, Part, Subject, TableError};
pub use stats::{ClassStats, PartStats};
pub use tables::{DEFAULT_CACHE, Refused, Tables};
pub use wld::Wld;
