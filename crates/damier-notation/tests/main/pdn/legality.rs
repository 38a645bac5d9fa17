//! Moves of games played: ambiguity, long forms, variations, set-up commands, both games.

use damier_core::{Alician, AnyPosition, Position, Reading, Rules, with_position};
use damier_notation::movetext::Form;
use damier_notation::pdn::{Severity, Step};

use super::{form, goes_round, one};

#[test]
fn an_ambiguous_capture_is_settled_by_what_follows() {
    // 1x25 takes 12, 13, 20 or 12, 19, 20. Only after the first is there a man left on 19 to move.
    let text = "[FEN \"W:WK1,50:B12,13,19,20\"] 1. 1x25 19-24 *";
    let game = one(text);
    assert_eq!(game.main_line(), ["1x25x12x13x20", "19-24"]);
    assert_eq!(game.notes(), ["settled"]);
    assert!(game.resolution.is_complete());
    assert!(game.written().contains("1. 1x18x9x25 19-24"));
    let text = text.replace("19-24", "13-18");
    let game = one(&text);
    assert_eq!(game.main_line(), ["1x25x12x19x20", "13-18"]);
    assert!(game.written().contains("1. 1x23x14x25 13-18"));
    goes_round(text.as_bytes());
}

#[test]
fn what_stays_ambiguous_is_an_error_with_its_choices() {
    let text = "[FEN \"W:WK4:B13,20,32,37\"] 1. 4x15 *";
    let game = one(text);
    assert_eq!(game.errors(), ["ambiguous"]);
    let message = &game.diagnostics()[0].message;
    assert_eq!(
        message,
        "1. 4x15 is ambiguous: expected one of 4x27x38x15, 4x31x42x15"
    );
    assert!(!game.resolution.is_complete());
    assert!(
        game.resolution
            .steps
            .iter()
            .any(|s| matches!(s, Step::Guess(_)))
    );
    // Nobody knows which it was, so it is not written as if one did.
    assert!(game.written().contains("1. 4x15 *"));
    goes_round(text.as_bytes());
    for path in ["4x27x38x15", "4x31x42x15"] {
        let game = one(&format!("[FEN \"W:WK4:B13,20,32,37\"] 1. {path} *"));
        assert!(
            game.notes().is_empty() && game.resolution.is_complete(),
            "{path}"
        );
    }
}

#[test]
fn both_ways_go_on_until_one_of_them_fails() {
    // White's king takes 12, 20 and one of 13 and 19; the man left over moves only later.
    let game = one("[FEN \"W:WK1,50:B2,12,13,19,20\"] 1. 1x25 2-7 2. 50-44 7-11 3. 44-39 13-18 *");
    assert_eq!(game.notes(), ["settled"]);
    assert_eq!(game.main_line()[0], "1x25x12x19x20");
    assert!(game.resolution.is_complete());
    // An illegal move after it: the line ends there, and the capture stays open.
    let game = one("[FEN \"W:WK1,50:B2,12,13,19,20\"] 1. 1x25 2-7 2. 50-33 *");
    assert_eq!(game.errors(), ["ambiguous", "illegal"]);
    assert_eq!(game.main_line().len(), 2);
}

#[test]
fn long_forms_are_read_in_all_their_kinds() {
    let fen = "[FEN \"W:WK47:B19,22,33,42\"]";
    for (text, notes) in [
        ("47x36", vec![]),
        ("47x38x24x13x36", vec![]),
        ("47x33x24x13x36", vec!["illegal"]),
        ("47x29x24x13x36", vec!["path"]),
        ("47x24x36", vec!["path"]),
        ("47x36x42x19x33x22", vec!["capture-list"]),
        ("47x36x19x22x33x42", vec!["capture-list"]),
        ("47-38-24-13-36", vec!["separator"]),
    ] {
        let game = one(&format!("{fen} 1. {text} *"));
        if notes == ["illegal"] {
            // 33 is occupied: no path goes through it.
            assert_eq!(game.notes(), ["other-way"], "{text}");
            continue;
        }
        assert_eq!(game.main_line(), ["47x36x19x22x33x42"], "{text}");
        assert_eq!(game.notes(), notes, "{text}");
        assert_eq!(form(&game, Form::Path), ["47x38x24x13x36"]);
        assert!(game.written().ends_with("\n1. 47x36 *\n"), "{text}");
    }
}

#[test]
fn captured_squares_padded_with_zeros() {
    let game = one("[FEN \"W:W28:B05,22,12\"] 1. 28x08x12x22 *");
    assert_eq!(game.main_line(), ["28x8x12x22"]);
    assert_eq!(game.notes(), ["leading-zero", "capture-list"]);
}

#[test]
fn an_illegal_move_ends_its_line_and_says_why() {
    let game = one("1. 32-28 19-23 2. 31-27 12-18 *");
    assert_eq!(game.main_line(), ["32-28", "19-23"]);
    assert_eq!(game.errors(), ["illegal"]);
    let found = &game.diagnostics()[0];
    assert!(
        found
            .message
            .starts_with("2. 31-27: 31 to 27 is illegal: capture is compulsory: 28x19x23")
    );
    assert_eq!((found.line, found.column), (1, 19));
    assert_eq!(game.resolution.unresolved, 2);
    // A ply that is missing: the number is the one in the text.
    let game = one("1. 32-28 32. 18-23 38-32 *");
    assert!(game.resolution.is_complete(), "numbers are hints only");
    let game = one("1. 32-28 18-23 32. 12-18 *");
    assert!(game.diagnostics()[0].message.starts_with("32. 12-18: "));
}

#[test]
fn variations_start_before_the_move_they_replace() {
    let text = "1. 32-28 (1. 33-29 19-24 (1... 17-22 2. 39-33) 2. 38-33) 19-23 (18-23) 2. 28x19 *";
    let game = one(text);
    assert!(game.resolution.is_complete() && game.notes().is_empty());
    assert_eq!(game.resolution.moves, 9);
    assert_eq!(
        game.written(),
        "1. 32-28 (1. 33-29 19-24 (1... 17-22 2. 39-33) 2. 38-33) 1... 19-23 (1... 18-23)\n2. 28x19 *\n"
    );
    goes_round(text.as_bytes());
}

#[test]
fn a_bad_variation_spoils_nothing_else() {
    let game =
        one("1. 32-28 19-23 (1... 18-22 2. 34-29 1-6 (2... 20-25)) (1... 17-21) 2. 28x19 14x23 *");
    assert_eq!(game.main_line(), ["32-28", "19-23", "28x19x23", "14x23x19"]);
    assert_eq!(game.errors(), ["illegal"]);
    // A variation to the illegal move itself can still be checked.
    let game = one("1. 32-28 19-23 2. 31-27 (2. 28x19 14x23) *");
    assert_eq!(game.errors(), ["illegal"]);
    assert_eq!(game.resolution.moves, 4);
    let game = one("(1. 32-28) 1. 33-29 *");
    assert_eq!(game.notes(), ["variation-of-nothing"]);
    assert!(game.resolution.is_complete());
}

#[test]
fn prose_with_moves_in_it_is_read() {
    let text = "1. 34-29 17-22 2. 40-34 11-17 3. 45-40 6-11 4. 50-45 19-23 ( { Mostly one sees } 4... 1-6 \
                { and later } 5. 32-28 { too. } ) 5. 32-28 23x32 6. 37x28 ( { Or } 6. 38x27 { first. } ) 6... 20-24 *";
    let game = one(text);
    assert_eq!(game.notes(), Vec::<&str>::new());
    assert!(game.resolution.is_complete());
    goes_round(text.as_bytes());
}

#[test]
fn set_up_commands_replace_the_position() {
    let text = "/FEN \"W:W31:B20\"/ 1. 31-27 /FEN \"B:W32:B19\"/ 40... 19-23 41. 32-28 23x32 *";
    let game = one(text);
    assert_eq!(game.main_line(), ["31-27", "19-23", "32-28", "23x32x28"]);
    assert!(game.notes().is_empty());
    assert!(
        game.written()
            .contains("/FEN \"B:W32:B19\"/ 40... 19-23 41. 32-28 23x32")
    );
    goes_round(text.as_bytes());
    let game = one("1. 32-28 /FEN \"B:W99:B19\"/ 1... 19-23 *");
    assert_eq!(game.errors(), ["fen"]);
    let positions: Vec<_> = game.resolution.positions(game.game()).collect();
    assert_eq!(positions.len(), 2);
    // Behind an unknown move only a set-up command helps.
    let game = one("1. - - 19-23 /FEN \"W:W31:B20\"/ 2. 31-27 *");
    assert_eq!(game.main_line(), ["31-27"]);
    assert_eq!(game.errors(), ["unknown-move"]);
}

#[test]
fn bad_positions_are_errors_of_their_game() {
    let games = super::read(
        "[FEN \"W:W51:B1\"] 1. 32-28 *\n[FEN \"W:W4:B49\"] 1. 4-9 *\n[White \"c\"] 1. 32-28 *",
    );
    assert_eq!(games[0].errors(), ["fen"]);
    assert_eq!(games[1].errors(), ["setup"]);
    assert!(games[1].diagnostics()[0].message.contains("White man on 4"));
    assert!(games[2].resolution.is_complete());
    // A diagram is nobody's move.
    let diagram = one("[FEN \"?:W29,13,11:B22,4,2\"] *");
    assert!(diagram.notes().is_empty() && diagram.resolution.is_complete());
    let moved = one("[FEN \"?:W29,13,11:B22,4,2\"] 1. 29-24 *");
    assert_eq!(moved.errors(), ["setup"]);
}

#[test]
fn alician_games_are_played_by_their_reading() {
    // From the specification: after 1.32-28 18-23 White's capture is blocked, or it is not.
    let start = "[GameType \"20\"] [Variant \"Alician\"]";
    let game = one(&format!("{start} 1. 32-28 18-23 2. 31-27 *"));
    assert!(game.resolution.is_complete(), "{:?}", game.errors());
    assert_eq!(
        game.resolution.start,
        Some(AnyPosition::Alician(Alician::default()))
    );
    let end = game.resolution.positions(game.game()).last().unwrap().1;
    let setup = with_position!(end, |p| p.setup());
    // Every piece that moved stands on B.
    assert_eq!(setup.b.unwrap().occupied().len(), 3);
    for reading in Reading::ALL {
        let value = match reading {
            Reading::DEFAULT => "Alician; obligation=both; blocked=void".to_owned(),
            other => format!("Alician;{}", other.to_string().replace(',', " ; ")),
        };
        let game = one(&format!("[Variant \"{value}\"] 1. 32-28 *"));
        let start = game.resolution.start.unwrap();
        assert_eq!(start.rules(), Rules::Alician(reading), "{value}");
    }
    let refused = one("[Variant \"Alician\"] [GameType \"40\"] 1. 32-28 *");
    assert_eq!(refused.errors(), ["refused"]);
    // Two boards without the variant are not taken for a game on one.
    let two = one("[FEN \"W:W31-50:B1-20/W:B\"] 1. 32-28 *");
    assert_eq!(two.errors(), ["setup"]);
}

#[test]
fn positions_of_the_main_line() {
    let game = one("1. 32-28 19-23 (18-23 2. 38-32) 2. 28x19 14x23 2-0");
    let positions: Vec<String> = game
        .resolution
        .positions(game.game())
        .map(|(_, p)| with_position!(p, |p| damier_notation::hub::write(&p)))
        .collect();
    assert_eq!(positions.len(), 5);
    assert_eq!(
        positions[0],
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
    );
    assert_eq!(
        positions[2],
        "Wbbbbbbbbbbbbbbbbbbebeebeeeeweewewwwwwwwwwwwwwwwwww"
    );
    assert_eq!(positions[4].matches('b').count(), 19);
}

#[test]
fn notes_are_counted_and_errors_capped() {
    let blanks = "1- 7 ".repeat(5);
    let game = one(&format!("[FEN \"B:W50:B1\"] {blanks} *"));
    let note = game
        .problems()
        .find(|p| p.kind.code() == "move-blanks")
        .unwrap();
    assert_eq!(note.times, 5);
    assert_eq!(note.severity(), Severity::Note);
    assert!(
        game.diagnostics()
            .iter()
            .any(|d| d.message.ends_with("(5 times in this game)"))
    );
    let junk = "junk ".repeat(1_000);
    let game = one(&format!("1. 32-28 {junk} *"));
    assert_eq!(game.errors().len(), 101);
    assert_eq!(
        game.diagnostics().last().unwrap().message,
        "and 900 more problems in this game"
    );
    assert_eq!(game.main_line(), ["32-28"]);
}
