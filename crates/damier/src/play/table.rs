//! The board the players sit at: moves as the rules have them, or, with touch-move, as hands make them under the eye
//! of an arbiter.

use crate::line::Played;
use damier_core::{Arbiter, ArbiterError, Game, IllegalMove, Irregularity, Move, Square, Touch};
use damier_notation::movetext::{self, MoveTextError};

/// A game, with or without an arbiter.
#[derive(Clone, Debug)]
pub(crate) enum Table<P: Played> {
    Free(Game<P>),
    Watched(Arbiter<P>),
}

/// Why a move was not made.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// It fits several moves.
    Choose(Vec<Move>),
    /// It cannot be made.
    No(String),
}

impl<P: Played> Table<P> {
    pub(crate) fn new(game: Game<P>, touch_move: bool) -> Self {
        if touch_move {
            Self::Watched(Arbiter::new(game, true))
        } else {
            Self::Free(game)
        }
    }

    pub(crate) fn game(&self) -> &Game<P> {
        match self {
            Self::Free(game) => game,
            Self::Watched(arbiter) => arbiter.game(),
        }
    }

    /// Makes the move of a text.
    pub(crate) fn play_text(&mut self, text: &str) -> Result<Move, Refusal> {
        match (movetext::read(self.game().position(), text), &mut *self) {
            (Ok(mv), _) => self.play(&mv),
            (Err(MoveTextError::Ambiguous { moves, .. }), _) => Err(Refusal::Choose(moves)),
            // What the rules forbid, hands may do all the same.
            (Err(MoveTextError::Illegal(why)), Self::Watched(_)) => self.put(why.from, why.to),
            (Err(MoveTextError::Illegal(why)), Self::Free(_)) => Err(Refusal::No(brief(&why))),
            (Err(error), _) => Err(Refusal::No(error.to_string())),
        }
    }

    /// Makes a move, a legal one or with an arbiter an irregular one.
    pub(crate) fn play(&mut self, mv: &Move) -> Result<Move, Refusal> {
        match self {
            Self::Free(game) => game.play(mv).map_err(|why| Refusal::No(brief(&why)))?,
            Self::Watched(arbiter) => {
                arbiter
                    .play(mv.from, mv.to, Some(mv.captured))
                    .map_err(refusal)?;
            }
        }
        Ok(*mv)
    }

    /// Puts the piece on one square down on another, whatever it captures on its way.
    pub(crate) fn put(&mut self, from: Square, to: Square) -> Result<Move, Refusal> {
        let Self::Watched(arbiter) = self else {
            return self.play_text(&format!("{from}-{to}"));
        };
        arbiter.play(from, to, None).map_err(refusal)?;
        let made = arbiter.game().moves().next_back().copied();
        made.ok_or_else(|| Refusal::No(format!("no move from {from} to {to} was made")))
    }

    /// Touches a piece.
    pub(crate) fn touch(&mut self, square: Square) -> Result<Touch, String> {
        match self {
            Self::Free(_) => Ok(Touch::Free),
            Self::Watched(arbiter) => arbiter.touch(square).map_err(|e| e.to_string()),
        }
    }

    /// The piece that must be moved because it was touched.
    pub(crate) fn touched(&self) -> Option<Square> {
        match self {
            Self::Free(_) => None,
            Self::Watched(arbiter) => arbiter.touched(),
        }
    }

    /// What was wrong with the last move, as long as it can be corrected.
    pub(crate) fn irregularity(&self) -> Option<&Irregularity> {
        match self {
            Self::Free(_) => None,
            Self::Watched(arbiter) => arbiter.irregularity(),
        }
    }

    /// Has the last move corrected.
    pub(crate) fn correct(&mut self) -> Result<Irregularity, String> {
        match self {
            Self::Free(_) => Err("nothing to correct: illegal moves are not taken here".to_owned()),
            Self::Watched(arbiter) => arbiter.correct().map_err(|e| e.to_string()),
        }
    }

    /// Takes the last move back. An arbiter does not allow that.
    pub(crate) fn undo(&mut self) -> Option<Move> {
        match self {
            Self::Free(game) => game.undo(),
            Self::Watched(_) => None,
        }
    }
}

fn refusal(error: ArbiterError) -> Refusal {
    match error {
        ArbiterError::Ambiguous { moves, .. } => Refusal::Choose(moves),
        ArbiterError::Illegal(why) => Refusal::No(brief(&why)),
        other => Refusal::No(other.to_string()),
    }
}

/// Why a move is illegal, with the number of the article; `explain` has its text.
fn brief(why: &IllegalMove) -> String {
    format!(
        "{} to {} is illegal: {} ({})",
        why.from,
        why.to,
        why.reason,
        why.reason.article().id()
    )
}
