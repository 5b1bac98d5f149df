//! A turn without a pointer.

use browser::board::{Board, Offer};
use browser::browser::{DESK, keys};
use browser::player::{Hands, play_turn};
use browser::{Browser, scene};
use serde_json::json;

/// How often a key is pressed in search of something before it counts as out of reach.
const SEARCH: usize = 90;

/// Nothing but keys.
struct Keys;

/// Presses Tab until the focus is on what a selector names.
async fn tab_to(browser: &Browser, selector: &str) {
    tab(browser, &[], selector).await;
}

async fn tab(browser: &Browser, held: &[char], selector: &str) {
    for _ in 0..SEARCH {
        if browser.script("return Boolean(document.activeElement?.matches(arguments[0]))", json!([selector])).await
            == json!(true)
        {
            return;
        }
        browser.chord(held, keys::TAB).await;
    }
    panic!("Tab never comes to {selector}");
}

async fn to_the_map(board: &Board<'_>) {
    let browser = board.browser();
    let on_map = "const at = document.activeElement; return at === document.body || at.matches('.view, #page')";
    if browser.script(on_map, json!([])).await != json!(true) {
        tab(browser, &[keys::SHIFT], ".view").await;
    }
}

/// Presses N until the cursor is there.
async fn next_until(board: &Board<'_>, hex: &str) -> bool {
    to_the_map(board).await;
    for _ in 0..SEARCH {
        board.browser().key('n').await;
        if board.attribute(".view", "data-cursor").await == hex {
            return true;
        }
    }
    false
}

/// Moves the cursor with the arrows, always to the neighbour that brings it nearer.
async fn walk_to(board: &Board<'_>, hexes: &serde_json::Value, hex: &str) {
    let place = |hex: &str| {
        (hexes[hex][0].as_f64().expect("a hex has a place"), hexes[hex][1].as_f64().expect("a hex has a place"))
    };
    let (x, y) = place(hex);
    for _ in 0..SEARCH {
        let cursor = board.attribute(".view", "data-cursor").await;
        if cursor == hex {
            return;
        }
        let (from_x, from_y) = place(&cursor);
        let (dx, dy) = (x - from_x, y - from_y);
        let arrow = match (dx.abs() > 8.0, dx > 0.0, dy > 0.0) {
            (true, true, _) => keys::RIGHT,
            (true, false, _) => keys::LEFT,
            (false, _, true) => keys::DOWN,
            (false, _, false) => keys::UP,
        };
        board.browser().key(arrow).await;
    }
    panic!("the arrows never lead to {hex}");
}

impl Hands for Keys {
    async fn march(&mut self, board: &Board<'_>, unit: &str, to: &dyn Fn(&[String]) -> Option<String>) -> bool {
        let version = board.version().await;
        let hex = board.hex_of(unit).await;
        assert!(next_until(board, &hex).await, "N never comes to {unit}");
        board.browser().key(keys::ENTER).await;
        let Some(hex) = to(&board.reach_of(unit).await) else { return false };
        walk_to(board, &board.hexes().await, &hex).await;
        board.browser().key(keys::ENTER).await;
        board.moved_on(&version).await;
        true
    }

    async fn give(&mut self, board: &Board<'_>, offer: &Offer) {
        let browser = board.browser();
        let version = board.version().await;
        if offer.ends {
            to_the_map(board).await;
            browser.key('e').await;
            let asked = "if (document.querySelector(\"dialog[data-dialog='checklist']\")) return 'asked'; if (document.querySelector('.ahead:not([hidden])')) return 'ahead'; return document.querySelector('.board').dataset.version !== arguments[0] ? 'ended' : ''";
            let what = browser.until("the phase to end", asked, json!([version])).await;
            if what == json!("asked") {
                tab_to(browser, &format!("dialog[data-dialog='checklist'] [data-offer='{}']", offer.order)).await;
                browser.key(keys::ENTER).await;
            } else if what == json!("ahead") {
                // The second word.
                browser.key(keys::ENTER).await;
            }
        } else if offer.throws {
            board.odds().await;
            to_the_map(board).await;
            browser.key('a').await;
            tab_to(browser, &format!(".combat [data-offer='{}']", offer.order)).await;
            browser.key(keys::ENTER).await;
        } else if offer.unit.is_none() && offer.place.is_none() {
            to_the_map(board).await;
            browser.key('a').await;
            tab_to(browser, &format!(".prompt [data-offer='{}']", offer.order)).await;
            browser.key(keys::ENTER).await;
        } else {
            // The list of all choices has everything that can be pointed at.
            to_the_map(board).await;
            browser.key('a').await;
            tab_to(browser, ".prompt summary").await;
            let selector = format!(".prompt [data-offer='{}']", offer.order);
            if !browser.is_there(&selector).await {
                browser.key(keys::ENTER).await;
                browser.see(&selector).await;
            }
            tab_to(browser, &selector).await;
            browser.key(keys::ENTER).await;
        }
        board.moved_on(&version).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_played_with_keys_alone() {
    scene("a_turn_is_played_with_keys_alone", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        browser.see("[data-play='eylau']").await;
        let watch = "window.pointed = 0; for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel']) addEventListener(kind, () => { window.pointed += 1; }, true); return true";
        browser.script(watch, json!([])).await;
        tab_to(browser, "[data-play='eylau']").await;
        browser.key(keys::ENTER).await;
        browser.see("[data-new-game='eylau']").await;
        tab_to(browser, "[data-begin]").await;
        browser.key(keys::ENTER).await;
        let board = Board::of(browser).await;
        board.asked("french").await;
        let tally = play_turn(&[board], &mut Keys, 2).await;
        println!("{tally:?}");
        assert_eq!(tally.marches, 2, "{tally:?}");
        assert!(!tally.attacks.is_empty(), "{tally:?}");
        board.shows_the_truth().await;
        assert_eq!(browser.script("return window.pointed", json!([])).await, json!(0), "a pointer was used");
    })
    .await;
}
