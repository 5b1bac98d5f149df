//! The attacks: each a number of tasks that come from a few addresses and do one thing again and again, until they are told to
//! stop.

use std::net::Ipv4Addr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

use crate::place::Place;

type Doing = Pin<Box<dyn Future<Output = Result<(), String>>>>;

/// An attack by so many tasks, shared out over the attackers' addresses.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// Whether it is aimed at generals.
    pub(crate) starves: bool,
    tasks: u64,
    deed: fn(Attacker) -> Doing,
}

pub(crate) const ATTACKS: [Attack; 9] = [
    Attack { name: "nonces", starves: false, tasks: 16, deed: |attacker| Box::pin(import_nonces(attacker)) },
    Attack { name: "random-games", starves: true, tasks: 60, deed: |attacker| Box::pin(random_games(attacker)) },
    Attack { name: "marshals", starves: true, tasks: 100, deed: |attacker| Box::pin(marshals(attacker)) },
    Attack { name: "deaf-requests", starves: false, tasks: 120, deed: |attacker| Box::pin(deaf_requests(attacker)) },
    Attack { name: "deaf-sockets", starves: false, tasks: 60, deed: |attacker| Box::pin(deaf_sockets(attacker)) },
    Attack { name: "connections", starves: false, tasks: 16, deed: |attacker| Box::pin(connections(attacker)) },
    Attack { name: "chat", starves: false, tasks: 24, deed: |attacker| Box::pin(chat(attacker)) },
    Attack { name: "questions", starves: true, tasks: 48, deed: |attacker| Box::pin(questions(attacker)) },
    // The last: it uses up the games that these addresses may begin, and the others need some of them.
    Attack { name: "rematches", starves: false, tasks: 24, deed: |attacker| Box::pin(rematches(attacker)) },
];

/// From how many addresses attackers come.
const ADDRESSES: u64 = 4;
/// Attackers pause for so long between two deeds: the machine that measures is the machine that is measured.
const PAUSE: Duration = Duration::from_millis(10);
/// No attack goes on for longer.
const LONGEST: Duration = Duration::from_secs(180);

/// One of those who attack.
#[derive(Clone)]
struct Attacker {
    place: Place,
    cookie: String,
    number: u64,
    tally: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    served: AtomicU64,
    refused: AtomicU64,
    /// Those who have begun.
    begun: AtomicU64,
    stop: AtomicBool,
}

impl Attacker {
    /// Whether to go on; pauses first.
    async fn goes_on(&self) -> bool {
        tokio::time::sleep(PAUSE).await;
        !self.tally.stop.load(Ordering::Relaxed)
    }

    fn begins(&self) {
        self.tally.begun.fetch_add(1, Ordering::Relaxed);
    }

    fn counts(&self, served: bool) {
        let count = if served { &self.tally.served } else { &self.tally.refused };
        count.fetch_add(1, Ordering::Relaxed);
    }

    async fn asks(&self, method: &str, path: &str, body: &str) -> Option<String> {
        let answer = self.place.ask(method, path, &self.cookie, body).await;
        let served = answer.ok().filter(|(status, _)| (200..300).contains(status)).map(|(_, body)| body);
        self.counts(served.is_some());
        served
    }

    /// A new game with these players, if it is granted.
    async fn game(&self, french: &str, allied: &str) -> Option<String> {
        let seats = json!({ "french": french, "allied": allied });
        let new = json!({ "title": self.place.title, "scenario": self.place.scenario, "seats": seats });
        let made = self.asks("POST", "/api/games", &new.to_string()).await?;
        serde_json::from_str::<serde_json::Value>(&made).ok()?["id"].as_str().map(str::to_owned)
    }

    async fn socket(&self, game: &str) -> Result<WebSocketStream<TcpStream>, String> {
        let address = format!("{}/api/games/{game}/live", self.place.url.replacen("http", "ws", 1));
        let mut request = address.into_client_request().map_err(|error| error.to_string())?;
        for (name, value) in [("cookie", &self.cookie), ("origin", &self.place.url)] {
            let value = HeaderValue::from_str(value).map_err(|error| error.to_string())?;
            request.headers_mut().insert(name, value);
        }
        let stream = self.place.connect().await?;
        let opened = tokio_tungstenite::client_async(request, stream).await;
        self.counts(opened.is_ok());
        opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
    }

    /// Looks on at a game for as long as the attack goes on.
    async fn watches(&self, game: &str) -> Result<(), String> {
        let mut socket = self.socket(game).await?;
        self.begins();
        while !self.tally.stop.load(Ordering::Relaxed) {
            let _ = tokio::time::timeout(Duration::from_millis(200), socket.next()).await;
        }
        Ok(())
    }

    /// A connection whose other end is never read.
    async fn deaf(&self) -> Result<TcpStream, String> {
        let words = |error: std::io::Error| error.to_string();
        let socket = TcpSocket::new_v4().map_err(words)?;
        socket.set_recv_buffer_size(4096).map_err(words)?;
        if let Some(from) = self.place.from {
            socket.bind((from, 0).into()).map_err(words)?;
        }
        let to = self.place.authority().parse().map_err(|_| "no address".to_owned())?;
        socket.connect(to).await.map_err(words)
    }
}

/// Journals of tens of thousands of lines that all add to the dice.
async fn import_nonces(attacker: Attacker) -> Result<(), String> {
    let game = attacker.game("here", "here").await.ok_or("no game")?;
    let journal = attacker.asks("GET", &format!("/api/games/{game}/journal"), "").await.ok_or("no journal")?;
    let line = |number: u64| format!("{{\"nonce\":{{\"seat\":null,\"nonce\":\"{number}\",\"from_throw\":0}}}}\n");
    let flood: String = std::iter::once(journal).chain((0..40_000).map(line)).collect();
    attacker.begins();
    while attacker.goes_on().await {
        attacker.asks("POST", "/api/import", &flood).await;
    }
    Ok(())
}

/// Games of chance against chance, each watched so that it goes on.
async fn random_games(attacker: Attacker) -> Result<(), String> {
    let game = attacker.game("random", "random").await.ok_or("no game")?;
    attacker.watches(&game).await
}

/// Games against the longest thinker there is.
async fn marshals(attacker: Attacker) -> Result<(), String> {
    let game = attacker.game("strong:20000", if attacker.number.is_multiple_of(2) { "here" } else { "strong:20000" });
    let game = game.await.ok_or("no game")?;
    attacker.watches(&game).await
}

/// Asks for maps and reads nothing.
async fn deaf_requests(attacker: Attacker) -> Result<(), String> {
    let (host, Place { title, scenario, .. }) = (attacker.place.authority(), &attacker.place);
    let request = format!("GET /api/titles/{title}/{scenario}/map.svg HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(20);
    attacker.begins();
    while attacker.goes_on().await {
        let Ok(mut stream) = attacker.deaf().await else { continue };
        let sent = tokio::time::timeout(Duration::from_secs(1), stream.write_all(request.as_bytes())).await;
        attacker.counts(matches!(sent, Ok(Ok(()))));
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}

/// Sockets on which nobody reads, at a game in which much happens.
async fn deaf_sockets(attacker: Attacker) -> Result<(), String> {
    let game = attacker.game("random", "random").await.ok_or("no game")?;
    let (host, cookie, url) = (attacker.place.authority(), &attacker.cookie, &attacker.place.url);
    let request = format!(
        "GET /api/games/{game}/live HTTP/1.1\r\nHost: {host}\r\nOrigin: {url}\r\nCookie: {cookie}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    attacker.begins();
    while attacker.goes_on().await {
        let mut held = Vec::new();
        for _ in 0..8 {
            let Ok(mut stream) = attacker.deaf().await else { continue };
            attacker.counts(stream.write_all(request.as_bytes()).await.is_ok());
            held.push(stream);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    Ok(())
}

/// As many connections as one gets, held and thrown away.
async fn connections(attacker: Attacker) -> Result<(), String> {
    attacker.begins();
    let mut held = Vec::new();
    while attacker.goes_on().await {
        for _ in 0..8 {
            match attacker.place.connect().await {
                Ok(stream) => held.push(stream),
                Err(_) => attacker.counts(false),
            }
        }
        attacker.counts(true);
        if held.len() > 150 {
            held.drain(..75);
        }
    }
    Ok(())
}

/// Talks without end.
async fn chat(attacker: Attacker) -> Result<(), String> {
    let game = attacker.game("here", "here").await.ok_or("no game")?;
    let mut socket = attacker.socket(&game).await?;
    attacker.begins();
    let words = json!({ "chat": "x".repeat(1_900) }).to_string();
    while attacker.goes_on().await {
        if socket.send(Message::text(words.clone())).await.is_err() {
            break;
        }
        while let Ok(Some(Ok(message))) = tokio::time::timeout(Duration::from_millis(1), socket.next()).await {
            attacker.counts(message.to_text().is_ok_and(|text| text.contains("\"chat\"")));
        }
    }
    Ok(())
}

/// Asks for rematches and branches, and for the lists that grow by them.
async fn rematches(attacker: Attacker) -> Result<(), String> {
    let mut game = attacker.game("here", "link").await.ok_or("no game")?;
    attacker.begins();
    while attacker.goes_on().await {
        let again = attacker.asks("POST", &format!("/api/games/{game}/rematch"), "").await;
        let id = again.and_then(|again| serde_json::from_str::<serde_json::Value>(&again).ok());
        if let Some(id) = id.as_ref().and_then(|again| again["id"].as_str()) {
            game = id.to_owned();
        }
        attacker.asks("POST", &format!("/api/games/{game}/branch"), "{\"step\":0}").await;
        attacker.asks("GET", "/api/games", "").await;
    }
    Ok(())
}

/// Everything that takes the server long to answer.
async fn questions(attacker: Attacker) -> Result<(), String> {
    let game = attacker.game("here", "here").await.ok_or("no game")?;
    let path = format!("/api/games/{game}");
    attacker.begins();
    while attacker.goes_on().await {
        let order = json!({ "seat": "french", "order": "end movement" }).to_string();
        attacker.asks("POST", &format!("{path}/odds"), &order).await;
        attacker.asks("POST", &format!("{path}/hints"), &json!({ "seat": "french", "seconds": 10 }).to_string()).await;
        attacker.asks("POST", &format!("{path}/review"), "").await;
        attacker.asks("GET", &format!("{path}/journal"), "").await;
        attacker.asks("GET", &format!("{path}/steps/0"), "").await;
        attacker.asks("GET", &format!("/api/titles/{}/rules", attacker.place.title), "").await;
    }
    Ok(())
}

/// Attackers have machines of their own in the world: here their work must not take the cores from the server and its player.
#[cfg(target_os = "linux")]
fn step_back() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
        thread_native_id,
    };
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let _ = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// An attack under way, on a thread of its own.
pub(crate) struct Assault {
    counts: Arc<Counts>,
    tasks: u64,
    thread: Option<JoinHandle<()>>,
}

impl Assault {
    pub(crate) fn begin(attack: &'static Attack, place: &impl Fn(Ipv4Addr) -> Place) -> Result<Assault, String> {
        let counts: Arc<Counts> = Arc::default();
        let attackers: Vec<Attacker> = (0..attack.tasks)
            .map(|number| Attacker {
                place: place(Ipv4Addr::new(127, 0, 66, 1 + (number % ADDRESSES) as u8)),
                cookie: String::new(),
                number,
                tally: counts.clone(),
            })
            .collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("the attack cannot begin: {error}"))?;
        let stop = counts.clone();
        let thread = std::thread::spawn(move || {
            step_back();
            let tasks = tokio::task::LocalSet::new();
            tasks.block_on(&runtime, async move {
                for mut attacker in attackers {
                    tokio::task::spawn_local(async move {
                        // Sessions cost little: each task has its own, in each attack another.
                        attacker.cookie = attacker.place.session().await?;
                        (attack.deed)(attacker).await
                    });
                }
                let begun = Instant::now();
                while !stop.stop.load(Ordering::Relaxed) && begun.elapsed() < LONGEST {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        });
        Ok(Assault { counts, tasks: attack.tasks, thread: Some(thread) })
    }

    /// Waits until most of the attackers have begun. Those whom the server refuses never do.
    pub(crate) async fn wait_until_under_way(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let most = self.tasks * 9 / 10;
        let settled = |begun: u64| begun >= most || self.counts.refused.load(Ordering::Relaxed) > 0 && begun > 0;
        while !settled(self.counts.begun.load(Ordering::Relaxed)) && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }

    /// Stops, and says how many deeds were served and how many refused.
    pub(crate) fn end(mut self) -> (u64, u64) {
        self.counts.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        (self.counts.served.load(Ordering::Relaxed), self.counts.refused.load(Ordering::Relaxed))
    }
}
