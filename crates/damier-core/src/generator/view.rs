//! A board as one side sees it, and what the pieces of that side reach from where they stand.

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::moves::Move;
use crate::rules::{KingReach, Variant};
use crate::square::{Color, Square};

/// A board as the side to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<G: Geometry> {
    pub(super) color: Color,
    pub(super) men: Bitboard<G>,
    pub(super) kings: Bitboard<G>,
    pub(super) enemy: Bitboard<G>,
    enemy_kings: Bitboard<G>,
    pub(crate) vacant: Bitboard<G>,
}

impl<G: Geometry> View<G> {
    #[inline(always)]
    pub(crate) fn new(board: &Board<G>, color: Color) -> Self {
        Self::of(
            color,
            board.pieces(color),
            board.pieces(!color),
            board.kings,
        )
    }

    #[inline(always)]
    fn of(color: Color, own: Bitboard<G>, enemy: Bitboard<G>, kings: Bitboard<G>) -> Self {
        Self {
            color,
            men: own - kings,
            kings: own & kings,
            enemy,
            enemy_kings: enemy & kings,
            vacant: !(own | enemy),
        }
    }

    /// The same with the colour known to the compiler.
    #[inline(always)]
    pub(crate) fn as_color(mut self, color: Color) -> Self {
        self.color = color;
        self
    }

    #[inline(always)]
    pub(crate) fn own(&self) -> Bitboard<G> {
        self.men | self.kings
    }

    #[inline(always)]
    pub(crate) fn enemy(&self) -> Bitboard<G> {
        self.enemy
    }

    /// The kind of piece that ends a move, as a set that is the end square for a king and empty for a man.
    #[inline(always)]
    pub(crate) fn king_at_end(&self, mv: &Move<G>) -> Bitboard<G> {
        if mv.promotes || self.kings.contains(mv.from) {
            mv.to.into()
        } else {
            Bitboard::EMPTY
        }
    }

    /// The board as the opponent sees it after `lift` left it, the pieces of `put` came (kings as told) and
    /// `captured` was removed.
    #[inline(always)]
    pub(crate) fn reply(
        &self,
        lift: Bitboard<G>,
        put: Bitboard<G>,
        put_kings: Bitboard<G>,
        captured: Bitboard<G>,
    ) -> Self {
        let own = (self.own() - lift) | put;
        let kings = (self.kings - lift) | put_kings | self.enemy_kings;
        Self::of(!self.color, self.enemy - captured, own, kings - captured)
    }
}

impl<G: Geometry> Bitboard<G> {
    /// The bit one step from the only square of the set, which must lie on the board.
    #[inline(always)]
    pub(super) fn shifted_square(self, direction: Direction) -> u8 {
        self.shifted(direction).lowest() as u8
    }
}

#[inline(always)]
pub(super) fn man_captures_towards<V: Variant>(color: Color, direction: Direction) -> bool {
    V::RULES.men_capture_backwards || direction.is_up() == (color == Color::White)
}

/// First landing squares of men, by direction.
#[inline(always)]
pub(super) fn first_jumps<V: Variant>(view: &View<V::Geometry>) -> [Bitboard<V::Geometry>; 4] {
    Direction::ALL.map(|direction| {
        if man_captures_towards::<V>(view.color, direction) {
            let victims = Bitboard(view.men.shifted(direction)) & view.enemy;
            Bitboard(victims.shifted(direction)) & view.vacant
        } else {
            Bitboard::EMPTY
        }
    })
}

/// Landing squares of jumps that go on from the landing squares of a jump in direction `came`.
#[inline(always)]
pub(super) fn next_jumps<V: Variant>(
    view: &View<V::Geometry>,
    at: Bitboard<V::Geometry>,
    came: Direction,
) -> [Bitboard<V::Geometry>; 4] {
    Direction::ALL.map(|on| {
        if on == came.opposite() || !man_captures_towards::<V>(view.color, on) {
            return Bitboard::EMPTY;
        }
        let victims = Bitboard(at.shifted(on)) & view.enemy;
        Bitboard(victims.shifted(on)) & view.vacant
    })
}

/// A jump of a king.
pub(super) struct KingJump<G: Geometry> {
    /// The captured piece.
    pub(super) victim: Bitboard<G>,
    /// Where the king may land.
    pub(super) lands: Bitboard<G>,
}

/// The nearest enemy that a king on `at` jumps in a direction, and the squares behind it where it may land.
#[inline(always)]
pub(super) fn king_jump<V: Variant>(
    at: Square<V::Geometry>,
    direction: Direction,
    enemy: Bitboard<V::Geometry>,
    vacant: Bitboard<V::Geometry>,
) -> Option<KingJump<V::Geometry>> {
    let victim = match V::RULES.king_reach {
        KingReach::Flying => {
            let blockers = Bitboard::ray(at, direction) - vacant;
            if blockers.is_empty() {
                return None;
            }
            blockers.nearest(direction)
        }
        KingReach::Step => Bitboard::from(at).step(direction).first()?,
    };
    if !enemy.contains(victim) {
        return None;
    }
    let lands = match V::RULES.king_reach {
        KingReach::Flying => slide(victim, direction, vacant),
        KingReach::Step => Bitboard::from(victim).step(direction) & vacant,
    };
    lands.any().then(|| KingJump {
        victim: victim.into(),
        lands,
    })
}

/// The vacant squares from a square in one direction up to the first occupied one.
#[inline(always)]
pub(super) fn slide<G: Geometry>(
    from: Square<G>,
    direction: Direction,
    vacant: Bitboard<G>,
) -> Bitboard<G> {
    let ray = Bitboard::ray(from, direction);
    let blockers = ray - vacant;
    if blockers.is_empty() {
        return ray;
    }
    let blocker = blockers.nearest(direction);
    (ray - Bitboard::ray(blocker, direction)) - blocker.into()
}

/// The squares a king reaches without capturing.
#[inline(always)]
pub(super) fn king_reach<V: Variant>(
    from: Square<V::Geometry>,
    vacant: Bitboard<V::Geometry>,
) -> Bitboard<V::Geometry> {
    Direction::ALL.iter().fold(Bitboard::EMPTY, |reach, &d| {
        reach
            | match V::RULES.king_reach {
                KingReach::Flying => slide(from, d, vacant),
                KingReach::Step => Bitboard::from(from).step(d) & vacant,
            }
    })
}

#[inline(always)]
pub(super) fn king_captures<V: Variant>(view: &View<V::Geometry>) -> bool {
    view.kings.into_iter().any(|king| {
        Direction::ALL
            .iter()
            .any(|&d| king_jump::<V>(king, d, view.enemy, view.vacant).is_some())
    })
}
