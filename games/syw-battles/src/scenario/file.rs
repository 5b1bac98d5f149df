//! `scenario.toml` as it is written; its comments say what the fields mean.

use std::collections::BTreeMap;

use board::Facing;
use board::textfile::Provenance;
use kit::title::History;
use serde::Deserialize;
use toml::Spanned;

use super::{End, Score, TurnInfo};
use crate::tables::Weather;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BySide<T> {
    pub(super) allied: T,
    pub(super) french: T,
}

impl<T> BySide<T> {
    pub(super) fn both(self) -> [T; 2] {
        [self.allied, self.french]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sourced {
    #[serde(rename = "provenance")]
    pub(super) _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "provenance")]
    pub(super) _provenance: Provenance,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) date: String,
    pub(super) map: String,
    #[serde(default, rename = "part_of")]
    pub(super) _part_of: Option<PartOf>,
    #[serde(rename = "sides")]
    pub(super) _sides: [String; 2],
    pub(super) side_names: BySide<String>,
    pub(super) first_player: Spanned<String>,
    #[serde(default)]
    pub(super) stone_bridges: Vec<Spanned<String>>,
    pub(super) sweep: SweepRow,
    pub(super) history: History,
    pub(super) track: Track,
    pub(super) turn: Vec<Spanned<TurnInfo>>,
    #[serde(default)]
    pub(super) option: OptionRows,
    #[serde(rename = "setup")]
    pub(super) _setup: Sourced,
    pub(super) start: Vec<StartRow>,
    #[serde(default)]
    pub(super) entry: Vec<EntryRow>,
    #[serde(default)]
    pub(super) approach: Vec<ApproachRow>,
    #[serde(default)]
    pub(super) arrival: Vec<ArrivalRow>,
    pub(super) retreat: BySide<RetreatRow>,
    #[serde(default)]
    pub(super) successor: SuccessorRow,
    #[serde(rename = "objectives")]
    pub(super) _objectives: Sourced,
    #[serde(default)]
    pub(super) objective: Vec<ObjectiveRow>,
    #[serde(default)]
    pub(super) condition: Vec<ConditionRow>,
    pub(super) score: Score,
    pub(super) level: Vec<LevelRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartOf {
    #[serde(rename = "column")]
    pub(super) _column: u16,
    #[serde(rename = "row")]
    pub(super) _row: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SweepRow {
    pub(super) axis: u16,
    pub(super) right: BySide<End>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Track {
    #[serde(rename = "provenance")]
    pub(super) _provenance: Provenance,
    pub(super) first: String,
    pub(super) last: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionRows {
    #[serde(default)]
    pub(super) mist: Option<MistRow>,
    #[serde(default)]
    pub(super) approach: Option<NotSetUpRow>,
    #[serde(default)]
    pub(super) hesitation: Option<HesitationRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MistRow {
    pub(super) weather: BTreeMap<String, Weather>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NotSetUpRow {
    pub(super) not_set_up: Vec<String>,
    pub(super) first_in: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HesitationRow {
    pub(super) corps: String,
    pub(super) before: Spanned<String>,
    pub(super) needs: u8,
    pub(super) unless_with: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartRow {
    pub(super) id: Spanned<String>,
    #[serde(default)]
    pub(super) formation: Option<StartFormation>,
    pub(super) hexes: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) facing: Option<Spanned<Facing>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum StartFormation {
    Line,
    Column,
    Adapted,
    Dispersed,
    Unlimbered,
    Limbered,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryRow {
    pub(super) point: String,
    pub(super) name: String,
    #[serde(rename = "edge")]
    pub(super) _edge: String,
    pub(super) hexes: Vec<Spanned<String>>,
    pub(super) sides: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) right: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) left: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApproachRow {
    pub(super) corps: String,
    pub(super) earliest: Spanned<String>,
    pub(super) points: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalRow {
    pub(super) corps: String,
    pub(super) points: Vec<Spanned<String>>,
    pub(super) called: bool,
    /// In hours.
    pub(super) after: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RetreatRow {
    #[serde(default)]
    pub(super) points: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) edge: Option<Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SuccessorRow {
    pub(super) allied: Option<String>,
    pub(super) french: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Points {
    Same(i32),
    Sides(SidePoints),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SidePoints {
    pub(super) allied: i32,
    pub(super) french: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectiveRow {
    pub(super) name: String,
    pub(super) hexes: Vec<Spanned<String>>,
    pub(super) points: Points,
    #[serde(default, rename = "for")]
    pub(super) only: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) owner: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionRow {
    pub(super) id: Spanned<String>,
    pub(super) side: Spanned<String>,
    pub(super) points: i32,
    pub(super) description: String,
    #[serde(default)]
    pub(super) brigade_at_row: Option<u16>,
    #[serde(default)]
    pub(super) brigades: Vec<String>,
    #[serde(default)]
    pub(super) fewer_than: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRow {
    pub(super) name: String,
    #[serde(default)]
    pub(super) at_least: Option<i32>,
    #[serde(default)]
    pub(super) winner: Option<Spanned<String>>,
}
