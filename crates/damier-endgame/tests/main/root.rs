//! A position with all its moves: the best ones first, and play by them reaches the end on the promised ply.

use damier_core::{Alician, Position, Reading, Rules, Single};
use damier_endgame::{Tabled, Tables, Wld, probe_root};

use crate::small;

#[test]
fn a_win_is_counted_down() {
    let tables = small::international();
    let position = small::position::<Single>(Rules::International, "W:W23:B5,6");
    let probe = probe_root(&tables, &position).unwrap();
    assert_eq!((probe.worth.value, probe.worth.plies), (Wld::Win, Some(29)));
    assert_eq!(probe.moves.len(), position.legal_moves().len());
    let order: Vec<_> = probe.moves.iter().map(|m| m.worth).collect();
    assert_eq!(probe.best()[0].worth, probe.worth);
    assert!(order.windows(2).all(|w| w[0].value >= w[1].value));
}

/// Both sides play the best moves from a position with a known longest win or loss: it ends on the very ply.
fn plays_out<P: Tabled>(tables: &Tables<P>, mut position: P, plies: u16) {
    let start = position;
    for left in (0..=plies).rev() {
        let probe = probe_root(tables, &position).unwrap();
        assert_eq!(probe.worth.plies, Some(left), "{start:?} {position:?}");
        let Some(best) = probe.best().last() else {
            assert_eq!(left, 0, "{start:?}");
            break;
        };
        assert!(left > 0, "{start:?}");
        position = position.play(&best.mv).unwrap();
    }
    assert!(position.win().is_some(), "{start:?} {position:?}");
}

#[test]
fn best_play_ends_on_the_promised_ply() {
    let tables = small::international();
    let mut played = 0;
    for material in small::classes(3) {
        for value in [Wld::Win, Wld::Loss] {
            if let Some(position) = tables.longest(material, value) {
                let (_, plies) = tables.distance(&position).unwrap();
                plays_out(&tables, position, plies);
                plays_out(&tables, position.swap_colors(), plies);
                played += 1;
            }
        }
    }
    assert!(played >= 28, "{played}");
}

#[test]
fn alician_best_play_ends_on_the_promised_ply() {
    for reading in Reading::ALL {
        let tables = small::alician(reading);
        for material in small::classes(3) {
            for value in [Wld::Win, Wld::Loss] {
                if let Some(position) = tables.longest(material, value) {
                    let (_, plies) = tables.distance(&position).unwrap();
                    plays_out::<Alician>(&tables, position, plies);
                }
            }
        }
    }
}

/// A man against two: the loser chooses the longest way, which the reference gives as 32 plies.
#[test]
fn a_loss_is_held_as_long_as_possible() {
    let tables = small::international();
    let position = small::position::<Single>(Rules::International, "W:W47,48:B34");
    let probe = probe_root(&tables, &position).unwrap();
    assert_eq!(
        (probe.worth.value, probe.worth.plies),
        (Wld::Loss, Some(32))
    );
    plays_out(&tables, position, 32);
}

#[test]
fn positions_without_tables_have_no_answer() {
    let tables = small::international();
    for fen in ["W:W31-50:B1-20", "W:WK1,K2:BK49,K50"] {
        let position = small::position::<Single>(Rules::International, fen);
        assert_eq!(tables.probe(&position), None, "{fen}");
        assert_eq!(tables.distance(&position), None, "{fen}");
        assert!(probe_root(&tables, &position).is_none(), "{fen}");
    }
    // A game that is over has a value without any table.
    let over = small::position::<Single>(Rules::International, "W:W:B4");
    assert_eq!(tables.distance(&over), Some((Wld::Loss, 0)));
    // Another game's tables say nothing.
    let letter = small::alician(Reading::LETTER);
    let position = small::position::<Alician>(Rules::Alician(Reading::DEFAULT), "W:WK1:BK2/W:B");
    assert_eq!(letter.probe(&position), None);
}
