//! Whole games against the engine, every move made with the mouse.

use serde_json::{Value, json};

use crate::driver::Window;
use crate::page::{Page, keys};

/// More moves than such a game has.
const LONG: usize = 400;

/// A person who picks any legal move.
struct Person(u64);

impl Person {
    fn choose<'a>(&mut self, moves: &'a [Value]) -> &'a Value {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        &moves[(self.0 >> 33) as usize % moves.len()]
    }
}

/// Waits until White is to move or the game has ended; the position, and whether it has.
fn my_turn(page: &Page) -> (Value, bool) {
    let script = "const { game, end } = await import('/play.js'); \
         for (let i = 0; i < 8000; i++) { \
           const { view } = m.app; \
           if (end()) return [view, true]; \
           if (view.turn === 'white' && !game.thinking && m.app.node === game.head) return [view, false]; \
           await new Promise((done) => setTimeout(done, 10)); \
         } return [m.app.view, null]";
    let answer = page.with("app", script);
    let ended = answer[1].as_bool().expect("the engine moves");
    (answer[0].clone(), ended)
}

fn number(value: &Value) -> u8 {
    u8::try_from(value.as_u64().unwrap()).unwrap()
}

/// Makes a move by clicking its squares, a capture stop by stop if need be.
fn make(page: &Page, mv: &Value, ply: u64) {
    let board = mv["board"].as_str().unwrap();
    let (from, to) = (number(&mv["from"]), number(&mv["to"]));
    let way: Vec<u8> = match mv["ways"].get(0) {
        Some(way) => way.as_array().unwrap().iter().map(number).collect(),
        None => vec![from, to],
    };
    let made = format!("(await import('/app.js')).app.view.ply > {ply}");
    let was_made = || {
        let script = format!("return (async () => {made})()");
        page.browser.js(&script) == json!(true)
    };
    page.click(board, &way[..1]);
    for &square in &way[1..] {
        page.click(board, &[square]);
        if square == to {
            let asked = "(() => { const b = [...document.querySelectorAll('button.choice')].find((b) => b.innerText.endsWith(' ' + arguments[0])); \
                 b?.click(); return Boolean(b); })()";
            let taken: Vec<String> = mv["captured"]
                .as_array()
                .unwrap()
                .iter()
                .map(ToString::to_string)
                .collect();
            let script = format!(
                "return (async () => {{ const args = arguments; for (let i = 0; i < 300; i++) {{ if ({made}) return true; \
                 (function () {{ return {asked}; }}).apply(null, args); await new Promise((d) => setTimeout(d, 10)); }} return false; }}).apply(null, arguments)"
            );
            let done = page
                .browser
                .js_with(&script, &json!([format!("takes {}", taken.join(", "))]));
            assert_eq!(done, true, "{mv}: {}", page.message());
        } else if was_made() {
            return;
        }
    }
}

fn play(game: &str, seed: u64) {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    browser.click("#do-new");
    browser.click(&format!("input[name=game][value={game}]"));
    browser.click("#seat-black option[value='1']");
    browser.click("#start-game");
    page.wait_async(&format!(
        "(await import('/app.js')).app.view.rules === '{game}' && (await import('/play.js')).game.players.black.level === 1"
    ));
    let mut person = Person(seed);
    let mut moves = 0;
    loop {
        let (view, ended) = my_turn(&page);
        if ended {
            break;
        }
        assert!(moves < LONG, "the game does not end");
        moves += 1;
        let legal = view["moves"].as_array().unwrap();
        make(&page, person.choose(legal), view["ply"].as_u64().unwrap());
    }
    browser.wait("!document.getElementById('ending').hidden");
    let view = page.view();
    let ending = browser.text("#ending");
    let state = &view["state"];
    let article = state["article"]["id"].as_str().unwrap();
    assert!(ending.contains(article), "{ending}");
    assert!(
        ending.contains(state["result"].as_str().unwrap()),
        "{ending}"
    );
    let expected: &[&str] = match game {
        "international" => &["I11", "I12", "I13", "I14", "I15"],
        _ => &["A4", "A7"],
    };
    assert!(expected.contains(&article), "{ending}");
    // The record has every move of both sides, and a reader of PDN comes to the same end.
    let pdn = page.with("pdn", "return m.text()");
    let read = page.browser.js_with(
        "return fetch('/api/pdn/read', { method: 'POST', body: arguments[0] }).then((r) => r.json())",
        &json!([pdn]),
    );
    assert_eq!(read["problems"], json!([]));
    assert_eq!(read["result"], state["result"]);
    let plies = read["body"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|w| w["item"] == "move");
    assert_eq!(plies.count() as u64, view["ply"].as_u64().unwrap());
    page.is_clean();
}

#[test]
fn a_whole_game_of_international_draughts_against_the_engine() {
    play("international", 3);
}

#[test]
fn a_whole_game_of_alician_draughts_against_the_engine() {
    play("alician", 7);
}

#[test]
fn the_engine_plays_itself_by_the_clock() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    browser.click("#do-new");
    browser.click("input[name=game][value=alician]");
    browser.click("#seat-white option[value='2']");
    browser.click("#seat-black option[value='1']");
    browser.click("#with-clock");
    browser.js("for (const [id, value] of [['clock-minutes', 1], ['clock-seconds', 0]]) { const f = document.getElementById(id); f.value = value; f.dispatchEvent(new Event('change')); }");
    browser.click("#start-game");
    page.wait_async("(await import('/app.js')).app.view.ply >= 12");
    // Both clocks have run, and none has run out.
    let times = page.with("play", "return m.game.times");
    for side in ["white", "black"] {
        let left = times[side].as_f64().unwrap();
        assert!(left > 0.0 && left < 60_000.0, "{times}");
    }
    assert_eq!(
        browser.js("return document.querySelectorAll('.clock').length"),
        2
    );
    browser.click("#do-leave");
    browser.wait("!document.querySelector('.clock')");
    page.is_clean();
}

#[test]
fn the_engine_moves_though_somebody_looks_elsewhere() {
    let Some(page) = Page::open(Window::DESKTOP) else {
        return;
    };
    let browser = &page.browser;
    browser.click("#do-new");
    browser.click("#seat-black option[value='1']");
    browser.click("#start-game");
    page.wait_async("(await import('/play.js')).game.players.black.level === 1");
    browser.js(
        "const f = fetch; window.fetch = async (...a) => { await new Promise((d) => setTimeout(d, 2500)); return f(...a); }",
    );
    let head = |ply: u32| {
        page.wait_async(&format!(
            "(await import('/play.js')).game.head.ply === {ply} && (await import('/app.js')).app.view.ply === {ply}"
        ));
    };
    browser.write("#move-text", &format!("32-28{}", keys::ENTER));
    head(1);
    browser.click("#go-back");
    head(2);
    let any = page.view()["moves"][0]["hub"].as_str().unwrap().to_owned();
    browser.write("#move-text", &format!("{any}{}", keys::ENTER));
    head(3);
    browser.click("#do-setup");
    // The answer comes while pieces are set up.
    std::thread::sleep(std::time::Duration::from_secs(4));
    browser.click("#setup .close");
    head(4);
    page.is_clean();
}
