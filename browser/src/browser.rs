//! One browser with one person at it: what they open, see, press and type.

use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::driver::Driver;
use crate::webdriver::{Element, Session};

/// How long something may take that should happen at once, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// How often a condition is looked at.
const GLANCE: Duration = Duration::from_millis(25);

/// A browser with a cookie of its own.
#[derive(Debug)]
pub struct Browser {
    session: Session,
    _driver: Driver,
    server: String,
    touch: bool,
    console: Mutex<Vec<Line>>,
    expected: std::sync::Mutex<Vec<&'static str>>,
}

/// A line of the console.
#[derive(Clone, Debug)]
pub struct Line {
    pub level: String,
    pub source: String,
    pub message: String,
}

/// How wide and high the page is, and whether it is a telephone.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub width: u32,
    pub height: u32,
    pub touch: bool,
}

/// A usual screen.
pub const DESK: Window = Window { width: 1440, height: 900, touch: false };
/// A telephone held upright.
pub const PHONE: Window = Window { width: 420, height: 860, touch: true };

impl Browser {
    /// Opens an empty window.
    pub async fn open(server: &str, window: Window) -> Browser {
        let (driver, session) = Driver::start(window.width, window.height).await;
        let browser = Browser {
            session,
            _driver: driver,
            server: server.to_owned(),
            touch: window.touch,
            console: Mutex::default(),
            expected: std::sync::Mutex::default(),
        };
        let size =
            json!({ "width": window.width, "height": window.height, "deviceScaleFactor": 1, "mobile": window.touch });
        browser.devtools("Emulation.setDeviceMetricsOverride", size).await;
        // What others do is shown bit by bit to people, and what has one answer is passed over; tests want to see the board as
        // it is and to answer themselves, and say so if they do not.
        let at_once = "try { localStorage.getItem('sabretache') ?? localStorage.setItem('sabretache', '{\"watch\":\"at-once\",\"pass\":false}'); } catch {}";
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": at_once })).await;
        if window.touch {
            browser
                .devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 2 }))
                .await;
        }
        browser
    }

    /// A command of the Chrome DevTools Protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        let answer = self.session.post("goog/cdp/execute", body).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Where Chromium listens for the DevTools protocol, such as `localhost:40123`.
    pub fn debugger(&self) -> String {
        let told = self.session.capabilities["goog:chromeOptions"]["debuggerAddress"].as_str();
        told.expect("chromedriver says where Chromium listens").to_owned()
    }

    // ---- Going about ----

    /// Opens a path of the server, or a whole address.
    pub async fn go(&self, path: &str) {
        let address = if path.contains(':') { path.to_owned() } else { format!("{}{path}", self.server) };
        self.session
            .post("url", json!({ "url": address }))
            .await
            .unwrap_or_else(|error| panic!("{address} does not open: {error}"));
    }

    pub async fn reload(&self) {
        self.session
            .post("refresh", json!({}))
            .await
            .unwrap_or_else(|error| panic!("the page does not open again: {error}"));
    }

    /// Sets something that the page lets its readers choose, and opens the page anew.
    pub async fn prefer(&self, name: &str, value: impl Into<Value>) {
        let body = "const kept = JSON.parse(localStorage.getItem('sabretache') ?? '{}'); localStorage.setItem('sabretache', JSON.stringify({ ...kept, [arguments[0]]: arguments[1] })); return true";
        self.script(body, json!([name, value.into()])).await;
        self.reload().await;
    }

    /// The path of the page that is shown.
    pub async fn path(&self) -> String {
        self.script("return location.pathname", json!([])).await.as_str().expect("a page has a path").to_owned()
    }

    // ---- Looking ----

    /// Runs the body of an asynchronous function in the page.
    pub async fn script(&self, body: &str, arguments: Value) -> Value {
        self.session
            .execute(&asynchronous(body), &arguments)
            .await
            .unwrap_or_else(|error| panic!("a script failed: {error}\n{body}"))
    }

    /// Waits until the body of a function returns something other than nothing, false, zero or an empty text.
    pub async fn until(&self, what: &str, body: &str, arguments: Value) -> Value {
        let end = Instant::now() + PATIENCE;
        let body = asynchronous(body);
        loop {
            let answer = self.session.execute(&body, &arguments).await;
            match &answer {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(Value::String(text)) if text.is_empty() => {}
                Ok(Value::Number(number)) if number.as_f64() == Some(0.0) => {}
                Ok(value) => return value.clone(),
            }
            if Instant::now() > end {
                panic!("waited {} s in vain for {what}: {answer:?}", PATIENCE.as_secs());
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// The number that a script comes to.
    pub async fn number(&self, body: &str) -> f64 {
        self.script(body, json!([])).await.as_f64().unwrap_or_else(|| panic!("no number: {body}"))
    }

    /// Waits for an element that can be seen.
    pub async fn see(&self, selector: &str) {
        let visible = "return [...document.querySelectorAll(arguments[0])].some(one => one.checkVisibility())";
        self.until(&format!("{selector} to be seen"), visible, json!([selector])).await;
    }

    /// Waits until no such element can be seen any more.
    pub async fn see_no(&self, selector: &str) {
        let gone = "return ![...document.querySelectorAll(arguments[0])].some(one => one.checkVisibility())";
        self.until(&format!("{selector} to go"), gone, json!([selector])).await;
    }

    pub async fn is_there(&self, selector: &str) -> bool {
        let visible = "return [...document.querySelectorAll(arguments[0])].some(one => one.checkVisibility())";
        self.script(visible, json!([selector])).await == json!(true)
    }

    /// The words in an element that can be seen.
    pub async fn text(&self, selector: &str) -> String {
        self.see(selector).await;
        let words = "return document.querySelector(arguments[0])?.textContent ?? ''";
        self.script(words, json!([selector])).await.as_str().unwrap_or_default().to_owned()
    }

    /// Whether some element has these words in it.
    pub async fn see_words(&self, selector: &str, words: &str) {
        let body = "return [...document.querySelectorAll(arguments[0])].some(one => one.checkVisibility() && one.textContent.includes(arguments[1]))";
        self.until(&format!("{words:?} in {selector}"), body, json!([selector, words])).await;
    }

    /// What a call to the server answers this browser: with its cookie, and without touching the page.
    pub async fn get(&self, path: &str) -> Value {
        let body = "return fetch(arguments[0], { cache: 'no-store' }).then(async answer => { const text = await answer.text(); try { return { status: answer.status, body: JSON.parse(text), text }; } catch { return { status: answer.status, text }; } })";
        let answer = self.script(body, json!([path])).await;
        assert_eq!(answer["status"], json!(200), "GET {path}: {}", answer["text"]);
        if answer["body"].is_null() { answer["text"].clone() } else { answer["body"].clone() }
    }

    // ---- Hands ----

    /// Clicks or taps an element as soon as it can be seen and nothing lies over it.
    pub async fn press(&self, selector: &str) {
        self.press_unless(selector, "return false", json!([])).await;
    }

    /// Clicks or taps an element, unless a script comes true before it can be: whether it was pressed.
    pub async fn press_unless(&self, selector: &str, otherwise: &str, arguments: Value) -> bool {
        let end = Instant::now() + PATIENCE;
        loop {
            // The page may draw it anew at any moment, so it is looked for again each time.
            let found = self.visible(selector).await;
            let pressed = match &found {
                Some(element) => self.session.click(element).await,
                None => Err("there is none".into()),
            };
            let Err(reason) = pressed else { return true };
            if self.script(otherwise, arguments.clone()).await == json!(true) {
                return false;
            }
            assert!(Instant::now() < end, "{selector} cannot be pressed: {reason}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    async fn visible(&self, selector: &str) -> Option<Element> {
        for element in self.session.elements(selector).await.ok()? {
            if self.session.is_displayed(&element).await.unwrap_or(false) {
                return Some(element);
            }
        }
        None
    }

    /// Presses the button that bears these words.
    pub async fn press_words(&self, within: &str, words: &str) {
        let body = "const one = [...document.querySelectorAll(`${arguments[0]} button, ${arguments[0]} a, ${arguments[0]} summary, ${arguments[0]} label`)].find(one => one.checkVisibility() && one.textContent.trim().startsWith(arguments[1])); document.querySelectorAll('[data-pressed]').forEach(old => old.removeAttribute('data-pressed')); one?.setAttribute('data-pressed', ''); return Boolean(one)";
        self.until(&format!("{words:?} in {within}"), body, json!([within, words])).await;
        self.press("[data-pressed]").await;
    }

    /// Puts away the notices at the foot of the page.
    pub async fn dismiss_notices(&self) {
        while self.is_there(".toast").await {
            self.press(".toast [aria-label='Dismiss']").await;
        }
    }

    /// Chooses a radio button or a box by its label.
    pub async fn choose(&self, selector: &str) {
        let body = "const one = document.querySelector(arguments[0]); document.querySelectorAll('[data-pressed]').forEach(old => old.removeAttribute('data-pressed')); (one?.closest('label') ?? one)?.setAttribute('data-pressed', ''); return Boolean(one)";
        self.until(selector, body, json!([selector])).await;
        self.press("[data-pressed]").await;
    }

    /// Clicks, or taps on a telephone, a point of the window.
    pub async fn touch_point(&self, x: f64, y: f64) {
        self.point(vec![go_to((x, y), 0), down(), up()]).await;
    }

    /// Drags with the button held.
    pub async fn drag(&self, from: (f64, f64), to: (f64, f64), duration: Duration) {
        self.point(vec![go_to(from, 0), down(), go_to(to, duration.as_millis() as u64), up()]).await;
    }

    /// Holds the pointer over a point.
    pub async fn hover(&self, x: f64, y: f64) {
        self.point(vec![go_to((x, y), 0)]).await;
    }

    async fn point(&self, steps: Vec<Value>) {
        let pointer = if self.touch { "touch" } else { "mouse" };
        let done = self.session.perform("pointer", Some(pointer), steps).await;
        done.unwrap_or_else(|sentence| panic!("the pointer cannot do that: {sentence}"));
    }

    /// Turns the wheel over a point, so many pixels.
    pub async fn wheel(&self, x: i64, y: i64, turn: i64) {
        let scroll = json!({ "type": "scroll", "origin": "viewport", "x": x, "y": y, "deltaX": 0, "deltaY": turn, "duration": 0 });
        let done = self.session.perform("wheel", None, vec![scroll]).await;
        done.unwrap_or_else(|sentence| panic!("the wheel cannot turn: {sentence}"));
    }

    /// Presses a key: a letter, or one of `keys`.
    pub async fn key(&self, key: char) {
        self.chord(&[], key).await;
    }

    /// Presses a key while others are held.
    pub async fn chord(&self, held: &[char], key: char) {
        let press = |value: char| json!({ "type": "keyDown", "value": value });
        let release = |value: char| json!({ "type": "keyUp", "value": value });
        let mut steps: Vec<Value> = held.iter().map(|&value| press(value)).collect();
        steps.extend([press(key), release(key)]);
        steps.extend(held.iter().map(|&value| release(value)));
        let done = self.session.perform("key", None, steps).await;
        done.unwrap_or_else(|sentence| panic!("{key:?} cannot be pressed: {sentence}"));
    }

    /// Types words where the focus is.
    pub async fn write(&self, words: &str) {
        for letter in words.chars() {
            self.key(letter).await;
        }
    }

    // ---- The console ----

    /// A message that this test provokes, such as the loss of the connection, is no finding.
    pub fn expect_message(&self, part: &'static str) {
        self.expected.lock().expect("nobody panicked with the list in hand").push(part);
    }

    /// Everything the console has said so far.
    pub async fn console(&self) -> Vec<Line> {
        let mut console = self.console.lock().await;
        let log = self.session.post("se/log", json!({ "type": "browser" })).await;
        for entry in log.ok().as_ref().and_then(Value::as_array).into_iter().flatten() {
            let word = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            console.push(Line { level: word("level"), source: word("source"), message: word("message") });
        }
        console.clone()
    }

    /// The errors and warnings that nobody expected.
    pub async fn complaints(&self) -> Vec<Line> {
        let expected = self.expected.lock().expect("nobody panicked with the list in hand").clone();
        let bad = |line: &Line| line.level == "SEVERE" || line.level == "WARNING";
        let known = |line: &Line| expected.iter().any(|part| line.message.contains(part));
        self.console().await.into_iter().filter(|line| bad(line) && !known(line)).collect()
    }

    /// Keeps a picture, the console and the page, for whoever has to find out what went wrong.
    pub async fn keep(&self, folder: &Path, name: &str) {
        if let Ok(picture) = self.session.get("screenshot").await {
            let picture = base64::engine::general_purpose::STANDARD.decode(picture.as_str().unwrap_or_default());
            let _ = std::fs::write(folder.join(format!("{name}.png")), picture.unwrap_or_default());
        }
        if let Ok(source) = self.session.get("source").await {
            let _ = std::fs::write(folder.join(format!("{name}.html")), source.as_str().unwrap_or_default());
        }
        let lines: Vec<String> = self
            .console()
            .await
            .iter()
            .map(|line| format!("{} {} {}\n", line.level, line.source, line.message))
            .collect();
        let _ = std::fs::write(folder.join(format!("{name}.console.log")), lines.concat());
    }
}

/// A script whose body may wait; `arguments` are those of the function around it.
fn asynchronous(body: &str) -> String {
    format!("return (async () => {{ {body}\n }})()")
}

fn go_to((x, y): (f64, f64), milliseconds: u64) -> Value {
    let (x, y) = (x.round() as i64, y.round() as i64);
    json!({ "type": "pointerMove", "origin": "viewport", "x": x, "y": y, "duration": milliseconds })
}

fn down() -> Value {
    json!({ "type": "pointerDown", "button": 0 })
}

fn up() -> Value {
    json!({ "type": "pointerUp", "button": 0 })
}

/// The keys that are no letters, as WebDriver numbers them.
pub mod keys {
    pub const TAB: char = '\u{e004}';
    pub const ENTER: char = '\u{e007}';
    pub const SHIFT: char = '\u{e008}';
    pub const CONTROL: char = '\u{e009}';
    pub const ESCAPE: char = '\u{e00c}';
    pub const SPACE: char = ' ';
    pub const END: char = '\u{e010}';
    pub const HOME: char = '\u{e011}';
    pub const LEFT: char = '\u{e012}';
    pub const UP: char = '\u{e013}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
}
