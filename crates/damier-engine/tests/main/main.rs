//! The engine as other programs meet it: a process with pipes, or a port.

mod dxp;
mod hub;
#[path = "../../../damier-protocol/tests/main/transcript.rs"]
mod transcript;

/// Numbers that look random.
pub(crate) fn noise(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// How long the tests send rubbish, in seconds; longer where someone asks for it.
pub(crate) fn rubbish_time() -> std::time::Duration {
    let seconds = std::env::var("DAMIER_RUBBISH_SECONDS").ok();
    std::time::Duration::from_secs(seconds.and_then(|s| s.parse().ok()).unwrap_or(1))
}
