//! 10: initiative.
//! Decides 3.force, 3.force.rating, 7.provisional, 10.cavleader, 10.exit, 10.exit.cap, 10.exit.highest, 10.roll, 12.uses,
//! 14.ma.done, 21.disorg.effects, 23.citadel.besieged, 24.rain, 25.cavdiff.terrain, 27.guns.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::march::How;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, LeaderId, LeaderSet};
use crate::sequence::Frame;
use crate::state::State;
use crate::tables::{Effort, cavalry_modifier};

impl Rules {
    /// Whether a leader may try to march on his initiative, in his own turn or by forced march.
    pub(crate) fn may_try(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if self.side_of(leader) == side && state.on_map(leader) && state.done.contains(leader) {
            // A die that failed is not rolled again: in a zone it was that of 10.exit.
            let zone = self.has_zone_around(state, leader);
            if rule!("14.ma.done", true) {
                let refusal = refuse(case!("14.ma.done"), "{unit} has marched, rested or rolled in this phase");
                let refusal = refusal.unit(leader);
                return Err(if zone { refusal.also(&[case!("10.exit")]) } else { refusal.also(&[case!("10.roll")]) });
            }
        }
        self.may_lead(state, side, leader)?;
        self.may_form(state, leader)?;
        if rule!("21.disorg.effects", state.disorganized.contains(leader)) {
            return Err(refuse(case!("21.disorg.effects"), "{unit} is disorganized").unit(leader));
        }
        if rule!("27.guns", state.frame() == Frame::Forced && state.held.contains(leader)) {
            return Err(refuse(case!("27.guns"), "a friend marches to the guns before {unit}, who stays").unit(leader));
        }
        let besieged = state.besieged.contains(leader);
        if besieged && state.frame() == Frame::Forced {
            return Err(
                refuse(case!("23.citadel.besieged"), "{unit} is besieged and comes out only by attacking").unit(leader)
            );
        }
        if besieged && rule!("23.citadel.besieged", self.is_shut_in(state, leader)) {
            return Err(refuse(case!("23.citadel.besieged"), "{unit} is completely surrounded").unit(leader));
        }
        Ok(())
    }

    /// The modifiers of an initiative die of a force that is in no enemy zone.
    pub(crate) fn initiative_modifiers(&self, state: &State, commander: LeaderId, force: LeaderSet) -> i8 {
        let side = self.side_of(commander);
        let mut sum = if rule!("12.uses", state.morale[side.index()] != 0) { state.morale[side.index()] } else { 0 };
        if rule!("7.provisional", state.provisional.contains(commander)) {
            sum += self.tables.limits.provisional;
        }
        let other_arms = force.iter().any(|leader| self.has_other_arms(state, leader));
        // 10.cavleader: cavalry leaders who move other arms.
        if rule!("10.cavleader", self.leader(commander).cavalry && other_arms) {
            sum += self.tables.limits.cavalry_leader_other_arms;
        }
        sum
    }

    /// The number that the die must not exceed. Leaving a zone, the comparison of leaders, cavalry and rain count (10.exit).
    pub(crate) fn initiative_needs(&self, state: &State, commander: LeaderId, force: LeaderSet) -> i8 {
        // 3.force.rating: the commander's alone.
        let best = force.iter().map(|leader| self.rating(state, leader).initiative).max().unwrap_or(0);
        let own = self.rating(state, commander).initiative;
        let rating = if rule!("3.force.rating", best >= own) { own } else { best } as i8;
        let side = self.side_of(commander);
        let modifiers = self.initiative_modifiers(state, commander, force) + self.sound_of_guns(state);
        let enemies = force
            .iter()
            .fold(LeaderSet::EMPTY, |all, leader| all.union(self.controllers_of(state, side, &state.package(leader))));
        // The garrison of a source has a zone too, but no leader and no cavalry.
        let in_zone = force.iter().any(|leader| self.in_zone(state, side, &state.package(leader)));
        if !in_zone {
            return rating - modifiers;
        }
        // 10.exit.highest: the highest printed rating among those that control one of its hexes.
        let ratings = enemies.iter().map(|leader| self.rating(state, leader).initiative);
        let passive = if rule!("10.exit.highest", true) { ratings.max() } else { ratings.min() }.unwrap_or(0);
        let comparison = self.tables.comparison(self.rating(state, commander).initiative, passive);
        let cavalry = self.cavalry_difference(state, force, enemies);
        let mut hindrance = comparison + cavalry;
        // 10.exit.cap: own cavalry can only cancel a plus.
        if rule!("10.exit.cap", hindrance < 0) {
            hindrance = 0;
        }
        let rain = self.tables.weather.row(state.weather).modifier;
        let rain = if rule!("24.rain", rain != 0) { rain } else { 0 };
        // 10.exit: the result must be below the rating; with a rating of 0 it may equal it (9.major.infantry).
        let strict = if rating > 0 { i8::from(rule!("10.exit", true)) } else { 0 };
        rating - modifiers - hindrance - rain - strict
    }

    /// 25.cavdiff: cavalry of a force against that of some enemies, as a modifier of the force's die.
    pub(crate) fn cavalry_difference(&self, state: &State, force: LeaderSet, enemies: LeaderSet) -> i8 {
        // Enemies reach into the ground on which the force stands.
        let rough = force.iter().any(|leader| self.is_on_rough_ground(state, leader));
        let count = |leaders: LeaderSet, into_rough: bool| -> u16 {
            leaders.iter().map(|leader| self.cavalry_weight(state, leader, into_rough)).sum()
        };
        let (own, enemy) = (count(force, false), count(enemies, rough));
        cavalry_modifier(own, enemy, self.tables.limits.cavalry_modifier)
    }

    /// Whether a hex of a leader's place is not clear.
    pub(crate) fn is_on_rough_ground(&self, state: &State, leader: LeaderId) -> bool {
        state.package(leader).hexes().any(|hex| !self.is_clear_ground(hex))
    }

    /// Twice the cavalry of a leader; once in ground that is not clear, or where it attacks or holds somebody in such ground
    /// (25.cavdiff.terrain).
    pub(crate) fn cavalry_weight(&self, state: &State, leader: LeaderId, into_rough: bool) -> u16 {
        let cavalry = self.strength_of(state, leader, Arm::Cavalry);
        let rough = into_rough || self.is_on_rough_ground(state, leader);
        if rule!("25.cavdiff.terrain", rough && cavalry > 0) { cavalry } else { 2 * cavalry }
    }

    /// Whether cavalry counts in full in a hex; an option makes towns rough.
    pub(crate) fn is_clear_ground(&self, hex: board::Hex) -> bool {
        let town = self.ground.terrain(hex) == crate::ground::Terrain::Town;
        self.ground.is_clear(hex) && !(town && self.options.rough_towns)
    }

    /// The force has been put together: the player is told what he needs, and the die falls.
    pub(crate) fn try_initiative(&self, state: &mut State) {
        state.march.needs = self.initiative_needs(state, state.march.commander, state.march.force);
        self.hold_endangered(state);
        state.frames.pop();
        state.frames.push(Frame::InitiativeDie);
    }

    pub(crate) fn initiative_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let march = state.march;
        let passed = rule!("10.roll", die as i8 <= march.needs);
        let (leader, at) = (march.commander, state.lead[march.commander.index()]);
        events.event(Event::InitiativeThrown { leader, die, needs: march.needs, passed, at });
        let besieged = state.besieged.contains(march.commander);
        if passed && !besieged {
            // The frame of the die becomes that of the march.
            self.begin_march(state, events);
            return;
        }
        state.frames.pop();
        if passed {
            // 23.citadel.besieged: the besieged come out only by attacking, in the combat phase.
            state.sallying = state.sallying.union(march.force);
        }
        state.done = state.done.union(march.force);
        state.march = crate::march::March::NONE;
        if march.how == How::Initiative {
            self.open_attrition(state, march.commander, march.force, [Effort::Stand; 2]);
        }
    }
}
