//! The other side of the protocol: drives any engine that speaks it. Knows no pipe and no time; whoever uses it sets
//! the time-outs.

use std::collections::VecDeque;

use damier_core::Move;
use damier_notation::movetext::MoveTextError;
use thiserror::Error;

use super::action::{Identity, Mode};
use super::info::Info;
use super::level::Level;
use super::line::{Line, quote};
use super::moves::read_move;
use super::parameter::Declaration;
use crate::game::AnyGame;

/// How much of the game an engine is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum History {
    /// The first position and all moves.
    #[default]
    Game,
    /// The position after the last move that cannot be taken back, and the moves since.
    SinceIrreversible,
    /// The present position alone.
    Position,
}

/// Names a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(u64);

/// What has happened or is to be done, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Write this line.
    Send(String),
    /// The engine has told its parameters and waits for their values.
    Declared,
    /// The engine is ready for games.
    Ready,
    /// It tells of the search that is going on.
    Info {
        /// Which.
        search: SearchId,
        /// What it tells.
        info: Info,
    },
    /// A search has ended.
    Done {
        /// Which.
        search: SearchId,
        /// The move; none if the engine sees no legal one.
        best: Option<Move>,
        /// The reply it expects.
        ponder: Option<Move>,
    },
    /// A search has ended with something that is no legal move.
    Illegal {
        /// Which.
        search: SearchId,
        /// What it said.
        text: String,
        /// What is wrong with it.
        problem: MoveTextError,
    },
    /// The answer to a ping.
    Pong,
    /// The engine complains.
    Error(String),
    /// A line that is no message, or none that fits now.
    Text(String),
}

/// Something the engine cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DriverError {
    /// It has no such parameter.
    #[error("the engine has no parameter {name}: expected one of {}", .known.join(", "))]
    NoParameter {
        /// The name asked for.
        name: String,
        /// The names it has.
        known: Vec<String>,
    },
    /// The protocol cannot say the value.
    #[error(
        "value {value:?} of parameter {name}: the protocol cannot write a quote or a control character"
    )]
    Unwritable {
        /// The parameter.
        name: String,
        /// The value.
        value: String,
    },
}

#[derive(Debug)]
struct Search {
    id: SearchId,
    game: AnyGame,
    pondering: bool,
    cancelled: bool,
    stopped: bool,
}

/// The state of a conversation with an engine.
#[derive(Debug, Default)]
pub struct Driver {
    history: History,
    identity: Identity,
    declarations: Vec<Declaration>,
    declared: bool,
    ready: bool,
    /// Searches without their `done`, oldest first. There is one `done` for each `go`, in order.
    searches: VecDeque<Search>,
    /// The result of a ponder search that ended before the opponent moved.
    held: Option<(SearchId, Event)>,
    next_id: u64,
    events: VecDeque<Event>,
}

impl Driver {
    /// For an engine that is told this much of a game.
    pub fn new(history: History) -> Self {
        Self {
            history,
            ..Self::default()
        }
    }

    /// The next event.
    pub fn poll(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// What the engine says of itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The parameters it has declared.
    pub fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }

    /// Whether it is ready for games.
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    /// Whether some search has not ended.
    pub fn is_searching(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Asks the engine for its parameters; [`Event::Declared`] follows.
    pub fn start(&mut self) {
        self.send("hub".to_owned());
    }

    /// Sets a parameter, unless it has the value already.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), DriverError> {
        let Some(declaration) = self.declarations.iter_mut().find(|d| d.name == name) else {
            return Err(DriverError::NoParameter {
                name: name.to_owned(),
                known: self.declarations.iter().map(|d| d.name.clone()).collect(),
            });
        };
        if value.chars().any(|c| c == '"' || c.is_control()) {
            return Err(DriverError::Unwritable {
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
        if declaration.value != value {
            value.clone_into(&mut declaration.value);
            self.send(format!(
                "set-param name={} value={}",
                quote(name),
                quote(value)
            ));
        }
        Ok(())
    }

    /// Has the engine load what it needs; [`Event::Ready`] follows.
    pub fn initialise(&mut self) {
        self.ready = false;
        self.send("init".to_owned());
    }

    /// Has the engine forget the game before.
    pub fn new_game(&mut self) {
        self.send("new-game".to_owned());
    }

    /// Has the engine search the present position of a game. The side to move must have a legal move.
    pub fn search(&mut self, game: &AnyGame, level: &Level, mode: Mode) -> SearchId {
        let told = match self.history {
            History::Game => game.clone(),
            History::SinceIrreversible => game.since_irreversible(),
            History::Position => AnyGame::new(game.position()),
        };
        let start = AnyGame::new(told.start()).hub();
        let moves: Vec<String> = told.moves().iter().map(ToString::to_string).collect();
        // Some engines find the moves only between quotes.
        self.send(match moves.as_slice() {
            [] => format!("pos pos={start}"),
            moves => format!("pos pos={start} moves=\"{}\"", moves.join(" ")),
        });
        for line in level.lines() {
            self.send(line);
        }
        self.send(
            match mode {
                Mode::Think => "go think",
                Mode::Ponder => "go ponder",
                Mode::Analyze => "go analyze",
            }
            .to_owned(),
        );
        let id = SearchId(self.next_id);
        self.next_id += 1;
        self.searches.push_back(Search {
            id,
            game: game.clone(),
            pondering: mode == Mode::Ponder,
            cancelled: false,
            stopped: false,
        });
        id
    }

    /// Has a search end soon; its result follows.
    pub fn stop(&mut self, id: SearchId) {
        self.end(id, false);
    }

    /// Ends a search whose result nobody wants.
    pub fn cancel(&mut self, id: SearchId) {
        self.held.take_if(|(held, _)| *held == id);
        self.end(id, true);
    }

    fn end(&mut self, id: SearchId, cancel: bool) {
        let Some(search) = self.searches.iter_mut().find(|s| s.id == id) else {
            return;
        };
        search.cancelled |= cancel;
        search.pondering = false;
        if !std::mem::replace(&mut search.stopped, true) {
            self.send("stop".to_owned());
        }
    }

    /// The opponent made the expected move: a ponder search becomes an ordinary one.
    pub fn ponder_hit(&mut self, id: SearchId) {
        if let Some((_, event)) = self.held.take_if(|(held, _)| *held == id) {
            self.events.push_back(event);
        } else if let Some(search) = self.searches.iter_mut().find(|s| s.id == id)
            && std::mem::take(&mut search.pondering)
        {
            self.send("ponder-hit".to_owned());
        }
    }

    /// Asks for a sign of life.
    pub fn ping(&mut self) {
        self.send("ping".to_owned());
    }

    /// Has the engine leave.
    pub fn quit(&mut self) {
        self.send("quit".to_owned());
    }

    fn send(&mut self, line: String) {
        self.events.push_back(Event::Send(line));
    }

    /// Takes in a line.
    pub fn receive(&mut self, text: &str) {
        let line = match Line::read(text) {
            Ok(Some(line)) => line,
            Ok(None) => return,
            Err(_) => return self.events.push_back(Event::Text(text.to_owned())),
        };
        match line.command.as_str() {
            "id" => {
                let text = |name| line.value(name).unwrap_or_default().to_owned();
                self.identity = Identity {
                    name: text("name"),
                    version: text("version"),
                    author: text("author"),
                    country: text("country"),
                };
            }
            "param" if !self.declared => match Declaration::read(&line) {
                Ok(declaration) => self.declarations.push(declaration),
                Err(_) => self.events.push_back(Event::Text(text.to_owned())),
            },
            "wait" if !self.declared => {
                self.declared = true;
                self.events.push_back(Event::Declared);
            }
            "ready" if !self.ready => {
                self.ready = true;
                self.events.push_back(Event::Ready);
            }
            "info" => self.info(&line),
            "done" => self.done(&line, text),
            "pong" => self.events.push_back(Event::Pong),
            "error" => {
                let message = line.value("message").unwrap_or(text).to_owned();
                self.events.push_back(Event::Error(message));
            }
            _ => self.events.push_back(Event::Text(text.to_owned())),
        }
    }

    fn info(&mut self, line: &Line) {
        // What comes before the `done` of a cancelled search is about that search.
        if let Some(search) = self.searches.front().filter(|s| !s.cancelled) {
            let search = search.id;
            let info = Info::read(line);
            self.events.push_back(Event::Info { search, info });
        }
    }

    fn done(&mut self, line: &Line, text: &str) {
        let Some(mut search) = self.searches.pop_front() else {
            return self.events.push_back(Event::Text(text.to_owned()));
        };
        if search.cancelled {
            return;
        }
        let event = match line
            .value("move")
            .map(|said| (said, read_move(&search.game, said)))
        {
            None => Event::Done {
                search: search.id,
                best: None,
                ponder: None,
            },
            Some((_, Ok(mv))) => {
                let played = search.game.play(&mv).is_ok();
                let reply = line.value("ponder").filter(|_| played);
                Event::Done {
                    search: search.id,
                    best: Some(mv),
                    ponder: reply.and_then(|reply| read_move(&search.game, reply).ok()),
                }
            }
            Some((said, Err(problem))) => Event::Illegal {
                search: search.id,
                text: said.to_owned(),
                problem,
            },
        };
        if search.pondering {
            self.held = Some((search.id, event));
        } else {
            self.events.push_back(event);
        }
    }
}

impl Info {
    /// The moves of the best line, as far as they are legal.
    pub fn legal_pv(&self, game: &AnyGame) -> Vec<Move> {
        let mut game = game.clone();
        let legal = self.pv.iter().map_while(|text| {
            let mv = read_move(&game, text).ok()?;
            game.play(&mv).ok()?;
            Some(mv)
        });
        legal.collect()
    }
}
