//! The language of examples: positions read and written, and what can be expected of them.

use board::textfile::{Section, TextFile};
use kernel::{Position, Ruleset};

use crate::{BLUE, LAST_TURN, RED, Rules, State, UNITS};

/// `turn`, `active` (blue or red) and `units` ("b @ 0101"; those that are not named are lost).
pub(crate) fn read(rules: Rules, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Rules>> {
    file.only_fields(position, &["turn", "active", "units"]);
    let mut state = State { at: [None; UNITS], ..rules.initial() };
    state.turn = file.number(position, "turn", 1..=i64::from(LAST_TURN)).unwrap_or(1) as u8;
    if let Some(word) = file.text(position, "active") {
        match *word.get_ref() {
            "blue" => state.player = BLUE,
            "red" => state.player = RED,
            _ => file.fault(word.span(), "active is blue or red"),
        }
    }
    let units = position.table.get("units").map_or(Vec::new(), |value| file.as_texts("units", value));
    for text in units {
        let placed = text.get_ref().split_once(" @ ");
        let placed = placed.and_then(|(unit, hex)| Some((rules.find(unit)?, rules.map.grid.parse(hex)?)));
        match placed {
            Some((_, hex)) if state.holder(hex).is_some() => {
                file.fault(text.span(), "only one unit stands in a hex");
            }
            Some((unit, hex)) => state.at[unit.index()] = Some(hex),
            None => file.fault(text.span(), "a unit is written \"b @ 0101\""),
        }
    }
    if state.at.contains(&None) {
        file.fault(position.span.clone(), "both units stand somewhere, or the game would be over");
    }
    Some(Position { rules, state })
}

pub(crate) fn write(rules: &Rules, state: &State) -> Result<String, String> {
    let State { turn, player, at, attacked, is_over } = state;
    if attacked.is_some() || *is_over {
        return Err("a position is written when somebody is to move".into());
    }
    let stands = rules.units.iter().zip(at).filter_map(|(unit, hex)| Some((unit, (*hex)?)));
    let units: Vec<String> = stands.map(|(unit, hex)| format!("\"{} @ {}\"", unit.id, rules.hex(hex))).collect();
    let active = if *player == BLUE { "blue" } else { "red" };
    Ok(format!("[position]\nturn = {turn}\nactive = \"{active}\"\nunits = [{}]\n", units.join(", ")))
}

/// `at`: a table of units and where they stand, or `lost`.
pub(crate) fn expect(rules: &Rules, state: &State, key: &str, value: &toml::Value) -> Result<(), String> {
    let ("at", Some(table)) = (key, value.as_table()) else {
        return Err(format!("there is no \"{key}\" to expect; there is at = {{ b = \"0101\" }}"));
    };
    for (name, expected) in table {
        let unit = rules.find(name).ok_or_else(|| format!("there is no unit \"{name}\""))?;
        let found = state.place(unit).map_or("lost".to_owned(), |hex| rules.hex(hex));
        if expected.as_str() != Some(&found) {
            return Err(format!("{name} is {found}"));
        }
    }
    Ok(())
}
