//! SIGKILL at random moments under load: whatever was acknowledged is there afterwards, nothing is there by half, nothing was
//! shown that is lost, and the players carry on where they were.
//!
//! `SABRETACHE_KILLS` says how often; the default is 50, and 1,000 with the slow tests (`SABRETACHE_FULL`).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kernel::{Chance, Entropy};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Served, session};

/// Games between two players, and games of one against chance.
const BETWEEN_TWO: usize = 4;
const AGAINST_CHANCE: usize = 2;
/// Orders that are acknowledged before each kill, however slow the machine is.
const EACH_KILL: u64 = 21;
static ACKNOWLEDGED: AtomicU64 = AtomicU64::new(0);
/// Longer than anything takes: a player who waits so long waits in vain.
const PATIENCE: Duration = Duration::from_secs(600);

type Socket = WebSocketStream<TcpStream>;

/// Somebody who plays one seat.
struct Player {
    http: reqwest::Client,
    cookie: String,
    seat: &'static str,
    number: u64,
    game: String,
    chance: Chance,
    hexes: Arc<Vec<String>>,
    version: Option<u64>,
    offers: Vec<Value>,
    over: bool,
    /// Where each counter was when he last looked.
    pieces: BTreeMap<String, Value>,
    /// Every line of the log that he has been shown.
    seen: Vec<String>,
    acknowledged: Vec<String>,
    /// The order to which no answer came.
    open: Option<String>,
}

impl Player {
    fn new(seat: &'static str, cookie: String, number: usize, hexes: &Arc<Vec<String>>, game: String) -> Player {
        Player {
            http: reqwest::Client::builder().timeout(PATIENCE).build().unwrap(),
            cookie,
            seat,
            number: u64::from(seat == "allied"),
            game,
            chance: Chance::of_game(18_07, 2 * number as u64 + u64::from(seat == "allied")),
            hexes: hexes.clone(),
            version: None,
            offers: Vec::new(),
            over: false,
            pieces: BTreeMap::new(),
            seen: Vec::new(),
            acknowledged: Vec::new(),
            open: None,
        }
    }

    async fn get(&self, url: &str, path: &str) -> String {
        let request = self.http.get(format!("{url}{path}")).header("Cookie", &self.cookie);
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {text}");
        text
    }

    async fn of_game(&self, url: &str, call: &str) -> String {
        self.get(url, &format!("/api/games/{}{call}", self.game)).await
    }

    /// Back to the game, with what was seen last.
    async fn connect(&self, url: &str) -> Option<Socket> {
        let since = self.version.map_or(String::new(), |version| format!("?since={version}"));
        let address = format!("{}/api/games/{}/live{since}", url.replacen("http", "ws", 1), self.game);
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        request.headers_mut().insert("origin", url.parse().unwrap());
        let stream = TcpStream::connect(url.trim_start_matches("http://")).await.ok()?;
        stream.set_nodelay(true).ok()?;
        Some(tokio_tungstenite::client_async(request, stream).await.ok()?.0)
    }

    /// Plays until the server is gone; what had arrived before it died was shown all the same.
    async fn play(&mut self, url: &str) {
        let Some(mut socket) = self.connect(url).await else { return };
        // What was offered before may be out of date: first comes what was missed.
        let mut up_to_date = false;
        loop {
            if up_to_date && self.open.is_none() && !self.over && !self.offers.is_empty() {
                let order = self.choose();
                let text = json!({ "order": { "seat": self.seat, "after": self.version, "order": order } }).to_string();
                self.open = Some(order);
                if socket.send(Message::text(text)).await.is_err() {
                    return;
                }
            }
            let message = tokio::time::timeout(PATIENCE, socket.next()).await;
            let message = message.unwrap_or_else(|_| panic!("nothing comes to {} in {}", self.seat, self.game));
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.hear(&text);
                    up_to_date = true;
                }
                Some(Ok(Message::Ping(_))) => {}
                Some(Ok(other)) => panic!("{other:?}"),
                Some(Err(_)) | None => return,
            }
        }
    }

    fn hear(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).unwrap();
        let kind = message["kind"].as_str().unwrap();
        match kind {
            "snapshot" => self.pieces.clear(),
            "delta" => {}
            // Who else is there changes nothing in the game.
            "company" => return,
            // Most moves are possible; those that are not change nothing.
            "refused" => {
                self.open = None;
                return;
            }
            other => panic!("{other}: {text}"),
        }
        self.version = message["version"].as_u64();
        for piece in ["pieces", "pieces_changed"].iter().flat_map(|key| message[*key].as_array().into_iter().flatten())
        {
            self.pieces.insert(piece["id"].as_str().unwrap().to_owned(), piece["place"].clone());
        }
        for id in message["pieces_gone"].as_array().into_iter().flatten() {
            self.pieces.remove(id.as_str().unwrap());
        }
        if let Some(from) = message["log_from"].as_u64() {
            assert!(from as usize <= self.seen.len(), "lines of the log are missing");
            self.seen.truncate(from as usize);
            self.seen.extend(message["log"].as_array().unwrap().iter().map(text_of));
        }
        if let Some(offers) = message["offers"].as_object() {
            self.offers = offers.get(self.seat).and_then(Value::as_array).cloned().unwrap_or_default();
        }
        if let Some(pending) = message.get("pending") {
            self.over = pending["kind"] == "over";
        }
        if kind == "delta" {
            // Whoever is asked is asked alone in this title: what changes then is what he ordered.
            ACKNOWLEDGED.fetch_add(self.open.is_some().into(), Ordering::Relaxed);
            self.acknowledged.extend(self.open.take());
        }
    }

    fn any<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.chance.below(list.len() as u32) as usize]
    }

    /// A whole move if that is asked, or anything offered.
    fn choose(&mut self) -> String {
        let offers = std::mem::take(&mut self.offers);
        let offer = self.any(&offers).clone();
        self.offers = offers;
        let (Some("select"), Some(unit)) = (offer["verb"].as_str(), offer["unit"].as_str()) else {
            return offer["order"].as_str().unwrap().to_owned();
        };
        // Somewhere near, so that most moves are possible.
        let from = self.pieces.get(unit).and_then(|hex| hex.as_str()?.parse::<i32>().ok()).unwrap_or(0);
        let hexes = self.hexes.clone();
        let near: Vec<&String> = hexes
            .iter()
            .filter(|hex| hex.parse::<i32>().is_ok_and(|to| [1, 99, 100, 101].contains(&(to - from).abs())))
            .collect();
        let to = if near.is_empty() { self.any(&hexes) } else { *self.any(&near) };
        format!("move {unit} {to}")
    }

    /// Whether the server holds what was acknowledged and shown, and at most one order more: the one that was never answered.
    async fn check(&mut self, url: &str) {
        let now: Value = serde_json::from_str(&self.of_game(url, "").await).unwrap();
        let asks = now["pending"]["asks"].as_array().unwrap();
        // A random seat moves step by step, players never do.
        let own = asks.iter().find(|ask| ask["seat"] == self.seat);
        let asked = own.and_then(|ask| ask["short"].as_str()).unwrap_or("");
        assert!(!asked.starts_with("moving"), "half a move was kept: {asked}");

        let log: Value = serde_json::from_str(&self.of_game(url, "/log?from=0").await).unwrap();
        let log: Vec<String> = log["log"].as_array().unwrap().iter().map(text_of).collect();
        assert!(log.starts_with(&self.seen), "{} was shown what is lost: {:?}", self.seat, lost(&self.seen, &log));

        let orders = own_orders(&self.of_game(url, "/journal").await, self.number);
        let (kept, known) = (orders.len(), self.acknowledged.len());
        let one_more = kept == known + 1 && self.open.is_some();
        assert!(kept == known || one_more, "{kept} orders of {} kept, {known} acknowledged", self.seat);
        if one_more {
            self.acknowledged.extend(self.open.take());
        }
        self.open = None;
        for (order, texts) in self.acknowledged.iter().zip(&orders) {
            assert!(fits(order, texts), "acknowledged \"{order}\", kept {texts:?}");
        }
        self.seen = log;
        self.over = now["pending"]["kind"] == "over";
    }
}

fn text_of(line: &Value) -> String {
    line["text"].as_str().unwrap().to_owned()
}

/// The first line that was shown and is not there.
fn lost<'a>(seen: &'a [String], log: &[String]) -> Option<&'a String> {
    seen.iter().enumerate().find(|(place, line)| log.get(*place) != Some(line)).map(|(_, line)| line)
}

/// What the player ordered, by order: a move is several actions, from `select` to `halt`.
fn own_orders(record: &str, seat: u64) -> Vec<Vec<String>> {
    let mut orders: Vec<Vec<String>> = Vec::new();
    let mut moving = false;
    for line in record.lines().skip(1) {
        let step: Value = serde_json::from_str(line).unwrap();
        // When the game is over, the journal comes in place of the own record.
        let act = &step["step"]["step"]["act"];
        let in_journal = act["text"].as_str().filter(|_| act["seat"] == seat);
        let Some(text) = step["own"]["text"].as_str().or(in_journal) else { continue };
        match (moving, orders.last_mut()) {
            (true, Some(order)) => order.push(text.to_owned()),
            _ => orders.push(vec![text.to_owned()]),
        }
        moving = (moving || text.starts_with("select")) && text != "halt";
    }
    orders
}

fn fits(order: &str, texts: &[String]) -> bool {
    match order.strip_prefix("move ").and_then(|rest| rest.split_once(' ')) {
        Some((unit, hex)) => {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            matches!(texts[..], [select, .., step, "halt"]
                if select == format!("select {unit}") && step == format!("step {hex}"))
        }
        None => texts == [order],
    }
}

async fn post(url: &str, path: &str, cookie: &str, body: Value) -> Value {
    let http = reqwest::Client::new();
    let request = http.post(format!("{url}{path}")).header("Cookie", cookie).header("Origin", url);
    let answer = request.body(body.to_string()).send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    assert!(status.is_success(), "{path}: {status} {text}");
    serde_json::from_str(&text).unwrap()
}

/// A new game with its players.
async fn begin(url: &str, number: usize, between_two: bool, hexes: &Arc<Vec<String>>) -> Vec<Player> {
    let owner = session(url).await;
    let seats = json!({ "french": "here", "allied": if between_two { "link" } else { "random" } });
    let body = json!({ "title": "art-of-war", "scenario": "eylau", "seats": seats });
    let made = post(url, "/api/games", &owner, body).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let nonce = |told: &Value| json!({ "commitment": told["commitment"], "nonce": "a word" });
    let path = format!("/api/games/{game}/nonce");
    post(url, &path, &owner, nonce(&made)).await;
    let mut players = vec![Player::new("french", owner, number, hexes, game.clone())];
    if between_two {
        let links: Value = serde_json::from_str(&players[0].of_game(url, "/links").await).unwrap();
        let token = links["seats"]["allied"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let guest = session(url).await;
        let joined = post(url, "/api/join", &guest, json!({ "token": token })).await;
        post(url, &path, &guest, nonce(&joined)).await;
        players.push(Player::new("allied", guest, number, hexes, game));
    }
    players
}

async fn hexes_of_the_map(url: &str) -> Arc<Vec<String>> {
    let map = reqwest::get(format!("{url}/api/titles/art-of-war/eylau/map.json")).await.unwrap().text().await.unwrap();
    let map: Value = serde_json::from_str(&map).unwrap();
    Arc::new(map["places"].as_object().unwrap().keys().cloned().collect())
}

fn kills() -> u64 {
    let given = std::env::var("SABRETACHE_KILLS").ok().and_then(|kills| kills.parse().ok());
    given.unwrap_or(if std::env::var_os("SABRETACHE_FULL").is_some() { 1_000 } else { 50 })
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_or_shown_is_lost_and_nothing_is_kept_by_half() {
    let kills = kills();
    let directory = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", directory.path().join("games.sqlite").display());
    let mut server = Served::start(&database);
    let hexes = hexes_of_the_map(&server.url).await;
    let mut games = 0;
    let mut players: Vec<Player> = Vec::new();
    while games < BETWEEN_TWO + AGAINST_CHANCE {
        players.extend(begin(&server.url, games, games < BETWEEN_TWO, &hexes).await);
        games += 1;
    }
    let (mut acknowledged, mut unanswered, mut finished) = (0, 0, 0);
    let mut chance = Chance::of_game(1807, 0);
    for kill in 1..=kills {
        let tasks: Vec<_> = players
            .into_iter()
            .map(|mut player| {
                let url = server.url.clone();
                tokio::spawn(async move {
                    player.play(&url).await;
                    player
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(u64::from(20 + chance.below(280)))).await;
        let playing = |tasks: &[tokio::task::JoinHandle<Player>]| tasks.iter().any(|task| !task.is_finished());
        while ACKNOWLEDGED.load(Ordering::Relaxed) < EACH_KILL * kill && playing(&tasks) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.kill();
        players = Vec::new();
        for task in tasks {
            players.push(task.await.unwrap());
        }
        unanswered += players.iter().filter(|player| player.open.is_some()).count();
        server = Served::start(&database);
        let checks: Vec<_> = players
            .into_iter()
            .map(|mut player| {
                let url = server.url.clone();
                tokio::spawn(async move {
                    player.check(&url).await;
                    player
                })
            })
            .collect();
        players = Vec::new();
        for check in checks {
            players.push(check.await.unwrap());
        }
        // Games that have come to their end make room for new ones.
        let over: Vec<Player> = players.extract_if(.., |player| player.over).collect();
        finished += over.len();
        acknowledged += over.iter().map(|player| player.acknowledged.len()).sum::<usize>();
        for player in over.iter().filter(|player| player.seat == "french") {
            let two = over.iter().any(|other| other.game == player.game && other.seat == "allied");
            players.extend(begin(&server.url, games, two, &hexes).await);
            games += 1;
        }
    }
    acknowledged += players.iter().map(|player| player.acknowledged.len()).sum::<usize>();
    println!("{kills} kills, {acknowledged} orders acknowledged, {unanswered} unanswered, {finished} seats played out");
    assert!(acknowledged as u64 > 20 * kills, "too little was played: {acknowledged}");
}
