//! Draughts in writing: FEN, move text, Hub and DXP positions and diagrams of both games.
//!
//! Takes text and gives text; it opens no files and knows no protocol.
//!
//! ```
//! use damier_core::{Position, Single};
//! use damier_notation::movetext::{self, Form, MoveTextError};
//! use damier_notation::{fen, hub};
//!
//! // A white king that can capture from 46 to 2 in two ways.
//! let read = fen::read("W:WK46:B7,21,22,37,40")?;
//! let position: Single = Single::from_setup(&read.setup)?;
//! assert_eq!(hub::write(&position), "WeeeeeebeeeeeeeeeeeeebbeeeeeeeeeeeeeebeebeeeeeWeeee");
//!
//! // The short form does not say which, so nothing is guessed: the choices are listed.
//! let Err(MoveTextError::Ambiguous { choices, .. }) = movetext::read(&position, "46x2") else {
//!     panic!("two captures share start and end");
//! };
//! assert_eq!(choices, ["46x32x16x2", "46x28x11x2"]);
//!
//! let mv = movetext::read(&position, "46x28x11x2")?;
//! assert_eq!(movetext::write(&position, &mv, Form::Hub), "46x2x7x22x37");
//! assert_eq!(fen::write(&position.play(&mv)?), "B:WK2:B21,40");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod diagram;
pub mod dxp;
pub mod fen;
pub mod hub;
mod letters;
pub mod movetext;
pub mod pattern;
pub mod pdn;
mod position;
#[cfg(feature = "serde")]
pub mod records;
pub mod svg;

pub use letters::{LettersError, LettersProblem};
pub use position::{PositionError, read_position};
