//! Reading hand-edited text: every fault is kept, with its line and a sentence, and all are reported at once.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// What is wrong with a text file, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    pub sentence: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.sentence)
    }
}

impl std::error::Error for Fault {}

/// A data file that is read as a whole: its name and text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    pub fn new(name: &'a str, text: &'a str) -> Source<'a> {
        Source { name, text }
    }

    /// A fault at a byte of the text.
    pub fn fault(&self, offset: usize, sentence: impl Into<String>) -> Fault {
        let line = 1 + self.text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count();
        Fault { file: self.name.into(), line, sentence: sentence.into() }
    }

    /// What the file says. Every fault is reported: whatever cannot be read is left out, something stands in for what is
    /// missing, and the rest is tried again.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Vec<Fault>> {
        let (mut table, errors) = DeTable::parse_recoverable(self.text);
        let found =
            |error: &toml::de::Error| self.fault(error.span().map_or(0, |span| span.start), error.message().to_owned());
        let mut faults: Vec<Fault> = errors.iter().map(found).collect();
        let mut left_out = Vec::new();
        let mut stand_ins = StandIns { next: self.text.len() + 1, tables: Vec::new() };
        // What breaks the grammar is reported alone.
        while errors.is_empty() {
            let error = match T::deserialize(toml::de::Deserializer::from(table.clone())) {
                Ok(value) if faults.is_empty() => return Ok(value),
                Ok(_) => break,
                Err(error) => error,
            };
            let root = table.span();
            let span = error.span().unwrap_or(root.clone());
            let own = span.start > self.text.len();
            let missing = error.message().strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
            let known = own
                || left_out.iter().any(|field: &LeftOut| field.is_missed_by(&error, &span))
                || (missing.is_none() && stand_ins.tables.contains(&span));
            if !known {
                faults.push(found(&error));
            }
            let filled = match missing {
                Some(field) => stand_ins.fill(table.get_mut(), &root, &span, field),
                None => own && stand_ins.try_another(table.get_mut(), &span, error.message()),
            };
            if filled {
                continue;
            }
            // What nothing can stand in for takes its table with it.
            let span = if own { stand_ins.table_of(&span).unwrap_or(span) } else { span };
            match leave_out(table.get_mut(), root.start, &span) {
                Some(field) => left_out.push(field),
                None => break,
            }
        }
        faults.sort();
        faults.dedup();
        Err(faults)
    }
}

/// A data file that has been read, and the faults found in what it says.
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    pub source: Source<'a>,
    pub faults: Vec<Fault>,
}

impl<'a> Findings<'a> {
    /// What the file says, and room for what is wrong with it.
    pub fn read<T: DeserializeOwned>(name: &'a str, text: &'a str) -> Result<(T, Findings<'a>), Vec<Fault>> {
        let source = Source::new(name, text);
        Ok((source.read()?, Findings { source, faults: Vec::new() }))
    }

    /// A fault of something that stands in the file.
    pub fn at<T>(&mut self, what: &Spanned<T>, sentence: impl Into<String>) {
        self.offset(what.span().start, sentence);
    }

    /// A fault at a byte of the file.
    pub fn offset(&mut self, at: usize, sentence: impl Into<String>) {
        self.faults.push(self.source.fault(at, sentence));
    }

    /// A fault of the file as a whole.
    pub fn whole(&mut self, sentence: impl Into<String>) {
        self.offset(0, sentence);
    }

    /// The value, if nothing was wrong.
    pub fn finish<T>(mut self, value: T) -> Result<T, Vec<Fault>> {
        self.faults.sort();
        if self.faults.is_empty() { Ok(value) } else { Err(self.faults) }
    }
}

/// Values in place of missing fields, so that a table is read to its end. They are marked by spans beyond the text.
struct StandIns {
    next: usize,
    /// The table that each was put into, in order.
    tables: Vec<Range<usize>>,
}

impl StandIns {
    /// What may stand in for a field, one after another.
    const VALUES: &'static str = "a = ''\nb = 0\nc = false\nd = []\ne = {}";

    fn value(number: usize) -> Option<DeValue<'static>> {
        let (values, _) = DeTable::parse_recoverable(StandIns::VALUES);
        values.into_inner().into_iter().nth(number).map(|(_, value)| value.into_inner())
    }

    /// Puts something into the table at the span for the missing field.
    fn fill(&mut self, table: &mut DeTable<'_>, at: &Range<usize>, span: &Range<usize>, field: &str) -> bool {
        if at == span {
            let (Some(value), true) = (StandIns::value(0), !table.contains_key(field)) else { return false };
            let stands = self.next..self.next;
            self.next += 1;
            self.tables.push(span.clone());
            table.insert(Spanned::new(stands.clone(), field.to_owned().into()), Spanned::new(stands, value));
            return true;
        }
        let mut inner = tables_in(table);
        inner.iter_mut().any(|(at, table)| self.fill(table, at, span, field))
    }

    /// Replaces the value that stands at the span by one of another kind, or by a word that is expected there.
    fn try_another(&self, table: &mut DeTable<'_>, span: &Range<usize>, message: &str) -> bool {
        for (key, value) in table.iter_mut() {
            if key.span() == *span && value.span() == *span {
                let kinds = (0..).map_while(StandIns::value);
                let kind = std::mem::discriminant(value.get_ref());
                let tried = kinds.take_while(|other| std::mem::discriminant(other) != kind).count();
                let word =
                    message.strip_prefix("unknown variant ``, expected ").and_then(|rest| rest.split('`').nth(1));
                let other = match word {
                    Some(word) => Some(DeValue::String(word.to_owned().into())),
                    None => StandIns::value(tried + 1),
                };
                let found = other.is_some();
                other.into_iter().for_each(|other| *value.get_mut() = other);
                return found;
            }
        }
        tables_in(table).into_iter().any(|(_, inner)| self.try_another(inner, span, message))
    }

    /// The table of the text that the value at the span was put into.
    fn table_of(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let table = self.tables.get((span.start + self.tables.len()).checked_sub(self.next)?)?;
        Some(if self.tables.len() + table.start >= self.next { self.table_of(table)? } else { table.clone() })
    }
}

/// The tables directly in a table, and those in its lists, with where they stand.
fn tables_in<'a, 't>(table: &'a mut DeTable<'t>) -> Vec<(Range<usize>, &'a mut DeTable<'t>)> {
    let mut tables = Vec::new();
    for (_, value) in table.iter_mut() {
        let span = value.span();
        match value.get_mut() {
            DeValue::Table(table) => tables.push((span, table)),
            DeValue::Array(array) => tables.extend(array.iter_mut().filter_map(|item| {
                let span = item.span();
                if let DeValue::Table(table) = item.get_mut() { Some((span, table)) } else { None }
            })),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => {}
        }
    }
    tables
}

/// A field that could not be read, or a table of a list with such a field.
struct LeftOut {
    /// Where the table begins to which it belonged.
    table: usize,
    name: String,
}

impl LeftOut {
    /// Whether an error comes of nothing but its absence.
    fn is_missed_by(&self, error: &toml::de::Error, span: &Range<usize>) -> bool {
        self.table == span.start && error.message() == format!("missing field `{}`", self.name)
    }
}

/// Leaves out the innermost field, or table of a list, that stands at the span.
fn leave_out(table: &mut DeTable<'_>, start: usize, span: &Range<usize>) -> Option<LeftOut> {
    let mut faulty = None;
    for (key, value) in table.iter_mut() {
        let left_out = leave_out_of_value(value, span);
        if left_out.is_some() {
            return left_out;
        }
        // A list of anything but tables is left out as a whole: it may need all its items.
        let item = value.get_ref().as_array().is_some_and(|array| array.iter().any(|item| within(&item.span(), span)));
        if key.span() == *span || value.span() == *span || item {
            faulty = Some(key.clone());
            break;
        }
    }
    let key = faulty?;
    table.remove(&key);
    Some(LeftOut { table: start, name: key.into_inner().into_owned() })
}

fn leave_out_of_value(value: &mut Spanned<DeValue<'_>>, span: &Range<usize>) -> Option<LeftOut> {
    let start = value.span().start;
    match value.get_mut() {
        DeValue::Table(table) => leave_out(table, start, span),
        DeValue::Array(array) => {
            let inner = array.iter_mut().find_map(|item| leave_out_of_value(item, span));
            let is_faulty = |item: &Spanned<DeValue<'_>>| item.get_ref().is_table() && item.span() == *span;
            if inner.is_some() || !array.iter().any(is_faulty) {
                return inner;
            }
            *array = std::mem::replace(array, DeArray::new()).into_iter().filter(|item| !is_faulty(item)).collect();
            Some(LeftOut { table: start, name: String::new() })
        }
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            None
        }
    }
}

fn within(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Where something in a data file comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvenanceKind {
    /// Printed in the rulebook's text.
    Rulebook,
    /// Taken from the history of the battle.
    History,
    /// Designed here to satisfy what the rulebook states.
    Reconstructed,
    /// From a public fan version, named in the source.
    Fan,
}

impl ProvenanceKind {
    pub const ALL: [ProvenanceKind; 4] =
        [ProvenanceKind::Rulebook, ProvenanceKind::History, ProvenanceKind::Reconstructed, ProvenanceKind::Fan];

    pub fn name(self) -> &'static str {
        match self {
            ProvenanceKind::Rulebook => "rulebook",
            ProvenanceKind::History => "history",
            ProvenanceKind::Reconstructed => "reconstructed",
            ProvenanceKind::Fan => "fan",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    pub kind: ProvenanceKind,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub note: String,
}

impl Provenance {
    pub fn to_text(&self) -> String {
        let mut fields = vec![format!("kind = {}", quoted(self.kind.name()))];
        if !self.source.is_empty() {
            fields.push(format!("source = {}", quoted(&self.source)));
        }
        if !self.note.is_empty() {
            fields.push(format!("note = {}", quoted(&self.note)));
        }
        format!("provenance = {{ {} }}\n", fields.join(", "))
    }
}

/// A text value as TOML writes it.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A table of the file and where it stands; `what` names it in sentences ("the grid", "road 3").
#[derive(Clone, Debug)]
pub struct Section<'s, 't> {
    pub what: String,
    pub span: Range<usize>,
    pub table: &'s DeTable<'t>,
}

impl<'s, 't> Section<'s, 't> {
    /// Keys and values in the order in which they stand in the file.
    pub fn entries(&self) -> Vec<(&'s Spanned<std::borrow::Cow<'t, str>>, &'s Spanned<DeValue<'t>>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }
}

/// A file being read.
#[derive(Clone, Debug)]
pub struct TextFile {
    name: String,
    line_starts: Vec<usize>,
    faults: Vec<Fault>,
}

impl TextFile {
    /// Reads the text as TOML. What breaks the grammar is reported alone: the rest of such a file cannot be judged.
    pub fn open<'t>(name: &str, text: &'t str) -> Result<(TextFile, Spanned<DeTable<'t>>), Vec<Fault>> {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut file = TextFile { name: name.to_owned(), line_starts, faults: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            file.fault(error.span().unwrap_or(0..0), format!("not TOML: {}", error.message()));
        }
        if file.faults.is_empty() { Ok((file, table)) } else { Err(file.sorted()) }
    }

    pub fn fault(&mut self, at: Range<usize>, sentence: impl Into<String>) {
        let line = self.line_starts.partition_point(|start| *start <= at.start);
        self.faults.push(Fault { file: self.name.clone(), line, sentence: sentence.into() });
    }

    fn sorted(mut self) -> Vec<Fault> {
        self.faults.sort();
        self.faults.dedup();
        self.faults
    }

    /// The value, if nothing was wrong.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Fault>> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => Err(self.sorted()),
        }
    }

    pub fn only_fields(&mut self, section: &Section<'_, '_>, known: &[&str]) {
        for (key, _) in section.entries() {
            if !known.contains(&key.get_ref().as_ref()) {
                let known = known.join(", ");
                self.fault(
                    key.span(),
                    format!("{} has no field \"{}\"; its fields are {known}", section.what, key.get_ref()),
                );
            }
        }
    }

    pub fn as_section<'s, 't>(&mut self, what: &str, value: &'s Spanned<DeValue<'t>>) -> Option<Section<'s, 't>> {
        match value.get_ref().as_table() {
            Some(table) => Some(Section { what: what.to_owned(), span: value.span(), table }),
            None => {
                self.fault(value.span(), format!("{what} is a table of fields, not a {}", value.get_ref().type_str()));
                None
            }
        }
    }

    pub fn section<'s, 't>(&mut self, parent: &Section<'s, 't>, field: &str, what: &str) -> Option<Section<'s, 't>> {
        let value = parent.table.get(field)?;
        self.as_section(what, value)
    }

    /// The tables of an array such as `[[road]]`.
    pub fn sections<'s, 't>(&mut self, parent: &Section<'s, 't>, field: &str) -> Vec<Section<'s, 't>> {
        let Some(value) = parent.table.get(field) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array() else {
            self.fault(value.span(), format!("write each {field} under its own [[{field}]]"));
            return Vec::new();
        };
        let numbered = array.iter().enumerate();
        numbered.filter_map(|(n, value)| self.as_section(&format!("{field} {}", n + 1), value)).collect()
    }

    pub fn as_text<'s>(&mut self, what: &str, value: &'s Spanned<DeValue<'_>>) -> Option<Spanned<&'s str>> {
        match value.get_ref().as_str() {
            Some(text) => Some(Spanned::new(value.span(), text)),
            None => {
                self.fault(
                    value.span(),
                    format!("{what} must be a string in quotes, not a {}", value.get_ref().type_str()),
                );
                None
            }
        }
    }

    pub fn text<'s>(&mut self, section: &Section<'s, '_>, field: &str) -> Option<Spanned<&'s str>> {
        let value = section.table.get(field)?;
        self.as_text(&format!("{field} of {}", section.what), value)
    }

    pub fn required_text<'s>(&mut self, section: &Section<'s, '_>, field: &str) -> Option<Spanned<&'s str>> {
        if !section.table.contains_key(field) {
            self.missing(section, field);
        }
        self.text(section, field)
    }

    /// A whole number within the bounds.
    pub fn number(
        &mut self,
        section: &Section<'_, '_>,
        field: &str,
        bounds: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let value = section.table.get(field)?;
        let number = value.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        let number = number.filter(|n| bounds.contains(n));
        if number.is_none() {
            let (low, high) = (bounds.start(), bounds.end());
            self.fault(value.span(), format!("{field} of {} is a whole number from {low} to {high}", section.what));
        }
        number
    }

    pub fn missing(&mut self, section: &Section<'_, '_>, field: &str) {
        self.fault(section.span.clone(), format!("{} needs the field \"{field}\"", section.what));
    }

    /// A list of texts.
    pub fn as_texts<'s>(&mut self, what: &str, value: &'s Spanned<DeValue<'_>>) -> Vec<Spanned<&'s str>> {
        let Some(array) = value.get_ref().as_array() else {
            self.fault(value.span(), format!("{what} must be a list of strings, not a {}", value.get_ref().type_str()));
            return Vec::new();
        };
        array.iter().filter_map(|item| self.as_text(&format!("each item of {what}"), item)).collect()
    }

    /// A table of texts, whole numbers or truth values, all kept as written.
    pub fn as_attributes(&mut self, section: &Section<'_, '_>) -> BTreeMap<String, String> {
        let mut attributes = BTreeMap::new();
        for (key, value) in section.entries() {
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Boolean(truth) => truth.to_string(),
                DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
                    let (what, field) = (&section.what, key.get_ref());
                    self.fault(
                        value.span(),
                        format!("\"{field}\" of {what} is a text or a whole number; put fractions in quotes"),
                    );
                    continue;
                }
            };
            attributes.insert(key.get_ref().to_string(), text);
        }
        attributes
    }

    /// The provenance that every data file opens with.
    pub fn provenance(&mut self, root: &Section<'_, '_>) -> Option<Provenance> {
        let Some(value) = root.table.get("provenance") else {
            self.fault(
                0..0,
                "the file does not say where it comes from: provenance = { kind = …, source = …, note = … }",
            );
            return None;
        };
        let section = self.as_section("the provenance", value)?;
        self.only_fields(&section, &["kind", "source", "note"]);
        let source = self.text(&section, "source").map_or(String::new(), |text| text.into_inner().to_owned());
        let note = self.text(&section, "note").map_or(String::new(), |text| text.into_inner().to_owned());
        let kind = self.required_text(&section, "kind")?;
        let found = ProvenanceKind::ALL.into_iter().find(|known| known.name() == *kind.get_ref());
        if found.is_none() {
            let name = kind.get_ref();
            self.fault(
                kind.span(),
                format!("\"{name}\" is not a kind of provenance; use rulebook, history, reconstructed or fan"),
            );
        }
        Some(Provenance { kind: found?, source, note })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is wrong with them is of interest")]
    struct File {
        title: String,
        table: Table,
        unit: Vec<Unit>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is wrong with them is of interest")]
    struct Table {
        rows: Vec<u8>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what is wrong with them is of interest")]
    struct Unit {
        id: Spanned<String>,
        strength: u8,
    }

    fn faults(text: &str) -> Vec<String> {
        Source::new("f.toml", text).read::<File>().unwrap_err().iter().map(Fault::to_string).collect()
    }

    #[test]
    fn every_value_that_cannot_be_read_is_reported() {
        let text = "title = 3\ncolour = \"red\"\n[table]\nrows = [1, \"two\"]\n[[unit]]\nid = \"a\"\n[[unit]]\nid = \"b\"\nstrength = \"many\"\nsize = 1\n";
        assert_eq!(
            faults(text),
            [
                "f.toml:1: invalid type: integer `3`, expected a string",
                "f.toml:2: unknown field `colour`, expected one of `title`, `table`, `unit`",
                "f.toml:4: invalid type: string \"two\", expected u8",
                "f.toml:5: missing field `strength`",
                "f.toml:9: invalid type: string \"many\", expected u8",
                "f.toml:10: unknown field `size`, expected `id` or `strength`",
            ]
        );
    }

    #[test]
    fn what_is_missing_is_reported_and_what_was_left_out_is_not() {
        let both = ["f.toml:1: invalid type: integer `3`, expected a string", "f.toml:1: missing field `table`"];
        assert_eq!(faults("title = 3\nunit = []\n"), both, "the title is there, and the table is not");
        assert_eq!(faults("title = \"x\"\nunit = []\n"), ["f.toml:1: missing field `table`"]);
        assert_eq!(faults("title = \nunit = [\n").len(), 2, "two faults of grammar");
    }

    #[test]
    fn a_table_that_lacks_two_fields_is_told_of_both() {
        let all =
            ["f.toml:1: missing field `table`", "f.toml:1: missing field `title`", "f.toml:1: missing field `unit`"];
        assert_eq!(faults("\n"), all);
        let text = "title = \"x\"\n[table]\nrows = []\n[[unit]]\n[[unit]]\nid = 3\ncolour = 1\n";
        assert_eq!(
            faults(text),
            [
                "f.toml:4: missing field `id`",
                "f.toml:4: missing field `strength`",
                "f.toml:5: missing field `strength`",
                "f.toml:6: invalid type: integer `3`, expected a string",
                "f.toml:7: unknown field `colour`, expected `id` or `strength`",
            ]
        );
    }

    #[test]
    fn a_sound_file_is_read() {
        assert!(Source::new("f", "title = \"x\"\nunit = []\n[table]\nrows = []").read::<File>().is_ok());
    }
}
