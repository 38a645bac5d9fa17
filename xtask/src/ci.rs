//! What a change must pass, and what runs at night. The workflows hold no check of their own.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::process::{cargo, run as run_command, succeeds};
use crate::snapshots;
use crate::tidy;
use crate::workspace::Workspace;

#[derive(Args)]
pub(crate) struct CiArgs {
    /// Only these checks.
    #[arg(value_enum)]
    only: Vec<Check>,
}

#[derive(Args)]
pub(crate) struct NightlyArgs {
    /// Cases for every property.
    #[arg(long, default_value_t = 20_000)]
    cases: u32,
}

/// The checks in the order in which they run: what is quick to fail comes first, and the tests come last so that
/// their summary closes the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Check {
    /// Formatting.
    Fmt,
    /// The rules of the house.
    Tidy,
    /// Clippy, warnings being errors.
    Clippy,
    /// Each library by itself, with its own features and with none.
    Features,
    /// The documentation, warnings being errors.
    Doc,
    /// The examples in the documentation, the README among them.
    Doctest,
    /// The tests, and whether a snapshot is left that none of them asks for.
    Test,
}

/// What tells proptest how many cases a property must pass.
const CASES: &str = "PROPTEST_CASES";

pub(crate) fn run(workspace: &Workspace, args: &CiArgs) -> Result<()> {
    let mut times = Vec::new();
    for &check in Check::value_variants() {
        if !args.only.is_empty() && !args.only.contains(&check) {
            continue;
        }
        let start = Instant::now();
        run_check(workspace, check).with_context(|| format!("check {} failed", name(check)))?;
        times.push((check, start.elapsed()));
    }
    eprintln!("{}", summary(&times));
    Ok(())
}

/// The long checks. Everything of `ci` is assumed to have passed.
pub(crate) fn nightly(workspace: &Workspace, args: &NightlyArgs) -> Result<()> {
    let mut command = tests(workspace, Ignored::Too);
    command.env(CASES, args.cases.to_string());
    run_command(&mut command)
}

fn run_check(workspace: &Workspace, check: Check) -> Result<()> {
    match check {
        Check::Fmt => run_command(cargo(workspace).args(["fmt", "--all", "--check"])),
        Check::Tidy => tidy::run(workspace),
        // The flag reaches clippy alone: unlike RUSTFLAGS it leaves the dependencies as they were built.
        Check::Clippy => run_command(cargo(workspace).args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ])),
        Check::Features => features(workspace),
        Check::Doc => run_command(
            cargo(workspace)
                .args(["doc", "--workspace", "--no-deps", "--all-features"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        ),
        Check::Doctest => {
            run_command(cargo(workspace).args(["test", "--workspace", "--all-features", "--doc"]))
        }
        Check::Test => test(workspace),
    }
}

/// Inside the workspace the features of all members are joined, which hides one that a library lacks by itself.
fn features(workspace: &Workspace) -> Result<()> {
    for package in &workspace.members {
        if package.targets_of("lib").next().is_none() {
            continue;
        }
        for features in [&[][..], &["--no-default-features"]] {
            if features.is_empty() || package.features.contains_key("default") {
                run_command(
                    cargo(workspace)
                        .args(["check", "--quiet", "--lib", "--package", &package.name])
                        .args(features),
                )?;
            }
        }
    }
    Ok(())
}

fn test(workspace: &Workspace) -> Result<()> {
    let record = snapshots::Record::start(workspace)?;
    let mut command = tests(workspace, Ignored::Not);
    if std::env::var_os(CASES).is_none() {
        command.env(CASES, "512");
    }
    record.observe(&mut command);
    run_command(&mut command)?;
    let orphans = record.orphans(workspace)?;
    if !orphans.is_empty() {
        bail!(
            "no test asks for these snapshots, delete them: {}",
            orphans.join(", ")
        );
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ignored {
    Not,
    Too,
}

/// The tests by cargo-nextest where it is installed, by `cargo test` where not.
fn tests(workspace: &Workspace, ignored: Ignored) -> Command {
    let mut command = cargo(workspace);
    if succeeds(cargo(workspace).args(["nextest", "--version"])) {
        command.args([
            "nextest",
            "run",
            "--workspace",
            "--all-features",
            "--no-fail-fast",
        ]);
        if ignored == Ignored::Too {
            command.args(["--run-ignored", "all"]);
        }
    } else {
        // Not the benchmarks, which `--all-targets` would add, and not the documentation, a check of its own.
        command.args(["test", "--workspace", "--all-features", "--no-fail-fast"]);
        command.args(["--lib", "--bins", "--tests", "--examples"]);
        if ignored == Ignored::Too {
            command.args(["--", "--include-ignored"]);
        }
    }
    command
}

fn name(check: Check) -> String {
    check
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned())
}

fn summary(times: &[(Check, Duration)]) -> String {
    let list: Vec<String> = times
        .iter()
        .map(|(check, time)| format!("{} {:.0} s", name(*check), time.as_secs_f64()))
        .collect();
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    format!(
        "ci: all is well after {:.0} s ({})",
        total.as_secs_f64(),
        list.join(", ")
    )
}
