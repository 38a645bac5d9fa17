//! Files that are damaged, cut short, foreign or newer are refused by name, and the rest works.

use std::fs;
use std::path::{Path, PathBuf};

use damier_core::{Alician, Reading, Rules, Single};
use damier_endgame::{
    Contents, Extent, Material, Subject, TableError, Tabled, Tables, VerifyError, Wld, verify,
};
use tempfile::TempDir;

use crate::small;

const RULES: Rules = Rules::International;

fn subject(material: &str, contents: Contents) -> Subject {
    Subject {
        rules: RULES,
        material: material.parse().unwrap(),
        contents,
    }
}

/// The two-piece tables, each with values and distances.
fn two() -> TempDir {
    let folder = TempDir::new().unwrap();
    small::build(folder.path(), RULES, 2, 2)
        .run::<Single>(&())
        .unwrap();
    folder
}

fn path(folder: &Path, material: &str, contents: Contents) -> PathBuf {
    folder.join(subject(material, contents).file())
}

/// Opens the folder, in which one file is refused and the others answer; what is said of that file.
fn refused<T>(folder: &Path, look: impl Fn(&Path, &TableError) -> T) -> T {
    let tables = Tables::<Single>::open(folder, RULES).unwrap();
    let position = small::position(RULES, "W:WK10:BK5");
    assert_eq!(tables.probe(&position), Some(Wld::Win));
    let [found] = tables.refused() else {
        panic!("{:?}", tables.refused());
    };
    look(&found.path, &found.reason)
}

/// Every byte of a file, changed in each of its bits' places: opening refuses the file or the check finds it.
#[test]
fn any_changed_byte_is_found() {
    let folder = two();
    for contents in [Contents::Values, Contents::Distances] {
        let path = path(folder.path(), "1010", contents);
        let good = fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, &bad).unwrap();
            let tables = Tables::<Single>::open(folder.path(), RULES).unwrap();
            let found = tables.refused().len() + tables.check().len();
            assert_eq!(found, 1, "byte {at} of {}", path.display());
        }
        fs::write(&path, &good).unwrap();
        let tables = Tables::<Single>::open(folder.path(), RULES).unwrap();
        assert!(tables.refused().is_empty() && tables.check().is_empty());
    }
}

/// Places all over a file and a random change at each: all of the head, the last bytes, and some between.
fn changed_bytes_are_found<P: Tabled>(
    rules: Rules,
    bytes: &[u8],
    subject: Subject,
    samples: usize,
) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(subject.file());
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut state = 5_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let ends = (0..128).chain(bytes.len() - 8..bytes.len());
    let between: Vec<usize> = (0..samples).map(|_| random(bytes.len())).collect();
    for at in ends.chain(between) {
        let mut bad = bytes.to_vec();
        bad[at] ^= 1 + random(255) as u8;
        fs::write(&path, &bad).unwrap();
        let tables = Tables::<P>::open(folder.path(), rules).unwrap();
        let found = tables.refused().len() + tables.check().len();
        assert_eq!(found, 1, "byte {at} of {subject}");
    }
    fs::write(&path, bytes).unwrap();
    let tables = Tables::<P>::open(folder.path(), rules).unwrap();
    assert!(tables.refused().is_empty() && tables.check().is_empty());
}

/// Tables of several blocks, of both games.
#[test]
fn any_changed_byte_of_a_larger_file_is_found() {
    let folder = TempDir::new().unwrap();
    for contents in [Contents::Values, Contents::Distances] {
        let mut build = small::build(folder.path(), RULES, 3, 3);
        build.only = vec!["0111".parse().unwrap()];
        build.run::<Single>(&()).unwrap();
        let subject = subject("0111", contents);
        let bytes = fs::read(folder.path().join(subject.file())).unwrap();
        assert_eq!(bytes[32..36], [2, 0, 0, 0], "blocks");
        changed_bytes_are_found::<Single>(RULES, &bytes, subject, 400);
    }
    let rules = Rules::Alician(Reading::DEFAULT);
    let mut build = small::build(folder.path(), rules, 3, 3);
    build.only = vec!["0201".parse().unwrap()];
    build.run::<Alician>(&()).unwrap();
    let subject = Subject {
        rules,
        material: "0201".parse().unwrap(),
        contents: Contents::Distances,
    };
    let bytes = fs::read(folder.path().join(subject.file())).unwrap();
    assert_eq!(bytes[32..36], [8, 0, 0, 0], "blocks");
    changed_bytes_are_found::<Alician>(rules, &bytes, subject, 400);
}

/// Every file of four pieces, seventy blocks each, at some places.
#[test]
#[ignore = "takes minutes"]
fn any_changed_byte_of_four_pieces_is_found() {
    let folder = small::large(4);
    for material in Material::all(4) {
        for contents in [Contents::Values, Contents::Distances] {
            let subject = Subject {
                rules: RULES,
                material,
                contents,
            };
            let bytes = fs::read(folder.join(subject.file())).unwrap();
            changed_bytes_are_found::<Single>(RULES, &bytes, subject, 60);
        }
    }
}

#[test]
fn a_file_cut_short_or_grown_is_refused() {
    let folder = two();
    let path = path(folder.path(), "1010", Contents::Values);
    let good = fs::read(&path).unwrap();
    for length in (0..good.len()).step_by(7) {
        fs::write(&path, &good[..length]).unwrap();
        refused(folder.path(), |name, reason| {
            assert_eq!(name, path);
            match reason {
                TableError::Length { expected, found } => {
                    assert_eq!(*found, length as u64);
                    assert!(expected > found);
                }
                TableError::NotATable => assert!(length < 8, "{length}"),
                other => panic!("{length}: {other}"),
            }
        });
    }
    let mut grown = good;
    grown.push(0);
    fs::write(&path, &grown).unwrap();
    refused(folder.path(), |_, reason| {
        assert!(matches!(reason, TableError::Length { .. }), "{reason}");
    });
}

#[test]
fn other_files_are_refused_by_what_they_are() {
    let folder = two();
    let path = path(folder.path(), "1010", Contents::Values);
    let good = fs::read(&path).unwrap();

    fs::write(&path, "[Event \"none\"]\n").unwrap();
    refused(folder.path(), |_, reason| {
        assert!(matches!(reason, TableError::NotATable), "{reason}");
    });

    // Newer and older versions are named before anything else of the file is believed.
    let mut other = good.clone();
    other[8] = 3;
    fs::write(&path, &other).unwrap();
    refused(folder.path(), |_, reason| {
        assert!(matches!(reason, TableError::Newer { found: 3 }), "{reason}");
        assert!(reason.to_string().contains("version 3"), "{reason}");
    });
    other[8] = 1;
    fs::write(&path, &other).unwrap();
    refused(folder.path(), |_, reason| {
        assert!(matches!(reason, TableError::Older { found: 1 }), "{reason}");
        assert!(reason.to_string().contains("version 1"), "{reason}");
    });

    // A table of another class, of another kind, of another game.
    for (material, contents) in [("1001", Contents::Values), ("1010", Contents::Distances)] {
        let other = folder.path().join(subject(material, contents).file());
        fs::copy(other, &path).unwrap();
        refused(folder.path(), |_, reason| {
            assert!(matches!(reason, TableError::Foreign { .. }), "{reason}");
        });
    }
    let rules = Rules::Alician(Reading::LETTER);
    small::build(folder.path(), rules, 2, 0)
        .run::<Alician>(&())
        .unwrap();
    fs::copy(folder.path().join("alician-letter/1010.wld"), &path).unwrap();
    refused(folder.path(), |_, reason| {
        let text = reason.to_string();
        assert!(text.contains("alician:letter 1010 values"), "{text}");
        assert!(text.contains("international 1010 values"), "{text}");
    });
}

/// Only the block is damaged: the table opens, the first look-up finds out, and from then on it has no answer.
#[test]
fn a_damaged_block_ends_in_no_answer() {
    let folder = two();
    let path = path(folder.path(), "1010", Contents::Values);
    fs::remove_file(path.with_extension("dtw")).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() - 10;
    bytes[at] ^= 0x55;
    fs::write(&path, &bytes).unwrap();
    let tables = Tables::<Single>::open(folder.path(), RULES).unwrap();
    assert!(tables.refused().is_empty());
    let position = small::position(RULES, "W:W31:B4");
    assert_eq!(tables.probe(&position), None);
    assert_eq!(tables.broken(), [subject("1010", Contents::Values)]);
    let kings = small::position(RULES, "W:WK10:BK5");
    assert_eq!(tables.probe(&kings), Some(Wld::Win));
    let found = tables.check();
    assert!(matches!(found[..], [(s, TableError::Damaged { .. })] if s == tables.broken()[0]));
    let verified = verify(&tables, found[0].0, Extent::Full, 1, &|_| true);
    assert!(matches!(verified, Err(VerifyError::Damaged { .. })));
}

/// A build repairs what it cannot use and says so.
#[test]
fn a_build_replaces_damaged_files() {
    struct Names(std::sync::Mutex<Vec<String>>);
    impl damier_endgame::Observer for Names {
        fn refused(&self, file: &damier_endgame::Refused) {
            let name = file
                .path
                .file_name()
                .unwrap()
                .to_string_lossy()
                .into_owned();
            self.0.lock().unwrap().push(name);
        }
    }
    let folder = two();
    let damaged = ["1010.wld", "0101.dtw", "0110.wld"];
    let paths = damaged.map(|name| folder.path().join("international").join(name));
    let good = paths.clone().map(|path| fs::read(path).unwrap());
    for (number, path) in paths.iter().enumerate() {
        let mut bytes = fs::read(path).unwrap();
        let at = [3, bytes.len() - 7, 200][number];
        bytes[at] ^= 4;
        fs::write(path, bytes).unwrap();
    }
    let names = Names(std::sync::Mutex::default());
    let report = small::build(folder.path(), RULES, 2, 2)
        .run::<Single>(&names)
        .unwrap();
    assert_eq!((report.kept, report.written), (5, 3));
    let mut found = names.0.into_inner().unwrap();
    found.sort();
    assert_eq!(found, ["0101.dtw", "0110.wld", "1010.wld"]);
    for (path, good) in paths.iter().zip(good) {
        assert_eq!(fs::read(path).unwrap(), good);
    }
}

#[test]
fn an_empty_or_missing_folder_holds_nothing() {
    let folder = TempDir::new().unwrap();
    for folder in [folder.path().to_owned(), folder.path().join("none")] {
        let tables = Tables::<Single>::open(&folder, RULES).unwrap();
        assert_eq!((tables.max_pieces(), tables.list().len()), (0, 0));
        assert_eq!(tables.probe(&small::position(RULES, "W:WK10:BK5")), None);
    }
}
