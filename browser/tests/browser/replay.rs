//! Looking back, and branching off.

use browser::board::Board;
use browser::browser::{DESK, keys};
use browser::scene;
use serde_json::{Value, json};

async fn shows_step(board: &Board<'_>, hexes: &Value, step: u64) {
    let at = "return document.querySelector('[data-replay-step]').value === String(arguments[0]) && location.hash === `#step-${arguments[0]}`";
    board.browser().until(&format!("step {step}"), at, json!([step])).await;
    let told = board.browser().get(&format!("/api/games/{}/steps/{step}", board.game().await)).await;
    assert_eq!(board.pieces().await, Board::pieces_of(&told, hexes), "step {step} is shown differently");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_is_shown_as_it_was_and_can_be_played_on() {
    scene("every_step_is_shown_as_it_was_and_can_be_played_on", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        let game = board.game().await;
        let hexes = board.hexes().await;
        board.march("leg-i2", "1213").await;
        board.march("mur-c1", "1313").await;
        board.give_all(&["end movement", "fresh done", "fresh done"]).await;
        let last = board.pieces().await;
        board.deed("replay").await;
        browser.see("[data-replay]").await;
        let steps = board.attribute("[data-replay-step]", "max").await.parse::<u64>().expect("the scrubber has an end");
        assert!(steps > 5, "two marches and three ends are more than {steps} steps");
        shows_step(&board, &hexes, steps).await;
        for step in (0..steps).rev() {
            browser.key(keys::LEFT).await;
            shows_step(&board, &hexes, step).await;
        }
        // Scrubbing to the middle with the pointer.
        browser.dismiss_notices().await;
        let middle = "const box = document.querySelector('[data-replay-step]').getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]";
        let middle = browser.script(middle, json!([])).await;
        browser.touch_point(middle[0].as_f64().expect("a place"), middle[1].as_f64().expect("a place")).await;
        let value = "const value = Number(document.querySelector('[data-replay-step]').value); return value > 0 && location.hash === `#step-${value}` ? value : 0";
        let step = browser.until("the scrubber to follow", value, json!([])).await.as_u64().expect("a step is a number");
        shows_step(&board, &hexes, step).await;
        let there = board.pieces().await;
        browser.press("[data-replay-branch]").await;
        let other = "const board = document.querySelector('.board'); return board && board.dataset.game !== arguments[0] && board.dataset.connection === 'live'";
        browser.until("a new game", other, json!([game])).await;
        assert_eq!(board.pieces().await, there, "the new game begins elsewhere");
        board.shows_the_truth().await;
        // The old game stands where it was left.
        browser.go(&format!("/game/{game}")).await;
        let board = Board::of(browser).await;
        board.up_to_date().await;
        assert_eq!(board.pieces().await, last);
    })
    .await;
}
