//! The command line. Says what there is to choose, does nothing.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Parser, Subcommand, ValueEnum};
use damier_core::{Color, Single};
use damier_endgame::MOST_PIECES;
use damier_notation::fen;
use damier_search::book::Book;
use damier_search::{Choice, Limits, MAX_CONTEMPT, MAX_HASH_MIB, MAX_THREADS};

use crate::book::Opening;

/// Draughts engine for programs that speak Hub or DXP.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// The protocol to speak.
    #[command(subcommand)]
    pub(crate) protocol: Protocol,
    /// Say more on stderr; twice for all that is sent and received.
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Protocol {
    /// Speak Hub on stdin and stdout.
    Hub(HubArgs),
    /// Play games over DXP.
    Dxp(Box<DxpArgs>),
}

/// What the engine is made of.
#[derive(Debug, Clone, Args)]
pub(crate) struct EngineArgs {
    /// Threads of the search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// Size of the hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = hash)]
    pub(crate) hash: usize,
    /// How positions are judged: learned, hand, material, or a file of weights.
    #[arg(long, value_name = "WHICH", default_value = "learned")]
    pub(crate) evaluation: String,
    /// Folder of endgame tables [default: where `damier egdb` puts them].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// Look positions of at most so many pieces up in endgame tables; 0 for none.
    #[arg(long, value_name = "N", default_value_t = MOST_PIECES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PIECES)))]
    pub(crate) bb_size: u32,
    /// Play for a win against a weaker opponent: how much a full board is worth to the engine, hundredths of a man; 60
    /// to 100 make fewer draws, at some risk. Analysis leaves it out.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=i64::from(MAX_CONTEMPT)))]
    pub(crate) contempt: i32,
    /// Play the opening from this book (see `damier book`); the Hub parameter `book` switches it off and on.
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Play random moves, from a seed: an opponent for testing other programs.
    #[arg(long, value_name = "SEED")]
    pub(crate) random: Option<u64>,
}

impl EngineArgs {
    /// The book asked for.
    pub(crate) fn opening(&self) -> anyhow::Result<Opening> {
        let read = |file: &PathBuf| {
            let bytes = std::fs::read(file)?;
            anyhow::Ok(Book::read(&bytes)?)
        };
        let book = self
            .book
            .as_ref()
            .map(|file| read(file).with_context(|| format!("--book {}", file.display())));
        Ok(Opening::new(book.transpose()?))
    }

    /// The evaluation asked for.
    pub(crate) fn choice(&self) -> anyhow::Result<Choice> {
        Ok(match self.evaluation.as_str() {
            "learned" => Choice::Learned,
            "hand" => Choice::ByHand,
            "material" => Choice::Material,
            file => Choice::Bytes(std::fs::read(file).with_context(|| {
                format!(
                    "--evaluation {file}: expected learned, hand, material or a file of weights"
                )
            })?),
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct HubArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// The commands come from a file: bring every limited search to its end before the next command, `quit` or the
    /// end of the file counts.
    #[arg(long)]
    pub(crate) batch: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DxpArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Who asks for games [default: who connects].
    #[arg(long, value_enum)]
    pub(crate) role: Option<RoleArg>,
    /// Games to play before leaving [default: 1 as initiator, any number as follower].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: Option<u32>,
    /// Our name.
    #[arg(long, default_value = concat!("damier ", env!("CARGO_PKG_VERSION")))]
    pub(crate) name: String,
    /// As initiator: minutes a player for the whole game. Programs read whole numbers; not all read others.
    #[arg(long, value_name = "MINUTES", default_value = "5", value_parser = minutes)]
    pub(crate) time: Duration,
    /// As initiator: moves a player for the whole game, 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..1000))]
    pub(crate) moves: u16,
    /// As initiator: our colour in the first game; it changes from game to game.
    #[arg(long, value_enum, default_value_t = ColorArg::White)]
    pub(crate) color: ColorArg,
    /// As initiator: the position games start from.
    #[arg(long, value_name = "FEN", value_parser = position)]
    pub(crate) position: Option<Single>,
    /// Seconds a move at most, whatever the clock says. In games without a clock the default is 1.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) move_time: Option<Duration>,
    /// Plies of search at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Nodes a move at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// What to answer when the other end wants moves back.
    #[arg(long, value_enum, default_value_t = TakeBackArg::Accept)]
    pub(crate) take_back: TakeBackArg,
    /// Seconds that the other end may be overdue before we claim the game; 0 for ever.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds_or_none)]
    pub(crate) patience: Duration,
    /// Write every game to this PDN file, behind those that are in it.
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Place {
    /// Wait for connections here. A port alone is one of this machine that others cannot reach.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) listen: Option<String>,
    /// Connect to a program that listens there.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) connect: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RoleArg {
    /// We ask for games.
    Initiator,
    /// We are asked.
    Follower,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ColorArg {
    White,
    Black,
}

impl From<ColorArg> for Color {
    fn from(color: ColorArg) -> Self {
        match color {
            ColorArg::White => Self::White,
            ColorArg::Black => Self::Black,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TakeBackArg {
    /// Take them back.
    Accept,
    /// Say that it cannot be done.
    Unsupported,
    /// Say no.
    Refuse,
}

impl DxpArgs {
    /// The limits of a move that do not depend on the clock.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            ..Limits::default()
        }
    }
}

fn threads(text: &str) -> Result<usize, String> {
    within(text, MAX_THREADS)
}

fn hash(text: &str) -> Result<usize, String> {
    within(text, MAX_HASH_MIB)
}

fn within(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=most).contains(n));
    number.ok_or_else(|| format!("expected a whole number from 1 to {most}"))
}

fn number(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|n: &f64| n.is_finite() && *n >= 0.0);
    number.ok_or_else(|| "expected a number from 0".to_owned())
}

fn seconds_or_none(text: &str) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number(text)?).map_err(|e| e.to_string())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = seconds_or_none(text)?;
    if time.is_zero() {
        return Err("expected more than 0 seconds".to_owned());
    }
    Ok(time)
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = number(text)?;
    if !(0.01..=999.0).contains(&minutes) {
        return Err("expected 0.01 to 999 minutes".to_owned());
    }
    Ok(Duration::from_secs_f64(minutes * 60.0))
}

fn position(text: &str) -> Result<Single, String> {
    // Quotes come along when a position is copied from a file.
    let text = text.trim().trim_matches(['"', '\'']);
    let read = fen::read(text).map_err(|e| e.to_string())?;
    Single::from_setup(&read.setup).map_err(|e| e.to_string())
}
