//! Two browsers inside one movement phase of Napoleon 1807: fire at a unit that moves, a countercharge, a charge and the square
//! that is tried against it. And a telephone that plays a turn of Bergfriede.

use std::time::{Duration, Instant};

use browser::board::{Board, Offer};
use browser::browser::{Browser, DESK, PHONE};
use browser::scene;
use serde_json::{Value, json};

use crate::drill::wedge;
use crate::turn::invite;

/// Morale of twelve: nobody fails a test, so that what is asked does not depend on the dice before it.
const POSITION: &str = r#"
[position]
map = "blank 12x12"
units = [
    "fr a: Line 8-5i 12/12 @ 0409 n",
    "fr k: Cuirassiers 6-7h 12/12 @ 1106 n",
    "ru g: Guns 3-5L 12/12 @ 0606 s",
    "ru c: Hussars 4-8c 12/12 @ 0405 s",
    "ru x: Line 9-5i 12/12 @ 1104 s",
]
"#;

/// How long one movement phase may take on a busy machine.
const LONGEST: Duration = Duration::from_secs(600);

/// A game from a position: the French here, the Allies by a link.
async fn sit_down<'b>(host: &'b Browser, guest: &'b Browser) -> (Board<'b>, Board<'b>) {
    host.go("/").await;
    let make = "return fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title: 'napoleon-1807', position: arguments[0], seats: { french: 'here', allied: 'link' } }) }).then(answer => answer.json())";
    let made = host.script(make, json!([POSITION])).await;
    let game = made["id"].as_str().unwrap_or_else(|| panic!("no game was made: {made}"));
    host.go(&format!("/game/{game}")).await;
    let french = Board::of(host).await;
    let allied = invite(&french, guest).await;
    (french, allied)
}

/// Waits until a seat is asked, and gives the first offer that fits.
async fn answer(board: &Board<'_>, seat: &str, fits: impl Fn(&Offer) -> bool) -> String {
    board.asked(seat).await;
    board.up_to_date().await;
    let offers = board.offers().await;
    let offer = offers.iter().find(|offer| fits(offer));
    let offered: Vec<&str> = offers.iter().map(|offer| offer.order.as_str()).collect();
    let offer = offer.unwrap_or_else(|| panic!("the {seat} are not offered what was expected, but {offered:?}"));
    board.give(offer).await;
    offer.order.clone()
}

/// Marches or charges by pointing: at the counter, then at a hex.
async fn point(board: &Board<'_>, unit: &str, hex: &str) {
    board.asked("french").await;
    board.up_to_date().await;
    board.march(unit, hex).await;
}

/// Plays whatever a combat asks, either side, until the French are asked for a counter, or for the next step of one in hand.
async fn fight_it_out(french: &Board<'_>, allied: &Board<'_>) {
    let end = Instant::now() + LONGEST;
    loop {
        assert!(Instant::now() < end, "the combat does not end");
        let mut acted = false;
        for board in [french, allied] {
            board.up_to_date().await;
            let Some(seat) = board.seat().await else { continue };
            let offers: Vec<Offer> =
                board.offers().await.into_iter().filter(|offer| offer.verb != "standing").collect();
            let moving = |offer: &Offer| matches!(offer.verb.as_str(), "select" | "step" | "halt" | "end movement");
            if seat == "french" && offers.iter().any(moving) {
                return;
            }
            let by = |verb: &str| offers.iter().find(|offer| offer.verb == verb);
            let quiet = ["fight", "stay", "pass", "hold fire"].into_iter().find_map(by);
            let Some(offer) = quiet.or_else(|| offers.first()) else { continue };
            board.give(offer).await;
            acted = true;
        }
        if !acted {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// The lines of the log that hold these words.
async fn told(board: &Board<'_>, words: &str) -> usize {
    let log = board.snapshot().await["log"].clone();
    let holds = |line: &&Value| line["text"].as_str().is_some_and(|text| text.contains(words));
    log.as_array().into_iter().flatten().filter(holds).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_react_inside_a_move() {
    scene("two_browsers_react_inside_a_move", &[DESK, DESK], async |scene| {
        let (french, allied) = sit_down(scene.browser(0), scene.browser(1)).await;

        // A march comes under fire at its first step.
        point(&french, "a", "0408").await;
        let fired = answer(&allied, "allied", |offer| offer.verb == "fire").await;
        assert_eq!(fired, "fire g a");
        assert_eq!(told(&allied, "fire at").await, 1);

        // Still in hand, it goes on, and is countercharged.
        answer(&french, "french", |offer| offer.verb == "step" && offer.place.as_deref() == Some("0407")).await;
        let charged = answer(&allied, "allied", |offer| offer.verb == "countercharge").await;
        assert!(charged.starts_with("countercharge c 0406"), "{charged}");
        fight_it_out(&french, &allied).await;
        assert_eq!(told(&french, "countercharges").await, 1);
        let offers = french.offers().await;
        if let Some(halt) = offers.iter().find(|offer| offer.verb == "halt") {
            french.give(halt).await;
            // 4.27: the Allies may be asked first whether anybody withdraws before it.
            fight_it_out(&french, &allied).await;
        }

        // A charge, declared by pointing at its target; the target tries to form square.
        point(&french, "k", "1104").await;
        assert_eq!(answer(&allied, "allied", |offer| offer.verb == "try square").await, "try square");
        assert_eq!(told(&allied, "charges at").await, 1);
        assert_eq!(told(&allied, "square is formed").await + told(&allied, "No square is formed").await, 1);
        answer(&french, "french", |offer| offer.verb == "step" && offer.place.as_deref() == Some("1105")).await;
        answer(&french, "french", |offer| offer.verb == "strike").await;
        fight_it_out(&french, &allied).await;
        assert_eq!(told(&french, "Attack on").await, 2, "a countercharge and a charge");

        french.shows_the_truth().await;
        allied.shows_the_truth().await;
        assert_eq!(french.pieces().await, allied.pieces().await, "the two boards differ");
        assert_eq!(french.said("data-turn").await, "5", "it is all one movement phase");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_bergfriede_is_played_on_a_telephone() {
    scene("a_turn_of_bergfriede_is_played_on_a_telephone", &[PHONE], async |scene| {
        let browser = scene.browser(0);
        let board = Board::begin(browser, "bergfriede", &[("french", "here"), ("allied", "cadet")]).await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth && innerWidth === 420";
        assert_eq!(browser.script(fits, json!([])).await, json!(true), "the page is wider than the telephone");
        let turn = board.said("data-turn").await;
        let end = Instant::now() + LONGEST;
        let mut marched = Vec::new();
        while board.said("data-turn").await == turn {
            assert!(Instant::now() < end, "the turn takes too long; marched so far: {marched:?}");
            board.up_to_date().await;
            let offers: Vec<Offer> =
                board.offers().await.into_iter().filter(|offer| offer.verb != "standing").collect();
            if offers.is_empty() {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
            // Two marches of units that stand alone, with the finger; then whatever ends the question at hand.
            let pieces = board.pieces().await;
            let alone = |unit: &String| {
                pieces.get(unit).is_some_and(|hex| pieces.values().filter(|other| *other == hex).count() == 1)
            };
            let able = offers.iter().filter(|offer| offer.verb == "select").filter_map(|offer| offer.unit.clone());
            let next = able.into_iter().find(|unit| alone(unit) && !marched.contains(unit));
            if let Some(unit) = next.filter(|_| marched.len() < 2) {
                marched.push(unit.clone());
                let version = board.version().await;
                board.press_unit(&unit).await;
                let reach = board.reach_of(&unit).await;
                let Some(hex) = reach.iter().find(|hex| pieces.get(&unit) != Some(hex)) else { continue };
                board.press_hex(hex).await;
                // The place first, then the way it looks, unless there is only one, or a second word is wanted.
                let answered = "if (document.querySelector('.board').dataset.version !== arguments[0] || document.querySelector('.ahead:not([hidden])')) return 'moved'; \
                                return document.querySelector('.wedge.here')?.dataset.facing ?? ''";
                let facing = browser.until("a wedge or a march", answered, json!([version])).await;
                if let Some(facing) = facing.as_str().filter(|word| *word != "moved") {
                    let (x, y) = wedge(browser, facing).await;
                    browser.touch_point(x, y).await;
                }
                board.moved_on(&version).await;
                continue;
            }
            let by = |verb: &str| offers.iter().find(|offer| offer.verb == verb);
            let quiet = ["halt", "fight", "stay", "pass", "hold fire"].into_iter().find_map(by);
            let ends = offers.iter().find(|offer| offer.ends);
            board.give(quiet.or(ends).unwrap_or(&offers[0])).await;
        }
        assert_eq!(marched.len(), 2, "{marched:?}");
        board.shows_the_truth().await;
        assert_eq!(browser.script(fits, json!([])).await, json!(true), "the page is wider than the telephone");
    })
    .await;
}
