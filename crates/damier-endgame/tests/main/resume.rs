//! A build that is killed goes on where it was, and ends with the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use damier_core::{Rules, Single};
use damier_endgame::{BuildError, Observer, Progress};
use tempfile::TempDir;

use crate::small;

const RULES: Rules = Rules::International;
/// Where a child process builds.
const FOLDER: &str = "DAMIER_TEST_BUILD_FOLDER";

/// Every file with its bytes.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder.join("international")).unwrap();
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .collect()
}

fn build_all(folder: &Path, threads: usize) {
    let mut build = small::build(folder, RULES, 3, 3);
    build.threads = threads;
    build.run::<Single>(&()).unwrap();
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let folders = [1, 2, 5].map(|threads| {
        let folder = TempDir::new().unwrap();
        build_all(folder.path(), threads);
        folder
    });
    let [one, two, five] = folders.map(|folder| contents(folder.path()));
    assert_eq!(one.len(), 33, "{:?}", one.keys());
    assert!(one == two && one == five);
}

/// Asks to stop after some positions.
struct StopAfter(AtomicU64);

impl Observer for StopAfter {
    fn progress(&self, progress: &Progress) {
        if progress.done >= self.0.load(Relaxed) {
            self.0.store(0, Relaxed);
        }
    }

    fn stop(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

#[test]
fn a_stopped_build_goes_on_and_ends_with_the_same_bytes() {
    let whole = TempDir::new().unwrap();
    build_all(whole.path(), 2);
    let folder = TempDir::new().unwrap();
    let build = small::build(folder.path(), RULES, 3, 3);
    let mut stopped = 0;
    for at in (1..).map(|n| n * 40_000) {
        match build.run::<Single>(&StopAfter(AtomicU64::new(at))) {
            Err(BuildError::Stopped) => stopped += 1,
            Ok(_) => break,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(stopped > 3, "{stopped}");
    assert!(contents(folder.path()) == contents(whole.path()));
}

/// Not a test of its own: what the next one runs in a process that it kills.
#[test]
fn child_process_that_builds() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        build_all(folder.as_ref(), 2);
    }
}

/// Twenty kills at moments spread over a whole build; each time the next process goes on.
#[test]
fn a_killed_build_goes_on_and_ends_with_the_same_bytes() {
    let whole = TempDir::new().unwrap();
    let start = std::time::Instant::now();
    build_all(whole.path(), 2);
    let took = start.elapsed();
    let folder = TempDir::new().unwrap();
    let child = || {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "resume::child_process_that_builds"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut state = 20_u64;
    for _ in 0..20 {
        let mut child = child();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let part = (state >> 33) as f64 / (1_u64 << 31) as f64;
        std::thread::sleep(took.mul_f64(part * 0.3) + Duration::from_millis(1));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // What a writer leaves behind that is killed in the middle of a file.
    fs::create_dir_all(folder.path().join("international")).unwrap();
    fs::write(
        folder.path().join("international/1010.wld.unfinished"),
        "DAMIERET",
    )
    .unwrap();
    assert!(child().wait().unwrap().success());
    assert!(contents(folder.path()) == contents(whole.path()));
}

#[test]
fn two_builds_do_not_work_in_one_folder() {
    struct Second<'a>(&'a Path, AtomicU64);
    impl Observer for Second<'_> {
        fn progress(&self, _: &Progress) {
            let second = small::build(self.0, RULES, 2, 0).run::<Single>(&());
            if let Err(BuildError::Held { .. }) = second {
                self.1.fetch_add(1, Relaxed);
            }
        }
    }
    let folder = TempDir::new().unwrap();
    let second = Second(folder.path(), AtomicU64::new(0));
    small::build(folder.path(), RULES, 2, 0)
        .run::<Single>(&second)
        .unwrap();
    assert!(second.1.load(Relaxed) > 0);
}

#[test]
fn a_build_that_does_not_fit_says_what_it_needs() {
    let folder = TempDir::new().unwrap();
    let mut build = small::build(folder.path(), RULES, 5, 0);
    build.memory = 1 << 20;
    let error = build.run::<Single>(&()).unwrap_err();
    assert!(
        matches!(error, BuildError::Memory { limit, needs, .. } if needs > limit),
        "{error}"
    );
    let mut build = small::build(folder.path(), RULES, 9, 0);
    build.memory = u64::MAX / 2;
    let error = build.run::<Single>(&()).unwrap_err();
    assert!(
        matches!(error, BuildError::TooManyPieces { wanted: 9 }),
        "{error}"
    );
}
