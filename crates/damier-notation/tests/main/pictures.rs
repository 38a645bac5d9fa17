//! Diagrams as SVG and PNG. The golden pictures have been looked at; a renderer may draw them a little otherwise.

use damier_core::{AnyPosition, BoardName, Square, with_position};
use damier_notation::read_position;
use damier_notation::svg::{self, Arrow, Options, Rgb, Theme};

fn square(number: u32) -> Square {
    Square::new(number).unwrap()
}

fn draw(position: &AnyPosition, options: &Options) -> String {
    with_position!(*position, |p| svg::svg(&p, options))
}

fn position(text: &str) -> AnyPosition {
    read_position(text, None).unwrap()
}

/// How often a piece is put on a board; the side to move is one more man.
fn count(text: &str, piece: &str) -> usize {
    text.matches(&format!("<use href=\"#damier-{piece}\" x="))
        .count()
}

#[test]
fn every_piece_is_drawn_on_its_square() {
    let text = draw(&position("W:W31,K46:B7,K22"), &Options::default());
    assert_eq!(
        [
            count(&text, "wm"),
            count(&text, "wk"),
            count(&text, "bm"),
            count(&text, "bk")
        ],
        [1, 1, 1, 1]
    );
    // Square 46 is the first of the last row, 7 the second of the second: middles in hundredths of squares.
    assert!(text.contains("<use href=\"#damier-wk\" x=\"50\" y=\"950\"/>"));
    assert!(text.contains("<use href=\"#damier-bm\" x=\"250\" y=\"150\"/>"));
    let flipped = draw(
        &position("W:W31,K46:B7,K22"),
        &Options {
            flip: true,
            ..Options::default()
        },
    );
    assert!(flipped.contains("<use href=\"#damier-wk\" x=\"950\" y=\"50\"/>"));
}

#[test]
fn options_add_and_leave_out() {
    let start = position("W:W31-50:B1-20");
    let all = draw(&start, &Options::default());
    // 9 numbers of one digit, 41 of two.
    assert_eq!(all.matches("scale(1.36)").count(), 9 + 82);
    let bare = Options {
        numbers: false,
        turn: false,
        theme: Theme {
            background: None,
            ..Theme::default()
        },
        ..Options::default()
    };
    let bare = draw(&start, &bare);
    assert!(!bare.contains("scale(1.36)") && !bare.contains("scale(0.62)"));
    assert!(!bare.contains("#fbf8f2"));
    let marked = Options {
        marked: vec![
            (BoardName::A, square(32)),
            (BoardName::A, square(28)),
            (BoardName::B, square(1)),
        ],
        arrows: vec![
            Arrow {
                board: BoardName::A,
                squares: vec![square(32), square(28)],
            },
            Arrow {
                board: BoardName::A,
                squares: vec![square(46)],
            },
            Arrow {
                board: BoardName::A,
                squares: vec![square(46), square(46)],
            },
        ],
        theme: Theme {
            mark: Rgb(1, 2, 3),
            arrow: Rgb(4, 5, 6),
            ..Theme::default()
        },
        square: 10,
        ..Options::default()
    };
    let text = draw(&start, &marked);
    assert_eq!(text.matches("#010203").count(), 2);
    // One arrow of a line, a head and its edge; the others have no length.
    assert_eq!(text.matches("#040506").count(), 3);
    assert!(text.contains("height=\"110\""));
}

#[test]
fn two_boards_have_their_names() {
    let text = draw(&position("W:W31:B20/WK2:B3"), &Options::default());
    assert_eq!(text.matches("<g transform=\"translate(").count(), 2 + 1);
    assert_eq!(
        [count(&text, "wm"), count(&text, "wk"), count(&text, "bm")],
        [1, 1, 2]
    );
    assert!(text.contains("<title>W:W31:B20/WK2:B3</title>"));
}

#[cfg(feature = "png")]
mod golden {
    use std::path::Path;

    use resvg::tiny_skia::Pixmap;

    use super::*;

    fn picture(position: &AnyPosition, options: &Options) -> (Vec<u8>, Pixmap) {
        let bytes = with_position!(*position, |p| svg::png(&p, options)).unwrap();
        let pixmap = Pixmap::decode_png(&bytes).unwrap();
        (bytes, pixmap)
    }

    /// Compares a picture with the one kept under `name`. `UPDATE_GOLDEN=1` keeps a new one, to be looked at.
    fn compare(name: &str, position: &AnyPosition, options: &Options) {
        let (bytes, drawn) = picture(position, options);
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data")
            .join(name);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        let golden = Pixmap::decode_png(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(
            (drawn.width(), drawn.height()),
            (golden.width(), golden.height()),
            "{name}"
        );
        let differences = drawn
            .data()
            .iter()
            .zip(golden.data())
            .map(|(a, b)| u64::from(a.abs_diff(*b)));
        let (sum, far) =
            differences.fold((0, 0), |(sum, far), d| (sum + d, far + u64::from(d > 40)));
        let channels = drawn.data().len() as u64;
        assert!(
            sum < 2 * channels,
            "{name}: channels differ by {} on average",
            sum / channels
        );
        assert!(
            far * 500 < channels,
            "{name}: {far} of {channels} channels are far off"
        );
    }

    fn small() -> Options {
        Options {
            square: 36,
            ..Options::default()
        }
    }

    #[test]
    fn start_position() {
        compare("start.png", &position("W:W31-50:B1-20"), &small());
    }

    #[test]
    fn king_ending_with_marks_and_arrow() {
        let options = Options {
            marked: vec![(BoardName::A, square(46)), (BoardName::A, square(2))],
            arrows: vec![Arrow {
                board: BoardName::A,
                squares: vec![square(46), square(28), square(11), square(2)],
            }],
            ..small()
        };
        compare(
            "kings.png",
            &position("W:WK46,K45:B7,21,22,37,40,K5"),
            &options,
        );
    }

    #[test]
    fn alician_position_seen_by_black() {
        let text = "B:W37-40,42-50:B1-6,8,9,13,18/W7,K29:B12,K21";
        compare(
            "alician.png",
            &position(text),
            &Options {
                flip: true,
                ..small()
            },
        );
    }

    #[test]
    fn squares_have_the_colours_they_should() {
        let theme = Theme::default();
        let options = Options {
            square: 50,
            ..Options::default()
        };
        let (_, drawn) = picture(&position("W:W31:B20"), &options);
        // Half a unit of margin and frame is (16 + 34) / 2 pixels here.
        let at = |number: u32, dx: f64, dy: f64| {
            let (row, column) = (square(number).row(), square(number).column());
            let place = |n: u8, d: f64| (25.0 + 50.0 * (f64::from(n) + d)) as u32;
            let pixel = drawn
                .pixel(place(column, dx), place(row, dy))
                .unwrap()
                .demultiply();
            Rgb(pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!(at(28, 0.5, 0.5), theme.dark);
        assert_eq!(at(28, 1.5, 0.5), theme.light);
        let Rgb(white, ..) = at(31, 0.5, 0.5);
        let Rgb(black, ..) = at(20, 0.5, 0.5);
        assert!(white > 230 && black < 100, "{white} {black}");
    }

    #[test]
    fn any_size_is_drawn_or_refused() {
        for size in [0, 1, 7, 200] {
            let (_, drawn) = picture(
                &position("W:W31:B20"),
                &Options {
                    square: size,
                    ..Options::default()
                },
            );
            assert!(drawn.width() > drawn.height() / 2);
        }
    }
}
