//! Rules and bitboards of international draughts (10x10) and Alician draughts (the same game on two boards).
//!
//! It knows positions, moves and games, and nothing of text formats, engines or screens: no input or output, no
//! clock, no threads but those of [`Perft`], which end before it returns.
//!
//! # A game
//!
//! ```
//! use damier_core::{Article, Game, Position, Single, explain, Explanation, Square};
//!
//! // A square is named by its number in PDN, 1 to 50; 32 to 28 is what White plays first here.
//! let square = |number| Square::new(number).unwrap();
//! let find = |game: &Game<Single>, from, to| {
//!     let moves = game.position().legal_moves();
//!     moves.iter().find(|m| m.from == square(from) && m.to == square(to)).copied()
//! };
//! let mut game = Game::<Single>::default();
//! assert_eq!(game.position().legal_moves().len(), 9);
//! for (from, to) in [(32, 28), (19, 23)] {
//!     let mv = find(&game, from, to).expect("a legal move");
//!     game.play(&mv)?;
//! }
//!
//! // Capturing is compulsory, so there is one move now, and every other one is refused with its article.
//! let moves: Vec<String> = game.position().legal_moves().iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["28x19x23"]);
//! let Explanation::Illegal(why) = explain(game.position(), square(31), square(26), None) else {
//!     panic!("31-26 is not legal here");
//! };
//! assert_eq!(why.reason.article(), Article::Obligation);
//! assert!(game.outcome().is_none());
//! # Ok::<(), damier_core::IllegalMove>(())
//! ```
//!
//! # Where to look
//!
//! * [`Single`] is a game on one board, [`Alician`] the game on two; both are a [`Position`], small plain data to
//!   copy and play on. [`Game`] adds what needs a history: repetition, the counts that draw, taking back.
//! * A [`Setup`] holds any pieces at all. Making a position of it answers with every error at once
//!   ([`SetupErrors`]).
//! * A [`Move`] is start, end and the set of captured squares. The way it goes is for people and computed when asked
//!   for: [`walks`], [`canonical_walk`].
//! * A [`Variant`] is a [`RuleSet`] on a [`Geometry`]; both are constants, and the generator is compiled for each
//!   pair. Boards of 8x8 and 12x12 are there without a game of their own yet.
//! * [`Article`] numbers the rules. Every outcome and every refused move names its own.
//! * [`Arbiter`] is the layer at the board: touched pieces, pieces let go, irregular moves.
//! * [`Rules`] and [`AnyPosition`] choose the game at run time, once, at the edge of a program; the macro
//!   [`with_position!`] takes the choice apart again.
//!
//! ```
//! use damier_core::{Position, Rules, with_position};
//!
//! let rules: Rules = "alician:letter".parse()?;
//! let leaves = with_position!(rules.start(), |position| {
//!     damier_core::Perft::default().count(&position, 3)
//! });
//! assert_eq!(leaves, 765);
//! # Ok::<(), damier_core::RulesError>(())
//! ```
//!
//! # Features
//!
//! `serde`: squares, boards, moves and set-ups can be serialised.

mod alician;
mod any;
mod arbiter;
mod articles;
mod bitboard;
mod bits;
mod board;
mod explain;
mod game;
mod generator;
mod geometry;
mod moves;
mod perft;
mod position;
mod rules;
mod setup;
mod single;
mod square;
mod walk;
mod zobrist;

pub use alician::{Alician, Blocked, Obligation, Reading, ReadingError};
pub use any::{AnyPosition, Rules, RulesError};
pub use arbiter::{Arbiter, ArbiterError, Irregularity, Touch};
pub use articles::Article;
pub use bitboard::{Bitboard, Squares};
pub use bits::Bits;
pub use board::{Board, BoardName};
pub use explain::{Explanation, Freedom, IllegalMove, Reason, explain};
pub use game::{DrawCounts, Game, Outcome};
pub use geometry::{Board8, Board10, Board12, Direction, Geometry, Layout};
pub use moves::{Move, MoveList};
pub use perft::{Counting, Perft};
pub use position::{Position, Win};
pub use rules::{DrawRules, International, KingReach, Priority, RuleSet, Variant};
pub use setup::{Setup, SetupError, SetupErrors};
pub use single::Single;
pub use square::{Color, Piece, Square, SquareError};
pub use walk::{Walk, canonical_walk, walks};

/// The examples of the README, which are run as tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeDoctests;
