//! Long counters that face, over the API: places, facings, goals and offers that point somewhere, prints as long as they are.

use contract::drill::DrillTitle;
use serde_json::{Value, json};

use crate::common::{Browser, House, Place, patient};

async fn field() -> (House, Browser, String) {
    let house = House::of(vec![DrillTitle::new().any()], Place::new(), patient(), Some(5)).await;
    let anna = house.browser(1);
    let game = anna.game("drill", "field", json!({ "blue": "here", "red": "here" })).await;
    (house, anna, game)
}

fn piece<'v>(snapshot: &'v Value, id: &str) -> &'v Value {
    snapshot["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == id).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_is_told_with_its_places_and_its_facing() {
    let (_house, anna, game) = field().await;
    let snapshot = anna.snapshot(&game).await;
    let row = piece(&snapshot, "b2");
    assert_eq!(row["places"], json!(["2523", "2423"]));
    assert_eq!((&row["place"], &row["facing"], &row["front"]), (&json!("2523"), &json!("nne"), &json!("broad")));
    let gun = piece(&snapshot, "bg");
    assert_eq!((&gun["facing"], gun.get("places")), (&json!("n"), None));
    let turns: Vec<&Value> =
        snapshot["offers"]["blue"].as_array().unwrap().iter().filter(|offer| offer["verb"] == "turn").collect();
    assert_eq!(turns.len(), 6);
    assert!(turns.iter().all(|offer| offer["facing"].is_string() && offer["place"].is_null()));
    let map = anna.get("/api/titles/drill/field/map.json").await;
    assert_eq!((map["places"].as_object().unwrap().len(), &map["stacks"]), (2000, &json!(false)));
    let units = anna.get("/api/titles/drill/field/units.json").await;
    let lengths: Vec<&Value> = units["units"].as_array().unwrap().iter().map(|unit| &unit["length"]).collect();
    assert_eq!(lengths, [2, 2, 1, 2, 2, 1]);
    let (_, prints) = anna.text("/api/titles/drill/field/counters.svg").await;
    assert!(prints.contains("id=\"unit-b1\" viewBox=\"0 0 252 100\"") && prints.contains("viewBox=\"0 0 100 100\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_goes_turns_and_fires_where_the_offers_say() {
    let (_house, anna, game) = field().await;
    let body = json!({ "seat": "blue", "units": ["b2"] });
    let (status, reach) = anna.post(&format!("/api/games/{game}/reach"), body).await;
    assert_eq!(status, 200, "{reach}");
    let goals = reach["goals"].as_array().unwrap();
    let goal = goals.iter().find(|goal| goal["place"] == "2522" && goal["facing"] == "nne").unwrap();
    assert_eq!(goal["covers"], json!(["2522", "2422"]));
    let (status, answer) = anna.order(&game, "blue", goal["order"].as_str().unwrap()).await;
    assert_eq!(status, 200, "{answer}");
    let (status, answer) = anna.order(&game, "blue", "turn b1 e").await;
    assert_eq!(status, 200, "{answer}");
    let snapshot = anna.snapshot(&game).await;
    assert_eq!((&piece(&snapshot, "b2")["place"], &piece(&snapshot, "b1")["facing"]), (&json!("2522"), &json!("e")));
    let (status, refused) = anna.order(&game, "blue", "turn b1 w").await;
    assert_eq!((status, &refused["refusal"]["case"]), (422, &json!("D.4")), "{refused}");
    let fire = snapshot["offers"]["blue"].as_array().unwrap().iter().find(|offer| offer["verb"] == "fire").unwrap();
    assert_eq!((&fire["unit"], &fire["throws"]), (&json!("b2"), &json!(true)));
    let (status, answer) = anna.order(&game, "blue", fire["order"].as_str().unwrap()).await;
    assert_eq!(status, 200, "{answer}");
    let snapshot = anna.snapshot(&game).await;
    assert!(snapshot["log"].as_array().unwrap().iter().any(|line| line["dice"][0]["faces"] == 6));
    assert_eq!(piece(&snapshot, "b2")["marks"][0]["note"], "has fired");
    let arc = json!({ "id": "arc", "unit": "bg" });
    let (status, overlay) = anna.post(&format!("/api/games/{game}/overlay"), arc).await;
    assert_eq!(status, 200, "{overlay}");
    assert!(overlay["places"].as_array().unwrap().len() > 8);
}
