//! What every file owes its reader: an opening that says what it is, a length that one sitting can hold, and
//! nothing of the machine it was written on.

use super::File;

/// Lines that a source file may have.
const MOST_LINES: usize = 600;

/// Files that may be longer, and why.
const LONG: &[(&str, &str)] = &[];

/// Where the home folders and work folders of machines are; in pieces, so that this file does not name them.
const MACHINE: &[[&str; 2]] = &[
    ["/wo", "rk/"],
    ["/ho", "me/"],
    ["/ro", "ot/"],
    ["/Us", "ers/"],
];

pub(super) fn check(file: &File) -> Vec<String> {
    let mut problems = Vec::new();
    if file.has_extension("rs") {
        if !file.text.starts_with("//!") {
            problems.push(format!(
                "{}:1: expected a line `//!` that says what the file is and what it must not know",
                file.name
            ));
        }
        let lines = file.text.lines().count();
        if lines > MOST_LINES && !LONG.iter().any(|(name, _)| *name == file.name) {
            problems.push(format!(
                "{} has {lines} lines, more than {MOST_LINES}: it holds two ideas, or belongs in LONG with a reason",
                file.name
            ));
        }
        problems.extend(fixed_cases(file));
    }
    if file.has_extension("js") && !is_foreign(file) {
        if !file.text.starts_with("// ") {
            problems.push(format!(
                "{}:1: expected a line `//` that says what the file is and what it must not know",
                file.name
            ));
        }
        let lines = file.text.lines().count();
        if lines > MOST_LINES {
            problems.push(format!(
                "{} has {lines} lines, more than {MOST_LINES}: it holds two ideas",
                file.name
            ));
        }
    }
    for (number, line) in file.text.lines().enumerate() {
        if names_a_machine(line) && !is_foreign(file) {
            problems.push(format!(
                "{}:{}: names a path of one machine",
                file.name,
                number + 1
            ));
        }
    }
    problems
}

/// Files of others that tests run as they are.
fn is_foreign(file: &File) -> bool {
    file.name
        .starts_with("crates/damier-web/tests/browser/axe/")
}

/// Properties that try a number of cases of their own, however many are asked for.
fn fixed_cases(file: &File) -> impl Iterator<Item = String> {
    let fixed = |line: &str| {
        line.contains("ProptestConfig")
            && [" cases:", "with_cases("]
                .iter()
                .any(|word| line.contains(word))
    };
    let found = file
        .text
        .lines()
        .enumerate()
        .filter(move |(_, line)| fixed(line));
    found.map(|(number, _)| {
        format!(
            "{}:{}: fixes the number of cases, which xtask sets (PROPTEST_CASES): `nightly` could not try more",
            file.name,
            number + 1
        )
    })
}

fn names_a_machine(line: &str) -> bool {
    MACHINE.iter().any(|path| {
        line.match_indices(&path.concat()).any(|(at, _)| {
            // Further down in a path it is anybody's: `docs/work/`, a web address.
            !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-~*})/".contains(c))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(name: &str, text: &str) -> Vec<String> {
        check(&File {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }

    #[test]
    fn a_source_file_says_what_it_is() {
        assert_eq!(problems("src/a.rs", "//! This.\n"), [""; 0]);
        assert_eq!(problems("src/a.rs", "use std::fmt;\n").len(), 1);
        assert_eq!(problems("a.md", "text\n"), [""; 0]);
    }

    #[test]
    fn a_long_file_is_found() {
        let lines = |n: usize| "//!\n".repeat(n);
        assert_eq!(problems("src/a.rs", &lines(MOST_LINES)), [""; 0]);
        assert_eq!(problems("src/a.rs", &lines(MOST_LINES + 1)).len(), 1);
        assert_eq!(problems("data.txt", &lines(MOST_LINES + 1)), [""; 0]);
    }

    #[test]
    fn a_fixed_number_of_cases_is_found() {
        let config = |what: &str| format!("//!\n#![proptest_config({}{what})]\n", "ProptestConfig");
        assert_eq!(problems("tests/a.rs", &config("::with_cases(9)")).len(), 1);
        assert_eq!(
            problems("tests/a.rs", &config(" { cases: 9, ..x() }")).len(),
            1
        );
        assert_eq!(
            problems(
                "tests/a.rs",
                &config(" { failure_persistence: None, ..x() }")
            ),
            [""; 0]
        );
    }

    #[test]
    fn a_path_of_a_machine_is_found() {
        for path in MACHINE {
            let path = path.concat();
            assert!(names_a_machine(&format!("see {path}x/y")));
            assert!(names_a_machine(&format!("\"{path}x\"")));
            assert!(!names_a_machine(&format!("see docs{path}x")));
        }
        assert!(!names_a_machine("the work/home of a man"));
    }
}
