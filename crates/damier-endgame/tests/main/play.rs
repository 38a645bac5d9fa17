//! The search with tables against a perfect opponent, under the draw rules of the game: what is won is won, on the
//! very ply that the tables promise, and what is drawn is never lost.

use damier_core::{Board, Color, Game, Piece, Position, Rules, Single, Square};
use damier_endgame::{Folder, Tabled, Tables, Wld, probe_root};
use damier_search::{Control, Engine, InternationalByHand, Limits, Progress};
use tempfile::TempDir;

use crate::small;

const RULES: Rules = Rules::International;

/// Numbers that look random, from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// A position of so many pieces, at least one a side.
    fn position(&mut self, pieces: usize) -> Single {
        loop {
            let mut board = Board::empty();
            for i in 0..pieces {
                let color = match i {
                    0 | 1 => Color::ALL[i],
                    _ => Color::ALL[self.below(2)],
                };
                let king = self.below(2) == 0;
                let square = Square::new(self.below(50) as u32 + 1).unwrap();
                board.set(square, Some(Piece { color, king }));
            }
            let turn = Color::ALL[self.below(2)];
            let full = board.occupied().len() as usize == pieces;
            let position = Single::place(RULES, turn, [board, Board::empty()]);
            if let Some(position) = position.filter(|p| full && p.decided().is_none()) {
                return position;
            }
        }
    }
}

struct Player(Engine<Single, InternationalByHand>, Limits);

impl Player {
    fn new(tables: &Tables<Single>, nodes: u64) -> Self {
        let mut engine = Engine::new(InternationalByHand::default(), 16).unwrap();
        engine.set_endgame(Some(Box::new(tables.clone())));
        let limits = Limits {
            nodes: Some(nodes),
            move_time: Some(std::time::Duration::from_mins(1)),
            ..Limits::default()
        };
        Self(engine, limits)
    }

    fn play(&mut self, game: &mut Game<Single>) {
        let found = self
            .0
            .search(game, &self.1, &Control::new(), &mut |_: &Progress| {});
        game.play(&found.best.unwrap()).unwrap();
    }
}

/// The defender's move: the longest resistance.
fn defend(truth: &Tables<Single>, game: &mut Game<Single>, random: &mut Random) {
    let probe = probe_root(truth, game.position()).unwrap();
    let best = probe.best();
    game.play(&best[random.below(best.len())].mv).unwrap();
}

/// Plays won positions to their end. The plies that each took, and the distance.
fn win_all(truth: &Tables<Single>, own: &Tables<Single>, pieces: usize, nodes: u64) -> [u64; 2] {
    let mut random = Random(pieces as u64);
    let mut sums = [0; 2];
    let mut won = 0;
    while won < 200 {
        let start = random.position(pieces);
        let Some((Wld::Win, plies)) = truth.distance(&start) else {
            continue;
        };
        let mut player = Player::new(own, nodes);
        let mut game = Game::new(start);
        let us = game.position().turn();
        while game.outcome().is_none() {
            if game.position().turn() == us {
                player.play(&mut game);
            } else {
                defend(truth, &mut game, &mut random);
            }
        }
        let moves: Vec<String> = game.moves().map(ToString::to_string).collect();
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.winner, Some(us), "{start:?} {outcome} {moves:?}");
        sums[0] += game.len() as u64;
        sums[1] += u64::from(plies);
        won += 1;
    }
    sums
}

/// Plays drawn positions against an opponent who never errs; none may be lost.
fn lose_none(truth: &Tables<Single>, own: &Tables<Single>, pieces: usize) {
    let mut random = Random(99 + pieces as u64);
    let mut games = 0;
    while games < 200 {
        let start = random.position(pieces);
        if truth.probe(&start) != Some(Wld::Draw) {
            continue;
        }
        let mut player = Player::new(own, 2_000);
        let mut game = Game::new(start);
        let us = game.position().turn();
        while game.outcome().is_none() && game.len() < 100 {
            if game.position().turn() == us {
                player.play(&mut game);
                let value = truth.probe(game.position());
                assert_ne!(value, Some(Wld::Win), "{start:?} {:?}", game.position());
            } else {
                defend(truth, &mut game, &mut random);
            }
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_ne!(winner, Some(!us), "{start:?}");
        games += 1;
    }
}

#[test]
fn won_positions_of_three_pieces_are_won_on_the_promised_ply() {
    let tables = Tables::embedded(RULES);
    let [played, promised] = win_all(&tables, &tables, 3, 2_000);
    assert_eq!(played, promised);
}

#[test]
fn drawn_positions_of_three_pieces_are_not_lost() {
    let tables = Tables::embedded(RULES);
    lose_none(&tables, &tables, 3);
}

/// Values alone say that a position is won and not how: the search has to find the way.
#[test]
fn values_without_distances_are_enough_to_win() {
    let folder = TempDir::new().unwrap();
    small::build(folder.path(), RULES, 3, 0)
        .run::<Single>(&())
        .unwrap();
    let values = Tables::open(folder.path(), RULES).unwrap();
    let truth = Tables::embedded(RULES);
    assert_eq!(values.distance(&Random(1).position(3)), None);
    let [played, promised] = win_all(&truth, &values, 3, 20_000);
    // The shortest way to a capture or a king need not be the shortest to the end.
    assert!(
        played >= promised && played < 3 * promised,
        "{played} {promised}"
    );
}

#[test]
#[ignore = "takes minutes"]
fn won_and_drawn_positions_of_four_pieces_end_as_they_should() {
    let tables = Tables::for_play(&Folder::Named(small::large(4)), RULES).unwrap();
    let [played, promised] = win_all(&tables, &tables, 4, 2_000);
    assert_eq!(played, promised);
    lose_none(&tables, &tables, 4);
}

#[test]
#[ignore = "takes minutes"]
fn values_without_distances_are_enough_to_win_four_pieces() {
    let folder = small::large(4);
    let truth = Tables::for_play(&Folder::Named(folder.clone()), RULES).unwrap();
    let bare = TempDir::new().unwrap();
    let to = bare.path().join("international");
    std::fs::create_dir(&to).unwrap();
    for entry in std::fs::read_dir(folder.join("international")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "wld") {
            std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
    let values = Tables::open(bare.path(), RULES).unwrap();
    let [played, promised] = win_all(&truth, &values, 4, 100_000);
    assert!(
        played >= promised && played < 3 * promised,
        "{played} {promised}"
    );
}
