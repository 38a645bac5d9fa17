//! `damier pdn stats`: numbers about collections.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use damier_core::{AnyPosition, Rules, with_position};
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{Game, GameResult, Record, Resolution, Resolver};
use serde::Serialize;

use super::filter::Filter;
use super::find::{Selected, select};
use super::input::{Input, Source};
use super::pipeline::{self, Failures, Flow};
use crate::output::{self, Answer};

/// Count games, results, lengths and openings.
///
/// An opening is the first moves of a game from the start position. Openings are sorted by how often they occur; the
/// results beside them are White's wins, draws and Black's wins.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    filter: Filter,

    /// Plies that make an opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=20))]
    opening_plies: u16,

    /// Openings to list; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,

    /// Print JSON (docs/json.md has the schema)
    #[arg(long)]
    json: bool,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Results {
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    both_lose: u64,
    unknown: u64,
    other: u64,
}

/// How long games are, in plies of the main line.
#[derive(Debug, Default, Serialize)]
struct Lengths {
    shortest: u64,
    median: u64,
    mean: f64,
    longest: u64,
}

/// First moves.
#[derive(Debug, Serialize)]
struct Opening<'a> {
    moves: &'a str,
    games: u64,
    results: Results,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    files: u64,
    games: u64,
    /// By game; one that is not played here is `other`.
    rules: &'a BTreeMap<String, u64>,
    results: Results,
    /// `null` without games.
    plies: Option<Lengths>,
    first_year: Option<u16>,
    last_year: Option<u16>,
    opening_plies: u16,
    openings: Vec<Opening<'a>>,
    openings_in_all: usize,
}

/// What counts of a game.
struct Facts {
    rules: String,
    result: GameResult,
    plies: u64,
    year: Option<u16>,
    opening: Option<String>,
}

#[derive(Default)]
struct Counts {
    files: u64,
    games: u64,
    rules: BTreeMap<String, u64>,
    results: Results,
    /// Games by length.
    plies: BTreeMap<u64, u64>,
    years: Option<(u16, u16)>,
    openings: HashMap<String, (u64, Results)>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let sources = args.input.sources()?;
    let mut counts = Counts::default();
    let mut failures = Failures::default();
    let work = |resolver: &mut Resolver, _: &Source, record: Record| {
        if let Selected::No = select(&args.filter, resolver, &record) {
            return None;
        }
        let resolution = resolver.resolve(&record.game);
        Some(Facts::new(&record.game, &resolution, args.opening_plies))
    };
    pipeline::run(&sources, &args.input.reading, work, |batch, progress| {
        for facts in batch.answers.into_iter().flatten() {
            counts.add(facts);
        }
        if let (Some(end), Some(source)) = (batch.end, sources.get(batch.source)) {
            counts.files += u64::from(failures.note(source, end, progress));
        }
        Ok(Flow::On)
    })?;
    let report = counts.report(args);
    let mut out = anstream::stdout().lock();
    if args.json {
        output::json(&mut out, &report)?;
    } else {
        use std::io::Write as _;
        out.write_all(report.table().as_bytes())?;
    }
    failures.result(Answer::Done)
}

impl Facts {
    fn new(game: &Game, resolution: &Resolution, opening_plies: u16) -> Self {
        Self {
            rules: match game.rules() {
                Ok(rules) => rules.to_string(),
                Err(_) => "other".to_owned(),
            },
            result: game.result(),
            plies: game.plies() as u64,
            year: super::filter::year(game.tag("Date").unwrap_or_default()),
            opening: opening(game, resolution, opening_plies.into()),
        }
    }
}

/// The first moves of a game from the start position that has as many.
fn opening(game: &Game, resolution: &Resolution, plies: usize) -> Option<String> {
    let start = resolution.start?;
    if start != start.rules().start() {
        return None;
    }
    let mut text = match start.rules() {
        Rules::International => String::new(),
        rules @ Rules::Alician(_) => format!("{rules}: "),
    };
    let mut before: Option<AnyPosition> = None;
    let mut count = 0;
    for (item, position) in resolution.positions(game).take(plies + 1) {
        if let (Some(from), Some(item)) = (before, item) {
            // A set-up command is no move.
            let mv = resolution.steps.get(item)?.mv()?;
            if count > 0 {
                text.push(' ');
            }
            text.push_str(&with_position!(from, |p| movetext::write(
                &p,
                mv,
                Form::Short
            )));
            count += 1;
        }
        before = Some(position);
    }
    (count == plies).then_some(text)
}

impl Results {
    fn add(&mut self, result: &GameResult) {
        *match result {
            GameResult::WhiteWins => &mut self.white_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black_wins,
            GameResult::BothLose => &mut self.both_lose,
            GameResult::Unknown => &mut self.unknown,
            GameResult::Other(_) => &mut self.other,
        } += 1;
    }
}

impl Counts {
    fn add(&mut self, facts: Facts) {
        self.games += 1;
        *self.rules.entry(facts.rules).or_default() += 1;
        self.results.add(&facts.result);
        *self.plies.entry(facts.plies).or_default() += 1;
        if let Some(year) = facts.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
        if let Some(opening) = facts.opening {
            let (games, results) = self.openings.entry(opening).or_default();
            *games += 1;
            results.add(&facts.result);
        }
    }

    fn lengths(&self) -> Option<Lengths> {
        let sum: u64 = self.plies.iter().map(|(plies, games)| plies * games).sum();
        let mut passed = 0;
        let median = self.plies.iter().find(|(_, games)| {
            passed += **games;
            2 * passed >= self.games
        });
        Some(Lengths {
            shortest: *self.plies.first_key_value()?.0,
            median: *median?.0,
            mean: sum as f64 / self.games as f64,
            longest: *self.plies.last_key_value()?.0,
        })
    }

    fn report(&self, args: &Args) -> Report<'_> {
        let mut openings: Vec<Opening<'_>> = self
            .openings
            .iter()
            .map(|(moves, &(games, results))| Opening {
                moves,
                games,
                results,
            })
            .collect();
        openings.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.moves.cmp(b.moves)));
        let openings_in_all = openings.len();
        if args.top > 0 {
            openings.truncate(args.top);
        }
        Report {
            files: self.files,
            games: self.games,
            rules: &self.rules,
            results: self.results,
            plies: self.lengths(),
            first_year: self.years.map(|y| y.0),
            last_year: self.years.map(|y| y.1),
            opening_plies: args.opening_plies,
            openings,
            openings_in_all,
        }
    }
}

impl Report<'_> {
    fn table(&self) -> String {
        let mut text = String::new();
        self.heads(&mut text);
        self.opening_table(&mut text);
        text
    }

    // Writing to a string cannot fail.
    fn heads(&self, text: &mut String) {
        let mut row = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<15} {value}");
        };
        row("Files", self.files.to_string());
        row("Games", self.games.to_string());
        for (rules, games) in self.rules {
            row(&format!("  {rules}"), games.to_string());
        }
        let results = self.results;
        for (name, number) in [
            ("White wins", results.white_wins),
            ("Draws", results.draws),
            ("Black wins", results.black_wins),
            ("Both lose", results.both_lose),
            ("Unknown", results.unknown),
            ("Other results", results.other),
        ] {
            if number > 0 {
                let percent = 100.0 * number as f64 / self.games as f64;
                row(name, format!("{number} ({percent:.1} %)"));
            }
        }
        if let Some(plies) = &self.plies {
            let Lengths {
                shortest,
                median,
                mean,
                longest,
            } = plies;
            let value = format!("{shortest} to {longest}, median {median}, mean {mean:.1}");
            row("Plies", value);
        }
        if let (Some(first), Some(last)) = (self.first_year, self.last_year) {
            row("Years", format!("{first} to {last}"));
        }
    }

    fn opening_table(&self, text: &mut String) {
        if self.openings.is_empty() {
            return;
        }
        let _ = writeln!(
            text,
            "\nOpenings of {} plies: {} of {}\n{:>8}{:>8}{:>8}{:>8}  Moves",
            self.opening_plies,
            self.openings.len(),
            self.openings_in_all,
            "Games",
            "White",
            "Draw",
            "Black"
        );
        for opening in &self.openings {
            let Results {
                white_wins,
                draws,
                black_wins,
                ..
            } = opening.results;
            let _ = writeln!(
                text,
                "{:>8}{white_wins:>8}{draws:>8}{black_wins:>8}  {}",
                opening.games, opening.moves
            );
        }
    }
}
