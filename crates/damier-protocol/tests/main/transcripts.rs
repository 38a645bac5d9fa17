//! The transcripts T1 to T13 with a search that does what it is told.

use std::collections::VecDeque;
use std::time::Duration;

use damier_protocol::hub::{Action, Engine, Identity, Job, Mode, Parameter, Progress, Score};

use crate::transcript::{Answer, Partner, play};

/// An engine whose search says the first legal move whenever the conversation needs it.
pub(crate) struct Scripted {
    pub(crate) engine: Engine,
    answers: VecDeque<Answer>,
    pub(crate) job: Option<Job>,
    /// The limits count, or the driver has stopped the search.
    pub(crate) may_end: bool,
    exited: bool,
}

pub(crate) fn parameters() -> Vec<Parameter> {
    vec![
        Parameter::bool("ponder", false),
        Parameter::int("threads", 1, 1, 16),
        Parameter::int("hash", 64, 1, 65_536),
        Parameter::text("book-file", ""),
    ]
}

pub(crate) fn identity() -> Identity {
    Identity {
        name: "Test engine".to_owned(),
        version: "1.0".to_owned(),
        author: "two words".to_owned(),
        country: "NL".to_owned(),
    }
}

impl Scripted {
    pub(crate) fn new(engine: Engine) -> Self {
        Self {
            engine,
            answers: VecDeque::new(),
            job: None,
            may_end: false,
            exited: false,
        }
    }

    /// Carries out what the engine asks for.
    pub(crate) fn act(&mut self) {
        while let Some(action) = self.engine.poll() {
            match action {
                Action::Send(line) => {
                    assert!(!self.exited, "{line:?} after the exit");
                    self.answers.push_back(Answer::Line(line));
                }
                Action::Search(job) => {
                    assert!(self.job.is_none(), "two searches at a time");
                    self.may_end = job.mode == Mode::Think && !job.level.is_unlimited();
                    self.job = Some(job);
                }
                Action::Stop | Action::PonderHit => {
                    assert!(self.job.is_some(), "{action:?} without a search");
                    self.may_end = true;
                }
                Action::Exit => {
                    self.exited = true;
                    self.answers.push_back(Answer::Exit(0));
                }
                Action::Initialise
                | Action::NewGame
                | Action::Configure { .. }
                | Action::Log(_) => {}
            }
        }
    }

    /// Ends the search, if there is one.
    pub(crate) fn finish(&mut self) {
        if let Some(job) = self.job.take() {
            let mut game = job.game;
            let best = game.legal_moves().first().copied();
            game.play(&best.unwrap()).unwrap();
            let reply = game.legal_moves().first().copied();
            self.engine.finished(job.id, best, reply);
            self.act();
        }
    }

    pub(crate) fn lines(&mut self) -> Vec<String> {
        self.act();
        let lines = self.answers.drain(..).map(|answer| match answer {
            Answer::Line(line) => line,
            Answer::Exit(code) => format!("(exit {code})"),
        });
        lines.collect()
    }
}

impl Partner for Scripted {
    fn send(&mut self, line: &str) {
        self.engine.receive(line);
        self.act();
    }

    fn close(&mut self) {
        self.engine.close();
        self.act();
    }

    fn infos(&mut self, count: u32) {
        let job = self.job.as_ref().expect("a search");
        let mut game = job.game.clone();
        let mut pv = vec![];
        for depth in 1..=count {
            if let Some(&mv) = game.legal_moves().first() {
                game.play(&mv).unwrap();
                pv.push(mv);
            }
            let progress = Progress {
                depth,
                mean_depth: Some(f64::from(depth) * 1.25),
                score: Some(Score::Men(-7 * depth as i32)),
                nodes: u64::from(depth) * 12_345,
                time: Duration::from_millis(7 * u64::from(depth)),
                pv: pv.clone(),
            };
            self.engine.progress(job.id, &progress);
        }
        self.act();
    }

    fn next(&mut self, wait: bool) -> Option<Answer> {
        if self.answers.is_empty() && wait && self.may_end {
            self.finish();
        }
        self.answers.pop_front()
    }
}

macro_rules! transcripts {
    ($($name:ident $file:literal)*) => {$(
        #[test]
        fn $name() {
            let text = include_str!(concat!("../transcripts/", $file, ".txt"));
            let engine = Engine::new(identity(), parameters());
            play($file, text, &mut Scripted::new(engine));
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

/// The checker itself notices what is wrong.
#[test]
fn a_wrong_answer_is_noticed() {
    for (script, wrong) in [
        ("> ping\n< pong ping", "another word"),
        ("> ping\n> ping\n< pong", "a line too many"),
        ("> ping\n< pong\n< pong", "a line too few"),
        ("> level depth=1\n> go\n< done move=32-28", "another move"),
        (
            "> level depth=1\n> go\n< done move=⟨legal⟩",
            "a word too many",
        ),
    ] {
        let result = std::panic::catch_unwind(|| {
            play(
                wrong,
                script,
                &mut Scripted::new(Engine::new(identity(), parameters())),
            );
        });
        assert!(result.is_err(), "{wrong} was not noticed");
    }
}
