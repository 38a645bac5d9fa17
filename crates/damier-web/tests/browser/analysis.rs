//! The engine's view: lines that come live, and a search that ends with those who wanted it.

use std::time::{Duration, Instant};

use crate::driver::Window;
use crate::page::Page;

/// Waits until no search goes on; it may take the time in which a search looks at its switch, not more.
#[track_caller]
fn no_search(page: &Page) {
    let start = Instant::now();
    while page.server.searches() > 0 {
        assert!(start.elapsed() < Duration::from_mins(2), "a search goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn analysis_is_started_and_stopped() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    assert_eq!(page.server.searches(), 0);
    browser.click("#do-analyse");
    browser.wait("document.querySelectorAll('#lines li').length === 3");
    browser.wait("document.querySelectorAll('.board .arrow').length === 3");
    browser.wait("/depth [5-9]|depth \\d\\d/.test(document.getElementById('depth').innerText)");
    assert_eq!(page.server.searches(), 1);
    assert!(
        browser
            .js("return document.getElementById('evalbar').getAttribute('aria-label')")
            .as_str()
            .unwrap()
            .contains("men for White")
    );
    // A move away the search is another one; the one before has ended.
    page.click("A", &[32, 28]);
    browser.wait("document.querySelectorAll('#lines li').length === 3");
    browser.click("#do-analyse");
    browser.wait("document.getElementById('do-analyse').getAttribute('aria-pressed') === 'false'");
    no_search(&page);
    assert_eq!(
        browser.js("return document.querySelectorAll('.board .arrow').length"),
        0
    );
    // A tab that is closed, or goes elsewhere, ends its search.
    browser.click("#do-analyse");
    browser.wait("document.querySelectorAll('#lines li').length > 0");
    assert_eq!(page.server.searches(), 1);
    page.is_clean();
    browser.go("about:blank");
    no_search(&page);
}

#[test]
fn a_line_is_followed_and_the_whole_game_becomes_a_graph() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    // One of the sixteen longest wins of king against king: three plies (docs of the endgame tables).
    page.analyse_from("W:WK10:BK5");
    assert_eq!(
        browser.text("#tables"),
        "Endgame tables: White wins in 3 plies."
    );
    browser.click("#do-analyse");
    browser.wait("document.querySelector('#lines .score')?.innerText === 'White wins in 2'");
    browser.click("#do-analyse");
    browser.click("#lines li:first-child .mv:first-child");
    page.wait_async("(await import('/app.js')).app.view.ply === 1");
    browser.click("#do-whole");
    browser.wait(
        "document.querySelector('#graph svg')?.getAttribute('aria-label').includes('2 positions')",
    );
    browser.wait("document.getElementById('do-whole').innerText === 'Analyse game'");
    no_search(&page);
    page.is_clean();
}
