//! What a probe costs, the blocks in memory and not. The embedded tables up to three pieces, or those of the folder
//! that the environment variable `DAMIER_TABLES` names.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use damier_core::{Board, BoardName, Color, Piece, Position, Rules, Single, Square};
use damier_endgame::{Tabled, Tables};

/// Positions of one run.
const COUNT: usize = 1 << 14;

fn folder() -> Option<PathBuf> {
    std::env::var_os("DAMIER_TABLES").map(PathBuf::from)
}

fn tables() -> Tables<Single> {
    match folder() {
        Some(folder) => Tables::load(&folder, Rules::International, 1 << 30).expect("tables"),
        None => Tables::embedded(Rules::International),
    }
}

/// Numbers that look random, the same for the same seed.
fn random(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = u64::from(seed);
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    }
}

/// Random positions of so many pieces without a capture, each side having one at least: spread all over the tables.
fn positions(pieces: u32, count: usize) -> Vec<Single> {
    let mut random = random(pieces);
    let mut found = vec![];
    while found.len() < count {
        let mut board = Board::empty();
        for i in 0..pieces {
            let color = match i {
                0 => Color::White,
                1 => Color::Black,
                _ => Color::ALL[random(2) as usize],
            };
            let square = Square::new(random(50) + 1).expect("a square");
            board.set(
                square,
                Some(Piece {
                    color,
                    king: random(2) == 0,
                }),
            );
        }
        let turn = Color::ALL[random(2) as usize];
        let position = Single::place(Rules::International, turn, [board, Board::empty()]);
        let full = board.occupied().len() == pieces;
        found.extend(position.filter(|p| full && p.decided().is_none() && !p.left_out()));
    }
    found
}

/// Positions as a search comes to them: 64 that are at most eight plies away from a random one, then the next.
fn positions_of_a_search(pieces: u32, count: usize) -> Vec<Single> {
    let mut random = random(pieces + 100);
    let mut found = vec![];
    for root in positions(pieces, count / 64) {
        let mut here = root;
        let mut plies = 0;
        while found.len() % 64 < 63 {
            let moves = here.legal_moves();
            let next = match moves.len() as u32 {
                0 => None,
                n => here.play(&moves[random(n) as usize]).ok(),
            };
            let quiet = |p: &Single| {
                let count = p.board(BoardName::A).occupied().len();
                count == pieces && p.decided().is_none() && !p.left_out()
            };
            match next.filter(quiet) {
                Some(next) if plies < 8 => {
                    found.push(next);
                    here = next;
                    plies += 1;
                }
                _ => {
                    found.push(root);
                    here = root;
                    plies = 0;
                }
            }
        }
        found.push(root);
    }
    found
}

fn probe(c: &mut Criterion) {
    let tables = tables();
    let mut group = c.benchmark_group("probe");
    group.throughput(Throughput::Elements(COUNT as u64));
    for pieces in 2..=tables.max_pieces() {
        let positions = positions(pieces, COUNT);
        let all = |probe: &dyn Fn(&Single) -> bool| positions.iter().filter(|p| probe(p)).count();
        assert_eq!(all(&|p| tables.probe(p).is_some()), COUNT);
        group.bench_function(format!("warm value, {pieces} pieces"), |b| {
            b.iter(|| {
                for position in &positions {
                    black_box(tables.probe(black_box(position)));
                }
            });
        });
        let near = positions_of_a_search(pieces, COUNT);
        group.bench_function(format!("warm value of a search, {pieces} pieces"), |b| {
            b.iter(|| {
                for position in &near {
                    black_box(tables.probe(black_box(position)));
                }
            });
        });
        if all(&|p| tables.distance(p).is_some()) == COUNT {
            group.bench_function(format!("warm distance, {pieces} pieces"), |b| {
                b.iter(|| {
                    for position in &positions {
                        black_box(tables.distance(black_box(position)));
                    }
                });
            });
        }
    }
    group.finish();
}

/// The first look into a block: a read of the file, its check, the memory for it, the unpacking.
fn cold(c: &mut Criterion) {
    let Some(folder) = folder() else {
        return;
    };
    let pieces = tables().max_pieces();
    let positions = positions(pieces, 64);
    let mut group = c.benchmark_group("probe");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.sample_size(20);
    group.bench_function(format!("cold value, {pieces} pieces"), |b| {
        b.iter_batched(
            || Tables::<Single>::open(&folder, Rules::International).expect("tables"),
            |tables| {
                for position in &positions {
                    black_box(tables.probe(black_box(position)));
                }
                tables
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, probe, cold);
criterion_main!(benches);
