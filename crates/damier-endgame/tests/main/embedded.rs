//! The tables that are part of the program are the ones a build makes, byte for byte.

use damier_core::{Alician, Reading, Rules, Single};
use damier_endgame::{Contents, Tables, Wld, bundle};
use tempfile::TempDir;

use crate::small;

#[test]
fn the_embedded_tables_are_those_of_a_build() {
    let folder = TempDir::new().unwrap();
    let mut rules = vec![Rules::International];
    rules.extend(Reading::ALL.map(Rules::Alician));
    for &rules in &rules {
        let build = small::build(folder.path(), rules, 0, 3);
        match rules {
            Rules::International => build.run::<Single>(&()).unwrap(),
            Rules::Alician(_) => build.run::<Alician>(&()).unwrap(),
        };
    }
    let made = bundle(folder.path(), &rules).unwrap();
    let shipped = include_bytes!("../../data/small.tables");
    assert!(made == shipped, "run the example `bundle` to write it anew");
}

#[test]
fn three_pieces_need_no_set_up() {
    let tables = Tables::<Single>::embedded(Rules::International);
    assert_eq!(tables.max_pieces(), 3);
    let position = small::position::<Single>(Rules::International, "W:W23:B5,6");
    assert_eq!(tables.probe(&position), Some(Wld::Win));
    assert_eq!(tables.distance(&position), Some((Wld::Win, 29)));
    for reading in Reading::ALL {
        let tables = Tables::<Alician>::embedded(Rules::Alician(reading));
        assert_eq!(tables.max_pieces(), 3, "{reading}");
        assert!(tables.check().is_empty());
    }
}

#[test]
fn a_folder_comes_before_the_embedded_tables() {
    let folder = TempDir::new().unwrap();
    let none = Tables::<Single>::load(folder.path(), Rules::International, 1 << 20).unwrap();
    assert_eq!(none.list().len(), 16);
    small::build(folder.path(), Rules::International, 2, 0)
        .run::<Single>(&())
        .unwrap();
    let both = Tables::<Single>::load(folder.path(), Rules::International, 1 << 20).unwrap();
    assert_eq!(both.list().len(), 20);
    let values = both
        .list()
        .into_iter()
        .filter(|(s, _)| s.contents == Contents::Values);
    assert_eq!(values.count(), 4);
    let position = small::position::<Single>(Rules::International, "W:WK10:BK5");
    assert_eq!(both.distance(&position), Some((Wld::Win, 3)));
}
