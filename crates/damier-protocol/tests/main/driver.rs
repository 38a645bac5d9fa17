//! The driver's side: engines as they are, and what they do to programs that use them.

use damier_core::Rules;
use damier_protocol::AnyGame;
use damier_protocol::hub::{
    Driver, DriverError, Engine, Event, History, Info, Level, Mode, Parameter, Score, SearchId,
};

use crate::transcripts::{Scripted, identity, parameters};

fn sent(driver: &mut Driver) -> Vec<String> {
    let mut lines = vec![];
    while let Some(event) = driver.poll() {
        match event {
            Event::Send(line) => lines.push(line),
            other => panic!("{other:?}"),
        }
    }
    lines
}

fn events(driver: &mut Driver) -> Vec<Event> {
    std::iter::from_fn(|| driver.poll()).collect()
}

fn started() -> Driver {
    let mut driver = Driver::new(History::Game);
    driver.start();
    for line in [
        "id name=Other version=3 author=\"A. Nother\" country=BE",
        "param name=hash value=64 type=int min=1 max=1024",
        "param name=ponder value=false type=bool",
        "param name=level type=enum value=low values=\"low high\"",
        "wait",
        "Loading tables ...",
        "ready",
    ] {
        driver.receive(line);
    }
    events(&mut driver);
    driver
}

fn game(moves: &str) -> AnyGame {
    let mut game = AnyGame::new(Rules::International.start());
    for text in moves.split_whitespace() {
        let mv = game.read_move(text).unwrap();
        game.play(&mv).unwrap();
    }
    game
}

fn think(driver: &mut Driver, moves: &str) -> SearchId {
    let id = driver.search(&game(moves), &Level::default(), Mode::Think);
    sent(driver);
    id
}

#[test]
fn start_up() {
    let mut driver = Driver::new(History::Game);
    driver.start();
    assert_eq!(sent(&mut driver), ["hub"]);
    driver.receive("id version=3.1 name=\"Two Words\"");
    driver.receive("greetings, operator");
    driver.receive("param type=int name=hash value=64 min=1 max=1024");
    driver.receive("param name=values type=enum value=a values=\"a b\"");
    driver.receive("wait");
    let events = events(&mut driver);
    assert_eq!(
        events,
        [
            Event::Text("greetings, operator".to_owned()),
            Event::Declared
        ]
    );
    assert_eq!(driver.identity().name, "Two Words");
    let names: Vec<&str> = driver
        .declarations()
        .iter()
        .map(|d| d.name.as_str())
        .collect();
    assert_eq!(names, ["hash", "values"]);
    assert_eq!(driver.declarations()[1].values, ["a", "b"]);
    driver.set("hash", "64").unwrap();
    driver.set("hash", "128").unwrap();
    driver.set("values", "").unwrap();
    assert_eq!(
        sent(&mut driver),
        [
            "set-param name=hash value=128",
            "set-param name=values value=\"\""
        ]
    );
    assert_eq!(
        driver.set("threads", "2"),
        Err(DriverError::NoParameter {
            name: "threads".to_owned(),
            known: vec!["hash".to_owned(), "values".to_owned()],
        })
    );
    assert!(matches!(
        driver.set("values", "a\"b"),
        Err(DriverError::Unwritable { .. })
    ));
    driver.initialise();
    assert_eq!(sent(&mut driver), ["init"]);
    driver.receive("reading book");
    driver.receive("error message=\"no book\"");
    driver.receive("ready");
    assert_eq!(
        std::iter::from_fn(|| driver.poll()).collect::<Vec<_>>(),
        [
            Event::Text("reading book".to_owned()),
            Event::Error("no book".to_owned()),
            Event::Ready,
        ]
    );
}

#[test]
fn the_history_is_told_as_the_engine_wants_it() {
    let mut game = AnyGame::new(damier_notation::read_position("W:WK25,45:BK2,5", None).unwrap());
    for text in ["45-40", "5-10", "25-3", "2-16", "3-25"] {
        let mv = game.read_move(text).unwrap();
        game.play(&mv).unwrap();
    }
    let pos = |history| {
        let mut driver = Driver::new(history);
        driver.search(&game, &Level::default(), Mode::Analyze);
        sent(&mut driver)
    };
    assert_eq!(
        pos(History::Game),
        [
            "pos pos=WeBeebeeeeeeeeeeeeeeeeeeeWeeeeeeeeeeeeeeeeeeeweeeee moves=\"45-40 5-10 25-3 2-16 3-25\"",
            "level infinite",
            "go analyze",
        ]
    );
    assert_eq!(
        pos(History::SinceIrreversible)[0],
        "pos pos=WeBeeeeeeebeeeeeeeeeeeeeeWeeeeeeeeeeeeeeweeeeeeeeee moves=\"25-3 2-16 3-25\""
    );
    assert_eq!(
        pos(History::Position)[0],
        "pos pos=BeeeeeeeeebeeeeeBeeeeeeeeWeeeeeeeeeeeeeeweeeeeeeeee"
    );
}

#[test]
fn levels_are_written_for_readers_of_one_limit_a_line() {
    let lines = |level: Level| level.lines();
    let clock = Level {
        time: Some(178.25),
        moves: Some(74),
        increment: Some(0.0),
        ..Level::default()
    };
    assert_eq!(lines(clock), ["level moves=74 time=178.25"]);
    let all = Level {
        depth: Some(9),
        nodes: Some(1000),
        move_time: Some(1.0),
        time: Some(-0.35),
        moves: None,
        increment: Some(1.0),
    };
    assert_eq!(
        lines(all),
        [
            "level time=-0.35 inc=1",
            "level depth=9",
            "level nodes=1000",
            "level move-time=1"
        ]
    );
    assert_eq!(lines(Level::default()), ["level infinite"]);
}

#[test]
fn every_field_of_info_may_be_missing_and_stand_anywhere() {
    let mut driver = started();
    let search = think(&mut driver, "");
    for line in [
        "info depth=1 mean-depth=1.0 score=0.0 nodes=1 nps=0.1 pv=32-28",
        "info pv=\"32-28 19-23\" time=0.5",
        "info",
        "info colour=red depth=12.7 nodes=1.2M score=inf nps=nan time=-1",
        "info depth=127 score=99 nps=0.00 pv=\"31-27 06-11\"",
    ] {
        driver.receive(line);
    }
    let infos: Vec<Info> = events(&mut driver)
        .into_iter()
        .map(|event| match event {
            Event::Info { search: of, info } if of == search => info,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        (infos[0].depth, infos[0].nodes, infos[0].time),
        (Some(1), Some(1), None)
    );
    assert_eq!(infos[0].score, Some(Score::Men(0)));
    assert_eq!(
        infos[1].pv,
        ["32-28", "19-23"],
        "quotes are no part of a move"
    );
    assert_eq!(infos[1].depth, None);
    assert_eq!(infos[2], Info::default());
    assert_eq!(
        (infos[3].depth, infos[3].nodes, infos[3].score),
        (Some(12), None, None)
    );
    assert_eq!((infos[3].speed, infos[3].time), (None, None));
    assert_eq!(infos[4].score, Some(Score::Win(100)));
    let legal = infos[4].legal_pv(&game(""));
    assert_eq!(
        legal.len(),
        1,
        "the line is good up to 6-11, which is blocked"
    );
}

#[test]
fn results_are_matched_with_legal_moves() {
    let mut driver = started();
    let id = think(&mut driver, "32-28 19-23");
    driver.receive("done move=28x19x23 ponder=14x23x19");
    let Some(Event::Done {
        search,
        best,
        ponder,
    }) = driver.poll()
    else {
        panic!("no result")
    };
    assert_eq!(search, id);
    assert_eq!(best.unwrap().to_string(), "28x19x23");
    assert_eq!(ponder.unwrap().to_string(), "14x23x19");
    // Squares of two digits, captured squares in any order.
    let capture = damier_notation::read_position("W:WK46:B7,21,22,37,40", None).unwrap();
    for (said, meant) in [
        ("46x02x37x21x07", "46x2x7x21x37"),
        ("46x26x22x21x37", "46x26x21x22x37"),
    ] {
        driver.search(&AnyGame::new(capture), &Level::default(), Mode::Think);
        sent(&mut driver);
        driver.receive(&format!("done move={said}"));
        let Some(Event::Done { best, .. }) = driver.poll() else {
            panic!("no result")
        };
        assert_eq!(best.unwrap().to_string(), meant);
    }
    for illegal in ["32-28", "46x2", "nonsense", "0-0", "46-41"] {
        let id = driver.search(&AnyGame::new(capture), &Level::default(), Mode::Think);
        sent(&mut driver);
        driver.receive(&format!("done move={illegal}"));
        let event = driver.poll();
        assert!(
            matches!(&event, Some(Event::Illegal { search, text, .. }) if *search == id && text == illegal),
            "{event:?}"
        );
    }
    // A reply that is none is left out; a bare done means no move.
    think(&mut driver, "");
    driver.receive("done move=32-28 ponder=32-28");
    assert!(matches!(
        driver.poll(),
        Some(Event::Done {
            best: Some(_),
            ponder: None,
            ..
        })
    ));
    think(&mut driver, "");
    driver.receive("done");
    assert!(matches!(
        driver.poll(),
        Some(Event::Done {
            best: None,
            ponder: None,
            ..
        })
    ));
}

#[test]
fn stale_output_of_a_cancelled_search_is_dropped() {
    let mut driver = started();
    let first = think(&mut driver, "");
    driver.receive("info depth=5");
    driver.cancel(first);
    driver.cancel(first);
    let second = driver.search(&game("32-28"), &Level::default(), Mode::Think);
    driver.receive("info depth=6");
    driver.receive("done move=31-26");
    driver.receive("info depth=1");
    driver.receive("done move=16-21");
    let events: Vec<Event> = events(&mut driver)
        .into_iter()
        .filter(|e| !matches!(e, Event::Send(line) if line != "stop"))
        .collect();
    assert_eq!(events.len(), 4, "{events:?}");
    assert!(matches!(&events[0], Event::Info { search, .. } if *search == first));
    assert_eq!(events[1], Event::Send("stop".to_owned()), "once");
    assert!(matches!(&events[2], Event::Info { search, .. } if *search == second));
    assert!(
        matches!(&events[3], Event::Done { search, best: Some(mv), .. }
        if *search == second && mv.to_string() == "16-21")
    );
}

#[test]
fn a_ponder_search_that_ends_by_itself_waits_for_the_opponent() {
    let mut driver = started();
    let hit = driver.search(&game("32-28 17-22"), &Level::default(), Mode::Ponder);
    sent(&mut driver);
    driver.receive("info depth=5");
    driver.receive("done move=28x17x22");
    assert!(matches!(driver.poll(), Some(Event::Info { .. })));
    assert_eq!(driver.poll(), None, "the result is kept");
    driver.ponder_hit(hit);
    let event = driver.poll();
    assert!(
        matches!(event, Some(Event::Done { search, .. }) if search == hit),
        "{event:?}"
    );
    assert_eq!(driver.poll(), None, "no ponder-hit after the result");
    // Missed: nobody hears of it.
    let missed = driver.search(&game("32-28 17-22"), &Level::default(), Mode::Ponder);
    sent(&mut driver);
    driver.receive("done move=28x17x22");
    driver.cancel(missed);
    assert_eq!(driver.poll(), None);
    // In time: the engine is told, and answers later.
    let running = driver.search(&game("32-28 17-22"), &Level::default(), Mode::Ponder);
    sent(&mut driver);
    driver.ponder_hit(running);
    driver.ponder_hit(running);
    assert_eq!(sent(&mut driver), ["ponder-hit"]);
    driver.receive("done move=28x17x22");
    assert!(matches!(driver.poll(), Some(Event::Done { search, .. }) if search == running));
}

#[test]
fn a_result_nobody_asked_for_is_passed_over() {
    let mut driver = started();
    for line in [
        "done move=32-28",
        "info depth=3",
        "wait",
        "ready",
        "param name=x value=1 type=int",
    ] {
        driver.receive(line);
    }
    let events = events(&mut driver);
    assert!(
        events.iter().all(|e| matches!(e, Event::Text(_))),
        "{events:?}"
    );
    let id = think(&mut driver, "");
    driver.receive("done move=33-28");
    let event = driver.poll();
    assert!(matches!(event, Some(Event::Done { search, .. }) if search == id));
}

/// A whole game between the two sides of the protocol.
#[test]
fn driver_and_engine_play_a_game() {
    for variant in ["normal", "alician"] {
        let mut engine = Scripted::new(Engine::new(
            identity(),
            parameters()
                .into_iter()
                .chain([Parameter::bool("book", true)])
                .collect(),
        ));
        let mut driver = Driver::new(History::Game);
        let rules: Rules = variant.replace("normal", "international").parse().unwrap();
        let mut game = AnyGame::new(rules.start());
        driver.start();
        let mut plies = 0;
        loop {
            let mut quiet = true;
            while let Some(event) = driver.poll() {
                quiet = false;
                match event {
                    Event::Send(line) => {
                        engine.engine.receive(&line);
                        engine.act();
                    }
                    Event::Declared => {
                        driver.set("variant", variant).unwrap();
                        driver.initialise();
                    }
                    Event::Ready => driver.new_game(),
                    Event::Done { best, .. } => {
                        game.play(&best.unwrap()).unwrap();
                        plies += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
            for line in engine.lines() {
                quiet = false;
                driver.receive(&line);
            }
            if quiet {
                if game.outcome().is_some() || plies == 120 {
                    break;
                }
                if engine.job.is_some() {
                    engine.finish();
                } else {
                    let level = Level {
                        depth: Some(1),
                        ..Level::default()
                    };
                    driver.search(&game, &level, Mode::Think);
                }
            }
        }
        assert!(plies > 20, "{variant}: {plies} plies");
    }
}
