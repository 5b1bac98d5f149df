//! A server on loopback, browsers without a screen.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kernel::AnyTitle;
use reqwest::Method;
use serde_json::{Value, json};
use server::{Clock, Config, Limits, Pause, Running};
use tokio_tungstenite::tungstenite::{self, Message, client::IntoClientRequest};

#[path = "../../../store/tests/private_postgres/mod.rs"]
pub(crate) mod private_postgres;

use private_postgres::PrivatePostgres;

use crate::described;

/// No test fails because the machine has much else to do: what never comes is given up after so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// The usual limits, but no request runs out of time.
pub(crate) fn patient() -> Limits {
    Limits { time: PATIENCE, budget: PATIENCE, ..Limits::default() }
}

/// Whether the slow tests are asked for, which are run on a machine that does nothing else.
pub(crate) fn is_full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

pub(crate) fn titles() -> Vec<Arc<dyn AnyTitle>> {
    vec![art_of_war::ArtOfWar::built_in().any(), contract::miniature::MiniatureTitle::new().any()]
}

pub(crate) fn staffs() -> Vec<Arc<dyn ai::AnyStaff>> {
    generals_art_of_war::register(art_of_war::ArtOfWar::built_in()).staff.into_iter().collect()
}

/// One PostgreSQL for the tests that run at the same time.
static SHARED: Mutex<Weak<PrivatePostgres>> = Mutex::new(Weak::new());

/// Where a house keeps its games; it goes when the house does.
pub(crate) struct Place {
    _directory: tempfile::TempDir,
    pub(crate) database: String,
    _postgres: Option<Arc<PrivatePostgres>>,
    /// The cookies of those who play here, which outlive a server.
    jars: Mutex<HashMap<u8, Arc<Mutex<String>>>>,
}

impl Place {
    /// A new database: SQLite, or PostgreSQL if `SABRETACHE_TEST_DATABASE` asks for it.
    pub(crate) fn new() -> Place {
        let directory = tempfile::tempdir().unwrap();
        if std::env::var("SABRETACHE_TEST_DATABASE").is_ok_and(|kind| kind == "postgres") {
            let mut shared = SHARED.lock().unwrap();
            let postgres = shared.upgrade().unwrap_or_else(|| {
                Arc::new(PrivatePostgres::required().expect("PostgreSQL was asked for and is not there"))
            });
            *shared = Arc::downgrade(&postgres);
            return Place {
                _directory: directory,
                database: postgres.new_database(),
                _postgres: Some(postgres),
                jars: Mutex::default(),
            };
        }
        Place::below(directory)
    }

    /// SQLite, whatever is asked for.
    pub(crate) fn in_a_file() -> Place {
        Place::below(tempfile::tempdir().unwrap())
    }

    fn below(directory: tempfile::TempDir) -> Place {
        let database = format!("sqlite:{}", directory.path().join("games.sqlite").display());
        Place { _directory: directory, database, _postgres: None, jars: Mutex::default() }
    }

    fn jar(&self, name: u8) -> Arc<Mutex<String>> {
        self.jars.lock().unwrap().entry(name).or_default().clone()
    }
}

pub(crate) struct House {
    pub(crate) running: Option<Running>,
    pub(crate) url: String,
    pub(crate) place: Place,
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(patient(), None).await
    }

    pub(crate) async fn with(limits: Limits, foreseen: Option<u64>) -> House {
        House::at(Place::new(), limits, foreseen).await
    }

    pub(crate) async fn at(place: Place, limits: Limits, foreseen: Option<u64>) -> House {
        House::of(titles(), place, limits, foreseen).await
    }

    /// With other titles than the usual ones.
    pub(crate) async fn of(
        titles: Vec<Arc<dyn AnyTitle>>,
        place: Place,
        limits: Limits,
        foreseen: Option<u64>,
    ) -> House {
        let limits = Limits { pause: Pause::NONE, ..limits };
        let config = Config { limits, foreseen, ..House::config(&place) };
        House::start(titles, place, config).await
    }

    /// The usual configuration; what differs can be changed in it.
    pub(crate) fn config(place: &Place) -> Config {
        Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            database: place.database.clone(),
            limits: Limits { pause: Pause::NONE, ..patient() },
            trusted_proxies: Vec::new(),
            metrics: None,
            web: None,
            foreseen: None,
            clock: Clock::default(),
        }
    }

    pub(crate) async fn start(titles: Vec<Arc<dyn AnyTitle>>, place: Place, config: Config) -> House {
        House::led_by(staffs(), titles, place, config).await
    }

    /// With other generals than the usual ones.
    pub(crate) async fn led_by(
        staffs: Vec<Arc<dyn ai::AnyStaff>>,
        titles: Vec<Arc<dyn AnyTitle>>,
        place: Place,
        config: Config,
    ) -> House {
        let running = server::start(config, titles, staffs).await.unwrap();
        let url = format!("http://{}", running.address());
        House { running: Some(running), url, place }
    }

    pub(crate) async fn close(mut self) -> Place {
        self.running.take().unwrap().stop().await;
        self.place
    }

    pub(crate) fn browser(&self, name: u8) -> Browser {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        Browser { http, url: self.url.clone(), jar: self.place.jar(name) }
    }
}

#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) http: reqwest::Client,
    pub(crate) url: String,
    /// What it was told to show.
    pub(crate) jar: Arc<Mutex<String>>,
}

impl Browser {
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        request.header("Origin", &self.url).header("Cookie", self.cookie())
    }

    pub(crate) fn cookie(&self) -> String {
        self.jar.lock().unwrap().clone()
    }

    /// Shows another cookie from now on.
    pub(crate) fn show(&self, cookie: &str) {
        cookie.clone_into(&mut self.jar.lock().unwrap());
    }

    /// Makes sure of a session before anything else.
    pub(crate) async fn known(self) -> Browser {
        assert_eq!(self.post("/api/session", json!({})).await.0, 200);
        self
    }

    /// Sends a request, and keeps the cookie that comes with the answer.
    pub(crate) async fn ask(&self, request: reqwest::RequestBuilder) -> reqwest::Response {
        let answer = request.send().await.unwrap();
        for value in answer.headers().get_all("set-cookie") {
            let pair = value.to_str().unwrap().split(';').next().unwrap();
            if !pair.ends_with('=') {
                self.show(pair);
            }
        }
        answer
    }

    pub(crate) async fn text(&self, path: &str) -> (u16, String) {
        let answer = self.ask(self.request(Method::GET, path)).await;
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        described::answer("get", path, status, &text);
        (status, text)
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, text) = self.text(path).await;
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// A request, and after one that makes a game or takes a seat what the page does then: it adds to the dice.
    pub(crate) async fn send(&self, method: Method, path: &str, body: String) -> (u16, Value) {
        let (status, answer) = self.bare(method, path, body).await;
        let seated = ["/api/games", "/api/join", "/api/import"].contains(&path)
            || path.ends_with("/rematch")
            || path.ends_with("/branch");
        let game = answer["id"].as_str().or(answer["game"].as_str());
        if let (200, true, Some(game)) = (status, seated, game) {
            self.add_nonce(game, "a word of a test").await;
        }
        (status, answer)
    }

    /// Looks at the commitment and adds to the dice, if they wait for this browser.
    pub(crate) async fn add_nonce(&self, game: &str, nonce: &str) -> (u16, Value) {
        let commitment = self.get(&format!("/api/games/{game}/dice")).await["commitment"].clone();
        let body = json!({ "commitment": commitment, "nonce": nonce });
        self.bare(Method::POST, &format!("/api/games/{game}/nonce"), body.to_string()).await
    }

    /// Nothing but a request.
    pub(crate) async fn bare(&self, method: Method, path: &str, body: String) -> (u16, Value) {
        let name = method.as_str().to_lowercase();
        let answer = self.ask(self.request(method, path).body(body)).await;
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        described::answer(&name, path, status, &text);
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body.to_string()).await
    }

    /// A new game.
    pub(crate) async fn game(&self, title: &str, scenario: &str, seats: Value) -> String {
        let (status, answer) = self
            .post("/api/games", json!({ "title": title, "scenario": scenario, "options": {}, "seats": seats }))
            .await;
        assert_eq!(status, 200, "{answer}");
        answer["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn eylau(&self) -> String {
        self.game("art-of-war", "eylau", json!({ "french": "here", "allied": "here" })).await
    }

    pub(crate) async fn snapshot(&self, game: &str) -> Value {
        self.get(&format!("/api/games/{game}")).await
    }

    /// Gives an order on the position that is there now.
    pub(crate) async fn order(&self, game: &str, seat: &str, order: &str) -> (u16, Value) {
        let after = self.get(&format!("/api/games/{game}?as={seat}")).await["version"].clone();
        self.post(&format!("/api/games/{game}/orders"), json!({ "seat": seat, "after": after, "order": order })).await
    }

    pub(crate) async fn socket(&self, game: &str, question: &str) -> Socket {
        self.try_socket(game, question, &self.url).await.unwrap()
    }

    pub(crate) async fn try_socket(
        &self,
        game: &str,
        question: &str,
        origin: &str,
    ) -> Result<Socket, tungstenite::Error> {
        let url = format!("{}/api/games/{game}/live{question}", self.url.replace("http:", "ws:"));
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        request.headers_mut().insert("Cookie", self.cookie().parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket(stream))
    }
}

pub(crate) struct Socket(tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>);

impl Socket {
    pub(crate) async fn say(&mut self, text: impl Into<String>) {
        self.0.send(Message::Text(text.into().into())).await.unwrap();
    }

    pub(crate) async fn try_say(&mut self, text: impl Into<String>) -> bool {
        self.0.send(Message::Text(text.into().into())).await.is_ok()
    }

    /// The next message about the game, or nothing if the socket was closed. Who comes and goes is for those who ask for it.
    pub(crate) async fn raw(&mut self) -> Option<String> {
        loop {
            let text = self.any().await?;
            if !text.starts_with("{\"kind\":\"company\"") {
                return Some(text);
            }
        }
    }

    /// The next message, whatever it is about.
    async fn any(&mut self) -> Option<String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    described::message(&text);
                    return Some(text.to_string());
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Everything that was sent before this question: answers to a socket keep their place behind what was told before.
    pub(crate) async fn heard(&mut self) -> Vec<String> {
        const MARK: &str = "{\"ping\":1807}";
        self.say(MARK).await;
        let mut heard = Vec::new();
        loop {
            let message = tokio::time::timeout(PATIENCE, self.raw()).await.expect("an answer").expect("a message");
            let read: Value = serde_json::from_str(&message).unwrap();
            if read["kind"] == "pong" && read["ping"] == 1807 {
                return heard;
            }
            heard.push(message);
        }
    }

    /// Who else is there, as soon as somebody has come or gone.
    pub(crate) async fn company(&mut self) -> Value {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let message: Value = serde_json::from_str(&self.any().await.expect("a message")).unwrap();
                if message["kind"] == "company" {
                    return message;
                }
            }
        });
        waited.await.expect("somebody comes or goes")
    }

    /// The server closes the socket without another message.
    pub(crate) async fn ends(&mut self) -> bool {
        tokio::time::timeout(PATIENCE, self.raw()).await.expect("a message, or the end").is_none()
    }

    /// The frame with which the other side closes.
    pub(crate) async fn last_frame(&mut self) -> Option<tungstenite::protocol::CloseFrame> {
        loop {
            match tokio::time::timeout(PATIENCE, self.0.next()).await.expect("a frame, or the end") {
                Some(Ok(Message::Close(frame))) => return frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The next message that is wanted; those before it are passed over.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let message = self.raw().await.expect("a message");
                let message: Value = serde_json::from_str(&message).unwrap();
                if wanted(&message) {
                    return message;
                }
            }
        });
        waited.await.expect("the message that is waited for")
    }

    pub(crate) async fn next(&mut self) -> Value {
        let text = tokio::time::timeout(PATIENCE, self.raw()).await.ok().flatten().expect("a message");
        serde_json::from_str(&text).unwrap()
    }
}
