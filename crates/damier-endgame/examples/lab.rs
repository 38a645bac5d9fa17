//! Builds tables: `lab RULES PIECES DISTANCES THREADS FOLDER`.
use damier_core::{Rules, with_position};
use damier_endgame::*;
use std::path::PathBuf;
struct Show;
impl Observer for Show {
    fn written(&self, s: &Subject, b: u64) {
        println!("{s} {b}");
    }
    fn refused(&self, r: &Refused) {
        println!("refused {r}");
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules: Rules = a[1].parse().unwrap();
    let b = Build {
        folder: PathBuf::from(&a[5]),
        rules,
        pieces: a[2].parse().unwrap(),
        distances: a[3].parse().unwrap(),
        threads: a[4].parse().unwrap(),
        memory: 8 << 30,
    };
    with_position!(rules.start(), |p| go(p, &b));
}
fn go<P: Tabled>(_: P, b: &Build) {
    println!("{:?}", b.run::<P>(&Show));
}
