//! Games between engines: every way they can end, and that faults are named and counted.

use std::time::{Duration, Instant};

use damier_match::{Cause, EngineSpec, Limit, Match, MatchError, Openings, Plan, Report, Side};
use damier_notation::pdn;

use crate::fake::{engine, mute};
use crate::file;

fn random(seed: u64) -> EngineSpec {
    format!("random:{seed}").parse().unwrap()
}

fn start_position() -> Openings {
    Openings::Text {
        text: "W:W31-50:B1-20".to_owned(),
        shuffle: None,
    }
}

fn plan(a: EngineSpec, b: EngineSpec) -> Plan {
    let mut plan = Plan::new(a, b);
    plan.games = 2;
    plan.openings = start_position();
    plan.limit = Limit::MoveTime(Duration::from_secs(5));
    plan.patience = Duration::from_secs(20);
    plan
}

fn play(plan: Plan) -> Report {
    Match::new(plan).unwrap().run(&mut ()).unwrap()
}

#[test]
fn random_movers_play_the_same_match_every_time() {
    let mut first = plan(random(1), random(2));
    first.games = 11;
    first.openings = Openings::default();
    let mut second = first.clone();
    second.concurrency = 3;
    let [first, second] = [first, second].map(play);
    assert!(first.complete);
    assert_eq!(first.games.len(), 12, "every opening is played twice");
    for (a, b) in first.games.iter().zip(&second.games) {
        assert_eq!((a.game, &a.moves, a.winner), (b.game, &b.moves, b.winner));
        assert!(a.replay(damier_core::Rules::International).is_some());
        assert!(matches!(a.cause, Cause::Rules { .. }), "{:?}", a.cause);
    }
    for pair in first.games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].white, pair[1].white), (Side::A, Side::B));
    }
    let standing = &first.standing;
    assert_eq!(standing.games.games(), 12);
    assert_eq!(standing.pairs.total(), 6);
    assert_eq!(standing.as_white.games(), 6);
    assert_eq!(standing.faults, []);
    assert_eq!(standing.usage[0].moves + standing.usage[1].moves, {
        first
            .games
            .iter()
            .map(|g| g.moves.len() as u64)
            .sum::<u64>()
    });
}

#[test]
fn hub_engines_play_whole_games_and_are_recorded() {
    let pdn_file = file("hub-engines.pdn");
    let json_file = file("hub-engines.json");
    let mut plan = plan(engine("good"), engine("good"));
    plan.games = 4;
    plan.concurrency = 2;
    plan.openings = Openings::default();
    plan.pdn = Some(pdn_file.clone());
    plan.json = Some(json_file.clone());
    plan.event = "A \"good\" match".to_owned();
    let report = play(plan);
    assert_eq!(report.standing.faults, []);
    assert_eq!(report.standing.names, ["fake 1 (A)", "fake 1 (B)"]);
    let text = std::fs::read_to_string(pdn_file).unwrap();
    let games: Vec<pdn::Game> = pdn::Games::new(text.as_bytes())
        .map(|g| g.unwrap().game)
        .collect();
    assert_eq!(games.len(), 4);
    for game in &games {
        assert!(pdn::resolve(game).is_complete());
        assert_eq!(game.tag("Event"), Some("A \"good\" match"));
        assert_eq!(game.tag("Termination"), Some("Normal"));
        assert_eq!(game.tag("TimeControl"), Some("1/5"));
        assert_eq!(game.tag("GameType"), Some("20"));
        let number: Vec<&str> = game.tag("Round").unwrap().split('.').collect();
        let index =
            2 * number[0].parse::<usize>().unwrap() + number[1].parse::<usize>().unwrap() - 3;
        let record = &report.games[index];
        assert_eq!(game.plies(), record.opening.len() + record.moves.len());
        assert_eq!(game.result().to_string(), record.result());
        let white = if record.white == Side::A {
            "fake 1 (A)"
        } else {
            "fake 1 (B)"
        };
        assert_eq!(game.tag("White"), Some(white));
    }
    assert!(text.contains("[%eval 0.25] [%depth 3] [%emt "), "{text}");
    assert!(
        text.contains("[%eval -0.25]"),
        "Black's evaluations are turned round"
    );
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json_file).unwrap()).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(json["complete"], true);
    assert_eq!(json["games"].as_array().unwrap().len(), 4);
    assert_eq!(json["standing"]["pairs"].as_array().unwrap().len(), 5);
}

/// The games of one fault: A is at fault in both.
fn faulty(behaviour: &str, change: impl FnOnce(&mut Plan)) -> Report {
    let mut plan = plan(engine(behaviour), random(1));
    change(&mut plan);
    let report = play(plan);
    assert_eq!(report.games.len(), 2, "the match goes on");
    assert_eq!(report.standing.games.losses, 2, "{}", report.standing);
    assert_eq!(report.standing.faults.len(), 2);
    for game in &report.games {
        assert_eq!(game.winner, Some(Side::B));
        assert_eq!(game.cause.fault(), Some(Side::A));
    }
    report
}

#[test]
fn an_answer_that_is_late_loses_on_time() {
    let pdn_file = file("late.pdn");
    let report = faulty("slow 700", |plan| {
        plan.limit = Limit::MoveTime(Duration::from_millis(100));
        plan.margin = Duration::from_millis(100);
        plan.pdn = Some(pdn_file.clone());
    });
    for game in &report.games {
        let Cause::Time {
            seconds, allowed, ..
        } = game.cause
        else {
            panic!("{:?}", game.cause)
        };
        assert!((allowed - 0.1).abs() < 1e-9);
        assert!(
            seconds >= 0.7,
            "the time of the late answer, not of the flag: {seconds}"
        );
    }
    let text = std::fs::read_to_string(pdn_file).unwrap();
    assert_eq!(text.matches("[Termination \"Time forfeit\"]").count(), 2);
    assert_eq!(text.matches("[Result \"0-2\"]").count(), 1);
    assert_eq!(text.matches("[Result \"2-0\"]").count(), 1);
}

#[test]
fn an_answer_within_the_margin_is_in_time() {
    let mut plan = plan(engine("slow 50"), random(1));
    plan.limit = Limit::MoveTime(Duration::from_millis(10));
    plan.margin = Duration::from_secs(30);
    plan.max_plies = 6;
    let report = play(plan);
    assert_eq!(report.standing.faults, []);
    assert_eq!(report.standing.usage[0].moves, 6);
    assert!(report.standing.usage[0].longest >= 0.05);
}

#[test]
fn a_clock_runs_out_over_the_moves() {
    // Twenty moves of at least 50 ms do not fit into 0.4 s.
    let report = faulty("slow 50", |plan| {
        plan.limit = "0.4+0".parse().unwrap();
        plan.margin = Duration::ZERO;
    });
    for game in &report.games {
        let own = game.moves.iter().filter(|m| m.seconds >= 0.05).count();
        assert!((1..8).contains(&own), "{own} moves in time");
        let Cause::Time {
            seconds, allowed, ..
        } = game.cause
        else {
            panic!("{:?}", game.cause)
        };
        assert!(allowed < 0.4 && seconds > allowed);
    }
}

#[test]
fn an_engine_that_hangs_loses_and_is_replaced() {
    let started = Instant::now();
    let report = faulty("mute 2", |plan| {
        plan.limit = Limit::Depth(3);
        plan.patience = Duration::from_secs(3);
    });
    assert!(started.elapsed() < Duration::from_mins(1));
    assert!(
        matches!(report.games[0].cause, Cause::Time { allowed, .. } if (allowed - 3.0).abs() < 1e-9)
    );
    assert!(
        report.games.iter().all(|g| g.moves.len() >= 2),
        "the second game was begun properly"
    );
}

#[test]
fn an_illegal_move_loses_and_says_why() {
    let pdn_file = file("illegal.pdn");
    let report = faulty("illegal 4", |plan| plan.pdn = Some(pdn_file.clone()));
    let Cause::Illegal { said, problem, .. } = &report.games[0].cause else {
        panic!("{:?}", report.games[0].cause)
    };
    assert_eq!(said, "50-1");
    assert!(problem.contains("50 to 1 is illegal"), "{problem}");
    assert_eq!(report.games[0].moves.len(), 4);
    let text = std::fs::read_to_string(pdn_file).unwrap();
    assert_eq!(
        text.matches("[Termination \"Rules infraction\"]").count(),
        2
    );
    let report = faulty("no-move", |_| {});
    assert!(matches!(&report.games[0].cause, Cause::Illegal { said, .. } if said == "no move"));
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    let report = faulty("crash 6", |_| {});
    for game in &report.games {
        let Cause::Crashed { detail, .. } = &game.cause else {
            panic!("{:?}", game.cause)
        };
        assert!(
            detail.contains('3') && detail.contains("out of memory"),
            "{detail}"
        );
        assert!(game.moves.len() >= 6);
        assert_eq!(game.cause.termination(), "Abandoned");
    }
}

/// The side to move in the opening decides whose move is whose, not the number of the ply.
#[test]
fn times_belong_to_engines_also_where_black_begins() {
    for text in ["B:W31-50:B1-20", "W:W31-50:B1-20", "31-26"] {
        let mut plan = plan(engine("slow 20"), random(5));
        plan.openings = Openings::Text {
            text: text.to_owned(),
            shuffle: None,
        };
        plan.max_plies = 5;
        let report = play(plan);
        let [slow, fast] = report.standing.usage;
        assert_eq!((slow.moves, fast.moves), (5, 5), "{text}");
        assert!(slow.seconds >= 0.1, "{text}: {slow:?}");
        assert!(fast.seconds < 0.001, "{text}: {fast:?}");
        assert_eq!(slow.moves_with_depth, 5);
    }
}

#[test]
fn engines_that_cannot_be_used_are_named_before_any_game() {
    let problem = |spec: EngineSpec, patience: u64| {
        let mut plan = plan(random(1), spec);
        plan.patience = Duration::from_secs(patience);
        match Match::new(plan).unwrap().run(&mut ()) {
            Err(MatchError::Engine {
                side: Side::B,
                problem,
            }) => problem,
            other => panic!("{other:?}"),
        }
    };
    let missing = problem("hub::/no/such/program hub".parse().unwrap(), 5);
    assert!(
        missing.starts_with("/no/such/program cannot be started"),
        "{missing}"
    );
    let silent = problem(mute(), 1);
    assert!(
        silent.contains("no answer to hub within 1 s; does it need an argument such as hub"),
        "{silent}"
    );
    let complaint = problem(engine("impossible"), 20);
    assert_eq!(complaint, "it says: that is impossible");
    let mut unknown = engine("good");
    unknown.options.push(("hash".to_owned(), "64".to_owned()));
    let unknown = problem(unknown, 20);
    assert!(unknown.contains("no parameter hash"), "{unknown}");
    let nobody = problem("dxp-connect:127.0.0.1:1".parse().unwrap(), 1);
    assert!(nobody.contains("cannot connect to 127.0.0.1:1"), "{nobody}");
}

#[test]
fn alician_games_that_do_not_end_are_counted_apart() {
    let mut plan = plan(random(1), engine("good"));
    plan.rules = "alician".parse().unwrap();
    plan.openings = Openings::Random { plies: 2, seed: 3 };
    plan.games = 6;
    plan.max_plies = 60;
    let report = play(plan);
    let standing = &report.standing;
    assert_eq!(standing.faults, []);
    assert!(standing.unfinished > 0, "{standing}");
    assert_eq!(standing.games.games() + standing.unfinished, 6);
    assert!(standing.pairs.total() <= 3);
    for game in report.games.iter().filter(|g| g.unfinished) {
        assert_eq!(
            (game.result(), game.halves(), game.winner),
            ("*", None, None)
        );
        assert_eq!(game.cause.termination(), "Unterminated");
        assert_eq!(game.moves.len(), 60);
    }
}

/// Two kings that walk on and off: the game repeats for ever, and there is no draw to end it.
#[test]
fn an_alician_game_that_repeats_is_stopped() {
    let mut plan = plan(engine("repeat"), engine("repeat"));
    plan.rules = "alician".parse().unwrap();
    plan.openings = Openings::Text {
        text: "W:W11:B1/WK49:BK2".to_owned(),
        shuffle: None,
    };
    plan.max_occurrences = 3;
    let report = play(plan);
    assert_eq!(report.standing.unfinished, 2, "{}", report.standing);
    assert_eq!(
        (report.standing.games.games(), report.standing.pairs.total()),
        (0, 0)
    );
    for game in &report.games {
        assert_eq!(game.cause, Cause::Repetition);
        assert_eq!(game.moves.len(), 8);
        let replay = game.replay("alician".parse().unwrap()).unwrap();
        assert_eq!(replay.occurrences(), 3);
    }
}

#[test]
fn a_test_that_has_decided_ends_the_match() {
    let mut plan = plan(random(1), engine("illegal 0"));
    plan.games = 400;
    plan.sprt = Some("0,50".parse().unwrap());
    let report = play(plan);
    assert!(report.complete);
    let games = report.games.len();
    assert!((4..100).contains(&games), "{games} games");
    assert_eq!(
        report.standing.decision(),
        damier_match::statistics::Decision::H1
    );
    assert!(report.standing.to_string().contains("H1 accepted"));
    assert!(
        report.standing.estimate.unwrap().elo.is_none(),
        "all games won"
    );
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refused = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan(random(1), random(2));
        change(&mut plan);
        match Match::new(plan) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("accepted"),
        }
    };
    assert!(refused(&|p| p.games = 0).contains("no games"));
    assert!(refused(&|p| p.concurrency = 0).contains("at a time"));
    assert!(refused(&|p| p.max_plies = 0).contains("at least 1 ply"));
    assert!(
        refused(&|p| {
            p.concurrency = 2;
            p.engines[0] = "dxp-listen:127.0.0.1:0".parse().unwrap();
        })
        .contains("one game at a time")
    );
    for text in [
        "",
        "hub:x",
        "hub::",
        "dxp::./engine 27531",
        "random:x",
        "uci::engine",
        "dxp-connect:",
    ] {
        assert!(text.parse::<EngineSpec>().is_err(), "{text}");
    }
    for text in [
        "", "0", "-1", "x", "0+0", "0/60", "depth=0", "nodes=x", "inf", "NaN", "1e9",
    ] {
        assert!(text.parse::<Limit>().is_err(), "{text}");
    }
    for text in [
        "0.1",
        "60+0.6",
        "40/120+1",
        "40/120+0",
        "depth=9",
        "nodes=10000",
    ] {
        assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
    }
}
