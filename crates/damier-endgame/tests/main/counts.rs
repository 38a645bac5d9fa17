//! The counts of all classes, those without a published one too, as they were found: a change is a fault here or was
//! one there.

use std::fmt::Write as _;

use damier_core::{Reading, Rules, Single};
use damier_endgame::{Contents, Material, PartStats, Tabled, Tables, Wld};

use crate::small;

const KNOWN: &str = include_str!("../data/counts.txt");

/// The lines of the file for the classes of so many pieces.
fn known(rules: Rules, pieces: u32) -> Vec<&'static str> {
    let wanted = |line: &&str| {
        let mut words = line.split(' ');
        let game = words.next() == Some(&rules.to_string());
        let class = words.next().and_then(|c| c.parse::<Material>().ok());
        game && class.is_some_and(|c| c.pieces() <= pieces)
    };
    KNOWN.lines().filter(wanted).collect()
}

fn found<P: Tabled>(tables: &Tables<P>, material: Material) -> String {
    let stats = tables.stats(material, Contents::Distances).unwrap();
    let sum = |of: &dyn Fn(&PartStats) -> u64| stats.parts.iter().map(of).sum::<u64>();
    let mut line = format!("{} {material}", tables.rules());
    for value in [Wld::Win, Wld::Draw, Wld::Loss] {
        write!(line, " {}", sum(&|part| part.all[value as usize])).unwrap();
    }
    write!(line, " {}", sum(&|part| part.stored.iter().sum())).unwrap();
    for value in [Wld::Win, Wld::Loss] {
        let longest = stats.parts.iter().filter_map(|p| p.longest(value)).max();
        match longest {
            None => line.push_str(" -"),
            Some(plies) => {
                let side = usize::from(value == Wld::Win);
                let at =
                    |part: &PartStats| part.plies.get(usize::from(plies)).map_or(0, |n| n[side]);
                write!(line, " {plies}x{}", sum(&at)).unwrap();
            }
        }
    }
    line
}

fn check<P: Tabled>(tables: &Tables<P>, pieces: u32) -> usize {
    let known = known(tables.rules(), pieces);
    let mut found: Vec<String> = small::classes(pieces).map(|m| found(tables, m)).collect();
    found.sort();
    let mut sorted = known.clone();
    sorted.sort_unstable();
    assert_eq!(found, sorted);
    known.len()
}

#[test]
fn counts_up_to_three_pieces_have_not_changed() {
    assert_eq!(check(&small::international(), 3), 16);
    for reading in Reading::ALL {
        assert_eq!(check(&small::alician(reading), 3), 16, "{reading}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn counts_of_four_pieces_have_not_changed() {
    let tables = Tables::<Single>::open(&small::large(4), Rules::International).unwrap();
    assert_eq!(check(&tables, 4), 16 + 25);
}
