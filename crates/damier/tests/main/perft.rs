//! `damier perft`, against the published tables and the project's reference values.

use crate::run::damier;

/// Depths and leaves of the lines, after a look at the other columns.
fn counts(args: &[&str]) -> Vec<(u32, u64)> {
    let ran = damier(args);
    let lines = ran.lines();
    lines
        .iter()
        .map(|line| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let [depth, leaves, seconds, speed] = columns[..] else {
                panic!("four columns: {line}")
            };
            assert!(seconds.parse::<f64>().expect("a number") >= 0.0);
            assert!(speed.parse::<f64>().expect("a number") > 0.0);
            (
                depth.parse().expect("a number"),
                leaves.parse().expect("a number"),
            )
        })
        .collect()
}

fn numbered(leaves: &[u64]) -> Vec<(u32, u64)> {
    (1..).zip(leaves.iter().copied()).collect()
}

#[test]
fn international_from_the_start() {
    let leaves = [9, 81, 658, 4_265, 27_117, 167_140, 1_049_442];
    assert_eq!(counts(&["perft", "7"]), numbered(&leaves));
    for extra in [
        &["--threads", "3"][..],
        &["--hash", "2"],
        &["--threads", "2", "--hash", "1"],
    ] {
        let args = [&["perft", "7"], extra].concat();
        assert_eq!(counts(&args), numbered(&leaves), "{extra:?}");
    }
}

#[test]
fn captures_in_another_order_are_counted_apart_on_demand() {
    let woldouby = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
    let distinct = [6, 12, 30, 73, 215, 590, 1_944];
    let ordered = [6, 13, 35, 81, 240, 646, 2_081];
    let args = ["perft", "7", woldouby];
    assert_eq!(counts(&args), numbered(&distinct));
    assert_eq!(
        counts(&[&args[..], &["--count", "distinct"]].concat()),
        numbered(&distinct)
    );
    assert_eq!(
        counts(&[&args[..], &["--count", "ordered"]].concat()),
        numbered(&ordered)
    );
}

#[test]
fn alician_under_the_four_readings() {
    for (rules, leaves) in [
        ("alician", [9, 81, 658, 4_129, 26_090, 165_030]),
        ("alician:letter", [9, 81, 765, 6_499, 54_815, 446_135]),
        (
            "alician:obligation=board,blocked=void",
            [9, 81, 779, 6_683, 58_941, 491_962],
        ),
        (
            "alician:obligation=both,blocked=binding",
            [9, 81, 523, 2_941, 15_904, 92_752],
        ),
    ] {
        assert_eq!(
            counts(&["perft", "6", "--rules", rules]),
            numbered(&leaves),
            "{rules}"
        );
    }
}

#[test]
fn depth_zero_is_one_leaf() {
    assert_eq!(counts(&["perft", "0"]), [(0, 1)]);
}

#[test]
fn divided_by_the_first_move() {
    let ran = damier(&["perft", "3", "--divide"]);
    let lines = ran.lines();
    let (total, branches) = lines.split_last().expect("lines");
    let moves: Vec<&str> = branches
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(
        moves,
        [
            "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"
        ]
    );
    let leaves: u64 = branches
        .iter()
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .sum();
    assert_eq!(leaves, 658);
    assert_eq!(
        total.split_whitespace().take(2).collect::<Vec<_>>(),
        ["3", "658"]
    );
}

#[test]
fn numbers_out_of_range_are_refused() {
    for args in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "x"],
        &["perft", "1e9"],
        &["perft", "101"],
        &["perft", "3", "--threads", "0"],
        &["perft", "3", "--threads", "100000"],
        &["perft", "3", "--hash", "99999999"],
        &["perft", "3", "--hash", "-1"],
        &["perft", "3", "--count", "landing"],
    ] {
        assert!(damier(args).complaint().contains("error"), "{args:?}");
    }
}

/// Two kings have 17 moves at most and reach few positions: a hash table counts past 64 bits at once.
#[test]
fn counts_past_64_bits_are_an_error() {
    let ran = damier(&["perft", "40", "--hash", "16", "W:WK1:BK50"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("more leaves than 64 bits can count"),
        "{}",
        ran.err
    );
    // What was counted before is sound: leaves never get fewer with depth here.
    let leaves: Vec<u64> = ran
        .out
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1)?.parse().ok())
        .collect();
    assert!(leaves.len() > 10 && leaves.is_sorted(), "{leaves:?}");
}
