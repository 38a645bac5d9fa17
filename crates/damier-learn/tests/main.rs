//! The loop from games to weights, small: what it learns must be worth more than nothing, and nothing may be lost on
//! the way.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_core::{BoardName, Color, Game, Position, Rules, Single};
use damier_learn::fit::{FitSettings, Fitting, Linear, Model, Net, StateError};
use damier_learn::record::{Appender, Ending, GameRecord, Games, Header, RecordError};
use damier_learn::rescore;
use damier_learn::samples::{self, Samples};
use damier_learn::selfplay::{HASH_MIB, Settings, run};
use damier_search::{
    Endgame, Engine, Evaluate, InternationalByHand, Material, Playable, TableSizeError, Verdict,
    Windows8, Windows12,
};

fn header(settings: &Settings) -> Header {
    Header {
        rules: "international".to_owned(),
        seed: settings.seed,
        nodes: settings.nodes,
        evaluation: "hand".to_owned(),
    }
}

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}-{}.games", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// Plays until the file has so many games; stops early after some, if asked.
fn play(path: &Path, settings: &Settings, games: u64, stop_after: Option<u64>) {
    play_with(path, settings, games, stop_after, &|| {
        Engine::new(InternationalByHand::default(), HASH_MIB)
    });
}

fn play_with(
    path: &Path,
    settings: &Settings,
    games: u64,
    stop_after: Option<u64>,
    engine: &(impl Fn() -> Result<Engine<Single, InternationalByHand>, TableSizeError> + Sync),
) {
    let (mut file, have) = Appender::open(path, &header(settings)).unwrap();
    let stop = AtomicBool::new(false);
    let mut tell = |count: u64| {
        if stop_after.is_some_and(|n| count >= n) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let start = <Single>::default();
    run(
        settings,
        start,
        engine,
        (&mut file, &have),
        games,
        &stop,
        &mut tell,
    )
    .unwrap();
}

fn games(path: &Path) -> Vec<GameRecord> {
    let mut games: Vec<_> = Games::open(path).unwrap().map(Result::unwrap).collect();
    games.sort_by_key(|g| g.number);
    games
}

fn read(path: &Path) -> Samples<Single> {
    let files = [path.to_owned()];
    samples::read(
        &files,
        Rules::International,
        <Single>::default(),
        None,
        &mut |_| {},
    )
    .unwrap()
}

/// A thousand fast games, made once for all tests.
fn thousand() -> &'static Samples<Single> {
    static SAMPLES: OnceLock<Samples<Single>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let path = path("thousand");
        let settings = Settings {
            nodes: 200,
            threads: 2,
            ..Settings::default()
        };
        play(&path, &settings, 1_000, None);
        let samples = read(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(samples.games, 1_000);
        samples
    })
}

fn settings() -> FitSettings {
    FitSettings {
        epochs: 3,
        result_share: 1.0,
        ..FitSettings::default()
    }
}

/// Fits a model to the thousand games and looks at what it learned.
fn learns<M: Model<Single>>() {
    let samples = thousand();
    let counts = [samples.training.len(), samples.held_out.len()];
    assert!(counts[0] > 20_000 && counts[1] > 800, "{counts:?}");
    let mut fitting = Fitting::<Single, M>::new(settings());
    while !fitting.is_done() {
        fitting.pass(samples, &mut |_| {});
    }
    let fit = fitting.finish(samples);
    // A coin's loss is 0.69. Results of fast games are mostly luck; what is seen of them must be worth a tenth of that.
    let losses = [fit.constant, fit.exact, fit.quantised];
    assert!(
        losses[0] > 0.6 && losses[1] < losses[0] - 0.05,
        "{losses:?}"
    );
    assert!((losses[2] - losses[1]).abs() < 1e-3, "{losses:?}");
    // What the engine makes of the file, in the unit of the fit, says the same of the held-out positions.
    let evaluation = Single::learned(&fit.weights).unwrap();
    let (mut found, mut expected) = (0.0_f64, 0.0);
    for sample in &samples.held_out {
        let white = match sample.position.turn() {
            Color::White => 1.0,
            Color::Black => -1.0,
        };
        let score = white * f64::from(evaluation.evaluate(&sample.position));
        let chance = 1.0 / (1.0 + (-score / f64::from(fit.scale)).exp());
        let result = f64::from(sample.result);
        found -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
        expected += fit.quantised;
    }
    let difference = (found - expected) / samples.held_out.len() as f64;
    // Scores are whole numbers, and drawish endings are scaled at play.
    assert!(difference.abs() < 0.01, "{difference}");
}

#[test]
fn a_thousand_games_teach_a_linear_evaluation_more_than_a_constant() {
    learns::<Linear<Windows8>>();
}

#[test]
fn a_thousand_games_teach_a_network_more_than_a_constant() {
    learns::<Net>();
}

fn goes_on<M: Model<Single>>() {
    let samples = thousand();
    let mut whole = Fitting::<Single, M>::new(settings());
    whole.pass(samples, &mut |_| {});
    let aside = whole.write();
    whole.pass(samples, &mut |_| {});
    let mut again = Fitting::<Single, M>::read(&aside, settings()).unwrap();
    again.pass(samples, &mut |_| {});
    assert!(again.write() == whole.write());
    let [again, whole] = [again, whole].map(|fitting| fitting.finish(samples).weights);
    assert!(again == whole);
}

#[test]
fn a_fit_put_aside_goes_on_as_if_it_had_not() {
    goes_on::<Linear<Windows8>>();
    goes_on::<Net>();
}

#[test]
fn a_fit_of_something_else_is_refused_by_name() {
    let bytes = Fitting::<Single, Linear<Windows8>>::new(settings()).write();
    let other = FitSettings {
        rate: 0.5,
        ..settings()
    };
    let refused =
        |bytes: &[u8], settings| Fitting::<Single, Linear<Windows8>>::read(bytes, settings).err();
    assert!(matches!(
        refused(&bytes, other),
        Some(StateError::Other { .. })
    ));
    assert!(matches!(
        refused(b"", settings()),
        Some(StateError::Foreign)
    ));
    let mut damaged = bytes.clone();
    damaged[1_000] ^= 1;
    assert!(matches!(
        refused(&damaged, settings()),
        Some(StateError::Damaged(_))
    ));
    let large = Fitting::<Single, Linear<Windows12>>::read(&bytes, settings());
    assert!(matches!(large.err(), Some(StateError::Other { .. })));
    // More passes are the same fit.
    let longer = FitSettings {
        epochs: 9,
        ..settings()
    };
    assert!(refused(&bytes, longer).is_none());
}

#[test]
fn self_play_that_was_stopped_gives_the_same_games() {
    let settings = Settings {
        nodes: 30,
        longest: 120,
        ..Settings::default()
    };
    let (whole, parts) = (path("whole"), path("parts"));
    play(&whole, &settings, 64, None);
    play(&parts, &settings, 64, Some(16));
    let first = games(&parts).len();
    assert!((16..64).contains(&first), "{first}");
    // A crash leaves half a block.
    let mut bytes = std::fs::read(&parts).unwrap();
    bytes.extend([200, 0, 0, 0, 1, 2, 3, 4, 5]);
    std::fs::write(&parts, bytes).unwrap();
    play(&parts, &settings, 64, None);
    assert_eq!(games(&parts), games(&whole));
    let other = Settings {
        seed: 2,
        ..settings
    };
    let refused = Appender::open(&whole, &header(&other)).err();
    assert!(matches!(refused, Some(RecordError::OtherHeader { .. })));
    for path in [whole, parts] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn games_of_another_game_and_damaged_files_are_refused() {
    let settings = Settings {
        nodes: 10,
        longest: 60,
        ..Settings::default()
    };
    let path = path("damaged");
    play(&path, &settings, 16, None);
    let letter: Rules = "alician:letter".parse().unwrap();
    let read = |rules| {
        samples::read(
            std::slice::from_ref(&path),
            rules,
            <Single>::default(),
            None,
            &mut |_| {},
        )
        .err()
    };
    assert!(matches!(read(letter), Some(RecordError::OtherRules { .. })));
    let good = std::fs::read(&path).unwrap();
    let mut damaged = good.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 16;
    std::fs::write(&path, &damaged).unwrap();
    let refused = read(Rules::International);
    assert!(matches!(refused, Some(RecordError::Damaged { .. })));
    for byte in 0..10 {
        let mut damaged = good.clone();
        damaged[byte] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert!(read(Rules::International).is_some(), "byte {byte}");
    }
    std::fs::remove_file(&path).unwrap();
}

/// Tables of another world: with so few pieces White always wins.
struct WhiteWins(u32);

fn pieces(position: &Single) -> u32 {
    position.board(BoardName::A).occupied().len()
}

impl Endgame<Single> for WhiteWins {
    fn max_pieces(&self) -> u32 {
        self.0
    }

    fn probe(&self, position: &Single) -> Option<Verdict> {
        let known = pieces(position) <= self.0 && !position.can_capture(position.turn());
        known.then(|| match position.turn() {
            Color::White => Verdict::Win,
            Color::Black => Verdict::Loss,
        })
    }

    fn distance(&self, _: &Single) -> Option<u32> {
        None
    }
}

/// The plies before which tables know the position, by the moves of the record alone.
fn known_from(game: &GameRecord, tables: &WhiteWins) -> Option<usize> {
    let mut replay = Game::new(<Single>::default());
    for (ply, &choice) in game.moves.iter().enumerate() {
        let mv = replay.position().legal_moves()[usize::from(choice)];
        if ply >= usize::from(game.opening) && tables.probe(replay.position()).is_some() {
            return Some(ply);
        }
        replay.play(&mv).unwrap();
    }
    (tables.probe(replay.position()).is_some()).then_some(game.moves.len())
}

#[test]
fn a_game_ends_where_tables_know_its_value() {
    let path = path("tables");
    let settings = Settings {
        nodes: 50,
        played_out: 2,
        ..Settings::default()
    };
    play_with(&path, &settings, 64, None, &|| {
        let mut engine = Engine::new(InternationalByHand::default(), HASH_MIB)?;
        engine.set_endgame(Some(Box::new(WhiteWins(14))));
        Ok(engine)
    });
    let mut ended = [0, 0];
    for game in games(&path) {
        if game.ending == Ending::Tables {
            assert_eq!(game.result, 1);
            ended[usize::from(game.played_out.is_some())] += 1;
            let known = known_from(&game, &WhiteWins(14)).unwrap();
            if game.played_out.is_none() {
                assert_eq!(known, game.moves.len());
            }
        }
    }
    assert!(ended[0] > 5 && ended[1] > 5, "{ended:?}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn results_are_what_tables_say_once_a_game_has_come_to_them() {
    let path = path("corrected");
    let settings = Settings {
        nodes: 50,
        ..Settings::default()
    };
    play(&path, &settings, 64, None);
    let tables = WhiteWins(14);
    let mut wrong = 0;
    let mut results = std::collections::HashSet::new();
    for game in games(&path) {
        let known = known_from(&game, &tables).is_some_and(|ply| ply < game.moves.len());
        wrong += u64::from(known && game.result != 1);
        let result = if known { 1 } else { game.result };
        let mut replay = Game::new(<Single>::default());
        for &choice in &game.moves {
            // Games may share a position; one of them gives it its result.
            results.insert((replay.position().key(), result));
            let mv = replay.position().legal_moves()[usize::from(choice)];
            replay.play(&mv).unwrap();
        }
    }
    let samples = samples::read(
        std::slice::from_ref(&path),
        Rules::International,
        <Single>::default(),
        Some(&tables),
        &mut |_| {},
    )
    .unwrap();
    assert!(wrong > 10);
    assert_eq!(samples.corrected, wrong);
    let mut few = 0;
    for sample in samples.training.iter().chain(&samples.held_out) {
        let result = (sample.result * 2.0 - 1.0) as i8;
        assert!(results.contains(&(sample.position.key(), result)));
        few += u32::from(pieces(&sample.position) <= 14);
    }
    assert!(few > 50, "{few}");
    std::fs::remove_file(path).unwrap();
}

/// Material for the side to move, counted square by square.
fn counted(position: &Single) -> i16 {
    let worth = |(_, piece): (damier_core::Square, damier_core::Piece)| {
        let worth = if piece.king { 300 } else { 100 };
        if piece.color == position.turn() {
            worth
        } else {
            -worth
        }
    };
    position.board(BoardName::A).iter().map(worth).sum()
}

#[test]
fn games_are_scored_again_where_a_fit_looks_at_them() {
    let [from, to] = ["rescore-from", "rescore-to"].map(path);
    let played = Settings {
        nodes: 60,
        ..Settings::default()
    };
    play(&from, &played, 60, None);
    // With one node no move is looked at: the score is how the position looks, which is material.
    let again = |stop_after: u64| {
        let header = Header {
            nodes: 1,
            evaluation: "material".to_owned(),
            ..header(&played)
        };
        let (mut file, have) = Appender::open(&to, &header).unwrap();
        let stop = AtomicBool::new(false);
        let settings = rescore::Settings {
            nodes: 1,
            threads: 2,
        };
        rescore::run(
            settings,
            <Single>::default(),
            &|| Engine::new(Material, 1),
            Games::open(&from).unwrap(),
            (&mut file, &have),
            &stop,
            &mut |count| stop.store(count >= stop_after, Ordering::Relaxed),
        )
        .unwrap()
    };
    assert!((16..60).contains(&again(16)), "stopped");
    assert_eq!(again(60), 60);
    let (before, after) = (games(&from), games(&to));
    assert_eq!(before.len(), after.len());
    let (mut new, mut kept) = (0, 0);
    for (before, after) in before.iter().zip(&after) {
        let same = GameRecord {
            scores: before.scores.clone(),
            ..after.clone()
        };
        assert_eq!(&same, before);
        let mut position = <Single>::default();
        for (ply, &choice) in after.moves.iter().enumerate() {
            let legal = position.legal_moves();
            let mv = legal[usize::from(choice)];
            if let Some(at) = ply.checked_sub(usize::from(after.opening))
                && let Some(&score) = after.scores.get(at)
            {
                let quiet = !mv.is_capture() && !position.can_capture(!position.turn());
                if quiet && legal.len() > 1 {
                    assert_eq!(score, counted(&position), "{position:?}");
                    new += 1;
                } else {
                    assert_eq!(score, before.scores[at]);
                    kept += 1;
                }
            }
            position.play_unchecked(&mv);
        }
    }
    assert!(new > 1_000 && kept > 200, "{new} {kept}");
    for file in [from, to] {
        std::fs::remove_file(file).unwrap();
    }
}
