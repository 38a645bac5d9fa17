//! The values of `data/`, read from their files. Each file says where its values come from and how they count.

use std::collections::BTreeMap;

use damier_core::{Reading, Rules};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Perft counts from depth 1, of one position under one convention.
#[derive(Clone, Debug, Deserialize)]
#[expect(
    missing_docs,
    reason = "the names of the fields are those of the files"
)]
pub struct Table {
    pub position: String,
    pub counting: CountingName,
    /// Of tables of international draughts.
    #[serde(default)]
    pub fen: String,
    /// Of tables of other variants, which start from their array.
    #[serde(default)]
    pub variant: String,
    pub counts: Vec<u64>,
    pub sources: Vec<String>,
}

/// The convention of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CountingName {
    /// By the set of captured squares.
    Distinct,
    /// By their order.
    Ordered,
}

/// Perft counts of one position under both conventions.
#[derive(Clone, Debug, Deserialize)]
#[expect(
    missing_docs,
    reason = "the names of the fields are those of the files"
)]
pub struct PerftPosition {
    pub fen: String,
    pub distinct: Vec<u64>,
    pub ordered: Vec<u64>,
}

/// Perft counts of one position of Alician draughts, by reading.
#[derive(Clone, Debug, Deserialize)]
#[expect(
    missing_docs,
    reason = "the names of the fields are those of the files"
)]
pub struct AlicianPerft {
    pub position: String,
    pub fen: String,
    pub counts: BTreeMap<String, Vec<u64>>,
}

/// A position with its legal moves.
#[derive(Clone, Debug, Deserialize)]
#[expect(
    missing_docs,
    reason = "the names of the fields are those of the files"
)]
pub struct MoveCase {
    pub id: String,
    pub fen: String,
    pub moves: String,
    #[serde(default)]
    pub ordered: Option<u64>,
    /// Ways to make each move, in the order of the moves.
    #[serde(default)]
    pub paths: Vec<Vec<String>>,
}

/// A position of Alician draughts with its legal moves and the winner, by reading.
#[derive(Clone, Debug, Deserialize)]
#[expect(
    missing_docs,
    reason = "the names of the fields are those of the files"
)]
pub struct AlicianCase {
    pub fen: String,
    pub moves: BTreeMap<String, String>,
    pub winner: BTreeMap<String, Option<String>>,
}

/// A game that is drawn by rule with its last move.
#[derive(Clone, Debug, Deserialize)]
#[expect(
    missing_docs,
    reason = "the names of the fields are those of the files"
)]
pub struct DrawnGame {
    pub about: String,
    pub fen: String,
    pub moves: String,
    pub draw_at_ply: usize,
    pub article: String,
}

fn read<T: DeserializeOwned>(text: &str, key: &str) -> Vec<T> {
    let mut file: serde_json::Value = serde_json::from_str(text).expect("a corpus is JSON");
    for said in ["what", "source"] {
        assert!(file[said].is_string(), "a corpus says its {said}");
    }
    let list: Vec<T> = serde_json::from_value(file[key].take()).expect("a corpus has known fields");
    assert!(!list.is_empty(), "no {key}");
    list
}

/// Tables of international draughts.
pub fn perft_international() -> Vec<Table> {
    read(include_str!("../data/perft-international.json"), "tables")
}

/// Further positions of international draughts.
pub fn perft_positions() -> Vec<PerftPosition> {
    read(include_str!("../data/perft-positions.json"), "positions")
}

/// Tables of other variants and boards.
pub fn perft_variants() -> Vec<Table> {
    read(include_str!("../data/perft-variants.json"), "tables")
}

/// Tables of Alician draughts.
pub fn perft_alician() -> Vec<AlicianPerft> {
    read(include_str!("../data/perft-alician.json"), "positions")
}

/// Move lists of international draughts.
pub fn moves_international() -> Vec<MoveCase> {
    let text = include_str!("../data/moves-international.json");
    let mut all = read(text, "cases");
    all.extend(read::<MoveCase>(text, "own"));
    all
}

/// Move lists of Alician draughts.
pub fn moves_alician() -> Vec<AlicianCase> {
    read(include_str!("../data/moves-alician.json"), "positions")
}

/// Games drawn by rule.
pub fn draws_international() -> Vec<DrawnGame> {
    read(include_str!("../data/draws-international.json"), "games")
}

/// The reading a corpus names.
pub fn reading(name: &str) -> Reading {
    match name.parse() {
        Ok(Rules::Alician(reading)) => reading,
        other => panic!("{name} is no reading: {other:?}"),
    }
}
