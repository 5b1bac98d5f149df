//! How fast the board comes up and how smoothly it moves, measured in Chromium.

use serde_json::{Value, json};

use crate::board::Board;
use crate::browser::Browser;
use crate::devtools::DevTools;
use crate::trace::{self, Figures};

/// How many positions of the pointer a drag goes through.
const STEPS: u32 = 90;

/// How often the wheel turns.
const TURNS: u32 = 40;

/// A page with nothing on it but a square that follows the pointer: what this machine can do at all.
const NEARLY_EMPTY: &str = "data:text/html,<!doctype html><body style='margin:0'><div style='width:200px;height:200px;background:teal;will-change:transform'></div>\
<script>const one = document.querySelector('div'); let frame = 0, turned = 0; const follow = event => { event.preventDefault(); turned += event.deltaY ?? 0; frame ||= requestAnimationFrame(() => { frame = 0; one.style.transform = `translate(${event.clientX}px, ${event.clientY + turned / 8}px)`; }); };\
addEventListener('pointermove', follow); addEventListener('wheel', follow, { passive: false });</script>";

/// What panning and zooming cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    pub drag: Figures,
    pub zoom: Figures,
}

/// The same on the board and on a page that is nearly empty.
#[derive(Clone, PartialEq, Debug)]
pub struct Pan {
    pub board: Cost,
    pub empty: Cost,
}

/// Drags and zooms the board that this browser shows, then a page that is nearly empty, in the same way.
pub async fn pan(browser: &Browser) -> Pan {
    let board = Board::of(browser).await;
    board.deed("whole-map").await;
    // Once near enough that the map is larger than the window, somewhere without a counter of one's own under the pointer.
    let (x, y) = bare_ground(browser).await;
    let measured = measure(browser, x, y).await;
    browser.go(NEARLY_EMPTY).await;
    let empty = measure(browser, x, y).await;
    Pan { board: measured, empty }
}

async fn bare_ground(browser: &Browser) -> (f64, f64) {
    let body = include_str!("scripts/bare_ground.js");
    let found = browser.until("bare ground", body, json!([])).await;
    (found[0].as_f64().unwrap_or(0.0), found[1].as_f64().unwrap_or(0.0))
}

async fn measure(browser: &Browser, x: f64, y: f64) -> Cost {
    let mut devtools = DevTools::of(browser).await;
    let mouse = |kind: &str, x: f64, y: f64, held: u32| json!({ "type": kind, "x": x, "y": y, "button": if held > 0 { "left" } else { "none" }, "buttons": held, "clickCount": 1, "pointerType": "mouse" });
    devtools.call("Input.dispatchMouseEvent", mouse("mouseMoved", x, y, 0)).await;
    devtools.call("Input.dispatchMouseEvent", mouse("mousePressed", x, y, 1)).await;
    // Past the threshold that tells a drag from a click: from here on the map follows.
    devtools.call("Input.dispatchMouseEvent", mouse("mouseMoved", x + 20.0, y, 1)).await;
    trace::begin(&mut devtools).await;
    for step in 0..STEPS {
        let angle = f64::from(step) * std::f64::consts::TAU / f64::from(STEPS);
        let (dx, dy) = (160.0 * angle.sin(), 120.0 * (1.0 - angle.cos()));
        devtools.call("Input.dispatchMouseEvent", mouse("mouseMoved", x + dx, y + dy, 1)).await;
    }
    let drag = trace::figures(&trace::end(&mut devtools).await);
    devtools.call("Input.dispatchMouseEvent", mouse("mouseReleased", x, y, 0)).await;
    trace::begin(&mut devtools).await;
    for turn in 0..TURNS {
        let delta = if turn < TURNS / 2 { -60 } else { 60 };
        let wheel =
            json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta, "pointerType": "mouse" });
        devtools.call("Input.dispatchMouseEvent", wheel).await;
    }
    let zoom = trace::figures(&trace::end(&mut devtools).await);
    Cost { drag, zoom }
}

/// What came over the wire until the board was drawn, with an empty cache, and when the first of it was painted.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrival {
    pub bytes: u64,
    pub answers: Vec<(String, u64)>,
    /// Milliseconds from the start of the navigation.
    pub first_contentful_paint: f64,
    pub largest_contentful_paint: f64,
    /// When the counters were on the map.
    pub drawn: f64,
}

/// Opens a path with an empty cache and waits until a script finds what it wants.
pub async fn arrival(browser: &Browser, path: &str, ready: &str) -> Arrival {
    browser.go("about:blank").await;
    let mut devtools = DevTools::of(browser).await;
    devtools.call("Network.enable", json!({})).await;
    devtools.call("Network.clearBrowserCache", json!({})).await;
    browser.go(path).await;
    let body = format!(
        "if (!({ready})) return null; const paint = performance.getEntriesByName('first-contentful-paint')[0]; if (!paint) return null; \
         const drawn = performance.now(); \
         const largest = await new Promise(done => {{ new PerformanceObserver(list => done(list.getEntries().at(-1)?.startTime ?? 0)).observe({{ type: 'largest-contentful-paint', buffered: true }}); setTimeout(() => done(0), 3000); }}); \
         return {{ paint: paint.startTime, largest, drawn }}"
    );
    let told = browser.until(&format!("{path} to be drawn"), &body, json!([])).await;
    // An answer to any command comes after the events before it.
    devtools.call("Network.disable", json!({})).await;
    let mut names = std::collections::BTreeMap::new();
    let mut answers = Vec::new();
    for event in devtools.take_events() {
        let request = event.parameters["requestId"].as_str().unwrap_or_default().to_owned();
        match event.method.as_str() {
            "Network.requestWillBeSent" => {
                names.insert(request, event.parameters["request"]["url"].as_str().unwrap_or_default().to_owned());
            }
            "Network.loadingFinished" => {
                let bytes = event.parameters["encodedDataLength"].as_f64().unwrap_or(0.0) as u64;
                answers.push((names.get(&request).cloned().unwrap_or(request), bytes));
            }
            "Network.webSocketFrameReceived" => {
                let bytes = event.parameters["response"]["payloadData"].as_str().map_or(0, str::len) as u64;
                answers.push(("the socket".into(), bytes));
            }
            _ => {}
        }
    }
    let milliseconds = |value: &Value| value.as_f64().unwrap_or(f64::MAX);
    Arrival {
        bytes: answers.iter().map(|(_, bytes)| bytes).sum(),
        answers,
        first_contentful_paint: milliseconds(&told["paint"]),
        largest_contentful_paint: milliseconds(&told["largest"]),
        drawn: milliseconds(&told["drawn"]),
    }
}
