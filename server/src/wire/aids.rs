//! Aids for players: reach, overlays, odds.

use kernel::odds::{self, Method};
use kernel::{Illegal, OddsTable, Ratio, aids};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;

use super::{Commitment, Facing, Mention, Sentence, Takes, Tone};
use crate::names::Names;

/// A number of points as JSON knows numbers.
fn number(amount: Ratio) -> Number {
    match (u64::try_from(amount.numerator()), amount.denominator()) {
        (Ok(whole), 1) => whole.into(),
        _ => Number::from_f64(amount.numerator() as f64 / amount.denominator() as f64).unwrap_or(0.into()),
    }
}

/// Why something is refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Reason {
    pub(crate) case: &'static str,
    /// Further cases that forbid it for the same facts.
    pub(crate) also: Vec<&'static str>,
    pub(crate) facts: String,
    /// Who and where is meant in the facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
}

impl Reason {
    fn new(names: &Names, why: &Illegal) -> Reason {
        let Sentence { text: facts, mentions } = names.tell(&why.facts, &[]);
        Reason { case: why.case.number(), also: why.also.iter().map(|case| case.number()).collect(), facts, mentions }
    }
}

/// Where units could go.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Reach {
    pub(crate) units: Vec<String>,
    /// What the first unit may spend now.
    pub(crate) points: Option<Number>,
    pub(crate) goals: Vec<Goal>,
    /// Places at the edge that are refused.
    pub(crate) barred: Vec<Barred>,
    /// They march as one stack: others of their place can join them, and all end in the same place.
    pub(crate) stacked: bool,
    /// What the march costs besides points, and its consequences.
    pub(crate) terms: Vec<Term>,
    /// Those of a stack that were asked for and cannot go along.
    pub(crate) left_behind: Vec<LeftBehind>,
    /// What the first unit can do besides marching on, such as a wheel.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) manoeuvres: Vec<Manoeuvre>,
}

/// A change of front or formation, and where it leads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Manoeuvre {
    /// Words for a button.
    pub(crate) label: String,
    /// Every place that it passes over or enters on the way.
    pub(crate) sweeps: Vec<String>,
    pub(crate) goal: Goal,
}

/// A place where the first of the units would end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Goal {
    #[serde(flatten)]
    pub(crate) way: Way,
    /// What to order, for all of the units.
    pub(crate) order: String,
    /// Everything it would cover there, if that is more than the one place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) covers: Vec<String>,
    /// Where it would look. One place may be a goal several times, with different facings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) facing: Option<Facing>,
    /// Why it could not go on from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stops: Option<Reason>,
    /// What it brings with it, or what may come in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) caution: Option<Term>,
    /// What else the march there comes to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) terms: Vec<Term>,
    /// The ways of the others, in the order in which they move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) others: Vec<OtherWay>,
}

/// How a unit gets to a place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Way {
    pub(crate) place: String,
    pub(crate) cost: Number,
    /// Points that are left there.
    pub(crate) left: Number,
    pub(crate) path: Vec<String>,
    pub(crate) steps: Vec<StepCost>,
}

impl Way {
    fn new(place: &str, way: &aids::Way) -> Way {
        let step = |step: &aids::StepCost| StepCost {
            place: step.place.clone(),
            cost: number(step.cost),
            case: step.case.number(),
            note: step.note.clone(),
        };
        Way {
            place: place.to_owned(),
            cost: number(way.cost),
            left: number(way.left),
            path: way.path().into_iter().map(str::to_owned).collect(),
            steps: way.steps.iter().map(step).collect(),
        }
    }
}

/// The way of another unit of a group.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OtherWay {
    pub(crate) unit: String,
    #[serde(flatten)]
    pub(crate) way: Way,
}

/// A step of a way: what it costs, under which case, and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StepCost {
    pub(crate) place: String,
    pub(crate) cost: Number,
    pub(crate) case: &'static str,
    pub(crate) note: String,
}

/// A place at the edge of a reach that is refused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Barred {
    pub(crate) place: String,
    #[serde(flatten)]
    pub(crate) why: Reason,
}

/// A unit of a stack that cannot go along.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LeftBehind {
    pub(crate) unit: String,
    #[serde(flatten)]
    pub(crate) why: Reason,
}

/// Something worth knowing before an order is given, with its case.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Term {
    pub(crate) case: &'static str,
    pub(crate) text: String,
    /// Who and where is meant in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
}

impl Term {
    fn new(names: &Names, term: &aids::Term) -> Term {
        let Sentence { text, mentions } = names.tell(&term.text, &[]);
        Term { case: term.case.number(), text, mentions }
    }
}

/// What an order would come to, as far as its seat can tell.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Preview {
    /// Why it could not be undone; null if it could.
    pub(crate) commits: Option<Commitment>,
    pub(crate) changes: Vec<Change>,
    /// What the seat is asked next, if that is another question than now.
    pub(crate) next: Option<Term>,
}

/// Something that an order would change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Change {
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) case: Option<&'static str>,
}

impl Preview {
    pub(crate) fn new(names: &Names, preview: aids::Preview) -> Preview {
        let aids::Preview { commits, changes, next } = preview;
        let change = |change: aids::Change| Change {
            name: change.name,
            before: change.before,
            after: change.after,
            case: change.case.map(|case| case.number()),
        };
        let next = next.map(|ask| {
            let Sentence { text, mentions } = names.tell(&ask.prompt.text, &ask.about.concerns.units);
            Term { case: ask.prompt.case.number(), text, mentions }
        });
        Preview { commits: commits.map(Into::into), changes: changes.into_iter().map(change).collect(), next }
    }
}

impl Goal {
    fn new(names: &Names, goal: &aids::Goal) -> Goal {
        let other = |(unit, way): &(String, aids::Way)| OtherWay {
            unit: unit.clone(),
            way: Way::new(way.path().last().copied().unwrap_or_default(), way),
        };
        Goal {
            way: Way::new(&goal.place, &goal.way),
            order: goal.order.clone(),
            covers: goal.covers.clone(),
            facing: goal.facing.map(Facing),
            stops: goal.stops.as_ref().map(|why| Reason::new(names, why)),
            caution: goal.caution.as_ref().map(|term| Term::new(names, term)),
            terms: goal.terms.iter().map(|term| Term::new(names, term)).collect(),
            others: goal.others.iter().map(other).collect(),
        }
    }
}

impl Reach {
    pub(crate) fn new(names: &Names, reach: &aids::Reach) -> Reach {
        let barred =
            |barred: &aids::Barred| Barred { place: barred.place.clone(), why: Reason::new(names, &barred.why) };
        let left = |(unit, why): &(String, Illegal)| LeftBehind { unit: unit.clone(), why: Reason::new(names, why) };
        let manoeuvre = |one: &aids::Manoeuvre| Manoeuvre {
            label: one.label.clone(),
            sweeps: one.sweeps.clone(),
            goal: Goal::new(names, &one.goal),
        };
        Reach {
            units: reach.units.clone(),
            points: reach.points.map(number),
            goals: reach.goals.iter().map(|goal| Goal::new(names, goal)).collect(),
            barred: reach.barred.iter().map(barred).collect(),
            stacked: reach.stacked,
            terms: reach.terms.iter().map(|term| Term::new(names, term)).collect(),
            left_behind: reach.left_behind.iter().map(left).collect(),
            manoeuvres: reach.manoeuvres.iter().map(manoeuvre).collect(),
        }
    }
}

/// Something that can be laid over the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OverlayInfo {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) case: &'static str,
    pub(crate) takes: Takes,
    /// What to point at.
    pub(crate) hint: &'static str,
    /// It belongs to the map as it is now: drawn from the beginning, below everything else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) always: bool,
}

impl From<&aids::OverlayInfo> for OverlayInfo {
    fn from(info: &aids::OverlayInfo) -> OverlayInfo {
        let aids::OverlayInfo { id, name, case, takes, hint, always } = info;
        OverlayInfo { id, name, case: case.number(), takes: (*takes).into(), hint, always: *always }
    }
}

/// What is laid over the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Overlay {
    pub(crate) id: &'static str,
    pub(crate) title: String,
    pub(crate) case: &'static str,
    /// One place may stand here more than once if several units have something to do with it.
    pub(crate) places: Vec<OverlayPlace>,
    pub(crate) lines: Vec<OverlayLine>,
    /// For those who do not see it.
    pub(crate) words: String,
    /// Who and where is meant in the words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
}

/// A place of an overlay, with its reason.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OverlayPlace {
    pub(crate) place: String,
    pub(crate) tone: Tone,
    /// A letter or two for the place itself, mostly empty.
    pub(crate) text: String,
    pub(crate) case: &'static str,
    pub(crate) facts: String,
    /// Who and where is meant in the facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
    /// Whom it comes from.
    pub(crate) units: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OverlayLine {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) tone: Tone,
    pub(crate) case: &'static str,
    pub(crate) facts: String,
    /// Who and where is meant in the facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
}

impl Overlay {
    pub(crate) fn new(names: &Names, overlay: aids::Overlay) -> Overlay {
        let place = |place: aids::OverlayPlace| {
            let Sentence { text: facts, mentions } = names.tell(&place.facts, &place.units);
            let aids::OverlayPlace { place, tone, text, case, units, facts: _ } = place;
            OverlayPlace { place, tone: tone.into(), text, case: case.number(), facts, mentions, units }
        };
        let line = |line: aids::OverlayLine| {
            let Sentence { text: facts, mentions } = names.tell(&line.facts, &[]);
            let aids::OverlayLine { from, to, tone, case, facts: _ } = line;
            OverlayLine { from, to, tone: tone.into(), case: case.number(), facts, mentions }
        };
        let Sentence { text: words, mentions } = names.tell(&overlay.words, &[]);
        Overlay {
            id: overlay.id,
            title: overlay.title,
            case: overlay.case.number(),
            places: overlay.places.into_iter().map(place).collect(),
            lines: overlay.lines.into_iter().map(line).collect(),
            words,
            mentions,
        }
    }
}

/// What can follow an order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Odds {
    /// The seat knows all who can take part; otherwise worlds that fit what it knows were drawn.
    pub(crate) exact: bool,
    pub(crate) lines: Vec<OddsLine>,
    /// Every number that leads to the column, where a die follows the order and nothing is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) strengths: Option<Strengths>,
    /// How the decisions are made that remain, where a combat is reckoned to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) script: Option<Script>,
    /// Further questions about the same combat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tables: Option<Vec<OddsQuestion>>,
    /// Why there are no lines: too much can follow, or the game has gone on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unreckoned: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OddsLine {
    /// What happens, in the title's words.
    pub(crate) labels: Vec<String>,
    /// All of that in a sentence, but for what every line begins with.
    pub(crate) words: Sentence,
    pub(crate) numerator: Count,
    pub(crate) denominator: Count,
    pub(crate) percent: f64,
}

/// A whole number; beyond 64 bits as a text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Count {
    Number(u64),
    Text(String),
}

impl From<u128> for Count {
    fn from(value: u128) -> Count {
        u64::try_from(value).map_or_else(|_| Count::Text(value.to_string()), Count::Number)
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Script {
    pub(crate) name: &'static str,
    /// What it assumes, in sentences for players.
    pub(crate) assumes: &'static str,
}

/// A question about a combat, its answers in their order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OddsQuestion {
    pub(crate) question: &'static str,
    pub(crate) lines: Vec<OddsLine>,
    /// Null where answers are no numbers.
    pub(crate) average: Option<f64>,
}

/// Every number that leads to the odds of a combat, in the order of the book.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Strengths {
    /// They add up to `attack`.
    pub(crate) attackers: Vec<Strength>,
    /// They add up to `defence`.
    pub(crate) defenders: Vec<Strength>,
    pub(crate) attack: i32,
    pub(crate) defence: i32,
    /// The column of the bare ratio.
    pub(crate) ratio: RatioColumn,
    /// Columns to the right or, if negative, to the left, one after the other.
    pub(crate) modifiers: Vec<Modifier>,
    /// The column on which the die is thrown.
    pub(crate) column: String,
}

/// A part of a strength: a unit's own, or what is added to it and taken from it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Strength {
    /// Null where it belongs to several.
    pub(crate) unit: Option<String>,
    pub(crate) value: i32,
    pub(crate) note: String,
    pub(crate) case: &'static str,
}

/// A ratio as a column of the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RatioColumn {
    pub(crate) column: String,
    pub(crate) case: &'static str,
    pub(crate) text: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Modifier {
    pub(crate) case: &'static str,
    pub(crate) text: String,
    pub(crate) value: i32,
}

impl From<&aids::Modifier> for Modifier {
    fn from(modifier: &aids::Modifier) -> Modifier {
        Modifier { case: modifier.case.number(), text: modifier.text.clone(), value: modifier.value }
    }
}

impl From<aids::Strengths> for Strengths {
    fn from(strengths: aids::Strengths) -> Strengths {
        let part = |part: aids::Strength| Strength {
            unit: part.unit,
            value: part.value,
            note: part.note,
            case: part.case.number(),
        };
        let aids::Ratioed { column, case, text } = strengths.ratio;
        Strengths {
            attackers: strengths.attackers.into_iter().map(part).collect(),
            defenders: strengths.defenders.into_iter().map(part).collect(),
            attack: strengths.attack,
            defence: strengths.defence,
            ratio: RatioColumn { column, case: case.number(), text },
            modifiers: strengths.modifiers.iter().map(Modifier::from).collect(),
            column: strengths.column,
        }
    }
}

impl OddsLine {
    /// `common` labels of it are those of every other line, and tell nothing.
    fn new(names: &Names, line: &odds::OddsLine, common: usize) -> OddsLine {
        let (numerator, denominator) = (line.odds.numerator(), line.odds.denominator());
        OddsLine {
            labels: line.labels.iter().map(|label| names.plain(label)).collect(),
            words: names.tell(&line.labels[common..].join(", "), &[]),
            numerator: numerator.into(),
            denominator: denominator.into(),
            percent: 100.0 * numerator as f64 / denominator as f64,
        }
    }
}

/// How many labels all lines begin with: what the order itself does.
fn beginning_of_all(lines: &[odds::OddsLine]) -> usize {
    let [first, rest @ ..] = lines else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let shared = |line: &odds::OddsLine| line.labels.iter().zip(&first.labels).take_while(|(a, b)| a == b).count();
    rest.iter().map(shared).min().unwrap_or_default()
}

impl Odds {
    pub(crate) fn new(names: &Names, report: odds::OddsReport) -> Odds {
        let average = |ratio: Ratio| ratio.numerator() as f64 / ratio.denominator() as f64;
        let table = |table: &OddsTable| OddsQuestion {
            question: table.question,
            lines: table.lines.iter().map(|line| OddsLine::new(names, line, 0)).collect(),
            average: table.average.map(average),
        };
        let common = beginning_of_all(&report.lines);
        let tables = report.script.is_some().then(|| report.tables.iter().map(table).collect());
        Odds {
            exact: report.method == Method::Exact,
            lines: report.lines.iter().map(|line| OddsLine::new(names, line, common)).collect(),
            strengths: report.strengths.map(Strengths::from),
            script: report.script.map(|script| Script { name: script.name, assumes: script.assumes }),
            tables,
            unreckoned: None,
        }
    }

    pub(crate) fn unreckoned(sentence: String) -> Odds {
        let unreckoned = Some(sentence);
        Odds { exact: false, lines: Vec::new(), strengths: None, script: None, tables: None, unreckoned }
    }
}
