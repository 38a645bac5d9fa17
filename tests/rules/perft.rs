//! Counts of move trees against published and independent tables.
//!
//! Every table is followed as deep as a test run allows, and to its end in the tests marked `nightly`.

use damier_core::{Alician, Counting, Perft, Single, Variant};
use damier_tests::corpus::{self, CountingName, Table};
use damier_tests::text::{alician, single};
use damier_tests::variants::{
    Brazilian, Canadian, English, English6, International6, International12x10, International14,
    Ktar8x10, Ktar10x12, Pool, Spantsiretti,
};

/// Leaves up to which a count is made in every test run.
const DAILY: [u64; 2] = [400_000_000, 42_000_000];
/// No limit: the tables themselves end.
const NIGHTLY: [u64; 2] = [u64::MAX; 2];

fn counting(name: CountingName) -> Counting {
    match name {
        CountingName::Distinct => Counting::Distinct,
        CountingName::Ordered => Counting::Ordered,
    }
}

/// Follows a table, as deep as the limit of its convention allows and not below a depth already done.
fn follow<P: damier_core::Position>(
    position: &P,
    name: &str,
    counting: Counting,
    counts: &[u64],
    limits: [u64; 2],
) {
    let perft = Perft {
        counting,
        ..Perft::default()
    };
    let limit = limits[usize::from(counting == Counting::Ordered)];
    let depth = counts.iter().take_while(|&&n| n <= limit).count();
    assert!(depth > 0, "{name}: nothing was compared");
    // The last depth says most; the others only help to find a fault, and cost less than it together.
    for (i, &expected) in counts[..depth].iter().enumerate() {
        let found = perft.count(position, i as u32 + 1);
        assert_eq!(found, expected, "{name}, {counting:?}, depth {}", i + 1);
    }
}

fn follow_international(limits: [u64; 2]) {
    let tables = corpus::perft_international();
    for table in &tables {
        follow(
            &single(&table.fen),
            &table.position,
            counting(table.counting),
            &table.counts,
            limits,
        );
    }
    let positions: Vec<_> = tables.iter().map(|t| t.position.as_str()).collect();
    for known in [
        "start",
        "Woldouby",
        "Random178",
        "AllKings",
        "AlmostPromotion",
        "FrontRows",
    ] {
        assert!(
            positions.contains(&known),
            "{known} is missing from the corpus"
        );
    }
}

#[test]
fn tables_of_international_draughts() {
    follow_international(DAILY);
}

#[test]
#[ignore = "nightly: minutes"]
fn nightly_tables_of_international_draughts_to_their_end() {
    follow_international(NIGHTLY);
}

/// The table everybody publishes, as deep as it goes for a build to be believed.
#[test]
fn the_start_position_of_international_draughts_to_depth_10() {
    let expected = [
        9,
        81,
        658,
        4265,
        27117,
        167_140,
        1_049_442,
        6_483_961,
        41_022_423,
        258_895_763,
    ];
    follow(
        &<Single>::default(),
        "start",
        Counting::Distinct,
        &expected,
        NIGHTLY,
    );
}

#[test]
fn seventy_five_further_positions() {
    let positions = corpus::perft_positions();
    assert_eq!(positions.len(), 75);
    for p in positions {
        let position = single(&p.fen);
        follow(&position, &p.fen, Counting::Distinct, &p.distinct, NIGHTLY);
        follow(&position, &p.fen, Counting::Ordered, &p.ordered, NIGHTLY);
    }
}

fn follow_alician(limits: [u64; 2]) {
    for p in corpus::perft_alician() {
        assert_eq!(
            p.counts.len(),
            4,
            "{}: a table for each reading",
            p.position
        );
        for (name, counts) in &p.counts {
            let position = alician(&p.fen, corpus::reading(name));
            let name = format!("{}, {name}", p.position);
            follow(&position, &name, Counting::Distinct, counts, limits);
        }
    }
}

#[test]
fn tables_of_alician_draughts_under_its_four_readings() {
    follow_alician(DAILY);
}

#[test]
#[ignore = "nightly: minutes"]
fn nightly_tables_of_alician_draughts_to_their_end() {
    follow_alician(NIGHTLY);
}

#[test]
fn the_start_position_of_alician_draughts_to_depth_9() {
    let expected = [
        9, 81, 658, 4129, 26090, 165_030, 1_073_429, 6_987_379, 47_656_453,
    ];
    follow(
        &<Alician>::default(),
        "start",
        Counting::Distinct,
        &expected,
        NIGHTLY,
    );
}

fn follow_variant<V: Variant>(tables: &[Table], limits: [u64; 2]) {
    let mine: Vec<_> = tables
        .iter()
        .filter(|t| t.variant == V::RULES.name)
        .collect();
    assert!(!mine.is_empty(), "no table of {}", V::RULES.name);
    for table in mine {
        let start = Single::<V>::default();
        follow(
            &start,
            V::RULES.name,
            counting(table.counting),
            &table.counts,
            limits,
        );
    }
}

fn follow_variants(limits: [u64; 2]) {
    let tables = corpus::perft_variants();
    follow_variant::<Brazilian>(&tables, limits);
    follow_variant::<Pool>(&tables, limits);
    follow_variant::<English>(&tables, limits);
    follow_variant::<English6>(&tables, limits);
    follow_variant::<Canadian>(&tables, limits);
    follow_variant::<International6>(&tables, limits);
    follow_variant::<International14>(&tables, limits);
    follow_variant::<International12x10>(&tables, limits);
    follow_variant::<Spantsiretti>(&tables, limits);
    follow_variant::<Ktar8x10>(&tables, limits);
    follow_variant::<Ktar10x12>(&tables, limits);
}

#[test]
fn tables_of_other_variants_and_boards() {
    // These are no games of damier: less will do.
    follow_variants(DAILY.map(|limit| limit / 10));
}

#[test]
#[ignore = "nightly: minutes"]
fn nightly_tables_of_other_variants_and_boards() {
    follow_variants([400_000_000, 150_000_000]);
}

/// Threads and the hash table change the time of a count and nothing else.
#[test]
fn threads_and_hash_table_leave_counts_alone() {
    let start = Single::<damier_core::International>::default();
    for threads in [1, 2, 3, 8] {
        for hash_mib in [0, 1, 16] {
            for counting in [Counting::Distinct, Counting::Ordered] {
                let perft = Perft {
                    counting,
                    threads: threads.try_into().expect("threads are not 0"),
                    hash_mib,
                };
                // The two conventions part at depth 8 only; 7 plies are enough for the machinery.
                assert_eq!(perft.count(&start, 7), 1_049_442, "{perft:?}");
                let below: u64 = perft.divide(&start, 5).iter().map(|(_, n)| n).sum();
                assert_eq!(below, 27_117, "{perft:?}");
            }
        }
    }
}

/// A count of depth 0 is the position itself; a finished game has no leaves below it.
#[test]
fn counts_at_the_edges() {
    let perft = Perft::default();
    let blocked = single("W:W6:B1");
    assert_eq!(
        [0, 1, 2, 5].map(|depth| perft.count(&blocked, depth)),
        [1, 0, 0, 0]
    );
    assert!(perft.divide(&blocked, 3).is_empty());
    assert!(perft.divide(&<Single>::default(), 0).is_empty());
}
