//! Chapter 11: reserves of Dresden.
//! Decides 11.0b, 11.1, 11.2, 11.3, 11.3b, 11.4, 11.4b, 11.5, 11.5b, 16.4.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{ALLIED, Army, FRENCH, UnitId, UnitSet, enemy_of};
use crate::event::{Activation, Event};
use crate::refusal::{No, Ruling, refuse};
use crate::state::State;

impl Rules {
    /// Notes, for a Movement Phase, the hexes that are too near to the enemy for reserves.
    pub(crate) fn survey_reserve_limits(&self, state: &mut State) {
        state.too_near = crate::HexSet::EMPTY;
        if state.reserve.intersection(self.units_of(state.player)).is_empty() {
            return;
        }
        let limit = self.scenario.reserve_distance[state.player.index()];
        for hex in &state.occupied[enemy_of(state.player).index()] {
            // Nearer than three or four: within two or three.
            let near = &self.ground.within[usize::from(limit.saturating_sub(3).min(1))][hex.index()];
            state.too_near = state.too_near.union(*near);
        }
    }

    /// 11.1: reserves keep three hexes (French) or four (Allied) from every enemy; with an enemy nearer than that they
    /// may only keep or increase the distance.
    #[inline]
    pub(crate) fn reserve_may_enter<N: No>(&self, state: &State, unit: UnitId, from: Hex, to: Hex) -> Result<(), N> {
        if !state.reserve.contains(unit) || !state.too_near.contains(to) {
            return Ok(());
        }
        // 17.3: the night walk of the recalled Old Guard is a duty of its own.
        if state.recalled.contains(unit) && self.night(state) {
            return Ok(());
        }
        let enemy = enemy_of(self.side_of(unit));
        let kept = from.is_some()
            && state.too_near.contains(from)
            && self.distance_to(state, enemy, to) >= self.distance_to(state, enemy, from);
        if rule!("11.1", !kept) {
            return Err(N::because(|| {
                refuse(
                    case!("11.1"),
                    "{unit} is in reserve and may come no nearer to the enemy than {number} hexes; {place} is nearer",
                )
                .unit(unit)
                .place(to)
                .number(self.scenario.reserve_distance[self.side_of(unit).index()] as i16)
            }));
        }
        Ok(())
    }

    pub(crate) fn activate(&self, state: &mut State, unit: UnitId, why: Activation, events: &mut impl Sink<Event>) {
        state.reserve.remove(unit);
        state.recalled.remove(unit);
        events.event(Event::ReserveActivated { unit, why });
    }

    /// 11.2: a unit that comes to stand somewhere activates the enemy reserves in its zone.
    #[inline]
    pub(crate) fn wake_reserves(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        if state.reserve.is_empty() {
            return;
        }
        let enemy = enemy_of(self.side_of(unit));
        let sky = self.sky(state);
        for near in self.ground.touched(sky, state.hex_of(unit)) {
            if state.occupied[enemy.index()].contains(near) {
                self.wake_hex(state, near, events);
            }
        }
        // Whoever comes into an enemy zone himself, by retreat or advance, is in it too.
        if state.reserve.contains(unit) && state.zone[enemy.index()].contains(state.hex_of(unit)) && rule!("11.2", true)
        {
            self.activate(state, unit, Activation::EnemyZone, events);
        }
    }

    fn wake_hex(&self, state: &mut State, hex: Hex, events: &mut impl Sink<Event>) {
        let sleepers: UnitSet = state.units_in(hex).filter(|unit| state.reserve.contains(*unit)).collect();
        for sleeper in sleepers {
            if rule!("11.2", true) {
                self.activate(state, sleeper, Activation::EnemyZone, events);
            }
        }
    }

    /// 16.4, 11.2: demoralization activates an army's reserves.
    pub(crate) fn activate_army(&self, state: &mut State, army: Army, events: &mut impl Sink<Event>) {
        for unit in state.reserve {
            if self.unit(unit).army == army && rule!("16.4", true) {
                self.activate(state, unit, Activation::Demoralized, events);
            }
        }
    }

    /// Reserves of an army that could be activated.
    pub(crate) fn sleepers(&self, state: &State, army: Army) -> impl Iterator<Item = UnitId> + '_ {
        let on_map: UnitSet = state.reserve.iter().filter(|unit| state.on_map(*unit)).collect();
        on_map.into_iter().filter(move |unit| self.unit(*unit).army == army)
    }

    /// 11.0b: an unactivated reserve makes no attack of its own will.
    pub(crate) fn reserve_may_attack(&self, state: &State, unit: UnitId) -> Ruling {
        if rule!("11.0b", state.reserve.contains(unit)) {
            return Err(refuse(case!("11.0b"), "{unit} is in reserve and cannot attack").unit(unit));
        }
        Ok(())
    }

    /// 11.3: the army whose losses entitle the Allied player to call up a reserve now.
    pub(crate) fn call_up_due(&self, state: &State) -> Option<Army> {
        // 11.3b: of the same army.
        Army::ALL.into_iter().find(|army| {
            army.side() == ALLIED
                && rule!("11.3", state.attack.losses[army.index()] > 0)
                && self.sleepers(state, *army).next().is_some()
        })
    }

    pub(crate) fn may_call_up(&self, state: &State, army: Army, unit: UnitId) -> Ruling {
        if rule!("11.3b", self.unit(unit).army != army) {
            return Err(refuse(case!("11.3b"), "{unit} is not of the army that has just lost a unit").unit(unit));
        }
        self.is_sleeping(state, unit)
    }

    fn is_sleeping(&self, state: &State, unit: UnitId) -> Ruling {
        if !state.reserve.contains(unit) || !state.on_map(unit) {
            return Err(refuse(case!("11.0"), "{unit} is not in reserve")
                .also(&[case!("11.3"), case!("11.3b"), case!("11.4"), case!("11.5")])
                .unit(unit));
        }
        Ok(())
    }

    /// 11.4b: what an army has above its own starting level.
    fn excess_morale(&self, state: &State, army: Army) -> u8 {
        state.morale[army.index()].saturating_sub(self.scenario.morale[army.index()])
    }

    /// 11.4: whether the Allied player has anything to spend.
    pub(crate) fn spending_due(&self, state: &State) -> bool {
        self.dresden()
            && state.player == ALLIED
            && state.reserve.iter().any(|unit| self.may_spend_morale(state, unit).is_ok())
    }

    pub(crate) fn may_spend_morale(&self, state: &State, unit: UnitId) -> Ruling {
        self.is_sleeping(state, unit)?;
        let army = self.unit(unit).army;
        if army.side() != ALLIED {
            return Err(refuse(case!("11.4"), "{unit} is French; surplus morale frees only Allied reserves").unit(unit));
        }
        if rule!("11.4", self.excess_morale(state, army) == 0) {
            return Err(refuse(case!("11.4"), "the army of {unit} has no morale above its starting level")
                .also(&[case!("11.4b")])
                .unit(unit));
        }
        Ok(())
    }

    pub(crate) fn spend_morale(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let army = self.unit(unit).army;
        // 11.4b: the point is taken from the army of the unit.
        if rule!("11.4b", true) {
            self.set_morale(state, army, state.morale[army.index()] - 1, events);
        }
        self.activate(state, unit, Activation::ExcessMorale, events);
    }

    /// 11.5: the Old Guard infantry that is still in reserve.
    pub(crate) fn old_guard(&self, state: &State) -> UnitSet {
        self.sleepers(state, Army::French).filter(|unit| self.unit(*unit).old_guard).collect()
    }

    pub(crate) fn may_free_old_guard(&self, state: &State, side: Side, unit: Option<UnitId>) -> Ruling {
        if !self.dresden() || side != FRENCH {
            return Err(refuse(case!("11.5"), "only the French player can free a reserve at will, the Old Guard")
                .also(&[case!("11.0")]));
        }
        if let Some(unit) = unit {
            self.is_sleeping(state, unit)?;
            if !self.unit(unit).old_guard {
                return Err(refuse(case!("11.5"), "{unit} is not of the Old Guard").unit(unit));
            }
        } else if self.old_guard(state).len() < 2 {
            return Err(refuse(case!("11.5"), "there are not two Old Guard units in reserve"));
        }
        // 11.5b: at any time, in either player's phases.
        if self.asked(state) != Some(FRENCH) && !rule!("11.5b", true) {
            return Err(refuse(case!("11.5b"), "the French player cannot act now"));
        }
        let level = state.morale[Army::French.index()];
        if rule!("11.5", level < self.scenario.old_guard_cost) {
            return Err(refuse(case!("11.5"), "French morale is {number}, too low to pay for the Old Guard")
                .number(i16::from(level)));
        }
        Ok(())
    }

    /// What the French player may throw in at this point.
    pub(crate) fn list_old_guard(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        if !self.dresden() || side != FRENCH {
            return;
        }
        for unit in self.old_guard(state) {
            if self.may_free_old_guard(state, side, Some(unit)).is_ok() {
                actions.push(Action::FreeOldGuard(unit));
            }
        }
        if self.may_free_old_guard(state, side, None).is_ok() {
            actions.push(Action::FreeBothOldGuards);
        }
    }

    pub(crate) fn free_old_guard(&self, state: &mut State, units: UnitSet, events: &mut impl Sink<Event>) {
        for unit in units {
            self.activate(state, unit, Activation::OldGuard, events);
        }
        // 11.5: one payment for as many as are named. The last four points leave the army demoralized (16.0).
        let level = state.morale[Army::French.index()];
        self.set_morale(state, Army::French, level.saturating_sub(self.scenario.old_guard_cost), events);
    }
}
