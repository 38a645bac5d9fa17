//! Alician tables against exact counts made by other programs, under the four readings.

use std::collections::BTreeMap;

use damier_core::{Alician, Reading, Rules};
use damier_endgame::{Contents, Material, PartStats, Tables, Wld};
use serde::Deserialize;
use tempfile::TempDir;

use crate::small;

#[derive(Deserialize)]
struct Reference {
    readings: BTreeMap<String, BTreeMap<String, BTreeMap<char, Counts>>>,
}

#[derive(Deserialize)]
struct Counts {
    win: u64,
    loss: u64,
    draw: u64,
    longest_win: i32,
    longest_loss: i32,
    already_over: bool,
    win_fen: String,
    loss_fen: String,
}

fn reference(reading: Reading) -> BTreeMap<String, BTreeMap<char, Counts>> {
    let mut all: Reference = serde_json::from_str(include_str!("../data/alician.json")).unwrap();
    all.readings.remove(&format!("alician:{reading}")).unwrap()
}

/// Takes apart the name of a class, such as `BKABmBWKA`, and gives the part of our classes with a side to move.
fn part_of(name: &str, turn: char) -> (Material, [u8; 4]) {
    let mut own = [0; 2];
    let mut other = [0; 2];
    let mut on_a = [0; 4];
    let letters: Vec<char> = name.chars().collect();
    for piece in letters.chunks(3) {
        let [color, kind, board] = piece else {
            panic!("{name}");
        };
        let is_king = usize::from(*kind == 'K');
        let theirs = usize::from(*color != turn);
        [&mut own, &mut other][theirs][is_king] += 1;
        on_a[2 * is_king + theirs] += u8::from(*board == 'A');
    }
    (Material::new(own, other).unwrap(), on_a)
}

fn check(tables: &Tables<Alician>, reading: Reading, wanted: impl Fn(&str) -> bool) -> usize {
    let rules = Rules::Alician(reading);
    let mut checked = 0;
    for (name, turns) in reference(reading) {
        if !wanted(&name) {
            continue;
        }
        for (turn, counts) in turns {
            let (material, on_a) = part_of(&name, turn);
            let stats = tables.stats(material, Contents::Distances).unwrap();
            let part: &PartStats = stats.parts.iter().find(|part| part.on_a == on_a).unwrap();
            let context = format!("{rules} {name} {turn}");
            assert_eq!(
                part.all,
                [counts.loss, counts.draw, counts.win],
                "{context}"
            );
            // What is over needs no entry, and everything else has one.
            let entries: u64 = part.stored.iter().sum();
            let expected = if counts.already_over {
                0
            } else {
                part.positions()
            };
            assert_eq!(entries, expected, "{context}");
            for (value, longest, fen) in [
                (Wld::Win, counts.longest_win, &counts.win_fen),
                (Wld::Loss, counts.longest_loss, &counts.loss_fen),
            ] {
                let plies = u16::try_from(longest).ok();
                assert_eq!(part.longest(value), plies, "{context} {value:?}");
                if let Some(plies) = plies {
                    let position = small::position::<Alician>(rules, fen);
                    assert_eq!(
                        tables.distance(&position),
                        Some((value, plies)),
                        "{context} {fen}"
                    );
                    assert_eq!(tables.probe(&position), Some(value), "{context} {fen}");
                }
            }
            checked += 1;
        }
    }
    checked
}

#[test]
fn counts_up_to_three_pieces_are_the_known_ones() {
    for reading in Reading::ALL {
        let tables = small::alician(reading);
        // 16 classes of two pieces and 80 of three, each with two sides to move.
        assert_eq!(
            check(&tables, reading, |name| name.len() <= 9),
            192,
            "{reading}"
        );
    }
}

/// No position up to three pieces is undecided under any reading.
#[test]
fn up_to_three_pieces_somebody_always_wins() {
    for reading in Reading::ALL {
        let tables = small::alician(reading);
        for material in small::classes(3) {
            let stats = tables.stats(material, Contents::Values).unwrap();
            assert!(
                stats.parts.iter().all(|part| part.all[1] == 0),
                "{reading} {material}"
            );
        }
    }
}

/// Kings only, four pieces: 25 classes.
#[test]
#[ignore = "takes minutes"]
fn counts_of_four_kings_are_the_known_ones() {
    for reading in Reading::ALL {
        let folder = TempDir::new().unwrap();
        let mut build = small::build(folder.path(), Rules::Alician(reading), 4, 4);
        build.only = ["0202", "0301"].map(|text| text.parse().unwrap()).to_vec();
        build.run::<Alician>(&()).unwrap();
        let tables = Tables::open(folder.path(), Rules::Alician(reading)).unwrap();
        assert_eq!(
            check(&tables, reading, |name| name.len() == 12),
            50,
            "{reading}"
        );
    }
}

/// Two against two with a man: the undecided positions, both sides to move, from the comparison of the readings.
#[test]
#[ignore = "takes an hour"]
fn undecided_positions_of_two_against_two_are_the_known_ones() {
    let known = [35_106, 69_845_828, 91_987_064, 310];
    for (reading, undecided) in Reading::ALL.into_iter().zip(known) {
        let folder = TempDir::new().unwrap();
        let build = small::build(folder.path(), Rules::Alician(reading), 4, 0);
        build.run::<Alician>(&()).unwrap();
        let tables = Tables::<Alician>::open(folder.path(), Rules::Alician(reading)).unwrap();
        let mut draws = 0;
        let mut positions = 0;
        for material in Material::all(4) {
            let two_a_side = material.own()[0] + material.own()[1] == 2;
            if two_a_side && material.men() > 0 {
                let stats = tables.stats(material, Contents::Values).unwrap();
                draws += stats.parts.iter().map(|part| part.all[1]).sum::<u64>();
                positions += stats.parts.iter().map(PartStats::positions).sum::<u64>();
            }
        }
        // The tables turn Black's positions round into White's; the known counts hold each of both.
        assert_eq!(
            (2 * draws, 2 * positions),
            (undecided, 531_576_960),
            "{reading}"
        );
    }
}
