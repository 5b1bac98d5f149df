//! Reset of a turn, takeback by consent, and dice to which every player adds.

use crate::common::{Browser, House, patient};
use kernel::{Bytes32, Seat, SeededDice, Throw};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Limits, Rate};

/// A game of two browsers: Anna has the French, Béla the Allies.
async fn two(house: &House) -> (Browser, Browser, String) {
    let (anna, bela) = (house.browser(1), house.browser(2));
    let body = json!({ "title": "art-of-war", "scenario": "eylau", "seats": { "french": "here", "allied": "link" } });
    let (status, answer) = anna.bare(Method::POST, "/api/games", body.to_string()).await;
    assert_eq!(status, 200, "{answer}");
    let game = answer["id"].as_str().unwrap().to_owned();
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap();
    assert_eq!(anna.add_nonce(&game, "oak").await.0, 200);
    let (status, answer) = bela.bare(Method::POST, "/api/join", json!({ "token": token }).to_string()).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(bela.add_nonce(&game, "Tuesday").await.0, 200);
    (anna, bela, game)
}

async fn deed(who: &Browser, game: &str, what: &str, seat: &str, more: Value) -> (u16, Value) {
    let mut body = json!({ "seat": seat });
    if what != "takeback/answer" {
        body["after"] = who.get(&format!("/api/games/{game}?as={seat}")).await["version"].clone();
    }
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    who.post(&format!("/api/games/{game}/{what}"), body).await
}

/// Players who ask as fast as they can.
fn quick() -> Limits {
    let rate = Rate { each_second: 10_000.0, burst: 10_000.0 };
    Limits { browser: rate, address: rate, ..patient() }
}

/// Takes the last offer for a seat so many times.
async fn play(who: &Browser, game: &str, seat: &str, times: usize) {
    for _ in 0..times {
        let now = who.snapshot(game).await;
        let offers = now["offers"][seat].as_array().unwrap();
        let order = offers.last().unwrap()["order"].as_str().unwrap().to_owned();
        assert_eq!(who.order(game, seat, &order).await.0, 200, "{order}");
    }
}

fn board(snapshot: &Value) -> Value {
    json!([snapshot["pieces"], snapshot["log"], snapshot["pending"], snapshot["panels"]])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_takes_everything_back_to_the_barrier() {
    let house = House::open().await;
    let (anna, bela, game) = two(&house).await;
    let start = anna.snapshot(&game).await;
    assert_eq!((&start["owner"], &bela.snapshot(&game).await["owner"]), (&json!(true), &json!(false)));
    play(&anna, &game, "french", 5).await;
    assert_ne!(board(&anna.snapshot(&game).await), board(&start));
    assert_eq!(deed(&bela, &game, "reset", "allied", json!({})).await.0, 409);
    let mut watching = bela.socket(&game, "").await;
    watching.next().await;
    let (status, answer) = deed(&anna, &game, "reset", "french", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(board(&anna.snapshot(&game).await), board(&start));
    // One deed, one delta.
    let delta = watching.next().await;
    assert_eq!((&delta["log_from"], delta["log"].as_array().unwrap().len()), (&json!(0), 0));
    let (status, answer) = deed(&anna, &game, "reset", "french", json!({})).await;
    assert_eq!((status, &answer["error"]), (409, &json!("there is nothing to undo")));
    // It can be ordered again step by step.
    assert_eq!(deed(&anna, &game, "redo", "french", json!({})).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_waits_for_the_others_and_outlives_a_restart() {
    let house = House::open().await;
    let (anna, bela, game) = two(&house).await;
    assert_eq!(deed(&anna, &game, "takeback", "french", json!({})).await.0, 409, "nothing was ordered yet");
    let start = anna.snapshot(&game).await;
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let asked = anna.snapshot(&game).await;
    let allied_asked = asked["pending"]["asks"][0]["seat"] == "allied";
    if allied_asked {
        play(&bela, &game, "allied", 1).await;
    }
    let (status, answer) = deed(&anna, &game, "takeback", "french", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    let request = bela.snapshot(&game).await["takeback"].clone();
    assert_eq!((&request["by"], &request["waiting_for"]), (&json!("french"), &json!(["allied"])));
    assert!(request["words"].as_str().unwrap().contains("go back"), "{request}");
    // Nobody else's business, and no second request beside it.
    let cora = house.browser(3);
    assert_eq!(deed(&cora, &game, "takeback/answer", "allied", json!({ "agree": true })).await.0, 403);
    assert_eq!(deed(&anna, &game, "takeback/answer", "french", json!({ "agree": true })).await.0, 409);
    // One refusal ends it, and everybody is told by whom.
    let (status, _) = deed(&bela, &game, "takeback/answer", "allied", json!({ "agree": false })).await;
    let told = anna.snapshot(&game).await;
    assert_eq!((status, &told["takeback"]), (200, &Value::Null));
    assert!(told["takeback_answer"].as_str().unwrap().contains("refused the takeback"), "{told}");
    assert_eq!(deed(&bela, &game, "takeback/answer", "allied", json!({ "agree": true })).await.0, 409);
    // Asked again, over the socket; the server goes and comes back; then it is agreed to.
    let mut socket = anna.socket(&game, "").await;
    let version = socket.next().await["version"].clone();
    socket.say(json!({ "takeback": { "seat": "french", "after": version, "step": 0 } }).to_string()).await;
    let delta = socket.next().await;
    assert_eq!((&delta["takeback"]["by"], &delta["takeback_answer"]), (&json!("french"), &Value::Null));
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    assert_eq!(bela.snapshot(&game).await["takeback"]["by"], "french");
    let mut socket = bela.socket(&game, "").await;
    socket.next().await;
    socket.say(json!({ "takeback_answer": { "seat": "allied", "agree": true } }).to_string()).await;
    let delta = socket.next().await;
    assert_eq!((&delta["takeback"], &delta["log_from"]), (&Value::Null, &json!(0)));
    assert_eq!(board(&anna.snapshot(&game).await), board(&start));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_lapses_with_the_next_order_and_needs_nobody_at_one_table() {
    let house = House::open().await;
    let (anna, bela, game) = two(&house).await;
    play(&anna, &game, "french", 2).await;
    assert_eq!(deed(&anna, &game, "takeback", "french", json!({ "step": 0 })).await.0, 200);
    assert_eq!(deed(&bela, &game, "takeback", "allied", json!({ "step": 0 })).await.0, 409);
    play(&anna, &game, "french", 1).await;
    assert_eq!(bela.snapshot(&game).await["takeback"], Value::Null);
    let (status, answer) = deed(&bela, &game, "takeback/answer", "allied", json!({ "agree": true })).await;
    assert_eq!((status, &answer["error"]), (409, &json!("no takeback has been requested")));
    assert_eq!(deed(&anna, &game, "takeback", "french", json!({ "step": 99_999 })).await.0, 409);
    // Both seats at one browser, or the program in the other: it happens at once.
    for other in ["here", "random"] {
        let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": other })).await;
        let start = anna.snapshot(&game).await;
        play(&anna, &game, "french", 3).await;
        assert_eq!(deed(&anna, &game, "takeback", "french", json!({ "step": 0 })).await.0, 200);
        assert_eq!(board(&anna.snapshot(&game).await), board(&start));
    }
}

/// Plays the last offer of whoever is asked until the dice have fallen so often.
async fn until_thrown(players: &[(&Browser, &str)], game: &str, throws: usize) -> Value {
    for _ in 0..600 {
        let told = players[0].0.get(&format!("/api/games/{game}/dice")).await;
        if told["throws"].as_array().unwrap().len() >= throws {
            return told;
        }
        for (who, seat) in players {
            let now = who.get(&format!("/api/games/{game}?as={seat}")).await;
            let offers = now["offers"][*seat].as_array().cloned().unwrap_or_default();
            let throwing = offers.iter().find(|offer| offer["verb"] == "announce" || offer["verb"] == "target");
            let moving = offers.iter().rev().find(|offer| offer["verb"] != "end movement");
            let rest = offers.first();
            // Moving takes long; half of the time the phase is ended.
            let long = now["log"].as_array().unwrap().len() % 9 > 6;
            let Some(offer) = throwing.or(if long { rest } else { moving.or(rest) }) else { continue };
            let (status, answer) = who.order(game, seat, offer["order"].as_str().unwrap()).await;
            assert_eq!(status, 200, "{answer}");
        }
    }
    panic!("the dice never fell");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_adds_to_the_dice_and_no_throw_comes_back() {
    let house = House::with(quick(), Some(1807)).await;
    let (anna, bela, game) = two(&house).await;
    let told = until_thrown(&[(&anna, "french"), (&bela, "allied")], &game, 2).await;
    assert_eq!(
        told["nonces"],
        json!([
            { "seat": "french", "nonce": "oak", "from_throw": 0 },
            { "seat": "allied", "nonce": "Tuesday", "from_throw": 0 },
        ])
    );
    assert!(told["seed"].is_null() && told["commitment"].as_str().unwrap().len() == 64);
    // This server's secrets are foreseen: the first random bytes are the seed.
    let seed = kernel::dice::hash(&[b"foreseen", &1807_u64.to_le_bytes(), &0_u64.to_le_bytes()]);
    let mut dice = SeededDice::awaiting_every_seat(seed);
    dice.mix(vec!["oak".into(), "Tuesday".into()]);
    assert_eq!(told["commitment"], dice.commitment().to_string());
    let throws = told["throws"].as_array().unwrap();
    for (number, throw) in throws.iter().enumerate() {
        assert_eq!((&throw["number"], &throw["source"]), (&json!(number), &json!("seeded")));
        assert!(throw["purpose"].is_string() && throw["case"].is_string(), "{throw}");
        let count = throw["dice"].as_array().unwrap().len() as u8;
        let faces = throw["faces"].as_u64().unwrap() as u8;
        let due = Throw { dice: count, faces, ..Throw::d6(kernel::Case::of(&["0"], "0"), "") };
        assert_eq!(throw["dice"], json!(dice.outcome(number as u64, &due)));
    }
    // Taken back, they stay made: the next throw has a new number.
    assert_eq!(deed(&anna, &game, "takeback", "french", json!({ "step": 0 })).await.0, 200);
    assert_eq!(deed(&bela, &game, "takeback/answer", "allied", json!({ "agree": true })).await.0, 200);
    let after = anna.get(&format!("/api/games/{game}/dice")).await;
    assert!(after["throws"].as_array().unwrap().iter().all(|throw| throw["taken_back"] == true), "{after}");
    let again = until_thrown(&[(&anna, "french"), (&bela, "allied")], &game, throws.len() + 1).await;
    let last = again["throws"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["number"], &last["taken_back"]), (&json!(throws.len()), &json!(false)));
    let place = house.close().await;
    let house = House::at(place, quick(), None).await;
    assert_eq!(house.browser(1).get(&format!("/api/games/{game}/dice")).await["throws"], again["throws"]);
}

/// A journal from before players could add to the dice later: its nonces stand in the header.
#[tokio::test(flavor = "multi_thread")]
async fn dice_of_older_journals_hold() {
    let title = &crate::common::titles()[0];
    let dice = SeededDice::new(Bytes32([7; 32]), vec!["old".into()]);
    let mut game = title.start("eylau", &kernel::Options::new(), Some(&dice)).unwrap();
    game.submit(Seat(0), "end movement").unwrap();
    let text = game.journal_text();
    assert!(text.contains("\"nonces\":[\"old\"]") && !text.contains("\"nonce\":"));
    let loaded = title.load("old", &text).unwrap().game;
    assert_eq!(loaded.dice_told().unwrap().nonces[0].nonce, "old");
    assert_eq!(loaded.verify_dice(), Ok(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_that_nobody_has_to_grant_can_be_redone() {
    let house = House::open().await;
    let anna = house.browser(1);
    // Both seats are Anna's: nobody else has to agree.
    let game = anna.eylau().await;
    play(&anna, &game, "french", 3).await;
    let played = anna.snapshot(&game).await;
    let (status, answer) = deed(&anna, &game, "takeback", "french", json!({ "step": 0 })).await;
    assert_eq!(status, 200, "{answer}");
    let back = anna.snapshot(&game).await;
    assert_ne!(board(&back), board(&played));
    assert_eq!(back["redo"]["french"], json!(true), "{}", back["redo"]);
    assert_eq!(deed(&anna, &game, "redo", "french", json!({})).await.0, 200);
    assert_eq!(board(&anna.snapshot(&game).await), board(&played));
    // Once something else has been ordered, it is too late.
    assert_eq!(deed(&anna, &game, "takeback", "french", json!({ "step": 0 })).await.0, 200);
    play(&anna, &game, "french", 1).await;
    assert_eq!(anna.snapshot(&game).await["redo"], json!({}));
    assert_eq!(deed(&anna, &game, "redo", "french", json!({})).await.0, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_that_was_granted_stays() {
    let house = House::open().await;
    let (anna, bela, game) = two(&house).await;
    play(&anna, &game, "french", 3).await;
    assert_eq!(deed(&anna, &game, "takeback", "french", json!({ "step": 0 })).await.0, 200);
    assert_eq!(deed(&bela, &game, "takeback/answer", "allied", json!({ "agree": true })).await.0, 200);
    assert_eq!(anna.snapshot(&game).await["redo"], json!({}));
    assert_eq!(deed(&anna, &game, "redo", "french", json!({})).await.0, 409);
}
