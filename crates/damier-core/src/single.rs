//! A game on one board.

use crate::articles::Article;
use crate::bitboard::Bitboard;
use crate::board::{Board, BoardName};
use crate::generator::{self, Captures, Selection, View};
use crate::moves::{Move, MoveList};
use crate::position::{Position, Win};
use crate::rules::{DrawRules, International, RuleSet, Variant};
use crate::setup::{Setup, SetupErrors};
use crate::square::{Color, Square};
use crate::zobrist;

/// A position of a variant played on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Single<V: Variant = International> {
    board: Board<V::Geometry>,
    key: u64,
    turn: Color,
}

const _: () = assert!(size_of::<Single<International>>() <= 48);

impl<V: Variant> Default for Single<V> {
    /// The start position.
    fn default() -> Self {
        Self::new(Board::array(V::RULES.home_rows), V::RULES.first)
    }
}

impl<V: Variant> Single<V> {
    fn new(board: Board<V::Geometry>, turn: Color) -> Self {
        let mut position = Self {
            board,
            key: 0,
            turn,
        };
        position.key = position.fresh_key();
        position
    }

    /// The position with these pieces.
    pub fn from_setup(setup: &Setup<V::Geometry>) -> Result<Self, SetupErrors<V::Geometry>> {
        let turn = setup.check(1)?;
        Ok(Self::new(setup.a, turn))
    }

    #[inline(always)]
    fn fill(&self, orders: bool, moves: &mut MoveList<V::Geometry>) {
        moves.clear();
        let view = View::new(&self.board, self.turn);
        let ends = Bitboard::full();
        generator::captures::<V>(&view, ends, &mut Selection::new(0, orders), moves);
        if moves.is_empty() {
            generator::quiet::<V>(&view, ends, moves);
        }
    }
}

/// Number of legal moves, where that can be told without listing captures.
#[inline(always)]
fn count<V: Variant>(view: &View<V::Geometry>) -> Option<u64> {
    let ends = Bitboard::full();
    match generator::jumps::<V>(view) {
        Captures::None => Some(generator::count_quiet::<V>(view, ends).into()),
        Captures::Jumps(jumps) => Some(jumps.largest(ends).1.into()),
        Captures::Tree => None,
    }
}

impl<V: Variant> Position for Single<V> {
    type Geometry = V::Geometry;
    const BOARDS: &'static [BoardName] = &[BoardName::A];
    const RULES: RuleSet = V::RULES;
    const DRAWS: Option<DrawRules> = V::RULES.draws;

    fn with_setup(&self, setup: &Setup<V::Geometry>) -> Result<Self, SetupErrors<V::Geometry>> {
        Self::from_setup(setup)
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
        zobrist::of_board(0, &self.board) ^ side
    }

    #[inline(always)]
    fn board(&self, name: BoardName) -> Board<V::Geometry> {
        match name {
            BoardName::A => self.board,
            BoardName::B => Board::empty(),
        }
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
        count::<V>(&View::new(&self.board, self.turn)).unwrap_or_else(|| {
            self.generate(scratch);
            scratch.len() as u64
        })
    }

    fn count_replies(
        &self,
        moves: &[Move<V::Geometry>],
        scratch: &mut MoveList<V::Geometry>,
    ) -> u64 {
        let view = View::new(&self.board, self.turn);
        let mut sum = |view: View<V::Geometry>| -> u64 {
            moves
                .iter()
                .map(|mv| {
                    let king = view.king_at_end(mv);
                    let reply = view.reply(mv.from.into(), mv.to.into(), king, mv.captured);
                    count::<V>(&reply).unwrap_or_else(|| {
                        let mut next = *self;
                        next.play_unchecked(mv);
                        next.generate(scratch);
                        scratch.len() as u64
                    })
                })
                .sum()
        };
        match self.turn {
            Color::White => sum(view.as_color(Color::White)),
            Color::Black => sum(view.as_color(Color::Black)),
        }
    }

    fn capture_parts(&self, from: Square<V::Geometry>) -> Vec<Move<V::Geometry>> {
        generator::capture_parts::<V>(&View::new(&self.board, self.turn), from)
    }

    fn has_moves(&self) -> bool {
        let view = View::new(&self.board, self.turn);
        generator::any_quiet::<V>(&view, Bitboard::full()) || generator::any_capture::<V>(&view)
    }

    fn can_capture(&self, color: Color) -> bool {
        generator::any_capture::<V>(&View::new(&self.board, color))
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: &Move<V::Geometry>) {
        let us = self.turn as usize;
        let from = Bitboard::from(mv.from);
        let to = Bitboard::from(mv.to);
        let was_king = (self.board.kings & from).any();
        let is_king = was_king || mv.promotes;
        self.key ^= zobrist::BLACK_TO_MOVE
            ^ zobrist::piece(0, us, was_king, mv.from.bit())
            ^ zobrist::piece(0, us, is_king, mv.to.bit());
        self.board.pieces[us] = (self.board.pieces[us] - from) | to;
        self.board.kings = self.board.kings - from;
        if is_king {
            self.board.kings |= to;
        }
        if mv.is_capture() {
            for square in mv.captured {
                let king = self.board.kings.contains(square);
                self.key ^= zobrist::piece(0, 1 - us, king, square.bit());
            }
            self.board.pieces[1 - us] = self.board.pieces[1 - us] - mv.captured;
            self.board.kings = self.board.kings - mv.captured;
        }
        self.turn = !self.turn;
    }

    fn win(&self) -> Option<Win> {
        (!self.has_moves()).then_some(Win {
            winner: !self.turn,
            article: Article::NoMove,
        })
    }

    fn swap_colors(&self) -> Self {
        Self::new(self.board.swap_colors(), !self.turn)
    }
}
