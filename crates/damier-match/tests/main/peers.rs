//! DXP engines: ones that play, ones that do not, whoever connects to whom.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use damier_core::Position;
use damier_match::{Cause, EngineSpec, Limit, Match, Openings, Plan, Report, Side};
use damier_protocol::dxp::{Config, Event, Role, Session, Standing};

/// What a peer does with its turn.
type Habit = fn(&mut Session, &mut TcpStream, u64, Duration) -> bool;

/// Plays the first legal move.
fn good(session: &mut Session, _: &mut TcpStream, turn: u64, now: Duration) -> bool {
    let mv = session.game().unwrap().position().legal_moves()[0];
    session.play(turn, &mv, now).unwrap();
    true
}

fn late(session: &mut Session, stream: &mut TcpStream, turn: u64, now: Duration) -> bool {
    thread::sleep(Duration::from_millis(1_500));
    good(session, stream, turn, now)
}

/// Wants moves back in its own time, which runs on.
fn take_back(session: &mut Session, stream: &mut TcpStream, turn: u64, now: Duration) -> bool {
    if session.game().unwrap().len() >= 2 {
        session
            .request_back(1, damier_core::Color::White, now)
            .unwrap();
        while let Some(event) = session.poll() {
            if let Event::Send { message, .. } = event {
                stream.write_all(&message.frame()).unwrap();
            }
        }
        thread::sleep(Duration::from_millis(1_500));
        return false;
    }
    good(session, stream, turn, now)
}

fn illegal(session: &mut Session, stream: &mut TcpStream, turn: u64, now: Duration) -> bool {
    if session.game().unwrap().len() >= 4 {
        stream.write_all(b"M0000500100\0").unwrap();
        return true;
    }
    good(session, stream, turn, now)
}

fn resign(session: &mut Session, stream: &mut TcpStream, turn: u64, now: Duration) -> bool {
    let game = session.game().unwrap();
    if game.len() >= 4 {
        let standing = Standing::Won(!game.position().turn());
        session.end(standing, now).unwrap();
        return true;
    }
    good(session, stream, turn, now)
}

fn claim(session: &mut Session, stream: &mut TcpStream, turn: u64, now: Duration) -> bool {
    let game = session.game().unwrap();
    if game.len() >= 4 {
        let standing = Standing::Won(game.position().turn());
        session.end(standing, now).unwrap();
        return true;
    }
    good(session, stream, turn, now)
}

fn vanish(session: &mut Session, stream: &mut TcpStream, turn: u64, now: Duration) -> bool {
    session.game().unwrap().len() < 4 && good(session, stream, turn, now)
}

/// Serves one connection until its end.
fn serve(mut stream: TcpStream, habit: Habit) {
    let mut session = Session::new(Config::new("peer", Role::Follower));
    let epoch = Instant::now();
    let mut bytes = [0; 1024];
    loop {
        while let Some(event) = session.poll() {
            let goes_on = match event {
                Event::Send { message, .. } => stream.write_all(&message.frame()).is_ok(),
                Event::Turn(turn) => habit(&mut session, &mut stream, turn.id, epoch.elapsed()),
                Event::Close => false,
                _ => true,
            };
            if !goes_on {
                return;
            }
        }
        match stream.read(&mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(count) => session.receive(&bytes[..count], epoch.elapsed()),
        }
    }
}

/// A peer that listens and serves so many connections.
fn listening(habit: Habit, connections: usize) -> (EngineSpec, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let thread = thread::spawn(move || {
        for _ in 0..connections {
            let (stream, _) = listener.accept().unwrap();
            serve(stream, habit);
        }
    });
    (format!("dxp-connect:{address}").parse().unwrap(), thread)
}

fn plan(a: EngineSpec) -> Plan {
    let mut plan = Plan::new(a, "random:4".parse().unwrap());
    plan.games = 2;
    plan.openings = Openings::Text {
        text: "W:W31-50:B1-20".to_owned(),
        shuffle: None,
    };
    plan.limit = Limit::MoveTime(Duration::from_secs(20));
    plan.patience = Duration::from_secs(20);
    plan
}

fn play(plan: Plan) -> Report {
    Match::new(plan).unwrap().run(&mut ()).unwrap()
}

#[test]
fn several_games_on_one_connection() {
    let (spec, peer) = listening(good, 1);
    let mut plan = plan(spec);
    plan.games = 6;
    plan.openings = Openings::Random { plies: 3, seed: 2 };
    let report = play(plan);
    peer.join().unwrap();
    assert_eq!(report.standing.faults, [], "{}", report.standing);
    assert_eq!(report.standing.names[0], "peer");
    assert_eq!(report.games.len(), 6);
    assert!(
        report
            .games
            .iter()
            .all(|g| matches!(g.cause, Cause::Rules { .. }))
    );
}

#[test]
fn an_engine_may_connect_to_us() {
    // The port is known before the match listens on it.
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let peer = thread::spawn(move || {
        let started = Instant::now();
        let stream = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) => assert!(started.elapsed() < Duration::from_secs(20), "{error}"),
            }
            thread::sleep(Duration::from_millis(5));
        };
        serve(stream, good);
    });
    let report = play(plan(
        format!("dxp-listen:127.0.0.1:{port}").parse().unwrap(),
    ));
    peer.join().unwrap();
    assert_eq!(report.standing.faults, []);
}

#[test]
fn two_dxp_engines_play_each_other() {
    let (a, first) = listening(good, 1);
    let (b, second) = listening(good, 1);
    let mut plan = plan(a);
    plan.engines[1] = b;
    plan.max_plies = 40;
    let report = play(plan);
    first.join().unwrap();
    second.join().unwrap();
    assert_eq!(report.standing.faults, [], "{}", report.standing);
    assert_eq!(report.games[0].moves, {
        let mut moves = report.games[1].moves.clone();
        // The two play alike; only the times differ.
        for (mv, other) in moves.iter_mut().zip(&report.games[0].moves) {
            mv.seconds = other.seconds;
        }
        moves
    });
}

/// A is at fault in both games; every fault costs its connection.
fn faulty(habit: Habit, change: impl FnOnce(&mut Plan)) -> Report {
    let (spec, peer) = listening(habit, 2);
    let mut plan = plan(spec);
    change(&mut plan);
    let report = play(plan);
    peer.join().unwrap();
    assert_eq!(report.standing.games.losses, 2, "{}", report.standing);
    assert!(report.games.iter().all(|g| g.winner == Some(Side::B)));
    report
}

#[test]
fn faults_are_named_and_the_match_goes_on() {
    let report = faulty(illegal, |_| {});
    assert!(
        matches!(&report.games[0].cause, Cause::Illegal { by: Side::A, said, .. } if said == "50-1")
    );
    let report = faulty(vanish, |_| {});
    assert!(matches!(
        &report.games[0].cause,
        Cause::Crashed { by: Side::A, .. }
    ));
}

#[test]
fn an_answer_that_is_late_loses_on_time() {
    let report = faulty(late, |plan| {
        plan.limit = Limit::MoveTime(Duration::from_millis(100));
        plan.margin = Duration::from_millis(100);
    });
    assert!(
        matches!(report.games[0].cause, Cause::Time { by: Side::A, seconds, .. } if seconds >= 0.2)
    );
}

#[test]
fn taking_back_does_not_stop_the_clock() {
    let report = faulty(take_back, |plan| {
        plan.limit = "0.9+0".parse().unwrap();
        plan.margin = Duration::from_millis(50);
    });
    for game in &report.games {
        assert!(
            matches!(game.cause, Cause::Time { by: Side::A, .. }),
            "{:?}",
            game.cause
        );
    }
}

#[test]
fn giving_up_is_a_loss_and_claiming_to_have_won_is_one_too() {
    let (spec, peer) = listening(resign, 1);
    let report = play(plan(spec));
    peer.join().unwrap();
    assert_eq!(report.standing.games.losses, 2);
    assert_eq!(report.standing.faults, []);
    assert!(
        report
            .games
            .iter()
            .all(|g| g.cause == Cause::Resigned { by: Side::A })
    );
    let (spec, peer) = listening(claim, 1);
    let report = play(plan(spec));
    peer.join().unwrap();
    assert_eq!(report.standing.games.losses, 2);
    assert_eq!(report.standing.faults.len(), 2);
}

#[test]
fn alician_draughts_is_not_played_over_dxp() {
    let (spec, _peer) = listening(good, 1);
    let mut plan = plan(spec);
    plan.rules = "alician".parse().unwrap();
    plan.openings = Openings::default();
    let error = Match::new(plan).unwrap().run(&mut ()).unwrap_err();
    assert!(error.to_string().contains("one board only"), "{error}");
}
