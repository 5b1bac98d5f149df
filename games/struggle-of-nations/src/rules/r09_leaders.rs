//! 9: major generals, leaders without employment, leaders killed.
//! Decides 9.killed, 9.unemployed, 12.victory.

use board::Hex;
use kernel::Sink;

use crate::Rules;
use crate::event::Event;
use crate::march::March;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Kind, LeaderId, enemy_of};
use crate::sequence::Frame;
use crate::state::{Fate, State};

impl Rules {
    /// 9.major: makes a major general in a leader's place, if one is left.
    pub(crate) fn make_major(&self, state: &mut State, from: LeaderId, cavalry: bool) -> Option<LeaderId> {
        let kind = if cavalry { Kind::CavalryMajorGeneral } else { Kind::MajorGeneral };
        let major = self.free_major(state, from, kind)?;
        let package = state.package(from);
        self.put(state, major, package);
        if state.done.contains(from) {
            state.done.insert(major);
        }
        Some(major)
    }

    /// A major general of the leader's army who is not in play.
    pub(crate) fn free_major(&self, state: &State, from: LeaderId, kind: Kind) -> Option<LeaderId> {
        let army = self.leader(from).army;
        let free = |leader: &LeaderId| {
            let print = self.leader(*leader);
            print.kind == kind && state.fate[leader.index()] == Fate::Pool
        };
        let mut all = self.leaders_of(self.side_of(from)).iter().filter(free);
        let own = all.clone().find(|leader| self.leader(*leader).army == army);
        own.or_else(|| all.find(|_| self.scenario.one_allied_army))
    }

    /// 9.unemployed: whether a leader who began the movement phase alone goes directly towards his centre or a friendly force.
    pub(crate) fn may_wander(&self, state: &State, march: &March, to: Hex) -> Ruling {
        let (leader, from) = (march.commander, march.from[0]);
        if !self.is_unemployed(state, leader) {
            return Ok(());
        }
        let grid = &self.ground.grid;
        let on_way = |goal: Hex| {
            goal.is_some() && grid.distance(from, to) + grid.distance(to, goal) == grid.distance(from, goal)
        };
        let centre = state.army(self.army_of(state, leader)).centre_at;
        let friends = self.on_map(state, self.side_of(leader)).filter(|friend| state.troops.contains(*friend));
        let goes = centre.into_iter().any(on_way)
            || friends.map(|friend| state.package(friend)).any(|place| place.hexes().any(on_way));
        if rule!("9.unemployed", !goes) {
            return Err(refuse(
                case!("9.unemployed"),
                "{unit} has no troops: he rides directly to his centre or to a force of yours",
            )
            .unit(leader)
            .place(to));
        }
        Ok(())
    }

    /// A leader without units and without company when he sets out in his own movement phase.
    fn is_unemployed(&self, state: &State, leader: LeaderId) -> bool {
        let began = state.march.from[0];
        let company = self
            .on_map(state, self.side_of(leader))
            .any(|other| other != leader && state.troops.contains(other) && state.package(other).covers(began));
        state.player == self.side_of(leader) && !company
    }

    /// 9.unemployed: a leader without employment who reaches his centre waits there off the map.
    pub(crate) fn report_to_centre(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let own = state.army(self.army_of(state, leader));
        let there = own.is_on_map() && own.centre_at[0].is_some() && state.package(leader).covers(own.centre_at[0]);
        let company = self.stack_of(state, leader).intersects(&state.troops);
        if there && !company && state.player == self.side_of(leader) && rule!("9.unemployed", true) {
            self.send_to_centre(state, leader, events);
        }
    }

    /// A leader leaves the map for his centre (9.unemployed, 23.citadel.surrender).
    pub(crate) fn send_to_centre(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let major = self.leader(leader).kind != Kind::Named;
        events.event(Event::LeaderToCentre { leader, at: state.lead[leader.index()] });
        self.lift(state, leader, if major { Fate::Pool } else { Fate::AtCentre });
    }

    /// 9.killed: all units with a leader were eliminated in combat or pursuit.
    pub(crate) fn kill_leader(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let at = state.lead[leader.index()];
        events.event(Event::LeaderKilled { leader, at });
        let kind = self.leader(leader).kind;
        self.lift(state, leader, if kind.is_major() { Fate::Pool } else { Fate::Lost });
        // A span of 6 or more moves morale.
        if rule!("9.killed", self.rating(state, leader).span >= self.tables.morale.span) {
            let beaten = self.side_of(leader);
            let winner = enemy_of(beaten);
            // 12.victory: a side that lost a round of this battle does not drive the enemy's marker off its track.
            let falls = self.at_worst(state, beaten) && self.at_best(state, winner);
            if rule!("12.victory", falls && state.battle.lost_a_round[winner.index()]) {
                return;
            }
            state.frames.push(Frame::MoraleChoice { side: winner });
        }
    }
}
