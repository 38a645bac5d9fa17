//! Which games are meant: by their tags, and by positions that occur in them.

use std::str::FromStr;

use damier_core::{AnyPosition, Board10, BoardName, Position, Rules, Setup, with_position};
use damier_notation::pattern::Pattern;
use damier_notation::pdn::{Game, GameResult, Item, Resolution, Step};
use damier_notation::{fen, hub};

/// Conditions on games; a game must meet all of them.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct Filter {
    /// White or Black has this in the name, in any case
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// White has this in the name
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// Black has this in the name
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// The event has this in its name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// The date has this year, or one of these
    #[arg(long, value_name = "YEAR[-YEAR]")]
    year: Option<Years>,

    /// The result, in any convention: 2-0, 1-1, 0-2, 0-0 or *
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,

    /// A tag has this value, in any case; `*` stands for any text
    #[arg(long, value_name = "NAME=VALUE")]
    tag: Vec<TagValue>,

    /// This position occurs (FEN, Hub string or `start`; `?` for either side to move)
    #[arg(long, value_name = "POSITION", group = "board")]
    fen: Option<Wanted>,

    /// A position occurs with these pieces on these squares, whatever stands on others
    ///
    /// Written like a FEN: "W:W32,37,38:B23,24" is White to move, with men on these squares; K marks kings, `?` stands
    /// for either side to move.
    #[arg(long, value_name = "PATTERN", group = "board")]
    pattern: Option<Pattern>,

    /// Look for the position or pattern with colours changed, too
    #[arg(long, requires = "board")]
    swap: bool,

    /// Look for the position or pattern in variations, too
    #[arg(long, requires = "board")]
    variations: bool,
}

/// Where the position that was looked for occurs first, in moves from the start of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) ply: usize,
    pub(super) position: AnyPosition,
}

impl Filter {
    /// Whether a game meets the conditions on its tags.
    pub(super) fn admits(&self, game: &Game) -> bool {
        let tag = |name: &str| game.tag(name).unwrap_or_default();
        let has = |part: &Option<String>, name: &str| {
            part.as_ref().is_none_or(|part| contains(tag(name), part))
        };
        has(&self.white, "White")
            && has(&self.black, "Black")
            && has(&self.event, "Event")
            && (has(&self.player, "White") || has(&self.player, "Black"))
            && self
                .year
                .is_none_or(|years| year(tag("Date")).is_some_and(|y| years.contain(y)))
            && self
                .result
                .as_ref()
                .is_none_or(|wanted| GameResult::parse(wanted) == game.result())
            && self.tag.iter().all(|wanted| wanted.fits(tag(&wanted.name)))
    }

    /// Whether the moves of games matter at all.
    pub(super) fn looks_at_positions(&self) -> bool {
        self.fen.is_some() || self.pattern.is_some()
    }

    /// Where the position occurs for the first time.
    pub(super) fn find(&self, game: &Game, resolution: &Resolution) -> Option<Place> {
        let swapped_fen = self.fen.as_ref().filter(|_| self.swap).map(Wanted::swap);
        let swapped_pattern = self.pattern.filter(|_| self.swap).map(|p| p.swap_colors());
        let meets = |position: &AnyPosition| {
            with_position!(position, |p| {
                let fen = [&self.fen, &swapped_fen];
                let pattern = [&self.pattern, &swapped_pattern];
                fen.into_iter().flatten().any(|w| w.is(p))
                    || pattern.into_iter().flatten().any(|w| w.matches(p))
            })
        };
        self.walk(game, resolution, meets)
    }

    /// Goes through the positions of a game until one meets a condition.
    fn walk(
        &self,
        game: &Game,
        resolution: &Resolution,
        meets: impl Fn(&AnyPosition) -> bool,
    ) -> Option<Place> {
        let start = resolution.start?;
        // The position is not known behind a move that could not be played.
        let mut now = (0, Some(start));
        let mut before = now;
        let mut lines = vec![];
        let found = |(ply, position): (usize, Option<AnyPosition>)| {
            let position = position.filter(|p| meets(p))?;
            Some(Place { ply, position })
        };
        if let Some(place) = found(now) {
            return Some(place);
        }
        for (node, step) in game.body.iter().zip(&resolution.steps) {
            match &node.item {
                Item::Open => {
                    lines.push((now, before));
                    now = before;
                    continue;
                }
                Item::Close => {
                    (now, before) = lines.pop().unwrap_or((now, before));
                    continue;
                }
                _ if !lines.is_empty() && !self.variations => continue,
                Item::Setup(text) => {
                    let setup = fen::read(text).ok().map(|fen| fen.setup);
                    now.1 = setup.and_then(|s| start.rules().position(&s).ok());
                    before = now;
                }
                Item::Move(_) | Item::Unknown if *step != Step::Part => {
                    before = now;
                    let played = now.1.zip(step.mv()).map(|(position, mv)| {
                        with_position!(position, |p| {
                            let mut next = p;
                            next.play_unchecked(mv);
                            AnyPosition::from(next)
                        })
                    });
                    now = (now.0 + 1, played);
                }
                _ => continue,
            }
            if let Some(place) = found(now) {
                return Some(place);
            }
        }
        None
    }
}

/// Whether a text has a part, in any case.
fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

/// The year of a date however it is written: its first group of four digits.
pub(super) fn year(date: &str) -> Option<u16> {
    date.split(|c: char| !c.is_ascii_digit())
        .find(|group| group.len() == 4)
        .and_then(|group| group.parse().ok())
}

/// Years from one to another.
#[derive(Clone, Copy, Debug)]
struct Years {
    first: u16,
    last: u16,
}

impl Years {
    fn contain(self, year: u16) -> bool {
        (self.first..=self.last).contains(&year)
    }
}

impl FromStr for Years {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let digits = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
            let number = text.parse().ok().filter(|_| digits);
            number.ok_or_else(|| format!("expected a year of four digits, found {text:?}"))
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(format!("{first} is later than {last}"));
        }
        Ok(Self { first, last })
    }
}

/// A tag and what it must be.
#[derive(Clone, Debug)]
struct TagValue {
    name: String,
    /// In lower case, taken apart at its stars.
    parts: Vec<String>,
}

impl FromStr for TagValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| format!("expected NAME=VALUE, found {text:?}"))?;
        Ok(Self {
            name: name.trim().to_owned(),
            parts: value.to_lowercase().split('*').map(str::to_owned).collect(),
        })
    }
}

impl TagValue {
    fn fits(&self, value: &str) -> bool {
        let value = value.to_lowercase();
        match self.parts.as_slice() {
            [] => true,
            [whole] => value == *whole,
            [first, middle @ .., last] => {
                let Some(mut rest) = value.strip_prefix(first.as_str()) else {
                    return false;
                };
                for part in middle {
                    let Some(at) = rest.find(part.as_str()) else {
                        return false;
                    };
                    rest = rest.get(at + part.len()..).unwrap_or_default();
                }
                rest.ends_with(last.as_str())
            }
        }
    }
}

/// A whole position that is looked for.
#[derive(Clone, Copy, Debug)]
struct Wanted(Setup);

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("start") {
            let start = Rules::International.start();
            return Ok(Self(with_position!(start, |p| p.setup())));
        }
        let letters = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic());
        if letters {
            let setup = hub::read(text).map_err(|e| e.to_string())?;
            return Ok(Self(setup));
        }
        let fen = fen::read(text).map_err(|e| e.to_string())?;
        Ok(Self(fen.setup))
    }
}

impl Wanted {
    fn is<P: Position<Geometry = Board10>>(&self, position: &P) -> bool {
        let found = position.setup();
        self.0.turn.is_none_or(|_| self.0.turn == found.turn)
            && self.0.a == position.board(BoardName::A)
            && self.0.b == found.b
    }

    /// The same with colours changed and the board turned round.
    fn swap(&self) -> Self {
        Self(Setup {
            turn: self.0.turn.map(|turn| !turn),
            a: self.0.a.swap_colors(),
            b: self.0.b.map(|b| b.swap_colors()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_of_real_dates() {
        for (date, expected) in [
            ("2009.04.17", Some(2009)),
            ("13-01-1996", Some(1996)),
            ("1950.", Some(1950)),
            ("17 april 2009", Some(2009)),
            ("1998/1999", Some(1998)),
            ("2007-??-??", Some(2007)),
            ("03.07.20", None),
            ("????.??.??", None),
            ("", None),
        ] {
            assert_eq!(year(date), expected, "{date}");
        }
    }

    #[test]
    fn stars_stand_for_any_text() {
        let fits = |pattern: &str, value: &str| {
            pattern
                .parse::<TagValue>()
                .is_ok_and(|wanted| wanted.fits(value))
        };
        assert!(fits("Round=1", "1") && !fits("Round=1", "10"));
        assert!(fits("Site=*amster*", "Nieuw-Amsterdam NL"));
        assert!(fits("Site=a*b*c", "axxbyyc") && !fits("Site=a*b*c", "axxc"));
        assert!(!fits("Site=ab*ba", "aba"), "no letter counts twice");
        assert!(fits("Round=", "") && !fits("Round=", "1"));
        assert!(fits("Annotator=*", ""));
    }
}
