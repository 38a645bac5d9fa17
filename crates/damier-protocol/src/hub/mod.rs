//! The Hub protocol, version 2: text lines between an engine and the program that drives it.
//!
//! A reader of [`Line`]s that takes what any known program writes, a writer that writes what every known program
//! reads, and a state machine for either side. Knows no pipe: see [`LineBuffer`] for bytes that arrive in pieces.

mod action;
mod driver;
mod engine;
mod info;
mod level;
mod line;
mod moves;
mod parameter;
mod score;

pub use action::{Action, Identity, Job, Mode, Progress};
pub use driver::{Driver, DriverError, Event, History, SearchId};
pub use engine::Engine;
pub use info::Info;
pub use level::{Level, LevelError};
pub use line::{Argument, Line, LineBuffer, LineError, LineProblem, quote};
pub use moves::read_move;
pub use parameter::{Declaration, DeclarationError, Kind, Parameter, Value, ValueError};
pub use score::Score;
