//! Positions whose keys are all the same, to see what hangs on keys that may not.

use damier_core::{
    Board, Board10, BoardName, Color, DrawRules, International, Move, MoveList, Position, RuleSet,
    Setup, SetupErrors, Single, Square, Win,
};

/// A position of international draughts with a key that says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colliding(pub Single);

impl Position for Colliding {
    type Geometry = Board10;
    const BOARDS: &'static [BoardName] = <Single>::BOARDS;
    const RULES: RuleSet = <International as damier_core::Variant>::RULES;
    const DRAWS: Option<DrawRules> = <Single>::DRAWS;

    fn with_setup(&self, setup: &Setup) -> Result<Self, SetupErrors> {
        self.0.with_setup(setup).map(Self)
    }

    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn key(&self) -> u64 {
        0
    }

    fn fresh_key(&self) -> u64 {
        0
    }

    fn board(&self, name: BoardName) -> Board {
        self.0.board(name)
    }

    fn generate(&self, moves: &mut MoveList) {
        self.0.generate(moves);
    }

    fn count_moves(&self, scratch: &mut MoveList) -> u64 {
        self.0.count_moves(scratch)
    }

    fn count_replies(&self, moves: &[Move], scratch: &mut MoveList) -> u64 {
        self.0.count_replies(moves, scratch)
    }

    fn generate_orders(&self, moves: &mut MoveList) {
        self.0.generate_orders(moves);
    }

    fn capture_parts(&self, from: Square) -> Vec<Move> {
        self.0.capture_parts(from)
    }

    fn has_moves(&self) -> bool {
        self.0.has_moves()
    }

    fn can_capture(&self, color: Color) -> bool {
        self.0.can_capture(color)
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.0.play_unchecked(mv);
    }

    fn win(&self) -> Option<Win> {
        self.0.win()
    }

    fn swap_colors(&self) -> Self {
        Self(self.0.swap_colors())
    }
}
