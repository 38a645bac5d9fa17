//! Why a move is legal, forced or illegal, with the article.

use std::fmt;

use thiserror::Error;

use crate::articles::Article;
use crate::bitboard::Bitboard;
use crate::board::BoardName;
use crate::game::Outcome;
use crate::geometry::{Board10, Direction, Geometry};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::square::{Color, Piece, Square};

/// A move that may not be played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove<G: Geometry = Board10> {
    /// Its start.
    pub from: Square<G>,
    /// Its end.
    pub to: Square<G>,
    /// Why it may not be played.
    pub reason: Reason<G>,
}

impl<G: Geometry> std::error::Error for IllegalMove<G> {}

impl<G: Geometry> fmt::Display for IllegalMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} to {} is illegal: {}. {}: {}",
            self.from,
            self.to,
            self.reason,
            self.reason.article(),
            self.reason.article().text()
        )
    }
}

/// What forbids a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Reason<G: Geometry = Board10> {
    /// The game has ended.
    #[error("the game is over ({0})")]
    GameOver(Outcome),
    /// Nothing stands on the start square.
    #[error("there is no piece on {square}")]
    NoPiece {
        /// The start square.
        square: Square<G>,
    },
    /// The piece is the opponent's.
    #[error("the {piece} on {square} is not {turn}'s, who is to move")]
    NotYours {
        /// The start square.
        square: Square<G>,
        /// What stands there.
        piece: Piece,
        /// The side to move.
        turn: Color,
    },
    /// A capture is possible and must be made.
    #[error("capture is compulsory: {}", list(.captures))]
    MustCapture {
        /// The legal captures.
        captures: Vec<Move<G>>,
    },
    /// A larger capture is possible.
    #[error("it takes {takes} where {most} can be taken: {}", list(.captures))]
    TakesTooFew {
        /// Pieces it would take.
        takes: u32,
        /// Pieces that must be taken.
        most: u32,
        /// The legal captures.
        captures: Vec<Move<G>>,
    },
    /// The captured squares given are not those of a legal capture.
    #[error("it does not capture these squares; with this start and end it is {}", list(.captures))]
    OtherCaptured {
        /// The legal captures between the two squares.
        captures: Vec<Move<G>>,
    },
    /// The end square is taken on the other board.
    #[error("{square} is occupied on board {board}, to which the piece would go")]
    MirrorOccupied {
        /// The end square.
        square: Square<G>,
        /// The other board.
        board: BoardName,
    },
    /// A capture that cannot be played still forbids it (`blocked=binding`).
    #[error("a capture whose end is occupied on the other board forbids it")]
    BlockedBinds,
    /// The two squares are not on one diagonal.
    #[error("{from} and {to} are not on one diagonal")]
    NotDiagonal {
        /// The start square.
        from: Square<G>,
        /// The end square.
        to: Square<G>,
    },
    /// The end square is occupied.
    #[error("{square} is occupied by a {piece}")]
    Occupied {
        /// The end square.
        square: Square<G>,
        /// What stands there.
        piece: Piece,
    },
    /// A man does not step backwards.
    #[error("a man moves forwards only, unless it captures")]
    ManBackwards,
    /// A man goes one step, or two over an enemy piece.
    #[error("a man moves one square, or captures an enemy piece next to it")]
    ManTooFar,
    /// A king cannot pass these pieces.
    #[error("the way is barred on {square}")]
    WayBarred {
        /// The first square in the way that cannot be passed.
        square: Square<G>,
    },
    /// A move must lead somewhere, or capture.
    #[error("it goes nowhere")]
    NoMovement,
}

impl<G: Geometry> Reason<G> {
    /// The article that forbids the move.
    pub fn article(&self) -> Article {
        match self {
            Self::GameOver(outcome) => outcome.article,
            Self::NoPiece { .. } | Self::NotYours { .. } => Article::Array,
            Self::MustCapture { .. } => Article::Obligation,
            Self::TakesTooFew { .. } => Article::Majority,
            Self::OtherCaptured { .. } => Article::SameMove,
            Self::MirrorOccupied { .. } => Article::VacantMirror,
            Self::BlockedBinds => Article::BlockedReading,
            Self::NotDiagonal { .. }
            | Self::Occupied { .. }
            | Self::NoMovement
            | Self::ManBackwards => Article::ManMove,
            Self::ManTooFar => Article::ManCapture,
            Self::WayBarred { .. } => Article::KingMove,
        }
    }
}

fn list<G: Geometry>(moves: &[Move<G>]) -> String {
    let shown: Vec<String> = moves.iter().take(6).map(ToString::to_string).collect();
    let more = if moves.len() > 6 { ", ..." } else { "" };
    shown.join(", ") + more
}

/// How free a player was to choose a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// No capture was possible and there were other moves.
    Free,
    /// It was the only legal move.
    OnlyMove,
    /// A capture was compulsory; this many may be chosen.
    Forced {
        /// Number of legal captures.
        choices: usize,
    },
}

/// What the rules say of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation<G: Geometry = Board10> {
    /// It may be played.
    Legal {
        /// The move.
        mv: Move<G>,
        /// Whether there was a choice.
        freedom: Freedom,
        /// The articles that make it what it is.
        articles: Vec<Article>,
    },
    /// It may not.
    Illegal(IllegalMove<G>),
}

/// Explains a move given by start, end and, for a capture, the captured squares; without them any capture between
/// the two squares is meant.
pub fn explain<P: Position>(
    position: &P,
    from: Square<P::Geometry>,
    to: Square<P::Geometry>,
    captured: Option<Bitboard<P::Geometry>>,
) -> Explanation<P::Geometry> {
    let legal = position.legal_moves();
    let found = legal
        .iter()
        .find(|m| m.from == from && m.to == to && captured.is_none_or(|c| c == m.captured));
    match found {
        Some(mv) => Explanation::Legal {
            mv: *mv,
            freedom: freedom(&legal),
            articles: articles_of(position, mv, &legal),
        },
        None => Explanation::Illegal(why_illegal(position, from, to, captured)),
    }
}

fn freedom<G: Geometry>(legal: &MoveList<G>) -> Freedom {
    match legal.len() {
        1 => Freedom::OnlyMove,
        choices if legal.iter().all(Move::is_capture) => Freedom::Forced { choices },
        _ => Freedom::Free,
    }
}

fn articles_of<P: Position>(
    position: &P,
    mv: &Move<P::Geometry>,
    legal: &MoveList<P::Geometry>,
) -> Vec<Article> {
    let Some((board, piece)) = position.piece_at(mv.from) else {
        return vec![];
    };
    let mut articles = vec![match (piece.king, mv.is_capture()) {
        (false, false) => Article::ManMove,
        (true, false) => Article::KingMove,
        (false, true) => Article::ManCapture,
        (true, true) => Article::KingCapture,
    }];
    if mv.is_capture() {
        articles.push(Article::Obligation);
        let takes = mv.captured.len();
        let smaller = position
            .board(board)
            .pieces(position.turn())
            .into_iter()
            .any(|from| {
                let parts = position.capture_parts(from);
                parts.iter().any(|m| {
                    m.captured.len() < takes
                        && !legal.iter().any(|l| l.captured & m.captured == m.captured)
                })
            });
        if smaller {
            articles.push(Article::Majority);
        }
        if takes > 1 {
            articles.push(Article::MultipleCapture);
        }
    }
    let row = crate::board::Board::promotion_row(position.turn());
    let touches_row = !piece.king
        && crate::walk::canonical_walk(position, mv)
            .is_some_and(|walk| walk.passed.iter().any(|&s| row.contains(s)));
    if touches_row {
        articles.push(Article::Promotion);
    }
    if P::BOARDS.len() == 2 {
        articles.push(Article::Transfer);
        let mut next = *position;
        next.play_unchecked(mv);
        if let Some(win) = next.win()
            && win.article == Article::LastPiece
        {
            articles.push(Article::LastPiece);
        }
    }
    articles
}

/// Why a move that is not legal is not. Asked of a legal move it answers [`Reason::NoMovement`].
pub(crate) fn why_illegal<P: Position>(
    position: &P,
    from: Square<P::Geometry>,
    to: Square<P::Geometry>,
    captured: Option<Bitboard<P::Geometry>>,
) -> IllegalMove<P::Geometry> {
    IllegalMove {
        from,
        to,
        reason: reason(position, from, to, captured),
    }
}

fn reason<P: Position>(
    position: &P,
    from: Square<P::Geometry>,
    to: Square<P::Geometry>,
    captured: Option<Bitboard<P::Geometry>>,
) -> Reason<P::Geometry> {
    if let Some(win) = position.win() {
        return Reason::GameOver(win.into());
    }
    let turn = position.turn();
    let Some((name, piece)) = position.piece_at(from) else {
        return Reason::NoPiece { square: from };
    };
    if piece.color != turn {
        return Reason::NotYours {
            square: from,
            piece,
            turn,
        };
    }
    let legal = position.legal_moves();
    let between: Vec<_> = legal
        .iter()
        .filter(|m| m.from == from && m.to == to)
        .copied()
        .collect();
    if !between.is_empty() {
        return Reason::OtherCaptured { captures: between };
    }
    let choices: Vec<_> = legal.iter().filter(|m| m.is_capture()).copied().collect();
    let mirror = (!position.permitted_ends(name).contains(to)).then_some(Reason::MirrorOccupied {
        square: to,
        board: name.other(),
    });
    let part = position
        .capture_parts(from)
        .into_iter()
        .filter(|m| m.to == to && captured.is_none_or(|c| c.is_empty() || c == m.captured))
        .map(|m| m.captured.len())
        .max();
    if let Some(takes) = part {
        return mirror.unwrap_or_else(|| match choices.iter().map(|m| m.captured.len()).max() {
            Some(most) if most > takes => Reason::TakesTooFew {
                takes,
                most,
                captures: choices,
            },
            _ => Reason::BlockedBinds,
        });
    }
    if let Some(bar) = bar(position, name, piece, from, to) {
        return bar;
    }
    if let Some(mirror) = mirror {
        return mirror;
    }
    if choices.is_empty() {
        Reason::BlockedBinds
    } else {
        Reason::MustCapture { captures: choices }
    }
}

/// What bars a move without capture on its own board.
pub(crate) fn bar<P: Position>(
    position: &P,
    name: BoardName,
    piece: Piece,
    from: Square<P::Geometry>,
    to: Square<P::Geometry>,
) -> Option<Reason<P::Geometry>> {
    let board = position.board(name);
    if from == to {
        return Some(Reason::NoMovement);
    }
    let Some(direction) = Direction::ALL
        .into_iter()
        .find(|&d| Bitboard::ray(from, d).contains(to))
    else {
        return Some(Reason::NotDiagonal { from, to });
    };
    if let Some(piece) = board.piece_at(to) {
        return Some(Reason::Occupied { square: to, piece });
    }
    let between = Bitboard::ray(from, direction) - Bitboard::ray(to, direction) - to.into();
    if !piece.king {
        if between.any() {
            return Some(Reason::ManTooFar);
        }
        let forwards = direction.is_up() == (piece.color == Color::White);
        return (!forwards).then_some(Reason::ManBackwards);
    }
    let barred = between & board.occupied();
    barred.any().then(|| Reason::WayBarred {
        square: barred.nearest(direction),
    })
}
