//! 13.identify, 15.hidden, 2.hidden: when names and strengths show, and what is remembered of them.
//! Decides 2.hidden, 13.hostile, 13.identify, 15.hidden.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::package::Package;
use crate::roster::{ALLIED, FRENCH, LeaderId, LeaderSet, enemy_of};
use crate::state::{Fate, Shown, Sighting, State};

impl Rules {
    /// 13.hostile: Allied ground is hostile to the French, and none to the Allies.
    pub fn is_hostile(&self, side: Side, hex: Hex) -> bool {
        rule!("13.hostile", side == FRENCH && self.ground.friendly[hex.index()] == Some(ALLIED))
    }

    /// Whether the enemy sees the name of a leader on the map (15.hidden).
    pub fn is_named(&self, state: &State, leader: LeaderId) -> bool {
        let package = state.package(leader);
        if package.is_line() {
            return true;
        }
        let side = self.side_of(leader);
        // 13.identify: French leaders on hostile ground.
        if rule!("13.identify", package.hexes().any(|hex| self.is_hostile(side, hex))) {
            return true;
        }
        !rule!("15.hidden", !self.touches_enemy(state, side, &package))
    }

    /// Whether enemy troops stand next to a package.
    pub fn touches_enemy(&self, state: &State, side: Side, package: &Package) -> bool {
        !self.controllers_of(state, side, package).is_empty()
    }

    /// Remembers whose names came into sight when these leaders moved or turned, and takes off dummies that are seen
    /// (15.dummies).
    pub(crate) fn look_around(&self, state: &mut State, movers: LeaderSet, events: &mut impl Sink<Event>) {
        let Some(first) = movers.first() else { return };
        let (side, package) = (self.side_of(first), state.package(first));
        let near = self.ground.grid.rows() + 1;
        let close = |leader: &LeaderId| {
            let halves = [state.lead[leader.index()], state.rear[leader.index()]];
            halves.iter().any(|half| package.hexes().any(|hex| hex.0.abs_diff(half.0) <= near))
        };
        let others: LeaderSet = self.on_map(state, enemy_of(side)).filter(close).collect();
        for leader in movers.union(others) {
            if !state.on_map(leader) || !self.is_named(state, leader) {
                continue;
            }
            let at = state.lead[leader.index()];
            if self.leader(leader).is_dummy() {
                events.event(Event::DummyGone { leader, at });
                self.lift(state, leader, Fate::Pool);
                state.march.force.remove(leader);
                continue;
            }
            let sighting = Sighting { at, turn: state.turn };
            if state.seen[leader.index()] != sighting {
                events.event(Event::Revealed { leader, at });
                state.seen[leader.index()] = sighting;
            }
        }
    }

    /// Lays the strengths of leaders open, and remembers them (2.hidden).
    pub(crate) fn show_strengths(&self, state: &mut State, leaders: LeaderSet, events: &mut impl Sink<Event>) {
        for leader in leaders {
            if !rule!("2.hidden", true) {
                continue;
            }
            let points = self.arms_of(state, leader).map(|points| points.min(u8::MAX.into()) as u8);
            state.shown[leader.index()] = Shown { points, turn: state.turn };
            state.seen[leader.index()] = Sighting { at: state.lead[leader.index()], turn: state.turn };
            state.open.insert(leader);
            events.event(Event::StrengthShown { leader, points });
        }
    }

    /// The strengths are hidden again; what was seen last is remembered.
    pub(crate) fn hide_strengths(&self, state: &mut State) {
        for leader in state.open {
            let points = self.arms_of(state, leader).map(|points| points.min(u8::MAX.into()) as u8);
            state.shown[leader.index()] = Shown { points, turn: state.turn };
        }
        state.open = LeaderSet::EMPTY;
    }
}
