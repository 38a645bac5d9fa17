//! The main views, kept as pictures in docs/pictures: `DAMIER_PICTURES=docs/pictures cargo test -p damier-web --test
//! browser pictures` takes them, and a person looks at them. Without the variable the views are only walked through.

use std::path::PathBuf;

use serde_json::json;

use crate::driver::Window;
use crate::page::{Page, keys};

/// Set to the folder where the pictures go, seen from the top of the project.
const FOLDER: &str = "DAMIER_PICTURES";

fn keep(page: &Page, name: &str) {
    page.browser
        .js("return new Promise((done) => setTimeout(done, 400))");
    page.browser.js("scrollTo(0, 0)");
    let picture = page.browser.screenshot();
    assert!(picture.starts_with(b"\x89PNG"));
    if let Some(folder) = std::env::var_os(FOLDER) {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = root.join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), picture).unwrap();
    }
    page.is_clean();
}

/// Opens a game that is given as PDN and goes to its end.
fn load(page: &Page, pdn: &str) {
    page.browser.js_with(
        "return import('/pdn.js').then((m) => m.openFile(arguments[0], 'game.pdn')).then(() => true)".replace("arguments[0]", &json!(pdn).to_string()).as_str(),
        &json!([]),
    );
    page.browser.keys(keys::END);
    page.wait_async("((a) => a.node?.parent && !a.node.main)((await import('/app.js')).app)");
    page.browser
        .js("document.getElementById('message').replaceChildren()");
}

/// Lets the engine look at the position for a while, then stops it.
fn think(page: &Page) {
    page.browser.click("#do-analyse");
    page.browser
        .wait("/depth 1[2-9]|finished/.test(document.getElementById('depth').innerText)");
    // The lines stay while the picture is taken.
    page.browser
        .js("return new Promise((done) => setTimeout(done, 300))");
}

const INTERNATIONAL: &str = "[White \"Anders\"] [Black \"Beatrix\"] [Event \"Club championship\"] [Date \"2026.11.14\"] [Result \"*\"]\n\
    1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 {the classical centre} 6. 34-30!? (6. 35-30 20-25 7. 33-29) 6... 20-25 \
    7. 40-34 15-20 8. 45-40 10-14 9. 50-45 *";

const ALICIAN: &str = "[White \"Cees\"] [Black \"Dorte\"] [GameType \"20\"] [Variant \"Alician\"] [Result \"*\"]\n\
    1. 31-27 19-24 2. 36-31 20-25 3. 32-28 17-22 4. 28x17 12x21 5. 34-30 25x34 6. 39x30 21x32 7. 38x27 15-20 8. 30x19 13x24 \
    9. 33-28 14-19 *";

#[test]
fn start_and_new_game() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    keep(&page, "start.png");
    page.browser.click("#do-new");
    page.browser.click("input[name=game][value=alician]");
    page.browser.click("#seat-black option[value='5']");
    page.browser.click("#with-clock");
    page.browser
        .js("document.querySelector('dialog').scrollTo(0, 0)");
    keep(&page, "new-game.png");
}

#[test]
fn middle_game_with_arrows() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    load(&page, INTERNATIONAL);
    page.browser.click("#do-whole");
    page.browser
        .wait("document.getElementById('do-whole').innerText === 'Stop'");
    page.browser
        .wait("document.getElementById('do-whole').innerText === 'Analyse game'");
    think(&page);
    keep(&page, "analysis.png");
}

#[test]
fn alician_in_both_views() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    load(&page, ALICIAN);
    let moves = page.view();
    let mv = moves["moves"].as_array().unwrap();
    let first = mv[mv.len() / 2].clone();
    let (board, from, to) = (
        first["board"].as_str().unwrap(),
        u8::try_from(first["from"].as_u64().unwrap()).unwrap(),
        u8::try_from(first["to"].as_u64().unwrap()).unwrap(),
    );
    page.click(board, &[from]);
    page.browser
        .wait("document.querySelector('.square.target')");
    page.hover(board, to);
    page.browser.wait("document.querySelector('.ghost.strong')");
    keep(&page, "alician-two-boards.png");
    page.browser.keys(keys::ESCAPE);
    page.browser.click("#do-view");
    keep(&page, "alician-one-board.png");
}

#[test]
fn set_up_with_errors() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    page.analyse_from("W:W33,38,39,K46:B8,13,18,24");
    page.browser.click("#do-setup");
    page.click("A", &[3]);
    page.browser.click("input[name=tool][value=bm]");
    page.click("A", &[48]);
    page.browser
        .wait("document.querySelectorAll('#setup-errors li').length === 2");
    keep(&page, "set-up.png");
}

#[test]
fn phone() {
    let Some(page) = Page::open(Window::PHONE) else {
        return;
    };
    load(&page, INTERNATIONAL);
    keep(&page, "phone.png");
    load(&page, ALICIAN);
    keep(&page, "phone-alician.png");
}

#[test]
fn dark() {
    let Some(page) = Page::open(Window {
        dark: true,
        ..Window::DESKTOP
    }) else {
        return;
    };
    load(&page, INTERNATIONAL);
    page.browser
        .js("document.documentElement.dataset.theme = 'dark'");
    page.click("A", &[23]);
    page.click("A", &[27]);
    page.wait_message("refused");
    keep(&page, "dark.png");
}
