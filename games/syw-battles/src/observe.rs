//! What a viewer hears of what happens.

use kernel::Viewer;

use crate::Rules;
use crate::event::{Event, Veiled};

impl Rules {
    /// The event as this viewer may know it: plans and their dice are for those who made them (A.2b).
    pub(crate) fn observed(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        let heard = match event.veiled() {
            None => true,
            Some(Veiled::Planned { corps, .. }) => self.may_know(viewer, corps),
            Some(Veiled::HourThrown { corps, .. }) => {
                let written = self.approach_of(corps).is_some_and(|approach| approach.called_after.is_none());
                !written || self.may_know(viewer, corps)
            }
        };
        heard.then_some(*event)
    }
}
