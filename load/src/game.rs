//! One game: two players with a cookie and a socket each, who order at random what they are offered.

use std::cell::Cell;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use kernel::{Chance, Entropy};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::place::Place;
use crate::view::{Heard, View};

type Socket = WebSocketStream<TcpStream>;

/// An action that has not been shown to both players for so long counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// After the last action, news come within this time.
const LAST_NEWS: Duration = Duration::from_millis(20);

struct Player {
    seat: String,
    cookie: String,
    socket: Option<Socket>,
    view: View,
}

impl Player {
    async fn connect(&mut self, place: &Place, game: &str) -> Result<(), String> {
        let words = |error: &dyn std::fmt::Display| format!("a socket cannot be opened: {error}");
        let address = format!("{}/api/games/{game}/live", place.url.replacen("http", "ws", 1));
        let mut request = address.into_client_request().map_err(|error| words(&error))?;
        for (name, value) in [("cookie", &self.cookie), ("origin", &place.url)] {
            let value = HeaderValue::from_str(value).map_err(|error| words(&error))?;
            request.headers_mut().insert(name, value);
        }
        // A thousand sockets in one program: what is usual for one would be a lot for all.
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024).write_buffer_size(0);
        let stream = place.connect().await?;
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        let (mut socket, _) = opened.map_err(|error| words(&error))?;
        let first = tokio::time::timeout(PATIENCE, socket.next()).await.map_err(|_| "no snapshot comes")?;
        self.take(first)?;
        self.socket = Some(socket);
        Ok(())
    }

    /// Takes in what came over the socket.
    fn take(&mut self, message: Option<Result<Message, Error>>) -> Result<Heard, String> {
        match message {
            Some(Ok(Message::Text(text))) => self.view.hear(&text, &self.seat),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Heard::Other),
            Some(Ok(other)) => Err(format!("the server says something unexpected: {other:?}")),
            Some(Err(error)) => Err(format!("a socket broke: {error}")),
            None => Err("the server closed a socket".into()),
        }
    }

    async fn listen(&mut self) -> Result<Heard, String> {
        let Some(socket) = &mut self.socket else { return Err("a player has no socket".into()) };
        let message = socket.next().await;
        self.take(message)
    }
}

pub(crate) struct Game {
    id: String,
    players: [Player; 2],
    chance: Chance,
}

/// How long an action took until both players had seen it, in microseconds.
#[derive(Clone, Copy)]
pub(crate) struct Delay {
    /// Since it was due.
    pub(crate) due: u64,
    /// Since it was sent.
    pub(crate) sent: u64,
}

/// What came of playing for a while.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) delays: Vec<Delay>,
    /// Games that were played to their end and replaced by new ones.
    pub(crate) finished: u64,
    pub(crate) errors: Vec<String>,
}

/// When actions are due.
#[derive(Clone, Copy)]
pub(crate) enum Pace {
    /// As soon as both players have seen the one before.
    AtOnce,
    /// At fixed times, whatever has become of the one before.
    Every { first: Instant, interval: Duration },
}

fn micros(since: Instant, now: Instant) -> u64 {
    u64::try_from(now.saturating_duration_since(since).as_micros()).unwrap_or(u64::MAX)
}

/// The cookie of a player: another for each of them.
pub(crate) fn cookie(seed: u64, game: u64, player: u64) -> String {
    let hash = kernel::dice::hash(&[b"load", &seed.to_le_bytes(), &game.to_le_bytes(), &player.to_le_bytes()]);
    let digits: String = hash.0.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sabretache={digits}")
}

impl Game {
    /// Makes a game, takes both seats and opens both sockets.
    pub(crate) async fn open(place: &Place, seed: u64, number: u64) -> Result<Game, String> {
        let (owner, guest) = (cookie(seed, number, 0), cookie(seed, number, 1));
        let titles = place.get("/api/titles", &owner).await?;
        let seats = seats_of(&titles, place)?;
        let kinds = json!({ &seats[0]: "here", &seats[1]: "link" });
        let new = json!({ "title": place.title, "scenario": place.scenario, "seats": kinds });
        let made = place.post("/api/games", &owner, new).await?;
        let id = made["id"].as_str().ok_or("the new game has no id")?.to_owned();
        let nonce = format!("/api/games/{id}/nonce");
        place.post(&nonce, &owner, json!({ "commitment": made["commitment"], "nonce": "owner" })).await?;
        let links = place.get(&format!("/api/games/{id}/links"), &owner).await?;
        let link = links["seats"][&seats[1]].as_str().ok_or("the second seat has no invitation")?;
        let token = link.rsplit('/').next().unwrap_or_default();
        let joined = place.post("/api/join", &guest, json!({ "token": token })).await?;
        place.post(&nonce, &guest, json!({ "commitment": joined["commitment"], "nonce": "guest" })).await?;
        let [first, second] = seats;
        let player = |seat, cookie| Player { seat, cookie, socket: None, view: View::default() };
        let players = [player(first, owner), player(second, guest)];
        let mut game = Game { id, players, chance: Chance::of_game(seed, number) };
        for player in &mut game.players {
            player.connect(place, &game.id).await?;
        }
        Ok(game)
    }

    /// Plays until the time is over.
    pub(crate) async fn play(
        &mut self,
        pace: Pace,
        until: Instant,
        place: &Place,
        seed: u64,
        spare: &Cell<u64>,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut turn = 0_u32;
        loop {
            let now = Instant::now();
            let due = match pace {
                Pace::AtOnce => now,
                Pace::Every { first, interval } => first + interval * turn,
            };
            turn += 1;
            if now >= until || due >= until {
                return tally;
            }
            if due > now {
                tokio::time::sleep_until(due).await;
            }
            if self.players.iter().any(|player| player.view.over) {
                spare.set(spare.get() + 1);
                match Game::open(place, seed, spare.get()).await {
                    Ok(game) => *self = game,
                    Err(sentence) => {
                        tally.errors.push(sentence);
                        return tally;
                    }
                }
                tally.finished += 1;
                continue;
            }
            let sent = Instant::now();
            match tokio::time::timeout(PATIENCE, self.act()).await {
                Ok(Ok(Heard::News)) => {
                    let now = Instant::now();
                    tally.delays.push(Delay { due: micros(due, now), sent: micros(sent, now) });
                }
                Ok(Ok(Heard::Refused(sentence))) => tally.errors.push(sentence),
                Ok(Ok(Heard::Other)) => {}
                Ok(Err(sentence)) => {
                    tally.errors.push(sentence);
                    return tally;
                }
                Err(_) => {
                    tally.errors.push(format!("an action was not shown within {PATIENCE:?}"));
                    return tally;
                }
            }
        }
    }

    /// Orders something that is offered, and waits until both players have been shown what came of it.
    async fn act(&mut self) -> Result<Heard, String> {
        let asked = loop {
            let asked: Vec<usize> = (0..2).filter(|player| !self.players[*player].view.offers.is_empty()).collect();
            if !asked.is_empty() {
                break asked;
            }
            if self.players.iter().any(|player| player.view.over) {
                return Ok(Heard::Other);
            }
            // The machine is to move, and will tell.
            self.listen().await?;
        };
        let actor = asked[self.chance.below(asked.len() as u32) as usize];
        let player = &mut self.players[actor];
        let order = &player.view.offers[self.chance.below(player.view.offers.len() as u32) as usize];
        let message = json!({ "order": { "seat": player.seat, "after": player.view.version, "order": order } });
        let before = [0, 1].map(|player| self.players[player].view.version);
        let [first, second] = &mut self.players;
        let acting = if actor == 0 { &mut *first } else { &mut *second };
        let Some(socket) = &mut acting.socket else { return Err("a player has no socket".into()) };
        socket.send(Message::text(message.to_string())).await.map_err(|error| format!("a socket broke: {error}"))?;
        loop {
            let behind = [first.view.version == before[0], second.view.version == before[1]];
            let heard = match behind {
                [false, false] => return Ok(Heard::News),
                [true, false] => first.listen().await?,
                [false, true] => second.listen().await?,
                [true, true] => tokio::select! {
                    heard = first.listen() => heard?,
                    heard = second.listen() => heard?,
                },
            };
            if let Heard::Refused(sentence) = heard {
                return Ok(Heard::Refused(sentence));
            }
        }
    }

    /// Hears what comes next, to whomever.
    async fn listen(&mut self) -> Result<Heard, String> {
        let [first, second] = &mut self.players;
        tokio::select! {
            heard = first.listen() => heard,
            heard = second.listen() => heard,
        }
    }

    /// Whether what the players were shown bit by bit is what the server shows as a whole.
    pub(crate) async fn check(&mut self, place: &Place) -> Result<(), String> {
        for player in &mut self.players {
            // What is on its way has been shown, too.
            while let Ok(heard) = tokio::time::timeout(LAST_NEWS, player.listen()).await {
                heard?;
            }
            let now = place.get(&format!("/api/games/{}", self.id), &player.cookie).await?;
            let mut whole = View::default();
            whole.hear(&now.to_string(), &player.seat)?;
            if !player.view.agrees_with(&whole) || player.view.offers != whole.offers {
                return Err(format!("game {}: {} was shown something else than there is", self.id, player.seat));
            }
        }
        let [first, second] = &self.players;
        match first.view.pieces == second.view.pieces {
            true => Ok(()),
            false => Err(format!("game {}: the players see different counters", self.id)),
        }
    }

    pub(crate) async fn close(&mut self) {
        for player in &mut self.players {
            if let Some(mut socket) = player.socket.take() {
                let _ = socket.close(None).await;
            }
        }
    }
}

/// The two seats of the scenario.
fn seats_of(titles: &Value, place: &Place) -> Result<[String; 2], String> {
    let unknown = || format!("the server has no scenario {}/{} for two", place.title, place.scenario);
    let title = titles.as_array().into_iter().flatten().find(|title| title["id"] == place.title.as_str());
    let scenarios = title.and_then(|title| title["scenarios"].as_array()).into_iter().flatten();
    let mut scenarios = scenarios.filter(|scenario| scenario["id"] == place.scenario.as_str());
    let seats = scenarios.next().and_then(|scenario| scenario["seats"].as_array()).ok_or_else(unknown)?;
    let ids: Vec<String> = seats.iter().filter_map(|seat| seat["id"].as_str().map(str::to_owned)).collect();
    ids.try_into().map_err(|_| unknown())
}
