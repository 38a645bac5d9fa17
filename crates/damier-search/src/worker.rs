//! One thread's search: principal variation search with iterative deepening on top.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damier_core::{Board10, DrawCounts, Game, Move, MoveList, Position};

use crate::contempt::Contempt;
use crate::endgame::{self, Endgame, Known};
use crate::evaluate::Evaluate;
use crate::limits::Control;
use crate::ordering::History;
use crate::score::{EVAL_LIMIT, INFINITE, MAX_PLY, WIN};
use crate::table::Table;
use crate::time::Budget;
use crate::tuning::Tuning;

/// What the threads of one search share.
pub(crate) struct Shared<'a, P: Position, E> {
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a E,
    pub(crate) endgame: Option<&'a dyn Endgame<P>>,
    pub(crate) tuning: &'a Tuning,
    pub(crate) contempt: Contempt,
    pub(crate) control: &'a Control,
    /// Nodes of all threads, brought up to date now and then.
    pub(crate) nodes: AtomicU64,
    pub(crate) node_limit: Option<u64>,
    pub(crate) budget: Budget,
}

/// What a thread keeps from one search to the next: what it learned, and room to work in.
pub(crate) struct Memory {
    pub(crate) history: History,
    pub(crate) stack: Vec<Ply>,
    /// Nodes of the last search.
    nodes: u64,
}

impl Memory {
    pub(crate) fn new() -> Self {
        let ply = || Ply {
            moves: MoveList::new(),
            scores: Vec::with_capacity(64),
            line: Vec::with_capacity(MAX_PLY),
            killers: [0; 2],
            excluded: 0,
            last: 0,
            key: 0,
            counts: DrawCounts::default(),
        };
        Self {
            history: History::new(),
            stack: (0..MAX_PLY + 2).map(|_| ply()).collect(),
            nodes: 0,
        }
    }
}

/// What belongs to one ply of the line being searched.
pub(crate) struct Ply {
    pub(crate) moves: MoveList<Board10>,
    pub(crate) scores: Vec<i32>,
    pub(crate) line: Vec<Move<Board10>>,
    pub(crate) killers: [u16; 2],
    /// Digest of a move left out of the search of this ply; 0 for none.
    pub(crate) excluded: u16,
    /// Number of the square where the last move ended; 0 at the root.
    pub(crate) last: usize,
    key: u64,
    counts: DrawCounts,
}

/// One thread's search.
pub(crate) struct Worker<'a, P: Position<Geometry = Board10>, E> {
    pub(crate) shared: &'a Shared<'a, P, E>,
    pub(crate) memory: &'a mut Memory,
    /// Keys of the positions of the game that can still come back, the root last.
    past: Vec<u64>,
    pub(crate) nodes: u64,
    reported: u64,
    pub(crate) deepest: usize,
    /// When the time of this move began.
    start: Instant,
    pondering: bool,
    pub(crate) stopped: bool,
    /// The first thread watches the limits.
    main: bool,
}

impl<P: Position<Geometry = Board10>, E> Drop for Worker<'_, P, E> {
    fn drop(&mut self) {
        self.memory.nodes = self.nodes;
    }
}

/// Kinds of node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On the principal variation: searched with an open window.
    Principal,
    /// Searched to be refuted or confirmed.
    Scout,
    /// A scout at reduced depth that verifies a cut; makes no such cut itself.
    Verify,
}

impl<'a, P: Position<Geometry = Board10>, E: Evaluate<P>> Worker<'a, P, E> {
    pub(crate) fn new(
        shared: &'a Shared<'a, P, E>,
        memory: &'a mut Memory,
        game: &Game<P>,
        start: Instant,
        main: bool,
    ) -> Self {
        let reversible = game.counts().king_plies as usize;
        let mut past: Vec<u64> = game
            .positions()
            .rev()
            .take(reversible + 1)
            .map(Position::key)
            .collect();
        past.reverse();
        memory.history.fade(memory.nodes);
        let root = &mut memory.stack[0];
        root.key = game.position().key();
        root.counts = game.counts();
        root.last = game
            .moves()
            .next_back()
            .map_or(0, |m| m.to.number() as usize);
        for ply in &mut memory.stack {
            ply.killers = [0; 2];
            ply.excluded = 0;
        }
        Self {
            shared,
            memory,
            past,
            nodes: 0,
            reported: 0,
            deepest: 0,
            start,
            pondering: shared.control.is_pondering(),
            stopped: false,
            main,
        }
    }

    /// Time spent on this move.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Looks at the switches; restarts the clock when a ponder hit comes.
    pub(crate) fn poll(&mut self) -> bool {
        self.shared.control.pass();
        let done = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = self.shared.nodes.fetch_add(done, Ordering::Relaxed) + done;
        if self.shared.control.is_stopped() {
            self.stopped = true;
        }
        if self.main {
            if self.pondering && !self.shared.control.is_pondering() {
                self.pondering = false;
                self.start = Instant::now();
            }
            let out_of_time = !self.pondering
                && self
                    .shared
                    .budget
                    .hard
                    .is_some_and(|hard| self.elapsed() >= hard);
            if out_of_time || self.shared.node_limit.is_some_and(|limit| total >= limit) {
                self.stopped = true;
                self.shared.control.stop();
            }
        }
        self.stopped
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering
    }

    pub(crate) fn aspiration(&self) -> i32 {
        self.shared.tuning.aspiration
    }

    /// Whether a new iteration is worth its time.
    pub(crate) fn may_deepen(&self) -> bool {
        self.pondering
            || self
                .shared
                .budget
                .soft
                .is_none_or(|soft| self.elapsed() < soft)
    }

    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        // A node limit is kept to the node, so that searches repeat; the clock is looked at less often.
        let exact = self.main
            && self
                .shared
                .node_limit
                .is_some_and(|limit| self.nodes >= limit);
        if self.nodes.is_multiple_of(1024) || exact {
            self.poll();
        }
        self.stopped
    }

    /// Searches the root moves given, best first afterwards; returns the score. The line is in
    /// [`line`](Self::line).
    pub(crate) fn root(
        &mut self,
        position: &P,
        moves: &mut [Move<Board10>],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.memory.stack[0].line.clear();
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let mv = moves[i];
            let next = self.step(position, &mv, 0);
            let deeper = depth - 1 + i32::from(moves.len() == 1);
            let score = if i == 0 {
                -self.node(&next, -beta, -alpha, deeper, 1, Kind::Principal)
            } else {
                let mut score = -self.node(&next, -alpha - 1, -alpha, deeper, 1, Kind::Scout);
                if score > alpha && score < beta && !self.stopped {
                    score = -self.node(&next, -beta, -alpha, deeper, 1, Kind::Principal);
                }
                score
            };
            if self.stopped {
                return best;
            }
            if score > best {
                best = score;
                if score > alpha || i == 0 {
                    self.take_line(0, mv);
                    moves[..=i].rotate_right(1);
                }
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// The best line of the last search.
    pub(crate) fn line(&self) -> &[Move<Board10>] {
        &self.memory.stack[0].line
    }

    pub(crate) fn take_line(&mut self, ply: usize, mv: Move<Board10>) {
        let (head, tail) = self.memory.stack.split_at_mut(ply + 1);
        let line = &mut head[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].line);
    }

    /// Plays a move and notes what the next ply needs to know of it.
    #[inline(always)]
    pub(crate) fn step(&mut self, position: &P, mv: &Move<Board10>, ply: usize) -> P {
        let mut next = *position;
        next.play_unchecked(mv);
        let by_king = !mv.is_capture() && is_king(position, mv);
        let counts = self.memory.stack[ply].counts;
        let below = &mut self.memory.stack[ply + 1];
        below.key = next.key();
        below.last = mv.to.number() as usize;
        below.counts = if P::DRAWS.is_some()
            && (by_king || counts.three_against_king.is_some() || mv.is_capture() || mv.promotes)
        {
            counts.after(&next, by_king)
        } else {
            DrawCounts {
                king_plies: if by_king { counts.king_plies + 1 } else { 0 },
                three_against_king: None,
                two_against_king: counts.two_against_king.map(|n| n + 1),
            }
        };
        next
    }

    /// Whether the line has come to a draw. A position that came up before, in the game or in the line, counts as
    /// drawn at its second occurrence: who could do better the second time could do so the first time.
    #[inline(always)]
    pub(crate) fn is_drawn(&self, ply: usize) -> bool {
        let here = &self.memory.stack[ply];
        let reversible = here.counts.king_plies as usize;
        if reversible >= 4 {
            let key = here.key;
            let in_line = (0..ply).rev().take(reversible).skip(1).step_by(2);
            if in_line.clone().any(|p| self.memory.stack[p].key == key) {
                return true;
            }
            if reversible > ply {
                // The root is the last of `past` and was looked at above.
                let left = reversible - ply;
                let mut past = self.past.iter().rev().take(left + 1);
                if past.any(|&k| k == key) {
                    return true;
                }
            }
        }
        match P::DRAWS {
            Some(rules) if here.counts.king_plies > 0 || here.counts.two_against_king.is_some() => {
                here.counts.full(&rules).is_some()
            }
            _ => false,
        }
    }

    /// What the endgame tables say of a position of the line.
    #[inline(always)]
    pub(crate) fn probe_endgame(&self, position: &P, ply: usize) -> Option<Known> {
        let tables = self.shared.endgame?;
        if endgame::pieces(position) > tables.max_pieces() {
            return None;
        }
        endgame::known(tables, position, self.memory.stack[ply].counts, ply)
    }

    /// Whether the tables leave nothing to search for at the root.
    pub(crate) fn is_settled(&self, position: &P) -> bool {
        let counts = self.memory.stack[0].counts;
        let tables = self.shared.endgame;
        tables.is_some_and(|tables| endgame::is_settled(tables, position, counts))
    }

    #[inline(always)]
    pub(crate) fn evaluate(&self, position: &P) -> i32 {
        let score = self.shared.evaluation.evaluate(position);
        (score + self.shared.contempt.bonus(position)).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }
}

#[inline(always)]
pub(crate) fn is_king<P: Position>(position: &P, mv: &Move<P::Geometry>) -> bool {
    P::BOARDS
        .iter()
        .any(|&b| position.board(b).kings(position.turn()).contains(mv.from))
}

/// The score of a position in which the side to move cannot move.
pub(crate) fn lost_or_won<P: Position>(position: &P, ply: usize) -> i32 {
    match position.win() {
        Some(win) if win.winner == position.turn() => WIN - ply as i32,
        _ => ply as i32 - WIN,
    }
}
