//! Brigades that stretch: a wheel by dragging an end, a manoeuvre looked at before it is done, battalions picked on their brigade, two
//! brigades that advance together.

use std::time::Duration;

use browser::board::Board;
use browser::browser::DESK;
use browser::scene;
use serde_json::{Value, json};

const POSITION: &str = r#"
[position]
map = "blank 20x14"
phase = "movement"
active = "allied"
units = ["al a820: a820 @ 0407 line sse", "al a710: a710 @ 0808 line sse", "fr x: inf 4 5/4/3 @ 1913 line nnw"]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn brigades_wheel_by_an_end_and_advance_together() {
    scene("brigades_wheel_by_an_end_and_advance_together", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        let make = "return fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title: 'syw-battles', position: arguments[0], seats: { allied: 'here', french: 'random' } }) }).then(answer => answer.json())";
        let made = browser.script(make, json!([POSITION])).await;
        let game = made["id"].as_str().unwrap_or_else(|| panic!("no game was made: {made}"));
        browser.go(&format!("/game/{game}")).await;
        let board = Board::of(browser).await;
        board.asked("allied").await;

        // Two brigades as one line: where they would stand, the second one step from the first as before.
        let units = json!({ "seat": "allied", "units": ["a820", "a710"] });
        let ask = "return fetch(`/api/games/${arguments[0]}/reach`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(arguments[1]) }).then(answer => answer.json())";
        let together = browser.script(ask, json!([game, units])).await;
        let goals = together["goals"].as_array().cloned().unwrap_or_default();
        let goes_along = |goal: &Value| goal["others"][0]["unit"] == json!("a710");
        assert!(!goals.is_empty() && goals.iter().all(goes_along), "{together}");

        // Selected, its manoeuvres are held out; pointing at one shows where it leads and what it sweeps.
        board.press_unit("a820").await;
        browser.see("[data-manoeuvre='Wheel to the left by 60°']").await;
        // So are its battalions.
        browser.see(".riders [data-offer='select a821']").await;
        browser.press("[data-manoeuvre='Wheel to the left by 60°']").await;
        browser.see(".ghost[data-unit='a820'][data-facing='e']").await;
        browser.see(".swept[data-place]").await;
        let version = board.version().await;
        browser.press(".ahead [data-ahead='no']").await;
        browser.see_no(".swept").await;
        assert_eq!(board.version().await, version, "a manoeuvre was done before it was confirmed");

        // Its end is dragged to where the wheel would bring it.
        let reach = browser.script(ask, json!([game, { "seat": "allied", "units": ["a820"] }])).await;
        let wheels = reach["manoeuvres"].as_array().cloned().unwrap_or_default();
        let left = wheels.iter().find(|one| one["label"] == json!("Wheel to the left by 60°"));
        let covers = left.map(|one| one["goal"]["covers"].clone()).unwrap_or_default();
        let stands = board.snapshot().await["pieces"].clone();
        let piece = stands.as_array().into_iter().flatten().find(|one| one["id"] == json!("a820")).cloned();
        let places = piece.map(|one| one["places"].clone()).unwrap_or_default();
        let end = (0..3).find(|part| places[part].is_string() && places[part] != covers[part]).unwrap_or(0);
        let (from, to) = (places[end].as_str().unwrap_or(""), covers[end].as_str().unwrap_or(""));
        let (from, to) = (board.point_of(from).await, board.point_of(to).await);
        browser.drag(from, to, Duration::from_millis(300)).await;
        browser.press(".ahead [data-ahead='do']").await;
        browser.see(".unit[data-unit='a820'][data-facing='e']").await;
    })
    .await;
}
