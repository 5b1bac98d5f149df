//! The wire: the page is checked against its types; sentences say whom they mean; pointing becomes orders; positions are edited.
//! That every answer fits its description is looked at wherever these tests get one (`described`).

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Browser, House};
use crate::described;

#[test]
fn the_declarations_of_the_page_are_those_of_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/types/wire.d.ts");
    let declarations = server::wire_declarations();
    if std::env::var("SABRETACHE_WIRE").is_ok_and(|wanted| wanted == "update") {
        std::fs::write(&path, &declarations).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == declarations, "web/types/wire.d.ts is not what the wire is now: cargo xtask wire --update");
}

#[test]
fn every_call_is_described_with_its_answer_and_every_schema_that_is_named_is_there() {
    let description = server::api_description();
    let text = description.to_string();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(description["components"]["schemas"][name].is_object(), "there is no schema {name}");
    }
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let responses = call["responses"].as_object().unwrap();
            assert!(responses.contains_key("200") || responses.contains_key("101"), "{method} {path}");
            assert!(responses.contains_key("503") && responses.contains_key("403"), "{method} {path}");
        }
    }
    let socket = &description["paths"]["/api/games/{game}/live"]["get"]["x-socket"];
    assert!(socket["sends"]["$ref"].is_string() && socket["receives"]["$ref"].is_string());
}

#[test]
fn what_is_missing_or_too_much_is_noticed() {
    let schema = json!({ "$ref": "#/components/schemas/Mention" });
    assert_eq!(described::fits(&json!({ "from": 0, "to": 3, "unit": "a" }), &schema, ""), Ok(()));
    assert!(described::fits(&json!({ "from": 0 }), &schema, "").is_err());
    assert!(described::fits(&json!({ "from": 0, "to": 3, "hex": "0101" }), &schema, "").is_err());
    assert!(described::fits(&json!({ "from": "0", "to": 3 }), &schema, "").is_err());
}

/// A few messages as they have always been, so that no other field of theirs changes unnoticed.
#[tokio::test(flavor = "multi_thread")]
async fn messages_keep_their_shape() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let snapshot = anna.snapshot(&game).await;
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        keys(&snapshot),
        "dice game headlines interrupts kind log log_from name notices offers owner panels pending pieces redo rematch requests scenario \
         score seats sheets takeback takeback_answer title turn undo undo_stops unverified version"
    );
    assert_eq!(keys(&snapshot["seats"][0]), "by general id mine name player side taken");
    assert_eq!(keys(&snapshot["pieces"][0]), "arm id marks movement name nation place side stack strength");
    assert_eq!(keys(&snapshot["pending"]), "asks kind");
    assert_eq!(keys(&snapshot["pending"]["asks"][0]), "about case heading seat short text");
    let mut socket = anna.socket(&game, &format!("?since={}", snapshot["version"])).await;
    assert_eq!(keys(&socket.next().await), "kind version");
    socket.say(json!({ "ping": 7 }).to_string()).await;
    assert_eq!(socket.next().await, json!({ "kind": "pong", "ping": 7 }));
    let (unit, theirs) = (movable(&snapshot), &snapshot["pieces"].as_array().unwrap());
    let theirs = theirs.iter().find(|piece| piece["side"] == "allied").unwrap()["id"].as_str().unwrap();
    let offers = snapshot["offers"]["french"].as_array().unwrap();
    let select = offers.iter().find(|offer| offer["unit"] == unit.as_str()).unwrap()["order"].as_str().unwrap();
    let order = json!({ "seat": "french", "after": snapshot["version"], "order": select.replace(&unit, theirs) });
    socket.say(json!({ "order": order }).to_string()).await;
    let refused = socket.next().await;
    assert_eq!((keys(&refused).as_str(), &refused["status"]), ("kind refusal status", &json!(422)));
    assert_eq!(
        keys(&refused["refusal"]).replace("mentions ", ""),
        "also case facts numbers places summary title units"
    );
    socket.say(json!({ "undo": { "seat": "french", "after": 999 } }).to_string()).await;
    assert_eq!(keys(&socket.next().await), "error kind status version");
    socket.say("{}").await;
    assert_eq!(keys(&socket.next().await), "error kind status");
}

#[tokio::test(flavor = "multi_thread")]
async fn sentences_say_whom_and_where_they_mean() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let before = anna.snapshot(&game).await;
    let unit = movable(&before);
    let body = json!({ "seat": "french", "units": [unit] });
    let (_, reach) = anna.post(&format!("/api/games/{game}/reach"), body).await;
    let goal = &reach["goals"][0];
    anna.order(&game, "french", goal["order"].as_str().unwrap()).await;
    let snapshot = anna.snapshot(&game).await;
    let roster = anna.get("/api/titles/art-of-war/eylau/units.json").await;
    let piece = roster["units"].as_array().unwrap().iter().find(|piece| piece["id"] == unit.as_str()).unwrap();
    let called = format!(
        "{} {}-{}",
        piece["full_name"].as_str().unwrap(),
        piece["strength"].as_str().unwrap(),
        piece["movement"].as_str().unwrap()
    );
    let log = snapshot["log"].as_array().unwrap();
    let line = log.iter().rev().find(|line| line["units"][0] == unit.as_str()).unwrap();
    let text = line["text"].as_str().unwrap();
    assert!(!text.contains(&format!("({unit})")), "{text}");
    let letters: Vec<u16> = text.encode_utf16().collect();
    let mentions = line["mentions"].as_array().unwrap();
    let words = |mention: &Value| {
        let at = |end: &str| usize::try_from(mention[end].as_u64().unwrap()).unwrap();
        String::from_utf16(&letters[at("from")..at("to")]).unwrap()
    };
    assert!(mentions.iter().any(|mention| mention["unit"] == unit.as_str() && words(mention) == called), "{line}");
    for place in mentions.iter().filter(|mention| mention["place"].is_string()) {
        assert_eq!(place["place"], words(place), "{line}");
    }
    // A refusal of somebody who has moved says so with its unit marked.
    let again = json!({ "seat": "french", "units": [unit] });
    let (status, refused) = anna.post(&format!("/api/games/{game}/reach"), again).await;
    assert_eq!(status, 422);
    let refusal = &refused["refusal"];
    assert!(refusal["units"].is_array() && refusal["places"].is_array(), "{refusal}");
    assert!(!refusal["facts"].as_str().unwrap().contains(&format!("({unit})")), "{refusal}");
}

/// A unit that can be taken up to move.
fn movable(snapshot: &Value) -> String {
    let offers = snapshot["offers"]["french"].as_array().unwrap();
    offers.iter().find(|offer| offer["moves"] == true).unwrap()["unit"].as_str().unwrap().to_owned()
}

async fn why(browser: &Browser, game: &str, meant: Value) -> Value {
    let mut body = json!({ "seat": "french" });
    body.as_object_mut().unwrap().extend(meant.as_object().unwrap().clone());
    let (status, answer) = browser.post(&format!("/api/games/{game}/why"), body).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn pointing_becomes_an_order_or_its_refusal() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let snapshot = anna.snapshot(&game).await;
    let unit = movable(&snapshot);
    let (_, reach) = anna.post(&format!("/api/games/{game}/reach"), json!({ "seat": "french", "units": [unit] })).await;
    let (goal, barred) = (&reach["goals"][0], &reach["barred"][0]);
    let place = |id: &str| {
        let pieces = snapshot["pieces"].as_array().unwrap();
        pieces.iter().find(|piece| piece["id"] == id).unwrap()["place"].as_str().unwrap().to_owned()
    };
    // To a place within reach, and to its edge.
    let answer = why(&anna, &game, json!({ "units": [unit], "place": goal["place"] })).await;
    assert_eq!((&answer["order"], &answer["refusal"]), (&goal["order"], &Value::Null));
    let answer = why(&anna, &game, json!({ "units": [unit], "place": barred["place"] })).await;
    assert_eq!((&answer["order"], &answer["refusal"]["case"]), (&Value::Null, &barred["case"]));
    // One is taken up by pointing at him, and several one after the other.
    let offers = snapshot["offers"]["french"].as_array().unwrap();
    let select = offers.iter().find(|offer| offer["unit"] == unit.as_str() && offer["place"].is_null()).unwrap();
    let answer = why(&anna, &game, json!({ "units": [unit], "place": place(&unit) })).await;
    assert_eq!(answer["order"], select["order"]);
    assert_eq!(why(&anna, &game, json!({ "units": [unit] })).await["order"], select["order"]);
    // An enemy cannot be taken up: the rules say why.
    let theirs = snapshot["pieces"].as_array().unwrap().iter().find(|piece| piece["side"] == "allied").unwrap();
    let answer = why(&anna, &game, json!({ "units": [theirs["id"]], "place": theirs["place"] })).await;
    assert_eq!((&answer["order"], &answer["refusal"]["case"]), (&Value::Null, &json!("3.0c")));
    // Nothing is meant by nothing, and what is meant can be ordered.
    assert_eq!(why(&anna, &game, json!({})).await, json!({ "order": null, "refusal": null }));
    assert_eq!(anna.order(&game, "french", goal["order"].as_str().unwrap()).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_seat_is_asked_by_its_holder_alone() {
    let house = House::open().await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = anna.game("miniature", "seven-boxes", json!({})).await;
    let seat = anna.snapshot(&game).await["seats"][0]["id"].clone();
    let path = format!("/api/games/{game}/why");
    assert_eq!(bela.post(&path, json!({ "seat": seat, "units": ["x"] })).await.0, 403);
    assert_eq!(anna.post(&path, json!({ "seat": seat, "units": ["x"] })).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_edited_by_the_server() {
    let house = House::open().await;
    let anna = house.browser(1);
    let path = "/api/titles/art-of-war/position";
    let (_, empty) = anna.post(path, json!({ "scenario": "eylau", "units": [] })).await;
    let kit = anna.get("/api/titles/art-of-war/eylau/sandbox").await;
    let unit = kit["counters"].as_array().unwrap().iter().find(|counter| counter["side"] == "french").unwrap();
    let edit = async |text: &Value, edit: Value| anna.post(path, json!({ "text": text, "edit": edit })).await;
    let put = |place: &str| json!({ "put": { "scenario": "eylau", "unit": unit["id"], "place": place } });
    let (status, on) = edit(&empty["text"], put("1010")).await;
    assert_eq!((status, &on["faults"]), (200, &json!([])), "{on}");
    let piece = &on["board"]["pieces"][0];
    assert_eq!((&piece["id"], &piece["place"]), (&unit["id"], &json!("1010")));
    let (_, moved) = edit(&on["text"], put("1112")).await;
    assert_eq!(moved["board"]["pieces"][0]["place"], "1112");
    let (_, turned) = edit(&moved["text"], json!({ "field": { "name": "turn", "value": 4 } })).await;
    assert_eq!((&turned["facts"]["fields"]["turn"], &turned["board"]["turn"]), (&json!(4), &json!(4)));
    let (_, off) = edit(&turned["text"], json!({ "take_off": { "unit": unit["id"] } })).await;
    assert_eq!(off["board"]["pieces"], json!([]));
    let (_, step) = edit(&turned["text"], json!({ "step": { "by": "french" } })).await;
    assert_eq!(step["facts"]["steps"].as_array().unwrap().len(), 1);
    let (status, answer) = edit(&json!("units = ["), put("1010")).await;
    assert!(status == 400 && answer["error"].is_string(), "{answer}");
    assert_eq!(edit(&on["text"], json!({ "paint": {} })).await.0, 400);
}
