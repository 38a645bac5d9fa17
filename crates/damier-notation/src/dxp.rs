//! Position strings of the DXP protocol: like Hub's, with `Z` and `z` for Black, and one board only. Knows nothing of
//! the protocol's messages.

use damier_core::{Board10, Position, Setup};

use crate::letters::{Alphabet, LettersError};

/// Everything that is wrong with a DXP position string.
pub type DxpError = LettersError;

const DXP: Alphabet = Alphabet {
    turn: ['W', 'Z'],
    man: ['w', 'z'],
    king: ['W', 'Z'],
    boards: 1,
};

/// Reads the side to move and the squares: 51 characters.
pub fn read(text: &str) -> Result<Setup, DxpError> {
    DXP.read(text)
}

/// The side to move and the squares: 51 characters. Of two boards it can say only the first.
pub fn write<P: Position<Geometry = Board10>>(position: &P) -> String {
    DXP.write(position)
}
