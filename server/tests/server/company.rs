//! Company: invitations by link and by code, names, who is there; lessons; other languages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::common::{Browser, House};

async fn named(browser: &Browser, name: &str) -> u16 {
    browser.send(Method::PUT, "/api/player", json!({ "name": name }).to_string()).await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_says_what_it_is_to_and_is_accepted_by_its_code() {
    let house = House::open().await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    assert_eq!(named(&anna, "  Anna   von\tPaar ").await, 200);
    for wrong in ["x".repeat(41), "a\u{202e}b".to_owned()] {
        assert_eq!(named(&anna, &wrong).await, 400, "{wrong}");
    }
    assert_eq!(anna.get("/api/player").await, json!({ "name": "Anna von Paar" }));
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    assert!(links["open"]["allied"]["qr"].as_str().unwrap().contains("<svg"), "{links}");
    assert_eq!(links["open"].as_object().unwrap().len(), 1, "only the seat that nobody has");
    let code = links["open"]["allied"]["code"].as_str().unwrap().to_owned();
    let typed = code.replace('-', " ").to_lowercase();
    let leads = async |code: &str| bela.post("/api/codes", json!({ "code": code })).await.1["leads"].clone();
    assert_eq!((leads(&typed).await, leads("AAAA-0000").await), (json!("invitation"), Value::Null));
    let link = anna.post("/api/devices/links", json!({})).await.1;
    assert_eq!(leads(link["code"].as_str().unwrap()).await, "device");
    let (status, told) = bela.post("/api/join/look", json!({ "token": typed })).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(
        (&told["seat_name"], &told["by"], &told["taken"]),
        (&json!("Allies"), &json!("Anna von Paar"), &json!(false))
    );
    assert_eq!(told["sitting"][0]["player"], "Anna von Paar");
    assert_eq!(bela.get("/api/games").await, json!([]), "nothing changes by looking");
    assert_eq!(named(&bela, "Béla").await, 200);
    assert_eq!(bela.post("/api/join", json!({ "token": typed })).await.0, 200);
    assert_eq!(bela.snapshot(&game).await["seats"][1]["player"], "Béla");
    assert_eq!(anna.get("/api/games").await[0]["players"], json!({ "allied": "Béla" }));
    // Taken, the code is void, and the link says so.
    assert_eq!(cora.post("/api/join/look", json!({ "token": typed })).await.0, 404);
    let link = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap();
    assert_eq!(cora.post("/api/join/look", json!({ "token": link })).await.1["taken"], true);
    assert_eq!(bela.post("/api/join/look", json!({ "token": link })).await.1["mine"], true);
    assert_eq!(anna.get(&format!("/api/games/{game}/links")).await["open"], json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_guessed_in_a_row() {
    let house = House::open().await;
    let bela = house.browser(2);
    let mut last = 0;
    for guess in 0..200 {
        last = bela.post("/api/join/look", json!({ "token": format!("GUESS{guess:03}") })).await.0;
        if last == 429 {
            break;
        }
        assert_eq!(last, 404);
    }
    assert_eq!(last, 429, "two hundred tries went through");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_who_else_is_there() {
    let house = House::open().await;
    let (anna, bela, looker) = (house.browser(1), house.browser(2), house.browser(3));
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    bela.post("/api/join", json!({ "token": token })).await;
    let version = anna.snapshot(&game).await["version"].clone();
    let mut french = anna.socket(&game, "").await;
    let mut allied = bela.socket(&game, "").await;
    assert_eq!(french.company().await, json!({ "kind": "company", "seats": ["allied"], "watching": 0 }));
    assert_eq!(allied.company().await["seats"], json!(["french"]));
    let watching = looker.socket(&game, "").await;
    assert_eq!(french.company().await, json!({ "kind": "company", "seats": ["allied"], "watching": 1 }));
    drop(allied);
    assert_eq!(french.company().await["seats"], json!([]));
    drop(watching);
    assert_eq!(french.company().await["watching"], 0);
    assert_eq!(anna.snapshot(&game).await["version"], version, "coming and going moves no version");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_knows_when_its_task_is_done() {
    let house = House::open().await;
    let anna = house.browser(1);
    let lessons = anna.get("/api/titles/art-of-war/introduction").await["lessons"].clone();
    assert_eq!(lessons.as_array().unwrap().len(), 6);
    let example = lessons[0]["example"].as_str().unwrap();
    let text = anna.get(&format!("/api/titles/art-of-war/examples/{example}")).await["text"].clone();
    let body = json!({ "title": "art-of-war", "position": text, "seats": { "french": "here", "allied": "random" } });
    let game = anna.post("/api/games", body).await.1["id"].as_str().unwrap().to_owned();
    let done = async |task: usize| {
        let body = json!({ "lesson": 0, "task": task, "since": 0 });
        anna.post(&format!("/api/games/{game}/task"), body).await.1["done"].clone()
    };
    assert_eq!((done(0).await, done(1).await), (json!(false), json!(false)));
    assert_eq!(anna.order(&game, "french", "move leg-i1 1313").await.0, 200);
    assert_eq!((done(0).await, done(1).await), (json!(true), json!(false)));
    let other = house.browser(2);
    let body = json!({ "lesson": 0, "task": 0, "since": 0 });
    assert_eq!(other.post(&format!("/api/games/{game}/task"), body.clone()).await.0, 403);
    let unknown = json!({ "lesson": 0, "task": 9, "since": 0 });
    assert_eq!(anna.post(&format!("/api/games/{game}/task"), unknown).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_orders_and_log_are_told_in_the_reader_s_language() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let told = async |language: &str| anna.get(&format!("/api/games/{game}?language={language}")).await;
    let (english, french, german) = (told("en").await, told("fr-FR").await, told("de").await);
    let ask = |snapshot: &Value| snapshot["pending"]["asks"][0].clone();
    assert_eq!(ask(&french)["text"], "Choisissez une unité à déplacer, ou terminez la phase de mouvement.");
    assert_eq!((&ask(&french)["heading"], &ask(&german)["heading"]), (&json!("mouvement"), &json!("Bewegung")));
    assert_eq!(ask(&french)["short"], ask(&english)["short"], "what programs read is the same");
    let label = |snapshot: &Value, order: &str| {
        let offers = snapshot["offers"]["french"].as_array().unwrap();
        offers.iter().find(|offer| offer["order"] == order).unwrap()["label"].clone()
    };
    assert_eq!(label(&french, "end movement"), "Terminer le mouvement");
    // Readers of two languages at one table: an order is given on the version of one's own.
    let body = json!({ "seat": "french", "after": german["version"], "order": "end movement" });
    let (status, answer) = anna.post(&format!("/api/games/{game}/orders?language=de"), body).await;
    assert_eq!(status, 200, "{answer}");
    for (language, words) in
        [("en", "French Combat Phase"), ("fr", "Phase de combat française"), ("de", "Französische Kampfphase")]
    {
        let log = told(language).await["log"].clone();
        assert!(log.as_array().unwrap().iter().any(|line| line["text"] == words), "{language}: {log}");
    }
}
