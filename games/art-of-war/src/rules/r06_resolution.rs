//! Cases 6.3 to 6.8: results, exchanges, advances.
//! Decides 2.5, 6.0, 6.3a, 6.3b, 6.3c, 6.3d, 6.3e, 6.3f, 6.3g, 6.6, 6.6c, 6.6d, 6.7, 6.7b, 6.8, 6.8b, 14.0, 16.5a,
//! T.crt.

use arrayvec::ArrayVec;
use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{UnitId, UnitSet, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::rules::r14_garrisons::Retreats;
use crate::sequence::Frame;
use crate::state::{CombatResult, Fate, State};

impl Rules {
    /// 6.0, T.crt: the die against the column.
    pub(crate) fn combat_thrown(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let column = state.attack.column.map_or(0, |column| column.0);
        let row = if rule!("T.crt", true) { usize::from(die) - 1 } else { 0 };
        let result = if rule!("6.0", true) { self.tables.combat[row][usize::from(column)] } else { CombatResult::Ee };
        let exchange = self.least_loss(state);
        events.event(Event::CombatThrown { die, result, exchange });
        state.attack.result = Some(result);
        state.frames.pop();
        if self.weather_die_due(result) {
            state.frames.push(Frame::WeatherDie);
        } else {
            self.apply(state, result, events);
        }
    }

    pub(crate) fn weather_thrown(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let result = Rules::weathered(state.attack.result.unwrap_or(CombatResult::Ee), die);
        events.event(Event::WeatherThrown { die, result });
        state.attack.result = Some(result);
        state.frames.pop();
        self.apply(state, result, events);
    }

    /// 6.3: what a result does. 6.3g: it strikes every participant of the side it names.
    fn apply(&self, state: &mut State, result: CombatResult, events: &mut impl Sink<Event>) {
        let attacker = state.player;
        let defender = enemy_of(attacker);
        let participants = state.attack.adjacent.union(state.attack.defenders);
        state.attack.surrounded = participants.iter().filter(|unit| self.is_surrounded(state, *unit)).collect();
        let (winner, loser) = match result {
            CombatResult::Ae | CombatResult::Ar => (defender, attacker),
            CombatResult::Ee | CombatResult::Dr | CombatResult::De => (attacker, defender),
        };
        state.frames.push(Frame::Advance { side: winner });
        state.frames.push(Frame::FallBack);
        state.frames.push(Frame::BookMorale);
        let struck = if loser == attacker {
            self.attackers(state).iter().filter(|unit| !self.is_out_of_reach(state, *unit)).collect()
        } else {
            state.attack.defenders
        };
        match result {
            // 6.3a
            CombatResult::Ae => {
                if rule!("6.3a", true) {
                    self.eliminate(state, struck, events);
                }
            }
            // 6.3e
            CombatResult::De => {
                if rule!("6.3e", true) {
                    self.eliminate(state, struck, events);
                }
            }
            // 6.3b, 6.3d
            CombatResult::Ar => {
                if rule!("6.3b", true) {
                    self.drive_back(state, struck, result, loser, events);
                }
            }
            CombatResult::Dr => {
                if rule!("6.3d", true) {
                    self.drive_back(state, struck, result, loser, events);
                }
            }
            // 6.3c
            CombatResult::Ee => {
                let need = self.printed(struck);
                self.eliminate(state, struck, events);
                self.exchange(state, need, events);
            }
        }
    }

    /// 6.8: bombarding guns are never among the losers; 6.8b: nor are those that fire at a neighbour across a river.
    fn is_out_of_reach(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.hex_of(unit);
        if !state.attack.batteries.contains(unit) {
            false
        } else if state.attack.targets.iter().any(|target| self.ground.grid.adjacent(hex, *target)) {
            rule!("6.8b", true)
        } else {
            rule!("6.8", true)
        }
    }

    /// 2.5: printed strength, without any bonus or doubling.
    fn printed(&self, units: UnitSet) -> u16 {
        let printed = |unit: UnitId| u16::from(self.unit(unit).strength);
        if rule!("2.5", true) { units.iter().map(printed).sum() } else { 0 }
    }

    fn drive_back(
        &self,
        state: &mut State,
        units: UnitSet,
        result: CombatResult,
        side: Side,
        events: &mut impl Sink<Event>,
    ) {
        let dying: UnitSet = units.iter().filter(|unit| self.retreat_of(*unit, result) == Retreats::Dies).collect();
        self.eliminate(state, dying, events);
        // 6.3g: in all hexes of the attack.
        for unit in units.difference(dying) {
            let first_hex = state.attack.retreating.first().map(|first| state.hex_of(first));
            let elsewhere = first_hex.is_some_and(|hex| hex != state.hex_of(unit));
            if self.retreat_of(unit, result) == Retreats::Moves && (!elsewhere || rule!("6.3g", true)) {
                state.attack.retreating.insert(unit);
            }
        }
        state.frames.push(Frame::Retreat { side });
    }

    /// Removes units; whether for good was settled when the result fell.
    pub(crate) fn eliminate(&self, state: &mut State, units: UnitSet, events: &mut impl Sink<Event>) {
        // Judged by the morale before the combat, all together (16.5b, 17.0).
        let doomed: UnitSet = units.iter().filter(|unit| self.lost_for_good(state, *unit)).collect();
        for unit in units {
            let from = state.hex_of(unit);
            self.lift(state, unit);
            // 6.6: whoever pays for Ee is a victor; the hex he leaves is not won from anybody.
            let pays = state.attack.result == Some(CombatResult::Ee) && state.attack.adjacent.contains(unit);
            if !pays {
                self.note_vacated(state, from);
            }
            state.reserve.remove(unit);
            state.recalled.remove(unit);
            let disrupted = !doomed.contains(unit);
            state.fate[unit.index()] = if disrupted { Fate::Disrupted } else { Fate::Lost };
            state.at[unit.index()] = Hex::NONE;
            events.event(if disrupted { Event::Disrupted { unit, from } } else { Event::Eliminated { unit, from } });
            self.note_loss(state, unit, disrupted);
        }
    }

    /// 6.6: a hex is vacated when nobody is left in it.
    pub(crate) fn note_vacated(&self, state: &mut State, hex: Hex) {
        if state.top[hex.index()].is_none() && !state.attack.vacated.contains(&hex) {
            // Six targets or six attackers' hexes are the most.
            let _ = state.attack.vacated.try_push(hex);
        }
    }

    /// 6.3c: the attackers lose at least the printed strength of the defenders.
    fn exchange(&self, state: &mut State, need: u16, events: &mut impl Sink<Event>) {
        let payers = state.attack.adjacent;
        // 6.3f: worth less all together, all are lost.
        if self.printed(payers) <= need {
            if rule!("6.3f", !payers.is_empty()) {
                self.eliminate(state, payers, events);
            }
        } else if rule!("6.3c", need > 0) {
            state.frames.push(Frame::Exchange { need: need.min(u16::from(u8::MAX)) as u8 });
        }
    }

    /// What the attackers would lose at least, in printed points, if this combat ended in an exchange (6.3c, 6.3f).
    fn least_loss(&self, state: &State) -> u16 {
        self.printed(state.attack.defenders).min(self.printed(state.attack.adjacent))
    }

    /// Adjacent attackers that have not been given up yet.
    fn payers(&self, state: &State) -> UnitSet {
        state.attack.adjacent.iter().filter(|unit| state.on_map(*unit)).collect()
    }

    pub(crate) fn exchange_open(&self, state: &State, need: u8) -> bool {
        state.attack.paid < need && !self.payers(state).is_empty()
    }

    /// 6.3f: the attacker picks who pays, but no set from which one unit could be spared (A4).
    pub(crate) fn may_pay(&self, state: &State, need: u8, unit: UnitId) -> Ruling {
        let payers = self.payers(state);
        if !payers.contains(unit) {
            return Err(refuse(case!("6.3c"), "{unit} is not an adjacent attacker").unit(unit));
        }
        let already: ArrayVec<u8, 24> = state
            .attack
            .adjacent
            .difference(payers)
            .iter()
            .chain([unit])
            .map(|unit| self.unit(unit).strength)
            .collect();
        let others: ArrayVec<u8, 24> =
            payers.iter().filter(|other| *other != unit).map(|other| self.unit(other).strength).collect();
        if rule!("6.3f", !pays_without_waste(&already, &others, need)) {
            return Err(refuse(case!("6.3f"), "the price is covered without {unit}").unit(unit));
        }
        Ok(())
    }

    pub(crate) fn pay(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        state.attack.paid = state.attack.paid.saturating_add(self.unit(unit).strength);
        self.eliminate(state, UnitSet::from_iter([unit]), events);
    }

    // Advance after combat

    pub(crate) fn may_advance(&self, state: &State, side: Side, unit: UnitId, to: Hex) -> Ruling {
        let fighters = if side == state.player { state.attack.adjacent } else { state.attack.defenders };
        // 6.6d: guns that bombarded never advance.
        if rule!("6.6d", state.attack.batteries.contains(unit)) {
            return Err(refuse(case!("6.6d"), "{unit} bombarded and cannot advance").unit(unit));
        }
        if rule!("6.6", !fighters.contains(unit) || !state.on_map(unit)) {
            return Err(refuse(case!("6.6"), "{unit} is not on the winning side of this combat").unit(unit));
        }
        if rule!("14.0", self.is_garrison(unit)) {
            return Err(refuse(case!("14.0"), "{unit} is a garrison and never advances").unit(unit));
        }
        // 16.5a: a demoralized army does not advance.
        if rule!("16.5a", self.demoralized(state, self.unit(unit).army)) {
            return Err(refuse(case!("16.5a"), "the army of {unit} is demoralized and cannot advance").unit(unit));
        }
        self.ban_spares_combat(state, unit)?;
        let open = state.attack.vacated.contains(&to) && state.top.0.get(to.index()).is_some_and(|top| top.is_none());
        if rule!("6.6", !open) {
            return Err(refuse(case!("6.6"), "{place} was not vacated in this combat").place(to));
        }
        // 6.6c: into a hex it was next to and could enter.
        let entered = self.ground.grid.direction_between(state.hex_of(unit), to).is_some_and(|direction| {
            self.ground.cost(self.sky(state), self.is_gun(unit), state.hex_of(unit), direction) != crate::ground::BARRED
        });
        if rule!("6.6c", !entered) {
            return Err(refuse(case!("6.6c"), "{unit} could not enter {place} from where it is").unit(unit).place(to));
        }
        if !self.may_step_in_combat(state, unit) {
            return Err(refuse(case!("6.7"), "{unit} cannot move now").unit(unit));
        }
        Ok(())
    }

    /// 6.7: a retreat, displacement or advance needs no movement points, of which a Combat Phase has none to spend.
    /// 6.7b: nor is it movement: zones do not hold the unit fast, and reserves need not wait.
    pub(crate) fn may_step_in_combat(&self, state: &State, unit: UnitId) -> bool {
        let enemy = enemy_of(self.side_of(unit)).index();
        let frozen = state.zone[enemy].contains(state.hex_of(unit)) || state.reserve.contains(unit);
        rule!("6.7", true) && (!frozen || rule!("6.7b", true))
    }

    pub(crate) fn list_advances(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        self.for_each_advance(state, side, |unit, hex| actions.push(Action::Advance(unit, hex)));
    }

    pub(crate) fn advance_open(&self, state: &State, side: Side) -> bool {
        let mut open = false;
        self.for_each_advance(state, side, |_, _| open = true);
        open
    }

    fn for_each_advance(&self, state: &State, side: Side, mut found: impl FnMut(UnitId, Hex)) {
        if state.attack.vacated.is_empty() {
            return;
        }
        let fighters = if side == state.player { state.attack.adjacent } else { state.attack.defenders };
        for unit in fighters {
            if !state.on_map(unit) {
                continue;
            }
            for hex in &state.attack.vacated {
                if self.may_advance(state, side, unit, *hex).is_ok() {
                    found(unit, *hex);
                }
            }
        }
    }

    /// 6.6: at once, and even from zone to zone; 6.7: without spending points.
    pub(crate) fn advance(&self, state: &mut State, unit: UnitId, to: Hex, events: &mut impl Sink<Event>) {
        // 5.1d: what losses and retreats have ended, the advance does not revive.
        self.lapse_duties(state, events);
        let from = state.hex_of(unit);
        self.lift(state, unit);
        self.put(state, unit, to);
        events.event(Event::Advanced { unit, from, to });
        self.pass_through(state, self.side_of(unit), to, events);
        self.note_advance(state, unit, events);
        self.wake_reserves(state, unit, events);
    }
}

/// Whether some of `others` can be added to `already` so that the sum reaches `need` and no member could be left out.
fn pays_without_waste(already: &[u8], others: &[u8], need: u8) -> bool {
    let paid: u32 = already.iter().map(|strength| u32::from(*strength)).sum();
    let least = already.iter().copied().min().unwrap_or(u8::MAX);
    let need = u32::from(need);
    // The smallest member decides whether one can be spared: try every smallest member.
    (1..=least).any(|smallest| {
        // Sums that the others worth at least `smallest` can make; beyond two bytes' worth there is nothing to pay.
        let mut sums = [false; 512];
        sums[0] = true;
        for strength in others.iter().filter(|strength| **strength >= smallest).map(|strength| usize::from(*strength)) {
            for sum in (0..sums.len() - strength).rev() {
                sums[sum + strength] |= sums[sum];
            }
        }
        let wanted = |sum: u32| (need..need + u32::from(smallest)).contains(&(paid + sum));
        (0..512).any(|sum| sums[sum as usize] && wanted(sum)) && (smallest == least || others.contains(&smallest))
    })
}

#[cfg(test)]
mod tests {
    use super::pays_without_waste;

    #[test]
    fn a_payment_from_which_a_unit_could_be_spared_is_wasteful() {
        // 5 to pay, attackers 6, 4, 1: the 6 alone, or 4 and 1 together, but not 6 and 1.
        assert!(pays_without_waste(&[6], &[4, 1], 5));
        assert!(pays_without_waste(&[4], &[6, 1], 5));
        assert!(pays_without_waste(&[1], &[6, 4], 5));
        assert!(pays_without_waste(&[1, 4], &[6], 5));
        assert!(!pays_without_waste(&[1, 6], &[4], 5));
        assert!(!pays_without_waste(&[6, 4], &[1], 5));
        // Large sums too: 198 to pay with nineties takes three of them.
        assert!(pays_without_waste(&[90], &[90, 90, 90], 198));
    }
}
