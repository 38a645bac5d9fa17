//! One line of moves after the other, each with every way to understand it.

use damier_core::{Move, MoveList};

use super::super::problem::{ProblemKind, Problems, Span};
use super::super::tree::{Game, Item};
use super::text::{self, Label, Reading, read_setup};
use super::{Step, Ten};
use crate::movetext::{Spelling, fitting};

/// Ways to understand a line that are followed at once.
const MOST_WAYS: usize = 64;
/// Steps that one capture can be written in.
const MOST_PARTS: usize = 24;

/// One way to understand the moves of a line so far.
#[derive(Clone, Copy, Debug)]
struct Way<P> {
    position: P,
    /// The last move, as a place in the list of all moves tried.
    last: Option<u32>,
}

/// A move tried, and the one before it.
#[derive(Clone, Copy, Debug)]
struct Tried {
    before: Option<u32>,
    item: u32,
    mv: Move,
}

/// Memory that is used again for every line.
#[derive(Debug)]
pub(super) struct Room<P> {
    ways: Vec<Way<P>>,
    /// The ways before the last move.
    previous: Vec<Way<P>>,
    tried: Vec<Tried>,
    /// Lines that are still to be gone through: first item, end, start position.
    lines: Vec<(usize, usize, P, Label)>,
    /// Where the line starts, or goes on after a set-up command.
    start: Option<P>,
    /// Items of the line with several fitting moves.
    choices: Vec<(u32, Label)>,
    /// Whether there were more ways than are followed.
    overflow: bool,
}

impl<P: Copy> Room<P> {
    fn begin(&mut self, start: P) {
        self.tried.clear();
        self.choices.clear();
        self.ways.clear();
        self.overflow = false;
        self.start = Some(start);
        self.ways.push(Way {
            position: start,
            last: None,
        });
    }
}

impl<P> Default for Room<P> {
    fn default() -> Self {
        Self {
            ways: vec![],
            previous: vec![],
            tried: vec![],
            lines: vec![],
            start: None,
            choices: vec![],
            overflow: false,
        }
    }
}

/// What is being worked on.
pub(super) struct Work<'a> {
    pub(super) game: &'a Game,
    pub(super) closes: &'a [u32],
    pub(super) steps: &'a mut [Step],
    pub(super) problems: &'a mut Problems,
    pub(super) legal: &'a mut MoveList,
    pub(super) fitting: &'a mut Vec<Move>,
    pub(super) moves: u64,
}

impl Work<'_> {
    pub(super) fn game<P: Ten>(&mut self, start: P, room: &mut Room<P>) {
        room.lines.clear();
        let label = Label::first(start.turn());
        room.lines.push((0, self.game.body.len(), start, label));
        // The last line found is the next one: later problems are sorted by their place anyhow.
        while let Some((from, to, start, label)) = room.lines.pop() {
            if self.line(from, to, start, label, room) {
                self.variations(from, to, start, label, room);
            }
        }
    }

    fn span(&self, item: usize) -> Span {
        self.game.body.get(item).map(|n| n.span).unwrap_or_default()
    }

    /// The next item of the same line.
    fn after(&self, item: usize) -> usize {
        match self.game.body.get(item).map(|n| &n.item) {
            Some(Item::Open) => self
                .closes
                .get(item)
                .map_or(usize::MAX, |&c| c as usize + 1),
            _ => item + 1,
        }
    }

    /// Plays the moves of one line, passing over its variations; says whether there are any.
    fn line<P: Ten>(
        &mut self,
        from: usize,
        to: usize,
        start: P,
        label: Label,
        room: &mut Room<P>,
    ) -> bool {
        room.begin(start);
        let mut label = label;
        let mut at = from;
        let mut known = true;
        let mut variations = false;
        while at < to {
            let mut next = self.after(at);
            match self.game.body.get(at).map(|n| &n.item) {
                Some(Item::Move(text)) if known => match self.one_move(at, to, text, label, room) {
                    Some(behind) => {
                        label = label.next();
                        next = behind;
                    }
                    None => known = false,
                },
                Some(Item::Unknown) if known => {
                    self.settle(room);
                    known = false;
                }
                Some(Item::Setup(text)) => {
                    if known {
                        self.settle(room);
                    }
                    match read_setup(&start, text) {
                        Ok(position) => {
                            known = true;
                            label = Label::first(position.turn());
                            room.begin(position);
                        }
                        Err(kind) => {
                            known = false;
                            self.problems.push(self.span(at), kind);
                        }
                    }
                }
                Some(Item::Number { number, .. }) => label = label.with(*number),
                Some(Item::Open) => variations = true,
                _ => {}
            }
            at = next;
        }
        if known {
            self.settle(room);
        }
        variations
    }

    /// Finds the variations of a line that has been played, and the positions where they start.
    fn variations<P: Ten>(
        &mut self,
        from: usize,
        to: usize,
        start: P,
        label: Label,
        room: &mut Room<P>,
    ) {
        let mut now = Some((start, label));
        let mut before: Option<(P, Label)> = None;
        let mut moved = false;
        let mut at = from;
        while at < to {
            let next = self.after(at);
            match self.game.body.get(at).map(|n| &n.item) {
                Some(Item::Move(_) | Item::Unknown) => {
                    let step = self.steps.get(at).copied().unwrap_or_default();
                    if step != Step::Part {
                        moved = true;
                        before = now;
                        now = now.zip(step.mv()).map(|((mut position, label), mv)| {
                            position.play_unchecked(mv);
                            (position, label.next())
                        });
                    }
                }
                Some(Item::Setup(text)) => {
                    moved = false;
                    now = read_setup(&start, text)
                        .ok()
                        .map(|p| (p, Label::first(p.turn())));
                }
                Some(Item::Number { number, .. }) => {
                    now = now.map(|(position, label)| (position, label.with(*number)));
                }
                Some(Item::Open) => {
                    if !moved {
                        self.problems
                            .push(self.span(at), ProblemKind::VariationOfNothing);
                        before = now;
                    }
                    // Without a known position nothing in it can be checked.
                    if let Some((position, label)) = before {
                        room.lines
                            .push((at + 1, next.saturating_sub(1), position, label));
                    }
                }
                _ => {}
            }
            at = next;
        }
    }

    /// Plays the move at `at`; the place of the item after it, or nothing if it cannot be played.
    fn one_move<P: Ten>(
        &mut self,
        at: usize,
        to: usize,
        text: &str,
        label: Label,
        room: &mut Room<P>,
    ) -> Option<usize> {
        let spelling = match Spelling::parse(text) {
            Ok(spelling) => spelling,
            Err((column, problem)) => {
                self.settle(room);
                let letters = text.starts_with(|c: char| c.is_ascii_lowercase());
                let label = label.text(text);
                let kind = if letters {
                    ProblemKind::MoveLetters { label }
                } else {
                    ProblemKind::MoveSyntax {
                        label,
                        column,
                        problem,
                    }
                };
                self.problems.push(self.span(at), kind);
                return None;
            }
        };
        std::mem::swap(&mut room.ways, &mut room.previous);
        self.extend(at, &spelling, label, room);
        if room.ways.is_empty() {
            if let Some(next) = self.step_by_step(at, to, text, label, room) {
                return Some(next);
            }
            std::mem::swap(&mut room.ways, &mut room.previous);
            self.settle(room);
            let last = self.is_last_move(at, to);
            if let Some(way) = room.ways.first() {
                way.position.generate(self.legal);
                let kind = text::why_not(&way.position, self.legal, &spelling, text, label, last);
                self.problems.push(self.span(at), kind);
            }
            return None;
        }
        if !text::is_ordinary(text, &spelling) || Self::capture_differs(&spelling, room) {
            self.remark(at, text, &spelling, label, room);
        }
        Some(at + 1)
    }

    /// Follows every way in every fitting manner.
    fn extend<P: Ten>(&mut self, at: usize, spelling: &Spelling, label: Label, room: &mut Room<P>) {
        room.ways.clear();
        let mut several = false;
        for way in &room.previous {
            way.position.generate(self.legal);
            fitting(&way.position, self.legal, spelling, self.fitting);
            several |= self.fitting.len() > 1;
            for mv in self.fitting.iter() {
                let last = Some(room.tried.len() as u32);
                room.tried.push(Tried {
                    before: way.last,
                    item: at as u32,
                    mv: *mv,
                });
                let mut position = way.position;
                position.play_unchecked(mv);
                room.ways.push(Way { position, last });
            }
        }
        if several {
            room.choices.push((at as u32, label));
        }
        if room.ways.len() > MOST_WAYS {
            room.ways.truncate(MOST_WAYS);
            room.overflow = true;
        }
    }

    /// Whether the separator says capture and the move is none, or the other way round.
    fn capture_differs<P>(spelling: &Spelling, room: &Room<P>) -> bool {
        let mv = room.tried.last().map(|t| t.mv);
        mv.is_some_and(|m| spelling.has_separator() && m.is_capture() != spelling.says_capture())
    }

    /// Notes what is odd about the text of a move that was played.
    fn remark<P: Ten>(
        &mut self,
        at: usize,
        text: &str,
        spelling: &Spelling,
        label: Label,
        room: &mut Room<P>,
    ) {
        let (Some(way), Some(tried)) = (room.previous.first(), room.tried.last()) else {
            return;
        };
        let reading = Reading {
            position: &way.position,
            mv: &tried.mv,
            spelling,
        };
        let span = self.span(at);
        for kind in text::remarks(&reading, &label.text(text)) {
            self.problems.push(span, kind);
        }
    }

    /// Tries to read a capture of which each token is one jump.
    fn step_by_step<P: Ten>(
        &mut self,
        at: usize,
        to: usize,
        text: &str,
        label: Label,
        room: &mut Room<P>,
    ) -> Option<usize> {
        let mut whole = text.to_owned();
        let mut last = at;
        let mut place = self.after(at);
        let mut parts = vec![];
        while place < to && parts.len() < MOST_PARTS {
            let next = self.after(place);
            match self.game.body.get(place).map(|n| &n.item) {
                Some(Item::Move(more)) => {
                    let end = whole.rsplit(['-', 'x', ':']).next()?;
                    let (start, rest) = more.split_at(more.find(['-', 'x', ':'])?);
                    if start != end {
                        return None;
                    }
                    whole.push_str(rest);
                    parts.push(place);
                    last = place;
                    let spelling = Spelling::parse(&whole).ok()?;
                    self.extend(at, &spelling, label, room);
                    if !room.ways.is_empty() {
                        break;
                    }
                }
                Some(Item::Number { .. }) => {}
                _ => return None,
            }
            place = next;
        }
        if room.ways.is_empty() {
            return None;
        }
        for part in parts {
            if let Some(step) = self.steps.get_mut(part) {
                *step = Step::Part;
            }
        }
        let kind = ProblemKind::StepByStep {
            label: label.text(text),
            path: whole,
        };
        self.problems.push(self.span(at), kind);
        Some(last + 1)
    }

    fn is_last_move(&self, at: usize, to: usize) -> bool {
        let mut place = self.after(at);
        while place < to {
            if let Some(Item::Move(_) | Item::Unknown) = self.game.body.get(place).map(|n| &n.item)
            {
                return false;
            }
            place = self.after(place);
        }
        true
    }

    /// The end of a line or of what can be read of it: writes down the moves, and what stays ambiguous.
    fn settle<P: Ten>(&mut self, room: &mut Room<P>) {
        let Some(first) = room.ways.first() else {
            return;
        };
        let mut played = vec![];
        let mut last = first.last;
        while let Some(tried) = last.and_then(|l| room.tried.get(l as usize)) {
            if let Some(step) = self.steps.get_mut(tried.item as usize) {
                *step = Step::Move(tried.mv);
            }
            self.moves += 1;
            last = tried.before;
            if !room.choices.is_empty() {
                played.push((tried.item, tried.mv));
            }
        }
        if let (Some(start), false) = (room.start, room.choices.is_empty()) {
            self.choices(start, &played, room);
        }
    }

    /// Says of every choice of a line whether the rest of the line has settled it. `played` is what was played, last
    /// move first.
    fn choices<P: Ten>(&mut self, start: P, played: &[(u32, Move)], room: &Room<P>) {
        let mut position = start;
        let mut choices = room.choices.iter().peekable();
        for (item, mv) in played.iter().rev() {
            if let Some((choice, label)) = choices.next_if(|(choice, _)| choice == item)
                && let Some(Item::Move(text)) =
                    self.game.body.get(*choice as usize).map(|n| &n.item)
                && let Ok(spelling) = Spelling::parse(text)
            {
                position.generate(self.legal);
                fitting(&position, self.legal, &spelling, self.fitting);
                if self.fitting.len() > 1 {
                    if !room.overflow {
                        let left = room
                            .ways
                            .iter()
                            .filter_map(|w| move_at(&room.tried, w.last, *choice));
                        let left: Vec<Move> = left.collect();
                        self.fitting.retain(|m| left.contains(m));
                    }
                    if self.fitting.len() > 1
                        && let Some(step) = self.steps.get_mut(*choice as usize)
                    {
                        *step = Step::Guess(*mv);
                    }
                    let kind = text::settled(&position, self.fitting, label.text(text));
                    self.problems.push(self.span(*choice as usize), kind);
                }
            }
            position.play_unchecked(mv);
        }
    }
}

/// The move that a way has at an item.
fn move_at(tried: &[Tried], last: Option<u32>, item: u32) -> Option<Move> {
    let mut at = last;
    while let Some(now) = at.and_then(|l| tried.get(l as usize)) {
        if now.item <= item {
            return (now.item == item).then_some(now.mv);
        }
        at = now.before;
    }
    None
}
