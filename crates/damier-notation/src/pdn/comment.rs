//! Commands inside comments: clocks, evaluations and whatever else programs write as `[%name value]`.

use std::time::Duration;

use damier_core::Color;

/// A command of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// Its name.
    pub name: &'a str,
    /// What follows the name.
    pub value: &'a str,
}

/// The commands of a comment in order.
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    comment.split("[%").skip(1).filter_map(|rest| {
        let (inside, _) = rest.split_once(']')?;
        let (name, value) = inside
            .split_once(char::is_whitespace)
            .unwrap_or((inside, ""));
        let value = value.trim();
        (!name.is_empty()).then_some(Command { name, value })
    })
}

/// What `[%clock w0:09:57 B0:09:58]` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// White's time.
    pub white: Option<Duration>,
    /// Black's time.
    pub black: Option<Duration>,
    /// The side whose clock is running.
    pub running: Option<Color>,
    /// A time without a letter: that of the side that has moved.
    pub mover: Option<Duration>,
}

/// Reads the value of a `clock` command.
pub fn clock(value: &str) -> Option<Clock> {
    let mut clock = Clock::default();
    let mut any = false;
    for part in value.split_whitespace() {
        let letter = part.chars().next().filter(char::is_ascii_alphabetic);
        let time = self::time(part.trim_start_matches(|c: char| c.is_ascii_alphabetic()))?;
        match letter {
            Some('w' | 'W') => clock.white = Some(time),
            Some('b' | 'B') => clock.black = Some(time),
            None => clock.mover = Some(time),
            Some(_) => return None,
        }
        match letter {
            Some('W') => clock.running = Some(Color::White),
            Some('B') => clock.running = Some(Color::Black),
            _ => {}
        }
        any = true;
    }
    any.then_some(clock)
}

/// `H:MM:SS`, `H:MM`, seconds alone, and fractions of seconds. A dot may stand before the seconds, too.
fn time(text: &str) -> Option<Duration> {
    let mut parts: Vec<&str> = text.split(':').collect();
    if let [hours, rest] = parts.as_slice()
        && let Some((minutes, seconds)) = rest.split_once('.')
    {
        parts = vec![hours, minutes, seconds];
    }
    let seconds: f64 = match parts.as_slice() {
        [hours, minutes, seconds] => {
            number(hours)? * 3600.0 + number(minutes)? * 60.0 + number(seconds)?
        }
        [hours, minutes] => number(hours)? * 3600.0 + number(minutes)? * 60.0,
        [seconds] => number(seconds)?,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

fn number(text: &str) -> Option<f64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    plain.then(|| text.parse().ok()).flatten()
}

/// The value of an `eval` command in men, White's view; `None` for a distance to the end and for anything else.
pub fn evaluation(value: &str) -> Option<f64> {
    value
        .split_whitespace()
        .next()?
        .parse()
        .ok()
        .filter(|n: &f64| n.is_finite())
}
