//! The position of a game as a picture.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use damier_core::{BoardName, Square};
use damier_notation::svg::{self, Arrow, Options};
use serde::Deserialize;

use crate::error::Refused;
use crate::game::{GameRequest, Played, with_table};

/// What to draw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiagramRequest {
    game: GameRequest,
    #[serde(default)]
    format: Format,
    /// Seen by Black.
    #[serde(default)]
    flip: bool,
    /// Without numbers on the squares.
    #[serde(default)]
    no_numbers: bool,
    /// Without the side to move.
    #[serde(default)]
    no_turn: bool,
    /// Width of a square in pixels.
    #[serde(default = "square_width")]
    square: u32,
    #[serde(default)]
    arrows: Vec<ArrowRequest>,
    #[serde(default)]
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Png,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrowRequest {
    board: Option<char>,
    squares: Vec<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    board: Option<char>,
    square: u8,
}

const fn square_width() -> u32 {
    48
}

/// A picture and what it is.
pub(crate) struct Picture(&'static str, Vec<u8>);

impl IntoResponse for Picture {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.0)], self.1).into_response()
    }
}

pub(crate) fn draw(request: &DiagramRequest) -> Result<Picture, Refused> {
    if !(4..=200).contains(&request.square) {
        return Err(Refused::bad(format!(
            "squares of {} pixels: expected 4 to 200",
            request.square
        )));
    }
    if request.arrows.len() > 100 || request.arrows.iter().any(|a| a.squares.len() > 50) {
        return Err(Refused::bad("too many arrows"));
    }
    let options = Options {
        numbers: !request.no_numbers,
        turn: !request.no_turn,
        flip: request.flip,
        marked: request
            .marks
            .iter()
            .map(|m| Ok((board(m.board)?, square(m.square)?)))
            .collect::<Result<_, Refused>>()?,
        arrows: request
            .arrows
            .iter()
            .map(|a| {
                let squares = a.squares.iter().map(|&n| square(n));
                Ok(Arrow {
                    board: board(a.board)?,
                    squares: squares.collect::<Result<_, Refused>>()?,
                })
            })
            .collect::<Result<_, Refused>>()?,
        square: request.square,
        ..Options::default()
    };
    with_table!(request.game.table()?, |table| picture(
        table.game().position(),
        request.format,
        &options
    ))
}

fn picture<P: Played>(position: &P, format: Format, options: &Options) -> Result<Picture, Refused> {
    Ok(match format {
        Format::Svg => Picture(
            "image/svg+xml; charset=utf-8",
            svg::svg(position, options).into_bytes(),
        ),
        Format::Png => Picture(
            "image/png",
            svg::png(position, options).map_err(|error| Refused::bad(error.to_string()))?,
        ),
    })
}

fn board(letter: Option<char>) -> Result<BoardName, Refused> {
    match letter {
        None | Some('A') => Ok(BoardName::A),
        Some('B') => Ok(BoardName::B),
        Some(other) => Err(Refused::bad(format!("board {other:?}: expected A or B"))),
    }
}

fn square(number: u8) -> Result<Square, Refused> {
    Square::new(number.into()).map_err(|error| Refused::bad(error.to_string()))
}
