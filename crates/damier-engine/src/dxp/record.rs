//! Finished games: told on stdout, written to a PDN file.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use damier_core::{AnyPosition, Color, Game};
use damier_notation::movetext::{self, Form};
use damier_notation::pdn::{self, GameResult, Item, WriteOptions};
use damier_protocol::dxp::{Ending, GameRecord, Standing};

/// The games of this run.
pub(super) struct Records {
    name: String,
    file: Option<(PathBuf, File)>,
    /// How many there were.
    pub(super) games: u32,
}

impl Records {
    /// Of a player with this name.
    pub(super) fn new(name: &str, path: Option<PathBuf>) -> Result<Self> {
        // Better to fail before the first game than after it.
        let open = |path: PathBuf| {
            let file = OpenOptions::new().create(true).append(true).open(&path);
            let file = file.with_context(|| format!("cannot write {}", path.display()))?;
            anyhow::Ok((path, file))
        };
        Ok(Self {
            name: name.to_owned(),
            file: path.map(open).transpose()?,
            games: 0,
        })
    }

    /// A game is over.
    pub(super) fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        let result = record.standing().result();
        let text = self.game(record);
        let text = pdn::write(&text, &WriteOptions::default());
        let [white, black] = self.names(record);
        let disputed = if record.is_disputed() {
            ", disputed"
        } else {
            ""
        };
        let line = format!(
            "{white} - {black} {result} ({} moves, {}{disputed})",
            record.game.len(),
            ending(record.ending)
        );
        // Nobody may be reading.
        let _ = writeln!(std::io::stdout(), "{line}");
        if let Some((path, file)) = &mut self.file
            && let Err(problem) = append(file, &text)
        {
            tracing::error!(
                "cannot write {}: {problem}; the game: {text}",
                path.display()
            );
        }
    }

    fn names<'a>(&'a self, record: &'a GameRecord) -> [&'a str; 2] {
        match record.ours {
            Color::White => [&self.name, &record.opponent],
            Color::Black => [&record.opponent, &self.name],
        }
    }

    fn game(&self, record: &GameRecord) -> pdn::Game {
        let start = *record.game.start();
        let mut game = pdn::Game::from_position(&AnyPosition::from(start));
        let [white, black] = self.names(record);
        let date = jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string();
        for (name, value) in [
            ("Event", "DXP"),
            ("Date", date.as_str()),
            ("Round", &self.games.to_string()),
            ("White", white),
            ("Black", black),
            ("Termination", termination(record.ending)),
        ] {
            game.set_tag(name, value);
        }
        let minutes = record.request.time.duration().as_secs();
        let control = match record.request.moves {
            _ if minutes == 0 => "-".to_owned(),
            0 => minutes.to_string(),
            moves => format!("{moves}/{minutes}"),
        };
        game.set_tag("TimeControl", &control);
        let mut replay = Game::new(start);
        for mv in record.game.moves() {
            let text = movetext::write(replay.position(), mv, Form::Short);
            game.push(Item::Move(text.into()));
            // The moves were legal when they were made.
            let _ = replay.play_past_draws(mv);
        }
        game.push(Item::Comment(ending(record.ending).into()));
        game.set_result(&match record.standing() {
            Standing::Unknown => GameResult::Unknown,
            Standing::Draw => GameResult::Draw,
            Standing::Won(Color::White) => GameResult::WhiteWins,
            Standing::Won(Color::Black) => GameResult::BlackWins,
        });
        game
    }
}

fn append(file: &mut File, text: &str) -> std::io::Result<()> {
    let blank = if file.seek(SeekFrom::End(0))? > 0 {
        "\n"
    } else {
        ""
    };
    file.write_all(format!("{blank}{text}").as_bytes())?;
    file.flush()
}

fn ending(ending: Ending) -> String {
    match ending {
        Ending::Rules(outcome) => outcome.to_string(),
        Ending::MoveLimit => "move limit".to_owned(),
        Ending::Time(side) => format!("{side} has used up its time"),
        Ending::Side(side) => format!("ended by {side}"),
        Ending::Disconnected => "the connection broke".to_owned(),
    }
}

fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules(_) | Ending::Side(_) => "Normal",
        Ending::Time(_) => "Time forfeit",
        Ending::MoveLimit => "Unterminated",
        Ending::Disconnected => "Abandoned",
    }
}
