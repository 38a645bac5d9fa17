//! A position and all its moves, for a player or for the root of a search.

use std::cmp::Reverse;

use damier_core::Move;

use crate::game::Tabled;
use crate::tables::{Tables, after};
use crate::wld::Wld;

/// What a position or a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Who wins, as the side to move sees it.
    pub value: Wld,
    /// Plies to the end with best play, if the tables know. Nothing for a draw.
    pub plies: Option<u16>,
}

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its worth to the side that makes it.
    pub worth: Worth,
}

/// A position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootProbe {
    /// The worth of the position.
    pub worth: Worth,
    /// The legal moves, the best first, equally good ones in the order of moves.
    pub moves: Vec<RootMove>,
}

impl RootProbe {
    /// The moves that are as good as the best one.
    pub fn best(&self) -> &[RootMove] {
        let Some(first) = self.moves.first() else {
            return &[];
        };
        let same = |m: &&RootMove| m.worth == first.worth;
        &self.moves[..self.moves.iter().take_while(same).count()]
    }
}

/// Probes a position and what its moves lead to. Nothing if a table is missing.
///
/// A won position is given up to the move that ends it soonest, a lost one is held as long as possible. Where
/// distances are known of some winning moves only, those are better: they lead into an ending that can be counted
/// down.
pub fn probe_root<P: Tabled>(tables: &Tables<P>, position: &P) -> Option<RootProbe> {
    let worth = worth(tables, position)?;
    let mut moves = position
        .legal_moves()
        .iter()
        .map(|&mv| {
            let mut next = *position;
            next.play_unchecked(&mv);
            let worth = match tables.distance(&next) {
                Some(known) => measured(after(known)),
                None => Worth {
                    value: tables.probe(&next)?.opposite(),
                    plies: None,
                },
            };
            Some(RootMove { mv, worth })
        })
        .collect::<Option<Vec<RootMove>>>()?;
    moves.sort_by_key(|m| Reverse(rank(m.worth)));
    Some(RootProbe { worth, moves })
}

fn worth<P: Tabled>(tables: &Tables<P>, position: &P) -> Option<Worth> {
    Some(match tables.distance(position) {
        Some(known) => measured(known),
        None => Worth {
            value: tables.probe(position)?,
            plies: None,
        },
    })
}

fn measured((value, plies): (Wld, u16)) -> Worth {
    Worth {
        value,
        plies: (value != Wld::Draw).then_some(plies),
    }
}

/// Greater for the better of two moves. A win of unknown length is worse than any known one, and a loss of unknown
/// length better.
fn rank(worth: Worth) -> (Wld, i32) {
    let plies = worth.plies.map_or(i32::MAX / 2, i32::from);
    match worth.value {
        Wld::Win => (worth.value, -plies),
        Wld::Draw => (worth.value, 0),
        Wld::Loss => (worth.value, plies),
    }
}
