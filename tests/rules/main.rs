//! The rules of both games against values from outside, a second implementation, and themselves.

mod articles;
mod cases_draws;
mod cases_moves;
mod cases_positions;
mod differential;
mod geometry;
mod lists;
mod perft;
mod playthroughs;
mod properties;
mod worst_cases;
