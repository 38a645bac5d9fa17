//! Anything may come in any order: nothing panics, every `go` has its `done` and every `ping` its `pong`.

use damier_protocol::hub::Engine;
use proptest::prelude::*;

use crate::transcript::Partner;
use crate::transcripts::{Scripted, identity, parameters};

#[derive(Clone, Debug)]
enum Step {
    Line(String),
    Info,
    /// The search ends, of its own accord or because it was told to.
    End,
}

fn step() -> impl Strategy<Value = Step> {
    let words = prop::sample::select(vec![
        "hub",
        "init",
        "new-game",
        "ping",
        "stop",
        "ponder-hit",
        "go think",
        "go ponder",
        "go analyze",
        "go",
        "level depth=4",
        "level time=1 inc=0.1",
        "level infinite",
        "level nodes=x",
        "pos start",
        "pos start moves=\"32-28 19-23 28x19\"",
        "pos pos=Wbbbb",
        "pos pos=Weeeeeeeeeeeeeeeebeeebeeeeweeeeeeeeeeeeeeeeeeeeeeee",
        "set-param name=hash value=128",
        "set-param name=hash value=0",
        "set-param name=variant value=alician",
        "set-param name=variant value=normal",
        "rubbish",
        "=\"",
    ]);
    prop_oneof![
        6 => words.prop_map(|w| Step::Line(w.to_owned())),
        1 => "\\PC{0,30}".prop_map(Step::Line),
        1 => any::<Vec<u8>>().prop_map(|b| Step::Line(String::from_utf8_lossy(&b).into_owned())),
        1 => Just(Step::Info),
        2 => Just(Step::End),
    ]
}

proptest! {
    #[test]
    fn every_go_has_its_done(steps in prop::collection::vec(step(), 0..60), batch in any::<bool>()) {
        let mut partner = Scripted::new(Engine::new(identity(), parameters()).batch(batch));
        let (mut goes, mut pings) = (0, 0);
        let mut lines = vec![];
        for step in steps {
            match step {
                Step::Line(line) => {
                    let word = line.split_whitespace().next().unwrap_or_default().to_owned();
                    // Random text could leave, or be a command with anything behind it.
                    if word == "quit" || word.starts_with("go=") {
                        continue;
                    }
                    goes += usize::from(word == "go");
                    pings += usize::from(word == "ping");
                    partner.send(&line);
                }
                Step::Info if partner.job.is_some() => partner.infos(1),
                Step::Info => {}
                Step::End => partner.finish(),
            }
            lines.extend(partner.lines());
        }
        // Whatever is still running or waiting comes to its end.
        for _ in 0..200 {
            partner.send("stop");
            partner.finish();
        }
        lines.extend(partner.lines());
        let count = |word: &str| lines.iter().filter(|l| l.split(' ').next() == Some(word)).count();
        prop_assert_eq!(count("done"), goes);
        prop_assert_eq!(count("pong"), pings);
        // It still plays.
        for line in ["set-param name=variant value=normal", "pos start", "level depth=1", "go think"] {
            partner.send(line);
        }
        partner.finish();
        let last = partner.lines().pop();
        prop_assert_eq!(last.as_deref(), Some("done move=31-26 ponder=16-21"));
    }
}
