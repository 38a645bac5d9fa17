//! What a match is to be: the engines, what they may use, and how long it goes on.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use damier_core::Rules;
use damier_protocol::hub::History;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limit::Limit;
use crate::opening::Openings;
use crate::statistics::Sprt;

/// How an engine is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// A program that speaks Hub on its stdin and stdout.
    Hub {
        /// Its command line.
        command: String,
    },
    /// The same in the dialect before 2017, which Scan 2.0 speaks.
    Hub1 {
        /// Its command line.
        command: String,
    },
    /// A program that listens for DXP on the port written `{port}` in its command line.
    Dxp {
        /// Its command line.
        command: String,
    },
    /// A program that is running already and listens for DXP.
    DxpConnect {
        /// Host and port.
        address: String,
    },
    /// A program that will connect to us for DXP.
    DxpListen {
        /// Host and port.
        address: String,
    },
    /// Random moves, for trying things out.
    Random {
        /// Where the randomness comes from.
        seed: u64,
    },
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// How it is reached.
    pub link: Link,
    /// The directory it is started in; `None` for ours.
    pub directory: Option<PathBuf>,
    /// What it is called; `None` for what it calls itself.
    pub name: Option<String>,
    /// Parameters to be set.
    pub options: Vec<(String, String)>,
    /// Lines for its stdin before every game, where it speaks another protocol; `{ms}` is the time of a move in
    /// milliseconds.
    pub console: Vec<String>,
    /// How much of the game it is told with every move.
    #[serde(with = "history")]
    pub history: History,
}

/// A text that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "engine {0:?}: expected hub:DIRECTORY:COMMAND, hub1:DIRECTORY:COMMAND, dxp:DIRECTORY:COMMAND with {{port}}, \
     dxp-connect:HOST:PORT, dxp-listen:HOST:PORT or random[:SEED]"
)]
pub struct EngineSpecError(pub String);

impl EngineSpec {
    /// An engine reached in this way, with nothing set.
    pub fn new(link: Link) -> Self {
        Self {
            link,
            directory: None,
            name: None,
            options: vec![],
            console: vec![],
            history: History::Game,
        }
    }
}

/// `hub:DIRECTORY:COMMAND` and the like; the directory may be empty. `hub2` is another word for `hub`.
impl FromStr for EngineSpec {
    type Err = EngineSpecError;

    fn from_str(text: &str) -> Result<Self, EngineSpecError> {
        let error = || EngineSpecError(text.to_owned());
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "random" => {
                let seed = if rest.is_empty() { Ok(0) } else { rest.parse() };
                let seed = seed.map_err(|_| error())?;
                return Ok(Self::new(Link::Random { seed }));
            }
            "dxp-connect" | "dxp-listen" if rest.is_empty() => return Err(error()),
            "dxp-connect" => {
                let address = rest.to_owned();
                return Ok(Self::new(Link::DxpConnect { address }));
            }
            "dxp-listen" => {
                let address = rest.to_owned();
                return Ok(Self::new(Link::DxpListen { address }));
            }
            _ => {}
        }
        let (directory, command) = rest.split_once(':').ok_or_else(error)?;
        if command.trim().is_empty() {
            return Err(error());
        }
        let command = command.to_owned();
        let link = match kind {
            "hub" | "hub2" => Link::Hub { command },
            "hub1" => Link::Hub1 { command },
            "dxp" if command.contains("{port}") => Link::Dxp { command },
            _ => return Err(error()),
        };
        let mut spec = Self::new(link);
        spec.directory = (!directory.is_empty()).then(|| PathBuf::from(directory));
        Ok(spec)
    }
}

/// Short, for messages.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            return f.write_str(name);
        }
        match &self.link {
            Link::Hub { command } | Link::Hub1 { command } | Link::Dxp { command } => {
                f.write_str(command)
            }
            Link::DxpConnect { address } | Link::DxpListen { address } => f.write_str(address),
            Link::Random { seed } => write!(f, "random mover {seed}"),
        }
    }
}

mod history {
    //! `History` as text.

    use damier_protocol::hub::History;
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Name {
        Game,
        SinceIrreversible,
        Position,
    }

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde calls"
    )]
    pub(super) fn serialize<S: Serializer>(history: &History, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(match history {
            History::Game => "game",
            History::SinceIrreversible => "since-irreversible",
            History::Position => "position",
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<History, D::Error> {
        Ok(match Name::deserialize(from)? {
            Name::Game => History::Game,
            Name::SinceIrreversible => History::SinceIrreversible,
            Name::Position => History::Position,
        })
    }
}

/// A match that is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Engine A, whose score is counted, and engine B.
    pub engines: [EngineSpec; 2],
    /// The game.
    pub rules: Rules,
    /// What an engine may use for its moves.
    pub limit: Limit,
    /// How much later than its limit an answer may arrive.
    pub margin: Duration,
    /// How long to wait where there is no clock, and for an engine to start.
    pub patience: Duration,
    /// Where games start.
    pub openings: Openings,
    /// Number of games, two on each opening; an odd number is raised by one.
    pub games: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Plies, those of the opening not counted, after which a game is stopped: drawn where the rules know draws,
    /// unfinished where they do not.
    pub max_plies: usize,
    /// Occurrences of a position after which a game without draws is stopped as unfinished.
    pub max_occurrences: u32,
    /// Stop when this test has decided.
    pub sprt: Option<Sprt>,
    /// The name of the match.
    pub event: String,
    /// Where every game is kept as soon as it is over. A match that was broken off goes on from here.
    pub state: Option<PathBuf>,
    /// Where the games are written as PDN. The file is written anew.
    pub pdn: Option<PathBuf>,
    /// Where the report is written as JSON.
    pub json: Option<PathBuf>,
}

impl Plan {
    /// A match of 100 games of international draughts at a tenth of a second a move.
    pub fn new(a: EngineSpec, b: EngineSpec) -> Self {
        Self {
            engines: [a, b],
            rules: Rules::International,
            limit: Limit::default(),
            margin: Duration::from_millis(200),
            patience: Duration::from_mins(1),
            openings: Openings::default(),
            games: 100,
            concurrency: 1,
            max_plies: 400,
            max_occurrences: 4,
            sprt: None,
            event: "Match".to_owned(),
            state: None,
            pdn: None,
            json: None,
        }
    }
}
