//! The opening book of the engine: when it is asked, and which of its moves is played.

use std::hash::{BuildHasher, Hasher, RandomState};

use damier_core::{Move, with_position};
use damier_protocol::AnyGame;
use damier_search::book::{Book, BookChoice, PLIES};

/// A book and how it is used.
pub(crate) struct Opening {
    book: Option<Book>,
    pub(crate) on: bool,
    /// Plies since the first position of the game.
    pub(crate) plies: usize,
    pub(crate) choice: BookChoice,
}

impl Opening {
    /// With a book from a file, which is then used; else one that comes with the program waits to be switched on.
    pub(crate) fn new(book: Option<Book>) -> Self {
        Self {
            on: book.is_some(),
            book,
            plies: PLIES,
            choice: BookChoice::default(),
        }
    }

    /// A move of the book.
    pub(crate) fn find(&self, game: &AnyGame) -> Option<Move> {
        if !self.on || game.len() >= self.plies {
            return None;
        }
        let rules = game.rules();
        let book = self.book.as_ref().or_else(|| Book::embedded(rules))?;
        book.expect(rules).ok()?;
        // A new number for each move, so that no game need be like the one before.
        let random = RandomState::new().build_hasher().finish();
        with_position!(game.position(), |p| book.choose(&p, &self.choice, random))
    }
}
