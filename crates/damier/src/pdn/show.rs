//! `damier pdn show`: one game with diagrams.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use damier_core::{AnyPosition, Color, Move, Position, with_position};
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{self, Games, Item, Record, Resolution, WriteOptions};
use damier_notation::{diagram, fen};
use serde::Serialize;

use super::input::{Reading, Source};
use crate::output::{self, Answer};
use crate::show::Look;

/// Show a game with diagrams.
///
/// Prints the game, then the positions asked for; without such an option the last one.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The number of the game in its file, from 1
    #[arg(value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,

    /// The file; `-` for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Diagrams after these plies; 0 for the start
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    ply: Vec<usize>,

    /// Diagrams after every K plies
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,

    /// A diagram of the last position
    #[arg(long)]
    last: bool,

    #[command(flatten)]
    look: Look,

    #[command(flatten)]
    reading: Reading,

    /// Print JSON (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

/// A game.
#[derive(Debug, Serialize)]
struct Shown<'a> {
    file: String,
    game: u64,
    line: u64,
    /// Name and value, in the order of the file.
    tags: Vec<(&'a str, &'a str)>,
    /// Nothing if the game is not played here.
    rules: Option<String>,
    result: String,
    /// Moves of the main line that were played.
    plies: usize,
    /// The positions asked for.
    positions: Vec<Shot>,
    pdn: String,
}

/// A position of a game.
#[derive(Debug, Serialize)]
struct Shot {
    ply: usize,
    /// The move that led there.
    #[serde(rename = "move")]
    text: Option<String>,
    fen: String,
    #[serde(skip)]
    label: String,
    #[serde(skip)]
    diagram: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let source = Source::named(&args.file);
    let record = args.record(&source)?;
    let resolution = pdn::resolve(&record.game);
    let shots = args.shots(&record, &resolution)?;
    let game = record.game.normalized(&resolution);
    let text = pdn::write(&game, &WriteOptions::default());
    let plies = line(&record, &resolution).len().saturating_sub(1);
    let mut out = anstream::stdout().lock();
    if args.json {
        let shown = Shown {
            file: source.name(),
            game: record.number,
            line: record.place.line,
            tags: record.game.tags().collect(),
            rules: record.game.rules().ok().map(|r| r.to_string()),
            result: record.game.result().to_string(),
            plies,
            positions: shots,
            pdn: text,
        };
        output::json(&mut out, &shown)?;
    } else {
        write!(out, "{text}")?;
        for shot in &shots {
            writeln!(out, "\n{}\n{}{}", shot.label, shot.diagram, shot.fen)?;
        }
    }
    out.flush()?;
    let mut errors = record.diagnostics(&resolution.problems);
    errors.retain(|d| d.severity == pdn::Severity::Error);
    for error in errors {
        tracing::warn!(
            "{}:{}:{}: {}",
            source.name(),
            error.line,
            error.column,
            error.message
        );
    }
    Ok(Answer::Done)
}

/// The positions of the main line, each with the move that led there; a set-up command has none.
fn line(record: &Record, resolution: &Resolution) -> Vec<(Option<Move>, AnyPosition)> {
    resolution
        .positions(&record.game)
        .map(|(item, position)| {
            let step = item.and_then(|i| resolution.steps.get(i));
            (step.and_then(|s| s.mv()).copied(), position)
        })
        .collect()
}

impl Args {
    /// The game with the number asked for.
    fn record(&self, source: &Source) -> anyhow::Result<Record> {
        let about = || format!("cannot read {}", source.name());
        let input = source.open().with_context(about)?;
        let mut count = 0;
        for record in Games::with_options(input, self.reading.options()) {
            let record = record.with_context(about)?;
            count = record.number;
            if count == self.number {
                return Ok(record);
            }
        }
        bail!(
            "no game {} in {}: it has {count}",
            self.number,
            source.name()
        )
    }

    /// The positions asked for.
    fn shots(&self, record: &Record, resolution: &Resolution) -> anyhow::Result<Vec<Shot>> {
        let line = line(record, resolution);
        let Some(last) = line.len().checked_sub(1) else {
            return Ok(vec![]);
        };
        let mut wanted = self.ply.clone();
        if let Some(ply) = wanted.iter().find(|&&ply| ply > last) {
            bail!(
                "no ply {ply}: game {} can be played to ply {last}",
                record.number
            );
        }
        if let Some(every) = self.every {
            wanted.extend((0..=last).step_by(every as usize));
        }
        if self.last || wanted.is_empty() {
            wanted.push(last);
        }
        wanted.sort_unstable();
        wanted.dedup();
        let numbers = Numbers::new(record, &line);
        Ok(wanted
            .into_iter()
            .filter_map(|ply| {
                let (mv, position) = line.get(ply)?;
                let before = ply.checked_sub(1).and_then(|p| line.get(p));
                Some(self.shot(ply, *mv, before.map(|b| &b.1), position, &numbers))
            })
            .collect())
    }

    fn shot(
        &self,
        ply: usize,
        mv: Option<Move>,
        before: Option<&AnyPosition>,
        position: &AnyPosition,
        numbers: &Numbers,
    ) -> Shot {
        let text = mv
            .zip(before)
            .map(|(mv, before)| with_position!(before, |p| movetext::write(p, &mv, Form::Short)));
        let label = match &text {
            Some(text) => format!("Ply {ply}: {} {text}", numbers.of(ply)),
            None if ply == 0 => "Start:".to_owned(),
            None => format!("Ply {ply}: a new position"),
        };
        let mut look = self.look.options();
        look.marked = mv.map(|mv| vec![mv.from, mv.to]).unwrap_or_default();
        Shot {
            ply,
            text,
            fen: with_position!(position, |p| fen::write(p)),
            label,
            diagram: with_position!(position, |p| diagram::text(p, &look)),
        }
    }
}

/// The numbers of moves as the game counts them.
struct Numbers {
    first: usize,
    /// 1 if Black moves first.
    black: usize,
}

impl Numbers {
    fn new(record: &Record, line: &[(Option<Move>, AnyPosition)]) -> Self {
        let number = record.game.body.iter().find_map(|node| match node.item {
            Item::Number { number, .. } => Some(number as usize),
            _ => None,
        });
        let turn = line.first().map(|(_, p)| with_position!(p, |p| p.turn()));
        Self {
            first: number.unwrap_or(1),
            black: usize::from(turn == Some(Color::Black)),
        }
    }

    /// Number and dots of a ply.
    fn of(&self, ply: usize) -> String {
        let half_moves = ply.saturating_sub(1) + self.black;
        let number = self.first.saturating_add(half_moves / 2);
        match half_moves % 2 {
            0 => format!("{number}."),
            _ => format!("{number}..."),
        }
    }
}
