//! What a game must tell its tables: how to place pieces, what is decided before a move, what needs no entry.

use damier_core::{Alician, Board, Board10, BoardName, Color, Position, Rules, Setup, Single};

use crate::wld::Wld;

/// A game that has endgame tables.
pub trait Tabled: Position<Geometry = Board10> {
    /// The rules the position is played by. Tables are kept apart by them.
    fn rules(&self) -> Rules;

    /// The position with these pieces under some rules of this game; nothing if it is none or the rules are another
    /// game's.
    fn place(rules: Rules, turn: Color, boards: [Board; 2]) -> Option<Self>;

    /// The value and the plies to the end where the pieces alone decide and no table is needed.
    fn decided(&self) -> Option<(Wld, u16)>;

    /// Whether a table has no entry for the position because the probe plays its captures out.
    fn left_out(&self) -> bool;
}

impl Tabled for Single {
    fn rules(&self) -> Rules {
        Rules::International
    }

    #[inline]
    fn place(rules: Rules, turn: Color, [a, _]: [Board; 2]) -> Option<Self> {
        let setup = Setup {
            turn: Some(turn),
            a,
            b: None,
        };
        (rules == Rules::International)
            .then(|| Self::from_setup(&setup).ok())
            .flatten()
    }

    /// Who has no piece left has no move and has lost; his opponent may have to make one more move first.
    #[inline(always)]
    fn decided(&self) -> Option<(Wld, u16)> {
        let board = self.board(BoardName::A);
        if board.pieces(self.turn()).is_empty() {
            return Some((Wld::Loss, 0));
        }
        board
            .pieces(!self.turn())
            .is_empty()
            .then_some((Wld::Win, 1))
    }

    #[inline(always)]
    fn left_out(&self) -> bool {
        self.can_capture(self.turn())
    }
}

impl Tabled for Alician {
    fn rules(&self) -> Rules {
        Rules::Alician(self.reading())
    }

    #[inline]
    fn place(rules: Rules, turn: Color, [a, b]: [Board; 2]) -> Option<Self> {
        let Rules::Alician(reading) = rules else {
            return None;
        };
        let setup = Setup {
            turn: Some(turn),
            a,
            b: Some(b),
        };
        Self::from_setup(&setup, reading).ok()
    }

    /// The side found without a piece on A has lost, the side to move first.
    #[inline(always)]
    fn decided(&self) -> Option<(Wld, u16)> {
        let board = self.board(BoardName::A);
        if board.pieces(self.turn()).is_empty() {
            return Some((Wld::Loss, 0));
        }
        board
            .pieces(!self.turn())
            .is_empty()
            .then_some((Wld::Win, 0))
    }

    #[inline(always)]
    fn left_out(&self) -> bool {
        false
    }
}
