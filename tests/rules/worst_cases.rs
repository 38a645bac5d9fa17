//! Positions made to hurt: long lists, long captures, many ways to make them. Nothing is cut off and nothing hangs.
//!
//! The positions were found by hill climbing over the number of steps of a capture walk.

use damier_core::{MoveList, Position, Reading};
use damier_tests::text::{alician, book, book_of_two, single, slow, slow_move};

/// The list, its count and its moves against the slow rules, which do not walk the same way twice.
fn compare<P: Position>(book: &damier_tests::slow::Book, position: &P) -> usize {
    let expected = book.legal(&slow(position));
    let legal = position.legal_moves();
    let found: Vec<_> = legal.iter().map(slow_move).collect();
    assert_eq!(found, expected, "{position:?}");
    assert_eq!(
        position.count_moves(&mut MoveList::new()),
        expected.len() as u64
    );
    expected.len()
}

#[test]
fn one_king_with_171_captures() {
    let position = single("W:WK12:B8,9,18,19,21,22,24,30,31,32,38,43,44");
    assert_eq!(
        compare(&book::<damier_core::International>(), &position),
        171
    );
    let legal = position.legal_moves();
    assert!(legal.iter().all(damier_core::Move::is_capture));
    let takes: Vec<u32> = legal.iter().map(|m| m.captured.len()).collect();
    assert!(takes.iter().all(|&n| n == takes[0]), "all take the most");
}

#[test]
fn long_walks_end() {
    for (fen, moves) in [(
        "W:WK38:B7,8,9,10,12,14,17,18,19,20,21,23,25,28,29,30,31,32,37,39,40,41,42,43,45,K46,K48",
        6,
    )] {
        assert_eq!(
            compare(&book::<damier_core::International>(), &single(fen)),
            moves,
            "{fen}"
        );
        // The same on either board of Alician draughts, under all readings.
        let (turn, rest) = fen.split_once(':').expect("a FEN");
        for fen in [
            format!("{turn}:{rest}/W:B"),
            format!("{turn}:WK49:BK5/{rest}"),
        ] {
            for reading in Reading::ALL {
                compare(
                    &book_of_two::<damier_core::International>(reading),
                    &alician(&fen, reading),
                );
            }
        }
    }
}
