//! `damier diagram`: a position as a picture.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::ValueEnum;
use damier_core::{BoardName, Rules, Square};
use damier_notation::svg::{self, Arrow, Options};

use crate::args::Common;
use crate::line::{self, Line, Played, with_line};
use crate::output::Answer;
use crate::readings;

/// Draw a position as SVG or PNG.
///
/// The picture needs no fonts. The last of --moves is marked; the two boards of Alician draughts stand side by side.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// FEN or Hub string of the position; `start` or nothing for the start position
    #[arg(value_name = "POSITION")]
    position: Option<String>,

    /// The game: international, alician, alician:letter, alician:obligation=..,blocked=.. (--help explains)
    #[arg(long, value_name = "RULES", long_help = readings::LONG_HELP)]
    rules: Option<Rules>,

    /// Moves to play from the position first, such as "32-28 19-23"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// The file, .svg or .png; `-` for stdout
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// What to draw, if the name of the file does not say it
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Squares to highlight, such as 28,B23
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    mark: Vec<Mark>,

    /// Arrows over two squares or more, such as 32-28,B19-10-5
    #[arg(long, value_name = "ARROWS", value_delimiter = ',')]
    arrow: Vec<ArrowText>,

    /// Draw the board as Black sees it
    #[arg(long)]
    flip: bool,

    /// No numbers on the squares
    #[arg(long)]
    no_numbers: bool,

    /// Do not show the side to move
    #[arg(long)]
    no_turn: bool,

    /// Width of a square in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 48, value_parser = clap::value_parser!(u32).range(4..=256))]
    square: u32,
}

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    Png,
}

/// A square of a board, written `28`, `A28` or `B28`.
#[derive(Clone, Copy, Debug)]
struct Mark(BoardName, Square);

impl FromStr for Mark {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (board, number) = split_board(text);
        Ok(Self(board, square(number)?))
    }
}

/// An arrow, its squares parted by dashes.
#[derive(Clone, Debug)]
struct ArrowText(Arrow);

impl FromStr for ArrowText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (board, path) = split_board(text);
        let squares: Vec<Square> = path
            .split(['-', 'x'])
            .map(square)
            .collect::<Result<_, _>>()?;
        if squares.len() < 2 {
            return Err(format!(
                "expected two squares or more like 32-28, found {text:?}"
            ));
        }
        Ok(Self(Arrow { board, squares }))
    }
}

/// The board in front of a text; A if none is named.
fn split_board(text: &str) -> (BoardName, &str) {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix(['b', 'B']) {
        (BoardName::B, rest)
    } else {
        (BoardName::A, text.strip_prefix(['a', 'A']).unwrap_or(text))
    }
}

fn square(text: &str) -> Result<Square, String> {
    let number = text.trim().parse().ok();
    number
        .and_then(|number: u32| Square::new(number).ok())
        .ok_or_else(|| format!("expected a square from 1 to 50, found {text:?}"))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let format = args.format()?;
    let common = Common {
        position: args.position.clone(),
        rules: args.rules,
        moves: args.moves.clone(),
        json: false,
    };
    let picture = with_line!(line::read(&common)?, |line| args.draw(&line, format))?;
    if args.output == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(&picture)?;
        out.flush()?;
    } else {
        fs::write(&args.output, picture)
            .with_context(|| format!("cannot write {}", args.output.display()))?;
    }
    Ok(Answer::Done)
}

impl Args {
    fn format(&self) -> anyhow::Result<Format> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        if self.output == Path::new("-") {
            return Ok(Format::Svg);
        }
        let extension = self.output.extension().unwrap_or_default();
        for (name, format) in [("svg", Format::Svg), ("png", Format::Png)] {
            if extension.eq_ignore_ascii_case(name) {
                return Ok(format);
            }
        }
        bail!(
            "{} is neither .svg nor .png: --format says what to draw",
            self.output.display()
        )
    }

    fn draw<P: Played>(&self, line: &Line<P>, format: Format) -> anyhow::Result<Vec<u8>> {
        let position = line.game.position();
        let mut marked: Vec<(BoardName, Square)> = last_move(line);
        marked.extend(self.mark.iter().map(|m| (m.0, m.1)));
        let arrows: Vec<Arrow> = self.arrow.iter().map(|a| a.0.clone()).collect();
        let boards = marked
            .iter()
            .map(|m| m.0)
            .chain(arrows.iter().map(|a| a.board));
        for board in boards {
            if !P::BOARDS.contains(&board) {
                bail!("there is no board {board} in {}", line.rules);
            }
        }
        let options = Options {
            numbers: !self.no_numbers,
            turn: !self.no_turn,
            flip: self.flip,
            marked,
            arrows,
            square: self.square,
            ..Options::default()
        };
        Ok(match format {
            Format::Svg => svg::svg(position, &options).into_bytes(),
            Format::Png => svg::png(position, &options)?,
        })
    }
}

/// The squares of the last move: where it started, and where its piece stands now.
fn last_move<P: Played>(line: &Line<P>) -> Vec<(BoardName, Square)> {
    let Some(mv) = line.game.moves().next_back() else {
        return vec![];
    };
    let before = line.game.positions().rev().nth(1);
    let from = before.and_then(|p| p.piece_at(mv.from));
    let mut marked: Vec<(BoardName, Square)> = from
        .into_iter()
        .map(|(board, _)| (board, mv.from))
        .collect();
    // In Alician draughts the piece has gone to the other board.
    let to = line.game.position().piece_at(mv.to);
    marked.extend(to.map(|(board, _)| (board, mv.to)));
    marked
}
