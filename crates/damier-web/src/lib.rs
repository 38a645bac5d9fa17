//! International and Alician draughts in a browser: a server with an HTTP and WebSocket API, and the page that uses it.
//!
//! The rules stay here: the page asks and shows. Nothing is kept between requests; each brings its game. The API is
//! described in `docs/openapi.json`, which the server hands out as `/api/openapi.json`.
//!
//! ```no_run
//! use damier_web::{Options, Server};
//!
//! let server = Server::bind(&Options { port: 8610, ..Options::default() })?;
//! println!("http://{}", server.address());
//! // Until the other end of the channel says so, or is gone.
//! let (_stop, stopped) = std::sync::mpsc::channel();
//! server.run(stopped)?;
//! # Ok::<(), damier_web::ServeError>(())
//! ```

mod diagram;
mod error;
mod explain;
mod game;
mod guard;
mod level;
mod page;
mod pdn;
mod play;
mod probe;
mod records;
mod routes;
mod search;
mod server;
mod setup;
mod socket;
mod state;
mod turns;
mod words;

pub use damier_endgame::Folder;
pub use server::{Options, Running, ServeError, Server};
pub use state::{Limits, Openings};
