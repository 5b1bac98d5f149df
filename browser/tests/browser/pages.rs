//! Sandbox, introduction, dice check.

use browser::board::Board;
use browser::browser::DESK;
use browser::{axe, scene};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_set_up_in_the_sandbox_and_played_on() {
    scene("a_position_is_set_up_in_the_sandbox_and_played_on", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/sandbox").await;
        let sandbox = Board::sandbox(browser).await;
        let choose = "const list = arguments[0]; const one = document.querySelector('[data-sandbox-scenario]'); if (!one) return false; if (one.value !== list) { one.value = list; one.dispatchEvent(new Event('change', { bubbles: true })); return false; } return true";
        browser.until("Eylau in the sandbox", choose, json!(["art-of-war/eylau"])).await;
        for (side, unit, hex) in [("french", "leg-i2", "1213"), ("allied", "ost-i2", "1212")] {
            browser.press(&format!("[data-palette-side='{side}']")).await;
            browser.press(&format!("[data-counter='{unit}']")).await;
            sandbox.press_hex(hex).await;
            browser.see(&format!(".unit[data-unit='{unit}'][data-place='{hex}']")).await;
        }
        browser.see(".sandbox-state[data-faults='0']").await;
        axe::clean(browser, "the sandbox").await;
        browser.press("[data-sandbox-undo]").await;
        browser.see_no(".unit[data-unit='ost-i2']").await;
        browser.press("[data-sandbox-redo]").await;
        browser.see(".unit[data-unit='ost-i2'][data-place='1212']").await;
        browser.press("[data-sandbox-play]").await;
        browser.see("[data-new-game='position']").await;
        browser.press("[data-begin]").await;
        let board = Board::of(browser).await;
        board.shows_the_truth().await;
        let pieces = board.pieces().await;
        let place = |unit: &str| pieces.get(unit).map(String::as_str);
        assert_eq!((place("leg-i2"), place("ost-i2"), pieces.len()), (Some("1213"), Some("1212"), 2), "{pieces:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_introduction_leads_through_its_lessons() {
    scene("the_introduction_leads_through_its_lessons", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        browser.press("[data-learn='art-of-war']").await;
        browser.see("[data-lesson-name='1'][aria-current='step']").await;
        axe::clean(browser, "the introduction").await;
        let count = browser.script("return document.querySelectorAll('[data-lesson-name]').length", json!([])).await;
        let count = count.as_u64().expect("lessons can be counted");
        assert!((5..=8).contains(&count), "{count} lessons");
        assert_eq!(count, 6);
        for lesson in 1..=count {
            browser.see(&format!("[data-lesson-name='{lesson}'][aria-current='step']")).await;
            browser.see("[data-lesson] .example-board svg").await;
            browser.see(&format!("[data-begin-lesson='{lesson}']")).await;
            browser.press("[data-next-lesson]").await;
        }
        browser.see("[data-play-now]").await;
    })
    .await;
}

/// A friend across the table says what to do, the enemy plays himself, and one lesson leads to the next.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_played_on_the_board() {
    scene("a_lesson_is_played_on_the_board", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/learn/art-of-war#lesson-1").await;
        browser.press("[data-begin-lesson='1']").await;
        let board = Board::of(browser).await;
        browser.see("[data-coach='1'][data-task='1']").await;
        axe::clean(browser, "a lesson").await;
        browser.press("[data-coach-show]").await;
        assert_eq!(board.seat().await.as_deref(), Some("french"));
        board.march("leg-i1", "1313").await;
        browser.see("[data-coach='1'][data-task='2'] .coach-praise").await;
        board.march("lev-i1", "1615").await;
        browser.see("[data-coach='1'][data-task='3']").await;
        // The Russian moves by himself.
        board.give_all(&["end movement"]).await;
        let combat = "return document.querySelector('[data-coach]').dataset.task === 'done' || document.querySelector('[data-offer=\"end combat\"]') !== null";
        browser.until("the end of the turn", combat, json!([])).await;
        if browser.is_there("[data-offer='end combat']").await {
            board.give_all(&["end combat"]).await;
        }
        browser.see("[data-coach='1'][data-task='done']").await;
        axe::clean(browser, "a lesson that has been learnt").await;
        browser.press("[data-coach-next]").await;
        browser.see("[data-coach='2'][data-task='1']").await;
        browser.go("/learn/art-of-war").await;
        browser.see("[data-lesson-name='1'] .lesson-number.done").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dice_of_a_game_can_be_checked() {
    scene("the_dice_of_a_game_can_be_checked", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        browser.go(&format!("/game/{}/dice", board.game().await)).await;
        browser.see("[data-dice-page][data-verdict='waiting'] [data-commitment]").await;
        let promised = board.attribute("[data-commitment]", "data-commitment").await;
        assert_eq!(promised.len(), 64, "the commitment is no hash: {promised}");
        axe::clean(browser, "the dice of a game").await;
        // Both seats are at this screen: their word went in before the board was there.
        let words = "return document.querySelectorAll('.nonces .mine').length === 2";
        browser.until("the own word for both seats", words, json!([])).await;
        // Where a seat is open the dice wait for whoever takes it.
        let open = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "link")]).await;
        browser.go(&format!("/game/{}/dice", open.game().await)).await;
        let waits = "return document.querySelector('.dice-verdict')?.textContent.includes('until every seat') && document.querySelectorAll('.nonces .mine').length === 1";
        browser.until("the dice wait for a guest", waits, json!([])).await;
    })
    .await;
}
