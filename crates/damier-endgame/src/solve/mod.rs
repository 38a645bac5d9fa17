//! Retrograde analysis of a class and its mirror: every position's value from the values of what it leads to.

mod lines;
mod measure;
mod plan;
mod settle;
mod slice;
mod working;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use self::lines::Paths;
pub(crate) use self::measure::{Distances, Measure, Values};
pub(crate) use self::plan::Plan;
use self::slice::{Scratch, Workspace};
pub(crate) use self::working::Working;
use crate::game::Tabled;
use crate::material::Material;
use crate::wld::Wld;

/// What is known of other classes.
pub(crate) trait Known<P>: Sync {
    /// Room for what a look-up needs, one for each thread.
    type Scratch: Send;

    fn scratch(&self) -> Self::Scratch;

    /// The value of a position of a class solved before, and its distance if the tables have it.
    fn value(&self, position: &P, scratch: &mut Self::Scratch) -> Option<(Wld, u16)>;
}

/// What keeps a class from being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A class that it leads to is not known.
    Unknown,
    /// A distance does not fit.
    TooLong,
    /// A placement of pieces that should be a position is none.
    Impossible,
    /// Somebody asked to stop.
    Stopped,
}

/// Who is told how the work goes on.
pub(crate) trait Pace: Sync {
    /// Some positions more are done. Whether to go on.
    fn advance(&self, positions: u64) -> bool;
}

/// Memory that a class takes while it is solved, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// What is needed once.
    pub(crate) fixed: u64,
    /// What every slice at work needs.
    pub(crate) each: u64,
}

impl Needs {
    pub(crate) fn of<P: Tabled>(material: Material, measure: bool) -> Self {
        let plan = Plan::new::<P>(material);
        let tables = plan.layouts.iter().map(|layout| {
            // A packed table takes less than a fifth of a byte a position.
            Working::bytes(layout.size, measure) + layout.size / 5
        });
        let tables: u64 = if plan.symmetric {
            tables.take(1).sum()
        } else {
            tables.sum()
        };
        let line = if measure {
            slice::line_bytes::<Distances>()
        } else {
            slice::line_bytes::<Values>()
        };
        Self {
            fixed: tables + plan.bytes(),
            each: plan.lines as u64 * line,
        }
    }
}

/// Solves a class and its mirror: the values with White to move and with Black to move. At most `spaces` slices are
/// at work at a time.
pub(crate) fn solve<P: Tabled, M: Measure, K: Known<P>>(
    rules: damier_core::Rules,
    material: Material,
    known: &K,
    pace: &dyn Pace,
    threads: usize,
    spaces: usize,
) -> Result<[Working; 2], Fault> {
    let plan = Plan::new::<P>(material);
    let working = plan
        .layouts
        .map(|layout| Working::new(layout.size, M::DISTANCES));
    let paths = Paths::new();
    let job = slice::Job::<P, K> {
        rules,
        plan: &plan,
        paths: &paths,
        known,
        pace,
        working: [&working[0], &working[usize::from(!plan.symmetric)]],
        _game: std::marker::PhantomData,
    };
    let mut spaces: Vec<_> = (0..spaces.min(threads))
        .map(|_| Workspace::<M>::default())
        .collect();
    let mut scratches: Vec<_> = (0..threads).map(|_| Scratch::new(known)).collect();
    for level in plan.levels() {
        if level.count < 2 * spaces.len() || spaces.len() == 1 {
            for i in 0..level.count {
                let (white, black) = level.get(i);
                if let Some(slice) = plan.slice(white, black) {
                    job.solve(&slice, &mut spaces[0], &mut scratches)?;
                }
            }
            continue;
        }
        let next = AtomicUsize::new(0);
        let batch = (level.count / (threads * 64)).clamp(1, 1024);
        let done = std::thread::scope(|scope| {
            let workers: Vec<_> = spaces
                .iter_mut()
                .zip(scratches.chunks_mut(1))
                .map(|(space, scratch)| {
                    let (job, next, level, plan) = (&job, &next, &level, &plan);
                    scope.spawn(move || {
                        loop {
                            let first = next.fetch_add(batch, Relaxed);
                            if first >= level.count {
                                return Ok(());
                            }
                            let last = (first + batch).min(level.count);
                            job.report_men(last - first)?;
                            for i in first..last {
                                let (white, black) = level.get(i);
                                if let Some(slice) = plan.slice(white, black) {
                                    job.solve(&slice, space, scratch)?;
                                }
                            }
                        }
                    })
                })
                .collect();
            workers
                .into_iter()
                .try_for_each(|worker| match worker.join() {
                    Ok(done) => done,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
        });
        done?;
    }
    Ok(working)
}
