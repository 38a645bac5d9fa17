//! Seeded random numbers and random positions of several kinds, the same on every machine.

use damier_core::{Board, Color, Geometry, Piece, Setup, Square};

/// Steele, Lea and Flood's `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with its own sequence for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x6472_6175_6768_7473)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A number of a range, both ends included.
    pub fn range(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Either side.
    pub fn color(&mut self) -> Color {
        Color::ALL[self.below(2)]
    }
}

/// A way to strew pieces over a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Up to a third of the board a side, mostly men.
    Dense,
    /// Few kings and fewer men.
    FewKings,
    /// Men on the last rows before promotion, defended by a few.
    NearPromotion,
    /// Many kings.
    ManyKings,
    /// Pieces to capture with room around each: long captures by men and kings.
    Lattice,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Dense,
        Self::FewKings,
        Self::NearPromotion,
        Self::ManyKings,
        Self::Lattice,
    ];
}

/// A random setup on one board, or on two with no square occupied on both. Men stand where men can stand.
pub fn setup<G: Geometry>(random: &mut Random, kind: Kind, boards: usize) -> Setup<G> {
    let mut pieces: Vec<(Square<G>, Piece)> = vec![];
    let third = usize::from(G::SQUARES) / 3;
    let attacker = random.color();
    let mut put = |square: Square<G>, color: Color, king: bool| {
        let stray = Board::<G>::promotion_row(color).contains(square) && !king;
        if !stray && pieces.iter().all(|(s, _)| *s != square) {
            pieces.push((square, Piece { color, king }));
        }
    };
    let any = |random: &mut Random| {
        let number = random.range(1, usize::from(G::SQUARES));
        Square::new(number as u32).expect("the number is on the board")
    };
    match kind {
        Kind::Dense => {
            let kings = random.range(3, 12);
            for color in Color::ALL {
                for _ in 0..random.range(1, third) {
                    let (square, is_king) = (any(random), random.one_in(kings));
                    put(square, color, is_king);
                }
            }
        }
        Kind::FewKings => {
            for color in Color::ALL {
                for _ in 0..random.range(1, 3) {
                    let square = any(random);
                    put(square, color, true);
                }
                for _ in 0..random.below(4) {
                    let square = any(random);
                    put(square, color, false);
                }
            }
        }
        Kind::NearPromotion => {
            for color in Color::ALL {
                for _ in 0..random.range(1, 7) {
                    let distance = random.range(1, 3) as u8;
                    let row = match color {
                        Color::White => distance,
                        Color::Black => G::ROWS - 1 - distance,
                    };
                    let column = random.below(usize::from(G::COLUMNS)) as u8;
                    if let Some(square) = Square::at(row, column) {
                        put(square, color, false);
                    }
                }
                for _ in 0..random.below(5) {
                    let (square, is_king) = (any(random), random.one_in(2));
                    put(square, color, is_king);
                }
            }
        }
        Kind::ManyKings => {
            for color in Color::ALL {
                for _ in 0..random.range(3, third) {
                    let (square, is_king) = (any(random), !random.one_in(8));
                    put(square, color, is_king);
                }
            }
        }
        Kind::Lattice => {
            let (row, column) = (random.range(1, 2), random.range(1, 2));
            for r in (row..usize::from(G::ROWS) - 1).step_by(2) {
                for c in (column..usize::from(G::COLUMNS) - 1).step_by(2) {
                    if let Some(square) = Square::at(r as u8, c as u8)
                        && !random.one_in(3)
                    {
                        put(square, !attacker, false);
                    }
                }
            }
            for _ in 0..random.range(1, 3) {
                let (square, is_king) = (any(random), random.one_in(2));
                put(square, attacker, is_king);
            }
        }
    }
    let turn = if kind == Kind::Lattice {
        attacker
    } else {
        random.color()
    };
    let mut setup = Setup {
        turn: Some(turn),
        a: Board::empty(),
        b: (boards == 2).then(Board::empty),
    };
    // Once in a while everything stands on one board, or one side is missing on A.
    let share = random.range(1, 6);
    for (square, piece) in pieces {
        match &mut setup.b {
            Some(b) if random.below(6) < share => b.set(square, Some(piece)),
            _ => setup.a.set(square, Some(piece)),
        }
    }
    setup
}
