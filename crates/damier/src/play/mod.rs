//! `damier play`: a game in the terminal or over a pipe. Here are its arguments and its loop; the game itself is in
//! `session`.

mod command;
mod events;
mod input;
mod pdn;
mod random;
mod session;
mod table;
mod text;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use damier_core::{Color, Game, Move};
use damier_search::book::{Book, BookChoice};
use damier_search::{
    Control, Engine, Evaluation, FULL_LEVEL, Found, Limits, Progress, level_nodes,
};

use crate::args::Common;
use crate::book;
use crate::engine::{self, EngineArgs, Searched, Use};
use crate::line::{self, Line, Played, with_line};
use crate::output::Answer;
use crate::show::Look;
use command::Command;
use events::EventView;
use input::Input;
use random::Random;
use session::{Player, Program, Session, Terms, View};
use text::TextView;

/// Two random movers get to an end well before this; if they do not, they never may.
const MOST_PLIES_WITHOUT_HUMANS: usize = 2_000;

/// Play in the terminal.
///
/// Two people at one keyboard, one of them against the engine or a random mover, or programs among themselves. The board is drawn after each move; type help
/// in the game for what can be typed. On leaving, the game is printed as PDN. Works over a pipe as well: one line of
/// input for each thing typed, the end of the input ends the game.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,

    /// Who plays White
    #[arg(long, value_name = "PLAYER", value_enum, default_value = "human")]
    white: Player,

    /// Who plays Black
    #[arg(long, value_name = "PLAYER", value_enum, default_value = "human")]
    black: Player,

    /// How strong the engine plays: 1 looks hardly further than the next capture, 10 uses all its time
    #[arg(long, value_name = "1..10", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10), help_heading = "Engine")]
    level: u8,

    /// Seconds of the engine for a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = engine::seconds, help_heading = "Engine")]
    time: Duration,

    #[command(flatten)]
    engine: EngineArgs,

    /// Let the engine play openings from this book (see damier book)
    #[arg(long, value_name = "FILE", help_heading = "Engine")]
    book: Option<PathBuf>,

    /// Seed of the random mover: the same seed and moves give the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Play as at a real board, by the arbiter's rules
    ///
    /// A touched piece must be moved. A forgotten, too small or unfinished capture stands unless the opponent asks
    /// for its correction before he moves. No move is taken back.
    #[arg(long)]
    touch_move: bool,

    /// Stop the game as unfinished after this many plies (2000 if no human plays)
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    /// Show no boards and moves, only answers and the PDN
    #[arg(long, short)]
    quiet: bool,

    /// A tag for the PDN, such as --tag Event="Club evening"; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = tag)]
    tag: Vec<(String, String)>,

    /// Append the PDN to a file as well
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    look: Look,
}

fn tag(text: &str) -> Result<(String, String), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err("expected NAME=VALUE".to_owned());
    };
    pdn::check_tag(name)?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let line = line::read(&args.common)?;
    with_line!(line, |line| args.play(line))
}

impl Args {
    fn play<P: Searched>(&self, line: Line<P>) -> anyhow::Result<Answer> {
        let players = [self.white, self.black];
        let mut engine = players
            .contains(&Player::Engine)
            .then(|| self.engine.engine::<P>(line.rules, Use::Found))
            .transpose()?;
        let book = self.book.as_deref().map(book::open).transpose()?;
        if let Some(book) = &book {
            book.expect(line.rules)?;
        }
        let mut program = Opponent {
            engine: engine.as_mut(),
            limits: self.limits(),
            book: book.as_ref(),
            openings: Random::new(self.seed.unwrap_or_else(Random::fresh_seed)),
        };
        let humans = players.contains(&Player::Human);
        let terms = Terms {
            players,
            seed: self.seed.unwrap_or_else(Random::fresh_seed),
            touch_move: self.touch_move,
            max_plies: self
                .max_plies
                .or((!humans).then_some(MOST_PLIES_WITHOUT_HUMANS)),
        };
        tracing::info!("seed of the random mover: {}", terms.seed);
        let tags = self.tags(&terms);
        // A file that cannot be written should be known before the game, not after it.
        let mut save = self.open()?;
        let session = Session::new(line, terms);
        let out = anstream::stdout();
        let pdn = if self.common.json {
            let mut view = EventView { out, tags: &tags };
            let mut input = Input::open(false);
            let session = conduct(session, &mut input, &mut view, &mut program)?;
            session.pdn(&tags)
        } else {
            let mut view = TextView {
                out,
                look: self.look.options(),
                quiet: self.quiet,
            };
            let session = conduct(session, &mut Input::open(true), &mut view, &mut program)?;
            let pdn = session.pdn(&tags);
            view.out.write_all(pdn.as_bytes())?;
            view.out.flush()?;
            pdn
        };
        if let Some((file, path)) = &mut save {
            writeln!(file, "{pdn}").with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(Answer::Done)
    }

    /// What a level lets the engine see.
    fn limits(&self) -> Limits {
        Limits {
            move_time: Some(self.time),
            nodes: level_nodes(self.level),
            ..Limits::default()
        }
    }

    fn engine_name(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        match self.level {
            FULL_LEVEL => format!("damier {version}"),
            level => format!("damier {version} (level {level})"),
        }
    }

    fn open(&self) -> anyhow::Result<Option<(File, &PathBuf)>> {
        let Some(path) = &self.save else {
            return Ok(None);
        };
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Some((file, path)))
    }

    /// The tags that the game itself does not give.
    fn tags(&self, terms: &Terms) -> BTreeMap<String, String> {
        let mut tags = BTreeMap::new();
        let mut set = |name: &str, value: String| tags.insert(name.to_owned(), value);
        set(
            "Date",
            jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string(),
        );
        for color in Color::ALL {
            let (name, kind) = match terms.players[color as usize] {
                Player::Human => ("?".to_owned(), "human"),
                Player::Random => (format!("Random mover (seed {})", terms.seed), "program"),
                Player::Engine => (self.engine_name(), "program"),
            };
            set(&color.to_string(), name);
            set(&format!("{color}Type"), kind.to_owned());
        }
        tags.extend(self.tag.iter().cloned());
        tags
    }
}

/// The engine with its book.
struct Opponent<'a, P: Searched> {
    engine: Option<&'a mut Engine<P, Evaluation<P>>>,
    limits: Limits,
    book: Option<&'a Book>,
    openings: Random,
}

impl<P: Searched> Opponent<'_, P> {
    fn search(&mut self, game: &Game<P>) -> Option<Found> {
        let engine = self.engine.as_mut()?;
        let quiet = &mut |_: &Progress| {};
        Some(engine.search(game, &self.limits, &Control::new(), quiet))
    }
}

impl<P: Searched> Program<P> for Opponent<'_, P> {
    fn choose(&mut self, game: &Game<P>) -> Option<Move> {
        let choice = BookChoice::default();
        let known = self
            .book
            .and_then(|b| b.choose(game.position(), &choice, self.openings.next()));
        known.or_else(|| self.search(game)?.best)
    }

    /// Late in the game when it thinks that it is no better off, before that only when it is worse off.
    fn takes_draw(&mut self, game: &Game<P>) -> bool {
        /// Forty moves: federations forbid to agree on a draw before.
        const LATE: usize = 80;
        /// With so few pieces it is late in any game.
        const FEW: i32 = 10;
        /// Hundredths of a man.
        const WORSE: i32 = 30;
        let late = game.len() >= LATE || game.position().pieces() <= FEW;
        let least = if late { 0 } else { WORSE };
        self.search(game)
            .is_some_and(|found| found.score().0 >= least)
    }
}

/// Plays the game to its end.
fn conduct<P: Played>(
    mut session: Session<P>,
    input: &mut Input,
    view: &mut impl View<P>,
    engine: &mut impl Program<P>,
) -> io::Result<Session<P>> {
    view.start(&session)?;
    loop {
        session.advance(view, engine)?;
        if let Some(end) = session.end() {
            view.end(&session, end)?;
            return Ok(session);
        }
        match input.line(&prompt(&session))? {
            Some(line) => session.obey(Command::parse(&line), view)?,
            None => session.leave(),
        }
    }
}

fn prompt<P: Played>(session: &Session<P>) -> String {
    match session.touched() {
        _ if session.asked().is_some() => format!("{} (yes or no)> ", session.speaker()),
        Some(square) => format!("{} ({square} to)> ", session.speaker()),
        None => format!("{}> ", session.speaker()),
    }
}
