//! Statistics against values from elsewhere: a program that maximises the likelihoods directly, without the formulas
//! used here, and hand calculation.

use damier_match::statistics::{
    Decision, Estimate, Model, Pairs, Sprt, SprtError, elo_of_score, score_of_elo,
};

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected}"
    );
}

#[test]
fn elo_and_score() {
    near(elo_of_score(0.5), 0.0, 1e-12);
    // 10 to 1.
    near(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
    near(elo_of_score(0.75), 190.848_501_887_864_97, 1e-9);
    near(score_of_elo(200.0), 0.759_746_926_647_958, 1e-12);
    assert!(elo_of_score(1.0).is_infinite() && elo_of_score(0.0).is_infinite());
}

#[test]
fn intervals_come_from_pairs() {
    for (pairs, elo, low, high, superiority) in [
        (
            [10, 150, 600, 170, 20],
            7.315_514_284_9,
            -0.189_040_019_2,
            14.826_901_011_6,
            0.971_971_05,
        ),
        (
            [2, 8, 55, 12, 2],
            8.797_717_482_5,
            -17.004_170_348_1,
            34.697_172_092_3,
            0.748_108_68,
        ),
    ] {
        let estimate = Estimate::of(Pairs(pairs)).unwrap();
        near(estimate.elo.unwrap(), elo, 1e-6);
        near(estimate.low, low, 1e-6);
        near(estimate.high, high, 1e-6);
        near(estimate.superiority, superiority, 1e-6);
    }
    assert_eq!(Estimate::of(Pairs::default()), None);
}

#[test]
fn an_interval_is_finite_whatever_happened() {
    // Eight pairs all won: the difference may be infinite, the interval is not, and is no point.
    for (pairs, low, high) in [
        ([0, 0, 0, 0, 8], 73.103_618_484, 622.281_757_300),
        ([8, 0, 0, 0, 0], -622.281_757_300, -73.103_618_484),
        ([0, 0, 10, 0, 0], -60.907_024_422, 60.907_024_422),
        ([0, 0, 0, 1, 3], -29.455_003_686, 447.757_999_910),
    ] {
        let estimate = Estimate::of(Pairs(pairs)).unwrap();
        near(estimate.low, low, 1e-6);
        near(estimate.high, high, 1e-6);
    }
    assert_eq!(Estimate::of(Pairs([0, 0, 0, 0, 8])).unwrap().elo, None);
    near(
        Estimate::of(Pairs([0, 0, 10, 0, 0])).unwrap().elo.unwrap(),
        0.0,
        1e-12,
    );
    for count in 1..50 {
        for kind in 0..5 {
            let mut pairs = [0; 5];
            pairs[kind] = count;
            let Estimate {
                low,
                high,
                superiority,
                ..
            } = Estimate::of(Pairs(pairs)).unwrap();
            assert!(low.is_finite() && high.is_finite() && low < high);
            assert!((0.0..=1.0).contains(&superiority));
        }
    }
}

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

#[test]
fn likelihood_ratios() {
    use Model::{Logistic, Normalized};
    for (pairs, model, expected) in [
        (
            [10, 150, 600, 170, 20],
            Logistic,
            [1.646_759, 2.270_885, 1.584_979],
        ),
        (
            [10, 150, 600, 170, 20],
            Normalized,
            [1.003_399, 1.022_530, 1.613_609],
        ),
        (
            [2, 8, 55, 12, 2],
            Logistic,
            [0.179_335, 0.220_148, 0.216_668],
        ),
        (
            [2, 8, 55, 12, 2],
            Normalized,
            [0.103_362, 0.100_894, 0.174_340],
        ),
        (
            [0, 3, 70, 6, 0],
            Logistic,
            [0.479_164, 0.682_342, 0.379_230],
        ),
        (
            [0, 3, 70, 6, 0],
            Normalized,
            [0.164_843, 0.149_730, 0.297_881],
        ),
        (
            [40, 200, 300, 200, 40],
            Logistic,
            [-0.349_877, 0.111_986, -1.397_935],
        ),
        (
            [40, 200, 300, 200, 40],
            Normalized,
            [-0.161_534, 0.051_692, -0.646_042],
        ),
        ([5, 1, 1, 1, 9], Logistic, [0.065_573, 0.054_757, 0.127_038]),
        (
            [5, 1, 1, 1, 9],
            Normalized,
            [0.084_719, 0.071_712, 0.162_388],
        ),
    ] {
        for ((elo0, elo1), expected) in [(0.0, 5.0), (-3.0, 1.0), (0.0, 10.0)]
            .into_iter()
            .zip(expected)
        {
            near(sprt(elo0, elo1, model).llr(Pairs(pairs)), expected, 2e-6);
        }
    }
    near(sprt(0.0, 5.0, Logistic).llr(Pairs::default()), 0.0, 0.0);
}

/// With wins and losses of whole pairs only, the ratio is that of two coins.
#[test]
fn two_kinds_of_pair_are_a_coin() {
    let test = sprt(0.0, 100.0, Model::Logistic);
    let p = score_of_elo(100.0);
    let expected = 30.0 * (p / 0.5).ln() + 10.0 * ((1.0 - p) / 0.5).ln();
    // The other kinds count as a thousandth of a pair each.
    near(test.llr(Pairs([10, 0, 0, 0, 30])), expected, 0.01);
}

#[test]
fn bounds_and_decisions() {
    let test = sprt(0.0, 5.0, Model::Logistic);
    near(test.bounds().0, -2.944_438_979_166_44, 1e-12);
    near(test.bounds().1, 2.944_438_979_166_44, 1e-12);
    let uneven: Sprt = "0,5,0.1,0.01".parse().unwrap();
    near(uneven.bounds().0, (0.01_f64 / 0.9).ln(), 1e-12);
    near(uneven.bounds().1, (0.99_f64 / 0.1).ln(), 1e-12);
    assert_eq!(test.decide(Pairs([10, 150, 600, 170, 20])), Decision::Open);
    assert_eq!(
        test.decide(Pairs([100, 1500, 6000, 1700, 200])),
        Decision::H1
    );
    assert_eq!(
        test.decide(Pairs([200, 1700, 6000, 1500, 100])),
        Decision::H0
    );
    // The test looks at pairs that favour neither hypothesis for a long time.
    assert_eq!(test.decide(Pairs([0, 0, 20, 0, 0])), Decision::Open);
}

#[test]
fn tests_are_read_and_written() {
    for (text, written) in [
        ("0,5", "0,5,0.05,0.05,logistic"),
        ("-3, 1, 0.05, 0.1,normalized", "-3,1,0.05,0.1,normalized"),
        ("0,2,logistic", "0,2,0.05,0.05,logistic"),
    ] {
        let read: Sprt = text.parse().unwrap();
        assert_eq!(read.to_string(), written);
        assert_eq!(written.parse::<Sprt>().unwrap(), read);
    }
    for text in [
        "",
        "5",
        "0,5,0.05",
        "a,b",
        "0,5,normal",
        "0,5,0.05,0.05,0.05",
    ] {
        assert!(
            matches!(text.parse::<Sprt>(), Err(SprtError::Syntax(_))),
            "{text}"
        );
    }
    for text in ["5,0", "0,0", "0,inf", "NaN,5"] {
        assert!(
            matches!(text.parse::<Sprt>(), Err(SprtError::Order(..))),
            "{text}"
        );
    }
    for text in ["0,5,0,0.05", "0,5,0.05,0.5", "0,5,-1,0.1"] {
        assert!(
            matches!(text.parse::<Sprt>(), Err(SprtError::Probability(_))),
            "{text}"
        );
    }
}
