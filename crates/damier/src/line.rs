//! From arguments to a game: the position, the rules it is played by and the moves made from it.

use std::fmt::Write as _;

use damier_core::{
    Alician, AnyPosition, Board10, Game, Outcome, Position, Rules, SetupError, Single,
};
use damier_notation::movetext::{self, MoveTextError};
use damier_notation::{LettersProblem, PositionError, read_position};
use thiserror::Error;

use crate::args::Common;

/// A position of a game that can be played here.
pub(crate) trait Played: Position<Geometry = Board10> + Into<AnyPosition> {}

impl<P: Position<Geometry = Board10> + Into<AnyPosition>> Played for P {}

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Line<P: Played> {
    /// The rules.
    pub(crate) rules: Rules,
    /// The moves.
    pub(crate) game: Game<P>,
    /// The end of the game and the ply after which it came. Moves may follow a draw: records of games have them.
    pub(crate) end: Option<(usize, Outcome)>,
}

/// A line of whatever game it is. Take it apart with [`with_line!`].
#[derive(Clone, Debug)]
pub(crate) enum AnyLine {
    International(Line<Single>),
    Alician(Line<Alician>),
}

/// Runs the same code for whatever game a line is of.
macro_rules! with_line {
    ($any:expr, |$line:ident| $body:expr) => {
        match $any {
            $crate::line::AnyLine::International($line) => $body,
            $crate::line::AnyLine::Alician($line) => $body,
        }
    };
}
pub(crate) use with_line;

/// A position or moves that cannot be read.
#[derive(Debug, Error)]
pub(crate) enum LineError {
    #[error("{}", position_message(text, error))]
    Position { text: String, error: PositionError },
    #[error("--moves, column {column}, ply {ply}: {error}")]
    Move {
        column: usize,
        ply: usize,
        error: MoveTextError,
    },
}

impl LineError {
    /// The problems one by one, with the column where it is known.
    pub(crate) fn problems(&self) -> Vec<(Option<usize>, String)> {
        match self {
            Self::Position { error, .. } => position_problems(error),
            Self::Move { column, error, .. } => vec![(Some(*column), error.to_string())],
        }
    }
}

/// The line that the arguments describe.
pub(crate) fn read(common: &Common) -> anyhow::Result<AnyLine> {
    let line = at(common, common.position.as_deref().unwrap_or("start"))?;
    Ok(line)
}

/// The line from this position instead of the one in the arguments.
pub(crate) fn at(common: &Common, position: &str) -> Result<AnyLine, LineError> {
    let start = if position.trim().eq_ignore_ascii_case("start") {
        common.rules.unwrap_or_default().start()
    } else {
        read_position(position, common.rules).map_err(|error| LineError::Position {
            text: position.to_owned(),
            error,
        })?
    };
    let moves = common.moves.as_deref().unwrap_or_default();
    Ok(match start {
        AnyPosition::International(p) => AnyLine::International(play(start.rules(), p, moves)?),
        AnyPosition::Alician(p) => AnyLine::Alician(play(start.rules(), p, moves)?),
    })
}

fn play<P: Played>(rules: Rules, start: P, moves: &str) -> Result<Line<P>, LineError> {
    let game = Game::new(start);
    let end = game.outcome().map(|outcome| (0, outcome));
    let mut line = Line { rules, game, end };
    for (column, token) in tokens(moves) {
        let ply = line.game.len() + 1;
        let fail = |error| LineError::Move { column, ply, error };
        let mv = movetext::read(line.game.position(), token).map_err(fail)?;
        if let Some((end, outcome)) = line.end
            && end + 1 == ply
        {
            tracing::warn!("the game was {outcome} after ply {end}; moves after it are played on");
        }
        line.game
            .play_past_draws(&mv)
            .map_err(|illegal| fail(illegal.into()))?;
        let outcome = line.game.outcome();
        line.end = line.end.or(outcome.map(|outcome| (ply, outcome)));
    }
    Ok(line)
}

/// The moves of a text and their columns, move numbers taken off.
fn tokens(moves: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = moves;
    let mut column = 1;
    std::iter::from_fn(move || {
        loop {
            let blank = rest.len() - rest.trim_start().len();
            column += rest[..blank].chars().count();
            rest = &rest[blank..];
            if rest.is_empty() {
                return None;
            }
            let number = number_length(rest);
            let length = if number > 0 {
                number
            } else {
                rest.find(char::is_whitespace).unwrap_or(rest.len())
            };
            let (token, after) = rest.split_at(length);
            let start = column;
            column += token.chars().count();
            rest = after;
            if number == 0 {
                return Some((start, token));
            }
        }
    })
}

/// Length of a move number such as `12.` or `12...` at the start of a text; 0 if there is none.
fn number_length(text: &str) -> usize {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let end = after.trim_start_matches('.');
    if after.len() == end.len() {
        0
    } else {
        text.len() - end.len()
    }
}

fn position_problems(error: &PositionError) -> Vec<(Option<usize>, String)> {
    match error {
        PositionError::Fen(fen) => fen
            .problems
            .iter()
            .map(|p| (Some(p.column), p.problem.to_string()))
            .collect(),
        PositionError::Hub(hub) => hub.problems.iter().map(letters_problem).collect(),
        PositionError::Setup(setup) => setup.0.iter().map(|p| (None, p.to_string())).collect(),
        other => vec![(None, other.to_string())],
    }
}

/// The column and the rest of a message about a position in letters.
fn letters_problem(problem: &LettersProblem) -> (Option<usize>, String) {
    let message = problem.to_string();
    let placed = message
        .strip_prefix("column ")
        .and_then(|rest| rest.split_once(": "))
        .and_then(|(column, rest)| Some((column.parse().ok()?, rest.to_owned())));
    match placed {
        Some((column, rest)) => (Some(column), rest),
        None => (None, message),
    }
}

/// Longest part of a text that a message repeats.
const SHOWN: usize = 100;
/// A message names this many problems and counts the rest.
pub(crate) const NAMED: usize = 50;

/// The position and every problem below it, with its column.
fn position_message(text: &str, error: &PositionError) -> String {
    let problems = position_problems(error);
    let shown: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    let cut = if text.chars().count() > SHOWN {
        "…"
    } else {
        ""
    };
    let mut message = format!("not a position: {shown:}{cut}");
    for (column, problem) in problems.iter().take(NAMED) {
        let place = column.map(|c| format!("column {c}: ")).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(message, "\n  {place}{problem}");
    }
    if let more @ 1.. = problems.len().saturating_sub(NAMED) {
        let _ = write!(message, "\n  and {more} more");
    }
    if let PositionError::Setup(errors) = error {
        for hint in errors.0.iter().filter_map(hint) {
            let _ = write!(message, "\n  hint: {hint}");
        }
    }
    message
}

/// What to do about a problem that has an easy cure.
fn hint(error: &SetupError) -> Option<&'static str> {
    match error {
        SetupError::Boards { found: 1, .. } => Some(
            "Alician draughts has two boards: write board B behind a slash, /W:B if it is empty",
        ),
        SetupError::Boards { .. } => Some("two boards are Alician draughts: --rules alician"),
        _ => None,
    }
}
