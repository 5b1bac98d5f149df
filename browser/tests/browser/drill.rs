//! Long counters that face: selected, turned by keys, by wedge and by touch, marched, and fired with.

use browser::board::Board;
use browser::browser::{Browser, DESK, PHONE, Window};
use browser::scene::{scene_of, target};
use browser::server::{Server, drill_ground};
use serde_json::{Value, json};

/// Where the middle of a wedge is in the window.
pub(crate) async fn wedge(browser: &Browser, facing: &str) -> (f64, f64) {
    let body = "const box = document.querySelector(`.wedge[data-facing='${arguments[0]}']`)?.getBoundingClientRect(); \
                return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2, least: Math.min(box.width, box.height) } : null";
    let found = browser.until(&format!("a wedge {facing}"), body, json!([facing])).await;
    let number = |name: &str| found[name].as_f64().unwrap_or(0.0);
    assert!(number("least") > 24.0, "a finger would not find the wedge: {found}");
    (number("x"), number("y"))
}

async fn looks(browser: &Browser, unit: &str, facing: &str) {
    browser.see(&format!(".unit[data-unit='{unit}'][data-facing='{facing}']")).await;
}

/// Keeps a picture for those who want to look, beside what is kept of failures.
async fn picture(browser: &Browser, name: &str) {
    if std::env::var_os("SABRETACHE_PICTURES").is_some() {
        let folder = target().join("browser-pictures");
        let _ = std::fs::create_dir_all(&folder);
        browser.keep(&folder, name).await;
    }
}

async fn drilled(name: &str, window: Window) {
    scene_of(|| Server::of(drill_ground()), name, &[window], async |scene| {
        let browser = scene.browser(0);
        // Nobody teaches the drill ground.
        browser.expect_message("/api/titles/drill/introduction");
        let board = Board::begin(browser, "field", &[("blue", "here"), ("red", "here")]).await;
        board.shows_the_truth().await;

        // Selected: its reach, its front, flanks and rear, and wedges around it.
        board.press_unit("b1").await;
        browser.see(".view[data-selected='b1'][data-reach='b1']").await;
        let aspects = "return Object.fromEntries(['front', 'left', 'right', 'rear'].map(name => [name, document.querySelectorAll(`.aspect[data-aspect='${name}']`).length]))";
        let around: Value = browser.script(aspects, json!([])).await;
        assert_eq!(around, json!({ "front": 3, "left": 1, "right": 1, "rear": 3 }));
        let wide = "const box = name => document.querySelector(`.unit[data-unit='${name}'] .ring`).getBoundingClientRect(); return box('b1').width / box('bg').width";
        assert!(browser.script(wide, json!([])).await.as_f64().is_some_and(|share| share > 1.7), "a long counter is long");
        picture(browser, &format!("{name}-selected")).await;

        // Turned by a key, and by a wedge: clicked, or touched on a telephone. It stays in hand.
        browser.key(']').await;
        looks(browser, "b1", "e").await;
        browser.see(".view[data-selected='b1'][data-reach='b1']").await;
        let (x, y) = wedge(browser, "nne").await;
        browser.touch_point(x, y).await;
        looks(browser, "b1", "nne").await;
        browser.see(".view[data-selected='b1'][data-reach='b1']").await;
        browser.key('[').await;
        looks(browser, "b1", "nnw").await;
        board.shows_the_truth().await;

        // Marched to where it may look several ways: the place first, then the wedge.
        board.press_unit("b2").await;
        let reach = board.reach_of("b2").await;
        assert!(reach.contains(&"2521".to_owned()), "{reach:?}");
        board.press_hex("2521").await;
        browser.see(".wedge.here[data-facing]").await;
        browser.see(".ghost[data-unit='b2'][data-facing]").await;
        picture(browser, &format!("{name}-march")).await;
        let (x, y) = wedge(browser, "nne").await;
        browser.touch_point(x, y).await;
        browser.see(".unit[data-unit='b2'][data-place='2521'][data-facing='nne']").await;
        board.shows_the_truth().await;

        // Fired with, at an enemy in its arc.
        let version = board.version().await;
        board.press_hex("2519").await;
        board.moved_on(&version).await;
        let snapshot = board.snapshot().await;
        let shot = |line: &Value| line["text"].as_str().is_some_and(|text| text.contains("fires at Grenadiers"));
        assert!(snapshot["log"].as_array().is_some_and(|lines| lines.iter().any(shot)), "{}", snapshot["log"]);
        picture(browser, &format!("{name}-fired")).await;
        board.shows_the_truth().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_counter_is_drilled_on_a_screen() {
    drilled("a_long_counter_is_drilled_on_a_screen", DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_counter_is_drilled_on_a_telephone() {
    drilled("a_long_counter_is_drilled_on_a_telephone", PHONE).await;
}
