//! The tolerant FEN reader. It reads every spelling that has one meaning and refuses what has none or several.

use damier_core::{Bitboard, Board, Color, Piece, Setup, Square};

use super::Fen;
use super::error::{FenError, FenProblem, Located};

/// Reads a FEN of one board, `W:W31-50:B1-20`, or of two, `W:W31-50:B1-20/W:B`.
///
/// It takes the sides in either order, empty lists, ranges (also of kings), leading zeros, small letters, blanks,
/// a final dot, `?` for the side to move, the tail `:H0:F1`, the doubled side to move of old py-draughts (the second
/// counts), captured pieces of a broken-off capture (`G`, `P`: left out) and a tag around it all. Every problem is
/// reported, not only the first. Whether anybody could play on is not asked: making a position of the setup does. Only
/// where something else is wrong, men on their far row are reported as well.
pub fn read(text: &str) -> Result<Fen, FenError> {
    let (fen, mut problems, unplayable) = parse(text);
    if problems.is_empty() {
        return Ok(fen);
    }
    problems.extend(unplayable);
    Err(error(problems))
}

/// Reads a FEN from which somebody wants to play: a man on its far row and an unknown side to move are problems too,
/// and have their place.
pub(crate) fn read_playable(text: &str) -> Result<Fen, FenError> {
    let (fen, mut problems, unplayable) = parse(text);
    problems.extend(unplayable);
    if problems.is_empty() {
        return Ok(fen);
    }
    Err(error(problems))
}

/// Reads a FEN that need not name both sides: the pieces of one that is left out are none.
pub(crate) fn read_part(text: &str) -> Result<Fen, FenError> {
    let (fen, mut problems, _) = parse(text);
    problems.retain(|p| !matches!(p.problem, FenProblem::NoList { .. }));
    if problems.is_empty() {
        return Ok(fen);
    }
    Err(error(problems))
}

/// What a text says, what is wrong with it as text, and what keeps people from playing.
fn parse(text: &str) -> (Fen, Vec<Located>, Vec<Located>) {
    let glyphs: Vec<Glyph> = text
        .chars()
        .zip(1..)
        .map(|(c, column)| Glyph {
            c: normal(c),
            column,
        })
        .collect();
    let end = glyphs.len() + 1;
    let mut reader = Reader::default();
    let fen = reader.fen(Field {
        glyphs: &glyphs,
        end,
    });
    (fen, reader.problems, reader.unplayable)
}

fn error(mut problems: Vec<Located>) -> FenError {
    problems.sort_by_key(|p| p.column);
    FenError { problems }
}

/// Dashes and blanks of every kind look alike on paper; so they do here.
fn normal(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '“' | '”' | '„' => '"',
        '_' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => ' ',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

#[derive(Clone, Copy)]
struct Glyph {
    c: char,
    column: usize,
}

/// A piece of the text and the column behind it.
#[derive(Clone, Copy)]
struct Field<'a> {
    glyphs: &'a [Glyph],
    end: usize,
}

impl<'a> Field<'a> {
    fn column(&self) -> usize {
        self.glyphs.first().map_or(self.end, |g| g.column)
    }

    fn first(&self) -> Option<char> {
        self.glyphs.first().map(|g| g.c)
    }

    /// The text, cut to what a message can hold.
    fn text(&self) -> String {
        let shown = self.glyphs.iter().take(20).map(|g| g.c);
        let more = (self.glyphs.len() > 20).then_some('…');
        shown.chain(more).collect()
    }

    fn sub(&self, from: usize, to: usize) -> Self {
        Self {
            glyphs: self.glyphs.get(from..to).unwrap_or_default(),
            end: self.glyphs.get(to).map_or(self.end, |g| g.column),
        }
    }

    fn skip(&self, n: usize) -> Self {
        self.sub(n, self.glyphs.len())
    }

    fn trim(&self) -> Self {
        let Some(first) = self.glyphs.iter().position(|g| g.c != ' ') else {
            return self.skip(self.glyphs.len());
        };
        let last = self
            .glyphs
            .iter()
            .rposition(|g| g.c != ' ')
            .unwrap_or(first);
        self.sub(first, last + 1)
    }

    fn split(self, separator: char) -> impl Iterator<Item = Field<'a>> {
        let mut start = 0;
        self.glyphs
            .split(move |g| g.c == separator)
            .map(move |part| {
                let field = self.sub(start, start + part.len());
                start += part.len() + 1;
                field.trim()
            })
    }

    /// Takes the longest run of digits off the front.
    fn number(&self) -> (Self, Self) {
        let digits = self
            .glyphs
            .iter()
            .take_while(|g| g.c.is_ascii_digit())
            .count();
        (self.sub(0, digits), self.skip(digits).trim())
    }
}

#[derive(Default)]
struct Reader {
    problems: Vec<Located>,
    unplayable: Vec<Located>,
}

impl Reader {
    fn report(&mut self, column: usize, problem: FenProblem) {
        self.problems.push(Located { column, problem });
    }

    fn fen(&mut self, text: Field) -> Fen {
        let mut fen = Fen {
            setup: Setup {
                turn: None,
                a: Board::empty(),
                b: None,
            },
            half_moves: None,
            full_move: None,
        };
        let mut text = self.unwrap(text.trim());
        if let Some(dot) = text.glyphs.last().filter(|g| g.c == '.') {
            text = text.sub(0, text.glyphs.len() - 1);
            text.end = dot.column;
            text = text.trim();
        }
        if text.glyphs.is_empty() {
            self.report(text.end, FenProblem::Empty);
            return fen;
        }
        let mut halves = text.split('/');
        let (first, second) = (halves.next(), halves.next());
        if let Some(third) = halves.next() {
            self.report(third.column(), FenProblem::Boards);
        }
        let mut first: Vec<Field> = first.into_iter().flat_map(|half| half.split(':')).collect();
        let mut second: Option<Vec<Field>> = second.map(|half| half.split(':').collect());
        self.tail(second.as_mut().unwrap_or(&mut first), &mut fen);

        let mut lists = first.get(1..).unwrap_or_default();
        let mut turn = first.first().copied().unwrap_or(text);
        if let [again, a, b] = lists
            && side(*again).is_some_and(|(_, squares)| squares.glyphs.is_empty())
            && let (Some((a, _)), Some((b, _))) = (side(*a), side(*b))
            && a != b
        {
            turn = *again;
            lists = lists.get(1..).unwrap_or_default();
        }
        fen.setup.turn = self.turn(turn);
        fen.setup.a = self.board(lists, text.end, Bitboard::EMPTY);
        if let Some(lists) = &second {
            let taken = fen.setup.a.occupied();
            fen.setup.b = Some(self.board(lists, text.end, taken));
        }
        fen
    }

    /// Takes `[FEN "..."]` or quotes off.
    fn unwrap<'a>(&mut self, text: Field<'a>) -> Field<'a> {
        let mut inner = text;
        let mut wrapped = false;
        if text.first() == Some('[') {
            wrapped = true;
            inner = text.skip(1).trim();
            if inner.sub(0, 3).text().eq_ignore_ascii_case("FEN") {
                inner = inner.skip(3).trim();
            } else {
                self.report(inner.column(), FenProblem::Wrapper);
            }
            match inner.glyphs.last() {
                Some(bracket) if bracket.c == ']' => {
                    inner = inner.sub(0, inner.glyphs.len() - 1).trim();
                }
                _ => self.report(inner.end, FenProblem::Wrapper),
            }
        }
        let quotes = (inner.first(), inner.glyphs.last());
        match quotes {
            (Some('"'), Some(last)) if last.c == '"' && inner.glyphs.len() > 1 => {
                inner.sub(1, inner.glyphs.len() - 1).trim()
            }
            _ => {
                if wrapped {
                    self.report(inner.column(), FenProblem::Wrapper);
                }
                inner
            }
        }
    }

    /// Takes the counts of lidraughts off the end.
    fn tail(&mut self, fields: &mut Vec<Field>, fen: &mut Fen) {
        while fields.len() > 1
            && let Some(field) = fields.last().copied()
            && let Some(letter @ ('H' | 'h' | 'F' | 'f' | '+')) = field.first()
        {
            fields.pop();
            let letter = letter.to_ascii_uppercase();
            let number = field.skip(1).trim().text().parse().ok();
            let place = match letter {
                'H' => &mut fen.half_moves,
                'F' => &mut fen.full_move,
                _ => {
                    let found = field.text();
                    self.report(field.column(), FenProblem::Frisian { found });
                    continue;
                }
            };
            if number.is_some() && place.is_none() {
                *place = number;
            } else {
                let found = field.text();
                self.report(field.column(), FenProblem::Count { letter, found });
            }
        }
    }

    fn turn(&mut self, field: Field) -> Option<Color> {
        if field.glyphs.len() == 1 && field.first() == Some('?') {
            let (column, problem) = (field.column(), FenProblem::NoTurn);
            self.unplayable.push(Located { column, problem });
            return None;
        }
        match side(field) {
            Some((color, rest)) if rest.glyphs.is_empty() => Some(color),
            _ => {
                let found = field.text();
                self.report(field.column(), FenProblem::Turn { found });
                None
            }
        }
    }

    fn board(&mut self, lists: &[Field], end: usize, taken: Bitboard) -> Board {
        let mut board = Board::empty();
        // `W::` is an old way to write that there are no pieces.
        if let [a, b] = lists
            && a.glyphs.is_empty()
            && b.glyphs.is_empty()
        {
            return board;
        }
        let mut seen = [false; 2];
        let mut complete = lists.len() >= 2;
        for list in lists {
            let Some((color, squares)) = side(*list) else {
                complete = true;
                let found = list.text();
                self.report(list.column(), FenProblem::Side { found });
                continue;
            };
            let seen = &mut seen[color as usize];
            if *seen {
                self.report(list.column(), FenProblem::SecondList { color });
            }
            *seen = true;
            if !squares.glyphs.is_empty() {
                for item in squares.split(',') {
                    self.item(item, color, taken, &mut board);
                }
            }
        }
        // A list that starts with a wrong letter, or twice with the same one, has been reported already.
        if !complete {
            for color in Color::ALL {
                if !seen[color as usize] {
                    let column = lists.last().map_or(end, |l| l.end);
                    self.report(column, FenProblem::NoList { color });
                }
            }
        }
        board
    }

    /// One square or range with its letter.
    fn item(&mut self, item: Field, color: Color, taken: Bitboard, board: &mut Board) {
        let mark = mark(&item);
        let start = if mark == Mark::Man {
            item
        } else {
            item.skip(1).trim()
        };
        let Some((first, rest)) = self.square(start) else {
            return;
        };
        let mut last = first;
        let mut rest = rest;
        if rest.first() == Some('-') {
            let after = rest.skip(1).trim();
            let other = self::mark(&after);
            let number = if other == Mark::Man {
                after
            } else {
                after.skip(1).trim()
            };
            let Some((to, left)) = self.square(number) else {
                return;
            };
            let (a, b) = (first.number(), to.number());
            if b < a {
                return self.report(item.column(), FenProblem::Backwards { first: a, last: b });
            }
            if other != mark && other != Mark::Man {
                return self.report(item.column(), FenProblem::MixedRange { first: a, last: b });
            }
            last = to;
            rest = left;
        }
        if let Some(glyph) = rest.glyphs.first() {
            return self.report(glyph.column, FenProblem::Unexpected { found: glyph.c });
        }
        let king = match mark {
            Mark::Man => false,
            Mark::King => true,
            Mark::Ghost => return,
        };
        let range = Square::all().filter(|s| (first..=last).contains(s));
        for square in range {
            let problem = if board.pieces(color).contains(square) {
                FenProblem::Doubled { square, color }
            } else if board.pieces(!color).contains(square) {
                FenProblem::BothColors { square }
            } else if taken.contains(square) {
                FenProblem::BothBoards { square }
            } else {
                if !king && Board::promotion_row(color).contains(square) {
                    let (column, problem) = (item.column(), FenProblem::StrayMan { color, square });
                    self.unplayable.push(Located { column, problem });
                }
                board.set(square, Some(Piece { color, king }));
                continue;
            };
            self.report(item.column(), problem);
        }
    }

    fn square<'a>(&mut self, field: Field<'a>) -> Option<(Square, Field<'a>)> {
        let (digits, rest) = field.number();
        if digits.glyphs.is_empty() {
            let found = match field.first() {
                Some(c) => format!("{c:?}"),
                None => "nothing".to_owned(),
            };
            self.report(field.column(), FenProblem::NoSquare { found });
            return None;
        }
        let number = digits.glyphs.iter().fold(0_u32, |n, g| {
            n.saturating_mul(10)
                .saturating_add(g.c.to_digit(10).unwrap_or(0))
        });
        match Square::new(number) {
            Ok(square) => Some((square, rest)),
            Err(error) => {
                self.report(digits.column(), error.into());
                None
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Man,
    King,
    /// Captured in a capture that is not finished; off the board for us.
    Ghost,
}

fn mark(item: &Field) -> Mark {
    match item.first() {
        Some('K' | 'k') => Mark::King,
        Some('G' | 'g' | 'P' | 'p') => Mark::Ghost,
        _ => Mark::Man,
    }
}

/// The side whose letter starts a field, and what follows the letter.
fn side(field: Field<'_>) -> Option<(Color, Field<'_>)> {
    let color = match field.first()? {
        'W' | 'w' => Color::White,
        'B' | 'b' => Color::Black,
        _ => return None,
    };
    Some((color, field.skip(1).trim()))
}
