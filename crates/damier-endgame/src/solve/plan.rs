//! What is fixed while a class and its mirror are solved: the slices, and the kings inside a slice.
//!
//! A slice is one placement of all men. Men never go back, so slices are solved in the order of how far the men have
//! come, and inside a slice only kings move. One king of one side is singled out: the positions that differ only in
//! its square form a line (a line for each board), one bit a position, and are solved together. Kings of that side
//! are alike, so a position lies on as many lines as the side has kings; the line on which the singled-out king has
//! the highest cell is the one that counts.

use std::ops::Range;

use damier_core::{Bitboard, Color, Square};

use crate::game::Tabled;
use crate::index::{Family, KING_CELLS, Kind, Layout, Sets, cell, choose, square};
use crate::material::Material;

/// The kings that stand still on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Still {
    /// Their cells, ascending.
    pub(crate) cells: [u8; 6],
    pub(crate) sets: Sets,
}

/// All placements of the kings of one side that stand still.
pub(crate) struct Kings {
    pub(crate) count: usize,
    pub(crate) all: Vec<Still>,
}

impl Kings {
    fn new(count: usize, boards: usize) -> Self {
        // Kings of both colours count alike when White is to move.
        let family = Family::new(Kind::King, Color::White, count, boards);
        let all = family
            .sets
            .iter()
            .map(|&sets| {
                let mut cells = [0; 6];
                let squares = sets
                    .iter()
                    .enumerate()
                    .flat_map(|(b, set)| set.into_iter().map(move |s| (b, s)));
                for (to, (b, s)) in cells.iter_mut().zip(squares) {
                    *to = cell(Kind::King, Color::White, b, s) as u8;
                }
                Still { cells, sets }
            })
            .collect();
        Self { count, all }
    }
}

impl Still {
    /// The number of the combination in which the king at position `moved` of the list stands on another cell.
    #[inline(always)]
    pub(crate) fn rank_with(&self, count: usize, moved: usize, to: usize) -> usize {
        let mut sum = 0;
        let mut i = 0;
        let mut placed = false;
        for (j, &c) in self.cells[..count].iter().enumerate() {
            if j == moved {
                continue;
            }
            let c = usize::from(c);
            if !placed && to < c {
                i += 1;
                sum += choose(to, i);
                placed = true;
            }
            i += 1;
            sum += choose(c, i);
        }
        if !placed {
            sum += choose(to, i + 1);
        }
        sum as usize
    }

    /// The cells with one more, ascending.
    pub(crate) fn with(&self, count: usize, extra: usize) -> ([usize; 7], usize) {
        let mut cells = [0; 7];
        for (to, &from) in cells.iter_mut().zip(&self.cells[..count]) {
            *to = usize::from(from);
        }
        cells[count] = extra;
        cells[..=count].sort_unstable();
        (cells, count + 1)
    }
}

/// The men of one side: all placements, sorted by how many steps they have still to go.
pub(crate) struct Men {
    pub(crate) family: Family,
    /// Numbers of the placements with the same number of steps to go; the index is that number.
    pub(crate) by_steps: Vec<Vec<u32>>,
}

impl Men {
    fn new(color: Color, count: usize, boards: usize) -> Self {
        let family = Family::new(Kind::Man, color, count, boards);
        let mut by_steps = vec![vec![]; 9 * count + 1];
        for (rank, sets) in family.sets.iter().enumerate() {
            let steps: usize = sets
                .iter()
                .flat_map(|set| set.into_iter())
                .map(|s| usize::from(steps_to_go(color, s)))
                .sum();
            by_steps[steps].push(rank as u32);
        }
        Self { family, by_steps }
    }
}

fn steps_to_go(color: Color, square: Square) -> u8 {
    match color {
        Color::White => square.row(),
        Color::Black => 9 - square.row(),
    }
}

/// The fixed part of the work on a class and its mirror.
pub(crate) struct Plan {
    pub(crate) boards: usize,
    /// The table with White to move and the one with Black to move: White has the first side's pieces in both.
    pub(crate) layouts: [Layout; 2],
    /// Whether both are one table.
    pub(crate) symmetric: bool,
    pub(crate) men: [Men; 2],
    /// The kings that stand still on the lines, by colour.
    pub(crate) kings: [Kings; 2],
    /// Whose king runs along the lines; nobody's if there are no kings.
    pub(crate) runner: Option<Color>,
    /// Number of lines of a slice.
    pub(crate) lines: usize,
}

impl Plan {
    pub(crate) fn new<P: Tabled>(material: Material) -> Self {
        let boards = P::BOARDS.len();
        let sides = [material.own(), material.other()].map(|s| s.map(usize::from));
        let [[_, white], [_, black]] = sides;
        let runner = match (white, black) {
            (0, 0) => None,
            (0, _) => Some(Color::Black),
            (_, 0) => Some(Color::White),
            (w, b) if w <= b => Some(Color::White),
            _ => Some(Color::Black),
        };
        let still = |color: Color, kings: usize| {
            Kings::new(kings - usize::from(runner == Some(color)), boards)
        };
        let kings = [still(Color::White, white), still(Color::Black, black)];
        let lines = kings[0].all.len() * kings[1].all.len() * boards;
        Self {
            boards,
            layouts: [material, material.mirror()].map(|m| Layout::new(m, boards)),
            symmetric: material == material.mirror(),
            men: [
                Men::new(Color::White, sides[0][0], boards),
                Men::new(Color::Black, sides[1][0], boards),
            ],
            kings,
            runner,
            lines: if runner.is_some() { lines } else { 1 },
        }
    }

    /// Bytes of the lists.
    pub(crate) fn bytes(&self) -> u64 {
        let men: usize = self.men.iter().map(|m| m.family.sets.len()).sum();
        let kings: usize = self.kings.iter().map(|k| k.all.len()).sum();
        let man = size_of::<Sets>() + 2 * size_of::<u32>();
        (men * man + kings * size_of::<Still>()) as u64
    }

    /// The slices with the same number of steps to go for all men, from none upwards.
    pub(crate) fn levels(&self) -> impl Iterator<Item = Level<'_>> {
        let most = self.men[0].by_steps.len() + self.men[1].by_steps.len() - 1;
        (0..most).map(|steps| {
            let mut level = Level {
                parts: vec![],
                count: 0,
            };
            for (white, numbers) in self.men[0].by_steps.iter().enumerate() {
                let Some(others) = steps
                    .checked_sub(white)
                    .and_then(|s| self.men[1].by_steps.get(s))
                else {
                    continue;
                };
                level.parts.push((level.count, numbers, others));
                level.count += numbers.len() * others.len();
            }
            level
        })
    }

    /// The slice with these placements of men, unless two share a square or a turned slice stands for it.
    pub(crate) fn slice(&self, white: u32, black: u32) -> Option<Slice> {
        let men = [
            self.men[0].family.sets[white as usize],
            self.men[1].family.sets[black as usize],
        ];
        let all = (men[0][0] | men[0][1]) & (men[1][0] | men[1][1]);
        let doubled = all.any() || self.men.iter().zip(men).any(|(_, m)| (m[0] & m[1]).any());
        if doubled {
            return None;
        }
        let turned = [
            self.men[1].family.turned[black as usize],
            self.men[0].family.turned[white as usize],
        ];
        if self.symmetric && (turned[0], turned[1]) < (white, black) {
            return None;
        }
        Some(Slice {
            men,
            digits: [[white, black], turned],
        })
    }

    /// The two placements of standing kings of a line, and the board of the running king.
    #[inline(always)]
    pub(crate) fn line(&self, line: usize) -> (usize, usize, usize) {
        let board = line % self.boards;
        let rest = line / self.boards;
        let black = self.kings[1].all.len();
        (rest / black, rest % black, board)
    }

    #[inline(always)]
    pub(crate) fn line_of(&self, white: usize, black: usize, board: usize) -> usize {
        (white * self.kings[1].all.len() + black) * self.boards + board
    }

    /// Squares of a board above the highest cell of the running king's fellows.
    pub(crate) fn above(fellows: &Still, count: usize, board: usize) -> Bitboard {
        let highest = fellows.cells[..count].last().map(|&c| usize::from(c));
        let first = board * KING_CELLS;
        let cells: Range<usize> = match highest {
            Some(h) => (h + 1).max(first)..first + KING_CELLS,
            None => first..first + KING_CELLS,
        };
        cells
            .filter_map(|c| square(Kind::King, Color::White, c))
            .map(|(_, s)| s)
            .collect()
    }
}

/// The slices of one level.
pub(crate) struct Level<'a> {
    parts: Vec<(usize, &'a [u32], &'a [u32])>,
    /// How many there are, those that are left out included.
    pub(crate) count: usize,
}

impl Level<'_> {
    /// The placements of White's and of Black's men of a slice.
    pub(crate) fn get(&self, slice: usize) -> (u32, u32) {
        let at = self.parts.partition_point(|part| part.0 <= slice);
        let (first, white, black) = self.parts[at - 1];
        let i = slice - first;
        (white[i / black.len()], black[i % black.len()])
    }
}

/// One placement of the men.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    /// White's and Black's men.
    pub(crate) men: [Sets; 2],
    /// For White and for Black to move: the two men's digits of the index.
    pub(crate) digits: [[u32; 2]; 2],
}
