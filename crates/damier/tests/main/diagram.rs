//! `damier diagram`: pictures of positions.

use crate::pdn_files::Folder;
use crate::run::{command, damier};

#[test]
fn svg_on_stdout() {
    let ran = damier(&["diagram", "-o", "-"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("<svg "), "{}", ran.out);
    // 20 men a side, and one that says who moves.
    assert_eq!(ran.out.matches("href=\"#damier-wm\"").count(), 21);
    assert_eq!(ran.out.matches("href=\"#damier-bm\"").count(), 20);
    let plain = damier(&["diagram", "-o", "-", "--no-turn"]);
    assert_eq!(plain.out.matches("href=\"#damier-wm\"").count(), 20);
    // No text that would need a font.
    assert!(!ran.out.contains("<text"));
}

#[test]
fn the_name_of_the_file_says_what_is_drawn() {
    let folder = Folder::new("diagram");
    let svg = folder.path("a.SVG");
    assert!(
        damier(&["diagram", "W:WK28:B1", "-o", &svg])
            .lines()
            .is_empty()
    );
    assert!(folder.read("a.SVG").starts_with("<svg "));
    let png = folder.path("a.png");
    let args = [
        "diagram", "--rules", "alician", "--moves", "32-28", "-o", &png, "--square", "10",
    ];
    assert!(damier(&args).lines().is_empty());
    let bytes = std::fs::read(&png).expect("a picture");
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    // Width and height stand in the first chunk; two boards of ten squares of ten pixels are wider than high.
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let (width, height) = (number(16), number(20));
    assert!(
        width > 200 && height > 100 && width > height,
        "{width} {height}"
    );
    let ran = damier(&["diagram", "-o", &folder.path("a.gif")]);
    assert!(ran.complaint().contains("neither .svg nor .png"));
    let output = command(&["diagram", "-o", "-", "--format", "png"])
        .output()
        .expect("it runs");
    assert!(output.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn marks_and_arrows() {
    let bare = damier(&["diagram", "-o", "-"]).out;
    let drawn = |args: &[&str]| {
        let ran = damier(&[&["diagram", "-o", "-"], args].concat());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
        ran.out
    };
    let more = |text: &str, what: &str| text.matches(what).count() - bare.matches(what).count();
    assert_eq!(more(&drawn(&["--mark", "28,A33"]), "<rect"), 2);
    assert_eq!(
        more(&drawn(&["--arrow", "32-28,19-23-28"]), "<g opacity"),
        2
    );
    // The squares of the last move; on two boards each on its own.
    assert_eq!(more(&drawn(&["--moves", "32-28 19-23"]), "<rect"), 2);
    let two = drawn(&["--rules", "alician", "--mark", "B28"]);
    let none = drawn(&["--rules", "alician"]);
    assert_eq!(
        two.matches("<rect").count(),
        none.matches("<rect").count() + 1
    );
    for (args, part) in [
        (&["--mark", "51"][..], "expected a square from 1 to 50"),
        (&["--arrow", "32"], "two squares or more"),
        (&["--mark", "B28"], "no board B in international"),
        (&["W:W51:B1"], "no square 51"),
    ] {
        let ran = damier(&[&["diagram", "-o", "-"], args].concat());
        assert!(ran.complaint().contains(part), "{args:?}: {ran:?}");
    }
}
