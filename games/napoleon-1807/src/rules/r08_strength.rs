//! 8.12, 8.8, 9.1, 9.2 and the list of modifiers: the strength of both sides and what is added to the die.
//! Decides 4.4e, 5.13, 5.13b, 8.3b, 8.8, 8.12, 8.12b, 8.23, 8.24, 8.29, 8.91, 9.0, 9.2, 9.2b, 9.2c, 9.2d, 9.12,
//! 9.13c, 9.21, 9.36, 10.41, 11.5b, 11.21, 11.21b, 13.21, T.mods, T.mods.b, T.odds, T.odds.b.

use board::Hex;
use kernel::{Case, Side};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Kind, enemy_of};
use crate::state::{Clash, State};

/// The strength with which a hex fights, and what part of it charges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Body {
    pub points: u16,
    pub heavy: u16,
    pub light: u16,
}

impl Rules {
    /// 4.4e, 9.12, 10.41: ten points of a hex fight, chargers count three times, all guns together count one. Chargers fill the
    /// ten first; of them heavy or light cavalry, as the owner has more from it.
    pub(crate) fn body(&self, state: &State, units: CounterSet, hex: Hex, heavy_first: bool) -> Body {
        let stacking = &self.tables.stacking;
        let (mut heavy, mut light, mut others, mut guns) = (0, 0, 0, 0);
        for unit in self.units_in(state, hex).filter(|unit| units.contains(*unit)) {
            // 8.3b: what fire has taken does not count.
            let points = if rule!("8.3b", true) { state.points(unit) } else { u16::from(self.counter(unit).strength) };
            match self.counter(unit).kind {
                Kind::Artillery(_) if rule!("10.41", true) => guns = stacking.artillery_in_combat,
                Kind::Cavalry { heavy: is_heavy } if state.combat.charging.contains(unit) => {
                    *(if rule!("9.0", is_heavy) { &mut heavy } else { &mut light }) += points;
                }
                Kind::Artillery(_) | Kind::Cavalry { .. } | Kind::Infantry | Kind::Commander(_) => others += points,
            }
        }
        let mut room = if rule!("4.4e", true) { stacking.fighting } else { u16::MAX };
        let mut take = |points: u16| {
            let taken = points.min(room);
            room -= taken;
            taken
        };
        let (heavy, light) = if heavy_first {
            let heavy = take(heavy);
            (heavy, take(light))
        } else {
            let light = take(light);
            (take(heavy), light)
        };
        let rest = take(others + guns);
        // 13.21: against a square chargers count once.
        let times = if rule!("13.21", self.strikes_square(state)) { 1 } else { stacking.charge_multiplier };
        let times = if rule!("9.12", heavy + light > 0) { times } else { 1 };
        let charging = ((heavy + light) * times).min(stacking.charging);
        Body { points: charging + rest, heavy: heavy * times, light: light * times }
    }

    fn strength_of(&self, state: &State, side: Side) -> u16 {
        let units = state.combat.of(side);
        let hexes = state.combat.hexes_of(side);
        // 8.23: several hexes add up; 8.24: so do those that one attacks.
        let all = match side == state.combat.attacker {
            true => rule!("8.23", hexes.len() > 1),
            false => rule!("8.24", hexes.len() > 1),
        };
        let counted = if all { hexes } else { &hexes[..hexes.len().min(1)] };
        counted.iter().map(|hex| self.body(state, units, *hex, true).points).sum()
    }

    /// 8.23, 8.24: what enters the ratio, attacker and defender.
    pub(crate) fn strengths_now(&self, state: &State) -> [u16; 2] {
        let attacker = state.combat.attacker;
        let mut attack = self.strength_of(state, attacker);
        // 8.29: whole, however many are attacked.
        let targets = state.combat.targets.len() as u16;
        if targets > 1 && !rule!("8.29", true) {
            attack /= targets;
        }
        // 8.91: half by night, rounded up.
        if rule!("8.91", self.night(state)) {
            attack = attack.div_ceil(self.tables.night.attack_divisor);
        }
        [attack, self.strength_of(state, enemy_of(attacker))]
    }

    /// Whether most of the enemy stands in square.
    pub(crate) fn strikes_square(&self, state: &State) -> bool {
        self.is_most_of(state, state.combat.defenders, state.square)
    }

    /// Strength of units as majorities count it: plain points (N37).
    fn plain(&self, state: &State, units: CounterSet, hex: Hex) -> u16 {
        self.units_in(state, hex).filter(|unit| units.contains(*unit)).map(|unit| state.points(unit)).sum()
    }

    /// Whether most of the attacking strength comes over hexsides of some kind, or from some hexes.
    fn most_attack(&self, state: &State, test: impl Fn(Hex, Hex) -> bool) -> bool {
        let combat = &state.combat;
        let (mut such, mut all) = (0, 0);
        if combat.targets.len() == 1 {
            for from in &*combat.from {
                let points = self.plain(state, combat.attackers, *from);
                all += points;
                such += if test(*from, combat.targets[0]) { points } else { 0 };
            }
        } else {
            // One against several: by the strength of those attacked.
            for to in &*combat.targets {
                let points = self.plain(state, combat.defenders, *to);
                all += points;
                such += if combat.from.first().is_some_and(|from| test(*from, *to)) { points } else { 0 };
            }
        }
        such * 2 > all
    }

    /// 8.8: the ground under most of the defenders, and the hexside that most attackers cross.
    pub(crate) fn combat_terrain(&self, state: &State) -> i8 {
        let combat = &state.combat;
        let all: u16 = combat.targets.iter().map(|hex| self.plain(state, combat.defenders, *hex)).sum();
        let mut ground = 0;
        for hex in &*combat.targets {
            let modifier = self.ground.at(*hex).combat;
            let alike = combat.targets.iter().filter(|other| self.ground.at(**other).combat == modifier);
            let points: u16 = alike.map(|hex| self.plain(state, combat.defenders, *hex)).sum();
            if points * 2 > all {
                ground = modifier;
            }
        }
        if self.most_attack(state, |from, to| self.ground.between(from, to).uphill) {
            ground += self.tables.hexside["slope"].combat;
        }
        // The table gives the cliff's figure for combat without "uphill".
        let over_cliff = |from: Hex, to: Hex| {
            let side = self.ground.between(from, to);
            side.cliff_up || side.cliff_down
        };
        if self.most_attack(state, over_cliff) {
            ground += self.tables.hexside["cliff"].combat;
        }
        if rule!("8.8", ground != 0) { ground } else { 0 }
    }

    /// 9.2: the best single one of the charge modifiers.
    pub(crate) fn charge_modifier(&self, state: &State) -> i8 {
        let combat = &state.combat;
        if combat.charging.is_empty() || self.strikes_square(state) {
            return 0;
        }
        let charge = &self.tables.modifiers.charge;
        let mut best = 0;
        for heavy_first in [true, false] {
            let bodies = combat.from.iter().map(|hex| self.body(state, combat.attackers, *hex, heavy_first));
            let (heavy, light) = bodies.fold((0, 0), |(heavy, light), body| (heavy + body.heavy, light + body.light));
            if rule!("9.2b", charge.heavy.at(heavy) > best) {
                best = charge.heavy.at(heavy);
            }
            if rule!("9.2c", charge.light.at(light) > best) {
                best = charge.light.at(light);
            }
        }
        let broken: CounterSet = combat.defenders.intersection(self.infantry).intersection(state.disorganized);
        if rule!("9.2d", self.is_most_of(state, combat.defenders, broken)) {
            best = match rule!("9.21", true) {
                true => best.max(charge.disorganized_infantry),
                false => best + charge.disorganized_infantry,
            };
        }
        best
    }

    /// From how many sides the defender is attacked.
    fn sides(&self, state: &State) -> u16 {
        let combat = &state.combat;
        if combat.targets.len() > 1 {
            return 1;
        }
        // Muskets may have left nobody in one of the hexes.
        let stands = |hex: &&Hex| self.units_in(state, **hex).any(|unit| combat.attackers.contains(unit));
        combat.from.iter().filter(stands).count() as u16
    }

    /// T.mods.b: everything that is added to the combat die, each with its case.
    pub(crate) fn modifiers(&self, state: &State, add: &mut dyn FnMut(Case, &'static str, i8)) {
        let combat = &state.combat;
        let table = &self.tables.modifiers.combat;
        let (attacker, defender) = (combat.attacker, enemy_of(combat.attacker));
        let odds = self.tables.odds(combat.strength[0], combat.strength[1]);
        if rule!("T.odds", odds.modifier != 0) && rule!("8.12", true) && rule!("8.12b", true) && rule!("T.odds.b", true)
        {
            add(case!("T.odds"), "odds", odds.modifier);
        }
        // 11.21b: the attacker's best skill for him, the defender's against him.
        let skill = self.best_skill(state, attacker);
        if rule!("11.21", skill != 0) {
            add(case!("11.21"), "the attacker's commander", skill);
        }
        let skill = self.best_skill(state, defender);
        if rule!("11.21b", skill != 0) {
            add(case!("11.21b"), "the defender's commander", -skill);
        }
        if combat.terrain != 0 {
            add(case!("8.8"), "terrain", combat.terrain);
        }
        if rule!("T.mods.b", self.is_most_of(state, combat.defenders, state.disorganized)) {
            add(case!("T.mods.b"), "the target is disorganized", table.disorganized);
        }
        let charge = self.charge_modifier(state);
        if rule!("9.2", charge != 0) {
            add(case!("9.2"), "charge", charge);
        }
        if rule!("T.mods.b", self.most_attack(state, |from, to| self.ground.is_above(from, to))) {
            add(case!("T.mods.b"), "from higher ground", table.higher_ground);
        }
        let sides = table.sides.at(self.sides(state));
        if rule!("T.mods", sides != 0) {
            add(case!("T.mods"), "attacked from several sides", sides);
        }
        let behind = |from: Hex, to: Hex| self.is_behind(state, to, from);
        let some = combat.from.iter().any(|from| combat.targets.iter().any(|to| behind(*from, *to)));
        // 5.13b: half or less of the strength brings nothing.
        if rule!("5.13", self.most_attack(state, behind)) || (some && !rule!("5.13b", true)) {
            add(case!("5.13"), "from the rear", table.rear);
        }
        if rule!("11.5b", self.is_most_of(state, combat.attackers, state.uncommanded)) {
            add(case!("11.5b"), "the attacker is out of command", table.no_command);
        }
        if rule!("13.21", !combat.charging.is_empty() && self.strikes_square(state)) {
            add(case!("13.21"), "a charge on a square", table.charge_on_square);
        }
    }

    /// Which attackers charge: they are tripled, fire no rifles and use up their marker.
    pub(crate) fn find_chargers(&self, state: &State) -> CounterSet {
        let combat = &state.combat;
        let weather = self.charges_ride(state);
        let charges = |unit: &CounterId| match combat.clash {
            Clash::Charge => true,
            Clash::Assault if !rule!("9.13c", true) => false,
            Clash::Countercharge if !rule!("9.36", true) => true,
            Clash::Assault | Clash::Countercharge => {
                // 9.13c, 9.36: the marker, used at what the run was made at.
                let at = state.hex_of(*unit);
                let aim = state.aim[unit.index()];
                let strikes = |to: &Hex| {
                    (aim.is_none() || aim == *to || combat.clash == Clash::Countercharge)
                        && self.faces(state, *unit, *to)
                        && self.ground.charge_runs(at, *to)
                };
                weather
                    && state.marker.contains(*unit)
                    && self.ground.at(at).clear
                    && combat.targets.iter().any(strikes)
            }
        };
        combat.attackers.iter().filter(|unit| self.is_cavalry(*unit) && charges(unit)).collect()
    }
}
