//! The archive of a release: programs for any x86-64 machine of the last ten years, with their pages and a checksum.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::process::{capture, cargo, run as run_command};
use crate::workspace::Workspace;

#[derive(Args)]
pub(crate) struct ReleaseArgs {
    /// The tag that is released: it must be `v` and the version, and the changelog must have a section for it.
    #[arg(long)]
    tag: Option<String>,
    /// The platform to build for.
    #[arg(long, default_value = "x86_64-unknown-linux-gnu")]
    target: String,
    /// The oldest processor that must run it.
    #[arg(long, default_value = "x86-64-v3")]
    cpu: String,
}

/// Programs that a release has, as soon as they exist.
const PROGRAMS: &[&str] = &["damier", "damier-engine"];

/// Pages that go with them.
const PAGES: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/rules.md",
];

/// Files that the program itself writes.
const MADE_BY_DAMIER: &[(&str, &[&str])] = &[
    ("damier.1", &["man"]),
    ("damier.bash", &["completions", "bash"]),
    ("damier.fish", &["completions", "fish"]),
    ("_damier", &["completions", "zsh"]),
];

pub(crate) fn run(workspace: &Workspace, args: &ReleaseArgs) -> Result<()> {
    let programs: Vec<&str> = PROGRAMS
        .iter()
        .copied()
        .filter(|name| workspace.member(name).is_some())
        .collect();
    let Some(version) = workspace.member("damier").map(|p| p.version.clone()) else {
        bail!("there is no package damier to release");
    };
    // Before the long build: a tag that does not fit is a mistake made in seconds.
    let notes = args
        .tag
        .as_ref()
        .map(|tag| notes(workspace, tag, &version))
        .transpose()?;
    let built = build(workspace, args, &programs)?;
    prove(&built)?;

    let name = format!("damier-{version}-{}-{}", args.target, args.cpu);
    let dist = workspace.target.join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    for program in &programs {
        copy(&built.join(program), &folder.join(program))?;
    }
    for page in PAGES {
        let file = Path::new(page).file_name().unwrap_or_default();
        copy(&workspace.root.join(page), &folder.join(file))?;
    }
    for (file, words) in MADE_BY_DAMIER {
        let text = capture(Command::new(built.join("damier")).args(*words))?;
        std::fs::write(folder.join(file), text).with_context(|| format!("cannot write {file}"))?;
    }
    if let Some(notes) = notes {
        std::fs::write(dist.join("NOTES.md"), notes).context("cannot write NOTES.md")?;
    }
    let archive = pack(workspace, &dist, &name)?;
    println!("{}", archive.display());
    Ok(())
}

/// What the changelog says of the version that a tag names.
fn notes(workspace: &Workspace, tag: &str, version: &str) -> Result<String> {
    if tag != format!("v{version}") {
        bail!("tag {tag} does not fit version {version} of the workspace");
    }
    let changelog = std::fs::read_to_string(workspace.root.join("CHANGELOG.md"))
        .context("cannot read CHANGELOG.md")?;
    section(&changelog, version).with_context(|| {
        format!("CHANGELOG.md has no section `## [{version}]` with anything in it")
    })
}

/// The lines under the heading of a version, up to the next version.
fn section(changelog: &str, version: &str) -> Option<String> {
    let heading = format!("## [{version}]");
    let lines = changelog
        .lines()
        .skip_while(|line| !line.starts_with(&heading));
    let text: Vec<&str> = lines
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .collect();
    let text = text.join("\n").trim().to_owned();
    (!text.is_empty()).then(|| text + "\n")
}

/// Builds for the platform and processor; returns where the programs lie.
fn build(workspace: &Workspace, args: &ReleaseArgs, programs: &[&str]) -> Result<PathBuf> {
    let mut command = cargo(workspace);
    command.args(["build", "--release", "--locked", "--target", &args.target]);
    // Replaces the tuning for the machine at hand of .cargo/config.toml. With --target the result has a folder of
    // its own, so nothing else is built again.
    command.env("RUSTFLAGS", format!("-C target-cpu={}", args.cpu));
    command.args(["--config", "profile.release.strip=\"debuginfo\""]);
    for program in programs {
        command.args(["--package", program]);
    }
    run_command(&mut command)?;
    Ok(workspace.target.join(&args.target).join("release"))
}

/// A program that cannot count is not released.
fn prove(built: &Path) -> Result<()> {
    let output = capture(Command::new(built.join("damier")).args(["perft", "6"]))?;
    let leaves = output
        .lines()
        .last()
        .and_then(|line| line.split_whitespace().nth(1));
    if leaves != Some("167140") {
        bail!("the program just built counts {leaves:?} leaves at depth 6, expected 167140");
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Packs a folder so that the same programs give the same archive, and writes its checksum beside it.
fn pack(workspace: &Workspace, dist: &Path, name: &str) -> Result<PathBuf> {
    let time = workspace.git(&["log", "-1", "--format=%ct"])?;
    let archive = format!("{name}.tar.gz");
    run_command(
        Command::new("tar")
            .current_dir(dist)
            .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
            .arg(format!("--mtime=@{}", time.trim()))
            .args(["-czf", &archive, name]),
    )?;
    let sum = capture(Command::new("sha256sum").current_dir(dist).arg(&archive))?;
    std::fs::write(dist.join(format!("{archive}.sha256")), sum)?;
    Ok(dist.join(archive))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_of_a_version() {
        let log = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-01\n\n### Added\n\n- This.\n\n## [0.1.0]\n- That.\n";
        assert_eq!(
            section(log, "0.2.0").as_deref(),
            Some("### Added\n\n- This.\n")
        );
        assert_eq!(section(log, "0.1.0").as_deref(), Some("- That.\n"));
        assert_eq!(section(log, "Unreleased"), None);
        assert_eq!(section(log, "0.3.0"), None);
    }
}
