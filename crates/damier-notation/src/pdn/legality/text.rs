//! What to say about the text of a move. Knows one move and its position, not the game.

use std::ops::ControlFlow;

use damier_core::{Color, Move, MoveList, Square, walks};

use super::super::problem::ProblemKind;
use super::Ten;
use crate::movetext::{
    Form, MoveTextError, Oddity, Spelling, passes, paths, why_not as text_error, write,
};

/// Number and side of a move, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    number: u32,
    side: Color,
}

impl Label {
    pub(super) fn first(side: Color) -> Self {
        Self { number: 1, side }
    }

    /// The number that stands in the text is the one a reader can find.
    pub(super) fn with(self, number: u32) -> Self {
        Self { number, ..self }
    }

    pub(super) fn next(self) -> Self {
        let side = !self.side;
        let number = self.number + u32::from(side == Color::White);
        Self { number, side }
    }

    pub(super) fn text(self, text: &str) -> String {
        let dots = if self.side == Color::White {
            "."
        } else {
            "..."
        };
        format!("{}{dots} {text}", self.number)
    }
}

/// Whether nothing can be odd about a text but its separator.
pub(super) fn is_ordinary(text: &str, spelling: &Spelling) -> bool {
    spelling.numbers().len() == 2 && spelling.is_plain() && !text.contains(':')
}

/// A text and the move it was understood as.
pub(super) struct Reading<'a, P> {
    pub(super) position: &'a P,
    pub(super) mv: &'a Move,
    pub(super) spelling: &'a Spelling,
}

/// What is odd about the text of a move that was played.
pub(super) fn remarks<P: Ten>(reading: &Reading<'_, P>, label: &str) -> Vec<ProblemKind> {
    let Reading {
        position,
        mv,
        spelling,
    } = reading;
    let label = || label.to_owned();
    let mut remarks: Vec<ProblemKind> = spelling
        .oddities()
        .map(|oddity| match oddity {
            Oddity::LeadingZero => ProblemKind::LeadingZero { label: label() },
            Oddity::NoSeparator => ProblemKind::NoSeparator { label: label() },
            Oddity::Separator => ProblemKind::SeparatorSpelling { label: label() },
            Oddity::Blanks => ProblemKind::MoveBlanks { label: label() },
        })
        .collect();
    let capture = mv.is_capture();
    if spelling.has_separator() && capture != spelling.says_capture() {
        remarks.push(ProblemKind::Separator {
            label: label(),
            capture,
        });
    }
    let squares: Vec<Square> = spelling
        .numbers()
        .iter()
        .filter_map(|&n| Square::new(n.into()).ok())
        .collect();
    if squares.len() > 2 && !is_path(*position, mv, &squares) {
        let path = write(*position, mv, Form::Path);
        let hub = squares.get(1) == Some(&mv.to)
            && squares.iter().skip(2).all(|s| mv.captured.contains(*s));
        remarks.push(if hub {
            ProblemKind::CaptureList {
                label: label(),
                path,
            }
        } else {
            ProblemKind::Path {
                label: label(),
                path,
            }
        });
    }
    remarks
}

/// Whether squares are where a piece touches down on some way to make the move.
fn is_path<P: Ten>(position: &P, mv: &Move, squares: &[Square]) -> bool {
    let mut seen = 0;
    walks(position, mv, |walk| {
        seen += 1;
        if walk.stops == squares || seen == 1_000 {
            ControlFlow::Break(walk.stops == squares)
        } else {
            ControlFlow::Continue(())
        }
    })
    .unwrap_or(false)
}

/// Why a text is no legal move. `last` says whether the line ends with it.
pub(super) fn why_not<P: Ten>(
    position: &P,
    legal: &MoveList,
    spelling: &Spelling,
    text: &str,
    label: Label,
    last: bool,
) -> ProblemKind {
    let label = label.text(text);
    let squares: Vec<Square> = spelling
        .numbers()
        .iter()
        .filter_map(|&n| Square::new(n.into()).ok())
        .collect();
    if let [from, waypoints @ ..] = squares.as_slice()
        && last
    {
        let mut whole: Vec<Move> = legal
            .iter()
            .filter(|m| m.from == *from && m.captured.len() > 1 && passes(position, m, waypoints))
            .copied()
            .collect();
        whole.sort_unstable();
        if !whole.is_empty() {
            let choices = paths(position, &whole);
            return ProblemKind::BrokenOff { label, choices };
        }
    }
    match text_error(position, legal, spelling, text) {
        MoveTextError::Illegal(illegal) => ProblemKind::Illegal { label, illegal },
        MoveTextError::OtherWay { choices, .. } | MoveTextError::Ambiguous { choices, .. } => {
            ProblemKind::OtherWay { label, choices }
        }
        MoveTextError::Syntax { column, problem } => ProblemKind::MoveSyntax {
            label,
            column,
            problem,
        },
    }
}

/// A text that fitted several moves, and those that are left at the end.
pub(super) fn settled<P: Ten>(position: &P, left: &[Move], label: String) -> ProblemKind {
    let mut choices = paths(position, left);
    match choices.as_slice() {
        [_] => ProblemKind::Settled {
            label,
            path: choices.remove(0),
        },
        _ => ProblemKind::Ambiguous { label, choices },
    }
}

/// Reads the position of a set-up command.
pub(in crate::pdn) fn read_setup<P: Ten>(like: &P, text: &str) -> Result<P, ProblemKind> {
    let setup = crate::fen::read(text).map_err(ProblemKind::Fen)?.setup;
    like.with_setup(&setup).map_err(ProblemKind::Setup)
}
