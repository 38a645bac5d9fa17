//! Setting up: pieces by mouse, and everything that is wrong at once.

use crate::driver::Window;
use crate::page::Page;

#[test]
fn a_set_up_shows_all_its_errors() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    browser.click("#do-setup");
    browser.click("input[name=setup-game][value=alician]");
    browser.js("[...document.querySelectorAll('#setup button')].find((b) => b.innerText === 'Clear').click()");
    browser.wait("document.getElementById('setup-errors').innerText.includes('no pieces')");
    // A white man on its promotion row, one square taken on both boards.
    page.click("A", &[3, 28]);
    browser.click("input[name=tool][value=bk]");
    page.click("B", &[28, 7]);
    browser.wait("document.querySelectorAll('#setup-errors li').length === 2");
    let errors = browser.text("#setup-errors");
    assert!(
        errors.contains("White man on 3 of board A, its promotion row: expected a king there"),
        "{errors}"
    );
    assert!(
        errors.contains("square 28 is occupied on both boards"),
        "{errors}"
    );
    assert_eq!(browser.text("#setup-state"), "2 things are wrong:");
    let wrong = "return [...document.querySelectorAll('.square.wrong')].map((s) => s.closest('svg').dataset.board + s.dataset.square).join()";
    assert_eq!(browser.js(wrong), "A3,A28,B28");
    assert_eq!(
        browser.js("return document.getElementById('setup-play').disabled"),
        true
    );
    // Mended: the man away, the king away.
    browser.click("input[name=tool][value='']");
    page.click("A", &[3]);
    page.click("B", &[28]);
    browser.wait("document.getElementById('setup-state').innerText === 'A game can start here.'");
    assert_eq!(
        browser.js("return document.getElementById('setup-fen').value"),
        "W:W28:B/W:BK7"
    );
    browser.click("#setup-analyse");
    page.wait_fen("W:W28:B/W:BK7");
    page.is_clean();
}

#[test]
fn a_text_shows_its_errors_with_their_columns() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    browser.click("#do-setup");
    browser.js("const f = document.getElementById('setup-fen'); f.value = 'W:W51,3x:B1,1'; f.dispatchEvent(new Event('input'))");
    browser.wait("document.querySelectorAll('#setup-errors li').length === 3");
    let errors = browser.text("#setup-errors");
    assert!(
        errors.contains("Column 4: no square 51: expected a number from 1 to 50"),
        "{errors}"
    );
    page.is_clean();
}

/// A quick hand must not start from what was there before the answer came.
#[test]
fn nothing_starts_from_a_position_that_is_not_judged_yet() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    let locked =
        "['setup-play', 'setup-analyse'].every((id) => document.getElementById(id).disabled)";
    let opened = format!(
        "document.getElementById('do-setup').click(); \
         return {locked} && document.getElementById('setup-state').textContent === ''"
    );
    assert_eq!(browser.js(&opened), true);
    browser.wait("document.getElementById('setup-state').innerText === 'A game can start here.'");
    assert_eq!(browser.js(&format!("return {locked}")), false);
    let typed = format!(
        "const f = document.getElementById('setup-fen'); f.value = 'W:W31:B5'; f.dispatchEvent(new Event('input')); \
         return {locked}"
    );
    assert_eq!(browser.js(&typed), true);
    browser.wait("!document.getElementById('setup-analyse').disabled");
    browser.click("#setup-analyse");
    page.wait_fen("W:W31:B5");
    page.is_clean();
}
