//! International tables against the published counts, longest wins, histograms and sample positions.

use std::collections::BTreeMap;

use damier_core::{Color, Position, Rules, Single};
use damier_endgame::{Contents, Material, Tables, Wld};
use serde::Deserialize;
use tempfile::TempDir;

use crate::small;

#[derive(Deserialize)]
struct Reference {
    international: Vec<Class>,
    sample_positions: Vec<Sample>,
}

#[derive(Deserialize)]
struct Class {
    pieces: u32,
    mat: Material4,
    legal: u64,
    #[serde(rename = "W")]
    wins: u64,
    #[serde(rename = "D")]
    draws: u64,
    #[serde(rename = "L")]
    losses: u64,
    quiet: Quiet,
    quiet_both: Quiet,
    blocked: u64,
    max_win: u16,
    n_max_win: u64,
    fen_max_win: String,
    max_loss: u16,
    n_max_loss: u64,
    fen_max_loss: String,
    dtw_hist: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct Quiet {
    #[serde(rename = "W")]
    wins: u64,
    #[serde(rename = "D")]
    draws: u64,
    #[serde(rename = "L")]
    losses: u64,
}

/// The digits are text in the file, and a number for a class without own men would lose its first ones.
#[derive(Deserialize)]
#[serde(transparent)]
struct Material4(String);

#[derive(Deserialize)]
struct Sample {
    pieces: u32,
    fen: String,
    value: String,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../data/international.json")).unwrap()
}

fn check_counts(tables: &Tables<Single>, pieces: u32) -> usize {
    let mut checked = 0;
    for class in reference().international {
        if class.pieces > pieces {
            continue;
        }
        let material: Material = class.mat.0.parse().unwrap();
        let stats = tables.stats(material, Contents::Distances).unwrap();
        let [part] = &stats.parts[..] else {
            panic!("{material}: one board has one part");
        };
        assert_eq!(part.positions(), class.legal, "{material}");
        assert_eq!(
            part.all,
            [class.losses, class.draws, class.wins],
            "{material}"
        );
        let quiet = [class.quiet.losses, class.quiet.draws, class.quiet.wins];
        assert_eq!(part.stored, quiet, "{material} quiet");
        let mut histogram = BTreeMap::new();
        for (plies, &[losses, wins]) in part.plies.iter().enumerate() {
            if losses > 0 {
                histogram.insert(
                    if plies == 0 {
                        "0".into()
                    } else {
                        format!("-{plies}")
                    },
                    losses,
                );
            }
            if wins > 0 {
                histogram.insert(plies.to_string(), wins);
            }
        }
        assert_eq!(histogram, class.dtw_hist, "{material}");
        let blocked = part.plies.first().map_or(0, |counts| counts[0]);
        assert_eq!(blocked, class.blocked, "{material} blocked");
        for (value, plies, count, fen) in [
            (Wld::Win, class.max_win, class.n_max_win, class.fen_max_win),
            (
                Wld::Loss,
                class.max_loss,
                class.n_max_loss,
                class.fen_max_loss,
            ),
        ] {
            let side = usize::from(value == Wld::Win);
            // The file has 0 both for "lost already" and for "never lost".
            assert_eq!(part.longest(value).unwrap_or(0), plies, "{material}");
            let found = part
                .plies
                .get(usize::from(plies))
                .map_or(0, |counts| counts[side]);
            assert_eq!(found, count, "{material}");
            if !fen.is_empty() {
                let position = small::position::<Single>(Rules::International, &fen);
                assert_eq!(tables.distance(&position), Some((value, plies)), "{fen}");
                let example = tables.longest(material, value).unwrap();
                assert_eq!(
                    tables.distance(&example),
                    Some((value, plies)),
                    "{example:?}"
                );
            }
        }
        // The table of values says the same as the table of distances.
        let values = tables.stats(material, Contents::Values).unwrap();
        assert_eq!(
            (values.parts[0].all, values.parts[0].stored),
            (part.all, part.stored)
        );
        checked += 1;
    }
    checked
}

fn check_samples(tables: &Tables<Single>, pieces: u32) -> usize {
    let mut checked = 0;
    for sample in reference().sample_positions {
        if sample.pieces > pieces {
            continue;
        }
        let expected = match sample.value.as_str() {
            "win" => Wld::Win,
            "draw" => Wld::Draw,
            "loss" => Wld::Loss,
            other => panic!("{other}"),
        };
        let position = small::position::<Single>(Rules::International, &sample.fen);
        assert_eq!(tables.probe(&position), Some(expected), "{}", sample.fen);
        checked += 1;
    }
    checked
}

#[test]
fn counts_up_to_three_pieces_are_the_published_ones() {
    let tables = small::international();
    assert_eq!(check_counts(&tables, 3), 16);
    assert_eq!(check_samples(&tables, 3), 18);
}

/// Where neither side has a capture whoever is to move: each position asked one by one, by its index.
fn check_quiet_of_both(tables: &Tables<Single>, pieces: u32) -> usize {
    let mut checked = 0;
    for class in reference().international {
        if class.pieces != pieces {
            continue;
        }
        let material: Material = class.mat.0.parse().unwrap();
        let (mut legal, mut counts, mut index) = (0, [0; 3], 0);
        while legal < class.legal {
            if let Some(position) = tables.example(material, index) {
                legal += 1;
                let quiet = !Color::ALL.iter().any(|&side| position.can_capture(side));
                if quiet {
                    counts[tables.probe(&position).unwrap() as usize] += 1;
                }
            }
            index += 1;
        }
        let quiet = class.quiet_both;
        assert_eq!(
            counts,
            [quiet.losses, quiet.draws, quiet.wins],
            "{material} neither side has a capture"
        );
        checked += 1;
    }
    checked
}

#[test]
fn counts_without_a_capture_of_either_side_are_the_published_ones() {
    let tables = small::international();
    assert_eq!(check_quiet_of_both(&tables, 2), 4);
    assert_eq!(check_quiet_of_both(&tables, 3), 12);
}

#[test]
#[ignore = "takes minutes"]
fn counts_of_four_pieces_without_a_capture_of_either_side_are_the_published_ones() {
    let tables = Tables::<Single>::open(&small::large(4), Rules::International).unwrap();
    assert_eq!(check_quiet_of_both(&tables, 4), 13);
}

/// Sums over all classes, from the text beside the table of the reference.
#[test]
fn totals_up_to_three_pieces_are_the_published_ones() {
    let tables = small::international();
    let totals = |pieces: u32| {
        let mut sum = [0; 3];
        for material in Material::all(pieces) {
            let stats = tables.stats(material, Contents::Values).unwrap();
            for (to, from) in sum.iter_mut().zip(stats.parts[0].all) {
                *to += from;
            }
        }
        sum
    };
    assert_eq!(totals(2), [1_962, 3_678, 3_205]);
    assert_eq!(totals(3), [146_342, 394_163, 265_795]);
}

/// David and Goliath: the one man wins against two in 29 plies... for the tables of the class 1020.
#[test]
fn david_wins_against_goliath() {
    let tables = small::international();
    let position = small::position::<Single>(Rules::International, "W:W23:B5,6");
    assert_eq!(tables.distance(&position), Some((Wld::Win, 29)));
}

#[test]
fn a_position_turned_round_has_the_same_value() {
    let tables = small::international();
    for fen in [
        "W:W23:B5,6",
        "W:WK1,K2:BK45",
        "W:W46:B22",
        "W:WK10:BK5",
        "W:W27:BK2",
    ] {
        let position = small::position::<Single>(Rules::International, fen);
        let turned = position.swap_colors();
        assert_eq!(turned.turn(), Color::Black);
        assert_eq!(
            tables.distance(&position),
            tables.distance(&turned),
            "{fen}"
        );
        assert!(tables.distance(&position).is_some());
    }
}

/// 42 million positions with distances.
#[test]
#[ignore = "takes minutes"]
fn counts_up_to_four_pieces_are_the_published_ones() {
    let folder = TempDir::new().unwrap();
    let build = small::build(folder.path(), Rules::International, 4, 4);
    build.run::<Single>(&()).unwrap();
    let tables = Tables::open(folder.path(), Rules::International).unwrap();
    assert_eq!(check_counts(&tables, 4), 29);
    assert_eq!(check_samples(&tables, 4), 46);
    let mut sum = [0; 3];
    for material in Material::all(4) {
        let stats = tables.stats(material, Contents::Values).unwrap();
        for (to, from) in sum.iter_mut().zip(stats.parts[0].all) {
            *to += from;
        }
    }
    assert_eq!(sum, [6_408_494, 22_542_673, 13_020_033]);
    let bytes: u64 = tables.list().iter().map(|(_, bytes)| bytes).sum();
    assert!(bytes <= 3_000_000, "values and distances: {bytes} bytes");
}

/// Whatever folder of tables the environment names, up to five pieces.
#[test]
#[ignore = "takes half an hour, seconds if DAMIER_TABLES names a folder with the tables"]
fn samples_up_to_five_pieces_have_their_values() {
    let tables = Tables::<Single>::open(&small::large(5), Rules::International).unwrap();
    assert_eq!(check_samples(&tables, 5), 90);
}
