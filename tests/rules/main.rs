//! The rules of both games against values from outside, a second implementation, and themselves.
//!
//! `cargo test -p damier-tests` runs all but the deepest tables, about two minutes of one core; these are run by
//! `cargo test -p damier-tests --test rules -- --ignored nightly`. A snapshot that is meant to change is written anew
//! by the same command with `INSTA_UPDATE=always`, and read against the rules before it is committed. Snapshots that
//! no test asks for fail the run without further tools.

mod arbiter;
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
