//! `damier egdb stats`: counts of wins, draws and losses, and the longest ends.

use std::io::Write;

use anyhow::bail;
use damier_endgame::{Contents, Material, PartStats, Tables, Wld};
use damier_notation::fen;
use serde::Serialize;

use super::{Which, grouped, in_order, with_game};
use crate::engine::Searched;
use crate::output::{self, Answer};

/// Print the counts of endgame tables.
///
/// For each class: wins, draws and losses of the side to move, plies of the longest win and loss, and a position
/// that has it. The class with the two sides exchanged is the same pieces with the other side to move. Positions are
/// given with White to move.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,

    /// Only these classes
    #[arg(value_name = "CLASS")]
    classes: Vec<Material>,

    /// Only classes of at most so many pieces
    #[arg(long, value_name = "N")]
    pieces: Option<u32>,

    /// Print JSON, one object a line, with all distances (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Record {
    rules: String,
    class: String,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: Option<LongestRecord>,
    longest_loss: Option<LongestRecord>,
    /// How many ways to spread the pieces over the boards, each with its counts.
    parts: Vec<PartRecord>,
}

#[derive(Debug, Serialize)]
struct LongestRecord {
    plies: u16,
    positions: u64,
    fen: String,
}

#[derive(Debug, Serialize)]
struct PartRecord {
    /// Men of the side to move, men of the other, kings of the side to move, kings of the other on board A.
    on_a: [u8; 4],
    wins: u64,
    draws: u64,
    losses: u64,
    /// Positions with an entry of their own.
    entries: u64,
    /// Losses and wins by plies to the end, if the tables know them.
    plies: Vec<PliesRecord>,
}

#[derive(Debug, Serialize)]
struct PliesRecord {
    plies: usize,
    losses: u64,
    wins: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Answer> {
    with_game!(args.which.rules, stats(args))
}

fn stats<P: Searched>(args: &Args) -> anyhow::Result<Answer> {
    let tables: Tables<P> = args.which.place.open(args.which.rules)?;
    for refused in tables.refused() {
        tracing::warn!("{refused}");
    }
    let mut classes: Vec<Material> = in_order(&tables).into_iter().map(|t| t.0).collect();
    classes.dedup();
    if let Some(class) = args.classes.iter().find(|c| !classes.contains(c)) {
        bail!(
            "there is no usable table of class {class} of {}",
            args.which.rules
        );
    }
    let mut out = anstream::stdout().lock();
    if !args.json {
        writeln!(
            out,
            "class      positions           wins          draws         losses  longest win, longest loss"
        )?;
    }
    for class in classes {
        let wanted = (args.classes.is_empty() || args.classes.contains(&class))
            && args.pieces.is_none_or(|n| class.pieces() <= n);
        if let Some(record) = wanted.then(|| record(&tables, class)).flatten() {
            if args.json {
                output::json(&mut out, &record)?;
            } else {
                writeln!(out, "{record}")?;
            }
        }
    }
    Ok(Answer::Done)
}

fn record<P: Searched>(tables: &Tables<P>, class: Material) -> Option<Record> {
    let stats = tables
        .stats(class, Contents::Distances)
        .or_else(|| tables.stats(class, Contents::Values))?;
    let sum = |of: &dyn Fn(&PartStats) -> u64| stats.parts.iter().map(of).sum::<u64>();
    let longest = |value: Wld| {
        let position = tables.longest(class, value)?;
        let side = usize::from(value == Wld::Win);
        let plies = stats.parts.iter().filter_map(|p| p.longest(value)).max()?;
        let found = |part: &PartStats| part.plies.get(usize::from(plies)).map_or(0, |n| n[side]);
        Some(LongestRecord {
            plies,
            positions: sum(&found),
            fen: fen::write(&position),
        })
    };
    Some(Record {
        rules: tables.rules().to_string(),
        class: class.to_string(),
        positions: sum(&PartStats::positions),
        wins: sum(&|p| p.all[Wld::Win as usize]),
        draws: sum(&|p| p.all[Wld::Draw as usize]),
        losses: sum(&|p| p.all[Wld::Loss as usize]),
        longest_win: longest(Wld::Win),
        longest_loss: longest(Wld::Loss),
        parts: stats.parts.iter().map(part).collect(),
    })
}

fn part(part: &PartStats) -> PartRecord {
    let plies = part.plies.iter().enumerate();
    let plies = plies.map(|(plies, &[losses, wins])| PliesRecord {
        plies,
        losses,
        wins,
    });
    PartRecord {
        on_a: part.on_a,
        wins: part.all[Wld::Win as usize],
        draws: part.all[Wld::Draw as usize],
        losses: part.all[Wld::Loss as usize],
        entries: part.stored.iter().sum(),
        plies: plies.filter(|p| p.losses + p.wins > 0).collect(),
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [all, wins, draws, losses] =
            [self.positions, self.wins, self.draws, self.losses].map(grouped);
        write!(
            f,
            "{} {all:>15}{wins:>15}{draws:>15}{losses:>15}  ",
            self.class
        )?;
        let text = |longest: &Option<LongestRecord>| {
            longest
                .as_ref()
                .map_or_else(|| "-".to_owned(), |l| format!("{} {}", l.plies, l.fen))
        };
        write!(
            f,
            "{}, {}",
            text(&self.longest_win),
            text(&self.longest_loss)
        )
    }
}
