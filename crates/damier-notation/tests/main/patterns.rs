//! Patterns of squares.

use damier_core::{Alician, BoardName, Color, Piece, Position, Single};
use damier_notation::fen;
use damier_notation::pattern::Pattern;

fn single(text: &str) -> Single {
    Single::from_setup(&fen::read(text).unwrap().setup).unwrap()
}

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn squares_of_the_pattern_hold_and_others_are_free() {
    let position = single("W:W32,37,38,K46:B23,24,K50");
    for (text, fits) in [
        ("W:W32,37,38:B23,24", true),
        ("?:W32,37,38:B23,24", true),
        ("B:W32,37,38:B23,24", false),
        ("?:W32", true),
        ("?:B23", true),
        ("?", true),
        ("W", true),
        ("B", false),
        ("?:W31", false),
        ("?:W32:B32", false),
        ("?:WK46:BK50", true),
        ("?:W46", false),
        ("?:WK32", false),
        ("?:W37-38", true),
    ] {
        let read = text.parse::<Pattern>();
        assert_eq!(read.is_ok_and(|p| p.matches(&position)), fits, "{text}");
    }
}

#[test]
fn colours_are_swapped_on_request() {
    let seen_by_white = pattern("W:W32,37,K38:B23,24");
    // Square n becomes 51 - n.
    assert_eq!(seen_by_white.swap_colors(), pattern("B:W27,28:B19,14,K13"));
    assert_eq!(seen_by_white.swap_colors().swap_colors(), seen_by_white);
    let position = single("B:W27,28,50:B19,14,K13,1");
    assert!(!seen_by_white.matches(&position));
    assert!(seen_by_white.swap_colors().matches(&position));
    assert_eq!(position.swap_colors().turn(), Color::White);
    assert!(seen_by_white.matches(&position.swap_colors()));
    let squares = seen_by_white.squares(BoardName::A, Piece::king(Color::White));
    assert_eq!(
        squares
            .into_iter()
            .map(damier_core::Square::number)
            .collect::<Vec<_>>(),
        [38]
    );
}

#[test]
fn boards_are_told_apart() {
    let setup = fen::read("W:W32:B19/W38:BK2").unwrap().setup;
    let position: Alician = Alician::from_setup(&setup, damier_core::Reading::DEFAULT).unwrap();
    for (text, fits) in [
        ("?:W32/BK2", true),
        ("?:W32", true),
        ("?:W38", false),
        ("?/W38", true),
        ("?/W32", false),
    ] {
        assert_eq!(
            text.parse::<Pattern>().is_ok_and(|p| p.matches(&position)),
            fits,
            "{text}"
        );
    }
    // A game on one board has nothing on the other.
    assert!(!pattern("?/W38").matches(&single("W:W38:B1")));
}

#[test]
fn bad_patterns_say_where() {
    for (text, column) in [
        ("W:W51", 4),
        ("W:W32:B32", 8),
        ("X:W32", 1),
        ("?/W0", 4),
        ("", 1),
    ] {
        let error = text.parse::<Pattern>().unwrap_err();
        assert_eq!(error.problems[0].column, column, "{text}");
    }
}
