//! Results on stdout, complaints on stderr, and how a command ends.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
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

/// Writes a file whole or not at all: an old one of that name stays until the new one is complete.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
        let mut file = tempfile::Builder::new()
            .prefix(".damier-")
            .suffix(".tmp")
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        file.write_all(bytes)?;
        share(file.as_file())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        anyhow::Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Lets others read a new file as they could if it had been made in the ordinary way.
#[cfg(unix)]
pub(crate) fn share(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

/// Lets others read a new file as they could if it had been made in the ordinary way.
#[cfg(not(unix))]
pub(crate) fn share(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
