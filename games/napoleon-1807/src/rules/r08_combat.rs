//! Chapter 8: combat from its declaration to its casualties.
//! Decides 2.3b, 3.1h, 3.T, 3.Tb, 3.Tc, 6.22, 7.12, 7.31c, 8.3, 8.3c, 8.3d, 8.3e, 8.3f, 8.3g, 8.4, 8.5, 8.28, 13.14,
//! T.combat, T.combat.b, T.losses.

use board::Hex;
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Clash, Combat, HEXES, State};

impl Rules {
    /// 8.3a: the first hex on either side.
    pub(crate) fn may_open_attack(&self, state: &State, from: Hex, to: Hex) -> Ruling {
        self.check_attack(state, from, to)?;
        self.may_come_next(state, from)?;
        self.may_still_complete(state, &[from], &[to])
    }

    pub(crate) fn open_attack(&self, state: &mut State, from: Hex, to: Hex) {
        state.combat = Combat::new(Clash::Assault, state.player);
        state.combat.from.push(from);
        state.combat.targets.push(to);
        self.gather(state);
        state.frames.push(Frame::Declare);
    }

    /// The units on either side of the hexes named so far.
    pub(crate) fn gather(&self, state: &mut State) {
        let combat = &state.combat;
        let attackers: CounterSet = match combat.clash {
            // 6.21: all of a hex that can.
            Clash::Assault => combat.from.iter().flat_map(|hex| self.attackers_in(state, *hex)).collect(),
            // 9.13: chargers only.
            Clash::Charge => {
                combat.from.iter().flat_map(|hex| self.chargers_in(state, *hex, combat.targets[0])).collect()
            }
            Clash::Countercharge => combat.attackers,
        };
        let defenders = combat.targets.iter().flat_map(|hex| self.units_in(state, *hex)).collect();
        state.combat.attackers = attackers;
        state.combat.defenders = defenders;
        state.combat.charging = self.find_chargers(state);
    }

    /// 8.23, 8.28: another hex joins in.
    pub(crate) fn may_join(&self, state: &State, from: Hex) -> Ruling {
        let combat = &state.combat;
        if combat.from.contains(&from) {
            return Err(refuse(case!("8.23"), "the units in {place} take part already").place(from));
        }
        if rule!("8.28", combat.targets.len() > 1) {
            return Err(refuse(case!("8.28"), "several stacks do not attack several stacks").also(&[case!("8.29")]));
        }
        let to = combat.targets[0];
        if combat.clash == Clash::Charge {
            return match self.chargers_in(state, from, to).is_empty() {
                true => {
                    Err(refuse(case!("9.16"), "nobody in {place} has kept a charge at the same target").place(from))
                }
                false => Ok(()),
            };
        }
        self.check_attack(state, from, to)?;
        let hexes: arrayvec::ArrayVec<Hex, { HEXES + 1 }> = combat.from.iter().copied().chain([from]).collect();
        self.may_still_complete(state, &hexes, &combat.targets)
    }

    /// 8.24, 8.28: another hex is attacked, too.
    pub(crate) fn may_add_target(&self, state: &State, to: Hex) -> Ruling {
        let combat = &state.combat;
        if combat.targets.contains(&to) {
            return Err(refuse(case!("8.24"), "{place} is attacked already").place(to));
        }
        if rule!("8.28", combat.from.len() > 1) {
            return Err(refuse(case!("8.28"), "several stacks do not attack several stacks").also(&[case!("8.29")]));
        }
        let from = combat.from[0];
        if combat.clash == Clash::Charge {
            return self.may_charge_also(state, from, to);
        }
        self.check_attack(state, from, to)?;
        let hexes: arrayvec::ArrayVec<Hex, { HEXES + 1 }> = combat.targets.iter().copied().chain([to]).collect();
        self.may_still_complete(state, &combat.from, &hexes)
    }

    pub(crate) fn join(&self, state: &mut State, from: Hex) {
        state.combat.from.push(from);
        self.gather(state);
    }

    pub(crate) fn add_target(&self, state: &mut State, to: Hex) {
        state.combat.targets.push(to);
        self.gather(state);
    }

    pub(crate) fn may_fight(&self, state: &State) -> Ruling {
        match state.combat.clash {
            Clash::Assault => {
                self.may_share_out(state)?;
                self.may_leave_rest(state, &state.combat.from, &state.combat.targets)
            }
            Clash::Charge => self.may_leave_out(state),
            Clash::Countercharge => Ok(()),
        }
    }

    /// The combat is named; rifle fire, ratio and die follow (8.3).
    pub(crate) fn fight(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let combat = &state.combat;
        let (attackers, defenders, charging) = (combat.attackers, combat.defenders, combat.charging);
        let (attacker, clash) = (combat.attacker, combat.clash);
        events.event(Event::AttackDeclared { attackers, defenders, charging });
        state.fought = state.fought.union(attackers);
        state.attacked = state.attacked.union(defenders);
        state.poised = state.poised.difference(attackers);
        state.frames.push(Frame::CloseCombat);
        // 8.3: fire, ratio, die, result, losses, in this order.
        if !rule!("8.3", true) {
            return;
        }
        state.frames.push(Frame::Ratio);
        // 7.31c: in a combat phase both sides fire first; in a movement phase nobody does (N36).
        if rule!("7.31c", clash == Clash::Assault) && rule!("3.1h", true) {
            state.frames.push(Frame::Hits);
            state.frames.push(Frame::Volley { side: attacker });
            state.frames.push(Frame::Volley { side: enemy_of(attacker) });
        }
    }

    /// Strengths and modifiers as they stand after the fire (8.3b); a side that is gone has nothing left to fight with.
    pub(crate) fn reckon(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let stands = |units: CounterSet| units.iter().any(|unit| state.on_map(unit));
        let attacker = state.combat.attacker;
        if !stands(state.combat.attackers) || !stands(state.combat.defenders) {
            state.frames.pop();
            state.frames.push(Frame::Pursuit { side: enemy_of(attacker) });
            state.frames.push(Frame::Pursuit { side: attacker });
            return false;
        }
        // 9.12: cavalry that muskets have put into disorder has lost its marker, and charges no more.
        if state.combat.clash == Clash::Assault {
            state.combat.charging = state.combat.charging.intersection(state.marker);
        }
        state.combat.strength = self.strengths_now(state);
        state.combat.terrain = self.combat_terrain(state);
        let mut sum = 0;
        self.modifiers(state, &mut |_, _, value| sum += value);
        state.combat.modifier = sum;
        let [attack, defence] = state.combat.strength;
        events.event(Event::Odds { attack, defence, modifier: sum });
        self.become_frame(state, Frame::CombatDie);
        true
    }

    /// 8.3c, 8.3d: the die, and in which order its results come: retreats, disorganization, tests, pursuit, casualties (8.3e).
    pub(crate) fn combat_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let total = die as i8 + if rule!("8.3c", true) { state.combat.modifier } else { 0 };
        let found = rule!("8.3d", true) && rule!("T.combat", true) && rule!("T.combat.b", true);
        let row = if found { self.tables.combat_row(total) } else { 0 };
        state.combat.row = row;
        events.event(Event::CombatThrown { die, total, row });
        let (attacker, defender) = (state.combat.attacker, enemy_of(state.combat.attacker));
        state.frames.pop();
        // 8.3e, 8.3f: losses come last.
        let pursuits = [Frame::Pursuit { side: defender }, Frame::Pursuit { side: attacker }];
        let losses_last = rule!("8.3e", true);
        if !losses_last {
            state.frames.extend(pursuits);
        }
        for side in [attacker, defender] {
            state.frames.push(Frame::Losses { side });
            state.frames.push(Frame::LossDice { side });
        }
        if losses_last {
            state.frames.extend(pursuits);
        }
        let effects = self.tables.combat(row);
        let both = [(attacker, effects.attacker), (defender, effects.defender)];
        for (side, effect) in both {
            // 3.Tc: each unit once.
            if effect.test && rule!("3.Tc", true) {
                // 6.22: all of the stack.
                let units = state.combat.of(side);
                let first = units.first().into_iter().collect();
                state.combat.testing = state.combat.testing.union(if rule!("6.22", true) { units } else { first });
            }
        }
        if !state.combat.testing.is_empty() {
            state.frames.push(Frame::Tests { side: attacker });
        }
        for (side, effect) in both {
            if rule!("8.4", effect.disorganized) {
                state.frames.push(Frame::Disorganize { side });
            }
        }
        for (side, effect) in both {
            if rule!("8.4", effect.retreat) {
                let standing = state.combat.of(side).iter().filter(|unit| state.on_map(*unit)).collect();
                state.combat.retreating = standing;
                state.combat.beaten[state.combat.place_of(side)] = true;
                state.frames.push(Frame::Retreat { side });
            }
        }
    }

    /// 3.Tb: the value that counts now.
    pub(crate) fn morale(&self, state: &State, unit: CounterId) -> u8 {
        let lower = rule!("3.Tb", state.disorganized.contains(unit));
        self.counter(unit).morale[usize::from(lower)]
    }

    /// 3.T: two dice above the morale fail.
    pub(crate) fn passes(
        &self,
        state: &State,
        unit: CounterId,
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let dice = [outcome.0[0], outcome.0[1]];
        let morale = self.morale(state, unit);
        let passed = !rule!("3.T", dice[0] + dice[1] > morale);
        events.event(Event::TestThrown { unit, dice, morale, passed });
        passed
    }

    pub(crate) fn disorganize_all(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        for unit in state.combat.of(side) {
            self.disorganize(state, unit, events);
        }
        false
    }

    /// The next unit that has to test its morale does.
    pub(crate) fn test_next(&self, state: &mut State) -> bool {
        let Some(unit) = state.combat.testing.first() else { return self.pop_unless(state, false) };
        state.combat.testing.remove(unit);
        if state.on_map(unit) {
            state.frames.push(Frame::MoraleDice { unit });
        }
        false
    }

    pub(crate) fn morale_falls(
        &self,
        state: &mut State,
        unit: CounterId,
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        if !self.passes(state, unit, outcome, events) {
            self.disorganize(state, unit, events);
        }
    }

    /// 8.5: flipped; a second time, removed.
    pub(crate) fn disorganize(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        if !state.on_map(unit) {
            return;
        }
        if rule!("8.5", state.disorganized.contains(unit)) {
            self.eliminate(state, unit, events);
            return;
        }
        state.disorganized.insert(unit);
        if state.combat.of(self.side_of(unit)).contains(unit) {
            state.combat.disordered.insert(unit);
        }
        events.event(Event::Disorganized { unit });
        if state.marker.contains(unit) {
            self.remove_markers(state, CounterSet::from_iter([unit]), events);
        }
        // 13.14
        if state.square.contains(unit) && rule!("13.14", true) {
            self.break_square(state, state.hex_of(unit), events);
        }
        // A mover that falls into disorder goes no further, unless it stands where it cannot stay.
        if state.hand.unit == unit && !self.is_overfull(state, state.hex_of(unit)) {
            state.hand.over = true;
        }
    }

    /// 2.3b: points are crossed off one by one, and the last removes the unit.
    pub(crate) fn lose_points(&self, state: &mut State, unit: CounterId, points: u8, events: &mut impl Sink<Event>) {
        if !state.on_map(unit) || points == 0 {
            return;
        }
        let left = state.strength[unit.index()].saturating_sub(points);
        events.event(Event::Lost { unit, points: points.min(state.strength[unit.index()]), left });
        self.expose(state, unit);
        state.strength[unit.index()] = left;
        if rule!("2.3b", left == 0) {
            self.eliminate(state, unit, events);
        }
    }

    /// A side of this combat has lost a unit.
    pub(crate) fn note_beaten(&self, state: &mut State, unit: CounterId) {
        let side = self.side_of(unit);
        if state.combat.of(side).contains(unit) {
            state.combat.beaten[state.combat.place_of(side)] = true;
        }
    }

    /// 8.3f, 8.3g: what a side loses to the strength of the other.
    pub(crate) fn losses_due(&self, state: &State, side: Side) -> bool {
        state.combat.of(side).iter().any(|unit| state.on_map(unit))
    }

    pub(crate) fn losses_fall(&self, state: &mut State, side: Side, outcome: &Outcome, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let dice = [outcome.0[0], outcome.0[1]];
        let suffers = state.combat.place_of(side);
        let strength = state.combat.strength[1 - suffers];
        // A modifier of -n: the attacker n rows further down, the defender n rows further up.
        let shift = if rule!("8.3g", state.combat.terrain != 0) { state.combat.terrain } else { 0 };
        let shift = if suffers == 0 { -shift } else { shift };
        let (points, _) = self.tables.losses(strength, shift, dice[0] + dice[1]);
        events.event(Event::LossesThrown { side, dice, points });
        state.losses[suffers] = if rule!("8.3f", points > 0) && rule!("T.losses", true) { points } else { 0 };
    }

    /// 7.12: of each stack those who fired lose first; which stack loses is up to the owner.
    pub(crate) fn losers(&self, state: &State, side: Side) -> CounterSet {
        let alive: CounterSet = state.combat.of(side).iter().filter(|unit| state.on_map(*unit)).collect();
        let fired = alive.intersection(state.combat.shots[0]);
        let spared = |unit: CounterId| {
            let stack = self.fought_in(state, unit);
            !fired.contains(unit) && fired.iter().any(|mate| self.fought_in(state, mate) == stack)
        };
        alive.iter().filter(|unit| !rule!("7.12", spared(*unit))).collect()
    }

    /// The hex in which a unit of this combat has fought: it may have pursued or retreated since.
    fn fought_in(&self, state: &State, unit: CounterId) -> Hex {
        let (combat, at) = (&state.combat, state.hex_of(unit));
        if combat.hexes_of(self.side_of(unit)).contains(&at) {
            return at;
        }
        if combat.pursued.contains(unit) {
            return state.origin[unit.index()];
        }
        combat.trails.iter().find(|[_, went]| *went == at).map_or(at, |[left, _]| *left)
    }

    /// What has only one bearer is borne without asking.
    pub(crate) fn go_on_losing(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        let place = state.combat.place_of(side);
        loop {
            let losers = self.losers(state, side);
            let Some(first) = losers.first().filter(|_| state.losses[place] > 0) else {
                state.losses[place] = 0;
                state.frames.pop();
                return false;
            };
            if losers.len() > 1 {
                return true;
            }
            state.losses[place] -= 1;
            self.lose_points(state, first, 1, events);
        }
    }

    pub(crate) fn may_lose(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        if self.losers(state, side).contains(unit) {
            return Ok(());
        }
        let took_part = state.on_map(unit) && state.combat.of(side).contains(unit);
        Err(match took_part {
            true => refuse(case!("7.12"), "units that fired bear losses before {unit}").unit(unit),
            false => refuse(case!("6.22"), "{unit} took no part in this combat").unit(unit),
        })
    }

    pub(crate) fn lose(&self, state: &mut State, side: Side, unit: CounterId, events: &mut impl Sink<Event>) {
        let place = state.combat.place_of(side);
        state.losses[place] -= 1;
        self.lose_points(state, unit, 1, events);
    }

    /// 11.62: the commanders in danger; then the countercharge has its consequences. A charge has them before: who is thrown
    /// back has to retreat as well.
    pub(crate) fn close_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let fought = state.combat.attackers.union(state.combat.defenders);
        if state.combat.clash == Clash::Charge && state.hand.charge.is_some() {
            state.marker_fought = state.marker_fought.union(fought);
            let combat = state.combat.clone();
            self.close_charge(state, &combat, events);
        }
        if let Some(commander) = state.combat.exposed.first() {
            state.combat.exposed.remove(commander);
            if state.on_map(commander) {
                state.frames.push(Frame::CommanderDice { commander });
            }
            return false;
        }
        state.frames.pop();
        let combat = state.combat.clone();
        match combat.clash {
            Clash::Assault => {
                state.marker_fought = state.marker_fought.union(fought);
                self.remove_markers(state, combat.charging, events);
                self.lapse_duties(state, events);
            }
            Clash::Charge => {}
            Clash::Countercharge => {
                state.marker_fought = state.marker_fought.union(fought);
                self.close_countercharge(state, &combat, events);
            }
        }
        state.combat = Combat::none();
        false
    }
}
