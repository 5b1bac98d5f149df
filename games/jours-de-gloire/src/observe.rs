//! What a viewer hears of what happens.

use kernel::{Side, Viewer};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{
    Administration, AdministrationVeiled, Calendar, CalendarVeiled, Card, Combat, CombatVeiled, Common, CommonVeiled,
    Event, Movement, MovementVeiled,
};
use crate::sets::CounterSet;
use crate::state::State;

impl Rules {
    /// The event as this viewer may know it; `state` is the one after it.
    pub fn observed(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        let ears = Ears { rules: self, state, viewer, side: self.side_of_viewer(viewer) };
        match event {
            Event::Common(event) => ears.common(event).map(Event::Common),
            Event::Calendar(event) => Some(Event::Calendar(ears.calendar(event))),
            Event::Administration(event) => Some(Event::Administration(ears.administration(event))),
            Event::Movement(event) => ears.movement(event).map(Event::Movement),
            Event::Combat(event) => Some(Event::Combat(ears.combat(event))),
            Event::Card(Card::Played { .. } | Card::Effect { .. }) => Some(event.clone()),
        }
    }
}

struct Ears<'a> {
    rules: &'a Rules,
    state: &'a State,
    viewer: Viewer,
    side: Option<Side>,
}

impl Ears<'_> {
    fn owns(&self, side: Side) -> bool {
        self.side == Some(side)
    }

    /// A counter that the viewer can tell from others.
    fn knows(&self, counter: CounterId) -> bool {
        self.owns(self.rules.side_of(counter)) || self.state.piece(counter).face_up
    }

    fn counter(&self, counter: Option<CounterId>) -> Option<CounterId> {
        counter.filter(|counter| self.knows(*counter))
    }

    fn counters(&self, counters: Option<CounterSet>) -> Option<CounterSet> {
        counters.filter(|counters| counters.iter().all(|counter| self.knows(counter)))
    }

    fn own<T>(&self, side: Side, fact: Option<T>) -> Option<T> {
        fact.filter(|_| self.owns(side))
    }

    fn common(&self, event: &Common) -> Option<Common> {
        let Some(veiled) = event.veiled() else { return Some(event.clone()) };
        let CommonVeiled::StandingOrders { seat } = veiled;
        (self.viewer == Viewer::Seat(seat)).then(|| event.clone())
    }

    fn calendar(&self, event: &Calendar) -> Calendar {
        let Some(veiled) = event.veiled() else { return event.clone() };
        match veiled {
            CalendarVeiled::Arrived { side, at, counters, count } => {
                Calendar::Arrived { side, at, counters: self.counters(counters), count }
            }
            CalendarVeiled::AtTheEntry { side, at, counters, count } => {
                Calendar::AtTheEntry { side, at, counters: self.counters(counters), count }
            }
            CalendarVeiled::Replaced { counter, side, nation } => {
                Calendar::Replaced { counter: self.own(side, counter), side, nation }
            }
            CalendarVeiled::Drawn { side, card } => Calendar::Drawn { side, card: self.own(side, card) },
        }
    }

    fn administration(&self, event: &Administration) -> Administration {
        let Some(veiled) = event.veiled() else { return event.clone() };
        match veiled {
            AdministrationVeiled::DummyReturned { side, counter, at } => {
                Administration::DummyReturned { side, counter: self.counter(counter), at }
            }
            AdministrationVeiled::PointsShared { army, with, first, second } => {
                let side = self.rules.scenario.armies[army.index()].side;
                let [first, second] = [first, second].map(|points| self.own(side, points));
                Administration::PointsShared { army, with, first, second }
            }
        }
    }

    fn movement(&self, event: &Movement) -> Option<Movement> {
        let Some(veiled) = event.veiled() else { return Some(event.clone()) };
        Some(match veiled {
            MovementVeiled::Activated { side, at, stack, count, forced, cost } => {
                // 4.5h: what a stack costs is its own side's business.
                let cost = cost.filter(|_| self.owns(side) || !rule!("4.5h", true));
                let stack = self.counters(stack);
                Movement::Activated { side, at, stack, count, forced, cost }
            }
            MovementVeiled::Stepped { side, stack, count, from, to } => {
                Movement::Stepped { side, stack: self.counters(stack), count, from, to }
            }
            // Others see a counter more in the box when it is made, and no strength that goes into it later.
            MovementVeiled::Detached { side, parent, detachment, strength, at } => {
                if !self.owns(side) && strength != Some(1) {
                    return None;
                }
                let [parent, detachment] = [parent, detachment].map(|counter| self.own(side, counter));
                Movement::Detached { side, parent, detachment, strength: self.own(side, strength), at }
            }
            MovementVeiled::Merged { side, detachment, into, at, gone, in_hand, lay } => {
                if !self.owns(side) && !gone {
                    return None;
                }
                let [detachment, into] = [detachment, into].map(|counter| self.own(side, counter));
                Movement::Merged { side, detachment, into, at, gone, in_hand, lay }
            }
            MovementVeiled::FlagTurned { side, openly, .. } => {
                return (openly || self.owns(side)).then(|| event.clone());
            }
            MovementVeiled::WithdrawalThrown { side, die, counter, lost } => {
                Movement::WithdrawalThrown { side, die, counter: self.counter(counter), lost }
            }
            MovementVeiled::Withdrew { side, counter, from, to } => {
                Movement::Withdrew { side, counter: self.counter(counter), from, to }
            }
            MovementVeiled::Stragglers { counter, .. } | MovementVeiled::Recovered { counter, .. } => {
                return self.owns(self.rules.side_of(counter)).then(|| event.clone());
            }
        })
    }

    fn combat(&self, event: &Combat) -> Combat {
        let Some(CombatVeiled::TacticChosen { side, tactic }) = event.veiled() else { return event.clone() };
        let spied = self.side.is_some() && self.state.battle.is_some_and(|battle| battle.spies == self.side);
        Combat::TacticChosen { side, tactic: tactic.filter(|_| self.owns(side) || spied) }
    }
}
