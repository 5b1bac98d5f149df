//! A second device, and seats that change hands.

use browser::board::Board;
use browser::browser::{DESK, PHONE};
use browser::scene::scene_of;
use browser::server::Server;
use browser::{axe, scene};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_second_device_plays_until_it_is_signed_out() {
    scene_of(Server::public, "a_second_device", &[DESK, PHONE], async |scene| {
        let (desk, phone) = (scene.browser(0), scene.browser(1));
        Board::begin(desk, "eylau", &[("french", "here"), ("allied", "here")]).await;
        desk.go("/").await;
        desk.press("[data-devices]").await;
        desk.press("[data-new-link]").await;
        desk.see("[data-device-link] img").await;
        desk.see("[data-link]").await;
        axe::clean(desk, "the dialog of devices").await;
        let link = desk.script("return document.querySelector('[data-device-link] input').value", json!([])).await;
        let (_, words) = link.as_str().expect("the link is text").split_once("/open#").expect("it leads to the page");
        // What it opens is said first, and nothing happens before it is wanted.
        phone.go(&format!("/open#{words}")).await;
        phone.see_words("[data-open-here]", "all games").await;
        axe::clean(phone, "the page behind a link").await;
        phone.press("[data-open-now]").await;
        phone.press("[data-games] .game-link").await;
        let board = Board::of(phone).await;
        assert_eq!(board.seat().await.as_deref(), Some("french"), "the phone has the seat");
        // Signed out at the desk, it looks on.
        desk.go("/").await;
        desk.press("[data-devices]").await;
        desk.press("[data-sign-out]").await;
        desk.see_no("[data-sign-out]").await;
        phone.until("the seat is gone", "return document.querySelector('.board').dataset.seat === ''", json!([])).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_asked_for_and_handed_over() {
    scene_of(Server::public, "a_seat_is_handed_over", &[DESK, DESK], async |scene| {
        let (desk, other) = (scene.browser(0), scene.browser(1));
        let board = Board::begin(desk, "eylau", &[("french", "here"), ("allied", "link")]).await;
        let game = board.game().await;
        board.deed("share").await;
        // Given up, the seat is free, and has an invitation of its own.
        desk.press("[data-give-up='french']").await;
        desk.press("[data-give-up-now]").await;
        desk.until("the seat is gone", "return document.querySelector('.board').dataset.seat === ''", json!([])).await;
        let links = desk.get(&format!("/api/games/{game}/links")).await;
        let invitation = links["seats"]["french"].as_str().expect("the seat can be taken again").to_owned();
        let path = invitation.split_once("/join/").expect("it is an invitation").1;
        Board::join(desk, &format!("/join/{path}")).await.asked("french").await;
        // Somebody else with the same link asks, and gets it.
        other.go(&format!("/join/{path}")).await;
        other.press("[data-ask-seat]").await;
        Board::of(other).await;
        // Refused the first time, which is said until it has been read.
        other.see_words("[data-request='own']", "You have asked").await;
        desk.press("[data-request='asked'] [data-answer-seat='no']").await;
        other.see_words("[data-request='refused']", "was refused").await;
        axe::clean(other, "a request that was refused").await;
        other.press("[data-request='refused'] [data-answer-seat='no']").await;
        other.see_no("[data-request]").await;
        other.expect_message("404");
        other.go(&format!("/join/{path}")).await;
        other.press("[data-ask-seat]").await;
        Board::of(other).await;
        desk.press("[data-request='asked'] [data-answer-seat='yes']").await;
        Board::of(other).await.asked("french").await;
        desk.until("the seat is gone", "return document.querySelector('.board').dataset.seat === ''", json!([])).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_seat_is_left_to_a_general_and_opened_again() {
    scene("an_open_seat_is_left_to_a_general", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "link")]).await;
        board.deed("share").await;
        browser.see_words("[data-open-seat='allied']", "nobody yet").await;
        axe::clean(browser, "the dialog with an open seat").await;
        browser.press("[data-let-general='allied']").await;
        browser.see_no("dialog[data-dialog='share']").await;
        browser.see_words("[data-player='allied']", "Captain").await;
        board.deed("share").await;
        browser.see_words("[data-open-seat='allied']", "Captain").await;
        browser.press("[data-invite-again='allied']").await;
        browser.see_no("dialog[data-dialog='share']").await;
        board.deed("share").await;
        browser.see_words("[data-open-seat='allied']", "nobody yet").await;
    })
    .await;
}

/// On a machine of one's own there is nothing of all that to be seen.
#[tokio::test(flavor = "multi_thread")]
async fn loopback_needs_no_devices() {
    scene("loopback_needs_no_devices", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        browser.see("[data-import]").await;
        browser.see_no("[data-devices]").await;
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        board.deed("share").await;
        browser.see("dialog[data-dialog='share']").await;
        browser.see_no("[data-own-seat]").await;
    })
    .await;
}
