//! Other programs: virtual environments of Python that hold them, and our scripts that measure them there.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::workspace::Workspace;

/// The environment variable that names the virtual environments, as `PATH` names folders. More than one, because
/// py-draughts and pydraughts bear the same name as Python modules.
const PEERS: &str = "DAMIER_PEERS";

/// That program in each environment that has it.
fn programs(name: &str) -> impl Iterator<Item = PathBuf> {
    std::env::var_os(PEERS)
        .iter()
        .flat_map(std::env::split_paths)
        .map(|folder| folder.join("bin").join(name))
        .filter(|path| path.is_file())
        .collect::<Vec<_>>()
        .into_iter()
}

/// A program of the first environment that has it.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    programs(name).next()
}

/// A script of xtask/peers, and the Pythons that may know the peer it is asked for.
pub(super) struct Script {
    path: PathBuf,
    pythons: Vec<PathBuf>,
}

pub(super) fn script(workspace: &Workspace, name: &str) -> Script {
    let script = Script {
        path: workspace.root.join("xtask/peers").join(name),
        pythons: programs("python3").collect(),
    };
    if script.pythons.is_empty() {
        eprintln!(
            "{name}: no other program to compare with: {PEERS} names no virtual environment with Python"
        );
    }
    script
}

impl Script {
    /// What the script writes; `None` if no environment has the peer.
    pub(super) fn run<T: DeserializeOwned>(
        &self,
        arguments: &[&str],
        input: &str,
    ) -> Result<Option<T>> {
        for python in &self.pythons {
            if let Some(measured) = self.run_in(python, arguments, input)? {
                return Ok(Some(measured));
            }
        }
        Ok(None)
    }

    fn run_in<T: DeserializeOwned>(
        &self,
        python: &PathBuf,
        arguments: &[&str],
        input: &str,
    ) -> Result<Option<T>> {
        let mut child = Command::new(python)
            .arg(&self.path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", python.display()))?;
        if let Some(mut pipe) = child.stdin.take()
            && let Err(error) = pipe.write_all(input.as_bytes())
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            return Err(error).with_context(|| format!("cannot write to {arguments:?}"));
        }
        let output = child.wait_with_output()?;
        let script = self.path.display();
        match output.status.code() {
            Some(0) => Ok(Some(serde_json::from_slice(&output.stdout).with_context(
                || format!("{script} {arguments:?} did not write JSON"),
            )?)),
            Some(3) => Ok(None),
            _ => bail!(
                "{script} {arguments:?} failed: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            ),
        }
    }
}
