//! `damier match`: two engines play many games; the work is done by `damier-match`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use damier_core::Rules;
use damier_match::statistics::Sprt;
use damier_match::{EngineSpec, GameRecord, Limit, Match, Observer, Openings, Plan, Standing};

use crate::engine;
use crate::output::{self, Answer};

/// Let two engines play a match.
///
/// An engine is hub:DIRECTORY:COMMAND (any Hub engine; hub1 for the dialect before 2017), dxp:DIRECTORY:COMMAND with
/// {port} in the command, dxp-connect:HOST:PORT, dxp-listen:HOST:PORT, or random with :SEED if you like; the directory may be empty.
/// Every opening is played twice with colours changed. The clocks run here; illegal moves, crashes and time losses
/// lose the game and are named. Prints the standing after each game on stderr and at the end on stdout.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Engine A, whose score is counted
    #[arg(long, value_name = "ENGINE")]
    a: EngineSpec,

    /// Engine B
    #[arg(long, value_name = "ENGINE")]
    b: EngineSpec,

    /// A parameter of engine A; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set_a: Vec<(String, String)>,

    /// A parameter of engine B; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set_b: Vec<(String, String)>,

    /// Line for the console of engine A before every game, such as "time {ms}"; may be repeated
    #[arg(long, value_name = "LINE")]
    console_a: Vec<String>,

    /// Line for the console of engine B before every game, such as "time {ms}"; may be repeated
    #[arg(long, value_name = "LINE")]
    console_b: Vec<String>,

    /// The game
    #[arg(long, value_name = "RULES", default_value = "international")]
    rules: Rules,

    /// Seconds a move (0.1), a clock (60+0.6, 40/120), depth=N or nodes=N
    #[arg(long, value_name = "LIMIT", default_value = "0.1")]
    limit: Limit,

    /// How much later than its limit an answer may arrive, seconds
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = engine::seconds)]
    margin: Duration,

    /// How long an engine may be silent where no clock runs, seconds: at its start, and with a limit of depth or nodes
    #[arg(long, value_name = "SECONDS", value_parser = engine::seconds)]
    patience: Option<Duration>,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// File of openings: a FEN, or moves from the start, on each line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Without a file: random plies of each opening
    #[arg(long, value_name = "N", default_value_t = 8)]
    opening_plies: usize,

    /// Seed of random openings, and of the order of those in a file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop when this test has decided: ELO0,ELO1 with ,ALPHA,BETA and ,normalized if you like
    #[arg(long, value_name = "BOUNDS")]
    sprt: Option<Sprt>,

    /// Stop a game after this many plies
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: usize,

    /// In a game without draws: stop when a position has come up so often
    #[arg(long, value_name = "N")]
    max_occurrences: Option<u32>,

    /// Keep every game in this file as it ends; a match that was broken off goes on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Write the games as PDN
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Print the standing as JSON
    #[arg(long)]
    json: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Tells on stderr how the match stands.
struct Teller;

impl Observer for Teller {
    fn resumed(&mut self, games: usize, standing: &Standing) {
        eprintln!("going on after {games} games: {}", score(standing));
    }

    fn finished(&mut self, game: &GameRecord, standing: &Standing) {
        eprintln!(
            "game {}: {}; {}",
            game.game + 1,
            game.result(),
            score(standing)
        );
    }
}

fn score(standing: &Standing) -> String {
    let counts = standing.games;
    format!(
        "{} won, {} drawn, {} lost",
        counts.wins, counts.draws, counts.losses
    )
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut a = args.a.clone();
    a.options.clone_from(&args.set_a);
    let mut b = args.b.clone();
    b.options.clone_from(&args.set_b);
    a.console.clone_from(&args.console_a);
    b.console.clone_from(&args.console_b);
    let openings = match &args.openings {
        None => Openings::Random {
            plies: args.opening_plies,
            seed: args.seed,
        },
        Some(path) => Openings::Text {
            text: std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?,
            shuffle: Some(args.seed),
        },
    };
    let defaults = Plan::new(a, b);
    let plan = Plan {
        patience: args.patience.unwrap_or(defaults.patience),
        max_occurrences: args.max_occurrences.unwrap_or(defaults.max_occurrences),
        rules: args.rules,
        limit: args.limit,
        margin: args.margin,
        openings,
        games: args.games,
        concurrency: args.concurrency,
        max_plies: args.max_plies,
        sprt: args.sprt,
        state: args.state.clone(),
        pdn: args.pdn.clone(),
        json: args.report.clone(),
        ..defaults
    };
    let report = Match::new(plan)?.run(&mut Teller)?;
    let mut out = anstream::stdout();
    if args.json {
        output::json(&mut out, &report.standing)?;
    } else {
        use std::io::Write;
        writeln!(out, "{}", report.standing)?;
    }
    Ok(Answer::Done)
}
