//! Text diagrams, compared with boards drawn by hand from the numbering of the squares.

use damier_core::{Alician, Position, Single, Square};
use damier_notation::diagram::{self, Options};
use damier_notation::{fen, read_position};

fn position(text: &str) -> Single {
    Single::from_setup(&fen::read(text).unwrap().setup).unwrap()
}

#[test]
fn start_position() {
    let drawn = diagram::text(
        &Single::<damier_core::International>::default(),
        &Options::default(),
    );
    let expected = "
      b   b   b   b   b 5
 6  b   b   b   b   b
      b   b   b   b   b 15
16  b   b   b   b   b
      .   .   .   .   . 25
26  .   .   .   .   .
      w   w   w   w   w 35
36  w   w   w   w   w
      w   w   w   w   w 45
46  w   w   w   w   w
White to move
";
    assert_eq!(format!("\n{drawn}"), expected);
}

#[test]
fn kings_numbers_and_marks() {
    let options = Options {
        numbers: true,
        marked: vec![Square::new(28).unwrap(), Square::new(3).unwrap()],
        ..Options::default()
    };
    let drawn = diagram::text(&position("B:WK28,44:BK3"), &options);
    let expected = "
      1   2  *B   4   5 5
 6  6   7   8   9  10
     11  12  13  14  15 15
16 16  17  18  19  20
     21  22  23  24  25 25
26 26  27  *W  29  30
     31  32  33  34  35 35
36 36  37  38  39  40
     41  42  43   w  45 45
46 46  47  48  49  50
Black to move
";
    assert_eq!(format!("\n{drawn}"), expected);
}

#[test]
fn seen_by_black() {
    let options = Options {
        flip: true,
        numbers: true,
        ..Options::default()
    };
    let drawn = diagram::text(&position("B:W50:B1"), &options);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "      w  49  48  47  46 46");
    assert_eq!(lines[9], " 5  5   4   3   2   b");
}

#[test]
fn two_boards_stand_side_by_side() {
    let drawn = diagram::text(
        &Alician::<damier_core::International>::default(),
        &Options::default(),
    );
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 12);
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["board", "A", "board", "B"]
    );
    assert_eq!(
        lines[1],
        "      b   b   b   b   b 5           .   .   .   .   . 5"
    );
    assert_eq!(
        lines[2],
        " 6  b   b   b   b   b          6  .   .   .   .   ."
    );
    assert_eq!(lines[11], "White to move");
}

#[test]
fn colours_only_on_request() {
    let plain = diagram::text(&position("W:W31:B20"), &Options::default());
    assert!(!plain.contains('\u{1b}'));
    let options = Options {
        color: true,
        unicode: true,
        ..Options::default()
    };
    let coloured = diagram::text(&position("W:W31,K47:B20,K2"), &options);
    assert!(coloured.contains('\u{1b}'));
    // Without the colours every piece is where it was.
    let mut text = String::new();
    let mut escape = false;
    for c in coloured.chars() {
        match c {
            '\u{1b}' => escape = true,
            'm' if escape => escape = false,
            c if !escape => text.push(c),
            _ => {}
        }
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "          ⛃             5");
    assert_eq!(lines[3], "16                  ⛂");
    assert_eq!(lines[6], "      ⛀                 35");
    assert_eq!(lines[9], "46      ⛁");
}

#[test]
fn any_position_can_be_drawn() {
    let any = read_position("W:WK46-50:BK1-5/WK26:BK25", None).unwrap();
    let drawn = damier_core::with_position!(any, |p| {
        assert!(p.turn() == damier_core::Color::White);
        diagram::text(&p, &Options::default())
    });
    assert_eq!(drawn.matches('W').count() - 1, 6);
    assert_eq!(drawn.matches('B').count() - 1, 6);
}
