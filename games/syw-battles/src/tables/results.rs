//! Guns, columns and results: what the tables of fire and charges are made of.

use serde::{Deserialize, Serialize};

/// Where a corps comes in (A.2e).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Drift {
    Planned,
    Right,
    Left,
}

/// What a die says of a leader (I.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeaderFate {
    #[serde(rename = "-")]
    Unhurt,
    #[serde(rename = "recoil 3")]
    Recoil,
    #[serde(rename = "captured")]
    Captured,
    #[serde(rename = "killed")]
    Killed,
}

/// A range of fire (G.3f).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Range {
    PointBlank,
    Medium,
    Maximum,
}

impl Range {
    pub const fn name(self) -> &'static str {
        match self {
            Range::PointBlank => "point blank",
            Range::Medium => "medium range",
            Range::Maximum => "maximum range",
        }
    }
}

/// A column of the fire table (2.7a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Column {
    A,
    B,
    C,
    D,
    E,
    F,
}

impl Column {
    pub const ALL: [Column; 6] = [Column::A, Column::B, Column::C, Column::D, Column::E, Column::F];

    pub const fn letter(self) -> char {
        match self {
            Column::A => 'A',
            Column::B => 'B',
            Column::C => 'C',
            Column::D => 'D',
            Column::E => 'E',
            Column::F => 'F',
        }
    }
}

/// Guns for one ball (2.3f).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum PerBall {
    Same(u8),
    Weight(ByWeight),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByWeight {
    heavy: u8,
    light: u8,
}

/// A gun type (2.3e, G.3f).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Gun {
    pub name: String,
    /// It does not fire nearer than this.
    #[serde(default)]
    pub from: Option<u16>,
    #[serde(default)]
    pub point_blank: Option<u16>,
    pub medium: u16,
    pub maximum: u16,
    #[serde(rename = "guns_per_ball")]
    guns_per_ball: PerBall,
    /// Howitzers and mortars (G.3g).
    #[serde(default, rename = "high_angle")]
    pub high_angle: bool,
    /// Howitzers (G.3r).
    #[serde(default, rename = "sets_alight")]
    pub sets_alight: bool,
}

impl Gun {
    /// The range at which a target so many hexes off is (G.3f).
    pub fn range(&self, distance: u16) -> Option<Range> {
        if distance == 0 || self.from.is_some_and(|from| distance < from) {
            return None;
        }
        match distance {
            near if self.point_blank.is_some_and(|limit| near <= limit) => Some(Range::PointBlank),
            near if near <= self.medium => Some(Range::Medium),
            near if near <= self.maximum => Some(Range::Maximum),
            _ => None,
        }
    }

    /// 2.3f: the balls that so many guns are.
    pub fn balls(&self, guns: u8, heavy: bool) -> u8 {
        let per_ball = match self.guns_per_ball {
            PerBall::Same(number) => number,
            PerBall::Weight(by_weight) if heavy => by_weight.heavy,
            PerBall::Weight(by_weight) => by_weight.light,
        };
        guns.div_ceil(per_ball.max(1))
    }
}

/// A line of the infantry's firepower table (G.4e).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Musketry {
    Weak,
    Loose,
    Line,
    Brigade,
}

impl Musketry {
    pub const ALL: [Musketry; 4] = [Musketry::Weak, Musketry::Loose, Musketry::Line, Musketry::Brigade];
}

/// A result of fire (G.3j to G.3m).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FireResult {
    #[serde(rename = "-")]
    Nothing,
    #[serde(rename = "EC")]
    Check,
    #[serde(rename = "D")]
    Disorganised,
    #[serde(rename = "D/P")]
    DisorganisedOrPanic,
    #[serde(rename = "P")]
    Panic,
}

impl FireResult {
    pub const fn name(self) -> &'static str {
        match self {
            FireResult::Nothing => "-",
            FireResult::Check => "EC",
            FireResult::Disorganised => "D",
            FireResult::DisorganisedOrPanic => "D/P",
            FireResult::Panic => "P",
        }
    }
}

/// A block of the fire table, from the most exposed target to the best covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Block {
    Column,
    Brigade,
    Line,
    Guns,
    Wood,
    Soft,
    Hard,
}

impl Block {
    pub const ALL: [Block; 7] =
        [Block::Column, Block::Brigade, Block::Line, Block::Guns, Block::Wood, Block::Soft, Block::Hard];

    /// What `tables.toml` calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Block::Column => "column",
            Block::Brigade => "brigade",
            Block::Line => "line",
            Block::Guns => "guns",
            Block::Wood => "wood",
            Block::Soft => "soft",
            Block::Hard => "hard",
        }
    }
}

/// What a charge does to the attacker (H.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum AttackerResult {
    Nothing,
    Check,
    Disorganised,
    /// What the defender does not get (H.2c).
    DisorganisedOrRecoil,
    Recoil,
}

impl AttackerResult {
    pub const ALL: [(&'static str, AttackerResult); 5] = [
        ("-", AttackerResult::Nothing),
        ("EC", AttackerResult::Check),
        ("D", AttackerResult::Disorganised),
        ("D or R", AttackerResult::DisorganisedOrRecoil),
        ("R", AttackerResult::Recoil),
    ];

    pub fn name(self) -> &'static str {
        AttackerResult::ALL[self as usize].0
    }
}

/// What a charge does to the defender (H.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum DefenderResult {
    Nothing,
    Check,
    Disorganised,
    DisorganisedOrRecoil,
    Recoil,
    RecoilOrBoth,
    Both,
    Panic,
}

impl DefenderResult {
    pub const ALL: [(&'static str, DefenderResult); 8] = [
        ("-", DefenderResult::Nothing),
        ("EC", DefenderResult::Check),
        ("D", DefenderResult::Disorganised),
        ("D/R", DefenderResult::DisorganisedOrRecoil),
        ("R", DefenderResult::Recoil),
        ("R/DR", DefenderResult::RecoilOrBoth),
        ("DR", DefenderResult::Both),
        ("P", DefenderResult::Panic),
    ];

    pub fn name(self) -> &'static str {
        DefenderResult::ALL[self as usize].0
    }
}

/// A cell of the charge table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct ChargeCell {
    pub attacker: AttackerResult,
    pub defender: DefenderResult,
}

impl TryFrom<String> for ChargeCell {
    type Error = String;

    fn try_from(text: String) -> Result<ChargeCell, String> {
        let (attacker, defender) =
            text.split_once(" : ").ok_or_else(|| format!("`{text}` is not \"attacker : defender\""))?;
        Ok(ChargeCell {
            attacker: kit::example::one_of("result of the attacker", &AttackerResult::ALL, attacker)?,
            defender: kit::example::one_of("result of the defender", &DefenderResult::ALL, defender)?,
        })
    }
}

/// What a charge does to a Panicked target (H.2h).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanickedResult {
    Nothing,
    Recoil,
    Captured,
}

/// When the die of a charge is modified (T.chargemods).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Situation {
    #[serde(rename = "target in difficult ground")]
    Difficult,
    #[serde(rename = "cavalry supports from a flank or the rear")]
    CavalrySupport,
    #[serde(rename = "infantry supports from a flank or the rear, and no cavalry does")]
    InfantrySupport,
    #[serde(rename = "target in wood")]
    Wood,
    #[serde(rename = "target in soft cover")]
    Soft,
    #[serde(rename = "target in hard cover")]
    Hard,
    #[serde(rename = "across a soft-cover hexside, a stream, or up an elevation hexside")]
    Hexside,
    #[serde(rename = "cavalry charges Dispersed troops in the open")]
    Dispersed,
    #[serde(rename = "cavalry charges unlimbered guns in front")]
    Guns,
}

/// What a shot at a bridge or a building can do (G.3q, G.3r).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aim {
    WoodenBridge,
    Building,
}
