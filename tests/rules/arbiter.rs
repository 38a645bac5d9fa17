//! The layer for a real board on random positions: what stands, what is corrected, and what is no move at all.

use damier_core::{
    Alician, Arbiter, ArbiterError, Bitboard, Board10, Game, International, Position, Reading,
    Single, Square,
};
use damier_tests::random::{Kind, Random, setup};
use damier_tests::slow::{Book, SlowMove};
use damier_tests::text::{book, book_of_two, slow};

fn square(number: u8) -> Square {
    Square::new(number.into()).expect("the number is on the board")
}

fn play<P: Position<Geometry = Board10>>(
    arbiter: &mut Arbiter<P>,
    mv: &SlowMove,
) -> Result<bool, ArbiterError> {
    let captured: Bitboard = mv.captured.iter().copied().map(square).collect();
    let irregular = arbiter.play(square(mv.from), square(mv.to), Some(captured))?;
    Ok(irregular.is_some())
}

fn watch<P: Position<Geometry = Board10>>(book: &Book, start: P, setups: u64) {
    let (mut regular, mut irregular) = (0, 0);
    for seed in 0..setups {
        let mut random = Random::new(seed + 9_000_000);
        let kind = Kind::ALL[random.below(Kind::ALL.len())];
        let Ok(position) = start.with_setup(&setup(&mut random, kind, P::BOARDS.len())) else {
            continue;
        };
        let shown = slow(&position);
        let legal = book.legal(&shown);
        let over = book.winner(&shown).is_some();
        for mv in book.by_hand(&shown) {
            let before = Game::new(position);
            let mut arbiter = Arbiter::new(before.clone(), true);
            let played = play(&mut arbiter, &mv);
            if over {
                assert!(
                    matches!(played, Err(ArbiterError::Illegal(_))),
                    "{mv:?} in {shown:?}"
                );
                continue;
            }
            // The move is on the board, whatever is said about it.
            assert_eq!(
                slow(arbiter.game().position()),
                book.play(&shown, &mv),
                "{mv:?}"
            );
            if legal.contains(&mv) {
                assert_eq!(played, Ok(false), "{mv:?} in {shown:?}");
                assert_eq!(arbiter.correct(), Err(ArbiterError::NothingToCorrect));
                regular += 1;
                continue;
            }
            irregular += 1;
            assert_eq!(played, Ok(true), "{mv:?} in {shown:?}");
            // It stands once the opponent has answered ...
            let mut answered = arbiter.clone();
            let reply = answered.game().position().legal_moves().first().copied();
            if let Some(reply) = reply {
                let said = answered.play(reply.from, reply.to, Some(reply.captured));
                assert_eq!(said.map(|i| i.is_some()), Ok(false));
                assert_eq!(answered.correct(), Err(ArbiterError::NothingToCorrect));
            }
            // ... and is gone without a trace if he has it corrected; a second time it is refused.
            let corrected = arbiter.correct().expect("it was irregular");
            assert_eq!(corrected.mv().from.number(), mv.from);
            assert_eq!(arbiter.game().position(), before.position());
            assert_eq!(
                (arbiter.game().len(), arbiter.game().counts()),
                (0, before.counts())
            );
            assert!(play(&mut arbiter, &mv).is_err(), "{mv:?} in {shown:?}");
            let movable = legal.iter().any(|m| m.from == mv.from);
            assert_eq!(
                arbiter.touched(),
                movable.then(|| square(mv.from)),
                "{mv:?} in {shown:?}"
            );
        }
    }
    assert!(
        regular > 1_000 && irregular > 1_000,
        "{regular} legal and {irregular} irregular moves"
    );
}

#[test]
fn irregular_moves_stand_or_are_corrected_in_international_draughts() {
    watch(
        &book::<International>(),
        Single::<International>::default(),
        2_000,
    );
}

#[test]
fn irregular_moves_stand_or_are_corrected_in_alician_draughts() {
    for reading in Reading::ALL {
        let book = book_of_two::<International>(reading);
        watch(&book, Alician::<International>::start(reading), 1_000);
    }
}
