//! The one move generator: what the pieces of one side can do on one board. Which of it is legal in a game, and
//! what a second board forbids, is decided by the positions that call it through the set of permitted ends.

mod quiet;
mod sets;
mod tree;
mod view;

use self::view::{first_jumps, king_captures};
use crate::bitboard::Bitboard;
use crate::moves::MoveList;
use crate::rules::{Priority, Variant};

pub(crate) use self::quiet::{any_quiet, count_quiet, quiet};
pub(crate) use self::sets::{Captures, jumps};
pub(crate) use self::tree::capture_parts;
pub(crate) use self::view::View;

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
        Captures::Tree => return tree::walked_captures::<V>(view, ends, selection, moves),
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
    tree::any_ending::<V>(view, ends)
}
