//! Diagrams as SVG, and as PNG with the feature `png`. Everything is drawn, numbers included, so no font is needed.

mod glyphs;
mod pieces;
#[cfg(feature = "png")]
mod png;

use std::fmt::Write as _;

use damier_core::{Board10, BoardName, Color, Position, Square};

#[cfg(feature = "png")]
pub use self::png::{PngError, png};
use crate::fen;

/// Units of a square. All places are whole numbers of them or near.
const SQUARE: f64 = 100.0;
const BOARD: f64 = 10.0 * SQUARE;
/// The frame around a board.
const FRAME: f64 = 34.0;
/// Around everything.
const MARGIN: f64 = 16.0;
/// Beside the boards, for the side to move.
const SIDE: f64 = 84.0;
/// Between two boards.
const GAP: f64 = 40.0;
/// Above the boards of a game on two, for their names.
const TITLE: f64 = 74.0;

/// How a diagram looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Every dark square shows its number.
    pub numbers: bool,
    /// The side to move is shown.
    pub turn: bool,
    /// Seen by Black: square 50 at the top left.
    pub flip: bool,
    /// Squares in another colour.
    pub marked: Vec<(BoardName, Square)>,
    /// Arrows along squares.
    pub arrows: Vec<Arrow>,
    /// Width of a square in pixels.
    pub square: u32,
    /// The colours.
    pub theme: Theme,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            numbers: true,
            turn: true,
            flip: false,
            marked: vec![],
            arrows: vec![],
            square: 48,
            theme: Theme::default(),
        }
    }
}

/// An arrow from the first square over the others to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The board it is drawn on.
    pub board: BoardName,
    /// At least two squares; fewer draw nothing.
    pub squares: Vec<Square>,
}

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Behind everything; none leaves it transparent.
    pub background: Option<Rgb>,
    /// Light squares.
    pub light: Rgb,
    /// Dark squares.
    pub dark: Rgb,
    /// The frame.
    pub frame: Rgb,
    /// Numbers on dark squares.
    pub number: Rgb,
    /// Marked squares.
    pub mark: Rgb,
    /// Arrows.
    pub arrow: Rgb,
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            background: Some(Rgb(0xfb, 0xf8, 0xf2)),
            light: Rgb(0xf3, 0xe3, 0xc3),
            dark: Rgb(0xb0, 0x7d, 0x54),
            frame: Rgb(0x5c, 0x3b, 0x22),
            number: Rgb(0xf0, 0xd9, 0xb2),
            mark: Rgb(0x76, 0x8f, 0x3a),
            arrow: Rgb(0x1f, 0x6f, 0xb2),
        }
    }
}

/// The diagram of a position.
///
/// ```
/// use damier_core::Single;
/// use damier_notation::svg::{self, Options};
/// let start: Single = Single::default();
/// let text = svg::svg(&start, &Options::default());
/// assert!(text.starts_with("<svg xmlns="));
/// assert_eq!(text.matches("href=\"#damier-wm\"").count(), 20 + 1);
/// ```
pub fn svg<P: Position<Geometry = Board10>>(position: &P, options: &Options) -> String {
    let boards = P::BOARDS.len() as f64;
    let titles = if P::BOARDS.len() > 1 { TITLE } else { 0.0 };
    let side = if options.turn { SIDE } else { 0.0 };
    let framed = BOARD + 2.0 * FRAME;
    let width = 2.0 * MARGIN + boards * framed + (boards - 1.0) * GAP + side;
    let height = 2.0 * MARGIN + framed + titles;
    let scale = f64::from(options.square.clamp(1, 1_000)) / SQUARE;
    let mut drawing = Drawing {
        text: String::with_capacity(16 * 1024),
        options,
    };
    drawing.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" role=\"img\">\n\
         <title>{}</title>\n",
        (width * scale).round(),
        (height * scale).round(),
        fen::write(position),
    ));
    drawing.text.push_str(pieces::DEFINITIONS);
    if let Some(color) = options.theme.background {
        drawing.add(format_args!(
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n"
        ));
    }
    for (i, &name) in P::BOARDS.iter().enumerate() {
        let x = MARGIN + FRAME + i as f64 * (framed + GAP);
        let y = MARGIN + FRAME + titles;
        if P::BOARDS.len() > 1 {
            drawing.title(name, x + BOARD / 2.0, MARGIN + titles / 2.0 - 4.0);
        }
        drawing.add(format_args!("<g transform=\"translate({x} {y})\">\n"));
        drawing.board(position, name);
        drawing.add(format_args!("</g>\n"));
    }
    if options.turn {
        let bottom = (position.turn() == Color::White) != options.flip;
        let y = MARGIN
            + titles
            + FRAME
            + if bottom {
                BOARD - SQUARE / 2.0
            } else {
                SQUARE / 2.0
            };
        drawing.turn(position.turn(), width - MARGIN - side / 2.0, y);
    }
    drawing.text.push_str("</svg>\n");
    drawing.text
}

struct Drawing<'a> {
    text: String,
    options: &'a Options,
}

impl Drawing<'_> {
    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// The top left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let (row, column) = (square.row(), square.column());
        let (row, column) = if self.options.flip {
            (9 - row, 9 - column)
        } else {
            (row, column)
        };
        (f64::from(column) * SQUARE, f64::from(row) * SQUARE)
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn board<P: Position<Geometry = Board10>>(&mut self, position: &P, name: BoardName) {
        let theme = self.options.theme;
        let framed = BOARD + 2.0 * FRAME;
        self.add(format_args!(
            "<rect x=\"{0}\" y=\"{0}\" width=\"{framed}\" height=\"{framed}\" rx=\"12\" fill=\"{1}\"/>\n\
             <rect x=\"-7\" y=\"-7\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"{3}\" stroke-opacity=\"0.45\" stroke-width=\"3\"/>\n\
             <rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{3}\"/>\n",
            -FRAME,
            theme.frame,
            BOARD + 14.0,
            theme.light,
        ));
        let mut squares = String::new();
        for square in Square::<Board10>::all() {
            let (x, y) = self.corner(square);
            let _ = write!(squares, "M{x} {y}h100v100h-100z");
        }
        self.add(format_args!(
            "<path d=\"{squares}\" fill=\"{}\"/>\n",
            theme.dark
        ));
        for &(_, square) in self
            .options
            .marked
            .iter()
            .filter(|(board, _)| *board == name)
        {
            let (x, y) = self.corner(square);
            self.add(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{}\" fill-opacity=\"0.9\"/>\n",
                theme.mark
            ));
        }
        if self.options.numbers {
            self.numbers();
        }
        let board = position.board(name);
        for (square, piece) in board.iter() {
            let (x, y) = self.middle(square);
            self.piece(pieces::id(piece), x, y);
        }
        let options = self.options;
        for arrow in options.arrows.iter().filter(|a| a.board == name) {
            self.arrow(arrow);
        }
    }

    fn piece(&mut self, id: &str, x: f64, y: f64) {
        self.add(format_args!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>\n"));
    }

    fn numbers(&mut self) {
        self.add(format_args!(
            "<g fill=\"none\" stroke=\"{}\" stroke-width=\"1.25\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
            self.options.theme.number
        ));
        for square in Square::<Board10>::all() {
            let (x, y) = self.corner(square);
            for (i, digit) in square.to_string().bytes().enumerate() {
                let x = x + 5.5 + 10.4 * i as f64;
                self.add(format_args!(
                    "<path transform=\"translate({x:.1} {}) scale(1.36)\" d=\"{}\"/>\n",
                    y + 5.5,
                    glyphs::of(digit)
                ));
            }
        }
        self.add(format_args!("</g>\n"));
    }

    fn title(&mut self, name: BoardName, x: f64, y: f64) {
        self.add(format_args!(
            "<path transform=\"translate({} {}) scale(4)\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
            x - 12.0,
            y - 20.0,
            glyphs::of(name.letter() as u8),
            self.options.theme.frame
        ));
    }

    /// A man of the side to move, with an arrowhead towards the board.
    fn turn(&mut self, color: Color, x: f64, y: f64) {
        self.add(format_args!(
            "<path d=\"M{} {y}l14 -11v22z\" fill=\"{}\"/>\n",
            x - SIDE / 2.0 + 4.0,
            self.options.theme.frame
        ));
        let id = pieces::id(damier_core::Piece::man(color));
        self.add(format_args!(
            "<g transform=\"translate({} {y}) scale(0.62)\"><use href=\"#{id}\"/></g>\n",
            x + 10.0
        ));
    }

    fn arrow(&mut self, arrow: &Arrow) {
        const HEAD: f64 = 30.0;
        const OFFSET: f64 = 28.0;
        let points: Vec<(f64, f64)> = arrow.squares.iter().map(|&s| self.middle(s)).collect();
        let [.., (px, py), (ex, ey)] = points.as_slice() else {
            return;
        };
        let length = (ex - px).hypot(ey - py);
        if length < HEAD + OFFSET {
            return;
        }
        let (dx, dy) = ((ex - px) / length, (ey - py) / length);
        let (bx, by) = (ex - HEAD * dx, ey - HEAD * dy);
        let mut line = String::new();
        for pair in points.windows(2) {
            let [(x, y), (nx, ny)] = pair else { continue };
            if line.is_empty() {
                // The piece stays visible.
                let length = (nx - x).hypot(ny - y).max(1.0);
                let (x, y) = (
                    x + OFFSET * (nx - x) / length,
                    y + OFFSET * (ny - y) / length,
                );
                let _ = write!(line, "M{x:.1} {y:.1}");
            } else {
                let _ = write!(line, "L{x} {y}");
            }
        }
        let _ = write!(line, "L{bx:.1} {by:.1}");
        let half = 0.62 * HEAD;
        self.add(format_args!(
            "<g opacity=\"0.85\"><path d=\"{line}\" fill=\"none\" stroke=\"{0}\" stroke-width=\"13\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/><path d=\"M{ex} {ey}L{1:.1} {2:.1}L{3:.1} {4:.1}z\" fill=\"{0}\" stroke=\"{0}\" \
             stroke-width=\"3\" stroke-linejoin=\"round\"/></g>\n",
            self.options.theme.arrow,
            bx - half * dy,
            by + half * dx,
            bx + half * dy,
            by - half * dx,
        ));
    }
}
