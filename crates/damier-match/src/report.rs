//! How a match stands, in numbers and in words.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::plan::Plan;
use crate::record::{GameRecord, Side};
use crate::statistics::{Counts, Decision, Estimate, Pairs, Sprt};

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultRecord {
    /// The game.
    pub game: u64,
    /// Whose fault it was.
    pub side: Side,
    /// What happened.
    pub what: String,
}

/// What an engine has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    /// Moves it made.
    pub moves: u64,
    /// Seconds it took, all moves together.
    pub seconds: f64,
    /// The longest move.
    pub longest: f64,
    /// Sum of the depths of its moves, where it told them.
    pub depths: u64,
    /// Moves with a depth.
    pub moves_with_depth: u64,
    /// Sum of its nodes, where it told them.
    pub nodes: u64,
}

/// The test of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestState {
    /// What is tested.
    pub test: Sprt,
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// Its bounds.
    pub bounds: (f64, f64),
    /// What it says.
    pub decision: Decision,
}

/// How a match stands, from engine A's view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The engines.
    pub names: [String; 2],
    /// Games won, drawn and lost by A. Unfinished games are not among them.
    pub games: Counts,
    /// The same where A had White.
    pub as_white: Counts,
    /// Pairs on one opening by A's points; those with an unfinished game are not among them.
    pub pairs: Pairs,
    /// Games that did not end, in a game that knows no draws.
    pub unfinished: u64,
    /// Difference in strength with its interval.
    pub estimate: Option<Estimate>,
    /// The test, if there is one.
    pub sprt: Option<TestState>,
    /// How often games ended for which reason.
    pub causes: BTreeMap<String, u64>,
    /// The faults of the engines.
    pub faults: Vec<FaultRecord>,
    /// What the engines have used, A then B.
    pub usage: [Usage; 2],
}

/// A match that was played or broken off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Version of this form.
    pub version: u32,
    /// The name of the match.
    pub event: String,
    /// The game.
    pub rules: String,
    /// What an engine could use for its moves.
    pub limit: String,
    /// Whether all games were played, or the test has decided.
    pub complete: bool,
    /// How it stands.
    pub standing: Standing,
    /// The games by number.
    pub games: Vec<GameRecord>,
}

impl Standing {
    /// Counts games.
    pub(crate) fn of(plan: &Plan, names: [String; 2], records: &[GameRecord]) -> Self {
        let mut standing = Self {
            names,
            games: Counts::default(),
            as_white: Counts::default(),
            pairs: Pairs::default(),
            unfinished: 0,
            estimate: None,
            sprt: None,
            causes: BTreeMap::new(),
            faults: vec![],
            usage: [Usage::default(); 2],
        };
        let mut pairs: BTreeMap<u64, Vec<Option<usize>>> = BTreeMap::new();
        for record in records {
            standing.count(record);
            pairs
                .entry(record.game / 2)
                .or_default()
                .push(record.halves());
        }
        for halves in pairs.values() {
            if let &[Some(first), Some(second)] = halves.as_slice() {
                standing.pairs.add(first + second);
            }
        }
        standing.estimate = Estimate::of(standing.pairs);
        standing.sprt = plan.sprt.map(|test| TestState {
            test,
            llr: test.llr(standing.pairs),
            bounds: test.bounds(),
            decision: test.decide(standing.pairs),
        });
        standing.faults.sort_by_key(|f| f.game);
        standing
    }

    fn count(&mut self, record: &GameRecord) {
        let one = match record.halves() {
            Some(2) => Counts {
                wins: 1,
                ..Counts::default()
            },
            Some(1) => Counts {
                draws: 1,
                ..Counts::default()
            },
            Some(_) => Counts {
                losses: 1,
                ..Counts::default()
            },
            None => Counts::default(),
        };
        self.games += one;
        if record.white == Side::A {
            self.as_white += one;
        }
        self.unfinished += u64::from(record.unfinished);
        *self
            .causes
            .entry(record.cause.word().to_owned())
            .or_default() += 1;
        if let Some(side) = record.cause.fault() {
            self.faults.push(FaultRecord {
                game: record.game,
                side,
                what: record.cause.to_string(),
            });
        }
        // The first move is that of the side to move in the start position, whatever its colour.
        let black_first = record.start.starts_with('B') != (record.opening.len() % 2 == 1);
        let mut side = if black_first {
            record.white.other()
        } else {
            record.white
        };
        for mv in &record.moves {
            let usage = &mut self.usage[side.index()];
            usage.moves += 1;
            usage.seconds += mv.seconds;
            usage.longest = usage.longest.max(mv.seconds);
            usage.depths += u64::from(mv.depth.unwrap_or(0));
            usage.moves_with_depth += u64::from(mv.depth.is_some());
            usage.nodes += mv.nodes.unwrap_or(0);
            side = side.other();
        }
    }

    /// The decision of the test.
    pub fn decision(&self) -> Decision {
        self.sprt.map_or(Decision::Open, |s| s.decision)
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.names;
        let Counts {
            wins,
            draws,
            losses,
        } = self.games;
        writeln!(
            f,
            "{a} - {b}: +{wins} ={draws} -{losses}, {:.1} %",
            100.0 * self.games.score()
        )?;
        let [l2, l1, even, w1, w2] = self.pairs.0;
        writeln!(f, "pairs (0, 1/2, 1, 3/2, 2): {l2} {l1} {even} {w1} {w2}")?;
        if let Some(Estimate {
            elo,
            low,
            high,
            superiority,
        }) = self.estimate
        {
            match elo {
                Some(elo) => write!(f, "Elo {elo:+.1}")?,
                None => f.write_str("Elo beyond measure")?,
            }
            writeln!(
                f,
                " [{low:+.1}, {high:+.1}], superior with {:.1} %",
                100.0 * superiority
            )?;
        }
        if let Some(TestState {
            test,
            llr,
            bounds,
            decision,
        }) = self.sprt
        {
            let (low, high) = bounds;
            let decision = match decision {
                Decision::Open => "open",
                Decision::H0 => "H0 accepted",
                Decision::H1 => "H1 accepted",
            };
            writeln!(
                f,
                "SPRT {test}: LLR {llr:.2} [{low:.2}, {high:.2}], {decision}"
            )?;
        }
        if self.unfinished > 0 {
            writeln!(f, "unfinished: {}", self.unfinished)?;
        }
        let causes: Vec<String> = self
            .causes
            .iter()
            .map(|(c, n)| format!("{c} {n}"))
            .collect();
        writeln!(f, "ends: {}", causes.join(", "))?;
        for (name, usage) in self
            .names
            .iter()
            .zip(&self.usage)
            .filter(|(_, u)| u.moves > 0)
        {
            let mean = usage.seconds / usage.moves as f64;
            write!(
                f,
                "{name}: {mean:.3} s a move, longest {:.3} s",
                usage.longest
            )?;
            if usage.moves_with_depth > 0 {
                let depth = usage.depths as f64 / usage.moves_with_depth as f64;
                write!(f, ", depth {depth:.1}")?;
            }
            if usage.nodes > 0 && usage.seconds > 0.0 {
                let speed = usage.nodes as f64 / usage.seconds / 1e6;
                write!(f, ", {speed:.2} M nodes/s")?;
            }
            writeln!(f)?;
        }
        for fault in &self.faults {
            writeln!(f, "game {}: {}", fault.game + 1, fault.what)?;
        }
        Ok(())
    }
}
