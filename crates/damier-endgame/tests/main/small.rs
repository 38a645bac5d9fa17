//! Tables that several tests share, built once a run.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use damier_core::{Alician, Reading, Rules, Single};
use damier_endgame::{Build, Material, Tabled, Tables};
use tempfile::TempDir;

/// What the classes up to `pieces` take, with distances.
pub(crate) fn build(folder: &Path, rules: Rules, pieces: u32, distances: u32) -> Build {
    Build {
        folder: folder.to_owned(),
        rules,
        pieces,
        distances,
        only: vec![],
        threads: 2,
        memory: 4 << 30,
    }
}

fn folder() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| TempDir::new().unwrap()).path()
}

/// The classes up to three pieces of a game, with distances.
fn three<P: Tabled>(rules: Rules) -> Tables<P> {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = BUILDING.lock();
    build(folder(), rules, 3, 3).run::<P>(&()).unwrap();
    let tables = Tables::open(folder(), rules).unwrap();
    assert!(tables.refused().is_empty());
    assert_eq!(tables.list().len(), 32);
    tables
}

/// The folder with the classes of international draughts up to `pieces`, with distances up to four: the one that the
/// environment variable `DAMIER_TABLES` names, or one that is built now.
pub(crate) fn large(pieces: u32) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    if let Some(folder) = std::env::var_os("DAMIER_TABLES").filter(|f| !f.is_empty()) {
        return folder.into();
    }
    let _one_at_a_time = BUILDING.lock();
    let folder = FOLDER.get_or_init(|| TempDir::new().unwrap()).path();
    build(folder, Rules::International, pieces, pieces.min(4))
        .run::<Single>(&())
        .unwrap();
    folder.to_owned()
}

pub(crate) fn international() -> Tables<Single> {
    three(Rules::International)
}

pub(crate) fn alician(reading: Reading) -> Tables<Alician> {
    three(Rules::Alician(reading))
}

/// Every class up to so many pieces.
pub(crate) fn classes(pieces: u32) -> impl Iterator<Item = Material> {
    (2..=pieces).flat_map(Material::all)
}

/// A position of a game from its FEN.
pub(crate) fn position<P: Tabled>(rules: Rules, fen: &str) -> P {
    let setup = damier_notation::fen::read(fen).unwrap().setup;
    let boards = [setup.a, setup.b.unwrap_or_default()];
    P::place(rules, setup.turn.unwrap(), boards).unwrap()
}
