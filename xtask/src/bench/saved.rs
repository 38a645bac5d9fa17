//! Runs that are kept, with what they were measured on. They lie in the build folder: figures of one machine say
//! nothing on another and are not committed.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::Figure;
use crate::process::capture;
use crate::workspace::Workspace;

/// The figures of one call of `bench`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Run {
    /// The commit, with a `+` if files were changed.
    commit: String,
    compiler: String,
    processor: String,
    pub(super) figures: Vec<Figure>,
}

impl Run {
    pub(super) fn new(workspace: &Workspace) -> Result<Self> {
        let compiler = capture(std::process::Command::new("rustc").arg("--version"))?;
        Ok(Self {
            commit: workspace.commit()?,
            compiler: compiler.trim().to_owned(),
            processor: processor(),
            figures: Vec::new(),
        })
    }

    pub(super) fn heading(&self) -> String {
        format!("{}, {}, {}", self.commit, self.compiler, self.processor)
    }

    pub(super) fn load(workspace: &Workspace, name: &str) -> Result<Self> {
        let path = path(workspace, name)?;
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("no run is kept as {name:?} ({})", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    /// Keeps the run in place of one that had the name before.
    pub(super) fn save(&self, workspace: &Workspace, name: &str) -> Result<PathBuf> {
        let path = path(workspace, name)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        std::fs::write(&path, serde_json::to_string_pretty(self)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

fn path(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        bail!("{name:?} cannot name a run: expected letters, digits, `-`, `_` and `.`");
    }
    Ok(workspace
        .target
        .join("bench-runs")
        .join(format!("{name}.json")))
}

/// What Linux calls the processor and how many of it there are.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} x {model}")
}
