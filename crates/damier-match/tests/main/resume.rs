//! A match that is broken off goes on where it was.

use std::fs;
use std::sync::atomic::Ordering;

use damier_match::{GameRecord, Match, MatchError, Observer, Openings, Plan, Report, Standing};

use crate::file;

fn plan(name: &str) -> Plan {
    let mut plan = Plan::new("random:1".parse().unwrap(), "random:2".parse().unwrap());
    plan.games = 12;
    plan.openings = Openings::Random { plies: 4, seed: 9 };
    plan.state = Some(file(&format!("{name}.jsonl")));
    plan.pdn = Some(file(&format!("{name}.pdn")));
    plan
}

/// Breaks the match off after some games.
struct Breaker {
    after: usize,
    seen: usize,
    resumed: usize,
    stop: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
}

impl Observer for Breaker {
    fn resumed(&mut self, games: usize, standing: &Standing) {
        assert_eq!(standing.games.games() as usize, games);
        self.resumed = games;
    }

    fn finished(&mut self, _: &GameRecord, _: &Standing) {
        self.seen += 1;
        if self.seen == self.after
            && let Some(stop) = &self.stop
        {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn run(plan: &Plan, after: usize) -> (Report, Breaker) {
    let game = Match::new(plan.clone()).unwrap();
    let mut breaker = Breaker {
        after,
        seen: 0,
        resumed: 0,
        stop: Some(game.stop_switch()),
    };
    (game.run(&mut breaker).unwrap(), breaker)
}

fn strip(games: &[GameRecord]) -> Vec<GameRecord> {
    let undated = |g: &GameRecord| GameRecord {
        finished: String::new(),
        ..g.clone()
    };
    games.iter().map(undated).collect()
}

#[test]
fn a_match_goes_on_where_it_was_killed() {
    let (whole, _) = run(&plan("whole"), usize::MAX);
    assert!(whole.complete);
    let plan = plan("parts");
    let state = plan.state.clone().unwrap();
    let (first, _) = run(&plan, 3);
    assert!(!first.complete);
    assert!(
        (3..12).contains(&first.games.len()),
        "{}",
        first.games.len()
    );
    // Killed in the middle of a line.
    let text = fs::read_to_string(&state).unwrap();
    let cut = text.trim_end().len() - 40;
    fs::write(&state, &text[..cut]).unwrap();
    let (last, breaker) = run(&plan, usize::MAX);
    assert_eq!(
        breaker.resumed,
        first.games.len() - 1,
        "the game that was cut is played again"
    );
    assert!(last.complete);
    assert_eq!(strip(&last.games), strip(&whole.games));
    assert_eq!(last.standing, whole.standing);
    // Every game is in the PDN file once.
    let pdn = fs::read_to_string(plan.pdn.as_ref().unwrap()).unwrap();
    assert_eq!(pdn.matches("[Event ").count(), 12);
    // Nothing is left to be played.
    let (again, breaker) = run(&plan, usize::MAX);
    assert_eq!((breaker.resumed, breaker.seen), (12, 0));
    assert_eq!(strip(&again.games), strip(&whole.games));
}

#[test]
fn more_games_may_be_asked_for() {
    let mut plan = plan("more");
    plan.games = 4;
    let (few, _) = run(&plan, usize::MAX);
    plan.games = 8;
    plan.concurrency = 2;
    let (more, breaker) = run(&plan, usize::MAX);
    assert_eq!((breaker.resumed, more.games.len()), (4, 8));
    assert_eq!(strip(&few.games), strip(&more.games[..4]));
}

type Change = fn(&mut Plan);

#[test]
fn the_state_of_another_match_is_refused() {
    let original = plan("other");
    run(&original, usize::MAX);
    let changes: [(&str, Change); 6] = [
        ("engines", |p| p.engines[1] = "random:3".parse().unwrap()),
        ("limit", |p| p.limit = "0.3".parse().unwrap()),
        ("openings", |p| {
            p.openings = Openings::Random { plies: 4, seed: 10 }
        }),
        ("rules", |p| p.rules = "alician".parse().unwrap()),
        ("sprt", |p| p.sprt = Some("0,5".parse().unwrap())),
        ("max_plies", |p| p.max_plies = 77),
    ];
    for (name, change) in changes {
        let mut other = original.clone();
        change(&mut other);
        match Match::new(other).unwrap().run(&mut ()) {
            Err(MatchError::OtherMatch { field, .. }) => assert_eq!(field, name),
            other => panic!("{name}: {:?}", other.map(|r| r.games.len())),
        }
    }
}

#[test]
fn a_damaged_state_is_not_guessed_at() {
    let original = plan("damaged");
    run(&original, usize::MAX);
    let path = original.state.clone().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for (line, replacement) in [(0, "{}"), (3, "rubbish"), (4, "{\"game\":1}")] {
        let mut damaged = lines.clone();
        damaged[line] = replacement;
        fs::write(&path, damaged.join("\n") + "\n").unwrap();
        match Match::new(original.clone()).unwrap().run(&mut ()) {
            Err(MatchError::State { line: found, .. }) => assert_eq!(found, line + 1),
            other => panic!("{:?}", other.map(|r| r.games.len())),
        }
        assert_eq!(
            fs::read_to_string(&path).unwrap().lines().count(),
            lines.len(),
            "nothing is lost"
        );
    }
    // A move that is not legal where it stands.
    let changed = text.replacen("\"m\":\"", "\"m\":\"1-50\",\"was\":\"", 1);
    fs::write(&path, changed).unwrap();
    let error = Match::new(original)
        .unwrap()
        .run(&mut ())
        .unwrap_err()
        .to_string();
    assert!(error.contains("illegal moves"), "{error}");
}
