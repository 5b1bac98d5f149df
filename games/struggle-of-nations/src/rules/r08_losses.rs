//! 8.spread, 11.losses: who takes off a point next.
//! Decides 2.strength, 9.major, 11.losses, 25.artillery.combat, 25.guard, 26.resign.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::march::Attrition;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Guard, LeaderId, LeaderSet, UnitId, UnitSet};
use crate::sequence::Frame;
use crate::state::{Fate, State};

impl Rules {
    /// Begins a round of losses with the commander (11.losses).
    pub(crate) fn begin_losses(&self, state: &mut State, _force: LeaderSet, commander: LeaderId) {
        state.bled = UnitSet::EMPTY;
        state.loser = commander;
    }

    /// What is still to be taken off: foot and horse of attrition, or points of combat.
    pub(crate) fn points_due(&self, state: &State) -> u8 {
        state.attrition.losses[0] + state.attrition.losses[1] + state.due
    }

    /// The force that bears the losses.
    fn bearers(&self, state: &State, side: Side) -> LeaderSet {
        if state.due > 0 { state.battle.of(side) } else { state.attrition.force }
    }

    /// Whether a unit can bear the next point at all.
    fn bears(&self, state: &State, unit: UnitId) -> bool {
        let arm = self.unit(unit).arm;
        if state.due > 0 {
            let side = self.side_of(state.leader_of(unit));
            if state.battle.gun_point && self.has_guns(state, side) {
                return arm == Arm::Artillery;
            }
            // 25.artillery.combat: guns lose nothing in combat unless they are alone.
            let spared = arm == Arm::Artillery && !self.guns_alone(state, state.leader_of(unit));
            return !rule!("25.artillery.combat", spared);
        }
        if self.options.classes && self.unit(unit).class.is_some() {
            return false;
        }
        match arm {
            // 8.cavalry: horse is a force apart, and comes after foot.
            Arm::Cavalry => state.attrition.losses[1] > 0 && state.attrition.losses[0] == 0,
            Arm::Infantry => state.attrition.losses[0] > 0,
            Arm::Artillery => false,
        }
    }

    /// Whether a side has guns in the battle.
    fn has_guns(&self, state: &State, side: Side) -> bool {
        state.battle.of(side).iter().any(|leader| self.strength_of(state, leader, Arm::Artillery) > 0)
    }

    fn guns_alone(&self, state: &State, leader: LeaderId) -> bool {
        let force = self.bearers(state, self.side_of(leader));
        !force.iter().any(|leader| self.units_of(state, leader).any(|unit| self.unit(unit).arm != Arm::Artillery))
    }

    /// The units from which the owner may choose the next point (8.spread, 25.guard).
    pub(crate) fn losers(&self, state: &State, side: Side) -> UnitSet {
        let force = self.bearers(state, side);
        let of = |leader: LeaderId| -> UnitSet {
            self.units_of(state, leader).filter(|unit| self.bears(state, *unit)).collect()
        };
        let candidates = |leader: LeaderId| {
            let all = of(leader);
            // 11.losses: no unit twice before all of that leader's units once.
            let fresh = all.difference(state.bled);
            let fresh = if rule!("11.losses", fresh != all && !fresh.is_empty()) { fresh } else { all };
            // 25.guard: the march costs Old Guard only if its owner chooses so or nothing else is left.
            let is_plain = |unit: UnitId| self.unit(unit).guard != Some(Guard::Old);
            let others = force.iter().any(|leader| of(leader).iter().any(is_plain));
            let only_guard = !fresh.iter().any(is_plain) && others;
            if state.due == 0 && rule!("25.guard", only_guard) {
                // A new round of the others may begin; a leader who has only Guard is passed over.
                let plain: UnitSet = all.iter().filter(|unit| is_plain(*unit)).collect();
                if plain.is_empty() { plain } else { plain.union(fresh) }
            } else {
                fresh
            }
        };
        // Round the leaders from the one whose turn it is.
        let start = state.loser;
        let order =
            force.iter().filter(|leader| leader.0 >= start.0).chain(force.iter().filter(|leader| leader.0 < start.0));
        for leader in order {
            let units = candidates(leader);
            if !units.is_empty() {
                return units;
            }
        }
        UnitSet::EMPTY
    }

    pub(crate) fn may_lose(&self, state: &State, side: Side, unit: UnitId) -> Ruling {
        if self.losers(state, side).contains(unit) {
            return Ok(());
        }
        let leader = state.leader_of(unit);
        let refusal = refuse(case!("8.spread"), "losses fall evenly: another unit is next");
        let refusal = match (self.unit(unit).arm, state.due > 0) {
            (Arm::Artillery, true) => refusal.also(&[case!("11.losses"), case!("25.artillery.combat")]),
            (Arm::Artillery, false) => refusal.also(&[case!("11.losses"), case!("25.artillery.march")]),
            (Arm::Infantry | Arm::Cavalry, _) => refusal.also(&[case!("11.losses")]),
        };
        Err(if leader.is_none() { refusal } else { refusal.unit(leader) })
    }

    pub(crate) fn lose(&self, state: &mut State, side: Side, unit: UnitId, events: &mut impl Sink<Event>) {
        let leader = state.leader_of(unit);
        if state.bled.contains(unit) {
            // 25.guard: the Guard is spared, and the next round begins without it.
            let own: UnitSet = self.units_of(state, leader).collect();
            state.bled = state.bled.difference(own);
        }
        state.bled.insert(unit);
        // When each of a leader's units has borne a point, the next round begins.
        let round: UnitSet = self.units_of(state, leader).filter(|other| self.bears(state, *other)).collect();
        if round.difference(state.bled).is_empty() {
            state.bled = state.bled.difference(round);
        }
        let arm = self.unit(unit).arm;
        if state.due > 0 {
            state.due -= 1;
            state.battle.gun_point = false;
            // 25.cavdiff.price: cavalry that bears a point of the winner's loss pays for its superiority.
            state.battle.pays |= arm == Arm::Cavalry && side != state.battle.loser;
            self.take_point(state, unit, events);
        } else if arm == Arm::Cavalry {
            state.attrition.losses[1] -= 1;
            self.dismount(state, unit, events);
        } else {
            state.attrition.losses[0] -= 1;
            self.take_point(state, unit, events);
        }
        if state.due == 0 && arm != Arm::Cavalry && state.attrition.losses[0] == 0 {
            // 8.cavalry: the round begins anew for horse.
            self.begin_losses(state, state.attrition.force, state.attrition.commander);
            return;
        }
        // The next leader of the force is next.
        let force = self.bearers(state, side);
        let next = force.iter().find(|other| other.0 > leader.0).or(force.first());
        state.loser = next.unwrap_or(LeaderId::NONE);
    }

    /// Takes a point off a unit; a unit without strength is eliminated (2.strength).
    pub(crate) fn take_point(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let leader = state.leader_of(unit);
        let before = state.strength[unit.index()];
        // 2.strength: without its last point a unit is eliminated.
        let left = if before > 1 { before - 1 } else { u8::from(!rule!("2.strength", true)) };
        self.set_unit(state, unit, leader, left);
        if left > 0 {
            events.event(Event::Lost { unit, leader, left });
        } else {
            events.event(Event::Eliminated { unit, leader });
        }
        if left == 0 && !leader.is_none() && !state.troops.contains(leader) {
            if state.frames.contains(&Frame::AfterAttrition) {
                state.bared.insert(leader);
            } else {
                self.dismiss_major(state, leader, events);
            }
        }
    }

    /// 9.major: a major general without a unit is removed.
    fn dismiss_major(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        if rule!("9.major", self.leader(leader).kind.is_major()) && state.on_map(leader) {
            events.event(Event::Removed { leader, at: state.lead[leader.index()] });
            self.lift(state, leader, Fate::Pool);
        }
    }

    /// Attrition is over: everybody sees who has no troops left.
    pub(crate) fn end_attrition(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        state.attrition = Attrition::NONE;
        for leader in std::mem::replace(&mut state.bared, LeaderSet::EMPTY).difference(state.troops) {
            events.event(Event::Bared { leader, at: state.lead[leader.index()] });
            self.dismiss_major(state, leader, events);
        }
    }

    /// 26.resign: a side without combat strength on the map has lost.
    pub(crate) fn check_troops(&self, state: &mut State) {
        for side in crate::roster::BOTH {
            let has = self.on_map(state, side).any(|leader| state.troops.contains(leader));
            if !has && state.beaten.is_none() && rule!("26.resign", true) {
                state.beaten = Some(side);
            }
        }
    }
}
