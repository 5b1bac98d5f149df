//! The socket of a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use store::ChatLine;
use tokio::sync::mpsc;

use crate::api::{Visit, may_talk};
use crate::deed::{After, Consent, Order, Takeback};
use crate::limits::Bucket;
use crate::problem::Problem;
use crate::table::Deed;

/// Messages that wait for a slow listener before he is cut off.
const QUEUE: usize = 128;
/// Bytes of what comes in that are read at once.
const READ: usize = 2 * 1024;
const BEAT: Duration = Duration::from_secs(20);
/// Beats without a sign of life after which a socket is closed.
const PATIENCE: u8 = 3;
const LONGEST_CHAT: usize = 2_000;

type Upgrade = Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>;

pub(crate) async fn open(visit: Visit, upgrade: Upgrade) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| Problem::bad("this call opens a WebSocket"))?;
    let place = visit.house.sockets.clone().try_acquire_owned();
    let place = place.map_err(|_| Problem::busy("too many are looking on; come back in a moment"))?;
    visit.eyes(&*visit.table().await?)?;
    let frame = visit.house.limits.frame;
    // What comes in is short; the usual buffer would be most of what a game takes.
    let upgrade = upgrade.max_message_size(frame).max_frame_size(frame).read_buffer_size(READ).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _place = place;
        let (house, game) = (visit.house.clone(), visit.game.clone());
        serve(visit, socket).await;
        house.left(&game).await;
    }))
}

async fn serve(visit: Visit, socket: WebSocket) {
    let house = &visit.house;
    let (outbox, mut inbox) = mpsc::channel::<Arc<str>>(QUEUE);
    {
        let Ok(mut table) = visit.table().await else { return };
        let Ok(eyes) = visit.eyes(&table) else { return };
        table.listen(&eyes, visit.looking.since, outbox.clone());
    }
    // Only the table holds it now: when the table lets go, the socket ends.
    let answers = outbox.downgrade();
    drop(outbox);
    let (mut sender, mut receiver) = socket.split();
    let mut beat = tokio::time::interval(BEAT);
    let mut silent = 0;
    let mut bucket = Bucket::full(house.limits.socket);
    let mut stopped = house.stopped.clone();
    loop {
        tokio::select! {
            message = inbox.recv() => {
                let Some(message) = message else { break };
                let sent = sender.send(Message::Text(message.as_ref().into()));
                // Who takes nothing for so long is gone.
                if !matches!(tokio::time::timeout(BEAT, sent).await, Ok(Ok(()))) {
                    return;
                }
            }
            message = receiver.next() => {
                silent = 0;
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => {
                        let _ = sender.send(said(&Problem::bad("messages are text"))).await;
                        continue;
                    }
                    Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return,
                };
                if !bucket.take(house.limits.socket) {
                    let problem = Problem::new(axum::http::StatusCode::TOO_MANY_REQUESTS, "too many messages; wait a moment");
                    if sender.send(said(&problem)).await.is_err() {
                        return;
                    }
                    continue;
                }
                let answer = heed(&visit, &text).await;
                if let Some(answer) = answer {
                    // After what was published before it, so that news and refusals keep their order.
                    match answers.upgrade() {
                        Some(outbox) => {
                            let _ = outbox.try_send(answer);
                        }
                        None => break,
                    }
                }
            }
            _ = beat.tick() => {
                silent += 1;
                if silent > PATIENCE || sender.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            () = ended(&mut stopped) => break,
        }
    }
    let frame = CloseFrame { code: close_code::AWAY, reason: "come back in a moment".into() };
    let _ = sender.send(Message::Close(Some(frame))).await;
}

/// Waits until the server is told to stop.
async fn ended(stopped: &mut tokio::sync::watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

fn said(problem: &Problem) -> Message {
    Message::Text(problem.message().to_string().into())
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    Order(Order),
    Undo(After),
    Redo(After),
    Reset(After),
    Takeback(Takeback),
    TakebackAnswer(Consent),
    Chat(String),
    Ping(Value),
}

/// Does what a message wants. What was carried out is answered by its delta.
async fn heed(visit: &Visit, text: &str) -> Option<Arc<str>> {
    let wanted = match serde_json::from_str::<Said>(text) {
        Ok(Said::Order(order)) => order.wanted(),
        Ok(Said::Undo(after)) => Ok(after.wanted(Deed::Undo)),
        Ok(Said::Redo(after)) => Ok(after.wanted(Deed::Redo)),
        Ok(Said::Reset(after)) => Ok(after.wanted(Deed::Reset)),
        Ok(Said::Takeback(takeback)) => Ok(takeback.wanted()),
        Ok(Said::TakebackAnswer(consent)) => Ok(consent.wanted()),
        Ok(Said::Chat(text)) => {
            let said = chat(visit, &text).await;
            return said.err().map(|problem| Arc::from(problem.message().to_string()));
        }
        Ok(Said::Ping(number)) => return Some(Arc::from(json!({ "kind": "pong", "ping": number }).to_string())),
        Err(error) => Err(Problem::bad(format!("the message cannot be read: {error}"))),
    };
    let outcome = match wanted {
        Ok((seat, after, deed)) => visit.act(seat, after, deed).await,
        Err(problem) => Err(problem),
    };
    match outcome {
        Ok(done) => done
            .stopped
            .map(|stopped| Arc::from(json!({ "kind": "refused", "refusal": stopped, "stopped": true }).to_string())),
        Err(problem) => Some(Arc::from(problem.message().to_string())),
    }
}

async fn chat(visit: &Visit, text: &str) -> Result<(), Problem> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST_CHAT {
        return Err(Problem::bad(format!("a line of chat has 1 to {LONGEST_CHAT} bytes")));
    }
    let mut table = visit.table().await?;
    may_talk(&table)?;
    let seats = table.seats_of(&visit.caller.hash);
    let speaker = visit.seat(&table)?.filter(|seat| seats.contains(seat)).or(seats.first().copied());
    let Some(speaker) = speaker else { return Err(Problem::forbidden("only who has a seat may speak")) };
    let line = ChatLine { at: crate::now(), seat: i64::from(speaker.0), text: text.to_owned() };
    let number = table.chat.len();
    visit.house.store.add_chat(&visit.game, number, line.at, line.seat, &line.text).await?;
    table.say(line);
    Ok(())
}
