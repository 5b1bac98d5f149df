//! Writing positions down in the words in which they are read: a state of a game, or what somebody set up by hand.

use std::collections::BTreeMap;

use board::textfile::quoted;
use kernel::{Named, SandboxInfo, Setup, Wish, WishedUnit};
use toml::Value;

/// What a game began from, as far as its positions repeat it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The fields that say what does not change while a game goes on, in order.
    pub fields: Vec<(String, String)>,
    /// Whether all counters of the scenario are there without being named.
    pub setup: bool,
    /// Which counter each named unit is.
    pub counters: BTreeMap<String, String>,
    /// The position it began from, if it did not begin from a scenario.
    pub table: toml::Table,
}

impl Origin {
    /// What a setup says; `lasting` names the fields that do not change, `begun` gives them for a scenario with options.
    pub fn of(
        setup: &Setup,
        lasting: &[&str],
        begun: impl FnOnce(&str, &kernel::Options) -> Vec<(String, String)>,
    ) -> Result<Origin, String> {
        let text = match setup {
            Setup::Scenario { id, options } => {
                return Ok(Origin { fields: begun(id, options), setup: true, ..Origin::default() });
            }
            Setup::Position { text, .. } => text,
        };
        let file: toml::Table =
            toml::from_str(text).map_err(|error| format!("the position the game began from: {error}"))?;
        let table = file.get("position").and_then(Value::as_table).cloned().unwrap_or_default();
        let units = table.get("units").and_then(Value::as_array).into_iter().flatten();
        let counters = units.filter_map(Value::as_str).filter_map(|line| {
            let unit = crate::example::UnitLine::split(line)?;
            Some((unit.handle.to_owned(), unit.counter.to_owned()))
        });
        Ok(Origin {
            setup: table.get("setup").and_then(Value::as_bool).unwrap_or(false),
            counters: counters.collect(),
            fields: Origin::kept(&table, lasting),
            table,
        })
    }

    fn kept(table: &toml::Table, names: &[&str]) -> Vec<(String, String)> {
        names.iter().filter_map(|name| Some(((*name).to_owned(), table.get(*name)?.to_string()))).collect()
    }

    /// Some fields of the position it began from.
    pub fn repeated(&self, names: &[&str]) -> Vec<(String, String)> {
        Origin::kept(&self.table, names)
    }
}

/// Why a moment cannot be written.
pub fn unwritable(why: &str) -> String {
    format!("this moment cannot be saved as a position: {why}; choose an earlier or later step")
}

/// A `[position]` being written.
#[derive(Clone, Debug, Default)]
pub struct Lines(Vec<String>);

impl Lines {
    pub fn new(fields: &[(String, String)]) -> Lines {
        let mut lines = Lines(vec!["[position]".into()]);
        fields.iter().for_each(|(name, value)| lines.say(name, value));
        lines
    }

    /// A value as TOML writes it.
    pub fn say(&mut self, name: &str, value: impl std::fmt::Display) {
        self.0.push(format!("{name} = {value}"));
    }

    pub fn text(&mut self, name: &str, text: Option<&str>) {
        text.into_iter().for_each(|text| self.say(name, quoted(text)));
    }

    pub fn truth(&mut self, name: &str, truth: bool) {
        if truth {
            self.say(name, truth);
        }
    }

    pub fn number(&mut self, name: &str, number: Option<impl Into<i64>>) {
        number.into_iter().for_each(|number| self.say(name, number.into()));
    }

    /// A list of texts, if it has any.
    pub fn list(&mut self, name: &str, items: impl IntoIterator<Item = String>) {
        let items = list(items);
        if items != "[]" {
            self.say(name, items);
        }
    }

    /// Values by key, each as TOML writes it, if there are any.
    pub fn table(&mut self, name: &str, entries: impl IntoIterator<Item = (String, String)>) {
        let bare = |key: &str| key.bytes().all(|letter| letter.is_ascii_alphabetic());
        let entry = |(key, value): (String, String)| match bare(&key) {
            true => format!("{key} = {value}"),
            false => format!("{} = {value}", quoted(&key)),
        };
        let entries: Vec<String> = entries.into_iter().map(entry).collect();
        if !entries.is_empty() {
            self.say(name, format!("{{ {} }}", entries.join(", ")));
        }
    }

    /// The units, and with them the end.
    pub fn units(mut self, units: impl IntoIterator<Item = String>) -> String {
        self.0.push("units = [".into());
        self.0.extend(units.into_iter().map(|line| format!("    {},", quoted(line.trim_end()))));
        self.0.push("]".into());
        self.0.join("\n") + "\n"
    }
}

/// A list of texts as TOML writes it.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| quoted(&item)).collect();
    format!("[{}]", items.join(", "))
}

/// What somebody set up by hand. Whether it can be is found out by reading it.
pub fn compose(fields: &[(String, String)], wish: &Wish, unit: impl Fn(&WishedUnit) -> String) -> String {
    let mut lines = Lines::new(fields);
    lines.number("turn", wish.turn);
    lines.text("phase", wish.phase.as_deref());
    lines.text("active", wish.active.as_deref());
    lines.units(wish.units.iter().map(unit))
}

/// What a position of a scenario can be made of. Phases and states are words of positions, with their names.
pub fn sandbox(map: Named, phases: &[(&str, &str)], states: &[(&str, &str)], turns: u32) -> SandboxInfo {
    let named = |list: &[(&str, &str)]| list.iter().map(|(id, name)| Named::new(id, name)).collect();
    SandboxInfo { maps: vec![map], phases: named(phases), states: named(states), turns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_game_began_from_is_repeated() {
        let text = "[position]\nmap = \"blank 3x3\"\nturn = 2\nunits = [\"fr a: Lev 7-3a @ 0101\"]";
        let setup = Setup::Position { file: "x".into(), text: text.into() };
        let origin = Origin::of(&setup, &["map", "setup"], |_, _| Vec::new()).unwrap();
        assert_eq!(origin.fields, [("map".to_owned(), "\"blank 3x3\"".to_owned())]);
        assert_eq!((origin.setup, origin.counters["a"].as_str()), (false, "Lev 7-3a"));
        assert_eq!(origin.repeated(&["turn", "night"]), [("turn".to_owned(), "2".to_owned())]);
    }

    #[test]
    fn only_what_is_there_is_written() {
        let mut lines = Lines::new(&[]);
        lines.list("moved", ["a".to_owned()]);
        lines.list("lost", []);
        lines.truth("night", false);
        lines.table("control", [("0101".to_owned(), quoted("north"))]);
        let text = lines.units(["no a: A @ ".to_owned()]);
        let control = "control = { \"0101\" = \"north\" }";
        assert_eq!(text, format!("[position]\nmoved = [\"a\"]\n{control}\nunits = [\n    \"no a: A @\",\n]\n"));
    }
}
