//! Accessibility as axe-core sees it, what the page weighs, and that it asks nobody else for anything.

use serde_json::{Value, json};

use crate::driver::Window;
use crate::page::Page;

/// axe-core by Deque Systems, MPL-2.0: axe/LICENSE. It is run by these tests and part of nothing else.
const AXE: &str = include_str!("axe/axe.min.js");
/// What all files of the page may weigh together.
const HEAVY: u64 = 300_000;

/// What axe finds in the page as it is.
fn findings(page: &Page) -> Vec<String> {
    let script = format!(
        "if (!window.axe) {{ {AXE} }} return axe.run(document, {{ resultTypes: ['violations'] }}).then((r) => r.violations)"
    );
    let found = page.browser.js(&script);
    let found = found.as_array().unwrap().iter();
    found
        .map(|v| {
            let nodes: Vec<&str> = v["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|n| n["html"].as_str())
                .take(4)
                .collect();
            format!("{} ({}): {}", v["id"], v["impact"], nodes.join(" | "))
        })
        .collect()
}

fn views(window: Window) {
    let Some(page) = Page::open(window) else {
        return;
    };
    let browser = &page.browser;
    let check = |what: &str| assert_eq!(findings(&page), [""; 0], "{what}");
    check("start");
    browser.click("#do-analyse");
    browser.wait("document.querySelectorAll('#lines li').length === 3");
    browser.click("#do-analyse");
    browser.click("#notes summary");
    check("analysis");
    page.click("A", &[32]);
    page.click("A", &[23]);
    page.wait_message("refused");
    check("a refusal");
    browser.click("#do-help");
    check("help");
    browser.click("dialog .close");
    browser.click("#do-new");
    browser.click("input[name=game][value=alician]");
    browser.click("#with-clock");
    check("new game");
    browser.click("#start-game");
    browser.wait("document.querySelectorAll('svg.board').length === 2");
    check("Alician");
    browser.click("#do-view");
    check("one board");
    browser.click("#do-share");
    browser.wait("document.getElementById('share-pdn')");
    check("share");
    browser.click("dialog .close");
    browser.click("#do-resign");
    browser.wait("!document.getElementById('ending').hidden");
    check("an ending");
    browser.click("#do-setup");
    page.click("A", &[3]);
    check("set-up");
    page.is_clean();
}

#[test]
fn nothing_to_find_on_a_desktop() {
    views(Window::DESKTOP);
}

#[test]
fn nothing_to_find_in_the_dark_on_a_phone() {
    views(Window {
        dark: true,
        ..Window::PHONE
    });
}

#[test]
fn the_page_is_light_and_asks_nobody_else() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    browser.click("#do-analyse");
    browser.wait("document.querySelectorAll('#lines li').length > 0");
    browser.click("#do-analyse");
    let asked = browser.requests();
    let here = page.address();
    assert!(asked.len() > 10, "{asked:?}");
    let elsewhere: Vec<&String> = asked
        .iter()
        .filter(|a| !a.starts_with(&here) && a.starts_with("http"))
        .collect();
    assert_eq!(elsewhere, [""; 0]);
    let sizes = browser.js("return performance.getEntries().filter((e) => e.entryType === 'navigation' || (e.entryType === 'resource' && !e.name.includes('/api/'))).map((e) => e.transferSize)");
    let weight: u64 = sizes
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert!(weight > 50_000 && weight < HEAVY, "{weight} bytes");
    // What the policy forbids does not happen, and is reported.
    let script = "return new Promise((done) => { addEventListener('securitypolicyviolation', (e) => done(e.violatedDirective)); \
         const s = document.createElement('script'); s.textContent = 'window.bad = 1'; document.head.append(s); })";
    assert_eq!(browser.js(script), json!("script-src-elem"));
    assert_eq!(browser.js("return window.bad ?? null"), Value::Null);
}

#[test]
#[ignore = "measures"]
fn first_paint() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    for _ in 0..8 {
        page.browser.go("about:blank");
        page.browser.go(&page.address());
        page.browser.wait("document.body.dataset.ready");
        let script = "return [...performance.getEntriesByType('paint').map((e) => `${e.name} ${Math.round(e.startTime)} ms`), \
             `all there ${Math.round(performance.getEntriesByType('resource').at(-1).responseEnd)} ms`]";
        eprintln!("{}", page.browser.js(script));
    }
}
