//! A collection larger than anybody keeps, made up while it is read: `damier pdn check` must get through it without
//! taking more memory.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;

use crate::process::{cargo, run as run_command};
use crate::workspace::Workspace;

/// Most memory of the program in MiB.
const MOST_MIB: f64 = 64.0;

#[derive(Args)]
pub(crate) struct PdnScaleArgs {
    /// Games to make up; a million are about 700 MB.
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Threads of the program; all processors by default.
    #[arg(long)]
    threads: Option<u16>,
    /// The profile to build with.
    #[arg(long, default_value = "release")]
    profile: String,
}

/// The last record of `damier pdn check --json`.
#[derive(Deserialize)]
struct Totals {
    games: u64,
    moves: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    seconds: f64,
    games_per_second: f64,
}

pub(crate) fn run(workspace: &Workspace, args: &PdnScaleArgs) -> Result<()> {
    let build = ["build", "--profile", &args.profile];
    run_command(cargo(workspace).args(build).args(["-p", "damier"]))?;
    let example = ["-p", "damier-notation", "--example", "collection"];
    run_command(cargo(workspace).args(build).args(example))?;
    let programs = workspace.target.join(&args.profile);
    let mut maker = Command::new(programs.join("examples/collection"))
        .arg(args.games.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the example `collection`")?;
    let games = maker.stdout.take().context("the example has no output")?;
    let mut command = Command::new(programs.join("damier"));
    command.args(["pdn", "check", "--json", "-"]);
    if let Some(threads) = args.threads {
        command.args(["--threads", &threads.to_string()]);
    }
    let checker = command
        .stdin(games)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start `damier`")?;
    let (output, peak) = watch(checker)?;
    let made = maker.wait().context("cannot wait for the example")?;
    if !made.success() {
        bail!("the example `collection` failed ({made})");
    }
    let last = output.lines().last().unwrap_or_default();
    let totals: Totals =
        serde_json::from_str(last).context("no totals at the end of the output")?;
    println!(
        "{} games, {} moves in {:.1} s: {:.0} games and {:.0} moves a second (making the games included)",
        totals.games,
        totals.moves,
        totals.seconds,
        totals.games_per_second,
        totals.moves as f64 / totals.seconds
    );
    if totals.games != args.games || totals.errors + totals.warnings + totals.notes > 0 {
        bail!("expected {} games without a problem", args.games);
    }
    match peak {
        None => println!("peak memory: not known on this system"),
        Some(mib) if mib > MOST_MIB => {
            bail!("peak memory {mib:.1} MiB, expected at most {MOST_MIB}")
        }
        Some(mib) => println!("peak memory: {mib:.1} MiB"),
    }
    Ok(())
}

/// Waits for a program; its output, and the most memory it had as the system counts it.
fn watch(mut child: Child) -> Result<(String, Option<f64>)> {
    let mut output = child.stdout.take().context("`damier` has no output")?;
    // Read beside the watch: a full pipe would stop the program.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let status = Path::new("/proc")
        .join(child.id().to_string())
        .join("status");
    let mut peak = None;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        peak = peak_mib(&text).or(peak);
        if child
            .try_wait()
            .context("cannot wait for `damier`")?
            .is_some()
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let Ok(text) = reader.join() else {
        bail!("the output of `damier` was not read");
    };
    Ok((text.context("cannot read from `damier`")?, peak))
}

/// The peak in a status file of Linux.
fn peak_mib(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_peak_is_found_in_the_status() {
        let status = "VmPeak:\t  300000 kB\nVmHWM:\t   18432 kB\nThreads:\t3\n";
        assert_eq!(super::peak_mib(status), Some(18.0));
        assert_eq!(super::peak_mib("Name:\tzombie\n"), None);
    }
}
