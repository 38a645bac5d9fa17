//! How fast moves are generated into a list that is used again, counted, and played, over fixed positions of both
//! games. Knows nothing of other programs: `cargo xtask bench generate` sets them beside these figures.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use damier_core::{Alician, Board, Color, MoveList, Piece, Position, Setup, Single, Square};
use std::hint::black_box;

const POSITIONS: &str = include_str!("positions.txt");

/// The pieces of one line: the side to move, then 50 letters a board.
fn setup(text: &str) -> Setup {
    let color = |letter: char| match letter.to_ascii_lowercase() {
        'w' => Color::White,
        'b' => Color::Black,
        _ => panic!("{text}: expected W or B, found {letter}"),
    };
    let board = |text: &str| {
        let mut board = Board::empty();
        for (number, letter) in (1..).zip(text.chars()) {
            let square = Square::new(number).expect("50 letters a board");
            let piece = (letter != 'e').then(|| Piece {
                color: color(letter),
                king: letter.is_ascii_uppercase(),
            });
            board.set(square, piece);
        }
        board
    };
    let (turn, boards) = text.split_at(1);
    let (a, b) = boards.split_at(50);
    Setup {
        turn: turn.chars().next().map(color),
        a: board(a),
        b: (!b.is_empty()).then(|| board(b)),
    }
}

fn positions<P>(kind: &str, make: impl Fn(&Setup) -> P) -> Vec<P> {
    let lines = POSITIONS.lines().filter_map(|line| line.split_once(' '));
    let found: Vec<P> = lines
        .filter(|(k, _)| *k == kind)
        .map(|(_, text)| make(&setup(text)))
        .collect();
    assert!(found.len() >= 100, "too few positions of {kind}");
    found
}

fn measure<P: Position>(c: &mut Criterion, kind: &str, positions: &[P]) {
    let mut group = c.benchmark_group("generate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut moves = MoveList::new();
    group.bench_function(BenchmarkId::new("list", kind), |b| {
        b.iter(|| {
            for position in positions {
                black_box(position).generate(&mut moves);
                black_box(&moves);
            }
        });
    });
    group.bench_function(BenchmarkId::new("count", kind), |b| {
        b.iter(|| {
            let count = |p: &P| black_box(p).count_moves(&mut moves);
            positions.iter().map(count).sum::<u64>()
        });
    });
    group.bench_function(BenchmarkId::new("play-each", kind), |b| {
        b.iter(|| {
            for position in positions {
                position.generate(&mut moves);
                for mv in &moves {
                    let mut next = *position;
                    next.play_unchecked(mv);
                    black_box(next.key());
                }
            }
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    for kind in ["international/middle-game", "international/kings"] {
        let make = |setup: &Setup| Single::from_setup(setup).expect("a position of the file");
        measure::<Single>(c, kind, &positions(kind, make));
    }
    for kind in ["alician/middle-game", "alician/kings"] {
        let make = |setup: &Setup| {
            Alician::from_setup(setup, damier_core::Reading::DEFAULT)
                .expect("a position of the file")
        };
        measure::<Alician>(c, kind, &positions(kind, make));
    }
}

criterion_group!(generate, all);
criterion_main!(generate);
