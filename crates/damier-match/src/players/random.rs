//! A player that moves at random, the same way every time.

use std::time::Duration;

use damier_core::Move;
use damier_protocol::AnyGame;
use damier_protocol::dxp::Standing;

use super::{Fault, NewGame, Player, Remarks, Reply};
use crate::limit::Clock;
use crate::random::Random;

pub(super) struct RandomPlayer {
    seed: u64,
    random: Random,
    name: String,
}

impl RandomPlayer {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            seed,
            random: Random::new(seed),
            name: format!("random mover {seed}"),
        }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, new: &NewGame<'_>) -> Result<(), Fault> {
        // A game depends on its number alone, not on what was played before it.
        let number = Random::new(new.number).next();
        self.random = Random::new(self.seed ^ number);
        Ok(())
    }

    fn go(&mut self, game: &AnyGame, _: &Clock, _: Duration) -> Result<Reply, Fault> {
        let legal = game.legal_moves();
        let mv = legal.get(self.random.below(legal.len())).copied();
        let mv = mv.ok_or_else(|| Fault::Gone("no legal move".to_owned()))?;
        Ok(Reply::Move {
            mv,
            time: Duration::ZERO,
            remarks: Remarks::default(),
        })
    }

    fn told(&mut self, _: &Move) -> Result<(), Fault> {
        Ok(())
    }

    fn end_game(&mut self, _: Standing) {}

    fn is_usable(&mut self) -> bool {
        true
    }
}
