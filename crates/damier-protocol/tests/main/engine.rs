//! The engine's side: the faults that engines have shown, each for its kind.

use damier_core::Rules;
use damier_protocol::hub::{Action, Engine, Mode, Value};

use crate::transcript::Partner;
use crate::transcripts::{Scripted, identity, parameters};

fn engine() -> Scripted {
    Scripted::new(Engine::new(identity(), parameters()))
}

/// What comes back for these lines, searches brought to their end as soon as they may.
fn talk(partner: &mut Scripted, lines: &[&str]) -> Vec<String> {
    let mut answers = vec![];
    for line in lines {
        partner.send(line);
        while let Some(crate::transcript::Answer::Line(line)) = partner.next(true) {
            answers.push(line);
        }
    }
    answers
}

const FORCED: &str = "pos=Weeeebeeeeeeeeeeeeeeeeebeeeeweeeeeeeeeeeeeeeeeeeeee";

#[test]
fn captures_are_read_in_any_form_and_written_with_their_squares() {
    for text in ["28x19", "28x19x23", "28-19x23", "28x19x23 05-10"] {
        let mut engine = engine();
        let pos = format!("pos {FORCED} moves=\"{text}\"");
        assert_eq!(talk(&mut engine, &[&pos]), [""; 0], "{text}");
    }
    let pos = format!("pos {FORCED}");
    assert_eq!(
        talk(&mut engine(), &[&pos, "level depth=1", "go think"]),
        ["done move=28x19x23 ponder=5-10"]
    );
}

#[test]
fn a_move_backwards_and_a_capture_with_other_squares_are_illegal() {
    for (text, message) in [
        ("19x28x23", "illegal move"),
        ("28x19x24", "illegal move"),
        ("28-22", "illegal move"),
        ("28", "bad move"),
        ("2819", "bad move"),
        ("28x51", "bad move"),
        ("e3-f4", "bad move"),
    ] {
        let pos = format!("pos {FORCED} moves={text}");
        assert_eq!(
            talk(&mut engine(), &[&pos]),
            [format!("error message=\"{message}\"")],
            "{text}"
        );
    }
}

#[test]
fn two_captures_between_the_same_squares_are_not_guessed_at() {
    let pos = "pos pos=WeeeeeebeeeeeeeeeeeeebbeeeeeeeeeeeeeebeebeeeeeWeeee moves=46x2";
    assert_eq!(
        talk(&mut engine(), &[pos]),
        ["error message=\"illegal move\""]
    );
}

#[test]
fn the_game_comes_whole_or_as_a_position() {
    let mut engine = engine();
    engine.send("pos start moves=\"32-28 19-23 28x19 14x23\"");
    engine.send("go analyze");
    let whole = search(&mut engine).game;
    engine.finish();
    engine.send("pos pos=Wbbbbbbbbbbbbbebbbbebeebeeeeeeewewwwwwwwwwwwwwwwwww");
    engine.send("go analyze");
    let position = search(&mut engine).game;
    assert_eq!((whole.len(), position.len()), (4, 0));
    assert_eq!(whole.position(), position.position());
}

/// The search that was asked for last.
fn search(engine: &mut Scripted) -> damier_protocol::hub::Job {
    engine.job.clone().expect("a search")
}

#[test]
fn nothing_is_searched_when_the_game_is_over() {
    // Blocked, without a piece, and asked for in each way.
    for pos in [
        "pos pos=Weeeeeeeeeeeeeeeebeeebeeeeweeeeeeeeeeeeeeeeeeeeeeee",
        "pos pos=BeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW",
    ] {
        for go in ["go think", "go analyze", "go ponder"] {
            let mut engine = engine();
            assert_eq!(
                talk(&mut engine, &[pos, "level infinite", go, "stop", "ping"]),
                ["done", "pong"]
            );
        }
    }
}

#[test]
fn a_value_out_of_its_limits_is_an_error_and_the_old_one_is_kept() {
    let mut engine = engine();
    for bad in [
        "name=hash value=99999999",
        "name=hash value=0",
        "name=hash value=-1",
        "name=hash value=1e3",
        "name=hash value=99999999999999999999999",
        "name=hash",
        "name=ponder value=1",
        "name=threads value=\"\"",
        "name=variant value=frisian",
        "value=3",
        "name=\"\" value=3",
    ] {
        let answer = talk(&mut engine, &[&format!("set-param {bad}")]);
        assert_eq!(answer.len(), 1, "{bad}: {answer:?}");
        assert!(
            answer[0].starts_with("error message=\""),
            "{bad}: {answer:?}"
        );
    }
    assert_eq!(engine.engine.parameter("hash"), Some(&Value::Int(64)));
    assert_eq!(engine.engine.rules(), Rules::International);
    let answer = talk(&mut engine, &["set-param name=hash value=65537"]);
    assert_eq!(
        answer,
        ["error message=\"bad value: hash=65537: expected a whole number from 1 to 65536\""]
    );
    assert_eq!(
        talk(&mut engine, &["set-param name=hash value=65536"]),
        [""; 0]
    );
    assert_eq!(engine.engine.parameter("hash"), Some(&Value::Int(65_536)));
}

#[test]
fn a_value_that_cannot_be_applied_is_taken_back() {
    let mut engine = Engine::new(identity(), parameters());
    engine.receive("set-param name=hash value=32768");
    let action = engine.poll();
    assert!(
        matches!(action, Some(Action::Configure { .. })),
        "{action:?}"
    );
    engine.refuse("hash", "no memory for 32768 MiB");
    assert_eq!(
        engine.poll(),
        Some(Action::Send(
            "error message=\"no memory for 32768 MiB\"".to_owned()
        ))
    );
    assert_eq!(engine.parameter("hash"), Some(&Value::Int(64)));
}

#[test]
fn trouble_of_the_initialisation_is_told_before_ready() {
    let mut engine = Engine::new(identity(), parameters());
    engine.receive("init");
    assert_eq!(engine.poll(), Some(Action::Initialise));
    engine.report("no book");
    assert_eq!(
        engine.poll(),
        Some(Action::Send("error message=\"no book\"".to_owned()))
    );
    assert_eq!(engine.poll(), Some(Action::Send("ready".to_owned())));
}

#[test]
fn after_a_bad_position_nothing_is_searched() {
    for bad in [
        "pos pos=WXYZ",
        "pos pos=\"Wbbbb",
        "pos pos=",
        "pos pos=\"\"",
        "pos pos=wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        // A white man on its last row.
        "pos pos=Wwbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        // Two boards where one is played on.
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwwweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    ] {
        let mut engine = engine();
        talk(&mut engine, &["pos start", "level depth=1"]);
        let answer = talk(&mut engine, &[bad]);
        assert_eq!(answer.len(), 1, "{bad}");
        assert!(answer[0].starts_with("error "), "{bad}: {answer:?}");
        let answer = talk(&mut engine, &["level depth=1", "go think"]);
        assert_eq!(answer.len(), 2, "{answer:?}");
        assert!(answer[0].starts_with("error "), "{bad}: {answer:?}");
        assert_eq!(answer[1], "done", "every go has its done");
        let answer = talk(&mut engine, &["pos start", "level depth=1", "go think"]);
        assert_eq!(answer, ["done move=31-26 ponder=16-21"]);
    }
}

#[test]
fn input_from_a_file_is_worked_through() {
    let mut engine = Scripted::new(Engine::new(identity(), parameters()).batch(true));
    for line in [
        "level depth=3",
        "go think",
        "pos start moves=32-28",
        "level depth=2",
        "go",
        "quit",
    ] {
        engine.send(line);
    }
    engine.close();
    assert_eq!(
        engine.lines(),
        [""; 0],
        "both searches are brought to their end"
    );
    engine.finish();
    engine.finish();
    assert_eq!(
        engine.lines(),
        [
            "done move=31-26 ponder=16-21",
            "done move=16-21 ponder=28-22",
            "(exit 0)"
        ]
    );
}

#[test]
fn input_from_a_file_that_ends_stops_an_endless_search() {
    let mut engine = Scripted::new(Engine::new(identity(), parameters()).batch(true));
    engine.send("go analyze");
    engine.close();
    engine.act();
    assert!(engine.may_end, "the search was stopped");
    engine.finish();
    assert_eq!(engine.lines(), ["done move=31-26 ponder=16-21", "(exit 0)"]);
}

#[test]
fn the_end_of_the_input_ends_everything_at_once() {
    let mut engine = engine();
    engine.send("level depth=30");
    engine.send("go think");
    engine.send("pos start");
    engine.close();
    engine.finish();
    engine.send("ping");
    assert_eq!(engine.lines(), ["(exit 0)"]);
}

#[test]
fn another_position_ends_a_search_with_one_done() {
    let mut engine = engine();
    engine.send("go analyze");
    engine.send("pos start moves=32-28");
    engine.send("ping");
    engine.send("level depth=1");
    engine.send("go think");
    assert_eq!(engine.lines(), [""; 0]);
    engine.finish();
    engine.finish();
    assert_eq!(
        engine.lines(),
        [
            "done move=31-26 ponder=16-21",
            "pong",
            "done move=16-21 ponder=28-22"
        ]
    );
}

#[test]
fn an_unknown_word_does_not_end_a_search() {
    let mut engine = engine();
    for line in [
        "go analyze",
        "frobnicate",
        "",
        "   ",
        "\u{1}",
        "=",
        "a=\"",
        "stop-it",
    ] {
        engine.send(line);
    }
    let errors = engine.lines();
    assert!(
        errors
            .iter()
            .all(|l| l.starts_with("error message=\"bad line: column "))
    );
    assert_eq!(errors.len(), 3);
    assert!(!engine.may_end);
}

#[test]
fn what_a_search_says_too_late_is_not_passed_on() {
    let mut engine = engine();
    engine.send("level depth=1");
    engine.send("go think");
    let late = search(&mut engine).id;
    engine.finish();
    engine.lines();
    let progress = damier_protocol::hub::Progress {
        depth: 1,
        mean_depth: None,
        score: None,
        nodes: 1,
        time: std::time::Duration::ZERO,
        pv: vec![],
    };
    engine.engine.progress(late, &progress);
    engine.engine.finished(late, None, None);
    assert_eq!(engine.lines(), [""; 0]);
}

#[test]
fn a_search_without_a_move_still_answers_with_a_legal_one() {
    let mut engine = engine();
    engine.send("pos start moves=32-28");
    engine.send("go analyze");
    let job = engine.job.take().unwrap();
    engine.engine.finished(job.id, None, None);
    assert_eq!(engine.lines(), ["done move=16-21"]);
    // An illegal move, and a reply that is none.
    engine.send("pos start");
    engine.send("go analyze");
    let illegal = job.game.legal_moves().first().copied();
    let id = engine.job.take().unwrap().id;
    engine.engine.finished(id, illegal, illegal);
    assert_eq!(engine.lines(), ["done move=31-26 ponder=16-21"]);
}

#[test]
fn limits_are_read_as_they_are_sent() {
    let level = |lines: &[&str]| {
        let mut engine = engine();
        for line in lines {
            engine.send(line);
        }
        engine.send("go think");
        let errors = engine.lines().len();
        (search(&mut engine).level, errors)
    };
    let (server, errors) = level(&[
        "level handicap=0",
        "level ply=0",
        "level nodes=4000000",
        "level depth=20",
        "level move-time=1.5",
    ]);
    assert_eq!(
        (server.nodes, server.depth, server.move_time),
        (Some(4_000_000), Some(20), Some(1.5))
    );
    assert_eq!(errors, 0);
    let (clock, _) = level(&["level moves=12 time=291,587 inc=2"]);
    assert_eq!(
        (clock.moves, clock.time, clock.increment),
        (Some(12), Some(291.587), Some(2.0))
    );
    let (late, _) = level(&["level time=-3.5 inc=1.0"]);
    assert_eq!(late.usable_time().to_bits(), 0.0_f64.to_bits());
    assert!(!late.is_unlimited());
    for bad in [
        "level depth=-1",
        "level depth=",
        "level depth=many",
        "level depth",
        "level nodes=1.5",
        "level move-time=NaN",
        "level move-time=inf",
        "level time=infinity",
        "level time=1:30",
        "level inc=\"\"",
        "level moves=3.0",
    ] {
        let (level, errors) = level(&["level depth=9", bad]);
        assert_eq!(errors, 1, "{bad}");
        assert_eq!(level.depth, Some(9), "{bad}: what was set stays");
    }
}

#[test]
fn alician_draughts_has_two_boards() {
    let mut engine = engine();
    let start = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwwweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    let moves = format!("{start} moves=\"32-28 18-23\"");
    let answers = talk(
        &mut engine,
        &[
            "set-param name=variant value=alician",
            "init",
            "new-game",
            &moves,
        ],
    );
    assert_eq!(answers, ["ready"]);
    engine.send("level depth=3");
    engine.send("go think");
    let job = search(&mut engine);
    assert_eq!(job.game.rules(), "alician".parse().unwrap());
    assert_eq!(job.game.len(), 2);
    assert_eq!(job.mode, Mode::Think);
    engine.finish();
    engine.lines();
    talk(
        &mut engine,
        &["set-param name=variant value=alician-letter", "pos start"],
    );
    engine.send("go analyze");
    assert_eq!(
        search(&mut engine).game.rules(),
        "alician:letter".parse().unwrap()
    );
    engine.finish();
    engine.lines();
    // One board is not enough.
    let one = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    assert_eq!(
        talk(&mut engine, &[one]),
        ["error message=\"bad position\""]
    );
    // Back to one board.
    let answers = talk(
        &mut engine,
        &[
            "set-param name=variant value=normal",
            one,
            "level depth=1",
            "go",
        ],
    );
    assert_eq!(answers, ["done move=31-26 ponder=16-21"]);
}

#[test]
fn hub_and_init_may_come_again_and_late() {
    let mut engine = engine();
    let first = talk(&mut engine, &["go analyze", "stop", "ping", "hub"]);
    let second = talk(&mut engine, &["init", "hub"]);
    assert_eq!(first[2..], second[1..]);
    assert_eq!(
        first[2],
        "id name=\"Test engine\" version=1.0 author=\"two words\" country=NL"
    );
    assert_eq!(
        first[3..],
        [
            "param name=variant value=normal type=enum values=\"normal alician alician-letter\"",
            "param name=ponder value=false type=bool",
            "param name=threads value=1 type=int min=1 max=16",
            "param name=hash value=64 type=int min=1 max=65536",
            "param name=book-file value=\"\" type=string",
            "wait",
        ]
    );
}
