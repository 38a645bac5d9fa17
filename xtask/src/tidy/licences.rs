//! The licences of the crates we are built from: ours must be able to stand beside each of them.

use crate::workspace::Package;

/// Licences that ask for no more than a notice.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

pub(super) fn check(package: &Package) -> Option<String> {
    let licence = package.license.as_deref().unwrap_or("none stated");
    (!may_be_used(licence)).then(|| {
        format!(
            "{} {} is under {licence:?}, which is not among the licences we accept",
            package.name, package.version
        )
    })
}

/// Whether a licence expression can be met with accepted licences alone.
fn may_be_used(expression: &str) -> bool {
    // The slash is how `OR` was written before there were expressions.
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    any(&mut words) == Some(true) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Alternatives; `None` if the expression breaks off.
fn any(words: &mut Words) -> Option<bool> {
    let mut ok = all(words)?;
    while words.next_if_eq(&"OR").is_some() {
        ok |= all(words)?;
    }
    Some(ok)
}

fn all(words: &mut Words) -> Option<bool> {
    let mut ok = one(words)?;
    while words.next_if_eq(&"AND").is_some() {
        ok &= one(words)?;
    }
    Some(ok)
}

fn one(words: &mut Words) -> Option<bool> {
    if words.next_if_eq(&"(").is_some() {
        let ok = any(words)?;
        return words.next_if_eq(&")").map(|_| ok);
    }
    let name = words.next()?;
    if words.next_if_eq(&"WITH").is_some() {
        let exception = words.next()?;
        return Some(ALLOWED.contains(&format!("{name} WITH {exception}").as_str()));
    }
    Some(ALLOWED.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR MPL-2.0",
        ] {
            assert!(may_be_used(good), "{good}");
        }
        for bad in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND AGPL-3.0-or-later",
            "MIT WITH some-exception",
            "MIT OR",
            "MIT Apache-2.0",
            "",
        ] {
            assert!(!may_be_used(bad), "{bad}");
        }
    }
}
