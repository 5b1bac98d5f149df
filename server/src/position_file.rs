//! The text of a position or of an example, edited in place: everything else its writer put there stays as it was.
//!
//! Units stand in it as `"SIDE NAME: COUNTER @ PLACE FLAGS"`, in the list `units` of the table `[position]`.

use std::collections::BTreeMap;

use kernel::{AnyTitle, Wish, WishedUnit};
use toml_edit::{Array, Document, DocumentMut, Item, Table, Value};

use crate::problem::Problem;
use crate::wire::{ExampleName, FieldValue, PositionEdit, PositionFacts};

const HEAD: &str = "rules = []\ntitle = \"From the sandbox\"\n";
/// How a unit is written in a list of its own lines.
const INDENT: &str = "\n    ";

/// The name of a unit in its line.
fn name_of(line: &str) -> Option<&str> {
    line.split_once(':')?.0.split_whitespace().nth(1)
}

/// What is printed on its counter.
fn counter_of(line: &str) -> &str {
    let after = line.split_once(':').map_or("", |(_, after)| after);
    after.split('@').next().unwrap_or(after).trim()
}

/// What follows its place.
fn flags_of(line: &str) -> Vec<String> {
    let after = line.split_once('@').map_or("", |(_, after)| after);
    after.split_whitespace().skip(1).map(str::to_owned).collect()
}

/// The line of a unit with another place; what follows the place is kept.
fn placed(line: &str, place: &str) -> String {
    let Some((before, after)) = line.split_once('@') else { return format!("{} @ {place}", line.trim_end()) };
    let flags: Vec<&str> = after.split_whitespace().skip(1).collect();
    [&[before.trim_end(), "@", place], flags.as_slice()].concat().join(" ")
}

fn flagged(line: &str, flag: &str, on: bool) -> String {
    let kept = line.split_whitespace().filter(|word| *word != flag);
    kept.chain(on.then_some(flag)).collect::<Vec<_>>().join(" ")
}

fn position_of(document: &mut DocumentMut) -> Result<&mut Table, Problem> {
    let position = document.entry("position").or_insert_with(|| Item::Table(Table::new()));
    position.as_table_mut().ok_or_else(|| Problem::bad("[position] is a table"))
}

fn units_of(document: &mut DocumentMut) -> Result<&mut Array, Problem> {
    let units = position_of(document)?.entry("units").or_insert_with(|| Item::Value(Value::Array(Array::new())));
    units.as_array_mut().ok_or_else(|| Problem::bad("units are a list"))
}

fn find(units: &Array, name: &str) -> Option<usize> {
    units.iter().position(|line| line.as_str().and_then(name_of) == Some(name))
}

/// Another line in the place of one, with the blanks and comments around it.
fn rewrite(units: &mut Array, at: usize, line: &str) {
    if let Some(value) = units.get_mut(at) {
        let decor = value.decor().clone();
        *value = line.into();
        *value.decor_mut() = decor;
    }
}

/// How the title writes a counter on a place.
fn written(title: &dyn AnyTitle, scenario: &str, id: &str, place: &str) -> Result<String, Problem> {
    let unit = WishedUnit { id: id.to_owned(), place: Some(place.to_owned()), facing: None, state: None };
    let wish = Wish { scenario: scenario.to_owned(), turn: None, phase: None, active: None, units: vec![unit] };
    let text = title.compose_position(&wish).map_err(Problem::bad)?;
    let mut document: DocumentMut = text.parse().map_err(|_| Problem::bad("the position cannot be read"))?;
    let units = units_of(&mut document)?;
    let line = find(units, id).and_then(|at| units.get(at)).or(units.get(0)).and_then(Value::as_str);
    line.map(str::to_owned).ok_or_else(|| Problem::bad(format!("{id} cannot be put on the map")))
}

/// The text after a change.
pub(crate) fn edited(title: &dyn AnyTitle, text: &str, edit: &PositionEdit) -> Result<String, Problem> {
    let unreadable = |error| Problem::bad(format!("the text has a fault that has to be mended first: {error}"));
    let mut document: DocumentMut = text.parse().map_err(unreadable)?;
    match edit {
        PositionEdit::Put { scenario, unit, place } => {
            let units = units_of(&mut document)?;
            match find(units, unit) {
                Some(at) => {
                    let line = placed(units.get(at).and_then(Value::as_str).unwrap_or_default(), place);
                    rewrite(units, at, &line);
                }
                None => {
                    let mut line = Value::from(written(title, scenario, unit, place)?);
                    let last = units.iter().last().map(|last| last.decor().clone());
                    line.decor_mut().set_prefix(last.as_ref().and_then(|last| last.prefix()).map_or(
                        INDENT.to_owned(),
                        |prefix| {
                            let prefix = prefix.as_str().unwrap_or(INDENT);
                            // A comment belongs to the line that it stands above.
                            match prefix.rfind('\n') {
                                Some(at) => prefix[at..].to_owned(),
                                // All of them stand in one line.
                                None => " ".to_owned(),
                            }
                        },
                    ));
                    units.push_formatted(line);
                    if last.is_none() {
                        units.set_trailing("\n");
                        units.set_trailing_comma(true);
                    }
                }
            }
        }
        PositionEdit::TakeOff { unit } => {
            let units = units_of(&mut document)?;
            if let Some(at) = find(units, unit) {
                units.remove(at);
            }
        }
        PositionEdit::Flag { unit, flag, on } => {
            let units = units_of(&mut document)?;
            if let Some(at) = find(units, unit) {
                let line = flagged(units.get(at).and_then(Value::as_str).unwrap_or_default(), flag, *on);
                rewrite(units, at, &line);
            }
        }
        PositionEdit::Field { name, value } => {
            let value = match value {
                FieldValue::Flag(flag) => Value::from(*flag),
                FieldValue::Number(number) => Value::from(*number),
                FieldValue::Text(text) => Value::from(text.as_str()),
            };
            let position = position_of(&mut document)?;
            match position.get_mut(name).and_then(Item::as_value_mut) {
                Some(old) => {
                    let decor = old.decor().clone();
                    *old = value;
                    *old.decor_mut() = decor;
                }
                None => {
                    position.insert(name, Item::Value(value));
                }
            }
        }
        PositionEdit::Step { by } => {
            let end = if text.ends_with('\n') { "" } else { "\n" };
            return Ok(format!("{text}{end}\n[[step]]\nby = {}\ndo = \"\"\n", Value::from(by.as_str())));
        }
        PositionEdit::Bare {} => document.retain(|name, _| name == "position"),
        PositionEdit::Example { title } => {
            if document.contains_key("title") {
                document["title"] = toml_edit::value(title);
            } else {
                return Ok(format!("rules = []\ntitle = {}\n\n{text}", Value::from(title.as_str())));
            }
        }
    }
    Ok(document.to_string())
}

/// What a text says, for a page that shows it; nothing of a text that cannot be read.
pub(crate) fn facts(text: &str) -> PositionFacts {
    let Ok(document) = Document::parse(text) else { return PositionFacts::default() };
    let mut facts = PositionFacts::default();
    let position = document.get("position").and_then(Item::as_table);
    for (name, item) in position.into_iter().flatten() {
        let value = match item.as_value() {
            Some(Value::String(text)) => FieldValue::Text(text.value().clone()),
            Some(Value::Integer(number)) => FieldValue::Number(*number.value()),
            Some(Value::Boolean(flag)) => FieldValue::Flag(*flag.value()),
            Some(Value::Float(_) | Value::Datetime(_) | Value::Array(_) | Value::InlineTable(_)) | None => continue,
        };
        facts.fields.insert(name.to_owned(), value);
    }
    facts.flags = lines(position).filter_map(|line| Some((name_of(line)?.to_owned(), flags_of(line)))).collect();
    facts.title = document.get("title").and_then(Item::as_str).map(str::to_owned);
    let steps = document.get("step").and_then(Item::as_array_of_tables);
    let begins = |table: &Table| table.span().map(|span| text[..span.start].matches('\n').count() + 1);
    facts.steps = steps.into_iter().flatten().filter_map(begins).collect();
    facts
}

fn lines(position: Option<&Table>) -> impl Iterator<Item = &str> {
    let units = position.and_then(|position| position.get("units")).and_then(Item::as_array);
    units.into_iter().flatten().filter_map(Value::as_str)
}

/// What the units of an example are called on their counters, by their names in its orders.
pub(crate) fn counters(text: &str) -> Vec<ExampleName> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let position = document.get("position").and_then(Item::as_table);
    let named = |line: &str| {
        let (name, counter) = (name_of(line)?.to_owned(), without_letter(counter_of(line)));
        (!counter.is_empty() && counter != name).then_some(ExampleName { name, counter })
    };
    lines(position).filter_map(named).collect()
}

/// A counter without the letter that tells it from others with the same figures: `Ney 8-4b`.
fn without_letter(counter: &str) -> String {
    let word = |word: &str| {
        let figures = word.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let is_figures = figures.split_once('-').is_some_and(|(a, b)| {
            let digits = |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit());
            digits(a) && digits(b)
        });
        if is_figures && word.len() == figures.len() + 1 { figures.to_owned() } else { word.to_owned() }
    };
    counter.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// An order in the words of the counters.
pub(crate) fn spoken(order: &str, counters: &[ExampleName]) -> String {
    let names: BTreeMap<&str, &str> =
        counters.iter().map(|named| (named.name.as_str(), named.counter.as_str())).collect();
    let parts = order.split_inclusive([' ', ',', ';']);
    let word = |part: &str| {
        let bare = part.trim_end_matches([' ', ',', ';']);
        format!("{}{}", names.get(bare).copied().unwrap_or(bare), &part[bare.len()..])
    };
    parts.map(word).collect()
}

/// A position without a head is an example without steps; says how many lines were put before it.
pub(crate) fn headed(text: &str) -> (String, usize) {
    match Document::parse(text) {
        Ok(document) if !document.contains_key("title") => (format!("{HEAD}{text}"), HEAD.matches('\n').count()),
        Ok(_) | Err(_) => (text.to_owned(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Mine.\n[position]\nrules_of = \"eylau\" # kept\nturn = 2\nunits = [\n    \"french a: Ney 8-4b @ 0304 moved\",\n    # The second.\n    \"allied b: Tolstoi 6-4 @ 0405\",\n]\n";

    fn after(edit: PositionEdit) -> String {
        edited(&*art_of_war::ArtOfWar::built_in().any(), TEXT, &edit).unwrap()
    }

    #[test]
    fn a_unit_moves_and_keeps_what_is_said_of_it() {
        let text = after(PositionEdit::Put { scenario: "eylau".into(), unit: "a".into(), place: "0506".into() });
        assert_eq!(text, TEXT.replace("@ 0304 moved", "@ 0506 moved"));
    }

    #[test]
    fn a_flag_goes_on_and_off() {
        let text = after(PositionEdit::Flag { unit: "b".into(), flag: "moved".into(), on: true });
        assert_eq!(text, TEXT.replace("@ 0405\"", "@ 0405 moved\""));
        let text = after(PositionEdit::Flag { unit: "a".into(), flag: "moved".into(), on: false });
        assert_eq!(text, TEXT.replace(" moved", ""));
    }

    #[test]
    fn a_unit_is_taken_off_and_the_others_stay() {
        let text = after(PositionEdit::TakeOff { unit: "a".into() });
        assert!(!text.contains("Ney") && text.contains("Tolstoi 6-4 @ 0405") && text.starts_with("# Mine."), "{text}");
    }

    #[test]
    fn fields_are_set_where_they_stand_or_added() {
        let text = after(PositionEdit::Field { name: "turn".into(), value: FieldValue::Number(5) });
        assert_eq!(text, TEXT.replace("turn = 2", "turn = 5"));
        let text = after(PositionEdit::Field { name: "phase".into(), value: FieldValue::Text("combat".into()) });
        assert!(text.contains("phase = \"combat\"") && text.contains("# kept"), "{text}");
    }

    #[test]
    fn steps_are_added_and_told_by_their_lines() {
        let text = after(PositionEdit::Step { by: "french".into() });
        assert!(text.ends_with("\n[[step]]\nby = \"french\"\ndo = \"\"\n"), "{text}");
        assert_eq!(facts(&text).steps, [11]);
        assert!(facts("this is no position").fields.is_empty());
    }

    #[test]
    fn an_example_becomes_a_position_and_back() {
        let text = after(PositionEdit::Example { title: "A \"name\"".into() });
        assert!(text.starts_with("rules = []\ntitle = '"), "{text}");
        assert_eq!(facts(&text).title.as_deref(), Some("A \"name\""));
        let bare = edited(&*art_of_war::ArtOfWar::built_in().any(), &text, &PositionEdit::Bare {}).unwrap();
        assert!(!bare.contains("title") && bare.contains("Tolstoi"), "{bare}");
    }

    #[test]
    fn counters_and_orders_in_their_words() {
        let names = counters(TEXT);
        assert_eq!(names.iter().map(|named| named.counter.as_str()).collect::<Vec<_>>(), ["Ney 8-4", "Tolstoi 6-4"]);
        assert_eq!(spoken("attack b with a, b; halt", &names), "attack Tolstoi 6-4 with Ney 8-4, Tolstoi 6-4; halt");
    }
}
