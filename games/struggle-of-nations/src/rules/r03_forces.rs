//! 3 and 9: who can command whom, and how a force is put together.
//! Decides 3.force.member, 3.force.nochain, 3.force.reach, 7.division.corps, 9.optional, 9.span, 9.span.units, 14.ma.done,
//! 21.disorg.effects, 23.garrison, T.leaders.

use kernel::Side;

use crate::Rules;
use crate::calendar::Season;
use crate::march::How;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Arm, Kind, LeaderId, LeaderSet, Nation, Rating, UnitId};
use crate::state::State;

impl Rules {
    /// The ratings of a leader; an option may change them (9.optional).
    pub fn rating(&self, state: &State, leader: LeaderId) -> Rating {
        let season = self.season(state);
        let changed = self.changed.iter().find(|(of, when, _)| *of == leader && *when == season);
        match changed {
            Some((_, _, rating)) if rule!("9.optional", true) => *rating,
            // T.leaders: as printed.
            _ if rule!("T.leaders", true) => self.leader(leader).rating,
            _ => Rating { initiative: 0, span: 0, subordination: 0 },
        }
    }

    /// What a unit takes of its leader's span, in halves (9.span.units).
    pub fn unit_burden(&self, unit: UnitId) -> u8 {
        let burdens = &self.tables.limits.subordination;
        match self.unit(unit).arm {
            Arm::Cavalry if rule!("9.span.units", true) => burdens.cavalry,
            Arm::Infantry | Arm::Cavalry => burdens.infantry,
            Arm::Artillery => burdens.artillery,
        }
    }

    /// What a leader's own units take of his span, in halves.
    pub fn burden(&self, state: &State, leader: LeaderId) -> u8 {
        self.units_of(state, leader).map(|unit| self.unit_burden(unit)).sum()
    }

    /// 9.span: whether a commander's span covers his own units and these subordinates.
    pub fn can_command(&self, state: &State, commander: LeaderId, others: LeaderSet) -> bool {
        // 23.garrison: a garrison weighs as much as the one unit that it has.
        let weight = |leader: LeaderId| {
            let garrison = self.leader(leader).kind == Kind::Garrison;
            let printed = 2 * u16::from(self.rating(state, leader).subordination);
            if garrison && !rule!("23.garrison", true) { 2 * printed } else { printed }
        };
        let obeying: u16 = others.iter().map(weight).sum();
        // 9.span.units: units of subordinates burden only them.
        let own = u16::from(self.burden(state, commander));
        // They need no span for it, and command nobody.
        if rule!("23.garrison", self.leader(commander).kind == Kind::Garrison) {
            return others.is_empty();
        }
        obeying + own <= 2 * u16::from(self.rating(state, commander).span)
    }

    /// The nation of a leader's corps, if he leads a named one (7.division.corps).
    pub fn corps_of(&self, state: &State, leader: LeaderId) -> Option<Nation> {
        let printed = self.leader(leader);
        let autumn = self.season(state) == Season::Autumn;
        printed.corps.or(printed.corps_autumn.filter(|_| autumn))
    }

    /// 7.division.corps: whether a leader may have units of a nation.
    pub fn takes_nation(&self, state: &State, leader: LeaderId, nation: Nation) -> bool {
        !rule!("7.division.corps", self.corps_of(state, leader).is_some_and(|corps| corps != nation))
    }

    /// The same for a subordinate: his corps and his units.
    pub fn takes_leader(&self, state: &State, commander: LeaderId, other: LeaderId) -> bool {
        let corps = self.corps_of(state, other).is_none_or(|nation| self.takes_nation(state, commander, nation));
        corps && self.units_of(state, other).all(|unit| self.takes_nation(state, commander, self.unit(unit).nation))
    }

    /// Of the leaders in one place, the one who commands: the largest span, then the highest initiative, then the first.
    pub fn senior(&self, state: &State, leaders: LeaderSet) -> LeaderId {
        let rank = |leader: &LeaderId| {
            let rating = self.rating(state, *leader);
            (rating.span, rating.initiative, u8::MAX - leader.0)
        };
        leaders.iter().max_by_key(rank).unwrap_or(LeaderId::NONE)
    }

    /// 14.integrity: whether the leaders of a place can be one force.
    pub fn is_one_force(&self, state: &State, leaders: LeaderSet) -> bool {
        if leaders.len() < 2 {
            return true;
        }
        let commands = |commander: LeaderId| {
            let mut others = leaders;
            others.remove(commander);
            self.can_command(state, commander, others)
                && others.iter().all(|other| self.takes_leader(state, commander, other))
        };
        leaders.iter().any(commands)
    }

    /// Whether a leader may be the commander of a force that is put together now.
    pub(crate) fn may_lead(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        if self.side_of(leader) != side {
            return Err(refuse(case!("4.sequence"), "{unit} is not yours to command").unit(leader));
        }
        if !state.on_map(leader) {
            return Err(refuse(case!("3.force"), "{unit} is not on the map").unit(leader));
        }
        if self.is_neutral(state, leader) {
            return Err(refuse(case!("26.saxony"), "the Saxons are neutral and do not move").unit(leader));
        }
        if rule!("14.ma.done", state.done.contains(leader)) {
            return Err(refuse(case!("14.ma.done"), "{unit} has marched or rested in this phase").unit(leader));
        }
        if !state.replaced.is_empty() && self.units_of(state, leader).any(|unit| state.replaced.contains(unit)) {
            return Err(refuse(case!("22.replace.bar"), "units of {unit} took replacements this turn").unit(leader));
        }
        if self.is_militia(state, leader) {
            return Err(refuse(
                case!("26.berlin.militia"),
                "the Berlin militia does not move before the armistice ends",
            )
            .unit(leader));
        }
        Ok(())
    }

    /// 3.force, 9.span: whether a leader may join the force in hand.
    pub(crate) fn may_include(&self, state: &State, side: Side, leader: LeaderId) -> Ruling {
        let march = &state.march;
        if march.force.contains(leader) {
            return Err(refuse(case!("3.force"), "{unit} is in the force already").unit(leader));
        }
        // 3.force.member: a leader who came up in this phase was not in reach when it began.
        if self.side_of(leader) == side && rule!("3.force.member", state.walked.contains(leader)) {
            return Err(refuse(case!("3.force.member"), "{unit} was not here when the phase began")
                .unit(leader)
                .also(&[case!("14.ma.done")]));
        }
        self.may_lead(state, side, leader)?;
        let commander = march.commander;
        let here = state.package(leader);
        let mut force = march.force;
        force.insert(leader);
        let own = state.package(commander).shares_pair(&here);
        let second = march.second.first().map(|other| state.package(other));
        let reached = own
            || second
                .map_or(self.adjacent(state, &state.package(commander), &here), |second| second.shares_pair(&here));
        // 3.force.reach: the commander's package and one adjacent to it.
        if rule!("3.force.reach", !reached) {
            return Err(refuse(case!("3.force.reach"), "{other} reaches only his own place and one next to it")
                .unit(leader)
                .other(commander));
        }
        if rule!("21.disorg.effects", state.disorganized.contains(leader) && march.how != How::Command) {
            return Err(refuse(case!("21.disorg.effects"), "{unit} is disorganized").unit(leader));
        }
        if march.how == How::Command && self.has_zone_around(state, leader) {
            return Err(refuse(case!("7.command.zoc"), "{unit} is in an enemy zone").unit(leader));
        }
        if rule!(
            "9.major.cavalry",
            self.leader(commander).kind == Kind::CavalryMajorGeneral && self.has_other_arms(state, leader)
        ) {
            return Err(refuse(case!("9.major.cavalry"), "{other} leads only cavalry").unit(leader).other(commander));
        }
        if !self.takes_leader(state, commander, leader) {
            return Err(refuse(case!("7.division.corps"), "{other} leads a national corps and takes nobody else")
                .unit(leader)
                .other(commander));
        }
        let mut others = force;
        others.remove(commander);
        if rule!("9.span", !self.can_command(state, commander, others)) {
            // 3.force.nochain: a subordinate whose span would do has no subordinates of his own.
            others.remove(leader);
            let through = others.iter().any(|other| self.can_command(state, other, LeaderSet::from_iter([leader])));
            if through && !rule!("3.force.nochain", true) {
                return Ok(());
            }
            let case = if through { case!("3.force.nochain") } else { case!("9.span") };
            return Err(refuse(case, "the span of {other} is too small for {unit}")
                .unit(leader)
                .other(commander)
                .also(&[case!("9.span"), case!("3.force")]));
        }
        Ok(())
    }

    /// Whether enemy troops seem to control a hex of a leader's place.
    pub(crate) fn has_zone_around(&self, state: &State, leader: LeaderId) -> bool {
        self.seems_in_zone(state, self.side_of(leader), &state.package(leader))
    }

    /// Infantry, artillery or trains under a leader.
    pub fn has_other_arms(&self, state: &State, leader: LeaderId) -> bool {
        self.units_of(state, leader).any(|unit| self.unit(unit).arm != Arm::Cavalry) || self.has_train(state, leader)
    }

    pub(crate) fn include(&self, state: &mut State, leader: LeaderId) {
        let own = state.package(state.march.commander).shares_pair(&state.package(leader));
        state.march.force.insert(leader);
        if !own {
            state.march.second.insert(leader);
        }
    }
}
