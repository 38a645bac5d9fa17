//! Forced wins, proved by an exhaustive search that shares nothing with the engine's, are found with their distance.

use std::time::Duration;

use damier_core::{Board10, Game, Position};
use damier_search::{Control, Engine, Evaluate, Found, Limits, Progress};

use crate::{alician_engine, assert_legal_line, engine};

/// Position, plies to the end, the only move that wins so soon.
type Problem = (&'static str, i32, &'static str);

fn problems(text: &'static str) -> Vec<Problem> {
    text.lines()
        .filter(|l| !l.starts_with('#'))
        .map(|line| {
            let fields: Vec<_> = line.split(' ').collect();
            (fields[0], fields[1].parse().unwrap(), fields[2])
        })
        .collect()
}

fn find<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    engine: &mut Engine<P, E>,
    position: P,
    limits: &Limits,
) -> Found {
    engine.new_game();
    let game = Game::new(position);
    let found = engine.search(&game, limits, &Control::new(), &mut |_: &Progress| {});
    assert_legal_line(&position, &found.lines[0].line);
    found
}

/// As it plays, the engine sees a win within the nodes of a second of this century's machines, and never a shorter
/// one than there is. It may see a longer one first.
fn solve<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    engine: &mut Engine<P, E>,
    position: P,
    (fen, plies, key): Problem,
) {
    let limits = Limits {
        depth: Some(40),
        nodes: Some(5_000_000),
        move_time: Some(Duration::from_mins(1)),
        ..Limits::default()
    };
    let found = find(engine, position, &limits);
    let seen = found
        .score()
        .plies_to_end()
        .unwrap_or_else(|| panic!("{fen}: {}", found.score()));
    assert!(
        seen >= plies,
        "{fen}: claims a win in {seen}, which is {plies} away"
    );
    if seen == plies {
        assert_eq!(
            found.best.map(|m| m.to_string()).as_deref(),
            Some(key),
            "{fen}"
        );
    }
}

/// Without reductions and cuts that may err, the distance is exact as soon as the depth reaches it.
fn measure<P: Position<Geometry = Board10>, E: Evaluate<P>>(
    engine: &mut Engine<P, E>,
    position: P,
    (fen, plies, key): Problem,
) {
    for (name, value) in [
        ("verify_depth", 99),
        ("refute_depth", 99),
        ("singular_depth", 99),
        ("blind_depth", 99),
        ("static_depth", 0),
        ("reduction_base", -10_000),
        ("reduction_slope", 0),
        ("reduction_principal", 1_000),
    ] {
        assert!(engine.tuning_mut().set(name, value), "{name}");
    }
    let found = find(engine, position, &Limits::depth(plies as u32));
    assert_eq!(found.score().plies_to_end(), Some(plies), "{fen}");
    assert_eq!(
        found.best.map(|m| m.to_string()).as_deref(),
        Some(key),
        "{fen}"
    );
}

#[test]
fn international_wins_are_found() {
    let problems = problems(include_str!("../data/wins-international.txt"));
    assert!(problems.len() >= 50);
    let mut engine = engine();
    for problem in problems {
        solve(&mut engine, crate::single(problem.0), problem);
    }
}

#[test]
fn alician_wins_are_found() {
    let problems = problems(include_str!("../data/wins-alician.txt"));
    assert!(problems.len() >= 20);
    let mut engine = alician_engine();
    for problem in problems {
        solve(&mut engine, crate::alician(problem.0), problem);
    }
}

#[test]
fn distances_are_exact_without_selectivity() {
    let mut engine = engine();
    for problem in problems(include_str!("../data/wins-international.txt")) {
        if problem.1 <= 9 {
            measure(&mut engine, crate::single(problem.0), problem);
        }
    }
    let mut engine = alician_engine();
    for problem in problems(include_str!("../data/wins-alician.txt")) {
        if problem.1 <= 7 {
            measure(&mut engine, crate::alician(problem.0), problem);
        }
    }
}
