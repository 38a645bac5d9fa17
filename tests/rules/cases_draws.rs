//! Faults that programs of this kind have shown in public, and the right results: draws and the end of a game.

use damier_core::{Article, Color, Game, Position, Single};
use damier_tests::text::{find, moves, single};

/// Plays moves from a position, none of which but the last may end the game.
fn play(fen: &str, text: &str) -> Game<Single> {
    let mut game = Game::new(single(fen));
    for (ply, mv) in text.split_whitespace().enumerate() {
        assert_eq!(game.outcome(), None, "{fen} after ply {ply}");
        let mv = find(game.position(), mv);
        game.play(&mv)
            .unwrap_or_else(|e| panic!("{fen} at ply {}: {e}", ply + 1));
    }
    game
}

fn drawn_by(game: &Game<Single>) -> Option<Article> {
    let outcome = game.outcome()?;
    assert_eq!((outcome.winner, outcome.result()), (None, "1-1"));
    Some(outcome.article)
}

/// One king against two men and a king from the start, men moving twice: 32 plies, whatever other clocks show.
#[test]
fn b01_sixteen_moves_count_from_the_moment_the_material_arose() {
    let game = play(
        "W:WK28:BK1,2,3",
        "28-33 1-12 33-50 12-40 50-11 40-29 11-50 29-45 50-22 2-8 22-11 45-12 11-33 12-26 33-15 26-37 \
         15-33 37-23 33-42 23-40 42-33 8-13 33-28 40-12 28-22 12-18 22-39 18-31 39-44 31-37 44-39 37-14",
    );
    assert_eq!(game.len(), 32);
    assert_eq!(drawn_by(&game), Some(Article::SixteenMoves));
    assert_eq!(
        game.counts().king_plies,
        10,
        "the clock of the 25-move rule is another one"
    );
}

/// The material arises with the capture at ply 8: the king moves before it do not count, those after it all do.
#[test]
fn b01_sixteen_moves_do_not_count_what_came_before() {
    let game = play(
        "W:WK28,31:BK1,2,3",
        "28-37 1-12 37-19 12-21 19-35 21-16 31-27 16x49 35-19 49-27 19-41 27-31 41-23 31-26 23-29 26-31 29-34 31-9 \
         34-25 9-36 25-39 36-47 39-11 47-29 11-17 29-15 17-11 15-10 11-44 10-19 44-6 19-30 6-22 30-8 22-33 8-13 \
         33-44 13-30 44-22 30-25",
    );
    assert_eq!(game.len(), 8 + 32);
    assert_eq!(drawn_by(&game), Some(Article::SixteenMoves));
}

#[test]
fn b02_a_man_that_moves_does_not_restart_the_five_moves() {
    let game = play(
        "W:W46,K3:BK35",
        "3-14 35-44 46-41 44-11 14-32 11-39 32-19 39-6 19-5 6-33",
    );
    assert_eq!(game.len(), 10);
    assert_eq!(drawn_by(&game), Some(Article::FiveMoves));
}

/// The promotion at ply 9 restarts nothing; the game went on to ply 14 where it was played.
#[test]
fn b03_a_promotion_does_not_restart_the_five_moves() {
    let went_on = "49-32 35-40 32-38 40-45 11-6 45-50 38-49 50-33 6-1 33-17 1-7 17-28 49-35 28-14";
    let first_ten: Vec<&str> = went_on.split_whitespace().take(10).collect();
    let mut game = play("W:W11,K49:BK35", &first_ten.join(" "));
    assert_eq!(drawn_by(&game), Some(Article::FiveMoves));
    // The record can be followed past the draw, and it stays one.
    for text in went_on.split_whitespace().skip(10) {
        let mv = find(game.position(), text);
        game.play(&mv).expect_err("the game is over");
        game.play_past_draws(&mv).expect("the move is legal");
        assert_eq!(drawn_by(&game), Some(Article::FiveMoves));
    }
}

#[test]
fn b04_promotions_do_not_restart_the_sixteen_moves() {
    let went_on = "49-27 35-49 27-31 49-43 31-26 43-48 12-8 48-30 8-3 30-43 26-8 43-16 11-6 16-27 3-20 27-22 8-30 22-50 \
                   30-48 50-28 20-25 28-17 48-26 17-3 25-48 3-25 26-42 25-14 42-29 14-32 29-47 32-46 47-24 46-14";
    let moves: Vec<&str> = went_on.split_whitespace().collect();
    let game = play("W:W11,12,K49:BK35", &moves[..32].join(" "));
    assert_eq!(drawn_by(&game), Some(Article::SixteenMoves));
}

#[test]
fn b06_the_first_position_is_its_own_first_occurrence() {
    let round = "1-6 50-45 6-1 45-50";
    let game = play("W:WK1,31:BK50,20", &[round, round].join(" "));
    assert_eq!(game.occurrences(), 3);
    assert_eq!(drawn_by(&game), Some(Article::Repetition));
}

#[test]
fn b07_rounds_of_any_length_repeat() {
    let round = "1-7 50-44 7-12 44-39 12-1 39-50";
    let game = play("W:WK1,31:BK50,20", &[round, round].join(" "));
    assert_eq!(game.len(), 12);
    assert_eq!(drawn_by(&game), Some(Article::Repetition));
}

/// A blocked side has lost with the clocks at 0, and with a clock that fills on the same move.
#[test]
fn b09_a_win_comes_before_a_draw() {
    let blocked = Game::new(single("W:W6:B1"));
    assert_eq!(blocked.counts().king_plies, 0);
    assert_eq!(blocked.outcome().and_then(|o| o.winner), Some(Color::Black));

    // Ten plies of king against king, and the last captures.
    let five = play(
        "W:WK28:BK1",
        "28-33 1-12 33-28 12-21 28-6 21-43 6-1 43-21 1-12 21x3",
    );
    assert_eq!(five.len(), 10);
    let outcome = five.outcome().expect("the game is over");
    assert_eq!(
        (outcome.winner, outcome.article, outcome.result()),
        (Some(Color::Black), Article::NoMove, "0-2")
    );

    // Thirty-two plies of three kings against one, and the last captures.
    let sixteen = play(
        "B:WK46,K47,K48:BK3",
        "3-21 46-23 21-3 47-41 3-9 48-34 9-4 23-5 4-22 5-23 22-50 34-43 50-33 23-45 33-20 45-1 20-24 43-49 24-20 49-32 \
         20-3 1-7 3-9 32-49 9-31 41-47 31-26 49-43 26-3 7-11 3-17 11x44",
    );
    assert_eq!(sixteen.len(), 32);
    let outcome = sixteen.outcome().expect("the game is over");
    assert_eq!(
        (outcome.winner, outcome.article, outcome.result()),
        (Some(Color::White), Article::NoMove, "2-0")
    );
}

/// A man's move at ply 21 starts the clock anew: fifty plies later, not twenty-five, the game is drawn.
#[test]
fn b10_twenty_five_moves_are_fifty_plies() {
    let game = play(
        "W:WK46,K47,31:BK3,K4",
        "47-36 3-12 46-41 12-34 41-46 4-18 46-19 34-43 19-46 18-29 46-19 29-47 19-5 47-33 5-37 33-29 37-28 29-42 28-37 \
         42-38 31-26 38-33 37-19 33-11 19-10 43-30 36-18 30-8 18-23 8-3 23-32 3-12 32-49 12-34 49-32 11-22 32-49 34-18 \
         49-38 18-34 10-41 22-36 41-19 34-45 19-24 36-47 24-33 47-36 33-24 36-4 38-47 45-12 47-41 4-9 24-38 12-3 38-32 \
         9-13 32-5 3-17 41-36 13-30 5-41 30-35 41-47 17-6 36-27 6-39 27-49 35-19 47-29",
    );
    assert_eq!(game.len(), 21 + 50);
    assert_eq!(game.counts().king_plies, 50);
    assert_eq!(drawn_by(&game), Some(Article::TwentyFiveMoves));
}

#[test]
fn b15_every_way_to_end_has_a_result() {
    let ends = [
        ("W:W6:B1", "", "0-2"),
        ("B:W47,50:BK46", "46-41 47x36", "2-0"),
        (
            "W:WK1,31:BK50,20",
            "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50",
            "1-1",
        ),
    ];
    for (fen, text, result) in ends {
        let game = play(fen, text);
        let outcome = game
            .outcome()
            .unwrap_or_else(|| panic!("{fen} {text} is not over"));
        assert_eq!(outcome.result(), result, "{fen} {text}");
        assert!(
            outcome.to_string().contains(outcome.article.id()),
            "{outcome}"
        );
    }
}

#[test]
fn b16_king_against_king_is_drawn_after_five_moves_each_and_not_at_once() {
    let game = play(
        "W:WK28:BK1",
        "28-22 1-40 22-27 40-34 27-4 34-29 4-10 29-7 10-37 7-45",
    );
    assert_eq!(game.len(), 10);
    assert_eq!(drawn_by(&game), Some(Article::FiveMoves));
    assert!(
        !moves(game.position()).is_empty(),
        "there are moves left, and none may be played"
    );
    assert_eq!(game.position().win(), None);
}
