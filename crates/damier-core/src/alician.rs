//! Alician draughts: the same game on two boards. Every moved piece steps through to the other board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::articles::Article;
use crate::bitboard::Bitboard;
use crate::board::{Board, BoardName};
use crate::generator::{self, Captures, Selection, View};
use crate::geometry::Geometry;
use crate::moves::{Move, MoveList};
use crate::position::{Position, Win};
use crate::rules::{DrawRules, International, RuleSet, Variant};
use crate::setup::{Setup, SetupErrors};
use crate::square::{Color, Square};
use crate::zobrist;

/// Over which boards the duty to capture is judged ([`Article::ObligationReading`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Obligation {
    /// Over both: a capture on either board must be made, the largest over both.
    #[default]
    Both,
    /// On the board where the move is played, that board alone.
    Board,
}

/// Whether a capture that may not end counts ([`Article::BlockedReading`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Blocked {
    /// It does not exist; a shorter part that may end counts instead.
    #[default]
    Void,
    /// It cannot be played and still forbids other moves.
    Binding,
}

/// One of the four readings of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reading {
    /// Over which boards the duty to capture is judged.
    pub obligation: Obligation,
    /// Whether a capture that may not end counts.
    pub blocked: Blocked,
}

impl Reading {
    /// The default: both, void.
    pub const DEFAULT: Self = Self {
        obligation: Obligation::Both,
        blocked: Blocked::Void,
    };
    /// Rules 1 and 2 to the letter, one after the other: board, binding.
    pub const LETTER: Self = Self {
        obligation: Obligation::Board,
        blocked: Blocked::Binding,
    };
    /// All four, the default first, then the letter.
    pub const ALL: [Self; 4] = [
        Self::DEFAULT,
        Self::LETTER,
        Self {
            obligation: Obligation::Board,
            blocked: Blocked::Void,
        },
        Self {
            obligation: Obligation::Both,
            blocked: Blocked::Binding,
        },
    ];
}

/// `obligation=both,blocked=void` and so on.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let obligation = match self.obligation {
            Obligation::Both => "both",
            Obligation::Board => "board",
        };
        let blocked = match self.blocked {
            Blocked::Void => "void",
            Blocked::Binding => "binding",
        };
        write!(f, "obligation={obligation},blocked={blocked}")
    }
}

/// An option or value of a reading that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown reading {0:?}: expected `letter`, or obligation=both|board and blocked=void|binding"
)]
pub struct ReadingError(pub String);

/// Options separated by commas or semicolons; one left out has its default. `letter` stands for the letter.
impl FromStr for Reading {
    type Err = ReadingError;

    fn from_str(text: &str) -> Result<Self, ReadingError> {
        if text.trim() == "letter" {
            return Ok(Self::LETTER);
        }
        let mut reading = Self::DEFAULT;
        for option in text.split([',', ';']).map(str::trim) {
            match option {
                "" => {}
                "obligation=both" => reading.obligation = Obligation::Both,
                "obligation=board" => reading.obligation = Obligation::Board,
                "blocked=void" => reading.blocked = Blocked::Void,
                "blocked=binding" => reading.blocked = Blocked::Binding,
                unknown => return Err(ReadingError(unknown.to_owned())),
            }
        }
        Ok(reading)
    }
}

/// A position on two boards. Invariant: no square is occupied on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alician<V: Variant = International> {
    boards: [Board<V::Geometry>; 2],
    key: u64,
    turn: Color,
    reading: Reading,
}

const _: () = assert!(size_of::<Alician<International>>() <= 80);

impl<V: Variant> Default for Alician<V> {
    /// The start position under the default reading.
    fn default() -> Self {
        Self::start(Reading::DEFAULT)
    }
}

impl<V: Variant> Alician<V> {
    /// The start position under a reading.
    pub fn start(reading: Reading) -> Self {
        let boards = [Board::array(V::RULES.home_rows), Board::empty()];
        Self::new(boards, V::RULES.first, reading)
    }

    /// The position with these pieces under a reading.
    pub fn from_setup(
        setup: &Setup<V::Geometry>,
        reading: Reading,
    ) -> Result<Self, SetupErrors<V::Geometry>> {
        let turn = setup.check(2)?;
        Ok(Self::new(
            [setup.a, setup.b.unwrap_or_default()],
            turn,
            reading,
        ))
    }

    /// The reading it is played by.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    fn new(boards: [Board<V::Geometry>; 2], turn: Color, reading: Reading) -> Self {
        let mut position = Self {
            boards,
            key: 0,
            turn,
            reading,
        };
        position.key = position.fresh_key();
        position
    }

    /// Whether both sides have a piece on A.
    #[inline(always)]
    fn both_on_a(&self) -> bool {
        self.boards[0].pieces[0].any() && self.boards[0].pieces[1].any()
    }

    #[inline(always)]
    fn views(&self, color: Color) -> [View<V::Geometry>; 2] {
        [
            View::new(&self.boards[0], color),
            View::new(&self.boards[1], color),
        ]
    }

    fn fill(&self, orders: bool, moves: &mut MoveList<V::Geometry>) {
        moves.clear();
        if !self.both_on_a() {
            return;
        }
        let views = self.views(self.turn);
        // The permitted ends of a board are the vacant squares of the other one.
        let ends = [views[1].vacant, views[0].vacant];
        let shared = self.reading.obligation == Obligation::Both;
        let void = self.reading.blocked == Blocked::Void;
        let mut selection = Selection::new(0, orders);
        for i in 0..2 {
            if !shared {
                selection = Selection::new(moves.len(), orders);
            }
            let judged = if void { ends[i] } else { Bitboard::full() };
            generator::captures::<V>(&views[i], judged, &mut selection, moves);
            if !shared && moves.len() == selection.base {
                generator::quiet::<V>(&views[i], ends[i], moves);
            }
        }
        if shared && moves.is_empty() {
            for i in 0..2 {
                generator::quiet::<V>(&views[i], ends[i], moves);
            }
        }
        if !void {
            let vacant = ends[0] & ends[1];
            moves.retain(|m| vacant.contains(m.to) || m.from == m.to);
        }
    }
}

/// Both boards as the opponent sees them after a move. The removal that a lost game no longer sees makes no
/// difference to whether and how it goes on.
#[inline(always)]
fn replies<G: Geometry>(views: &[View<G>; 2], mv: &Move<G>) -> [View<G>; 2] {
    let from = Bitboard::from(mv.from);
    let to = Bitboard::from(mv.to);
    let none = Bitboard::EMPTY;
    if views[0].own().contains(mv.from) {
        let king = views[0].king_at_end(mv);
        [
            views[0].reply(from, none, none, mv.captured),
            views[1].reply(none, to, king, none),
        ]
    } else {
        let king = views[1].king_at_end(mv);
        [
            views[0].reply(none, to, king, none),
            views[1].reply(from, none, none, mv.captured),
        ]
    }
}

/// Number of legal moves, where that can be told without listing captures.
#[inline(always)]
fn count<V: Variant>(views: &[View<V::Geometry>; 2], reading: Reading) -> Option<u64> {
    if views[0].own().is_empty() || views[0].enemy().is_empty() {
        return Some(0);
    }
    let ends = [views[1].vacant, views[0].vacant];
    let captures = [
        generator::jumps::<V>(&views[0]),
        generator::jumps::<V>(&views[1]),
    ];
    let quiet = |i: usize| u64::from(generator::count_quiet::<V>(&views[i], ends[i]));
    match &captures {
        [Captures::None, Captures::None] => return Some(quiet(0) + quiet(1)),
        [Captures::Tree, _] | [_, Captures::Tree] => return None,
        _ => {}
    }
    let shared = reading.obligation == Obligation::Both;
    let void = reading.blocked == Blocked::Void;
    let largest = [0, 1].map(|i| match &captures[i] {
        Captures::Jumps(jumps) if void => jumps.largest(ends[i]),
        Captures::Jumps(jumps) => jumps.largest(Bitboard::full()),
        Captures::None | Captures::Tree => (0, 0),
    });
    let most = largest[0].0.max(largest[1].0);
    let counts = [0, 1].map(|i| match (&captures[i], largest[i]) {
        (_, (0, _)) if !shared || most == 0 => quiet(i),
        (_, (takes, _)) if shared && takes < most => 0,
        (Captures::Jumps(jumps), (takes, _)) if !void => jumps.count(takes, ends[i]).into(),
        (_, (_, count)) => count.into(),
    });
    Some(counts[0] + counts[1])
}

impl<V: Variant> Position for Alician<V> {
    type Geometry = V::Geometry;
    const BOARDS: &'static [BoardName] = &[BoardName::A, BoardName::B];
    const RULES: RuleSet = V::RULES;
    /// The rules know no draw ([`Article::NoDraw`]).
    const DRAWS: Option<DrawRules> = None;

    fn with_setup(&self, setup: &Setup<V::Geometry>) -> Result<Self, SetupErrors<V::Geometry>> {
        Self::from_setup(setup, self.reading)
    }

    #[inline(always)]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let side = match self.turn {
            Color::White => 0,
            Color::Black => zobrist::BLACK_TO_MOVE,
        };
        zobrist::of_board(0, &self.boards[0]) ^ zobrist::of_board(1, &self.boards[1]) ^ side
    }

    #[inline(always)]
    fn board(&self, name: BoardName) -> Board<V::Geometry> {
        self.boards[name as usize]
    }

    #[inline]
    fn generate(&self, moves: &mut MoveList<V::Geometry>) {
        self.fill(false, moves);
    }

    fn generate_orders(&self, moves: &mut MoveList<V::Geometry>) {
        self.fill(true, moves);
    }

    #[inline]
    fn count_moves(&self, scratch: &mut MoveList<V::Geometry>) -> u64 {
        count::<V>(&self.views(self.turn), self.reading).unwrap_or_else(|| {
            self.generate(scratch);
            scratch.len() as u64
        })
    }

    fn count_replies(
        &self,
        moves: &[Move<V::Geometry>],
        scratch: &mut MoveList<V::Geometry>,
    ) -> u64 {
        let views = self.views(self.turn);
        let mut sum = |views: [View<V::Geometry>; 2]| -> u64 {
            moves
                .iter()
                .map(|mv| {
                    let replies = replies(&views, mv);
                    count::<V>(&replies, self.reading).unwrap_or_else(|| {
                        let mut next = *self;
                        next.play_unchecked(mv);
                        next.generate(scratch);
                        scratch.len() as u64
                    })
                })
                .sum()
        };
        match self.turn {
            Color::White => sum(views.map(|v| v.as_color(Color::White))),
            Color::Black => sum(views.map(|v| v.as_color(Color::Black))),
        }
    }

    fn capture_parts(&self, from: Square<V::Geometry>) -> Vec<Move<V::Geometry>> {
        self.views(self.turn)
            .iter()
            .flat_map(|view| generator::capture_parts::<V>(view, from))
            .collect()
    }

    fn has_moves(&self) -> bool {
        if !self.both_on_a() {
            return false;
        }
        let views = self.views(self.turn);
        let ends = [views[1].vacant, views[0].vacant];
        match self.reading.blocked {
            // What may end may be played, unless something larger that may end too forbids it.
            Blocked::Void => (0..2).any(|i| {
                generator::any_quiet::<V>(&views[i], ends[i])
                    || generator::any_capture_ending::<V>(&views[i], ends[i])
            }),
            Blocked::Binding => {
                let mut moves = MoveList::new();
                self.generate(&mut moves);
                !moves.is_empty()
            }
        }
    }

    fn can_capture(&self, color: Color) -> bool {
        let views = self.views(color);
        let may_end = self.both_on_a()
            && (generator::any_capture_ending::<V>(&views[0], views[1].vacant)
                || generator::any_capture_ending::<V>(&views[1], views[0].vacant));
        match self.reading.blocked {
            Blocked::Void => may_end,
            // A larger capture that may not end forbids those that may.
            Blocked::Binding => {
                let mut asked = *self;
                asked.turn = color;
                let mut moves = MoveList::default();
                if may_end {
                    asked.generate(&mut moves);
                }
                moves.iter().any(Move::is_capture)
            }
        }
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: &Move<V::Geometry>) {
        let us = self.turn as usize;
        let from = Bitboard::from(mv.from);
        let to = Bitboard::from(mv.to);
        let here = usize::from(!(self.boards[0].pieces[us] & from).any());
        let there = 1 - here;

        let was_king = (self.boards[here].kings & from).any();
        let is_king = was_king || mv.promotes;
        self.key ^= zobrist::BLACK_TO_MOVE
            ^ zobrist::piece(here, us, was_king, mv.from.bit())
            ^ zobrist::piece(there, us, is_king, mv.to.bit());
        // Movement and transfer.
        self.boards[here].pieces[us] = self.boards[here].pieces[us] - from;
        self.boards[here].kings = self.boards[here].kings - from;
        self.boards[there].pieces[us] |= to;
        if is_king {
            self.boards[there].kings |= to;
        }
        // Removal, unless the transfer has already lost the game.
        if mv.is_capture() && self.boards[0].pieces[us].any() {
            for square in mv.captured {
                let king = self.boards[here].kings.contains(square);
                self.key ^= zobrist::piece(here, 1 - us, king, square.bit());
            }
            let board = &mut self.boards[here];
            board.pieces[1 - us] = board.pieces[1 - us] - mv.captured;
            board.kings = board.kings - mv.captured;
        }
        self.turn = !self.turn;
    }

    fn win(&self) -> Option<Win> {
        let loser = [self.turn, !self.turn]
            .into_iter()
            .find(|&side| self.boards[0].pieces(side).is_empty());
        if let Some(loser) = loser {
            return Some(Win {
                winner: !loser,
                article: Article::LastPiece,
            });
        }
        (!self.has_moves()).then_some(Win {
            winner: !self.turn,
            article: Article::StuckOnBoth,
        })
    }

    fn swap_colors(&self) -> Self {
        let boards = [self.boards[0].swap_colors(), self.boards[1].swap_colors()];
        Self::new(boards, !self.turn, self.reading)
    }
}
