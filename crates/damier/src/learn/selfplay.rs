//! `damier learn selfplay`: fast games of the engine against itself.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use damier_core::{Rules, with_position};
use damier_learn::record::{Appender, Header};
use damier_learn::selfplay::{self, Settings};

use super::crew::Crew;
use super::{bar, interrupted};
use crate::engine::Searched;
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

    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    crew: Crew,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    with_position!(args.rules.start(), |start| play(args, start))
}

fn play<P: Searched>(args: &Args, start: P) -> anyhow::Result<Answer> {
    let (engine, label) = args.crew.engines::<P>(args.rules)?;
    let settings = Settings {
        seed: args.seed,
        nodes: args.crew.nodes,
        threads: usize::from(args.crew.jobs),
        ..Settings::default()
    };
    let header = Header {
        rules: args.rules.to_string(),
        seed: args.seed,
        nodes: args.crew.nodes,
        evaluation: label,
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
