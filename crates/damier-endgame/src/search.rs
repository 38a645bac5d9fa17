//! The tables as the search asks for them.

use damier_search::{Endgame, Verdict};

use crate::game::Tabled;
use crate::tables::Tables;
use crate::wld::Wld;

impl<P: Tabled> Endgame<P> for Tables<P> {
    fn max_pieces(&self) -> u32 {
        Self::max_pieces(self)
    }

    fn probe(&self, position: &P) -> Option<Verdict> {
        Self::probe(self, position).map(Verdict::from)
    }

    fn distance(&self, position: &P) -> Option<u32> {
        Self::distance(self, position).map(|(_, plies)| plies.into())
    }
}

impl From<Wld> for Verdict {
    fn from(value: Wld) -> Self {
        match value {
            Wld::Loss => Self::Loss,
            Wld::Draw => Self::Draw,
            Wld::Win => Self::Win,
        }
    }
}
