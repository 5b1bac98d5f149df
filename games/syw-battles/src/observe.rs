//! What a viewer hears of what happens.

use kernel::Viewer;

use crate::Rules;
use crate::event::Event;

impl Rules {
    /// The event as this viewer may know it: plans and their dice are for those who made them (A.2b).
    pub(crate) fn observed(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Planned { corps, .. } => self.may_know(viewer, *corps).then_some(*event),
            Event::HourThrown { corps, .. } => {
                let written = self.approach_of(*corps).is_some_and(|approach| approach.called_after.is_none());
                (!written || self.may_know(viewer, *corps)).then_some(*event)
            }
            Event::TurnBegan { .. }
            | Event::PhaseBegan { .. }
            | Event::Called { .. }
            | Event::PlansMade { .. }
            | Event::PointThrown { .. }
            | Event::Entered { .. }
            | Event::Initiative { .. }
            | Event::OutOfCommand { .. }
            | Event::HesitationThrown { .. }
            | Event::Appointed { .. }
            | Event::Moved { .. }
            | Event::Turned { .. }
            | Event::Wheeled { .. }
            | Event::Formed { .. }
            | Event::LeftBrigade { .. }
            | Event::Halted { .. }
            | Event::WayThrown { .. }
            | Event::Checked { .. }
            | Event::Disorganised { .. }
            | Event::Shaken { .. }
            | Event::Panicked { .. }
            | Event::Dissolved { .. }
            | Event::Recoiled { .. }
            | Event::Captured { .. }
            | Event::Destroyed { .. }
            | Event::Unstacked { .. }
            | Event::Fired { .. }
            | Event::FireThrown { .. }
            | Event::Held { .. }
            | Event::Aimed { .. }
            | Event::DemolitionThrown { .. }
            | Event::Alight { .. }
            | Event::BridgeDown { .. }
            | Event::ChargeDeclared { .. }
            | Event::ChargeThrown { .. }
            | Event::GaveWay { .. }
            | Event::Stayed { .. }
            | Event::Advanced { .. }
            | Event::LeaderThrown { .. }
            | Event::LeaderLost { .. }
            | Event::Rallied { .. }
            | Event::Ran { .. }
            | Event::RoutedOff { .. }
            | Event::Reorganised { .. }
            | Event::Reformed { .. }
            | Event::ControlTaken { .. }
            | Event::GameOver => Some(*event),
        }
    }
}
