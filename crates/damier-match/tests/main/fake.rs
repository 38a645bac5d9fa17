//! A Hub engine that moves at random, or behaves as badly as it is told. It runs in a process of its own: this test
//! binary, asked for one test.

use std::io::{BufRead, Write};
use std::thread;
use std::time::Duration;

use damier_match::{EngineSpec, Link};
use damier_protocol::hub::{Action, Engine, Identity, Parameter, Value};

/// The command that starts it.
fn command(test: &str) -> String {
    let exe = std::env::current_exe().unwrap();
    format!(
        "\"{}\" {test} --exact --ignored --nocapture --test-threads 2",
        exe.display()
    )
}

/// An engine with a behaviour: `good`, `slow MS`, `illegal PLY`, `crash PLY`, `mute PLY`, `no-move`,
/// `repeat`.
pub(crate) fn engine(behaviour: &str) -> EngineSpec {
    let mut spec = EngineSpec::new(Link::Hub {
        command: command("fake::random_engine"),
    });
    spec.options = vec![("behaviour".to_owned(), behaviour.to_owned())];
    spec
}

/// A program that never says a word.
pub(crate) fn mute() -> EngineSpec {
    EngineSpec::new(Link::Hub {
        command: command("fake::mute_engine"),
    })
}

fn say(line: &str) {
    println!("{line}");
    std::io::stdout().flush().unwrap();
}

#[test]
#[ignore = "started by other tests"]
fn mute_engine() {
    for _ in std::io::stdin().lock().lines() {}
}

#[test]
#[ignore = "started by other tests"]
fn random_engine() {
    let identity = Identity {
        name: "fake".to_owned(),
        version: "1".to_owned(),
        ..Identity::default()
    };
    let mut engine = Engine::new(identity, vec![Parameter::text("behaviour", "good")]);
    let mut behaviour = "good".to_owned();
    let mut instead: Option<String> = None;
    // The name of the test may stand before the first line.
    say("");
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        engine.receive(&line);
        while let Some(action) = engine.poll() {
            match action {
                Action::Send(line) => match instead.take_if(|_| line.starts_with("done")) {
                    Some(instead) => say(&instead),
                    None => say(&line),
                },
                Action::Configure {
                    value: Value::Text(text),
                    name,
                } if name == "behaviour" => {
                    if text == "impossible" {
                        engine.refuse("behaviour", "that is impossible");
                    } else {
                        behaviour = text;
                    }
                }
                Action::Search(job) => {
                    let legal = job.game.legal_moves();
                    let seed = job.game.len() as u64 * 7
                        + job.game.hub().bytes().map(u64::from).sum::<u64>();
                    let mut mv = legal[seed as usize % legal.len()];
                    let mut words = behaviour.split(' ');
                    let kind = words.next().unwrap();
                    let number: u64 = words.next().map_or(0, |n| n.parse().unwrap());
                    let now = job.game.len() as u64 >= number;
                    match kind {
                        "slow" => thread::sleep(Duration::from_millis(number)),
                        "illegal" if now => instead = Some("done move=50-1".to_owned()),
                        "crash" if now => {
                            eprintln!("out of memory");
                            std::process::exit(3);
                        }
                        "mute" if now => thread::sleep(Duration::from_mins(10)),
                        "no-move" => instead = Some("done".to_owned()),
                        "repeat" => {
                            let back_and_forth = ["49-16", "2-8", "16-49", "8-2"];
                            let found = legal
                                .iter()
                                .find(|m| back_and_forth.contains(&m.to_string().as_str()));
                            mv = *found.unwrap();
                        }
                        _ => {}
                    }
                    say(&format!("info depth=3 score=0.25 nodes=1000 pv={mv}"));
                    engine.finished(job.id, Some(mv), None);
                }
                Action::Exit => std::process::exit(0),
                _ => {}
            }
        }
    }
}
