//! `damier egdb`, and the tables in the hands of the other commands. Values are those of published tables.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::json::{Checker, records};
use crate::run::{Ran, command, damier};

/// Runs `damier egdb` on a folder.
fn egdb(folder: &Path, args: &[&str]) -> Ran {
    let folder = folder.to_str().expect("a path");
    damier(&[&["egdb"], args, &["--tables", folder]].concat())
}

/// The same with JSON, checked against the schema.
fn checked(folder: &Path, args: &[&str], code: i32) -> Vec<Value> {
    let ran = egdb(folder, &[args, &["--json"]].concat());
    assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
    let records = records(&ran);
    let checker = Checker::new(&format!("egdb-{}", args[0]));
    for record in &records {
        checker.check(record);
    }
    records
}

/// A folder with the tables of two pieces.
fn two() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let ran = egdb(folder.path(), &["build", "--pieces", "2"]);
    let lines = ran.lines();
    assert_eq!(lines.len(), 9, "{lines:?}");
    assert!(
        lines[8].starts_with("8 tables written, 0 kept, "),
        "{ran:?}"
    );
    folder
}

#[test]
fn a_build_keeps_what_is_there_and_replaces_what_is_damaged() {
    let folder = two();
    let again = egdb(folder.path(), &["build", "--pieces", "2"]);
    assert_eq!(again.lines().len(), 1, "{again:?}");
    assert!(again.out.starts_with("0 tables written, 8 kept, "));
    let file = folder.path().join("international/1010.wld");
    let good = fs::read(&file).expect("a table");
    let mut bad = good.clone();
    let last = bad.len() - 20;
    bad[last] ^= 1;
    fs::write(&file, &bad).expect("written");
    let events = checked(folder.path(), &["build", "--pieces", "2"], 0);
    let kinds: Vec<_> = events.iter().map(|e| e["event"].as_str()).collect();
    assert_eq!(kinds, [Some("refused"), Some("written"), Some("end")]);
    assert!(
        events[0]["file"]
            .as_str()
            .is_some_and(|f| f.ends_with("1010.wld"))
    );
    assert_eq!(events[2]["kept"], 7);
    assert_eq!(fs::read(&file).expect("a table"), good);
}

/// Every file of a build with its bytes.
fn files(folder: &Path) -> Vec<(OsString, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("international")).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_owned();
            (name, fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// Whether a file is being written at this moment.
fn is_writing(folder: &Path) -> bool {
    let entries = fs::read_dir(folder.join("international"));
    entries.is_ok_and(|mut all| {
        all.any(|entry| entry.is_ok_and(|e| e.path().extension() == Some("unfinished".as_ref())))
    })
}

/// Twenty kills of the program: at random moments, and every fourth while it writes a file. A build that comes to its
/// end in between is compared with an undisturbed one, and the next kill meets a build from the start.
fn kill_and_go_on(pieces: &str) {
    let args = ["build", "--pieces", pieces, "--threads", "2"];
    let whole = TempDir::new().expect("a folder");
    let start = Instant::now();
    assert_eq!(egdb(whole.path(), &args).code, Some(0));
    let took = start.elapsed();
    let whole = files(whole.path());
    let seed = std::time::UNIX_EPOCH.elapsed().expect("a clock").as_nanos() as u64;
    println!("seed {seed}, undisturbed {took:?}");
    let mut state = seed;
    let mut folder = TempDir::new().expect("a folder");
    let (mut kills, mut in_writing, mut ends) = (0, 0, 0);
    while kills < 20 {
        let place = folder.path().to_str().expect("a path");
        let mut child = command(&[&["egdb"], &args[..], &["--tables", place]].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let share = (state >> 33) as f64 / (1_u64 << 31) as f64 * 0.4;
        let moment = Instant::now() + took.mul_f64(share) + Duration::from_millis(1);
        let wait_for_file = kills % 4 == 3;
        let ended = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break Some(status);
            }
            let now = Instant::now();
            if now >= moment && (!wait_for_file || is_writing(folder.path())) {
                break None;
            }
            if now < moment {
                std::thread::sleep((moment - now).min(Duration::from_millis(1)));
            }
        };
        match ended {
            None => {
                child.kill().expect("killed");
                child.wait().expect("ended");
                kills += 1;
                in_writing += usize::from(is_writing(folder.path()));
            }
            Some(status) => {
                assert!(status.success(), "seed {seed}: {status}");
                assert!(files(folder.path()) == whole, "seed {seed}");
                folder = TempDir::new().expect("a folder");
                ends += 1;
            }
        }
    }
    println!(
        "{kills} kills, {in_writing} left an unfinished file; {ends} builds came to their end before"
    );
    assert_eq!(egdb(folder.path(), &args).code, Some(0), "seed {seed}");
    assert!(files(folder.path()) == whole, "seed {seed}");
}

#[test]
fn a_killed_build_goes_on_and_ends_with_the_same_bytes() {
    kill_and_go_on("3");
}

/// `cargo test --release -p damier --test main -- --ignored --nocapture a_killed_build`
#[test]
#[ignore = "takes minutes"]
fn a_killed_build_of_four_pieces_goes_on_and_ends_with_the_same_bytes() {
    kill_and_go_on("4");
}

#[test]
fn counts_and_longest_ends_are_the_published_ones() {
    let folder = TempDir::new().expect("a folder");
    let find = |class: &str| checked(folder.path(), &["stats", class], 0).remove(0);
    // Of the classes up to three pieces, which need no folder.
    for (class, counts, longest) in [
        (
            "0101",
            [2_450, 424, 2_024, 2],
            [Some((3, 16)), Some((2, 2))],
        ),
        ("0110", [2_205, 1_924, 281, 0], [Some((7, 71)), None]),
        (
            "1020",
            [42_790, 3_343, 19_298, 20_149],
            [Some((33, 2)), Some((22, 9))],
        ),
    ] {
        let record = find(class);
        let found = ["positions", "wins", "draws", "losses"].map(|key| record[key].as_u64());
        assert_eq!(found, counts.map(Some), "{class}");
        for (key, plies) in ["longest_win", "longest_loss"].iter().zip(longest) {
            let found = record[key]["plies"]
                .as_u64()
                .zip(record[key]["positions"].as_u64());
            assert_eq!(found, plies, "{class} {key}");
        }
    }
    let text = egdb(folder.path(), &["stats", "--pieces", "2"]);
    assert_eq!(text.lines().len(), 5, "a line of names and four classes");
}

#[test]
fn a_probe_gives_the_value_the_distance_and_the_moves() {
    let folder = TempDir::new().expect("a folder");
    // David and Goliath: a win in 29 plies, by one move.
    let ran = egdb(folder.path(), &["probe", "W:W23:B5,6"]);
    let lines = ran.lines();
    assert_eq!(lines[..2], ["win in 29", "  23-18  win in 29"]);
    let record = checked(folder.path(), &["probe", "W:W47,48:B34"], 0).remove(0);
    assert_eq!(
        (&record["value"], &record["plies"]),
        (&"loss".into(), &32.into())
    );
    let unknown = egdb(folder.path(), &["probe", "start"]);
    assert_eq!(unknown.code, Some(1));
    assert!(unknown.out.starts_with("not known"), "{unknown:?}");
    assert_eq!(
        checked(folder.path(), &["probe", "start"], 1)[0]["known"],
        false
    );
    // The lone piece must leave board A.
    let ran = egdb(folder.path(), &["probe", "W:WK1:BK45/W:B"]);
    assert_eq!(ran.lines()[0], "loss in 1");
}

#[test]
fn verify_finds_sound_tables_sound_and_damaged_ones_not() {
    let folder = two();
    let all = checked(folder.path(), &["verify"], 0);
    assert!(all.iter().all(|r| r["sound"] == true), "{all:?}");
    // Of two pieces values and distances, of three what is part of the program.
    assert_eq!(all.len(), 8 + 12);
    let quiet = |class: &str| {
        let found = all.iter().find(|r| r["class"] == class);
        found.expect("a class")["checked"].as_u64()
    };
    assert_eq!(quiet("0101"), Some(16 + 2_024 + 2));
    let some = checked(folder.path(), &["verify", "2010", "--sample", "500"], 0);
    assert_eq!(some[0]["counts_match"], Value::Null);
    let file = folder.path().join("international/1010.wld");
    let mut bad = fs::read(&file).expect("a table");
    let place = bad.len() - 20;
    bad[place] ^= 1;
    fs::write(&file, &bad).expect("written");
    let some = checked(folder.path(), &["verify", "1010"], 1);
    let problem = some.iter().find(|r| r["contents"] == "values");
    let problem = problem.expect("a record")["problem"].as_str();
    assert!(problem.is_some_and(|p| p.contains("damaged")), "{some:?}");
    let listed = checked(
        folder.path(),
        &["list", "--check", "--rules", "international"],
        1,
    );
    let named = listed.iter().find(|r| !r["problem"].is_null());
    assert_eq!(named.expect("a problem")["class"], "1010");
    bad.truncate(100);
    fs::write(&file, &bad).expect("written");
    let listed = checked(folder.path(), &["list", "--rules", "international"], 1);
    assert!(
        listed[0]["problem"]
            .as_str()
            .is_some_and(|p| p.contains("1010.wld")),
        "{listed:?}"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = TempDir::new().expect("a folder");
    for (args, what) in [
        (&["build", "--pieces", "7"][..], "7"),
        (&["build", "--memory", "x"], "expected a number of MiB"),
        (
            &["build", "--pieces", "5", "--memory", "10M"],
            "MiB of memory",
        ),
        (&["build", "--only", "99"], "expected four digits"),
        (&["build", "--rules", "chess"], "chess"),
        (&["build", "--threads", "0"], "0"),
        (&["stats", "0202"], "no usable table of class 0202"),
        (&["verify", "0202"], "no usable table of class 0202"),
        (&["verify", "--seed", "3"], "--sample"),
        (&["probe", "W:W51:B1"], "no square 51"),
        (&["draws"], "damier egdb build --rules alician"),
    ] {
        let ran = egdb(folder.path(), args);
        assert!(ran.complaint().contains(what), "{args:?}: {}", ran.err);
    }
    let missing = folder.path().join("none");
    for command in ["list", "verify", "stats"] {
        let ran = egdb(&missing, &[command]);
        assert!(
            ran.complaint().contains("no folder of endgame tables"),
            "{ran:?}"
        );
    }
}

/// The engine counts down what the tables know: the win of David and Goliath at depth 1, on the way to its end.
#[test]
fn the_engine_plays_with_the_tables() {
    let find = |args: &[&str]| {
        let all = [&["analyse", "W:W23:B5,6", "--depth", "1", "--json"], args].concat();
        records(&damier(&all)).remove(0)["lines"][0].clone()
    };
    let line = find(&[]);
    assert_eq!(line["plies_to_end"], 29);
    assert_eq!(line["line"].as_array().map(Vec::len), Some(29));
    for less in [&["--bb-size", "0"], &["--bb-size", "2"]] {
        assert_eq!(find(less)["plies_to_end"], Value::Null, "{less:?}");
    }
    let ran = damier(&["analyse", "--depth", "1", "--tables", "no/such/folder"]);
    assert!(ran.complaint().contains("no/such/folder"), "{ran:?}");
}

/// The longest win of two kings against one takes 7 plies, and the 5-move rule gives ten.
#[test]
fn the_draw_counts_decide_what_a_table_win_is_worth() {
    let fresh = ["analyse", "W:WK1,K2:BK45", "--depth", "2", "--json"];
    let line = |args: &[&str]| records(&damier(args)).remove(0)["lines"][0].clone();
    let plies = line(&fresh)["plies_to_end"].as_i64().expect("a win");
    assert_eq!(plies, 7);
    // The same position after four plies: seven more do not fit into six, though the tables call it won.
    let late = [&fresh[..], &["--moves", "2-16 45-50 16-2 50-45"]].concat();
    assert_eq!(line(&late)["plies_to_end"], Value::Null);
}
