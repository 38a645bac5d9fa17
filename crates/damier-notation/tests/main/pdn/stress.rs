//! Bad input of any size takes time and stack in proportion to it, and what is read is read the same again.

use std::time::{Duration, Instant};

use damier_notation::pdn::{
    Games, Item, RawText, ReadOptions, Reader, Span, Variation, Visitor, WriteOptions, resolve,
    write,
};
use proptest::collection::vec;
use proptest::prelude::*;

use super::goes_round;

/// Reads everything, plays it and writes it; the number of games.
fn use_up(bytes: &[u8]) -> usize {
    let mut games = 0;
    for record in Games::new(bytes) {
        let record = record.unwrap();
        let resolution = resolve(&record.game);
        for found in record.diagnostics(&resolution.problems) {
            assert!(found.render("x", false).len() < 10_000);
        }
        let _ = write(
            &record.game.normalized(&resolution),
            &WriteOptions::default(),
        );
        games += 1;
    }
    games
}

/// The time for a text, and for one eight times as long: fifty times as much is no line any more. Whatever else the
/// machine is doing, one of several tries shows it.
fn grows_evenly(what: &str, text: impl Fn(usize) -> Vec<u8>) {
    let time = |size: usize| {
        let bytes = text(size);
        let started = Instant::now();
        use_up(&bytes);
        started.elapsed()
    };
    let small = time(1 << 17).max(Duration::from_millis(1));
    let even = (0..5).any(|_| time(1 << 20) < 50 * small);
    assert!(
        even,
        "{what}: eight times the size takes fifty times as long"
    );
}

fn repeat(text: &str, size: usize) -> Vec<u8> {
    text.repeat(size / text.len() + 1).into_bytes()
}

#[test]
fn time_grows_with_the_size() {
    grows_evenly("one line of moves", |n| repeat("1. 32-28 18-23 ", n));
    grows_evenly("open brackets", |n| repeat("[", n));
    grows_evenly("open tags", |n| repeat("[A \"", n));
    grows_evenly("open tags on one line", |n| repeat("[A \"x\" ", n));
    grows_evenly("bare tags", |n| repeat("[A b ", n));
    grows_evenly("open comments", |n| repeat("{", n));
    grows_evenly("open comments and tags", |n| {
        repeat("1. 32-28 {\n[A \"x\"]\n", n)
    });
    grows_evenly("open comments before one brace", |n| {
        let mut text = repeat("1. 32-28 {\n[A \"x\"]\n", n);
        text.push(b'}');
        text
    });
    grows_evenly("nested variations", |n| {
        [b"1. 32-28 ".to_vec(), repeat("(1. 33-29 ", n)].concat()
    });
    grows_evenly("empty variations", |n| repeat("()", n));
    grows_evenly("backslashes", |n| {
        [b"[A \"".to_vec(), repeat("\\", n)].concat()
    });
    grows_evenly("escaped quotes", |n| {
        [b"[A \"".to_vec(), repeat("\\\"]", n)].concat()
    });
    grows_evenly("digits", |n| repeat("1", n));
    grows_evenly("digits and blanks", |n| repeat("1 ", n));
    grows_evenly("dashes", |n| repeat("-", n));
    grows_evenly("squares", |n| repeat("1-", n));
    grows_evenly("letters", |n| repeat("a1", n));
    grows_evenly("stars", |n| repeat("*", n));
    grows_evenly("results", |n| repeat("1-1 ", n));
    grows_evenly("dots", |n| repeat(".", n));
    grows_evenly("blanks", |n| repeat(" ", n));
    grows_evenly("set-up commands", |n| repeat("/FEN \"W:W31:B20\"/ ", n));
    grows_evenly("zeros", |n| vec![0; n]);
    grows_evenly("steps", |n| repeat("26x17 17x28 28x39 39x50 ", n));
}

#[test]
fn ambiguous_captures_do_not_multiply() {
    // Each set-up command starts with a capture of two kinds.
    let text = "/FEN \"W:WK1,50:B12,13,19,20\"/ 1x25 ".repeat(3_000);
    assert_eq!(use_up(text.as_bytes()), 1);
}

#[test]
fn a_hundred_thousand_parentheses() {
    let deep = format!("1. 32-28 {}", "(1. 33-29 ".repeat(100_000));
    assert_eq!(use_up(deep.as_bytes()), 1);
    let closed = format!(
        "1. 32-28 {}{} *",
        "(1. 33-29 ".repeat(100_000),
        ")".repeat(100_000)
    );
    let record = Games::new(closed.as_bytes()).next().unwrap().unwrap();
    assert!(record.problems.is_empty());
    let resolution = resolve(&record.game);
    assert_eq!(resolution.moves, 100_001);
    let text = write(&record.game, &WriteOptions::default());
    assert_eq!(
        Games::new(text.as_bytes()).next().unwrap().unwrap().game,
        record.game
    );
}

#[test]
fn long_games_are_cut_and_the_reader_goes_on() {
    let options = ReadOptions {
        longest_game: 100_000,
        ..ReadOptions::default()
    };
    let moves = "1. 32-28 18-23 ".repeat(100_000);
    let text = format!("[White \"a\"] {moves} *\n\n[White \"last\"] 1. 33-29 *");
    let records: Vec<_> = Games::with_options(text.as_bytes(), options)
        .map(Result::unwrap)
        .collect();
    assert!(records.len() > 5);
    assert!(
        records[0]
            .problems
            .iter()
            .any(|p| p.kind.code() == "too-long")
    );
    assert!(records.iter().all(|r| r.source().len() < 300_000));
    let last = records.last().unwrap();
    assert_eq!(last.game.tag("White"), Some("last"));
    assert!(last.problems.is_empty());
    // Nothing is lost: the parts are the whole.
    let plies: usize = records.iter().map(|r| r.game.plies()).sum();
    assert_eq!(plies, 200_001);
    // The same for words.
    let few = ReadOptions {
        most_words: 1_000,
        ..ReadOptions::default()
    };
    let deep = format!("1. 32-28 {} *", "(1. 33-29 ".repeat(10_000));
    let records: Vec<_> = Games::with_options(deep.as_bytes(), few)
        .map(Result::unwrap)
        .collect();
    assert_eq!(records.len(), 30);
    assert!(records.iter().all(|r| r.game.body.len() < 1_500));
    assert_eq!(
        records
            .iter()
            .map(|r| r
                .game
                .body
                .iter()
                .filter(|n| matches!(n.item, Item::Move(_)))
                .count())
            .sum::<usize>(),
        10_001
    );
    // A comment that is open for longer than that does not hide the games that follow.
    let open = "1. 32-28 {\n[A \"x\"]\n".repeat(20_000);
    let records: Vec<_> = Games::with_options(open.as_bytes(), options)
        .map(Result::unwrap)
        .collect();
    assert_eq!(records.len(), 20_001);
    // A single word longer than that is passed over.
    let text = format!("{{{}}} 1. 32-28 *", "x".repeat(1_000_000));
    let records: Vec<_> = Games::with_options(text.as_bytes(), options)
        .map(Result::unwrap)
        .collect();
    assert_eq!(records[0].problems[0].kind.code(), "too-long");
}

struct Everything;

impl Visitor for Everything {
    fn move_text(&mut self, _: Span, text: RawText<'_>) {
        let _ = text.decode();
    }

    fn comment(&mut self, _: Span, text: RawText<'_>) {
        let _ = text.decode();
    }

    fn begin_variation(&mut self, span: Span) -> Variation {
        if span.start.is_multiple_of(2) {
            Variation::Enter
        } else {
            Variation::Skip
        }
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => (1..51_u8, prop_oneof![Just('-'), Just('x'), Just(':')], 1..51_u8).prop_map(|(a, s, b)| format!("{a}{s}{b} ")),
        3 => (1..99_u8).prop_map(|n| format!("{n}. ")),
        1 => (1..99_u8).prop_map(|n| format!("{n}... ")),
        12 => prop::sample::select(vec![
            "32-28 ", "18-23 ", "38-32 ", "19-23 ", "28x19 ", "14x23 ", "1x18x9x25 ", "( ", ") ", "(", ")", "{", "}",
            "{c} ", "{a\n[B \"c\"]\n} ", "[White \"a\"]\n", "[FEN \"W:WK1,50:B12,13,19,20\"]\n", "[Result \"4-6\"]",
            "[Variant \"Alician\"]", "[GameType \"21\"]", "[", "]", "\"", "\n", "\r\n", "* ", "*", "1-1 ", "2-0", "1/2-1/2 ",
            "4-6 ", "$5 ", "!", "?!", "(!) ", "!!! ", "- - ", "... ", ". ", "% x\n", "; y\n", "/FEN \"B:W32:B19\"/ ", "/",
            "½-½ ", "± ", "c3-d4 ", "a3b4 ", "1118 ", "- ", "x", "\\n", "[pdn]", "\u{2013}", "0", "10-0 ", "1x25 ", "26x17 17x8 ",
        ]).prop_map(str::to_owned),
    ];
    vec(word, 0..40).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_never_panic(bytes in vec(any::<u8>(), 0..600)) {
        use_up(&bytes);
        let mut reader = Reader::new(&bytes[..]);
        while reader.read(&mut Everything).unwrap().is_some() {}
    }

    #[test]
    fn words_never_panic_and_go_round(text in words()) {
        use_up(text.as_bytes());
        let mut reader = Reader::new(text.as_bytes());
        while reader.read(&mut Everything).unwrap().is_some() {}
        // A brace that PDN cannot say inside a comment is the one thing that changes.
        if !text.contains(';') {
            goes_round(text.as_bytes());
        }
    }

    #[test]
    fn games_fill_the_file(text in words()) {
        let mut last = 0;
        for record in Games::new(text.as_bytes()) {
            let record = record.unwrap();
            prop_assert!(record.place.offset >= last);
            prop_assert!(record.place.end >= record.place.offset);
            last = record.place.end;
            for node in &record.game.body {
                prop_assert!(node.span.start >= record.place.offset && node.span.end <= record.place.end);
            }
        }
        prop_assert!(last as usize <= text.len());
    }
}
