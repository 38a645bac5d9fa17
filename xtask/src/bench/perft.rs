//! Leaves a second of the release build, in turn with another program, so that both meet the same weather.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::{BenchArgs, Figure, median};
use crate::process::{capture, cargo, run};
use crate::workspace::Workspace;

/// Leaves of the international game by depth, for proof that what is fast is also right.
const INTERNATIONAL: &[u64] = &[
    1,
    9,
    81,
    658,
    4265,
    27117,
    167_140,
    1_049_442,
    6_483_961,
    41_022_423,
    258_895_763,
    1_665_861_398,
];

/// Leaves of Alician draughts under the default reading.
const ALICIAN: &[u64] = &[
    1, 9, 81, 658, 4129, 26090, 165_030, 1_073_429, 6_987_379, 47_656_453,
];

/// One way to count, measured round by round.
struct Course {
    name: String,
    program: Program,
    depth: u32,
    known: &'static [u64],
    /// Leaves a second of each round.
    rates: Vec<f64>,
}

enum Program {
    Ours { rules: &'static str, threads: usize },
    Peer { words: Vec<String> },
}

pub(super) fn measure(workspace: &Workspace, args: &BenchArgs) -> Result<Vec<Figure>> {
    let ours = build(workspace)?;
    let depth = args.depth;
    let international = |threads| Course {
        name: format!("perft/international/{depth}/threads={threads}"),
        program: Program::Ours {
            rules: "international",
            threads,
        },
        depth,
        known: INTERNATIONAL,
        rates: Vec::new(),
    };
    let alician = depth.saturating_sub(1).max(1);
    let mut courses = vec![
        international(1),
        international(2),
        Course {
            name: format!("perft/alician/{alician}/threads=1"),
            program: Program::Ours {
                rules: "alician",
                threads: 1,
            },
            depth: alician,
            known: ALICIAN,
            rates: Vec::new(),
        },
    ];
    if let Some((name, words)) = peer(args)? {
        courses.push(Course {
            name: format!("perft/international/{depth}/{name}"),
            program: Program::Peer { words },
            depth,
            known: INTERNATIONAL,
            rates: Vec::new(),
        });
    }
    for round in 1..=args.rounds {
        eprintln!("perft: round {round} of {}", args.rounds);
        for course in &mut courses {
            let rate = course.run(&ours)?;
            course.rates.push(rate);
        }
    }
    let mut figures: Vec<Figure> = courses
        .iter()
        .map(|c| Figure::new(&c.name, median(c.rates.clone()), "leaves/s"))
        .collect();
    let ratio = |of: &Course, to: &Course| {
        let ratios = of.rates.iter().zip(&to.rates).map(|(a, b)| a / b);
        median(ratios.collect())
    };
    figures.push(Figure::new(
        format!("perft/international/{depth}/two threads over one"),
        ratio(&courses[1], &courses[0]),
        "times",
    ));
    if let [ours, _, _, peer] = &courses[..] {
        let name = format!(
            "{} over {}",
            ours.name,
            peer.name.rsplit('/').next().unwrap_or("?")
        );
        figures.push(Figure::new(name, ratio(ours, peer), "times"));
    }
    Ok(figures)
}

/// Builds the program that people use and says where it lies.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    if workspace.member("damier").is_none() {
        bail!("there is no package damier whose perft could be measured");
    }
    run(cargo(workspace).args(["build", "--quiet", "--release", "--package", "damier"]))?;
    let program = format!("damier{}", std::env::consts::EXE_SUFFIX);
    Ok(workspace.target.join("release").join(program))
}

/// The other program, and the words of its command: the one asked for, or the one at hand.
fn peer(args: &BenchArgs) -> Result<Option<(String, Vec<String>)>> {
    if let Some(command) = &args.peer {
        let words: Vec<String> = command.split_whitespace().map(ToOwned::to_owned).collect();
        let Some(program) = words.first() else {
            bail!("--peer needs a command, such as \"dame perft {{depth}}\"");
        };
        let name = program.rsplit('/').next().unwrap_or(program).to_owned();
        return Ok(Some((name, words)));
    }
    let Some(dame) = super::peers::program("dame") else {
        eprintln!(
            "perft: no other program to compare with: DAMIER_PEERS names no virtual environment with dame-rs"
        );
        return Ok(None);
    };
    let words = vec![
        dame.display().to_string(),
        "perft".to_owned(),
        "{depth}".to_owned(),
    ];
    Ok(Some(("dame-rs".to_owned(), words)))
}

impl Course {
    /// One run; leaves a second.
    fn run(&self, ours: &PathBuf) -> Result<f64> {
        let (mut command, peer) = match &self.program {
            Program::Ours { rules, threads } => {
                let mut command = Command::new(ours);
                command.args(["perft", "--rules", rules, "--threads", &threads.to_string()]);
                command.arg(self.depth.to_string());
                (command, false)
            }
            Program::Peer { words } => {
                let depth = self.depth.to_string();
                let mut words = words.iter().map(|word| word.replace("{depth}", &depth));
                let mut command = Command::new(words.next().unwrap_or_default());
                command.args(words);
                (command, true)
            }
        };
        let start = Instant::now();
        let output = capture(&mut command)?;
        let wall = start.elapsed().as_secs_f64();
        let (leaves, seconds) = if peer {
            self.read_peer(&output, wall)?
        } else {
            self.read_ours(&output)?
        };
        Ok(leaves as f64 / seconds)
    }

    /// Our own table: depth, leaves, seconds, leaves a second. All depths are proved, the last one counts.
    fn read_ours(&self, output: &str) -> Result<(u64, f64)> {
        let mut lines = BTreeMap::new();
        for line in output.lines() {
            let mut cells = line.split_whitespace();
            let mut cell = || {
                cells
                    .next()
                    .with_context(|| format!("{line:?} has too few columns"))
            };
            let depth: u32 = cell()?
                .parse()
                .with_context(|| format!("no depth in {line:?}"))?;
            let leaves: u64 = cell()?
                .parse()
                .with_context(|| format!("no leaves in {line:?}"))?;
            let seconds: f64 = cell()?
                .parse()
                .with_context(|| format!("no seconds in {line:?}"))?;
            if let Some(&known) = self.known.get(depth as usize)
                && known != leaves
            {
                bail!(
                    "{}: {leaves} leaves at depth {depth}, expected {known}",
                    self.name
                );
            }
            lines.insert(depth, (leaves, seconds));
        }
        lines.remove(&self.depth).with_context(|| {
            format!(
                "{}: no line for depth {} in {output:?}",
                self.name, self.depth
            )
        })
    }

    /// A peer must name the right number of leaves somewhere. Its own time counts (`in 0.327s`), which leaves out
    /// how long it takes to start; without one it is the time from start to end.
    fn read_peer(&self, output: &str, wall: f64) -> Result<(u64, f64)> {
        let numbers = output.split(|c: char| !c.is_ascii_digit());
        let known = self.known.get(self.depth as usize).copied();
        let leaves = match known {
            Some(known) => numbers
                .filter_map(|n| n.parse().ok())
                .find(|&n: &u64| n == known),
            None => numbers.filter_map(|n| n.parse().ok()).max(),
        };
        let Some(leaves) = leaves else {
            bail!("{}: expected {known:?} leaves, found {output:?}", self.name);
        };
        Ok((leaves, own_time(output).unwrap_or(wall)))
    }
}

/// The seconds in `... in 0.327s ...`.
fn own_time(output: &str) -> Option<f64> {
    output.split(" in ").skip(1).find_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let unit = rest[end..].trim_start();
        let second = unit.strip_prefix('s')?;
        let seconds: f64 = rest[..end].parse().ok()?;
        (!second.starts_with(char::is_alphanumeric) && seconds > 0.0).then_some(seconds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(depth: u32) -> Course {
        Course {
            name: "perft".to_owned(),
            program: Program::Peer { words: vec![] },
            depth,
            known: INTERNATIONAL,
            rates: vec![],
        }
    }

    #[test]
    fn our_table_is_read_and_proved() {
        let output = "1 9 0.000001 9000000\n2   81  0.5   162\n";
        assert_eq!(course(2).read_ours(output).unwrap(), (81, 0.5));
        assert!(course(3).read_ours(output).is_err());
        assert!(course(2).read_ours("1 9 0.1 90\n2 82 0.5 164\n").is_err());
        assert!(course(2).read_ours("nonsense").is_err());
    }

    #[test]
    fn a_peer_must_find_the_same_leaves() {
        let output = "perft(8) = 6483961 in 0.327s (19.8 Mnps)\n";
        assert_eq!(
            course(8).read_peer(output, 9.0).unwrap(),
            (6_483_961, 0.327)
        );
        assert!(course(9).read_peer(output, 9.0).is_err());
        assert_eq!(course(2).read_peer("81\n", 9.0).unwrap(), (81, 9.0));
        assert_eq!(own_time("found in 3 ms"), None);
        assert_eq!(own_time("in all in 0.5 s."), Some(0.5));
    }
}
