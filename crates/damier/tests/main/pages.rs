//! Help, manual pages and completions.

use crate::run::damier;

const COMMANDS: [&str; 7] = [
    "moves",
    "perft",
    "show",
    "explain",
    "play",
    "completions",
    "man",
];

#[test]
fn help_of_every_command() {
    let ran = damier(&["--help"]);
    let text = ran.lines().join("\n");
    for command in COMMANDS {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
        assert!(!damier(&[command, "--help"]).lines().is_empty());
    }
    assert!(
        text.contains("Exit codes: 0 done, 1 a negative answer, 2"),
        "{text}"
    );
    let version = damier(&["--version"]);
    assert_eq!(
        version.lines(),
        [concat!("damier ", env!("CARGO_PKG_VERSION"))]
    );
}

/// The choice between the readings is offered with the words of the rules.
#[test]
fn help_explains_the_readings() {
    for command in ["moves", "perft", "show", "explain", "play"] {
        let ran = damier(&[command, "--help"]);
        let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in [
            "obligation=both (default): capturing is the player's duty, as in international draughts",
            "the duty is judged on the board where the move is played, that board alone; a capture on A does not forbid \
             a quiet move on B",
            "rule 2 says what a piece can do, so a capture that it forbids does not exist",
            "captures are judged first, rule 2 second",
            "rules 1 and 2 applied to the letter one after the other",
            "Only the default gives a game in which the original board decides and a draw is all but impossible",
        ] {
            assert!(text.contains(words), "{command}: {words}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = damier(&["completions", shell]);
        let text = ran.lines().join("\n");
        for word in ["perft", "touch-move", "fen-file"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn manual_pages() {
    let ran = damier(&["man"]);
    assert!(
        ran.lines()
            .iter()
            .any(|line| line.starts_with(".TH damier 1")),
        "{}",
        ran.out
    );
    let ran = damier(&["man", "play"]);
    assert!(
        ran.lines()
            .iter()
            .any(|line| line.starts_with(".TH damier-play 1")),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("touch"), "{}", ran.out);

    let dir = std::env::temp_dir().join(format!("damier-man-{}", std::process::id()));
    let ran = damier(&["man", "--dir", dir.to_str().expect("a path")]);
    assert!(ran.lines().is_empty());
    for command in COMMANDS {
        let page = dir.join(format!("damier-{command}.1"));
        assert!(page.is_file(), "{}", page.display());
    }
    assert!(dir.join("damier.1").is_file());
    assert!(dir.join("damier-pdn-check.1").is_file());
    let ran = damier(&["man", "pdn", "find"]);
    assert!(ran.out.contains("\n.TH damier-pdn-find 1"), "{}", ran.out);
    std::fs::remove_dir_all(dir).expect("the folder goes");
}

/// The examples that open the page of the program are what it prints.
#[test]
fn examples_of_the_first_page() {
    let source = include_str!("../../src/main.rs");
    let page = source.lines().filter_map(|line| line.strip_prefix("//!"));
    let page: Vec<&str> = page
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let page = page.join("\n");
    let (_, block) = page.split_once("```console\n").expect("examples");
    let (block, _) = block.split_once("```").expect("an end");
    let examples: Vec<&str> = block.split("$ damier ").skip(1).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let (line, printed) = example.split_once('\n').expect("a line");
        let args: Vec<&str> = line
            .split_whitespace()
            .map(|arg| arg.trim_matches('"'))
            .collect();
        assert_eq!(damier(&args).out, printed, "{line}");
    }
}
