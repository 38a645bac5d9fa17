//! One thread's search: principal variation search with iterative deepening on top.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damier_core::{Board10, DrawCounts, Game, Move, MoveList, Position};

use crate::endgame::{Endgame, Verdict};
use crate::evaluate::Evaluate;
use crate::limits::Control;
use crate::ordering::{History, pick};
use crate::score::{EVAL_LIMIT, INFINITE, MAX_PLY, TABLE_WIN, WIN, from_table, to_table};
use crate::table::{Bound, Entry, NO_EVAL, Table};
use crate::time::Budget;
use crate::tuning::Tuning;

/// What the threads of one search share.
pub(crate) struct Shared<'a, P: Position, E> {
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a E,
    pub(crate) endgame: Option<&'a dyn Endgame<P>>,
    pub(crate) tuning: &'a Tuning,
    pub(crate) control: &'a Control,
    /// Nodes of all threads, brought up to date now and then.
    pub(crate) nodes: AtomicU64,
    pub(crate) node_limit: Option<u64>,
    pub(crate) budget: Budget,
}

/// What a thread keeps from one search to the next: what it learned, and room to work in.
pub(crate) struct Memory {
    history: History,
    stack: Vec<Ply>,
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
struct Ply {
    moves: MoveList<Board10>,
    scores: Vec<i32>,
    line: Vec<Move<Board10>>,
    killers: [u16; 2],
    /// Digest of a move left out of the search of this ply; 0 for none.
    excluded: u16,
    /// Number of the square where the last move ended; 0 at the root.
    last: usize,
    key: u64,
    counts: DrawCounts,
}

/// One thread's search.
pub(crate) struct Worker<'a, P: Position<Geometry = Board10>, E> {
    shared: &'a Shared<'a, P, E>,
    memory: &'a mut Memory,
    /// Keys of the positions of the game that can still come back, the root last.
    past: Vec<u64>,
    pub(crate) nodes: u64,
    reported: u64,
    pub(crate) deepest: usize,
    /// When the time of this move began.
    start: Instant,
    pondering: bool,
    stopped: bool,
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
enum Kind {
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
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        // A node limit is kept to the node, so that searches repeat; the clock is looked at less often.
        let exact = self.main
            && self
                .shared
                .node_limit
                .is_some_and(|limit| self.nodes >= limit);
        if self.nodes & 0x3ff == 0 || exact {
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

    fn take_line(&mut self, ply: usize, mv: Move<Board10>) {
        let (head, tail) = self.memory.stack.split_at_mut(ply + 1);
        let line = &mut head[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].line);
    }

    /// Plays a move and notes what the next ply needs to know of it.
    #[inline(always)]
    fn step(&mut self, position: &P, mv: &Move<Board10>, ply: usize) -> P {
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
    fn is_drawn(&self, ply: usize) -> bool {
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

    #[allow(
        clippy::too_many_lines,
        reason = "one node is one idea: the order of its steps is the search"
    )]
    fn node(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        kind: Kind,
    ) -> i32 {
        self.memory.stack[ply].line.clear();
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply, true);
        }
        if self.count_node() {
            return 0;
        }
        if self.is_drawn(ply) {
            // A win on the board comes before a draw.
            return if position.win().is_some() {
                lost_or_won(position, ply)
            } else {
                0
            };
        }
        // Nothing here can beat a shorter win found already.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }

        let principal = kind == Kind::Principal;
        let tuning = self.shared.tuning;
        let key = position.key();
        let excluded = std::mem::take(&mut self.memory.stack[ply].excluded);
        let entry = self.shared.table.probe(key);
        if let Some(e) = &entry
            && !principal
            && e.depth >= depth
            && excluded == 0
        {
            let score = from_table(e.score, ply);
            let cuts = match e.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return score;
            }
        }
        if let Some(score) = self.probe_endgame(position, ply)
            && (!principal || score == 0 || score > 0 && score >= beta || score < 0 && score <= alpha)
        {
            return score;
        }

        let color = position.turn();
        let hash_move = entry.map_or(0, |e| e.best);
        let mut depth = depth;
        let mut eval = NO_EVAL;
        if !principal && excluded == 0 && beta.abs() < EVAL_LIMIT {
            let quiet = !position.can_capture(color);
            if quiet {
                eval = match &entry {
                    Some(e) if e.eval != NO_EVAL => e.eval,
                    _ if position.has_moves() => self.evaluate(position),
                    _ => return lost_or_won(position, ply),
                };
                if depth <= tuning.static_depth
                    && eval - tuning.static_margin * depth >= beta
                    && !position.can_capture(!color)
                {
                    return eval - tuning.static_margin * depth;
                }
            }
            if kind == Kind::Scout {
                if let Some(score) = self.cut_by_verification(position, beta, depth, ply, eval) {
                    return score;
                }
                if self.stopped {
                    return 0;
                }
            }
        }
        if hash_move == 0 && depth >= tuning.blind_depth {
            depth -= 1;
        }

        let mut moves = std::mem::take(&mut self.memory.stack[ply].moves);
        position.generate(&mut moves);
        if moves.is_empty() {
            self.memory.stack[ply].moves = moves;
            return lost_or_won(position, ply);
        }
        let capturing = moves[0].is_capture();
        let single = moves.len() == 1;
        let last = self.memory.stack[ply].last;
        let singular = !single
            && excluded == 0
            && depth >= tuning.singular_depth
            && entry.is_some_and(|e| e.bound != Bound::Upper && e.depth >= depth - 3)
            && {
                self.memory.stack[ply].moves = moves;
                let score = entry.map_or(0, |e| from_table(e.score, ply));
                let singular = self.is_singular(position, score, hash_move, depth, ply);
                moves = std::mem::take(&mut self.memory.stack[ply].moves);
                if self.stopped {
                    self.memory.stack[ply].moves = moves;
                    return 0;
                }
                position.generate(&mut moves);
                singular
            };
        let mut scores = std::mem::take(&mut self.memory.stack[ply].scores);
        scores.clear();
        if !single {
            let killers = self.memory.stack[ply].killers;
            scores.extend(moves.iter().map(|mv| {
                let digest = mv.digest();
                if digest == hash_move {
                    1 << 24
                } else if capturing {
                    self.capture_order(position, mv, last)
                } else if digest == killers[0] {
                    1 << 20
                } else if digest == killers[1] {
                    1 << 19
                } else {
                    self.memory.history.score(color, last, mv) + i32::from(mv.promotes) * (1 << 18)
                }
            }));
        }
        if ply + 2 < self.memory.stack.len() {
            self.memory.stack[ply + 2].killers = [0; 2];
        }

        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = 0;
        let mut searched = 0;
        for i in 0..moves.len() {
            if !single {
                pick(&mut moves, &mut scores, i);
            }
            let mv = moves[i];
            if excluded != 0 && mv.digest() == excluded {
                continue;
            }
            let next = self.step(position, &mv, ply);
            let extension = i32::from(single || singular && mv.digest() == hash_move);
            let deeper = depth - 1 + extension;
            let child = if kind == Kind::Verify {
                Kind::Scout
            } else {
                kind
            };
            let mut score;
            if searched == 0 {
                score = -self.node(&next, -beta, -alpha, deeper, ply + 1, child);
            } else {
                let reduction = if capturing || mv.promotes {
                    0
                } else {
                    tuning.reduction(depth, searched, principal, scores[i])
                };
                let scout = Kind::Scout;
                score = -self.node(
                    &next,
                    -alpha - 1,
                    -alpha,
                    deeper - reduction,
                    ply + 1,
                    scout,
                );
                if reduction > 0 && score > alpha && !self.stopped {
                    score = -self.node(&next, -alpha - 1, -alpha, deeper, ply + 1, scout);
                }
                if principal && score > alpha && score < beta && !self.stopped {
                    score = -self.node(&next, -beta, -alpha, deeper, ply + 1, Kind::Principal);
                }
            }
            searched += 1;
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv.digest();
                    if principal {
                        self.take_line(ply, mv);
                    }
                    if score >= beta {
                        if !capturing {
                            self.learn(color, last, &moves[..=i], depth, ply);
                        }
                        break;
                    }
                }
            }
        }
        self.memory.stack[ply].moves = moves;
        self.memory.stack[ply].scores = scores;
        if self.stopped {
            return 0;
        }
        if excluded != 0 {
            return best.max(-INFINITE + 1);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.store(
            key,
            Entry {
                best: best_move,
                score: to_table(best, ply),
                eval,
                depth,
                bound,
            },
        );
        best
    }

    /// Looks whether a search at reduced depth confirms that the score lies far above the window, or far below. The
    /// margins grow with depth, since shallow scores stray further from deep ones.
    fn cut_by_verification(
        &mut self,
        position: &P,
        beta: i32,
        depth: i32,
        ply: usize,
        eval: i32,
    ) -> Option<i32> {
        let tuning = self.shared.tuning;
        let reduced = depth * tuning.verify_share / 16;
        if depth >= tuning.verify_depth {
            let margin = tuning.verify_base + tuning.verify_slope * depth / 16;
            let bound = beta + margin;
            if bound < EVAL_LIMIT && (eval == NO_EVAL || eval + tuning.verify_reach >= bound) {
                let score = self.node(position, bound - 1, bound, reduced, ply, Kind::Verify);
                if self.stopped {
                    return None;
                }
                if score >= bound {
                    return Some(score - margin);
                }
            }
        }
        if depth >= tuning.refute_depth && eval != NO_EVAL {
            let margin = tuning.refute_base + tuning.refute_slope * depth / 16;
            let bound = beta - 1 - margin;
            if bound > -EVAL_LIMIT && eval <= bound {
                let score = self.node(position, bound, bound + 1, reduced, ply, Kind::Verify);
                if self.stopped {
                    return None;
                }
                if score <= bound {
                    return Some(score + margin);
                }
            }
        }
        None
    }

    /// Whether every move but the hash move falls far short of it.
    fn is_singular(
        &mut self,
        position: &P,
        score: i32,
        hash_move: u16,
        depth: i32,
        ply: usize,
    ) -> bool {
        if hash_move == 0 || score.abs() >= EVAL_LIMIT {
            return false;
        }
        let bound = score - self.shared.tuning.singular_margin * depth / 8;
        self.memory.stack[ply].excluded = hash_move;
        let others = self.node(position, bound - 1, bound, (depth - 1) / 2, ply, Kind::Scout);
        self.memory.stack[ply].excluded = 0;
        !self.stopped && others < bound
    }

    /// Kings first, then the piece that has just moved: taking it back is the usual answer.
    #[inline(always)]
    fn capture_order(&self, position: &P, mv: &Move<Board10>, last: usize) -> i32 {
        let kings: u32 = P::BOARDS
            .iter()
            .map(|&b| (position.board(b).kings(!position.turn()) & mv.captured).len())
            .sum();
        let takes_back = mv.captured.into_iter().any(|s| s.number() as usize == last);
        kings as i32 * 4 + i32::from(takes_back) * 2 + i32::from(mv.promotes)
    }

    /// The last of `tried` refuted the opponent's move; the others did not.
    fn learn(
        &mut self,
        color: damier_core::Color,
        last: usize,
        tried: &[Move<Board10>],
        depth: i32,
        ply: usize,
    ) {
        let Some((good, poor)) = tried.split_last() else {
            return;
        };
        let bonus = (depth * depth * 4).min(1_200);
        self.memory.history.reward(color, last, good, bonus);
        for mv in poor {
            self.memory.history.reward(color, last, mv, -bonus);
        }
        let killers = &mut self.memory.stack[ply].killers;
        if killers[0] != good.digest() {
            *killers = [good.digest(), killers[0]];
        }
    }

    fn probe_endgame(&self, position: &P, ply: usize) -> Option<i32> {
        let tables = self.shared.endgame?;
        let pieces: u32 = [position.turn(), !position.turn()]
            .iter()
            .flat_map(|&c| position.material(c))
            .sum();
        if pieces > tables.max_pieces() {
            return None;
        }
        Some(match tables.probe(position)? {
            Verdict::Draw => 0,
            Verdict::Win => TABLE_WIN - ply as i32,
            Verdict::Loss => ply as i32 - TABLE_WIN,
        })
    }

    #[inline(always)]
    fn evaluate(&self, position: &P) -> i32 {
        self.shared
            .evaluation
            .evaluate(position)
            .clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    /// Plays out captures until the position is quiet. At its root a threat of the opponent is met by a real move
    /// before the position is judged.
    fn quiesce(&mut self, position: &P, mut alpha: i32, beta: i32, ply: usize, root: bool) -> i32 {
        if self.count_node() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if self.is_drawn(ply) && position.win().is_none() {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let color = position.turn();
        let capturing = position.can_capture(color);
        if !capturing {
            if let Some(score) = self.probe_endgame(position, ply) {
                return score;
            }
            if !position.has_moves() {
                return lost_or_won(position, ply);
            }
            if !(root && position.can_capture(!color)) {
                let eval = self.evaluate(position);
                let reach = self.shared.tuning.offer_reach;
                if root && reach > 0 && eval < beta && eval + reach > alpha {
                    return self.offers(position, alpha.max(eval), beta, eval, ply);
                }
                return eval;
            }
        }
        let mut moves = std::mem::take(&mut self.memory.stack[ply].moves);
        position.generate(&mut moves);
        if moves.is_empty() {
            self.memory.stack[ply].moves = moves;
            return lost_or_won(position, ply);
        }
        let mut best = -INFINITE;
        for mv in &moves {
            let next = self.step(position, mv, ply);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, root && capturing);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.memory.stack[ply].moves = moves;
        best
    }

    /// Tries the moves that offer a man or more: an exchange or a shot may be worth more than the judgement of the
    /// quiet position.
    fn offers(&mut self, position: &P, mut alpha: i32, beta: i32, eval: i32, ply: usize) -> i32 {
        let mut best = eval;
        let mut moves = std::mem::take(&mut self.memory.stack[ply].moves);
        position.generate(&mut moves);
        for mv in &moves {
            let next = self.step(position, mv, ply);
            if !next.can_capture(next.turn()) {
                continue;
            }
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, false);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.memory.stack[ply].moves = moves;
        best
    }
}

#[inline(always)]
fn is_king<P: Position>(position: &P, mv: &Move<P::Geometry>) -> bool {
    P::BOARDS
        .iter()
        .any(|&b| position.board(b).kings(position.turn()).contains(mv.from))
}

/// The score of a position in which the side to move cannot move.
fn lost_or_won<P: Position>(position: &P, ply: usize) -> i32 {
    match position.win() {
        Some(win) if win.winner == position.turn() => WIN - ply as i32,
        _ => ply as i32 - WIN,
    }
}
