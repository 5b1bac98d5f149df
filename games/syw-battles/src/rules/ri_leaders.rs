//! Chapter I: leaders killed or captured, and who follows them.
//! Decides I.0c, I.0d, I.0e, I.0f.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, Rank};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Flight, Frame};
use crate::state::{Fate, State};
use crate::tables::{Class, LeaderFate};

/// With enemies on so many sides a leader or a routed unit is taken (I.0d, K.0e).
pub(crate) const SURROUNDED: usize = 3;

impl Rules {
    /// The die of a leader (I.0a, I.0c).
    pub(crate) fn leader_falls(
        &self,
        state: &mut State,
        (leader, charged): (CounterId, bool),
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let fate = self.tables.leader_fate(charged, die);
        events.event(Event::LeaderThrown { leader, die, fate });
        match fate {
            LeaderFate::Unhurt => {}
            LeaderFate::Captured => self.lose_leader(state, leader, true, events),
            LeaderFate::Killed => self.lose_leader(state, leader, false, events),
            // I.0d: who has enemies on three sides is taken instead.
            LeaderFate::Recoil if rule!("I.0d", self.is_surrounded(state, leader)) => {
                self.lose_leader(state, leader, true, events);
            }
            LeaderFate::Recoil => {
                if rule!("I.0c", true) {
                    let from = self.hex_of_unit(state, state.charge.front);
                    state.frames.push(Frame::Recoil { unit: leader, left: 3, from, flight: Flight::Leader });
                }
            }
        }
    }

    /// Enemy troops in three of the hexes around a counter, or more.
    pub(crate) fn is_surrounded(&self, state: &State, counter: CounterId) -> bool {
        let (hex, side) = (state.hex_of(counter), self.side_of(counter));
        self.ground.around(hex).filter(|near| self.is_enemy_in(state, side, *near)).count() >= SURROUNDED
    }

    /// A leader is killed or captured.
    pub(crate) fn lose_leader(
        &self,
        state: &mut State,
        leader: CounterId,
        captured: bool,
        events: &mut impl Sink<Event>,
    ) {
        if !state.on_map(leader) {
            return;
        }
        events.event(Event::LeaderLost { leader, captured });
        self.remove(state, leader, if captured { Fate::Captured } else { Fate::Killed });
        state.vacant.insert(leader);
    }

    /// The Second General, or the leader of the Line or Wing, above a leader. A replacement has the one that was above his
    /// predecessor (I.0f).
    pub(crate) fn superior(&self, state: &State, leader: CounterId) -> CounterId {
        if leader.is_none() {
            return leader;
        }
        let print = self.counter(leader);
        let led = self.corps.iter().enumerate().find(|(index, _)| print.replacement && state.leads[*index] == leader);
        match led.map(|(_, corps)| corps.leader).filter(|before| !before.is_none() && *before != leader) {
            Some(before) if rule!("I.0f", true) => self.counter(before).under,
            Some(_) | None => print.under,
        }
    }

    /// Who may follow a lost leader: the named successor of the General in Chief (I.0e), a replacement of the same or a lower
    /// grade for the others (I.0f).
    fn may_follow(&self, state: &State, lost: CounterId, leader: CounterId) -> bool {
        let side = self.side_of(lost);
        if self.side_of(leader) != side || !self.is_leader(leader) {
            return false;
        }
        if state.chief[side.index()] == lost {
            return leader == self.successors[side.index()] && state.on_map(leader) && rule!("I.0e", true);
        }
        let print = self.counter(leader);
        let grade = |counter: CounterId| self.counter(counter).rank().unwrap_or(Rank::Corps);
        print.replacement && state.fate[leader.index()] == Fate::None && rule!("I.0f", grade(leader) <= grade(lost))
    }

    fn followers(&self, state: &State, lost: CounterId) -> CounterSet {
        self.leaders.iter().filter(|it| self.may_follow(state, lost, *it)).collect()
    }

    /// The first leader of a side whose place can be filled.
    fn vacancy(&self, state: &State, side: Side) -> Option<CounterId> {
        let lost = state.vacant.intersection(self.counters_of(side));
        lost.iter().find(|lost| !self.followers(state, *lost).is_empty())
    }

    /// Whether a side has a lost leader to replace, and somebody to do it with.
    pub(crate) fn successor_due(&self, state: &State, side: Side) -> bool {
        self.vacancy(state, side).is_some()
    }

    /// A free hex: the owner chooses any that troops could enter.
    fn is_open_to_leader(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.ground.class(hex) != Class::Impassable && !state.alight.contains(hex) && !self.is_enemys(state, side, hex)
    }

    pub(crate) fn may_appoint(&self, state: &State, side: Side, leader: CounterId, hex: Hex) -> Ruling {
        let Some(lost) = self.vacancy(state, side) else {
            return Err(refuse(case!("I.0f"), "no leader is to be replaced now").also(&[case!("I.0e")]));
        };
        if !self.may_follow(state, lost, leader) {
            return Err(refuse(case!("I.0f"), "{unit} cannot take the place of {other}")
                .unit(leader)
                .other(lost)
                .also(&[case!("I.0e")]));
        }
        match self.is_open_to_leader(state, side, hex) {
            true => Ok(()),
            false => Err(refuse(case!("I.0e"), "{unit} cannot be placed in {place}")
                .unit(leader)
                .place(hex)
                .also(&[case!("I.0f"), case!("5.4d")])),
        }
    }

    pub(crate) fn list_appointments(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let Some(lost) = self.vacancy(state, side) else { return };
        for leader in self.followers(state, lost) {
            for hex in self.ground.grid.hexes().filter(|hex| self.is_open_to_leader(state, side, *hex)) {
                actions.push(Action::Appoint(leader, hex));
            }
        }
    }

    pub(crate) fn appoint(&self, state: &mut State, leader: CounterId, hex: Hex, events: &mut impl Sink<Event>) {
        let Frame::Successor { side } = state.frame() else { return };
        state.frames.pop();
        let Some(lost) = self.vacancy(state, side) else { return };
        state.vacant.remove(lost);
        if state.chief[side.index()] == lost {
            state.chief[side.index()] = leader;
        }
        for corps in 0..self.corps.len() {
            if state.leads[corps] == lost {
                state.leads[corps] = leader;
            }
        }
        self.bring(state, leader, hex, events);
        events.event(Event::Appointed { leader, instead_of: lost, at: hex });
    }
}
