//! `damier learn fit`: weights out of files of games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::ValueEnum;
use damier_core::{AnyPosition, Rules};
use damier_learn::fit::{Fit, FitSettings, Fitting, Linear, Model, Net};
use damier_learn::samples::{self, Samples};
use damier_search::{Windows8, Windows12};
use serde::Serialize;

use super::{bar, curves, interrupted, tables};
use crate::engine::Searched;
use crate::output::{self, Answer};

/// Fit an evaluation to games.
///
/// Logistic regression on quiet positions, towards a mix of the game's result and the search's score, until the loss on
/// the positions of held-out games (one in twenty) no longer falls. The same files, settings and seed give the same
/// weights. With --state a run that was stopped goes on after its last complete pass.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of games, as damier learn selfplay writes them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The file for the weights
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// The game
    #[arg(long, value_name = "RULES", default_value = "international")]
    rules: Rules,

    /// Folder of endgame tables: once a game has come to them, its result is what they say. Those of the program
    /// without it
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,

    /// What the evaluation looks at
    #[arg(long, value_name = "SET", value_enum, default_value_t)]
    features: Set,

    /// Most passes over the positions
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().epochs)]
    passes: u32,

    /// Step size
    #[arg(long, value_name = "RATE", default_value_t = FitSettings::default().rate)]
    rate: f32,

    /// Share of the game's result in what is learned, 0 to 1; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = FitSettings::default().result_share, value_parser = share)]
    result_share: f32,

    /// Pull of the weights of linear windows towards zero; the network has none
    #[arg(long, value_name = "PULL", default_value_t = FitSettings::default().decay)]
    decay: f32,

    /// Order of the positions
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().seed)]
    seed: u64,

    /// Keep the fit here after every pass, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Draw the losses of the passes as SVG
    #[arg(long, value_name = "FILE")]
    curves: Option<PathBuf>,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Set {
    /// A network: windows of eight squares as vectors, one layer of units
    #[default]
    Network,
    /// Linear: windows of eight squares, kings, balance, tempo
    #[value(name = "windows-8")]
    Windows8,
    /// Linear: windows of twelve squares (international draughts)
    #[value(name = "windows-12")]
    Windows12,
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|s| (0.0..=1.0).contains(s));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

#[derive(Debug, Serialize)]
struct Pass {
    number: u32,
    /// Mean logarithmic loss on the training positions during the pass.
    training: f64,
    /// The same on held-out positions after it.
    held_out: f64,
}

#[derive(Debug, Serialize)]
struct Report {
    games: u64,
    training_positions: usize,
    held_out_positions: usize,
    /// Adjudicated games that were played out, and how many of them ended otherwise.
    played_out: u64,
    played_out_otherwise: u64,
    /// Games whose result was not what the endgame tables say.
    corrected: u64,
    passes: Vec<Pass>,
    /// Held-out loss of the best constant, of the best pass, and of its rounded weights.
    loss_of_constant: f64,
    loss: f64,
    loss_of_rounded: f64,
    /// Hundredths of a man in one unit of the logistic function.
    scale: f32,
    seconds: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    use AnyPosition::{Alician, International};
    match (args.rules.start(), args.features) {
        (International(start), Set::Network) => fit::<_, Net>(args, start),
        (International(start), Set::Windows8) => fit::<_, Linear<Windows8>>(args, start),
        (International(start), Set::Windows12) => fit::<_, Linear<Windows12>>(args, start),
        (Alician(start), Set::Network) => fit::<_, Net>(args, start),
        (Alician(start), Set::Windows8) => fit::<_, Linear<Windows8>>(args, start),
        (Alician(_), Set::Windows12) => {
            bail!("windows-12 is for international draughts: expected network or windows-8")
        }
    }
}

fn fit<P: Searched, M: Model<P>>(args: &Args, start: P) -> anyhow::Result<Answer> {
    let started = Instant::now();
    let settings = FitSettings {
        epochs: args.passes,
        rate: args.rate,
        result_share: args.result_share,
        decay: args.decay,
        seed: args.seed,
        ..FitSettings::default()
    };
    let mut fitting = resume::<P, M>(args.state.as_deref(), settings)?;
    let reading = bar(0, "games read");
    let tables = tables::<P>(args.tables.as_deref(), args.rules)?;
    let samples = samples::read(
        &args.files,
        args.rules,
        start,
        Some(&tables),
        &mut |games| reading.set_position(games),
    )?;
    reading.finish_and_clear();
    if samples.training.is_empty() || samples.held_out.is_empty() {
        bail!(
            "{} games give {} positions to fit and {} to judge by: expected some of both",
            samples.games,
            samples.training.len(),
            samples.held_out.len()
        );
    }
    let stop = interrupted()?;
    let bar = bar(
        u64::from(args.passes) * samples.training.len() as u64,
        "positions",
    );
    let mut stopped = false;
    while !fitting.is_done() && !stopped {
        let before = fitting.epochs().len() * samples.training.len();
        let pass = fitting.pass(&samples, &mut |done| {
            bar.set_position((before + done) as u64);
        });
        let text = format!(
            "pass {}: loss {:.5}, held out {:.5}",
            pass.number, pass.training, pass.held_out
        );
        bar.suspend(|| eprintln!("{text}"));
        if let Some(path) = &args.state {
            output::replace(path, &fitting.write())?;
        }
        stopped = stop.load(Ordering::Relaxed);
    }
    bar.finish_and_clear();
    let fit = fitting.finish(&samples);
    output::replace(&args.out, &fit.weights)?;
    if let Some(path) = &args.curves {
        let svg = curves::draw(&fit.epochs)?;
        output::replace(path, svg.as_bytes())?;
    }
    let report = report(&samples, &fit, started.elapsed().as_secs_f64());
    let mut out = anstream::stdout().lock();
    if args.json {
        output::json(&mut out, &report)?;
    } else {
        print(&mut out, &report, &args.out)?;
    }
    Ok(if stopped { Answer::No } else { Answer::Done })
}

/// A fit that was put aside, or a new one.
fn resume<P: Searched, M: Model<P>>(
    path: Option<&Path>,
    settings: FitSettings,
) -> anyhow::Result<Fitting<P, M>> {
    let Some(path) = path.filter(|p| p.exists()) else {
        return Ok(Fitting::new(settings));
    };
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(name)?;
    Fitting::read(&bytes, settings).with_context(name)
}

fn report<P>(samples: &Samples<P>, fit: &Fit, seconds: f64) -> Report {
    let passes = fit.epochs.iter().map(|e| Pass {
        number: e.number,
        training: e.training,
        held_out: e.held_out,
    });
    Report {
        games: samples.games,
        training_positions: samples.training.len(),
        held_out_positions: samples.held_out.len(),
        played_out: samples.played_out[0],
        played_out_otherwise: samples.played_out[1],
        corrected: samples.corrected,
        passes: passes.collect(),
        loss_of_constant: fit.constant,
        loss: fit.exact,
        loss_of_rounded: fit.quantised,
        scale: fit.scale,
        seconds,
    }
}

fn print(out: &mut impl Write, report: &Report, path: &Path) -> io::Result<()> {
    writeln!(
        out,
        "{} games: {} positions to fit, {} held out; {} adjudications played out, {} ended otherwise; {} results \
         corrected by tables",
        report.games,
        report.training_positions,
        report.held_out_positions,
        report.played_out,
        report.played_out_otherwise,
        report.corrected
    )?;
    writeln!(
        out,
        "held-out loss: constant {:.5}, fitted {:.5}, rounded {:.5}",
        report.loss_of_constant, report.loss, report.loss_of_rounded
    )?;
    writeln!(
        out,
        "{} after {} passes in {:.1} s; one unit of the logistic function is {:.1} hundredths of a man",
        path.display(),
        report.passes.len(),
        report.seconds,
        report.scale
    )
}
