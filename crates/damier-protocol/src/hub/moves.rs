//! Moves as the protocol writes them: start, end, captured squares.

use damier_core::Move;
use damier_notation::movetext::{MoveTextError, Spelling, SyntaxProblem};

use crate::game::AnyGame;

/// Reads a move of the present position: start, separator, end and the captured squares in any order. A capture
/// without them, or along its path, is taken if only one can be meant; squares without a separator are not.
pub fn read_move(game: &AnyGame, text: &str) -> Result<Move, MoveTextError> {
    if Spelling::parse(text).is_ok_and(|spelling| !spelling.has_separator()) {
        return Err(MoveTextError::Syntax {
            column: text.chars().count() + 1,
            problem: SyntaxProblem::End {
                expected: "a separator and a second square",
            },
        });
    }
    game.read_move(text)
}
