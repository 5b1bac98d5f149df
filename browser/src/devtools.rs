//! Chromium's DevTools protocol over a socket of our own, for what WebDriver does not pass on: events and traces.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::browser::{Browser, PATIENCE};

/// A connection to the page that a browser shows.
#[derive(Debug)]
pub struct DevTools {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
    events: Vec<Event>,
}

/// Something Chromium said unasked.
#[derive(Clone, Debug)]
pub struct Event {
    pub method: String,
    pub parameters: Value,
}

impl DevTools {
    /// Listens to the page of this browser.
    pub async fn of(browser: &Browser) -> DevTools {
        let address = format!("http://{}/json/list", browser.debugger());
        let answer = reqwest::get(&address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
        let pages: Value = answer.json().await.expect("Chromium lists its pages");
        let page = pages.as_array().into_iter().flatten().find(|page| page["type"] == "page");
        let socket = page.and_then(|page| page["webSocketDebuggerUrl"].as_str()).expect("Chromium shows a page");
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = tokio_tungstenite::connect_async_with_config(socket, Some(config), true)
            .await
            .unwrap_or_else(|error| panic!("the DevTools of Chromium cannot be reached: {error}"));
        DevTools { socket, asked: 0, events: Vec::new() }
    }

    /// Gives a command and waits for its answer; events on the way are kept.
    pub async fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let asked = self.asked;
        let text = json!({ "id": asked, "method": method, "params": parameters }).to_string();
        self.socket.send(Message::text(text)).await.unwrap_or_else(|error| panic!("{method}: {error}"));
        loop {
            let message = self.next(method).await;
            if message["id"] == json!(asked) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.keep(&message);
        }
    }

    /// Waits for an event; those on the way are kept, and so is this one.
    pub async fn until(&mut self, method: &str) {
        if self.events.iter().any(|event| event.method == method) {
            return;
        }
        loop {
            let message = self.next(method).await;
            self.keep(&message);
            if message["method"] == json!(method) {
                return;
            }
        }
    }

    /// The events kept so far.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    fn keep(&mut self, message: &Value) {
        if let Some(method) = message["method"].as_str() {
            self.events.push(Event { method: method.to_owned(), parameters: message["params"].clone() });
        }
    }

    async fn next(&mut self, wanted: &str) -> Value {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            let message = message.unwrap_or_else(|_| panic!("Chromium did not answer {wanted}"));
            match message.expect("Chromium keeps the connection").expect("what Chromium says can be read") {
                Message::Text(text) => return serde_json::from_str(&text).expect("Chromium speaks JSON"),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
                Message::Close(_) => panic!("Chromium closed the connection"),
            }
        }
    }
}
