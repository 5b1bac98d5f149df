//! Which seats are open on which device, and seats that change hands.

use schemars::JsonSchema;
use serde::Serialize;

/// Everything that is open somewhere. Times are milliseconds since 1970.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Devices {
    /// Nobody but this machine can come here.
    pub(crate) local: bool,
    pub(crate) devices: Vec<Device>,
    pub(crate) seats: Vec<SeatElsewhere>,
    pub(crate) links: Vec<LinkListed>,
}

/// Where somebody is signed in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Device {
    pub(crate) id: String,
    pub(crate) device: String,
    pub(crate) made: i64,
    pub(crate) seen: i64,
    /// The one that asks.
    pub(crate) this: bool,
}

/// One of the caller's seats that is open on another device.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatElsewhere {
    pub(crate) id: String,
    pub(crate) device: String,
    pub(crate) since: i64,
    #[serde(flatten)]
    pub(crate) seat: SeatOfGame,
}

/// A seat, in words for lists.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatOfGame {
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) seat: Option<String>,
    pub(crate) seat_name: Option<String>,
}

/// A link that has not been used yet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LinkListed {
    pub(crate) id: String,
    /// Null if it opens all games.
    pub(crate) opens: Option<SeatOfGame>,
    pub(crate) made: i64,
    pub(crate) expires: i64,
}

/// A new link. It is shown once, and works once.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LinkMade {
    pub(crate) id: String,
    pub(crate) url: String,
    /// To be typed in place of the link.
    pub(crate) code: String,
    pub(crate) expires: i64,
    /// The link as a QR code, in SVG.
    pub(crate) qr: String,
}

/// What a link would open here.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LinkShown {
    /// Null if it opens all games.
    pub(crate) opens: Option<SeatOfGame>,
    /// The device on which it was made.
    pub(crate) from: String,
    /// The device that asks.
    pub(crate) here: String,
    pub(crate) expires: i64,
    /// The caller made it.
    pub(crate) own: bool,
    /// This browser has games of its own.
    pub(crate) has_games: bool,
}

/// A link was opened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LinkOpened {
    /// Null if it opened all games.
    pub(crate) game: Option<String>,
}

/// How many devices were signed out.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct SignedOut {
    pub(crate) ended: u64,
}

/// A seat was asked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatAsked {
    pub(crate) game: String,
    pub(crate) seat: Option<String>,
}

/// Somebody asks for a seat that somebody else has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SeatRequest<'a> {
    pub(crate) id: &'a str,
    pub(crate) seat: Option<&'a str>,
    /// From where it is asked.
    pub(crate) device: &'a str,
    /// Milliseconds since 1970.
    pub(crate) asked: i64,
    /// The seat is of this browser, which decides.
    pub(crate) yours: bool,
    /// This browser has asked.
    pub(crate) own: bool,
    /// How it ended; null while it waits. Only the player who asked is told.
    pub(crate) answer: Option<RequestAnswered>,
}

/// How a request for a seat ended, if the seat went elsewhere.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RequestAnswered {
    Refused,
    /// To somebody else who had asked.
    HandedOver,
    /// There is a new invitation to it.
    GivenUp,
}

impl From<store::Answered> for RequestAnswered {
    fn from(answer: store::Answered) -> RequestAnswered {
        match answer {
            store::Answered::Refused => RequestAnswered::Refused,
            store::Answered::HandedOver => RequestAnswered::HandedOver,
            store::Answered::GivenUp => RequestAnswered::GivenUp,
        }
    }
}
