//! Names of sides and units, numbers as players write them, and the map as text.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::state::{Fate, State};
use crate::unit::{Army, FRENCH, UnitId, UnitSet};

/// What a player is called; his seat has the same name.
pub(crate) fn side_name(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allies" }
}

/// What is his: the Allied Movement Phase, a French victory.
pub(crate) fn side_adjective(side: Side) -> &'static str {
    if side == FRENCH { "French" } else { "Allied" }
}

impl Rules {
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
        rules.points(state, crate::unit::ALLIED),
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
