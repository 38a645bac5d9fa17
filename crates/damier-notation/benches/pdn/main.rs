//! Speed of reading and writing PDN: megabytes of words, moves played, megabytes written, each a second on one core.

mod collection;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damier_notation::pdn::{
    Game, Games, RawText, Reader, Resolver, Span, Variation, Visitor, WriteOptions, write,
};

/// Games in the sample: a few megabytes, more than the caches of a core hold.
const GAMES: u64 = 5_000;

fn sample() -> Vec<u8> {
    let mut text = vec![];
    collection::write(GAMES, &mut text).expect("a vector takes everything");
    text
}

#[derive(Default)]
struct Count {
    moves: u64,
    bytes: u64,
}

impl Visitor for Count {
    fn move_text(&mut self, _: Span, text: RawText<'_>) {
        self.moves += 1;
        self.bytes += text.bytes().len() as u64;
    }

    fn begin_variation(&mut self, _: Span) -> Variation {
        Variation::Enter
    }
}

fn words(text: &[u8]) -> Count {
    let mut reader = Reader::new(text);
    let mut count = Count::default();
    while reader
        .read(&mut count)
        .expect("memory does not fail")
        .is_some()
    {}
    count
}

fn games(text: &[u8]) -> impl Iterator<Item = Game> {
    Games::new(text).map(|r| r.expect("memory does not fail").game)
}

fn benches(criterion: &mut Criterion) {
    let text = sample();
    let moves = words(&text).moves;
    let mut group = criterion.benchmark_group("pdn");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("words", |b| b.iter(|| words(black_box(&text)).bytes));
    group.bench_function("trees", |b| b.iter(|| games(black_box(&text)).count()));
    group.throughput(Throughput::Elements(moves));
    group.bench_function("legality", |b| {
        let mut resolver = Resolver::default();
        b.iter(|| {
            let played: u64 = games(black_box(&text))
                .map(|g| resolver.resolve(&g).moves)
                .sum();
            assert_eq!(played, moves);
        });
    });
    let trees: Vec<Game> = games(&text).collect();
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("write", |b| {
        let options = WriteOptions::default();
        b.iter(|| {
            trees
                .iter()
                .map(|g| write(g, &options).len())
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(pdn, benches);
criterion_main!(pdn);
