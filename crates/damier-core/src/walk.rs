//! The way a capturing piece goes, for people: a move is only its start, end and captured squares.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::KingReach;
use crate::square::Square;

/// One way to make a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Walk<G: Geometry> {
    /// Start, the square after each captured piece where the piece turns (the one right behind the captured
    /// piece when it goes straight on), end: what PDN writes.
    pub stops: Vec<Square<G>>,
    /// All vacant squares in the order they are passed, start and end included.
    pub passed: Vec<Square<G>>,
    /// The captured squares in order.
    pub order: Vec<Square<G>>,
}

/// Calls `visit` with every way to make a legal move of `position` until it breaks.
pub fn walks<P: Position, B>(
    position: &P,
    mv: &Move<P::Geometry>,
    mut visit: impl FnMut(&Walk<P::Geometry>) -> ControlFlow<B>,
) -> Option<B> {
    let (name, piece) = position.piece_at(mv.from)?;
    if !mv.is_capture() {
        let walk = Walk {
            stops: vec![mv.from, mv.to],
            passed: vec![mv.from, mv.to],
            order: vec![],
        };
        return visit(&walk).break_value();
    }
    let board: Board<P::Geometry> = position.board(name);
    let rules = P::RULES;
    let mut finder = Finder {
        vacant: board.vacant().with(mv.from),
        mv,
        flying: piece.king && rules.king_reach == KingReach::Flying,
        dead: HashSet::new(),
        walk: Walk {
            stops: vec![mv.from],
            passed: vec![mv.from],
            order: vec![],
        },
        visit: &mut visit,
    };
    finder
        .go_on(mv.from, None, mv.captured)
        .break_value()
        .map(|b| b.0)
}

/// The way PDN writes: of all ways, the one whose stops come first in numerical order.
pub fn canonical_walk<P: Position>(
    position: &P,
    mv: &Move<P::Geometry>,
) -> Option<Walk<P::Geometry>> {
    let mut best: Option<Walk<P::Geometry>> = None;
    let mut seen = 0_u32;
    walks(position, mv, |walk| {
        if best.as_ref().is_none_or(|b| walk.stops < b.stops) {
            best = Some(walk.clone());
        }
        // Made-up positions can have millions of ways; any of them will do there.
        seen += 1;
        if seen < 10_000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    best
}

struct Finder<'a, G: Geometry, F> {
    vacant: Bitboard<G>,
    mv: &'a Move<G>,
    flying: bool,
    /// States from which the end is not reached: square, direction of arrival, pieces still to take.
    dead: HashSet<(Square<G>, Option<Direction>, Bitboard<G>)>,
    walk: Walk<G>,
    visit: &'a mut F,
}

struct Stop<B>(B);

impl<G: Geometry, B, F: FnMut(&Walk<G>) -> ControlFlow<B>> Finder<'_, G, F> {
    /// Goes on from `at`; breaks with the visitor's value, continues with whether a way was found.
    fn go_on(
        &mut self,
        at: Square<G>,
        came: Option<Direction>,
        left: Bitboard<G>,
    ) -> ControlFlow<Stop<B>, bool> {
        if left.is_empty() {
            if at != self.mv.to {
                return ControlFlow::Continue(false);
            }
            return match (self.visit)(&self.walk) {
                ControlFlow::Break(b) => ControlFlow::Break(Stop(b)),
                ControlFlow::Continue(()) => ControlFlow::Continue(true),
            };
        }
        if self.dead.contains(&(at, came, left)) {
            return ControlFlow::Continue(false);
        }
        let mut found = false;
        for direction in Direction::ALL {
            if came.is_some_and(|c| c.opposite() == direction) {
                continue;
            }
            // A king that came along this direction has been let through by `jump` already.
            if self.flying && came == Some(direction) {
                continue;
            }
            found |= self.jump(at, direction, left)?;
        }
        if !found {
            self.dead.insert((at, came, left));
        }
        ControlFlow::Continue(found)
    }

    fn jump(
        &mut self,
        at: Square<G>,
        direction: Direction,
        left: Bitboard<G>,
    ) -> ControlFlow<Stop<B>, bool> {
        let mark = (
            self.walk.stops.len(),
            self.walk.passed.len(),
            self.walk.order.len(),
        );
        let mut found = false;
        let mut here = Bitboard::from(at).step(direction);
        while self.flying
            && let Some(square) = (here & self.vacant).first()
        {
            self.walk.passed.push(square);
            here = here.step(direction);
        }
        if let Some(victim) = (here & left).first() {
            let left = left - here;
            self.walk.order.push(victim);
            let behind = here.step(direction);
            let mut land = behind;
            let mut lands = vec![];
            while let Some(square) = (land & self.vacant).first() {
                lands.push(square);
                if !self.flying {
                    break;
                }
                land = land.step(direction);
            }
            let passed = self.walk.passed.len();
            for (i, &square) in lands.iter().enumerate() {
                self.walk.passed.truncate(passed);
                self.walk.passed.extend(&lands[..=i]);
                self.walk.stops.push(square);
                found |= self.go_on(square, Some(direction), left)?;
                if self.flying && i == 0 && left.any() {
                    // Straight on: the stop is the square right behind the captured piece.
                    found |= self.jump(square, direction, left)?;
                }
                self.walk.stops.pop();
            }
        }
        self.walk.stops.truncate(mark.0);
        self.walk.passed.truncate(mark.1);
        self.walk.order.truncate(mark.2);
        ControlFlow::Continue(found)
    }
}
