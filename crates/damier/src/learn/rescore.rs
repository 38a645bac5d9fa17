//! `damier learn rescore`: the positions of games played before, seen by a better evaluation.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use damier_core::{Rules, with_position};
use damier_learn::record::{Appender, Games, Header};
use damier_learn::rescore::{Settings, run as rescore};

use super::crew::Crew;
use super::{bar, interrupted};
use crate::engine::Searched;
use crate::output::Answer;

/// Score the positions of games again, with a better evaluation or more nodes.
///
/// The games and their results stay; each quiet position gets the score of a new search. That is cheaper than new games,
/// and games played with older weights then teach what the new ones see. The file only grows: a run that was stopped
/// (Ctrl-C) goes on where it was.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// File of games, as damier learn selfplay writes them
    #[arg(value_name = "FILE")]
    games: PathBuf,

    /// The file for the games with their new scores
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    crew: Crew,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let games = Games::open(&args.games)?;
    let rules: Rules = games
        .header()
        .rules
        .parse()
        .with_context(|| format!("{}: rules of its games", args.games.display()))?;
    with_position!(rules.start(), |start| again(args, games, rules, start))
}

fn again<P: Searched>(args: &Args, games: Games, rules: Rules, start: P) -> anyhow::Result<Answer> {
    let (engine, label) = args.crew.engines::<P>(rules)?;
    let before = games.header();
    let header = Header {
        nodes: args.crew.nodes,
        evaluation: format!(
            "{label}; games by {} at {} nodes",
            before.evaluation, before.nodes
        ),
        ..before.clone()
    };
    let total = count(&args.games)?;
    let (mut file, have) = Appender::open(&args.out, &header)?;
    let had = have.len() as u64;
    let stop = interrupted()?;
    let bar = bar(total, "games");
    let started = Instant::now();
    let rate = |games: u64| (games - had) as f64 / started.elapsed().as_secs_f64();
    let settings = Settings {
        nodes: args.crew.nodes,
        threads: usize::from(args.crew.jobs),
    };
    let done = rescore(
        settings,
        start,
        &engine,
        games,
        (&mut file, &have),
        &stop,
        &mut |games| {
            bar.set_position(games);
            bar.set_message(format!("({:.1} a second)", rate(games)));
        },
    )?;
    bar.finish_and_clear();
    writeln!(
        io::stdout(),
        "{done} of {total} games in {}, {:.1} a second",
        args.out.display(),
        rate(done)
    )?;
    Ok(if done < total {
        Answer::No
    } else {
        Answer::Done
    })
}

/// Games in a file; damage is told before the work begins.
fn count(path: &std::path::Path) -> anyhow::Result<u64> {
    let mut count = 0;
    for game in Games::open(path)? {
        game?;
        count += 1;
    }
    Ok(count)
}
