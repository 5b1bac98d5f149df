//! axe-core finds nothing, on any page, by day and by night.

use browser::board::Board;
use browser::browser::{Browser, DESK, PHONE};
use browser::{axe, scene};
use serde_json::json;

async fn theme(browser: &Browser, theme: &str) {
    let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
    browser.devtools("Emulation.setEmulatedMedia", feature).await;
}

/// Looks at the page by day and by night.
async fn by_day_and_night(browser: &Browser, what: &str) {
    for light in ["light", "dark"] {
        theme(browser, light).await;
        axe::clean(browser, &format!("{what} ({light})")).await;
    }
}

async fn states_of_the_board(browser: &Browser) {
    let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
    by_day_and_night(browser, "the board").await;
    board.press_unit("leg-i2").await;
    board.reach_of("leg-i2").await;
    by_day_and_night(browser, "the board with a unit in hand").await;
    let version = board.version().await;
    board.press_hex("1213").await;
    board.moved_on(&version).await;
    board.browser().see(".unit[data-unit='leg-i2'][data-place='1213']").await;
    board.give_all(&["end movement", "fresh done", "fresh done"]).await;
    board.put_an_attack_together().await;
    board.odds().await;
    by_day_and_night(browser, "the combat panel").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_and_the_books_are_clean() {
    scene("the_lobby_and_the_books_are_clean", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        browser.see("[data-play='eylau']").await;
        by_day_and_night(browser, "the lobby").await;
        browser.press("[data-play='eylau']").await;
        browser.see("[data-new-game]").await;
        by_day_and_night(browser, "the form of a new game").await;
        browser.go("/rules/art-of-war").await;
        browser.see("[data-book] summary").await;
        by_day_and_night(browser, "the rules").await;
        browser.go("/rules/art-of-war#5.1").await;
        browser.reload().await;
        browser.see("[data-rule]").await;
        by_day_and_night(browser, "a case of the rules").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_clean() {
    scene("the_board_is_clean", &[DESK], async |scene| {
        let browser = scene.browser(0);
        states_of_the_board(browser).await;
        let board = Board::of(browser).await;
        board.deed("rules").await;
        browser.see("[data-book]").await;
        by_day_and_night(browser, "the rules beside the board").await;
        board.deed("rules").await;
        board.deed("replay").await;
        browser.see("[data-replay]").await;
        by_day_and_night(browser, "the replay").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_on_a_telephone_is_clean() {
    scene("the_board_on_a_telephone_is_clean", &[PHONE], async |scene| states_of_the_board(scene.browser(0)).await)
        .await;
}
