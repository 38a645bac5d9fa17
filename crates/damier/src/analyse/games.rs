//! The analysis of whole games: a score and a best line behind each move, written back as PDN.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use damier_core::{AnyPosition, Game as Played, Move};
use damier_notation::pdn::{self, Games, Item, Resolution, Step, WriteOptions};
use damier_search::{Control, Engine, Evaluation, Limits, Progress};

use super::Args;
use super::position::{for_white, line_text, score_text};
use crate::engine::{Searched, Use};
use crate::output::Answer;

/// Moves of a best line that go into a comment.
const LINE: usize = 8;

pub(super) fn run(args: &Args, file: &Path) -> anyhow::Result<Answer> {
    let limits = Limits {
        analyse: true,
        ..args.limits.limits(Some(Duration::from_millis(500)))?
    };
    // Wrong engine arguments should be known before the first game.
    args.engine.choice()?;
    let wanted = args.games.as_deref().map(numbers).transpose()?;
    let name = |what: &str| format!("{what} {}", file.display());
    let input = File::open(file).with_context(|| name("cannot read"))?;
    let mut games = Games::new(BufReader::new(input)).filter(|game| {
        game.as_ref().map_or(true, |g| {
            wanted
                .as_ref()
                .is_none_or(|w| w.iter().any(|r| r.contains(&g.number)))
        })
    });
    let mut done = 0;
    let mut out: Box<dyn Write> = match &args.out {
        None => Box::new(io::stdout()),
        Some(path) => {
            done = finished(path).with_context(|| format!("cannot read {}", path.display()))?;
            let file = OpenOptions::new().append(true).create(true).open(path);
            Box::new(file.with_context(|| format!("cannot write {}", path.display()))?)
        }
    };
    for _ in 0..done {
        games
            .next()
            .transpose()
            .with_context(|| name("cannot read"))?;
    }
    if done > 0 {
        tracing::warn!("{done} games are analysed already; going on with the next");
    }
    let start = Instant::now();
    let mut count = 0_usize;
    let tell = io::stderr().is_terminal();
    loop {
        let batch = games
            .by_ref()
            .take(args.jobs.max(1) * 4)
            .collect::<io::Result<Vec<_>>>()
            .with_context(|| name("cannot read"))?;
        if batch.is_empty() {
            break;
        }
        for text in analyse_all(args, &limits, &batch)? {
            let between = if done + count > 0 { "\n" } else { "" };
            // One write a game: what stands in the file is whole games.
            out.write_all(format!("{between}{text}").as_bytes())?;
            out.flush()?;
            count += 1;
        }
        if tell {
            let seconds = start.elapsed().as_secs_f64();
            eprint!("\r{} games in {seconds:.0} s ", done + count);
        }
    }
    if tell {
        eprintln!();
    }
    Ok(Answer::Done)
}

/// Analyses some games side by side and gives them back in order.
fn analyse_all(
    args: &Args,
    limits: &Limits,
    records: &[pdn::Record],
) -> anyhow::Result<Vec<String>> {
    let next = AtomicUsize::new(0);
    let results: Vec<anyhow::Result<Vec<(usize, String)>>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.jobs.clamp(1, records.len()))
            .map(|_| {
                scope.spawn(|| {
                    let mut texts = vec![];
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(record) = records.get(i) else {
                            return Ok(texts);
                        };
                        texts.push((i, analyse(args, limits, record)?));
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|w| {
                w.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    let mut texts: Vec<(usize, String)> = vec![];
    for result in results {
        texts.extend(result?);
    }
    texts.sort_by_key(|(i, _)| *i);
    Ok(texts.into_iter().map(|(_, text)| text).collect())
}

fn analyse(args: &Args, limits: &Limits, record: &pdn::Record) -> anyhow::Result<String> {
    let mut game = record.game.clone();
    let resolution = pdn::resolve(&game);
    let comments = match resolution.start {
        None => {
            tracing::warn!(
                "game {} cannot be played here and is left as it is",
                record.number
            );
            vec![]
        }
        Some(AnyPosition::International(start)) => {
            comments(args, limits, start, &game, &resolution)?
        }
        Some(AnyPosition::Alician(start)) => comments(args, limits, start, &game, &resolution)?,
    };
    for (place, text) in comments.into_iter().rev() {
        let node = pdn::Node {
            span: pdn::Span::default(),
            item: Item::Comment(text.into()),
        };
        game.body.insert(place + 1, node);
    }
    game.set_tag("Annotator", "damier");
    Ok(pdn::write(&game, &WriteOptions::default()))
}

/// Comments for the moves of the main line, with the places of these moves in the body. A move stands under the
/// judgement of the position it leads to, and the better line of the position it came from.
fn comments<P: Searched>(
    args: &Args,
    limits: &Limits,
    start: P,
    game: &pdn::Game,
    resolution: &Resolution,
) -> anyhow::Result<Vec<(usize, String)>> {
    let mut engine = args.engine.engine::<P>(start.rules(), Use::Found)?;
    let mut played = Played::new(start);
    let mut before = judge(&mut engine, limits, &played);
    let mut comments = vec![];
    for (place, item) in game.main_line() {
        let Some(mv) = resolution.steps.get(place).and_then(Step::mv) else {
            if matches!(item, Item::Setup(_) | Item::Move(_) | Item::Unknown) {
                // Behind a position set up anew or a move that is not known, the rest is left alone.
                break;
            }
            continue;
        };
        let position = *played.position();
        if played.play_past_draws(mv).is_err() {
            break;
        }
        let after = judge(&mut engine, limits, &played);
        let mut text = format!("[%eval {}]", after.0);
        if before.1.first().is_some_and(|best| best != mv) {
            let better = line_text(&position, &before.1, LINE).join(" ");
            text = format!("{text} {} {better}", before.0);
        }
        comments.push((place, text));
        before = after;
    }
    Ok(comments)
}

/// The score for White as a text, and the best line.
fn judge<P: Searched>(
    engine: &mut Engine<P, Evaluation<P>>,
    limits: &Limits,
    game: &Played<P>,
) -> (String, Vec<Move>) {
    let position = game.position();
    if let Some(outcome) = game.outcome() {
        return (outcome.result().to_owned(), vec![]);
    }
    let found = engine.search(game, limits, &Control::new(), &mut |_: &Progress| {});
    let score = score_text(for_white(found.score(), position.turn()));
    let line = found.lines.into_iter().next().map_or(vec![], |l| l.line);
    (score, line)
}

/// Whole games in an output of an earlier run. What a crash left behind them is cut off.
fn finished(path: &Path) -> io::Result<usize> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(e) => return Err(e),
    };
    let mut whole = 0;
    let mut end = 0;
    for game in Games::new(BufReader::new(file)) {
        let game = game?;
        if game.game.terminator.is_none() {
            break;
        }
        whole += 1;
        end = game.place.end;
    }
    let file = OpenOptions::new().write(true).open(path)?;
    if file.metadata()?.len() > end + 1 {
        file.set_len(end)?;
        (&file).write_all(b"")?;
    }
    Ok(whole)
}

/// `3,5-7` as ranges.
fn numbers(text: &str) -> anyhow::Result<Vec<std::ops::RangeInclusive<u64>>> {
    text.split(',')
        .map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |t: &str| t.trim().parse::<u64>().ok().filter(|n| *n > 0);
            match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => Ok(first..=last),
                _ => anyhow::bail!(
                    "--games {part:?}: expected a number such as 3 or a range such as 2-5"
                ),
            }
        })
        .collect()
}
