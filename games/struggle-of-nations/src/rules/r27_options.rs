//! 27: options on the march: the sound of guns, hurrying up, classes of troops.
//! Decides 27.classes, 27.guns, 27.hurry.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::march::How;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Class, LeaderId, LeaderSet, UnitId, UnitSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// The friends whom an enemy in a hex is about to attack: troops next to him.
    fn endangered(&self, state: &State, side: Side, hex: Hex) -> LeaderSet {
        let Some(enemy) = self.troops_in(state, enemy_of(side), hex).next() else { return LeaderSet::EMPTY };
        let at = state.package(enemy);
        let next_to =
            |friend: &LeaderId| state.troops.contains(*friend) && self.adjacent(state, &at, &state.package(*friend));
        self.on_map(state, side).filter(next_to).collect()
    }

    /// 27.guns: a force in no zone, within so many hexes of an enemy who is about to attack a friend.
    pub(crate) fn may_hear(&self, state: &State, side: Side, leader: LeaderId, hex: Hex) -> Ruling {
        if rule!("27.guns", !self.options.sound_of_guns) {
            return Err(refuse(case!("27.guns"), "nobody marches to the sound of guns in this game"));
        }
        self.may_try(state, side, leader)?;
        let package = state.package(leader);
        if rule!("27.guns", self.seems_in_zone(state, side, &package)) {
            return Err(refuse(case!("27.guns"), "{unit} is in an enemy zone himself").unit(leader));
        }
        let friends = self.endangered(state, side, hex).difference(self.stack_of(state, leader));
        if rule!("27.guns", friends.is_empty()) {
            return Err(refuse(case!("27.guns"), "no enemy in {place} is about to attack a friend").place(hex));
        }
        let most = self.tables.limits.sound_of_guns.hexes;
        let grid = &self.ground.grid;
        let distance = package.hexes().map(|half| grid.distance(half, hex)).min().unwrap_or(u16::MAX);
        if rule!("27.guns", distance > most) {
            return Err(refuse(case!("27.guns"), "{unit} is more than {number} hexes from {place}")
                .unit(leader)
                .place(hex)
                .number(most as i16));
        }
        Ok(())
    }

    pub(crate) fn list_guns(&self, state: &State, side: Side, leader: LeaderId, actions: &mut Vec<Action>) {
        for enemy in state.troops.intersection(self.leaders_of(enemy_of(side))) {
            for hex in state.package(enemy).hexes() {
                let action = Action::HearGuns(leader, hex);
                if state.on_map(enemy) && !actions.contains(&action) && self.judge(state, side, &action).is_ok() {
                    actions.push(action);
                }
            }
        }
    }

    pub(crate) fn hear_guns(&self, state: &mut State, leader: LeaderId, hex: Hex) {
        self.open_muster(state, leader, How::Forced);
        state.march.into = hex;
    }

    /// What the sound of guns takes off the die.
    pub(crate) fn sound_of_guns(&self, state: &State) -> i8 {
        let heard = state.march.how == How::Forced && state.march.into.is_some();
        if rule!("27.guns", heard) { self.tables.limits.sound_of_guns.modifier } else { 0 }
    }

    /// The benefit is taken: those whom the guns threaten stay.
    pub(crate) fn hold_endangered(&self, state: &mut State) {
        let (into, commander) = (state.march.into, state.march.commander);
        if into.is_some() {
            let friends = self.endangered(state, self.side_of(commander), into);
            state.held = state.held.union(friends.difference(state.march.force));
        }
    }

    /// A march to the guns comes nearer with every step, and ends next to that enemy or where it can go no further.
    pub(crate) fn may_come_nearer(&self, state: &State, from: Hex, to: Hex) -> Ruling {
        let into = state.march.into;
        let grid = &self.ground.grid;
        if into.is_some() && rule!("27.guns", to.is_some() && grid.distance(to, into) >= grid.distance(from, into)) {
            return Err(refuse(case!("27.guns"), "a march to the sound of guns leads towards them").place(to));
        }
        Ok(())
    }

    pub(crate) fn may_halt_short(&self, state: &State, side: Side) -> Ruling {
        let into = state.march.into;
        if into.is_none() || !state.march.stepped.contains(&true) {
            return Ok(());
        }
        let package = self.marching(state);
        let there = self
            .troops_in(state, enemy_of(side), into)
            .any(|enemy| self.adjacent(state, &package, &state.package(enemy)));
        if rule!("27.guns", !there && self.can_go_on(state, side)) {
            return Err(refuse(case!("27.guns"), "a march to the sound of guns ends next to that enemy").place(into));
        }
        Ok(())
    }

    /// 27.hurry: a force that came next to an enemy by forced march rolls for when it is there.
    pub(crate) fn open_hurry(&self, state: &mut State, force: LeaderSet) {
        let Some(leader) = force.first() else { return };
        let side = self.side_of(leader);
        let arrives = force.iter().any(|leader| self.touches_enemy(state, side, &state.package(leader)));
        if self.options.hurry_up && rule!("27.hurry", arrives) {
            state.frames.push(Frame::HurryDie);
        }
    }

    pub(crate) fn hurry_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let (commander, force) = (state.attrition.commander, state.attrition.force);
        let spent = state.attrition.efforts.into_iter().map(|effort| effort.halves()).max().unwrap_or(0);
        let column = match spent.div_ceil(self.tables.point) {
            0 | 1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
        let total = (die as i8 + self.initiative_modifiers(state, commander, force)).clamp(1, 6);
        let rounds = self.tables.hurry(total as u8, column);
        events.event(Event::HurryThrown { leader: commander, die, rounds });
        match rounds {
            0 => {}
            1 => state.late_one = state.late_one.union(force),
            2 => state.late_two = state.late_two.union(force),
            _ => state.late_three = state.late_three.union(force),
        }
    }

    /// Those that are not there yet: nobody attacks them (27.hurry).
    pub(crate) fn is_late(&self, state: &State, leader: LeaderId) -> bool {
        let late = [state.late_one, state.late_two, state.late_three];
        rule!("27.hurry", late.into_iter().any(|set| set.contains(leader)))
    }

    /// Before a round: those whose time has come join the defender, if they are next to an attacker.
    pub(crate) fn join_late(&self, state: &mut State) {
        let (first, rounds) = (state.battle.first, state.battle.rounds);
        let side = enemy_of(first);
        for (set, after) in [(state.late_one, 1), (state.late_two, 2), (state.late_three, 3)] {
            for leader in set {
                let package = state.package(leader);
                let near = |enemy: LeaderId| self.adjacent(state, &package, &state.package(enemy));
                let meets = state.battle.of(first).iter().any(near);
                if self.side_of(leader) == side && state.on_map(leader) && rounds >= after && rule!("27.hurry", meets) {
                    state.battle.forces[side.index()].insert(leader);
                    state.attacked.insert(leader);
                    for late in [&mut state.late_one, &mut state.late_two, &mut state.late_three] {
                        late.remove(leader);
                    }
                }
            }
        }
    }

    /// 27.classes: the units of a force that roll apart.
    pub(crate) fn classed(&self, state: &State, force: LeaderSet) -> UnitSet {
        if !self.options.classes {
            return UnitSet::EMPTY;
        }
        let units = force.iter().flat_map(|leader| self.units_of(state, leader));
        let apart = |unit: &UnitId| self.unit(*unit).class.is_some() && self.unit(*unit).arm != Arm::Artillery;
        units.filter(|unit| rule!("27.classes", apart(unit))).collect()
    }

    /// The die of the next unit of a class: on the line of the force, or one or two worse.
    pub(crate) fn class_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let Some(unit) = state.attrition.classed.first() else {
            state.frames.pop();
            return;
        };
        state.attrition.classed.remove(unit);
        if state.attrition.classed.is_empty() {
            state.frames.pop();
        }
        let print = self.unit(unit);
        let worse = match print.class {
            None | Some(Class::C) => 0,
            Some(Class::D) => 1,
            Some(Class::F) => 2,
        };
        let step = state.attrition.steps[usize::from(print.arm == Arm::Cavalry)] + worse;
        let line = self.tables.weather.row(state.weather).attrition;
        let bonus = self.leader(state.attrition.commander).bonus;
        let lost = self.tables.attrition(step.min(self.tables.quotient.barred - 1), die, line, bonus);
        let lost = lost.min(state.strength[unit.index()]);
        events.event(Event::ClassThrown { unit, die, lost });
        for _ in 0..lost {
            if print.arm == Arm::Cavalry {
                self.dismount(state, unit, events);
            } else {
                self.take_point(state, unit, events);
            }
        }
        self.check_troops(state);
    }
}
