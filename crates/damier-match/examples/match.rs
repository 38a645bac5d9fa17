//! Plays a match from the command line, for trying out engines: `match A B [name=value ...]`.
//!
//! A and B are `hub:DIRECTORY:COMMAND`, `dxp:DIRECTORY:COMMAND with {port}` and so on. Values: games, limit, margin,
//! patience, rules, concurrency, openings (a file), plies and seed (of random openings), shuffle, sprt, state, pdn,
//! json, max-plies, name-a, name-b, option-a=NAME=VALUE, option-b, console-a, console-b.

use std::error::Error;
use std::time::Duration;

use damier_match::{GameRecord, Match, Observer, Openings, Plan, Standing};

struct Progress;

impl Observer for Progress {
    fn resumed(&mut self, games: usize, standing: &Standing) {
        eprintln!("{games} games were played before\n{standing}");
    }

    fn finished(&mut self, game: &GameRecord, standing: &Standing) {
        let (number, white, result) = (game.game + 1, game.white, game.result());
        let counts = standing.games;
        eprintln!(
            "game {number}: white {white} {result} {} ({} moves)  +{} ={} -{}",
            game.cause,
            game.moves.len(),
            counts.wins,
            counts.draws,
            counts.losses
        );
    }
}

fn set(plan: &mut Plan, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
    let seconds = |text: &str| -> Result<Duration, Box<dyn Error>> {
        Ok(Duration::try_from_secs_f64(text.parse()?)?)
    };
    let engine = usize::from(name.ends_with("-b"));
    match name {
        "games" => plan.games = value.parse()?,
        "limit" => plan.limit = value.parse()?,
        "margin" => plan.margin = seconds(value)?,
        "patience" => plan.patience = seconds(value)?,
        "rules" => plan.rules = value.parse()?,
        "concurrency" => plan.concurrency = value.parse()?,
        "max-plies" => plan.max_plies = value.parse()?,
        "openings" => {
            let text = std::fs::read_to_string(value)?;
            let shuffle = None;
            plan.openings = Openings::Text { text, shuffle };
        }
        "shuffle" | "plies" | "seed" => match (&mut plan.openings, name) {
            (Openings::Text { shuffle, .. }, "shuffle") => *shuffle = Some(value.parse()?),
            (Openings::Random { plies, .. }, "plies") => *plies = value.parse()?,
            (Openings::Random { seed, .. }, "seed") => *seed = value.parse()?,
            _ => return Err(format!("{name} does not fit the openings").into()),
        },
        "sprt" => plan.sprt = Some(value.parse()?),
        "state" => plan.state = Some(value.into()),
        "pdn" => plan.pdn = Some(value.into()),
        "json" => plan.json = Some(value.into()),
        "name-a" | "name-b" => plan.engines[engine].name = Some(value.to_owned()),
        "console-a" | "console-b" => plan.engines[engine].console.push(value.to_owned()),
        "option-a" | "option-b" => {
            let (name, value) = value.split_once('=').ok_or("expected NAME=VALUE")?;
            let option = (name.to_owned(), value.to_owned());
            plan.engines[engine].options.push(option);
        }
        _ => return Err(format!("unknown value {name}").into()),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut engine = || arguments.next().ok_or("expected two engines");
    let mut plan = Plan::new(engine()?.parse()?, engine()?.parse()?);
    for argument in arguments {
        let (name, value) = argument.split_once('=').ok_or("expected name=value")?;
        set(&mut plan, name, value)?;
    }
    let report = Match::new(plan)?.run(&mut Progress)?;
    println!("{}", report.standing);
    Ok(())
}
