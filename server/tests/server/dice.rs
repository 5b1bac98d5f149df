//! Trying to cheat with the dice, over the wire and in the database: refused, or on record.

use crate::common::{Browser, House, Place, patient};
use kernel::{Bytes32, SeededDice, Throw};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Limits, Rate};
use sqlx::{Connection, Executor};

/// Players who ask as fast as they can.
fn quick() -> Limits {
    let rate = Rate { each_second: 10_000.0, burst: 10_000.0 };
    Limits { browser: rate, address: rate, new_games: rate, ..patient() }
}

async fn made(who: &Browser, seats: Value) -> (String, Value) {
    let body = json!({ "title": "art-of-war", "scenario": "eylau", "seats": seats });
    let (status, answer) = who.bare(Method::POST, "/api/games", body.to_string()).await;
    assert_eq!(status, 200, "{answer}");
    (answer["id"].as_str().unwrap().to_owned(), answer["commitment"].clone())
}

async fn token(who: &Browser, game: &str, seat: &str) -> String {
    let links = who.get(&format!("/api/games/{game}/links")).await;
    links["seats"][seat].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn join(who: &Browser, token: &str) -> (u16, Value) {
    who.bare(Method::POST, "/api/join", json!({ "token": token }).to_string()).await
}

async fn told(who: &Browser, game: &str) -> Value {
    who.get(&format!("/api/games/{game}/dice")).await
}

async fn add(who: &Browser, game: &str, commitment: &Value, nonce: &str) -> (u16, Value) {
    let body = json!({ "commitment": commitment, "nonce": nonce });
    who.bare(Method::POST, &format!("/api/games/{game}/nonce"), body.to_string()).await
}

/// Orders whatever brings the game to its next throw; says whether one fell or is waited for.
async fn play_to_a_throw(players: &[(&Browser, &str)], game: &str) -> Value {
    for _ in 0..400 {
        let throws = told(players[0].0, game).await["throws"].as_array().unwrap().len();
        let now = players[0].0.snapshot(game).await;
        if throws > 0 || now["pending"]["kind"] == "throw" {
            return now;
        }
        for (who, seat) in players {
            let now = who.get(&format!("/api/games/{game}?as={seat}")).await;
            let offers = now["offers"][*seat].as_array().cloned().unwrap_or_default();
            let throwing = offers.iter().find(|offer| offer["verb"] == "announce" || offer["verb"] == "target");
            let moving = offers.iter().rev().find(|offer| offer["verb"] != "end movement");
            let long = now["log"].as_array().unwrap().len() % 9 > 6;
            let rest = offers.first();
            let Some(offer) = throwing.or(if long { rest } else { moving.or(rest) }) else { continue };
            let (status, answer) = who.order(game, seat, offer["order"].as_str().unwrap()).await;
            assert_eq!(status, 200, "{answer}");
        }
    }
    panic!("no throw was ever due");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_throw_waits_until_every_seat_has_added_to_the_dice() {
    let house = House::with(quick(), Some(7)).await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let (game, commitment) = made(&anna, json!({ "french": "here", "allied": "link" })).await;
    // The commitment is there before anybody has added anything, and stays.
    let seed = kernel::dice::hash(&[b"foreseen", &7_u64.to_le_bytes(), &0_u64.to_le_bytes()]);
    assert_eq!(commitment, SeededDice::commit(&seed).to_string());
    let before = told(&anna, &game).await;
    assert_eq!(
        (&before["commitment"], &before["protocol"], &before["waiting"]),
        (&commitment, &json!(2), &json!(true))
    );
    assert!(before["nonces"].as_array().unwrap().iter().all(|one| one["nonce"].is_null()), "{before}");
    let snapshot = anna.snapshot(&game).await;
    assert_eq!(snapshot["dice"], json!({ "waiting_for": ["french", "allied"], "asked": true }));

    // A guest comes first: he waits until the maker is fixed, so that the maker cannot choose last.
    assert_eq!(join(&bela, &token(&anna, &game, "allied").await).await.1["commitment"], commitment);
    assert_eq!(bela.snapshot(&game).await["dice"]["asked"], false);
    let (status, answer) = add(&bela, &game, &commitment, "chosen").await;
    assert_eq!(status, 409, "{answer}");
    // Nobody without a seat, nobody who has not seen the commitment, nothing empty, nothing long.
    assert_eq!(add(&cora, &game, &commitment, "chosen").await.0, 403);
    assert_eq!(add(&anna, &game, &json!("0".repeat(64)), "oak").await.0, 409);
    assert_eq!(add(&anna, &game, &commitment, "").await.0, 400);
    assert_eq!(add(&anna, &game, &commitment, &"x".repeat(201)).await.0, 400);
    assert_eq!(add(&anna, &game, &commitment, "oak").await, (200, json!({ "nonce": "oak" })));

    // The game is played up to its first throw, and there it stands.
    let now = play_to_a_throw(&[(&anna, "french"), (&bela, "allied")], &game).await;
    assert_eq!(now["pending"]["kind"], "throw", "no die may fall: {}", now["log"]);
    assert_eq!(now["dice"], json!({ "waiting_for": ["allied"], "asked": false }));
    assert_eq!(bela.snapshot(&game).await["dice"], json!({ "waiting_for": ["allied"], "asked": true }));
    assert_eq!(told(&bela, &game).await["throws"], json!([]));

    // As often as a cheat tries: nothing changes, and there is nothing to be seen.
    for number in 0..20 {
        assert_eq!(add(&anna, &game, &commitment, &format!("another {number}")).await.0, 409);
        assert_eq!(add(&cora, &game, &commitment, &format!("another {number}")).await.0, 403);
        assert_eq!(join(&cora, &token(&anna, &game, "allied").await).await.0, 404);
    }
    assert_eq!(told(&bela, &game).await["throws"], json!([]));
    let place = house.close().await;

    // It waits after a restart, too. Then Béla's word comes, and the die falls by itself.
    let house = House::at(place, quick(), None).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    assert_eq!(anna.snapshot(&game).await["dice"], json!({ "waiting_for": ["allied"], "asked": false }));
    let mut socket = anna.socket(&game, "").await;
    assert_eq!(add(&bela, &game, &commitment, "Tuesday").await.0, 200);
    socket.until(|message| message["dice"].is_null() && message.get("dice").is_some()).await;
    let mut fell = told(&anna, &game).await;
    while fell["throws"].as_array().unwrap().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        fell = told(&anna, &game).await;
    }
    let mut dice = SeededDice::awaiting_every_seat(seed);
    dice.mix(vec!["oak".into(), "Tuesday".into()]);
    let throw = &fell["throws"][0];
    let count = throw["dice"].as_array().unwrap().len() as u8;
    let due = Throw {
        dice: count,
        faces: throw["faces"].as_u64().unwrap() as u8,
        ..Throw::d6(kernel::Case::of(&["0"], "0"), "")
    };
    assert_eq!(throw["dice"], json!(dice.outcome(0, &due)));

    // Late or twice: refused. The same once more is an answer that was lost.
    assert_eq!(add(&bela, &game, &commitment, "Tuesday").await, (200, json!({ "nonce": "Tuesday" })));
    for (who, nonce) in [(&bela, "Wednesday"), (&anna, "elm")] {
        assert_eq!(add(who, &game, &commitment, nonce).await.0, 409);
    }
    let after = told(&anna, &game).await;
    assert_eq!((&after["commitment"], &after["waiting"]), (&commitment, &json!(false)));
    assert_eq!(
        after["nonces"],
        json!([
            { "seat": "french", "nonce": "oak", "from_throw": 0 },
            { "seat": "allied", "nonce": "Tuesday", "from_throw": 0 },
        ])
    );
}

/// Where one browser has all seats, or the program has the others, one request is enough; the program adds an empty word.
#[tokio::test(flavor = "multi_thread")]
async fn one_player_adds_one_word_for_all_his_seats() {
    let house = House::with(quick(), None).await;
    let anna = house.browser(1);
    let (alone, commitment) = made(&anna, json!({ "french": "here", "allied": "random" })).await;
    let words = |told: &Value| -> Vec<Value> {
        told["nonces"].as_array().unwrap().iter().map(|one| one["nonce"].clone()).collect()
    };
    assert_eq!(words(&told(&anna, &alone).await), [Value::Null, json!("")]);
    assert_eq!(add(&anna, &alone, &commitment, "oak").await.0, 200);
    assert_eq!(words(&told(&anna, &alone).await), [json!("oak"), json!("")]);

    let (both, commitment) = made(&anna, json!({})).await;
    assert_eq!(add(&anna, &both, &commitment, "oak").await.0, 200);
    assert_eq!(words(&told(&anna, &both).await), [json!("oak"), json!("oak")]);

    // An open seat that its maker takes himself afterwards gets the word he has given: he cannot choose a second time.
    let (open, commitment) = made(&anna, json!({ "french": "here", "allied": "link" })).await;
    assert_eq!(add(&anna, &open, &commitment, "oak").await.0, 200);
    assert_eq!(join(&anna, &token(&anna, &open, "allied").await).await.0, 200);
    assert_eq!(add(&anna, &open, &commitment, "ground to fit").await, (200, json!({ "nonce": "oak" })));
    assert_eq!(words(&told(&anna, &open).await), [json!("oak"), json!("oak")]);

    // A game between programs waits for nobody.
    let (programs, _) = made(&anna, json!({ "french": "random", "allied": "random" })).await;
    assert_eq!(told(&anna, &programs).await["waiting"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_branches_and_imports_begin_with_dice_of_their_own() {
    let house = House::with(quick(), None).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let (game, commitment) = made(&anna, json!({ "french": "here", "allied": "link" })).await;
    assert_eq!(add(&anna, &game, &commitment, "oak").await.0, 200);
    join(&bela, &token(&anna, &game, "allied").await).await;
    assert_eq!(add(&bela, &game, &commitment, "Tuesday").await.0, 200);
    play_to_a_throw(&[(&anna, "french"), (&bela, "allied")], &game).await;

    let (_, rematch) = anna.bare(Method::POST, &format!("/api/games/{game}/rematch"), "{}".into()).await;
    let rematch = rematch["id"].as_str().unwrap();
    let new = told(&anna, rematch).await;
    assert_ne!(new["commitment"], commitment);
    assert!(new["nonces"].as_array().unwrap().iter().all(|one| one["nonce"].is_null()));
    // The words of the game before count for nothing, nor does its commitment.
    assert_eq!(add(&anna, rematch, &commitment, "oak").await.0, 409);
    assert_eq!(add(&anna, rematch, &new["commitment"], "elm").await.0, 200);
    assert_eq!(anna.snapshot(rematch).await["dice"]["waiting_for"], json!(["french"]));
    bela.bare(Method::POST, &format!("/api/games/{game}/rematch"), "{}".into()).await;
    assert_eq!(add(&bela, rematch, &new["commitment"], "Friday").await.0, 200);
    assert_eq!(told(&bela, rematch).await["waiting"], false);

    let (_, branch) =
        anna.bare(Method::POST, &format!("/api/games/{game}/branch"), json!({ "step": 1 }).to_string()).await;
    let journal = anna.text(&format!("/api/games/{game}/journal")).await.1;
    let (_, imported) = anna.bare(Method::POST, "/api/import", journal).await;
    for other in [branch["id"].as_str().unwrap(), imported["id"].as_str().unwrap()] {
        let new = told(&anna, other).await;
        assert!(new["commitment"] != commitment && new["waiting"] == true, "{new}");
        assert_eq!(add(&anna, other, &new["commitment"], "ash").await.0, 200);
        assert_eq!(told(&anna, other).await["waiting"], false);
    }
}

/// Who makes games until the dice please him leaves them on record where the other sees them.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_was_broken_off_is_on_record() {
    let house = House::with(quick(), None).await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let mut commitments = Vec::new();
    for number in 0..3 {
        let (game, commitment) = made(&anna, json!({ "french": "here", "allied": "link" })).await;
        assert_eq!(add(&anna, &game, &commitment, "oak").await.0, 200);
        join(&bela, &token(&anna, &game, "allied").await).await;
        if number > 0 {
            assert_eq!(add(&bela, &game, &commitment, &format!("word {number}")).await.0, 200);
        }
        assert_eq!(bela.bare(Method::DELETE, &format!("/api/games/{game}"), String::new()).await.0, 403);
        assert_eq!(anna.bare(Method::DELETE, &format!("/api/games/{game}"), String::new()).await.0, 200);
        commitments.push((game, commitment));
    }
    let list = bela.get("/api/ended").await;
    assert_eq!(list.as_array().unwrap().len(), 3, "{list}");
    let of = |game: &str| list.as_array().unwrap().iter().find(|ended| ended["game"] == game).unwrap();
    for (game, commitment) in &commitments {
        let ended = of(game);
        assert_eq!(ended["commitment"], *commitment);
        assert_eq!(
            (&ended["mine"], &ended["throws"], &ended["nonces"][0]["nonce"]),
            (&json!(false), &json!(0), &json!("oak"))
        );
        assert!(ended["ended"].as_i64() >= ended["created"].as_i64() && ended.get("maker").is_none(), "{ended}");
        // What the seed was is told, so that the other can see what dice he was kept from.
        let seed: Bytes32 = ended["seed"].as_str().unwrap().parse().unwrap();
        assert_eq!(*commitment, SeededDice::commit(&seed).to_string());
        // Whoever has the address of the game finds the same there.
        let there = told(&cora, game).await;
        assert_eq!((&there["deleted"], &there["earlier"][0]["commitment"]), (&json!(true), commitment));
    }
    assert_eq!(of(&commitments[2].0)["nonces"][1]["nonce"], "word 2");
    assert_eq!(of(&commitments[0].0)["nonces"][1]["nonce"], Value::Null, "he had not added anything yet");
    assert_eq!(anna.get("/api/ended").await[0]["mine"], true);
    assert_eq!(cora.get("/api/ended").await, json!([]));

    // A rematch that is asked for again has the id of the one before, which stays on record.
    let (game, commitment) = made(&anna, json!({ "french": "here", "allied": "link" })).await;
    assert_eq!(add(&anna, &game, &commitment, "oak").await.0, 200);
    join(&bela, &token(&anna, &game, "allied").await).await;
    let mut redrawn = Vec::new();
    for _ in 0..2 {
        let (_, answer) = anna.bare(Method::POST, &format!("/api/games/{game}/rematch"), "{}".into()).await;
        let rematch = answer["id"].as_str().unwrap().to_owned();
        bela.bare(Method::POST, &format!("/api/games/{game}/rematch"), "{}".into()).await;
        let now = told(&bela, &rematch).await;
        assert_eq!(now["earlier"].as_array().unwrap().len(), redrawn.len(), "{now}");
        redrawn.push(now["commitment"].clone());
        if redrawn.len() == 1 {
            assert_eq!(anna.bare(Method::DELETE, &format!("/api/games/{rematch}"), String::new()).await.0, 200);
        } else {
            assert_eq!(now["earlier"][0]["commitment"], redrawn[0]);
        }
    }
    assert_ne!(redrawn[0], redrawn[1]);

    // Where nobody else has sat down nobody was cheated, and nothing is kept.
    let (alone, _) = made(&cora, json!({})).await;
    let (open, _) = made(&cora, json!({ "allied": "link" })).await;
    for game in [alone, open] {
        assert_eq!(cora.bare(Method::DELETE, &format!("/api/games/{game}"), String::new()).await.0, 200);
        assert_eq!(cora.text(&format!("/api/games/{game}/dice")).await.0, 404);
    }
    assert_eq!(cora.get("/api/ended").await, json!([]));
}

/// A host at work in his own database: what he changes there, the program refuses to tell.
#[tokio::test(flavor = "multi_thread")]
async fn a_nonce_or_a_seed_replaced_in_the_database_is_found() {
    if std::env::var("SABRETACHE_TEST_DATABASE").is_ok_and(|kind| kind == "postgres") {
        return;
    }
    let house = House::with(quick(), None).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let (game, commitment) = made(&anna, json!({ "french": "here", "allied": "link" })).await;
    assert_eq!(add(&anna, &game, &commitment, "oak").await.0, 200);
    join(&bela, &token(&anna, &game, "allied").await).await;
    assert_eq!(add(&bela, &game, &commitment, "Tuesday").await.0, 200);
    let place = house.close().await;
    let other = SeededDice::commit(&Bytes32([9; 32])).to_string();
    let changes = [
        format!("UPDATE journal SET text = replace(text, 'Tuesday', 'Sunday') WHERE game = '{game}'"),
        format!("UPDATE journal SET text = replace(text, {commitment}, '{other}') WHERE game = '{game}'"),
        format!("DELETE FROM journal WHERE game = '{game}' AND text LIKE '%Tuesday%'"),
    ]
    .map(|change| change.replace('"', "'"));
    for change in changes {
        let spoiled = Place::new();
        let mut connection = sqlx::SqliteConnection::connect(&place.database).await.unwrap();
        let path = spoiled.database.trim_start_matches("sqlite:").to_owned();
        sqlx::query("VACUUM INTO $1").bind(path).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let mut connection = sqlx::SqliteConnection::connect(&spoiled.database).await.unwrap();
        let done = connection.execute(change.as_str()).await.unwrap();
        assert!(done.rows_affected() > 0, "{change}");
        connection.close().await.unwrap();
        let house = House::at(spoiled, quick(), None).await;
        let (status, words) = house.browser(2).text(&format!("/api/games/{game}")).await;
        assert_eq!(status, 500, "{change}: {words}");
        house.close().await;
    }
    // As it was, it is told.
    let house = House::at(place, quick(), None).await;
    assert_eq!(told(&house.browser(2), &game).await["nonces"][1]["nonce"], "Tuesday");
}

/// The older way in: a word with the making of the game, before anything was committed to, or with the seat.
#[tokio::test(flavor = "multi_thread")]
async fn a_word_before_the_commitment_is_refused() {
    let house = House::with(quick(), None).await;
    let anna = house.browser(1);
    let body = json!({ "title": "art-of-war", "scenario": "eylau", "nonce": "oak" });
    assert_eq!(anna.bare(Method::POST, "/api/games", body.to_string()).await.0, 400);
    let (game, _) = made(&anna, json!({ "allied": "link" })).await;
    let body = json!({ "token": token(&anna, &game, "allied").await, "nonce": "oak" });
    assert_eq!(house.browser(2).bare(Method::POST, "/api/join", body.to_string()).await.0, 400);
}
