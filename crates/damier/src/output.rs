//! Results on stdout, complaints on stderr, and how a command ends.

use std::io::{self, Write};

use serde::Serialize;

/// How a command that ran to its end answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done.
    Done,
    /// Done, and the answer is no.
    No,
}

/// Prints one JSON object on a line of its own.
pub(crate) fn json<W: Write, T: Serialize>(out: &mut W, record: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}

/// Whether stdout takes colours.
pub(crate) fn takes_color() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Whether the reader of our output went away.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io_error = cause.downcast_ref::<io::Error>();
        io_error.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints an error on stderr.
pub(crate) fn complain(error: &anyhow::Error) {
    // Nobody is left to tell if stderr is gone too.
    let _ = writeln!(io::stderr(), "error: {error:#}");
}
