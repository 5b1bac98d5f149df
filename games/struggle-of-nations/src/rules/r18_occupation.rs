//! 18.pitched.wiped, 23.citadel.surrender: a winner enters hexes that lie empty.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::ground::{BARRED, Gait};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::state::State;

impl Rules {
    /// Who may enter which of the hexes that the other side has left, and how he stands there.
    pub(crate) fn occupations(&self, state: &State, side: Side) -> Vec<(LeaderId, Package)> {
        let grid = &self.ground.grid;
        let battle = &state.battle;
        let empty = &battle.ground[enemy_of(side).index()];
        let movers = battle.of(side).intersection(state.troops).difference(battle.pursuers);
        let mut found = Vec::new();
        for leader in movers.iter().filter(|leader| state.on_map(*leader)) {
            let from = state.package(leader);
            let enters = |near: Hex, hex: Hex| {
                grid.direction_between(near, hex)
                    .is_some_and(|way| self.step_cost(state, Gait::Foot, near, way, false) != BARRED)
            };
            for lead in empty.iter().copied() {
                let rears = empty.iter().copied().chain(from.hexes()).filter(|rear| grid.adjacent(*rear, lead));
                for rear in rears {
                    let Some(heading) = grid.direction_between(rear, lead) else { continue };
                    let reached = enters(rear, lead) && from.hexes().any(|half| half == rear || enters(half, rear));
                    let column = Package::column(grid, lead, heading);
                    let places = [column].into_iter().chain(column.changes());
                    let free = |place: &Package| self.is_room(state, side, leader, place);
                    let new = places.filter(|place| reached && !found.contains(&(leader, *place)) && free(place));
                    let new: Vec<Package> = new.collect();
                    found.extend(new.into_iter().map(|place| (leader, place)));
                }
            }
        }
        found
    }

    /// Nobody else in half of a place, and no more in it than it holds (23.occupy).
    fn is_room(&self, state: &State, side: Side, leader: LeaderId, place: &Package) -> bool {
        let mut there = LeaderSet::EMPTY;
        for other in self.on_map(state, side).filter(|other| *other != leader) {
            let package = state.package(other);
            if package.overlaps(place) {
                if package != *place {
                    return false;
                }
                there.insert(other);
            }
        }
        there.insert(leader);
        let men: u16 = there.iter().map(|leader| self.men_of(state, leader)).sum();
        let fortress = self.ground.fortress_of(place, &self.theatre).is_some();
        let most = if fortress { self.tables.limits.fortress } else { self.tables.limits.package };
        men <= most
            && self.is_one_force(state, there.intersection(state.troops))
            && place.hexes().all(|hex| self.leaders_in(state, enemy_of(side), hex).next().is_none())
    }

    pub(crate) fn may_occupy(&self, state: &State, side: Side, leader: LeaderId, place: &Package) -> Ruling {
        if !self.occupations(state, side).contains(&(leader, *place)) {
            return Err(refuse(
                case!("18.pitched.wiped"),
                "{unit} may enter the hexes that were left, with as many as there is room for, and no others",
            )
            .unit(leader)
            .also(&[case!("23.occupy"), case!("14.stack")]));
        }
        Ok(())
    }

    pub(crate) fn occupy(&self, state: &mut State, leader: LeaderId, place: Package, events: &mut impl Sink<Event>) {
        self.put(state, leader, place);
        state.battle.pursuers.insert(leader);
        events.event(Event::Pursued { leader, to: place, hexes: 1 });
        let side = self.side_of(leader);
        self.look_around(state, LeaderSet::from_iter([leader]), events);
        self.chase_centres(state, side, &place, events);
        self.take_trains(state, side, &place, events);
    }
}
