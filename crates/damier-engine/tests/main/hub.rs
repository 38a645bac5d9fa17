//! The transcripts, and more, with the real engine behind pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::noise;
use crate::transcript::{Answer, Partner, play};

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier-engine"))
            .arg("hub")
            .args(arguments)
            // Whatever tables this machine has, the tests use those of the program.
            .env("DAMIER_TABLES", "")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            output
                .lines()
                .map_while(Result::ok)
                .try_for_each(|l| sender.send(l))
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn wait(&mut self) -> i32 {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(10) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine does not leave");
    }

    /// The lines up to one that starts with a word, which must come.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = vec![];
        loop {
            match self.next(true) {
                Some(Answer::Line(line)) => {
                    let found = line.split(' ').next() == Some(word);
                    lines.push(line);
                    if found {
                        return lines;
                    }
                }
                other => panic!("{other:?} instead of {word}, after {lines:?}"),
            }
        }
    }
}

impl Partner for Process {
    fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            writeln!(input, "{line}").unwrap();
        }
    }

    fn close(&mut self) {
        self.input = None;
    }

    fn infos(&mut self, _: u32) {}

    fn next(&mut self, wait: bool) -> Option<Answer> {
        let time = Duration::from_millis(if wait { 20_000 } else { 60 });
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(Answer::Line(line)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Answer::Exit(self.wait())),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

macro_rules! transcripts {
    ($($name:ident $file:literal)*) => {$(
        #[test]
        fn $name() {
            let text = include_str!(concat!("../../../damier-protocol/tests/transcripts/", $file, ".txt"));
            play($file, text, &mut Process::start(&[]));
        }
    )*};
}

transcripts! {
    t01_start_up "T01"
    t02_ordinary_search "T02"
    t03_forced_capture "T03"
    t04_captured_sets "T04"
    t05_repetitions "T05"
    t06_bad_input "T06"
    t07_ponder_hit "T07"
    t08_ponder_miss "T08"
    t09_analysis "T09"
    t10_no_move "T10"
    t11_lexical_tolerance "T11"
    t12a_quit "T12a"
    t12b_quit_in_analysis "T12b"
    t12c_end_of_input_in_ponder "T12c"
    t12d_end_of_input "T12d"
    t13_level_does_not_persist "T13"
}

#[test]
fn stopping_takes_no_time() {
    let mut engine = Process::start(&["--threads", "2"]);
    for _ in 0..5 {
        engine.send("pos start");
        engine.send("go analyze");
        thread::sleep(Duration::from_millis(50));
        let told = Instant::now();
        engine.send("stop");
        engine.until("done");
        // A loaded machine may be late; a search that does not listen never ends.
        assert!(
            told.elapsed() < Duration::from_secs(3),
            "{:?}",
            told.elapsed()
        );
    }
}

#[test]
fn a_clock_is_kept() {
    let mut engine = Process::start(&[]);
    for level in [
        "level time=2",
        "level time=0.5 inc=0.1",
        "level moves=1 time=0.4",
        "level moves=10 time=3",
        "level time=-2 inc=1",
        "level time=0",
        "level move-time=0",
        "level depth=0",
        "level nodes=0",
        "level depth=60 move-time=0.1",
    ] {
        engine.send("pos start");
        engine.send(level);
        let asked = Instant::now();
        engine.send("go think");
        let lines = engine.until("done");
        assert!(lines.last().unwrap().starts_with("done move="), "{level}");
        // A search that overlooks its limit never ends; how close it comes is tested where the clock is.
        assert!(asked.elapsed() < Duration::from_secs(5), "{level}");
    }
}

#[test]
fn an_impossible_hash_table_is_refused_and_the_old_one_kept() {
    let mut engine = Process::start(&[]);
    for line in [
        "set-param name=hash value=99999999",
        "set-param name=hash value=0",
        "set-param name=tt-size value=31",
        "set-param name=threads value=100000",
    ] {
        engine.send(line);
        assert_eq!(engine.until("error").len(), 1, "{line}");
    }
    engine.send("set-param name=hash value=8");
    engine.send("set-param name=tt-size value=18");
    engine.send("set-param name=threads value=2");
    engine.send("init");
    assert_eq!(engine.until("ready"), ["ready"]);
    engine.send("level depth=6");
    engine.send("go think");
    engine.until("done");
}

#[test]
fn a_book_is_played_from_until_it_is_switched_off() {
    use damier_core::{Position, Rules, Single};
    use damier_search::book::{Book, Ending};
    let start = <Single>::default();
    let first = damier_notation::movetext::read(&start, "35-30").unwrap();
    let mut book = Book::new(Rules::International);
    for _ in 0..2 {
        book.add_game(start, &[first], Ending::Drawn);
    }
    assert!(start.play(&first).is_ok());
    let file = std::env::temp_dir().join(format!("damier-{}.book", std::process::id()));
    std::fs::write(&file, book.write()).unwrap();
    let mut engine = Process::start(&["--book", file.to_str().unwrap()]);
    engine.send("hub");
    let declared = engine.until("wait");
    assert!(
        declared
            .iter()
            .any(|l| l == "param name=book value=true type=bool")
    );
    engine.send("init");
    engine.until("ready");
    let mut answer = |set: &str, go: &str| {
        engine.send(set);
        engine.send("pos start");
        engine.send("level depth=5");
        engine.send(go);
        engine.until("done")
    };
    let from_book = |lines: &[String]| {
        lines.last().unwrap() == "done move=35-30" && !lines.iter().any(|l| l.contains("depth=5"))
    };
    assert!(from_book(&answer("new-game", "go think")));
    // To analyse is to think.
    assert!(!from_book(&answer("new-game", "go analyze")));
    assert!(!from_book(&answer(
        "set-param name=book-ply value=0",
        "go think"
    )));
    assert!(from_book(&answer(
        "set-param name=book-ply value=1",
        "go think"
    )));
    assert!(!from_book(&answer(
        "set-param name=book value=false",
        "go think"
    )));
    std::fs::remove_file(&file).unwrap();
}

/// Starts the protocol; the engine must declare this parameter.
fn declares(engine: &mut Process, parameter: &str) {
    engine.send("hub");
    let declared = engine.until("wait");
    assert!(declared.iter().any(|l| l == parameter), "{declared:?}");
    engine.send("init");
    engine.until("ready");
}

/// The score that was told last.
fn last_score(lines: &[String]) -> &str {
    let info = lines.iter().rev().find(|l| l.starts_with("info"));
    let info = info.unwrap_or_else(|| panic!("{lines:?}"));
    let score = info.split("score=").nth(1).unwrap();
    score.split(' ').next().unwrap()
}

/// David and Goliath: the tables up to three pieces, which need no folder, know the win at once.
#[test]
fn endgame_tables_are_asked_up_to_the_size_that_is_set() {
    let mut engine = Process::start(&[]);
    declares(
        &mut engine,
        "param name=bb-size value=6 type=int min=0 max=6",
    );
    let mut score = |size: &str| -> f64 {
        engine.send(&format!("set-param name=bb-size value={size}"));
        engine.send("new-game");
        let mut squares = ["e"; 50];
        (squares[22], squares[4], squares[5]) = ("w", "b", "b");
        engine.send(&format!("pos pos=W{}", squares.concat()));
        engine.send("level depth=1");
        engine.send("go analyze");
        let lines = engine.until("done");
        last_score(&lines).parse().unwrap()
    };
    assert!(score("6") > 90.0);
    assert!(score("2") < 10.0);
    assert!(score("3") > 90.0);
    assert!(score("0") < 10.0);
}

/// At depth 1 from the start nothing is exchanged: what the engine thinks of a full board is added to the score, in a game
/// and not in an analysis.
#[test]
fn contempt_counts_in_games_alone() {
    let mut engine = Process::start(&["--evaluation", "material", "--contempt", "70"]);
    declares(
        &mut engine,
        "param name=contempt value=70 type=int min=0 max=500",
    );
    let mut score = |variant: &str, go: &str| -> String {
        engine.send(&format!("set-param name=variant value={variant}"));
        engine.send("new-game");
        engine.send("pos start");
        engine.send("level depth=1");
        engine.send(go);
        let lines = engine.until("done");
        last_score(&lines).to_owned()
    };
    assert_eq!(score("normal", "go think"), "0.70");
    assert_eq!(score("normal", "go analyze"), "0.00");
    assert_eq!(score("alician", "go think"), "0.70");
    engine.send("set-param name=contempt value=501");
    engine.until("error");
}

#[test]
fn both_games_are_played_in_one_process() {
    let mut engine = Process::start(&[]);
    for (variant, plies) in [("alician", 40), ("normal", 20), ("alician-letter", 40)] {
        engine.send(&format!("set-param name=variant value={variant}"));
        engine.send("init");
        engine.until("ready");
        engine.send("new-game");
        let rules = variant
            .replace("normal", "international")
            .replace("-letter", ":letter");
        let mut game =
            damier_protocol::AnyGame::new(rules.parse::<damier_core::Rules>().unwrap().start());
        let mut moves = vec![];
        while game.outcome().is_none() && moves.len() < plies {
            engine.send(&format!("pos start moves=\"{}\"", moves.join(" ")));
            engine.send("level nodes=3000");
            engine.send("go think");
            let done = engine.until("done").pop().unwrap();
            let said = done.split(['=', ' ']).nth(2).unwrap().to_owned();
            let mv = game
                .read_move(&said)
                .unwrap_or_else(|e| panic!("{variant} {done}: {e}"));
            game.play(&mv).unwrap();
            moves.push(said);
        }
        assert!(moves.len() > 10, "{variant}");
    }
}

#[test]
fn a_file_of_commands_is_worked_through() {
    let mut engine = Process::start(&["--batch"]);
    for line in [
        "hub",
        "init",
        "level depth=7",
        "go think",
        "pos start moves=32-28",
        "level depth=7",
        "go think",
    ] {
        engine.send(line);
    }
    engine.close();
    let mut dones = 0;
    loop {
        match engine.next(true) {
            Some(Answer::Line(line)) => dones += usize::from(line.starts_with("done move=")),
            Some(Answer::Exit(code)) => {
                assert_eq!(code, 0);
                break;
            }
            None => panic!("the engine hangs"),
        }
    }
    assert_eq!(dones, 2);
}

#[test]
fn rubbish_does_not_keep_it_from_playing() {
    let mut engine = Process::start(&["--random", "7"]);
    let mut seed = 88_172_645_463_325_252;
    let started = Instant::now();
    let mut sent = 0;
    while started.elapsed() < crate::rubbish_time() {
        let bytes: Vec<u8> = (0..8192).map(|_| noise(&mut seed) as u8).collect();
        let input = engine.input.as_mut().unwrap();
        input.write_all(&bytes).unwrap();
        // Some of it while it is searching.
        let line: &[u8] = if noise(&mut seed).is_multiple_of(2) {
            b"\ngo analyze\n"
        } else {
            b"\nstop\n"
        };
        input.write_all(line).unwrap();
        sent += bytes.len();
        // Answers are read, or the pipe would fill up.
        while engine.lines.try_recv().is_ok() {}
    }
    assert!(sent > 1 << 16);
    engine.send("");
    engine.send("ping");
    engine.until("pong");
    for line in [
        "set-param name=variant value=normal",
        "new-game",
        "pos start",
        "level depth=1",
        "go think",
    ] {
        engine.send(line);
    }
    // The last search of the rubbish may end first, and its end may be seen late.
    loop {
        let mut lines = engine.until("done");
        engine.send("ping");
        lines.extend(engine.until("pong"));
        let last = lines.iter().rev().find(|l| l.starts_with("done"));
        if last.is_some_and(|done| done.starts_with("done move=")) {
            break;
        }
    }
    engine.send("quit");
    while !matches!(engine.next(true), Some(Answer::Exit(0))) {}
}

#[test]
fn bad_arguments_are_a_usage_error() {
    for arguments in [
        vec![],
        vec!["uci"],
        vec!["hub", "--hash", "0"],
        vec!["hub", "--threads", "x"],
        vec!["dxp"],
        vec!["dxp", "--listen", "1", "--connect", "2"],
        vec!["dxp", "--listen", "nowhere.invalid:x"],
        vec!["dxp", "--connect", "1", "--position", "W:W51:B1"],
        vec!["dxp", "--connect", "1", "--time", "-1"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_damier-engine"))
            .args(&arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
