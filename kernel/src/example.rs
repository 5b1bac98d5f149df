//! Examples: a position, steps, and what must come out of them, as text. This file reads them; [`check`] plays them.

use std::ops::Range;

use board::Fault;
use board::textfile::{Section, TextFile};
use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use crate::examine::check;
use crate::{Case, Position, Title};

/// A text, and where it is in the file.
pub(crate) type Placed = Spanned<String>;

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// The order is carried out.
    Do(Placed),
    /// The order must be refused, and nothing changes.
    Try(Placed),
    /// Nobody does anything: dice fall, or the position is looked at.
    Nothing,
}

/// A step of an example.
#[derive(Clone, Debug)]
pub(crate) struct ExampleStep {
    pub(crate) by: Option<Placed>,
    pub(crate) deed: Deed,
    /// The cases under which the order may be refused; empty if any will do.
    pub(crate) refused: Vec<String>,
    pub(crate) throws: Vec<u8>,
    pub(crate) throws_span: Range<usize>,
    /// Key, where it is, and value.
    pub(crate) expect: Vec<(Placed, toml::Value)>,
    /// For readers.
    pub(crate) note: Option<String>,
}

/// An example as it was read, without its position, which only its title can read.
#[derive(Clone, Debug)]
pub struct Example {
    /// The cases it shows.
    pub rules: Vec<String>,
    pub title: String,
    pub note: Option<String>,
    pub(crate) rules_placed: Vec<Placed>,
    pub(crate) steps: Vec<ExampleStep>,
}

/// What came of an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleReport {
    pub file: String,
    /// The cases it shows; none if the file could not be read.
    pub rules: Vec<String>,
    pub title: String,
    /// Everything that was wrong, with lines; nothing if the example passed.
    #[serde(serialize_with = "sentences")]
    pub failures: Vec<Fault>,
    /// How its orders were answered, one after the other.
    #[serde(skip)]
    pub answers: Vec<Answer>,
}

/// An order of an example, and how it was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The word of the seat.
    pub by: String,
    pub order: String,
    /// The kinds of its actions, numbered as they first appear in the example; none if it is refused in the reading.
    pub kinds: Vec<usize>,
    /// The cases of the refusal; none if the order was carried out.
    pub cited: Vec<Case>,
}

impl Answer {
    pub fn is_refusal(&self) -> bool {
        !self.cited.is_empty()
    }

    /// Whether two orders are of a kind: the same verb, and the same sort of action, which tells `fresh a` from
    /// `fresh done`. An order that was refused before it became actions has its verb only.
    pub fn is_of_a_kind(&self, other: &Answer) -> bool {
        let verb = |answer: &Answer| answer.order.split_whitespace().next().map(str::to_lowercase);
        let unread = self.kinds.is_empty() || other.kinds.is_empty();
        verb(self) == verb(other) && (unread || self.kinds.iter().any(|kind| other.kinds.contains(kind)))
    }
}

impl ExampleReport {
    /// The report on an example that could not be played.
    pub fn unplayed(file: &str, failures: Vec<Fault>) -> ExampleReport {
        ExampleReport { file: file.to_owned(), rules: Vec::new(), title: String::new(), failures, answers: Vec::new() }
    }

    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

fn sentences<S: serde::Serializer>(faults: &[Fault], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(faults.iter().map(Fault::to_string))
}

impl Example {
    /// Reads an example apart from its position.
    pub fn parse(name: &str, text: &str) -> Result<Example, Vec<Fault>> {
        let (mut file, table) = TextFile::open(name, text)?;
        let example = read(&mut file, table.get_ref());
        file.finish(example)
    }
}

/// What somebody does in an example, without what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The word of the seat, and its order; a step in which only dice fall has none.
    pub order: Option<(String, String)>,
    /// Dice, in the order in which they fall.
    pub throws: Vec<u8>,
}

/// A step as a reader follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The word of the seat, and its order; a step in which only dice fall has none.
    pub order: Option<(String, String)>,
    /// Whether the order must be refused, under one of `refused`.
    pub tried: bool,
    pub refused: Vec<String>,
    pub throws: Vec<u8>,
    /// What its writer says of it.
    pub note: Option<String>,
}

impl Example {
    /// Every step, also those that are only tried.
    pub fn shown(&self) -> Vec<Shown> {
        let shown = self.steps.iter().map(|step| {
            let (order, tried) = match &step.deed {
                Deed::Do(order) => (Some(order), false),
                Deed::Try(order) => (Some(order), true),
                Deed::Nothing => (None, false),
            };
            let by = step.by.as_ref().map_or(String::new(), |by| by.get_ref().clone());
            Shown {
                order: order.map(|order| (by, order.get_ref().clone())),
                tried,
                refused: step.refused.clone(),
                throws: step.throws.clone(),
                note: step.note.clone(),
            }
        });
        shown.collect()
    }

    /// The steps that change the position, in order: what is only tried is left out.
    pub fn moves(&self) -> Vec<Move> {
        let moves = self.steps.iter().filter_map(|step| {
            let order = match (&step.deed, &step.by) {
                (Deed::Do(order), Some(by)) => Some((by.get_ref().clone(), order.get_ref().clone())),
                (Deed::Try(_), _) => return None,
                (Deed::Do(_) | Deed::Nothing, _) => None,
            };
            Some(Move { order, throws: step.throws.clone() })
        });
        moves.collect()
    }
}

fn root<'s, 't>(table: &'s DeTable<'t>) -> Section<'s, 't> {
    Section { what: "an example".into(), span: 0..0, table }
}

/// The position of an example.
pub(crate) fn position<T: Title>(title: &T, file: &mut TextFile, table: &DeTable<'_>) -> Option<Position<T::Rules>> {
    let root = root(table);
    if !table.contains_key("position") {
        file.missing(&root, "position");
        return None;
    }
    let section = file.section(&root, "position", "the position")?;
    title.position(file, &section)
}

/// The rules and the state of a position that was set up by hand.
pub fn read_position<T: Title>(title: &T, file: &str, text: &str) -> Result<Position<T::Rules>, Vec<Fault>> {
    let (mut reader, table) = TextFile::open(file, text)?;
    let position = position(title, &mut reader, table.get_ref());
    reader.finish(position)
}

/// Reads everything but the position.
pub(crate) fn read(file: &mut TextFile, table: &DeTable<'_>) -> Option<Example> {
    let root = root(table);
    file.only_fields(&root, &["rules", "title", "note", "position", "step"]);
    let title = file.required_text(&root, "title").map(owned);
    let note = file.text(&root, "note").map(|text| text.into_inner().to_owned());
    let rules_placed: Vec<Placed> = match table.get("rules") {
        Some(value) => file.as_texts("rules", value).into_iter().map(owned).collect(),
        None => {
            file.missing(&root, "rules");
            Vec::new()
        }
    };
    let sections = file.sections(&root, "step");
    let steps = sections.iter().map(|section| read_step(file, section)).collect();
    let rules = rules_placed.iter().map(|rule| rule.get_ref().clone()).collect();
    Some(Example { rules, title: title?.into_inner(), note, rules_placed, steps })
}

fn owned(text: Spanned<&str>) -> Placed {
    Spanned::new(text.span(), text.into_inner().to_owned())
}

fn read_step(file: &mut TextFile, section: &Section<'_, '_>) -> ExampleStep {
    file.only_fields(section, &["by", "do", "try", "refused", "throws", "expect", "note"]);
    let note = file.text(section, "note").map(|text| text.into_inner().to_owned());
    let by = file.text(section, "by").map(owned);
    let done = file.text(section, "do").map(owned);
    let tried = file.text(section, "try").map(owned);
    let deed = match (done, tried) {
        (Some(order), None) => Deed::Do(order),
        (None, Some(order)) => Deed::Try(order),
        (None, None) => Deed::Nothing,
        (Some(_), Some(order)) => {
            file.fault(order.span(), format!("{} has both \"do\" and \"try\"; split it into two steps", section.what));
            Deed::Nothing
        }
    };
    if by.is_none() && !matches!(deed, Deed::Nothing) {
        file.fault(section.span.clone(), format!("{} does not say who acts: by = …", section.what));
    }
    let mut refused = Vec::new();
    if let Some(value) = section.table.get("refused") {
        refused = one_or_more(file, "refused", value);
    }
    let mut throws = Vec::new();
    let mut throws_span = section.span.clone();
    if let Some(value) = section.table.get("throws") {
        throws_span = value.span();
        read_throws(file, value, &mut throws);
    }
    let mut expect = Vec::new();
    if let Some(table) = file.section(section, "expect", &format!("expect of {}", section.what)) {
        for (key, value) in table.entries() {
            if key.get_ref() == "refused" {
                refused.extend(one_or_more(file, "refused", value));
            } else if let Some(value) = plain(file, value) {
                expect.push((Spanned::new(key.span(), key.get_ref().to_string()), value));
            }
        }
    }
    if !refused.is_empty() && matches!(deed, Deed::Nothing) {
        file.fault(section.span.clone(), format!("{} expects a refusal but has no order", section.what));
    }
    ExampleStep { by, deed, refused, throws, throws_span, expect, note }
}

fn one_or_more(file: &mut TextFile, what: &str, value: &Spanned<DeValue<'_>>) -> Vec<String> {
    match value.get_ref().as_str() {
        Some(text) => vec![text.to_owned()],
        None => file.as_texts(what, value).into_iter().map(|text| text.into_inner().to_owned()).collect(),
    }
}

/// Dice as they fall, one number a die; the dice of one throw may stand in a list of their own.
fn read_throws(file: &mut TextFile, value: &Spanned<DeValue<'_>>, throws: &mut Vec<u8>) {
    if let Some(list) = value.get_ref().as_array() {
        for item in list.iter() {
            read_throws(file, item, throws);
        }
        return;
    }
    match whole_number(value.get_ref()).and_then(|number| u8::try_from(number).ok()) {
        Some(die) => throws.push(die),
        None => file.fault(value.span(), "throws are a list of dice, such as [5] or [3, 4]"),
    }
}

fn whole_number(value: &DeValue<'_>) -> Option<i64> {
    value.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
}

/// The value as plain data. Fractions and dates have no place in an example.
fn plain(file: &mut TextFile, value: &Spanned<DeValue<'_>>) -> Option<toml::Value> {
    match value.get_ref() {
        DeValue::String(text) => Some(toml::Value::String(text.to_string())),
        DeValue::Boolean(truth) => Some(toml::Value::Boolean(*truth)),
        DeValue::Integer(_) => {
            let number = whole_number(value.get_ref());
            if number.is_none() {
                file.fault(value.span(), "the number is too large");
            }
            number.map(toml::Value::Integer)
        }
        DeValue::Array(items) => {
            let items: Vec<toml::Value> = items.iter().filter_map(|item| plain(file, item)).collect();
            Some(toml::Value::Array(items))
        }
        DeValue::Table(fields) => {
            let mut table = toml::Table::new();
            for (key, field) in fields.iter() {
                if let Some(field) = plain(file, field) {
                    table.insert(key.get_ref().to_string(), field);
                }
            }
            Some(toml::Value::Table(table))
        }
        DeValue::Float(_) | DeValue::Datetime(_) => {
            file.fault(value.span(), "expectations are strings, whole numbers, true or false, lists and tables");
            None
        }
    }
}
