//! PDN: games in text.
//!
//! [`Reader`] goes through a file and tells a [`Visitor`] what it finds. [`Games`] makes a [`Record`] of each game: its
//! [`Game`] tree, its place, and what was wrong with its text. [`resolve`] plays its moves. [`write()`] writes it.
//!
//! ```
//! use damier_notation::pdn::{Games, WriteOptions, resolve, write};
//!
//! let text = "[White \"A\"] [Result \"1-0\"] 1. 32-28 19-23 (18-23 2. 38-32) 2. 28x19 14:23 1-0";
//! let record = Games::new(text.as_bytes()).next().expect("there is a game")?;
//! let resolution = resolve(&record.game);
//! assert!(resolution.is_complete());
//! let game = record.game.normalized(&resolution);
//! assert_eq!(
//!     write(&game, &WriteOptions::default()),
//!     "[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23 2-0\n"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

mod comment;
mod decode;
mod diagnostic;
mod games;
mod legality;
mod normal;
mod problem;
mod reader;
mod refusal;
mod result;
mod run;
mod source;
mod token;
mod tree;
mod visitor;
mod write;

pub use comment::{Clock, Command, clock, commands, evaluation};
pub use decode::Encoding;
pub use diagnostic::{Diagnostic, Excerpt};
pub use games::{Games, Record};
pub use legality::{Resolution, Resolver, Step, resolve};
pub use problem::{Problem, ProblemKind, Severity, Span};
pub use reader::{Place, ReadOptions, Reader};
pub use refusal::{Refusal, rules_of, variant_tag};
pub use result::{GameResult, ResultStyle};
pub use tree::{Game, HeaderEntry, HeaderItem, Item, Node};
pub use visitor::{RawText, Variation, Visitor};
pub use write::{WriteOptions, write};

/// Runs of `!` and `?` with a glyph of their own.
const STRENGTHS: [(&str, u32); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

fn nag_of(strength: &[u8]) -> Option<u32> {
    STRENGTHS
        .into_iter()
        .find(|(text, _)| text.as_bytes() == strength)
        .map(|(_, nag)| nag)
}

fn strength_of(nag: u32) -> Option<&'static str> {
    STRENGTHS
        .into_iter()
        .find(|(_, n)| *n == nag)
        .map(|(text, _)| text)
}
