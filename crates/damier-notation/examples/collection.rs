//! Writes a made-up collection of games to stdout: `collection [GAMES]`. For trying tools on more games than anybody
//! would keep in a repository.

#[path = "../benches/pdn/collection.rs"]
mod collection;

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let games = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(1_000);
    let mut out = BufWriter::new(io::stdout().lock());
    match collection::write(games, &mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
