//! The rows of a scenario file as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use board::textfile::Provenance;
use kit::title::History;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "provenance")]
    pub(super) _provenance: Provenance,
    pub(super) id: Spanned<String>,
    pub(super) title: String,
    pub(super) date: String,
    pub(super) first_turn: Spanned<u8>,
    pub(super) last_turn: Spanned<u8>,
    pub(super) season: Spanned<String>,
    #[serde(default)]
    pub(super) napoleon_counts: bool,
    #[serde(default)]
    pub(super) frontier_closed: bool,
    #[serde(default)]
    pub(super) armistice: Option<ArmisticeRow>,
    pub(super) deck: Spanned<Vec<u8>>,
    #[serde(default)]
    pub(super) hypotheses: Vec<Spanned<String>>,
    pub(super) history: History,
    /// By army: leaders in the order in which they take over, a turn behind a name bars him until then.
    pub(super) commanders: BTreeMap<String, Spanned<Vec<Spanned<String>>>>,
    pub(super) setup: Vec<SetupRow>,
    #[serde(default)]
    pub(super) siege: Vec<SiegeRow>,
    #[serde(default)]
    pub(super) entrenchment: Vec<EntrenchmentRow>,
    /// Lettered counters that can be made detachments of (6.1a).
    pub(super) detachments: Vec<Spanned<String>>,
    pub(super) dummies: SideRow<DummyRow>,
    #[serde(default)]
    pub(super) autumn_dummies: Option<SideRow<DummyRow>>,
    pub(super) pontoons: SideRow<u8>,
    #[serde(default)]
    pub(super) arrival: Vec<Spanned<ArrivalRow>>,
    #[serde(default)]
    pub(super) strength: Vec<Spanned<StrengthRow>>,
    #[serde(default)]
    pub(super) leader: Vec<Spanned<LeaderRow>>,
    #[serde(default)]
    pub(super) closed: Vec<ClosedRow>,
    #[serde(default)]
    pub(super) defection: Vec<Spanned<DefectionRow>>,
    pub(super) victory: Vec<VictoryRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmisticeRow {
    pub(super) marker: Spanned<u8>,
    /// `ends` or `passes`.
    pub(super) then: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRow {
    #[serde(rename = "box")]
    pub(super) place: Spanned<String>,
    pub(super) counters: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiegeRow {
    #[serde(rename = "box")]
    pub(super) place: Spanned<String>,
    pub(super) besieger: Spanned<String>,
    #[serde(default = "one")]
    pub(super) step: u8,
    #[serde(default)]
    pub(super) masked: bool,
}

fn one() -> u8 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntrenchmentRow {
    #[serde(rename = "box")]
    pub(super) place: Spanned<String>,
    pub(super) side: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideRow<T> {
    pub(super) french: T,
    pub(super) allied: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DummyRow {
    pub(super) infantry: u8,
    pub(super) cavalry: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlagRow {
    #[serde(rename = "box")]
    pub(super) place: Spanned<String>,
    pub(super) side: Spanned<String>,
}

/// Exactly one of `turn`, `armistice` and `restart` is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalRow {
    #[serde(default)]
    pub(super) turn: Option<u8>,
    #[serde(default)]
    pub(super) armistice: Option<u8>,
    #[serde(default)]
    pub(super) restart: Option<u8>,
    #[serde(default, rename = "box")]
    pub(super) place: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) connection: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) with: Option<Spanned<String>>,
    pub(super) counters: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) arrives_on: Option<Spanned<u8>>,
    #[serde(default)]
    pub(super) needs: Option<FlagRow>,
    #[serde(default)]
    pub(super) option: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StrengthRow {
    #[serde(default)]
    pub(super) turn: Option<u8>,
    #[serde(default)]
    pub(super) armistice: Option<u8>,
    #[serde(default)]
    pub(super) restart: Option<u8>,
    pub(super) nations: BTreeMap<crate::counters::Nation, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderRow {
    #[serde(default)]
    pub(super) turn: Option<u8>,
    #[serde(default)]
    pub(super) armistice: Option<u8>,
    #[serde(default)]
    pub(super) restart: Option<u8>,
    #[serde(default)]
    pub(super) remove: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) replace: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) by: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) option: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) unless: Option<Spanned<String>>,
    #[serde(rename = "reason")]
    pub(super) _reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosedRow {
    pub(super) boxes: Vec<Spanned<String>>,
    pub(super) until: FlagRow,
    pub(super) reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DefectionRow {
    #[serde(default)]
    pub(super) turn: Option<u8>,
    #[serde(default)]
    pub(super) restart: Option<u8>,
    pub(super) counter: Spanned<String>,
    pub(super) strength: u8,
    pub(super) from_die: Spanned<u8>,
    pub(super) reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VictoryRow {
    #[serde(rename = "box")]
    pub(super) place: Spanned<String>,
    pub(super) points: u8,
    #[serde(default)]
    pub(super) flag: Option<Spanned<String>>,
}
