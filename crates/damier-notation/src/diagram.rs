//! Diagrams in text, for a terminal or a plain file. Colours only when asked for.

use anstyle::{Ansi256Color, Style};
use damier_core::{Board, Board10, BoardName, Color, Piece, Position, Square};

/// How a diagram looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// With the colours of a terminal.
    pub color: bool,
    /// Vacant squares show their number.
    pub numbers: bool,
    /// Draughts symbols instead of letters.
    pub unicode: bool,
    /// Seen by Black: square 50 at the top left.
    pub flip: bool,
    /// Squares to mark, such as those of the last move.
    pub marked: Vec<Square>,
}

/// Columns between two boards.
const GAP: &str = "    ";

/// The diagram of a position, a line a row; two boards stand side by side. The last line says who moves. Each line
/// ends with a line feed.
pub fn text<P: Position<Geometry = Board10>>(position: &P, options: &Options) -> String {
    let boards: Vec<(BoardName, Board)> = P::BOARDS
        .iter()
        .map(|&name| (name, position.board(name)))
        .collect();
    let mut lines = vec![];
    if boards.len() > 1 {
        let titles: Vec<String> = boards
            .iter()
            .map(|(name, _)| format!("{:^26}", format!("board {name}")))
            .collect();
        lines.push(titles.join(GAP));
    }
    let drawn: Vec<Vec<String>> = boards
        .iter()
        .map(|(_, board)| rows(board, options))
        .collect();
    for row in 0..10 {
        let parts: Vec<&str> = drawn
            .iter()
            .filter_map(|d| d.get(row))
            .map(String::as_str)
            .collect();
        lines.push(parts.join(GAP));
    }
    lines.push(format!("{} to move", position.turn()));
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Ten rows of equal width: a number at the dark edge, ten squares of two columns, a number at the other edge.
fn rows(board: &Board, options: &Options) -> Vec<String> {
    (0..10)
        .map(|row| {
            let at = |column| Square::at(place(row, options), place(column, options));
            let number = |column| at(column).map_or(String::new(), |s| s.to_string());
            let cells: String = (0..10)
                .map(|column| cell(board, at(column), options))
                .collect();
            format!("{:>2} {cells} {:<2}", number(0), number(9))
        })
        .collect()
}

/// A row or column of the board at a row or column of the diagram.
fn place(at: u8, options: &Options) -> u8 {
    if options.flip { 9 - at } else { at }
}

/// Two columns wide.
fn cell(board: &Board, square: Option<Square>, options: &Options) -> String {
    let piece = square.and_then(|s| board.piece_at(s));
    let marked = square.is_some_and(|s| options.marked.contains(&s));
    let body = match (square, piece) {
        (None, _) => "  ".to_owned(),
        (Some(square), None) if options.numbers => format!("{square:>2}"),
        (Some(_), None) if options.color => "  ".to_owned(),
        (Some(_), None) if marked => " *".to_owned(),
        (Some(_), None) => " .".to_owned(),
        (Some(_), Some(piece)) if marked && !options.color => {
            format!("*{}", symbol(piece, options))
        }
        (Some(_), Some(piece)) => format!(" {}", symbol(piece, options)),
    };
    if !options.color {
        return body;
    }
    let style = style(square.is_some(), piece, marked);
    format!("{}{body}{}", style.render(), style.render_reset())
}

fn symbol(piece: Piece, options: &Options) -> char {
    match (options.unicode, piece.color, piece.king) {
        (true, Color::White, false) => '⛀',
        (true, Color::White, true) => '⛁',
        (true, Color::Black, false) => '⛂',
        (true, Color::Black, true) => '⛃',
        (false, color, true) => color.letter(),
        (false, color, false) => color.letter().to_ascii_lowercase(),
    }
}

/// The 256 colours that every terminal has.
fn style(dark: bool, piece: Option<Piece>, marked: bool) -> Style {
    let background = match (dark, marked) {
        (false, _) => 187,
        (true, false) => 94,
        (true, true) => 64,
    };
    let style = Style::new().bg_color(Some(Ansi256Color(background).into()));
    match piece.map(|p| p.color) {
        Some(Color::White) => style.bold().fg_color(Some(Ansi256Color(231).into())),
        Some(Color::Black) => style.bold().fg_color(Some(Ansi256Color(16).into())),
        None => style.fg_color(Some(Ansi256Color(180).into())),
    }
}
