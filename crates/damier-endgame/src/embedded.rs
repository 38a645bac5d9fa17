//! The tables that need no set-up: the classes up to three pieces of both games, part of the program.

use std::io;
use std::path::Path;

use damier_core::Rules;

use crate::material::Material;
use crate::pack::{Contents, HEAD, Head, Subject};
use crate::table::Table;

/// The files one after the other; each says how long it is. The example `bundle` writes it.
static SMALL: &[u8] = include_bytes!("../data/small.tables");

/// The embedded tables of a game.
pub(crate) fn tables(rules: Rules) -> impl Iterator<Item = Table> {
    files().filter_map(move |(head, bytes)| {
        let wanted = head.subject.rules == rules;
        wanted.then(|| Table::from_bytes(bytes).ok()).flatten()
    })
}

/// Where one embedded file ends and the next begins.
fn files() -> impl Iterator<Item = (Head, &'static [u8])> {
    let mut rest = SMALL;
    std::iter::from_fn(move || {
        let head = Head::read(rest.get(..HEAD)?).ok()?;
        let (file, after) = rest.split_at_checked(usize::try_from(head.length).ok()?)?;
        rest = after;
        Some((head, file))
    })
}

/// The tables of distances up to three pieces of a folder, in one piece: what the program carries.
pub fn bundle(folder: &Path, rules: &[Rules]) -> io::Result<Vec<u8>> {
    let mut bundle = vec![];
    for &rules in rules {
        for material in (2..=3).flat_map(Material::all) {
            let subject = Subject {
                rules,
                material,
                contents: Contents::Distances,
            };
            bundle.extend(std::fs::read(folder.join(subject.file()))?);
        }
    }
    Ok(bundle)
}
