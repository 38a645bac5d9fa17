//! What an engine tells of a search: reading any subset of fields, writing those every reader can take.

use std::fmt;
use std::time::Duration;

use super::line::{Argument, Line, quote};
use super::score::Score;

/// An `info` line. Every field may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Mean length of the lines searched, in plies.
    pub mean_depth: Option<f64>,
    /// Longest line searched, in plies.
    pub max_depth: Option<u32>,
    /// The score from the view of the side to move of the position that was searched.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// Millions of positions a second.
    pub speed: Option<f64>,
    /// The best line, as the engine writes its moves.
    pub pv: Vec<String>,
}

impl Info {
    /// Takes the fields that are there and can be read; the others are left out.
    pub fn read(line: &Line) -> Self {
        let whole = |name| number(line.value(name)?).filter(|n| *n >= 0.0);
        let real = |name| number(line.value(name)?);
        Self {
            depth: whole("depth").map(|n| n as u32),
            mean_depth: real("mean-depth"),
            max_depth: whole("max-depth").map(|n| n as u32),
            score: real("score").and_then(Score::from_men),
            nodes: line
                .value("nodes")
                .and_then(|text| text.parse().ok())
                .or_else(|| whole("nodes").map(|n| n as u64)),
            time: whole("time").and_then(|s| Duration::try_from_secs_f64(s).ok()),
            speed: whole("nps"),
            pv: line
                .value("pv")
                .map(|pv| pv.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
        }
    }

    /// The line; only an `info` without fields has no arguments.
    pub fn line(&self) -> Line {
        let mut arguments = vec![];
        let mut add = |name: &str, value: Option<String>| {
            arguments.extend(value.map(|value| Argument {
                name: name.to_owned(),
                value: Some(value),
            }));
        };
        // Readers in use parse these as plain decimals: no exponent, no sign but a minus, no infinity.
        let decimal = |value: f64| value.is_finite().then(|| format!("{:.1}", value.abs()));
        add("depth", self.depth.map(|n| n.to_string()));
        add("mean-depth", self.mean_depth.and_then(decimal));
        add("max-depth", self.max_depth.map(|n| n.to_string()));
        add("score", self.score.map(|s| s.to_string()));
        add("nodes", self.nodes.map(|n| n.to_string()));
        add("time", self.time.map(|t| seconds(t.as_secs_f64())));
        add("nps", self.speed.and_then(decimal));
        let pv = (!self.pv.is_empty()).then(|| self.pv.join(" "));
        add("pv", pv);
        Line {
            command: "info".to_owned(),
            arguments,
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line().fmt(f)
    }
}

/// A number as programs write it, with a point or, where their country does so, a comma. Never infinite.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | 'e' | 'E');
    if text.is_empty() || !text.chars().all(plain) {
        return None;
    }
    let number: f64 = text.replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

/// Seconds with three decimals at most, and none that are nought.
pub(super) fn seconds(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

/// A message for people, as `error` carries it.
pub(super) fn error(message: &str) -> String {
    // Always in quotes: a message of one word is still a text.
    let quoted = quote(message);
    if quoted.starts_with('"') {
        format!("error message={quoted}")
    } else {
        format!("error message=\"{quoted}\"")
    }
}
