//! Opening books: transpositions, results by side, choice, growth, and files that are refused.

use damier_core::{Color, Game, Move, Position, Rules, Single};
use damier_notation::movetext;
use damier_search::book::{Book, BookChoice, BookError, Ending, GrowSettings, grow};
use damier_search::{Control, Engine, Limits, Material, Progress};

fn moves(texts: &str) -> (Vec<Move>, Single) {
    let mut position = <Single>::default();
    let mut moves = vec![];
    for text in texts.split_whitespace() {
        let mv = movetext::read(&position, text).unwrap();
        position = position.play(&mv).unwrap();
        moves.push(mv);
    }
    (moves, position)
}

fn add(book: &mut Book, texts: &str, ending: Ending) -> usize {
    book.add_game(<Single>::default(), &moves(texts).0, ending)
}

fn known(book: &Book, after: &str, mv: &str) -> [u32; 4] {
    let (_, position) = moves(after);
    let mv = movetext::read(&position, mv).unwrap();
    let found = book.get(&position);
    let (_, k) = found.iter().find(|(m, _)| *m == mv).unwrap();
    [k.games, k.wins, k.draws, k.losses]
}

fn three_games() -> Book {
    let mut book = Book::new(Rules::International);
    // The first two meet again after four plies, by another order of White's moves.
    add(
        &mut book,
        "31-26 18-23 35-30 12-18 37-31",
        Ending::Won(Color::White),
    );
    add(&mut book, "35-30 18-23 31-26 12-18 37-31", Ending::Drawn);
    add(&mut book, "31-26 19-23", Ending::Won(Color::Black));
    book
}

#[test]
fn transpositions_are_one_position() {
    let book = three_games();
    assert_eq!(
        known(&book, "31-26 18-23 35-30 12-18", "37-31"),
        [2, 1, 1, 0]
    );
    assert_eq!(
        known(&book, "35-30 18-23 31-26 12-18", "37-31"),
        [2, 1, 1, 0]
    );
    // Results count for the side that moves.
    assert_eq!(known(&book, "", "31-26"), [2, 1, 0, 1]);
    assert_eq!(known(&book, "31-26", "19-23"), [1, 1, 0, 0]);
    assert_eq!(known(&book, "31-26", "18-23"), [1, 0, 0, 1]);
}

#[test]
fn a_game_without_a_result_counts_as_played_only() {
    let mut book = three_games();
    add(&mut book, "31-26 19-23", Ending::Unknown);
    assert_eq!(known(&book, "31-26", "19-23"), [2, 1, 0, 0]);
}

#[test]
fn an_illegal_move_ends_what_is_taken_of_a_game() {
    let mut book = Book::new(Rules::International);
    let (mut game, _) = moves("32-28 19-23");
    game.push(game[0]);
    assert_eq!(book.add_game(<Single>::default(), &game, Ending::Drawn), 2);
    assert_eq!(book.moves(), 2);
}

#[test]
fn rare_moves_can_be_taken_out() {
    let mut book = three_games();
    book.prune(2);
    assert_eq!(known(&book, "", "31-26"), [2, 1, 0, 1]);
    let (_, after) = moves("31-26");
    assert_eq!(book.get(&after), vec![]);
}

#[test]
fn games_weigh_the_choice() {
    let mut book = Book::new(Rules::International);
    for (first, ending, games) in [
        ("32-28", Ending::Won(Color::White), 3),
        ("31-27", Ending::Drawn, 2),
        ("33-29", Ending::Won(Color::Black), 5),
        ("34-30", Ending::Won(Color::White), 1),
    ] {
        for _ in 0..games {
            add(&mut book, first, ending);
        }
    }
    let choice = BookChoice {
        least_games: 2,
        ..BookChoice::default()
    };
    let mut counts = std::collections::BTreeMap::new();
    for random in 0..8 {
        let start = <Single>::default();
        let mv = book.choose(&start, &choice, random).unwrap();
        let text = movetext::write(&start, &mv, movetext::Form::Short);
        *counts.entry(text).or_insert(0) += 1;
    }
    // Three won games weigh six, two drawn ones two; lost games nothing, and one game is too few.
    let expected = [("31-27".to_owned(), 2), ("32-28".to_owned(), 6)];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}

fn grown(positions: usize, from: Option<Book>) -> Book {
    let mut book = from.unwrap_or_else(|| Book::new(Rules::International));
    let settings = GrowSettings {
        nodes: 200,
        hash_mib: 1,
        ..GrowSettings::default()
    };
    let growth = grow(
        &mut book,
        <Single>::default(),
        &settings,
        positions,
        &|| Material,
        &mut |_, _| true,
    )
    .unwrap();
    assert_eq!(growth.positions, positions);
    book
}

#[test]
fn a_book_grows_from_the_start_and_goes_on_where_it_was() {
    let whole = grown(40, None);
    let start = whole.get(&<Single>::default());
    assert_eq!(start.len(), 9);
    // The same book, whether made at once or in two runs with a file between.
    let half = Book::read(&grown(15, None).write()).unwrap();
    assert_eq!(half.len(), 15);
    assert_eq!(grown(40, Some(half)), whole);
}

#[test]
fn scores_are_carried_back_from_the_end_of_the_lines() {
    let book = grown(40, None);
    let mut open = vec![<Single>::default()];
    let mut carried = 0;
    while let Some(position) = open.pop() {
        for (mv, k) in book.get(&position) {
            let next = position.play(&mv).unwrap();
            // The best come first.
            if let Some((_, reply)) = book.get(&next).first() {
                assert_eq!(k.score.unwrap(), -reply.score.unwrap());
                carried += 1;
                open.push(next);
            }
        }
    }
    assert!(carried >= 39);
}

#[test]
fn a_score_at_the_end_of_a_line_is_that_of_a_search() {
    let book = grown(1, None);
    for (mv, k) in book.get(&<Single>::default()) {
        let mut engine = Engine::new(Material, 1).unwrap();
        let mut game: Game<Single> = Game::default();
        game.play(&mv).unwrap();
        let game = Game::new(*game.position());
        let limits = Limits::nodes(200);
        let found = engine.search(&game, &limits, &Control::new(), &mut |_: &Progress| {});
        assert_eq!(i32::from(k.score.unwrap()), -found.score().0);
    }
}

#[test]
fn analysis_keeps_to_the_margin() {
    let book = grown(40, None);
    let start = <Single>::default();
    let scores = book.get(&start);
    let best = scores[0].1.score.unwrap();
    for random in 0..50 {
        let choice = BookChoice {
            margin: 0,
            ..BookChoice::default()
        };
        let mv = book.choose(&start, &choice, random).unwrap();
        let (_, k) = scores.iter().find(|(m, _)| *m == mv).unwrap();
        assert_eq!(k.score, Some(best));
    }
}

#[test]
fn what_is_written_is_read_and_damage_is_named() {
    let book = three_games();
    let bytes = book.write();
    assert_eq!(Book::read(&bytes).unwrap(), book);
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 1;
        assert!(Book::read(&damaged).is_err(), "byte {i}");
        assert!(Book::read(&bytes[..i]).is_err(), "cut at {i}");
    }
    let mut newer = bytes.clone();
    newer[9] = 1;
    assert_eq!(Book::read(&newer), Err(BookError::Version(257)));
    assert_eq!(Book::read(b"GIF89a"), Err(BookError::Foreign));
    let other: Rules = "alician".parse().unwrap();
    assert!(matches!(
        book.expect(other),
        Err(BookError::OtherRules { .. })
    ));
}

#[test]
fn the_book_that_comes_with_the_program_is_whole() {
    let book = Book::embedded(Rules::International).unwrap();
    assert_eq!(book.rules(), Rules::International);
    let start = <Single>::default();
    assert!(book.choose(&start, &BookChoice::default(), 7).is_some());
}
