//! The page as its tests see it: a server of its own, a window, and what people do on a board.

use damier_web::{Options, Running, Server};
use serde_json::{Value, json};

use crate::driver::{Browser, Window};

/// Keys that have no letter, as `WebDriver` names them.
pub(crate) mod keys {
    pub(crate) const ENTER: &str = "\u{e007}";
    pub(crate) const ESCAPE: &str = "\u{e00c}";
    pub(crate) const LEFT: &str = "\u{e012}";
    pub(crate) const UP: &str = "\u{e013}";
    pub(crate) const RIGHT: &str = "\u{e014}";
    pub(crate) const DOWN: &str = "\u{e015}";
    pub(crate) const HOME: &str = "\u{e011}";
    pub(crate) const END: &str = "\u{e010}";
}

pub(crate) struct Page {
    pub(crate) browser: Browser,
    pub(crate) server: Running,
    pointer: &'static str,
}

impl Page {
    pub(crate) fn open(window: Window) -> Option<Self> {
        let browser = Browser::open(window)?;
        let server = Server::bind(&Options::default()).unwrap().spawn().unwrap();
        let page = Self {
            browser,
            server,
            pointer: if window.phone { "touch" } else { "mouse" },
        };
        page.browser.go(&page.address());
        page.browser.wait("document.body.dataset.ready");
        Some(page)
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}/", self.server.address())
    }

    /// Runs a script in which `app` and the other exports of a module are at hand.
    pub(crate) fn with(&self, module: &str, script: &str) -> Value {
        let script = format!("return import('/{module}.js').then(async (m) => {{ {script} }})");
        self.browser.js(&script)
    }

    /// What the page shows of the position.
    pub(crate) fn view(&self) -> Value {
        self.with("app", "return m.app.view")
    }

    pub(crate) fn fen(&self) -> String {
        self.view()["fen"].as_str().unwrap().to_owned()
    }

    /// The middle of a square in the window.
    pub(crate) fn square(&self, board: &str, square: u8) -> (f64, f64) {
        let script = "const svg = [...document.querySelectorAll('svg.board')].find((b) => b.dataset.board.includes(arguments[0])); \
             const g = svg.querySelector(`[data-square=\"${arguments[1]}\"]`); \
             g.scrollIntoView({block: 'nearest'}); \
             const box = g.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]";
        let point = self.browser.js_with(script, &json!([board, square]));
        (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
    }

    /// Clicks squares of a board in turn.
    pub(crate) fn click(&self, board: &str, squares: &[u8]) {
        let points: Vec<_> = squares.iter().map(|&s| self.square(board, s)).collect();
        self.browser.tap(&points, self.pointer);
    }

    pub(crate) fn drag(&self, board: &str, squares: &[u8]) {
        let points: Vec<_> = squares.iter().map(|&s| self.square(board, s)).collect();
        self.browser.drag(&points, self.pointer);
    }

    pub(crate) fn hover(&self, board: &str, square: u8) {
        self.browser.hover(self.square(board, square));
    }

    /// Starts from a position by pasting it into the set-up.
    pub(crate) fn set_up(&self, fen: &str) {
        self.browser.click("#do-setup");
        self.browser.js_with(
            "const f = document.getElementById('setup-fen'); f.value = arguments[0]; f.dispatchEvent(new Event('input'))",
            &json!([fen]),
        );
        self.browser.wait(&format!(
            "document.getElementById('setup').dataset.fen === {} && !document.getElementById('setup-analyse').disabled",
            json!(fen)
        ));
    }

    /// Sets up a position to analyse from.
    pub(crate) fn analyse_from(&self, fen: &str) {
        self.set_up(fen);
        self.browser.click("#setup-analyse");
        self.browser
            .wait("!document.body.classList.contains('editing')");
        self.wait_fen(fen);
    }

    #[track_caller]
    pub(crate) fn wait_fen(&self, fen: &str) {
        let script = format!("(await import('/app.js')).app.view?.fen === {}", json!(fen));
        self.wait_async(&script);
    }

    /// Waits for an expression that may await.
    #[track_caller]
    pub(crate) fn wait_async(&self, what: &str) {
        let script = format!(
            "return (async () => {{ for (let i = 0; i < 4000; i++) {{ if ({what}) return true; await new Promise((d) => setTimeout(d, 20)); }} return false; }})()"
        );
        assert_eq!(
            self.browser.js(&script),
            true,
            "{what}\n{}",
            self.browser.text("main")
        );
    }

    pub(crate) fn message(&self) -> String {
        self.browser.text("#message")
    }

    /// Waits for words under the board.
    #[track_caller]
    pub(crate) fn wait_message(&self, words: &str) {
        self.browser.wait(&format!(
            "document.getElementById('message').innerText.includes({})",
            json!(words)
        ));
    }

    /// Nothing went wrong behind the scenes.
    pub(crate) fn is_clean(&self) {
        assert_eq!(self.browser.errors(), [""; 0]);
    }
}
