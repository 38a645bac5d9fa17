//! Versions, lints and profiles live in the top manifest; a crate's own says only what it uses.

use super::File;

/// What every manifest of a member takes from the workspace.
const SHARED: &[&str] = &[
    "version.workspace = true",
    "edition.workspace = true",
    "rust-version.workspace = true",
    "license.workspace = true",
];

pub(super) fn check(file: &File) -> Vec<String> {
    let mut problems = Vec::new();
    if !file.name.ends_with("/Cargo.toml") {
        return problems;
    }
    for shared in SHARED {
        if !file.text.lines().any(|line| line.trim() == *shared) {
            problems.push(format!("{}: expected `{shared}`", file.name));
        }
    }
    let mut section = "";
    let mut lints = false;
    for (number, line) in file.text.lines().map(str::trim).enumerate() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[lints]" && line == "workspace = true" {
            lints = true;
        } else if section.contains("dependencies")
            && line.contains('=')
            && !line.starts_with('#')
            && !line.contains("workspace = true")
        {
            problems.push(format!(
                "{}:{}: versions stand in the top Cargo.toml only: expected `NAME.workspace = true`",
                file.name,
                number + 1
            ));
        }
    }
    if !lints {
        problems.push(format!(
            "{}: expected `[lints] workspace = true`",
            file.name
        ));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(dependency: &str, lints: &str) -> usize {
        let shared = SHARED.join("\n");
        check(&File {
            name: "crates/x/Cargo.toml".to_owned(),
            text: format!("[package]\n{shared}\n\n[dependencies]\n{dependency}\n\n{lints}"),
        })
        .len()
    }

    #[test]
    fn a_version_or_a_lint_of_its_own_is_found() {
        let lints = "[lints]\nworkspace = true\n";
        assert_eq!(problems("serde.workspace = true", lints), 0);
        assert_eq!(
            problems("serde = { workspace = true, optional = true }", lints),
            0
        );
        assert_eq!(problems("serde = \"1\"", lints), 1);
        assert_eq!(problems("x = { path = \"../x\" }", lints), 1);
        assert_eq!(problems("", "[lints.rust]\nunused = \"allow\"\n"), 1);
    }

    #[test]
    fn what_is_shared_must_be_named() {
        let file = File {
            name: "crates/x/Cargo.toml".to_owned(),
            text: "[package]\nversion = \"1.0.0\"\n[lints]\nworkspace = true\n".to_owned(),
        };
        assert_eq!(check(&file).len(), SHARED.len());
        let top = File {
            name: "Cargo.toml".to_owned(),
            ..file
        };
        assert_eq!(check(&top), [""; 0]);
    }
}
