//! The position of an example: its fields, each read with every fault kept, and the lines of its units.

use std::ops::{Range, RangeInclusive};

use board::textfile::{Section, TextFile};
use kernel::Side;
use toml::Spanned;
use toml::de::DeValue;

use crate::Sides;

/// The fields of a `[position]` while a title reads them. A field that nobody asked for is a fault in the end.
#[derive(Debug)]
pub struct Fields<'f, 's, 't> {
    pub file: &'f mut TextFile,
    section: Section<'s, 't>,
    asked: Vec<&'static str>,
}

impl<'s, 't> Fields<'_, 's, 't> {
    /// Reads a position by asking for its fields.
    pub fn read<P>(
        file: &mut TextFile,
        section: &Section<'s, 't>,
        read: impl FnOnce(&mut Fields<'_, 's, 't>) -> Option<P>,
    ) -> Option<P> {
        let mut fields = Fields { file, section: section.clone(), asked: vec!["note"] };
        fields.text("note");
        let read = read(&mut fields)?;
        let Fields { file, section, mut asked } = fields;
        asked.sort_unstable();
        asked.dedup();
        file.only_fields(&section, &asked);
        Some(read)
    }

    /// The whole position, for faults that no field is to blame for.
    pub fn span(&self) -> Range<usize> {
        self.section.span.clone()
    }

    pub fn fault(&mut self, at: Range<usize>, sentence: impl Into<String>) {
        self.file.fault(at, sentence);
    }

    /// The field as it is written, if it is there.
    pub fn value(&mut self, field: &'static str) -> Option<&'s Spanned<DeValue<'t>>> {
        self.asked.push(field);
        self.section.table.get(field)
    }

    pub fn has(&mut self, field: &'static str) -> bool {
        self.value(field).is_some()
    }

    pub fn text(&mut self, field: &'static str) -> Option<Spanned<&'s str>> {
        self.value(field)?;
        self.file.text(&self.section, field)
    }

    /// A text that `read` understands, or says what is wrong with.
    pub fn word<T>(&mut self, field: &'static str, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let text = self.text(field)?;
        read(text.get_ref()).map_err(|sentence| self.fault(text.span(), sentence)).ok()
    }

    pub fn side(&mut self, field: &'static str, sides: &Sides) -> Option<Side> {
        self.word(field, |word| sides.read(word))
    }

    pub fn truth(&mut self, field: &'static str) -> Option<bool> {
        let value = self.value(field)?;
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            self.fault(value.span(), format!("{field} is true or false"));
        }
        truth
    }

    pub fn number(&mut self, field: &'static str, bounds: RangeInclusive<i64>) -> Option<i64> {
        self.value(field)?;
        self.file.number(&self.section, field, bounds)
    }

    pub fn numbers(&mut self, field: &'static str, bounds: RangeInclusive<i64>) -> Option<Vec<i64>> {
        let value = self.value(field)?;
        Some(self.as_numbers(field, value, bounds))
    }

    pub fn as_numbers(&mut self, what: &str, value: &Spanned<DeValue<'_>>, bounds: RangeInclusive<i64>) -> Vec<i64> {
        let Some(list) = value.get_ref().as_array() else {
            self.fault(value.span(), format!("{what} is a list of numbers"));
            return Vec::new();
        };
        let mut numbers = Vec::new();
        for entry in list {
            let number = entry.get_ref().as_integer();
            let number = number.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
            match number.filter(|number| bounds.contains(number)) {
                Some(number) => numbers.push(number),
                None => {
                    let sentence = format!("{what} has numbers from {} to {}", bounds.start(), bounds.end());
                    self.fault(entry.span(), sentence);
                }
            }
        }
        numbers
    }

    pub fn texts(&mut self, field: &'static str) -> Vec<Spanned<&'s str>> {
        let Some(value) = self.value(field) else { return Vec::new() };
        // A text by itself is a list of one.
        match value.get_ref().as_str() {
            Some(text) => vec![Spanned::new(value.span(), text)],
            None => self.file.as_texts(field, value),
        }
    }

    /// A list of texts, each of which `read` understands, or says what is wrong with.
    pub fn each<T>(&mut self, field: &'static str, read: impl FnMut(&str) -> Result<T, String>) -> Vec<T> {
        let texts = self.texts(field);
        self.understood(texts, read)
    }

    /// The same for a list inside another field.
    pub fn as_each<T>(
        &mut self,
        what: &str,
        value: &Spanned<DeValue<'_>>,
        read: impl FnMut(&str) -> Result<T, String>,
    ) -> Vec<T> {
        let texts = self.file.as_texts(what, value);
        self.understood(texts, read)
    }

    fn understood<T>(&mut self, texts: Vec<Spanned<&str>>, mut read: impl FnMut(&str) -> Result<T, String>) -> Vec<T> {
        let mut all = Vec::new();
        for text in texts {
            match read(text.get_ref()) {
                Ok(one) => all.push(one),
                Err(sentence) => self.fault(text.span(), sentence),
            }
        }
        all
    }

    /// A table whose keys are `known`.
    pub fn table(&mut self, field: &'static str, known: &[&str]) -> Option<Section<'s, 't>> {
        let table = self.open_table(field)?;
        self.file.only_fields(&table, known);
        Some(table)
    }

    /// A table whose keys are the title's business.
    pub fn open_table(&mut self, field: &'static str) -> Option<Section<'s, 't>> {
        self.value(field)?;
        self.file.section(&self.section, field, field)
    }

    /// A table of texts by key, of which `read` understands each, or says what is wrong with it.
    pub fn pairs<T>(
        &mut self,
        field: &'static str,
        what: &str,
        mut read: impl FnMut(&str, &str) -> Result<T, String>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for (key, value) in self.open_table(field).map_or_else(Vec::new, |table| table.entries()) {
            let Some(text) = self.file.as_text(what, value) else { continue };
            match read(key.get_ref(), text.get_ref()) {
                Ok(one) => all.push(one),
                Err(sentence) => self.fault(key.span(), sentence),
            }
        }
        all
    }

    /// A number for some of the keys that are known.
    pub fn tally(&mut self, field: &'static str, known: &[&str], bounds: RangeInclusive<i64>) -> Vec<(usize, i64)> {
        let Some(table) = self.table(field, known) else { return Vec::new() };
        let given = known.iter().enumerate();
        given.filter_map(|(place, key)| Some((place, self.file.number(&table, key, bounds.clone())?))).collect()
    }

    /// What each side that is named has.
    pub fn by_side(&mut self, field: &'static str, sides: &Sides) -> Vec<(Side, &'s Spanned<DeValue<'t>>)> {
        let Some(table) = self.table(field, &sides.ids()) else { return Vec::new() };
        sides.each().into_iter().filter_map(|(word, side)| Some((side, table.table.get(word)?))).collect()
    }
}

/// A unit of a position: `SIDE HANDLE: COUNTER @ PLACE MARKS`. Without an `@` there is no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitLine<'a> {
    pub side: &'a str,
    /// What orders call it.
    pub handle: &'a str,
    pub counter: &'a str,
    pub place: Option<&'a str>,
}

impl<'a> UnitLine<'a> {
    pub fn split(line: &'a str) -> Option<UnitLine<'a>> {
        let (head, body) = line.split_once(':')?;
        let mut words = head.split_whitespace();
        let (side, handle) = (words.next()?, words.next()?);
        let (counter, place) =
            body.split_once('@').map_or((body, None), |(counter, place)| (counter, Some(place.trim())));
        words.next().is_none().then_some(UnitLine { side, handle, counter: counter.trim(), place })
    }
}

/// A word such as `co4`: its letters, and the number behind them.
pub fn lettered(word: &str) -> (&str, Option<u8>) {
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (letters, word[letters.len()..].parse().ok())
}

/// One of a list of things by its word; otherwise a sentence that lists the words.
pub fn one_of<T: Copy>(what: &str, words: &[(&str, T)], word: &str) -> Result<T, String> {
    let found = words.iter().find(|(known, _)| *known == word).map(|(_, thing)| *thing);
    found.ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        format!("\"{word}\" is not a {what}; use {}", listed(&known))
    })
}

/// `a, b or c`.
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str, read: impl FnOnce(&mut Fields<'_, '_, '_>) -> Option<()>) -> Vec<String> {
        let (mut file, table) = TextFile::open("p.toml", text).unwrap();
        let section = Section { what: "the position".into(), span: 0..0, table: table.get_ref() };
        let read = Fields::read(&mut file, &section, read);
        file.finish(read).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_field_that_nobody_asked_for_is_a_fault() {
        let told = faults("turn = 3\nsnow = true\nnote = \"x\"", |fields| {
            assert_eq!(fields.number("turn", 1..=9), Some(3));
            Some(())
        });
        assert_eq!(told, ["p.toml:2: the position has no field \"snow\"; its fields are note, turn"]);
    }

    #[test]
    fn every_item_that_is_not_understood_is_told() {
        let told = faults("a = [\"1\", \"x\", \"y\"]\nb = [1, 12]\nc = { x = \"1\" }\nd = \"no\"", |fields| {
            let number = |word: &str| word.parse::<u8>().map_err(|_| format!("{word} is not a number"));
            assert_eq!(fields.each("a", number), [1]);
            assert_eq!(fields.numbers("b", 0..=9), Some(vec![1]));
            let pairs = fields.pairs("c", "a pair", |key, text| Ok(format!("{key}{text}")));
            assert_eq!((pairs, fields.truth("d")), (vec!["x1".to_owned()], None));
            Some(())
        });
        assert_eq!(
            told,
            [
                "p.toml:1: x is not a number",
                "p.toml:1: y is not a number",
                "p.toml:2: b has numbers from 0 to 9",
                "p.toml:4: d is true or false"
            ]
        );
    }

    #[test]
    fn units_are_taken_apart() {
        let line = UnitLine::split("fr a: Lev 7-3a @ 0306 reserve").unwrap();
        assert_eq!(line, UnitLine { side: "fr", handle: "a", counter: "Lev 7-3a", place: Some("0306 reserve") });
        assert_eq!(UnitLine::split("fr a: Lev").unwrap().place, None);
        assert!(UnitLine::split("fr a b: Lev").is_none() && UnitLine::split("fr a Lev").is_none());
        assert_eq!((lettered("co4"), lettered("guard")), (("co", Some(4)), ("guard", None)));
    }
}
