//! The game at a real board, with hands and mistakes: touch-move, pieces let go too early, forgotten captures that
//! stand unless the opponent objects in time. A layer over [`Game`]; without it only legal moves exist.

use thiserror::Error;

use crate::articles::Article;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::explain::{IllegalMove, Reason, bar, why_illegal};
use crate::game::Game;
use crate::geometry::{Board10, Geometry};
use crate::moves::Move;
use crate::position::Position;
use crate::square::{Color, Piece, Square};

/// What was wrong with a move that stands until the opponent objects ([`Article::Irregular`]).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Irregularity<G: Geometry = Board10> {
    /// A move without capture where a capture was compulsory.
    #[error("a capture was forgotten: {most} can be taken")]
    ForgottenCapture {
        /// The move made.
        mv: Move<G>,
        /// Pieces that had to be taken.
        most: u32,
    },
    /// A capture that stopped early, or a smaller one than the largest.
    #[error("{takes} captured where {most} had to be taken")]
    TookTooFew {
        /// The move made.
        mv: Move<G>,
        /// Pieces taken.
        takes: u32,
        /// Pieces that had to be taken.
        most: u32,
        /// Whether the piece was let go in the middle of a legal capture ([`Article::Release`]).
        let_go: bool,
    },
}

impl<G: Geometry> Irregularity<G> {
    /// The move made.
    pub fn mv(&self) -> &Move<G> {
        match self {
            Self::ForgottenCapture { mv, .. } | Self::TookTooFew { mv, .. } => mv,
        }
    }

    /// The article that the move went against.
    pub fn article(&self) -> Article {
        match self {
            Self::ForgottenCapture { .. } => Article::Obligation,
            Self::TookTooFew { let_go: true, .. } => Article::Release,
            Self::TookTooFew { .. } => Article::Majority,
        }
    }
}

/// What touching a piece means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The piece must be moved now.
    Bound,
    /// The piece has no legal move: nothing follows.
    Free,
}

/// What the arbiter does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArbiterError<G: Geometry = Board10> {
    /// Another piece was touched and must be moved.
    #[error("the piece on {touched} was touched and must be moved. {}: {}", Article::TouchMove, Article::TouchMove.text())]
    Touched {
        /// Where it stands.
        touched: Square<G>,
    },
    /// Not the player's own piece.
    #[error("{square} holds no piece of {turn}, who is to move")]
    NotYours {
        /// The square touched.
        square: Square<G>,
        /// Who is to move.
        turn: Color,
    },
    /// Not even an irregular move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove<G>),
    /// Several moves share start and end.
    #[error("several moves go from {from} to {to}: name the captured squares")]
    Ambiguous {
        /// Their start.
        from: Square<G>,
        /// Their end.
        to: Square<G>,
        /// The moves.
        moves: Vec<Move<G>>,
    },
    /// There is nothing to correct, or no longer.
    #[error(
        "there is no irregular move to correct: the last move was regular, or was answered already"
    )]
    NothingToCorrect,
}

/// A game watched over by an arbiter.
#[derive(Clone, Debug)]
pub struct Arbiter<P: Position> {
    game: Game<P>,
    touch_move: bool,
    touched: Option<Square<P::Geometry>>,
    irregular: Option<Irregularity<P::Geometry>>,
    /// After a correction the player owes a legal move.
    owes_legal_move: bool,
}

impl<P: Position> Arbiter<P> {
    /// Watches a game from here on, with or without touch-move.
    pub fn new(game: Game<P>, touch_move: bool) -> Self {
        Self {
            game,
            touch_move,
            touched: None,
            irregular: None,
            owes_legal_move: false,
        }
    }

    /// The game as it stands, irregular moves included.
    pub fn game(&self) -> &Game<P> {
        &self.game
    }

    /// Ends the watch.
    pub fn into_game(self) -> Game<P> {
        self.game
    }

    /// The piece that must be moved, if one was touched.
    pub fn touched(&self) -> Option<Square<P::Geometry>> {
        self.touched
    }

    /// The irregular move that the side to move may have corrected, as long as it has not moved itself.
    pub fn irregularity(&self) -> Option<&Irregularity<P::Geometry>> {
        self.irregular.as_ref()
    }

    /// The player touches a piece. With touch-move on, one with a legal move must then be moved.
    pub fn touch(
        &mut self,
        square: Square<P::Geometry>,
    ) -> Result<Touch, ArbiterError<P::Geometry>> {
        let position = self.game.position();
        let turn = position.turn();
        if position
            .piece_at(square)
            .is_none_or(|(_, p)| p.color != turn)
        {
            return Err(ArbiterError::NotYours { square, turn });
        }
        if let Some(touched) = self.touched
            && touched != square
        {
            return Err(ArbiterError::Touched { touched });
        }
        let movable = position.legal_moves().iter().any(|m| m.from == square);
        if !movable || !self.touch_move {
            return Ok(Touch::Free);
        }
        self.touched = Some(square);
        Ok(Touch::Bound)
    }

    /// The player moves a piece and lets it go. A legal move is played; an irregular one stands, and is returned,
    /// until the opponent moves or has it corrected. Without captured squares any capture between the two squares
    /// is meant, a legal one before an irregular one.
    pub fn play(
        &mut self,
        from: Square<P::Geometry>,
        to: Square<P::Geometry>,
        captured: Option<Bitboard<P::Geometry>>,
    ) -> Result<Option<&Irregularity<P::Geometry>>, ArbiterError<P::Geometry>> {
        if let Some(outcome) = self.game.outcome() {
            let reason = Reason::GameOver(outcome);
            return Err(IllegalMove { from, to, reason }.into());
        }
        if let Some(touched) = self.touched
            && touched != from
        {
            return Err(ArbiterError::Touched { touched });
        }
        let position = *self.game.position();
        let fits = |m: &Move<P::Geometry>| {
            m.from == from && m.to == to && captured.is_none_or(|c| c == m.captured)
        };
        let legal = position.legal_moves();
        let regular: Vec<_> = legal.iter().filter(|m| fits(m)).copied().collect();
        let irregular = if regular.is_empty() && !self.owes_legal_move {
            irregular_moves(&position, from, to)
                .into_iter()
                .filter(fits)
                .collect()
        } else {
            vec![]
        };
        let mv = match (&regular[..], &irregular[..]) {
            (&[mv], _) | (&[], &[mv]) => mv,
            (&[], &[]) => return Err(why_illegal(&position, from, to, captured).into()),
            (&[], _) => {
                return Err(ArbiterError::Ambiguous {
                    from,
                    to,
                    moves: irregular,
                });
            }
            _ => {
                return Err(ArbiterError::Ambiguous {
                    from,
                    to,
                    moves: regular,
                });
            }
        };
        let irregularity = regular.is_empty().then(|| name(&mv, &legal));
        let mut next = position;
        next.play_unchecked(&mv);
        self.game.push(&mv, next);
        self.touched = None;
        self.owes_legal_move = false;
        self.irregular = irregularity;
        Ok(self.irregular.as_ref())
    }

    /// The side to move has the opponent's irregular move taken back. The opponent must now make a legal move,
    /// with the same piece if it has one and touch-move is on.
    pub fn correct(&mut self) -> Result<Irregularity<P::Geometry>, ArbiterError<P::Geometry>> {
        let irregular = self
            .irregular
            .take()
            .ok_or(ArbiterError::NothingToCorrect)?;
        self.game.undo();
        self.owes_legal_move = true;
        let from = irregular.mv().from;
        let movable = self
            .game
            .position()
            .legal_moves()
            .iter()
            .any(|m| m.from == from);
        self.touched = (self.touch_move && movable).then_some(from);
        Ok(irregular)
    }
}

/// Moves that hands can make on the board but the duty to capture forbids.
fn irregular_moves<P: Position>(
    position: &P,
    from: Square<P::Geometry>,
    to: Square<P::Geometry>,
) -> Vec<Move<P::Geometry>> {
    let turn = position.turn();
    let Some((name, piece)) = position.piece_at(from) else {
        return vec![];
    };
    if piece.color != turn || !position.permitted_ends(name).contains(to) {
        return vec![];
    }
    let mut moves = position.capture_parts(from);
    if bar(position, name, piece, from, to).is_none() {
        moves.push(Move {
            captured: Bitboard::EMPTY,
            from,
            to,
            promotes: promotes(piece, to),
        });
    }
    moves
}

fn promotes<G: Geometry>(piece: Piece, to: Square<G>) -> bool {
    !piece.king && Board::promotion_row(piece.color).contains(to)
}

fn name<G: Geometry>(mv: &Move<G>, legal: &[Move<G>]) -> Irregularity<G> {
    let most = legal.iter().map(|m| m.captured.len()).max().unwrap_or(0);
    if !mv.is_capture() {
        return Irregularity::ForgottenCapture { mv: *mv, most };
    }
    Irregularity::TookTooFew {
        mv: *mv,
        takes: mv.captured.len(),
        most,
        let_go: legal
            .iter()
            .any(|m| m.from == mv.from && m.captured & mv.captured == mv.captured),
    }
}
