//! Lines, values and scores.

use damier_protocol::hub::{Line, LineBuffer, LineProblem, Score, quote};
use proptest::prelude::*;

fn read(text: &str) -> Line {
    Line::read(text).unwrap().unwrap()
}

#[test]
fn arguments() {
    let line = read("\t pos  a = 1  flag b=\"two words\"c=3\r");
    assert_eq!(line.command, "pos");
    assert_eq!(line.value("a"), Some("1"));
    assert_eq!(line.value("flag"), Some(""));
    assert!(line.has("flag") && !line.has("two"));
    assert_eq!(line.value("b"), Some("two words"));
    assert_eq!(
        line.value("c"),
        Some("3"),
        "no blank is needed after a quote"
    );
    assert_eq!(
        read("level a=1 a=2").value("a"),
        Some("2"),
        "the last one counts"
    );
    assert_eq!(read("x a=\"\"").value("a"), Some(""));
    assert_eq!(read("POS").command, "POS", "case matters");
    assert_eq!(Line::read(" \t\r"), Ok(None));
}

#[test]
fn what_is_no_line() {
    for (text, column, problem) in [
        ("pos pos=\"Wbbbb", 9, LineProblem::OpenQuote),
        ("=", 1, LineProblem::NoName('=')),
        ("a b=", 5, LineProblem::NoValue),
        ("a b= =", 6, LineProblem::NoValue),
        ("a b==c", 5, LineProblem::NoValue),
        ("a \"b\"", 3, LineProblem::NoName('"')),
        ("a b\u{0}c", 4, LineProblem::Control('\0')),
        ("\u{1b}[2J", 1, LineProblem::Control('\u{1b}')),
    ] {
        let error = Line::read(text).unwrap_err();
        assert_eq!((error.column, error.problem), (column, problem), "{text:?}");
    }
}

#[test]
fn quotes_are_written_where_they_are_needed() {
    for (value, text) in [
        ("32-28", "32-28"),
        ("", "\"\""),
        ("two words", "\"two words\""),
        ("a=b", "\"a=b\""),
        ("a\"b", "\"a'b\""),
        ("a\nb", "\"a b\""),
        ("a/b.c,d", "a/b.c,d"),
    ] {
        assert_eq!(quote(value), text, "{value:?}");
    }
}

#[test]
fn lines_end_in_any_way_and_come_in_pieces() {
    let mut buffer = LineBuffer::default();
    buffer.push(b"one\ntwo\r\nth");
    buffer.push(b"ree\rfour");
    let lines: Vec<_> = buffer.by_ref().map(Result::unwrap).collect();
    assert_eq!(lines, ["one", "two", "three"]);
    buffer.finish();
    assert_eq!(buffer.next(), Some(Ok("four".to_owned())));
    buffer.push(&[0xff, b'a', 0xfe, b'\n']);
    assert_eq!(buffer.next(), Some(Ok("\u{fffd}a\u{fffd}".to_owned())));
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let mut buffer = LineBuffer::default();
    for _ in 0..100 {
        buffer.push(&vec![b'x'; 1 << 16]);
    }
    buffer.push(b"\nping\n");
    let first = buffer.next().unwrap();
    assert_eq!(first.unwrap_err().problem, LineProblem::TooLong);
    assert_eq!(buffer.next(), Some(Ok("ping".to_owned())));
    // A long game is no such line.
    let moves = "moves=\"".to_owned() + &"32-28 ".repeat(2_000) + "\"\n";
    buffer.push(moves.as_bytes());
    assert!(buffer.next().unwrap().is_ok());
}

#[test]
fn scores_have_one_scale() {
    for (score, text) in [
        (Score::Men(0), "0.00"),
        (Score::Men(7), "0.07"),
        (Score::Men(-7), "-0.07"),
        (Score::Men(-123), "-1.23"),
        // An evaluation out of bounds does not look like a win.
        (Score::Men(9_950), "79.99"),
        (Score::Men(i32::MIN), "-79.99"),
        (Score::Win(1), "99.99"),
        (Score::Win(13), "99.87"),
        (Score::Loss(2), "-99.98"),
        (Score::Loss(0), "-100.00"),
        (Score::TableWin(30), "89.70"),
        (Score::TableLoss(1), "-89.99"),
        // So far away that the scale ends.
        (Score::Win(5_000), "90.01"),
        (Score::TableWin(5_000), "80.01"),
    ] {
        assert_eq!(score.to_string(), text, "{score:?}");
        let read = Score::from_men(text.parse().unwrap()).unwrap();
        assert_eq!(read.to_string(), text, "{score:?}");
        assert_eq!(
            score.reversed().to_string(),
            Score::from_men(-text.parse::<f64>().unwrap())
                .unwrap()
                .to_string()
        );
    }
    // As a server decodes them: 99.87 is a win in 13 plies, so 7 moves.
    assert_eq!(Score::from_men(99.87), Some(Score::Win(13)));
    assert_eq!(Score::from_men(-89.70), Some(Score::TableLoss(30)));
    assert_eq!(Score::from_men(f64::NAN), None);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*|.*") {
        if let Ok(Some(line)) = Line::read(&text) {
            // What is read is written so that it reads the same, as far as the protocol can say it.
            let sayable = line.arguments.iter().all(|a| {
                a.value.as_deref().is_none_or(|v| !v.contains('"') && !v.chars().any(char::is_control))
            });
            if sayable {
                prop_assert_eq!(Line::read(&line.to_string()), Ok(Some(line)));
            }
        }
    }
}
