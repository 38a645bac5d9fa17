//! How the program behaves as a process: streams, pipes, the log.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Stdio;

use crate::run::{command, damier};

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let positions = "W:W31-50:B1-20\n".repeat(20_000);
    for args in [
        &["show", "--fen-file", "-"][..],
        &["moves", "--json", "--fen-file", "-"],
    ] {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        // It stops reading as soon as it finds nobody listening.
        stdin.write_all(positions.as_bytes()).ok();
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
    for args in [
        &["play", "--white", "random", "--black", "random"][..],
        &["man"],
        &["completions", "bash"],
        &["perft", "3"],
    ] {
        let mut child = command(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    for args in [
        &["moves"][..],
        &["show", "--json"],
        &["perft", "2"],
        &["play"],
        &["man"],
        &["completions", "fish"],
    ] {
        let full = OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("a full device");
        let output = command(args)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stderr.starts_with(b"error: "), "{args:?}");
    }
}

#[test]
fn the_log_goes_to_stderr_and_can_be_filtered() {
    let drawn = "28-22 1-40 22-27 40-34 27-4 34-29 4-10 29-7 10-37 7-45 37-42";
    let args = ["moves", "W:WK28:BK1", "--moves", drawn];
    let plain = damier(&args);
    assert!(plain.err.contains("WARN"), "{}", plain.err);
    assert!(!plain.out.contains("WARN"));
    // A terminal with colours changes nothing for the log.
    let colored = damier(&[&args[..], &["--color", "always"]].concat());
    assert_eq!(colored.err, plain.err);
    let verbose = damier(&["play", "--seed", "5", "-v"]);
    assert!(
        verbose.err.contains("seed of the random mover: 5"),
        "{}",
        verbose.err
    );
    let odd = command(&["moves"])
        .env("DAMIER_LOG", "a=b=c")
        .output()
        .expect("it runs");
    assert_eq!(odd.status.code(), Some(0));
    let text = String::from_utf8_lossy(&odd.stderr).into_owned();
    assert!(text.contains("DAMIER_LOG is not a filter"), "{text}");
    let quiet = command(&args)
        .env("DAMIER_LOG", "error")
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&quiet.stderr), "");
    assert_eq!(String::from_utf8_lossy(&quiet.stdout), plain.out);
}

#[test]
fn no_colours_in_a_pipe() {
    for args in [&["--help"][..], &["show"], &["dance"]] {
        let ran = damier(args);
        assert!(
            !ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'),
            "{args:?}"
        );
    }
}
