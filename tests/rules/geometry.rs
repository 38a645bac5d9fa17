//! Squares, steps and rays of every board, against rows and columns.

use damier_core::{Bitboard, Board8, Board10, Board12, Direction, Geometry, Square};
use damier_tests::variants::{Board6, Board14, High8x10, High10x12, Wide10x8, Wide12x10};

/// Rows and columns of one step.
fn delta(direction: Direction) -> (i32, i32) {
    match direction {
        Direction::UpLeft => (-1, -1),
        Direction::UpRight => (-1, 1),
        Direction::DownLeft => (1, -1),
        Direction::DownRight => (1, 1),
    }
}

fn step<G: Geometry>(square: Square<G>, direction: Direction) -> Option<Square<G>> {
    let (rows, columns) = delta(direction);
    let row = u8::try_from(i32::from(square.row()) + rows).ok()?;
    let column = u8::try_from(i32::from(square.column()) + columns).ok()?;
    Square::at(row, column)
}

fn check<G: Geometry>(columns: u8, rows: u8) {
    assert_eq!(
        (G::COLUMNS, G::ROWS, G::SQUARES),
        (columns, rows, columns / 2 * rows)
    );
    let all: Vec<Square<G>> = Square::all().collect();
    let numbers: Vec<u8> = all.iter().map(|s| s.number()).collect();
    assert_eq!(numbers, (1..=G::SQUARES).collect::<Vec<_>>());
    assert_eq!(
        all.iter().copied().collect::<Bitboard<G>>(),
        Bitboard::full()
    );
    assert_eq!(Bitboard::<G>::full().len(), u32::from(G::SQUARES));

    // Dark squares only, row by row, the first row from its second column on.
    let mut number = 0;
    for row in 0..rows {
        for column in 0..columns {
            let square = Square::<G>::at(row, column);
            assert_eq!(
                square.is_some(),
                (row + column) % 2 == 1,
                "row {row}, column {column}"
            );
            if let Some(square) = square {
                number += 1;
                assert_eq!(
                    (square.number(), square.row(), square.column()),
                    (number, row, column)
                );
                assert!(Bitboard::<G>::row(row).contains(square));
                let turned = Square::at(rows - 1 - row, columns - 1 - column);
                assert_eq!(turned, Some(square.rotate()));
            }
        }
    }
    assert_eq!(
        (Square::<G>::at(rows, 0), Square::<G>::at(0, columns)),
        (None, None)
    );

    for square in all {
        for direction in Direction::ALL {
            let next = step(square, direction);
            assert_eq!(
                Bitboard::from(square).step(direction).first(),
                next,
                "{square} {direction:?}"
            );
            let mut ray = Bitboard::EMPTY;
            let mut at = next;
            while let Some(square) = at {
                ray = ray.with(square);
                at = step(square, direction);
            }
            assert_eq!(
                Bitboard::ray(square, direction),
                ray,
                "{square} {direction:?}"
            );
            assert_eq!(direction.opposite().opposite(), direction);
            if let Some(next) = next {
                assert_eq!(step(next, direction.opposite()), Some(square));
            }
        }
    }
    for number in [0, u32::from(G::SQUARES) + 1, u32::MAX] {
        let error = Square::<G>::new(number).expect_err("no square");
        assert_eq!((error.number, error.last), (number, G::SQUARES));
        assert!(
            error
                .to_string()
                .contains(&format!("from 1 to {}", G::SQUARES)),
            "{error}"
        );
    }
}

#[test]
fn every_board_is_laid_out_as_its_rows_and_columns() {
    check::<Board6>(6, 6);
    check::<Board8>(8, 8);
    check::<High8x10>(8, 10);
    check::<Wide10x8>(10, 8);
    check::<Board10>(10, 10);
    check::<High10x12>(10, 12);
    check::<Wide12x10>(12, 10);
    check::<Board12>(12, 12);
    check::<Board14>(14, 14);
}
