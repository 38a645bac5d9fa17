//! Material: how many men and kings each side has. It names a class of positions and its table.

use std::fmt;
use std::str::FromStr;

use damier_core::{Color, Position};
use thiserror::Error;

/// The most pieces a table can have.
pub const MOST_PIECES: u32 = 6;

/// The men and kings of the side to move, then those of the other side.
///
/// Its text is the four digits in this order: `1021` is a man against two men and a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material([u8; 4]);

/// A text that names no class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "no class {0:?}: expected four digits, the men and kings of the side to move, then those of the other, at least \
     one piece a side and at most {MOST_PIECES} in all"
)]
pub struct MaterialError(pub String);

impl Material {
    /// The class with these men and kings, if each side has a piece and there are not too many.
    pub fn new(own: [u8; 2], other: [u8; 2]) -> Option<Self> {
        let sides = [own, other].map(|side| u32::from(side[0]) + u32::from(side[1]));
        let fits = sides[0] > 0 && sides[1] > 0 && sides[0] + sides[1] <= MOST_PIECES;
        fits.then_some(Self([own[0], own[1], other[0], other[1]]))
    }

    /// The class of a position.
    pub fn of<P: Position>(position: &P) -> Option<Self> {
        let side = |color: Color| position.material(color).map(|n| n as u8);
        Self::new(side(position.turn()), side(!position.turn()))
    }

    /// Men and kings of the side to move.
    pub fn own(self) -> [u8; 2] {
        [self.0[0], self.0[1]]
    }

    /// Men and kings of the other side.
    pub fn other(self) -> [u8; 2] {
        [self.0[2], self.0[3]]
    }

    /// Number of pieces.
    pub fn pieces(self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Number of men.
    pub fn men(self) -> u32 {
        u32::from(self.0[0]) + u32::from(self.0[2])
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn mirror(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }

    /// All classes of `pieces` pieces, each behind the classes its men promote into.
    pub fn all(pieces: u32) -> Vec<Self> {
        let n = pieces.min(MOST_PIECES) as u8;
        let mut all = vec![];
        for own in 1..n {
            let other = n - own;
            for men in 0..=own {
                for other_men in 0..=other {
                    all.extend(Self::new([men, own - men], [other_men, other - other_men]));
                }
            }
        }
        all.sort_by_key(|m| (m.men(), *m));
        all
    }
}

impl PartialOrd for Material {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Material {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|n| write!(f, "{n}"))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|c| c.to_digit(10).map(|d| d as u8))
            .collect();
        match digits.as_deref() {
            Some(&[a, b, c, d]) => Self::new([a, b], [c, d]),
            _ => None,
        }
        .ok_or_else(|| MaterialError(text.to_owned()))
    }
}
