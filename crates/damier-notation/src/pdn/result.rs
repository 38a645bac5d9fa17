//! Results of games in every convention. Knows nothing of where in a file they stand.

use std::fmt;

/// How a game ended, by whatever convention it was written.
///
/// The first number is White's, also where Black moved first; only files of English draughts mean the first mover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `2-0`, `1-0`.
    WhiteWins,
    /// `1-1`, `1/2-1/2`.
    Draw,
    /// `0-2`, `0-1`.
    BlackWins,
    /// `0-0`: nobody gets a point.
    BothLose,
    /// `*`: not finished, or not known.
    Unknown,
    /// Points of another scoring, such as `4-6`.
    Other(Box<str>),
}

/// The numbers in which results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ResultStyle {
    /// `2-0`, `1-1`, `0-2`.
    #[default]
    International,
    /// `1-0`, `1/2-1/2`, `0-1`.
    Chess,
}

impl GameResult {
    /// Reads any spelling. What is no result at all is [`Other`](Self::Other); nothing, `?` and `-` are unknown.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let plain: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| match c {
                '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
                c => c,
            })
            .collect();
        match plain.as_str() {
            "2-0" | "1-0" => Self::WhiteWins,
            "1-1" | "1/2-1/2" | "½-½" | "0.5-0.5" => Self::Draw,
            "0-2" | "0-1" => Self::BlackWins,
            "0-0" => Self::BothLose,
            "*" | "" | "?" | "-" => Self::Unknown,
            _ => Self::Other(text.trim().into()),
        }
    }

    /// The result in a style.
    pub fn text(&self, style: ResultStyle) -> &str {
        let international = style == ResultStyle::International;
        match self {
            Self::WhiteWins if international => "2-0",
            Self::WhiteWins => "1-0",
            Self::Draw if international => "1-1",
            Self::Draw => "1/2-1/2",
            Self::BlackWins if international => "0-2",
            Self::BlackWins => "0-1",
            Self::BothLose => "0-0",
            Self::Unknown => "*",
            Self::Other(text) => text,
        }
    }

    /// Whether it says who won or that nobody did, in a scoring that is known.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Self::Unknown | Self::Other(_))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text(ResultStyle::International))
    }
}
