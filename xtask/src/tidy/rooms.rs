//! Which crate may know which, and what none of them may do: the arrows and the closed doors of ARCHITECTURE.md.

use std::collections::BTreeSet;

use super::File;
use crate::workspace::Package;

/// A crate of the workspace.
struct Room {
    name: &'static str,
    /// The crates of the workspace it may use.
    uses: &'static [&'static str],
    /// What its code must not touch.
    closed: &'static [Door],
}

impl Room {
    /// Whether another room comes earlier in the table. Tests may use any of those, to read a FEN for example: they
    /// cannot make a circle, and nobody who uses the crate is built with them.
    fn comes_after(&self, other: &str) -> bool {
        let place = |name| ROOMS.iter().position(|room| room.name == name);
        place(other) < place(self.name) && place(other).is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Files,
    Network,
    Output,
    Clock,
    Threads,
    Processes,
}

/// From the ground up: a room uses only those before it.
const ROOMS: &[Room] = &[
    Room {
        name: "damier-core",
        uses: &[],
        closed: &[
            Door::Files,
            Door::Network,
            Door::Output,
            Door::Clock,
            Door::Threads,
            Door::Processes,
        ],
    },
    Room {
        name: "damier-notation",
        uses: &["damier-core"],
        closed: &[
            Door::Files,
            Door::Network,
            Door::Output,
            Door::Clock,
            Door::Processes,
        ],
    },
    Room {
        name: "damier-search",
        uses: &["damier-core"],
        closed: &[Door::Files, Door::Network, Door::Output, Door::Processes],
    },
    Room {
        name: "damier-endgame",
        uses: &["damier-core", "damier-search"],
        closed: &[Door::Network, Door::Output, Door::Processes],
    },
    Room {
        name: "damier-learn",
        uses: &["damier-core", "damier-search", "damier-endgame"],
        closed: &[Door::Network, Door::Output],
    },
    Room {
        name: "damier-protocol",
        uses: &["damier-core", "damier-notation"],
        closed: &[
            Door::Files,
            Door::Network,
            Door::Output,
            Door::Clock,
            Door::Threads,
            Door::Processes,
        ],
    },
    Room {
        name: "damier-match",
        uses: &["damier-core", "damier-notation", "damier-protocol"],
        closed: &[Door::Output],
    },
    Room {
        name: "damier-web",
        uses: &[
            "damier-core",
            "damier-notation",
            "damier-search",
            "damier-endgame",
        ],
        closed: &[Door::Processes],
    },
    Room {
        name: "damier-engine",
        uses: &[
            "damier-core",
            "damier-notation",
            "damier-search",
            "damier-endgame",
            "damier-protocol",
        ],
        closed: &[],
    },
    Room {
        name: "damier",
        uses: &[
            "damier-core",
            "damier-notation",
            "damier-search",
            "damier-endgame",
            "damier-learn",
            "damier-match",
            "damier-protocol",
            "damier-web",
        ],
        closed: &[],
    },
];

/// Packages outside `crates/`: they may use every crate, and no crate may use them.
const ON_TOP: &[&str] = &["damier-tests", "xtask"];

/// Crates of others that a package may be built from, where that is a matter of principle.
const BARE: &[(&str, &[&str])] = &[("damier-core", &["serde", "thiserror"])];

/// Doors that stand open all the same.
const EXCEPTIONS: &[(&str, Door, &str)] = &[
    (
        "crates/damier-core/src/perft.rs",
        Door::Threads,
        "counting is the one thing in core that takes long; its threads end before it returns",
    ),
    (
        "crates/damier-search/src/table.rs",
        Door::Files,
        "asks the system how much memory is free before it promises a table of that size",
    ),
];

/// Every dependency between members that is not in the table.
pub(super) fn arrows(members: &[Package]) -> Vec<String> {
    let names: BTreeSet<&str> = members.iter().map(|p| p.name.as_str()).collect();
    let mut problems = Vec::new();
    for package in members {
        let room = ROOMS.iter().find(|r| r.name == package.name);
        if room.is_none() && !ON_TOP.contains(&package.name.as_str()) {
            problems.push(format!(
                "package {} has no room: add it to ROOMS in xtask/src/tidy/rooms.rs and to ARCHITECTURE.md",
                package.name
            ));
            continue;
        }
        for dependency in &package.dependencies {
            let to = dependency.name.as_str();
            let tests = dependency.kind.as_deref() == Some("dev");
            let allowed = room.map_or(!ON_TOP.contains(&to), |room| {
                room.uses.contains(&to) || tests && room.comes_after(to)
            });
            if names.contains(to) && !allowed {
                let kind = dependency.kind.as_deref().unwrap_or("ordinary");
                problems.push(format!(
                    "{} must not know {to} ({kind} dependency): arrows point down only, see ARCHITECTURE.md",
                    package.name
                ));
            }
            if let Some((_, few)) = BARE.iter().find(|(name, _)| *name == package.name)
                && dependency.kind.is_none()
                && !names.contains(to)
                && !few.contains(&to)
            {
                problems.push(format!(
                    "{} must not need {to}: expected nothing but {}",
                    package.name,
                    few.join(" and ")
                ));
            }
        }
    }
    problems
}

/// Every line of code that opens a closed door.
pub(super) fn doors(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files {
        let Some(room) = ROOMS.iter().find(|room| {
            let sources = format!("crates/{}/src/", room.name);
            file.name.starts_with(&sources) && file.has_extension("rs")
        }) else {
            continue;
        };
        for (number, line) in file.text.lines().enumerate() {
            for &door in room.closed {
                let excepted = EXCEPTIONS
                    .iter()
                    .any(|(f, d, _)| *f == file.name && *d == door);
                if !excepted && door.is_opened_by(line) {
                    problems.push(format!(
                        "{}:{}: {} {}, see ARCHITECTURE.md",
                        file.name,
                        number + 1,
                        room.name,
                        door.rule()
                    ));
                }
            }
        }
    }
    problems
}

/// Every package that ARCHITECTURE.md says nothing of.
pub(super) fn described(members: &[Package], files: &[File]) -> Vec<String> {
    let page = files.iter().find(|f| f.name == "ARCHITECTURE.md");
    let silent = members.iter().filter(|package| {
        let name = format!("`{}`", package.name);
        !page.is_some_and(|page| page.text.contains(&name))
    });
    silent
        .map(|package| format!("ARCHITECTURE.md does not say what `{}` is", package.name))
        .collect()
}

impl Door {
    /// The module of the standard library behind it, and other words that give it away.
    const fn signs(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Files => ("fs", &["File::open", "File::create", "fs::"]),
            Self::Network => ("net", &["TcpStream", "TcpListener", "UdpSocket"]),
            Self::Output => (
                "-",
                &[
                    "print!",
                    "println!",
                    "eprint!",
                    "eprintln!",
                    "dbg!",
                    "stdout()",
                    "stderr()",
                ],
            ),
            Self::Clock => ("-", &["Instant", "SystemTime"]),
            Self::Threads => ("thread", &["thread::"]),
            Self::Processes => ("process", &["Command::new", "process::"]),
        }
    }

    const fn rule(self) -> &'static str {
        match self {
            Self::Files => "opens no files",
            Self::Network => "touches no socket",
            Self::Output => "prints nothing",
            Self::Clock => "reads no clock",
            Self::Threads => "starts no thread",
            Self::Processes => "starts no process and ends none",
        }
    }

    fn is_opened_by(self, line: &str) -> bool {
        let code = line.trim_start();
        if code.starts_with("//") {
            return false;
        }
        let (module, words) = self.signs();
        if let Some((_, list)) = code.split_once("std::{") {
            let named = |part: &str| part.trim().split("::").next() == Some(module);
            if list.trim_end_matches(['}', ';']).split(',').any(named) {
                return true;
            }
        }
        contains_word(code, &format!("std::{module}"))
            || words.iter().any(|word| contains_word(code, word))
    }
}

/// Whether a word stands in a line with nothing of a longer name before it.
fn contains_word(line: &str, word: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let ends_in_name = word.ends_with(part_of_name);
    line.match_indices(word).any(|(at, _)| {
        let after = line[at + word.len()..].chars().next();
        let goes_on = ends_in_name && after.is_some_and(part_of_name);
        !goes_on && !line[..at].ends_with(part_of_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    fn package(name: &str, uses: &[&str]) -> Package {
        Package {
            id: name.to_owned(),
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            license: None,
            features: std::collections::BTreeMap::new(),
            dependencies: uses
                .iter()
                .map(|u| Dependency {
                    name: (*u).to_owned(),
                    kind: None,
                })
                .collect(),
            targets: vec![],
        }
    }

    #[test]
    fn an_arrow_up_is_found() {
        let core = package("damier-core", &["serde"]);
        let notation = package("damier-notation", &["damier-core", "serde"]);
        assert_eq!(arrows(&[core, notation.clone()]), [""; 0]);
        let core = package("damier-core", &["damier-notation"]);
        let found = arrows(&[core, notation]);
        assert!(
            found.len() == 1 && found[0].starts_with("damier-core must not know damier-notation")
        );
    }

    #[test]
    fn no_crate_may_use_what_is_on_top() {
        let members = [
            package("damier", &["xtask"]),
            package("xtask", &["damier-core"]),
        ];
        assert_eq!(arrows(&members).len(), 1);
        assert_eq!(arrows(&[package("damier-new", &[])]).len(), 1);
    }

    #[test]
    fn tests_may_use_what_stands_earlier() {
        let search = |kind: Option<&str>| {
            let mut search = package("damier-search", &["damier-notation"]);
            search.dependencies[0].kind = kind.map(ToOwned::to_owned);
            arrows(&[package("damier-notation", &[]), search]).len()
        };
        assert_eq!(search(None), 1);
        assert_eq!(search(Some("dev")), 0);
        let mut core = package("damier-core", &["damier-notation"]);
        core.dependencies[0].kind = Some("dev".to_owned());
        assert_eq!(arrows(&[package("damier-notation", &[]), core]).len(), 1);
    }

    #[test]
    fn core_needs_next_to_nothing() {
        assert_eq!(arrows(&[package("damier-core", &["thiserror"])]), [""; 0]);
        assert_eq!(arrows(&[package("damier-core", &["rand"])]).len(), 1);
        assert_eq!(arrows(&[package("damier", &["rand"])]), [""; 0]);
    }

    #[test]
    fn the_table_has_no_circle() {
        for (i, room) in ROOMS.iter().enumerate() {
            for used in room.uses {
                let at = ROOMS.iter().position(|r| r.name == *used);
                assert!(
                    at.is_some_and(|at| at < i),
                    "{} stands above {used}",
                    room.name
                );
            }
        }
    }

    #[test]
    fn closed_doors() {
        let opened = |name: &str, text: &str| {
            doors(&[File {
                name: name.to_owned(),
                text: text.to_owned(),
            }])
            .len()
        };
        let core = "crates/damier-core/src/game.rs";
        assert_eq!(opened(core, "use std::fs::File;"), 1);
        assert_eq!(opened(core, "use std::{fmt, fs};"), 1);
        assert_eq!(opened(core, "    let start = Instant::now();"), 1);
        assert_eq!(opened(core, "    std::thread::spawn(|| ());"), 1);
        assert_eq!(opened(core, "println!(\"\")"), 1);
        assert_eq!(opened(core, "/// println!(\"an example\")"), 0);
        assert_eq!(opened(core, "use std::{fmt, collections::HashSet};"), 0);
        assert_eq!(opened(core, "let subprocess::x = offs::y;"), 0);
        assert_eq!(
            opened("crates/damier-core/src/perft.rs", "std::thread::scope("),
            0
        );
        assert_eq!(opened("crates/damier/src/main.rs", "println!(\"\")"), 0);
    }
}
