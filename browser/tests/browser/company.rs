//! Company: inviting a friend, being called, reading in another language, and what is heard and seen of a battle.

use browser::board::Board;
use browser::browser::DESK;
use browser::scene::scene_of;
use browser::server::Server;
use browser::{axe, scene};
use serde_json::json;

/// A battery against a brigade in the open.
const GUNS: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
turn = 4
phase = "combat"
active = "french"
units = ["ru x: Ost 4-4i @ 0505", "fr a: Lev 7-3a @ 0504"]
"#;

/// Making a game for a friend ends on the invitation; who has come is shown; the newcomer is told which side is his.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_for_a_friend_begins_on_its_invitation() {
    scene_of(Server::public, "a_game_for_a_friend", &[DESK, DESK], async |scene| {
        let (host, guest) = (scene.browser(0), scene.browser(1));
        // A busy server draws the pictures of the first page when it can, and is asked again.
        host.expect_message("503 (Service Unavailable)");
        host.go("/").await;
        host.press("[data-play='eylau']").await;
        host.choose("[data-choice='seat-french-here']").await;
        host.choose("[data-choice='seat-allied-link']").await;
        host.press("[data-begin]").await;
        // Link, code and picture, and whom the game waits for.
        host.see("[data-invite] [data-seat='allied'][data-state='open'] img.qr").await;
        let code = host.text("[data-invitation-code]").await;
        assert_eq!(code.chars().filter(char::is_ascii_alphanumeric).count(), 8, "{code}");
        host.see_words("[data-waiting]", "Waiting for the Allies").await;
        axe::clean(host, "the invitation").await;
        let link = host.script("return document.querySelector('[data-seat=allied] input').value", json!([])).await;
        let (_, token) = link.as_str().and_then(|link| link.split_once("/join/")).expect("it is an invitation");
        // The guest reads to what he is invited before he takes the seat.
        guest.go(&format!("/join/{token}")).await;
        guest.see_words("[data-invited='allied']", "command the Allies").await;
        guest.script("document.querySelector('[data-player-name]').focus(); return true", json!([])).await;
        guest.write("Bennigsen").await;
        guest.press("[data-accept]").await;
        let allied = Board::of(guest).await;
        guest.see_words("[data-welcome]", "You command the Allies").await;
        guest.press("[data-welcome-done]").await;
        // The host sees who has come, and whose turn it is.
        host.see_words("[data-invite] [data-seat='allied'][data-state='here']", "Bennigsen").await;
        host.see_words("[data-waiting]", "Everybody is here").await;
        host.press("[data-to-table]").await;
        let french = Board::of(host).await;
        french.asked("french").await;
        host.see("[data-player='allied'][data-present='true']").await;
        host.until("the tab to call", "return document.title.includes('Your turn')", json!([])).await;
        let waits = "return document.querySelector('[data-player=french]').dataset.asked === 'true' && !document.title.includes('Your turn')";
        guest.until("the guest to wait", waits, json!([])).await;
        assert_eq!(allied.seat().await, None, "it is not the guest's turn yet");
        // A used invitation says that the seat is taken.
        let taken = "return fetch('/api/join/look', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: arguments[0] }) }).then(answer => answer.json()).then(to => to.taken)";
        assert_eq!(host.script(taken, json!([token])).await, json!(true), "the invitation does not say that it was used");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_speaks_french_and_german() {
    scene("the_page_speaks_french_and_german", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        board.march("leg-i2", "1213").await;
        for (language, question, line) in
            [("fr", "Choisissez une unité", "se déplace"), ("de", "Eine Einheit wählen", "zieht")]
        {
            browser.prefer("language", language).await;
            Board::of(browser).await;
            browser.see(&format!("html[lang='{language}']")).await;
            browser.see_words(".prompt .question", question).await;
            browser.see_words(".lines", line).await;
        }
        browser.go("/").await;
        browser.see_words("[data-play='eylau']", "Spielen").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guns_smoke_and_sound_only_for_those_who_want_it() {
    scene("guns_smoke_and_sound", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let seen = "window.smoked = false; new MutationObserver(() => { window.smoked ||= Boolean(document.querySelector('.cloud[data-fires]')); }).observe(document.body, { childList: true, subtree: true }); return true";
        for wanted in [true, false] {
            let board = Board::from_position(browser, GUNS).await;
            browser.prefer("motion", wanted).await;
            browser.prefer("sound", wanted).await;
            let board = Board::of(board.browser()).await;
            browser.script(seen, json!([])).await;
            board.put_an_attack_together().await;
            let offers = board.offers().await;
            let best = offers.iter().find(|one| one.best).expect("one column is the best");
            board.give(best).await;
            if wanted {
                browser.until("smoke", "return window.smoked", json!([])).await;
                browser.see("html[data-sounded]").await;
            } else {
                board.up_to_date().await;
                assert_eq!(browser.script("return window.smoked", json!([])).await, json!(false), "there is smoke");
                assert!(!browser.is_there("html[data-sounded]").await, "there is a sound");
            }
        }
    })
    .await;
}
