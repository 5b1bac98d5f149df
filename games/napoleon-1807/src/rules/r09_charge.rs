//! 9.1: charges and the charge marker.
//! Decides 8.27, 8.92, 9.1, 9.11, 9.11b, 9.13, 9.13b, 9.14, 9.14b, 9.15, 9.16, 9.17, 13.26, S.arrivals,
//! S.pultusk.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Clash, Combat, HEXES, Hand, State};

impl Rules {
    /// 8.92, S.pultusk: neither by night nor in a snowstorm.
    pub(crate) fn charges_ride(&self, state: &State) -> bool {
        !rule!("8.92", self.night(state) && !self.tables.night.charges)
            && !rule!("S.pultusk", self.snow(state) && !self.tables.snow.charges)
    }

    /// Whether a hex is where a charge from this hex makes contact with its target.
    pub(crate) fn is_contact(&self, state: &State, unit: CounterId, to: Hex, target: Hex) -> bool {
        let from = state.hex_of(unit);
        self.ground.grid.adjacent(to, target)
            && self.ground.charge_runs(from, to)
            && self.ground.charge_runs(to, target)
    }

    /// The least that it takes to come into contact there, face the target and attack.
    fn contact_cost(&self, state: &State, hand: &Hand, to: Hex, target: Hex) -> Option<u8> {
        let unit = hand.unit;
        let from = state.hex_of(unit);
        let movement = &self.tables.movement;
        let step = self.step_cost(state, hand, from, to).ok()?;
        let now = state.facing[unit.index()];
        let turns = Facing::all(false).into_iter().filter(|facing| self.ground.is_front(to, *facing, target));
        let turn = turns.filter_map(|facing| now.steps_to(facing)).min()?;
        // 9.13: a point for the attack; 9.19: a point for each hexside turned.
        let attack = if rule!("9.13", true) { movement.charge } else { 0 };
        Some(step.saturating_add(turn.saturating_mul(movement.turn)).saturating_add(attack))
    }

    /// 9.11, 9.17: whether the cavalry in hand may declare a charge at a hex.
    pub(crate) fn may_charge(&self, state: &State, hand: &Hand, target: Hex) -> Ruling {
        let unit = hand.unit;
        let no = |refusal: crate::refusal::Refusal| Err(refusal.unit(unit).place(target));
        if !self.is_cavalry(unit) || !state.on_map(unit) {
            return no(refuse(case!("9.11"), "{unit} is not cavalry on the map"));
        }
        let side = self.side_of(unit);
        if !self.is_held_by(state, enemy_of(side), target) {
            return no(refuse(case!("9.11"), "there is no enemy in {place}"));
        }
        if rule!("8.92", self.night(state) && !self.tables.night.charges) {
            return no(refuse(case!("8.92"), "there are no charges by night"));
        }
        if rule!("S.pultusk", self.snow(state) && !self.tables.snow.charges) {
            return no(refuse(case!("S.pultusk"), "there are no charges in a snowstorm"));
        }
        if rule!("S.arrivals", state.entered.contains(unit)) {
            return no(refuse(case!("S.arrivals"), "{unit} has come onto the map this turn"));
        }
        if hand.charge.is_some() || rule!("9.13b", state.charged.contains(unit)) {
            return no(refuse(case!("9.13b"), "{unit} has declared a charge in this phase"));
        }
        if state.square.contains(unit) {
            return no(refuse(case!("13.26"), "{unit} is in square"));
        }
        let from = state.hex_of(unit);
        if rule!("9.11b", self.ground.grid.distance(from, target) == 1) {
            return no(refuse(case!("9.11b"), "{unit} stands next to {place}: it has to ride off and come again")
                .also(&[case!("9.11")]));
        }
        if rule!("9.11", self.ground.grid.distance(from, target) != 2) {
            return no(refuse(case!("9.11"), "a charge is declared with one hex between {unit} and {place}"));
        }
        if rule!("9.17", !self.ground.at(from).clear || !self.ground.at(target).clear) {
            return no(refuse(case!("9.17"), "{unit} charges from clear ground at clear ground only"));
        }
        if hand.stopped {
            return no(match self.square_in(state, from) {
                true => refuse(case!("4.4b"), "{unit} has entered a square, and squares are not passed")
                    .also(&[case!("13.26")]),
                false => refuse(case!("5.31"), "{unit} has been stopped by an enemy zone"),
            });
        }
        let contact =
            |to: &Hex| self.is_contact(state, unit, *to, target) && !self.is_held_by(state, enemy_of(side), *to);
        if rule!("9.17", !self.hexes_around(from).any(|to| contact(&to))) {
            return no(refuse(case!("9.17"), "there is no clear way for {unit} to {place}"));
        }
        // 13.12b: it would end its ride in the square.
        if rule!("13.26", self.hexes_around(from).filter(contact).all(|to| self.square_in(state, to))) {
            return no(refuse(
                case!("13.26"),
                "{unit} would come upon {place} in a square of its side, and not attack",
            )
            .also(&[case!("4.4b")]));
        }
        let mut ways = self.hexes_around(from).filter(contact).filter(|to| {
            self.contact_cost(state, hand, *to, target).is_some_and(|cost| cost <= hand.left)
                && self.may_step(state, &Hand { charge: target, ..*hand }, *to).is_ok()
        });
        if rule!("9.13", ways.next().is_none()) {
            return no(refuse(case!("9.13"), "{unit} cannot reach {place} with the point that the attack costs")
                .also(&[case!("4.23")]));
        }
        Ok(())
    }

    pub(crate) fn charge(&self, state: &mut State, target: Hex, events: &mut impl Sink<Event>) {
        let unit = state.hand.unit;
        state.hand.charge = target;
        state.charged.insert(unit);
        if rule!("9.1", true) {
            state.marker.insert(unit);
            state.marker_fought.remove(unit);
        }
        events.event(Event::ChargeDeclared { unit, target });
        // 13.11: the target is asked first, then whoever else the charge may strike.
        for hex in self.struck_with(state, target) {
            state.frames.push(Frame::FormSquare { hex });
        }
        state.frames.push(Frame::FormSquare { hex: target });
    }

    /// 9.16, 13.11: the other enemies two hexes from the cavalry in hand that a charge at this target may strike with it.
    fn struck_with(&self, state: &State, target: Hex) -> ArrayVec<Hex, HEXES> {
        let unit = state.hand.unit;
        let from = state.hex_of(unit);
        let enemy = enemy_of(self.side_of(unit));
        let faced = |to: Hex, hex: Hex| {
            let front = |facing: &Facing| [target, hex].iter().all(|hex| self.ground.is_front(to, *facing, *hex));
            Facing::all(false).iter().any(front)
        };
        let struck = |hex: &Hex| {
            let reached = |to: Hex| {
                self.is_contact(state, unit, to, target)
                    && self.ground.charge_runs(to, *hex)
                    && faced(to, *hex)
                    && self.may_step(state, &state.hand, to).is_ok()
            };
            *hex != target && self.ground.grid.distance(from, *hex) == 2 && self.hexes_around(from).any(reached)
        };
        state.occupied[enemy.index()].iter().filter(struck).collect()
    }

    /// Whether the charge in hand has made contact, and its target is still there before its front.
    pub(crate) fn may_strike(&self, state: &State, hand: &Hand) -> Ruling {
        let unit = hand.unit;
        self.may_keep_charge(state, hand)?;
        if rule!("9.13", hand.left < self.tables.movement.charge) {
            return Err(refuse(case!("9.13"), "{unit} has no point left for the attack").unit(unit));
        }
        if let Some(other) = self.units_in(state, hand.charge).find(|unit| state.attacked.contains(*unit))
            && rule!("8.27", true)
        {
            return Err(refuse(case!("8.27"), "{unit} has been attacked in this phase").unit(other));
        }
        Ok(())
    }

    pub(crate) fn may_keep_charge(&self, state: &State, hand: &Hand) -> Ruling {
        let unit = hand.unit;
        if hand.charge.is_none() || !hand.in_contact {
            return Err(refuse(case!("9.11"), "{unit} has not charged home").unit(unit));
        }
        let there = self.is_held_by(state, enemy_of(self.side_of(unit)), hand.charge);
        if !there || !self.faces(state, unit, hand.charge) {
            return Err(refuse(case!("9.11"), "the target of {unit} is not before its front")
                .unit(unit)
                .place(hand.charge));
        }
        Ok(())
    }

    /// 9.13: the charge is fought out at once.
    pub(crate) fn strike(&self, state: &mut State) {
        let hand = state.hand;
        state.hand.left = hand.left.saturating_sub(self.tables.movement.charge);
        state.combat = Combat::new(Clash::Charge, state.player);
        state.combat.from.push(state.hex_of(hand.unit));
        state.combat.targets.push(hand.charge);
        self.gather(state);
        state.frames.push(Frame::Declare);
    }

    /// N29: the charge is kept for the combat phase, or for others who come up.
    pub(crate) fn keep_charge(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let hand = state.hand;
        let unit = hand.unit;
        state.hand.charge = Hex::NONE;
        state.aim[unit.index()] = hand.charge;
        if hand.left >= self.tables.movement.charge {
            state.poised.insert(unit);
        }
        events.event(Event::ChargeKept { unit });
        self.finish_move(state, events);
    }

    /// 9.16: who charges from a hex at a target: the unit in hand, or those that kept their charge at it.
    pub(crate) fn chargers_in(&self, state: &State, hex: Hex, target: Hex) -> CounterSet {
        let charges = |unit: &CounterId| {
            *unit == state.hand.unit
                || (state.poised.contains(*unit)
                    && state.aim[unit.index()] == target
                    && self.faces(state, *unit, target))
        };
        self.units_in(state, hex).filter(charges).collect()
    }

    /// 9.16: one unit charges several.
    pub(crate) fn may_charge_also(&self, state: &State, from: Hex, to: Hex) -> Ruling {
        let unit = state.hand.unit;
        let enemy = enemy_of(state.player);
        let fits =
            self.is_held_by(state, enemy, to) && self.faces(state, unit, to) && self.ground.charge_runs(from, to);
        if !fits {
            return Err(refuse(case!("9.16"), "{place} is not before the front of {unit} on clear ground")
                .unit(unit)
                .place(to));
        }
        if let Some(other) = self.units_in(state, to).find(|unit| state.attacked.contains(*unit)) {
            return Err(refuse(case!("8.27"), "{unit} has been attacked in this phase").unit(other));
        }
        Ok(())
    }

    /// 8.21, 9.16: whoever charges from one hex strikes every enemy before the front, as far as a charge runs there.
    pub(crate) fn may_leave_out(&self, state: &State) -> Ruling {
        let combat = &state.combat;
        let unit = state.hand.unit;
        let [from] = &*combat.from else { return Ok(()) };
        let left_out = |hex: &Hex| {
            hex.is_some() && !combat.targets.contains(hex) && self.may_charge_also(state, *from, *hex).is_ok()
        };
        match self.ground.front(*from, state.facing[unit.index()]).into_iter().find(left_out) {
            Some(place) if rule!("9.16", true) => {
                Err(refuse(case!("9.16"), "{unit} strikes every enemy before its front, and so {place} as well")
                    .unit(unit)
                    .place(place)
                    .also(&[case!("8.21")]))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(crate) fn remove_markers(&self, state: &mut State, units: CounterSet, events: &mut impl Sink<Event>) {
        for unit in units.intersection(state.marker) {
            state.marker.remove(unit);
            state.poised.remove(unit);
            events.event(Event::MarkerRemoved { unit });
        }
        state.marker_fought = state.marker_fought.difference(units);
    }

    /// 9.14, 9.15: what becomes of the chargers.
    pub(crate) fn close_charge(&self, state: &mut State, combat: &Combat, events: &mut impl Sink<Event>) {
        // N16: the enemy retreated or is gone; one who could not leave has stood.
        // Whoever has left his hex to follow the beaten cavalry has not retreated either.
        let enemy = enemy_of(combat.attacker);
        let followed = combat.defenders.intersection(combat.pursued);
        let retreated = |unit: CounterId| state.on_map(unit) && !combat.targets.contains(&state.hex_of(unit));
        let succeeded = combat.defenders.difference(followed).iter().any(retreated)
            || followed.is_empty() && combat.targets.iter().any(|target| !self.is_held_by(state, enemy, *target));
        for unit in combat.attackers {
            if !state.on_map(unit) {
                continue;
            }
            let at = state.hex_of(unit);
            let in_order = !state.disorganized.contains(unit);
            if rule!("9.15", succeeded) {
                // A table result that drove it back takes the marker all the same.
                let stands = combat.from.contains(&at) || combat.targets.contains(&at);
                if in_order && stands {
                    state.marker.insert(unit);
                    state.marker_fought.remove(unit);
                    state.aim[unit.index()] = Hex::NONE;
                }
                continue;
            }
            self.remove_markers(state, CounterSet::from_iter([unit]), events);
            if rule!("9.14b", true) {
                state.spent.insert(unit);
            }
            let back = state.origin[unit.index()];
            let side = self.side_of(unit);
            let free = back.is_some()
                && !self.is_held_by(state, enemy_of(side), back)
                && self.has_room(state, back, state.points(unit))
                && (in_order || !self.square_in(state, back));
            if rule!("9.14", free && combat.from.contains(&at)) {
                self.expose(state, unit);
                events.event(Event::ThrownBack { unit, from: at, to: back });
                self.bring(state, unit, back, events);
                self.join_square(state, unit);
                self.take_commanders_along(state, side, at, back, events);
            }
        }
        state.hand.charge = Hex::NONE;
        state.hand.over = true;
    }
}
