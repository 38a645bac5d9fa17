//! What all requests share: endgame tables, the searches, the limits. Knows nothing of HTTP.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use damier_core::{Alician, Reading, Rules, Single};
use damier_endgame::{Folder, Tables};
use damier_search::book::Book;
use tokio::sync::Semaphore;

use crate::search::Searches;

/// The endgame tables of all games.
pub(crate) struct Tablebases {
    pub(crate) international: Tables<Single>,
    /// In the order of [`Reading::ALL`].
    pub(crate) alician: [Tables<Alician>; 4],
}

impl Tablebases {
    /// Those of a folder, and where it has none those that are part of the program.
    pub(crate) fn load(folder: &Folder) -> io::Result<Self> {
        let of = |reading| Tables::for_play(folder, Rules::Alician(reading));
        let [a, b, c, d] = Reading::ALL;
        Ok(Self {
            international: Tables::for_play(folder, Rules::International)?,
            alician: [of(a)?, of(b)?, of(c)?, of(d)?],
        })
    }
}

/// Which openings the engine plays by heart, unless its opponent wants it to think.
#[derive(Clone, Debug, Default)]
pub enum Openings {
    /// Those of the book that comes with the program.
    #[default]
    Embedded,
    /// Those of another book; games it is not for use the one of the program.
    Own(Arc<Book>),
    /// None.
    None,
}

impl Openings {
    /// The book for a game.
    pub(crate) fn book(&self, rules: Rules) -> Option<&Book> {
        match self {
            Self::None => None,
            Self::Own(book) if book.rules() == rules => Some(book),
            Self::Own(_) | Self::Embedded => Book::embedded(rules),
        }
    }
}

/// What must not be exceeded.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Searches at the same time, waiting ones included.
    pub searches: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// Longest search asked for over HTTP.
    pub http_search: Duration,
    /// Longest analysis over a WebSocket.
    pub analysis: Duration,
    /// Time to send a request.
    pub receive: Duration,
    /// Time for a client to take what it asked for.
    pub send: Duration,
    /// Body of an ordinary request, bytes.
    pub body: usize,
    /// Body of a request with a collection of games, bytes.
    pub collection: usize,
    /// Collections read at the same time.
    pub collections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            searches: 32,
            connections: 1024,
            http_search: Duration::from_secs(30),
            analysis: Duration::from_hours(1),
            receive: Duration::from_secs(10),
            send: Duration::from_secs(20),
            body: 256 << 10,
            collection: 64 << 20,
            collections: 2,
        }
    }
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) tables: Tablebases,
    pub(crate) openings: Openings,
    pub(crate) searches: Searches,
    pub(crate) limits: Limits,
    /// Room for work on short requests.
    pub(crate) work: Arc<Semaphore>,
    /// Room for collections being read.
    pub(crate) collections: Arc<Semaphore>,
    /// Names under which the server may be asked for, besides addresses.
    pub(crate) names: Vec<String>,
}
