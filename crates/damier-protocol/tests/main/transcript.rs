//! Plays a conversation from a text file with an engine, whatever it is behind, and checks every answer. The language
//! of the files is described beside them.

use std::collections::VecDeque;

use damier_protocol::AnyGame;
use damier_protocol::hub::Line;

/// The engine under test.
pub(crate) trait Partner {
    /// Sends a line.
    fn send(&mut self, line: &str);
    /// Ends the input.
    fn close(&mut self);
    /// Has it send some `info` lines, if it can be told to.
    fn infos(&mut self, count: u32);
    /// The next answer. Without `wait` only what is there already or comes at once.
    fn next(&mut self, wait: bool) -> Option<Answer>;
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// A line.
    Line(String),
    /// Its end, with the exit code.
    Exit(i32),
}

struct Player<'a> {
    partner: &'a mut dyn Partner,
    /// An answer read ahead.
    ahead: Option<Answer>,
    /// The position last sent that was good.
    game: AnyGame,
    /// What is searched, in the order in which it was asked for.
    searched: VecDeque<AnyGame>,
    place: String,
}

/// Plays a whole conversation. Panics where an answer differs.
pub(crate) fn play(name: &str, text: &str, partner: &mut dyn Partner) {
    let mut player = Player {
        partner,
        ahead: None,
        game: AnyGame::new(damier_core::Rules::International.start()),
        searched: VecDeque::new(),
        place: String::new(),
    };
    let steps: Vec<&str> = text.lines().collect();
    for (i, step) in steps.iter().enumerate() {
        player.place = format!("{name}, line {}: {step}", i + 1);
        let answers_follow = steps.iter().skip(i + 1).find(|s| !s.starts_with('#'));
        let answers_follow = answers_follow.is_some_and(|s| s.starts_with('<'));
        player.step(step, answers_follow);
    }
    let rest = player.peek(false);
    assert!(
        matches!(rest, None | Some(Answer::Exit(_))),
        "{name}: unexpected at the end: {rest:?}"
    );
}

impl Player<'_> {
    fn step(&mut self, step: &str, answers_follow: bool) {
        if step.is_empty() || step.starts_with('#') {
        } else if let Some(count) = step.strip_prefix("(infos ") {
            let count = count.trim_end_matches(')').parse().unwrap();
            self.partner.infos(count);
        } else if step == "> ⟨EOF⟩" {
            self.partner.close();
        } else if let Some(line) = step.strip_prefix("> ") {
            let line = line.replace("⟨TAB⟩", "\t").replace("⟨CR⟩", "\r");
            self.follow(&line);
            self.partner.send(&line);
        } else if step == "< ⟨exit⟩" {
            let answer = self.peek(true);
            assert_eq!(answer, Some(Answer::Exit(0)), "{}", self.place);
        } else if let Some(pattern) = step.strip_prefix("< ") {
            self.expect(pattern, answers_follow);
        } else {
            panic!("{}: not a step", self.place);
        }
    }

    fn peek(&mut self, wait: bool) -> Option<Answer> {
        if self.ahead.is_none() {
            self.ahead = self.partner.next(wait);
        }
        self.ahead.clone()
    }

    fn expect(&mut self, pattern: &str, answers_follow: bool) {
        let (pattern, least, most) = match (pattern.strip_suffix(" *"), pattern.strip_suffix(" ?"))
        {
            (Some(pattern), _) => (pattern, 0, usize::MAX),
            (_, Some(pattern)) => (pattern, 0, 1),
            _ => (pattern, 1, 1),
        };
        for seen in 0..most {
            // Do not wait for what need not come, unless something else must come after it.
            let answer = self.peek(seen < least || answers_follow);
            match answer {
                Some(Answer::Line(line)) if self.matches(pattern, &line) => {
                    self.ahead = None;
                    if line.starts_with("done") {
                        self.searched.pop_front();
                    }
                }
                answer => {
                    assert!(seen >= least, "{}\ngot {answer:?}", self.place);
                    return;
                }
            }
        }
    }

    /// Keeps the position that moves are checked against.
    fn follow(&mut self, line: &str) {
        let Ok(Some(line)) = Line::read(line) else {
            return;
        };
        if line.command == "go" {
            self.searched.push_back(self.game.clone());
        }
        if line.command != "pos" {
            return;
        }
        let start = match line.value("pos") {
            Some(text) => damier_notation::read_position(text, None),
            None => Ok(damier_core::Rules::International.start()),
        };
        let Ok(start) = start else { return };
        self.game = AnyGame::new(start);
        for text in line.value("moves").unwrap_or_default().split_whitespace() {
            let Ok(mv) = self.game.read_move(text) else {
                return;
            };
            self.game.play(&mv).unwrap();
        }
    }

    fn matches(&self, pattern: &str, line: &str) -> bool {
        if pattern == "⟨free⟩" {
            let word = line.split_whitespace().next().unwrap_or_default();
            return ![
                "ready", "id", "param", "wait", "info", "done", "pong", "error",
            ]
            .contains(&word);
        }
        let mut words = words(line).into_iter();
        let mut game = self.searched.front().unwrap_or(&self.game).clone();
        for want in words_of_pattern(pattern) {
            if want == "⟨fields⟩" {
                return words.all(|word| is_field(&word));
            }
            if want == "⟨declaration⟩" {
                return words.all(|word| is_argument(&word));
            }
            let optional = want.strip_prefix('[').and_then(|w| w.strip_suffix(']'));
            let Some(word) = words.next() else {
                return optional.is_some();
            };
            if !word_matches(optional.unwrap_or(&want), &word, &mut game) {
                return false;
            }
        }
        words.next().is_none()
    }
}

/// Blanks inside quotes or inside ⟨ ⟩ do not separate.
fn split(text: &str, open: char, close: char) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut inside = false;
    for c in text.chars() {
        inside = if inside { c != close } else { c == open };
        if c == ' ' && !inside {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words
}

fn words(line: &str) -> Vec<String> {
    split(line, '"', '"')
}

fn words_of_pattern(pattern: &str) -> Vec<String> {
    if pattern.contains('"') {
        split(pattern, '"', '"')
    } else {
        split(pattern, '⟨', '⟩')
    }
}

fn word_matches(want: &str, word: &str, game: &mut AnyGame) -> bool {
    let Some((name, want)) = want.split_once("=⟨") else {
        return same_move(want, word, game) || (want == word && !word.starts_with("move="));
    };
    let Some(value) = word.strip_prefix(name).and_then(|w| w.strip_prefix('=')) else {
        return false;
    };
    let want = want.trim_end_matches('⟩');
    match want {
        "value" => is_argument(word),
        "text" => value.starts_with('"') && is_argument(word),
        "legal" | "reply" => play_move(value, game),
        one_of => {
            let set = one_of.strip_prefix("one of ").expect("a placeholder");
            set.split(' ').any(|m| normal(m) == normal(value)) && play_move(value, game)
        }
    }
}

/// `move=` and a literal move.
fn same_move(want: &str, word: &str, game: &mut AnyGame) -> bool {
    match (want.split_once('='), word.split_once('=')) {
        (Some((name, want)), Some((other, value))) => {
            name == other && normal(want) == normal(value) && play_move(value, game)
        }
        _ => false,
    }
}

fn play_move(text: &str, game: &mut AnyGame) -> bool {
    let legal = game.legal_moves();
    let found = legal.iter().find(|m| m.to_string() == normal(text));
    found.is_some_and(|mv| game.play(mv).is_ok())
}

/// A Hub move with its captured squares in order.
fn normal(text: &str) -> String {
    let mut parts: Vec<&str> = text.split('x').collect();
    if let Some(captured) = parts.get_mut(2..) {
        captured.sort_by_key(|s| s.parse::<u32>().unwrap_or(0));
    }
    parts.join("x")
}

/// One `=`, no other in quotes, quotes exactly where they must be.
fn is_argument(word: &str) -> bool {
    let Some((_, value)) = word.split_once('=') else {
        return false;
    };
    let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    let inner = value.trim_matches('"');
    let needs = inner.is_empty() || inner.contains(' ');
    !value.contains('=') && quoted == needs && !inner.contains('"')
}

fn is_field(word: &str) -> bool {
    let Some((name, value)) = word.split_once('=') else {
        return false;
    };
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let decimal = |s: &str| {
        let s = s.strip_prefix('-').unwrap_or(s);
        let (whole, part) = s.split_once('.').unwrap_or((s, "0"));
        digits(whole) && digits(part)
    };
    is_argument(word)
        && match name {
            "depth" | "max-depth" | "nodes" => digits(value),
            "mean-depth" | "score" | "time" | "nps" => decimal(value),
            "pv" => value.trim_matches('"').split(' ').all(|m| {
                let numbers: Vec<&str> = m.split(['-', 'x']).collect();
                numbers.len() >= 2
                    && numbers.iter().all(|n| digits(n) && !n.starts_with('0'))
                    && (numbers.len() == 2 || !m.contains('-'))
            }),
            _ => false,
        }
}
