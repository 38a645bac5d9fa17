//! Speed, measured and compared. Nothing here is a test: figures are printed and kept, and a person judges them.

mod criterion;
mod generation;
mod pdn;
mod peers;
mod perft;
mod saved;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::table::Table;
use crate::workspace::Workspace;
use saved::Run;

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Only these; all of them if none is named.
    #[arg(value_enum)]
    only: Vec<Suite>,
    /// Keeps the figures under this name.
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Shows the change against figures kept under this name.
    #[arg(long, value_name = "NAME")]
    compare: Option<String>,
    /// Rounds of what is measured in turn with other programs; the median counts.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Depth of the international perft. Alician is counted one ply less deep.
    #[arg(long, default_value_t = 10)]
    depth: u32,
    /// Another program's perft from the start position, measured in turn with ours. `{depth}` stands for the depth.
    /// By default `dame perft {depth}` if the virtual environment in `DAMIER_PEERS` has it.
    #[arg(long, value_name = "COMMAND")]
    peer: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// Leaves a second of the release build: both games, two threads against one, another program.
    Perft,
    /// Move generation over fixed positions, beside other programs.
    Generate,
    /// Reading PDN with legality, beside other programs.
    Pdn,
    /// Every criterion benchmark of the workspace.
    Criterion,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Figure {
    name: String,
    value: f64,
    unit: String,
}

impl Figure {
    fn new(name: impl Into<String>, value: f64, unit: &str) -> Self {
        Self {
            name: name.into(),
            value,
            unit: unit.to_owned(),
        }
    }
}

pub(crate) fn run(workspace: &Workspace, args: &BenchArgs) -> Result<()> {
    // Read first: a name that is not there should not be learnt after minutes.
    let before = args
        .compare
        .as_ref()
        .map(|name| Run::load(workspace, name))
        .transpose()?;
    let mut run = Run::new(workspace)?;
    for &suite in Suite::value_variants() {
        if args.only.is_empty() || args.only.contains(&suite) {
            run.figures.extend(match suite {
                Suite::Perft => perft::measure(workspace, args)?,
                Suite::Generate => generation::measure(workspace, args)?,
                Suite::Pdn => pdn::measure(workspace, args)?,
                Suite::Criterion => criterion::measure_all(workspace)?,
            });
        }
    }
    print(&run, before.as_ref());
    if let Some(name) = &args.save {
        println!("\nkept as {}", run.save(workspace, name)?.display());
    }
    Ok(())
}

fn print(run: &Run, before: Option<&Run>) {
    println!("\n{}", run.heading());
    let mut heading = vec!["benchmark", "value", "unit"];
    if let Some(before) = before {
        println!("against {}", before.heading());
        heading.extend(["before", "change"]);
    }
    println!();
    let mut table = Table::new(&heading);
    for figure in &run.figures {
        let mut line = vec![
            figure.name.clone(),
            number(figure.value),
            figure.unit.clone(),
        ];
        if let Some(before) = before {
            let old = before.figures.iter().find(|f| f.name == figure.name);
            line.push(old.map_or_else(|| "-".to_owned(), |f| number(f.value)));
            line.push(old.map_or_else(String::new, |f| change(f.value, figure.value)));
        }
        table.line(line);
    }
    print!("{table}");
}

/// Whole where that is exact enough, with three digits behind the point where not.
fn number(value: f64) -> String {
    if value.abs() < 1000.0 {
        return format!("{value:.3}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn change(old: f64, new: f64) -> String {
    format!("{:+.1} %", (new / old - 1.0) * 100.0)
}

/// The middle one; of an even number the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_readable() {
        assert_eq!(number(1_234_567.4), "1 234 567");
        assert_eq!(number(1000.0), "1 000");
        assert_eq!(number(1.96), "1.960");
        assert_eq!(change(200.0, 210.0), "+5.0 %");
        assert_eq!(change(200.0, 150.0), "-25.0 %");
    }

    #[test]
    fn the_median_is_the_middle() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(vec![4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        assert!(median(vec![]).is_nan());
    }
}
