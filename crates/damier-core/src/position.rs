//! What every game's position offers to search, notation and perft: who moves, what is legal, what it leads to.

use std::fmt::Debug;
use std::hash::Hash;

use crate::articles::Article;
use crate::bitboard::Bitboard;
use crate::board::{Board, BoardName};
use crate::explain::IllegalMove;
use crate::geometry::Geometry;
use crate::moves::{Move, MoveList};
use crate::rules::{DrawRules, RuleSet};
use crate::setup::{Setup, SetupErrors};
use crate::square::{Color, Piece, Square};

/// A game decided by the position alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Win {
    /// Who has won.
    pub winner: Color,
    /// By which rule.
    pub article: Article,
}

/// A playable position. Plain data: copy it, play on it; there is nothing to undo.
///
/// History, repetition and move counts are not in it: they belong to [`Game`](crate::Game).
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The board it is played on.
    type Geometry: Geometry;
    /// The names of its boards.
    const BOARDS: &'static [BoardName];
    /// The rules of one board.
    const RULES: RuleSet;
    /// The draws by rule, if the game knows any.
    const DRAWS: Option<DrawRules>;

    /// The position with the same options and these pieces.
    fn with_setup(
        &self,
        setup: &Setup<Self::Geometry>,
    ) -> Result<Self, SetupErrors<Self::Geometry>>;

    /// The side to move.
    fn turn(&self) -> Color;

    /// The Zobrist key, kept up to date by every move. Equal positions have equal keys; two positions with one
    /// key are possible, so rules compare positions.
    fn key(&self) -> u64;

    /// The key computed anew.
    fn fresh_key(&self) -> u64;

    /// The pieces on one board; a game on one board shows an empty B.
    fn board(&self, name: BoardName) -> Board<Self::Geometry>;

    /// Fills `moves` with the legal moves, in no particular order. A finished game has none.
    fn generate(&self, moves: &mut MoveList<Self::Geometry>);

    /// Number of legal moves, without listing them where that is possible; `scratch` is overwritten.
    fn count_moves(&self, scratch: &mut MoveList<Self::Geometry>) -> u64;

    /// Number of legal moves after each of `moves`, added up: what perft counts most of the time.
    fn count_replies(
        &self,
        moves: &[Move<Self::Geometry>],
        scratch: &mut MoveList<Self::Geometry>,
    ) -> u64;

    /// Like [`generate`](Self::generate), but captures that take the same pieces in another order are listed
    /// apart: for comparison with perft tables that count so.
    fn generate_orders(&self, moves: &mut MoveList<Self::Geometry>);

    /// Every capture that the piece on a square of the side to move could make on its own board, whole or broken
    /// off after any jump, whatever other duties and boards forbid. Each once, in no particular order.
    fn capture_parts(&self, from: Square<Self::Geometry>) -> Vec<Move<Self::Geometry>>;

    /// Whether the side to move has a legal move.
    fn has_moves(&self) -> bool;

    /// Whether `color` could capture if it were its turn.
    fn can_capture(&self, color: Color) -> bool;

    /// Plays a move taken from this position's own list. Any other move leaves nonsense: see
    /// [`play`](Self::play) for moves from elsewhere.
    fn play_unchecked(&mut self, mv: &Move<Self::Geometry>);

    /// Who has won, if the position ends the game.
    fn win(&self) -> Option<Win>;

    /// The position with colours changed and the boards turned round.
    #[must_use]
    fn swap_colors(&self) -> Self;

    /// The legal moves, sorted by start, end and captured squares.
    fn legal_moves(&self) -> MoveList<Self::Geometry> {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        moves.sort();
        moves
    }

    /// The position after a legal move; the reason if the move is not one.
    fn play(&self, mv: &Move<Self::Geometry>) -> Result<Self, IllegalMove<Self::Geometry>> {
        let legal = self.legal_moves().iter().find(|m| *m == mv).copied();
        match legal {
            Some(mv) => {
                let mut next = *self;
                next.play_unchecked(&mv);
                Ok(next)
            }
            None => Err(crate::explain::why_illegal(
                self,
                mv.from,
                mv.to,
                Some(mv.captured),
            )),
        }
    }

    /// What stands on a square, and on which board.
    fn piece_at(&self, square: Square<Self::Geometry>) -> Option<(BoardName, Piece)> {
        Self::BOARDS
            .iter()
            .find_map(|&name| Some((name, self.board(name).piece_at(square)?)))
    }

    /// Number of pieces of a side, men then kings, on all boards.
    fn material(&self, color: Color) -> [u32; 2] {
        Self::BOARDS.iter().fold([0, 0], |[men, kings], &name| {
            let board = self.board(name);
            [
                men + board.men(color).len(),
                kings + board.kings(color).len(),
            ]
        })
    }

    /// The pieces and the side to move, ready to be changed.
    fn setup(&self) -> Setup<Self::Geometry> {
        Setup {
            turn: Some(self.turn()),
            a: self.board(BoardName::A),
            b: (Self::BOARDS.len() == 2).then(|| self.board(BoardName::B)),
        }
    }

    /// All squares where a piece's move may end as far as the board it is not on is concerned.
    fn permitted_ends(&self, board: BoardName) -> Bitboard<Self::Geometry> {
        if Self::BOARDS.len() == 2 {
            self.board(board.other()).vacant()
        } else {
            Bitboard::full()
        }
    }
}
