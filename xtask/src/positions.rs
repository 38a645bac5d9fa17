//! The fixed positions of the generation benchmarks: middle games and kings, of both games, from games between
//! seeded random movers. They are our own, so nothing depends on anybody's collection.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use damier_core::{Alician, Color, Game, Piece, Position, Single, Square};

use crate::workspace::Workspace;

/// Where they are kept.
pub(crate) const FILE: &str = "crates/damier-core/benches/positions.txt";

/// Positions found for each thing that is wanted.
const EACH: usize = 75;

const OPENING: &str = "\
# Positions for the generation benchmarks: kind, then the side to move and what stands on squares 1 to 50 of
# each board (w, b: men; W, B: kings; e: empty), as Hub writes it. From games between random movers.
# Made by `cargo xtask positions`. Do not edit.
";

/// What makes a position one of a kind: the pieces of White and of Black, men then kings.
type Wanted = fn([u32; 2], [u32; 2]) -> bool;

/// Kinds and what they are made of. Random games seldom have two kings, and captures by kings are what costs.
const KINDS: [(&str, Wanted); 4] = [
    ("middle-game", |white, black| {
        white[1] + black[1] == 0 && white[0] >= 12 && black[0] >= 12
    }),
    ("middle-game", |white, black| {
        white[1] + black[1] == 0 && white[0].min(black[0]) >= 6 && white[0].max(black[0]) < 12
    }),
    ("kings", |white, black| {
        white[1] + black[1] == 1 && white[0].min(black[0]) >= 2
    }),
    ("kings", |white, black| {
        white[1] + black[1] >= 2 && white[0] + white[1] >= 2 && black[0] + black[1] >= 2
    }),
];

pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    std::fs::write(workspace.root.join(FILE), text())
        .with_context(|| format!("cannot write {FILE}"))?;
    println!("wrote {FILE}");
    Ok(())
}

fn text() -> String {
    let alician = collect_all(&<Alician>::default(), 5);
    OPENING.to_owned() + &lines("international", &international()) + &lines("alician", &alician)
}

/// The positions of the international game, with their kinds.
pub(crate) fn international() -> Vec<(&'static str, Single)> {
    collect_all(&<Single>::default(), 1)
}

/// A line for each position: game and kind, then the position.
pub(crate) fn lines<P: Position>(game: &str, positions: &[(&str, P)]) -> String {
    let mut text = String::new();
    for (kind, position) in positions {
        let _ = writeln!(text, "{game}/{kind} {}", hub(position));
    }
    text
}

fn collect_all<P: Position>(start: &P, first_seed: u64) -> Vec<(&'static str, P)> {
    let mut found = Vec::new();
    for (seed, (kind, wanted)) in (first_seed..).zip(KINDS) {
        let positions = collect(start, seed, wanted).into_iter();
        found.extend(positions.map(|position| (kind, position)));
    }
    found
}

/// One position a game, at a random moment among those that are wanted.
fn collect<P: Position>(start: &P, seed: u64, wanted: Wanted) -> Vec<P> {
    // A game without an end is given up here; the longest random games are shorter.
    const LONGEST: usize = 400;
    let mut random = Random(seed);
    let mut found = Vec::new();
    while found.len() < EACH {
        let mut game = Game::new(*start);
        let mut candidates = Vec::new();
        while game.outcome().is_none() && game.len() < LONGEST {
            let position = *game.position();
            let [white, black] = Color::ALL.map(|color| position.material(color));
            // The first moves are everybody's.
            if game.len() >= 12 && wanted(white, black) {
                candidates.push(position);
            }
            let moves = position.legal_moves();
            let mv = moves[random.below(moves.len())];
            if game.play(&mv).is_err() {
                break;
            }
        }
        if candidates.is_empty() {
            continue;
        }
        let position = candidates[random.below(candidates.len())];
        if !found.contains(&position) {
            found.push(position);
        }
    }
    found
}

fn hub<P: Position>(position: &P) -> String {
    let letter = |piece: Option<Piece>| match piece {
        None => 'e',
        Some(piece) if piece.king => piece.color.letter(),
        Some(piece) => piece.color.letter().to_ascii_lowercase(),
    };
    let mut text = String::from(position.turn().letter());
    for &name in P::BOARDS {
        let board = position.board(name);
        let squares = (1..).map_while(|number| Square::new(number).ok());
        text.extend(squares.map(|square| letter(board.piece_at(square))));
    }
    text
}

/// Numbers that are the same on every machine and in every year (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves, their order and the rules decide what is in the file; none of them may change unnoticed.
    #[test]
    fn the_committed_positions_are_those_the_command_writes() {
        let committed = include_str!("../../crates/damier-core/benches/positions.txt");
        assert!(text() == committed, "run `cargo xtask positions`");
        assert_eq!(
            committed.lines().filter(|l| !l.starts_with('#')).count(),
            8 * EACH
        );
    }
}
