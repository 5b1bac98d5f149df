//! What a viewer hears of what happens.

use kernel::{Side, Viewer};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Administration, Calendar, Card, Combat, Common, Event, Movement};
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
        match event {
            Common::StandingOrders { seat } => (self.viewer == Viewer::Seat(*seat)).then(|| event.clone()),
            Common::PhaseBegan { .. }
            | Common::TurnedUp { .. }
            | Common::Eliminated { .. }
            | Common::Captured { .. }
            | Common::LeaderDrivenOff { .. }
            | Common::DummiesGone { .. }
            | Common::Admitted { .. }
            | Common::EntrenchmentGone { .. }
            | Common::SiegeOver { .. } => Some(event.clone()),
        }
    }

    fn calendar(&self, event: &Calendar) -> Calendar {
        match *event {
            Calendar::Arrived { side, at, counters, count } => {
                Calendar::Arrived { side, at, counters: self.counters(counters), count }
            }
            Calendar::AtTheEntry { side, at, counters, count } => {
                Calendar::AtTheEntry { side, at, counters: self.counters(counters), count }
            }
            Calendar::Replaced { counter, side, nation } => {
                Calendar::Replaced { counter: self.own(side, counter), side, nation }
            }
            Calendar::Drawn { side, card } => Calendar::Drawn { side, card: self.own(side, card) },
            Calendar::TurnBegan { .. }
            | Calendar::Weather { .. }
            | Calendar::LeaderRemoved { .. }
            | Calendar::LeaderReplaced { .. }
            | Calendar::LeaderReturned { .. }
            | Calendar::FirstPlayerThrown { .. }
            | Calendar::FirstPlayer { .. }
            | Calendar::Delayed { .. }
            | Calendar::SteppedAside { .. }
            | Calendar::ReplacementsLost { .. }
            | Calendar::Shuffled
            | Calendar::Discarded { .. }
            | Calendar::ArmisticeMoved { .. }
            | Calendar::RestartMoved { .. }
            | Calendar::ArmisticeDeclared
            | Calendar::Twin { .. }
            | Calendar::Resumed
            | Calendar::LiftedAway { .. }
            | Calendar::Defected { .. }
            | Calendar::Ended { .. } => event.clone(),
        }
    }

    fn administration(&self, event: &Administration) -> Administration {
        match *event {
            Administration::DummyReturned { side, counter, at } => {
                Administration::DummyReturned { side, counter: self.counter(counter), at }
            }
            Administration::PointsShared { army, with, first, second } => {
                let side = self.rules.scenario.armies[army.index()].side;
                let [first, second] = [first, second].map(|points| self.own(side, points));
                Administration::PointsShared { army, with, first, second }
            }
            Administration::Hidden { .. }
            | Administration::UnitDissolved { .. }
            | Administration::ForceMarked { .. }
            | Administration::Supply { .. }
            | Administration::Points { .. }
            | Administration::DieToShare { .. } => event.clone(),
        }
    }

    fn movement(&self, event: &Movement) -> Option<Movement> {
        Some(match *event {
            Movement::Activated { side, at, stack, count, forced, cost } => {
                // 4.5h: what a stack costs is its own side's business.
                let cost = cost.filter(|_| self.owns(side) || !rule!("4.5h", true));
                let stack = self.counters(stack);
                Movement::Activated { side, at, stack, count, forced, cost }
            }
            Movement::Stepped { side, stack, count, from, to } => {
                Movement::Stepped { side, stack: self.counters(stack), count, from, to }
            }
            // Others see a counter more in the box when it is made, and no strength that goes into it later.
            Movement::Detached { side, parent, detachment, strength, at } => {
                if !self.owns(side) && strength != Some(1) {
                    return None;
                }
                let [parent, detachment] = [parent, detachment].map(|counter| self.own(side, counter));
                Movement::Detached { side, parent, detachment, strength: self.own(side, strength), at }
            }
            Movement::Merged { side, detachment, into, at, gone, in_hand, lay } => {
                if !self.owns(side) && !gone {
                    return None;
                }
                let [detachment, into] = [detachment, into].map(|counter| self.own(side, counter));
                Movement::Merged { side, detachment, into, at, gone, in_hand, lay }
            }
            Movement::FlagTurned { side, openly, .. } => {
                if !openly && !self.owns(side) {
                    return None;
                }
                event.clone()
            }
            Movement::WithdrawalThrown { side, die, counter, lost } => {
                Movement::WithdrawalThrown { side, die, counter: self.counter(counter), lost }
            }
            Movement::Withdrew { side, counter, from, to } => {
                Movement::Withdrew { side, counter: self.counter(counter), from, to }
            }
            Movement::Stragglers { counter, .. } | Movement::Recovered { counter, .. } => {
                if !self.owns(self.rules.side_of(counter)) {
                    return None;
                }
                event.clone()
            }
            Movement::PointsThrown { .. }
            | Movement::Halted { .. }
            | Movement::Engaged { .. }
            | Movement::Entrenched { .. }
            | Movement::BridgeDestroyed { .. }
            | Movement::BridgeRepaired { .. }
            // Whether it costs a point follows from what was said of the far bank.
            | Movement::PontoonLaid { .. }
            | Movement::PontoonTakenUp { .. }
            | Movement::WorkGivenUp { .. }
            | Movement::Scouting { .. }
            | Movement::ScoutsFailed { .. }
            | Movement::Scouted { .. }
            | Movement::WentBack { .. }
            | Movement::StoodFast { .. }
            | Movement::InterceptionDeclared { .. }
            | Movement::InterceptionThrown { .. }
            | Movement::Intercepted { .. }
            | Movement::SteppedBack { .. }
            | Movement::LetPass { .. }
            | Movement::MovementEnded { .. } => event.clone(),
        })
    }

    fn combat(&self, event: &Combat) -> Combat {
        match *event {
            Combat::TacticChosen { side, tactic } => {
                let spied = self.side.is_some() && self.state.battle.is_some_and(|battle| battle.spies == self.side);
                Combat::TacticChosen { side, tactic: tactic.filter(|_| self.owns(side) || spied) }
            }
            Combat::BattleMarked { .. }
            | Combat::GunsDeclared { .. }
            | Combat::GunsThrown { .. }
            | Combat::MarchersJoined { .. }
            | Combat::MarchersTooLate { .. }
            | Combat::BattleBegan { .. }
            | Combat::StoodOutside { .. }
            | Combat::WentInside { .. }
            | Combat::LeftTheCity { .. }
            | Combat::SiegeLaid { .. }
            | Combat::SiegeThrown { .. }
            | Combat::TacticsShown { .. }
            | Combat::NobodyToFight { .. }
            | Combat::Encircled { .. }
            | Combat::Flanked { .. }
            | Combat::OverrunTried { .. }
            | Combat::OverrunThrown { .. }
            | Combat::AdvancedOn { .. }
            | Combat::Round { .. }
            | Combat::Thrown { .. }
            | Combat::ArtilleryThrown { .. }
            | Combat::Lost { .. }
            | Combat::MoraleThrown { .. }
            | Combat::Ended { .. }
            | Combat::Points { .. }
            | Combat::Retreated { .. }
            | Combat::NoWayOut { .. }
            | Combat::LostAtTheRiver { .. }
            | Combat::PursuitThrown { .. }
            | Combat::BridgeBlowing { .. }
            | Combat::Retired { .. } => event.clone(),
        }
    }
}
