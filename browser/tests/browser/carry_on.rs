//! What may happen to a page in mid-turn: it is loaded again, the server dies, the network goes. It carries on.

use browser::board::Board;
use browser::browser::DESK;
use browser::scene;
use serde_json::json;

/// A unit taken in hand and led one hex, so that it stands between two steps of its march.
async fn in_mid_march(board: &Board<'_>) -> (String, String) {
    board.press_unit("leg-i2").await;
    board.reach_of("leg-i2").await;
    let version = board.version().await;
    board.deed("step-by-step").await;
    board.moved_on(&version).await;
    let step = board
        .offers()
        .await
        .into_iter()
        .find(|offer| offer.place.is_some())
        .expect("a unit in hand can step somewhere");
    board.give(&step).await;
    (step.place.expect("a step goes somewhere"), board.version().await)
}

/// The unit is still in hand where it was led, and the march can be ended.
async fn still_in_hand(board: &Board<'_>, hex: &str) {
    board.up_to_date().await;
    board.asked("french").await;
    assert_eq!(board.hex_of("leg-i2").await, hex, "the unit in hand has moved");
    board.browser().see(".unit.in-hand[data-unit='leg-i2']").await;
    board.shows_the_truth().await;
}

async fn put_down(board: &Board<'_>) {
    let halt = board.offers().await.into_iter().find(|offer| offer.verb == "halt").expect("a unit in hand can halt");
    board.give(&halt).await;
    assert!(board.offers().await.iter().any(|offer| offer.verb == "select"), "the phase goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_in_mid_turn_changes_nothing() {
    scene("a_reload_in_mid_turn_changes_nothing", &[DESK], async |scene| {
        let board = Board::begin(scene.browser(0), "eylau", &[("french", "here"), ("allied", "here")]).await;
        let (hex, _) = in_mid_march(&board).await;
        scene.browser(0).reload().await;
        let board = Board::of(scene.browser(0)).await;
        still_in_hand(&board, &hex).await;
        put_down(&board).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_and_comes_back_is_met_again() {
    scene("a_server_that_dies_and_comes_back_is_met_again", &[DESK], async |scene| {
        let browser = scene.browser(0);
        // The browser itself says that the server does not answer.
        browser.expect_message("net::ERR_CONNECTION_REFUSED");
        browser.expect_message("net::ERR_CONNECTION_RESET");
        browser.expect_message("WebSocket connection to");
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        let (hex, _) = in_mid_march(&board).await;
        scene.server().kill();
        browser.see(".board:not([data-connection='live'])").await;
        scene.server().start_again();
        browser.see(".board[data-connection='live']").await;
        still_in_hand(&board, &hex).await;
        put_down(&board).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_goes_and_comes_back_is_made_up_for() {
    scene("a_network_that_goes_and_comes_back_is_made_up_for", &[DESK, DESK], async |scene| {
        let (french, allied) = crate::turn::sit_down("eylau", scene.browser(0), scene.browser(1)).await;
        let cut = scene.browser(1);
        cut.expect_message("net::ERR_INTERNET_DISCONNECTED");
        cut.expect_message("WebSocket connection to");
        let before = allied.version().await;
        let offline =
            |on: bool| json!({ "offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        cut.devtools("Network.enable", json!({})).await;
        cut.devtools("Network.emulateNetworkConditions", offline(true)).await;
        // What is still open is cut too, as a lost network would do in the end.
        cut.script("dispatchEvent(new Event('offline')); return true", json!([])).await;
        let (hex, _) = in_mid_march(&french).await;
        cut.devtools("Network.emulateNetworkConditions", offline(false)).await;
        cut.script("dispatchEvent(new Event('online')); return true", json!([])).await;
        cut.see(".board[data-connection='live']").await;
        allied.moved_on(&before).await;
        allied.shows_the_truth().await;
        assert_eq!(allied.hex_of("leg-i2").await, hex, "the other side's step did not arrive");
        still_in_hand(&french, &hex).await;
    })
    .await;
}
