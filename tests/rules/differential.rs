//! The fast generator against the slow rules on random positions, and games in progress against the slow referee.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};

use damier_core::{
    Alician, Article, Color, Game, International, MoveList, Outcome, Position, Reading, Single,
    Variant,
};
use damier_tests::random::{Kind, Random, setup};
use damier_tests::referee::{Verdict, verdicts};
use damier_tests::slow::{Book, SlowMove};
use damier_tests::text::{book, book_of_two, slow, slow_move};
use damier_tests::variants::{
    Brazilian, Canadian, Czech10, English, International6, Pool, ShortKings10,
};

/// Positions compared for each game and reading.
const POSITIONS: u64 = 300_000;

/// Compares everything a position says with the slow rules. Returns a random legal move.
fn compare<P: Position>(
    book: &Book,
    position: &P,
    random: &mut Random,
    lists: &mut [MoveList<P::Geometry>; 2],
) -> Option<damier_core::Move<P::Geometry>> {
    let [fast, scratch] = lists;
    let shown = slow(position);
    let legal = book.legal(&shown);
    position.generate(fast);
    fast.sort();
    let found: Vec<SlowMove> = fast.iter().map(slow_move).collect();
    assert_eq!(found, legal, "legal moves of {shown:?}");
    assert_eq!(
        position.count_moves(scratch),
        legal.len() as u64,
        "number of moves of {shown:?}"
    );
    assert_eq!(
        position.has_moves(),
        !legal.is_empty(),
        "whether there is a move in {shown:?}"
    );
    assert_eq!(
        position.win().map(|w| w.winner),
        book.winner(&shown),
        "winner of {shown:?}"
    );
    for color in Color::ALL {
        let expected = book.can_capture(&shown, color);
        assert_eq!(
            position.can_capture(color),
            expected,
            "{color} to capture in {shown:?}"
        );
    }
    assert_eq!(position.key(), position.fresh_key(), "key of {shown:?}");
    for (mv, slow_mv) in fast.iter().zip(&legal) {
        let mut next = *position;
        next.play_unchecked(mv);
        let after = book.play(&shown, slow_mv);
        assert_eq!(slow(&next), after, "{mv} in {shown:?}");
        assert_eq!(next.key(), next.fresh_key(), "key after {mv} in {shown:?}");
        let kings = |p: &damier_tests::slow::SlowPosition| {
            let all = p.boards.iter().flat_map(|b| b.values());
            all.filter(|p| p.side == shown.turn && p.king).count()
        };
        assert_eq!(
            mv.promotes,
            kings(&after) > kings(&shown),
            "promotion by {mv} in {shown:?}"
        );
    }
    let replies: u64 = fast
        .iter()
        .map(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            next.generate(scratch);
            scratch.len() as u64
        })
        .sum();
    assert_eq!(
        position.count_replies(fast, scratch),
        replies,
        "number of replies in {shown:?}"
    );
    // One move a position through the checked door, which looks it up again.
    let chosen = (!fast.is_empty()).then(|| fast[random.below(fast.len())])?;
    let mut next = *position;
    next.play_unchecked(&chosen);
    assert_eq!(position.play(&chosen), Ok(next), "{chosen} in {shown:?}");
    Some(chosen)
}

/// Compares `positions` positions of one game in all ways of making them, some threads at a time.
fn compare_many<P: Position>(name: &dyn Display, book: &Book, positions: u64, start: &P) {
    let name = name.to_string();
    let done = AtomicU64::new(0);
    let seed = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let work = || {
        let mut lists = [MoveList::new(), MoveList::new()];
        while done.load(Ordering::Relaxed) < positions {
            let seed = seed.fetch_add(1, Ordering::Relaxed);
            let mut random = Random::new(seed);
            // A whole game now and then, else a few moves from a random setup.
            let (mut position, plies) = if seed.is_multiple_of(40) {
                (*start, 150)
            } else {
                let kind = Kind::ALL[random.below(Kind::ALL.len())];
                match start.with_setup(&setup(&mut random, kind, P::BOARDS.len())) {
                    Ok(position) => (position, 4),
                    Err(_) => continue,
                }
            };
            for _ in 0..plies {
                let chosen = compare(book, &position, &mut random, &mut lists);
                done.fetch_add(1, Ordering::Relaxed);
                let Some(mv) = chosen else { break };
                position.play_unchecked(&mv);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let done = done.into_inner();
    assert!(done >= positions, "{name}: only {done} positions");
}

fn compare_variant<V: Variant>(positions: u64) {
    compare_many(
        &V::RULES.name,
        &book::<V>(),
        positions,
        &Single::<V>::default(),
    );
}

fn compare_reading(reading: Reading) {
    let start = Alician::<International>::start(reading);
    compare_many(
        &reading,
        &book_of_two::<International>(reading),
        POSITIONS,
        &start,
    );
}

#[test]
fn international_draughts_as_the_slow_rules_have_it() {
    compare_variant::<International>(POSITIONS);
}

#[test]
fn alician_draughts_by_default_as_the_slow_rules_have_it() {
    compare_reading(Reading::ALL[0]);
}

#[test]
fn alician_draughts_by_the_letter_as_the_slow_rules_have_it() {
    compare_reading(Reading::ALL[1]);
}

#[test]
fn alician_draughts_board_and_void_as_the_slow_rules_have_it() {
    compare_reading(Reading::ALL[2]);
}

#[test]
fn alician_draughts_both_and_binding_as_the_slow_rules_have_it() {
    compare_reading(Reading::ALL[3]);
}

#[test]
fn other_variants_and_boards_as_the_slow_rules_have_them() {
    compare_variant::<Brazilian>(POSITIONS / 10);
    compare_variant::<Pool>(POSITIONS / 10);
    compare_variant::<English>(POSITIONS / 10);
    compare_variant::<Canadian>(POSITIONS / 10);
    compare_variant::<International6>(POSITIONS / 10);
    compare_variant::<Czech10>(POSITIONS / 10);
    compare_variant::<ShortKings10>(POSITIONS / 10);
}

/// The slow rules themselves, so that two faults do not agree: counts by hand from the published table.
#[test]
fn the_slow_rules_count_right() {
    fn leaves(book: &Book, position: &damier_tests::slow::SlowPosition, depth: u32) -> usize {
        let legal = book.legal(position);
        if depth == 1 {
            return legal.len();
        }
        legal
            .iter()
            .map(|m| leaves(book, &book.play(position, m), depth - 1))
            .sum()
    }
    let start = slow(&Single::<International>::default());
    let counts = [1, 2, 3, 4, 5].map(|depth| leaves(&book::<International>(), &start, depth));
    assert_eq!(counts, [9, 81, 658, 4265, 27117]);
    for (reading, expected) in Reading::ALL.into_iter().zip([
        [9, 81, 658, 4129, 26090],
        [9, 81, 765, 6499, 54815],
        [9, 81, 779, 6683, 58941],
        [9, 81, 523, 2941, 15904],
    ]) {
        let start = slow(&Alician::<International>::start(reading));
        let book = book_of_two::<International>(reading);
        let counts = [1, 2, 3, 4, 5].map(|depth| leaves(&book, &start, depth));
        assert_eq!(counts, expected, "{reading}");
    }
}

fn verdict(outcome: Outcome) -> Verdict {
    match (outcome.winner, outcome.article) {
        (Some(winner), _) => Verdict::Won(winner),
        (None, Article::Repetition) => Verdict::Repetition,
        (None, Article::TwentyFiveMoves) => Verdict::KingMoves,
        (None, Article::SixteenMoves) => Verdict::Sixteen,
        (None, Article::FiveMoves) => Verdict::Five,
        (None, article) => panic!("{article} draws no game"),
    }
}

/// Random games from endings, followed past every draw so that counts go on and classes change; the game's own
/// counts against the referee's reading of the whole record.
#[test]
fn draws_as_the_slow_referee_has_them() {
    let book = book::<International>();
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..4_000 {
        let mut random = Random::new(1_000_000 + seed);
        let kind = if random.one_in(4) {
            Kind::NearPromotion
        } else {
            Kind::FewKings
        };
        let Ok(start) = Single::<International>::from_setup(&setup(&mut random, kind, 1)) else {
            continue;
        };
        let mut game = Game::new(start);
        let mut positions = vec![slow(&start)];
        let mut moves = vec![];
        // Few different moves make repetitions likely.
        let lazy = random.one_in(3);
        for _ in 0..120 {
            let expected = verdicts(&book, Single::<International>::DRAWS, &positions, &moves);
            match game.outcome().map(verdict) {
                None => assert_eq!(expected, [], "{positions:?}"),
                Some(found) => {
                    assert!(
                        expected.contains(&found),
                        "{found:?} is not among {expected:?}: {positions:?}"
                    );
                    *seen.entry(found).or_insert(0) += 1;
                }
            }
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(if lazy {
                legal.len().min(2)
            } else {
                legal.len()
            })];
            game.play_past_draws(&mv).expect("the move is legal");
            moves.push(slow_move(&mv));
            positions.push(slow(game.position()));
        }
    }
    // Each rule was met, or the test says little.
    for verdict in [
        Verdict::Repetition,
        Verdict::KingMoves,
        Verdict::Sixteen,
        Verdict::Five,
    ] {
        assert!(
            seen.get(&verdict).is_some_and(|&n| n > 100),
            "{verdict:?}: {seen:?}"
        );
    }
}
