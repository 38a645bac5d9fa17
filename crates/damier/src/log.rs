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
    let filter = EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new(level));
    // A second subscriber cannot be there: this runs once, first thing.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never)
        .with_target(false)
        .without_time()
        .try_init();
}
