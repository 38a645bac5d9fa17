//! The rules of the house that no compiler knows, each of them written down in ARCHITECTURE.md or CONTRIBUTING.md.

mod files;
mod licences;
mod manifests;
mod rooms;

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::docs;
use crate::workspace::Workspace;

/// A text file of the project.
struct File {
    /// Relative to the root.
    name: String,
    text: String,
}

impl File {
    fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.name)
            .extension()
            .is_some_and(|e| e == extension)
    }
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let files = read(workspace)?;
    let mut problems = Vec::new();
    problems.extend(rooms::arrows(&workspace.members));
    problems.extend(rooms::doors(&files));
    problems.extend(rooms::described(&workspace.members, &files));
    problems.extend(files.iter().flat_map(files::check));
    problems.extend(files.iter().flat_map(manifests::check));
    problems.extend(workspace.others.iter().filter_map(licences::check));
    problems.extend(pages(&files));
    problems.extend(lock(workspace)?);
    if problems.is_empty() {
        return Ok(());
    }
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    bail!("tidy found {} problem(s)", problems.len());
}

/// All text files; pictures and the like are passed over.
fn read(workspace: &Workspace) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for name in workspace.files()? {
        let bytes = std::fs::read(workspace.root.join(&name))
            .with_context(|| format!("cannot read {name}"))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(File { name, text });
        }
    }
    Ok(files)
}

/// Pages made from the code must be what the code makes now.
fn pages(files: &[File]) -> Vec<String> {
    let stale = docs::pages().into_iter().filter(|(name, text)| {
        let committed = files.iter().find(|file| file.name == *name);
        committed.is_none_or(|file| file.text != *text)
    });
    stale
        .map(|(name, _)| format!("{name} is not what the code says: run `cargo xtask docs`"))
        .collect()
}

/// In CI nobody has added a dependency just now: a lock file that changes was committed out of date.
fn lock(workspace: &Workspace) -> Result<Option<String>> {
    if std::env::var_os("CI").is_none() {
        return Ok(None);
    }
    let changed = workspace.git(&["status", "--porcelain", "--", "Cargo.lock"])?;
    Ok((!changed.trim().is_empty()).then(|| {
        "Cargo.lock is out of date: build once and commit it with the manifests".to_owned()
    }))
}
