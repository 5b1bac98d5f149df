//! The log: whom and where an event concerns, so that a line of it can light up the map.

use board::boxes::{BoxId, ConnectionId};
use kernel::Concerns;

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Administration, Calendar, Combat, Common, Event, Movement};
use crate::sets::CounterSet;

impl Rules {
    /// Whom and where an event concerns, as far as it says so itself.
    pub(crate) fn concerns_of_event(&self, event: &Event) -> Concerns {
        let mut concerned = Concerned { rules: self, units: Vec::new(), boxes: Vec::new() };
        match event {
            Event::Common(event) => concerned.common(event),
            Event::Calendar(event) => concerned.calendar(event),
            Event::Administration(event) => match event {
                Administration::DummyReturned { at, counter, .. } => concerned.at(*at).maybe(counter),
                Administration::ForceMarked { at, .. } => concerned.at(*at),
                Administration::UnitDissolved { counter, at, .. } => concerned.unit(*counter).at(*at),
                Administration::Hidden { .. }
                | Administration::Supply { .. }
                | Administration::Points { .. }
                | Administration::DieToShare { .. }
                | Administration::PointsShared { .. } => &mut concerned,
            },
            Event::Movement(event) => concerned.movement(event),
            Event::Combat(event) => concerned.combat(event),
            Event::Card(_) => &mut concerned,
        };
        let Concerned { units, boxes, .. } = concerned;
        Concerns { units, places: boxes }
    }
}

struct Concerned<'r> {
    rules: &'r Rules,
    units: Vec<String>,
    boxes: Vec<String>,
}

impl Concerned<'_> {
    fn at(&mut self, place: BoxId) -> &mut Self {
        self.boxes.push(self.rules.box_name(place).to_owned());
        self
    }

    fn both(&mut self, from: BoxId, to: BoxId) -> &mut Self {
        self.at(from).at(to)
    }

    fn across(&mut self, connection: ConnectionId) -> &mut Self {
        let [a, b] = self.rules.ground.ends(connection);
        self.both(a, b)
    }

    fn unit(&mut self, counter: CounterId) -> &mut Self {
        self.units.push(self.rules.counter(counter).id.clone());
        self
    }

    fn maybe(&mut self, counter: &Option<CounterId>) -> &mut Self {
        if let Some(counter) = counter {
            self.unit(*counter);
        }
        self
    }

    fn all(&mut self, counters: &Option<CounterSet>) -> &mut Self {
        for counter in counters.iter().flat_map(|set| set.iter()) {
            self.unit(counter);
        }
        self
    }

    fn common(&mut self, event: &Common) -> &mut Self {
        match event {
            Common::PhaseBegan { .. } | Common::StandingOrders { .. } => self,
            Common::TurnedUp { counter, at, .. } | Common::Eliminated { counter, at, .. } => {
                self.unit(*counter).at(*at)
            }
            Common::Captured { leader, at, .. } => self.unit(*leader).at(*at),
            Common::LeaderDrivenOff { leader, at, to } => {
                self.unit(*leader).at(*at);
                match to {
                    Some(to) => self.at(*to),
                    None => self,
                }
            }
            Common::DummiesGone { at, .. }
            | Common::Admitted { at, .. }
            | Common::EntrenchmentGone { at, .. }
            | Common::SiegeOver { at } => self.at(*at),
        }
    }

    fn calendar(&mut self, event: &Calendar) -> &mut Self {
        match event {
            Calendar::LeaderRemoved { leader, .. } => self.unit(*leader),
            Calendar::LeaderReplaced { by, .. } | Calendar::Twin { by, .. } => self.unit(*by),
            Calendar::LeaderReturned { leader, at } => self.unit(*leader).at(*at),
            Calendar::Arrived { at, counters, .. } | Calendar::AtTheEntry { at, counters, .. } => {
                self.all(counters).at(*at)
            }
            Calendar::SteppedAside { from, to, .. } => self.both(*from, *to),
            Calendar::Replaced { counter, .. } => self.maybe(counter),
            Calendar::LiftedAway { counter, to } => self.unit(*counter).at(*to),
            Calendar::Defected { counter, .. } => self.unit(*counter),
            Calendar::TurnBegan { .. }
            | Calendar::Weather { .. }
            | Calendar::FirstPlayerThrown { .. }
            | Calendar::FirstPlayer { .. }
            | Calendar::Delayed { .. }
            | Calendar::ReplacementsLost { .. }
            | Calendar::Drawn { .. }
            | Calendar::Shuffled
            | Calendar::Discarded { .. }
            | Calendar::ArmisticeMoved { .. }
            | Calendar::RestartMoved { .. }
            | Calendar::ArmisticeDeclared
            | Calendar::Resumed
            | Calendar::Ended { .. } => self,
        }
    }

    fn movement(&mut self, event: &Movement) -> &mut Self {
        match event {
            Movement::Activated { at, stack, .. } => self.all(stack).at(*at),
            Movement::Stepped { stack, from, to, .. } => self.all(stack).both(*from, *to),
            Movement::Detached { parent, detachment, at, .. } => self.maybe(parent).maybe(detachment).at(*at),
            Movement::Merged { into, at, .. } => self.maybe(into).at(*at),
            Movement::Halted { at, .. }
            | Movement::Engaged { at }
            | Movement::Entrenched { at, .. }
            | Movement::FlagTurned { at, .. }
            | Movement::Scouting { at, .. }
            | Movement::ScoutsFailed { at }
            | Movement::Scouted { at, .. }
            | Movement::StoodFast { at, .. } => self.at(*at),
            Movement::BridgeDestroyed { connection, .. }
            | Movement::BridgeRepaired { connection, .. }
            | Movement::PontoonLaid { connection, .. }
            | Movement::PontoonTakenUp { connection, .. }
            | Movement::WorkGivenUp { connection, .. } => self.across(*connection),
            Movement::WithdrawalThrown { counter, .. } => self.maybe(counter),
            Movement::WentBack { from, to, .. } | Movement::SteppedBack { from, to, .. } => self.both(*from, *to),
            Movement::Withdrew { counter, from, to, .. } => self.maybe(counter).both(*from, *to),
            Movement::InterceptionDeclared { from, .. } | Movement::InterceptionThrown { from, .. } => self.at(*from),
            Movement::Intercepted { from, at, .. } => self.both(*from, *at),
            Movement::Stragglers { counter, .. } | Movement::Recovered { counter, .. } => self.unit(*counter),
            Movement::PointsThrown { .. } | Movement::LetPass { .. } | Movement::MovementEnded { .. } => self,
        }
    }

    fn combat(&mut self, event: &Combat) -> &mut Self {
        match event {
            Combat::BattleMarked { at }
            | Combat::BattleBegan { at, .. }
            | Combat::StoodOutside { at, .. }
            | Combat::WentInside { at, .. }
            | Combat::SiegeLaid { at, .. }
            | Combat::SiegeThrown { at, .. }
            | Combat::NobodyToFight { at }
            | Combat::Encircled { at, .. }
            | Combat::Flanked { at, .. }
            | Combat::OverrunTried { at }
            | Combat::Ended { at, .. }
            | Combat::NoWayOut { at, .. } => self.at(*at),
            Combat::GunsDeclared { from, to, .. }
            | Combat::LeftTheCity { from, to, .. }
            | Combat::AdvancedOn { from, to, .. }
            | Combat::Retreated { from, to, .. }
            | Combat::Retired { from, to, .. } => self.both(*from, *to),
            Combat::GunsThrown { from, .. } | Combat::MarchersTooLate { from, .. } => self.at(*from),
            Combat::MarchersJoined { at, from, .. } => self.both(*from, *at),
            Combat::Lost { counter, .. } => self.unit(*counter),
            Combat::TacticChosen { .. }
            | Combat::TacticsShown { .. }
            | Combat::OverrunThrown { .. }
            | Combat::Round { .. }
            | Combat::Thrown { .. }
            | Combat::ArtilleryThrown { .. }
            | Combat::MoraleThrown { .. }
            | Combat::Points { .. }
            | Combat::LostAtTheRiver { .. }
            | Combat::PursuitThrown { .. }
            | Combat::BridgeBlowing { .. } => self,
        }
    }
}
