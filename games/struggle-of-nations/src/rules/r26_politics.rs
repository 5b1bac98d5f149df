//! 26: Saxons, Austria, Berlin, the armistice.
//! Decides 26.armistice, 26.austria, 26.bavaria, 26.berlin.militia, 26.saxony.

use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::calendar::Season;
use crate::event::Event;
use crate::ground::{BARRED, Gait};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{ALLIED, FRENCH, Kind, LeaderId, LeaderSet};
use crate::sequence::Frame;
use crate::state::{Fate, State};

impl Rules {
    /// 26.austria: Bohemia is closed in spring.
    pub(crate) fn is_closed(&self, state: &State, hex: Hex) -> bool {
        !self.scenario.closed.is_empty()
            && self.season(state) == Season::Spring
            && self.scenario.closed.contains(&self.ground.territory[hex.index()])
    }

    /// Whether troops of a side stand in the package of Dresden; where Dresden is no fortress, in its hex.
    fn occupies_dresden(&self, state: &State, side: Side) -> bool {
        let hex = self.theatre.dresden;
        let fortress = if hex.is_some() { self.ground.fortress(hex) } else { crate::theatre::FortressId::NONE };
        hex.is_some()
            && self.troops_in(state, side, hex).any(|leader| {
                fortress.is_none() || self.ground.fortress_of(&state.package(leader), &self.theatre) == Some(fortress)
            })
    }

    /// 26.saxony: the French in Dresden bring the Saxons over in the next turn; Allies there lose them for good.
    pub(crate) fn turn_saxons(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if !self.scenario.saxon_neutrality {
            return;
        }
        if state.saxons_from == 0 && rule!("26.saxony", self.occupies_dresden(state, FRENCH)) {
            state.saxons_from = state.turn + 1;
            events.event(Event::SaxonsJoin);
        } else if state.saxons_from != 0 && self.occupies_dresden(state, ALLIED) && rule!("26.saxony", true) {
            let saxons: LeaderSet = self
                .leaders_of(FRENCH)
                .iter()
                .filter(|leader| self.leader(*leader).kind == Kind::Saxon && state.on_map(*leader))
                .collect();
            if saxons.is_empty() {
                return;
            }
            for leader in saxons {
                let units: arrayvec::ArrayVec<crate::roster::UnitId, 8> =
                    self.units_of(state, leader).take(8).collect();
                for unit in units {
                    self.set_unit(state, unit, leader, 0);
                    events.event(Event::UnitRemoved { unit });
                }
                self.lift(state, leader, Fate::Lost);
            }
            events.event(Event::SaxonsGone);
        }
    }

    /// 26.austria: whether a beaten force that can go no further from a hex, away from where it began, is driven over the
    /// border of a closed territory.
    pub(crate) fn is_driven_over(&self, state: &State, from: Hex, at: Hex) -> bool {
        let grid = &self.ground.grid;
        let over = Direction::ALL.into_iter().any(|direction| {
            let to = grid.neighbour(at, direction);
            to.is_some()
                && self.is_closed(state, to)
                && grid.distance(from, to) > grid.distance(from, at)
                && self.step_cost(state, Gait::Foot, at, direction, false) != BARRED
        });
        rule!("26.austria", over)
    }

    /// Tauenzien's militia before the armistice ends (26.berlin.militia).
    pub(crate) fn is_militia(&self, state: &State, leader: LeaderId) -> bool {
        self.scenario.militia.as_ref().is_some_and(|militia| militia.leader.id == self.leader(leader).id)
            && self.season(state) == Season::Spring
            && rule!("26.berlin.militia", true)
    }

    /// 26.berlin.militia: it appears when a French force comes near, on the march, in pursuit or in retreat.
    pub(crate) fn alarm_berlin(&self, state: &mut State, side: Side, lead: Hex, events: &mut impl Sink<Event>) {
        let Some(militia) = &self.scenario.militia else { return };
        if !self.alarms(state, side, lead) {
            return;
        }
        let Some(leader) = self.find_leader(&militia.leader.id) else { return };
        state.militia = true;
        if state.on_map(leader) || self.holds(state, FRENCH, self.theatre.berlin) {
            return;
        }
        for (unit, strength) in &militia.leader.units {
            self.set_unit(state, *unit, leader, *strength);
        }
        events.event(Event::MilitiaAppeared { at: self.theatre.berlin });
        state.frames.push(Frame::Militia);
    }

    /// Whether a force of a side alarms Berlin by coming to a hex.
    pub(crate) fn alarms(&self, state: &State, side: Side, lead: Hex) -> bool {
        let Some(militia) = &self.scenario.militia else { return false };
        if side != FRENCH || state.militia || self.season(state) != Season::Spring || self.theatre.berlin.is_none() {
            return false;
        }
        let near = u16::from(militia.approach) * 2;
        if lead.is_none() || self.ground.grid.distance(lead, self.theatre.berlin) > near {
            return false;
        }
        let most = militia.approach * self.tables.point;
        rule!("26.berlin.militia", self.foot_distance(state, lead, self.theatre.berlin, most))
    }

    /// Whether foot comes from one hex to another for so many half points.
    fn foot_distance(&self, state: &State, from: Hex, to: Hex, most: u8) -> bool {
        let open = super::r06_communications::HexBits::EMPTY;
        self.field_of(state, Gait::Foot, [from], most, &open).at(to).is_some()
    }

    /// The places of the militia: Berlin and a hex next to it.
    pub(crate) fn militia_places(&self, state: &State) -> impl Iterator<Item = Package> + '_ {
        let grid = &self.ground.grid;
        let berlin = self.theatre.berlin;
        let taken: arrayvec::ArrayVec<Hex, 8> = grid
            .neighbours(berlin)
            .iter()
            .copied()
            .filter(|hex| hex.is_some() && self.holds(state, FRENCH, *hex))
            .collect();
        let friends: Vec<Package> = self.on_map(state, ALLIED).map(|leader| state.package(leader)).collect();
        Direction::ALL
            .into_iter()
            .map(move |heading| Package::column(grid, berlin, heading))
            .filter(|column| column.rear.is_some())
            .flat_map(|column| std::iter::once(column).chain(column.changes()))
            .filter(move |package| !package.hexes().any(|hex| taken.contains(&hex)))
            .filter(move |package| friends.iter().all(|friend| !friend.overlaps(package)))
    }

    pub(crate) fn militia_leader(&self) -> LeaderId {
        let militia = self.scenario.militia.as_ref();
        militia.and_then(|militia| self.find_leader(&militia.leader.id)).unwrap_or(LeaderId::NONE)
    }

    pub(crate) fn may_muster_militia(&self, state: &State, leader: LeaderId, package: &Package) -> Ruling {
        if leader != self.militia_leader() || !self.militia_places(state).any(|place| place == *package) {
            return Err(refuse(case!("26.berlin.militia"), "the militia stands in Berlin and one hex next to it"));
        }
        Ok(())
    }

    /// What the calendar brings at the start of a turn: removals, departures (26.bavaria).
    pub(crate) fn turn_events(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for removal in &self.scenario.removals {
            let spared = removal.unless_french_morale.is_some_and(|morale| state.morale[FRENCH.index()] == morale);
            if removal.turn != state.turn || spared || !rule!("26.bavaria", true) {
                continue;
            }
            for unit in &removal.units {
                let leader = state.leader_of(*unit);
                if state.strength[unit.index()] > 0 {
                    self.set_unit(state, *unit, leader, 0);
                    events.event(Event::UnitRemoved { unit: *unit });
                    self.retire(state, leader, events);
                }
            }
        }
    }

    /// 26.armistice: rolled for before each game-week of spring, but not before the first turn.
    pub(crate) fn is_armistice_due(&self, state: &State) -> bool {
        let info = self.turn_info(state);
        let ends_by_it = self.scenario.armistice.is_some()
            || matches!(self.scenario.victory, crate::scenario::Victory::Armistice { .. });
        ends_by_it
            && info.week
            && info.season == Season::Spring
            && state.turn != self.scenario.first_turn
            && rule!("26.armistice", true)
    }

    pub(crate) fn armistice_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let number = self.tables.armistice(state.morale[0], state.morale[1], &self.turn_info(state).id);
        let comes = die <= number;
        events.event(Event::ArmisticeThrown { die, number, comes });
        if !comes {
            return;
        }
        state.armistice = state.turn;
        if self.scenario.armistice.is_some() {
            self.begin_armistice(state, events);
        } else {
            self.end_game(state, events);
        }
    }
}
