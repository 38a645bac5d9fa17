//! Generation into a list that is used again allocates nothing. Alone in its binary, since it replaces the allocator.

use allocation_counter::measure;
use damier_core::{
    Alician, Board10, Color, International, Move, MoveList, Position, Reading, Single,
};
use damier_tests::random::{Kind, Random, setup};
use damier_tests::text::single;

/// Positions of all kinds, and their moves, made before anything is counted.
fn positions<P: Position<Geometry = Board10>>(start: P, extra: &[P]) -> Vec<(P, Vec<Move>)> {
    let mut all = vec![start];
    all.extend_from_slice(extra);
    for seed in 0..2_000 {
        let mut random = Random::new(seed + 77);
        let kind = Kind::ALL[random.below(Kind::ALL.len())];
        all.extend(start.with_setup(&setup(&mut random, kind, P::BOARDS.len())));
    }
    all.into_iter()
        .map(|p| (p, p.legal_moves().to_vec()))
        .collect()
}

fn nothing_is_allocated<P: Position<Geometry = Board10>>(start: P, extra: &[P]) {
    let positions = positions(start, extra);
    let mut list = MoveList::new();
    let mut scratch = MoveList::new();
    let mut orders = MoveList::new();
    let mut total = 0;
    let mut work = || {
        for (position, moves) in &positions {
            position.generate(&mut list);
            total += list.len() as u64 + position.count_moves(&mut scratch);
            total += position.count_replies(moves, &mut scratch);
            position.generate_orders(&mut orders);
            for mv in &list {
                let mut next = *position;
                next.play_unchecked(mv);
                total += next.key() & 1;
            }
        }
    };
    // The first time the lists grow to what these positions need.
    let grown = measure(&mut work);
    assert!(
        grown.count_total > 0,
        "the lists did not have to grow, or nothing is counted at all"
    );
    let again = measure(&mut work);
    assert_eq!(
        again.count_total,
        0,
        "allocations in {} positions",
        positions.len()
    );
    assert!(total > 0);
}

#[test]
fn generation_into_used_lists_allocates_nothing_in_international_draughts() {
    let many = single("W:WK12:B8,9,18,19,21,22,24,30,31,32,38,43,44");
    nothing_is_allocated(Single::<International>::default(), &[many]);
}

#[test]
fn generation_into_used_lists_allocates_nothing_in_alician_draughts() {
    for reading in Reading::ALL {
        nothing_is_allocated(Alician::<International>::start(reading), &[]);
    }
}

/// Questions that need no list do not make one, under the readings in which they can be answered without.
#[test]
fn whether_there_is_a_move_allocates_nothing() {
    fn ask<P: Position<Geometry = Board10>>(start: P) {
        let positions = positions(start, &[]);
        let mut yes = 0;
        let asked = measure(|| {
            for (position, _) in &positions {
                let answers = [
                    position.has_moves(),
                    position.win().is_some(),
                    position.can_capture(Color::White),
                    position.can_capture(Color::Black),
                ];
                yes += answers.iter().filter(|&&a| a).count();
            }
        });
        assert_eq!(asked.count_total, 0);
        assert!(yes > 0);
    }
    ask(Single::<International>::default());
    ask(Alician::<International>::start(Reading::DEFAULT));
}
