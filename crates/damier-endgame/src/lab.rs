//! Experiments.
use std::collections::HashMap;
use damier_core::*;
use crate::game::Tabled;
use crate::index::Layout;
use crate::material::Material;
use crate::solve::*;
use crate::wld::Wld;

pub struct Memory<P> { pub rules: Rules, pub all: HashMap<Material, (Layout, Working)>, p: std::marker::PhantomData<fn(P)> }
impl<P: Tabled> Known<P> for Memory<P> {
    type Scratch = ();
    fn scratch(&self) {}
    fn value(&self, p: &P, (): &mut ()) -> Option<(Wld, u8)> {
        if let Some((v, d)) = p.decided() { return Some((v, d as u8)); }
        let m = Material::of(p)?;
        let (l, w) = self.all.get(&m)?;
        w.get(l.index(p))
    }
}
pub fn build<P: Tabled>(rules: Rules, pieces: u32, dist: u32, threads: usize, filter: impl Fn(Material)->bool, dump: Option<&str>) {
    let mut mem = Memory::<P> { rules, all: HashMap::new(), p: std::marker::PhantomData };
    for n in 2..=pieces {
        for m in Material::all(n) {
            if m < m.mirror() || !filter(m) { continue; }
            let start = std::time::Instant::now();
            let [a, b] = if n <= dist { solve::<P, Distances, _>(rules, m, &mem, threads) } else { solve::<P, Values, _>(rules, m, &mem, threads) }.unwrap();
            let took = start.elapsed();
            for (m, w) in [(m, a), (m.mirror(), b)] {
                if mem.all.contains_key(&m) { continue; }
                let l = Layout::new(m, P::BOARDS.len());
                let mut c = [0u64; 3]; let mut mx=[0u8;3];
                let mut bytes = vec![];
                for i in 0..l.size { let v = w.get(i); if let Some((v, d)) = v { c[v as usize] += 1; mx[v as usize]=mx[v as usize].max(d); }
                    if dump.is_some() {
                        bytes.push(match v { None => 3u8, Some(_) if w.is_left_out(i) => 3, Some((v,d)) => if n<=dist { if v==Wld::Draw {1} else {4+d} } else {v as u8} });
                    }
                }
                println!("{m} size {} W {} D {} L {} max {:?} {:.3?}", l.size, c[2], c[1], c[0], mx, took);
                let (st, codes) = crate::stats::count(&l, &w, n<=dist);
                for c in [crate::Contents::Values, crate::Contents::Distances] {
                    if c==crate::Contents::Distances && n>dist { continue; }
                    let t0 = std::time::Instant::now();
                    let sub = crate::Subject { rules, material: m, contents: c };
                    let b = crate::pack::pack(sub, &w, &st, &codes, threads).unwrap();
                    let took=t0.elapsed();
                    let cache = crate::table::Cache::new(1<<30);
                    let bl = b.len();
                    let t = crate::table::Table::from_bytes(b).unwrap();
                    t.check().unwrap();
                    let t0 = std::time::Instant::now(); let mut bad=0;
                    // natural order walk
                    for i in 0..l.size { if let Some((v,dd)) = w.get(i) { if !w.is_left_out(i) {
                        let dg=[0,1,2,3].map(|g| i/l.strides[g]%l.radix[g]);
                        let (v2,d2)=t.get(t.layout.join(dg), &cache).unwrap();
                        if v2!=v || (c==crate::Contents::Distances && d2!=dd as u16) { bad+=1; }
                    } } }
                    println!("   {sub} bytes {bl} pack {took:.2?} probe all {:.2?} bad {bad}", t0.elapsed());
                }
                if let Some(d) = dump { std::fs::write(format!("{d}/{m}"), bytes).unwrap(); }
                mem.all.insert(m, (l, w));
            }
        }
    }
}
