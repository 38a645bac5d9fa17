//! Reads real files of games beside the checkout and compares with what is known of them. The files belong to others
//! and are not committed, so this is no test: where the folder is absent nothing is checked, and it says so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use damier_notation::pdn::{self, Games, Record, Resolver, WriteOptions};

use crate::table::Table;
use crate::workspace::Workspace;

#[derive(Args)]
pub(crate) struct DataArgs {
    /// The folder with the files and their list, INDEX.tsv.
    #[arg(long, value_name = "FOLDER", default_value = "../shared/data")]
    folder: PathBuf,
}

/// Games of files of which the list, made by another reader, has another number.
const COUNTS: &[(&str, usize, &str)] = &[
    (
        "wiegerw-pdn/fail/40Camp.DamaInternazionaleAssoluto.pdn",
        45,
        "45 headers; the game that stops without a result is one of its own",
    ),
    (
        "wiegerw-pdn/succeed/nk2003-amsterdam.pdn",
        33,
        "33 headers; the last has no game behind it",
    ),
];

/// Errors of the files that the official grammar refuses: file, line, word for the error, how many.
const ERRORS: &[(&str, u64, &str)] = &[
    (
        "wiegerw-pdn/fail/40Camp.DamaInternazionaleAssoluto.pdn",
        226,
        "no-result",
    ),
    ("wiegerw-pdn/fail/Cat.A1.pdn", 405, "dot"),
    ("wiegerw-pdn/fail/abatsiev.pdn", 595, "unknown-move"),
    ("wiegerw-pdn/fail/mrdrcd07.pdn", 198, "number-alone"),
    ("wiegerw-pdn/fail/mrdrcd07.pdn", 326, "number-alone"),
    ("wiegerw-pdn/fail/mrdrcd07.pdn", 583, "number-alone"),
    ("wiegerw-pdn/fail/mrdrcd08.pdn", 499, "number-alone"),
    ("wiegerw-pdn/fail/nested_comment.pdn", 1, "closing"),
];

/// What the list says of a file.
struct Known {
    games: usize,
    ten_by_ten: bool,
}

/// What was found, added up over the files of a folder.
#[derive(Default)]
struct Sums {
    files: usize,
    games: usize,
    moves: u64,
    equal: usize,
}

pub(crate) fn run(workspace: &Workspace, args: &DataArgs) -> Result<()> {
    let folder = workspace.root.join(&args.folder);
    let list = folder.join("INDEX.tsv");
    if !list.is_file() {
        println!("data: skipped, there is no {}", list.display());
        return Ok(());
    }
    let known = read_list(&list)?;
    let mut faults = Vec::new();
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    for (name, known) in &known {
        let group = name.rsplit_once('/').map_or("", |(group, _)| group);
        let sum = sums.entry(group.to_owned()).or_default();
        let bytes = fs::read(folder.join(name)).with_context(|| format!("cannot read {name}"))?;
        check(name, known, &bytes, sum, &mut faults)?;
    }
    for (name, ..) in ERRORS {
        if !known.contains_key(*name) {
            faults.push(format!("{name}: not in the list"));
        }
    }
    let mut table = Table::new(&[
        "files of",
        "files",
        "games",
        "legal moves",
        "written and read again",
    ]);
    for (group, sum) in &sums {
        table.line(vec![
            group.clone(),
            sum.files.to_string(),
            sum.games.to_string(),
            sum.moves.to_string(),
            format!("{} equal", sum.equal),
        ]);
    }
    print!("{table}");
    for fault in &faults {
        println!("{fault}");
    }
    if !faults.is_empty() {
        bail!("{} of these files is not as expected", faults.len());
    }
    Ok(())
}

/// The PDN files of the list.
fn read_list(path: &Path) -> Result<BTreeMap<String, Known>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut known = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, _, _, _, _, board, games, ..] = fields[..] else {
            continue;
        };
        if Path::new(name).extension().is_none_or(|e| e != "pdn") {
            continue;
        }
        let listed = games
            .parse()
            .with_context(|| format!("{name}: {games:?} is no number of games"))?;
        let other = COUNTS.iter().find(|(n, ..)| *n == name);
        known.insert(
            name.to_owned(),
            Known {
                games: other.map_or(listed, |(_, games, _)| *games),
                ten_by_ten: board == "10x10",
            },
        );
    }
    Ok(known)
}

fn check(
    name: &str,
    known: &Known,
    bytes: &[u8],
    sum: &mut Sums,
    faults: &mut Vec<String>,
) -> Result<()> {
    let records: Vec<Record> = Games::new(bytes).collect::<Result<_, _>>()?;
    let games = records.iter().filter(|r| !r.game.is_empty()).count();
    sum.files += 1;
    sum.games += games;
    if games != known.games {
        faults.push(format!("{name}: {games} games, expected {}", known.games));
    }
    let mut resolver = Resolver::default();
    let mut found = Vec::new();
    let mut illegal = 0;
    let (mut text, mut normal) = (String::new(), Vec::new());
    for record in &records {
        let resolution = resolver.resolve(&record.game);
        sum.moves += resolution.moves;
        illegal += usize::from(known.ten_by_ten && !resolution.is_complete());
        let diagnostics = record.diagnostics(&[]);
        found.extend(
            diagnostics
                .into_iter()
                .map(|d| (d.line, d.code, d.severity)),
        );
        let game = record.game.normalized(&resolution);
        text.push_str(&pdn::write(&game, &WriteOptions::default()));
        text.push('\n');
        normal.push(game);
    }
    if illegal > 0 {
        faults.push(format!(
            "{name}: {illegal} games cannot be played from start to end"
        ));
    }
    let errors: Vec<(u64, &str)> = found
        .iter()
        .filter(|(.., severity)| *severity == pdn::Severity::Error)
        .map(|&(line, code, _)| (line, code))
        .collect();
    let expected: Vec<(u64, &str)> = ERRORS
        .iter()
        .filter(|(n, ..)| *n == name)
        .map(|&(_, line, code)| (line, code))
        .collect();
    if errors != expected {
        faults.push(format!("{name}: errors {errors:?}, expected {expected:?}"));
    }
    let again: Vec<Record> = Games::new(text.as_bytes()).collect::<Result<_, _>>()?;
    let equal = again.len() == normal.len()
        && again
            .iter()
            .zip(&normal)
            .all(|(read, game)| read.game == *game);
    if equal {
        sum.equal += 1;
    } else {
        faults.push(format!("{name}: written and read again it is not the same"));
    }
    Ok(())
}
