//! Chapter 3: the nine phases of a turn, and how one follows the other.

use kernel::{Outcome, Sink};

use crate::Rules;
use crate::event::{Event, Phase};
use crate::sequence::Frame;
use crate::state::{Combat, ENTRIES, State};
use crate::unit::{ALLIED, BOTH, CounterSet, FRENCH, enemy_of};

impl Rules {
    /// Carries the game on to the next decision, throw or end.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            // 11.63: a new army commander is named before anything else happens.
            if !matches!(state.frame(), Frame::Successor { .. } | Frame::GameOver)
                && let Some(side) = self.successor_due(state)
            {
                state.frames.push(Frame::Successor { side });
            }
            let waits = match state.frame() {
                Frame::Command => self.open_reorganization(state, events),
                Frame::Reorganize { side } => self.pop_unless(state, self.rally_open(state, side)),
                Frame::OpenFire => self.open_fire(state, events),
                Frame::OpenMovement => self.open_movement(state, events),
                Frame::Moving => self.go_on_moving(state, events),
                Frame::FormSquare { hex } => self.pop_unless(state, self.square_open(state, hex)),
                Frame::React => self.pop_unless(state, self.reaction_open(state)),
                Frame::Withdraw => self.go_on_withdrawing(state, events),
                Frame::OpenCombat => self.open_combat(state, events),
                Frame::Skirmish { side } => self.pop_unless(state, self.volley_open(state, side)),
                Frame::Volley { side } => self.pop_unless(state, self.volley_open(state, side)),
                Frame::Hits => self.carry_out_hits(state, events),
                Frame::Ratio => self.reckon(state, events),
                Frame::Retreat { .. } => self.go_on_retreating(state, events),
                Frame::Disorganize { side } => {
                    state.frames.pop();
                    for unit in state.combat.of(side) {
                        self.disorganize(state, unit, events);
                    }
                    false
                }
                Frame::Tests { .. } => match state.combat.testing.first() {
                    Some(unit) => {
                        state.combat.testing.remove(unit);
                        if state.on_map(unit) {
                            state.frames.push(Frame::MoraleDice { unit });
                        }
                        false
                    }
                    None => self.pop_unless(state, false),
                },
                Frame::Pursuit { side } => self.pop_unless(state, self.pursuit_open(state, side)),
                Frame::LossDice { side } => {
                    let stands = state.combat.of(side).iter().any(|unit| state.on_map(unit));
                    self.pop_unless(state, stands)
                }
                Frame::Losses { side } => self.go_on_losing(state, side, events),
                Frame::CloseCombat => self.close_combat(state, events),
                Frame::EndTurn => self.end_turn(state, events),
                Frame::Initiative
                | Frame::RallyDice { .. }
                | Frame::Fire
                | Frame::GunDice { .. }
                | Frame::Move
                | Frame::SquareDice { .. }
                | Frame::Assault
                | Frame::Declare
                | Frame::RifleDice { .. }
                | Frame::CombatDie
                | Frame::MoraleDice { .. }
                | Frame::PursuitDice { .. }
                | Frame::Face { .. }
                | Frame::CommanderDice { .. }
                | Frame::Successor { .. }
                | Frame::GameOver => true,
            };
            if waits {
                return;
            }
        }
    }

    pub(crate) fn pop_unless(&self, state: &mut State, waits: bool) -> bool {
        if !waits {
            state.frames.pop();
        }
        waits
    }

    pub(crate) fn become_frame(&self, state: &mut State, frame: Frame) {
        state.frames.pop();
        state.frames.push(frame);
    }

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
    fn open_reorganization(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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
    fn open_fire(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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
    fn open_movement(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let side = state.player;
        let own = self.counters_of(side);
        for set in [&mut state.moved, &mut state.marched, &mut state.left_square, &mut state.charged, &mut state.poised]
        {
            *set = CounterSet::EMPTY;
        }
        for set in [&mut state.reacted, &mut state.countercharged, &mut state.fought, &mut state.attacked] {
            *set = CounterSet::EMPTY;
        }
        state.spent = state.spent.difference(own);
        state.limbered = state.limbered.difference(own);
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
        // 10.18: the enemy's foot guns that moved were silent in this phase.
        state.limbered = state.limbered.difference(theirs);
        state.poised = CounterSet::EMPTY;
        self.become_frame(state, Frame::OpenCombat);
    }

    /// Phases 6 and 9.
    fn open_combat(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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

    fn end_turn(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
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
