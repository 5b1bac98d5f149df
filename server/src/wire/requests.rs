//! What is asked for.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Facing;

/// A new game, from a scenario and its options or from a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) scenario: Option<String>,
    /// The text of an example or of its `[position]`, in place of a scenario and its options.
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    /// Who plays each seat: `here`, `link`, `random` or the name of a general.
    #[serde(default)]
    pub(crate) seats: BTreeMap<String, String>,
}

/// What a player adds to the dice.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NonceSent {
    /// What its sender has been shown.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub(crate) commitment: String,
    #[schemars(length(min = 1, max = 200))]
    pub(crate) nonce: String,
}

/// An order, or a question about one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) seat: String,
    /// The version on which it was decided.
    #[serde(default)]
    pub(crate) after: Option<u64>,
    #[schemars(length(max = 2000))]
    pub(crate) order: String,
}

/// Something that needs no more words than who and when.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    pub(crate) seat: String,
    #[serde(default)]
    pub(crate) after: Option<u64>,
}

/// A wish to go back past a barrier.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakebackWish {
    pub(crate) seat: String,
    #[serde(default)]
    pub(crate) after: Option<u64>,
    /// A step of your own record; without it, before your last order.
    #[serde(default)]
    pub(crate) step: Option<usize>,
}

/// The answer to such a wish.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Consent {
    pub(crate) seat: String,
    pub(crate) agree: bool,
}

/// Where units could go together, the first leading.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReachQuestion {
    pub(crate) seat: String,
    #[schemars(length(min = 1, max = 24))]
    pub(crate) units: Vec<String>,
}

/// Something to be laid over the map.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OverlayQuestion {
    pub(crate) id: String,
    pub(crate) seat: Option<String>,
    /// The id of a seat of that side.
    pub(crate) side: Option<String>,
    pub(crate) unit: Option<String>,
    #[serde(default)]
    #[schemars(length(max = 24))]
    pub(crate) places: Vec<String>,
}

/// Advice for one of your own seats.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintsQuestion {
    pub(crate) seat: String,
    #[serde(default)]
    #[schemars(range(max = 10.0), extend("exclusiveMinimum" = 0))]
    pub(crate) seconds: Option<f64>,
}

/// A new game that continues from a step of your own record.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Branch {
    pub(crate) step: usize,
    #[serde(default, rename = "as")]
    pub(crate) seat: Option<String>,
}

/// The letter of this turn.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LetterSent {
    pub(crate) seat: String,
    #[schemars(length(max = 4000))]
    pub(crate) text: String,
}

/// Whether the learner has done what a lesson asks.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TaskAsked {
    /// Its number in the introduction, from 0.
    pub(crate) lesson: usize,
    /// The number of the task, from 0.
    pub(crate) task: usize,
    /// The line of the log with which the task was set.
    pub(crate) since: usize,
}

/// A text to be kept or run.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextSent {
    pub(crate) text: String,
}

/// An invitation to be looked at, or to be exchanged for its seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    /// What stands at the end of its link, or its code.
    pub(crate) token: String,
}

/// A code as somebody has typed it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CodeTyped {
    pub(crate) code: String,
}

/// An invitation to a seat that somebody else has.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatAsk {
    pub(crate) token: String,
}

/// The answer to a request for a seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestAnswer {
    pub(crate) agree: bool,
}

/// Who is to play an open seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatPlayer {
    /// `link` for a player with a new invitation, `random`, or the name of a general.
    pub(crate) by: String,
}

/// A link to another device.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLink {
    /// With the seat, the only one that it opens; without both it opens all games of this player.
    #[serde(default)]
    pub(crate) game: Option<String>,
    #[serde(default)]
    pub(crate) seat: Option<String>,
}

/// A link that somebody has opened or typed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkSent {
    /// What stands behind the hash in the link, or the code.
    pub(crate) link: String,
}

/// A position to be made of what stands where.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionWish {
    /// Whose map, rules and counters.
    pub(crate) scenario: String,
    #[serde(default)]
    pub(crate) turn: Option<u32>,
    #[serde(default)]
    pub(crate) phase: Option<String>,
    /// The seat whose turn it is.
    #[serde(default)]
    pub(crate) active: Option<String>,
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub(crate) units: Vec<WishedUnit>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WishedUnit {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) place: Option<String>,
    #[serde(default)]
    pub(crate) facing: Option<Facing>,
    #[serde(default)]
    pub(crate) state: Option<String>,
}

impl From<PositionWish> for kernel::Wish {
    fn from(wish: PositionWish) -> kernel::Wish {
        let unit = |unit: WishedUnit| kernel::WishedUnit {
            id: unit.id,
            place: unit.place,
            facing: unit.facing.map(|facing| facing.0),
            state: unit.state,
        };
        kernel::Wish {
            scenario: wish.scenario,
            turn: wish.turn,
            phase: wish.phase,
            active: wish.active,
            units: wish.units.into_iter().map(unit).collect(),
        }
    }
}

/// A text to be looked at, or a change of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionText {
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) edit: Option<PositionEdit>,
}

/// A change of the text of a position or of an example.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum PositionEdit {
    /// Puts a counter on a place, wherever it was before.
    Put {
        /// Whose counters they are.
        scenario: String,
        unit: String,
        place: String,
    },
    TakeOff {
        unit: String,
    },
    /// Says something of a unit, or does not say it any more.
    Flag {
        unit: String,
        flag: String,
        on: bool,
    },
    Field {
        name: String,
        value: FieldValue,
    },
    /// A step at the end.
    Step {
        by: String,
    },
    /// Only the position.
    Bare {},
    /// An example with a title.
    Example {
        title: String,
    },
}

/// The value of a field of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum FieldValue {
    Flag(bool),
    Number(i64),
    Text(String),
}

/// A position to be made, or the text of one to be looked at.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "the two are told apart by hand, so that what is wrong with a wish is said in its own words"
)]
pub(crate) enum PositionQuestion {
    Text(PositionText),
    Wish(PositionWish),
}

/// What a player who points at units and a place means.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyQuestion {
    pub(crate) seat: String,
    #[serde(default)]
    #[schemars(length(max = 24))]
    pub(crate) units: Vec<String>,
    #[serde(default)]
    pub(crate) place: Option<String>,
    #[serde(default)]
    pub(crate) facing: Option<Facing>,
}
