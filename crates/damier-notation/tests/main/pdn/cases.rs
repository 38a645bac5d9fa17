//! Faults that programs of this kind have shown in public, each as a small case of its own.

use damier_core::Rules;
use damier_notation::pdn::{
    Game, GameResult, Item, RawText, Reader, Severity, Span, Variation, Visitor, WriteOptions,
    write,
};

use super::{goes_round, one, read};

#[test]
fn a_draw_at_the_end_is_no_move() {
    let game = one("[Event \"x\"]\n1. 32-28 18-23 2. 38-32 1-1");
    assert_eq!(game.result(), GameResult::Draw);
    assert_eq!(game.main_line(), ["32-28", "18-23", "38-32"]);
    assert!(game.notes().is_empty());
    // Numbers that only start like a result.
    let game = one("[FEN \"B:WK50:B1,20\"] 1... 1-6 *");
    assert_eq!(game.main_line(), ["1-6"]);
}

#[test]
fn draws_in_every_spelling() {
    for result in [
        "1-1",
        "1/2-1/2",
        "½-½",
        "0.5-0.5",
        "½ - ½",
        "1 - 1",
        "1/2 - 1/2",
        "1\u{2013}1",
    ] {
        let game = one(&format!("1. 32-28 18-23 {result}"));
        assert_eq!(game.result(), GameResult::Draw, "{result}");
        assert_eq!(game.main_line().len(), 2, "{result}");
        assert!(game.notes().is_empty(), "{result}: {:?}", game.notes());
        let tag = one(&format!("[Result \"{result}\"] 1. 32-28 18-23 *"));
        assert_eq!(tag.result(), GameResult::Draw, "{result}");
    }
}

#[test]
fn results_of_every_convention_in_one_collection() {
    let text = "1. 32-28 1-0\n\n1. 32-28 0-1\n\n1. 32-28 2 - 0\n\n1. 32-28 1/2-1/2\n\n1. 32-28 0-2\n\n1. 32-28 0-0\n\n1. 32-28 *";
    let results: Vec<GameResult> = read(text).iter().map(super::Read::result).collect();
    assert_eq!(
        results,
        [
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::WhiteWins,
            GameResult::Draw,
            GameResult::BlackWins,
            GameResult::BothLose,
            GameResult::Unknown,
        ]
    );
}

#[test]
fn a_result_survives_writing() {
    let game = one("1. 32-28 18-23 1-1");
    assert_eq!(game.written(), "1. 32-28 18-23 1-1\n");
    let game = one("[Result \"1/2-1/2\"] 1. 32-28 18-23 1/2-1/2");
    assert_eq!(game.written(), "[Result \"1-1\"]\n\n1. 32-28 18-23 1-1\n");
}

#[test]
fn two_games_are_two_games() {
    let games = read("1. 32-28 18-23 1-1 1. 33-29 19-24 2. 39-33 0-2");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].main_line(), ["32-28", "18-23"]);
    assert_eq!(games[1].main_line(), ["33-29", "19-24", "39-33"]);
    assert_eq!(games[1].result(), GameResult::BlackWins);
    // With nothing but the next header between them, that is said.
    let games = read("[White \"a\"] 1. 32-28 [White \"b\"] 1. 33-29 *");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].errors(), ["no-result"]);
    assert!(games[1].errors().is_empty());
}

#[test]
fn other_games_are_refused_by_name() {
    for (tags, name) in [
        ("[GameType \"21\"]", "English draughts"),
        ("[GameType \"25,W,8,8,A0,0\"]", "Russian draughts"),
        ("[GameType \"40\"]", "Frisian draughts"),
        ("[GameType \"98\"]", "antidraughts"),
        ("[GameType \"77\"]", "\"77\""),
        ("[GameType \"dames\"]", "\"dames\""),
        ("[Variant \"Frisian\"]", "\"Frisian\""),
        ("[GameType \"20\"] [Variant \"Alicia\"]", "\"Alicia\""),
        (
            "[Variant \"Alician; obligation=none\"]",
            "obligation=both|board",
        ),
    ] {
        let game = one(&format!("{tags} 1. 32-28 *"));
        assert_eq!(game.errors(), ["refused"], "{tags}");
        let message = game.diagnostics()[0].message.clone();
        assert!(message.contains(name), "{tags}: {message}");
        assert!(
            game.main_line().is_empty() && game.resolution.start.is_none(),
            "{tags}"
        );
        assert!(!game.resolution.is_complete());
    }
    // It is kept as it was, not called international.
    let game = one("[GameType \"21\"] 1. 11-15 *");
    assert_eq!(game.written(), "[GameType \"21\"]\n\n1. 11-15 *\n");
    for tags in [
        "",
        "[GameType \"20\"]",
        "[GameType \"20,W,10,10,N1,0\"]",
        "[GameType \"99\"]",
        "[GameType \"?\"]",
        "[Variant \"Standard\"]",
        "[Variant \"From Position\"]",
    ] {
        let game = one(&format!("{tags} 1. 32-28 *"));
        assert!(game.resolution.is_complete(), "{tags}");
        assert_eq!(game.resolution.start, Some(Rules::International.start()));
    }
}

#[test]
fn small_faults_are_read_with_a_note() {
    let cases: [(&str, &[&str], &[&str]); 10] = [
        ("1. 32-28$1 18-23 *", &["32-28", "18-23"], &[]),
        (
            "1. 32-28 % a line of its own\n18-23 *",
            &["32-28", "18-23"],
            &[],
        ),
        ("\u{feff}1. 32-28 18-23 *", &["32-28", "18-23"], &[]),
        (
            "1. 32-28 18-23* 2. 38-32 *",
            &["32-28", "18-23", "38-32"],
            &["strength-star"],
        ),
        (
            "1. 32-28 19-23 2. 28:19 *",
            &["32-28", "19-23", "28x19x23"],
            &["separator-spelling"],
        ),
        (
            "1 .32-28 18-23 *",
            &["32-28", "18-23"],
            &["number-spelling"],
        ),
        (
            "1. 32\u{2013}28 18-23 *",
            &["32-28", "18-23"],
            &["separator-spelling"],
        ),
        (
            "1. 32-28 19-23 2. 28X19 *",
            &["32-28", "19-23", "28x19x23"],
            &["separator-spelling"],
        ),
        (
            "1 32-28 18-23 2 38-32 *",
            &["32-28", "18-23", "38-32"],
            &["number-spelling"],
        ),
        (
            "1. 32-28 18-23 ; a remark\n2. 38-32 *",
            &["32-28", "18-23", "38-32"],
            &["semicolon"],
        ),
    ];
    for (text, moves, notes) in cases {
        let other = "\n\n[White \"next\"] 1. 33-29 *";
        let games = read(&format!("{text}{other}"));
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[0].main_line(), moves, "{text}");
        assert_eq!(games[0].notes(), notes, "{text}");
        assert!(games[0].codes(Severity::Warning).is_empty(), "{text}");
        assert_eq!(games[1].main_line(), ["33-29"], "{text}");
        goes_round(text.as_bytes());
    }
    assert_eq!(one("1. 32-28$1 18-23 *").nags(), [1]);
    assert_eq!(one("1. 32-28 18-23* 2. 38-32 *").nags(), [7]);
}

#[test]
fn a_star_behind_the_last_move_ends_the_game() {
    for text in [
        "1. 32-28 18-23*",
        "1. 32-28 18-23*\n\n[White \"b\"] 1. 33-29 *",
        "1. 32-28 18-23* 1. 33-29 *",
    ] {
        let games = read(text);
        assert_eq!(games[0].main_line(), ["32-28", "18-23"], "{text}");
        assert_eq!(games[0].game().terminator.as_deref(), Some("*"), "{text}");
        assert_eq!(games.len(), if text.len() < 16 { 1 } else { 2 }, "{text}");
    }
}

#[test]
fn strength_in_parentheses_opens_no_variation() {
    let game = one("1. 32-28(!) 18-23(?) 2. 38-32 (?!) 12-18!? *");
    assert_eq!(game.main_line(), ["32-28", "18-23", "38-32", "12-18"]);
    assert_eq!(game.nags(), [1, 2, 6, 5]);
    assert!(game.codes(Severity::Warning).is_empty());
    assert_eq!(game.written(), "1. 32-28! 18-23? 2. 38-32?! 12-18!? *\n");
}

#[test]
fn comments_and_glyphs_stand_anywhere() {
    let text = "[White \"a\"] {before} 1. {between} 32-28 {behind} $5 18-23 ! {x} {y} *";
    let game = one(text);
    assert_eq!(game.main_line(), ["32-28", "18-23"]);
    assert_eq!(game.comments(), ["before", "between", "behind", "x", "y"]);
    assert_eq!(game.nags(), [5, 1]);
    assert!(game.errors().is_empty());
    goes_round(text.as_bytes());
}

#[test]
fn a_visitor_that_ignores_variations_hears_nothing_of_them() {
    #[derive(Default)]
    struct Moves(Vec<String>);
    impl Visitor for Moves {
        fn move_text(&mut self, _: Span, text: RawText<'_>) {
            self.0.push(text.decode().into_owned());
        }
    }
    #[derive(Default)]
    struct All(Vec<String>);
    impl Visitor for All {
        fn move_text(&mut self, _: Span, text: RawText<'_>) {
            self.0.push(text.decode().into_owned());
        }
        fn begin_variation(&mut self, _: Span) -> Variation {
            self.0.push("(".to_owned());
            Variation::Enter
        }
        fn end_variation(&mut self, _: Span) {
            self.0.push(")".to_owned());
        }
    }
    let text = "32-28 19-23 (18-23 38-32 (37-32? 23-29! {Black wins}) 12-18) 28x19 14x23";
    let mut moves = Moves::default();
    assert!(
        Reader::new(text.as_bytes())
            .read(&mut moves)
            .unwrap()
            .is_some()
    );
    assert_eq!(moves.0, ["32-28", "19-23", "28x19", "14x23"]);
    let mut all = All::default();
    assert!(
        Reader::new(text.as_bytes())
            .read(&mut all)
            .unwrap()
            .is_some()
    );
    let expected = "32-28 19-23 ( 18-23 38-32 ( 37-32 23-29 ) 12-18 ) 28x19 14x23";
    assert_eq!(all.0.join(" "), expected);
    let game = one(text);
    assert!(game.resolution.is_complete());
    assert_eq!(game.resolution.moves, 9);
}

#[test]
fn layout_never_decides() {
    let tight = "[White \"a\"][Black \"b\"]1.32-28 19-23 2.28x19 14x23 1-1[White \"c\"]1.33-29 2-0";
    let airy = "\n\n[White \"a\"]\n\n\n[Black \"b\"]\n\n\n1. 32-28\n19-23\n\n2. 28x19 14x23\n\n1-1\n[White \"c\"]\n1. 33-29\n2-0\n\n";
    let crlf = airy.replace('\n', "\r\n");
    for text in [tight, airy, &crlf] {
        let games = read(text);
        assert_eq!(games.len(), 2);
        assert_eq!(
            games[0].main_line(),
            ["32-28", "19-23", "28x19x23", "14x23x19"]
        );
        assert_eq!(
            games[0].game().tags().collect::<Vec<_>>(),
            [("White", "a"), ("Black", "b")]
        );
        assert_eq!(games[1].game().tag("White"), Some("c"));
        assert!(games.iter().all(|g| g.notes().is_empty()));
    }
}

#[test]
fn a_game_without_moves_is_a_game() {
    let games = read(
        "[White \"a\"]\n[Result \"2-0\"]\n\n2-0\n\n[White \"b\"]\n1. 32-28 *\n\n[White \"c\"]\n",
    );
    let names: Vec<_> = games
        .iter()
        .map(|g| g.game().tag("White").unwrap())
        .collect();
    assert_eq!(names, ["a", "b", "c"]);
    let plies: Vec<_> = games.iter().map(|g| g.game().plies()).collect();
    assert_eq!(plies, [0, 1, 0]);
    assert!(games.iter().all(|g| g.notes().is_empty()));
}

#[test]
fn brackets_mean_nothing_inside_values_and_comments() {
    let text = "[Opening \"x (y) z\"]\n{first\n[Event \"no tag\"]\nlast}\n1. 32-28 {a [b] c} *";
    let game = one(text);
    assert_eq!(
        game.game().tags().collect::<Vec<_>>(),
        [("Opening", "x (y) z")]
    );
    assert_eq!(
        game.comments(),
        ["first\n[Event \"no tag\"]\nlast", "a [b] c"]
    );
    assert!(game.notes().is_empty());
    goes_round(text.as_bytes());
}

#[test]
fn escapes_go_both_ways() {
    let text = r#"[Event "The \"Open\" \\ x"] [Round "a \ b"]
[Site "C:\dam\"]
1. 32-28 *"#;
    let game = one(text);
    assert_eq!(game.game().tag("Event"), Some(r#"The "Open" \ x"#));
    assert_eq!(game.game().tag("Round"), Some(r"a \ b"));
    assert_eq!(game.game().tag("Site"), Some(r"C:\dam\"));
    assert!(
        game.written()
            .starts_with("[Event \"The \\\"Open\\\" \\\\ x\"]\n")
    );
    goes_round(text.as_bytes());
}

#[test]
fn comments_may_hold_anything() {
    let game = one("1. 32-28 {\n} 18-23 { my ( text } 2. 38-32 *");
    assert_eq!(game.main_line(), ["32-28", "18-23", "38-32"]);
    assert_eq!(game.comments(), ["\n", " my ( text "]);
    assert!(game.notes().is_empty());
    // One that never ends takes nothing with it but its own game.
    let games = read("[White \"a\"] 1. 32-28 { oops\n18-23 *\n[White \"b\"]\n1. 33-29 {good} *\n");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].errors(), ["comment-open", "no-result"]);
    assert_eq!(games[0].main_line(), ["32-28"]);
    assert_eq!(games[0].comments(), [" oops\n18-23 *"]);
    assert_eq!(games[1].main_line(), ["33-29"]);
    assert!(games[1].notes().is_empty());
    let game = one("1. 32-28 {");
    assert_eq!(game.errors(), ["comment-open"]);
}

#[test]
fn a_missing_result_is_unknown() {
    let game = one("[White \"a\"] 1. 32-28 18-23");
    assert_eq!(game.result(), GameResult::Unknown);
    assert!(game.notes().is_empty());
    assert_eq!(game.written(), "[White \"a\"]\n\n1. 32-28 18-23 *\n");
}

#[test]
fn signs_of_books_are_glyphs() {
    let game = one("1. 32-28 ± 18-23 ∓ 2. 38-32 = 12-18 +- 3. 31-27 -+ *");
    assert_eq!(
        game.main_line(),
        ["32-28", "18-23", "38-32", "12-18", "31-27"]
    );
    assert_eq!(game.nags(), [16, 17, 10, 18, 19]);
    assert_eq!(game.notes(), ["symbol"]);
    assert!(game.written().starts_with("1. 32-28 $16 18-23 $17 "));
}

#[test]
fn dots_for_black_after_a_comment() {
    for text in [
        "1. 32-28 {good} 1. ... 19-23 2. 28x19 *",
        "1. 32-28 {good} 1... 19-23 2. 28x19 *",
        "1. 32-28 {good} ... 19-23 2. 28x19 *",
        "1. 32-28 {good} 1…19-23 2. 28x19 *",
    ] {
        let game = one(text);
        assert_eq!(game.main_line(), ["32-28", "19-23", "28x19x23"], "{text}");
        assert!(game.notes().is_empty(), "{text}");
        assert_eq!(
            game.written(),
            "1. 32-28 {good} 1... 19-23 2. 28x19 *\n",
            "{text}"
        );
    }
}

#[test]
fn one_digit_squares_are_joined_whole() {
    // Written step by step, the second step ends on a square of one digit.
    let game = one("[FEN \"W:W28:B23,14,4\"] 1. 28x19 19x10 *");
    assert_eq!(game.main_line(), ["28x10x14x23"]);
    assert_eq!(game.notes(), ["step-by-step"]);
    assert!(game.written().ends_with("\n1. 28x10 *\n"));
    let game = one("[FEN \"W:W18:B12,2,1\"] 1. 18x7 *");
    assert_eq!(game.main_line(), ["18x7x12"]);
}

#[test]
fn a_game_that_stops_inside_a_capture_keeps_whole_moves() {
    let text = "[FEN \"W:W33,50:B18,14,5\"] 1. 33-28 18-23 2. 28x19";
    let game = one(text);
    assert_eq!(game.main_line(), ["33-28", "18-23"]);
    assert_eq!(game.codes(Severity::Warning), ["broken-off"]);
    assert!(game.errors().is_empty());
    assert!(game.diagnostics()[0].message.contains("2. 28x19"));
    assert_eq!(game.resolution.unresolved, 1);
    goes_round(text.as_bytes());
}

#[test]
fn old_forms_are_read_with_a_note() {
    let game = one("[FEN \"B:W7,12,22,33,50:B1,11\"] 1... 1x18 18x27 *");
    assert_eq!(
        game.notes(),
        ["illegal"],
        "Black must take from 1 over 7 or 11 over 7"
    );
    let game = one("[FEN \"W:W26:B21,12,1\"] 1. 26x17 17x8 *");
    assert_eq!(game.main_line(), ["26x8x12x21"]);
    assert_eq!(game.notes(), ["step-by-step"]);
    let game = one("1. 3228 1823 2. 3832 *");
    assert_eq!(game.main_line(), ["32-28", "18-23", "38-32"]);
    assert_eq!(game.notes(), ["no-separator"]);
    // A capture with a dash.
    let game = one("1. 32-28 19-23 2. 28-19 14-23 *");
    assert_eq!(game.main_line(), ["32-28", "19-23", "28x19x23", "14x23x19"]);
    assert_eq!(game.notes(), ["separator", "separator"]);
    assert_eq!(game.written(), "1. 32-28 19-23 2. 28x19 14x23 *\n");
}

#[test]
fn a_variant_with_a_setup_carries_both_tags() {
    let start = damier_notation::read_position(
        "W:W11:B1/WK49:BK2",
        Some("alician:letter".parse().unwrap()),
    )
    .unwrap();
    let mut game = Game::from_position(&start);
    game.push(Item::Move("49-16".into()));
    let text = write(&game, &WriteOptions::default());
    assert_eq!(
        text,
        "[GameType \"20\"]\n[Variant \"Alician; obligation=board; blocked=binding\"]\n[SetUp \"1\"]\n\
         [FEN \"W:W11:B1/WK49:BK2\"]\n\n1. 49-16 *\n"
    );
    let again = one(&text);
    assert_eq!(again.resolution.start, Some(start));
    assert!(again.resolution.is_complete());
    assert_eq!(again.game(), &game);
    // A game from the array needs no position.
    let array = Game::from_position(&Rules::International.start());
    assert_eq!(
        write(&array, &WriteOptions::default()),
        "[GameType \"20\"]\n\n*\n"
    );
}
