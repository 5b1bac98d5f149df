//! Chapter 3: the nine phases of a turn, and how one follows the other.
//! Decides 3.1, 3.1b, 3.1e, 3.1i, 8.26b, 9.15b, S.bergfriede.b.

use kernel::{Outcome, Sink};

use crate::Rules;
use crate::counters::{ALLIED, BOTH, CounterSet, FRENCH, enemy_of};
use crate::event::{Event, Phase};
use crate::sequence::Frame;
use crate::state::{Combat, ENTRIES, State};

impl Rules {
    /// What lasts a turn is over.
    pub(crate) fn begin_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::TurnBegan { turn: state.turn });
        state.combat = Combat::none();
        state.fired = CounterSet::EMPTY;
        state.square_fired = CounterSet::EMPTY;
        state.entered = CounterSet::EMPTY;
        self.open_initiative(state, events);
    }

    /// Phase 1. On a first turn that names a holder there are no dice (S.bergfriede.b).
    pub(crate) fn open_initiative(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.clear();
        state.frames.push(Frame::Initiative);
        let first = state.turn == self.scenario.turns[0].number;
        if let Some(side) = self.scenario.initiative.filter(|_| first)
            && rule!("S.bergfriede.b", true)
        {
            events.event(Event::InitiativeGiven { side });
            self.give_initiative(state, side);
        }
    }

    fn give_initiative(&self, state: &mut State, side: kernel::Side) {
        state.holder = Some(side);
        state.player = side;
        self.become_frame(state, Frame::Command);
    }

    /// 3.1: a die each, the commander in chief, and one for who had the initiative last.
    pub(crate) fn initiative_falls(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        let dice = [outcome.0[0], outcome.0[1]];
        let totals = BOTH.map(|side| {
            let held = rule!("3.1", state.holder == Some(side));
            let bonus = if held { self.tables.initiative.last_holder } else { 0 };
            dice[side.index()] as i8 + self.initiative_skill(state, side) + bonus
        });
        // 3.1b: equal totals are thrown again.
        let holder = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Some(FRENCH),
            std::cmp::Ordering::Less => Some(ALLIED),
            std::cmp::Ordering::Equal if rule!("3.1b", true) => None,
            std::cmp::Ordering::Equal => Some(FRENCH),
        };
        events.event(Event::InitiativeThrown { dice, totals, holder });
        if let Some(side) = holder {
            self.give_initiative(state, side);
        }
    }

    /// Phase 2, and the opening of phase 3: A first (3.1e).
    pub(crate) fn open_reorganization(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        events.event(Event::PhaseBegan { side: None, phase: Phase::Command });
        self.check_command(state, events);
        state.rallied = CounterSet::EMPTY;
        state.frames.clear();
        state.frames.push(Frame::OpenFire);
        let order = if rule!("3.1e", true) {
            [enemy_of(state.player), state.player]
        } else {
            [state.player, enemy_of(state.player)]
        };
        for side in order {
            state.frames.push(Frame::Reorganize { side });
        }
        if BOTH.into_iter().any(|side| self.rally_open(state, side)) {
            events.event(Event::PhaseBegan { side: None, phase: Phase::Reorganization });
        }
        false
    }

    /// Phases 4 and 7.
    pub(crate) fn open_fire(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let side = state.player;
        let own = self.counters_of(side);
        state.combat = Combat::none();
        state.fired_in_phase = state.fired_in_phase.difference(own);
        state.pinned = CounterSet::EMPTY;
        for battery in own.intersection(self.guns) {
            if state.on_map(battery) && self.has_enemy_beside(state, side, state.hex_of(battery)) {
                state.pinned.insert(battery);
            }
        }
        // 3.1i: passed over if nobody can fire.
        if !self.fire_open(state) && rule!("3.1i", true) {
            self.become_frame(state, Frame::OpenMovement);
            return false;
        }
        events.event(Event::PhaseBegan { side: Some(side), phase: Phase::Fire });
        self.become_frame(state, Frame::Fire);
        false
    }

    /// Phases 5 and 8.
    pub(crate) fn open_movement(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let side = state.player;
        let own = self.counters_of(side);
        for set in [&mut state.moved, &mut state.marched, &mut state.left_square, &mut state.charged, &mut state.poised]
        {
            *set = CounterSet::EMPTY;
        }
        for set in [&mut state.reacted, &mut state.countercharged, &mut state.fought, &mut state.attacked] {
            *set = CounterSet::EMPTY;
        }
        // 9.15b: a marker from an earlier movement phase serves in a countercharge, and no more in the combat phase to come.
        for unit in state.marker.intersection(own) {
            if rule!("9.15b", true) {
                state.aim[unit.index()] = state.hex_of(unit);
            }
        }
        state.spent = state.spent.difference(own);
        state.queue = [0; ENTRIES];
        self.fill_command(state, side);
        events.event(Event::PhaseBegan { side: Some(side), phase: Phase::Movement });
        self.become_frame(state, Frame::Move);
        false
    }

    pub(crate) fn end_movement(&self, state: &mut State, events: &mut impl Sink<Event>) {
        // 9.15b: a marker whose unit has fought goes at the end of the enemy's movement phase.
        let theirs = self.counters_of(enemy_of(state.player));
        if rule!("9.15b", true) {
            let fought = state.marker.intersection(theirs).intersection(state.marker_fought);
            self.remove_markers(state, fought, events);
        }
        // 10.18: the enemy's foot guns that moved were silent in this phase, and until it if their side has moved twice.
        state.limbered = state.limbered.difference(theirs);
        state.poised = CounterSet::EMPTY;
        self.become_frame(state, Frame::OpenCombat);
    }

    /// Phases 6 and 9.
    pub(crate) fn open_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        // 8.26b: who charged in movement may attack again.
        if rule!("8.26b", true) {
            state.fought = CounterSet::EMPTY;
            state.attacked = CounterSet::EMPTY;
        }
        state.combat = Combat::none();
        self.open_duties(state);
        events.event(Event::PhaseBegan { side: Some(state.player), phase: Phase::Combat });
        self.become_frame(state, Frame::Assault);
        if !self.attack_open(state) {
            self.end_assaults(state, events);
        }
        false
    }

    /// The combats are over; units that took part in none may still fire, the other side first (N9).
    pub(crate) fn end_assaults(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.combat = Combat::none();
        state.duty = CounterSet::EMPTY;
        state.combat.attacker = state.player;
        let side = state.player;
        let next = self.after_combat(state, events);
        self.become_frame(state, next);
        state.frames.push(Frame::Skirmish { side });
        state.frames.push(Frame::Skirmish { side: enemy_of(side) });
    }

    /// 3.1: A's three phases, B's three phases, then the next turn.
    fn after_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> Frame {
        // 9.15b: a marker that was not used goes at the end of the enemy's combat phase at the latest.
        let theirs = self.counters_of(enemy_of(state.player));
        self.remove_markers(state, state.marker.intersection(theirs), events);
        if rule!("3.1", state.holder == Some(state.player)) {
            state.player = enemy_of(state.player);
            Frame::OpenFire
        } else {
            Frame::EndTurn
        }
    }

    pub(crate) fn end_turn(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let last = self.scenario.turns[self.scenario.turns.len() - 1].number;
        if state.turn >= last {
            self.game_over(state, events);
            return true;
        }
        state.turn += 1;
        self.begin_turn(state, events);
        false
    }

    pub(crate) fn game_over(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::GameOver);
        state.frames.clear();
        state.frames.push(Frame::GameOver);
    }
}
