//! Looking before leaping, and seeing how the battle stands: the board page as a player of many such games would try it.

use browser::board::Board;
use browser::browser::{DESK, PHONE, keys};
use browser::scene;
use serde_json::{Value, json};

/// Two against one in the open: several columns can be announced.
const COMBAT: &str = r#"
[position]
map = "blank 9x9"
rules_of = "eylau"
turn = 4
phase = "combat"
active = "french"
units = ["ru x: Ost 4-4i @ 0505", "fr a: Lev 6-4i @ 0504", "fr b: Leg 5-4i @ 0605"]
"#;

/// Two units far from each other, of divisions without fresh strength.
const APART: &str = r#"
[position]
map = "blank 12x12"
rules_of = "eylau"
turn = 4
phase = "movement"
active = "french"
units = ["ru x: Ost 4-4i @ 1111", "fr a: Lev 6-4i @ 0202"]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_costs_points_wants_a_second_word() {
    scene("what_costs_points_wants_a_second_word", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "dresden", &[("french", "here"), ("allied", "here")]).await;
        board.take_over().await;
        let version = board.version().await;
        let free = ".interrupts [data-offer='free friant']";
        if !browser.is_there(free).await {
            browser.press(".interrupts summary").await;
        }
        browser.press(free).await;
        browser.see(".ahead:not([hidden]) [data-change='French morale']").await;
        let twice = "return [...document.querySelectorAll('.prompt button')].filter(one => one.checkVisibility() && one.textContent === document.querySelector(\".ahead [data-ahead='do']\").textContent).length";
        assert_eq!(browser.number(twice).await, 1.0, "the order has two buttons");
        assert_eq!(board.version().await, version, "the first press has spent morale");
        browser.press(".ahead [data-ahead='no']").await;
        browser.see_no(".ahead:not([hidden])").await;
        browser.press(free).await;
        browser.press(".ahead [data-ahead='do']").await;
        board.moved_on(&version).await;
        board.up_to_date().await;
        let headlines = board.snapshot().await["headlines"].clone();
        let morale = headlines.as_array().into_iter().flatten().find(|line| line["name"] == json!("French morale"));
        let shown = board.attribute("[data-headline='morale'][data-name='French morale']", "data-value").await;
        assert_eq!(morale.map(|line| line["value"].clone()), Some(json!(shown)), "morale is in sight");
        // Whoever is impatient says so.
        browser.prefer("ahead", false).await;
        let board = Board::of(browser).await;
        let version = board.version().await;
        board.deed("undo").await;
        board.moved_on(&version).await;
        if !browser.is_there(free).await {
            browser.press(".interrupts summary").await;
        }
        browser.press(free).await;
        browser.see("[data-deed='undo'][aria-disabled='false']").await;
        assert!(!browser.is_there(".ahead:not([hidden])").await, "it is asked about all the same");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_friend_selects_him_and_formations_are_warned_of_stacking() {
    scene("a_click_on_a_friend_selects_him", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        let version = board.version().await;
        board.press_unit("leg-i2").await;
        board.reach_of("leg-i2").await;
        board.press_unit("mur-c1").await;
        board.reach_of("mur-c1").await;
        assert_eq!(board.version().await, version, "a unit marched onto a friend");
        board.press_unit("leg-i2").await;
        board.reach_of("leg-i2").await;
        browser.key('f').await;
        browser.see(".view[data-selected^='leg-i2 ']").await;
        browser.see(".view[data-reach^='leg-i2 ']").await;
        board.press_hex("1314").await;
        browser.see(".ahead:not([hidden]) [data-next]").await;
        assert_eq!(board.version().await, version, "the formation marched without a warning");
        browser.key(keys::ESCAPE).await;
        browser.see_no(".ahead:not([hidden])").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_is_put_together_on_a_stage_and_can_be_given_up() {
    scene("an_attack_is_put_together_on_a_stage", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::from_position(browser, COMBAT).await;
        board.put_an_attack_together().await;
        let shown = board.odds().await;
        assert!(shown.len() > 1, "{shown:?}");
        // All bars are to one scale.
        let scale = "return [...document.querySelectorAll('.stage [data-odds]')].every(line => Math.abs(parseFloat(line.querySelector('.bar-fill').style.width) - 100 * line.dataset.numerator / line.dataset.denominator) < 0.1)";
        assert_eq!(browser.script(scale, json!([])).await, json!(true), "the bars are not to one scale");
        let first = "const list = document.querySelector('.combat [data-choices]'); return list ? /best/.test(list.options[0].textContent) : /★/.test(document.querySelector('.combat [data-throws]').textContent)";
        assert_eq!(browser.script(first, json!([])).await, json!(true), "the best column does not come first");
        let words = browser.text(".stage").await;
        assert!(words.contains("retreats") || words.contains("eliminated"), "results are spelled out: {words}");
        // Everybody who fights is in sight above the stage.
        let sight = "const stage = document.querySelector('.stage').getBoundingClientRect(); const world = document.querySelector('.world').getBoundingClientRect(); const k = world.width / document.querySelector('.world').offsetWidth; return fetch(`/api/games/${document.querySelector('.board').dataset.game}/sheets/map.json`).then(a => a.json()).then(map => ['0504', '0505', '0605'].every(hex => world.y + map.places[hex][1] * k < stage.top))";
        browser.until("the fight to lie above its stage", sight, json!([])).await;
        browser.press("[data-deed='cancel']").await;
        board.up_to_date().await;
        let offers = board.offers().await;
        assert!(offers.iter().all(|one| !one.throws), "the attack stands: {offers:?}");
        assert!(offers.iter().any(|one| one.verb == "target"), "{offers:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_are_whole_and_e_ends_phases_only() {
    scene("labels_are_whole_and_e_ends_phases_only", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        browser.press(".prompt .choices summary").await;
        let chip = browser.text(".choices [data-offer='select leg-i2']").await;
        assert!(chip.contains("Move Legrand's 2nd infantry 3-4"), "{chip}");
        board.march("leg-i2", "1213").await;
        board.give_all(&["end movement"]).await;
        board.up_to_date().await;
        let version = board.version().await;
        assert!(board.offers().await.iter().any(|one| one.verb == "fresh done"), "fresh strength is asked for");
        // Nobody with fresh strength is near the enemy: none is held out, and all are among the choices.
        let marked = "return document.querySelectorAll('.unit[data-able]').length";
        assert_eq!(browser.number(marked).await, 0.0, "units far from any fight are marked");
        browser.see_words(".prompt .choices summary", "15").await;
        browser.key('e').await;
        browser.see(".prompt.shake").await;
        assert_eq!(board.version().await, version, "E answered a question");
        let red = "return document.querySelector(\".prompt .answers .primary\") === null";
        assert_eq!(browser.script(red, json!([])).await, json!(true), "an answer is proposed that gives something up");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_one_answer_is_passed_over_and_a_new_turn_is_announced() {
    scene("what_has_one_answer_is_passed_over", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::from_position(browser, APART).await;
        browser.prefer("pass", true).await;
        let board = Board::of(board.browser()).await;
        board.asked("french").await;
        assert!(browser.text("[data-headline='time']").await.contains("Turn 4"));
        board.give_all(&["end movement"]).await;
        // Neither fresh strength nor an enemy to attack: the Allies move.
        let body = "const yes = document.querySelector(\"dialog[data-dialog='handover'] [data-answer='yes']\"); yes?.click(); return document.querySelector('.board')?.dataset.seat === 'allied' && /Move|movement/i.test(document.querySelector('.prompt .question')?.textContent ?? '')";
        browser.until("the Allies to move", body, json!([])).await;
        board.give_all(&["end movement"]).await;
        browser.see(".banner:not([hidden]) [data-news='time']").await;
        assert!(browser.text(".banner").await.contains("Turn 5"), "{}", browser.text(".banner").await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_asks_first_and_can_be_redone_against_the_program() {
    scene("a_takeback_asks_first", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "cadet")]).await;
        board.march("leg-i2", "1213").await;
        board.give_all(&["end movement", "fresh done"]).await;
        board.up_to_date().await;
        let before = board.snapshot().await["log"].as_array().map_or(0, Vec::len);
        let version = board.version().await;
        board.deed("takeback").await;
        browser.press("dialog[data-dialog='takeback'] [data-answer='no']").await;
        assert_eq!(board.version().await, version, "it went back without being asked");
        board.deed("takeback").await;
        browser.press("dialog[data-dialog='takeback'] [data-answer='yes']").await;
        board.moved_on(&version).await;
        let body = "return document.querySelector(\"[data-deed='redo']\")?.getAttribute('aria-disabled') === 'false'";
        browser.until("redo to be offered", body, json!([])).await;
        let version = board.version().await;
        board.deed("redo").await;
        board.moved_on(&version).await;
        board.up_to_date().await;
        let after = board.snapshot().await["log"].as_array().map_or(0, Vec::len);
        assert!(after >= before, "what was taken back is not restored: {after} lines, {before} before");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_of_the_battle_names_and_a_march_in_one_line() {
    scene("the_state_of_the_battle", &[DESK], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        assert_eq!(board.attribute("[data-score='french']", "data-value").await, "0");
        browser.see("[data-headline='sky']").await;
        // The game opens near enough to read and to touch its counters.
        let pitch = browser.number("return fetch('/api/titles/art-of-war/eylau/map.json').then(a => a.json()).then(map => map.pitch * 0.66 * document.querySelector('.world').getBoundingClientRect().width / map.width)").await;
        assert!(pitch >= 40.0, "counters are {pitch} pixels wide");
        board.march("leg-i2", "1213").await;
        board.up_to_date().await;
        assert_eq!(board.attribute("[data-score='french']", "data-value").await, "5", "the town counts at once");
        let lines = "return [...document.querySelectorAll('.lines .line')].map(line => line.textContent).filter(text => text.includes('Legrand'))";
        let lines: Value = browser.script(lines, json!([])).await;
        let lines = lines.as_array().cloned().unwrap_or_default();
        assert_eq!(lines.len(), 1, "a march is one line: {lines:?}");
        assert!(lines[0].as_str().is_some_and(|text| text.matches('→').count() > 1), "{lines:?}");
        // Lines of one side only.
        let only = "const list = document.querySelector('[data-log-side]'); list.value = 'allied'; list.dispatchEvent(new Event('change', { bubbles: true })); return [...document.querySelectorAll('.lines .line')].filter(line => line.checkVisibility() && line.textContent.includes('Legrand')).length";
        assert_eq!(browser.script(only, json!([])).await, json!(0), "the log is not filtered");
        let (x, y) = board.point_of("1316").await;
        browser.hover(x, y).await;
        browser.see_words(".card", "Legrand's 1st infantry").await;
        let card = browser.text(".card").await;
        assert!(card.contains("IV Corps") && card.contains("Soult") && card.contains("Combat strength 6"), "{card}");
        browser.press("[data-tab='forces']").await;
        browser.see_words(".forces", "Legrand's division").await;
        browser.press(".forces [data-unit='leg-i1']").await;
        assert_eq!(board.attribute(".view", "data-cursor").await, "1316", "a click in the order of battle goes there");
        // The name of the town has stepped out from under the Russians in it.
        browser.until("names to step aside", "return Number(document.querySelector('.map .names').dataset.aside)", json!([])).await;
        // All of the sheet, with title, key and scale.
        board.deed("whole-map").await;
        let whole = "const [sheet, view] = ['.world', '.view'].map(one => document.querySelector(one).getBoundingClientRect()); return sheet.top >= view.top - 1 && sheet.bottom <= view.bottom + 1 && sheet.left >= view.left - 1 && sheet.right <= view.right + 1";
        browser.until("the whole sheet to be in sight", whole, json!([])).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_telephone_a_tap_shows_the_march_first_and_the_battle_stays_in_sight() {
    scene("on_a_telephone_a_tap_shows_the_march_first", &[PHONE], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "eylau", &[("french", "here"), ("allied", "here")]).await;
        let version = board.version().await;
        board.press_unit("leg-i2").await;
        board.reach_of("leg-i2").await;
        board.press_hex("1314").await;
        browser.see(".ahead:not([hidden])").await;
        assert_eq!(board.version().await, version, "the first tap marched");
        board.press_hex("1314").await;
        board.moved_on(&version).await;
        assert_eq!(board.hex_of("leg-i2").await, "1314");
        let board = Board::from_position(browser, COMBAT).await;
        board.put_an_attack_together().await;
        board.odds().await;
        let free = browser.number("return document.querySelector('.aside').getBoundingClientRect().top - document.querySelector('.view').getBoundingClientRect().top").await;
        assert!(free >= 300.0, "the sheet leaves {free} pixels of the map");
        let sight = "const sheet = document.querySelector('.aside').getBoundingClientRect(); const world = document.querySelector('.world').getBoundingClientRect(); const k = world.width / document.querySelector('.world').offsetWidth; return fetch(`/api/games/${document.querySelector('.board').dataset.game}/sheets/map.json`).then(a => a.json()).then(map => world.y + map.places['0505'][1] * k < sheet.top)";
        browser.until("the place of the fight to be in sight", sight, json!([])).await;
    })
    .await;
}
