//! A telephone: nothing wider than the screen, and moves by finger.

use crate::driver::Window;
use crate::page::Page;

fn fits(page: &Page) {
    let wide = "return document.documentElement.scrollWidth - innerWidth";
    assert!(page.browser.js(wide).as_i64().unwrap() <= 0);
    let outside = "return [...document.querySelectorAll('button, input, svg.board')].filter((e) => e.getClientRects().length \
         && (e.getBoundingClientRect().right > innerWidth + 1 || (e.getBoundingClientRect().left < -1))).map((e) => e.outerHTML.slice(0, 80))";
    assert_eq!(page.browser.js(outside), serde_json::json!([]));
}

#[test]
fn both_games_fit_a_phone() {
    let Some(page) = Page::open(Window::PHONE) else {
        return;
    };
    let browser = &page.browser;
    fits(&page);
    page.click("A", &[32, 28]);
    page.wait_async("(await import('/app.js')).app.view.ply === 1");
    page.drag("A", &[19, 23]);
    page.wait_async("(await import('/app.js')).app.view.ply === 2");
    browser.click("#do-new");
    browser.wait("document.getElementById('dialog').open");
    fits(&page);
    browser.click("input[name=game][value=alician]");
    fits(&page);
    browser.click("#start-game");
    browser.wait("document.querySelectorAll('svg.board').length === 2");
    fits(&page);
    page.click("A", &[32, 28]);
    page.wait_async("(await import('/app.js')).app.view.ply === 1");
    browser.click("#do-view");
    browser.wait("document.querySelectorAll('svg.board').length === 1");
    fits(&page);
    // The piece that went through lies with its felt up.
    assert_eq!(
        browser.js("return document.querySelector('.piece.under').dataset.at"),
        "28"
    );
    page.click("AB", &[19, 23]);
    page.wait_async("(await import('/app.js')).app.view.ply === 2");
    browser.click("#do-setup");
    browser.wait("!document.getElementById('setup').hidden");
    fits(&page);
    page.is_clean();
}
