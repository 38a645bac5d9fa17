//! One node of the tree above the horizon.

use damier_core::{Board10, Color, Move, Position};

use crate::endgame::Known;
use crate::evaluate::Evaluate;
use crate::ordering::pick;
use crate::score::{EVAL_LIMIT, INFINITE, MAX_PLY, TABLE_WIN, WIN, from_table, to_table};
use crate::table::{Bound, Entry, NO_EVAL};
use crate::worker::{Kind, Worker, lost_or_won};

impl<P: Position<Geometry = Board10>, E: Evaluate<P>> Worker<'_, P, E> {
    #[allow(
        clippy::too_many_lines,
        reason = "one node is one idea: the order of its steps is the search"
    )]
    pub(crate) fn node(
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
        // Nothing here can beat a shorter win found already. In Alician draughts a side may find itself the winner
        // when its turn comes, so the best score is a win at this very ply.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }

        let principal = kind == Kind::Principal;
        let tuning = self.shared.tuning;
        let key = position.key() ^ self.shared.contempt.salt;
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
        match self.probe_endgame(position, ply) {
            // Wins whose distance is unknown may be found to be shorter on the principal variation.
            Some(Known::Score(score))
                if !principal
                    || score == 0
                    || score.abs() > TABLE_WIN
                    || score > 0 && score >= beta
                    || score < 0 && score <= alpha =>
            {
                return score;
            }
            Some(Known::Ahead(true)) if Known::ahead_bound(true) >= beta => {
                return Known::ahead_bound(true);
            }
            Some(Known::Ahead(false)) if Known::ahead_bound(false) <= alpha => {
                return Known::ahead_bound(false);
            }
            _ => {}
        }

        let color = position.turn();
        let hash_move = entry.map_or(0, |e| e.best);
        let mut depth = depth;
        let mut eval = NO_EVAL;
        if !principal && excluded == 0 && beta.abs() < EVAL_LIMIT {
            if tuning.judges_nodes() && !position.can_capture(color) {
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
                } else if mv.is_capture() {
                    (1 << 21) + Self::capture_order(position, mv, last)
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
            // A verification does not trust further verifications below it.
            let scout = match kind {
                Kind::Verify if tuning.verify_nested == 0 => Kind::Verify,
                _ => Kind::Scout,
            };
            let child = if principal { kind } else { scout };
            let mut score;
            if searched == 0 {
                score = -self.node(&next, -beta, -alpha, deeper, ply + 1, child);
            } else {
                let reduction = if mv.is_capture() || mv.promotes {
                    0
                } else {
                    tuning.reduction(depth, searched, principal, scores[i])
                };
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
                        if !mv.is_capture() {
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
        let others = self.node(
            position,
            bound - 1,
            bound,
            (depth - 1) / 2,
            ply,
            Kind::Scout,
        );
        self.memory.stack[ply].excluded = 0;
        !self.stopped && others < bound
    }

    /// Kings first, then the piece that has just moved: taking it back is the usual answer.
    #[inline(always)]
    fn capture_order(position: &P, mv: &Move<Board10>, last: usize) -> i32 {
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
        color: Color,
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
        for mv in poor.iter().filter(|m| !m.is_capture()) {
            self.memory.history.reward(color, last, mv, -bonus);
        }
        let killers = &mut self.memory.stack[ply].killers;
        if killers[0] != good.digest() {
            *killers = [good.digest(), killers[0]];
        }
    }
}
