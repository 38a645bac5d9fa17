//! Hub and DXP position strings, and reading whatever a user gives.

use damier_core::{Alician, AnyPosition, International, Position, Reading, Rules, Single};
use damier_notation::{LettersProblem, PositionError, dxp, fen, hub, read_position};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn start_positions_are_as_hub_writes_them() {
    assert_eq!(hub::write(&Single::<International>::default()), START);
    let alician = hub::write(&Alician::<International>::default());
    assert_eq!(alician, format!("{START}{}", "e".repeat(50)));
    assert_eq!(
        hub::read(&alician).unwrap(),
        Alician::<International>::default().setup()
    );
    assert_eq!(
        dxp::write(&Single::<International>::default()),
        START.replace('b', "z")
    );
}

#[test]
fn bad_strings_are_refused_with_every_place() {
    for (text, found) in [
        ("Wbbbb", 5),
        ("", 0),
        ("W", 1),
        (&START[..50], 50),
        (&format!("{START}e"), 52),
    ] {
        let problems = hub::read(text).unwrap_err().problems;
        assert!(
            matches!(problems.as_slice(), [LettersProblem::Length { found: f, .. }] if *f == found),
            "{text}: {problems:?}"
        );
    }
    let text = START.replace('W', "w").replacen("bb", "xz", 1);
    let columns: Vec<usize> = hub::read(&format!(" {text}"))
        .unwrap_err()
        .problems
        .iter()
        .map(|p| match p {
            LettersProblem::Turn { column, .. } | LettersProblem::Letter { column, .. } => *column,
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(columns, [2, 3, 4]);
    let doubled = format!("{START}{}w", "e".repeat(49));
    let error = hub::read(&doubled).unwrap_err();
    assert!(matches!(
        error.problems.as_slice(),
        [LettersProblem::BothBoards { column: 101, .. }]
    ));
    // DXP has its own letters, and one board.
    assert!(dxp::read(START).is_err());
    assert!(dxp::read(&format!("W{}", "e".repeat(100))).is_err());
}

#[test]
fn text_of_either_kind_is_told_by_its_colon() {
    let start = AnyPosition::International(Single::default());
    assert_eq!(read_position(START, None), Ok(start));
    assert_eq!(read_position(" W:W31-50:B1-20 ", None), Ok(start));
    assert_eq!(
        read_position("W:W31-50:B1-20/W:B", None),
        Ok(AnyPosition::Alician(Alician::default()))
    );
    let letter = read_position("W:W31-50:B1-20/W:B", Some(Rules::Alician(Reading::LETTER)));
    assert_eq!(letter.unwrap().rules(), Rules::Alician(Reading::LETTER));
    assert!(matches!(
        read_position("W:W31:B20", Some(Rules::Alician(Reading::DEFAULT))),
        Err(PositionError::Setup(_))
    ));
    assert!(matches!(
        read_position("W:W31:B20/W:B", Some(Rules::International)),
        Err(PositionError::Setup(_))
    ));
    assert!(matches!(
        read_position("Wbbb", None),
        Err(PositionError::Hub(_))
    ));
    assert!(matches!(
        read_position("", None),
        Err(PositionError::Fen(_))
    ));
    assert!(matches!(
        read_position("32-28", None),
        Err(PositionError::Fen(_))
    ));
    assert!(matches!(
        read_position("W:W4:B49", None),
        Err(PositionError::Fen(_))
    ));
}

#[test]
fn a_megabyte_of_noise_is_refused() {
    let mut seed = 1_u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    })
    .take(1 << 20)
    .collect();
    let text = String::from_utf8_lossy(&bytes);
    let error = fen::read(&text).unwrap_err();
    assert!(error.to_string().contains("column "));
    assert!(hub::read(&text).is_err() && dxp::read(&text).is_err());
    assert!(read_position(&text, None).is_err());
}

/// Who wants to play is told everything at once, each with its place: what is wrong with the text and what keeps
/// people from playing.
#[test]
fn a_text_with_problems_of_both_kinds() {
    let columns = |text: &str| -> Vec<usize> {
        match read_position(text, None) {
            Err(PositionError::Fen(error)) => error.problems.iter().map(|p| p.column).collect(),
            other => panic!("{text}: {other:?}"),
        }
    };
    assert_eq!(columns("W:W4:B49"), [4, 7]);
    assert_eq!(columns("W:W4,51:B49"), [4, 6, 10]);
    assert_eq!(columns("?:W5,31:B20"), [1, 4]);
    assert_eq!(columns("W:W31:B20/W1-3:B"), [12, 12, 12]);
    // As a setup the first is nothing to complain of.
    assert!(fen::read("W:W4:B49").is_ok());
    let hub = format!("W{}x{}", "w".repeat(6), "e".repeat(43));
    let Err(error) = hub::read(&hub) else {
        panic!("x is no piece");
    };
    assert_eq!(error.problems.len(), 6, "{error}");
    let text = error.to_string();
    assert!(
        text.starts_with("column 2: White man on 1, its promotion row"),
        "{text}"
    );
    assert!(hub::read(&hub.replace('x', "e")).is_ok());
}
