//! What a probe costs, the table in memory and not.

use criterion::{Criterion, criterion_group, criterion_main};

fn probe(_: &mut Criterion) {}

criterion_group!(benches, probe);
criterion_main!(benches);
