//! The log on stderr. Results and protocol never go through it.

use std::io;

use tracing_subscriber::EnvFilter;

/// The environment variable with a filter such as `damier_engine=debug`; it wins over `-v`.
const VARIABLE: &str = "DAMIER_LOG";

/// Starts the log: warnings, and with each `-v` more. A time stands before every line, so that a program that takes
/// this stream for the protocol finds no word of it there.
pub(crate) fn start(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        _ => "debug",
    };
    let given = std::env::var(VARIABLE).ok();
    let filter = given
        .as_deref()
        .and_then(|text| EnvFilter::try_new(text).ok());
    let bad = given.is_some() && filter.is_none();
    // A second subscriber cannot be there: this runs once, first thing.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|| EnvFilter::new(level)))
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_target(false)
        .with_timer(tracing_subscriber::fmt::time::uptime())
        .try_init();
    if bad {
        tracing::warn!("{VARIABLE} is not a filter and is left out");
    }
}
