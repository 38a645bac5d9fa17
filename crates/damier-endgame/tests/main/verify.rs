//! The check of tables against the rules, and a check of the check.

use damier_core::{Reading, Rules, Single};
use damier_endgame::{Contents, Extent, Subject, Tabled, Tables, VerifyError, verify};
use tempfile::TempDir;

use crate::small;

fn all_sound<P: Tabled>(tables: &Tables<P>, extent: Extent) -> u64 {
    let mut checked = 0;
    for (subject, _) in tables.list() {
        let verified = verify(tables, subject, extent, 2, &|_| true).unwrap();
        assert!(verified.is_sound(), "{verified:?}");
        if extent == Extent::Full {
            assert_eq!(verified.counts_match, Some(true));
        }
        checked += verified.checked;
    }
    checked
}

#[test]
fn all_values_up_to_three_pieces_follow_from_the_rules() {
    // Quiet positions, each in a table of values and in one of distances.
    let checked = all_sound(&small::international(), Extent::Full);
    assert_eq!(checked, 2 * (7_789 + 631_976));
}

#[test]
fn a_sample_of_the_alician_values_follows_from_the_rules() {
    for reading in Reading::ALL {
        let extent = Extent::Sample {
            positions: 20_000,
            seed: 7,
        };
        assert!(
            all_sound(&small::alician(reading), extent) > 100_000,
            "{reading}"
        );
    }
}

fn subject(text: &str, contents: Contents) -> Subject {
    Subject {
        rules: Rules::International,
        material: text.parse().unwrap(),
        contents,
    }
}

/// Swaps two unlike symbols next to each other in a table of one block and makes all its checksums right again.
fn falsify(bytes: &[u8], skip: usize) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(number(32), 1, "blocks");
    let data = 128 + number(52) as usize;
    let stored = &bytes[data..bytes.len() - 4];
    let mut symbols = miniz_oxide::inflate::decompress_to_vec(stored).unwrap();
    let last = (0..symbols.len() - 1)
        .rev()
        .filter(|&i| symbols[i] != symbols[i + 1])
        .nth(skip)
        .expect("a swap that changes a value");
    symbols.swap(last, last + 1);
    let stored = miniz_oxide::deflate::compress_to_vec(&symbols, 6);
    let mut made = [&bytes[..data], &stored[..]].concat();
    let put = |bytes: &mut [u8], at: usize, number: u32| {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    };
    // The directory ends the sections: the length of the block and its checksum.
    put(&mut made, data - 8, stored.len() as u32);
    put(&mut made, data - 4, crc32fast::hash(&stored));
    let length = made.len() as u32 + 4;
    put(&mut made, 44, length);
    let sum = crc32fast::hash(&made[128..data]);
    put(&mut made, 56, sum);
    let sum = crc32fast::hash(&made[..124]);
    put(&mut made, 124, sum);
    let sum = crc32fast::hash(&made);
    made.extend(sum.to_le_bytes());
    made
}

/// A table in which values are wrong and all checksums right.
#[test]
fn a_wrong_value_is_found() {
    for contents in [Contents::Values, Contents::Distances] {
        let folder = TempDir::new().unwrap();
        small::build(folder.path(), Rules::International, 2, 2)
            .run::<Single>(&())
            .unwrap();
        let subject = subject("1010", contents);
        let path = folder.path().join(subject.file());
        let whole = std::fs::read(&path).unwrap();
        // Where a position has a capture any value may stand, so a swap may change nothing that is asked for.
        let verified = (0..500)
            .map(|skip| {
                std::fs::write(&path, falsify(&whole, skip)).unwrap();
                let tables = Tables::<Single>::open(folder.path(), Rules::International).unwrap();
                assert!(tables.refused().is_empty() && tables.check().is_empty());
                verify(&tables, subject, Extent::Full, 1, &|_| true).unwrap()
            })
            .find(|verified| verified.wrong_count > 0)
            .unwrap();
        assert!(!verified.is_sound(), "{contents}");
        let wrong = verified.wrong[0];
        assert_ne!(wrong.stored, wrong.derived);
    }
}

#[test]
fn a_missing_table_is_named() {
    let folder = TempDir::new().unwrap();
    small::build(folder.path(), Rules::International, 3, 0)
        .run::<Single>(&())
        .unwrap();
    let gone = folder.path().join("international/1010.wld");
    std::fs::remove_file(gone).unwrap();
    let tables = Tables::<Single>::open(folder.path(), Rules::International).unwrap();
    let subject = |text| subject(text, Contents::Values);
    let missing = verify(&tables, subject("1010"), Extent::Full, 1, &|_| true);
    assert!(
        matches!(missing, Err(VerifyError::Missing(_))),
        "{missing:?}"
    );
    let leads_there = verify(&tables, subject("2010"), Extent::Full, 1, &|_| true);
    assert!(
        matches!(leads_there, Err(VerifyError::Unknown(_))),
        "{leads_there:?}"
    );
    let stopped = verify(&tables, subject("0201"), Extent::Full, 1, &|_| false);
    assert!(matches!(stopped, Err(VerifyError::Stopped)), "{stopped:?}");
}

/// Every class of four pieces, some thousand positions each.
#[test]
fn a_sample_of_the_values_of_four_pieces_follows_from_the_rules() {
    let folder = TempDir::new().unwrap();
    small::build(folder.path(), Rules::International, 4, 3)
        .run::<Single>(&())
        .unwrap();
    let tables = Tables::<Single>::open(folder.path(), Rules::International).unwrap();
    let mut classes = 0;
    for (subject, _) in tables.list() {
        if subject.material.pieces() == 4 {
            let extent = Extent::Sample {
                positions: 5_000,
                seed: 11,
            };
            let verified = verify(&tables, subject, extent, 2, &|_| true).unwrap();
            assert!(verified.is_sound(), "{verified:?}");
            assert!(verified.checked > 1_000, "{verified:?}");
            classes += 1;
        }
    }
    assert_eq!(classes, 25);
}

#[test]
#[ignore = "takes minutes"]
fn all_values_of_four_pieces_follow_from_the_rules() {
    let tables = Tables::<Single>::open(&small::large(4), Rules::International).unwrap();
    let mut checked = 0;
    for (subject, _) in tables.list() {
        if subject.material.pieces() == 4 {
            let verified = verify(&tables, subject, Extent::Full, 2, &|_| true).unwrap();
            assert!(verified.is_sound(), "{verified:?}");
            checked += verified.checked;
        }
    }
    // The quiet positions, each in a table of values and in one of distances.
    assert_eq!(checked, 2 * 28_198_906);
}
