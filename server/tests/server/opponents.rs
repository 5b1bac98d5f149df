//! Generals over the API: whole games, thoughts that are told, broken off and taken up again, hints, reviews.

use std::time::{Duration, Instant};

use crate::common::{Browser, House, PATIENCE, Socket, is_full, patient};
use reqwest::Method;
use serde_json::{Value, json};
use server::{Limits, Rate};

/// Players who ask as fast as they can, and reviews that do not look too closely.
/// So long a thought does not end while a test runs.
const HOURS: Duration = Duration::from_secs(36_000);

fn quick() -> Limits {
    let rate = Rate { each_second: 10_000.0, burst: 10_000.0 };
    Limits { browser: rate, address: rate, review: (2, 6), thought: HOURS, hint: HOURS, ..patient() }
}

fn sentence(answer: &Value) -> &str {
    answer["error"].as_str().unwrap_or_else(|| panic!("no sentence: {answer}"))
}

/// Anna has the French, a general the Allies.
async fn against(anna: &Browser, general: &str) -> String {
    anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": general })).await
}

fn is_asked(snapshot: &Value, seat: &str) -> bool {
    snapshot["pending"]["asks"].as_array().is_some_and(|asks| asks.iter().any(|ask| ask["seat"] == seat))
}

/// Whether the Allies are to move: what they are asked in the French turn before that is soon answered.
fn allies_move(snapshot: &Value) -> bool {
    snapshot["pending"]["asks"].as_array().is_some_and(|asks| {
        asks.iter().any(|ask| ask["seat"] == "allied" && ask["short"].as_str().unwrap().starts_with("movement"))
    })
}

/// Gives up the French turn: ends every phase, and takes the last offer where something else is asked.
async fn pass_turn(anna: &Browser, game: &str) {
    let begun = anna.snapshot(game).await["turn"].clone();
    for _ in 0..4_000 {
        let now = anna.snapshot(game).await;
        if allies_move(&now) || now["turn"] != begun || now["pending"]["kind"] == "over" {
            return;
        }
        if !is_asked(&now, "french") {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        }
        let offers = now["offers"]["french"].as_array().unwrap();
        let offer = offers.iter().find(|offer| offer["ends"] == true).or(offers.last()).unwrap();
        let body = json!({ "seat": "french", "after": now["version"], "order": offer["order"] });
        let (status, answer) = anna.post(&format!("/api/games/{game}/orders"), body).await;
        assert!(status == 200 || status == 409, "{answer}");
    }
    panic!("the French turn does not end");
}

/// Answers whatever the French are asked until the next turn begins.
async fn to_next_turn(anna: &Browser, game: &str) -> Value {
    let begun = anna.snapshot(game).await["turn"].clone();
    let waited = Instant::now();
    loop {
        let now = anna.snapshot(game).await;
        if now["turn"] != begun || now["pending"]["kind"] == "over" {
            return wait_for(anna, game, |now| is_asked(now, "french") || now["pending"]["kind"] == "over").await;
        }
        match now["offers"]["french"].as_array() {
            Some(offers) => {
                let offer = offers.iter().find(|offer| offer["ends"] == true).or(offers.last()).unwrap();
                let body = json!({ "seat": "french", "after": now["version"], "order": offer["order"] });
                let (status, answer) = anna.post(&format!("/api/games/{game}/orders"), body).await;
                assert!(status == 200 || status == 409, "{answer}");
            }
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
        assert!(waited.elapsed() < PATIENCE, "the turn does not end: {}", now["pending"]);
    }
}

/// Waits for something to become true of the game as Anna sees it.
async fn wait_for(anna: &Browser, game: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let now = anna.snapshot(game).await;
        if wanted(&now) {
            return now;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {}", now["pending"]);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn takeback(anna: &Browser, game: &str, step: Option<usize>) -> (u16, Value) {
    for _ in 0..100 {
        let after = anna.snapshot(game).await["version"].clone();
        let mut body = json!({ "seat": "french", "after": after });
        if let Some(step) = step {
            body["step"] = step.into();
        }
        let answer = anna.post(&format!("/api/games/{game}/takeback"), body).await;
        // A general may have ordered something in between.
        if answer.0 != 409 || answer.1.get("version").is_none() {
            return answer;
        }
    }
    panic!("no moment for a takeback");
}

fn thinks(message: &Value) -> bool {
    message["kind"] == "thinking" && message["seat"].is_string()
}

fn thought(message: &Value) -> bool {
    message["kind"] == "thinking" && message["seat"].is_null()
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_name_their_generals_and_nonsense_is_refused() {
    let house = House::open().await;
    let anna = house.browser(1);
    let titles = anna.get("/api/titles").await;
    let ids = |title: usize, what: &str| -> Vec<String> {
        let list = titles[title][what].as_array().unwrap().iter();
        list.map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(0, "generals"), ["cadet", "captain", "colonel", "marshal"]);
    assert_eq!(ids(0, "styles"), ["balanced", "bold", "cautious"]);
    let colonel = &titles[0]["generals"][2];
    assert!(colonel["name"] == "Colonel" && colonel["words"].is_string() && colonel.get("strength").is_some());
    assert!(ids(1, "generals").is_empty() && ids(1, "styles").is_empty());
    let long = format!("colonel{}", ":bold".repeat(20));
    for (name, words) in [
        ("emperor", "there is no general \"emperor\""),
        ("", "there is no general"),
        ("colonel:brave", "not a budget"),
        ("strong:61s", "60 seconds"),
        ("strong:20001", "20000 simulations"),
        ("strong:NaNs", "not a budget"),
        (long.as_str(), "may have at most"),
    ] {
        let body = json!({ "title": "art-of-war", "scenario": "eylau", "seats": { "allied": name } });
        let (status, answer) = anna.post("/api/games", body).await;
        assert!(status == 400 && sentence(&answer).contains(words), "{name}: {answer}");
    }
    let body = json!({ "title": "miniature", "scenario": "seven-boxes", "seats": { "host": "colonel" } });
    let (status, answer) = anna.post("/api/games", body).await;
    assert!(status == 400 && sentence(&answer).contains("no generals"), "{answer}");
    for (name, title) in [("captain:bold", "Captain, bold"), ("strong:400", "Strong, 400 simulations")] {
        let game = anna.game("art-of-war", "eylau", json!({ "allied": name })).await;
        let seats = anna.snapshot(&game).await["seats"].clone();
        assert_eq!((&seats[0]["general"], &seats[0]["by"]), (&Value::Null, &json!("here")));
        assert_eq!(
            (&seats[1]["general"], &seats[1]["by"], &seats[1]["taken"]),
            (&json!(title), &json!("general"), &json!(true))
        );
        let listed = anna.get("/api/games").await;
        assert_eq!(listed[0]["generals"], json!({ "allied": title }));
    }
}

/// A whole game of two generals, followed on a socket; then its review.
#[tokio::test(flavor = "multi_thread")]
async fn two_generals_play_a_game_to_its_end_and_it_is_reviewed() {
    let house = House::with(quick(), Some(1807)).await;
    let anna = house.browser(1);
    let game = anna.game("art-of-war", "eylau", json!({ "french": "odds-greedy:bold", "allied": "portfolio:4" })).await;
    let path = format!("/api/games/{game}/review");
    let mut socket = anna.socket(&game, "").await;
    let first = socket.next().await;
    assert!(first["offers"].as_object().unwrap().is_empty(), "nobody plays here");
    let (status, answer) = anna.post(&path, json!({})).await;
    assert_eq!((status, sentence(&answer)), (409, "a game can be reviewed only when it is over"));
    let last = socket.until(|message| message["pending"]["kind"] == "over").await;
    let verdict = &last["pending"]["verdict"];
    let now = anna.snapshot(&game).await;
    assert_eq!((&now["pending"]["verdict"], &now["version"]), (verdict, &last["version"]));
    let (_, journal) = anna.text(&format!("/api/games/{game}/journal")).await;
    let (status, answer) = anna.send(Method::POST, "/api/import", journal).await;
    assert_eq!(status, 200, "every order of the journal is legal: {answer}");
    // The review.
    assert_eq!(anna.get(&path).await, json!({ "state": "none" }));
    let stranger = house.browser(2);
    let (status, answer) = stranger.post(&path, json!({})).await;
    assert_eq!((status, &answer["state"]), (202, &json!("working")));
    let begun = Instant::now();
    let mut shares = vec![0.0];
    let review = loop {
        let told = anna.get(&path).await;
        match told["state"].as_str() {
            Some("working") => shares.push(told["share"].as_f64().unwrap()),
            Some("ready") => break told["review"].clone(),
            _ => panic!("{told}"),
        }
        assert!(begun.elapsed() < PATIENCE, "{told}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(shares.is_sorted(), "{shares:?}");
    assert_eq!(anna.post(&path, json!({})).await, (200, json!({ "state": "ready", "share": 1.0 })));
    assert_eq!(review["first_seat"], "french");
    let last_step = anna.get(&format!("/api/games/{game}/steps/0")).await["last_step"].as_u64().unwrap();
    let curve = review["curve"].as_array().unwrap();
    assert!(curve.len() > 10 && curve[0]["step"] == 0 && curve.last().unwrap()["step"] == last_step, "{curve:?}");
    for point in curve {
        assert!((0.0..=1.0).contains(&point["score"].as_f64().unwrap()), "{point}");
    }
    // The replay shows the turn of which a point tells.
    let middle = &curve[curve.len() / 2];
    let shown = anna.get(&format!("/api/games/{game}/steps/{}", middle["step"])).await;
    assert_eq!(shown["turn"], middle["turn"]);
    let points = review["turning_points"].as_array().unwrap();
    assert!(!points.is_empty());
    for point in points {
        let (step, until) = (point["step"].as_u64().unwrap(), point["until"].as_u64().unwrap());
        assert!(step <= until && until <= last_step, "{point}");
        let number = |name: &str| point[name].as_f64().unwrap();
        let swing = number("after") - number("before");
        assert!((swing - number("dice") - number("orders")).abs() < 1e-6, "luck and orders are not the swing: {point}");
        // It is a turn of the curve, and its cause is what pulled it there.
        let at = curve.iter().position(|other| other["step"] == point["step"]).expect("a turn of the curve");
        let of_curve = |place: usize| curve[place]["score"].as_f64().unwrap();
        assert!((of_curve(at) - number("before")).abs() + (of_curve(at + 1) - number("after")).abs() < 1e-6, "{point}");
        let cause = if number("dice") * swing > number("orders") * swing { "dice" } else { "decision" };
        assert_eq!(point["cause"], cause, "{point}");
        for fall in point["throws"].as_array().unwrap() {
            // The board of that step is the one after the die has fallen.
            let shown = anna.get(&format!("/api/games/{game}/steps/{}", fall["step"])).await;
            assert_eq!(shown["log"].as_array().unwrap().last().unwrap()["text"], fall["words"]);
        }
        for better in point["better"].as_array().unwrap() {
            assert!(better["label"].is_string() && better["orders"].is_array(), "{point}");
        }
    }
    // The steepest turn of the curve is among them, and everything together leads from its beginning to its end.
    let scores: Vec<f64> = curve.iter().map(|point| point["score"].as_f64().unwrap()).collect();
    let steepest = (0..scores.len() - 1).max_by(|a, b| {
        let swing = |place: usize| (scores[place + 1] - scores[place]).abs();
        swing(*a).total_cmp(&swing(*b))
    });
    let step = &curve[steepest.unwrap()]["step"];
    assert!(points.iter().any(|point| point["step"] == *step), "step {step} of the curve is no turning point");
    let orders: f64 = review["decisions"].as_array().unwrap().iter().map(|sum| sum.as_f64().unwrap()).sum();
    let whole = scores.last().unwrap() - scores[0];
    assert!((whole - orders - review["dice"].as_f64().unwrap()).abs() < 1e-6, "{review}");
    // Whoever deletes the game deletes what was said about it.
    assert_eq!(anna.send(Method::DELETE, &format!("/api/games/{game}"), String::new()).await.0, 200);
    assert_eq!(anna.text(&path).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_against_a_general_who_need_not_agree_to_anything() {
    let house = House::with(quick(), Some(7)).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = against(&anna, "portfolio:4").await;
    let start = anna.snapshot(&game).await;
    // Nobody can take the general's seat or order for it.
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    assert!(links["seats"].as_object().unwrap().is_empty());
    assert_eq!(anna.order(&game, "allied", "end movement").await.0, 403);
    let now = to_next_turn(&anna, &game).await;
    assert_eq!(now["turn"], 2);
    let moved = |now: &Value| {
        let place = |list: &Value, id: &Value| {
            list.as_array().unwrap().iter().find(|piece| piece["id"] == *id).map(|piece| piece["place"].clone())
        };
        let pieces = now["pieces"].as_array().unwrap().iter().filter(|piece| piece["side"] == "allied");
        pieces.filter(|piece| place(&start["pieces"], &piece["id"]) != Some(piece["place"].clone())).count()
    };
    assert!(moved(&now) >= 2, "the general moved {} units", moved(&now));
    // Back to the beginning, at once.
    let (status, answer) = takeback(&anna, &game, Some(0)).await;
    assert_eq!(status, 200, "{answer}");
    let again = wait_for(&anna, &game, |now| is_asked(now, "french")).await;
    assert_eq!((&again["pieces"], &again["turn"]), (&start["pieces"], &start["turn"]));
    // The general plays on from there.
    let now = to_next_turn(&anna, &game).await;
    assert!(moved(&now) >= 2);
    // A branch keeps the general, a rematch gives it the other side; whoever looks on gets no seat by either.
    let step = json!({ "step": 0 });
    let (status, branch) = anna.post(&format!("/api/games/{game}/branch"), step).await;
    assert_eq!(status, 200, "{branch}");
    let seats = anna.snapshot(branch["id"].as_str().unwrap()).await["seats"].clone();
    assert_eq!((&seats[0]["mine"], &seats[1]["general"]), (&json!(true), &json!("Portfolio, 4 simulations")));
    let (status, rematch) = anna.post(&format!("/api/games/{game}/rematch"), json!({})).await;
    assert_eq!(status, 200, "{rematch}");
    let rematch = rematch["id"].as_str().unwrap();
    let seats = anna.snapshot(rematch).await["seats"].clone();
    assert_eq!((&seats[0]["general"], &seats[1]["mine"]), (&json!("Portfolio, 4 simulations"), &json!(true)));
    wait_for(&anna, rematch, |now| is_asked(now, "allied")).await;
    assert_eq!(bela.post(&format!("/api/games/{game}/rematch"), json!({})).await.0, 403);
}

/// From a position that was set up by hand.
#[tokio::test(flavor = "multi_thread")]
async fn generals_play_positions() {
    let house = House::with(quick(), Some(11)).await;
    let anna = house.browser(1);
    let printed = anna.eylau().await;
    let text = anna.get(&format!("/api/games/{printed}/position")).await["text"].clone();
    let body =
        json!({ "title": "art-of-war", "position": text, "seats": { "french": "here", "allied": "portfolio:2" } });
    let (status, answer) = anna.post("/api/games", body).await;
    assert_eq!(status, 200, "{answer}");
    let game = answer["id"].as_str().unwrap();
    let start = anna.snapshot(game).await;
    pass_turn(&anna, game).await;
    let now = wait_for(&anna, game, |now| is_asked(now, "french")).await;
    assert_ne!(now["pieces"], start["pieces"]);
}

/// So much thought that it does not end while a test runs.
const LONG: &str = "strong:3600s";

/// A game in which the general has begun to think, and a socket that has heard of it.
async fn thinking_game(anna: &Browser, general: &str) -> (String, Socket, Value) {
    let game = against(anna, general).await;
    let mut socket = anna.socket(&game, "").await;
    pass_turn(anna, &game).await;
    let message = socket.until(thinks).await;
    (game, socket, message)
}

#[tokio::test(flavor = "multi_thread")]
async fn thoughts_are_told_and_broken_off() {
    let house = House::with(quick(), Some(3)).await;
    let anna = house.browser(1);
    let (game, mut socket, first) = thinking_game(&anna, LONG).await;
    assert_eq!((&first["seat"], &first["budget"], &first["expects"]), (&json!("allied"), &json!(3600.0), &Value::Null));
    assert!(first.get("version").is_none());
    let before = anna.snapshot(&game).await;
    let later = socket.until(|message| thinks(message) && message["share"].as_f64() > first["share"].as_f64()).await;
    assert!(later["share"].as_f64().unwrap() < 1.0 && later["seconds"].as_f64().unwrap() > 0.0, "{later}");
    // Whoever comes now is told at once; the version stands still, and questions are answered meanwhile.
    let mut other = house.browser(2).socket(&game, "").await;
    assert_eq!(other.next().await["kind"], "snapshot");
    assert!(thinks(&other.next().await));
    assert_eq!(anna.snapshot(&game).await, before);
    let hints = anna.post(&format!("/api/games/{game}/hints"), json!({ "seat": "french" })).await;
    assert_eq!((hints.0, sentence(&hints.1).contains("nothing to decide")), (409, true), "{hints:?}");
    // A takeback ends the thought long before its time; the next order begins another.
    let (status, answer) = takeback(&anna, &game, Some(0)).await;
    assert_eq!(status, 200, "{answer}");
    for socket in [&mut socket, &mut other] {
        socket.until(thought).await;
    }
    let now = anna.snapshot(&game).await;
    assert!(is_asked(&now, "french") && now["turn"] == 1, "{}", now["pending"]);
    pass_turn(&anna, &game).await;
    socket.until(thinks).await;
    // Deletion ends it, too, and the cores are free for others: one that answers at once does.
    assert_eq!(anna.send(Method::DELETE, &format!("/api/games/{game}"), String::new()).await.0, 200);
    socket.until(|message| message["kind"] == "error").await;
    let quick = against(&anna, "portfolio:2").await;
    pass_turn(&anna, &quick).await;
    wait_for(&anna, &quick, |now| is_asked(now, "french")).await;
    // And a server that is told to stop does not wait for a thought.
    thinking_game(&anna, LONG).await;
    house.close().await;
}

/// Two who think at the same time both get on, and one who answers at once is not kept waiting by them.
#[tokio::test(flavor = "multi_thread")]
async fn generals_share_the_machine() {
    let house = House::with(quick(), Some(5)).await;
    let anna = house.browser(1);
    let (_, mut one, _) = thinking_game(&anna, LONG).await;
    let (_, mut two, _) = thinking_game(&anna, LONG).await;
    let gets_on = |message: &Value| thinks(message) && message["seconds"].as_f64().unwrap() > 0.8;
    two.until(gets_on).await;
    one.until(gets_on).await;
    let cadet = against(&anna, "cadet").await;
    pass_turn(&anna, &cadet).await;
    wait_for(&anna, &cadet, |now| is_asked(now, "french")).await;
    // Both go on.
    one.until(thinks).await;
    two.until(thinks).await;
}

/// The server goes away in the middle of a thought; the general thinks anew when it is back, also if nobody looks.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart() {
    let house = House::with(quick(), Some(9)).await;
    let anna = house.browser(1);
    let (game, _, _) = thinking_game(&anna, "strong:3s").await;
    let before = anna.snapshot(&game).await;
    assert!(allies_move(&before), "{}", before["pending"]);
    let place = house.close().await;
    let house = House::at(place, quick(), Some(10)).await;
    let anna = house.browser(1);
    let begun = Instant::now();
    // The list asks the database and takes no game into memory.
    loop {
        let listed = anna.get("/api/games").await;
        if listed[0]["waiting_for"] == json!(["french"]) || listed[0]["over"] == true {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{listed}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let now = anna.snapshot(&game).await;
    assert!(now["pieces"] != before["pieces"] && is_asked(&now, "french"), "{}", now["pending"]);
}

/// A turn takes what it may, a tenth more at most, and a little for the database.
#[tokio::test(flavor = "multi_thread")]
async fn budgets_in_seconds_are_kept() {
    let house = House::with(quick(), Some(13)).await;
    let anna = house.browser(1);
    let game = against(&anna, "strong:1.5s").await;
    let mut socket = anna.socket(&game, "").await;
    pass_turn(&anna, &game).await;
    let begun = Instant::now();
    let listening = tokio::spawn(async move {
        let mut most: f64 = 0.0;
        loop {
            let message = socket.until(|_| true).await;
            if thinks(&message) {
                assert_eq!(message["budget"], 1.5);
                most = most.max(message["seconds"].as_f64().unwrap());
            }
            if message["turn"] == 2 {
                return most;
            }
        }
    });
    to_next_turn(&anna, &game).await;
    let took = begun.elapsed().as_secs_f64();
    let most = listening.await.unwrap();
    assert!(most > 0.5, "it says that it thought {most} s");
    if is_full() {
        assert!(most <= 1.5 * 1.1, "it says that it thought {most} s");
        assert!(took <= 1.5 * 1.1 + 2.0, "the turn took {took} s");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_for_ones_own_seat_when_it_is_asked() {
    let house = House::with(quick(), None).await;
    let (anna, bela) = (house.browser(1), house.browser(2));
    let game = anna.game("art-of-war", "eylau", json!({ "french": "here", "allied": "link" })).await;
    let path = format!("/api/games/{game}/hints");
    let hints = |who: Browser, seat: &'static str, seconds: f64| {
        let path = path.clone();
        async move { who.post(&path, json!({ "seat": seat, "seconds": seconds })).await }
    };
    let (status, answer) = hints(bela.clone(), "french", 0.1).await;
    assert_eq!((status, sentence(&answer)), (403, "you can only ask for hints for your own seat"));
    assert_eq!(hints(anna.clone(), "allied", 0.1).await.0, 403);
    assert_eq!(hints(anna.clone(), "turkish", 0.1).await.0, 400);
    for seconds in [0.0, -1.0, 36_000.5, 1e300] {
        assert_eq!(hints(anna.clone(), "french", seconds).await.0, 400, "{seconds}");
    }
    let links = anna.get(&format!("/api/games/{game}/links")).await;
    let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(bela.post("/api/join", json!({ "token": token })).await.0, 200);
    assert_eq!(hints(bela.clone(), "allied", 0.1).await.0, 409);
    let miniature = anna.game("miniature", "seven-boxes", json!({})).await;
    let (status, answer) = anna.post(&format!("/api/games/{miniature}/hints"), json!({ "seat": "army" })).await;
    assert!(status == 400 && sentence(&answer).contains("no generals"), "{answer}");
    let before = anna.snapshot(&game).await;
    let (status, answer) = hints(anna.clone(), "french", 1.0).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(anna.snapshot(&game).await, before, "a hint changes nothing");
    let list = answer["hints"].as_array().unwrap();
    assert!((1..=3).contains(&list.len()), "{answer}");
    for hint in list {
        assert!(hint["label"].as_str().is_some_and(|label| !label.is_empty()), "{hint}");
        for field in ["expects", "gains"] {
            assert!(hint[field].is_null() || (-1.0..=1.0).contains(&hint[field].as_f64().unwrap()), "{hint}");
        }
        // Both as a whole and one by one it is what the rules allow.
        for orders in [vec![hint["order"].clone()], hint["orders"].as_array().unwrap().clone()] {
            let (_, branch) = anna.post(&format!("/api/games/{game}/branch"), json!({ "step": 0 })).await;
            let branch = branch["id"].as_str().unwrap();
            for order in &orders {
                let (status, answer) = anna.order(branch, "french", order.as_str().unwrap()).await;
                assert_eq!(status, 200, "{order}: {answer}");
            }
        }
        assert!(hint["units"].as_array().unwrap().iter().all(Value::is_string));
    }
}

/// One at a time, and whoever goes away ends the work.
#[tokio::test(flavor = "multi_thread")]
async fn hints_come_one_at_a_time() {
    let house = House::with(quick(), None).await;
    let anna = house.browser(1);
    let game = anna.eylau().await;
    let path = format!("/api/games/{game}/hints");
    let long = {
        let (anna, path) = (anna.clone(), path.clone());
        // One of the short ones may be under way just when it comes.
        tokio::spawn(async move {
            while anna.post(&path, json!({ "seat": "french", "seconds": 36_000.0 })).await.0 == 429 {}
        })
    };
    let short = || anna.post(&path, json!({ "seat": "french", "seconds": 0.01 }));
    let begun = Instant::now();
    let refused = loop {
        let (status, answer) = short().await;
        if status != 200 {
            break (status, answer);
        }
        assert!(begun.elapsed() < PATIENCE);
    };
    assert_eq!(refused.0, 429, "{}", sentence(&refused.1));
    long.abort();
    while short().await.0 == 429 {
        assert!(begun.elapsed() < PATIENCE, "the work goes on for nobody");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
