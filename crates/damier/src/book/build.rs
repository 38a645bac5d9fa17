//! `damier book build`: games and analysis into a book.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use damier_core::{Color, Move, Rules, with_position};
use damier_notation::pdn::{GameResult, Record, Resolver};
use damier_search::MAX_THREADS;
use damier_search::book::{Book, Ending, GrowSettings, Growth, grow};
use indicatif::{ProgressBar, ProgressStyle};

use super::open;
use crate::engine::{self, Searched};
use crate::output::{self, Answer};
use crate::pdn::input::{self, Reading, Source};
use crate::pdn::pipeline::{self, Failures, Flow};

/// Make a book from games, from the engine's own analysis, or from both.
///
/// Games count if they are played by the rules of the book from the start position. With --analyse
/// the engine looks at positions until there are so many: always at the one that is reached at the least cost, where
/// every ply and every move worse than the best cost something. Stopped (Ctrl-C), it goes on with --extend.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// PDN files, folders or patterns; `-` for stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The book
    #[arg(long, short, value_name = "BOOK")]
    out: PathBuf,

    /// Add to a book that is there already
    #[arg(long, conflicts_with = "force")]
    extend: bool,

    /// Replace a book that is there already
    #[arg(long)]
    force: bool,

    /// The game
    #[arg(long, value_name = "RULES", default_value = "international")]
    rules: Rules,

    /// Plies of each game that are taken
    #[arg(long, value_name = "N", default_value_t = 30, help_heading = "Games")]
    plies: usize,

    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Games")]
    least_games: u32,

    #[command(flatten, next_help_heading = "Games")]
    reading: Reading,

    #[command(flatten)]
    analysis: Analysis,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Analysis")]
struct Analysis {
    /// Positions that are to have scores in the end
    #[arg(long, value_name = "N")]
    analyse: Option<usize>,

    /// Nodes for each move of each position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Longest line, plies
    #[arg(long, value_name = "N", default_value_t = 30)]
    depth: u32,

    /// What a ply costs, in hundredths of a man of a worse move: less for deeper, more for broader books
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=1000))]
    ply_cost: i32,

    /// Positions judged at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    jobs: u16,

    /// How positions are judged: learned, hand, material, or a file of weights
    #[arg(long, value_name = "WHICH", default_value = "learned")]
    evaluation: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    if args.files.is_empty() && args.analysis.analyse.is_none() {
        bail!("nothing to build from: expected PDN files or --analyse N");
    }
    let there = args.out.exists();
    if there && !args.extend && !args.force {
        bail!(
            "{} is there already: expected --extend to add to it or --force to replace it",
            args.out.display()
        );
    }
    let mut book = if there && args.extend {
        open(&args.out)?
    } else {
        Book::new(args.rules)
    };
    book.expect(args.rules)
        .with_context(|| args.out.display().to_string())?;
    let mut answer = Answer::Done;
    if !args.files.is_empty() {
        answer = add_games(args, &mut book)?;
        book.prune(args.least_games);
        output::replace(&args.out, &book.write())?;
    }
    if let Some(positions) = args.analysis.analyse {
        with_position!(args.rules.start(), |start| {
            analyse(args, &mut book, start, positions)?;
        });
    }
    writeln!(
        io::stdout(),
        "{} positions with {} moves in {}",
        book.len(),
        book.moves(),
        args.out.display()
    )?;
    Ok(answer)
}

/// The first moves of a game and how it ended, if that is known; `None` if it does not belong into the book.
fn opening(resolver: &mut Resolver, record: &Record, args: &Args) -> Option<(Vec<Move>, Ending)> {
    let ending = match record.game.result() {
        GameResult::WhiteWins => Ending::Won(Color::White),
        GameResult::BlackWins => Ending::Won(Color::Black),
        GameResult::Draw => Ending::Drawn,
        _ => Ending::Unknown,
    };
    let resolution = resolver.resolve(&record.game);
    let start = resolution.start?;
    if start != args.rules.start() {
        return None;
    }
    let mut moves = vec![];
    for (item, _) in resolution.positions(&record.game).skip(1) {
        // A set-up command is no move: what comes behind it is another game.
        let Some(mv) = item.and_then(|i| resolution.steps.get(i)?.mv()) else {
            break;
        };
        moves.push(*mv);
        if moves.len() == args.plies {
            break;
        }
    }
    Some((moves, ending))
}

fn add_games(args: &Args, book: &mut Book) -> anyhow::Result<Answer> {
    let sources = input::sources(&args.files)?;
    let mut failures = Failures::default();
    let (mut seen, mut taken) = (0_u64, 0_u64);
    let work =
        |resolver: &mut Resolver, _: &Source, record: Record| opening(resolver, &record, args);
    pipeline::run(&sources, &args.reading, work, |batch, progress| {
        for answer in batch.answers {
            seen += 1;
            let Some((moves, ending)) = answer else {
                continue;
            };
            taken += 1;
            with_position!(args.rules.start(), |start| {
                book.add_game(start, &moves, ending);
            });
        }
        if let (Some(end), Some(source)) = (batch.end, sources.get(batch.source)) {
            failures.note(source, end, progress);
        }
        Ok(Flow::On)
    })?;
    writeln!(io::stdout(), "{taken} of {seen} games taken")?;
    failures.result(if taken > 0 { Answer::Done } else { Answer::No })
}

fn analyse<P: Searched>(
    args: &Args,
    book: &mut Book,
    start: P,
    positions: usize,
) -> anyhow::Result<()> {
    /// A crash loses no more than this.
    const SAVE: Duration = Duration::from_secs(10);
    let choice = engine::choice(&args.analysis.evaluation)?;
    // Wrong weights are told before the work begins.
    P::evaluation(&choice).with_context(|| format!("--evaluation {}", args.analysis.evaluation))?;
    let evaluation = || P::evaluation(&choice).unwrap_or_else(|_| P::by_hand());
    let settings = GrowSettings {
        nodes: args.analysis.nodes,
        plies: args.analysis.depth,
        ply_cost: args.analysis.ply_cost,
        threads: usize::from(args.analysis.jobs),
        ..GrowSettings::default()
    };
    let bar = if io::stderr().is_terminal() {
        ProgressBar::new(positions as u64)
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len}, {eta} left, {msg}") {
        bar.set_style(style);
    }
    let mut saved = Instant::now();
    let mut failed = None;
    let mut tell = |book: &Book, growth: &Growth| {
        bar.set_position(growth.positions as u64);
        bar.set_message(format!(
            "depth {}, score {:+.2}",
            growth.deepest,
            f64::from(growth.score) / 100.0
        ));
        if saved.elapsed() > SAVE {
            saved = Instant::now();
            failed = output::replace(&args.out, &book.write()).err();
        }
        failed.is_none()
    };
    let growth = grow(book, start, &settings, positions, &evaluation, &mut tell)?;
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error);
    }
    output::replace(&args.out, &book.write())?;
    writeln!(
        io::stdout(),
        "{} positions analysed, up to ply {}, score {:+.2} for the side to move",
        growth.positions,
        growth.deepest,
        f64::from(growth.score) / 100.0
    )?;
    Ok(())
}
