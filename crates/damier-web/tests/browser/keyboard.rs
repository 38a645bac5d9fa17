//! No pointer at all: a game is started, played and gone through with keys.

use crate::driver::Window;
use crate::page::{Page, keys};

fn ply(page: &Page, ply: u32) {
    page.wait_async(&format!("(await import('/app.js')).app.view.ply === {ply}"));
}

fn focus(page: &Page) -> String {
    let script = "const e = document.activeElement; return e.dataset.square ? `${e.closest('svg').dataset.board}${e.dataset.square}` : e.id";
    page.browser.js(script).as_str().unwrap().to_owned()
}

#[test]
fn the_keyboard_alone_is_enough() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    // Number pairs, wherever the focus is.
    browser.keys(&format!("32-28{}", keys::ENTER));
    ply(&page, 1);
    browser.keys(&format!("19 23{}", keys::ENTER));
    ply(&page, 2);
    // A refusal says why.
    browser.keys(&format!("31-26{}", keys::ENTER));
    page.wait_message("capture is compulsory: 28x19x23");
    // Out of the field, the arrows step.
    browser.js("document.activeElement.blur()");
    for (key, at) in [
        (keys::LEFT, 1),
        (keys::LEFT, 0),
        (keys::RIGHT, 1),
        (keys::END, 2),
        (keys::HOME, 0),
        (keys::END, 2),
    ] {
        browser.keys(key);
        ply(&page, at);
    }
    // Over the board from square to square: 28 is picked up and put down behind 23.
    browser.js(
        "document.querySelector('[data-board=A] [tabindex=\"0\"]').focus({ focusVisible: true })",
    );
    assert_eq!(focus(&page), "A1");
    for (key, at) in [
        (keys::DOWN, "A6"),
        (keys::DOWN, "A11"),
        (keys::RIGHT, "A12"),
        (keys::DOWN, "A17"),
        (keys::DOWN, "A22"),
        (keys::DOWN, "A27"),
        (keys::RIGHT, "A28"),
    ] {
        browser.keys(key);
        assert_eq!(focus(&page), at);
    }
    let picked = |square: u8| {
        format!(
            "document.querySelector('[data-square=\"{square}\"]').getAttribute('aria-pressed') === 'true'"
        )
    };
    browser.keys(keys::ENTER);
    browser.wait(&picked(28));
    for (key, at) in [(keys::UP, "A23"), (keys::UP, "A18"), (keys::RIGHT, "A19")] {
        browser.keys(key);
        assert_eq!(focus(&page), at);
    }
    browser.keys(keys::ENTER);
    ply(&page, 3);
    // Escape puts a piece back.
    browser.keys(keys::UP);
    assert_eq!(focus(&page), "A14");
    browser.keys(keys::ENTER);
    browser.wait(&picked(14));
    browser.keys(keys::ESCAPE);
    browser.wait("!document.querySelector('.square.picked')");
    browser.keys(&format!("1423{}", keys::ENTER));
    ply(&page, 4);
    // A new game by keys: the dialog takes the focus and gives it back.
    browser.js("document.activeElement.blur()");
    browser.keys("n");
    browser.wait("document.getElementById('dialog').open");
    browser.js("document.querySelector('input[name=game]:checked').focus()");
    browser.keys(keys::DOWN);
    browser.js("document.getElementById('start-game').focus()");
    browser.keys(keys::ENTER);
    page.wait_async("(await import('/app.js')).app.view.rules === 'alician'");
    browser.keys(&format!("32-28{}", keys::ENTER));
    ply(&page, 1);
    page.is_clean();
}

#[test]
fn screen_readers_are_told() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    let label = |square: u8| {
        browser.js(&format!(
            "return document.querySelector('[data-square=\"{square}\"]').getAttribute('aria-label')"
        ))
    };
    assert_eq!(label(32), "32, white man");
    assert_eq!(label(28), "28, empty");
    browser.keys(&format!("32-28{}", keys::ENTER));
    ply(&page, 1);
    assert_eq!(label(28), "28, white man");
    browser.wait("document.getElementById('spoken').textContent === 'White 32-28. Black to move.'");
    page.is_clean();
}
