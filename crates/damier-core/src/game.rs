//! A game: its start, its moves, and the draws that need its history.

use std::fmt;

use crate::articles::Article;
use crate::explain::{IllegalMove, Reason};
use crate::moves::Move;
use crate::position::{Position, Win};
use crate::rules::DrawRules;
use crate::square::Color;

/// How a game ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The rule that ended it.
    pub article: Article,
}

impl From<Win> for Outcome {
    fn from(win: Win) -> Self {
        Self {
            winner: Some(win.winner),
            article: win.article,
        }
    }
}

impl Outcome {
    /// `2-0`, `1-1` or `0-2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "2-0",
            Some(Color::Black) => "0-2",
            None => "1-1",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} has won by {}", self.article),
            None => write!(f, "drawn by {}", self.article),
        }
    }
}

/// Plies on the clocks of the draw rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawCounts {
    /// Plies in a row in which kings moved and nothing was captured.
    pub king_plies: u32,
    /// Plies since three pieces stood against one king, if they did.
    pub three_against_king: Option<u32>,
    /// Plies since two pieces or one stood against one king, if they do.
    pub two_against_king: Option<u32>,
}

impl DrawCounts {
    /// The clocks after a move that led to `next`; `reversible` says that a king moved and captured nothing.
    #[must_use]
    pub fn after<P: Position>(self, next: &P, reversible: bool) -> Self {
        counts_after(next, self, reversible)
    }

    /// The rule whose clock is full, if one is.
    pub fn full(self, rules: &DrawRules) -> Option<Article> {
        let full = |plies: Option<u32>, moves: u32| plies.is_some_and(|n| n >= 2 * moves);
        if full(Some(self.king_plies), rules.king_moves) {
            Some(Article::TwentyFiveMoves)
        } else if full(self.three_against_king, rules.three_against_king) {
            Some(Article::SixteenMoves)
        } else if full(self.two_against_king, rules.two_against_king) {
            Some(Article::FiveMoves)
        } else {
            None
        }
    }
}

#[derive(Clone, Debug)]
struct Ply<P: Position> {
    mv: Move<P::Geometry>,
    position: P,
    counts: DrawCounts,
    occurrences: u32,
}

/// A game in progress or ended.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    start: P,
    start_counts: DrawCounts,
    plies: Vec<Ply<P>>,
}

impl<P: Position + Default> Default for Game<P> {
    fn default() -> Self {
        Self::new(P::default())
    }
}

impl<P: Position> Game<P> {
    /// A game that starts in this position, which counts as its first occurrence.
    pub fn new(start: P) -> Self {
        Self {
            start,
            start_counts: counts_after(&start, DrawCounts::default(), false),
            plies: Vec::new(),
        }
    }

    /// Where it started.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &P {
        self.plies.last().map_or(&self.start, |p| &p.position)
    }

    /// The moves so far.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &Move<P::Geometry>> + ExactSizeIterator {
        self.plies.iter().map(|p| &p.mv)
    }

    /// The positions so far, the first and the present one included.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &P> {
        std::iter::once(&self.start).chain(self.plies.iter().map(|p| &p.position))
    }

    /// Number of moves so far.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The clocks of the draw rules.
    pub fn counts(&self) -> DrawCounts {
        self.plies.last().map_or(self.start_counts, |p| p.counts)
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        self.plies.last().map_or(1, |p| p.occurrences)
    }

    /// How the game has ended, if it has. A win comes before a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(win) = self.position().win() {
            return Some(win.into());
        }
        let rules = P::DRAWS?;
        let article = if self.occurrences() >= rules.occurrences {
            Article::Repetition
        } else {
            self.counts().full(&rules)?
        };
        Some(Outcome {
            winner: None,
            article,
        })
    }

    /// Plays a legal move. An ended game takes no more.
    pub fn play(&mut self, mv: &Move<P::Geometry>) -> Result<(), IllegalMove<P::Geometry>> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove {
                from: mv.from,
                to: mv.to,
                reason: Reason::GameOver(outcome),
            });
        }
        self.play_past_draws(mv)
    }

    /// Plays a legal move even where a draw rule has ended the game, for records of games that went on.
    pub fn play_past_draws(
        &mut self,
        mv: &Move<P::Geometry>,
    ) -> Result<(), IllegalMove<P::Geometry>> {
        let next = self.position().play(mv)?;
        self.push(mv, next);
        Ok(())
    }

    /// Records a move and the position it led to without asking whether it was legal, as an arbiter must when an
    /// irregular move stands.
    pub(crate) fn push(&mut self, mv: &Move<P::Geometry>, next: P) {
        let before = self.position();
        let by_king = before.piece_at(mv.from).is_some_and(|(_, p)| p.king);
        let reversible = by_king && !mv.is_capture();
        let counts = counts_after(&next, self.counts(), reversible);
        let earlier = if reversible {
            self.positions()
                .rev()
                .take(counts.king_plies as usize)
                .filter(|p| **p == next)
                .count()
        } else {
            0
        };
        self.plies.push(Ply {
            mv: *mv,
            position: next,
            counts,
            occurrences: earlier as u32 + 1,
        });
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move<P::Geometry>> {
        self.plies.pop().map(|p| p.mv)
    }
}

/// Pieces against a lone king, if a side has nothing but one.
fn against_king<P: Position>(position: &P) -> Option<u32> {
    Color::ALL.into_iter().find_map(|color| {
        let [men, kings] = position.material(!color);
        (position.material(color) == [0, 1] && kings >= 1).then_some(men + kings)
    })
}

fn counts_after<P: Position>(next: &P, before: DrawCounts, reversible: bool) -> DrawCounts {
    let pieces = against_king(next);
    let go_on = |count: Option<u32>| Some(count.map_or(0, |n| n + 1));
    DrawCounts {
        king_plies: if reversible { before.king_plies + 1 } else { 0 },
        three_against_king: match pieces {
            Some(3) => go_on(before.three_against_king),
            // The smaller class does not stop the count: whichever is full first ends the game.
            Some(1 | 2) => before.three_against_king.map(|n| n + 1),
            _ => None,
        },
        two_against_king: match pieces {
            Some(1 | 2) => go_on(before.two_against_king),
            _ => None,
        },
    }
}
