//! The API against a server on loopback.

use std::time::Duration;

use crate::common::{House, PATIENCE, Place, patient, titles};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Limits, Rate};

fn sentence(answer: &Value) -> &str {
    answer["error"].as_str().unwrap_or_else(|| panic!("no sentence: {answer}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_maps_counters_and_rules() {
    let house = House::open().await;
    let anna = house.browser(1);
    let titles = anna.get("/api/titles").await;
    assert_eq!(titles[0]["scenarios"][0]["seats"][0]["id"], "french");
    for scenario in ["eylau", "dresden"] {
        let base = format!("/api/titles/art-of-war/{scenario}");
        let (status, svg) = anna.text(&format!("{base}/map.svg")).await;
        assert!(status == 200 && svg.starts_with("<svg") && !svg.contains(" style="), "{status}");
        let map = anna.get(&format!("{base}/map.json")).await;
        assert!(map["places"]["0101"][0].is_number() && map["width"].as_f64().unwrap() > 500.0);
        let picture = anna.ask(anna.request(Method::GET, &format!("{base}/picture.jpg"))).await;
        assert_eq!(picture.headers()["content-type"], "image/jpeg");
        let picture = picture.bytes().await.unwrap();
        assert!(picture.starts_with(&[0xff, 0xd8]) && picture.len() < 200_000, "{} bytes", picture.len());
        let (_, counters) = anna.text(&format!("{base}/counters.svg")).await;
        let units = anna.get(&format!("{base}/units.json")).await;
        for unit in units["units"].as_array().unwrap() {
            let id = unit["id"].as_str().unwrap();
            assert!(counters.contains(&format!("<symbol id=\"unit-{id}\"")), "{id}");
        }
    }
    assert_eq!(anna.text("/api/titles/art-of-war/borodino/map.svg").await.0, 404);
    assert_eq!(anna.text("/api/titles/chess/e4/map.svg").await.0, 404);
    assert_eq!(anna.text("/api/titles/miniature/seven-boxes/map.svg").await.0, 404);
    let rules = anna.get("/api/titles/art-of-war/rules").await;
    let case = &rules["chapters"][3]["cases"][0];
    let example = case["examples"][0].as_str().unwrap();
    let shown = anna.get(&format!("/api/titles/art-of-war/examples/{example}")).await;
    assert!(shown["start"].as_str().unwrap().starts_with("<svg"));
    assert!(shown["steps"].as_array().unwrap().iter().all(|step| step["svg"].is_string()));
    assert_eq!(anna.text("/api/titles/art-of-war/examples/none").await.0, 404);
    assert_eq!(anna.text("/healthz").await, (200, "ok".into()));
}

/// Maps are compressed once; who cannot read that gets them as they are.
#[tokio::test(flavor = "multi_thread")]
async fn a_map_is_kept_compressed() {
    let house = House::open().await;
    let anna = house.browser(1);
    let path = "/api/titles/art-of-war/eylau/map.svg";
    let (_, plain) = anna.text(path).await;
    for (accepted, packed) in
        [("gzip, br", true), ("br;q=0, gzip;q=0.5", true), ("gzip;q=0", false), ("identity", false)]
    {
        let request = anna.request(Method::GET, path).header("Accept-Encoding", accepted);
        let answer = anna.ask(request).await;
        let coding = answer.headers().get("content-encoding").map(|value| value.to_str().unwrap().to_owned());
        let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
        let bytes = answer.bytes().await.unwrap();
        assert_eq!(coding.as_deref(), packed.then_some("gzip"), "{accepted}");
        let read = match packed {
            true => std::io::read_to_string(flate2::read::GzDecoder::new(&bytes[..])).unwrap(),
            false => String::from_utf8(bytes.to_vec()).unwrap(),
        };
        assert!(read == plain, "{accepted}: another map");
        let again = anna.request(Method::GET, path).header("Accept-Encoding", accepted).header("If-None-Match", tag);
        assert_eq!(anna.ask(again).await.status().as_u16(), 304, "{accepted}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_changes_the_game_and_a_delta_tells_it() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let mut socket = anna.socket(&game, "").await;
    let first = socket.next().await;
    assert_eq!(first["kind"], "snapshot");
    assert_eq!(first, anna.snapshot(&game).await);
    let version = first["version"].as_u64().unwrap();
    let offers = first["offers"]["french"].as_array().unwrap();
    let select = offers.iter().find(|offer| offer["verb"] == "select").unwrap();
    assert!(select["unit"].is_string() && select["place"].is_null());
    let order = select["order"].as_str().unwrap();
    socket.say(json!({ "order": { "seat": "french", "after": version, "order": order } }).to_string()).await;
    let delta = socket.next().await;
    assert_eq!((&delta["kind"], delta["version"].as_u64()), (&json!("delta"), Some(version + 1)));
    assert!(delta["offers"]["french"].as_array().unwrap().iter().any(|offer| offer["verb"] == "step"));
    assert!(delta.get("pieces").is_none() && delta.get("seats").is_none());
    assert_eq!(delta["undo"]["french"], true);
    // A step: a line of the log, a piece elsewhere.
    let step = delta["offers"]["french"].as_array().unwrap().iter().find(|offer| offer["verb"] == "step").unwrap();
    let (status, answer) = anna.order(&game, "french", step["order"].as_str().unwrap()).await;
    assert_eq!((status, answer["version"].as_u64()), (200, Some(version + 2)));
    let delta = socket.next().await;
    assert_eq!(delta["pieces_changed"][0]["id"], select["unit"]);
    assert_eq!(delta["pieces_changed"][0]["place"], step["place"]);
    assert_eq!(delta["log"][0]["units"][0], select["unit"]);
    // Back: the log is shorter again.
    let (status, _) =
        anna.post(&format!("/api/games/{game}/undo"), json!({ "seat": "french", "after": version + 2 })).await;
    assert_eq!(status, 200);
    let delta = socket.next().await;
    assert_eq!((&delta["log_from"], &delta["log"]), (&json!(0), &json!([])));
    assert_eq!(delta["redo"]["french"], true);
    let (status, _) =
        anna.post(&format!("/api/games/{game}/redo"), json!({ "seat": "french", "after": version + 3 })).await;
    assert_eq!(status, 200);
    assert_eq!(socket.next().await["log"].as_array().unwrap().len(), 1);
    // Whoever comes back with his version gets what he missed, and only that.
    let mut again = anna.socket(&game, &format!("?since={}", version + 2)).await;
    assert_eq!(again.next().await["version"], version + 3);
    assert_eq!(again.next().await["version"], version + 4);
    let mut same = anna.socket(&game, &format!("?since={}", version + 4)).await;
    assert_eq!(same.next().await, json!({ "kind": "delta", "version": version + 4 }));
    let mut unknown = anna.socket(&game, "?since=7").await;
    assert_eq!(unknown.next().await["kind"], "snapshot");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_orders_are_refused_and_change_nothing() {
    let house = House::open().await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = anna.eylau().await;
    let before = anna.snapshot(&game).await;
    let after = before["version"].clone();
    let path = format!("/api/games/{game}/orders");
    let order = |seat: &str, after: &Value, order: &str| json!({ "seat": seat, "after": after, "order": order });
    // Somebody else's seat, a seat that is not there, a game that is not there.
    let (status, answer) = bela.post(&path, order("french", &after, "end movement")).await;
    assert_eq!((status, sentence(&answer)), (403, "the seat French is not yours"));
    let (status, answer) = anna.post(&path, order("turkish", &after, "end movement")).await;
    assert_eq!(status, 400, "{}", sentence(&answer));
    for id in ["0".repeat(32), "x".into(), "..%2f..".into()] {
        let (status, answer) = anna.post(&format!("/api/games/{id}/orders"), order("french", &after, "halt")).await;
        assert_eq!((status, sentence(&answer)), (404, "there is no such game"));
    }
    // An old version, none at all.
    let (status, answer) = anna.post(&path, order("french", &json!(3), "end movement")).await;
    assert_eq!((status, &answer["version"]), (409, &after));
    let (status, answer) = anna.post(&path, json!({ "seat": "french", "order": "end movement" })).await;
    assert_eq!(status, 400, "{}", sentence(&answer));
    // Against the rules, with the case; not an order at all.
    let (status, answer) = anna.post(&path, order("allied", &after, "end movement")).await;
    assert_eq!(status, 422);
    assert!(answer["refusal"]["case"].is_string() && answer["refusal"]["facts"].is_string(), "{answer}");
    let unit = before["offers"]["french"][1]["unit"].as_str().unwrap();
    let (status, answer) = anna.post(&path, order("french", &after, &format!("move {unit} 9999"))).await;
    assert_eq!((status, &answer["refusal"]["case"]), (422, &json!("4.6")));
    let (status, answer) = anna.post(&path, order("french", &after, "surrender at once")).await;
    assert!(status == 400 && sentence(&answer).contains("is not an order"), "{answer}");
    // Broken, too long, of the wrong kind.
    for body in ["", "{", "[]", "{\"seat\": 1}", "\u{0}", "{\"seat\":\"french\",\"after\":-1,\"order\":\"halt\"}"] {
        let (status, answer) = anna.send(Method::POST, &path, body.into()).await;
        assert_eq!(status, 400, "{body}: {answer}");
    }
    let (status, answer) = anna.post(&path, order("french", &after, &"x".repeat(5_000))).await;
    assert_eq!(status, 400, "{}", sentence(&answer));
    // A little over the limit: of a much longer body the server would not wait for the end, and the client could not
    // read the answer.
    let (status, _) = anna.send(Method::POST, &path, "x".repeat(66_000)).await;
    assert_eq!(status, 413);
    assert_eq!(anna.send(Method::PUT, &path, String::new()).await.0, 405);
    assert_eq!(anna.text("/api/nothing").await.0, 404);
    assert_eq!(anna.snapshot(&game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_pages_and_names_are_turned_away() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let path = format!("{}/api/games/{game}/undo", house.url);
    let body = json!({ "seat": "french", "after": 1 }).to_string();
    let post = |origin: Option<&'static str>| {
        let request = anna.http.post(&path).header("Cookie", anna.cookie()).body(body.clone());
        origin.map_or(request.try_clone().unwrap(), |origin| request.header("Origin", origin))
    };
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1")] {
        assert_eq!(post(origin).send().await.unwrap().status(), 403);
    }
    let foreign =
        anna.http.get(format!("{}/api/titles", house.url)).header("Host", "evil.example").send().await.unwrap();
    assert_eq!(foreign.status(), 421);
    assert!(anna.try_socket(&game, "", "http://evil.example").await.is_err());
    // A stranger gets answers that carry the policies, and a cookie that scripts cannot read, as soon as something is to be his.
    let first = anna.http.get(format!("{}/api/titles", house.url)).send().await.unwrap();
    let header = |name: &str| first.headers()[name].to_str().unwrap().to_owned();
    assert!(!first.headers().contains_key("set-cookie"));
    let stranger =
        anna.http.post(format!("{}/api/session", house.url)).header("Origin", &house.url).send().await.unwrap();
    let cookie = stranger.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(!header("content-security-policy").contains("unsafe"));
    assert_eq!(header("referrer-policy"), "no-referrer");
    // Come from elsewhere, the browser may have one that it did not show; nothing that it opens pushes that out.
    let linked = anna.http.get(&house.url).header("Sec-Fetch-Site", "cross-site").send().await.unwrap();
    assert!(!linked.headers().contains_key("set-cookie"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_survive_giant_and_malformed_frames() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let mut socket = anna.socket(&game, "").await;
    let first = socket.next().await;
    for text in ["", "{", "[1]", "{\"order\": 3}", "{\"dance\": true}", "{\"order\":{\"seat\":\"french\"}}"] {
        socket.say(text).await;
        let answer = socket.next().await;
        assert_eq!(answer["kind"], "error", "{text}: {answer}");
    }
    socket.say(json!({ "order": { "seat": "french", "after": first["version"], "order": "halt" } }).to_string()).await;
    let refused = socket.next().await;
    assert!(refused["kind"] == "refused" && refused["refusal"]["case"].is_string(), "{refused}");
    socket.say("{\"ping\": 7}").await;
    assert_eq!(socket.next().await, json!({ "kind": "pong", "ping": 7 }));
    let _ = socket.try_say("x".repeat(4_000_000)).await;
    assert!(socket.ends().await);
    assert_eq!(anna.snapshot(&game).await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_join_by_link_and_spectators_only_look() {
    let house = House::open().await;
    let (anna, bela, cora) = (house.browser(1), house.browser(2), house.browser(3));
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    let url = links["seats"]["allied"].as_str().unwrap();
    assert!(links["seats"].get("french").is_none());
    assert_eq!(bela.text(&format!("/api/games/{game}/links")).await.0, 403);
    let token = url.rsplit('/').next().unwrap();
    let mut watching = anna.socket(&game, "").await;
    assert_eq!(watching.next().await["seats"][1]["taken"], false);
    let (status, joined) = bela.post("/api/join", json!({ "token": token })).await;
    assert_eq!((status, &joined["game"], &joined["seat"]), (200, &json!(game), &json!("allied")));
    assert_eq!(watching.next().await["seats"][1]["taken"], true);
    assert_eq!(watching.next().await["dice"], Value::Null, "nothing is waited for any more");
    assert_eq!(cora.post("/api/join", json!({ "token": token })).await.0, 404);
    assert_eq!(cora.post("/api/join", json!({ "token": "guess" })).await.0, 404);
    let seen = cora.snapshot(&game).await;
    assert_eq!((&seen["offers"], &seen["seats"][0]["mine"]), (&json!({}), &json!(false)));
    assert_eq!(cora.order(&game, "french", "end movement").await.0, 403);
    // Both see what one does.
    let mut other = bela.socket(&game, "").await;
    other.next().await;
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let (mine, theirs) = (watching.next().await, other.next().await);
    assert_eq!(mine["log"], theirs["log"]);
    // Chat and notes.
    other.say("{\"chat\": \"Bonjour\"}").await;
    let said = watching.next().await;
    assert_eq!((&said["kind"], &said["seat"], &said["text"]), (&json!("chat"), &json!("allied"), &json!("Bonjour")));
    assert_eq!(
        bela.send(Method::PUT, &format!("/api/games/{game}/notes"), json!({ "text": "wait" }).to_string()).await.0,
        200
    );
    assert_eq!(bela.get(&format!("/api/games/{game}/notes")).await["text"], "wait");
    assert_eq!(anna.get(&format!("/api/games/{game}/notes")).await["text"], "");
    // Lists, rematch, deletion.
    assert_eq!(bela.get("/api/games").await[0]["mine"], json!(["allied"]));
    let (status, rematch) = bela.post(&format!("/api/games/{game}/rematch"), json!({})).await;
    assert_eq!(status, 200, "{rematch}");
    let again = bela.snapshot(rematch["id"].as_str().unwrap()).await;
    assert_eq!((&again["seats"][0]["mine"], &again["seats"][1]["mine"]), (&json!(true), &json!(false)));
    // Who is asked finds it where he played, in no list before he has said yes; there is one however often one asks.
    let listed = |games: Value| games.as_array().unwrap().iter().any(|game| game["id"] == rematch["id"]);
    assert!(!listed(anna.get("/api/games").await));
    assert_eq!(anna.snapshot(&game).await["rematch"], rematch["id"]);
    assert_eq!(cora.snapshot(&game).await["rematch"], json!(null));
    assert_eq!(bela.post(&format!("/api/games/{game}/rematch"), json!({})).await.1["id"], rematch["id"]);
    assert_eq!(anna.post(&format!("/api/games/{game}/rematch"), json!({})).await.1["id"], rematch["id"]);
    let accepted = anna.snapshot(rematch["id"].as_str().unwrap()).await;
    assert_eq!((&accepted["seats"][0]["mine"], &accepted["seats"][1]["mine"]), (&json!(false), &json!(true)));
    assert!(listed(anna.get("/api/games").await));
    // What is said at the table is for those who sit at it.
    let chat = format!("/api/games/{game}/chat");
    assert_eq!(anna.get(&chat).await[0]["text"], "Bonjour");
    assert_eq!(cora.text(&chat).await.0, 403);
    let delete = |who: crate::common::Browser| {
        let path = format!("/api/games/{game}");
        async move { who.send(Method::DELETE, &path, String::new()).await.0 }
    };
    assert_eq!(delete(bela.clone()).await, 403);
    assert_eq!(delete(anna.clone()).await, 200);
    assert_eq!(anna.text(&format!("/api/games/{game}")).await.0, 404);
}

/// Random seats and dice move by themselves; odds, replay, branch, export and import.
#[tokio::test(flavor = "multi_thread")]
async fn the_machine_plays_and_the_game_can_be_told_again() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "random" })).await;
    let mut turns = 0;
    for _ in 0..400 {
        let now = anna.snapshot(&game).await;
        turns = now["turn"].as_u64().unwrap();
        if turns >= 3 || now["pending"]["kind"] == "over" {
            break;
        }
        match now["offers"]["french"].as_array().and_then(|offers| offers.first()) {
            Some(offer) => {
                let order = offer["order"].as_str().unwrap();
                let body = json!({ "seat": "french", "after": now["version"], "order": order });
                let (status, answer) = anna.post(&format!("/api/games/{game}/orders"), body).await;
                assert!(status == 200 || status == 409, "{answer}");
            }
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    assert!(turns >= 3, "the game does not go on");
    let at = |step: usize| format!("/api/games/{game}/steps/{step}");
    let (start, later) = (anna.get(&at(0)).await, anna.get(&at(20)).await);
    assert!(start["log"].as_array().unwrap().is_empty() && start["pieces"] != later["pieces"]);
    assert_eq!(anna.text(&at(1_000_000)).await.0, 404);
    let (status, branch) = anna.post(&format!("/api/games/{game}/branch"), json!({ "step": 20 })).await;
    assert_eq!(status, 200, "{branch}");
    assert_eq!(anna.snapshot(branch["id"].as_str().unwrap()).await["pieces"], later["pieces"]);
    // What is exported while the game runs does not hold the seed, and is taken in again: the game goes on with new dice.
    let (status, journal) = anna.text(&format!("/api/games/{game}/journal")).await;
    assert!(status == 200 && journal.contains("\"seed\":null"), "{status}");
    let now = anna.snapshot(&game).await;
    let (status, answer) = anna.send(Method::POST, "/api/import", journal).await;
    assert_eq!(status, 200, "{answer}");
    let id = answer["id"].as_str().unwrap();
    let again = anna.snapshot(id).await;
    assert_eq!((&again["pieces"], &again["unverified"]), (&now["pieces"], &json!(true)));
    let (old, new) =
        (anna.get(&format!("/api/games/{game}/dice")).await, anna.get(&format!("/api/games/{id}/dice")).await);
    assert_ne!(old["commitment"], new["commitment"]);
    let thrown = new["throws"].as_array().unwrap();
    assert!(thrown.iter().all(|throw| throw["source"] == "unverified"), "{new}");
    assert_eq!(thrown.len(), old["throws"].as_array().unwrap().len());
    let whole = anna.get(&format!("/api/games/{id}/log")).await;
    let with_dice = whole["log"].as_array().unwrap().iter().filter(|line| line["dice"].is_array());
    assert!(with_dice.clone().all(|line| line["unverified"] == true), "{whole}");
    assert_eq!(with_dice.count() > 0, !thrown.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_a_hidden_game_is_branched_from() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.game("miniature", "seven-boxes", json!({})).await;
    assert_eq!(anna.order(&game, "army", "place all in abbey").await.0, 200);
    let (_, record) = anna.text(&format!("/api/games/{game}/journal?as=army")).await;
    assert!(record.starts_with("{\"sabretache_record\""), "{record}");
    let (status, answer) = anna.send(Method::POST, "/api/import", record.clone()).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer["notices"].to_string().contains("filled in at random"), "{answer}");
    let again = anna.get(&format!("/api/games/{}?as=army", answer["id"].as_str().unwrap())).await;
    assert_eq!(again["pieces"], anna.get(&format!("/api/games/{game}?as=army")).await["pieces"]);
    let (status, answer) = anna.send(Method::POST, "/api/import", record.replace("\"seven-boxes\"", "\"eight\"")).await;
    assert_eq!(status, 400, "{answer}");
    assert_eq!(anna.text(&format!("/api/games/{game}/position")).await.0, 403);
    assert_eq!(anna.get(&format!("/api/games/{game}/dice")).await["throws"], json!([]));
}

/// Somebody who sends his request drop by drop is cut off, and nobody else notices.
#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_do_not_hold_connections() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let limits = Limits { header: Duration::from_millis(300), ..patient() };
    let house = House::with(limits, None).await;
    let address = house.url.trim_start_matches("http://").to_owned();
    let mut slow = tokio::net::TcpStream::connect(&address).await.unwrap();
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nX-Slow: ");
    slow.write_all(request.as_bytes()).await.unwrap();
    let cut_off = async {
        loop {
            let mut answer = [0; 256];
            let heard = tokio::time::timeout(Duration::from_millis(50), slow.read(&mut answer)).await;
            if slow.write_all(b"x").await.is_err() || matches!(heard, Ok(Ok(0) | Err(_))) {
                break;
            }
        }
    };
    tokio::time::timeout(PATIENCE, cut_off).await.expect("the connection is closed");
    assert_eq!(house.browser(1).text("/healthz").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons_positions_and_examples() {
    let house = House::open().await;
    let anna = house.browser(1);
    let lessons = anna.get("/api/titles/art-of-war/introduction").await;
    assert_eq!(lessons["lessons"].as_array().unwrap().len(), 6);
    for lesson in lessons["lessons"].as_array().unwrap() {
        let example = lesson["example"].as_str().unwrap();
        assert!(anna.get(&format!("/api/titles/art-of-war/examples/{example}")).await["start"].is_string());
    }
    assert_eq!(anna.text("/api/titles/miniature/introduction").await.0, 404);
    // What a position can be made of, and one made of it.
    let kit = anna.get("/api/titles/art-of-war/eylau/sandbox").await;
    let counters = kit["counters"].as_array().unwrap();
    let of = |side: &str| counters.iter().find(|counter| counter["side"] == side).unwrap()["id"].clone();
    let wish = json!({
        "scenario": "eylau", "turn": 4, "phase": "combat", "active": "french",
        "units": [{ "id": of("french"), "place": "1010" }, { "id": of("allied"), "place": "1011" }],
    });
    let (status, made) = anna.post("/api/titles/art-of-war/position", wish.clone()).await;
    assert_eq!((status, &made["faults"], &made["sheets"]), (200, &json!([]), &Value::Null), "{made}");
    assert_eq!(made["board"]["pieces"].as_array().unwrap().len(), 2);
    let text = made["text"].as_str().unwrap();
    // The same looked at as text; with a fault it says where.
    let (_, looked) = anna.post("/api/titles/art-of-war/position", json!({ "text": text })).await;
    assert_eq!(looked["board"], made["board"]);
    let wrong = text.replace("1011", "1010");
    let (status, looked) = anna.post("/api/titles/art-of-war/position", json!({ "text": wrong })).await;
    assert!(status == 200 && looked["board"].is_null(), "{looked}");
    assert!(looked["faults"][0]["line"].as_u64().unwrap() > 3 && looked["faults"][0]["sentence"].is_string());
    assert_eq!(anna.post("/api/titles/art-of-war/position", json!({ "scenario": "borodino" })).await.0, 400);
    // A game that starts there, outlives the server, and tells its position again.
    let new = |text: &str| json!({ "title": "art-of-war", "position": text });
    let (status, answer) = anna.post("/api/games", new(text)).await;
    assert_eq!(status, 200, "{answer}");
    let game = answer["id"].as_str().unwrap().to_owned();
    let now = anna.snapshot(&game).await;
    assert_eq!((&now["scenario"], &now["pieces"]), (&json!("eylau"), &made["board"]["pieces"]));
    let told = anna.get(&format!("/api/games/{game}/position")).await;
    assert_eq!(anna.post("/api/titles/art-of-war/position", told).await.1["board"], made["board"]);
    let (status, answer) = anna.post("/api/games", new(&wrong)).await;
    assert!(status == 400 && answer["faults"][0]["line"].is_number(), "{answer}");
    let both = json!({ "title": "art-of-war", "position": text, "scenario": "eylau" });
    assert_eq!(anna.post("/api/games", both).await.0, 400);
    let (status, exported) = anna.text(&format!("/api/games/{game}/journal")).await;
    assert_eq!(status, 200);
    assert_eq!(anna.send(Method::POST, "/api/import", exported).await.0, 200);
    assert_eq!(anna.post(&format!("/api/games/{game}/rematch"), json!({})).await.0, 200);
    let place = house.close().await;
    let house = House::at(place, patient(), None).await;
    let anna = house.browser(1);
    assert_eq!(anna.snapshot(&game).await["pieces"], now["pieces"]);
    // A map of one's own is drawn for the game.
    let own = "[position]\nmap = \"blank 6x6\"\nunits = [\"fr a: Lev 5-4i @ 0303\", \"ru x: Tut 5-4i @ 0505\"]\n";
    let (_, looked) = anna.post("/api/titles/art-of-war/position", json!({ "text": own })).await;
    assert!(looked["sheets"]["map"].as_str().unwrap().starts_with("<svg"));
    let (_, answer) = anna.post("/api/games", new(own)).await;
    let id = answer["id"].as_str().unwrap();
    let sheets = anna.snapshot(id).await["sheets"].as_str().unwrap().to_owned();
    assert_eq!(anna.get(&format!("{sheets}/map.json")).await["places"].as_object().unwrap().len(), 36);
    assert!(anna.text(&format!("{sheets}/counters.svg")).await.1.contains("unit-x"));
    let mine = anna.get("/api/games").await;
    let listed = mine.as_array().unwrap().iter().find(|listed| listed["id"] == id).unwrap();
    assert_eq!(listed["mine"], json!(["french", "allied"]));
    // Examples are run for whoever brings them.
    let sound =
        "rules = []\ntitle = \"March\"\n".to_owned() + own + "[[step]]\nby = \"french\"\ndo = \"move a 0304\"\n";
    let (_, report) = anna.post("/api/titles/art-of-war/example", json!({ "text": sound })).await;
    assert_eq!((&report["passed"], &report["steps"]), (&json!(true), &json!(1)), "{report}");
    let (_, report) =
        anna.post("/api/titles/art-of-war/example", json!({ "text": sound.replace("move a", "move b") })).await;
    assert!(report["passed"] == false && report["faults"][0]["line"].as_u64().unwrap() > 5, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_is_imported_and_marked_unverified() {
    let house = House::open().await;
    let anna = house.browser(1);
    let dice = kernel::SeededDice::new(kernel::Bytes32([7; 32]), Vec::new());
    let title = &crate::common::titles()[0];
    let mut journal = title.start("eylau", &kernel::Options::new(), Some(&dice)).unwrap();
    journal.submit(kernel::Seat(0), "end movement").unwrap();
    let text = journal.journal_text();
    let (status, answer) = anna.send(Method::POST, "/api/import", text.clone()).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(anna.snapshot(answer["id"].as_str().unwrap()).await["unverified"], true);
    let (status, answer) =
        anna.send(Method::POST, "/api/import", text.replace("end movement", "end  movement") + "{}\n").await;
    assert_eq!(status, 400, "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_are_those_of_the_command_line() {
    let house = House::open().await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let before = anna.snapshot(&game).await;
    let path = format!("/api/games/{game}/odds");
    let (status, odds) = anna.post(&path, json!({ "seat": "french", "order": "end movement" })).await;
    assert_eq!((status, &odds["exact"]), (200, &json!(true)), "{odds}");
    assert_eq!(odds["lines"][0]["percent"], 100.0);
    assert_eq!(anna.post(&path, json!({ "seat": "allied", "order": "end movement" })).await.0, 422);
    assert_eq!(anna.post(&path, json!({ "seat": "french" })).await.0, 400);
    assert_eq!(anna.snapshot(&game).await, before);
    // The game may go on while the odds are asked for: that is no mistake of whoever asked.
    let order = json!({ "seat": "french", "after": before["version"], "order": "end movement" });
    assert_eq!(anna.post(&path, order.clone()).await.1["lines"], odds["lines"]);
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let (status, passed) = anna.post(&path, order).await;
    assert_eq!((status, &passed["lines"]), (200, &json!([])), "{passed}");
    assert_eq!(passed["unreckoned"], "the game has gone on since");
}

/// What was acknowledged is there after the server was stopped and started again; idle games leave the memory and return.
#[tokio::test(flavor = "multi_thread")]
async fn games_outlive_the_server_and_idleness() {
    let limits = Limits { idle: Duration::from_millis(100), ..patient() };
    let house = House::with(limits, None).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let before = anna.snapshot(&game).await;
    let same =
        |now: &Value| ["log", "pieces", "pending", "offers", "panels"].iter().all(|key| now[*key] == before[*key]);
    // Whoever looks keeps it in memory: each time it is left alone for longer.
    let mut idle = before.clone();
    for wait in (0..12).map(|doubled| Duration::from_millis(150 << doubled)) {
        tokio::time::sleep(wait).await;
        idle = anna.snapshot(&game).await;
        if idle["version"] != before["version"] {
            break;
        }
    }
    assert!(same(&idle) && idle["version"] != before["version"]);
    let (status, answer) = anna
        .post(
            &format!("/api/games/{game}/orders"),
            json!({ "seat": "allied", "after": before["version"], "order": "fresh done" }),
        )
        .await;
    assert_eq!(status, 409, "{answer}");
    let mut socket = anna.socket(&game, "").await;
    socket.next().await;
    let place = house.close().await;
    assert!(socket.ends().await);
    let house = House::at(place, patient(), None).await;
    assert!(same(&house.browser(1).snapshot(&game).await));
}

/// Looking at a game needs no write: neither the file nor its log moves, also when the game comes into memory for it.
#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_game_writes_nothing() {
    let house = House::of(titles(), Place::in_a_file(), patient(), None).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    assert_eq!(anna.order(&game, "french", "end movement").await.0, 200);
    let house = House::at(house.close().await, patient(), None).await;
    let file = house.place.database.trim_start_matches("sqlite:").to_owned();
    let kept =
        || [String::new(), "-wal".into()].map(|ending| std::fs::read(format!("{file}{ending}")).unwrap_or_default());
    let (anna, stranger) = (house.browser(1), house.browser(9));
    let mut unchanged = false;
    // A server that begins forgets old sessions, once; who looks never writes.
    for _ in 0..3 {
        let before = kept();
        for who in [&anna, &stranger] {
            for path in ["", "/log", "/dice", "/steps/1", "/overlays"] {
                assert_eq!(who.text(&format!("/api/games/{game}{path}")).await.0, 200, "{path}");
            }
            let mut socket = who.socket(&game, "").await;
            assert_eq!(socket.next().await["kind"], "snapshot");
            socket.heard().await;
        }
        unchanged |= kept() == before;
    }
    assert!(unchanged, "whoever looks changes the database");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_often_waits() {
    let limits = Limits { browser: Rate { each_second: 0.001, burst: 20.0 }, ..patient() };
    let house = House::with(limits, None).await;
    let (anna, bela) = (house.browser(1).known().await, house.browser(2).known().await);
    let mut refused = 0;
    for _ in 0..40 {
        refused += usize::from(anna.text("/api/titles").await.0 == 429);
    }
    assert_eq!(refused, 20);
    assert_eq!(bela.text("/api/titles").await.0, 200);
}
