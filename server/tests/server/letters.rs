//! Letters between players of one side (Jours de Gloire, 10.e).

use crate::common::{Browser, House, Place, patient};
use reqwest::Method;
use serde_json::{Value, json};

/// Three armies of the Allies, each with a player, and the last moment of a turn.
const POSITION: &str = r#"
[position]
boxes = ["Aue", "Borna", "Calau", "Dahme"]
roads = ["Aue-Borna", "Borna-Calau", "Calau-Dahme"]
rules_of = "autumn"
turn = 12
first = "french"
active = "allied"
options = { players = "armies" }
units = [
  "fr nap: leader cv4 rank4 tb4 chief @ Aue",
  "fr a: infantry 5 @ Aue",
  "al sch: leader cv2 rank4 chief of bohemia @ Dahme",
  "al b: infantry 5 of bohemia @ Dahme",
  "al blu: leader cv3 rank3 chief of silesia @ Dahme",
  "al s: infantry 5 of silesia @ Dahme",
]
"#;

fn titles() -> Vec<std::sync::Arc<dyn kernel::AnyTitle>> {
    vec![jours_de_gloire::JoursDeGloire::built_in().any()]
}

async fn house(place: Place) -> House {
    House::of(titles(), place, patient(), Some(7)).await
}

async fn write(browser: &Browser, game: &str, seat: &str, text: &str) -> u16 {
    let body = json!({ "seat": seat, "text": text }).to_string();
    browser.send(Method::PUT, &format!("/api/games/{game}/letters"), body).await.0
}

async fn letters(browser: &Browser, game: &str, seat: &str) -> Value {
    browser.get(&format!("/api/games/{game}/letters?as={seat}")).await
}

/// Every seat that is asked ends what it is asked about, until another turn has come.
async fn end_turn(players: &[(&Browser, &str)], game: &str, turn: u64) {
    for _ in 0..60 {
        for (browser, seat) in players {
            let snapshot = browser.get(&format!("/api/games/{game}?as={seat}")).await;
            if snapshot["turn"].as_u64() != Some(turn) {
                return;
            }
            let offers = snapshot["offers"][*seat].as_array().cloned().unwrap_or_default();
            let wanted = ["end movement", "done", "end combat", "go first"];
            if let Some(order) = wanted.iter().find(|order| offers.iter().any(|offer| offer["order"] == **order)) {
                browser.order(game, seat, order).await;
            }
        }
    }
    panic!("the turn does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_arrives_when_its_turn_is_over_and_tells_the_enemy_nothing() {
    let house = house(Place::new()).await;
    let [anna, bert, carl] = [1, 2, 3].map(|name| house.browser(name));
    let seats = json!({ "french": "here", "bohemia": "link", "silesia": "link" });
    let body = json!({ "title": "jours-de-gloire", "position": POSITION, "seats": seats });
    let (status, made) = anna.post("/api/games", body).await;
    assert_eq!(status, 200, "{made}");
    let game = made["id"].as_str().unwrap().to_owned();
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    for (browser, seat) in [(&bert, "bohemia"), (&carl, "silesia")] {
        let token = links["seats"][seat].as_str().unwrap().rsplit('/').next().unwrap();
        assert_eq!(browser.post("/api/join", json!({ "token": token })).await.0, 200);
    }
    let version = anna.get(&format!("/api/games/{game}?as=french")).await["version"].clone();
    assert_eq!(write(&bert, &game, "bohemia", "Forget this.").await, 200);
    assert_eq!(write(&bert, &game, "bohemia", "I march on Dresden.").await, 200);
    assert_eq!(write(&anna, &game, "bohemia", "Go home.").await, 403);
    let own = letters(&bert, &game, "bohemia").await;
    assert_eq!((&own["case"], &own["text"]), (&json!("10.e"), &json!("I march on Dresden.")));
    assert_eq!((&own["to"], &own["letters"]), (&json!(["silesia"]), &json!([])));
    assert_eq!(letters(&carl, &game, "silesia").await["letters"], json!([]));
    // Nobody else notices.
    assert_eq!(anna.get(&format!("/api/games/{game}?as=french")).await["version"], version);
    let mut socket = bert.socket(&game, "").await;
    socket.say(json!({ "chat": "psst" }).to_string()).await;
    let refused = socket.until(|message| message["kind"] == "error").await;
    assert_eq!(refused["status"], 403);
    end_turn(&[(&anna, "french"), (&bert, "bohemia"), (&carl, "silesia")], &game, 12).await;
    let arrived = json!([{ "from": "bohemia", "turn": 12, "text": "I march on Dresden." }]);
    assert_eq!(letters(&carl, &game, "silesia").await["letters"], arrived);
    assert_eq!(letters(&anna, &game, "french").await["letters"], json!([]));
    assert_eq!(house.browser(9).get(&format!("/api/games/{game}/letters")).await["case"], Value::Null);
    // After a restart they are still there.
    let place = house.close().await;
    let house = self::house(place).await;
    let carl = house.browser(3);
    assert_eq!(letters(&carl, &game, "silesia").await["letters"], arrived);
    assert_eq!(write(&carl, &game, "silesia", "So do I.").await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_players_talk_there_are_no_letters() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    assert_eq!(anna.get(&format!("/api/games/{game}/letters")).await, json!({ "case": null }));
    assert_eq!(write(&anna, &game, "french", "Hello.").await, 409);
}
