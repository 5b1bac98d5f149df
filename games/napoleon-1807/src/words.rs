//! Names of sides and counters, points as players write them, and the map as text.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::counters::{BOTH, CounterId, CounterSet, Kind, SIDES};
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

    pub(crate) fn name_of(&self, counter: CounterId) -> String {
        self.counters.get(counter.index()).map_or_else(|| "nobody".into(), |counter| counter.name.clone())
    }

    pub(crate) fn names_of(&self, counters: CounterSet) -> String {
        if counters.is_empty() {
            return "nobody".into();
        }
        counters.iter().map(|counter| self.label(counter)).collect::<Vec<_>>().join(", ")
    }

    /// 2.4: what the strength of a unit stands for.
    pub(crate) fn people_of(&self, state: &State, unit: CounterId) -> String {
        let (points, scale) = (state.points(unit), &self.tables.scale);
        let points = if rule!("2.4", true) { points } else { 0 };
        match self.counter(unit).kind {
            Kind::Infantry => format!("{} foot", points * scale.foot),
            Kind::Cavalry { .. } => format!("{} horse", points * scale.horse),
            Kind::Artillery(_) => format!("{} to {} guns", points * scale.guns[0], points * scale.guns[1]),
            Kind::Commander(_) => "a commander".to_owned(),
        }
    }

    /// Who stands in a hex, for offers.
    pub(crate) fn stack_name(&self, state: &State, hex: Hex) -> String {
        if hex.index() >= self.ground.grid.len() {
            return "nobody".into();
        }
        let names: Vec<String> = self.units_in(state, hex).map(|unit| self.name_of(unit)).collect();
        if names.is_empty() { "nobody".into() } else { names.join(", ") }
    }
}

/// A cost in words: `1 point`, `1⅔ points`.
pub(crate) fn cost_in_words(twelfths: u8) -> String {
    if twelfths == 12 { "1 point".into() } else { format!("{} points", points(twelfths)) }
}

/// Points as players may write them, in twelfths: `3`, `4⅔`, `2+1/12`, `½`, `2 1/6`.
pub(crate) fn twelfths(text: &str) -> Option<u8> {
    const SIGNS: [(char, u8); 5] = [('¼', 3), ('⅓', 4), ('½', 6), ('⅔', 8), ('¾', 9)];
    let parts = text.split(|sign: char| sign == '+' || sign.is_whitespace()).filter(|part| !part.is_empty());
    let mut sum = 0u8;
    for part in parts {
        let sign = SIGNS.iter().find(|(sign, _)| part.ends_with(*sign));
        let whole = sign.map_or(part, |(sign, _)| part.trim_end_matches(*sign));
        sum = sum.checked_add(sign.map_or(0, |(_, twelfths)| *twelfths))?;
        let number = match whole.split_once('/') {
            Some((above, below)) => {
                let (above, below): (u8, u8) = (above.parse().ok()?, below.parse().ok()?);
                let twelfths = above.checked_mul(12)?;
                (below > 0 && twelfths % below == 0).then(|| twelfths / below)?
            }
            None if whole.is_empty() && sign.is_some() => 0,
            None => whole.parse::<u8>().ok()?.checked_mul(12)?,
        };
        sum = sum.checked_add(number)?;
    }
    (!text.trim().is_empty()).then_some(sum)
}

/// Twelfths of a point as players write them.
pub(crate) fn points(twelfths: u8) -> String {
    let (whole, rest) = (twelfths / 12, twelfths % 12);
    let part = match rest {
        0 => String::new(),
        3 => "¼".into(),
        4 => "⅓".into(),
        6 => "½".into(),
        8 => "⅔".into(),
        9 => "¾".into(),
        other => format!("+{other}/12"),
    };
    if whole == 0 && rest != 0 { part.trim_start_matches('+').to_owned() } else { format!("{whole}{part}") }
}

/// The map as text, and what is off it.
pub(crate) fn picture(rules: &Rules, state: &State) -> String {
    let mut text = kit::picture::hex_map(&rules.ground.grid, |hex| {
        let kinds = [("town", '#'), ("village", '+'), ("forest", '%'), ("marsh", '"'), ("lake", '~')];
        let named: Vec<&str> = rules.map.terrain_at(hex).collect();
        let ground = kinds.into_iter().find(|(name, _)| named.contains(name)).map_or('.', |(_, letter)| letter);
        let Some(top) = state.counters_in(hex).next() else { return format!(" {ground} ") };
        let counter = rules.counter(top);
        let letter = match counter.kind {
            Kind::Infantry => 'i',
            Kind::Cavalry { .. } => 'c',
            Kind::Artillery(_) => 'a',
            Kind::Commander(_) => '*',
        };
        let side = if counter.side == BOTH[0] { 'F' } else { 'A' };
        format!("{side}{}{letter}", rules.points_in(state, hex))
    });
    let turn = rules.turn_info(state);
    let [french, allied] = BOTH.map(|side| rules.points_of(state, side));
    text.push_str(&format!("Turn {} ({}). Points: French {french}, Allies {allied}.\n", turn.number, turn.label));
    let waiting = (0..rules.counters.len()).filter(|index| state.fate[*index] == Fate::Waiting);
    let waiting: CounterSet = waiting.map(|index| CounterId(index as u8)).collect();
    if !waiting.is_empty() {
        text.push_str(&format!("Off the map: {}.\n", rules.names_of(waiting)));
    }
    text
}
