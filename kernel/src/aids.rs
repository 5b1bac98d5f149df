//! Aids for players: where units could go, what can be laid over the map, how a ratio comes about. Titles answer from
//! what a seat may know; how it looks is for the page.

use board::Facing;
use serde::Serialize;

use crate::{Case, Illegal, Ratio};

/// Where units could go.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    pub units: Vec<String>,
    /// What the first unit may spend now.
    pub points: Option<Ratio>,
    pub goals: Vec<Goal>,
    /// Places at the edge that are refused.
    pub barred: Vec<Barred>,
    /// They march as one stack: others of their place can join them, and all end in the same place.
    pub stacked: bool,
    /// Those of a stack that were asked for and cannot go along, each with the reason.
    pub left_behind: Vec<(String, Illegal)>,
    /// What the march costs besides points, and its consequences.
    pub terms: Vec<Term>,
    /// What the first unit can do besides marching on, such as a wheel.
    pub manoeuvres: Vec<Manoeuvre>,
}

/// A change of front or formation, and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manoeuvre {
    /// Words for a button, such as `Wheel to the right`.
    pub label: String,
    /// Every place that it passes over or enters on the way.
    pub sweeps: Vec<String>,
    pub goal: Goal,
}

/// Something worth knowing before an order is given, with its case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    pub case: Case,
    pub text: String,
}

/// A place where the first of the units would end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    pub place: String,
    /// Everything it would cover there, if that is more than the one place.
    pub covers: Vec<String>,
    /// Where it would look. One place may be a goal several times, with different facings.
    pub facing: Option<Facing>,
    /// The way of the first unit.
    pub way: Way,
    /// What to order, for all of the units.
    pub order: String,
    /// Why it could not go on from there, if a rule stops it.
    pub stops: Option<Illegal>,
    /// What it brings with it, or what may come in between: an order may end on the way then, or before its first step.
    pub caution: Option<Term>,
    /// What else the march there comes to, such as the losses to be expected of it.
    pub terms: Vec<Term>,
    /// The ways of the others, in the order in which they move; empty for a single unit and for a stack.
    pub others: Vec<(String, Way)>,
}

/// How a unit gets to a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub cost: Ratio,
    pub left: Ratio,
    pub steps: Vec<StepCost>,
}

impl Way {
    pub fn path(&self) -> Vec<&str> {
        self.steps.iter().map(|step| step.place.as_str()).collect()
    }
}

/// A step of a way: what it costs, under which case, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepCost {
    pub place: String,
    pub cost: Ratio,
    pub case: Case,
    pub note: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    pub place: String,
    pub why: Illegal,
}

/// Why an order cannot be undone once it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Commitment {
    /// Dice fall.
    Dice,
    /// Something comes to light.
    Reveals,
    /// Somebody else is asked.
    Asks,
    /// The game ends.
    Ends,
}

/// Something that an order would change, in the words of headlines and levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub name: String,
    pub before: String,
    pub after: String,
    pub case: Option<Case>,
}

/// What an order would come to, as far as the seat that gives it can tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// `None` if it can be undone.
    pub commits: Option<Commitment>,
    pub changes: Vec<Change>,
    /// What the seat is asked next, if that is another question than now.
    pub next: Option<crate::page::Ask>,
}

/// A rating of a counter under the name that the rulebook gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    pub name: String,
    pub value: String,
}

impl Rating {
    pub fn new(name: impl Into<String>, value: impl ToString) -> Rating {
        Rating { name: name.into(), value: value.to_string() }
    }
}

/// What there is to know of a counter besides its face, for those who look closer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Particulars {
    /// The id of the counter.
    pub unit: String,
    /// The name in full.
    pub name: String,
    /// What it belongs to, the smallest first: division, corps, army.
    pub formation: Vec<String>,
    /// Who commands it.
    pub commander: String,
    /// Its symbol follows the branch, where the title tells branches apart.
    pub branch: Option<crate::Branch>,
    pub guard: bool,
    /// Of its formation, written `#rrggbb`; empty if it has none.
    pub colour: String,
    /// Those that are printed and do not change.
    pub ratings: Vec<Rating>,
    /// What the rulebook calls the strength of a counter; empty if it has none.
    pub strength: String,
}

/// What an overlay needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    Nothing,
    Side,
    Unit,
    Places,
}

/// Something that can be laid over the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OverlayInfo {
    pub id: &'static str,
    pub name: &'static str,
    pub case: Case,
    pub takes: Takes,
    /// What to point at.
    pub hint: &'static str,
    /// It belongs to the map as it is now, such as broken bridges: drawn from the beginning, below everything else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub always: bool,
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OverlayQuery {
    pub id: String,
    pub side: Option<crate::Side>,
    pub unit: Option<String>,
    pub places: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    Zone,
    Good,
    Bad,
    Mark,
}

/// A place of an overlay, with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OverlayPlace {
    pub place: String,
    pub tone: Tone,
    /// A few letters for the place itself.
    pub text: String,
    pub case: Case,
    pub facts: String,
    /// Whom it comes from.
    pub units: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OverlayLine {
    pub from: String,
    pub to: String,
    pub tone: Tone,
    pub case: Case,
    pub facts: String,
}

/// What is laid over the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Overlay {
    pub id: &'static str,
    pub title: String,
    pub case: Case,
    pub places: Vec<OverlayPlace>,
    pub lines: Vec<OverlayLine>,
    /// For those who do not see it.
    pub words: String,
}

/// Every number that leads to the odds of a combat, in the order of the book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Strengths {
    /// They add up to `attack`.
    pub attackers: Vec<Strength>,
    /// They add up to `defence`.
    pub defenders: Vec<Strength>,
    pub attack: i32,
    pub defence: i32,
    /// The column of the bare ratio.
    pub ratio: Ratioed,
    /// Columns to the right or, if negative, to the left, one after the other.
    pub modifiers: Vec<Modifier>,
    /// The column on which the die is thrown.
    pub column: String,
}

/// A part of a strength: a unit's own, or what is added to it and taken from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Strength {
    /// None where it belongs to several.
    pub unit: Option<String>,
    pub value: i32,
    pub note: String,
    pub case: Case,
}

/// A ratio as a column of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ratioed {
    pub column: String,
    pub case: Case,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Modifier {
    pub case: Case,
    pub text: String,
    pub value: i32,
}
