//! Who somebody is: sessions, their tokens, and other devices.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::common::{Browser, House, PATIENCE, Place, patient, titles};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Clock, Config, Limits, Rate};
use sqlx::{Connection, Executor};

const MINUTE: i64 = 60 * 1_000;
pub(crate) const DAY: i64 = 24 * 60 * MINUTE;

/// A clock that stands still until it is put forward.
#[derive(Clone)]
pub(crate) struct Hands(Arc<AtomicI64>);

impl Hands {
    pub(crate) fn forward(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

pub(crate) fn clock() -> (Hands, Clock) {
    let hands = Hands(Arc::new(AtomicI64::new(1_800_000_000_000)));
    let shown = hands.clone();
    (hands, Clock::of(move || shown.0.load(Ordering::Relaxed)))
}

/// A house whose clock the test has in its hand.
pub(crate) async fn house() -> (House, Hands) {
    let (hands, clock) = clock();
    let place = Place::new();
    let config = Config { clock, ..House::config(&place) };
    (House::start(titles(), place, config).await, hands)
}

/// The games in which somebody has a seat.
async fn games(browser: &Browser) -> usize {
    browser.get("/api/games").await.as_array().unwrap().len()
}

/// The cookies that come with the answer to a request.
async fn told(browser: &Browser, method: Method, path: &str) -> Vec<String> {
    let answer = browser.ask(browser.request(method, path).body("{}")).await;
    answer.headers().get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
}

async fn link(browser: &Browser, body: Value) -> Value {
    let (status, link) = browser.post("/api/devices/links", body).await;
    assert_eq!(status, 200, "{link}");
    link
}

/// What stands behind the hash of a link.
pub(crate) fn token(link: &Value) -> String {
    link["url"].as_str().unwrap().split_once("/open#").unwrap().1.to_owned()
}

pub(crate) async fn open(browser: &Browser, words: &str) -> (u16, Value) {
    browser.post("/api/devices/open", json!({ "link": words })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_somebody_made_up_is_worth_nothing() {
    let house = House::open().await;
    for invented in [format!("sabretache={}", "01".repeat(32)), format!("sabretache=p{}", "01".repeat(32))] {
        let (anna, thief) = (house.browser(1), house.browser(2));
        anna.show(&invented);
        let game = anna.eylau().await;
        assert_ne!(anna.cookie(), invented, "the server draws another");
        assert_eq!(anna.snapshot(&game).await["seats"][0]["mine"], true);
        // Who has planted it is nobody.
        thief.show(&invented);
        assert_eq!(thief.snapshot(&game).await["seats"][0]["mine"], false);
        assert_eq!(games(&thief).await, 0);
        assert_eq!(thief.order(&game, "french", "end movement").await.0, 403);
        anna.show("");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_look_leave_no_trace() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let cora = house.browser(3);
    for path in ["/", "/api/titles", "/api/games", "/api/devices", &format!("/api/games/{game}")] {
        assert!(told(&cora, Method::GET, path).await.is_empty(), "{path}");
    }
    assert_eq!(cora.get("/api/devices").await["devices"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_made_young_again_once_a_day() {
    let (house, hands) = house().await;
    let anna = house.browser(1);
    anna.eylau().await;
    let cookie = anna.cookie();
    assert!(told(&anna, Method::GET, "/api/games").await.is_empty());
    hands.forward(DAY - 1);
    assert!(told(&anna, Method::GET, "/api/games").await.is_empty());
    hands.forward(1);
    let again = told(&anna, Method::GET, "/api/games").await;
    assert!(again[0].starts_with(&format!("{cookie}; Max-Age=34560000;")), "{again:?}");
    assert!(told(&anna, Method::GET, "/api/games").await.is_empty());
    // It is known how long ago somebody was here, also after the server was started anew. No question waits until that is written.
    let written = tokio::time::timeout(PATIENCE, async {
        while anna.get("/api/devices").await["devices"][0]["seen"] != 1_800_000_000_000 + DAY {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    });
    written.await.expect("the day is written down");
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_replaced_and_nobody_falls_out() {
    let (house, hands) = house().await;
    let (anna, tab) = (house.browser(1), house.browser(2));
    let game = anna.eylau().await;
    let first = anna.cookie();
    hands.forward(31 * DAY);
    // A question writes nothing that it would have to wait for.
    let asked = told(&anna, Method::GET, "/api/games").await;
    assert!(asked.iter().all(|cookie| cookie.starts_with(&first)), "{asked:?}");
    // The answer with the new token is lost twice: the old one counts, however long it takes.
    let lost = told(&anna, Method::POST, "/api/session").await;
    assert_eq!(lost.len(), 1);
    let mut unseen = vec![anna.cookie()];
    assert_ne!(unseen[0], first);
    anna.show(&first);
    assert!(told(&anna, Method::POST, "/api/session").await.is_empty(), "no two tokens at once");
    hands.forward(2 * DAY);
    assert_eq!(games(&anna).await, 1);
    assert_eq!(told(&anna, Method::POST, "/api/session").await.len(), 1);
    let second = anna.cookie();
    unseen.retain(|cookie| *cookie != second);
    assert_eq!(unseen.len(), 1);
    // The one that never arrived is void.
    tab.show(&unseen[0]);
    assert_eq!(games(&tab).await, 0);
    // Another tab has the old one for a little while yet.
    tab.show(&first);
    assert_eq!(games(&anna).await, 1);
    hands.forward(9 * MINUTE);
    assert_eq!(games(&tab).await, 1);
    assert!(told(&tab, Method::POST, "/api/session").await.is_empty());
    hands.forward(MINUTE);
    assert_eq!(games(&tab).await, 0);
    assert_eq!(games(&anna).await, 1);
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    // It is the same device all the time, also for a server that has just begun.
    let place = house.close().await;
    let (later, clock) = clock();
    later.forward(34 * DAY);
    let config = Config { clock, ..House::config(&place) };
    let house = House::start(titles(), place, config).await;
    let anna = house.browser(1);
    assert_eq!(anna.cookie(), second);
    assert_eq!(anna.get("/api/devices").await["devices"].as_array().unwrap().len(), 1);
    assert_eq!(games(&anna).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_tls_the_cookie_is_bound_to_the_host() {
    let place = Place::new();
    let config = Config { public_url: Some("https://games.example.org".into()), ..House::config(&place) };
    let house = House::start(titles(), place, config).await;
    let anna = house.browser(1);
    let cookies = told(&anna, Method::POST, "/api/session").await;
    assert!(cookies[0].starts_with("__Host-sabretache=h"), "{cookies:?}");
    for word in ["; Path=/", "; HttpOnly", "; SameSite=Strict", "; Secure"] {
        assert!(cookies[0].contains(word), "{cookies:?}");
    }
    assert!(!cookies[0].contains("Domain"));
    assert!(cookies[1].starts_with("sabretache=; Max-Age=0"), "the plain one goes: {cookies:?}");
    anna.eylau().await;
    // Under the plain name another host could have set it.
    let cookie = anna.cookie();
    anna.show(&cookie.replace("__Host-", ""));
    assert_eq!(games(&anna).await, 0);
    anna.show(&cookie);
    assert_eq!(games(&anna).await, 1);
}

/// A server that had no TLS gets it: its players come with cookies under the plain name.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_gets_tls_keeps_its_players() {
    let house = House::open().await;
    house.browser(1).eylau().await;
    let place = house.close().await;
    let config = Config { public_url: Some("https://games.example.org".into()), ..House::config(&place) };
    let house = House::start(titles(), place, config).await;
    let anna = house.browser(1);
    assert_eq!(games(&anna).await, 1);
    assert_eq!(told(&anna, Method::POST, "/api/session").await.len(), 2);
    assert!(anna.cookie().starts_with("__Host-sabretache=h"));
    assert_eq!(games(&anna).await, 1);
}

/// The players of the first release were their cookies; they keep their seats, and its owner sees his invitations.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_the_first_release_keeps_its_players() {
    const GAME: &str = "741630ce661bd595964f067110647e59";
    let released = include_str!("../../../store/tests/released/0.1.0.sql");
    let place = Place::in_a_file();
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(&format!("{}?mode=rwc", place.database)).await.unwrap();
    connection.execute(released).await.unwrap();
    connection.close().await.unwrap();
    let config = House::config(&place);
    let house = House::start(titles(), place, config).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let early = [format!("sabretache={}", "aa".repeat(32)), format!("sabretache={}", "bb".repeat(32))];
    anna.show(&early[0]);
    bela.show(&early[1]);
    let links = format!("/api/games/{GAME}/links");
    let invitations = anna.get(&links).await;
    assert!(invitations["seats"]["allied"].is_string(), "{invitations}");
    for (browser, early, mine) in [(&anna, &early[0], [true, false]), (&bela, &early[1], [false, true])] {
        let before = browser.get("/api/games").await;
        assert_eq!(told(browser, Method::POST, "/api/session").await.len(), 1, "the token is replaced at once");
        assert_ne!(browser.cookie(), *early);
        let seats = browser.snapshot(GAME).await["seats"].clone();
        assert_eq!([&seats[0]["mine"], &seats[1]["mine"]], mine.map(Value::from).each_ref());
        assert_eq!(browser.get("/api/games").await, before);
    }
    assert_eq!(anna.get(&format!("/api/games/{GAME}/notes")).await["text"], "hold the ridge");
    assert_eq!(anna.get(&links).await, invitations, "invitations do not hang on the cookie any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_device_plays_until_it_is_signed_out() {
    let (house, hands) = house().await;
    let (desk, phone) = (house.browser(1), house.browser(2));
    let game = desk.eylau().await;
    assert_eq!(phone.post("/api/devices/links", json!({})).await.0, 403, "strangers have nothing to open");
    let link = link(&desk, json!({})).await;
    assert!(link["qr"].as_str().unwrap().contains("<svg"));
    assert_eq!(desk.get("/api/devices").await["links"][0]["id"], link["id"]);
    // Looking changes nothing.
    for _ in 0..2 {
        let (status, seen) = phone.post("/api/devices/look", json!({ "link": token(&link) })).await;
        assert_eq!((status, &seen["opens"], &seen["has_games"]), (200, &Value::Null, &json!(false)));
    }
    assert_eq!(games(&phone).await, 0);
    assert_eq!(open(&desk, &token(&link)).await.0, 409, "here it is open already");
    assert_eq!(open(&phone, &token(&link)).await.0, 200);
    assert_eq!(open(&house.browser(3), &token(&link)).await.0, 404, "it serves once");
    assert_ne!(phone.cookie(), desk.cookie());
    assert_eq!(phone.order(&game, "french", "end movement").await.0, 200);
    let listed = desk.get("/api/devices").await;
    let devices = listed["devices"].as_array().unwrap().clone();
    assert_eq!((devices.len(), listed["links"].as_array().unwrap().len()), (2, 0));
    let other = devices.iter().find(|device| device["this"] == false).unwrap()["id"].as_str().unwrap().to_owned();
    // Signed out, it is a stranger at once, and its socket ends.
    let mut socket = phone.socket(&game, "").await;
    assert_eq!(socket.next().await["seats"][0]["mine"], true);
    let mut own = desk.socket(&game, "").await;
    own.next().await;
    assert_eq!(house.browser(3).send(Method::DELETE, &format!("/api/devices/{other}"), String::new()).await.0, 403);
    assert_eq!(desk.send(Method::DELETE, &format!("/api/devices/{other}"), String::new()).await.0, 200);
    assert_eq!(u16::from(socket.last_frame().await.unwrap().code), 1008);
    assert_eq!(phone.snapshot(&game).await["seats"][0]["mine"], false);
    assert_eq!(phone.order(&game, "allied", "end movement").await.0, 403);
    own.say("{\"ping\": 1}").await;
    assert_eq!(own.next().await["kind"], "pong", "the other goes on");
    // The last device cannot lock itself out.
    let this = desk.get("/api/devices").await["devices"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(desk.send(Method::DELETE, &format!("/api/devices/{this}"), String::new()).await.0, 409);
    // By a code, typed as people type.
    let code = crate::identity::link(&desk, json!({})).await["code"].as_str().unwrap().to_lowercase();
    let tablet = house.browser(4);
    assert_eq!(open(&tablet, &code.replace('-', " ")).await.0, 200);
    assert_eq!(games(&tablet).await, 1);
    assert_eq!(desk.send(Method::DELETE, "/api/devices", String::new()).await.1["ended"], 1);
    assert_eq!(games(&tablet).await, 0);
    // A quarter of an hour, and a link that was withdrawn.
    let old = crate::identity::link(&desk, json!({})).await;
    let withdrawn = crate::identity::link(&desk, json!({})).await;
    let path = format!("/api/devices/links/{}", withdrawn["id"].as_str().unwrap());
    assert_eq!(desk.send(Method::DELETE, &path, String::new()).await.0, 200);
    assert_eq!(open(&tablet, &token(&withdrawn)).await.0, 404);
    hands.forward(15 * MINUTE - 1);
    assert_eq!(tablet.post("/api/devices/look", json!({ "link": token(&old) })).await.0, 200);
    hands.forward(1);
    assert_eq!(open(&tablet, &token(&old)).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_with_games_of_its_own_does_not_lose_them_to_a_link() {
    let house = House::open().await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    anna.eylau().await;
    bela.eylau().await;
    let link = link(&anna, json!({})).await;
    let (_, seen) = bela.post("/api/devices/look", json!({ "link": token(&link) })).await;
    assert_eq!(seen["has_games"], true);
    assert_eq!(open(&bela, &token(&link)).await.0, 409);
    assert_eq!(games(&bela).await, 1);
    // It was not used up.
    assert_eq!(open(&house.browser(3), &token(&link)).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_seat_is_opened_on_another_device_and_closed_again() {
    let house = House::open().await;
    let (anna, phone, bela) = (house.browser(1), house.browser(2), house.browser(3));
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    let other = anna.eylau().await;
    phone.eylau().await;
    let seat = json!({ "game": game, "seat": "french" });
    assert_eq!(bela.known().await.post("/api/devices/links", seat.clone()).await.0, 403);
    assert_eq!(anna.post("/api/devices/links", json!({ "game": game, "seat": "allied" })).await.0, 403);
    let link = link(&anna, seat.clone()).await;
    assert_eq!(open(&phone, &token(&link)).await, (200, json!({ "game": game })));
    assert_eq!(games(&phone).await, 2, "beside its own");
    assert_eq!(phone.snapshot(&game).await["seats"][0]["mine"], true);
    assert_eq!(phone.snapshot(&other).await["seats"][0]["mine"], false, "this seat and no other");
    assert_eq!(phone.post("/api/devices/links", seat).await.0, 403, "it is not passed on");
    assert_eq!(phone.order(&game, "french", "end movement").await.0, 200);
    let listed = anna.get("/api/devices").await;
    assert_eq!((&listed["seats"][0]["game"], &listed["seats"][0]["seat"]), (&json!(game), &json!("french")));
    let key = format!("/api/games/{game}/keys/{}", listed["seats"][0]["id"].as_str().unwrap());
    let mut socket = phone.socket(&game, "").await;
    socket.next().await;
    assert_eq!(phone.send(Method::DELETE, &key, String::new()).await.0, 403);
    assert_eq!(anna.send(Method::DELETE, &key, String::new()).await.0, 200);
    assert_eq!(socket.next().await, json!({ "kind": "reseated" }));
    assert!(socket.ends().await);
    assert_eq!(phone.snapshot(&game).await["seats"][0]["mine"], false);
    assert_eq!(phone.order(&game, "french", "end movement").await.0, 403);
    assert_eq!(anna.snapshot(&game).await["seats"][0]["mine"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_guessed_for_long() {
    let limits = Limits { tries: Rate { each_second: 0.000_001, burst: 5.0 }, ..patient() };
    let house = House::with(limits, None).await;
    let (anna, thief) = (house.browser(1), house.browser(2));
    anna.eylau().await;
    let link = link(&anna, json!({})).await;
    for number in 0..5 {
        assert_eq!(open(&thief, &format!("AAAA-AAA{number}")).await.0, 404);
    }
    assert_eq!(open(&thief, link["code"].as_str().unwrap()).await.0, 429);
    // Links that wait are few.
    for _ in 1..8 {
        crate::identity::link(&anna, json!({})).await;
    }
    assert_eq!(anna.post("/api/devices/links", json!({})).await.0, 429);
}
