//! One line of the protocol: splitting bytes into lines, lines into arguments, and writing values.
//! Knows no command.

use std::fmt;

use thiserror::Error;

/// A longer line is not read: it is no message, and must not fill the memory.
const LONGEST: usize = 1 << 20;

/// A command with its arguments, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first word.
    pub command: String,
    /// The rest.
    pub arguments: Vec<Argument>,
}

/// `name=value`, or a name alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What stands before the `=`.
    pub name: String,
    /// What stands after it; `None` without `=`.
    pub value: Option<String>,
}

/// A line that is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct LineError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: LineProblem,
    /// The command, if the line was good that far.
    pub command: Option<String>,
}

/// What keeps a line from being a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// A quoted value without an end.
    #[error("a quoted value without a closing quote")]
    OpenQuote,
    /// An `=` or a quote where a name should be.
    #[error("expected a name, found {0:?}")]
    NoName(char),
    /// An `=` without a value.
    #[error("expected a value after =")]
    NoValue,
    /// A character that no message contains.
    #[error("control character {0:?}")]
    Control(char),
    /// The line is too long to be a message.
    #[error("more than {LONGEST} bytes")]
    TooLong,
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Chars<'a>>>,
    length: usize,
    command: Option<String>,
}

impl Line {
    /// Reads a line; `None` if it is blank.
    pub fn read(text: &str) -> Result<Option<Self>, LineError> {
        let mut reader = Reader {
            rest: text.chars().enumerate().peekable(),
            length: text.chars().count(),
            command: None,
        };
        reader.blanks();
        if reader.rest.peek().is_none() {
            return Ok(None);
        }
        let command = reader.name()?;
        reader.command = Some(command.clone());
        let mut arguments = vec![];
        loop {
            reader.blanks();
            if reader.rest.peek().is_none() {
                return Ok(Some(Self { command, arguments }));
            }
            let name = reader.name()?;
            reader.blanks();
            let value = if reader.rest.next_if(|&(_, c)| c == '=').is_some() {
                reader.blanks();
                Some(reader.value()?)
            } else {
                None
            };
            arguments.push(Argument { name, value });
        }
    }

    /// The value of an argument; of the last one if it is repeated. A flag has an empty value.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments
            .iter()
            .rev()
            .find(|a| a.name == name)
            .map(|a| a.value.as_deref().unwrap_or_default())
    }

    /// Whether an argument is there, with a value or without.
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|a| a.name == name)
    }
}

fn is_name(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != '=' && c != '"'
}

impl Reader<'_> {
    fn error(&self, column: usize, problem: LineProblem) -> LineError {
        LineError {
            column,
            problem,
            command: self.command.clone(),
        }
    }

    fn blanks(&mut self) {
        while self.rest.next_if(|&(_, c)| c.is_whitespace()).is_some() {}
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some((_, c)) = self.rest.next_if(|&(_, c)| is_name(c)) {
            word.push(c);
        }
        word
    }

    fn name(&mut self) -> Result<String, LineError> {
        let next = self.rest.peek().copied();
        let name = self.word();
        match next {
            Some((at, c)) if name.is_empty() && c.is_control() => {
                Err(self.error(at + 1, LineProblem::Control(c)))
            }
            Some((at, c)) if name.is_empty() => Err(self.error(at + 1, LineProblem::NoName(c))),
            _ => Ok(name),
        }
    }

    fn value(&mut self) -> Result<String, LineError> {
        let Some(&(at, first)) = self.rest.peek() else {
            return Err(self.error(self.length + 1, LineProblem::NoValue));
        };
        if first != '"' {
            let value = self.word();
            return match (value.is_empty(), first) {
                (false, _) => Ok(value),
                (true, c) if c.is_control() => Err(self.error(at + 1, LineProblem::Control(c))),
                (true, _) => Err(self.error(at + 1, LineProblem::NoValue)),
            };
        }
        self.rest.next();
        let mut value = String::new();
        for (_, c) in self.rest.by_ref() {
            if c == '"' {
                return Ok(value);
            }
            value.push(c);
        }
        Err(self.error(at + 1, LineProblem::OpenQuote))
    }
}

/// The text of a value: in quotes exactly if it is empty or contains a blank, a control character, `=` or a quote.
/// The protocol cannot say a quote or a control character: they become `'` and a blank.
pub fn quote(value: &str) -> String {
    if !value.is_empty() && value.chars().all(is_name) {
        return value.to_owned();
    }
    let clean = value.chars().map(|c| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    });
    std::iter::once('"')
        .chain(clean)
        .chain(std::iter::once('"'))
        .collect()
}

/// Quotes where they are needed.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for argument in &self.arguments {
            write!(f, " {}", argument.name)?;
            if let Some(value) = &argument.value {
                write!(f, "={}", quote(value))?;
            }
        }
        Ok(())
    }
}

/// Puts lines together from bytes as they arrive. A line ends with LF, CR LF or CR; bytes that are no UTF-8 are
/// replaced.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// The rest of a line that is too long is passed over.
    overflow: bool,
    lines: std::collections::VecDeque<Result<String, LineError>>,
}

impl LineBuffer {
    /// Takes in bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' || byte == b'\r' {
                self.end_line();
            } else if self.bytes.len() < LONGEST {
                self.bytes.push(byte);
            } else {
                self.overflow = true;
            }
        }
    }

    /// Takes what came after the last end of line as a line.
    pub fn finish(&mut self) {
        self.end_line();
    }

    fn end_line(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        if std::mem::take(&mut self.overflow) {
            self.lines.push_back(Err(LineError {
                column: LONGEST + 1,
                problem: LineProblem::TooLong,
                command: None,
            }));
        } else if !bytes.is_empty() {
            let line = String::from_utf8_lossy(&bytes).into_owned();
            self.lines.push_back(Ok(line));
        }
    }
}

impl Iterator for LineBuffer {
    type Item = Result<String, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.lines.pop_front()
    }
}
