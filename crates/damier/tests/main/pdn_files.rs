//! `damier pdn check`, `fmt` and `show`: problems have their place, and nothing is lost by rewriting.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::json::{Checker, records};
use crate::run::{command, damier, fed};

/// A folder of its own for a test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// A folder in another.
    pub(crate) fn at(outer: &Self, name: &str) -> Self {
        Self(outer.0.join(name))
    }

    /// Writes a file; gives its whole name.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    /// The names in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .expect("a folder")
            .map(|e| e.expect("a file").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    }
}

const GOOD: &str = "[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";
/// Black's capture starts on a vacant square; White's is written like a move.
const BAD: &str = "[White \"B\"]\r\n\r\n1. 32-28 19-23 2. 28-19 23x14 0-2\r\n";

#[test]
fn check_says_what_is_wrong_and_where() {
    let folder = Folder::new("check");
    let file = folder.file("a.pdn", format!("{GOOD}\n{BAD}"));
    let ran = damier(&["pdn", "check", &file]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    for part in [
        format!("--> {file}:8:19 (game 2)\n"),
        "warning: 2. 28-19 is a capture: expected `x`\n".to_owned(),
        format!("--> {file}:8:25 (game 2)\n"),
        "8 | 1. 32-28 19-23 2. 28-19 23x14 0-2\n  |                         ^^^^^\n".to_owned(),
        "1 file, 2 games, 7 moves: 1 error, 1 warning, 0 notes in 1 game; ".to_owned(),
        " games a second\n".to_owned(),
    ] {
        assert!(ran.out.contains(&part), "{part}\n{}", ran.out);
    }
    let clean = folder.file("b.pdn", GOOD);
    let ran = damier(&["pdn", "check", &clean]);
    let lines = ran.lines();
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].starts_with("1 file, 1 game, 4 moves: no problems; "),
        "{}",
        lines[0]
    );
    // What is less severe can be passed over.
    let warned = GOOD.replace("28x19", "28-19");
    let ran = fed(
        &["pdn", "check", "-", "--level", "error"],
        warned.as_bytes(),
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = fed(&["pdn", "check", "-"], warned.as_bytes());
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[test]
fn check_in_json() {
    let input = format!("{GOOD}\n{BAD}");
    let ran = fed(&["pdn", "check", "-", "--json"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let records = records(&ran);
    let checker = Checker::new("pdn-check");
    for record in &records {
        checker.check(record);
    }
    assert_eq!(records.len(), 3);
    let illegal = &records[1];
    assert_eq!(illegal["code"], "illegal");
    assert_eq!((&illegal["game"], &illegal["line"]), (&2.into(), &8.into()));
    assert_eq!(illegal["excerpt"]["marked"], "23x14");
    let span = |key: &str| illegal["span"][key].as_u64().expect("a number") as usize;
    assert_eq!(&input[span("start")..span("end")], "23x14");
    let totals = &records[2];
    assert_eq!(totals["event"], "totals");
    assert_eq!((&totals["games"], &totals["moves"]), (&2.into(), &7.into()));
}

#[test]
fn answers_come_in_the_order_of_the_games_whatever_the_threads() {
    let folder = Folder::new("order");
    let mut files = vec![];
    for number in 0..5 {
        let mut games = String::new();
        for i in 0..300 {
            let (round, square) = (number * 300 + i, 1 + i % 40);
            writeln!(
                games,
                "[Round \"{round}\"]\n\n1. 32-28 19-24 2. 50-{square} *\n"
            )
            .expect("memory");
        }
        files.push(folder.file(&format!("{number}.pdn"), games));
    }
    let run = |threads: &str| {
        let mut args = vec!["pdn", "check", "--json", "--threads", threads];
        args.extend(files.iter().map(String::as_str));
        let mut records = records(&damier(&args));
        assert_eq!(records.pop().expect("totals")["games"], 1_500);
        records
    };
    let one = run("1");
    assert!(one.len() >= 1_400, "nearly all of these moves are illegal");
    assert_eq!(one, run("7"));
    let games: Vec<(String, u64)> = one
        .iter()
        .map(|r| {
            let file = r["file"].as_str().expect("a name").to_owned();
            (file, r["game"].as_u64().expect("a number"))
        })
        .collect();
    assert!(games.is_sorted());
}

#[test]
fn folders_patterns_and_files_that_are_not_there() {
    let folder = Folder::new("names");
    folder.file("in/a.pdn", GOOD);
    folder.file("in/deep/B.PDN", GOOD);
    folder.file("in/notes.txt", "no games");
    folder.file("in/[odd].pdn", GOOD);
    let games = |name: &str| {
        let ran = damier(&["pdn", "check", "--json", name]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let totals = records(&ran).pop().expect("totals");
        totals["files"].as_u64().expect("a number")
    };
    assert_eq!(games(&folder.path("in")), 3);
    assert_eq!(games(&folder.path("in/*.pdn")), 2);
    assert_eq!(games(&folder.path("in/**/*.pdn")), 3);
    assert_eq!(games(&folder.path("in/[odd].pdn")), 1);
    let ran = damier(&["pdn", "check", &folder.path("in/x*.pdn")]);
    assert!(ran.complaint().contains("no file matches"), "{ran:?}");
    // The others are still read.
    let missing = folder.path("in/none.pdn");
    let ran = damier(&["pdn", "check", &missing, &folder.path("in/a.pdn")]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains(&missing), "{}", ran.err);
    assert!(ran.out.contains("1 file, 1 game, 4 moves"), "{}", ran.out);
    let ran = damier(&["pdn", "check", "-", "-"]);
    assert!(ran.complaint().contains("only once"));
}

#[test]
fn fmt_writes_the_export_form() {
    let input = "[Result \"1/2-1/2\"]\r\n[White \"A \\\"B\\\"\"]\r\n1.32-28 19-23! ( 1...18-23 $14 2.33-29 ) 2.28x19 14:23 {well} 1/2-1/2 \
                 [White \"C\"] 1. 31-27";
    let ran = fed(&["pdn", "fmt", "-"], input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let expected = "[White \"A \\\"B\\\"\"]\n[Result \"1-1\"]\n\n\
                    1. 32-28 19-23! (1... 18-23 $14 2. 33-29) 2. 28x19 14x23 {well} 1-1\n\n\
                    [White \"C\"]\n\n1. 31-27 *\n";
    assert_eq!(ran.out, expected);
    let again = fed(&["pdn", "fmt", "-"], ran.out.as_bytes());
    assert_eq!(again.out, expected);
    let chess = fed(&["pdn", "fmt", "-", "--chess-results"], input.as_bytes());
    assert_eq!(chess.out, expected.replace("1-1", "1/2-1/2"));
    let crlf = fed(&["pdn", "fmt", "-", "--crlf"], input.as_bytes());
    assert_eq!(crlf.out, expected.replace('\n', "\r\n"));
    let strict = fed(&["pdn", "fmt", "-", "--strict"], input.as_bytes());
    assert_eq!(strict.out, expected.replace("{well} 1-1", "{well} *"));
    let order = fed(&["pdn", "fmt", "-", "--keep-order"], input.as_bytes());
    assert!(
        order.out.starts_with("[Result \"1-1\"]\n[White "),
        "{}",
        order.out
    );
}

/// A game with a part that nobody can read stays as it is, and the games around it are rewritten.
#[test]
fn fmt_loses_nothing() {
    let odd = "[White \"B\"]\n\n1. 32-28 what is this} 19-23 [%cmd]\n2-0";
    let input = format!("{}\n{odd}\n\n{GOOD}", GOOD.replace("28x19", "28:19"));
    let ran = fed(&["pdn", "fmt", "-"], input.as_bytes());
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.out, format!("{GOOD}\n{odd}\n\n{GOOD}"));
    assert!(
        ran.err.contains("stdin:6: game 2 is kept as it stands"),
        "{}",
        ran.err
    );
    // Illegal moves and games of other rules are written as they are.
    let other = "[GameType \"25\"]\n\n1. c3-d4 b6-a5 *\n\n1. 32-28 99x98 2. 1-50 *\n";
    let ran = fed(&["pdn", "fmt", "-"], other.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), other));
}

#[test]
fn fmt_in_place_replaces_whole_files() {
    let folder = Folder::new("in-place");
    let rough = GOOD.replace("28x19", "28:19").replace("2-0\n", "1-0\n");
    let a = folder.file("a.pdn", format!("{rough}\n\n\n{rough}"));
    let b = folder.file("b.pdn", rough.replace('A', "\u{e9}"));
    let missing = folder.path("c.pdn");
    let ran = damier(&["pdn", "fmt", "--in-place", &a, &missing, &b]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.err.contains("c.pdn"), "{}", ran.err);
    assert_eq!(folder.read("a.pdn"), format!("{GOOD}\n{GOOD}"));
    assert_eq!(folder.read("b.pdn"), GOOD.replace('A', "\u{e9}"));
    assert_eq!(
        folder.names(),
        ["a.pdn", "b.pdn"],
        "no temporary file stays"
    );
    // What is in form already is not touched.
    let time = |path: &str| {
        fs::metadata(path)
            .and_then(|m| m.modified())
            .expect("a time")
    };
    let before = time(&a);
    assert_eq!(damier(&["pdn", "fmt", "-i", &a]).lines().len(), 0);
    assert_eq!(time(&a), before);
    let ran = fed(&["pdn", "fmt", "-i", "-"], GOOD.as_bytes());
    assert!(ran.complaint().contains("stdin"));
}

#[cfg(unix)]
#[test]
fn fmt_in_place_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("links");
    let real = folder.file("real.pdn", GOOD.replace("28x19", "28:19"));
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("permissions");
    let link = folder.path("link.pdn");
    symlink("real.pdn", &link).expect("a link");
    assert_eq!(damier(&["pdn", "fmt", "-i", &link]).code, Some(0));
    assert_eq!(folder.read("real.pdn"), GOOD);
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    let mode = fs::metadata(&real).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn show_prints_a_game_with_diagrams() {
    let folder = Folder::new("show");
    let file = folder.file("a.pdn", format!("{BAD}\n{GOOD}"));
    let ran = damier(&["pdn", "show", "2", &file, "--ply", "0,3"]);
    let lines = ran.lines();
    assert_eq!(lines[..4].join("\n") + "\n", GOOD);
    assert_eq!(lines[5], "Start:");
    let second = lines
        .iter()
        .position(|l| *l == "Ply 3: 2. 28x19")
        .expect("a heading");
    // White's man has come to 19, where it was not before.
    assert_eq!(lines[second + 4], "16  b   b   b  *w   b");
    assert_eq!(
        lines.last(),
        Some(
            &"B:W19,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20"
        )
    );
    let count = |args: &[&str]| {
        let ran = damier(&[&["pdn", "show", "2", &file], args].concat());
        ran.lines()
            .iter()
            .filter(|l| l.ends_with(" to move"))
            .count()
    };
    assert_eq!(count(&[]), 1);
    assert_eq!(count(&["--every", "2"]), 3);
    assert_eq!(count(&["--every", "3", "--last"]), 3);
    let ran = damier(&["pdn", "show", "2", &file, "--ply", "5"]);
    assert!(
        ran.complaint().contains("can be played to ply 4"),
        "{ran:?}"
    );
    let ran = damier(&["pdn", "show", "3", &file]);
    assert!(ran.complaint().contains("it has 2"), "{ran:?}");
    let ran = damier(&["pdn", "show", "2", &file, "--json", "--every", "1"]);
    let record = records(&ran).remove(0);
    Checker::new("pdn-show").check(&record);
    let moves: Vec<_> = record["positions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| p["move"].as_str().unwrap_or("none"))
        .collect();
    assert_eq!(moves, ["none", "32-28", "19-23", "28x19", "14x23"]);
}

/// The number of a move is that of the game, also where Black moves first.
#[test]
fn show_counts_moves_as_the_game_does() {
    let game = "[FEN \"B:W28,32:B18,19\"]\n\n41... 19-23 42. 28x19 *\n";
    let ran = fed(&["pdn", "show", "1", "-", "--every", "1"], game.as_bytes());
    let heads: Vec<&str> = ran
        .out
        .lines()
        .filter(|l| l.ends_with("19-23") || l.ends_with("28x19"))
        .collect();
    assert_eq!(heads, ["Ply 1: 41... 19-23", "Ply 2: 42. 28x19"]);
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let games = BAD.repeat(20_000);
    for args in [
        &["pdn", "check", "-"][..],
        &["pdn", "fmt", "-"],
        &["pdn", "find", "-"],
    ] {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(games.as_bytes()).ok();
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}
