//! The socket of a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use store::ChatLine;
use tokio::sync::mpsc;

use crate::api::{Visit, may_talk, read};
use crate::limits::Bucket;
use crate::problem::Problem;
use crate::quota::{Key, too_many};
use crate::table::Deed;
use crate::wire::{self, ClientMessage, Pong, PongKind, Refused, RefusedKind};

/// Messages that wait for a slow client before it is disconnected.
const QUEUE: usize = 128;
/// Bytes of what comes in that are read at once.
const READ: usize = 2 * 1024;
const BEAT: Duration = Duration::from_secs(20);
/// Beats without a sign of life after which a socket is closed.
const PATIENCE: u8 = 3;
const LONGEST_CHAT: usize = 2_000;
/// How long the last message to a socket may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

type Upgrade = Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>;

pub(crate) async fn open(visit: Visit, upgrade: Upgrade) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| Problem::bad("this path needs a WebSocket"))?;
    let (limits, party) = (visit.house.limits, visit.caller.party());
    if !visit.house.new_sockets.admits(party.address) {
        visit.house.metrics.refused("new sockets", &Key::Address(party.address));
        let sentence = "too many new connections to games from your address; wait a moment";
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence));
    }
    let keys = vec![
        (Key::Owner(party.owner), limits.sockets.owner),
        (Key::Address(party.address), limits.sockets.address),
        (Key::Game(visit.game.as_str().into()), limits.sockets_each_game),
        (Key::All, limits.sockets.all),
    ];
    let place = visit.house.sockets.admit(keys).map_err(|full| too_many(&full, "open sockets"))?;
    visit.eyes(&*visit.table().await?)?;
    let frame = visit.house.limits.frame;
    // What comes in is short; the usual buffer would be most of what a game takes.
    let upgrade = upgrade.max_message_size(frame).max_frame_size(frame).read_buffer_size(READ).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _place = place;
        let (house, game) = (visit.house.clone(), visit.game.clone());
        house.metrics.sockets.inc();
        serve(visit, socket).await;
        house.metrics.sockets.dec();
        house.left(&game).await;
    }))
}

async fn serve(visit: Visit, socket: WebSocket) {
    let house = &visit.house;
    let (outbox, mut inbox) = mpsc::channel::<Arc<str>>(QUEUE);
    // Only the table holds it then: when the table lets go, the socket ends.
    let answers = outbox.downgrade();
    let (mut sender, mut receiver) = socket.split();
    let listening = visit.at_table(move |visit, table| {
        table.visited_by(&visit.caller.party());
        let eyes = visit.eyes(table)?;
        table.listen(&eyes, visit.looking.since, outbox);
        Ok(())
    });
    if let Err(problem) = listening.await {
        let _ = sender.send(said(&problem)).await;
        return;
    }
    let mut endings = house.sessions.endings();
    if !visit.caller.goes_on(house).await {
        return;
    }
    let mut beat = tokio::time::interval(BEAT);
    let mut silent = 0;
    let mut bucket = Bucket::full(house.limits.socket);
    let mut stopped = house.stopped.clone();
    loop {
        tokio::select! {
            message = inbox.recv() => {
                let Some(message) = message else { break };
                let sent = sender.send(Message::Text(message.as_ref().into()));
                // A client that takes nothing for so long is gone.
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
                    let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many messages; wait a moment");
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
                        // The table has let go of everybody; this answer is the last word.
                        None => {
                            let _ = tokio::time::timeout(BEAT, sender.send(Message::Text(answer.as_ref().into()))).await;
                            break;
                        }
                    }
                }
            }
            _ = beat.tick() => {
                silent += 1;
                if silent > PATIENCE || sender.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            ended = endings.recv() => {
                let others = ended.is_ok_and(|identity| *identity != *visit.caller.identity);
                if !others && !visit.caller.goes_on(house).await {
                    let frame = CloseFrame { code: close_code::POLICY, reason: "this device was signed out".into() };
                    let _ = tokio::time::timeout(LAST_WORDS, sender.send(Message::Close(Some(frame)))).await;
                    return;
                }
            }
            () = ended(&mut stopped) => break,
        }
    }
    let frame = CloseFrame { code: close_code::AWAY, reason: "reconnect in a moment".into() };
    // A client that does not take even that has stopped reading long ago.
    let _ = tokio::time::timeout(LAST_WORDS, sender.send(Message::Close(Some(frame)))).await;
}

/// Waits until the server is told to stop.
async fn ended(stopped: &mut tokio::sync::watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

fn said(problem: &Problem) -> Message {
    Message::Text(problem.message().into())
}

/// Does what a message wants. What was carried out is answered by its delta.
async fn heed(visit: &Visit, text: &str) -> Option<Arc<str>> {
    let wanted = match read::<ClientMessage>(text.as_bytes()) {
        Ok(ClientMessage::Order(order)) => order.wanted(),
        Ok(ClientMessage::Undo(after)) => Ok(after.wanted(Deed::Undo)),
        Ok(ClientMessage::Redo(after)) => Ok(after.wanted(Deed::Redo)),
        Ok(ClientMessage::Reset(after)) => Ok(after.wanted(Deed::Reset)),
        Ok(ClientMessage::Takeback(takeback)) => Ok(takeback.wanted()),
        Ok(ClientMessage::TakebackAnswer(consent)) => Ok(consent.wanted()),
        Ok(ClientMessage::Chat(text)) => {
            let speaker = visit.clone();
            let said = async move { chat(&speaker, &text).await };
            let said = visit.house.workshop.carry_out(&visit.caller.party(), said).await;
            let said = said.unwrap_or_else(|lost| Err(lost.into()));
            return said.err().map(|problem| Arc::from(problem.message()));
        }
        Ok(ClientMessage::Ping(ping)) => return Some(Arc::from(wire::text(&Pong { kind: PongKind::Pong, ping }))),
        Err(problem) => Err(problem),
    };
    let outcome = match wanted {
        Ok((seat, after, deed)) => visit.act(seat, after, deed).await,
        Err(problem) => Err(problem),
    };
    match outcome {
        Ok(done) => done.stopped.map(|refusal| {
            let stopped = Refused { kind: RefusedKind::Refused, refusal, status: None, stopped: true };
            Arc::from(wire::text(&stopped))
        }),
        Err(problem) => Some(Arc::from(problem.message())),
    }
}

async fn chat(visit: &Visit, text: &str) -> Result<(), Problem> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST_CHAT {
        return Err(Problem::bad(format!("a chat message may have 1 to {LONGEST_CHAT} bytes")));
    }
    let mut table = visit.table().await?;
    may_talk(&table)?;
    let seats = table.seats_of(&visit.caller.identity);
    let speaker = visit.seat(&table)?.filter(|seat| seats.contains(seat)).or(seats.first().copied());
    let Some(speaker) = speaker else { return Err(Problem::forbidden("only players may chat")) };
    let limits = &visit.house.limits;
    let own = table.chat.iter().filter(|line| line.seat == i64::from(speaker.0));
    let (lines, bytes) = own.fold((0, 0), |(lines, bytes), line| (lines + 1, bytes + line.text.len()));
    if lines >= limits.chat_lines || bytes + text.len() > limits.chat_bytes {
        return Err(Problem::forbidden("you have reached the chat limit of this game"));
    }
    if !table.may_say_more(speaker, limits.chat) {
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many messages; wait a moment"));
    }
    let line = ChatLine { at: visit.house.clock.now(), seat: i64::from(speaker.0), text: text.to_owned() };
    let number = table.chat.len();
    if let Err(error) = visit.house.store.add_chat(&visit.game, number, line.at, line.seat, &line.text).await {
        // Nobody knows how many lines there are now.
        table.dismiss(None);
        return Err(error.into());
    }
    table.say(line);
    Ok(())
}
