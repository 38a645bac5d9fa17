//! Snapshots that no test asks for any more. insta writes down each file that it looks at; what is left over is
//! an orphan. This is what `cargo insta test --unreferenced=reject` does, without a tool to install.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// The list that insta writes during one run of all tests.
pub(crate) struct Record(PathBuf);

impl Record {
    /// Starts an empty list.
    pub(crate) fn start(workspace: &Workspace) -> Result<Self> {
        let path = workspace.target.join("snapshots-asked-for.txt");
        if path.exists() {
            std::fs::remove_file(&path)
                .with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(Self(path))
    }

    /// Makes a command that runs the tests write to the list, and write no new snapshots.
    pub(crate) fn observe(&self, command: &mut Command) {
        command.env("INSTA_SNAPSHOT_REFERENCES_FILE", &self.0);
        command.env("INSTA_UPDATE", "no");
    }

    /// The snapshots that were not looked at.
    pub(crate) fn orphans(&self, workspace: &Workspace) -> Result<Vec<String>> {
        let list = match std::fs::read_to_string(&self.0) {
            Ok(list) => list,
            // No test has snapshots.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", self.0.display()));
            }
        };
        Ok(left_over(&workspace.root, &workspace.files()?, &list))
    }
}

fn left_over(root: &Path, files: &[String], asked_for: &str) -> Vec<String> {
    // insta gives absolute paths that may go up and down again.
    let asked_for: BTreeSet<PathBuf> = asked_for
        .lines()
        .map(|line| {
            let path = root.join(line);
            path.canonicalize().unwrap_or(path)
        })
        .collect();
    files
        .iter()
        .filter(|file| Path::new(file).extension().is_some_and(|e| e == "snap"))
        .filter(|file| {
            let path = root.join(file);
            !asked_for.contains(&path.canonicalize().unwrap_or(path))
        })
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_that_was_not_looked_at_is_an_orphan() {
        let files = ["tests/a.snap", "tests/b.snap", "tests/a.rs"].map(String::from);
        let asked_for = "/nowhere/tests/a.snap\n";
        assert_eq!(
            left_over(Path::new("/nowhere"), &files, asked_for),
            ["tests/b.snap"]
        );
        assert_eq!(left_over(Path::new("/nowhere"), &files, "").len(), 2);
    }
}
