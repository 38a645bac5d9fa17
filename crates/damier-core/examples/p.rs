use damier_core::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d: u32 = a[2].parse().unwrap();
    let p = Perft::default();
    for i in 1..=d {
        let t = std::time::Instant::now();
        let n = if a[1] == "a" {
            p.count(&Alician::<International>::default(), i)
        } else if a[1] == "l" {
            p.count(&Alician::<International>::start(Reading::LETTER), i)
        } else if a[1] == "o" {
            Perft {
                counting: Counting::Ordered,
                ..p
            }
            .count(&Single::<International>::default(), i)
        } else {
            p.count(&Single::<International>::default(), i)
        };
        let e = t.elapsed().as_secs_f64();
        println!("{i} {n} {e:.3} {:.1}M", n as f64 / e / 1e6);
    }
}
