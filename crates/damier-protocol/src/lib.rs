//! Hub and DXP, the protocols that draughts programs speak: messages and state machines for both sides of each.
//!
//! It opens no pipe and no socket, starts no thread and reads no clock: bytes and the time go in, actions come out.
//!
//! - [`hub`]: text lines between an engine and a program that drives it. [`hub::Engine`] is the engine's side,
//!   [`hub::Driver`] the other one.
//! - [`dxp`]: messages between two programs that play each other. [`dxp::Session`] is either of them.
//!
//! ```
//! use damier_protocol::hub::{Action, Engine, Identity};
//!
//! let identity = Identity { name: "example".into(), version: "1".into(), ..Identity::default() };
//! let mut engine = Engine::new(identity, vec![]);
//! engine.receive("ping");
//! assert_eq!(engine.poll(), Some(Action::Send("pong".into())));
//! engine.receive("level move-time=0.5");
//! engine.receive("go think");
//! let Some(Action::Search(job)) = engine.poll() else { panic!("expected a search") };
//! assert_eq!(job.game.legal_moves().len(), 9);
//! ```

pub mod dxp;
mod game;
pub mod hub;

pub use game::AnyGame;
