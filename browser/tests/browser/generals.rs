//! Against the program: how a game with a general begins, is watched, advised and looked over.

use std::time::{Duration, Instant};

use browser::board::Board;
use browser::browser::{Browser, DESK, keys};
use browser::waits::Waits;
use browser::{axe, scene};
use serde_json::{Value, json};

/// How long a person may wait for a general of four seconds in one of its turns.
const LONGEST_WAIT: Duration = Duration::from_secs(6);

/// How long a review of a game of Eylau may take here.
const REVIEW: Duration = Duration::from_secs(900);

async fn general_of(board: &Board<'_>, seat: &str) -> Option<String> {
    let snapshot = board.snapshot().await;
    let seats = snapshot["seats"].as_array().expect("a game has seats");
    let seat = seats.iter().find(|one| one["id"] == json!(seat)).expect("the seat is there");
    seat["general"].as_str().map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_a_general_is_two_clicks_away() {
    scene("a_game_against_a_general_is_two_clicks_away", &[DESK], async |scene| {
        let browser = scene.browser(0);
        browser.go("/").await;
        browser.press("[data-play='eylau']").await;
        browser.press("[data-begin]").await;
        let board = Board::of(browser).await;
        assert_eq!(board.seat().await.as_deref(), Some("french"), "the player is not asked first");
        let first = general_of(&board, "allied").await.expect("a general sits opposite");
        browser.see_words("[data-player='allied']", &first).await;
        // What was chosen is proposed the next time, and then it is one click.
        Board::begin(browser, "eylau", &[("french", "here"), ("allied", "cadet:bold")]).await;
        browser.go("/").await;
        browser.see_words("[data-quick='eylau']", "Cadet, bold").await;
        browser.press("[data-quick='eylau']").await;
        let board = Board::of(browser).await;
        assert_eq!(general_of(&board, "allied").await.as_deref(), Some("Cadet, bold"));
        // The other side, with the keys.
        browser.go("/").await;
        browser.press("[data-play='eylau']").await;
        browser.press("[data-swap]").await;
        browser.see("[data-choice='seat-french-level-cadet']:checked").await;
        axe::clean(browser, "the form with a general").await;
        browser.press("[data-begin]").await;
        let board = Board::of(browser).await;
        assert_eq!(general_of(&board, "french").await.as_deref(), Some("Cadet, bold"));
        board.asked("allied").await;
    })
    .await;
}

/// Ends the French part of a turn without doing anything that need not be done.
async fn pass(board: &Board<'_>) {
    loop {
        board.up_to_date().await;
        if board.seat().await.as_deref() != Some("french") {
            return;
        }
        let offers = board.offers().await;
        let Some(offer) = offers.iter().find(|one| one.ends || one.order == "fresh done").or(offers.first()) else {
            return;
        };
        board.give(offer).await;
        // A cadet is so quick that the next question may be there already.
        if offer.order == "end combat" {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_general_who_thinks_keeps_nobody_from_the_map() {
    scene("a_general_who_thinks_keeps_nobody_from_the_map", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "marshal")]).await;
        pass(&board).await;
        browser.see("[data-thinking]").await;
        let filled = "return Number(document.querySelector('[data-thinking] [role=progressbar]')?.getAttribute('aria-valuenow')) > 2 && /\\d of \\d/.test(document.querySelector('.think-time').textContent)";
        browser.until("the time to be shown", filled, json!([])).await;
        let scale = "return document.querySelector('.world').style.transform";
        let before = browser.script(scale, json!([])).await;
        board.deed("nearer").await;
        let moved = "return document.querySelector('.world').style.transform !== arguments[0]";
        browser.until("the map to come nearer", moved, json!([before])).await;
        axe::clean(browser, "a general who thinks").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_general_is_seen_to_think_and_to_move() {
    scene("a_general_is_seen_to_think_and_to_move", &[DESK], async |scene| {
        let browser = scene.browser(0);
        Board::begin(browser, "eylau", &[("french", "here"), ("allied", "colonel")]).await;
        browser.prefer("watch", "calm").await;
        let board = Board::of(browser).await;
        let listen = "window.heard = []; new MutationObserver(() => { const text = document.getElementById('speech').textContent; if (text) heard.push(text); }).observe(document.getElementById('speech'), { childList: true, characterData: true, subtree: true }); return true";
        browser.script(listen, json!([])).await;
        pass(&board).await;
        browser.see("[data-thinking]").await;
        browser.see("[data-watching]").await;
        let picture = board.version().await;
        let count = "return document.querySelector('.watch-count')?.textContent ?? ''";
        let first = browser.script(count, json!([])).await;
        let next = "return (document.querySelector('.watch-count')?.textContent ?? '') !== arguments[0]";
        browser.until("the next move", next, json!([first])).await;
        browser.press("[data-watch='hold']").await;
        browser.see_no("[data-thinking]").await;
        axe::clean(browser, "the others' moves").await;
        browser.press("[data-watch='back']").await;
        browser.key(keys::ESCAPE).await;
        browser.see_no("[data-watching]").await;
        board.moved_on(&picture).await;
        board.asked("french").await;
        board.shows_the_truth().await;
        let said = browser.script("return heard.filter(text => text.includes('is thinking')).length", json!([])).await;
        assert_eq!(said, json!(1), "that a general thinks is said once");
        // What was skipped can be seen once more.
        browser.press("[data-watch='again']").await;
        browser.see("[data-watching]").await;
        browser.press("[data-watch='skip']").await;
        browser.see_no("[data-watching]").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_less_motion_sees_the_board_at_once() {
    scene("whoever_wants_less_motion_sees_the_board_at_once", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let less = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        browser.devtools("Emulation.setEmulatedMedia", less).await;
        Board::begin(browser, "eylau", &[("french", "here"), ("allied", "cadet")]).await;
        browser.prefer("watch", "auto").await;
        let board = Board::of(browser).await;
        let look = "window.watched = false; new MutationObserver(() => { window.watched ||= Boolean(document.querySelector('[data-watching]')); }).observe(document.body, { childList: true, subtree: true }); return true";
        browser.script(look, json!([])).await;
        pass(&board).await;
        board.asked("french").await;
        board.shows_the_truth().await;
        browser.see("[data-watch='again']").await;
        assert_eq!(browser.script("return window.watched", json!([])).await, json!(false), "the moves were played");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_asked_for_and_taken() {
    scene("advice_is_asked_for_and_taken", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "cadet")]).await;
        browser.press("[data-deed='hints']").await;
        browser.see("[data-hints='asking']").await;
        browser.see("[data-hints='shown'] [data-hint='0']").await;
        axe::clean(browser, "advice").await;
        browser.see(".hinted").await;
        browser.see_words("[data-hint='0']", "%").await;
        // Put away and asked for again, with the keys.
        browser.key(keys::ESCAPE).await;
        browser.see_no("[data-hints]").await;
        assert!(!browser.is_there(".hinted").await, "the marks of the advice stay");
        browser.key('g').await;
        browser.see("[data-hints='shown'] [data-hint='0']").await;
        let unit = board.attribute("[data-hint='0']", "data-order").await;
        let version = board.version().await;
        browser.key(keys::ENTER).await;
        board.moved_on(&version).await;
        board.shows_the_truth().await;
        let unit = unit.split(' ').nth(1).expect("a march names a unit").to_owned();
        let last = board.snapshot().await["log"].as_array().and_then(|log| log.last().cloned()).unwrap_or_default();
        assert!(
            last["units"].as_array().is_some_and(|units| units.contains(&json!(unit))),
            "{unit} did not march: {last}"
        );
        browser.see_no("[data-hint]").await;
        // One undo takes the whole march back.
        board.deed("undo").await;
        board.up_to_date().await;
        let undo = board.snapshot().await["undo"]["french"].clone();
        assert_ne!(undo, json!(true), "the march was more than one order");
        // A position that changes takes the question with it.
        browser.key('g').await;
        browser.see("[data-hints='asking']").await;
        board.march("leg-i2", "1213").await;
        browser.see_no("[data-hints]").await;
    })
    .await;
}

/// A game of Eylau that two cadets have played to its end.
async fn a_finished_game(browser: &Browser) -> Board<'_> {
    let board = Board::begin(browser, "eylau", &[("french", "cadet"), ("allied", "cadet")]).await;
    let end = Instant::now() + REVIEW;
    while board.said("data-pending").await != "over" {
        assert!(Instant::now() < end, "two cadets do not come to an end");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    board
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_reviewed() {
    scene("a_finished_game_is_reviewed", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = a_finished_game(browser).await;
        let game = board.game().await;
        browser.press(".prompt [data-review]").await;
        browser.see("[data-review-page]").await;
        let end = Instant::now() + REVIEW;
        while !browser.is_there("[data-review-page='ready']").await {
            assert!(Instant::now() < end, "the review takes too long");
            assert!(!browser.is_there("[data-review-page='failed']").await, "there is no review");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        axe::clean(browser, "the review").await;
        let review = browser.get(&format!("/api/games/{game}/review")).await["review"].clone();
        let points = review["turning_points"].as_array().cloned().unwrap_or_default();
        let curve = review["curve"].as_array().map_or(0, Vec::len);
        let shown = "return [document.querySelectorAll('[data-turning-point]').length, document.querySelectorAll('[data-moment]').length, document.querySelectorAll('.chance-table tbody tr').length]";
        assert_eq!(browser.script(shown, json!([])).await, json!([points.len(), points.len(), curve]));
        for (number, point) in points.iter().enumerate() {
            let item = format!("[data-turning-point='{}'][data-cause={}]", number + 1, point["cause"]);
            assert!(browser.is_there(&item).await, "{item} is not shown");
        }
        // Along the curve with the keys.
        let said = |value: Value| value.as_str().unwrap_or_default().to_owned();
        let words = "return document.querySelector('[data-review-range]').getAttribute('aria-valuetext')";
        browser.script("document.querySelector('[data-review-range]').focus(); return true", json!([])).await;
        browser.key(keys::HOME).await;
        let first = said(browser.script(words, json!([])).await);
        assert!(first.contains("Turn 1") && first.matches('%').count() == 2, "{first}");
        browser.key(keys::RIGHT).await;
        assert_ne!(said(browser.script(words, json!([])).await), first);
        // A decision if there was one that mattered; dice otherwise.
        let decided = points.iter().position(|point| point["cause"] == json!("decision"));
        let number = decided.unwrap_or(0);
        let point = points.get(number).expect("something turned this game");
        browser.press(&format!("[data-show-point='{}']", number + 1)).await;
        browser.see(&format!(".turning-card[data-point='{}']", number + 1)).await;
        let step = point["shows"].as_u64().expect("a turning point has a step to be looked at");
        let at = "return location.hash === `#step-${arguments[0]}`";
        browser.until(&format!("step {step} of the replay"), at, json!([step])).await;
        let gains = |hint: &Value| hint["promise"]["gains"].as_f64().unwrap_or(0.0);
        let better = point["better"].as_array().into_iter().flatten().find(|hint| gains(hint) >= 0.005);
        if better.is_some_and(|hint| hint["units"] != json!([])) {
            browser.see(".hinted[data-mark='hint']").await;
        }
        axe::clean(browser, "a turning point on the board").await;
        browser.press("[data-replay-review]").await;
        browser.see("[data-review-page='ready']").await;
        browser.go("/").await;
        browser.see(&format!("[data-game='{game}'] [data-review]")).await;
    })
    .await;
}

/// Plays the French against the Colonel for some turns, or to the end, and measures how long the player waits.
async fn against_the_colonel(scene: &browser::Scene, turns: Option<u64>) {
    let browser = scene.browser(0);
    let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "colonel")]).await;
    let waits = Waits::play(&board, turns).await;
    println!("{waits}");
    // Only the whole game, which is played on a machine that does nothing else, is held to a time.
    assert!(turns.is_some() || waits.longest_turn() < LONGEST_WAIT, "the Colonel keeps the player waiting: {waits}");
    assert!(waits.turns() >= turns.unwrap_or(5) as usize, "the Colonel hardly moved: {waits}");
    board.shows_the_truth().await;
    if turns.is_none() {
        assert_eq!(board.said("data-pending").await, "over");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_waits_little_for_the_colonel() {
    scene("a_person_waits_little_for_the_colonel", &[DESK], async |scene| against_the_colonel(&scene, Some(2)).await)
        .await;
}

/// Takes several minutes.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_a_whole_game_against_the_colonel() {
    if std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1") {
        let name = "a_person_plays_a_whole_game_against_the_colonel";
        scene(name, &[DESK], async |scene| against_the_colonel(&scene, None).await).await;
    }
}
