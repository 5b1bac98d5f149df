//! 5.42, 8.2: who must attack whom, and who may.
//!
//! Contact is a graph between hexes. A graph without isolated nodes divides into stars, and a star is a combat (8.28). So a
//! combat is legal exactly if it leaves nobody isolated who has to fight.
//! Decides 5.42, 5.42b, 6.21, 8.5, 8.21, 8.22, 8.25, 8.26, 8.27, 9.14b, 13.26.

use board::Hex;
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::state::State;

impl Rules {
    /// Whether a unit can take part in an attack of this phase.
    pub(crate) fn can_attack(&self, state: &State, unit: CounterId) -> bool {
        state.on_map(unit)
            && self.is_unit(unit)
            && !rule!("8.26", state.fought.contains(unit))
            && !rule!("13.26", state.square.contains(unit))
            && !rule!("9.14b", state.spent.contains(unit))
            && !rule!("8.5", self.night(state) && state.disorganized.contains(unit))
    }

    /// The units that would attack from a hex: all of it that can (6.21).
    pub(crate) fn attackers_in(&self, state: &State, hex: Hex) -> CounterSet {
        let fits =
            |unit: &CounterId| self.can_attack(state, *unit) && (rule!("6.21", true) || self.has_zone(state, *unit));
        self.units_in(state, hex).filter(fits).collect()
    }

    /// 8.12c: whether the units of one hex may attack another: an enemy before the front of one of them, not attacked yet.
    pub(crate) fn may_attack(&self, state: &State, from: Hex, to: Hex) -> bool {
        let enemy = enemy_of(state.player);
        self.is_held_by(state, enemy, to)
            && self.ground.melee_reaches(from, to)
            && !self.units_in(state, to).any(|unit| rule!("8.27", state.attacked.contains(unit)))
            && self.units_in(state, from).any(|unit| {
                self.side_of(unit) == state.player && self.can_attack(state, unit) && self.faces(state, unit, to)
            })
    }

    /// The same, with the reason.
    pub(crate) fn check_attack(&self, state: &State, from: Hex, to: Hex) -> Ruling {
        if !self.is_held_by(state, state.player, from) {
            return Err(refuse(case!("8.11"), "none of this side's units is in {place}").place(from));
        }
        if !self.is_held_by(state, enemy_of(state.player), to) {
            return Err(refuse(case!("8.11"), "there is no enemy in {place}").place(to));
        }
        if !self.ground.grid.adjacent(from, to) {
            return Err(refuse(case!("5.41"), "{place} is not next to the attackers").place(to).also(&[case!("8.11")]));
        }
        if !self.ground.melee_reaches(from, to) {
            return Err(refuse(case!("8.11"), "nobody can cross the river to {place} to attack")
                .place(to)
                .also(&[case!("4.35")]));
        }
        if let Some(unit) = self.units_in(state, to).find(|unit| state.attacked.contains(*unit))
            && rule!("8.27", true)
        {
            return Err(refuse(case!("8.27"), "{unit} has been attacked in this phase").unit(unit));
        }
        let units: CounterSet = self.units_in(state, from).collect();
        if self.attackers_in(state, from).is_empty() {
            let unit = units.first().unwrap_or(CounterId::NONE);
            return Err(if state.fought.contains(unit) {
                refuse(case!("8.26"), "{unit} has attacked in this phase with its whole stack")
                    .unit(unit)
                    .also(&[case!("6.21"), case!("8.29")])
            } else if state.square.contains(unit) {
                refuse(case!("13.26"), "{unit} is in square and does not attack").unit(unit)
            } else if state.spent.contains(unit) {
                refuse(case!("9.14b"), "the charge of {unit} has failed: it does not attack in this phase")
                    .unit(unit)
                    .also(&[case!("9.14")])
            } else {
                refuse(case!("8.5"), "{unit} is disorganized and does not attack by night").unit(unit)
            });
        }
        if !self.may_attack(state, from, to) {
            let unit = units.first().unwrap_or(CounterId::NONE);
            return Err(refuse(case!("8.12c"), "{place} is not before the front of {unit}").unit(unit).place(to));
        }
        Ok(())
    }

    /// 8.22: the duties as they are when the phase begins.
    pub(crate) fn open_duties(&self, state: &mut State) {
        state.duty = CounterSet::EMPTY;
        let (side, enemy) = (state.player, enemy_of(state.player));
        for hex in &state.occupied[side.index()].clone() {
            for unit in self.attackers_in(state, hex) {
                if !self.has_zone(state, unit) {
                    continue;
                }
                for near in self.ground.front(hex, state.facing[unit.index()]) {
                    if self.is_held_by(state, enemy, near)
                        && self.controls(state, unit, near)
                        && self.may_attack(state, hex, near)
                    {
                        if rule!("8.22", true) {
                            state.duty.insert(unit);
                        }
                        if rule!("5.42", true) {
                            let owed: CounterSet = self.units_in(state, near).collect();
                            state.duty = state.duty.union(owed);
                        }
                    }
                }
            }
        }
    }

    /// A friend that has to attack and would find nobody left, or an enemy that nobody could attack any more, once the
    /// hexes of this combat have fought.
    ///
    /// Where nobody was left over before, only neighbours of these hexes can be; without any hexes everybody is looked at.
    pub(crate) fn stranded(&self, state: &State, from: &[Hex], targets: &[Hex]) -> [Option<CounterId>; 2] {
        let side = state.player;
        let mut found = [None; 2];
        let fighting = from.iter().chain(targets);
        let near: CounterSet = fighting
            .flat_map(|hex| self.hexes_around(*hex))
            .filter(|near| state.occupied.iter().any(|held| held.contains(*near)))
            .flat_map(|near| self.units_in(state, near))
            .collect();
        let concerned = if from.is_empty() { state.duty } else { state.duty.intersection(near) };
        for unit in concerned {
            let at = state.hex_of(unit);
            if !state.on_map(unit) {
                continue;
            }
            if self.side_of(unit) == side {
                let idle = found[0].is_none() && !state.fought.contains(unit) && !from.contains(&at);
                if idle && !self.hexes_around(at).any(|to| !targets.contains(&to) && self.may_attack(state, at, to)) {
                    found[0] = Some(unit);
                }
            } else {
                let idle = found[1].is_none() && !state.attacked.contains(unit) && !targets.contains(&at);
                if idle && !self.hexes_around(at).any(|own| !from.contains(&own) && self.may_attack(state, own, at)) {
                    found[1] = Some(unit);
                }
            }
        }
        found
    }

    /// 5.42b: the enemies in a unit's zone are shared out; it need not attack all of them itself.
    pub(crate) fn may_share_out(&self, state: &State) -> Ruling {
        if rule!("5.42b", true) {
            return Ok(());
        }
        let left = |unit: CounterId, hex: &Hex| {
            self.controls(state, unit, *hex)
                && self.is_held_by(state, enemy_of(state.player), *hex)
                && !state.combat.targets.contains(hex)
        };
        let stray = |unit: &CounterId| {
            self.ground.front(state.hex_of(*unit), state.facing[unit.index()]).iter().any(|hex| left(*unit, hex))
        };
        match state.combat.attackers.iter().find(stray) {
            Some(unit) => Err(refuse(case!("5.42"), "{unit} has another enemy in its zone").unit(unit)),
            None => Ok(()),
        }
    }

    /// 8.25: the combats come in any order.
    pub(crate) fn may_come_next(&self, state: &State, from: Hex) -> Ruling {
        if rule!("8.25", true) {
            return Ok(());
        }
        let due = |unit: &CounterId| {
            self.side_of(*unit) == state.player && state.on_map(*unit) && !state.fought.contains(*unit)
        };
        match state.duty.iter().find(due) {
            Some(unit) if state.hex_of(unit) != from => {
                Err(refuse(case!("8.22"), "{unit} has to attack first").unit(unit))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// 8.21, 8.22, 8.28: a combat in which nobody who has to fight is left over.
    pub(crate) fn may_leave_rest(&self, state: &State, from: &[Hex], targets: &[Hex]) -> Ruling {
        match self.stranded(state, from, targets) {
            [Some(unit), _] if rule!("8.22", true) => {
                Err(refuse(case!("8.22"), "{unit} has to attack, and would find no enemy")
                    .unit(unit)
                    .also(&[case!("8.21"), case!("5.42")]))
            }
            [_, Some(unit)] if rule!("8.21", true) => {
                Err(refuse(case!("8.21"), "{unit} has to be attacked, and nobody would be left to do it")
                    .unit(unit)
                    .also(&[case!("5.42")]))
            }
            _ => Ok(()),
        }
    }

    /// Whether a combat that is being put together can still be completed.
    pub(crate) fn may_still_complete(&self, state: &State, from: &[Hex], targets: &[Hex]) -> Ruling {
        match self.stranded(state, from, targets) {
            // Those who are left over can join, as long as the combat is a star.
            [Some(_), None] if targets.len() == 1 => Ok(()),
            [None, Some(_)] if from.len() == 1 => Ok(()),
            [None, None] => Ok(()),
            _ => self.may_leave_rest(state, from, targets),
        }
    }

    pub(crate) fn attack_open(&self, state: &State) -> bool {
        let held = state.occupied[state.player.index()].iter();
        let mut pairs = held.flat_map(|from| self.hexes_around(from).map(move |to| (from, to)));
        pairs.any(|(from, to)| self.may_attack(state, from, to))
    }

    /// 8.22: the phase ends when all duties are met.
    pub(crate) fn may_end_combat(&self, state: &State) -> Ruling {
        let due = |unit: &CounterId| {
            let met = if self.side_of(*unit) == state.player { state.fought } else { state.attacked };
            state.on_map(*unit) && !met.contains(*unit)
        };
        match state.duty.iter().find(due) {
            Some(unit) if self.side_of(unit) == state.player && rule!("8.22", true) => {
                Err(refuse(case!("8.22"), "{unit} has to attack").unit(unit).also(&[
                    case!("8.21"),
                    case!("5.42"),
                    case!("3.1i"),
                ]))
            }
            Some(unit) if rule!("8.21", true) => Err(refuse(case!("8.21"), "{unit} has to be attacked")
                .unit(unit)
                .also(&[case!("8.22"), case!("5.42"), case!("3.1i")])),
            _ => Ok(()),
        }
    }

    /// Duties fall away where contact is lost (N8).
    pub(crate) fn lapse_duties(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            let [friend, enemy] = self.stranded(state, &[], &[]);
            let Some(unit) = friend.or(enemy) else { return };
            state.duty.remove(unit);
            events.event(Event::DutyLapsed { unit });
        }
    }
}
