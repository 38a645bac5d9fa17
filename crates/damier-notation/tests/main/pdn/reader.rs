//! Where games start and end, encodings, and what is kept of broken text.

use std::io::{self, Read as _};

use damier_notation::pdn::{
    Encoding, GameResult, Games, HeaderItem, Item, ReadOptions, Severity, resolve,
};

use super::{goes_round, one, read, read_bytes};

#[test]
fn encodings_are_told_apart() {
    let utf8 = one("[White \"Сергей\"] [Black \"高文龙\"] 1. 32-28 *");
    assert_eq!(utf8.game().tag("White"), Some("Сергей"));
    assert_eq!(utf8.game().tag("Black"), Some("高文龙"));
    assert!(utf8.notes().is_empty());
    let latin = read_bytes(b"[White \"Caf\xe9\"] {\xbd} 1. 32-28 \xbd-\xbd\n[White \"b\xe9\"] *");
    assert_eq!(latin[0].game().tag("White"), Some("Café"));
    assert_eq!(latin[0].comments(), ["½"]);
    assert_eq!(latin[0].result(), GameResult::Draw);
    // Said once a file.
    assert_eq!(latin[0].notes(), ["encoding"]);
    assert_eq!(latin[0].diagnostics()[0].column, 12);
    assert!(latin[1].notes().is_empty());
    let options = ReadOptions {
        encoding: Encoding::Windows1251,
        ..ReadOptions::default()
    };
    let cyrillic = &b"[White \"\xc8\xe2\xe0\xed\xee\xe2\"] 1. 32-28 *"[..];
    let game = Games::with_options(cyrillic, options)
        .next()
        .unwrap()
        .unwrap()
        .game;
    assert_eq!(game.tag("White"), Some("Иванов"));
}

#[test]
fn marks_zeros_and_sixteen_bits() {
    let text = "[White \"é\"] 1. 32-28 18-23 1-1";
    let with_mark = format!("\u{feff}{text}");
    let zeros = text.replace("1. ", "1.\0 ");
    let end = format!("{text}\u{1a}");
    for text in [text, &with_mark, &zeros, &end] {
        let game = one(text);
        assert_eq!(game.main_line(), ["32-28", "18-23"], "{text:?}");
        assert!(game.notes().is_empty(), "{text:?}");
    }
    let units = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
    let little: Vec<u8> = units(&with_mark)
        .into_iter()
        .flat_map(u16::to_le_bytes)
        .collect();
    let big: Vec<u8> = units(&with_mark)
        .into_iter()
        .flat_map(u16::to_be_bytes)
        .collect();
    let bare: Vec<u8> = units(text).into_iter().flat_map(u16::to_le_bytes).collect();
    for bytes in [little, big, bare] {
        let games = read_bytes(&bytes);
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].game().tag("White"), Some("é"));
        assert_eq!(games[0].main_line(), ["32-28", "18-23"]);
    }
}

/// Hands out a few bytes at a time, to cut every word in two somewhere.
struct Drip<'a>(&'a [u8], usize);

impl io::Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(buffer.len());
        self.0
            .take(n as u64)
            .read(buffer)
            .inspect(|&n| self.0 = &self.0[n..])
    }
}

#[test]
fn it_does_not_matter_how_the_bytes_arrive() {
    let long = "x".repeat(200_000);
    let text = format!(
        "[White \"a\"]\n{{{long}}}\n1. 32-28 19-23 {{{long}}} 2. 28x19 14x23\u{2013} ½-½\n\n% {long}\n[Black \"é\"]\n1. 33-29 *"
    );
    let whole: Vec<_> = read(&text)
        .into_iter()
        .map(|r| (r.record.game, r.record.place))
        .collect();
    for step in [1, 7, 1000, 65_536] {
        let dripped: Vec<_> = Games::new(Drip(text.as_bytes(), step))
            .map(|r| r.map(|r| (r.game, r.place)).unwrap())
            .collect();
        assert_eq!(dripped, whole, "{step}");
    }
    assert_eq!(whole.len(), 2);
}

#[test]
fn a_failing_input_is_an_error_and_the_end() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let input = b"1. 32-28 * 1. 33-29 *".chain(Broken);
    let mut games = Games::new(input);
    // What was read before stays hidden in the window: whether the game ends there is not known.
    assert!(games.next().unwrap().is_err());
    assert!(games.next().is_none());
}

#[test]
fn wrappers_and_percent_lines() {
    let text = "% a collection\n[pdn]\n[White \"a\"]\n% inside\n[Black \"b\"]\n1. 32-28\n% between\n18-23 *\n[/pdn]\n";
    let game = one(text);
    assert_eq!(game.main_line(), ["32-28", "18-23"]);
    assert!(game.notes().is_empty());
    let lines: Vec<&str> = game
        .game()
        .header
        .iter()
        .filter_map(|e| match &e.item {
            HeaderItem::Percent(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(lines, [" a collection", " inside"]);
    goes_round(text.as_bytes());
}

#[test]
fn comments_in_the_header_stay_there() {
    let text = "[TimeControl \"75/180\"] {two hours}\n[White \"a\"]\n{first} 1. 32-28 *";
    let game = one(text);
    assert_eq!(game.game().header.len(), 3);
    assert_eq!(game.comments(), ["first"]);
    assert!(game.notes().is_empty());
    goes_round(text.as_bytes());
}

#[test]
fn text_behind_the_result() {
    let text = "1. 32-28 2-0 {resigned}\n\n{about the next} [White \"b\"] 1. 33-29 *";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].comments(), ["resigned"]);
    assert_eq!(games[1].game().header.len(), 2);
    goes_round(text.as_bytes());
    let games = read("1. 32-28 2-0 *\n\n1. 33-29 1-0 1-0\n");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].notes(), ["result-again"]);
    assert_eq!(games[0].result(), GameResult::WhiteWins);
}

#[test]
fn results_that_disagree() {
    let game = one("[Result \"0-1\"] 1. 32-28 1/2-1/2");
    assert_eq!(game.codes(Severity::Warning), ["result-mismatch"]);
    assert_eq!(game.result(), GameResult::Draw);
    goes_round(b"[Result \"0-1\"] 1. 32-28 1/2-1/2");
    for text in [
        "[Result \"2-0\"] 1. 32-28 1-0",
        "[Result \"2-0\"] 1. 32-28 *",
        "[Result \"?\"] 1. 32-28 2-0",
    ] {
        let game = one(text);
        assert!(game.notes().is_empty(), "{text}");
        assert_eq!(game.result(), GameResult::WhiteWins, "{text}");
    }
}

#[test]
fn results_of_other_scorings_are_kept() {
    let text =
        "[Result \"4-6\"]\n\n01. 32-28 18-23\n4-6\n\n[Result \"1-9\"]\n01. 33-29 06-11\n1-9\n";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].result(), GameResult::Other("4-6".into()));
    assert_eq!(games[0].main_line(), ["32-28", "18-23"]);
    assert_eq!(games[0].codes(Severity::Warning), ["result-unusual"]);
    assert_eq!(games[1].game().terminator.as_deref(), Some("1-9"));
    goes_round(text.as_bytes());
    for (text, result) in [
        ("1+ - 1-", "1+ - 1-"),
        ("1.01-0.99", "1.01-0.99"),
        ("1 1/2 - 1/2", "1 1/2 - 1/2"),
    ] {
        let text = format!("1. 32-28 {text}");
        assert_eq!(
            one(&text).result(),
            GameResult::Other(result.into()),
            "{text}"
        );
        assert_eq!(one(&text).main_line(), ["32-28"]);
        goes_round(text.as_bytes());
    }
}

#[test]
fn tags_in_every_state() {
    type Tags = &'static [(&'static str, &'static str)];
    let cases: [(&str, Tags, &[&str]); 9] = [
        ("[White       \"a\"  ]", &[("White", "a")], &[]),
        ("[ White \"a\"]", &[("White", "a")], &[]),
        ("[White \"a\"", &[("White", "a")], &["tag-open"]),
        ("[White a b]", &[("White", "a b")], &["tag-bare"]),
        (
            "[White \"a]\n[Black \"b\"]",
            &[("White", "a"), ("Black", "b")],
            &["tag-unended"],
        ),
        (
            "[White \"the \"great\" one\"]",
            &[("White", "the \"great\" one")],
            &["tag-quotes"],
        ),
        ("[White \"\"]", &[("White", "")], &[]),
        (
            "[White \"a\"] [White \"b\"]",
            &[("White", "a"), ("White", "b")],
            &["tag-twice"],
        ),
        (
            "[White \"[a] {b} (c) 1-0\"]",
            &[("White", "[a] {b} (c) 1-0")],
            &[],
        ),
    ];
    for (text, tags, codes) in cases {
        let game = one(&format!("{text}\n1. 32-28 *"));
        assert_eq!(game.game().tags().collect::<Vec<_>>(), tags, "{text}");
        assert_eq!(game.codes(Severity::Warning), codes, "{text}");
        assert_eq!(game.main_line(), ["32-28"], "{text}");
        goes_round(text.as_bytes());
    }
}

#[test]
fn a_header_that_starts_again_is_another_game() {
    let header = "[Event \"a\"]\n[White \"x\"]\n[Black \"y\"]\n";
    let games = read(&format!("{header}\n{header}\n1. 32-28 *"));
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].codes(Severity::Warning), ["header-again"]);
    assert_eq!(games[0].game().plies(), 0);
    // The same tag twice in one header is one header.
    let games = read("[Event \"a\"] [Event \"b\"] [White \"x\"] 1. 32-28 *");
    assert_eq!(games.len(), 1);
}

#[test]
fn broken_text_keeps_its_good_part() {
    let text = "[White \"a\"]\n1. 32-28 18-23 2. 38-32 12-18 } 3. 31-26 ] 8-3 . rubbish! 2-0\n\n[White \"b\"]\n1. 33-29 *";
    let games = read(text);
    assert_eq!(games.len(), 2);
    assert_eq!(
        games[0].main_line(),
        ["32-28", "18-23", "38-32", "12-18", "31-26"]
    );
    assert_eq!(
        games[0].errors(),
        ["closing", "closing", "dot", "junk", "illegal"]
    );
    assert_eq!(games[0].result(), GameResult::WhiteWins);
    assert!(games[1].notes().is_empty());
    let places: Vec<_> = games[0]
        .diagnostics()
        .iter()
        .map(|d| (d.line, d.column))
        .collect();
    assert_eq!(places, [(2, 31), (2, 42), (2, 44), (2, 48), (2, 50)]);
}

#[test]
fn nested_comment() {
    let game = one("1. 33-29 19-23 2. 35-30 { nested { comment } }");
    assert_eq!(game.main_line(), ["33-29", "19-23", "35-30"]);
    assert_eq!(game.errors(), ["closing"]);
    assert_eq!(game.diagnostics()[0].column, 46);
}

#[test]
fn move_numbers_without_moves() {
    let game = one("1. 0-2");
    assert_eq!(game.errors(), ["number-alone"]);
    assert_eq!(game.result(), GameResult::BlackWins);
    let games = read("1. 32-28 18-23 2.\n[White \"b\"] 1. 33-29 *\n36x27 1-0");
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].errors(), ["number-alone", "no-result"]);
    assert!(games[1].notes().is_empty());
    assert_eq!(games[2].errors(), ["illegal"]);
    // Some programs end a game with the number of the move that was not made.
    let game = one("1. 32-28 18-23 2. 38-32 2. ... {flag} *");
    assert!(game.notes().is_empty());
    // A number and its move on two lines.
    assert!(one("1. 32-28 18-23 2.\n38-32 *").notes().is_empty());
}

#[test]
fn unknown_moves_are_said_once() {
    let game = one("1. - - 2. - - 3. - - -- 1/2-1/2");
    assert_eq!(game.errors(), ["unknown-move"]);
    assert_eq!(
        game.game()
            .body
            .iter()
            .filter(|n| n.item == Item::Unknown)
            .count(),
        4
    );
    assert_eq!(game.result(), GameResult::Draw);
    goes_round(b"1. - - 2. - - 3. - - -- 1/2-1/2");
}

#[test]
fn variations_left_open() {
    let games = read("1. 32-28 19-23 (18-23 (17-22 2. 28x17 *\n[White \"b\"] 1. 33-29 *");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].errors(), ["variation-open"]);
    assert_eq!(games[0].resolution.moves, 5);
    assert!(games[1].notes().is_empty());
    let game = one("1. 32-28 ) 19-23 *");
    assert_eq!(game.errors(), ["closing"]);
    assert_eq!(game.main_line(), ["32-28", "19-23"]);
    // A result inside a variation does not end the game.
    let text = "1. 32-28 19-23 (18-23 2-0) 2. 28x19 1-1";
    let game = one(text);
    assert_eq!(game.result(), GameResult::Draw);
    assert!(game.resolution.is_complete() && game.notes().is_empty());
    goes_round(text.as_bytes());
}

#[test]
fn moves_by_letters_are_kept_and_not_played() {
    let text = "[White \"a\"] 1. c3-d4 d6-e5 2. d4:b6 a5:c7 3. a3b4 a5xc3xe5 2-0";
    let game = one(text);
    assert_eq!(game.game().plies(), 6);
    assert_eq!(game.errors(), ["move-letters"]);
    goes_round(text.as_bytes());
}

#[test]
fn columns_of_aligned_files() {
    let text = "   1. 32-28 19-23   2. 28x19 14x23   3. 37-32  1- 7\n";
    let game = one(&text.replace("1- 7", "10-14"));
    assert!(game.notes().is_empty());
    let game = one("[FEN \"B:W9,12,50:B4,1\"] 1... 4x 13 *");
    assert_eq!(game.notes()[0], "move-blanks");
}

#[test]
fn places_are_those_of_the_file() {
    let text = "\n\n[White \"é\"] 1. 32-28 *\r\n[White \"b\"] 1. 33-29 x *\n";
    let records: Vec<_> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(
        (
            records[0].place.line,
            records[0].place.column,
            records[0].place.offset
        ),
        (3, 1, 2)
    );
    assert_eq!((records[1].place.line, records[1].place.column), (4, 1));
    let (start, end) = (
        records[1].place.offset as usize,
        records[1].place.end as usize,
    );
    assert_eq!(&text[start..end], "[White \"b\"] 1. 33-29 x *");
    assert_eq!(records[1].source(), &text.as_bytes()[start..end]);
    let resolution = resolve(&records[1].game);
    let found = &records[1].diagnostics(&resolution.problems)[0];
    assert_eq!((found.line, found.column, found.game), (4, 22, 2));
    let (start, end) = (found.span.start as usize, found.span.end as usize);
    assert_eq!(&text[start..end], "x");
    assert_eq!(found.excerpt.before, "[White \"b\"] 1. 33-29 ");
    assert_eq!(found.excerpt.after, " *");
    for node in &records[0].game.body {
        if let Item::Move(mv) = &node.item {
            assert_eq!(
                &text[node.span.start as usize..node.span.end as usize],
                &**mv
            );
        }
    }
}

#[test]
fn a_tag_with_the_file_name_is_not_mistaken_for_more() {
    let games = read("1. 32-28 *\n[FILENAME \"a.pdn\"]\n");
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].notes(), ["file-name"]);
}

#[test]
fn line_feeds_written_out() {
    let game = one(r#"[White "a"]\n[Black "b"]\n\n1. 32-28 18-23\n2. 38-32 *"#);
    assert_eq!(game.main_line(), ["32-28", "18-23", "38-32"]);
    assert_eq!(game.notes(), ["written-blank"]);
}

#[test]
fn nothing_is_no_game() {
    for text in ["", "  \n\t ", "\u{feff}", "\u{1a}"] {
        assert!(read(text).is_empty(), "{text:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn diagnostics_as_json() {
    let game = one("[White \"a\"]\n1. 32-28 18-23 x *");
    let json = serde_json::to_value(game.diagnostics()).unwrap();
    let expected = serde_json::json!([{
        "severity": "error",
        "code": "junk",
        "message": "expected a move, a comment, a result or a tag, found \"x\"",
        "game": 1,
        "line": 2,
        "column": 16,
        "span": {"start": 27, "end": 28},
        "times": 1,
        "excerpt": {"before": "1. 32-28 18-23 ", "marked": "x", "after": " *"},
    }]);
    assert_eq!(json, expected);
}
