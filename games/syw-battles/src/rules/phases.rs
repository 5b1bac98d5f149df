//! The course of a turn: how one frame follows the other until somebody decides or a die falls.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::{Event, Phase};
use crate::sequence::Frame;
use crate::state::State;
use crate::unit::enemy_of;

impl Rules {
    /// Carries the game on to the next decision, throw or end.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            let waits = match state.frame() {
                Frame::Setup => self.end_setup(state, events),
                Frame::BeginTurn => self.go_on_beginning(state, events),
                Frame::Command => self.command_phase(state, events),
                Frame::OpenMovement => self.go_on_opening(state, events),
                Frame::Move => self.go_on_choosing(state),
                Frame::Moving => self.go_on_moving(state, events),
                Frame::Approach => self.go_on_answering(state, events),
                Frame::Strains => self.go_on_straining(state, events),
                Frame::Fire { guns } => self.go_on_firing(state, guns, events),
                Frame::Charges => self.go_on_charging(state, events),
                Frame::Recoil { unit, left, from, flight } => {
                    self.go_on_recoiling(state, (unit, left, from, flight), events)
                }
                Frame::Unstack { hex } => self.go_on_unstacking(state, hex),
                Frame::CloseFire => self.close_fire(state),
                Frame::Defender => self.strike_defender(state, events),
                Frame::Attacker => self.strike_attacker(state, events),
                Frame::ChargedLeaders => self.endanger_leaders(state),
                Frame::Advance => self.go_on_advancing(state, events),
                Frame::CloseCharge => self.close_charge(state),
                Frame::Routing { unit, left } => self.go_on_routing(state, (unit, left), events),
                Frame::Rally => self.go_on_rallying(state, events),
                Frame::Rout => self.go_on_with_rout(state, events),
                Frame::Reorganise => self.go_on_reorganising(state, events),
                Frame::EndTurn => self.end_turn(state, events),
                Frame::Plan { .. }
                | Frame::HourDie { .. }
                | Frame::AfterHours
                | Frame::Muster
                | Frame::PointDie { .. }
                | Frame::Call { .. }
                | Frame::Successor { .. }
                | Frame::HesitationDie
                | Frame::Initiative
                | Frame::Astride { .. }
                | Frame::LostWayDie
                | Frame::Press
                | Frame::FireDie
                | Frame::DemolitionDie
                | Frame::Declare
                | Frame::GiveWay
                | Frame::ChargeDie
                | Frame::Check { .. }
                | Frame::Face { .. }
                | Frame::LeaderDie { .. }
                | Frame::GameOver => true,
            };
            if waits {
                return;
            }
        }
    }

    /// A phase in which the players choose by turns begins (S41).
    pub(crate) fn open_alternate(&self, state: &mut State, frame: Frame, phase: Phase, events: &mut impl Sink<Event>) {
        state.player = state.holder;
        state.done = [false; 2];
        state.frames.push(frame);
        events.event(Event::PhaseBegan { side: None, phase });
    }

    /// Whose choice it is in such a phase: false when both have finished. Who has nothing to choose has finished.
    pub(crate) fn whose_choice(&self, state: &mut State, able: impl Fn(&Rules, &State, Side) -> bool) -> bool {
        for _ in 0..2 {
            let player = state.player;
            if !state.done[player.index()] {
                if able(self, state, player) {
                    return true;
                }
                state.done[player.index()] = true;
            }
            state.player = enemy_of(player);
        }
        false
    }

    /// After a choice it is the other player's turn, unless he has finished.
    pub(crate) fn alternate(&self, state: &mut State) {
        let other = enemy_of(state.player);
        if !state.done[other.index()] {
            state.player = other;
        }
    }

    /// A player has finished the phase.
    pub(crate) fn finish_phase(&self, state: &mut State) {
        state.done[state.player.index()] = true;
        self.alternate(state);
    }

    /// A counter in hand whose move has been ended for it, or that has lost its way.
    fn go_on_moving(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let piece = state.hand.piece;
        let gone = !state.on_map(piece) && !self.is_waiting(state, piece);
        if gone {
            self.halt(state, events);
            return false;
        }
        if state.hand.lost && !state.hand.finished {
            return self.go_astray(state, events);
        }
        if state.hand.lost {
            self.halt(state, events);
            return false;
        }
        true
    }
}
