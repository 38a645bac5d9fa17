//! The choice of a game at run time, made once at the edge: inside, everything is compiled for one game.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::alician::{Alician, Reading, ReadingError};
use crate::setup::{Setup, SetupErrors};
use crate::single::Single;

/// A game that can be played here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// International draughts.
    #[default]
    International,
    /// Alician draughts under one of its readings.
    Alician(Reading),
}

/// A name of rules that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Not a game.
    #[error(
        "unknown rules {0:?}: expected international, alician, alician:letter or alician:obligation=both|board,blocked=void|binding"
    )]
    Unknown(String),
    /// Not a reading of Alician draughts.
    #[error(transparent)]
    Reading(#[from] ReadingError),
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("international", "") => Ok(Self::International),
            ("alician", reading) => Ok(Self::Alician(reading.parse()?)),
            _ => Err(RulesError::Unknown(text.to_owned())),
        }
    }
}

/// The name [`FromStr`] reads; `alician` alone is the default reading.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::International => f.write_str("international"),
            Self::Alician(Reading::DEFAULT) => f.write_str("alician"),
            Self::Alician(Reading::LETTER) => f.write_str("alician:letter"),
            Self::Alician(reading) => write!(f, "alician:{reading}"),
        }
    }
}

impl Rules {
    /// The start position.
    pub fn start(self) -> AnyPosition {
        match self {
            Self::International => AnyPosition::International(Single::default()),
            Self::Alician(reading) => AnyPosition::Alician(Alician::start(reading)),
        }
    }

    /// The position with these pieces.
    pub fn position(self, setup: &Setup) -> Result<AnyPosition, SetupErrors> {
        Ok(match self {
            Self::International => AnyPosition::International(Single::from_setup(setup)?),
            Self::Alician(reading) => AnyPosition::Alician(Alician::from_setup(setup, reading)?),
        })
    }

    /// Number of boards.
    pub const fn boards(self) -> usize {
        match self {
            Self::International => 1,
            Self::Alician(_) => 2,
        }
    }
}

/// A position of any game. Take it apart with [`with_position!`](crate::with_position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Of international draughts.
    International(Single),
    /// Of Alician draughts.
    Alician(Alician),
}

impl AnyPosition {
    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        match self {
            Self::International(_) => Rules::International,
            Self::Alician(position) => Rules::Alician(position.reading()),
        }
    }
}

impl From<Single> for AnyPosition {
    fn from(position: Single) -> Self {
        Self::International(position)
    }
}

impl From<Alician> for AnyPosition {
    fn from(position: Alician) -> Self {
        Self::Alician(position)
    }
}

/// Runs the same code for whatever game a position is of, compiled for each.
///
/// ```
/// use damier_core::{Position, Rules, with_position};
/// let any = "alician".parse::<Rules>()?.start();
/// assert_eq!(with_position!(any, |p| p.legal_moves().len()), 9);
/// # Ok::<(), damier_core::RulesError>(())
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, |$position:ident| $body:expr) => {
        match $any {
            $crate::AnyPosition::International($position) => $body,
            $crate::AnyPosition::Alician($position) => $body,
        }
    };
}
