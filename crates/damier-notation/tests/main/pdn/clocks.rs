//! Commands inside comments.

use std::time::Duration;

use damier_core::Color;
use damier_notation::pdn::{clock, commands, evaluation};

use super::{goes_round, one};

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

#[test]
fn commands_are_found_among_text() {
    let text =
        "good [%clock w0:09:57 B0:09:58] text [%eval -0.048][%depth 12][%inbook] end [%broken";
    let found: Vec<(&str, &str)> = commands(text).map(|c| (c.name, c.value)).collect();
    assert_eq!(
        found,
        [
            ("clock", "w0:09:57 B0:09:58"),
            ("eval", "-0.048"),
            ("depth", "12"),
            ("inbook", "")
        ]
    );
    assert_eq!(commands("no commands [x] {").count(), 0);
}

#[test]
fn clocks_in_every_spelling() {
    let both = clock("w0:09:57 B0:09:58").unwrap();
    assert_eq!(
        (both.white, both.black, both.running),
        (Some(seconds(597)), Some(seconds(598)), Some(Color::Black))
    );
    assert_eq!(clock("1:55:21").unwrap().mover, Some(seconds(6921)));
    assert_eq!(clock("W1:05").unwrap().white, Some(seconds(3900)));
    assert_eq!(clock("0:00.10").unwrap().mover, Some(seconds(10)));
    assert_eq!(
        clock("0:0:9.5").unwrap().mover,
        Some(Duration::from_millis(9500))
    );
    for bad in [
        "",
        "x",
        "w",
        "1:2:3:4",
        "-1:00:00",
        "w1:00 q2:00",
        "1e9:00:00",
        "NaN",
    ] {
        assert_eq!(clock(bad), None, "{bad}");
    }
    assert_eq!(evaluation("0.17"), Some(0.17));
    assert_eq!(evaluation("#5"), None);
    assert_eq!(evaluation("inf"), None);
}

#[test]
fn commands_are_kept_word_for_word() {
    let text = "1. 32-28 {[%clock w0:09:57 B0:09:58]} 18-23 {  [%tqc 1,2 ]  text\n[%unknown] } *";
    let game = one(text);
    assert_eq!(game.comments()[1], "  [%tqc 1,2 ]  text\n[%unknown] ");
    assert!(game.notes().is_empty());
    goes_round(text.as_bytes());
    // Outside a comment they are no text of PDN.
    let game = one("1. 32-28 [%clk 0:01:00] 18-23 *");
    assert_eq!(game.errors(), ["command"]);
    assert_eq!(game.main_line(), ["32-28", "18-23"]);
}
