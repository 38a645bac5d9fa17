//! All positions of a class one after the other, without looking squares up again and again.

use damier_core::{Bitboard, Board};

use crate::index::{Family, Layout, Sets};

/// The positions of a class by their digits.
pub(crate) struct Placements {
    layout: Layout,
    families: [Family; 4],
}

impl Placements {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            families: layout.families(),
            layout,
        }
    }

    /// The boards with White to move at an index; nothing if two pieces share a square.
    #[inline]
    pub(crate) fn boards(&self, index: u64) -> Option<[Board; 2]> {
        let sets: [&Sets; 4] = [0, 1, 2, 3].map(|g| {
            let digit = index / self.layout.strides[g] % self.layout.radix[g];
            &self.families[g].sets[digit as usize]
        });
        let mut all = Bitboard::EMPTY;
        for set in sets.iter().flat_map(|sets| sets.iter()) {
            if (all & *set).any() {
                return None;
            }
            all |= *set;
        }
        let board = |b: usize| {
            let kings = sets[2][b] | sets[3][b];
            Board::from_sets(sets[0][b] | sets[2][b], sets[1][b] | sets[3][b], kings)
        };
        Some([board(0)?, board(1)?])
    }
}
