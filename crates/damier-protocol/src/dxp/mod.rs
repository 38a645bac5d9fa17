//! The `DamExchange` protocol, version 1: messages between two programs that play each other.
//!
//! [`FrameBuffer`] puts messages together from bytes, [`Message`] reads and writes them, [`Session`] is one end of a
//! connection. Knows no socket: who listens and who connects has nothing to do with who asks for games.

mod config;
mod event;
mod frame;
mod message;
mod play;
mod receive;
mod record;
mod request;
mod session;

/// The port that programs listen on unless they are told another.
pub const PORT: u16 = 27_531;

pub use config::{Config, Role, TakeBacks};
pub use event::{Event, SessionError, Turn};
pub use frame::{FrameBuffer, FrameError, LONGEST};
pub use message::{BackCode, GameMove, Message, MessageError, MessageProblem, Reason, Refusal};
pub use record::{Ending, GameRecord, Standing};
pub use request::{GameRequest, Minutes, MinutesError};
pub use session::Session;
