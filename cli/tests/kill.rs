//! SIGKILL at random moments under load: whatever was acknowledged is there afterwards, and nothing is there by half.
//!
//! `SABRETACHE_KILLS` says how often; the default is 10.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kernel::{Chance, Entropy};
use serde_json::{Value, json};

const PLAYERS: usize = 6;

/// The program, serving a database.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(database: &str) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sabretache"))
            .args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--database", database])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_else(|| panic!("{line}"));
        Server { child, url: url.to_owned() }
    }

    /// SIGKILL: no chance to tidy up.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Somebody who plays one seat against chance.
struct Player {
    http: reqwest::Client,
    cookie: String,
    game: String,
    chance: Chance,
    hexes: Vec<String>,
    acknowledged: Vec<String>,
    /// The order to which no answer came.
    open: Option<String>,
}

impl Player {
    fn new(number: usize) -> Player {
        Player {
            http: reqwest::Client::builder().timeout(Duration::from_secs(10)).build().unwrap(),
            cookie: format!("sabretache={}", format!("{:02x}", number + 1).repeat(32)),
            game: String::new(),
            chance: Chance::of_game(18_07, number as u64),
            hexes: Vec::new(),
            acknowledged: Vec::new(),
            open: None,
        }
    }

    async fn get(&self, url: &str, path: &str) -> Option<String> {
        let answer = self.http.get(format!("{url}{path}")).header("Cookie", &self.cookie).send().await.ok()?;
        let status = answer.status();
        let text = answer.text().await.ok()?;
        assert!(status.is_success(), "{path}: {status} {text}");
        Some(text)
    }

    async fn post(&self, url: &str, path: &str, body: Value) -> Option<(u16, Value)> {
        let request = self.http.post(format!("{url}{path}")).header("Cookie", &self.cookie).header("Origin", url);
        let answer = request.body(body.to_string()).send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, serde_json::from_str(&answer.text().await.ok()?).ok()?))
    }

    async fn snapshot(&self, url: &str) -> Option<Value> {
        serde_json::from_str(&self.get(url, &format!("/api/games/{}", self.game)).await?).ok()
    }

    async fn begin(&mut self, url: &str) {
        let seats = json!({ "french": "here", "allied": "random" });
        let body = json!({ "title": "art-of-war", "scenario": "eylau", "seats": seats });
        let (status, answer) = self.post(url, "/api/games", body).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        self.game = answer["id"].as_str().unwrap().to_owned();
        let map: Value =
            serde_json::from_str(&self.get(url, "/api/titles/art-of-war/eylau/map.json").await.unwrap()).unwrap();
        self.hexes = map["hexes"].as_object().unwrap().keys().cloned().collect();
    }

    fn any<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.chance.below(list.len() as u32) as usize]
    }

    /// One order: a whole move if that is asked, or anything offered.
    async fn act(&mut self, url: &str) -> Option<()> {
        let now = self.snapshot(url).await?;
        if now["pending"]["kind"] == "over" {
            tokio::time::sleep(Duration::from_millis(20)).await;
            return Some(());
        }
        let offers = now["offers"]["french"].as_array().cloned().unwrap_or_default();
        if offers.is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
            return Some(());
        }
        let offer = self.any(&offers).clone();
        let order = match offer["verb"].as_str() {
            Some("select") => {
                let piece = now["pieces"].as_array()?.iter().find(|piece| piece["id"] == offer["unit"]).cloned();
                let hexes = self.hexes.clone();
                // Somewhere near, so that most moves are possible.
                let from = piece.and_then(|piece| piece["hex"].as_str()?.parse::<i32>().ok()).unwrap_or(0);
                let near: Vec<&String> = hexes
                    .iter()
                    .filter(|hex| hex.parse::<i32>().is_ok_and(|to| [1, 99, 100, 101].contains(&(to - from).abs())))
                    .collect();
                let to = if near.is_empty() { self.any(&hexes) } else { *self.any(&near) };
                format!("move {} {to}", offer["unit"].as_str()?)
            }
            _ => offer["order"].as_str()?.to_owned(),
        };
        self.open = Some(order.clone());
        let body = json!({ "seat": "french", "after": now["version"], "order": order });
        let (status, answer) = self.post(url, &format!("/api/games/{}/orders", self.game), body).await?;
        self.open = None;
        match status {
            200 => self.acknowledged.push(order),
            409 | 422 => {}
            _ => panic!("{status} {answer}"),
        }
        Some(())
    }

    /// Whether the journal holds what was acknowledged, and at most one order more: the one that was never answered.
    async fn check(&mut self, url: &str) {
        let now = self.snapshot(url).await.unwrap();
        let asks = now["pending"]["asks"].as_array().unwrap();
        // The random seat moves step by step, this player never does.
        let own = asks.iter().find(|ask| ask["seat"] == "french");
        let asked = own.and_then(|ask| ask["short"].as_str()).unwrap_or("");
        assert!(!asked.starts_with("moving"), "half a move was kept: {asked}");
        let record = self.get(url, &format!("/api/games/{}/journal", self.game)).await.unwrap();
        let orders = own_orders(&record);
        let told = orders.len();
        let known = self.acknowledged.len();
        assert!(
            told == known || (told == known + 1 && self.open.is_some()),
            "{told} orders kept, {known} acknowledged"
        );
        if told > known {
            self.acknowledged.extend(self.open.take());
        }
        self.open = None;
        for (order, texts) in self.acknowledged.iter().zip(&orders) {
            assert!(fits(order, texts), "acknowledged \"{order}\", kept {texts:?}");
        }
    }
}

/// What the player ordered, by order: a move is several actions, from `select` to `halt`.
fn own_orders(record: &str) -> Vec<Vec<String>> {
    let mut orders: Vec<Vec<String>> = Vec::new();
    let mut moving = false;
    for line in record.lines().skip(1) {
        let step: Value = serde_json::from_str(line).unwrap();
        // When the game is over, the journal comes in place of the own record.
        let act = &step["step"]["step"]["act"];
        let in_journal = act["text"].as_str().filter(|_| act["seat"] == 0);
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

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_and_nothing_is_kept_by_half() {
    let kills: u64 = std::env::var("SABRETACHE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(10);
    let directory = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", directory.path().join("games.sqlite").display());
    let mut server = Server::start(&database);
    let mut players: Vec<Player> = (0..PLAYERS).map(Player::new).collect();
    for player in &mut players {
        player.begin(&server.url).await;
    }
    let mut chance = Chance::of_game(1807, 0);
    for _ in 0..kills {
        let ended = Arc::new(AtomicBool::new(false));
        let tasks: Vec<_> = players
            .into_iter()
            .map(|mut player| {
                let (url, ended) = (server.url.clone(), ended.clone());
                tokio::spawn(async move {
                    while !ended.load(Ordering::Relaxed) && player.act(&url).await.is_some() {}
                    player
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(u64::from(50 + chance.below(350)))).await;
        server.kill();
        ended.store(true, Ordering::Relaxed);
        players = Vec::new();
        for task in tasks {
            players.push(task.await.unwrap());
        }
        server = Server::start(&database);
        for player in &mut players {
            player.check(&server.url).await;
        }
    }
    let acknowledged: usize = players.iter().map(|player| player.acknowledged.len()).sum();
    println!("{kills} kills, {acknowledged} orders acknowledged");
    assert!(acknowledged > 10 * PLAYERS, "too little was played: {acknowledged}");
    server.kill();
}
