//! Answers to calls about games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Fault, LogLine, Refusal, ThrowSource};

/// Nothing more to say.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Nothing {}

/// A game that was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Made {
    pub(crate) id: String,
}

/// A new game, and what is promised about its dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Created {
    pub(crate) id: String,
    pub(crate) commitment: String,
}

/// A game from a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Imported {
    pub(crate) id: String,
    /// Sentences about loading.
    pub(crate) notices: Vec<String>,
}

/// A seat that was taken.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Joined {
    pub(crate) game: String,
    pub(crate) seat: Option<String>,
    /// What is promised about the dice.
    pub(crate) commitment: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameListed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) scenario: String,
    pub(crate) name: String,
    pub(crate) turn: u32,
    pub(crate) over: bool,
    /// Seats that are asked, where nothing is hidden.
    pub(crate) waiting_for: Vec<String>,
    /// The seats of this browser.
    pub(crate) mine: Vec<String>,
    /// When something happened last that everybody may notice: milliseconds since 1970.
    pub(crate) changed: i64,
    pub(crate) owner: bool,
    pub(crate) unverified: bool,
    /// By seat.
    pub(crate) generals: BTreeMap<String, String>,
    /// Names of the other players, by seat.
    pub(crate) players: BTreeMap<String, String>,
}

/// A part of the log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LogPage<'a> {
    pub(crate) log_from: usize,
    pub(crate) log: Vec<LogLine<'a>>,
}

/// Invitations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Links {
    /// By seat.
    pub(crate) seats: BTreeMap<String, String>,
    /// The seats that nobody has taken yet.
    pub(crate) open: BTreeMap<String, OpenSeat>,
    pub(crate) spectator: String,
    /// Nobody but this machine can come here.
    pub(crate) local: bool,
}

/// A seat that waits for somebody.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OpenSeat {
    /// To be typed in place of the link; null in games of earlier versions.
    #[schemars(extend("x-null" = true))]
    pub(crate) code: Option<String>,
    /// The link as a QR code, in SVG.
    pub(crate) qr: String,
}

/// What an invitation is to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Invited {
    pub(crate) game: String,
    pub(crate) title: String,
    pub(crate) scenario: String,
    pub(crate) name: String,
    pub(crate) seat: String,
    pub(crate) seat_name: String,
    /// Somebody has the seat.
    pub(crate) taken: bool,
    /// It is the caller.
    pub(crate) mine: bool,
    /// Who made the game; null without a name.
    #[schemars(extend("x-null" = true))]
    pub(crate) by: Option<String>,
    /// What the caller is called; null without a name.
    #[schemars(extend("x-null" = true))]
    pub(crate) you: Option<String>,
    /// Who has the other seats.
    pub(crate) sitting: Vec<Sitting>,
}

/// Another seat, and who has it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Sitting {
    pub(crate) seat: String,
    pub(crate) seat_name: String,
    #[schemars(extend("x-null" = true))]
    pub(crate) player: Option<String>,
    /// The general's title and style.
    #[schemars(extend("x-null" = true))]
    pub(crate) general: Option<String>,
    pub(crate) taken: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CodeLeads {
    Invitation,
    Device,
}

/// Where a code leads; null if it is not good, or not any more.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct CodeTold {
    #[schemars(extend("x-null" = true))]
    pub(crate) leads: Option<CodeLeads>,
}

/// What a player is called at every table; empty without a name.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerNamed {
    pub(crate) name: String,
}

/// What came of an order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Done {
    pub(crate) version: u64,
    /// Something came to light, and the rest of the order was dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<Refusal>,
}

/// The order that is meant, or why the rules forbid it; neither if nothing could be meant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Why {
    /// Complete, to be sent unchanged.
    pub(crate) order: Option<String>,
    pub(crate) refusal: Option<Refusal>,
}

/// Whether a task of a lesson is done.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct TaskDone {
    pub(crate) done: bool,
}

/// A text that is kept, or a position written down.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TextKept {
    pub(crate) text: String,
}

/// Letters of the own side; only `case`, which is null, where players talk as they like.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Letters {
    pub(crate) case: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) desk: Option<LetterDesk>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LetterDesk {
    #[schemars(extend("x-null" = true))]
    pub(crate) seat: Option<String>,
    pub(crate) to: Vec<String>,
    pub(crate) turn: u32,
    /// Letters can still be written.
    pub(crate) open: bool,
    /// The letter of this turn as far as it is written.
    pub(crate) text: String,
    /// Those that have arrived, the caller's included.
    pub(crate) letters: Vec<Letter>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Letter {
    pub(crate) from: Option<String>,
    pub(crate) turn: u32,
    pub(crate) text: String,
}

/// A letter that was written.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct LetterKept {
    pub(crate) turn: u32,
}

/// The dice of a game, or what is remembered of a deleted one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum DiceAnswer {
    Kept(Dice),
    Deleted(DeletedDice),
}

/// What is remembered of a game that was deleted before its end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct DeletedDice {
    /// Always true.
    pub(crate) deleted: bool,
    pub(crate) earlier: Vec<EndedGame>,
}

/// A game that was deleted before its end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EndedGame {
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) commitment: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) ended: i64,
    /// Whether this browser made it.
    pub(crate) mine: bool,
    #[serde(flatten)]
    pub(crate) account: Option<EndedAccount>,
}

/// What is kept of its dice.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EndedAccount {
    pub(crate) title: String,
    pub(crate) scenario: String,
    pub(crate) protocol: u8,
    pub(crate) nonces: Vec<Nonce>,
    #[schemars(extend("x-null" = true))]
    pub(crate) seed: Option<String>,
    /// How many there were.
    pub(crate) throws: u64,
}

/// What a player has added.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NonceKept {
    pub(crate) nonce: String,
}

/// The dice: promised, added to, thrown.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Dice {
    pub(crate) protocol: u8,
    pub(crate) commitment: Option<String>,
    pub(crate) nonces: Vec<Nonce>,
    /// They wait for what players add.
    pub(crate) waiting: bool,
    /// They wait for this browser.
    pub(crate) asked: bool,
    /// Null while the game runs.
    pub(crate) seed: Option<String>,
    pub(crate) throws: Vec<ThrowMade>,
    pub(crate) unverified: bool,
    /// Games of the same commitment that were deleted.
    pub(crate) earlier: Vec<EndedGame>,
}

/// What a player added.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Nonce {
    pub(crate) seat: Option<String>,
    /// Null where it is missing still.
    pub(crate) nonce: Option<String>,
    /// Null where the number of throws is a secret.
    pub(crate) from_throw: Option<u64>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ThrowMade {
    pub(crate) number: u64,
    /// The step of the replay that shows the board after it; null if it was taken back.
    pub(crate) step: Option<usize>,
    pub(crate) purpose: Option<&'static str>,
    pub(crate) case: Option<&'static str>,
    pub(crate) faces: u8,
    pub(crate) dice: Vec<u8>,
    pub(crate) source: ThrowSource,
    pub(crate) taken_back: bool,
}

/// An example that was run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ExampleRun {
    pub(crate) passed: bool,
    pub(crate) faults: Vec<Fault>,
    pub(crate) steps: usize,
}
