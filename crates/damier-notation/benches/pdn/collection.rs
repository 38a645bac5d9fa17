//! Games of random legal moves, the same on every machine.

use std::io::{self, Write};

use damier_core::{Game, Position, Single};
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{self, GameResult, Item, WriteOptions};

/// Bodies that differ; the headers of all games do.
const BODIES: u64 = 1_000;
const MOST_PLIES: usize = 110;

/// A generator of numbers (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

fn game(seed: u64) -> pdn::Game {
    let mut numbers = Numbers(seed);
    let mut game: Game<Single> = Game::default();
    let mut record = pdn::Game::from_position(&(*game.position()).into());
    while game.len() < MOST_PLIES && game.outcome().is_none() {
        let legal = game.position().legal_moves();
        let Some(mv) = legal.get(numbers.below(legal.len())) else {
            break;
        };
        let text = movetext::write(game.position(), mv, Form::Short);
        record.push(Item::Move(text.into()));
        if game.play(mv).is_err() {
            break;
        }
    }
    record.set_result(&match game.outcome() {
        Some(outcome) => GameResult::parse(outcome.result()),
        None => GameResult::Unknown,
    });
    record
}

/// Writes `games` games.
pub(crate) fn write(games: u64, out: &mut impl Write) -> io::Result<()> {
    let bodies: Vec<String> = (0..BODIES.min(games))
        .map(|seed| pdn::write(&game(seed), &WriteOptions::default()))
        .collect();
    for (number, body) in (0..games).zip(bodies.iter().cycle()) {
        let (round, year) = (number % 11 + 1, 1950 + number % 70);
        writeln!(
            out,
            "[Event \"Made-up tournament {}\"]\n[Date \"{year}.??.??\"]\n[Round \"{round}\"]\n[White \"Player {}\"]\n[Black \"Player {}\"]\n{body}",
            number / 66,
            number % 397,
            number % 401,
        )?;
    }
    Ok(())
}
