//! The form in which games are written.

use damier_notation::pdn::{Game, GameResult, Item, ResultStyle, WriteOptions, write};

use super::{one, read};

#[test]
fn export_form() {
    let text = "[Zebra \"z\"][Black \"b\"][White \"w\"][Annotator \"n\"][FEN \"B:W31:B20\"][GameType \"20\"][Round \"1\"]\
                [Date \"2009.04.08\"][Site \"s\"][Event \"e\"][Result \"1-0\"] 12... 20-24{x}13. 31-27$10 24-29(24-30!$36) 1-0";
    assert_eq!(
        one(text).written(),
        "[Event \"e\"]\n[Site \"s\"]\n[Date \"2009.04.08\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"2-0\"]\n\
         [GameType \"20\"]\n[FEN \"B:W31:B20\"]\n[Annotator \"n\"]\n[Zebra \"z\"]\n\n\
         12... 20-24 {x} 13. 31-27 $10 24-29 (13... 24-30! $36) 2-0\n"
    );
}

#[test]
fn options() {
    let game = one("[White \"w\"][Event \"e\"][Result \"1/2-1/2\"] 1. 32-28 1/2-1/2")
        .record
        .game;
    let chess = WriteOptions {
        results: Some(ResultStyle::Chess),
        ..WriteOptions::default()
    };
    assert!(write(&game, &chess).ends_with("[Result \"1/2-1/2\"]\n\n1. 32-28 1/2-1/2\n"));
    let strict = WriteOptions {
        strict: true,
        ..WriteOptions::default()
    };
    assert!(write(&game, &strict).ends_with("[Result \"1-1\"]\n\n1. 32-28 *\n"));
    let kept = WriteOptions {
        keep_order: true,
        cr_lf: true,
        ..WriteOptions::default()
    };
    assert!(write(&game, &kept).starts_with("[White \"w\"]\r\n[Event \"e\"]\r\n"));
    // With the result only at the end, strict text must not lose it.
    let game = one("1. 32-28 0-1").record.game;
    assert_eq!(write(&game, &strict), "[Result \"0-2\"]\n\n1. 32-28 *\n");
    // Results of other games may mean something else and are left alone.
    let game = one("[GameType \"25\"] 1. c3-d4 1-0").record.game;
    assert!(write(&game, &WriteOptions::default()).ends_with("c3-d4 1-0\n"));
}

#[test]
fn lines_are_short() {
    let mut game = Game::default();
    for i in 0..400 {
        game.push(Item::Move(
            if i % 2 == 0 { "32-28" } else { "18-23" }.into(),
        ));
    }
    let text = write(&game, &WriteOptions::default());
    assert!(text.lines().all(|l| l.len() < 80));
    assert!(
        text.lines()
            .all(|l| !l.starts_with(' ') && !l.ends_with(' '))
    );
    assert!(text.lines().count() < 60);
    // Number and move stay together.
    assert!(text.lines().all(|l| !l.ends_with('.')));
}

#[test]
fn what_pdn_cannot_say_is_replaced() {
    let mut game = Game::default();
    game.set_tag("My Tag!", "two\nlines");
    game.push(Item::Comment("a } b\n[Event \"x\"]\n{ c".into()));
    game.push(Item::Move("32-28".into()));
    game.push(Item::Percent("one\ntwo".into()));
    game.set_result(&GameResult::BlackWins);
    let text = write(&game, &WriteOptions::default());
    let games = read(&text);
    assert_eq!(games.len(), 1, "{text}");
    assert!(games[0].notes().is_empty(), "{text}");
    assert_eq!(games[0].game().tag("XMy_Tag_"), Some("two lines"));
    assert_eq!(games[0].comments(), ["a ) b\n [Event \"x\"]\n{ c"]);
    assert_eq!(games[0].main_line(), ["32-28"]);
    assert_eq!(games[0].result(), GameResult::BlackWins);
}

#[test]
fn black_moves_first_in_english_draughts() {
    let game = one("[GameType \"21\"] 1. 11-15 22-18 2. 15x22 25x18 1-0")
        .record
        .game;
    assert!(
        write(&game, &WriteOptions::default()).ends_with("1. 11-15 22-18 2. 15x22 25x18 1-0\n")
    );
}

#[test]
fn equality_is_of_what_is_said() {
    let same = [
        "[White \"a\"][Black \"b\"][Result \"1-0\"] 1. 32-28 18-23! 1-0",
        "[Black \"b\"]\n[White \"a\"]\n[Result \"2-0\"]\n32-28 18-23 $1 2-0",
        "[Result \"2-0\"] [White \"a\"] [Black \"b\"] 7. 32-28 7... 18-23(!) 1-0",
    ];
    let games: Vec<Game> = same.iter().map(|t| one(t).record.game).collect();
    assert!(games.iter().all(|g| *g == games[0]));
    let other = [
        "[White \"a\"][Black \"b\"][Result \"1-0\"] 1. 32-28 18-23! 0-1",
        "[White \"a\"][Black \"c\"][Result \"1-0\"] 1. 32-28 18-23! 1-0",
        "[White \"a\"][Black \"b\"][Result \"1-0\"] 1. 32-28 18-23 1-0",
        "[White \"a\"][Black \"b\"][Result \"1-0\"] 1. 32-28 18-23! {} 1-0",
        "[White \"a\"][Black \"b\"][Result \"1-0\"] 1. 32-28 (18-23!) 1-0",
        "[White \"a\"][Black \"b\"][Black \"b\"][Result \"1-0\"] 1. 32-28 18-23! 1-0",
    ];
    for text in other {
        assert_ne!(one(text).record.game, games[0], "{text}");
    }
}
