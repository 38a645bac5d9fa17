//! The one move generator: what the pieces of one side can do on one board. Which of it is legal in a game, and
//! what a second board forbids, is decided by the positions that call it through the set of permitted ends.

use std::collections::HashSet;

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::board::Board;
use crate::geometry::{Direction, Geometry};
use crate::moves::{Move, MoveList};
use crate::rules::{KingReach, Priority, Variant};
use crate::square::{Color, Square};

/// A board as the side to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<G: Geometry> {
    color: Color,
    men: Bitboard<G>,
    kings: Bitboard<G>,
    enemy: Bitboard<G>,
    enemy_kings: Bitboard<G>,
    pub(crate) vacant: Bitboard<G>,
}

impl<G: Geometry> View<G> {
    #[inline(always)]
    pub(crate) fn new(board: &Board<G>, color: Color) -> Self {
        Self::of(color, board.pieces(color), board.pieces(!color), board.kings)
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

/// All captures, as sets of landing squares, where men take at most two pieces and kings none: nearly always.
///
/// A second jump never comes back to a square or a piece of the first one, so it is seen without touching the
/// board: the square a man came from and the piece it took lie straight behind it, the one direction left out.
pub(crate) struct Jumps<G: Geometry> {
    /// Landing squares of first jumps by direction.
    one: [Bitboard<G>; 4],
    /// Landing squares of second jumps by directions; empty if there is none.
    two: [[Bitboard<G>; 4]; 4],
    chained: bool,
}

impl<G: Geometry> Jumps<G> {
    /// Pieces taken by the largest captures with a permitted end, and how many such captures there are.
    #[inline(always)]
    pub(crate) fn largest(&self, ends: Bitboard<G>) -> (u32, u32) {
        if self.chained {
            let two = self.count(2, ends);
            if two > 0 {
                return (2, two);
            }
        }
        let one = self.count(1, ends);
        (u32::from(one > 0), one)
    }

    /// Number of captures of `takes` pieces with a permitted end.
    #[inline(always)]
    pub(crate) fn count(&self, takes: u32, ends: Bitboard<G>) -> u32 {
        let count = |lands: &[Bitboard<G>; 4]| lands.iter().map(|&l| (l & ends).len()).sum::<u32>();
        if takes == 1 {
            count(&self.one)
        } else {
            self.two.iter().map(count).sum()
        }
    }

    /// Appends the captures of `takes` pieces with a permitted end.
    #[inline(always)]
    fn append(&self, view: &View<G>, takes: u32, ends: Bitboard<G>, moves: &mut MoveList<G>) {
        let row = Board::<G>::promotion_row(view.color);
        let mut push = |to: Square<G>, captured: Bitboard<G>, start: Bitboard<G>| {
            moves.push(Move {
                captured,
                from: Square::from_bit(start.0.lowest() as u8),
                to,
                promotes: row.contains(to),
            });
        };
        for first in Direction::ALL {
            let back = first.opposite();
            if takes == 1 {
                for to in self.one[first as usize] & ends {
                    let captured = Bitboard::from(to).step(back);
                    push(to, captured, captured.step(back));
                }
                continue;
            }
            for second in Direction::ALL {
                for to in self.two[first as usize][second as usize] & ends {
                    let later = Bitboard::from(to).step(second.opposite());
                    let earlier = later.step(second.opposite()).step(back);
                    push(to, later | earlier, earlier.step(back));
                }
            }
        }
    }
}

impl<G: Geometry> Bitboard<G> {
    /// The bit one step from the only square of the set, which must lie on the board.
    #[inline(always)]
    fn shifted_square(self, direction: Direction) -> u8 {
        self.shifted(direction).lowest() as u8
    }
}

#[inline(always)]
fn man_captures_towards<V: Variant>(color: Color, direction: Direction) -> bool {
    V::RULES.men_capture_backwards || direction.is_up() == (color == Color::White)
}

/// First landing squares of men, by direction.
#[inline(always)]
fn first_jumps<V: Variant>(view: &View<V::Geometry>) -> [Bitboard<V::Geometry>; 4] {
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
fn next_jumps<V: Variant>(
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

/// The nearest enemy that a king on `at` jumps in a direction, and the squares behind it where it may land.
#[inline(always)]
fn king_jump<V: Variant>(
    at: Square<V::Geometry>,
    direction: Direction,
    enemy: Bitboard<V::Geometry>,
    vacant: Bitboard<V::Geometry>,
) -> Option<(Bitboard<V::Geometry>, Bitboard<V::Geometry>)> {
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
    lands.any().then(|| (victim.into(), lands))
}

/// The vacant squares from a square in one direction up to the first occupied one.
#[inline(always)]
fn slide<G: Geometry>(from: Square<G>, direction: Direction, vacant: Bitboard<G>) -> Bitboard<G> {
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
fn king_reach<V: Variant>(
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
fn king_captures<V: Variant>(view: &View<V::Geometry>) -> bool {
    view.kings.into_iter().any(|king| {
        Direction::ALL
            .iter()
            .any(|&d| king_jump::<V>(king, d, view.enemy, view.vacant).is_some())
    })
}

/// What the side to move can capture.
pub(crate) enum Captures<G: Geometry> {
    /// Nothing.
    None,
    /// These.
    Jumps(Jumps<G>),
    /// More than sets of squares can show: the tree of captures must be walked.
    Tree,
}

/// All captures at once, as far as that goes.
#[inline(always)]
pub(crate) fn jumps<V: Variant>(view: &View<V::Geometry>) -> Captures<V::Geometry> {
    let one = first_jumps::<V>(view);
    if king_captures::<V>(view) {
        return Captures::Tree;
    }
    if (one[0] | one[1] | one[2] | one[3]).is_empty() {
        return Captures::None;
    }
    let mut jumps = Jumps {
        one,
        two: [[Bitboard::EMPTY; 4]; 4],
        chained: false,
    };
    for came in Direction::ALL {
        let at = jumps.one[came as usize];
        if at.is_empty() {
            continue;
        }
        let two = next_jumps::<V>(view, at, came);
        if (two[0] | two[1] | two[2] | two[3]).is_empty() {
            continue;
        }
        if V::RULES.priority == Priority::Any {
            return Captures::Tree;
        }
        for on in Direction::ALL {
            let at = two[on as usize];
            if at.any() && next_jumps::<V>(view, at, on).iter().any(|l| l.any()) {
                return Captures::Tree;
            }
        }
        jumps.two[came as usize] = two;
        jumps.chained = true;
    }
    Captures::Jumps(jumps)
}

/// Whether there is any capture, wherever it ends.
pub(crate) fn any_capture<V: Variant>(view: &View<V::Geometry>) -> bool {
    first_jumps::<V>(view).iter().any(|l| l.any()) || king_captures::<V>(view)
}

/// Whether there is a capture, or a part of one, that ends on a permitted square.
pub(crate) fn any_capture_ending<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
) -> bool {
    let first = first_jumps::<V>(view);
    if first.iter().any(|&lands| (lands & ends).any()) {
        return true;
    }
    if first.iter().all(|l| l.is_empty()) && !king_captures::<V>(view) {
        return false;
    }
    let mut found = Found(false);
    walk_captures::<V, _>(view, ends, &mut found);
    found.0
}

/// Which captures are kept while the tree is walked.
pub(crate) struct Selection {
    /// Pieces taken by the largest capture so far.
    pub(crate) most: u32,
    /// The first move of the list that competes.
    pub(crate) base: usize,
    /// Whether captures that differ only in the order of their pieces are counted apart.
    pub(crate) orders: bool,
}

impl Selection {
    pub(crate) const fn new(base: usize, orders: bool) -> Self {
        Self {
            most: 0,
            base,
            orders,
        }
    }
}

/// Appends the captures with a permitted end that the rules let a player choose. Selections may be carried from
/// one board to the next.
#[inline(always)]
pub(crate) fn captures<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    selection: &mut Selection,
    moves: &mut MoveList<V::Geometry>,
) {
    let jumps = match jumps::<V>(view) {
        Captures::None => return,
        Captures::Tree => return walked_captures::<V>(view, ends, selection, moves),
        Captures::Jumps(jumps) => jumps,
    };
    let (takes, count) = jumps.largest(ends);
    if count == 0 || takes < selection.most {
        return;
    }
    if V::RULES.priority == Priority::Most && takes > selection.most {
        selection.most = takes;
        moves.truncate(selection.base);
    }
    jumps.append(view, takes, ends, moves);
}

#[inline(never)]
fn walked_captures<V: Variant>(
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
    seen: HashSet<(Square<V::Geometry>, Bitboard<V::Geometry>)>,
}

impl<V: Variant> Sink<V::Geometry> for Parts<'_, V> {
    fn offer(
        &mut self,
        from: Square<V::Geometry>,
        to: Square<V::Geometry>,
        captured: Bitboard<V::Geometry>,
        _: u32,
    ) {
        if self.seen.insert((to, captured)) {
            self.collect.push(from, to, captured);
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
    let starters = Direction::ALL
        .into_iter()
        .zip(first_jumps::<V>(view))
        .fold(view.kings, |all, (direction, lands)| {
            let back = direction.opposite();
            all | lands.step(back).step(back)
        });
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
        let Some((victim, lands)) =
            king_jump::<V>(at, direction, self.enemy - captured, self.vacant)
        else {
            return false;
        };
        let captured = captured | victim;
        let count = count + 1;
        let straight = lands
            .first()
            .is_some_and(|land| self.king(land, direction, captured, count));
        for land in lands {
            let mut goes_on = straight;
            for turn in Direction::ALL {
                if turn != direction && turn != direction.opposite() {
                    goes_on |= self.king(land, turn, captured, count);
                }
            }
            self.end(land, captured, count, goes_on);
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
        if count > 0
            && (V::RULES.priority == Priority::Most || !goes_on)
            && self.ends.contains(at)
        {
            self.sink.offer(self.from, at, captured, count);
        }
    }
}

/// Steps of men in one forward direction.
#[inline(always)]
fn man_steps<G: Geometry>(view: &View<G>, ends: Bitboard<G>) -> [(Direction, Bitboard<G>); 2] {
    let directions = match view.color {
        Color::White => [Direction::UpLeft, Direction::UpRight],
        Color::Black => [Direction::DownLeft, Direction::DownRight],
    };
    directions.map(|d| (d, Bitboard(view.men.shifted(d)) & view.vacant & ends))
}

/// Appends the moves without capture that end on permitted squares.
#[inline(always)]
pub(crate) fn quiet<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
    moves: &mut MoveList<V::Geometry>,
) {
    let row = Board::<V::Geometry>::promotion_row(view.color);
    for (direction, targets) in man_steps(view, ends) {
        let back = direction.opposite();
        for to in targets {
            moves.push(Move {
                captured: Bitboard::EMPTY,
                from: Square::from_bit(Bitboard::from(to).shifted_square(back)),
                to,
                promotes: row.contains(to),
            });
        }
    }
    for from in view.kings {
        for to in king_reach::<V>(from, view.vacant) & ends {
            moves.push(Move {
                captured: Bitboard::EMPTY,
                from,
                to,
                promotes: false,
            });
        }
    }
}

/// Number of moves without capture that end on permitted squares.
#[inline(always)]
pub(crate) fn count_quiet<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
) -> u32 {
    let men: u32 = man_steps(view, ends).iter().map(|(_, to)| to.len()).sum();
    let kings: u32 = view
        .kings
        .into_iter()
        .map(|king| (king_reach::<V>(king, view.vacant) & ends).len())
        .sum();
    men + kings
}

/// Whether there is a move without capture that ends on a permitted square.
pub(crate) fn any_quiet<V: Variant>(
    view: &View<V::Geometry>,
    ends: Bitboard<V::Geometry>,
) -> bool {
    man_steps(view, ends).iter().any(|(_, to)| to.any())
        || view
            .kings
            .into_iter()
            .any(|king| (king_reach::<V>(king, view.vacant) & ends).any())
}
