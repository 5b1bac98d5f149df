//! What goes over the socket of a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{After, Consent, Delta, Fault, Order, Personal, Problem, Refusal, Snapshot, TakebackWish};

/// What a browser says: one key, and what belongs to it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    Order(Order),
    Undo(After),
    Redo(After),
    Reset(After),
    Takeback(TakebackWish),
    TakebackAnswer(Consent),
    Chat(String),
    Ping(serde_json::Value),
}

/// What the server says.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the list of messages; each is sent as itself")]
pub(crate) enum ServerMessage<'a> {
    Snapshot(Box<Snapshot<'a, Personal<'a>>>),
    Delta(Box<Delta<'a>>),
    Refused(Refused),
    Error(ErrorMessage),
    Chat(ChatMessage<'a>),
    Pong(Pong),
    Thinking(Thinking<'a>),
    Company(Company<'a>),
    Reseated(Reseated),
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReseatedKind {
    Reseated,
}

/// A seat has changed hands: the socket closes, and the client asks again for what it may see.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Reseated {
    pub(crate) kind: ReseatedKind,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CompanyKind {
    Company,
}

/// Who else is there just now; before the first of these, nobody.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Company<'a> {
    pub(crate) kind: CompanyKind,
    /// The seats whose players are connected, without those of this browser.
    pub(crate) seats: Vec<&'a str>,
    /// How many look on without a seat, without this browser.
    pub(crate) watching: usize,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RefusedKind {
    Refused,
}

/// An order was refused by the rules, or the rest of it was dropped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Refused {
    pub(crate) kind: RefusedKind,
    pub(crate) refusal: Refusal,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<u16>,
    /// The first part of the order stands: it brought something to light.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) stopped: bool,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ErrorKind {
    Error,
}

/// Something else went wrong.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ErrorMessage {
    pub(crate) kind: ErrorKind,
    pub(crate) error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<u16>,
    /// The present version, if the order was given on another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<Fault>,
    /// The change may or may not have been kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unknown: bool,
}

impl ErrorMessage {
    pub(crate) fn new(error: impl Into<String>) -> ErrorMessage {
        let (kind, error) = (ErrorKind::Error, error.into());
        ErrorMessage { kind, error, status: None, version: None, faults: Vec::new(), unknown: false }
    }
}

impl Problem {
    /// The same as a message of a socket.
    pub(crate) fn message(self, status: u16) -> String {
        match self.refusal {
            Some(refusal) => {
                super::text(&Refused { kind: RefusedKind::Refused, refusal, status: Some(status), stopped: false })
            }
            None => super::text(&ErrorMessage {
                status: Some(status),
                version: self.version,
                faults: self.faults,
                unknown: self.unknown,
                ..ErrorMessage::new(self.error.unwrap_or_default())
            }),
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChatKind {
    Chat,
}

/// A line of chat, for those at the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChatMessage<'a> {
    pub(crate) kind: ChatKind,
    pub(crate) line: usize,
    pub(crate) seat: Option<&'a str>,
    pub(crate) text: &'a str,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PongKind {
    Pong,
}

/// The answer to a ping.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Pong {
    pub(crate) kind: PongKind,
    pub(crate) ping: serde_json::Value,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ThinkingKind {
    Thinking,
}

/// How far a general is; with no seat, that it has thought.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Thinking<'a> {
    pub(crate) kind: ThinkingKind,
    pub(crate) seat: Option<&'a str>,
    #[serde(flatten)]
    pub(crate) thought: Option<Thought>,
}

/// Of the whole player-turn.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Thought {
    /// From 0 to 1.
    pub(crate) share: f64,
    pub(crate) seconds: f64,
    /// In seconds; null if the general does not count by them.
    #[schemars(extend("x-null" = true))]
    pub(crate) budget: Option<f64>,
    /// Always null: what a general hopes for is nobody else's business.
    #[schemars(extend("x-null" = true))]
    pub(crate) expects: Option<f64>,
}
