//! What cargo and git say about this workspace: its packages, what they depend on, its files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process::capture;

/// The workspace as `cargo metadata` shows it.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Where cargo builds, as the environment and the configuration have it.
    pub(crate) target: PathBuf,
    /// The packages of the workspace.
    pub(crate) members: Vec<Package>,
    /// The packages of others that they are built from, on any platform and with any feature.
    pub(crate) others: Vec<Package>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) features: BTreeMap<String, Vec<String>>,
    pub(crate) targets: Vec<Target>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev`, `build`, or nothing for an ordinary one.
    pub(crate) kind: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) kind: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    workspace_root: PathBuf,
    target_directory: PathBuf,
}

impl Package {
    /// Its targets of one kind: `lib`, `bin`, `bench` ...
    pub(crate) fn targets_of(&self, kind: &str) -> impl Iterator<Item = &Target> {
        self.targets
            .iter()
            .filter(move |t| t.kind.iter().any(|k| k == kind))
    }
}

impl Workspace {
    pub(crate) fn read() -> Result<Self> {
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // The manifest of the workspace, whatever folder the command was given in.
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let manifest = here.parent().unwrap_or(&here).join("Cargo.toml");
        let json = capture(
            Command::new(program)
                .args([
                    "metadata",
                    "--format-version=1",
                    "--all-features",
                    "--manifest-path",
                ])
                .arg(manifest),
        )?;
        let metadata: Metadata =
            serde_json::from_str(&json).context("cannot read the output of `cargo metadata`")?;
        let (members, others) = metadata
            .packages
            .into_iter()
            .partition(|p| metadata.workspace_members.contains(&p.id));
        Ok(Self {
            root: metadata.workspace_root,
            target: metadata.target_directory,
            members,
            others,
        })
    }

    /// The package of this name, if there is one yet.
    pub(crate) fn member(&self, name: &str) -> Option<&Package> {
        self.members.iter().find(|p| p.name == name)
    }

    /// Every file that is committed or would be, relative to the root, with `/` between its parts.
    pub(crate) fn files(&self) -> Result<Vec<String>> {
        let list = self.git(&[
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])?;
        let mut files: Vec<String> = list
            .split('\0')
            // A file that was deleted but not yet committed is still listed.
            .filter(|name| !name.is_empty() && self.root.join(name).is_file())
            .map(ToOwned::to_owned)
            .collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// Output of a git command.
    pub(crate) fn git(&self, args: &[&str]) -> Result<String> {
        capture(Command::new("git").arg("-C").arg(&self.root).args(args))
    }

    /// The present commit, with a `+` if files were changed since.
    pub(crate) fn commit(&self) -> Result<String> {
        let hash = self.git(&["rev-parse", "--short=12", "HEAD"])?;
        let changed = !self.git(&["status", "--porcelain"])?.trim().is_empty();
        Ok(format!("{}{}", hash.trim(), if changed { "+" } else { "" }))
    }
}
