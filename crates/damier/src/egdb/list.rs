//! `damier egdb list`: which tables there are.

use std::io::Write;

use damier_core::{Reading, Rules};
use damier_endgame::{TableError, Tables};
use serde::Serialize;

use super::{Place, grouped, in_order, with_game};
use crate::engine::Searched;
use crate::output::{self, Answer};

/// List the endgame tables.
///
/// Those of the folder, and those that are part of the program where the folder has none. Files that cannot be used
/// are named with the reason, and the exit code is then 1. With --check every byte of every file is read and
/// compared with the checksums.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this game
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    #[command(flatten)]
    place: Place,

    /// Read every byte and check it
    #[arg(long)]
    check: bool,

    /// Print JSON, one object a line (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Record {
    rules: String,
    /// Nothing for a file whose name says too little.
    class: Option<String>,
    contents: Option<String>,
    bytes: Option<u64>,
    /// Why it is not used.
    problem: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut all = vec![Rules::International];
    all.extend(Reading::ALL.map(Rules::Alician));
    let mut answer = Answer::Done;
    for rules in all {
        if args.rules.is_none_or(|wanted| wanted == rules)
            && with_game!(rules, list(args, rules))? == Answer::No
        {
            answer = Answer::No;
        }
    }
    Ok(answer)
}

fn list<P: Searched>(args: &Args, rules: Rules) -> anyhow::Result<Answer> {
    let tables: Tables<P> = args.place.open(rules)?;
    let damaged = if args.check { tables.check() } else { vec![] };
    let mut out = anstream::stdout().lock();
    let (mut count, mut sum, mut bad) = (0, 0, tables.refused().len());
    for refused in tables.refused() {
        let problem = refused.to_string();
        let record = Record {
            rules: rules.to_string(),
            class: None,
            contents: None,
            bytes: None,
            problem: Some(problem),
        };
        record.print(args.json, &mut out)?;
    }
    for (material, contents, bytes) in in_order(&tables) {
        let damage = damaged
            .iter()
            .find(|(s, _)| (s.material, s.contents) == (material, contents));
        count += 1;
        sum += bytes;
        bad += usize::from(damage.is_some());
        let record = Record {
            rules: rules.to_string(),
            class: Some(material.to_string()),
            contents: Some(contents.to_string()),
            bytes: Some(bytes),
            problem: damage.map(|(_, error): &(_, TableError)| error.to_string()),
        };
        record.print(args.json, &mut out)?;
    }
    if !args.json {
        writeln!(out, "{rules}: {count} tables, {} bytes", grouped(sum))?;
    }
    Ok(if bad == 0 { Answer::Done } else { Answer::No })
}

impl Record {
    fn print(&self, json: bool, out: &mut impl Write) -> std::io::Result<()> {
        if json {
            return output::json(out, self);
        }
        let name = [
            Some(&self.rules),
            self.class.as_ref(),
            self.contents.as_ref(),
        ];
        let name: Vec<&str> = name.into_iter().flatten().map(String::as_str).collect();
        write!(out, "{}", name.join(" "))?;
        if let Some(bytes) = self.bytes {
            write!(out, "  {} bytes", grouped(bytes))?;
        }
        match &self.problem {
            Some(problem) => writeln!(out, "  not used: {problem}"),
            None => writeln!(out),
        }
    }
}
