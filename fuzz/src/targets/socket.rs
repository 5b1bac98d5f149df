//! Messages on the socket of a game, against a real server on loopback.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits, Rate, Running};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::titles;
use crate::{Fate, Target};

/// Longest message that is sent: the server closes the socket on longer ones, as it should.
const LONGEST: usize = 8_000;
/// Stands for the version that the browser has been told of: an order on another one comes too late.
const NOW: &str = "NOW";
/// How long an answer may take: a machine may be busy, a server that says nothing at all is broken.
const PATIENCE: Duration = Duration::from_secs(120);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) struct Sockets {
    runtime: Runtime,
    table: Table,
    /// Counts the pings by which the end of an answer is known.
    pings: u64,
    _directory: tempfile::TempDir,
    _running: Running,
}

/// A game at the server, and a browser that looks at it.
struct Table {
    url: String,
    cookie: String,
    http: reqwest::Client,
    game: String,
    socket: Socket,
}

impl Sockets {
    pub(crate) fn new() -> Result<Sockets, String> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let fast = Rate { each_second: 1e9, burst: 1e9 };
        let limits = Limits { socket: fast, browser: fast, address: fast, chat: fast, ..Limits::default() };
        let config = Config {
            listen: "127.0.0.1:0".parse().map_err(|_| "an address")?,
            public_url: None,
            database: format!("sqlite:{}", directory.path().join("games.sqlite").display()),
            limits,
            trusted_proxies: Vec::new(),
            metrics: None,
            web: None,
            clock: server::Clock::default(),
            foreseen: Some(1813),
        };
        let (running, table) = runtime.block_on(async {
            let running = server::start(config, titles(), Vec::new()).await?;
            let table = Table::open(format!("http://{}", running.address())).await?;
            Ok::<_, String>((running, table))
        })?;
        Ok(Sockets { runtime, table, pings: 0, _directory: directory, _running: running })
    }
}

fn told(error: impl std::fmt::Display) -> String {
    format!("the server does not answer: {error}")
}

impl Table {
    async fn open(url: String) -> Result<Table, String> {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().map_err(told)?;
        let wanted = json!({ "title": "art-of-war", "scenario": "eylau", "options": {}, "seats": { "french": "here", "allied": "here" } });
        let made = http.post(format!("{url}/api/games")).header("Origin", &url).body(wanted.to_string()).send().await;
        let made = made.map_err(told)?;
        let session = made.headers().get("Set-Cookie").and_then(|value| value.to_str().ok());
        let cookie = session.and_then(|value| value.split(';').next()).unwrap_or_default().to_owned();
        let answer: Value = made.json().await.map_err(told)?;
        let game = answer["id"].as_str().ok_or_else(|| format!("no game was made: {answer}"))?.to_owned();
        let word = json!({ "commitment": answer["commitment"], "nonce": "a word" });
        let request = http.post(format!("{url}/api/games/{game}/nonce")).header("Origin", &url);
        request.header("Cookie", &cookie).body(word.to_string()).send().await.map_err(told)?;
        let socket = connect(&url, &cookie, &game).await?;
        Ok(Table { url, cookie, http, game, socket })
    }

    async fn snapshot(&self) -> Result<Value, String> {
        let request = self.http.get(format!("{}/api/games/{}", self.url, self.game)).header("Cookie", &self.cookie);
        request.send().await.map_err(told)?.json().await.map_err(told)
    }

    /// Sends a message and a ping after it; what comes before the pong is the answer.
    async fn say(&mut self, text: &str, ping: u64) -> Result<Vec<Value>, String> {
        self.socket.send(Message::Text(text.into())).await.map_err(told)?;
        let last = json!({ "ping": ping }).to_string();
        self.socket.send(Message::Text(last.into())).await.map_err(told)?;
        let mut answers = Vec::new();
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match next
                .map_err(|_| "the server has fallen silent")?
                .ok_or("the server has closed the socket")?
                .map_err(told)?
            {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).map_err(|_| format!("no JSON: {text}"))?;
                    if message["kind"] == "pong" && message["ping"] == ping {
                        return Ok(answers);
                    }
                    answers.push(message);
                }
                Message::Close(frame) => return Err(format!("the server closes the socket: {frame:?}")),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }
}

async fn connect(url: &str, cookie: &str, game: &str) -> Result<Socket, String> {
    let address = format!("{}/api/games/{game}/live", url.replace("http:", "ws:"));
    let mut request = address.into_client_request().map_err(told)?;
    let value = |text: &str| text.parse().map_err(|_| "a header");
    request.headers_mut().insert("Origin", value(url)?);
    request.headers_mut().insert("Cookie", value(cookie)?);
    Ok(tokio_tungstenite::connect_async(request).await.map_err(told)?.0)
}

impl Target for Sockets {
    fn name(&self) -> &'static str {
        "socket"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            json!({ "order": { "seat": "french", "after": NOW, "order": "end movement" } }),
            json!({ "undo": { "seat": "french", "after": NOW } }),
            json!({ "redo": { "seat": "french", "after": NOW } }),
            json!({ "order": { "seat": "french", "after": NOW, "order": "end combat" } }),
            json!({ "order": { "seat": "allied", "after": NOW, "order": "end movement" } }),
            json!({ "order": { "seat": "allied", "after": 3, "order": "end movement" } }),
            json!({ "reset": { "seat": "allied", "after": NOW } }),
            json!({ "takeback": { "seat": "french", "step": 1 } }),
            json!({ "takeback_answer": { "seat": "allied", "agree": false } }),
            json!({ "chat": "a word" }),
            json!({ "ping": [1, { "two": "three" }] }),
        ]
        .iter()
        .map(|message| message.to_string().into_bytes())
        .collect()
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let text: String = String::from_utf8_lossy(input).chars().take(LONGEST / 4).collect();
        self.pings += 1;
        let (ping, table) = (self.pings, &mut self.table);
        self.runtime.block_on(async {
            let before = table.snapshot().await?;
            let text = text.replace(&format!("\"{NOW}\""), &before["version"].to_string());
            let answers = table.say(&text, ping).await?;
            let after = table.snapshot().await?;
            // An order may be broken off after something came to light; that part of it stands.
            let refused =
                |answer: &Value| answer["kind"] == "error" || answer["kind"] == "refused" && answer["stopped"] != true;
            let refused = answers.iter().any(refused);
            // The version moves with whatever a browser is told.
            match before["version"] == after["version"] {
                true if before != after => Err("the table has changed, and nobody was told".into()),
                true => Ok(Fate::Refused),
                false if refused => Err(format!("it is refused and the table has changed: {answers:?}")),
                false => Ok(Fate::Taken),
            }
        })
    }
}
