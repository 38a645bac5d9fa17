//! The squares of a move text, without a position to check them against.

use damier_core::{Board10, Geometry, Square};

use super::SyntaxProblem;

/// Start, end and a captured square for every square of the board.
const MOST: usize = 52;

/// A way to write a move that readers take and writers avoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Oddity {
    /// Blanks inside.
    Blanks,
    /// A square with a leading zero.
    LeadingZero,
    /// `X` or `:` for a capture, or a dash that is not the hyphen.
    Separator,
    /// No separator at all.
    NoSeparator,
}

impl Oddity {
    const ALL: [Self; 4] = [
        Self::Blanks,
        Self::LeadingZero,
        Self::Separator,
        Self::NoSeparator,
    ];
}

/// The numbers of a move text as written.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    numbers: [u8; MOST],
    len: u8,
    oddities: u8,
    capture: bool,
    /// Two squares without separator and with three digits: where else they could be cut.
    other_cut: Option<(u8, u8)>,
}

impl Spelling {
    /// Takes a text apart. The error is the column, in characters from 1, and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, (usize, SyntaxProblem)> {
        let mut spelling = Self {
            numbers: [0; MOST],
            len: 0,
            oddities: 0,
            capture: false,
            other_cut: None,
        };
        let trimmed = text.trim_start();
        let offset = text.len() - trimmed.len();
        let column = |at: usize| text.get(..offset + at).map_or(1, |s| s.chars().count() + 1);
        let text_of = trimmed.trim_end();
        spelling
            .fill(text_of)
            .map_err(|(at, problem)| (column(at), problem))?;
        Ok(spelling)
    }

    fn fill(&mut self, text: &str) -> Result<(), (usize, SyntaxProblem)> {
        if text.is_empty() {
            return Err((0, SyntaxProblem::Empty));
        }
        let mut at = 0;
        loop {
            let digits = text
                .as_bytes()
                .iter()
                .skip(at)
                .take_while(|b| b.is_ascii_digit())
                .count();
            let number = text.get(at..at + digits).unwrap_or_default();
            let first_and_last = self.len == 0 && at + digits == text.len();
            if first_and_last && (2..=4).contains(&digits) {
                return self.without_separator(number);
            }
            if digits == 0 {
                let expected = "a square number";
                return Err((
                    at,
                    match text.get(at..).and_then(|t| t.chars().next()) {
                        Some(found) => SyntaxProblem::Unexpected { expected, found },
                        None => SyntaxProblem::End { expected },
                    },
                ));
            }
            self.push(number).map_err(|problem| (at, problem))?;
            at += digits;
            if at == text.len() {
                break;
            }
            at = self.separator(text, at)?;
        }
        if self.len < 2 {
            let expected = "a separator and a second square";
            return Err((at, SyntaxProblem::End { expected }));
        }
        Ok(())
    }

    fn push(&mut self, number: &str) -> Result<(), SyntaxProblem> {
        let value = number.bytes().fold(0_u32, |n, b| {
            n.saturating_mul(10).saturating_add(u32::from(b - b'0'))
        });
        if number.len() > 1 && number.starts_with('0') {
            self.note(Oddity::LeadingZero);
        }
        let square = Square::<Board10>::new(value)?;
        let place = self.numbers.get_mut(usize::from(self.len));
        *place.ok_or(SyntaxProblem::TooLong)? = square.number();
        self.len += 1;
        Ok(())
    }

    /// Passes one separator and the blanks around it.
    fn separator(&mut self, text: &str, start: usize) -> Result<usize, (usize, SyntaxProblem)> {
        let mut rest = text.get(start..).unwrap_or_default().chars();
        let mut at = start;
        let mut found = None;
        let expected = "-, x or :";
        while let Some(c) = rest.clone().next() {
            match c {
                '0'..='9' if found.is_some() => return Ok(at),
                c if c.is_whitespace() => self.note(Oddity::Blanks),
                _ if found.is_some() => break,
                '-' => found = Some(c),
                'x' => {
                    self.capture = true;
                    found = Some(c);
                }
                'X' | ':' | '×' => {
                    self.capture = true;
                    self.note(Oddity::Separator);
                    found = Some(c);
                }
                '\u{2010}'..='\u{2015}' | '\u{2212}' => {
                    self.note(Oddity::Separator);
                    found = Some(c);
                }
                found => return Err((at, SyntaxProblem::Unexpected { expected, found })),
            }
            at += c.len_utf8();
            rest.next();
        }
        let expected = if found.is_some() {
            "a square number"
        } else {
            expected
        };
        Err((
            at,
            match rest.next() {
                Some(found) => SyntaxProblem::Unexpected { expected, found },
                None => SyntaxProblem::End { expected },
            },
        ))
    }

    /// `16`, `1118`, `118`: two squares in a row.
    fn without_separator(&mut self, digits: &str) -> Result<(), (usize, SyntaxProblem)> {
        self.note(Oddity::NoSeparator);
        let cut = |at: usize| -> Option<(u8, u8)> {
            let square = |text: &str| {
                let zero = text.len() > 1 && text.starts_with('0') && digits.len() != 4;
                let square = Square::<Board10>::new(text.parse().ok()?).ok()?;
                (!zero).then_some(square.number())
            };
            Some((square(digits.get(..at)?)?, square(digits.get(at..)?)?))
        };
        let (first, other) = match digits.len() {
            2 => (cut(1), None),
            3 => (cut(1), cut(2)),
            _ => (cut(2), None),
        };
        let Some((from, to)) = first.or(other) else {
            let digits = digits.to_owned();
            return Err((0, SyntaxProblem::Digits { digits }));
        };
        self.numbers[0] = from;
        self.numbers[1] = to;
        self.len = 2;
        self.other_cut = first.and(other);
        Ok(())
    }

    fn note(&mut self, oddity: Oddity) {
        self.oddities |= 1 << oddity as u8;
    }

    /// What is odd about the text.
    pub fn oddities(&self) -> impl Iterator<Item = Oddity> {
        let bits = self.oddities;
        Oddity::ALL
            .into_iter()
            .filter(move |&o| bits & 1 << o as u8 != 0)
    }

    /// Whether nothing is odd about it.
    pub fn is_plain(&self) -> bool {
        self.oddities == 0
    }

    /// Whether it has a separator that is for captures only.
    pub fn says_capture(&self) -> bool {
        self.capture
    }

    /// Whether it has a separator at all.
    pub fn has_separator(&self) -> bool {
        self.oddities & 1 << Oddity::NoSeparator as u8 == 0
    }

    /// The numbers in the order of the text.
    pub fn numbers(&self) -> &[u8] {
        self.numbers
            .get(..usize::from(self.len))
            .unwrap_or_default()
    }

    /// The other way to cut three digits into two squares.
    pub(super) fn other_cut(&self) -> Option<(u8, u8)> {
        self.other_cut
    }

    /// The squares in the order of the text, if the board has them all.
    pub(super) fn squares<G: Geometry>(&self) -> Vec<Square<G>> {
        self.numbers()
            .iter()
            .filter_map(|&n| Square::new(n.into()).ok())
            .collect()
    }
}
