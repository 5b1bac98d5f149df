//! 23: fortresses.
//! Decides 23.citadel, 23.citadel.join, 23.citadel.relief, 23.citadel.surrender, 23.list.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::ground::Ground;
use crate::package::Package;
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;
use crate::theatre::FortressId;

impl Rules {
    /// 23.list: the fortress whose pair a leader's place covers.
    pub fn fortress_held(&self, state: &State, leader: LeaderId) -> Option<FortressId> {
        self.ground.fortress_of(&state.package(leader), &self.theatre).filter(|_| rule!("23.list", true))
    }

    /// The citadel whose pair a leader's place covers.
    pub fn citadel_of(&self, state: &State, leader: LeaderId) -> Option<FortressId> {
        let fortress = self.fortress_held(state, leader)?;
        Ground::is_citadel(&self.theatre, fortress).then_some(fortress)
    }

    /// The fortified town whose pair a leader's place covers.
    pub fn town_of(&self, state: &State, leader: LeaderId) -> Option<FortressId> {
        let fortress = self.fortress_held(state, leader)?;
        (!Ground::is_citadel(&self.theatre, fortress)).then_some(fortress)
    }

    /// 23.citadel: whether an enemy strong enough touches the main hex, and no free friend stands beside.
    pub(crate) fn is_invested(&self, state: &State, leader: LeaderId) -> bool {
        let Some(fortress) = self.citadel_of(state, leader) else { return false };
        let main = self.theatre.fortresses[fortress.index()].main;
        let side = self.side_of(leader);
        let inside = self.stack_of(state, leader);
        let men: u16 = inside.iter().map(|leader| self.men_of(state, leader)).sum();
        let near = |other: LeaderId, hex: Hex| {
            let package = state.package(other);
            let spot = Package { lead: hex, rear: Hex::NONE, ..package };
            self.adjacent(state, &package, &spot)
        };
        let enemies = state.troops.intersection(self.leaders_of(enemy_of(side)));
        let mut before: u16 = 0;
        for stack in self.stacks(state, enemy_of(side)) {
            let stack = stack.intersection(enemies);
            if stack.first().is_some_and(|leader| near(leader, main)) {
                before = before.max(stack.iter().map(|leader| self.men_of(state, leader)).sum());
            }
        }
        // 23.citadel.relief: a free friend beside it ends a siege.
        let package = state.package(leader);
        let relieved = self.on_map(state, side).any(|friend| {
            !inside.contains(friend)
                && state.troops.contains(friend)
                && self.adjacent(state, &state.package(friend), &package)
        });
        before >= men && before > 0 && !rule!("23.citadel.relief", relieved)
    }

    /// Sieges are looked at again at the start of each phase.
    pub(crate) fn check_sieges(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let mut ended = LeaderSet::EMPTY;
        for leader in state.besieged {
            if !state.on_map(leader) || !self.is_invested(state, leader) {
                ended.insert(leader);
            }
        }
        for leader in ended {
            state.besieged.remove(leader);
            events.event(Event::SiegeEnded { leader });
        }
        // 23.citadel.join: whoever comes in is besieged too.
        for leader in state.besieged {
            let inside = self.stack_of(state, leader);
            if rule!("23.citadel.join", true) {
                state.besieged = state.besieged.union(inside);
            }
        }
    }

    /// 23.citadel: a garrison of the side whose turn it is that has not attacked the enemy next to it has used its citadel too.
    pub(crate) fn besiege_idle(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let side = state.player;
        for leader in self.on_map(state, side).collect::<LeaderSet>() {
            let idle = state.troops.contains(leader)
                && !state.fought.contains(leader)
                && !state.besieged.contains(leader)
                && self.citadel_of(state, leader).is_some()
                && self.touches_enemy(state, side, &state.package(leader));
            if idle && rule!("23.citadel", self.is_invested(state, leader)) {
                state.besieged = state.besieged.union(self.stack_of(state, leader));
                events.event(Event::BattleRefused { leader, besieged: true });
            }
        }
    }

    /// Completely surrounded: no hex around it is free of the enemy (23.citadel.besieged).
    pub(crate) fn is_shut_in(&self, state: &State, leader: LeaderId) -> bool {
        let side = self.side_of(leader);
        let ring = state.package(leader).ring(&self.ground.grid);
        ring.into_iter().all(|hex| self.seems_controlled(state, enemy_of(side), hex))
    }

    /// 23.citadel.surrender: at the end of the own turn.
    pub(crate) fn surrender(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        for leader in state.besieged.intersection(self.leaders_of(side)) {
            if !state.on_map(leader) {
                continue;
            }
            let inside = self.stack_of(state, leader);
            let men: u16 = inside.iter().map(|leader| self.men_of(state, leader)).sum();
            let falls = men <= self.tables.limits.surrender && self.is_invested(state, leader);
            if !rule!("23.citadel.surrender", falls) {
                continue;
            }
            let (package, winner) = (state.package(leader), enemy_of(side));
            for leader in inside {
                events.event(Event::Surrendered { leader, at: state.lead[leader.index()] });
                let units: arrayvec::ArrayVec<crate::roster::UnitId, 32> =
                    self.units_of(state, leader).take(32).collect();
                for unit in units {
                    self.set_unit(state, unit, leader, 0);
                    events.event(Event::Eliminated { unit, leader });
                }
                self.send_to_centre(state, leader, events);
            }
            self.open_gates(state, winner, package);
        }
    }

    /// The victor may move into a place that has surrendered.
    fn open_gates(&self, state: &mut State, winner: Side, package: Package) {
        // Two places that surrender in one turn lie open together.
        let open = state.frames.iter().any(|frame| matches!(frame, Frame::Occupy { .. }));
        let near = |leader: &LeaderId| {
            state.troops.contains(*leader) && self.adjacent(state, &state.package(*leader), &package)
        };
        let besiegers: LeaderSet = self.on_map(state, winner).filter(near).collect();
        if !open {
            state.battle = crate::battle::Battle::none();
            state.frames.push(Frame::CloseBattle);
            state.frames.push(Frame::Occupy { side: winner });
        }
        let battle = &mut state.battle;
        battle.forces[winner.index()] = battle.of(winner).union(besiegers);
        package.hexes().for_each(|hex| battle.ground[enemy_of(winner).index()].push(hex));
    }
}
