//! The course of a turn: what the game waits for, and which rule answers.

use kernel::{Illegal, Pending, Seat, Sink, Throw};

use crate::{Action, Decision, Event, Rules, State, UnitId};

impl Rules {
    pub(crate) fn waits(&self, state: &State) -> Pending<Decision> {
        if state.is_over {
            return Pending::Over(self.verdict_of(state));
        }
        if state.attacked.is_some() {
            return Pending::Chance(Throw::d6(case!("1.2"), "attack"));
        }
        Pending::one(self.seat_of(state.player), Decision)
    }

    pub(crate) fn list(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        for unit in UnitId::all() {
            let Some(from) = state.place(unit) else { continue };
            let near = self.map.grid.neighbours(from).iter().filter(|hex| hex.is_some());
            let marches = near.map(|to| Action::March { unit, to: *to });
            let attacks = UnitId::all().map(|enemy| Action::Attack { unit, enemy });
            actions.extend(marches.chain(attacks).filter(|action| self.judge(state, seat, action).is_ok()));
        }
        actions.extend(Some(Action::Stay).filter(|action| self.judge(state, seat, action).is_ok()));
    }

    pub(crate) fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.may_act(state, seat)?;
        match *action {
            Action::March { unit, to } => self.may_march(state, seat, unit, to),
            Action::Attack { unit, enemy } => self.may_attack(state, seat, unit, enemy),
            Action::Stay => Ok(()),
        }
    }

    pub(crate) fn carry_out(&self, state: &mut State, action: &Action, events: &mut impl Sink<Event>) {
        match *action {
            Action::March { unit, to } => {
                state.at[unit.index()] = Some(to);
                events.event(Event::Marched { unit, to });
                self.next(state, events);
            }
            Action::Attack { unit, enemy } => {
                state.attacked = Some(enemy);
                events.event(Event::Attacked { unit, enemy });
            }
            Action::Stay => {
                events.event(Event::Stayed { side: state.player });
                self.next(state, events);
            }
        }
    }
}
