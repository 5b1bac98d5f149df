//! Chapter 3: the sequence of play, and the rules of 18.0 on when the game ends.
//! Decides 3.0, 3.0d, 8.2, 18.0.

use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{ALLIED, UnitSet, enemy_of};
use crate::event::{Activation, Event, Phase};
use crate::sequence::Frame;
use crate::state::{Attack, State};

impl Rules {
    pub(crate) fn pop_unless(&self, state: &mut State, waits: bool) -> bool {
        if !waits {
            state.frames.pop();
        }
        waits
    }

    fn become_frame(&self, state: &mut State, frame: Frame) {
        state.frames.pop();
        state.frames.push(frame);
    }

    pub(crate) fn open_movement(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        state.moved = UnitSet::EMPTY;
        state.crowded = None;
        state.second_division = None;
        self.survey_reserve_limits(state);
        events.event(Event::PhaseBegan { side: state.player, phase: Phase::Movement });
        self.become_frame(state, Frame::Move);
        if self.dresden() && state.player == ALLIED {
            state.frames.push(Frame::SpendMorale);
            if self.klenau_die_due(state) {
                state.frames.push(Frame::KlenauDie);
            }
        }
        false
    }

    pub(crate) fn end_movement(&self, state: &mut State) {
        state.moved = UnitSet::EMPTY;
        state.too_near = crate::HexSet::EMPTY;
        self.become_frame(state, Frame::OpenCombat);
    }

    pub(crate) fn open_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        // 8.2: no combat by night.
        if rule!("8.2", self.night(state)) {
            events.event(Event::NightWithoutCombat { side: state.player });
            self.after_combat(state);
            return false;
        }
        events.event(Event::PhaseBegan { side: state.player, phase: Phase::Combat });
        self.begin_combat(state);
        // 21.1: the attacker declares fresh strength, then the defender; not where nobody can fight.
        if self.eylau() && self.combat_possible(state) {
            state.frames.push(Frame::Fresh { side: enemy_of(state.player) });
            state.frames.push(Frame::Fresh { side: state.player });
        }
        false
    }

    /// The state of a Combat Phase in which nothing has been done yet.
    pub(crate) fn begin_combat(&self, state: &mut State) {
        self.become_frame(state, Frame::Attack);
        state.fought = UnitSet::EMPTY;
        state.duty = UnitSet::EMPTY;
        state.fresh = UnitSet::EMPTY;
        state.fired_from = crate::HexSet::EMPTY;
        state.attack = Attack::default();
        self.open_duties(state);
    }

    pub(crate) fn end_combat(&self, state: &mut State, events: &mut impl Sink<Event>) {
        self.close_fresh(state, events);
        self.score_old_town(state, events);
        state.fought = UnitSet::EMPTY;
        state.duty = UnitSet::EMPTY;
        state.fired_from = crate::HexSet::EMPTY;
        state.ready = [crate::HexSet::EMPTY; 2];
        state.awaiting = crate::HexSet::EMPTY;
        self.after_combat(state);
    }

    /// 3.0: first player, then second player, then the next turn.
    fn after_combat(&self, state: &mut State) {
        let second = enemy_of(self.scenario.first);
        if rule!("3.0", state.player != second) {
            state.player = second;
            self.become_frame(state, Frame::OpenMovement);
        } else {
            self.become_frame(state, Frame::EndTurn);
        }
    }

    pub(crate) fn end_turn(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        // 3.0d: the track ends the game.
        if rule!("3.0d", usize::from(state.turn) >= self.scenario.turns.len()) {
            self.game_over(state, events);
            return true;
        }
        // 18.0: after turns 6 and 16 the Allied player decides.
        if self.dresden() && rule!("18.0", self.scenario.may_end_after.contains(&state.turn)) {
            self.become_frame(state, Frame::FightOn);
            return true;
        }
        self.after_the_turn(state, events)
    }

    /// 18.0: the Allied player goes on.
    pub(crate) fn fight_on(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::FoughtOn { turn: state.turn });
        self.after_the_turn(state, events);
    }

    fn after_the_turn(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if self.dresden() && self.scenario.day_ends.contains(&state.turn) {
            self.end_day(state, events);
            return false;
        }
        self.next_turn(state, events)
    }

    pub(crate) fn game_over(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::GameOver);
        state.frames.clear();
        state.frames.push(Frame::GameOver);
    }

    /// 16.6, 16.7, 17.2: resets, then the first player's disrupted units, then the second player's.
    pub(crate) fn end_day(&self, state: &mut State, events: &mut impl Sink<Event>) {
        self.reset_morale(state, events);
        state.frames.clear();
        state.frames.push(Frame::Night);
        let placers: [Side; 2] = [self.scenario.first, enemy_of(self.scenario.first)];
        for placer in placers {
            state.frames.push(Frame::Reorganize { placer });
        }
    }

    pub(crate) fn next_turn(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let before = self.sky(state);
        // A test that switches 3.0d off plays on past the track's end.
        if usize::from(state.turn) < self.scenario.turns.len() {
            state.turn += 1;
        }
        state.player = self.scenario.first;
        events.event(Event::TurnBegan { turn: state.turn });
        if self.sky(state) != before {
            self.survey_zones(state);
            self.wake_covered_reserves(state, events);
        }
        // 17.3: the recall lasts for the night. Whoever is still in an enemy zone by day is activated (11.2).
        if !self.night(state) && !state.recalled.is_empty() {
            state.recalled = UnitSet::EMPTY;
            self.wake_covered_reserves(state, events);
        }
        state.frames.clear();
        state.frames.push(Frame::OpenMovement);
        false
    }

    /// 11.2: reserves that find themselves in an enemy zone, because the weather opens a stream to zones again (13.0a)
    /// or because the night of their recall is over (17.3).
    fn wake_covered_reserves(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for unit in state.reserve.difference(state.recalled) {
            let enemy = enemy_of(self.side_of(unit));
            if state.on_map(unit) && state.zone[enemy.index()].contains(state.hex_of(unit)) {
                self.activate(state, unit, Activation::EnemyZone, events);
            }
        }
    }
}
