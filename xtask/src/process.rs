//! Starting other programs: what is printed before they run and what is said when they fail.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// A command of the cargo that runs us, at the workspace root. `RUSTFLAGS` is left alone on purpose: setting it
/// would build everything a second time beside what the developer has built already.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(&workspace.root);
    command
}

/// Runs a command to its end, its output shown as it comes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let text = describe(command);
    eprintln!("$ {text}");
    let status = command
        .status()
        .with_context(|| format!("cannot start `{text}`"))?;
    if !status.success() {
        bail!("`{text}` failed ({status})");
    }
    Ok(())
}

/// Runs a command to its end and returns what it wrote to its output.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let text = describe(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{text}`"))?;
    if !output.status.success() {
        bail!(
            "`{text}` failed ({}): {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{text}` wrote text that is not UTF-8"))
}

/// Whether a command can be started and succeeds; what it writes is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn describe(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(OsStr::new("?"));
    std::iter::once(name)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
