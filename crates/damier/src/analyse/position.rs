//! The analysis of one position, line by line as it deepens.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use damier_core::{Color, Game, Move};
use damier_notation::movetext::{self, Form};
use damier_search::{Control, Limits, Progress, Score};
use serde::Serialize;

use super::Args;
use crate::engine::{Searched, Use};
use crate::line::Line;
use crate::output::{self, Answer};
use crate::records::{MoveRecord, PositionRecord, StateRecord};

/// What the engine knows at some depth.
#[derive(Debug, Serialize)]
struct LineRecord {
    depth: u32,
    deepest: u32,
    /// From 1.
    rank: usize,
    /// In men, for the side to move.
    score: f64,
    /// In men, for White.
    white: f64,
    /// Plies to the end of the game, positive if the side to move wins.
    plies_to_end: Option<i32>,
    nodes: u64,
    seconds: f64,
    line: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Record {
    #[serde(flatten)]
    position: PositionRecord,
    state: StateRecord,
    best: Option<MoveRecord>,
    lines: Vec<LineRecord>,
}

pub(super) fn run<P: Searched>(args: &Args, line: &Line<P>) -> anyhow::Result<Answer> {
    let mut engine = args.engine.engine::<P>(line.rules, Use::Found)?;
    let default = (!args.infinite).then_some(Duration::from_secs(5));
    let limits = Limits {
        lines: args.lines,
        analyse: true,
        ..args.limits.limits(default)?
    };
    let game = &line.game;
    let mut out = anstream::stdout();
    // An error of the output ends the search; it is reported afterwards.
    let mut failed: Option<io::Error> = None;
    let control = Control::new();
    let switch = control.clone();
    let json = args.common.json;
    let found = engine.search(game, &limits, &control, &mut |progress: &Progress| {
        let written = if json {
            Ok(())
        } else {
            writeln!(out, "{}", text(game, progress)).and_then(|()| out.flush())
        };
        if let Err(error) = written {
            failed = Some(error);
            switch.stop();
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if json {
        let record = Record {
            position: PositionRecord::new(line.rules, game),
            state: StateRecord::new(line.end),
            best: found.best.map(|mv| MoveRecord::new(game.position(), &mv)),
            lines: found.lines.iter().map(|l| record(game, l)).collect(),
        };
        output::json(&mut out, &record)?;
        return Ok(Answer::Done);
    }
    if let Some(best) = found.best {
        let text = movetext::write(game.position(), &best, Form::Short);
        writeln!(out, "best {text}")?;
    } else {
        let ended = line.end.map(|(_, outcome)| outcome.to_string());
        tracing::warn!("the game is over: {}", ended.unwrap_or_default());
    }
    Ok(Answer::Done)
}

/// A score for White from one for the side to move.
pub(super) fn for_white(score: Score, turn: Color) -> Score {
    match turn {
        Color::White => score,
        Color::Black => Score(-score.0),
    }
}

/// `+0.35`, or `+W5` for a win of White in five moves and `-B5` for one of Black.
pub(super) fn score_text(white: Score) -> String {
    match white.moves_to_end() {
        Some(moves) if white.0 > 0 => format!("+W{moves}"),
        Some(moves) => format!("-B{}", -moves),
        None => format!("{:+.2}", f64::from(white.0) / 100.0),
    }
}

/// The moves of a line in short text, as far as they are legal.
pub(super) fn line_text<P: Searched>(start: &P, line: &[Move], most: usize) -> Vec<String> {
    let mut position = *start;
    let mut texts = vec![];
    for mv in line.iter().take(most) {
        texts.push(movetext::write(&position, mv, Form::Short));
        match position.play(mv) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    texts
}

fn text<P: Searched>(game: &Game<P>, progress: &Progress) -> String {
    let position = game.position();
    let seconds = progress.time.as_secs_f64();
    let mut text = format!(
        "{:>3}/{:<3} {:>7} {:>12} {:>9.3}s ",
        progress.depth,
        progress.deepest,
        score_text(for_white(progress.score, position.turn())),
        progress.nodes,
        seconds,
    );
    if progress.rank > 1 {
        // Writing to a string cannot fail.
        let _ = write!(text, "({}) ", progress.rank);
    }
    text + &line_text(position, &progress.line, usize::MAX).join(" ")
}

fn record<P: Searched>(game: &Game<P>, progress: &Progress) -> LineRecord {
    let position = game.position();
    let men = |score: Score| f64::from(score.0) / 100.0;
    LineRecord {
        depth: progress.depth,
        deepest: progress.deepest,
        rank: progress.rank,
        score: men(progress.score),
        white: men(for_white(progress.score, position.turn())),
        plies_to_end: progress.score.plies_to_end(),
        nodes: progress.nodes,
        seconds: progress.time.as_secs_f64(),
        line: line_text(position, &progress.line, usize::MAX),
    }
}
