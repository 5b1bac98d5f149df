//! A disk that fails: at the n-th write, flush or truncation of a scripted run, in every way a disk can fail. The answers given
//! meanwhile were true, nothing acknowledged is lost, nothing refused turns up, nothing is there by half, `/healthz` says how it
//! is, and the server goes on by itself when the disk does.
//!
//! A few places are tried in the plain test command, every place in every way with the slow tests (`SABRETACHE_FULL`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Served, session};

const PATIENCE: Duration = Duration::from_secs(600);
/// Until the fault is lifted.
const FOR_EVER: u64 = u64::MAX;

/// How the disk fails: the word of the interposer, and for how many calls.
const WAYS: [(&str, u64); 6] =
    [("enospc", 1), ("eio", 1), ("fsync", 1), ("short", 2), ("enospc", FOR_EVER), ("fsync", FOR_EVER)];

/// The failing disk.
struct Disk {
    folder: PathBuf,
    library: PathBuf,
    runs: u64,
}

impl Disk {
    fn new(folder: &Path) -> Disk {
        let library = folder.join("libfaults.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/faults/interpose.rs");
        let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut compile = Command::new(compiler);
        compile.args(["--edition", "2024", "--crate-type", "cdylib", "-O", "-o"]).arg(&library).arg(source);
        assert!(compile.status().unwrap().success(), "the failing disk does not compile");
        let disk = Disk { folder: folder.to_owned(), library, runs: 0 };
        disk.say("0 0 0 none");
        disk
    }

    fn say(&self, words: &str) {
        // Moved into its place: nobody reads half of it.
        let (new, place) = (self.folder.join("control.new"), self.folder.join("control"));
        std::fs::write(&new, words).unwrap();
        std::fs::rename(new, place).unwrap();
    }

    /// From the n-th call from now on, so many fail.
    fn fail(&mut self, from: u64, count: u64, kind: &str) {
        self.runs += 1;
        let _ = std::fs::remove_file(self.folder.join("hit"));
        let _ = std::fs::remove_file(self.folder.join("count"));
        self.say(&format!("{} {from} {count} {kind}", self.runs));
    }

    fn lift(&self) {
        self.say(&format!("{} 0 0 none", self.runs));
    }

    fn calls(&self) -> u64 {
        std::fs::read_to_string(self.folder.join("count")).map_or(0, |count| count.parse().unwrap())
    }

    /// The calls that have failed.
    fn hits(&self) -> String {
        std::fs::read_to_string(self.folder.join("hit")).unwrap_or_default()
    }

    fn serve(&self) -> Served {
        let variables = [
            ("LD_PRELOAD", self.library.display().to_string()),
            ("SABRETACHE_FAULTS", self.folder.display().to_string()),
        ];
        Served::start_with(&format!("sqlite:{}", self.folder.join("games.sqlite").display()), &variables)
    }
}

/// What a change was said to have come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Done,
    Nothing,
    Unknown,
}

/// Somebody at the table.
struct Player {
    http: reqwest::Client,
    cookie: String,
}

impl Player {
    async fn new(url: &str) -> Player {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        Player { http, cookie: session(url).await }
    }

    async fn call(&self, url: &str, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let mut request =
            self.http.request(method, format!("{url}{path}")).header("Cookie", &self.cookie).header("Origin", url);
        if let Some(body) = body {
            request = request.body(body.to_string());
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        if !status.is_success() {
            assert!(
                value["error"].is_string() || value["refusal"].is_object(),
                "{path}: {status} without a sentence: {value}"
            );
        }
        (status, value)
    }

    /// A change, and what it was said to have come to.
    async fn change(&self, url: &str, method: Method, path: &str, body: Option<Value>) -> (Told, Value) {
        let (status, value) = self.call(url, method, path, body).await;
        let told = match status {
            StatusCode::OK => Told::Done,
            StatusCode::SERVICE_UNAVAILABLE if value["unknown"] == true => Told::Unknown,
            StatusCode::SERVICE_UNAVAILABLE => Told::Nothing,
            other => panic!("{path}: {other} {value}"),
        };
        (told, value)
    }

    /// A message on the socket, and what it was said to have come to.
    async fn say(&self, url: &str, game: &str, message: Value, done: &str) -> Told {
        let address = format!("{}/api/games/{game}/live", url.replacen("http", "ws", 1));
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        request.headers_mut().insert("origin", url.parse().unwrap());
        // The game may not be told yet, if nobody knows how it stands.
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(request).await else { return Told::Nothing };
        let mut sent = false;
        loop {
            let heard = tokio::time::timeout(PATIENCE, socket.next()).await.expect("the server answers");
            let text = match heard {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_))) => continue,
                other => panic!("the socket ended without an answer: {other:?}"),
            };
            let heard: Value = serde_json::from_str(&text).unwrap();
            match heard["kind"].as_str().unwrap() {
                "snapshot" if !sent => {
                    socket.send(Message::text(message.to_string())).await.unwrap();
                    sent = true;
                }
                "error" if heard["unknown"] == true => return Told::Unknown,
                "error" => {
                    assert_eq!(heard["status"], 503, "{heard}");
                    return Told::Nothing;
                }
                kind if kind == done => return Told::Done,
                "company" => {}
                other => panic!("{other}: {heard}"),
            }
        }
    }
}

/// Everything that a game is, as its players see it; nothing if it cannot be said now.
async fn look(url: &str, players: &[Player; 2], game: &str) -> Option<Value> {
    let mut seen = Vec::new();
    for player in players {
        for call in ["", "/journal", "/chat", "/notes"] {
            let (status, mut value) = player.call(url, Method::GET, &format!("/api/games/{game}{call}"), None).await;
            match status {
                // Talk is for those at the table.
                StatusCode::OK | StatusCode::FORBIDDEN => {}
                StatusCode::NOT_FOUND => return Some(Value::Null),
                StatusCode::SERVICE_UNAVAILABLE => return None,
                other => panic!("{call}: {other} {value}"),
            }
            if let Value::Object(fields) = &mut value {
                // Counted from when the game came into memory.
                fields.remove("version");
            }
            seen.push(value);
        }
    }
    Some(Value::Array(seen))
}

/// A scripted run, with what is known of it.
struct Run<'d> {
    disk: &'d Disk,
    url: String,
    players: [Player; 2],
    /// Games that are there, and what they were when they were last looked at.
    games: Vec<(String, Value)>,
    /// Games of which it was said that nobody knows.
    unknown: usize,
    told: Vec<(&'static str, Told)>,
    /// Whether to stop at the first change that was not done.
    stops: bool,
}

impl Run<'_> {
    /// Compares what was said with what is there. Tells whether to go on.
    async fn note(&mut self, what: &'static str, told: Told) -> bool {
        self.told.push((what, told));
        for number in 0..self.games.len() {
            let (game, before) = self.games[number].clone();
            let Some(now) = look(&self.url, &self.players, &game).await else {
                assert_ne!(told, Told::Done, "{what} was done and cannot be seen");
                continue;
            };
            match told {
                Told::Nothing if number + 1 == self.games.len() => {
                    assert_eq!(now, before, "{what} was not done, and something has changed");
                }
                Told::Done if number + 1 == self.games.len() => {
                    assert_ne!(now, before, "{what} was done, and nothing has changed")
                }
                Told::Done | Told::Nothing => assert_eq!(now, before, "{what} has changed another game"),
                Told::Unknown => {}
            }
            self.games[number].1 = now;
        }
        if told != Told::Done && self.disk.hits().lines().count() > 0 {
            let (status, _) = self.players[0].call(&self.url, Method::GET, "/healthz", None).await;
            let lasts =
                std::fs::read_to_string(self.disk.folder.join("control")).unwrap().contains(&FOR_EVER.to_string());
            assert!(
                !lasts || status == StatusCode::SERVICE_UNAVAILABLE,
                "all is said to be well after {what}: {status}"
            );
        }
        told == Told::Done || !self.stops
    }

    async fn create(&mut self, seats: Value) -> Told {
        let body = json!({ "title": "art-of-war", "scenario": "eylau", "seats": seats });
        let (told, made) = self.players[0].change(&self.url, Method::POST, "/api/games", Some(body)).await;
        match told {
            Told::Done => {
                let game = made["id"].as_str().unwrap().to_owned();
                let seen = look(&self.url, &self.players, &game).await.expect("a new game can be looked at");
                self.games.push((game, seen));
            }
            Told::Unknown => self.unknown += 1,
            Told::Nothing => {}
        }
        self.told.push(("create", told));
        told
    }

    /// Who is to order now, and the first order he can give.
    async fn order(&self) -> Option<(usize, Value)> {
        for (player, at) in self.players.iter().enumerate() {
            let path = format!("/api/games/{}", self.games.last()?.0);
            let (_, now) = at.call(&self.url, Method::GET, &path, None).await;
            let offers = now["offers"].as_object().into_iter().flatten();
            let asked = offers.filter_map(|(seat, offers)| Some((seat, offers.as_array()?.first()?))).next();
            if let Some((seat, offer)) = asked {
                return Some((player, json!({ "seat": seat, "after": now["version"], "order": offer["order"] })));
            }
        }
        None
    }

    async fn play(&mut self) {
        if self.create(json!({ "allied": "link" })).await != Told::Done {
            return;
        }
        let game = self.games[0].0.clone();
        let path = format!("/api/games/{game}");
        let url = self.url.clone();
        let (_, links) = self.players[0].call(&url, Method::GET, &format!("{path}/links"), None).await;
        let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let (joined, told) =
            self.players[1].change(&url, Method::POST, "/api/join", Some(json!({ "token": token }))).await;
        if !self.note("join", joined).await {
            return;
        }
        // A player who has not joined has no word to give, and the guest's comes after the host's.
        let mut goes_on = joined == Told::Done;
        for player in 0..2 {
            if !goes_on {
                break;
            }
            let nonce = json!({ "commitment": told["commitment"], "nonce": format!("word {player}") });
            let (told, _) =
                self.players[player].change(&url, Method::POST, &format!("{path}/nonce"), Some(nonce)).await;
            goes_on = told == Told::Done;
            if !self.note("nonce", told).await {
                return;
            }
        }
        for _ in 0..2 {
            let Some((player, order)) = self.order().await else { continue };
            let (told, _) =
                self.players[player].change(&url, Method::POST, &format!("{path}/orders"), Some(order)).await;
            if !self.note("order", told).await {
                return;
            }
        }
        let told = self.players[0].say(&url, &game, json!({ "chat": "Bonjour" }), "chat").await;
        if !self.note("chat", told).await {
            return;
        }
        let note = Some(json!({ "text": format!("hold the ridge {}", self.told.len()) }));
        let (told, _) = self.players[0].change(&url, Method::PUT, &format!("{path}/notes"), note).await;
        if !self.note("note", told).await {
            return;
        }
        if let Some((player, order)) = self.order().await {
            let told = self.players[player].say(&url, &game, json!({ "order": order }), "delta").await;
            if !self.note("order on the socket", told).await {
                return;
            }
        }
        let (_, now) = self.players[0].call(&url, Method::GET, &path, None).await;
        if !now["version"].is_null() {
            let asked = json!({ "seat": "french", "after": now["version"] });
            let path_of = format!("{path}/takeback");
            let (status, value) = self.players[0].call(&url, Method::POST, &path_of, Some(asked)).await;
            // If no order was kept, there is nothing to take back.
            if status != StatusCode::CONFLICT {
                let told = match status {
                    StatusCode::OK => Told::Done,
                    _ if value["unknown"] == true => Told::Unknown,
                    _ => Told::Nothing,
                };
                if !self.note("takeback", told).await {
                    return;
                }
                let agree = json!({ "seat": "allied", "agree": true });
                let (status, value) =
                    self.players[1].call(&url, Method::POST, &format!("{path}/takeback/answer"), Some(agree)).await;
                if status != StatusCode::CONFLICT && status != StatusCode::FORBIDDEN {
                    let told = match status {
                        StatusCode::OK => Told::Done,
                        _ if value["unknown"] == true => Told::Unknown,
                        _ => Told::Nothing,
                    };
                    if !self.note("going back", told).await {
                        return;
                    }
                }
            }
        }
        if self.create(json!({ "allied": "link" })).await == Told::Done {
            let doomed = self.games[1].0.clone();
            // The open seat is left to a general and opened again.
            for by in ["odds-greedy", "link"] {
                let path = format!("/api/games/{doomed}/seats/allied/player");
                let (told, _) = self.players[0].change(&url, Method::POST, &path, Some(json!({ "by": by }))).await;
                if !self.note("player of a seat", told).await {
                    return;
                }
                if told != Told::Done {
                    break;
                }
            }
            let (told, _) = self.players[0].change(&url, Method::DELETE, &format!("/api/games/{doomed}"), None).await;
            self.note("deletion", told).await;
        }
    }

    /// What is there must be what was there when it was last looked at.
    async fn compare(&mut self, certain: bool) {
        for (game, before) in &mut self.games {
            let now = look(&self.url, &self.players, game).await.expect("the disk is well");
            if certain {
                assert_eq!(now, *before, "{game} is not what it was: {:?}", self.told);
            }
            *before = now;
        }
        let (_, list) = self.players[0].call(&self.url, Method::GET, "/api/games", None).await;
        let there = self.games.iter().filter(|(_, seen)| !seen.is_null()).count();
        let listed = list.as_array().unwrap().len();
        assert!(
            (there..=there + self.unknown).contains(&listed),
            "{there} games, {listed} are listed: {:?}",
            self.told
        );
    }

    async fn wait_until_well(&self) {
        let begun = Instant::now();
        loop {
            let (status, _) = self.players[0].call(&self.url, Method::GET, "/healthz", None).await;
            if status.is_success() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not recover");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Where in the run the faults come, for each way: everywhere, or spread.
fn places(calls: u64, way: usize) -> Vec<u64> {
    match std::env::var_os("SABRETACHE_FULL") {
        Some(_) => (1..=calls).collect(),
        None => (0..3).map(|third| 1 + (third * calls / 3 + calls * way as u64 / 18) % calls).collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_disk_does_answers_are_true_and_nothing_acknowledged_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    let mut disk = Disk::new(directory.path());
    let mut server = disk.serve();
    let (mut faults, mut struck, mut undone, mut unknown) = (0, 0, 0, 0);
    // Once without a fault, to see that all of it works and how many calls there are.
    let mut lengths = [0; WAYS.len()];
    for (way, (kind, _)) in WAYS.iter().enumerate() {
        let players = both(&server).await;
        disk.fail(FOR_EVER, 0, kind);
        let mut run = new_run(&disk, &server, players, false);
        run.play().await;
        assert!(run.told.len() > 9 && run.told.iter().all(|(_, told)| *told == Told::Done), "{:?}", run.told);
        run.compare(true).await;
        lengths[way] = disk.calls();
    }
    for (way, (kind, count)) in WAYS.into_iter().enumerate() {
        for place in places(lengths[way], way) {
            let players = both(&server).await;
            disk.fail(place, count, kind);
            let stops = place % 2 == 0;
            let mut run = new_run(&disk, &server, players, stops);
            run.play().await;
            faults += 1;
            struck += usize::from(!disk.hits().is_empty());
            undone += run.told.iter().filter(|(_, told)| *told == Told::Nothing).count();
            unknown += run.told.iter().filter(|(_, told)| *told == Told::Unknown).count();
            let mut certain = run.told.iter().all(|(_, told)| *told != Told::Unknown);
            if !stops {
                // It goes on by itself when the disk does.
                disk.lift();
                run.wait_until_well().await;
                run.compare(certain).await;
                certain = true;
                assert_eq!(run.create(json!({})).await, Told::Done, "{:?}", run.told);
            }
            // What a crash leaves is what was said.
            server.kill();
            disk.lift();
            server = disk.serve();
            run.url = server.url.clone();
            run.compare(certain).await;
        }
    }
    println!("{faults} faults at calls of {lengths:?}, {struck} struck, {undone} changes not done, {unknown} unknown");
    assert!(struck * 2 > faults && undone > 0, "the disk hardly ever failed");
}

/// Those who play, known to the server while all is well.
async fn both(server: &Served) -> [Player; 2] {
    [Player::new(&server.url).await, Player::new(&server.url).await]
}

fn new_run<'d>(disk: &'d Disk, server: &Served, players: [Player; 2], stops: bool) -> Run<'d> {
    Run { disk, url: server.url.clone(), players, games: Vec::new(), unknown: 0, told: Vec::new(), stops }
}

/// A disk that fails while a database is opened: the program says so and ends, and the next time all is well.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fails_at_the_start_spoils_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let mut disk = Disk::new(directory.path());
    let database = format!("sqlite:{}", directory.path().join("games.sqlite").display());
    let full = std::env::var_os("SABRETACHE_FULL").is_some();
    let (mut place, mut refused) = (1, 0);
    loop {
        for name in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(directory.path().join(format!("games.sqlite{name}")));
        }
        disk.fail(place, FOR_EVER, "enospc");
        let begun = Served::try_start_with(
            &database,
            &[
                ("LD_PRELOAD", disk.library.display().to_string()),
                ("SABRETACHE_FAULTS", disk.folder.display().to_string()),
            ],
        );
        let began = begun.is_ok();
        match begun {
            Ok(mut server) => server.kill(),
            Err(words) => {
                assert!(words.starts_with("sabretache: ") && !words.contains("please report"), "{words}");
                refused += 1;
            }
        }
        disk.lift();
        let mut server = disk.serve();
        let (status, _) = Player::new(&server.url).await.call(&server.url, Method::GET, "/healthz", None).await;
        assert_eq!(status, StatusCode::OK);
        server.kill();
        if began {
            break;
        }
        place += if full { 1 } else { 25 };
    }
    println!("{refused} starts refused on a full disk");
    assert!(refused > 1);
}
