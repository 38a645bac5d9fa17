//! Captures by mouse, the choice between two of them, and squares that are refused with their article.

use crate::driver::Window;
use crate::page::Page;

/// A king that captures from 46 to 2 in two ways (README).
const TWO_WAYS: &str = "W:WK46:B7,21,22,37,40";
/// The man on 32 of board A may go to 27, and not to 28, which is taken on board B (article A2).
const BLOCKED: &str = "W:W32,50:B1/W:B28";

#[test]
fn an_ambiguous_capture_is_chosen_by_clicking() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    page.analyse_from(TWO_WAYS);
    // On the board: 28 is on the way of one of them alone.
    page.click("A", &[46, 2]);
    page.wait_message("Which one?");
    page.click("A", &[28]);
    page.wait_fen("B:WK2:B21,40");
    // With a button, which shows what it takes while the pointer is on it.
    page.browser.click("#go-back");
    page.wait_fen(TWO_WAYS);
    page.click("A", &[46, 2]);
    page.wait_message("Which one?");
    let choices = page.browser.text("#message");
    assert!(choices.contains("takes 7, 21, 37") && choices.contains("takes 7, 22, 37"));
    page.browser.click(".choice:nth-of-type(1)");
    page.wait_fen("B:WK2:B22,40");
    // Both are variations of one game now.
    assert_eq!(
        page.browser
            .js("return document.querySelectorAll('#moves .mv').length"),
        2
    );
    page.is_clean();
}

#[test]
fn a_capture_is_clicked_through_or_dragged() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    // 33 over 28, 17 and 7, by way of 22 and 11: stop by stop, then dragged along to the end.
    let start = "W:W33:B7,17,28";
    page.analyse_from(start);
    page.click("A", &[33, 22]);
    page.wait_message("Go on");
    page.click("A", &[11]);
    page.wait_message("Go on");
    page.click("A", &[2]);
    page.wait_fen("B:WK2:B");
    page.browser.click("#go-back");
    page.wait_fen(start);
    page.drag("A", &[33, 28, 17, 2]);
    page.wait_fen("B:WK2:B");
    page.is_clean();
}

#[test]
fn a_blocked_mirror_square_is_explained() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    page.analyse_from(BLOCKED);
    page.click("A", &[32]);
    page.wait_async("document.querySelector('[data-board=A] [data-square=\"28\"].barred')");
    // Where it would come out shows on the other board, and so does what is in the way.
    let shows = |css: &str| {
        page.browser
            .js(&format!("return document.querySelectorAll('{css}').length"))
    };
    assert_eq!(shows("[data-board=B] .ghost"), 1);
    assert_eq!(shows("[data-board=B] [data-square=\"28\"].blocker"), 1);
    page.hover("A", 28);
    page.wait_message("28 is occupied on board B, to which the piece would go");
    assert!(page.message().contains("A2 the mirror square"));
    page.hover("A", 27);
    page.browser
        .wait("document.querySelector('[data-board=B] .ghost.strong')");
    // Put there all the same, it is refused for the same reason.
    page.click("A", &[28]);
    page.wait_message("32 to 28 is refused: 28 is occupied on board B");
    assert_eq!(page.fen(), BLOCKED);
    page.drag("A", &[32, 27]);
    page.wait_fen("B:W50:B1/W27:B28");
    page.is_clean();
}

#[test]
fn compulsory_and_larger_captures_are_named() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    // 28x19 takes one, 32x12 takes two (docs/json.md, explain).
    page.analyse_from("W:W28,32:B17,23,27");
    page.click("A", &[28, 19]);
    page.wait_message("it takes 1 where 2 can be taken: 32x12x17x27");
    assert!(page.message().contains("I8 majority"));
    page.click("A", &[28, 22]);
    page.wait_message("capture is compulsory");
    assert!(page.message().contains("I7 capturing is compulsory"));
    page.is_clean();
}

#[test]
fn a_capture_goes_over_squares_that_are_taken_on_the_other_board() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    // Only the end of a capture must be free on the other board (A2): the piece of White's own on 23 of B is not meant.
    let start = "W:W32,50:B1,19,28/W23:B";
    for one_board in [false, true] {
        page.analyse_from(start);
        if one_board {
            page.browser.click("#do-view");
        }
        page.click("A", &[32, 23, 14]);
        page.wait_fen("B:W50:B1/W14,23:B");
    }
    // An empty square of one board is empty, whatever stands on the other.
    page.analyse_from("W:W32,50:B1/W23:B");
    page.browser.click("#do-view");
    page.click("A", &[23]);
    assert_eq!(
        page.browser
            .js("return document.querySelectorAll('.square.picked').length"),
        0
    );
    page.is_clean();
}
