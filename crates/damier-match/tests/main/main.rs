//! Matches with engines that behave and engines that do not, and the statistics against values computed elsewhere.

mod fake;
mod games;
mod openings;
mod peers;
mod resume;
mod statistics;

use std::path::PathBuf;

/// A file of a test's own, not there yet.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
