//! A real browser over `WebDriver`: Chromium's own driver, spoken to in its plain HTTP. Knows nothing of draughts.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Set where there is no browser and the tests may be skipped.
const SKIP: &str = "DAMIER_NO_BROWSER";
/// How long anything on the page may take; a busy machine is slow, not wrong.
const PATIENCE: Duration = Duration::from_mins(2);

/// A browser window.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    downloads: tempfile::TempDir,
    touch: bool,
}

/// How the window is.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// A telephone: touch, and two pixels a point.
    pub(crate) phone: bool,
    pub(crate) dark: bool,
    /// Asks for no animation.
    pub(crate) calm: bool,
}

impl Window {
    pub(crate) const DESKTOP: Self = Self {
        width: 1280,
        height: 860,
        phone: false,
        dark: false,
        calm: true,
    };
    pub(crate) const PHONE: Self = Self {
        width: 390,
        height: 844,
        phone: true,
        dark: false,
        calm: true,
    };
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.ask("DELETE", "", &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// A driver, its port and what else it says; nothing if it ended at once.
fn start_driver() -> Option<(Child, u16, Lines<BufReader<ChildStdout>>)> {
    let spawned = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut driver = match spawned {
        Ok(driver) => driver,
        Err(error) => panic!(
            "the browser tests need `chromedriver` and `chromium` ({error}): on Debian and Ubuntu install chromium and \
             chromium-driver, or set {SKIP}=1 to go on without these tests"
        ),
    };
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.find_map(|line| {
        let line = line.ok()?;
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    if port.is_none() {
        driver.wait().unwrap();
    }
    Some((driver, port?, lines))
}

impl Browser {
    /// A window; nothing if the tests are to be skipped. Panics with what is missing if the browser is.
    pub(crate) fn open(window: Window) -> Option<Self> {
        if std::env::var_os(SKIP).is_some() {
            eprintln!("skipped: {SKIP} is set");
            return None;
        }
        // The free port that it finds for one kind of address may be taken for the other; it gives up then.
        let started = (0..5).find_map(|_| start_driver());
        let (driver, port, lines) = started.expect("chromedriver says its port");
        // It may say more, and must not wait for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let downloads = tempfile::tempdir().unwrap();
        let mut browser = Self {
            driver,
            port,
            session: String::new(),
            downloads,
            touch: window.phone,
        };
        let mut args = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            "--hide-scrollbars".to_owned(),
            format!("--window-size={},{}", window.width, window.height),
        ];
        if window.calm {
            args.push("--force-prefers-reduced-motion".to_owned());
        }
        if window.dark {
            args.push("--force-dark-mode".to_owned());
        }
        let mut options = json!({
            "args": args,
            "prefs": {
                "download.default_directory": browser.downloads.path(),
                "download.prompt_for_download": false,
            },
        });
        if window.phone {
            options["mobileEmulation"] = json!({"deviceMetrics": {
                "width": window.width, "height": window.height, "pixelRatio": 2, "touch": true,
            }});
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "timeouts": {"script": 120_000},
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let answer = browser.request("POST", "/session", &wanted);
        browser.session = match answer {
            Ok(value) => value["sessionId"].as_str().unwrap().to_owned(),
            Err(error) => panic!(
                "chromium does not start: {error}; is it installed, and of the version of chromedriver? Set {SKIP}=1 to go on \
                 without these tests"
            ),
        };
        if !window.phone {
            // The inside of the window, not its frame, has the size asked for.
            let inner = browser.js("return [outerWidth - innerWidth, outerHeight - innerHeight]");
            let more = |i: usize| inner[i].as_u64().unwrap() as u32;
            let rect = json!({"width": window.width + more(0), "height": window.height + more(1)});
            browser.ask("POST", "/window/rect", &rect).unwrap();
        }
        Some(browser)
    }

    /// Where downloads arrive.
    pub(crate) fn downloads(&self) -> &std::path::Path {
        self.downloads.path()
    }

    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let fail = |error: std::io::Error| error.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(fail)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(fail)?;
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len()
        )
        .map_err(fail)?;
        let mut answer = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            answer.read_line(&mut line).map_err(fail)?;
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().map_err(|_| line.clone())?;
            }
            if line.is_empty() {
                break;
            }
        }
        // The driver keeps the connection, whatever it is asked for.
        let mut body = vec![0; length];
        answer.read_exact(&mut body).map_err(fail)?;
        let mut value: Value = serde_json::from_slice(&body).map_err(|e| e.to_string())?;
        let value = value["value"].take();
        match value.get("error") {
            Some(error) if value.get("message").is_some() => {
                Err(format!("{error}: {}", value["message"].as_str().unwrap()))
            }
            _ => Ok(value),
        }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.request(method, &format!("/session/{}{path}", self.session), body)
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        match self.ask("POST", path, body) {
            Ok(value) => value,
            Err(error) => panic!("{path} {body}: {error}"),
        }
    }

    pub(crate) fn go(&self, address: &str) {
        self.post("/url", &json!({"url": address}));
    }

    /// Runs a script and waits for what it returns, promises included.
    pub(crate) fn js(&self, script: &str) -> Value {
        self.js_with(script, &json!([]))
    }

    pub(crate) fn js_with(&self, script: &str, args: &Value) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": args}))
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str) {
        let script = format!("return Boolean({what})");
        let start = Instant::now();
        while self.js(&script) != json!(true) {
            if start.elapsed() > PATIENCE {
                let text = self.js("return document.body.innerText");
                panic!(
                    "not within {PATIENCE:?}: {what}\nthe page says:\n{}",
                    text.as_str().unwrap_or("nothing")
                );
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    fn element(&self, css: &str) -> String {
        let found = self.post("/element", &json!({"using": "css selector", "value": css}));
        let id = found.as_object().and_then(|o| o.values().next());
        id.and_then(Value::as_str).unwrap().to_owned()
    }

    /// Does something with an element. One that was drawn anew between finding and using it is looked for again, as a
    /// person would.
    fn with(&self, css: &str, what: &str, body: &Value) {
        let start = Instant::now();
        loop {
            let id = self.element(css);
            match self.ask("POST", &format!("/element/{id}/{what}"), body) {
                Err(error) if error.contains("stale element") && start.elapsed() < PATIENCE => {}
                Err(error) => panic!("{what} {css}: {error}"),
                Ok(_) => return,
            }
        }
    }

    #[track_caller]
    /// Clicks as a person does: scrolled into view, and only if nothing lies over it.
    pub(crate) fn click(&self, css: &str) {
        if self.touch {
            let script = "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center', behavior: 'instant'}); \
                 const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]";
            let point = self.js_with(script, &json!([css]));
            let number = |i: usize| point[i].as_f64().unwrap();
            return self.tap(&[(number(0), number(1))], "touch");
        }
        // The driver leaves an element where it is when a bar that sticks to the edge covers it; a person scrolls.
        let script = "document.querySelector(arguments[0])?.scrollIntoView({block: 'center', behavior: 'instant'})";
        self.js_with(script, &json!([css]));
        self.with(css, "click", &json!({}));
    }

    pub(crate) fn text(&self, css: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.js_with(script, &json!([css]))
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Types into a field.
    pub(crate) fn write(&self, css: &str, text: &str) {
        self.with(css, "value", &json!({"text": text}));
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn keys(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()}))
            })
            .collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}),
        );
    }

    /// Presses at each of some points of the window in turn.
    pub(crate) fn tap(&self, points: &[(f64, f64)], kind: &str) {
        let actions: Vec<Value> = points
            .iter()
            .flat_map(|&(x, y)| [at(x, y), down(), up()])
            .collect();
        self.pointer(kind, &actions);
    }

    /// Drags from one point over others to the last.
    pub(crate) fn drag(&self, points: &[(f64, f64)], kind: &str) {
        let mut actions = vec![];
        for (i, &(x, y)) in points.iter().enumerate() {
            actions.push(at(x, y));
            if i == 0 {
                actions.push(down());
            }
        }
        // A hand that rests: a finger taken off in full flight throws, and the next tap would only stop that.
        actions.push(json!({"type": "pause", "duration": 150}));
        actions.push(up());
        self.pointer(kind, &actions);
    }

    /// Moves the pointer to a point.
    pub(crate) fn hover(&self, point: (f64, f64)) {
        self.pointer("mouse", &[at(point.0, point.1)]);
    }

    fn pointer(&self, kind: &str, actions: &[Value]) {
        self.post("/actions", &json!({"actions": [{
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        }]}));
    }

    /// The window as a PNG.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let text = self.ask("GET", "/screenshot", &Value::Null).unwrap();
        base64(text.as_str().unwrap())
    }

    /// What the page wrote to its console as an error: exceptions, things the policy forbade.
    pub(crate) fn errors(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().unwrap().iter();
        entries
            .filter(|e| e["level"] == "SEVERE")
            .map(|e| e["message"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The address of every request made so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "performance"}));
        let entries = log.as_array().unwrap().iter();
        entries
            .filter_map(|e| serde_json::from_str::<Value>(e["message"].as_str()?).ok())
            .filter(|m| m["message"]["method"] == "Network.requestWillBeSent")
            .filter_map(|m| {
                Some(
                    m["message"]["params"]["request"]["url"]
                        .as_str()?
                        .to_owned(),
                )
            })
            .collect()
    }
}

fn at(x: f64, y: f64) -> Value {
    json!({"type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round(), "origin": "viewport"})
}

fn down() -> Value {
    json!({"type": "pointerDown", "button": 0})
}

fn up() -> Value {
    json!({"type": "pointerUp", "button": 0})
}

fn base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|&c| c != b'=').map(value).collect();
    let groups = letters.chunks(4).flat_map(|group| {
        let word = (0..4).fold(0_u32, |w, i| {
            w << 6 | u32::from(*group.get(i).unwrap_or(&0))
        });
        word.to_be_bytes()[1..group.len()].to_vec()
    });
    groups.collect()
}
