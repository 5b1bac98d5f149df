//! Whatever goes wrong is told in JSON with a sentence, and whatever has begun is carried through.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::common::{House, patient};

#[tokio::test(flavor = "multi_thread")]
async fn every_error_is_json_with_a_sentence() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let long = "x".repeat(100_000);
    let nowhere = "0".repeat(32);
    let calls = [
        (Method::GET, "/api/none".to_owned(), String::new(), 404),
        (Method::GET, format!("/api/games/{nowhere}"), String::new(), 404),
        (Method::GET, "/nothing.js".into(), String::new(), 404),
        (Method::GET, "/api/games/%00".into(), String::new(), 400),
        (Method::GET, "/api/games/%00/notes".into(), String::new(), 400),
        (Method::GET, "/api/games/%ff".into(), String::new(), 400),
        (Method::GET, "/api/titles/%ff/rules".into(), String::new(), 400),
        (Method::GET, format!("/api/games/{game}?since=x"), String::new(), 400),
        (Method::GET, format!("/api/games/{game}/live"), String::new(), 400),
        (Method::POST, format!("/api/games/{game}/live"), String::new(), 405),
        (Method::PATCH, "/api/games".into(), String::new(), 405),
        (Method::DELETE, "/healthz".into(), String::new(), 405),
        (Method::POST, "/api/games".into(), String::new(), 400),
        (Method::POST, "/api/games".into(), "[".into(), 400),
        (Method::POST, "/api/games".into(), long.clone(), 413),
        (Method::PUT, format!("/api/games/{game}/notes"), json!({ "text": long }).to_string(), 413),
        (Method::POST, "/api/join".into(), json!({ "token": "x" }).to_string(), 404),
        (Method::POST, "/api/import".into(), "x".into(), 400),
    ];
    for (method, path, body, expected) in calls {
        let answer = anna.request(method.clone(), &path).body(body).send().await.unwrap();
        let status = answer.status().as_u16();
        let kind = answer.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
        let text = answer.text().await.unwrap();
        assert_eq!((status, kind.as_deref()), (expected, Some("application/json")), "{method} {path}: {text}");
        let told: Value = serde_json::from_str(&text).unwrap();
        assert!(told["error"].as_str().is_some_and(|sentence| sentence.contains(' ')), "{method} {path}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_character_nul_is_refused_in_every_text() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let version = anna.snapshot(&game).await["version"].clone();
    let calls = [
        (Method::PUT, format!("/api/games/{game}/notes"), json!({ "text": "a\0b" })),
        (
            Method::POST,
            format!("/api/games/{game}/orders"),
            json!({ "seat": "french", "after": version, "order": "pass\0" }),
        ),
        (Method::PUT, format!("/api/games/{game}/letters"), json!({ "seat": "french", "text": "\0" })),
        (Method::POST, format!("/api/games/{game}/nonce"), json!({ "commitment": "0", "nonce": "\0" })),
        (
            Method::POST,
            "/api/games".into(),
            json!({ "title": "art-of-war", "scenario": "eylau", "seats": { "french": "\0" } }),
        ),
        (Method::POST, "/api/join".into(), json!({ "token": "\0" })),
    ];
    for (method, path, body) in calls {
        let (status, told) = anna.send(method, &path, body.to_string()).await;
        assert_eq!(status, 400, "{path}: {told}");
        assert!(told["error"].as_str().unwrap().contains("U+0000"), "{path}: {told}");
    }
    // As an escape of another language it is but letters.
    let text = anna.get(&format!("/api/games/{game}/position")).await["text"].as_str().unwrap().to_owned();
    let named = format!("title = \"a\\u0000b\"\n{text}");
    let (status, told) = anna.post("/api/games", json!({ "title": "art-of-war", "position": named })).await;
    assert!(status < 500, "{status} {told}");
    let (status, _) = anna.send(Method::POST, "/api/import", "{\"sabretache_journal\0".into()).await;
    assert_eq!(status, 400);
    let mut socket = anna.socket(&game, "").await;
    socket.next().await;
    socket.say(json!({ "chat": "\0" }).to_string()).await;
    let told = socket.next().await;
    assert_eq!((told["kind"].as_str(), told["status"].as_u64()), (Some("error"), Some(400)), "{told}");
    // A backslash before it makes it another text.
    let (status, told) =
        anna.send(Method::PUT, &format!("/api/games/{game}/notes"), r#"{"text":"\\u0000"}"#.into()).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(anna.get(&format!("/api/games/{game}/notes")).await["text"], "\\u0000");
    assert_eq!(anna.text("/healthz").await.0, 200);
}

/// Who joins and goes away at once has the seat or has it not, on disk as in memory.
#[tokio::test(flavor = "multi_thread")]
async fn a_join_is_carried_through_whatever_the_client_does() {
    let house = House::open().await;
    let anna = house.browser(1);
    let address = house.url.trim_start_matches("http://").to_owned();
    let mut taken = Vec::new();
    for pause in 0..13 {
        let game = anna.game("art-of-war", "eylau", json!({ "allied": "link" })).await;
        let links = anna.get(&format!("/api/games/{game}/links")).await;
        let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let bela = house.browser(100 + pause).known().await;
        let body = json!({ "token": token }).to_string();
        let request = format!(
            "POST /api/join HTTP/1.1\r\nHost: {address}\r\nOrigin: {}\r\nCookie: {}\r\nContent-Length: {}\r\n\r\n{body}",
            house.url,
            bela.cookie(),
            body.len()
        );
        let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        match pause {
            // The last one stays until the answer comes.
            12 => assert_eq!(stream.read(&mut [0; 1]).await.unwrap(), 1),
            _ => tokio::time::sleep(Duration::from_micros(300 * u64::from(pause))).await,
        }
        drop(stream);
        taken.push((game, bela, token));
    }
    let mut before = Vec::new();
    for (number, (game, bela, token)) in taken.iter().enumerate() {
        // Somebody else wants the seat: the disk decides who has it, and everybody must be told the same.
        let cora = house.browser(200 + number as u8).known().await;
        let (status, answer) = cora.post("/api/join", json!({ "token": token })).await;
        assert!(status == 200 || status == 404, "{status} {answer}");
        let mine = async |who: &crate::common::Browser| who.snapshot(game).await["seats"][1]["mine"] == true;
        assert_eq!((mine(bela).await, mine(&cora).await), (status == 404, status == 200), "game {number}");
        before.push(bela.snapshot(game).await["seats"].clone());
    }
    assert_eq!(before[12][1]["mine"], true, "the answer came and the seat did not");
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    for ((game, bela, _), before) in taken.iter().zip(before) {
        let bela = crate::common::Browser { url: house.url.clone(), ..bela.clone() };
        assert_eq!(bela.snapshot(game).await["seats"], before, "a seat is one thing in memory and another on disk");
    }
    let mut stream = tokio::net::TcpStream::connect(house.url.trim_start_matches("http://")).await.unwrap();
    stream.write_all(b"nonsense\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 400"));
}
