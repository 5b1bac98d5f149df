//! Aids for players over the API: data instead of words, reach, overlays, the numbers behind the odds, symbols.

use crate::common::House;
use kernel::AnyTitle;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_page_need_not_read_sentences() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let snapshot = anna.snapshot(&game).await;
    let french = snapshot["seats"].as_array().unwrap().iter().find(|seat| seat["id"] == "french").unwrap();
    let ask = &snapshot["pending"]["asks"][0];
    assert_eq!((&ask["seat"], &ask["about"]), (&json!("french"), &json!({ "units": [], "places": [] })));
    // Who is asked stands above the question, not in it.
    assert!(!ask["text"].as_str().unwrap().starts_with(french["name"].as_str().unwrap()), "{ask}");
    let offers = snapshot["offers"]["french"].as_array().unwrap();
    let end = offers.iter().find(|offer| offer["order"] == "end movement").unwrap();
    assert_eq!((&end["label"], &end["ends"]), (&json!("End movement"), &json!(true)));
    let select = offers.iter().find(|offer| offer["verb"] == "select").unwrap();
    // Units go by their full names, and by the figures that are printed on them.
    let roster = anna.get("/api/titles/art-of-war/eylau/units.json").await;
    let unit = roster["units"].as_array().unwrap().iter().find(|unit| unit["id"] == select["unit"]).unwrap();
    let called = format!("{} {}-{}", name(unit, "full_name"), name(unit, "strength"), name(unit, "movement"));
    assert_eq!(select["label"], format!("Move {called}"));
    assert!(select.get("ends").is_none() && select.get("throws").is_none() && select.get("best").is_none());
    anna.order(&game, "french", select["order"].as_str().unwrap()).await;
    let snapshot = anna.snapshot(&game).await;
    assert_eq!(snapshot["pending"]["asks"][0]["unit"], select["unit"]);
    let unit = select["unit"].as_str().unwrap();
    let goal = reach(&anna, &game, &[unit]).await["goals"][0]["order"].clone();
    let (status, answer) = anna.order(&game, "french", &format!("{}; end movement", goal.as_str().unwrap())).await;
    assert_eq!(status, 200, "{answer}");
    let snapshot = anna.snapshot(&game).await;
    let log = snapshot["log"].as_array().unwrap();
    let heading = log.iter().find(|line| line["heading"] == "phase").unwrap();
    assert!(heading["text"].as_str().unwrap().contains("Phase") && heading.get("dice").is_none());
    assert!(log.iter().any(|line| line["units"][0] == unit && line.get("heading").is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_can_be_looked_at_before_it_is_given() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let before = anna.snapshot(&game).await;
    let preview = async |order: &str| {
        let body = json!({ "seat": "french", "order": order });
        anna.post(&format!("/api/games/{game}/preview"), body).await
    };
    // A march costs nothing that is kept and can be undone; it leads to the same question.
    let (status, march) = preview("move leg-i2 1314").await;
    assert_eq!((status, &march), (200, &json!({ "commits": null, "changes": [], "next": null })), "{march}");
    // The end of the phase brings another question to the same player.
    let (status, end) = preview("end movement").await;
    assert_eq!(status, 200, "{end}");
    assert!(end["commits"].is_null() && end["next"]["case"].is_string(), "{end}");
    // With the next answer somebody else is asked.
    let (status, answered) = preview("end movement; end combat").await;
    assert_eq!((status, &answered["commits"]), (200, &json!("asks")), "{answered}");
    // What the rules refuse is refused, and nothing has changed.
    let (status, refused) = preview("move leg-i2 1411").await;
    assert_eq!(status, 422, "{refused}");
    assert_eq!(anna.snapshot(&game).await["version"], before["version"]);
    // Nobody looks at the orders of others.
    let (status, _) = house
        .browser(2)
        .post(&format!("/api/games/{game}/preview"), json!({ "seat": "french", "order": "end movement" }))
        .await;
    assert_eq!(status, 403);
}

fn name<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap()
}

async fn reach(browser: &crate::common::Browser, game: &str, units: &[&str]) -> Value {
    let body = json!({ "seat": "french", "units": units });
    let (status, answer) = browser.post(&format!("/api/games/{game}/reach"), body).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_unit_goes_where_its_reach_says() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let snapshot = anna.snapshot(&game).await;
    let unit = name(snapshot["offers"]["french"].as_array().unwrap().last().unwrap(), "unit").to_owned();
    let found = reach(&anna, &game, &[&unit]).await;
    assert_eq!(found["units"], json!([unit]));
    let goal = &found["goals"].as_array().unwrap()[0];
    let steps = goal["steps"].as_array().unwrap();
    let cost: f64 = steps.iter().map(|step| step["cost"].as_f64().unwrap()).sum();
    assert_eq!(cost, goal["cost"].as_f64().unwrap());
    assert_eq!(cost + goal["left"].as_f64().unwrap(), found["points"].as_f64().unwrap());
    assert!(steps.iter().all(|step| step["case"].is_string() && !name(step, "note").is_empty()), "{goal}");
    assert_eq!(goal["path"].as_array().unwrap().last(), Some(&goal["place"]));
    let barred = found["barred"].as_array().unwrap();
    assert!(!barred.is_empty() && barred.iter().all(|hex| hex["case"].is_string() && hex["facts"].is_string()));
    let (status, answer) = anna.order(&game, "french", name(goal, "order")).await;
    assert_eq!(status, 200, "{answer}");
    let snapshot = anna.snapshot(&game).await;
    let piece = snapshot["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == unit.as_str()).unwrap();
    assert_eq!(piece["place"], goal["place"]);
    assert_eq!(piece["marks"], json!([{ "text": "m", "note": "has moved", "case": "4.0" }]));
    // It has moved now; the other side's units are not the seat's to move; there are no others.
    let path = format!("/api/games/{game}/reach");
    let (status, answer) = anna.post(&path, json!({ "seat": "french", "units": [unit] })).await;
    assert_eq!((status, &answer["refusal"]["case"]), (422, &json!("4.0")));
    let theirs = snapshot["pieces"].as_array().unwrap().iter().find(|piece| piece["side"] == "allied").unwrap();
    let (status, answer) = anna.post(&path, json!({ "seat": "french", "units": [theirs["id"]] })).await;
    assert_eq!((status, &answer["refusal"]["case"]), (422, &json!("3.0c")));
    for units in [json!([]), json!(["nobody"]), json!("x")] {
        let (status, answer) = anna.post(&path, json!({ "seat": "french", "units": units })).await;
        assert!(status == 400 && answer["error"].is_string(), "{status} {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_moves_as_one_order_and_is_undone_as_one() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let before = anna.snapshot(&game).await;
    let units: Vec<&str> = before["offers"]["french"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|offer| offer["verb"] == "select" && name(offer, "label").starts_with("Move"))
        .map(|offer| name(offer, "unit"))
        .collect();
    let mut pairs = units.iter().flat_map(|first| units.iter().map(move |second| (*first, *second)));
    let (found, first, second) = loop {
        let (first, second) = pairs.next().expect("two units that can move together");
        if first != second {
            let found = reach(&anna, &game, &[first, second]).await;
            if found["goals"].as_array().is_some_and(|goals| !goals.is_empty()) {
                break (found, first, second);
            }
        }
    };
    let goal = &found["goals"][0];
    assert!(name(goal, "order").contains("; ") && goal["others"][0]["unit"] == second, "{goal}");
    let (status, answer) = anna.order(&game, "french", name(goal, "order")).await;
    assert_eq!(status, 200, "{answer}");
    let place = |snapshot: &Value, unit: &str| {
        snapshot["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == unit).unwrap()["place"].clone()
    };
    let after = anna.snapshot(&game).await;
    assert_eq!(place(&after, first), goal["place"]);
    assert_eq!(place(&after, second), goal["others"][0]["place"]);
    let undo = json!({ "seat": "french", "after": after["version"] });
    assert_eq!(anna.post(&format!("/api/games/{game}/undo"), undo).await.0, 200);
    let undone = anna.snapshot(&game).await;
    for unit in [first, second] {
        assert_eq!(place(&undone, unit), place(&before, unit));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn overlays_are_listed_and_laid_over_the_map() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let snapshot = anna.snapshot(&game).await;
    let gun = snapshot["pieces"].as_array().unwrap().iter().find(|piece| piece["arm"] == "artillery").unwrap();
    let listed = anna.get(&format!("/api/games/{game}/overlays")).await;
    let path = format!("/api/games/{game}/overlay");
    for info in listed.as_array().unwrap() {
        let mut query = json!({ "id": info["id"] });
        match name(info, "takes") {
            "nothing" => {}
            "side" => query["side"] = json!("allied"),
            "unit" => query["unit"] = gun["id"].clone(),
            "places" => query["places"] = json!(["0505", "0506"]),
            other => panic!("{other}"),
        }
        let (status, overlay) = anna.post(&path, query).await;
        assert_eq!((status, &overlay["id"]), (200, &info["id"]), "{overlay}");
        assert!(!name(&overlay, "words").is_empty() && !name(&overlay, "title").is_empty());
        let places = overlay["places"].as_array().unwrap();
        assert!(
            places.iter().all(|one| one["facts"].is_string() && one["case"].is_string() && one["tone"].is_string())
        );
        // Nobody may be near enough to be a threat; everything else shows something.
        let shown = !places.is_empty() || !overlay["lines"].as_array().unwrap().is_empty();
        assert!(shown || info["id"] == "threats", "{overlay}");
    }
    assert!(listed.as_array().unwrap().len() >= 7);
    for wrong in [json!({ "id": "none" }), json!({ "id": "zones" }), json!({ "id": "fire", "unit": "nobody" })] {
        let (status, answer) = anna.post(&path, wrong).await;
        assert!(status == 400 && answer["error"].is_string(), "{status} {answer}");
    }
    // A title without any says so.
    let hidden = anna.game("miniature", "seven-boxes", json!({})).await;
    assert_eq!(anna.get(&format!("/api/games/{hidden}/overlays")).await, json!([]));
    assert_eq!(anna.post(&format!("/api/games/{hidden}/overlay"), json!({ "id": "zones" })).await.0, 400);
    let seat = anna.snapshot(&hidden).await["seats"][0]["id"].clone();
    let asked = json!({ "seat": seat, "units": ["x"] });
    assert_eq!(anna.post(&format!("/api/games/{hidden}/reach"), asked.clone()).await.0, 400);
    let bela = house.browser(2);
    assert_eq!(bela.post(&format!("/api/games/{hidden}/reach"), asked).await.0, 403);
}

const POSITION: &str = r#"
rules = ["6.0"]
title = "An attack"
[position]
map = "blank 12x10"
rules_of = "eylau"
turn = 4
phase = "combat"
active = "french"
terrain = { "0504" = "town" }
units = ["fr a: Lev 8-4i @ 0404", "fr b: Lev 7-4i @ 0505", "ru x: Tut 5-4i @ 0504"]
[[step]]
by = "french"
do = "attack x with a b"
throws = [1]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn odds_say_how_they_come_about() {
    let house = House::open().await;
    let anna = house.browser(1);
    let title: std::sync::Arc<dyn AnyTitle> = crate::common::titles().remove(0);
    let journal = title.position("position", POSITION, None).unwrap().journal_text();
    let (status, answer) = anna.send(reqwest::Method::POST, "/api/import", journal).await;
    assert_eq!(status, 200, "{answer}");
    let game = name(&answer, "id");
    let path = format!("/api/games/{game}/odds");
    let (status, odds) = anna.post(&path, json!({ "seat": "french", "order": "attack x with a b" })).await;
    assert_eq!(status, 200, "{odds}");
    let strengths = &odds["strengths"];
    let values = |side: &str| {
        let parts = strengths[side].as_array().unwrap();
        parts.iter().map(|part| (part["value"].as_i64().unwrap(), name(part, "case").to_owned())).collect::<Vec<_>>()
    };
    let case = |case: &str| case.to_owned();
    assert_eq!(values("attackers"), [(8, case("2.5")), (7, case("2.5")), (2, case("20.1"))]);
    assert_eq!(values("defenders"), [(5, case("2.5")), (5, case("9.0i"))]);
    assert_eq!(
        (&strengths["attack"], &strengths["defence"], &strengths["column"]),
        (&json!(17), &json!(10), &json!("1-1"))
    );
    assert_eq!((&strengths["ratio"]["column"], &strengths["ratio"]["case"]), (&json!("1-1"), &json!("6.2c")));
    let (_, odds) = anna.post(&path, json!({ "seat": "french", "order": "attack x with a b at 1-2" })).await;
    assert_eq!(odds["strengths"]["modifiers"][0]["value"], -1);
    assert_eq!(odds["strengths"]["modifiers"][0]["case"], "6.2b");
    let (_, odds) = anna.post(&path, json!({ "seat": "french", "order": "target x" })).await;
    assert!(odds.get("strengths").is_none(), "no die falls yet: {odds}");
}

#[tokio::test(flavor = "multi_thread")]
async fn counters_come_with_symbols_of_either_kind() {
    let house = House::open().await;
    let anna = house.browser(1);
    let base = "/api/titles/art-of-war/eylau/counters.svg";
    let period = anna.text(base).await;
    let nato = anna.text(&format!("{base}?symbols=nato")).await;
    assert_eq!((period.0, nato.0), (200, 200));
    assert_eq!(period, anna.text(&format!("{base}?symbols=period")).await);
    assert_ne!(period.1, nato.1);
    assert_eq!(period.1.matches("<symbol ").count(), nato.1.matches("<symbol ").count());
    assert_eq!(anna.text(&format!("{base}?symbols=runes")).await.0, 400);
}
