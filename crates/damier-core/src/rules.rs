//! Rule sets as constant values: everything in which one variant differs from another, with its article.

use std::fmt::Debug;
use std::hash::Hash;

use crate::articles::Article;
use crate::geometry::{Board10, Geometry};
use crate::square::Color;

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingReach {
    /// Any number of empty squares.
    Flying,
    /// One square.
    Step,
}

/// Which captures a player may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Only those that take the most pieces.
    Most,
    /// Any capture, as long as it is carried to its end.
    Any,
}

/// When a game is drawn without the players agreeing. Moves are moves by each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// Occurrences of one position ([`Article::Repetition`]).
    pub occurrences: u32,
    /// Moves by kings without a capture ([`Article::TwentyFiveMoves`]).
    pub king_moves: u32,
    /// Moves of three pieces against one king ([`Article::SixteenMoves`]).
    pub three_against_king: u32,
    /// Moves of two pieces or one against one king ([`Article::FiveMoves`]).
    pub two_against_king: u32,
}

/// The rules of a variant on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Its name in lower case.
    pub name: &'static str,
    /// Who moves first ([`Article::Array`]).
    pub first: Color,
    /// Rows of men a side in the array ([`Article::Array`]).
    pub home_rows: u8,
    /// How far a king moves and captures ([`Article::KingMove`], [`Article::KingCapture`]).
    pub king_reach: KingReach,
    /// Whether men capture backwards too ([`Article::ManCapture`]).
    pub men_capture_backwards: bool,
    /// Which captures may be chosen ([`Article::Majority`]).
    pub priority: Priority,
    /// The draws by rule.
    pub draws: Option<DrawRules>,
}

/// A variant of draughts: a rule set on a board.
pub trait Variant: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The board it is played on.
    type Geometry: Geometry;
    /// Its rules.
    const RULES: RuleSet;
}

/// International draughts, by the rules of the FMJD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct International;

impl Variant for International {
    type Geometry = Board10;
    const RULES: RuleSet = RuleSet {
        name: "international",
        first: Color::White,
        home_rows: 4,
        king_reach: KingReach::Flying,
        men_capture_backwards: true,
        priority: Priority::Most,
        draws: Some(DrawRules {
            occurrences: 3,
            king_moves: 25,
            three_against_king: 16,
            two_against_king: 5,
        }),
    };
}

/// The article under which a draw rule stands, for readers of [`DrawRules`].
impl DrawRules {
    /// The articles in the order of the fields.
    pub const ARTICLES: [Article; 4] = [
        Article::Repetition,
        Article::TwentyFiveMoves,
        Article::SixteenMoves,
        Article::FiveMoves,
    ];
}
