//! The state of a match on disk: a line of JSON that says which match it is, then one for every game as soon as it is
//! over. Whatever kills the match, at most the line being written is lost.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::MatchError;
use crate::plan::Plan;
use crate::record::GameRecord;

/// Version of the file.
const VERSION: u32 = 1;

/// Everything that makes results comparable. The number of games may be raised later.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    damier_match: u32,
    engines: Value,
    rules: String,
    limit: String,
    margin: f64,
    openings: Value,
    max_plies: usize,
    max_occurrences: u32,
    sprt: Option<String>,
}

impl Header {
    fn of(plan: &Plan) -> Self {
        let value = |result: serde_json::Result<Value>| result.unwrap_or(Value::Null);
        Self {
            damier_match: VERSION,
            engines: value(serde_json::to_value(&plan.engines)),
            rules: plan.rules.to_string(),
            limit: plan.limit.to_string(),
            margin: plan.margin.as_secs_f64(),
            openings: value(serde_json::to_value(&plan.openings)),
            max_plies: plan.max_plies,
            max_occurrences: plan.max_occurrences,
            sprt: plan.sprt.map(|s| s.to_string()),
        }
    }
}

/// The names that the engines give themselves, once they are known.
#[derive(Debug, Serialize, Deserialize)]
struct Names {
    names: [String; 2],
}

/// The file, open for the next game.
pub(crate) struct State {
    path: PathBuf,
    file: File,
    pub(crate) names: Option<[String; 2]>,
}

impl State {
    /// Opens the file of a match, new or broken off, and gives the games that were finished.
    pub(crate) fn open(path: &Path, plan: &Plan) -> Result<(Self, Vec<GameRecord>), MatchError> {
        let failed = |problem| MatchError::File {
            path: path.to_owned(),
            problem,
        };
        let file = OpenOptions::new()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut state = Self {
            path: path.to_owned(),
            file,
            names: None,
        };
        let (games, good) = state.read(plan)?;
        // What was being written when the match was killed.
        state.file.set_len(good).map_err(failed)?;
        state.file.seek(SeekFrom::End(0)).map_err(failed)?;
        if good == 0 {
            state.write(&Header::of(plan))?;
        }
        Ok((state, games))
    }

    /// The games and the length of what is whole.
    fn read(&mut self, plan: &Plan) -> Result<(Vec<GameRecord>, u64), MatchError> {
        let mut games: Vec<GameRecord> = vec![];
        let mut good = 0;
        let mut reader = BufReader::new(&self.file);
        for number in 1.. {
            let mut bytes = vec![];
            let count = reader.read_until(b'\n', &mut bytes);
            let count = count.map_err(|problem| MatchError::File {
                path: self.path.clone(),
                problem,
            })?;
            if count == 0 || !bytes.ends_with(b"\n") {
                break;
            }
            let damaged = |problem: String| MatchError::State {
                path: self.path.clone(),
                line: number,
                problem,
            };
            let text = std::str::from_utf8(&bytes).map_err(|e| damaged(e.to_string()))?;
            if number == 1 {
                let header = serde_json::from_str(text).map_err(|e| damaged(e.to_string()))?;
                compare(&self.path, &header, &Header::of(plan))?;
            } else if let Ok(names) = serde_json::from_str::<Names>(text) {
                self.names = Some(names.names);
            } else {
                let game: GameRecord =
                    serde_json::from_str(text).map_err(|e| damaged(e.to_string()))?;
                if game.replay(plan.rules).is_none() {
                    return Err(damaged(format!("game {} has illegal moves", game.game)));
                }
                if !games.iter().any(|g| g.game == game.game) {
                    games.push(game);
                }
            }
            good += count as u64;
        }
        Ok((games, good))
    }

    /// Keeps a finished game.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), MatchError> {
        self.write(game)
    }

    /// Keeps the engines' names.
    pub(crate) fn set_names(&mut self, names: &[String; 2]) -> Result<(), MatchError> {
        if self.names.as_ref() != Some(names) {
            self.names = Some(names.clone());
            self.write(&Names {
                names: names.clone(),
            })?;
        }
        Ok(())
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), MatchError> {
        let write = || {
            let mut line = serde_json::to_string(value)?;
            line.push('\n');
            // One write for the line, so that a kill leaves it whole or cut, never mixed.
            self.file.write_all(line.as_bytes())?;
            self.file.flush()
        };
        let mut write = write;
        write().map_err(|problem: std::io::Error| MatchError::File {
            path: self.path.clone(),
            problem,
        })
    }
}

fn compare(path: &Path, found: &Header, expected: &Header) -> Result<(), MatchError> {
    let value = |header: &Header| serde_json::to_value(header).unwrap_or(Value::Null);
    let (found, expected) = (value(found), value(expected));
    let (Value::Object(found), Value::Object(expected)) = (found, expected) else {
        return Ok(());
    };
    for (field, wanted) in expected {
        let got = found.get(&field).cloned().unwrap_or(Value::Null);
        if got != wanted {
            return Err(MatchError::OtherMatch {
                path: path.to_owned(),
                field,
                found: short(&got),
                expected: short(&wanted),
            });
        }
    }
    Ok(())
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}...", text.get(..at).unwrap_or_default()),
        None => text,
    }
}
