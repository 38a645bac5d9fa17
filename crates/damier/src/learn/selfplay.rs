//! `damier learn selfplay`: fast games of the engine against itself.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use damier_core::{Rules, with_position};
use damier_learn::record::{Appender, Header};
use damier_learn::selfplay::{self, Settings};
use damier_search::{Engine, MAX_THREADS};

use super::{bar, interrupted, label, tables};
use crate::engine::{self, Searched};
use crate::output::Answer;

/// Let the engine play fast games against itself, for training.
///
/// Games start with random moves and are adjudicated when endgame tables know the value or a side is far ahead for some
/// plies; one adjudicated game in twenty is played out, and how often that changed the result is counted by `learn fit`.
/// The file only grows: a run that was stopped (Ctrl-C) goes on where it was, and every game depends on the seed and its
/// number alone.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file of games
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Games that are to be in the file in the end
    #[arg(long, value_name = "N")]
    games: u64,

    /// The game
    #[arg(long, value_name = "RULES", default_value = "international")]
    rules: Rules,

    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    jobs: u16,

    /// How positions are judged: learned, hand, material, or a file of weights
    #[arg(long, value_name = "WHICH", default_value = "learned")]
    evaluation: String,

    /// Folder of endgame tables. Those of the program without it
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    with_position!(args.rules.start(), |start| play(args, start))
}

fn play<P: Searched>(args: &Args, start: P) -> anyhow::Result<Answer> {
    let choice = engine::choice(&args.evaluation)?;
    // Wrong weights are told before the work begins.
    P::evaluation(&choice).with_context(|| format!("--evaluation {}", args.evaluation))?;
    let evaluation = || P::evaluation(&choice).unwrap_or_else(|_| P::by_hand());
    let tables = tables::<P>(args.tables.as_deref(), args.rules)?;
    let engine = || {
        let mut engine = Engine::new(evaluation(), selfplay::HASH_MIB)?;
        engine.set_endgame(Some(Box::new(tables.clone())));
        Ok(engine)
    };
    let settings = Settings {
        seed: args.seed,
        nodes: args.nodes,
        threads: usize::from(args.jobs),
        ..Settings::default()
    };
    let header = Header {
        rules: args.rules.to_string(),
        seed: args.seed,
        nodes: args.nodes,
        evaluation: format!(
            "{}, tables up to {} pieces",
            label::<P>(&args.evaluation, &choice),
            tables.max_pieces()
        ),
    };
    let (mut file, have) = Appender::open(&args.out, &header)?;
    let before = have.len() as u64;
    let stop = interrupted()?;
    let bar = bar(args.games, "games");
    let started = Instant::now();
    let rate = |games: u64| (games - before) as f64 / started.elapsed().as_secs_f64();
    let games = selfplay::run(
        &settings,
        start,
        &engine,
        (&mut file, &have),
        args.games,
        &stop,
        &mut |games| {
            bar.set_position(games);
            bar.set_message(format!("({:.1} a second)", rate(games)));
        },
    )?;
    bar.finish_and_clear();
    writeln!(
        io::stdout(),
        "{games} games in {}, {:.1} a second",
        args.out.display(),
        rate(games)
    )?;
    Ok(if games < args.games {
        Answer::No
    } else {
        Answer::Done
    })
}
