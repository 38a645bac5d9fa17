//! The log on stderr. Results never go through it.

use std::io;

use tracing_subscriber::EnvFilter;

/// The environment variable with a filter such as `damier=debug`; it wins over `-v`.
const VARIABLE: &str = "DAMIER_LOG";

/// Starts the log: warnings, and with each `-v` more.
pub(crate) fn start(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let given = std::env::var(VARIABLE).ok();
    let parsed = given.as_deref().map(EnvFilter::try_new);
    let bad = parsed
        .as_ref()
        .and_then(|p| p.as_ref().err().map(ToString::to_string));
    let filter = parsed
        .and_then(Result::ok)
        .unwrap_or_else(|| EnvFilter::new(level));
    // A second subscriber cannot be there: this runs once, first thing.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .try_init();
    if let Some(error) = bad {
        tracing::warn!("{VARIABLE} is not a filter and is left out: {error}");
    }
}
