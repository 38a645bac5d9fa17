//! `damier serve`: the board in a browser. The server and the page live in `damier-web`; here it is started and named.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};

use anyhow::Context;
use damier_search::MAX_HASH_MIB;
use damier_web::{Folder, Limits, Openings, Options, Server};

use crate::engine::FOLDER_HELP;
use crate::output::Answer;

/// Open a board in a browser: play, analyse, set up, load and save games of both kinds.
///
/// Serves a page on this machine and prints its address; Ctrl-C ends it. The page fetches nothing from elsewhere, and
/// nothing leaves this machine. With --host other machines can be let in: there is no password, so only where everybody
/// may play. The API behind the page is described in docs/openapi.json.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Port; 0 takes any that is free
    #[arg(long, short, value_name = "PORT", default_value_t = 8610)]
    port: u16,

    /// Name or address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,

    /// Another name under which browsers ask for the page
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Threads that search, all games together; 0 takes as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Engine")]
    threads: usize,

    /// Size of the hash table of each search in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 16,
        help_heading = "Engine"
    )]
    hash: usize,

    /// Folder of endgame tables (see damier egdb)
    #[arg(long, value_name = "FOLDER", long_help = FOLDER_HELP, help_heading = "Engine")]
    tables: Option<PathBuf>,

    /// Let the engine play openings from this book (see damier book), not from the one of the program
    #[arg(long, value_name = "FILE", help_heading = "Engine")]
    book: Option<PathBuf>,

    /// Let the engine play no openings by heart
    #[arg(long, conflicts_with = "book", help_heading = "Engine")]
    no_book: bool,

    /// Searches at the same time; more are refused
    #[arg(long, value_name = "N", default_value_t = 32, help_heading = "Limits")]
    searches: usize,

    /// Connections at the same time; more are closed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1024,
        help_heading = "Limits"
    )]
    connections: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    anyhow::ensure!(
        (1..=MAX_HASH_MIB).contains(&args.hash),
        "--hash {}: expected 1 to {MAX_HASH_MIB} MiB",
        args.hash
    );
    anyhow::ensure!(args.searches > 0, "--searches 0: expected at least 1");
    let openings = match &args.book {
        Some(path) => Openings::Own(Arc::new(crate::book::open(path)?)),
        None if args.no_book => Openings::None,
        None => Openings::Embedded,
    };
    let options = Options {
        host: args.host.clone(),
        port: args.port,
        threads: args.threads,
        hash_mib: args.hash,
        tables: Folder::choose(args.tables.as_deref()),
        openings,
        names: args.name.clone(),
        limits: Limits {
            searches: args.searches,
            connections: args.connections,
            ..Limits::default()
        },
    };
    let server = Server::bind(&options)?;
    let (end, ended) = mpsc::channel();
    ctrlc::set_handler(move || {
        // Nobody hears of it any more if it ends already.
        let _ = end.send(());
    })
    .context("cannot listen for Ctrl-C")?;
    let address = server.address();
    let mut out = anstream::stdout();
    // Printed once it listens, so that a program that reads this line can connect.
    writeln!(out, "http://{address}/")?;
    out.flush()?;
    if !address.ip().is_loopback() {
        tracing::warn!("other machines can reach {address}: there is no password");
    }
    if args.open {
        let shown = if address.ip().is_unspecified() {
            format!("http://127.0.0.1:{}/", address.port())
        } else {
            format!("http://{address}/")
        };
        if let Err(error) = open(&shown) {
            tracing::warn!("{error:#}");
        }
    }
    server.run(ended)?;
    Ok(Answer::Done)
}

/// Hands an address to the browser.
fn open(address: &str) -> anyhow::Result<()> {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("explorer", &[])
    } else {
        ("xdg-open", &[])
    };
    Command::new(program)
        .args(first)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {program} to open {address}"))?;
    Ok(())
}
