//! Games that end: by the rules, by resignation; each with its reason.

use crate::driver::Window;
use crate::page::{Page, keys};

fn play_from(page: &Page, fen: &str) {
    page.set_up(fen);
    page.browser.click("#setup-play");
    page.browser.click("#start-game");
    page.wait_fen(fen);
}

fn type_move(page: &Page, text: &str) {
    page.browser
        .write("#move-text", &format!("{text}{}", keys::ENTER));
    page.browser
        .wait("document.getElementById('move-text').value === ''");
}

#[test]
fn the_last_piece_on_a_and_a_resignation_are_announced() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    // White's only piece on A goes through to B: lost in the middle of its own move (A4).
    play_from(&page, "W:W32:B1/W:B45");
    type_move(&page, "32-28");
    page.browser
        .wait("!document.getElementById('ending').hidden");
    let ending = page.browser.text("#ending");
    assert!(
        ending.contains("Black has won (0-2)") && ending.contains("A4 the last piece on A"),
        "{ending}"
    );
    page.click("B", &[28]);
    page.wait_message("The game is over");
    play_from(&page, "W:W32:B1");
    page.browser.click("#do-resign");
    page.browser
        .wait("document.getElementById('ending').innerText.includes('White resigned')");
    assert!(page.browser.text("#ending").contains("Black has won (0-2)"));
    page.is_clean();
}

#[test]
fn the_third_repetition_is_announced() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    // The first position is there again after four plies and after eight: three times (I12).
    play_from(&page, "W:WK47,K48:BK1,K16");
    for text in ["47-36", "1-12", "36-47", "12-1"].repeat(2) {
        type_move(&page, text);
    }
    page.browser
        .wait("!document.getElementById('ending').hidden");
    let ending = page.browser.text("#ending");
    assert!(
        ending.contains("Draw (1-1)") && ending.contains("I12 third repetition"),
        "{ending}"
    );
    page.is_clean();
}
