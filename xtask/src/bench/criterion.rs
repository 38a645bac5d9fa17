//! Runs criterion benchmarks and reads the figures that criterion leaves in the build folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Figure;
use crate::process::{capture, cargo};
use crate::workspace::Workspace;

#[derive(Deserialize)]
struct Benchmark {
    full_id: String,
    /// How much one iteration does, by the name of its unit.
    throughput: Option<BTreeMap<String, serde_json::Value>>,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

/// Every benchmark of every package.
pub(super) fn measure_all(workspace: &Workspace) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for package in &workspace.members {
        // One by one: `cargo bench` for all would hand criterion's options to the test harness of libraries too.
        for bench in package.targets_of("bench") {
            figures.extend(measure(workspace, &package.name, &bench.name, &[])?);
        }
    }
    Ok(figures)
}

/// One benchmark of one package, with criterion's own options.
pub(super) fn measure(
    workspace: &Workspace,
    package: &str,
    bench: &str,
    options: &[&str],
) -> Result<Vec<Figure>> {
    let start = SystemTime::now();
    eprintln!("bench: {package} {bench}");
    // What criterion prints about noise is dropped: the figures are read below and shown in one table.
    capture(
        cargo(workspace)
            .args([
                "bench",
                "--package",
                package,
                "--bench",
                bench,
                "--",
                "--noplot",
            ])
            .args(options)
            .env("CRITERION_HOME", workspace.target.join("criterion")),
    )?;
    read(&workspace.target.join("criterion"), start)
}

/// The figures written since `start`; older ones are of benchmarks that were not run now.
fn read(folder: &Path, start: SystemTime) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for entry in walk(folder)? {
        let new = entry.join("new");
        let description = new.join("benchmark.json");
        let fresh = description
            .metadata()
            .and_then(|m| m.modified())
            .is_ok_and(|time| time >= start);
        if fresh {
            let benchmark: Benchmark = parse(&description)?;
            let estimates: Estimates = parse(&new.join("estimates.json"))?;
            figures.push(figure(benchmark, &estimates));
        }
    }
    figures.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(figures)
}

fn figure(benchmark: Benchmark, estimates: &Estimates) -> Figure {
    let nanoseconds = estimates.median.point_estimate;
    let throughput = benchmark.throughput.unwrap_or_default();
    let a_second = |unit: &str| Some(throughput.get(unit)?.as_f64()? / nanoseconds * 1e9);
    let (value, unit) = a_second("Elements")
        .map(|value| (value, "1/s"))
        .or_else(|| Some((a_second("Bytes")?, "bytes/s")))
        .unwrap_or((nanoseconds, "ns"));
    Figure::new(benchmark.full_id, value, unit)
}

/// All folders below one.
fn walk(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            }
        }
        found.push(folder);
    }
    Ok(found)
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} is not as criterion writes it", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_their_throughput() {
        let estimates: Estimates =
            serde_json::from_str(r#"{"mean":{},"median":{"point_estimate":2000.0}}"#).unwrap();
        let figure = |json: &str| figure(serde_json::from_str(json).unwrap(), &estimates);
        let elements = figure(r#"{"full_id":"a/b","throughput":{"Elements":100}}"#);
        assert_eq!(elements, Figure::new("a/b", 50_000_000.0, "1/s"));
        let time = figure(r#"{"full_id":"c","throughput":null}"#);
        assert_eq!(time, Figure::new("c", 2000.0, "ns"));
    }
}
