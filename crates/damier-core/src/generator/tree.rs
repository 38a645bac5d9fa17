//! The tree of captures of one piece after another, walked where sets of squares do not show them all.

use std::collections::HashSet;

use super::Selection;
use super::view::{KingJump, View, first_jumps, king_jump, man_captures_towards};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::moves::{Move, MoveList};
use crate::rules::{Priority, Variant};
use crate::square::{Color, Square};

#[inline(never)]
pub(super) fn walked_captures<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    selection: &mut Selection,
    moves: &mut MoveList<V::Geometry>,
) {
    let segment = moves.len();
    walk_captures::<V, _>(
        view,
        ends,
        &mut Collect::<V> {
            promoting: view.men,
            row: Board::promotion_row(view.color),
            selection,
            moves,
            segment,
        },
    );
}

/// What receives the captures of a walk.
trait Sink<G: Geometry> {
    /// A capture that ends on a permitted square; parts of longer captures come after their continuations.
    fn offer(&mut self, from: Square<G>, to: Square<G>, captured: Bitboard<G>, count: u32);
    /// All captures of one piece have been offered.
    fn piece_done(&mut self);
}

/// Whether a capture, or a part of one, ends on a permitted square.
pub(super) fn any_ending<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
) -> bool {
    let mut found = Found(false);
    walk_captures::<V, _>(view, ends, &mut found);
    found.0
}

/// Notes that there is any.
struct Found(bool);

impl<G: Geometry> Sink<G> for Found {
    fn offer(&mut self, _: Square<G>, _: Square<G>, _: Bitboard<G>, _: u32) {
        self.0 = true;
    }

    fn piece_done(&mut self) {}
}

/// Keeps those the rules let a player choose.
struct Collect<'a, V: Variant> {
    promoting: Bitboard<V::Geometry>,
    row: Bitboard<V::Geometry>,
    selection: &'a mut Selection,
    moves: &'a mut MoveList<V::Geometry>,
    /// Where the moves of the current piece start in the list.
    segment: usize,
}

impl<V: Variant> Collect<'_, V> {
    #[inline(always)]
    fn push(
        &mut self,
        from: Square<V::Geometry>,
        to: Square<V::Geometry>,
        captured: Bitboard<V::Geometry>,
    ) {
        self.moves.push(Move {
            captured,
            from,
            to,
            promotes: self.row.contains(to) && self.promoting.contains(from),
        });
    }
}

impl<V: Variant> Sink<V::Geometry> for Collect<'_, V> {
    #[inline(always)]
    fn offer(
        &mut self,
        from: Square<V::Geometry>,
        to: Square<V::Geometry>,
        captured: Bitboard<V::Geometry>,
        count: u32,
    ) {
        if V::RULES.priority == Priority::Most {
            if count < self.selection.most {
                return;
            }
            if count > self.selection.most {
                self.selection.most = count;
                self.moves.truncate(self.selection.base);
                self.segment = self.selection.base;
            }
        }
        self.push(from, to, captured);
    }

    fn piece_done(&mut self) {
        if !self.selection.orders {
            deduplicate(self.moves, self.segment);
        }
        self.segment = self.moves.len();
    }
}

/// Drops repeated moves of one piece. Only three captured pieces and more can be taken in two orders.
fn deduplicate<G: Geometry>(moves: &mut MoveList<G>, start: usize) {
    if moves.len() - start < 2 {
        return;
    }
    moves[start..].sort_unstable_by_key(|m| (m.to, m.captured));
    let mut kept = start + 1;
    for i in start + 1..moves.len() {
        if moves[i] != moves[kept - 1] {
            moves[kept] = moves[i];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// Keeps every capture, parts of longer ones too, once.
struct Parts<'a, V: Variant> {
    collect: Collect<'a, V>,
    seen: HashSet<Move<V::Geometry>>,
}

impl<V: Variant> Sink<V::Geometry> for Parts<'_, V> {
    fn offer(
        &mut self,
        from: Square<V::Geometry>,
        to: Square<V::Geometry>,
        captured: Bitboard<V::Geometry>,
        _: u32,
    ) {
        self.collect.push(from, to, captured);
        if let Some(mv) = self.collect.moves.last()
            && !self.seen.insert(*mv)
        {
            self.collect.moves.pop();
        }
    }

    fn piece_done(&mut self) {}
}

/// Every capture of the piece on a square, whole or broken off.
pub(crate) fn capture_parts<V: Variant>(
    view: &View<V::Geometry>,
    from: Square<V::Geometry>,
) -> Vec<Move<V::Geometry>> {
    let mut moves = MoveList::new();
    let mut sink = Parts::<V> {
        collect: Collect {
            promoting: view.men,
            row: Board::promotion_row(view.color),
            selection: &mut Selection::new(0, true),
            moves: &mut moves,
            segment: 0,
        },
        seen: HashSet::new(),
    };
    if (view.men | view.kings).contains(from) {
        walk_piece::<V, _>(view, from, Bitboard::full(), &mut sink);
    }
    moves.to_vec()
}

/// Walks every capture of every piece.
fn walk_captures<V: Variant, S: Sink<V::Geometry>>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    sink: &mut S,
) {
    let starters = Direction::ALL.into_iter().zip(first_jumps::<V>(view)).fold(
        view.kings,
        |all, (direction, lands)| {
            let back = direction.opposite();
            all | lands.step(back).step(back)
        },
    );
    for from in starters {
        walk_piece::<V, S>(view, from, ends, sink);
        sink.piece_done();
    }
}

#[inline(always)]
fn walk_piece<V: Variant, S: Sink<V::Geometry>>(
    view: &View<V::Geometry>,
    from: Square<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    sink: &mut S,
) {
    let mut walk = Walk::<V, S> {
        color: view.color,
        from,
        enemy: view.enemy,
        vacant: view.vacant.with(from),
        ends,
        sink,
    };
    if view.kings.contains(from) {
        for direction in Direction::ALL {
            walk.king(from, direction, Bitboard::EMPTY, 0);
        }
    } else {
        walk.man(from, Bitboard::EMPTY, 0);
    }
}

/// The captures of one piece.
struct Walk<'a, V: Variant, S> {
    color: Color,
    from: Square<V::Geometry>,
    enemy: Bitboard<V::Geometry>,
    /// Vacant squares, the start included.
    vacant: Bitboard<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    sink: &'a mut S,
}

impl<V: Variant, S: Sink<V::Geometry>> Walk<'_, V, S> {
    fn man(&mut self, at: Square<V::Geometry>, captured: Bitboard<V::Geometry>, count: u32) {
        let mut goes_on = false;
        for direction in Direction::ALL {
            if !man_captures_towards::<V>(self.color, direction) {
                continue;
            }
            let victim = Bitboard(Bitboard::from(at).shifted(direction)) & (self.enemy - captured);
            let land = Bitboard(victim.shifted(direction)) & self.vacant;
            if let Some(land) = land.first() {
                goes_on = true;
                self.man(land, captured | victim, count + 1);
            }
        }
        self.end(at, captured, count, goes_on);
    }

    /// Jumps along one direction, then on. Going straight on is tried once, since every landing square of a jump
    /// sees the same next piece ahead.
    fn king(
        &mut self,
        at: Square<V::Geometry>,
        direction: Direction,
        captured: Bitboard<V::Geometry>,
        count: u32,
    ) -> bool {
        let Some(KingJump { victim, lands }) =
            king_jump::<V>(at, direction, self.enemy - captured, self.vacant)
        else {
            return false;
        };
        let captured = captured | victim;
        let count = count + 1;
        let straight = lands
            .first()
            .is_some_and(|land| self.king(land, direction, captured, count));
        let mut any_goes_on = straight;
        for land in lands {
            let mut goes_on = straight;
            for turn in Direction::ALL {
                if turn != direction && turn != direction.opposite() {
                    goes_on |= self.king(land, turn, captured, count);
                }
            }
            any_goes_on |= goes_on;
            if V::RULES.priority == Priority::Most {
                self.end(land, captured, count, goes_on);
            }
        }
        // Where any capture may be chosen it is still carried to its end: a king may not land where it cannot go on
        // if it could have landed where it can.
        if V::RULES.priority == Priority::Any {
            for land in lands {
                self.end(land, captured, count, any_goes_on);
            }
        }
        true
    }

    #[inline(always)]
    fn end(
        &mut self,
        at: Square<V::Geometry>,
        captured: Bitboard<V::Geometry>,
        count: u32,
        goes_on: bool,
    ) {
        if count > 0 && (V::RULES.priority == Priority::Most || !goes_on) && self.ends.contains(at)
        {
            self.sink.offer(self.from, at, captured, count);
        }
    }
}
