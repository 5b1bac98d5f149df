//! Names of units, numbers as players write them, and the map as text.

use board::Hex;
use kernel::{Message, Side, Text, Value};

use crate::Rules;
use crate::counters::{Army, FRENCH, UnitId, UnitSet};
use crate::state::{Fate, State};

/// The side as a message that tells whose something is.
pub(crate) fn side_word(side: Side) -> &'static str {
    if side == FRENCH { "french" } else { "allied" }
}

/// The same of an army.
pub(crate) fn army_word(army: Army) -> &'static str {
    army.id()
}

impl Rules {
    /// A message in English, with itself.
    pub(crate) fn phrase(&self, message: Message) -> Text {
        self.words.english(message)
    }

    /// Units as a message lists them.
    pub(crate) fn listed(&self, units: UnitSet) -> Value {
        match units.is_empty() {
            true => Message::new("nobody").into(),
            false => units.iter().map(|unit| self.label(unit)).collect::<Vec<_>>().into(),
        }
    }

    pub(crate) fn word_for(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "?".into(), |unit| unit.id.clone())
    }

    pub(crate) fn number_of(&self, hex: Hex) -> String {
        self.ground.grid.name(hex)
    }

    pub(crate) fn labels(&self, units: UnitSet) -> String {
        if units.is_empty() {
            return "nobody".into();
        }
        units.iter().map(|unit| self.label(unit)).collect::<Vec<_>>().join(", ")
    }
}

/// Half points as players write them.
pub(crate) fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The map as text, and what is off it.
pub(crate) fn picture(rules: &Rules, state: &State) -> String {
    let mut text = kit::picture::hex_map(&rules.ground.grid, |hex| {
        let terrain = rules.ground.terrain[hex.index()];
        let kinds =
            [(terrain.fort, '^'), (terrain.town, '#'), (terrain.woods, '%'), (terrain.grove, '"'), (terrain.lake, '~')];
        let ground = kinds.into_iter().find(|(there, _)| *there).map_or('.', |(_, letter)| letter);
        let stack: Vec<UnitId> = state.units_in(hex).collect();
        let Some(top) = stack.last().map(|unit| rules.unit(*unit)) else { return format!(" {ground} ") };
        let strength: u32 = stack.iter().map(|unit| u32::from(rules.unit(*unit).strength)).sum();
        format!("{}{strength}{}", &top.army.name()[..1], top.kind.letter())
    });
    let turn = &rules.scenario.turns[usize::from(state.turn) - 1];
    text.push_str(&format!(
        "Turn {} of {} ({}). Points: French {}, Allies {}.\n",
        state.turn,
        rules.scenario.turns.len(),
        turn.label,
        rules.points(state, FRENCH),
        rules.points(state, crate::counters::ALLIED),
    ));
    let waiting: UnitSet = (0..rules.units.len())
        .filter(|index| state.fate[*index] == Fate::Waiting)
        .map(|index| UnitId(index as u8))
        .collect();
    if !waiting.is_empty() {
        text.push_str(&format!("Off the map: {}.\n", rules.labels(waiting)));
    }
    if rules.battle == crate::Battle::Dresden {
        let levels = Army::ALL.map(|army| format!("{} {}", army.name(), state.morale[army.index()]));
        text.push_str(&format!("Morale: {}.\n", levels.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::ArtOfWar;

    /// The messages that the code names, from its own text.
    fn named() -> BTreeSet<&'static str> {
        let sources =
            [include_str!("asks.rs"), include_str!("log.rs"), include_str!("notation.rs"), include_str!("state.rs")];
        let words = sources.into_iter().flat_map(|source| source.split('"').skip(1).step_by(2));
        words
            .filter(|word| ["ask-", "do-", "log-", "odds-", "result-"].iter().any(|begin| word.starts_with(begin)))
            .collect()
    }

    #[test]
    fn every_message_can_be_said() {
        let title = ArtOfWar::built_in();
        let named: Vec<&'static str> = named().into_iter().collect();
        assert!(named.len() > 100, "only {} messages are named", named.len());
        assert_eq!(title.words.lacking("en", &named), Vec::<&str>::new());
        // Tables of odds are in English still.
        let read: Vec<&'static str> = named.iter().copied().filter(|id| !id.starts_with("odds-")).collect();
        for language in ["fr", "de"] {
            assert_eq!(title.words.lacking(language, &read), Vec::<&str>::new(), "{language}");
        }
    }
}
