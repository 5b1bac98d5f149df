//! What an example may expect of a position: one way to compare, one way to say what was found instead.

use std::fmt::Display;

use kernel::{Seat, SeatInfo, Viewer};
use toml::Value;

pub type Found = Result<(), String>;

/// An expected value.
#[derive(Clone, Copy, Debug)]
pub struct Expect<'v>(pub &'v Value);

impl Expect<'_> {
    /// The value as it would be written, without quotes.
    pub fn written(&self) -> String {
        self.0.as_str().map_or_else(|| self.0.to_string(), str::to_owned)
    }

    pub fn is(&self, what: &str, found: impl Display) -> Found {
        let (want, found) = (self.written(), found.to_string());
        if want == found { Ok(()) } else { Err(format!("{what}: expected {want}, found {found}")) }
    }

    /// A table of names and values, each tested by itself.
    pub fn each(&self, mut test: impl FnMut(&str, Expect<'_>) -> Found) -> Found {
        let table = self.0.as_table().ok_or("expected a table such as { a = 1 }")?;
        table.iter().try_for_each(|(name, want)| test(name, Expect(want)))
    }

    /// A table of names and values, each compared with what `find` says of the name. `{}` in `what` stands for it.
    pub fn each_is<D: Display>(&self, what: &str, mut find: impl FnMut(&str) -> Result<D, String>) -> Found {
        self.each(|name, want| want.is(&what.replace("{}", name), find(name)?))
    }

    /// A list, in any order.
    pub fn list(&self, what: &str, found: impl Iterator<Item = impl Display>) -> Found {
        let array = self.0.as_array().ok_or_else(|| format!("{what}: expected a list"))?;
        let mut want: Vec<String> = array.iter().map(|value| Expect(value).written()).collect();
        let mut found: Vec<String> = found.map(|item| item.to_string()).collect();
        want.sort();
        found.sort();
        if want == found { Ok(()) } else { Err(format!("{what}: expected {want:?}, found {found:?}")) }
    }

    /// What the last event that `pick` knows tells.
    pub fn last<E, D: Display>(&self, what: &str, events: &[E], pick: impl FnMut(&E) -> Option<D>) -> Found {
        self.is(what, events.iter().rev().find_map(pick).ok_or("no such thing happened in this step")?)
    }

    /// One text, or a list of texts.
    fn texts(&self) -> Vec<String> {
        self.0
            .as_array()
            .map_or_else(|| vec![self.written()], |list| list.iter().map(|value| Expect(value).written()).collect())
    }

    /// Whether somebody reads each of these texts in a line of the log, or none of them.
    pub fn heard(&self, name: &str, lines: &[String], wanted: bool) -> Found {
        self.texts().iter().try_for_each(|part| match (lines.iter().find(|line| line.contains(part)), wanted) {
            (Some(_), true) | (None, false) => Ok(()),
            (None, true) => Err(format!("{name} does not read \"{part}\", but \"{}\"", lines.join("\", \""))),
            (Some(line), false) => Err(format!("{name} reads \"{line}\"")),
        })
    }
}

/// A key that is not known.
pub fn unknown(key: &str, known: &str) -> Found {
    Err(format!("\"{key}\" is not an expectation; use {known}, pending, over, legal, not_legal, events or not_events"))
}

/// A seat by its id, or `spectator`.
pub fn viewer(seats: &[SeatInfo], name: &str) -> Result<Viewer, String> {
    if name == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let seat = seats.iter().position(|seat| seat.id == name);
    seat.map(|seat| Viewer::Seat(Seat(seat as u8))).ok_or_else(|| format!("there is no player \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        toml::from_str::<toml::Table>(&format!("x = {text}")).unwrap()["x"].clone()
    }

    #[test]
    fn what_is_found_instead_is_said() {
        assert_eq!(Expect(&value("3")).is("the turn", 3), Ok(()));
        let told = Expect(&value("\"a\"")).is("the phase", "b").unwrap_err();
        assert_eq!(told, "the phase: expected a, found b");
        let each = value("{ a = 1, b = true }");
        let find = |name: &str| if name == "a" { Ok("1") } else { Ok("false") };
        let told = Expect(&each).each_is("mark of {}", find).unwrap_err();
        assert_eq!(told, "mark of b: expected true, found false");
        assert_eq!(Expect(&value("[\"b\", 1]")).list("things", ["1", "b"].into_iter()), Ok(()));
        assert!(Expect(&value("[1]")).list("things", ["1", "b"].into_iter()).is_err());
        let last = |events: &[i32]| Expect(&value("2")).last("it", events, |event| (*event > 1).then_some(*event));
        assert_eq!((last(&[2, 1]), last(&[1]).is_err(), last(&[2, 3]).is_err()), (Ok(()), true, true));
    }

    #[test]
    fn lines_are_heard_or_not() {
        let lines = ["Ney marches".to_owned(), "it rains".to_owned()];
        let heard = |text: &str, wanted: bool| Expect(&value(text)).heard("french", &lines, wanted).is_ok();
        assert!(heard("[\"Ney\", \"rain\"]", true) && !heard("\"snow\"", true));
        assert!(heard("\"snow\"", false) && !heard("[\"snow\", \"Ney\"]", false));
    }
}
