//! Seats that change hands.

use crate::common::{Browser, House, patient};
use crate::identity::{DAY, house, open, token};
use serde_json::{Value, json};

/// A game between two, and the invitation of the second.
async fn between(anna: &Browser, bela: &Browser) -> (String, String) {
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    let token = invitation(anna, &game).await;
    assert_eq!(bela.post("/api/join", json!({ "token": token })).await.0, 200);
    (game, token)
}

async fn invitation(owner: &Browser, game: &str) -> String {
    let links = owner.get(&format!("/api/games/{game}/links")).await;
    links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn mine(browser: &Browser, game: &str) -> [bool; 2] {
    let seats = browser.snapshot(game).await["seats"].clone();
    [0, 1].map(|seat| seats[seat]["mine"].as_bool().unwrap())
}

async fn answer(browser: &Browser, game: &str, request: &Value, agree: bool) -> (u16, Value) {
    let path = format!("/api/games/{game}/requests/{}", request["id"].as_str().unwrap());
    browser.post(&path, json!({ "agree": agree })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_up_and_taken_by_another() {
    let house = House::open().await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let (game, old) = between(&anna, &bela).await;
    let path = format!("/api/games/{game}/seats/allied/give-up");
    let (mut watching, mut leaving) = (anna.socket(&game, "").await, bela.socket(&game, "").await);
    watching.next().await;
    leaving.next().await;
    assert_eq!(anna.post(&path, json!({})).await.0, 403);
    assert_eq!(bela.post(&path, json!({})).await.0, 200);
    // Those at the table are told, and everybody looks anew with the eyes that he has now.
    let told = watching.next().await;
    assert_eq!((&told["kind"], &told["seat"]), (&json!("chat"), &Value::Null), "{told}");
    assert!(told["text"].as_str().unwrap().contains("has been given up"), "{told}");
    for socket in [&mut watching, &mut leaving] {
        socket.until(|message| message["kind"] == "reseated").await;
        assert!(socket.last_frame().await.is_some());
    }
    assert_eq!(anna.snapshot(&game).await["seats"][1]["taken"], false);
    assert_eq!(mine(&bela, &game).await, [false, false]);
    assert_eq!(bela.order(&game, "allied", "end movement").await.0, 403);
    assert_eq!(bela.get("/api/games").await, json!([]));
    // The old invitation is void, a new one is there.
    let new = invitation(&anna, &game).await;
    assert_ne!(new, old);
    assert_eq!(cora.post("/api/join", json!({ "token": old })).await.0, 404);
    assert_eq!(cora.post("/api/join", json!({ "token": new })).await.0, 200);
    assert_eq!(mine(&cora, &game).await, [false, true]);
    // It is on disk.
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    assert_eq!(mine(&house.browser(3), &game).await, [false, true]);
    let chat = house.browser(1).get(&format!("/api/games/{game}/chat")).await;
    assert!(chat[0]["text"].as_str().unwrap().contains("given up"), "{chat}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_seat_is_handed_over_by_its_holder() {
    let house = House::open().await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let (game, token) = between(&anna, &bela).await;
    let (status, refused) = cora.post("/api/join", json!({ "token": token })).await;
    assert_eq!((status, &refused["taken"]), (404, &json!({ "game": game, "seat": "allied" })));
    assert_eq!(cora.post("/api/seats/ask", json!({ "token": "guess" })).await.0, 404);
    assert_eq!(bela.post("/api/seats/ask", json!({ "token": token })).await.0, 409, "it is his already");
    let mut socket = bela.socket(&game, "").await;
    socket.next().await;
    for _ in 0..2 {
        assert_eq!(cora.post("/api/seats/ask", json!({ "token": token })).await.0, 200);
    }
    // The holder is asked, once.
    let asked = socket.next().await["requests"].clone();
    assert_eq!((asked.as_array().unwrap().len(), &asked[0]["seat"]), (1, &json!("allied")));
    assert_eq!(asked[0]["yours"], true);
    assert_eq!(anna.snapshot(&game).await["requests"][0]["yours"], false);
    assert_eq!(house.browser(4).snapshot(&game).await["requests"], json!([]), "no business of spectators");
    // Nobody else decides while he is there, and least of all who asks.
    for other in [&anna, &cora, &house.browser(4)] {
        assert_eq!(answer(other, &game, &asked[0], true).await.0, 403);
    }
    // Whoever asked sees that it waits, and then how it ended.
    let mut waiting = cora.socket(&game, "").await;
    let own = waiting.next().await["requests"][0].clone();
    assert_eq!((&own["own"], &own["yours"], &own["answer"]), (&json!(true), &json!(false), &Value::Null));
    assert_eq!(answer(&bela, &game, &asked[0], false).await.0, 200);
    let told = waiting.next().await["requests"][0].clone();
    assert_eq!((&told["own"], &told["answer"]), (&json!(true), &json!("refused")), "{told}");
    for other in [&anna, &bela, &house.browser(4)] {
        assert_eq!(other.snapshot(&game).await["requests"], json!([]), "it is over for everybody else");
    }
    assert_eq!(mine(&bela, &game).await, [false, true]);
    assert_eq!(answer(&bela, &game, &asked[0], true).await.0, 404, "it was refused");
    assert_eq!(answer(&cora, &game, &told, true).await.0, 404, "nobody hands himself a seat");
    assert_eq!(cora.post("/api/seats/ask", json!({ "token": token })).await.0, 200);
    assert_eq!(cora.snapshot(&game).await["requests"][0]["answer"], Value::Null, "asked again");
    assert!(waiting.until(|message| message["kind"] == "reseated").await.is_object());
    let again = bela.snapshot(&game).await["requests"][0].clone();
    // Asked before a restart, answered after it.
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    assert_eq!(answer(&bela, &game, &again, true).await.0, 200);
    assert_eq!((mine(&bela, &game).await, mine(&cora, &game).await), ([false, false], [false, true]));
    assert_eq!(anna.snapshot(&game).await["requests"], json!([]));
    let chat = anna.get(&format!("/api/games/{game}/chat")).await;
    assert!(chat[0]["text"].as_str().unwrap().contains("by its holder"), "{chat}");
    // The invitation is now the new holder's.
    assert_eq!(cora.post("/api/join", json!({ "token": token })).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_holder_is_away_whoever_made_the_game_decides() {
    let (house, hands) = house().await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let (game, token) = between(&anna, &bela).await;
    hands.forward(13 * DAY);
    assert_eq!(cora.post("/api/seats/ask", json!({ "token": token })).await.0, 200);
    let request = anna.snapshot(&game).await["requests"][0].clone();
    assert_eq!(answer(&anna, &game, &request, true).await.0, 403, "he was here not long ago");
    hands.forward(DAY);
    assert_eq!(answer(&cora, &game, &request, true).await.0, 403);
    assert_eq!(answer(&anna, &game, &request, true).await.0, 200);
    assert_eq!((mine(&bela, &game).await, mine(&cora, &game).await), ([false, false], [false, true]));
    let chat = anna.get(&format!("/api/games/{game}/chat")).await;
    assert!(chat[0]["text"].as_str().unwrap().contains("away for long"), "{chat}");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_devices_go_with_the_seat() {
    let house = House::open().await;
    let (anna, bela, phone) = (house.browser(1), house.browser(2), house.browser(3));
    let (game, _) = between(&anna, &bela).await;
    let new = |browser: Browser| {
        let game = game.clone();
        async move { browser.post("/api/devices/links", json!({ "game": game, "seat": "allied" })).await.1 }
    };
    let link = new(bela.clone()).await;
    assert_eq!(open(&phone, &token(&link)).await.0, 200);
    // From the second device it is closed there, and stays with its holder.
    let path = format!("/api/games/{game}/seats/allied/give-up");
    assert_eq!(phone.post(&path, json!({})).await.0, 200);
    assert_eq!((mine(&phone, &game).await, mine(&bela, &game).await), ([false, false], [false, true]));
    let link = new(bela.clone()).await;
    assert_eq!(open(&phone, &token(&link)).await.0, 200);
    let waits = new(bela.clone()).await;
    assert_eq!(bela.post(&path, json!({})).await.0, 200);
    assert_eq!(mine(&phone, &game).await, [false, false]);
    assert_eq!(open(&house.browser(4), &token(&waits)).await.0, 404, "the links go, too");
}

/// The answer is on disk, and goes when it has been read.
#[tokio::test(flavor = "multi_thread")]
async fn who_asked_for_a_seat_is_told_how_it_ended() {
    let house = House::open().await;
    let (anna, bela, cora, dora) = (house.browser(1), house.browser(2), house.browser(3), house.browser(4));
    let (game, token) = between(&anna, &bela).await;
    for who in [&cora, &dora, &anna] {
        assert_eq!(who.post("/api/seats/ask", json!({ "token": token })).await.0, 200);
    }
    let requests = bela.snapshot(&game).await["requests"].clone();
    assert_eq!(requests.as_array().unwrap().len(), 3);
    let of = async |who: &Browser| who.snapshot(&game).await["requests"].as_array().unwrap().clone();
    // Anna has a seat: she sees the others' requests as well as her own.
    assert_eq!(of(&anna).await.iter().map(|one| one["own"] == true).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(of(&dora).await.len(), 1);
    // Dora withdraws; Cora is refused; Anna gets the seat.
    assert_eq!(answer(&dora, &game, &requests[1], false).await.0, 200);
    assert_eq!(of(&dora).await, Vec::<Value>::new());
    assert_eq!(answer(&bela, &game, &requests[0], false).await.0, 200);
    assert_eq!(dora.post("/api/seats/ask", json!({ "token": token })).await.0, 200);
    assert_eq!(answer(&bela, &game, &requests[2], true).await.0, 200);
    assert_eq!(mine(&anna, &game).await, [true, true]);
    assert_eq!(of(&anna).await, Vec::<Value>::new());
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    let (anna, cora, dora) = (house.browser(1), house.browser(3), house.browser(4));
    let of = async |who: &Browser| who.snapshot(&game).await["requests"].as_array().unwrap().clone();
    assert_eq!(of(&cora).await[0]["answer"], "refused");
    assert_eq!(of(&dora).await[0]["answer"], "handed_over");
    assert_eq!(answer(&anna, &game, &requests[0], false).await.0, 404, "it is Cora's to close");
    assert_eq!(answer(&cora, &game, &requests[0], false).await.0, 200);
    assert_eq!(of(&cora).await, Vec::<Value>::new());
    // She asks again, and the seat is given up meanwhile.
    assert_eq!(cora.post("/api/seats/ask", json!({ "token": token })).await.0, 200);
    assert_eq!(anna.post(&format!("/api/games/{game}/seats/allied/give-up"), json!({})).await.0, 200);
    assert_eq!(of(&cora).await[0]["answer"], "given_up");
    // Whoever takes the seat needs no answer any more.
    assert_eq!(cora.post("/api/join", json!({ "token": invitation(&anna, &game).await })).await.0, 200);
    assert_eq!(of(&cora).await, Vec::<Value>::new());
}

/// Says who plays a seat.
async fn set_player(browser: &Browser, game: &str, seat: &str, by: &str) -> (u16, Value) {
    browser.post(&format!("/api/games/{game}/seats/{seat}/player"), json!({ "by": by })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_seat_is_left_to_a_general_and_taken_back() {
    let house = House::open().await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    let old = invitation(&anna, &game).await;
    assert_eq!(set_player(&bela, &game, "allied", "odds-greedy").await.0, 403, "it is not his game");
    assert_eq!(set_player(&anna, &game, "french", "odds-greedy").await.0, 409, "somebody has it");
    assert_eq!(set_player(&anna, &game, "prussian", "odds-greedy").await.0, 400);
    assert_eq!(set_player(&anna, &game, "allied", "bonaparte").await.0, 400);
    assert_eq!(set_player(&anna, &game, "allied", "here").await.0, 400);
    let mut socket = anna.socket(&game, "").await;
    socket.next().await;
    assert_eq!(set_player(&anna, &game, "allied", "odds-greedy").await.0, 200);
    let told = socket.until(|message| message["kind"] == "chat").await;
    assert!(told["seat"].is_null() && told["text"].as_str().unwrap().contains("A general plays"), "{told}");
    let delta = socket.until(|message| message["seats"].is_array()).await;
    assert_eq!((&delta["seats"][1]["by"], &delta["seats"][1]["taken"]), (&json!("general"), &json!(true)));
    // The invitation is void, and the general plays: the Allied turn comes and goes.
    assert_eq!(bela.post("/api/join", json!({ "token": old })).await.0, 404);
    assert!(anna.get(&format!("/api/games/{game}/links")).await["seats"].get("allied").is_none());
    end_turn(&anna, &game).await;
    // Taken back, it waits for somebody with a new invitation, and nobody moves the Allies.
    assert_eq!(set_player(&anna, &game, "allied", "link").await.0, 200);
    assert_eq!(anna.snapshot(&game).await["seats"][1]["taken"], false);
    let new = invitation(&anna, &game).await;
    assert_ne!(new, old);
    assert_eq!(bela.post("/api/join", json!({ "token": new })).await.0, 200);
    assert_eq!(set_player(&anna, &game, "allied", "odds-greedy").await.0, 409, "Bela has it");
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    assert_eq!(mine(&house.browser(2), &game).await, [false, true]);
    let chat = house.browser(1).get(&format!("/api/games/{game}/chat")).await;
    let lines: Vec<&str> = chat.as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert!(
        matches!(lines[..], [one, two] if one.contains("general") && two.contains("waits for a player")),
        "{lines:?}"
    );
}

/// The French do as little as they may until the next turn; somebody plays the Allies.
async fn end_turn(anna: &Browser, game: &str) {
    let begun = anna.snapshot(game).await["turn"].clone();
    let mut socket = anna.socket(game, "").await;
    loop {
        let now = anna.snapshot(game).await;
        if now["turn"] != begun {
            return;
        }
        match now["offers"]["french"].as_array() {
            Some(offers) => {
                let offer = offers.iter().find(|offer| offer["ends"] == true).or(offers.last()).unwrap();
                let body = json!({ "seat": "french", "after": now["version"], "order": offer["order"] });
                let (status, answer) = anna.post(&format!("/api/games/{game}/orders"), body).await;
                assert!(status == 200 || status == 409, "{answer}");
            }
            None => drop(socket.next().await),
        }
    }
}

/// A general that thinks when its seat is taken from it gives no order any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_general_that_loses_its_seat_orders_nothing_more() {
    let house =
        House::with(server::Limits { thought: std::time::Duration::from_secs(36_000), ..patient() }, None).await;
    let anna = house.browser(1);
    let game = anna.game("art-of-war", "eylau", json!({ "french": "strong:35000s", "allied": "here" })).await;
    let mut socket = anna.socket(&game, "").await;
    socket.until(|message| message["kind"] == "thinking" && message["seat"] == "french").await;
    assert_eq!(set_player(&anna, &game, "french", "link").await.0, 200);
    socket.until(|message| message["kind"] == "thinking" && message["seat"].is_null()).await;
    let now = anna.snapshot(&game).await;
    assert_eq!((&now["seats"][0]["taken"], &now["log"]), (&json!(false), &json!([])), "{}", now["log"]);
    // Another takes over, and plays.
    assert_eq!(set_player(&anna, &game, "french", "odds-greedy").await.0, 200);
    socket.until(|message| message["log"].as_array().is_some_and(|log| !log.is_empty())).await;
}
