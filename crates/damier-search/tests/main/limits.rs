//! Limits, switches and sizes.

use std::time::{Duration, Instant};

use damier_core::{Game, Position, Rules, Single};
use damier_search::{Clock, Control, Limits, LimitsError, Progress, seconds};

use crate::{assert_legal_line, engine, search};

#[test]
fn senseless_limits_are_errors() {
    assert_eq!(Limits::depth(0).check(), Err(LimitsError::Depth));
    assert_eq!(Limits::nodes(0).check(), Err(LimitsError::Nodes));
    assert_eq!(
        Limits::move_time(Duration::ZERO).check(),
        Err(LimitsError::MoveTime)
    );
    for value in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        assert!(seconds(value).is_err(), "{value}");
    }
    assert_eq!(seconds(0.25), Ok(Duration::from_millis(250)));
    let period_over = Limits {
        clock: Some(Clock {
            remaining: Duration::from_secs(1),
            increment: Duration::ZERO,
            moves_to_go: Some(0),
        }),
        ..Limits::default()
    };
    assert_eq!(period_over.check(), Err(LimitsError::MovesToGo));
}

#[test]
fn one_thread_repeats_itself_to_the_node() {
    let game = Game::new(Single::default());
    let first = search(&mut engine(), &game, &Limits::nodes(50_000));
    let second = search(&mut engine(), &game, &Limits::nodes(50_000));
    assert_eq!(first.best, second.best);
    assert_eq!(first.nodes, second.nodes);
    assert_eq!(first.nodes, 50_000);
    assert_eq!(first.lines[0].line, second.lines[0].line);
}

/// A search that is cut off before its first iteration ends knows nothing yet; above all it has not proved a loss.
#[test]
fn a_search_without_a_complete_iteration_claims_nothing() {
    let game = Game::new(Single::default());
    for nodes in 1..40 {
        let found = search(&mut engine(), &game, &Limits::nodes(nodes));
        assert!(found.best.is_some(), "{nodes}");
        assert!(found.score().plies_to_end().is_none(), "{nodes}: {found:?}");
        assert!(found.score().0.abs() < 300, "{nodes}: {found:?}");
    }
}

#[test]
fn another_thread_stops_an_endless_search() {
    let control = Control::new();
    let stopper = control.clone();
    let game = Game::new(Single::default());
    let (found, times) = std::thread::scope(|scope| {
        let stopping = scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stopper.stop();
            Instant::now()
        });
        let found = engine().search(&game, &Limits::default(), &control, &mut |_: &Progress| {});
        (found, (stopping.join().unwrap(), Instant::now()))
    });
    assert!(found.best.is_some());
    // The promise is 10 ms; a loaded machine may take its time to give the thread a turn.
    assert!(times.1 - times.0 < Duration::from_secs(2));
}

#[test]
fn a_ponder_hit_turns_waiting_into_a_move() {
    let control = Control::pondering();
    let hit = control.clone();
    let game = Game::new(Single::default());
    let limits = Limits::move_time(Duration::from_millis(30));
    let found = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            hit.ponder_hit();
        });
        let start = Instant::now();
        let found = engine().search(&game, &limits, &control, &mut |_: &Progress| {});
        assert!(
            start.elapsed() >= Duration::from_millis(150),
            "it waited for the hit"
        );
        found
    });
    assert!(found.best.is_some());
}

#[test]
fn several_lines_start_with_different_moves_and_are_in_order() {
    let game = Game::new(Single::default());
    let limits = Limits {
        lines: 4,
        ..Limits::depth(7)
    };
    let found = search(&mut engine(), &game, &limits);
    assert_eq!(found.lines.len(), 4);
    let firsts: std::collections::HashSet<_> =
        found.lines.iter().map(|l| l.line[0].to_string()).collect();
    assert_eq!(firsts.len(), 4);
    assert!(found.lines.is_sorted_by(|a, b| a.score >= b.score));
    for line in &found.lines {
        assert_legal_line(game.position(), &line.line);
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_there_are_moves() {
    let game = Game::new(crate::single("W:W28:B23"));
    let limits = Limits {
        lines: 9,
        ..Limits::depth(3)
    };
    assert_eq!(search(&mut engine(), &game, &limits).lines.len(), 1);
}

#[test]
fn threads_share_their_work_and_agree_on_a_win() {
    let mut engine = engine();
    engine.set_threads(2);
    let game = Game::new(crate::single("W:W33,43,45:B13,16"));
    let found = search(&mut engine, &game, &Limits::depth(14));
    assert_eq!(found.best.map(|m| m.to_string()).as_deref(), Some("43-38"));
    assert_eq!(found.score().plies_to_end(), Some(11));
}

#[test]
fn an_impossible_hash_size_is_refused_and_the_old_table_kept() {
    let mut engine = engine();
    assert!(engine.set_hash_mib(99_999_999).is_err());
    assert!(engine.set_hash_mib(0).is_err());
    assert_eq!(engine.hash_mib(), 16);
    engine.set_hash_mib(1).unwrap();
    assert_eq!(engine.hash_mib(), 1);
    let game = Game::new(Single::default());
    assert!(search(&mut engine, &game, &Limits::depth(5)).best.is_some());
}

#[test]
fn a_finished_game_is_not_searched() {
    let blocked = Game::new(crate::single("W:W6:B1"));
    let found = search(&mut engine(), &blocked, &Limits::default());
    assert_eq!(found.best, None);
    assert_eq!(found.nodes, 0);
    let Ok(rules) = "alician".parse::<Rules>() else {
        unreachable!()
    };
    assert!(rules.start().rules() == rules);
    assert!(blocked.position().win().is_some());
}

/// Where a reading lets a side choose between captures and other moves, captures are no forced line to be followed to
/// its end.
#[test]
fn no_reading_makes_the_tree_explode() {
    for obligation in ["both", "board"] {
        for blocked in ["void", "binding"] {
            let rules: Rules = format!("alician:obligation={obligation},blocked={blocked}")
                .parse()
                .unwrap();
            let damier_core::AnyPosition::Alician(start) = rules.start() else {
                panic!("{rules}");
            };
            let mut engine = crate::alician_engine();
            let found = search(&mut engine, &Game::new(start), &Limits::depth(7));
            assert!(found.nodes < 200_000, "{rules}: {}", found.nodes);
        }
    }
}
