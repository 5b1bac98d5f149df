//! What a player of many such games would stumble over in the first turn of each title.

use browser::board::Board;
use browser::browser::{DESK, PHONE};
use browser::scene;
use serde_json::{Value, json};

/// One against one, face to face: the attack has a single answer once it is declared.
const FACE_TO_FACE: &str = r#"
[position]
map = "blank 8x10"
phase = "combat"
units = ["fr a: Line 6-5i 12/12 @ 0405 n", "ru x: Line 6-5i 12/12 @ 0404 s"]
"#;

/// One between two enemies: whoever is attacked, the other must be attacked too.
const BETWEEN_TWO: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
turn = 4
phase = "combat"
active = "french"
units = ["ru x: Ost 4-4i @ 0505", "ru y: Tut 4-4i @ 0506", "fr a: Lev 6-4i @ 0605"]
"#;

/// A line before a stream with a village behind it: whoever crosses comes out of the line.
const BEFORE_A_VILLAGE: &str = r#"
[position]
map = "todtenhausen"
phase = "movement"
active = "allied"
units = ["al a930: a930 @ 0407 line sse", "fr x: inf 4 5/4/3 @ 1110 line nnw"]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_waits_for_a_second_word_and_shows_its_odds() {
    scene("an_attack_waits_for_a_second_word", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::from_position_of(browser, "napoleon-1807", FACE_TO_FACE).await;
        browser.prefer("pass", true).await;
        let board = Board::of(board.browser()).await;
        board.asked("french").await;
        board.press_hex("0404").await;
        // Nothing but the fight is left to choose, and still it is the player who gives the word.
        browser.see(".combat [data-throws][data-offer='fight']").await;
        assert!(board.odds().await.len() > 1, "what can follow is not told before the fight");
        let shares = "return [...document.querySelectorAll('.stage [data-odds]')].map(line => line.dataset.numerator / line.dataset.denominator)";
        let shares = browser.script(shares, json!([])).await;
        let shares: Vec<f64> = shares.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        assert!(shares.is_sorted_by(|one, next| one >= next), "the likeliest does not come first: {shares:?}");
        assert!(board.offers().await.iter().any(|one| one.verb == "fight"), "the fight has begun by itself");
        browser.press("[data-deed='cancel']").await;
        board.up_to_date().await;
        assert!(board.offers().await.iter().any(|one| one.verb == "engage"), "the attack cannot be given up");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_that_is_not_complete_says_what_is_missing() {
    scene("an_attack_that_is_not_complete", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::from_position(browser, BETWEEN_TWO).await;
        board.asked("french").await;
        board.press_hex("0505").await;
        browser.see("[data-deed='cancel']").await;
        board.press_hex("0605").await;
        browser.see_words(".prompt .question", "must be attacked too").await;
        board.press_hex("0506").await;
        browser.see(".combat [data-throws]").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_march_that_costs_order_is_looked_at_first() {
    scene("a_march_that_costs_order", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::from_position_of(browser, "syw-battles", BEFORE_A_VILLAGE).await;
        board.asked("allied").await;
        let version = board.version().await;
        board.press_unit("a930").await;
        board.reach_of("a930").await;
        board.press_hex("0507").await;
        browser.see_words(".ahead:not([hidden])", "disorganised").await;
        assert_eq!(board.version().await, version, "it marched without a word");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_map_opens_with_the_enemy_in_sight_and_is_seen_whole_at_once() {
    scene("a_large_map_opens_with_the_enemy_in_sight", &[DESK], async |scene| {
        let browser = scene.browser(0);
        Board::of_scenario(browser, "struggle-of-nations", "grossbeeren").await;
        let seen = "const view = document.querySelector('.view').getBoundingClientRect(); const world = document.querySelector('.world').getBoundingClientRect(); const k = world.width / document.querySelector('.world').offsetWidth; const id = document.querySelector('.board').dataset.game; return fetch(`/api/games/${id}`).then(a => a.json()).then(game => fetch(`${game.sheets}/map.json`).then(a => a.json()).then(map => game.pieces.filter(piece => piece.side && map.places[piece.place]).filter(piece => { const [x, y] = map.places[piece.place].map(one => one * k); return world.x + x > view.left && world.x + x < view.right && world.y + y > view.top && world.y + y < view.bottom; }).map(piece => piece.side)))";
        let sides = browser.script(seen, json!([])).await;
        for side in ["french", "allied"] {
            let there = sides.as_array().is_some_and(|all| all.contains(&json!(side)));
            assert!(there, "no counter of the {side} is in sight at first: {sides}");
        }
        // Seen from far away, it is drawn there and then: gliding, all that comes into sight would have to be painted large.
        let press = "document.querySelector(\"[data-deed='whole-map']\").click(); await new Promise(done => requestAnimationFrame(done)); return document.querySelector('.world').classList.contains('gliding')";
        assert_eq!(browser.script(press, json!([])).await, json!(false), "a large map is painted on the way");
        let whole = "const view = document.querySelector('.view').getBoundingClientRect(); const world = document.querySelector('.world').getBoundingClientRect(); return world.width <= view.width + 1 && world.height <= view.height + 1";
        browser.until("the whole map to be in sight", whole, json!([])).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn news_and_dice_do_not_lie_over_each_other_and_many_answers_stand_in_a_list() {
    scene("news_and_dice_do_not_lie_over_each_other", &[DESK], async |scene| {
        let browser = scene.browser(0);
        Board::of_scenario(browser, "struggle-of-nations", "grossbeeren").await;
        browser.see(".prompt .answers.listed [data-offer='support 2']").await;
        // Both are shown now, whatever their time.
        let both = "const [banner, dice] = [document.querySelector('.banner'), document.querySelector('.die-place')]; banner.hidden = false; if (!banner.textContent) banner.textContent = 'News'; dice.style.transition = 'none'; dice.classList.add('falling'); const [a, b] = [banner, dice].map(one => one.getBoundingClientRect()); return a.bottom <= b.top || b.bottom <= a.top";
        assert_eq!(browser.script(both, json!([])).await, json!(true), "the dice fall over the news");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_unit_is_to_look_is_asked_in_words() {
    scene("where_a_unit_is_to_look_is_asked_in_words", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let text = FACE_TO_FACE.replace("combat", "movement").replace("0404 s", "0702 s");
        let board = Board::from_position_of(browser, "napoleon-1807", &text).await;
        board.asked("french").await;
        board.press_unit("a").await;
        board.reach_of("a").await;
        board.press_hex("0404").await;
        browser.see_words(".prompt .hint", "click the wedge").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_the_state_of_the_battle_is_all_in_sight() {
    scene("on_a_phone_the_state_of_the_battle", &[PHONE], async |scene| {
        let browser = scene.browser(0);
        Board::of_scenario(browser, "struggle-of-nations", "grossbeeren").await;
        browser.see("[data-headline='points']").await;
        let hidden = "const bar = document.querySelector('.headlines'); return bar.scrollWidth - bar.clientWidth + bar.scrollHeight - bar.clientHeight";
        assert_eq!(browser.number(hidden).await, 0.0, "part of it is out of sight");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_speaks_the_language_of_its_reader() {
    scene("the_table_speaks_the_language_of_its_reader", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        for (language, undo, log) in [("fr", "Annuler (U)", "Journal"), ("de", "Rückgängig (U)", "Protokoll")] {
            browser.prefer("language", language).await;
            Board::of(browser).await;
            assert_eq!(board.attribute("[data-deed='undo']", "aria-label").await, undo);
            browser.see_words("[data-tab='log']", log).await;
        }
    })
    .await;
}
