//! What the server does with those who want too much: quotas and their sentences, slow readers, proxies, games that nobody
//! watches, an end under load.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Config, Limits, Rate, Share};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{Browser, House, PATIENCE, Place, is_full, patient, titles};

async fn with(limits: Limits) -> House {
    House::with(limits, None).await
}

fn error(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["error"].as_str().unwrap_or(""))
}

async fn random_game(browser: &Browser) -> String {
    browser.game("art-of-war", "eylau", json!({ "french": "random", "allied": "random" })).await
}

/// Waits until something holds; an hour of tests is no reason to hurry.
async fn eventually(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waited = tokio::time::timeout(PATIENCE, async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    waited.await.unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_connection_too_many_is_told_so() {
    let house = with(Limits { connections_each_address: 3, ..patient() }).await;
    let address = house.url.trim_start_matches("http://").to_owned();
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(&address).await.unwrap());
    }
    // By hand: a connection that is turned away is answered before it has asked, which a client library takes for a fault.
    let told = async || {
        let mut one_more = TcpStream::connect(&address).await.unwrap();
        let mut answer = String::new();
        let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        let _ = one_more.write_all(request.as_bytes()).await;
        let _ = one_more.read_to_string(&mut answer).await;
        answer
    };
    eventually("the fourth is turned away", async || {
        let answer = told().await;
        answer.contains("429") && answer.contains("connections from your address")
    })
    .await;
    drop(held);
    eventually("there is room again", async || told().await.contains("200 OK")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_counted_by_browser_and_by_game() {
    let sockets = Share { owner: 2, address: 100, all: 100 };
    let house = with(Limits { sockets, sockets_each_game: 3, ..patient() }).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = anna.eylau().await;
    let _open = [anna.socket(&game, "").await, anna.socket(&game, "").await, bela.socket(&game, "").await];
    for (who, status) in [(&anna, 429), (&bela, 503)] {
        match who.try_socket(&game, "", &house.url).await {
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                assert_eq!(answer.status().as_u16(), status);
                let words = String::from_utf8(answer.into_body().unwrap()).unwrap();
                assert!(words.contains("too many open sockets"), "{words}");
            }
            other => panic!("{status}: {:?}", other.map(|_| "a socket")),
        }
    }
}

/// Somebody who asks for a lot and reads nothing of it.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_cut_off() {
    let place = Place::new();
    let limits = Limits { write: Duration::from_millis(200), ..patient() };
    let config = Config { limits, metrics: Some("127.0.0.1:0".parse().unwrap()), ..House::config(&place) };
    let house = House::start(titles(), place, config).await;
    let address = house.url.trim_start_matches("http://").to_owned();
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
    let request = format!("GET /api/titles/art-of-war/eylau/map.svg HTTP/1.1\r\nHost: {address}\r\n\r\n");
    // More than the buffers of the machine hold.
    let flood = tokio::spawn(async move {
        for _ in 0..400 {
            if stream.write_all(request.as_bytes()).await.is_err() {
                break;
            }
        }
        tokio::time::sleep(Duration::from_secs(120)).await;
        drop(stream);
    });
    let metrics = format!("http://{}/metrics", house.running.as_ref().unwrap().metrics().unwrap());
    eventually("a slow reader is counted", async || {
        let told = reqwest::get(&metrics).await.unwrap().text().await.unwrap();
        told.contains("sabretache_slow_readers_total 1")
    })
    .await;
    flood.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_told_on_a_listener_of_their_own() {
    let place = Place::new();
    let config = Config { metrics: Some("127.0.0.1:0".parse().unwrap()), ..House::config(&place) };
    let house = House::start(titles(), place, config).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let _socket = anna.socket(&game, "").await;
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let address = house.running.as_ref().unwrap().metrics().unwrap();
    let told = reqwest::get(format!("http://{address}/metrics")).await.unwrap().text().await.unwrap();
    for line in [
        "sabretache_build_info{version=",
        "sabretache_requests_total{method=\"POST\",route=\"/api/games/{game}/orders\",status=\"200\"} 1",
        "sabretache_request_duration_seconds_bucket{le=",
        "sabretache_queue_wait_seconds_count{queue=\"orders\"}",
        "sabretache_commits_total{outcome=\"written\"} 2",
        "sabretache_commit_duration_seconds_sum",
        "sabretache_sockets 1",
        "sabretache_generals_thinking 0",
    ] {
        assert!(told.contains(line), "{line} is missing in\n{told}");
    }
    assert!(!told.contains(&game), "no game is named");
    let (_, page) = anna.text("/metrics").await;
    assert!(!page.contains("sabretache_build_info"), "the world gets the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_trusted_proxy_is_believed() {
    let address = Rate { each_second: 0.001, burst: 5.0 };
    let asked = async |trusted: &[&str], from: &str| {
        let place = Place::new();
        let config = Config {
            limits: Limits { address, ..patient() },
            trusted_proxies: trusted.iter().map(|proxy| proxy.parse().unwrap()).collect(),
            ..House::config(&place)
        };
        let house = House::start(titles(), place, config).await;
        let mut statuses = Vec::new();
        for number in 0..8 {
            let header = from.replace('N', &number.to_string());
            let request = reqwest::Client::new().get(format!("{}/healthz", house.url));
            let answer = request.header("X-Forwarded-For", header).send().await.unwrap();
            statuses.push(answer.status().as_u16());
        }
        statuses
    };
    let refused = |statuses: Vec<u16>| statuses.into_iter().filter(|status| *status == 429).count();
    assert_eq!(refused(asked(&[], "198.51.100.N").await), 3, "words of strangers do not help");
    assert_eq!(refused(asked(&["127.0.0.0/8"], "198.51.100.N").await), 0, "eight players behind a proxy");
    assert_eq!(refused(asked(&["127.0.0.0/8"], "203.0.113.N, 198.51.100.1").await), 3, "what stands before is forged");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_and_talk_have_quotas_and_lists_have_pages() {
    let limits = Limits { games: 52, chat_lines: 103, chat: Rate { each_second: 0.0, burst: 1e6 }, ..patient() };
    let house = with(limits).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    for _ in 1..52 {
        anna.eylau().await;
    }
    let new = json!({ "title": "art-of-war", "scenario": "eylau" });
    let refused = anna.post("/api/games", new.clone()).await;
    assert!(matches!(error(&refused), (429, words) if words.contains("52 unfinished games")), "{refused:?}");
    assert_eq!(house.browser(2).post("/api/games", new).await.0, 200, "others have a quota of their own");
    let page = async |path: &str| {
        let answer = anna.request(reqwest::Method::GET, path).send().await.unwrap();
        let link = answer.headers().get("link").map(|link| link.to_str().unwrap().to_owned());
        let next = link.map(|link| link.split(['<', '>']).nth(1).unwrap().to_owned());
        (answer.json::<Vec<Value>>().await.unwrap(), next)
    };
    let (first, next) = page("/api/games").await;
    let (second, end) = page(&next.unwrap()).await;
    assert_eq!((first.len(), second.len(), end), (50, 2, None));
    let mut ids: Vec<&Value> = first.iter().chain(&second).map(|game| &game["id"]).collect();
    ids.sort_by_key(|id| id.to_string());
    ids.dedup();
    assert_eq!(ids.len(), 52);
    assert_eq!(anna.text("/api/games?after=nonsense").await.0, 400);
    let mut socket = anna.socket(&game, "").await;
    socket.next().await;
    let mut refusal = String::new();
    for number in 0..104 {
        socket.say(json!({ "chat": format!("line {number}") }).to_string()).await;
        let answer = socket.until(|message| message["kind"] == "chat" || message["kind"] == "error").await;
        refusal = answer["error"].as_str().unwrap_or("").to_owned();
    }
    assert!(refusal.contains("the chat limit of this game"), "{refusal}");
    let (last, before) = page(&format!("/api/games/{game}/chat")).await;
    assert_eq!((last.len(), &last[0]["text"], &last[99]["line"]), (100, &json!("line 3"), &json!(102)));
    let (rest, end) = page(&before.unwrap()).await;
    assert_eq!((rest.len(), &rest[0]["text"], end), (3, &json!("line 0"), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_talks_too_fast_has_to_wait() {
    let house = with(Limits { chat: Rate { each_second: 0.001, burst: 2.0 }, ..patient() }).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let mut socket = anna.socket(&game, "").await;
    socket.next().await;
    for kind in ["chat", "chat", "error"] {
        socket.say("{\"chat\": \"Vive l'Empereur\"}").await;
        assert_eq!(socket.until(|message| message["kind"] != "delta").await["kind"], kind);
    }
}

/// Two programs play only as long as somebody looks on.
#[tokio::test(flavor = "multi_thread")]
async fn games_that_nobody_watches_rest() {
    let house = with(Limits { unwatched: Duration::ZERO, ..patient() }).await;
    let anna = house.browser(1);
    let game = random_game(&anna).await;
    let lines = async || anna.snapshot(&game).await["log"].as_array().unwrap().len();
    let before = lines().await;
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        assert_eq!(lines().await, before, "nobody watches");
    }
    let mut socket = anna.socket(&game, "").await;
    socket.until(|message| message["kind"] == "delta").await;
    drop(socket);
    eventually("the game rests again", async || {
        let now = lines().await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        now == lines().await
    })
    .await;
}

/// What a cheat may bring: a journal whose lines all add to the dice. Each would cost as much as all before it.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_nonces_is_refused_at_once() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let (_, journal) = anna.text(&format!("/api/games/{game}/journal")).await;
    let nonce = |number: usize| format!("{{\"nonce\":{{\"seat\":0,\"nonce\":\"{number}\",\"from_throw\":0}}}}\n");
    let flood: String = (0..40_000).map(nonce).collect();
    let refused = anna.send(reqwest::Method::POST, "/api/import", format!("{journal}{flood}")).await;
    assert!(matches!(error(&refused), (400, words) if words.contains("adds to the dice twice")), "{refused:?}");
    let longer: String = (0..60_000).map(nonce).collect();
    let refused = anna.send(reqwest::Method::POST, "/api/import", format!("{journal}{longer}")).await;
    assert!(matches!(error(&refused), (400, words) if words.contains("may have at most")), "{refused:?}");
}

/// What comes in from elsewhere may be large and new sockets are told a whole game: both have a rate, and the refusal says so.
#[tokio::test(flavor = "multi_thread")]
async fn imports_and_new_sockets_have_a_rate() {
    let once = Rate { each_second: 0.000_1, burst: 1.0 };
    let house = with(Limits { imports: once, new_sockets: once, ..patient() }).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = anna.eylau().await;
    let (_, journal) = anna.text(&format!("/api/games/{game}/journal")).await;
    assert_eq!(anna.send(reqwest::Method::POST, "/api/import", journal.clone()).await.0, 200);
    // By address: another browser does not help.
    let refused = bela.send(reqwest::Method::POST, "/api/import", journal).await;
    assert!(matches!(error(&refused), (429, words) if words.contains("imported games")), "{refused:?}");
    let _socket = anna.socket(&game, "").await;
    match bela.try_socket(&game, "", &house.url).await {
        Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
            assert_eq!(answer.status().as_u16(), 429);
            let words = String::from_utf8(answer.into_body().unwrap()).unwrap();
            assert!(words.contains("new connections to games"), "{words}");
        }
        other => panic!("{:?}", other.map(|_| "a socket")),
    }
}

/// Whatever is under way, the server ends soon, closes its sockets with a word, and has kept what it said it had.
#[tokio::test(flavor = "multi_thread")]
async fn it_ends_soon_whatever_is_under_way() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    // A general that would think for a minute, games of programs, questions, one who does not read.
    let marshal = anna.game("art-of-war", "eylau", json!({ "french": "strong:20000", "allied": "here" })).await;
    let mut thinking = anna.socket(&marshal, "").await;
    thinking.until(|message| message["kind"] == "thinking" && message["seat"] == "french").await;
    let mut watched = Vec::new();
    for _ in 0..4 {
        let game = random_game(&anna).await;
        watched.push(anna.socket(&game, "").await);
    }
    for number in 2..10 {
        let (browser, game) = (house.browser(number), game.clone());
        tokio::spawn(async move {
            let odds = browser.request(reqwest::Method::POST, &format!("/api/games/{game}/odds"));
            let _ = odds.body(json!({ "seat": "french", "order": "end movement" }).to_string()).send().await;
        });
    }
    let address = house.url.trim_start_matches("http://").to_owned();
    let mut deaf = TcpStream::connect(&address).await.unwrap();
    let request = format!("GET /api/titles/art-of-war/eylau/map.svg HTTP/1.1\r\nHost: {address}\r\n\r\n");
    for _ in 0..50 {
        let _ = deaf.write_all(request.as_bytes()).await;
    }
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let log = anna.snapshot(&game).await["log"].clone();
    let begun = Instant::now();
    let place = house.close().await;
    let took = begun.elapsed();
    assert!(!is_full() || took < Duration::from_secs(5), "{took:?}");
    let last = thinking.last_frame().await;
    assert!(last.is_some_and(|frame| frame.reason.as_str() == "reconnect in a moment"), "a close frame");
    drop(deaf);
    let house = House::at(place, patient(), None).await;
    assert_eq!(house.browser(1).snapshot(&game).await["log"], log);
}
