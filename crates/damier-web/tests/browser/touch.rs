//! The arbiter: touch-move, forgotten captures and their correction.

use crate::driver::Window;
use crate::page::Page;
use crate::page::keys::ENTER;

#[test]
fn under_touch_move_another_piece_is_refused() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    page.browser.click("#do-new");
    page.browser.click("#with-touch");
    page.browser.click("#start-game");
    page.wait_async("(await import('/app.js')).app.tree.touchMove");
    // 37 has no move at the start: touching it binds nobody.
    page.click("A", &[37]);
    page.wait_async("(await import('/app.js')).app.node.pending.length === 1");
    page.click("A", &[32]);
    page.wait_message("The piece on 32 was touched and must move");
    page.click("A", &[33]);
    page.wait_message("The piece on 32 was touched and must be moved.");
    assert!(page.message().contains("I17 touch-move"));
    assert_eq!(page.view()["ply"], 0);
    page.click("A", &[32, 28]);
    page.wait_async("(await import('/app.js')).app.view.ply === 1");
    page.is_clean();
}

#[test]
fn what_comes_while_an_answer_is_under_way_waits_for_it() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    page.browser.js(
        "const f = fetch; window.fetch = async (...a) => { await new Promise((d) => setTimeout(d, 400)); return f(...a); }",
    );
    page.browser
        .write("#move-text", &format!("32-28{ENTER}19-23{ENTER}"));
    page.wait_async("(await import('/app.js')).app.view.ply === 2");
    page.browser.click("#do-new");
    page.browser.click("#with-touch");
    page.browser.click("#start-game");
    page.wait_async("(await import('/app.js')).app.tree.touchMove && (await import('/app.js')).app.view.ply === 0");
    // Both pieces are touched before the server has heard of the first.
    page.click("A", &[32, 33, 28]);
    page.wait_message("The piece on 32 was touched and must be moved.");
    assert_eq!(page.view()["ply"], 0);
    page.click("A", &[32, 28]);
    page.wait_async("(await import('/app.js')).app.view.ply === 1");
    page.is_clean();
}

#[test]
fn a_forgotten_capture_stands_until_it_is_corrected() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    page.set_up("W:W28,40:B10,23");
    page.browser.click("#setup-play");
    page.browser.click("#with-arbiter");
    page.browser.click("#start-game");
    page.wait_fen("W:W28,40:B10,23");
    page.click("A", &[40, 35]);
    page.wait_fen("B:W28,35:B10,23");
    page.wait_message("a capture was forgotten: 1 can be taken");
    // Twice, as impatient people do.
    page.browser
        .js("for (let i = 0; i < 2; i++) document.getElementById('do-correct').click()");
    page.wait_fen("W:W28,40:B10,23");
    page.wait_message("White must make a legal move");
    page.click("A", &[40, 35]);
    page.wait_message("capture is compulsory: 28x19x23");
    page.click("A", &[28, 19]);
    page.wait_fen("B:W19,40:B10");
    page.is_clean();
}
