//! Moves at random, for testing what is around a search. The same seed and game give the same move.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use damier_protocol::hub::{Mode, Progress};
use damier_search::Control;

use crate::brain::{Answer, Brain, Setting, Task};

pub(crate) struct Random {
    pub(crate) seed: u64,
}

impl Brain for Random {
    fn set(&mut self, _: Setting) -> Result<()> {
        Ok(())
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        task: &Task,
        control: &Control,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Answer> {
        let mut game = task.game.clone();
        let mut line = vec![];
        for _ in 0..2 {
            let mut hasher = DefaultHasher::new();
            (self.seed, game.hub(), game.len()).hash(&mut hasher);
            let legal = game.legal_moves();
            let choice = (hasher.finish() % legal.len().max(1) as u64) as usize;
            let Some(&mv) = legal.get(choice) else { break };
            game.play(&mv)?;
            line.push(mv);
        }
        observer(&Progress {
            depth: 1,
            mean_depth: None,
            score: None,
            nodes: 1,
            time: Duration::from_millis(1),
            pv: line.clone(),
        });
        let limits = task.limits;
        let endless = limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.move_time.is_none()
            && limits.clock.is_none();
        while !control.is_stopped()
            && (endless || control.is_pondering() || task.mode == Mode::Analyze)
        {
            thread::sleep(Duration::from_millis(1));
        }
        Ok((line.first().copied(), line.get(1).copied()))
    }
}
