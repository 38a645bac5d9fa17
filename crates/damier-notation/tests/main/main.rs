//! Everything the notation crate promises, checked against values from outside.

mod diagrams;
mod fen;
mod move_text;
mod patterns;
mod pdn;
mod pictures;
mod positions;
mod properties;
mod vectors;
