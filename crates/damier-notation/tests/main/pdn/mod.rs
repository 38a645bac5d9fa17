//! PDN: reading, recovery, legality and writing.

mod cases;
mod clocks;
mod legality;
mod reader;
mod stress;
mod writer;

use damier_notation::movetext::Form;
use damier_notation::pdn::{
    Diagnostic, Game, GameResult, Games, Item, Problem, Record, Resolution, Severity, WriteOptions,
    resolve, write,
};

/// A game read from a text, with its moves played.
pub(crate) struct Read {
    pub(crate) record: Record,
    pub(crate) resolution: Resolution,
}

pub(crate) fn read_bytes(bytes: &[u8]) -> Vec<Read> {
    Games::new(bytes)
        .map(|record| {
            let record = record.unwrap();
            let resolution = resolve(&record.game);
            Read { record, resolution }
        })
        .collect()
}

pub(crate) fn read(text: &str) -> Vec<Read> {
    read_bytes(text.as_bytes())
}

/// The only game of a text.
pub(crate) fn one(text: &str) -> Read {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

impl Read {
    pub(crate) fn game(&self) -> &Game {
        &self.record.game
    }

    pub(crate) fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.record.problems.iter().chain(&self.resolution.problems)
    }

    /// The codes of what is at least this bad.
    pub(crate) fn codes(&self, least: Severity) -> Vec<&'static str> {
        let bad = self.problems().filter(|p| p.severity() >= least);
        bad.map(|p| p.kind.code()).collect()
    }

    pub(crate) fn errors(&self) -> Vec<&'static str> {
        self.codes(Severity::Error)
    }

    pub(crate) fn notes(&self) -> Vec<&'static str> {
        self.codes(Severity::Note)
    }

    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        self.record.diagnostics(&self.resolution.problems)
    }

    pub(crate) fn result(&self) -> GameResult {
        self.game().result()
    }

    /// The moves of the main line as Hub text.
    pub(crate) fn main_line(&self) -> Vec<String> {
        let steps = self.game().main_line();
        steps
            .filter_map(|(i, _)| Some(self.resolution.steps[i].mv()?.to_string()))
            .collect()
    }

    /// The game with its moves in the form PDN asks for.
    pub(crate) fn written(&self) -> String {
        let game = self.game().normalized(&self.resolution);
        write(&game, &WriteOptions::default())
    }

    pub(crate) fn comments(&self) -> Vec<&str> {
        let items = self.game().body.iter().map(|n| &n.item);
        items
            .filter_map(|item| match item {
                Item::Comment(text) => Some(&**text),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn nags(&self) -> Vec<u32> {
        let items = self.game().body.iter().map(|n| &n.item);
        items
            .filter_map(|item| match item {
                Item::Nag(nag) => Some(*nag),
                _ => None,
            })
            .collect()
    }
}

/// Everything that is written must be read as the same, plainly and with the moves put in form.
pub(crate) fn goes_round(bytes: &[u8]) {
    let mut games = read_bytes(bytes);
    games.retain(|g| !g.game().is_empty());
    let plain: Vec<Game> = games.iter().map(|g| g.game().clone()).collect();
    let normal: Vec<Game> = games
        .iter()
        .map(|g| g.game().normalized(&g.resolution))
        .collect();
    for trees in [plain, normal] {
        for options in [
            WriteOptions::default(),
            WriteOptions {
                keep_order: true,
                cr_lf: true,
                width: 30,
                results: None,
                ..WriteOptions::default()
            },
        ] {
            let texts: Vec<String> = trees.iter().map(|g| write(g, &options)).collect();
            let text = texts.join("\n");
            let again: Vec<Game> = read(&text).into_iter().map(|r| r.record.game).collect();
            assert_eq!(again, trees, "{text}");
        }
    }
}

pub(crate) fn form(game: &Read, form: Form) -> Vec<String> {
    let mut now = game.resolution.start.unwrap();
    let mut texts = vec![];
    for (i, _) in game.game().main_line() {
        let Some(mv) = game.resolution.steps[i].mv() else {
            continue;
        };
        damier_core::with_position!(now, |p| {
            texts.push(damier_notation::movetext::write(&p, mv, form));
            now = damier_core::Position::play(&p, mv).unwrap().into();
        });
    }
    texts
}
