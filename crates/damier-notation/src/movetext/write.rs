//! Moves as text in each form.

use std::fmt::Write as _;

use damier_core::{Geometry, Move, Position, Walk, canonical_walk};

use super::Form;

/// The text of a legal move of `position`.
pub fn write<P: Position>(position: &P, mv: &Move<P::Geometry>, form: Form) -> String {
    match form {
        Form::Hub => mv.to_string(),
        Form::Path => path(mv, canonical_walk(position, mv).as_ref()),
        Form::Short => {
            // One captured piece more or less cannot lead to the same square.
            if mv.captured.len() > 1 && is_ambiguous(&position.legal_moves(), mv) {
                write(position, mv, Form::Path)
            } else {
                short(mv)
            }
        }
    }
}

/// Whether another of the legal moves has the same start and end.
pub fn is_ambiguous<G: Geometry>(legal: &[Move<G>], mv: &Move<G>) -> bool {
    legal
        .iter()
        .any(|m| m.from == mv.from && m.to == mv.to && m.captured != mv.captured)
}

fn short<G: Geometry>(mv: &Move<G>) -> String {
    let separator = if mv.is_capture() { 'x' } else { '-' };
    format!("{}{separator}{}", mv.from, mv.to)
}

pub(super) fn path<G: Geometry>(mv: &Move<G>, walk: Option<&Walk<G>>) -> String {
    let Some(walk) = walk.filter(|_| mv.is_capture()) else {
        return short(mv);
    };
    let mut text = String::with_capacity(3 * walk.stops.len());
    for (i, square) in walk.stops.iter().enumerate() {
        let separator = if i > 0 { "x" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{square}");
    }
    text
}
