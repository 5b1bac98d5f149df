//! Names of sides and counters, and the map as text.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::counters::{Arm, BOTH, CorpsId, CounterId, CounterSet, Formation, Kind, SIDES};
use crate::state::{Fate, State};

pub(crate) fn side_name(side: Side) -> &'static str {
    SIDES.name(side)
}

pub(crate) fn side_adjective(side: Side) -> &'static str {
    SIDES.adjective(side)
}

impl Rules {
    pub(crate) fn word_for(&self, counter: CounterId) -> String {
        self.counters.get(counter.index()).map_or_else(|| "?".into(), |counter| counter.id.clone())
    }

    pub(crate) fn number_of(&self, hex: Hex) -> String {
        self.ground.grid.name(hex)
    }

    pub fn label(&self, counter: CounterId) -> String {
        self.counters.get(counter.index()).map_or_else(|| "no counter".into(), |it| format!("{} ({})", it.name, it.id))
    }

    pub(crate) fn name_of(&self, counter: CounterId) -> String {
        self.counters.get(counter.index()).map_or_else(|| "nobody".into(), |counter| counter.name.clone())
    }

    pub(crate) fn names_of(&self, counters: CounterSet) -> String {
        if counters.is_empty() {
            return "nobody".into();
        }
        counters.iter().map(|counter| self.label(counter)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn corps_name(&self, corps: CorpsId) -> String {
        self.corps.get(corps.index()).map_or_else(|| "no corps".into(), |it| format!("{} ({})", it.name, it.id))
    }

    pub(crate) fn corps_word(&self, corps: CorpsId) -> String {
        self.corps.get(corps.index()).map_or_else(|| "?".into(), |corps| corps.id.clone())
    }

    /// What a counter calls its formation.
    pub(crate) fn formation_name(&self, counter: CounterId, formation: Formation) -> &'static str {
        match formation {
            Formation::Brigade => "in its brigade",
            Formation::Line => "Line",
            Formation::Column if self.is_long(counter) => "Column",
            Formation::Column => "Adapted",
            Formation::Dispersed => "Dispersed",
            Formation::Shaken => "Shaken",
            Formation::Panicked => "Panicked",
            Formation::Unlimbered => "unlimbered",
            Formation::Limbered => "limbered",
            Formation::None => "no formation",
        }
    }
}

/// The map as text, and what is off it.
pub(crate) fn picture(rules: &Rules, state: &State) -> String {
    let mut text = kit::picture::hex_map(&rules.ground.grid, |hex| {
        let kinds = [
            ("town", '#'),
            ("village", '+'),
            ("wood", '%'),
            ("difficult", '"'),
            ("orchard", 'o'),
            ("rampart", '='),
            ("fort", '='),
            ("impassable", '~'),
            ("lake", '~'),
        ];
        let named: Vec<&str> = rules.map.terrain_at(hex).collect();
        let ground = kinds.into_iter().find(|(name, _)| named.contains(name)).map_or('.', |(_, letter)| letter);
        let Some(top) = state.long_in(hex).or_else(|| state.counters_in(hex).next()) else {
            return format!(" {ground} ");
        };
        let counter = rules.counter(top);
        let letter = match counter.kind {
            Kind::Brigade(Arm::Infantry) => 'I',
            Kind::Brigade(Arm::Cavalry) => 'C',
            Kind::Unit(Arm::Infantry) => 'i',
            Kind::Unit(Arm::Cavalry) => 'c',
            Kind::Battery => 'a',
            Kind::Baggage => 'b',
            Kind::Leader(_) => '*',
        };
        let side = if counter.side == BOTH[0] { 'A' } else { 'F' };
        format!("{side}{letter}{ground}")
    });
    let turn = rules.scenario.turn(state.turn);
    let [allied, french] = BOTH.map(|side| rules.points_of(state, side));
    text.push_str(&format!("Turn {} ({}). Points: Allies {allied}, French {french}.\n", turn.number, turn.time));
    let waiting = (0..rules.counters.len())
        .filter(|index| state.fate[*index] == Fate::Waiting && state.formation[*index] != Formation::Brigade);
    let waiting: CounterSet = waiting.map(|index| CounterId(index as u16)).collect();
    if !waiting.is_empty() {
        text.push_str(&format!("Off the map: {}.\n", rules.names_of(waiting)));
    }
    text
}
