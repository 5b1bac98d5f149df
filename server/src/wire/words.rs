//! Words with a fixed meaning.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    Leader,
    Supply,
    Marker,
}

impl From<kernel::Arm> for Arm {
    fn from(arm: kernel::Arm) -> Arm {
        match arm {
            kernel::Arm::Infantry => Arm::Infantry,
            kernel::Arm::Cavalry => Arm::Cavalry,
            kernel::Arm::Artillery => Arm::Artillery,
            kernel::Arm::Leader => Arm::Leader,
            kernel::Arm::Supply => Arm::Supply,
            kernel::Arm::Marker => Arm::Marker,
        }
    }
}

/// A word of the compass, with the top of the map for north: `n ne se s sw nw` are hexsides, the others vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Facing(pub(crate) board::Facing);

impl JsonSchema for Facing {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Facing".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words: Vec<&str> =
            [false, true].into_iter().flat_map(board::Facing::all).map(|facing| facing.name()).collect();
        schemars::json_schema!({
            "type": "string", "enum": words,
            "description": "A word of the compass, with the top of the map for north: n ne se s sw nw are hexsides, the others vertices.",
        })
    }
}

/// How broad a front is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Front {
    Broad,
}

/// What begins with a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Heading {
    Turn,
    Phase,
}

impl From<kernel::page::Heading> for Heading {
    fn from(heading: kernel::page::Heading) -> Heading {
        match heading {
            kernel::page::Heading::Turn => Heading::Turn,
            kernel::page::Heading::Phase => Heading::Phase,
        }
    }
}

/// What a headline is about; a new time and a new sky are worth announcing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HeadlineKind {
    Time,
    Sky,
    Score,
    Morale,
    Points,
}

impl From<kernel::HeadlineKind> for HeadlineKind {
    fn from(kind: kernel::HeadlineKind) -> HeadlineKind {
        match kind {
            kernel::HeadlineKind::Time => HeadlineKind::Time,
            kernel::HeadlineKind::Sky => HeadlineKind::Sky,
            kernel::HeadlineKind::Score => HeadlineKind::Score,
            kernel::HeadlineKind::Morale => HeadlineKind::Morale,
            kernel::HeadlineKind::Points => HeadlineKind::Points,
        }
    }
}

/// Why an order cannot be undone once it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Commitment {
    Dice,
    Reveals,
    Asks,
    Ends,
}

impl From<kernel::aids::Commitment> for Commitment {
    fn from(commitment: kernel::aids::Commitment) -> Commitment {
        match commitment {
            kernel::aids::Commitment::Dice => Commitment::Dice,
            kernel::aids::Commitment::Reveals => Commitment::Reveals,
            kernel::aids::Commitment::Asks => Commitment::Asks,
            kernel::aids::Commitment::Ends => Commitment::Ends,
        }
    }
}

/// What an overlay wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Takes {
    Nothing,
    Side,
    Unit,
    Places,
}

impl From<kernel::aids::Takes> for Takes {
    fn from(takes: kernel::aids::Takes) -> Takes {
        match takes {
            kernel::aids::Takes::Nothing => Takes::Nothing,
            kernel::aids::Takes::Side => Takes::Side,
            kernel::aids::Takes::Unit => Takes::Unit,
            kernel::aids::Takes::Places => Takes::Places,
        }
    }
}

/// What something on an overlay means to the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tone {
    Zone,
    Good,
    Bad,
    Mark,
}

impl From<kernel::aids::Tone> for Tone {
    fn from(tone: kernel::aids::Tone) -> Tone {
        match tone {
            kernel::aids::Tone::Zone => Tone::Zone,
            kernel::aids::Tone::Good => Tone::Good,
            kernel::aids::Tone::Bad => Tone::Bad,
            kernel::aids::Tone::Mark => Tone::Mark,
        }
    }
}

/// What the program does about a case of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) enum Status {
    #[serde(rename = "enforced")]
    Enforced,
    #[serde(rename = "optional")]
    Optional,
    #[serde(rename = "ruling")]
    Ruling,
    #[serde(rename = "not modelled")]
    NotModelled,
}

impl From<kernel::Status> for Status {
    fn from(status: kernel::Status) -> Status {
        match status {
            kernel::Status::Enforced => Status::Enforced,
            kernel::Status::Optional => Status::Optional,
            kernel::Status::Ruling => Status::Ruling,
            kernel::Status::NotModelled => Status::NotModelled,
        }
    }
}

/// Where the outcome of a throw came from; `unverified` if it came with an imported file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ThrowSource {
    Seeded,
    Scripted,
    Typed,
    Inherited,
    Unverified,
}

impl From<kernel::Source> for ThrowSource {
    fn from(source: kernel::Source) -> ThrowSource {
        match source {
            kernel::Source::Seeded => ThrowSource::Seeded,
            kernel::Source::Scripted => ThrowSource::Scripted,
            kernel::Source::Typed => ThrowSource::Typed,
            kernel::Source::Inherited => ThrowSource::Inherited,
        }
    }
}
