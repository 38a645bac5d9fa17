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

/// Swaps the last two symbols of a table of one block and makes all its checksums right again.
fn falsify(bytes: &mut [u8], skip: usize) {
    let number = |bytes: &[u8], at: usize| {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
    };
    let put = |bytes: &mut [u8], at: usize, sum: u32| {
        bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
    };
    assert_eq!(number(bytes, 32), 1, "blocks");
    let (sections, data) = (128, 128 + number(bytes, 52));
    let end = bytes.len() - 4;
    let last = (data..end - 1)
        .rev()
        .filter(|&i| bytes[i] != bytes[i + 1])
        .nth(skip)
        .expect("a swap that changes a value");
    bytes.swap(last, last + 1);
    let sum = crc32fast::hash(&bytes[data..end]);
    put(bytes, data - 4, sum);
    let sum = crc32fast::hash(&bytes[sections..data]);
    put(bytes, 56, sum);
    let sum = crc32fast::hash(&bytes[..124]);
    put(bytes, 124, sum);
    let sum = crc32fast::hash(&bytes[..end]);
    put(bytes, end, sum);
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
                let mut bytes = whole.clone();
                falsify(&mut bytes, skip);
                std::fs::write(&path, bytes).unwrap();
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
