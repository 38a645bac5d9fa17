//! Words that start with a digit or a letter: move numbers, moves, results.

use super::{AHEAD, BLANKS, Kind, Text, Token};

/// More squares than a move can name are no move.
const MOST_SQUARES: usize = 60;

impl Text<'_> {
    #[inline]
    pub(super) fn digits_end(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|b| b.is_ascii_digit()).count()
    }

    #[inline]
    pub(super) fn number(&self, at: usize, end: usize) -> Option<u32> {
        let digits = self.bytes.get(at..end)?;
        let value = |n: Option<u32>, b: &u8| n?.checked_mul(10)?.checked_add(u32::from(b - b'0'));
        digits.iter().fold((!digits.is_empty()).then_some(0), value)
    }

    /// The next word if it is a move or a number with nothing odd about it and far from the end of the bytes. Most
    /// words of most files are of this kind, and the long way gives the same.
    #[inline(always)]
    pub(in crate::pdn) fn plain(&self, from: usize) -> Option<Token> {
        let word: &[u8; 16] = self.bytes.get(from..from + 16 + AHEAD)?.first_chunk()?;
        let byte = |i: usize| word.get(i).copied().unwrap_or(0);
        let digit = |i: usize| byte(i).is_ascii_digit();
        let blank = |i: usize| matches!(byte(i), b' ' | b'\n');
        let start = usize::from(blank(0)) + usize::from(blank(0) && blank(1));
        if !digit(start) {
            return None;
        }
        let first = start + 1 + usize::from(digit(start + 1));
        let (kind, end) = match byte(first) {
            b'.' => {
                let mut number = u32::from(byte(start) - b'0');
                if first > start + 1 {
                    number = 10 * number + u32::from(byte(start + 1) - b'0');
                }
                (
                    Kind::Number {
                        number,
                        black: false,
                        flaw: false,
                    },
                    first + 1,
                )
            }
            // A single digit on both sides may be a result.
            b'-' | b'x' if digit(first + 1) && (first > start + 1 || digit(first + 2)) => {
                (Kind::Move, first + 2 + usize::from(digit(first + 2)))
            }
            _ => return None,
        };
        // What follows a blank may belong to the word, unless it is a digit.
        (blank(end) && digit(end + 1)).then_some(Token {
            kind,
            start: from + start,
            end: from + end,
        })
    }

    /// A word that starts with a digit.
    pub(super) fn digits(&self, at: usize) -> (Kind, usize) {
        let end = self.digits_end(at);
        match self.byte(end) {
            b'.' => match self.decimal_result(at) {
                Some(end) => (Kind::Result, end),
                None => self.move_number(at, end, end),
            },
            b'-' | b'x' | b'X' | b':' => self.squares(at, end),
            b'/' | b'+' => match self.literal(at) {
                Some(end) => (Kind::Result, end),
                None => (Kind::Junk, self.junk(at)),
            },
            // Not a separator, so the digits stand alone.
            byte if byte.is_ascii() => self.after_digits(at, end),
            _ if self.separator(end).is_some() => self.squares(at, end),
            _ if self.starts_with(end, "…") => self.move_number(at, end, end),
            _ => self.after_digits(at, end),
        }
    }

    /// Digits with a blank, a bracket or nothing behind them.
    fn after_digits(&self, at: usize, end: usize) -> (Kind, usize) {
        let next = self.blanks(end, BLANKS);
        if next > end {
            if self.byte(next) == b'.' {
                return self.move_number(at, end, next);
            }
            if let Some(end) = self.literal(at) {
                return (Kind::Result, end);
            }
            if self.separator(next).is_some()
                && let (kind @ (Kind::Move | Kind::Result), end) = self.squares(at, end)
            {
                return (kind, end);
            }
        }
        let letter = self.byte(end).is_ascii_alphabetic();
        match (end - at, self.number(at, end)) {
            (1..=2, Some(number)) if !letter => {
                let (black, flaw) = (false, true);
                (
                    Kind::Number {
                        number,
                        black,
                        flaw,
                    },
                    end,
                )
            }
            (3..=4, Some(_)) if !letter => (Kind::Move, end),
            _ => (Kind::Junk, self.junk(at).max(end)),
        }
    }

    /// `12.`, `12...`, `12. ...`; `dot` is where the dots start.
    fn move_number(&self, at: usize, end: usize, dot: usize) -> (Kind, usize) {
        let Some(number) = self.number(at, end) else {
            return (Kind::Junk, self.junk(at).max(end));
        };
        let (mut black, mut last) = self.some_dots(dot);
        let (placeholder, further) = self.some_dots(self.blanks(last, BLANKS));
        if placeholder {
            black = true;
            last = further;
        }
        let flaw = dot > end;
        (
            Kind::Number {
                number,
                black,
                flaw,
            },
            last,
        )
    }

    /// Passes dots; whether they are those of a move by Black.
    fn some_dots(&self, at: usize) -> (bool, usize) {
        if self.starts_with(at, "…") {
            return (true, at + "…".len());
        }
        let rest = self.bytes.get(at..).unwrap_or_default();
        let dots = rest.iter().take(8).take_while(|&&b| b == b'.').count();
        (dots >= 2, at + dots)
    }

    /// A separator of squares at a place, and its length.
    fn separator(&self, at: usize) -> Option<usize> {
        match self.byte(at) {
            b'-' | b'x' | b'X' | b':' => Some(1),
            byte if byte.is_ascii() => None,
            _ => self.dash(at).or_else(|| {
                let (c, length) = self.encoding.char_at(self.bytes, at)?;
                (c == '×').then_some(length)
            }),
        }
    }

    /// Squares and separators, with a few blanks between them. `end` is the end of the first square.
    fn squares(&self, at: usize, end: usize) -> (Kind, usize) {
        // `1- - 1+` of the plus-draw scoring looks like the start of a move.
        if let Some(end) = self.literal(at) {
            return (Kind::Result, end);
        }
        let mut last = end;
        let mut count = 1;
        let mut start = at;
        while count < MOST_SQUARES {
            let place = self.blanks(last, BLANKS);
            let Some(length) = self.separator(place) else {
                break;
            };
            let next = self.blanks(place + length, BLANKS);
            let end = self.digits_end(next);
            if end == next {
                break;
            }
            if count == 1 && self.is_result(at, last, next, end) && !self.goes_on(end) {
                return (Kind::Result, end);
            }
            start = next;
            last = end;
            count += 1;
        }
        if count == 1 || last - start > 9 {
            return (Kind::Junk, self.junk(at).max(last));
        }
        (Kind::Move, last)
    }

    /// Whether another square follows.
    fn goes_on(&self, at: usize) -> bool {
        self.separator(at)
            .is_some_and(|length| self.byte(self.blanks(at + length, BLANKS)).is_ascii_digit())
    }

    fn is_result(&self, a: usize, a_end: usize, b: usize, b_end: usize) -> bool {
        let dash = self.dash(self.blanks(a_end, BLANKS)).is_some();
        dash && a_end - a == 1
            && b_end - b == 1
            && matches!(
                (self.byte(a), self.byte(b)),
                (b'0', b'0' | b'1' | b'2') | (b'1', b'0' | b'1') | (b'2', b'0')
            )
    }

    /// Results that are not two whole numbers.
    pub(super) fn literal(&self, at: usize) -> Option<usize> {
        const LITERALS: [&str; 10] = [
            "1/2-1/2",
            "1/2 - 1/2",
            "1+ - 1-",
            "1- - 1+",
            "1+-1-",
            "1--1+",
            "1 1/2-1/2",
            "1 1/2 - 1/2",
            "1/2-1 1/2",
            "1/2 - 1 1/2",
        ];
        // All of them start with a 1.
        if self.byte(at) != b'1' {
            return None;
        }
        LITERALS
            .into_iter()
            .find(|text| self.starts_with(at, text) && !self.byte(at + text.len()).is_ascii_digit())
            .map(|text| at + text.len())
    }

    /// `0.5-0.5`, `1.01-0.99`: one digit before each dot and one or two behind it.
    fn decimal_result(&self, at: usize) -> Option<usize> {
        let part = |at: usize| {
            let end = self.digits_end(at);
            let behind = self.digits_end(end + 1);
            let fits =
                end == at + 1 && self.byte(end) == b'.' && (1..=2).contains(&(behind - end - 1));
            (fits && self.byte(at) <= b'2').then_some(behind)
        };
        let end = part(at)?;
        let end = part(end + self.dash(end)?)?;
        (self.byte(end) != b'.').then_some(end)
    }

    /// A word that starts with a letter: squares named as in `c3-d4`, or nothing known.
    pub(super) fn letters(&self, at: usize) -> (Kind, usize) {
        let mut last = at;
        let mut count = 0;
        let mut place = at;
        while count < MOST_SQUARES && matches!(self.byte(place), b'a'..=b'l') {
            let end = self.digits_end(place + 1);
            if !(1..=2).contains(&(end - place - 1)) {
                break;
            }
            last = end;
            count += 1;
            let behind = self.blanks(end, BLANKS);
            match self.separator(behind) {
                Some(length) => place = self.blanks(behind + length, BLANKS),
                None if behind == end => place = end,
                None => break,
            }
        }
        if count < 2 || self.byte(last).is_ascii_alphanumeric() {
            return (Kind::Junk, self.junk(at));
        }
        (Kind::Move, last)
    }
}
