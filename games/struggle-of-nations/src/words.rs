//! Names of sides, leaders and places, points as players write them, and the position as text.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::package::Package;
use crate::roster::{Army, BOTH, LeaderId, LeaderSet, SIDES, UnitId};
use crate::state::State;

pub(crate) fn side_name(side: Side) -> &'static str {
    SIDES.name(side)
}

pub(crate) fn side_adjective(side: Side) -> &'static str {
    SIDES.adjective(side)
}

/// A number with its sign; nothing has none.
pub(crate) fn signed(number: i8) -> String {
    if number == 0 { "0".into() } else { format!("{number:+}") }
}

/// Half points as players write them.
pub(crate) fn halves(points: u8) -> String {
    match (points / 2, points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".into(),
        (whole, _) => format!("{whole}½"),
    }
}

impl Rules {
    pub(crate) fn word_for(&self, leader: LeaderId) -> String {
        self.leaders.get(leader.index()).map_or_else(|| "?".into(), |leader| leader.id.clone())
    }

    pub(crate) fn name_of(&self, leader: LeaderId) -> String {
        self.leaders.get(leader.index()).map_or_else(|| "an unknown force".into(), |leader| leader.name.clone())
    }

    pub(crate) fn names_of(&self, leaders: LeaderSet) -> String {
        if leaders.is_empty() {
            return "nobody".into();
        }
        leaders.iter().map(|leader| self.name_of(leader)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn unit_word(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "?".into(), |unit| unit.id.clone())
    }

    pub(crate) fn unit_name(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "a unit".into(), |unit| unit.name.clone())
    }

    pub(crate) fn number_of(&self, hex: Hex) -> String {
        if hex.is_none() { "off the map".into() } else { self.ground.grid.name(hex) }
    }

    /// A hex with the place that lies in it.
    pub(crate) fn place_of(&self, hex: Hex) -> String {
        match self.ground.place_name(hex) {
            Some(name) => format!("{} ({name})", self.number_of(hex)),
            None => self.number_of(hex),
        }
    }

    /// A package as orders write it: leading hex, other hex, facing.
    pub(crate) fn package_word(&self, package: Package) -> String {
        let rear = if package.rear.is_some() { self.ground.grid.name(package.rear) } else { "-".into() };
        format!("{}/{rear}/{}", self.number_of(package.lead), package.facing)
    }

    pub(crate) fn read_package(&self, word: &str) -> Option<Package> {
        let grid = &self.ground.grid;
        let mut parts = word.split('/');
        let lead = grid.parse(parts.next()?)?;
        let rear = parts.next()?;
        let rear = if rear == "-" { Hex::NONE } else { grid.parse(rear)? };
        let facing = board::Facing::parse(parts.next()?)?;
        parts.next().is_none().then_some(Package { lead, rear, facing })
    }
}

/// The position as text: too large for a map, so as a list.
pub(crate) fn picture(rules: &Rules, state: &State, knows: impl Fn(LeaderId) -> bool) -> String {
    let info = rules.calendar.turn(state.turn);
    let [french, allied] = BOTH.map(|side| state.morale[side.index()]);
    let mut text = format!("{}, {}. Morale: French {french:+}, Allies {allied:+}.\n", info.id, state.weather.name());
    for side in BOTH {
        text.push_str(&format!("{}:\n", side_name(side)));
        for stack in rules.stacks(state, side) {
            let Some(first) = stack.first() else { continue };
            let package = state.package(first);
            let mode = if package.is_line() { "line" } else { "column" };
            let names: Vec<String> =
                stack.iter().map(|leader| if knows(leader) { rules.name_of(leader) } else { "?".into() }).collect();
            let place = rules.place_of(package.lead);
            text.push_str(&format!("  {place}, {mode} {}: {}\n", package.facing, names.join(", ")));
        }
    }
    for army in Army::ALL {
        let own = state.army(army);
        if own.is_on_map() {
            text.push_str(&format!("Centre of {}: {}.\n", army.name(), rules.place_of(own.centre_at[0])));
        }
    }
    text
}
