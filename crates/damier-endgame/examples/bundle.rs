//! Writes the tables that are part of the program anew: `cargo run --release --example bundle`.

use std::path::Path;

use damier_core::{Alician, Reading, Rules, Single};
use damier_endgame::{Build, bundle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("damier-bundle-{}", std::process::id()));
    let mut all = vec![Rules::International];
    all.extend(Reading::ALL.map(Rules::Alician));
    for &rules in &all {
        let build = Build {
            folder: folder.clone(),
            rules,
            pieces: 0,
            distances: 3,
            only: vec![],
            threads: 2,
            memory: 1 << 30,
        };
        match rules {
            Rules::International => build.run::<Single>(&())?,
            Rules::Alician(_) => build.run::<Alician>(&())?,
        };
    }
    let to = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/small.tables");
    std::fs::write(to, bundle(&folder, &all)?)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
