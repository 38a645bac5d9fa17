//! One slice: what its positions lead to outside, then the moves of its kings until nothing changes.

use std::marker::PhantomData;

use damier_core::{Bitboard, Board, BoardName, Color, MoveList, Rules, Square};

use super::lines::{Line, Paths, State};
use super::measure::{Levels, MOST_PLIES, Measure, NEVER};
use super::plan::{Plan, Slice};
use super::{Fault, Known, Pace, Working};
use crate::game::Tabled;
use crate::index::{KING_CELLS, Kind, cell, rank, square, turned_rank};
use crate::wld::Wld;

/// Positions after which somebody is told.
const OFTEN: u64 = 1 << 16;

/// What the moves out of the slice and the rules say of the positions of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outside {
    /// Positions that a move out of the slice keeps from losing.
    pub(super) block: Bitboard,
    /// Positions whose table entry is left out.
    left_out: Bitboard,
    /// Positions in which kings on A, on B may move without capturing.
    pub(super) quiet: [Bitboard; 2],
}

/// Bytes that a line of a slice takes, both sides to move and the copies of a moment counted.
pub(crate) fn line_bytes<M: Measure>() -> u64 {
    let kept = size_of::<State>() + size_of::<Outside>() + size_of::<M::Levels>();
    let fresh = if M::DISTANCES { size_of::<Fresh>() } else { 0 };
    (3 * kept + 2 * fresh) as u64
}

/// What a thread needs to solve slices, used again for each.
pub(crate) struct Workspace<M: Measure> {
    pub(super) states: [Vec<State>; 2],
    pub(super) outside: [Vec<Outside>; 2],
    pub(super) levels: [Vec<M::Levels>; 2],
    pub(super) fresh: [Vec<Fresh>; 2],
}

impl<M: Measure> Default for Workspace<M> {
    fn default() -> Self {
        Self {
            states: Default::default(),
            outside: Default::default(),
            levels: Default::default(),
            fresh: Default::default(),
        }
    }
}

/// Positions decided in one round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fresh {
    pub(super) win: Bitboard,
    pub(super) loss: Bitboard,
}

/// Everything the slices of a class have in common.
pub(crate) struct Job<'a, P, K> {
    pub(crate) rules: Rules,
    pub(crate) plan: &'a Plan,
    pub(crate) paths: &'a Paths,
    pub(crate) known: &'a K,
    pub(crate) pace: &'a dyn Pace,
    /// The tables with White to move and with Black to move.
    pub(crate) working: [&'a Working; 2],
    pub(crate) _game: PhantomData<fn(P)>,
}

/// What the moves of one position out of its slice are worth.
struct Verdict {
    win: u8,
    block: u8,
    quiet: [bool; 2],
    left_out: bool,
}

impl<P: Tabled, K: Known<P>> Job<'_, P, K> {
    /// Solves a slice and writes its values.
    pub(crate) fn solve<M: Measure>(
        &self,
        slice: &Slice,
        space: &mut Workspace<M>,
        scratches: &mut [Scratch<P, K>],
    ) -> Result<(), Fault> {
        if self.plan.runner.is_none() {
            return self.solve_men(slice, &mut scratches[0]);
        }
        let lines = self.plan.lines;
        for turn in 0..2 {
            space.states[turn].clear();
            space.states[turn].resize(lines, State::default());
            space.outside[turn].clear();
            space.outside[turn].resize(lines, Outside::default());
            space.levels[turn].clear();
            space.levels[turn].resize(lines, M::Levels::default());
            if M::DISTANCES {
                space.fresh[turn].resize(lines, Fresh::default());
            }
        }
        for turn in Color::ALL {
            self.look_outside(slice, turn, space, scratches)?;
            self.copy_to_fellows(slice, turn, space, scratches.len());
        }
        if M::DISTANCES {
            self.settle_by_ply(slice, space, scratches.len())?;
        } else {
            self.settle(slice, space, scratches.len());
        }
        for turn in Color::ALL {
            self.write(slice, turn, space, scratches.len());
        }
        Ok(())
    }

    /// A slice without kings is one position a side. The caller tells how many are done.
    fn solve_men(&self, slice: &Slice, scratch: &mut Scratch<P, K>) -> Result<(), Fault> {
        let [white, black] = slice.men;
        let boards = [0, 1].map(|b| Board::from_sets(white[b], black[b], Bitboard::EMPTY));
        let [Some(a), Some(b)] = boards else {
            return Err(Fault::Impossible);
        };
        for turn in Color::ALL {
            let t = turn as usize;
            let position = P::place(self.rules, turn, [a, b]).ok_or(Fault::Impossible)?;
            let verdict = self.verdict(&position, scratch)?;
            let (value, distance) = match (verdict.win, verdict.block) {
                (NEVER, NEVER) => (Wld::Draw, 0),
                (NEVER, loss) => (Wld::Loss, loss),
                (win, _) => (Wld::Win, win),
            };
            let digits = slice.digits[t].map(u64::from);
            let index = self.plan.layouts[t].join([digits[0], digits[1], 0, 0]);
            self.working[t].set(index, value, distance, verdict.left_out);
        }
        Ok(())
    }

    /// The value of every position's moves out of the slice.
    fn look_outside<M: Measure>(
        &self,
        slice: &Slice,
        turn: Color,
        space: &mut Workspace<M>,
        scratches: &mut [Scratch<P, K>],
    ) -> Result<(), Fault> {
        let t = turn as usize;
        let size = self.plan.lines.div_ceil(scratches.len());
        let parts = space.states[t]
            .chunks_mut(size)
            .zip(space.outside[t].chunks_mut(size))
            .zip(space.levels[t].chunks_mut(size))
            .zip(scratches)
            .enumerate();
        let work = parts.map(|(i, (((states, outside), levels), scratch))| {
            move || -> Result<(), Fault> {
                let all = states.iter_mut().zip(outside).zip(levels);
                let mut done = 0;
                for (number, ((state, outside), levels)) in (i * size..).zip(all) {
                    let line = Line::new(self.plan, slice, number);
                    state.open = line.valid;
                    let counted = self.counted(&line);
                    done += u64::from(counted.len());
                    if done >= OFTEN {
                        self.report(done)?;
                        done = 0;
                    }
                    for square in counted {
                        let boards = self.boards(slice, &line, square)?;
                        let position =
                            P::place(self.rules, turn, boards).ok_or(Fault::Impossible)?;
                        let verdict = self.verdict(&position, scratch)?;
                        let bit = Bitboard::from(square);
                        if verdict.block != 0 && (verdict.block == NEVER || M::DISTANCES) {
                            outside.block |= bit;
                        }
                        if verdict.left_out {
                            outside.left_out |= bit;
                        }
                        for (to, allowed) in outside.quiet.iter_mut().zip(verdict.quiet) {
                            if allowed {
                                *to |= bit;
                            }
                        }
                        if M::DISTANCES {
                            levels.put(square, verdict.win, verdict.block);
                        } else if verdict.win != NEVER {
                            state.open = state.open - bit;
                        }
                    }
                }
                self.report(done)
            }
        });
        run(work).into_iter().collect()
    }

    /// Tells of slices that are single positions.
    pub(crate) fn report_men(&self, slices: usize) -> Result<(), Fault> {
        match self.plan.runner {
            Some(_) => Ok(()),
            None => self.report(2 * slices as u64),
        }
    }

    fn report(&self, positions: u64) -> Result<(), Fault> {
        let go_on = self.pace.advance(positions);
        go_on.then_some(()).ok_or(Fault::Stopped)
    }

    /// The positions of a line that are not looked after on another line.
    #[inline(always)]
    fn counted(&self, line: &Line) -> Bitboard {
        match self.plan.runner {
            Some(runner) => {
                let fellows = self.plan.kings[runner as usize].count;
                line.valid & Plan::above(line.still[runner as usize], fellows, line.board)
            }
            None => line.valid,
        }
    }

    /// A position in which the running king is not the highest of its side lies on another line too, where it was
    /// looked at: takes over what was found.
    fn copy_to_fellows<M: Measure>(
        &self,
        slice: &Slice,
        turn: Color,
        space: &mut Workspace<M>,
        threads: usize,
    ) {
        let Some(runner) = self.plan.runner else {
            return;
        };
        let fellows = self.plan.kings[runner as usize].count;
        if fellows == 0 {
            return;
        }
        let t = turn as usize;
        let size = self.plan.lines.div_ceil(threads);
        let states = space.states[t].clone();
        let outside = space.outside[t].clone();
        let levels = space.levels[t].clone();
        let (states, outside, levels) = (&states, &outside, &levels);
        let parts = space.states[t]
            .chunks_mut(size)
            .zip(space.outside[t].chunks_mut(size))
            .zip(space.levels[t].chunks_mut(size))
            .enumerate();
        let work = parts.map(|(i, ((to_states, to_outside), to_levels))| {
            move || {
                let all = to_states.iter_mut().zip(to_outside).zip(to_levels);
                for (number, ((to_state, to_outside), to_levels)) in (i * size..).zip(all) {
                    let line = Line::new(self.plan, slice, number);
                    let still = line.still[runner as usize];
                    let highest = usize::from(still.cells[fellows - 1]);
                    let Some((board, there)) = square(Kind::King, Color::White, highest) else {
                        continue;
                    };
                    for here in line.valid - self.counted(&line) {
                        let cell = cell(Kind::King, Color::White, line.board, here);
                        let mut placed = line.placed;
                        placed[runner as usize] = still.rank_with(fellows, fellows - 1, cell);
                        let from = self.plan.line_of(placed[0], placed[1], board);
                        let bit = Bitboard::from(here);
                        if !states[from].open.contains(there) {
                            to_state.open = to_state.open - bit;
                        }
                        let found = &outside[from];
                        if found.block.contains(there) {
                            to_outside.block |= bit;
                        }
                        for (to, quiet) in to_outside.quiet.iter_mut().zip(found.quiet) {
                            if quiet.contains(there) {
                                *to |= bit;
                            }
                        }
                        to_levels.copy(here, &levels[from], there);
                    }
                }
            }
        });
        run(work);
    }

    /// The boards of a position of a line.
    #[inline(always)]
    fn boards(&self, slice: &Slice, line: &Line, square: Square) -> Result<[Board; 2], Fault> {
        let mut boards = [Board::empty(); 2];
        for (b, board) in boards.iter_mut().enumerate() {
            let mut pieces = [0, 1].map(|c| slice.men[c][b] | line.still[c].sets[b]);
            let mut kings = line.still[0].sets[b] | line.still[1].sets[b];
            if b == line.board
                && let Some(runner) = self.plan.runner
            {
                pieces[runner as usize] |= square.into();
                kings |= square.into();
            }
            *board = Board::from_sets(pieces[0], pieces[1], kings).ok_or(Fault::Impossible)?;
        }
        Ok(boards)
    }

    /// What a position's moves out of its slice are worth.
    fn verdict(&self, position: &P, scratch: &mut Scratch<P, K>) -> Result<Verdict, Fault> {
        let mut verdict = Verdict {
            win: NEVER,
            block: 0,
            quiet: [false; 2],
            left_out: false,
        };
        if let Some((value, plies)) = position.decided() {
            verdict.left_out = true;
            match value {
                Wld::Loss => verdict.block = plies as u8,
                Wld::Draw => verdict.block = NEVER,
                Wld::Win => (verdict.win, verdict.block) = (plies as u8, NEVER),
            }
            return Ok(verdict);
        }
        let turn = position.turn();
        let other = !turn as usize;
        let kings = [BoardName::A, BoardName::B].map(|b| position.board(b).kings(turn));
        let Scratch { moves, known, .. } = scratch;
        position.generate(moves);
        verdict.left_out =
            moves.first().is_some_and(damier_core::Move::is_capture) && position.left_out();
        for mv in &**moves {
            if !mv.is_capture() && !mv.promotes {
                if kings[0].contains(mv.from) {
                    verdict.quiet[0] = true;
                    continue;
                }
                if kings[1].contains(mv.from) {
                    verdict.quiet[1] = true;
                    continue;
                }
            }
            let mut next = *position;
            next.play_unchecked(mv);
            let (value, plies) = if mv.is_capture() || mv.promotes {
                self.known.value(&next, known).ok_or(Fault::Unknown)?
            } else {
                let index = self.plan.layouts[other].index(&next);
                let (value, plies) = self.working[other].get(index).ok_or(Fault::Unknown)?;
                (value, plies.into())
            };
            let plies = u8::try_from(plies).unwrap_or(NEVER);
            if plies >= MOST_PLIES {
                return Err(Fault::TooLong);
            }
            match value {
                Wld::Loss => {
                    verdict.win = verdict.win.min(plies + 1);
                    verdict.block = NEVER;
                }
                Wld::Draw => verdict.block = NEVER,
                Wld::Win => verdict.block = verdict.block.max(plies + 1),
            }
        }
        Ok(verdict)
    }

    /// Writes the values of the slice into the tables.
    fn write<M: Measure>(&self, slice: &Slice, turn: Color, space: &Workspace<M>, threads: usize) {
        let t = turn as usize;
        let size = self.plan.lines.div_ceil(threads);
        let work = (0..threads).map(|i| {
            move || {
                for number in i * size..((i + 1) * size).min(self.plan.lines) {
                    self.write_line(
                        slice,
                        turn,
                        number,
                        &space.states[t][number],
                        &space.outside[t][number],
                        &space.levels[t][number],
                    );
                }
            }
        });
        run(work);
    }

    fn write_line<L: Levels>(
        &self,
        slice: &Slice,
        turn: Color,
        number: usize,
        state: &State,
        outside: &Outside,
        levels: &L,
    ) {
        let t = turn as usize;
        let line = Line::new(self.plan, slice, number);
        let Some(runner) = self.plan.runner else {
            return;
        };
        let r = runner as usize;
        let fellows = self.plan.kings[r].count;
        let counted = self.counted(&line);
        if counted.is_empty() {
            return;
        }
        let other = 1 - r;
        let others = line.still[other].cells[..self.plan.kings[other].count]
            .iter()
            .map(|&c| usize::from(c));
        let others: Vec<usize> = others.collect();
        let number_of = |cells: &[usize]| {
            u64::from(match turn {
                Color::White => rank(cells),
                Color::Black => turned_rank(cells, KING_CELLS),
            })
        };
        let still = number_of(&others);
        let men = slice.digits[t].map(u64::from);
        for square in counted {
            let here = cell(Kind::King, Color::White, line.board, square);
            let (cells, count) = line.still[r].with(fellows, here);
            let run = number_of(&cells[..count]);
            let (own, theirs) = if runner == turn {
                (run, still)
            } else {
                (still, run)
            };
            let index = self.plan.layouts[t].join([men[0], men[1], own, theirs]);
            let value = if state.loss.contains(square) {
                Wld::Loss
            } else if state.open.contains(square) {
                Wld::Draw
            } else {
                Wld::Win
            };
            self.working[t].set(
                index,
                value,
                levels.distance(square),
                outside.left_out.contains(square),
            );
        }
    }
}

/// Room for the moves of a position and for look-ups.
pub(crate) struct Scratch<P: Tabled, K: Known<P>> {
    moves: MoveList,
    known: K::Scratch,
    _game: PhantomData<fn(P)>,
}

impl<P: Tabled, K: Known<P>> Scratch<P, K> {
    pub(crate) fn new(known: &K) -> Self {
        Self {
            moves: MoveList::new(),
            known: known.scratch(),
            _game: PhantomData,
        }
    }
}

/// Runs the parts of a work, each on a thread of its own if there is more than one.
pub(super) fn run<T: Send, F: FnOnce() -> T + Send>(
    work: impl ExactSizeIterator<Item = F>,
) -> Vec<T> {
    if work.len() == 1 {
        return work.map(|part| part()).collect();
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = work.map(|part| scope.spawn(part)).collect();
        threads
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}
