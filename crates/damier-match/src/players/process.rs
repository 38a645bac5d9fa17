//! A program with pipes. Reading and writing have threads of their own: nothing that it does or does not do can block
//! the match, and answers carry the time at which they arrived.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use damier_protocol::hub::LineBuffer;

/// Lines of its stderr that are kept.
const LAST_WORDS: usize = 5;

/// What comes from the program.
#[derive(Debug)]
pub(super) enum Output {
    /// A line.
    Line(String),
    /// Its end.
    End,
}

/// A running program. It is ended when dropped.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<(Instant, Output)>,
    last_words: Arc<Mutex<VecDeque<String>>>,
}

/// The words of a command line: blanks separate them unless they stand between quotes.
pub(super) fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("command {command:?}: a quote is not closed"));
    }
    words.extend(word);
    Ok(words)
}

/// A program named with a directory is looked for from the directory that it is started in.
fn program(word: &str, directory: Option<&Path>) -> PathBuf {
    let path = Path::new(word);
    match directory {
        Some(directory) if path.components().count() > 1 && path.is_relative() => {
            let path = directory.join(path);
            path.canonicalize().unwrap_or(path)
        }
        _ => path.to_owned(),
    }
}

impl Process {
    pub(super) fn start(command: &str, directory: Option<&Path>) -> Result<Self, String> {
        let words = words(command)?;
        let (first, rest) = words.split_first().ok_or("the command is empty")?;
        let mut builder = Command::new(program(first, directory));
        builder
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = directory {
            builder.current_dir(directory);
        }
        let mut child = builder.spawn().map_err(|e| {
            let place = directory.map(|d| format!(" in {}", d.display()));
            format!(
                "{first} cannot be started{}: {e}",
                place.unwrap_or_default()
            )
        })?;
        let (input, lines) = mpsc::channel::<String>();
        let (sender, output) = mpsc::channel();
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines {
                    let line = line + "\n";
                    if stdin
                        .write_all(line.as_bytes())
                        .and_then(|()| stdin.flush())
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || keep_last(stderr, &last_words));
        }
        Ok(Self {
            child,
            input: Some(input),
            output,
            last_words,
        })
    }

    /// Sends a line.
    pub(super) fn send(&self, line: &str) {
        tracing::trace!("> {line}");
        if let Some(input) = &self.input {
            // A program that has ended is noticed by whoever waits for its answer.
            let _ = input.send(line.to_owned());
        }
    }

    /// The next output and when it arrived; `None` after the time given.
    pub(super) fn next(&self, wait: Duration) -> Option<(Instant, Output)> {
        // Whatever is there already comes first, also when time is up.
        let next = match self.output.try_recv() {
            Ok(next) => Ok(next),
            Err(_) => self.output.recv_timeout(wait),
        };
        match next {
            Ok((at, output)) => {
                if let Output::Line(line) = &output {
                    tracing::trace!("< {line}");
                }
                Some((at, output))
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some((Instant::now(), Output::End)),
        }
    }

    /// What is known of its end.
    pub(super) fn epitaph(&mut self) -> String {
        let mut status = None;
        // Its pipes may close a moment before it has ended.
        for _ in 0..20 {
            status = self.child.try_wait().ok().flatten();
            if status.is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let status = match status {
            Some(status) => status.to_string(),
            None => "it has closed its output and is still running".to_owned(),
        };
        let words = self
            .last_words
            .lock()
            .map(|w| w.iter().cloned().collect::<Vec<_>>());
        match words {
            Ok(words) if !words.is_empty() => format!("{status}; it said: {}", words.join(" | ")),
            _ => status,
        }
    }

    /// Whether it is still there.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Closes its input, waits a moment, then ends it.
    fn end(&mut self) {
        self.input = None;
        for _ in 0..50 {
            if !self.is_running() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn read_lines(mut stdout: impl Read, sender: &Sender<(Instant, Output)>) {
    let mut buffer = LineBuffer::default();
    let mut bytes = [0; 1 << 13];
    loop {
        let count = match stdout.read(&mut bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        let now = Instant::now();
        buffer.push(bytes.get(..count).unwrap_or_default());
        for line in buffer.by_ref().flatten() {
            if sender.send((now, Output::Line(line))).is_err() {
                return;
            }
        }
        if count == 0 {
            let _ = sender.send((now, Output::End));
            return;
        }
    }
}

fn keep_last(stderr: impl Read, last_words: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes = vec![];
    // A line without end must not fill the memory.
    while let Ok(1..) = (&mut stderr).take(1_000).read_until(b'\n', &mut bytes) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        tracing::debug!("stderr: {line}");
        if let Ok(mut words) = last_words.lock() {
            words.push_back(line);
            if words.len() > LAST_WORDS {
                words.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines() {
        let read = |text| words(text).unwrap();
        assert_eq!(read(" a  b\tc "), ["a", "b", "c"]);
        assert_eq!(
            read("'two words' \"it's\" x'y z'"),
            ["two words", "it's", "xy z"]
        );
        assert_eq!(read("a '' b"), ["a", "", "b"]);
        assert!(words("a 'b").is_err());
        assert_eq!(
            program("./x", Some(Path::new("/no/dir"))),
            Path::new("/no/dir/./x")
        );
        assert_eq!(program("x", Some(Path::new("/no/dir"))), Path::new("x"));
        assert_eq!(program("/x", Some(Path::new("/no/dir"))), Path::new("/x"));
    }
}
