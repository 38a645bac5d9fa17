//! Positions made to hurt: long lists, long captures, many ways to make them. Nothing is cut off and nothing hangs.
//!
//! Found by annealing over the steps of a capture walk and over the length of the list: a lone king makes a walk of
//! 9,396 steps at most, several kings together 18,376. Neither grows with more pieces to capture, since those take
//! each other's empty squares away.

use damier_core::{
    Explanation, International, MoveList, Piece, Position, Reading, Setup, canonical_walk, explain,
};
use damier_notation::fen;
use damier_tests::slow::Book;
use damier_tests::text::{alician, book, book_of_two, setup, single, slow, slow_move};

/// Positions and the number of legal moves.
const WORST: [(&str, usize); 7] = [
    // The most captures of one king.
    ("W:WK12:B8,9,18,19,21,22,24,30,31,32,38,43,44", 171),
    // The longest lists.
    (
        "W:WK4,K5,K13,K15,K45,K46,K47,K48,K49:B8,9,18,19,22,24,27,30,31,40,41,42,43,44",
        403,
    ),
    (
        "W:WK1,K2,K3,K4,K5,K36,K38,K46:B7,8,9,10,11,20,21,24,27,29,32,33,42,43",
        403,
    ),
    // The longest walks of one king, of several, and of a man.
    (
        "W:WK27:B7,8,9,10,17,18,19,20,21,28,29,30,31,32,39,40,41,42,43",
        6,
    ),
    (
        "W:WK38:B7,8,9,10,12,14,17,18,19,20,21,23,25,28,29,30,31,32,37,39,40,41,42,43,45,K46,K48",
        6,
    ),
    (
        "W:WK1,K3,K5,K17,K25,K37,K39,K45,K50:B6,8,9,10,11,12,20,21,28,30,31,34,41,42,43,44,K46,K48",
        4,
    ),
    (
        "W:W22:B6,7,8,9,10,14,16,17,18,19,20,25,26,27,28,29,30,36,37,38,39,40,41,43,K49",
        1,
    ),
];

/// The list and its count against the slow rules, which visit no state twice and so cannot be made to work long.
fn compare<P: Position>(book: &Book, position: &P) -> usize {
    let expected = book.legal(&slow(position));
    let found: Vec<_> = position.legal_moves().iter().map(slow_move).collect();
    assert_eq!(found, expected, "{position:?}");
    let count = position.count_moves(&mut MoveList::new());
    assert_eq!(count, expected.len() as u64, "{position:?}");
    expected.len()
}

#[test]
fn the_longest_lists_and_walks_are_complete() {
    for (fen, moves) in WORST {
        let position = single(fen);
        assert_eq!(compare(&book::<International>(), &position), moves, "{fen}");
        let mirrored = position.swap_colors();
        assert_eq!(compare(&book::<International>(), &mirrored), moves, "{fen}");
    }
}

/// The same pieces on either board of Alician draughts.
#[test]
fn the_longest_lists_and_walks_are_complete_on_either_board() {
    for (fen, _) in WORST {
        let Setup { turn, a, .. } = setup(fen);
        // Both sides need a piece on A: kings on the first and last vacant squares.
        let mut vacant = a.vacant().into_iter();
        let mut others = damier_core::Board::empty();
        for (square, color) in [vacant.next(), vacant.last()]
            .into_iter()
            .zip(damier_core::Color::ALL)
        {
            others.set(square.expect("a vacant square"), Some(Piece::king(color)));
        }
        for (a, b) in [(a, others), (others, a)] {
            let text = fen::write_setup(&Setup {
                turn,
                a,
                b: Some(b),
            });
            for reading in Reading::ALL {
                compare(
                    &book_of_two::<International>(reading),
                    &alician(&text, reading),
                );
            }
        }
    }
}

/// What people ask about a move is answered for each of these too.
#[test]
fn the_longest_captures_can_be_walked_and_explained() {
    for (fen, _) in WORST {
        let position = single(fen);
        for mv in &position.legal_moves() {
            let walk = canonical_walk(&position, mv).expect("there is a way");
            assert_eq!(
                walk.order.len(),
                mv.captured.len() as usize,
                "{mv} in {fen}"
            );
            let explained = explain(&position, mv.from, mv.to, Some(mv.captured));
            assert!(
                matches!(explained, Explanation::Legal { .. }),
                "{mv} in {fen}"
            );
        }
    }
}

/// Every capture of a lone king takes the most there is, and no two are the same.
#[test]
fn one_king_with_171_captures() {
    let position = single(WORST[0].0);
    let legal = position.legal_moves();
    let takes = legal[0].captured.len();
    assert!(legal.iter().all(|m| m.captured.len() == takes));
    assert!(legal.windows(2).all(|pair| pair[0] < pair[1]));
}
