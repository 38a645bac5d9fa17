//! Position strings of the Hub protocol: `W` or `B`, then `w b W B e` for squares 1 to 50. Two boards follow each
//! other. Knows nothing of the protocol's messages.

use damier_core::{Board10, Position, Setup};

use crate::letters::{Alphabet, LettersError};

/// Everything that is wrong with a Hub position string.
pub type HubError = LettersError;

const HUB: Alphabet = Alphabet {
    turn: ['W', 'B'],
    man: ['w', 'b'],
    king: ['W', 'B'],
    boards: 2,
};

/// Reads a position string of 51 characters, or of 101 for two boards.
pub fn read(text: &str) -> Result<Setup, HubError> {
    HUB.read(text)
}

/// The position string of a position.
pub fn write<P: Position<Geometry = Board10>>(position: &P) -> String {
    HUB.write(position)
}
