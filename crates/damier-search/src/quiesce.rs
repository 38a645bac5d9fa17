//! Beyond the horizon: captures, threats and offers until a position can be judged.

use damier_core::{Board10, Move, Position};

use crate::endgame::Known;
use crate::evaluate::Evaluate;
use crate::score::{INFINITE, MAX_PLY};
use crate::worker::{Worker, lost_or_won};

impl<P: Position<Geometry = Board10>, E: Evaluate<P>> Worker<'_, P, E> {
    /// Plays out captures until the position is quiet. At its root a threat of the opponent is met by a real move
    /// before the position is judged.
    pub(crate) fn quiesce(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        root: bool,
    ) -> i32 {
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
            let known = self.probe_endgame(position, ply);
            if let Some(Known::Score(score)) = known {
                return score;
            }
            if !position.has_moves() {
                return lost_or_won(position, ply);
            }
            if let Some(Known::Ahead(wins)) = known {
                return Known::ahead_score(wins, self.evaluate(position));
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
        // Where rules leave a choice between captures and other moves, nobody need capture.
        if capturing && !moves.iter().all(Move::is_capture) {
            best = self.evaluate(position);
            if best >= beta {
                self.memory.stack[ply].moves = moves;
                return best;
            }
            alpha = alpha.max(best);
            moves.retain(Move::is_capture);
        }
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
