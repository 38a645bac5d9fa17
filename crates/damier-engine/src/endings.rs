//! The endgame tables the engine plays with: found once, opened for a game when it comes.

use std::path::Path;

use anyhow::{Context, Result};
use damier_core::Rules;
use damier_endgame::{Folder, Tabled, Tables};
use damier_search::Endgame;

/// Where tables are and up to how many pieces they are used.
#[derive(Clone, Debug)]
pub(crate) struct Endings {
    folder: Folder,
    pieces: u32,
}

impl Endings {
    /// The tables of a folder that was named, or the usual ones. A named folder must be there.
    pub(crate) fn new(named: Option<&Path>, pieces: u32) -> Result<Self> {
        let folder = Folder::choose(named);
        if let Folder::Named(path) = &folder {
            std::fs::read_dir(path)
                .with_context(|| format!("no folder of endgame tables: {}", path.display()))?;
        }
        Ok(Self { folder, pieces })
    }

    /// Positions with more pieces are not looked up.
    pub(crate) fn limit(&mut self, pieces: u32) {
        self.pieces = pieces;
    }

    /// The tables of a game; nothing if none are wanted.
    pub(crate) fn of<P: Tabled>(&self, rules: Rules) -> Option<Box<dyn Endgame<P>>> {
        if self.pieces == 0 {
            return None;
        }
        let tables = Tables::for_play(&self.folder, rules).unwrap_or_else(|error| {
            tracing::warn!("endgame tables of {rules}: {error}; the engine plays with its own");
            Tables::embedded(rules)
        });
        for refused in tables.refused() {
            tracing::warn!("{refused}; the engine plays without it");
        }
        let most = tables.max_pieces();
        tracing::info!("endgame tables: {rules}, up to {most} pieces");
        Some(Box::new(tables.up_to(self.pieces)))
    }
}
