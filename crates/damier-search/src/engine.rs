//! The engine: hash table, threads and history kept from move to move, and the search of one move.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damier_core::{Board10, Game, Move, MoveList, Position};

use crate::contempt::Contempt;
use crate::endgame::{self, Endgame, Verdict};
use crate::evaluate::Evaluate;
use crate::limits::{Control, Limits};
use crate::score::{EVAL_LIMIT, INFINITE, MAX_PLY, Score, WIN};
use crate::table::{Table, TableSizeError};
use crate::time::Budget;
use crate::tuning::Tuning;
use crate::worker::{Memory, Shared, Worker};

/// What is known after an iteration or a better move.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Plies of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub deepest: u32,
    /// Rank of this line, from 1.
    pub rank: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// The best line.
    pub line: Vec<Move<Board10>>,
}

/// Follows a search. Any closure over a [`Progress`] does.
pub trait Observer {
    /// A line is known better or deeper than before.
    fn progress(&mut self, progress: &Progress);
}

impl<F: FnMut(&Progress)> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move<Board10>>,
    /// The reply expected.
    pub ponder: Option<Move<Board10>>,
    /// The lines, best first; as many as were asked for and exist.
    pub lines: Vec<Progress>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Found {
    /// The score of the best line; a loss if the game is over.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score(-WIN), |l| l.score)
    }

    /// The depth of the best line.
    pub fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |l| l.depth)
    }
}

/// An engine for one game with one evaluation.
pub struct Engine<P: Position<Geometry = Board10>, E> {
    table: Table,
    evaluation: E,
    endgame: Option<Box<dyn Endgame<P>>>,
    tuning: Tuning,
    contempt: i32,
    threads: usize,
    memories: Vec<Memory>,
}

/// The most [contempt](Engine::set_contempt).
pub const MAX_CONTEMPT: i32 = 500;

/// The most threads of one search.
pub const MAX_THREADS: usize = 256;

impl<P: Position<Geometry = Board10>, E: Evaluate<P>> Engine<P, E> {
    /// An engine with a hash table of so many MiB and one thread.
    pub fn new(evaluation: E, hash_mib: usize) -> Result<Self, TableSizeError> {
        Ok(Self {
            table: Table::new(hash_mib)?,
            evaluation,
            endgame: None,
            tuning: Tuning::default(),
            contempt: 0,
            threads: 1,
            memories: vec![],
        })
    }

    /// Changes the size of the hash table and empties it; on an error the old one stays.
    pub fn set_hash_mib(&mut self, mib: usize) -> Result<(), TableSizeError> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// Size of the hash table in MiB.
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Sets the number of threads, 1 to [`MAX_THREADS`]; other numbers are brought into that range.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
    }

    /// Against a weaker opponent: the score of a position goes up for the engine by so many hundredths of a man times
    /// the share of the forty pieces that is left. It then avoids exchanges that lead to a draw, at the risk of a loss;
    /// scores tell what it counts with. Analysis leaves it out. 0 to [`MAX_CONTEMPT`]; other numbers are brought
    /// into that range.
    pub fn set_contempt(&mut self, contempt: i32) {
        self.contempt = contempt.clamp(0, MAX_CONTEMPT);
    }

    /// Uses endgame tables, or no longer.
    pub fn set_endgame(&mut self, endgame: Option<Box<dyn Endgame<P>>>) {
        self.endgame = endgame;
    }

    /// What the endgame tables say of the present position of a game, on its draw counts.
    pub fn judged(&self, game: &Game<P>) -> Option<Verdict> {
        let tables = self.endgame.as_deref()?;
        endgame::judged(tables, game.position(), game.counts())
    }

    /// Uses another evaluation; forgets what was found with the old one.
    pub fn set_evaluation(&mut self, evaluation: E) {
        self.evaluation = evaluation;
        self.new_game();
    }

    /// The numbers of the search.
    pub fn tuning_mut(&mut self) -> &mut Tuning {
        &mut self.tuning
    }

    /// Its evaluation.
    pub fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Forgets everything learned so far.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.clear();
    }

    /// Searches the present position of a game. It sees repetitions and draw counts through the game's history.
    pub fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Found {
        let start = Instant::now();
        let position = *game.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Found {
                best: None,
                ponder: None,
                lines: vec![],
                nodes: 0,
                time: start.elapsed(),
            };
        }
        let pieces = endgame::pieces(&position);
        let contempt = Contempt::new(self.contempt, position.turn(), limits);
        self.table.age();
        self.memories.resize_with(self.threads, Memory::new);
        let shared = Shared {
            table: &self.table,
            evaluation: &self.evaluation,
            endgame: self.endgame.as_deref(),
            tuning: &self.tuning,
            contempt,
            control,
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes,
            budget: Budget::new(limits, pieces),
        };
        let Some((mine, others)) = self.memories.split_first_mut() else {
            unreachable!("there is at least one thread");
        };
        // Helpers end with the main thread, not with the caller's switch: that one may be kept for later.
        let helpers = control.sibling();
        let helper_shared = &Shared {
            table: &self.table,
            evaluation: &self.evaluation,
            endgame: self.endgame.as_deref(),
            tuning: &self.tuning,
            contempt,
            control: &helpers,
            nodes: AtomicU64::new(0),
            node_limit: None,
            budget: Budget::default(),
        };
        let lines = std::thread::scope(|scope| {
            for (i, memory) in others.iter_mut().enumerate() {
                let mut moves = moves.clone();
                scope.spawn(move || {
                    let mut worker = Worker::new(helper_shared, memory, game, start, false);
                    help(&mut worker, &position, &mut moves, i);
                });
            }
            let extra = || helper_shared.nodes.load(Ordering::Relaxed);
            let mut worker = Worker::new(&shared, mine, game, start, true);
            let lines = deepen(&mut worker, &position, &moves, limits, &extra, observer);
            worker.poll();
            helpers.stop();
            shared.nodes.fetch_add(extra(), Ordering::Relaxed);
            lines
        });
        let best = lines
            .first()
            .and_then(|l| l.line.first().copied())
            .or(moves.first().copied());
        Found {
            best,
            ponder: lines.first().and_then(|l| l.line.get(1).copied()),
            nodes: shared.nodes.load(Ordering::Relaxed),
            lines,
            time: start.elapsed(),
        }
    }
}

/// A helper thread: the same search at shifted depths, for what it leaves in the hash table.
fn help<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    worker: &mut Worker<'_, P, E>,
    position: &P,
    moves: &mut MoveList<Board10>,
    number: usize,
) {
    let mut guess = 0;
    for depth in 1..MAX_PLY as i32 {
        if worker.poll() {
            return;
        }
        let depth = (depth + (number as i32 + 1) % 2).min(MAX_PLY as i32 - 1);
        let (alpha, beta) = if depth > 5 {
            (guess - 30, guess + 30)
        } else {
            (-INFINITE, INFINITE)
        };
        let score = worker.root(position, moves, depth, alpha, beta);
        if worker.is_stopped() {
            return;
        }
        guess = score;
        if score <= alpha || score >= beta {
            guess = worker.root(position, moves, depth, -INFINITE, INFINITE);
            if worker.is_stopped() {
                return;
            }
        }
    }
}

fn deepen<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    worker: &mut Worker<'_, P, E>,
    position: &P,
    legal: &MoveList<Board10>,
    limits: &Limits,
    helper_nodes: &dyn Fn() -> u64,
    observer: &mut dyn Observer,
) -> Vec<Progress> {
    let wanted = limits.lines.max(1).min(legal.len());
    let deepest = limits
        .depth
        .unwrap_or(MAX_PLY as u32 - 1)
        .min(MAX_PLY as u32 - 1);
    let mut moves: Vec<Move<Board10>> = legal.to_vec();
    let tables = worker.shared.endgame;
    if let Some(tables) = tables {
        endgame::order_drawn(tables, position, &mut moves);
    }
    let settled = worker.is_settled(position);
    let mut best: Vec<Progress> = vec![];
    for depth in 1..=deepest {
        let mut found: Vec<Progress> = vec![];
        for rank in 0..wanted {
            let guess = best.get(rank).map(|l| l.score.0);
            let rest = &mut moves[rank..];
            let Some(score) = aspire(worker, position, rest, depth as i32, guess) else {
                break;
            };
            let mut line = worker.line().to_vec();
            if let Some(tables) = tables {
                endgame::extend(tables, position, &mut line);
            }
            let progress = Progress {
                depth,
                deepest: worker.deepest as u32,
                rank: rank + 1,
                score: Score(score),
                nodes: worker.nodes + helper_nodes(),
                time: worker.elapsed(),
                line,
            };
            observer.progress(&progress);
            found.push(progress);
        }
        if worker.is_stopped() {
            // A better move found by the unfinished iteration counts: it was searched after the old one.
            if found.is_empty()
                && wanted == 1
                && let Some(&mv) = worker.line().first()
                && let Some(old) = best.first_mut()
                && old.line.first() != Some(&mv)
            {
                old.line = worker.line().to_vec();
            }
            for line in found {
                let rank = line.rank;
                match best.get_mut(rank - 1) {
                    Some(old) => *old = line,
                    None => best.push(line),
                }
            }
            break;
        }
        found.sort_by_key(|l| (-l.score.0, l.rank));
        for (i, line) in found.iter_mut().enumerate() {
            line.rank = i + 1;
            // The next iteration starts with the moves in this order.
            if let Some(mv) = line.line.first()
                && let Some(at) = moves.iter().position(|m| m == mv)
                && at >= i
            {
                moves[i..=at].rotate_right(1);
            }
        }
        best = found;
        let score = best.first().map_or(0, |l| l.score.0);
        let decided = settled || score.abs() > EVAL_LIMIT && WIN - score.abs() <= depth as i32;
        let limited = limits.clock.is_some() || limits.move_time.is_some();
        let forced = legal.len() == 1 && limited && !limits.analyse;
        if !worker_must_wait(worker) && (forced || decided && limited || !worker.may_deepen()) {
            break;
        }
    }
    if best.is_empty() {
        best.push(at_a_glance(worker, position, &moves));
    }
    best
}

/// What is known when not even the first iteration came to its end: a move, and how the position looks.
fn at_a_glance<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    worker: &Worker<'_, P, E>,
    position: &P,
    moves: &[Move<Board10>],
) -> Progress {
    let mut line = worker.line().to_vec();
    if line.is_empty() {
        line.extend(moves.first());
    }
    Progress {
        depth: 0,
        deepest: worker.deepest as u32,
        rank: 1,
        score: Score(worker.evaluate(position)),
        nodes: worker.nodes,
        time: worker.elapsed(),
        line,
    }
}

/// While pondering there is no hurry to answer.
fn worker_must_wait<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    worker: &mut Worker<'_, P, E>,
) -> bool {
    worker.poll();
    worker.is_pondering()
}

/// One iteration: a narrow window around the last score, widened as often as needed. `None` when stopped.
fn aspire<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    worker: &mut Worker<'_, P, E>,
    position: &P,
    moves: &mut [Move<Board10>],
    depth: i32,
    guess: Option<i32>,
) -> Option<i32> {
    let mut width = worker.aspiration();
    let (mut alpha, mut beta) = match guess {
        Some(guess) if depth > 4 && guess.abs() < EVAL_LIMIT => (guess - width, guess + width),
        _ => (-INFINITE, INFINITE),
    };
    loop {
        let score = worker.root(position, moves, depth, alpha, beta);
        if worker.is_stopped() {
            return None;
        }
        width *= 2;
        if score <= alpha && alpha > -INFINITE {
            alpha = if width > 400 {
                -INFINITE
            } else {
                score - width
            };
        } else if score >= beta && beta < INFINITE {
            beta = if width > 400 { INFINITE } else { score + width };
        } else {
            return Some(score);
        }
    }
}
