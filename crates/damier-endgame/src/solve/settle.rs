//! The moves of kings inside a slice, followed backwards until nothing changes.

use damier_core::Color;

use super::lines::{Line, reach};
use super::measure::{Levels, MOST_PLIES, Measure};
use super::plan::Slice;
use super::slice::{Fresh, Job, Workspace, run};
use super::{Fault, Known};
use crate::game::Tabled;

impl<P: Tabled, K: Known<P>> Job<'_, P, K> {
    /// Values without distances: rounds for White and Black by turns until a round changes nothing.
    pub(super) fn settle<M: Measure>(
        &self,
        slice: &Slice,
        space: &mut Workspace<M>,
        threads: usize,
    ) {
        let size = self.plan.lines.div_ceil(threads);
        let mut idle = 0;
        for turn in Color::ALL.into_iter().cycle() {
            let t = turn as usize;
            let [white, black] = &mut space.states;
            let (own, other) = if t == 0 {
                (white, &*black)
            } else {
                (black, &*white)
            };
            let parts = own
                .chunks_mut(size)
                .zip(space.outside[t].chunks(size))
                .enumerate();
            let work = parts.map(|(i, (states, outside))| {
                move || {
                    let mut changed = false;
                    for (number, (state, outside)) in
                        (i * size..).zip(states.iter_mut().zip(outside))
                    {
                        let undecided = state.open - state.loss;
                        if undecided.is_empty() {
                            continue;
                        }
                        let line = Line::new(self.plan, slice, number);
                        let found =
                            reach(self.plan, self.paths, &line, turn, &outside.quiet, other);
                        let win = undecided & found.loss;
                        let loss = undecided - found.loss - found.open - outside.block;
                        changed |= (win | loss).any();
                        state.open = state.open - win;
                        state.loss |= loss;
                    }
                    changed
                }
            });
            if run(work).into_iter().any(|changed| changed) {
                idle = 0;
            } else {
                idle += 1;
                if idle == 2 {
                    return;
                }
            }
        }
    }

    /// Values with distances: a round for each ply.
    pub(super) fn settle_by_ply<M: Measure>(
        &self,
        slice: &Slice,
        space: &mut Workspace<M>,
        threads: usize,
    ) -> Result<(), Fault> {
        let size = self.plan.lines.div_ceil(threads);
        let last = space.levels.iter().flatten().map(M::Levels::last).max();
        for ply in 0..=MOST_PLIES {
            let mut changed = false;
            for turn in Color::ALL {
                let t = turn as usize;
                let (own, other) = (&space.states[t], &space.states[1 - t]);
                let parts = own
                    .chunks(size)
                    .zip(space.outside[t].chunks_mut(size))
                    .zip(space.levels[t].chunks(size))
                    .zip(space.fresh[t].chunks_mut(size))
                    .enumerate();
                let work = parts.map(|(i, (((states, outside), levels), fresh))| {
                    move || {
                        let mut changed = false;
                        let all = states.iter().zip(outside).zip(levels).zip(fresh);
                        for (number, (((state, outside), levels), fresh)) in (i * size..).zip(all) {
                            *fresh = Fresh::default();
                            let undecided = state.open - state.loss;
                            if undecided.is_empty() {
                                continue;
                            }
                            outside.block = outside.block - levels.released(ply);
                            let line = Line::new(self.plan, slice, number);
                            let found =
                                reach(self.plan, self.paths, &line, turn, &outside.quiet, other);
                            fresh.win = undecided & (found.loss | levels.wins(ply));
                            fresh.loss =
                                undecided - fresh.win - found.loss - found.open - outside.block;
                            changed |= (fresh.win | fresh.loss).any();
                        }
                        changed
                    }
                });
                changed |= run(work).into_iter().any(|c| c);
            }
            for t in 0..2 {
                let all = space.states[t]
                    .iter_mut()
                    .zip(&mut space.levels[t])
                    .zip(&space.fresh[t]);
                for ((state, levels), fresh) in all {
                    state.open = state.open - fresh.win;
                    state.loss |= fresh.loss;
                    levels.decide(fresh.win | fresh.loss, ply);
                }
            }
            if !changed && Some(ply) >= last {
                return Ok(());
            }
        }
        Err(Fault::TooLong)
    }
}
