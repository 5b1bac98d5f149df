//! What a viewer hears of what happens.

use kernel::{Side, Viewer};

use crate::Rules;
use crate::event::{Event, Veiled};
use crate::roster::{LeaderId, UnitId};
use crate::state::State;

impl Rules {
    /// What a viewer hears of an event: names that do not show are left out, and with them what only their owner knows.
    pub(crate) fn observed(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        let Some(veiled) = event.veiled() else { return Some(*event) };
        let mine = |side: Side| self.side_of_viewer(viewer) == Some(side);
        let masked = |leader: LeaderId| {
            if leader.is_none() || self.knows(state, viewer, leader) { leader } else { LeaderId::NONE }
        };
        let own = |leader: LeaderId| !leader.is_none() && mine(self.side_of(leader));
        let told_if = |told: bool| told.then_some(*event);
        let told_or = |told: bool, otherwise: Event| Some(if told { *event } else { otherwise });
        // A counter that comes or goes is seen, and not what it is.
        let comes = |at| Event::Promoted { leader: LeaderId::NONE, unit: UnitId::NONE, at };
        let goes = |at| Event::Removed { leader: LeaderId::NONE, at };
        match veiled {
            Veiled::PointsThrown { army, die, .. } => {
                told_or(mine(army.side()), Event::PointsThrown { army, die, received: u8::MAX, kept: u8::MAX })
            }
            Veiled::Extended { army, .. } => told_or(mine(army.side()), Event::Extended { army, left: i8::MIN }),
            Veiled::ReplacementsReceived { side } => told_if(mine(side)),
            Veiled::Commanded { army, .. } | Veiled::ProvisionallyCommanded { army, .. } => told_if(mine(army.side())),
            Veiled::Transferred { unit, .. }
            | Veiled::Merged { unit, .. }
            | Veiled::Raised { unit, .. }
            | Veiled::Replaced { unit, .. }
            | Veiled::Dismounted { unit, .. }
            | Veiled::ClassThrown { unit, .. } => told_if(mine(self.unit(unit).side)),
            Veiled::Promoted { unit, at, .. } => told_or(mine(self.unit(unit).side), comes(at)),
            Veiled::DummyPlaced { leader, at } => told_or(own(leader), comes(at.lead)),
            Veiled::Removed { leader, at } | Veiled::LeaderToCentre { leader, at } => told_or(own(leader), goes(at)),
            Veiled::Lost { leader, .. } | Veiled::Eliminated { leader, .. } => {
                told_if(own(leader) || (!leader.is_none() && state.open.contains(leader)))
            }
            Veiled::AttritionThrown { leader, .. } => told_if(own(leader)),
            Veiled::Bared { leader, .. } => told_if(own(leader) || !masked(leader).is_none()),
            Veiled::InitiativeThrown { leader, die, passed, at, .. } => told_or(
                own(leader),
                Event::InitiativeThrown { leader: masked(leader), die, needs: i8::MIN, passed, at },
            ),
            // 21.secret: with the option nobody hears how the dice fell.
            Veiled::DisorderThrown { leader, die, disorganized } => {
                let told = Event::DisorderThrown { leader: masked(leader), die, disorganized };
                (own(leader) || !self.options.secret_rally).then_some(told)
            }
            Veiled::RallyThrown { leader, die, rallied } => {
                let told = Event::RallyThrown { leader: masked(leader), die, rallied };
                (own(leader) || !self.options.secret_rally).then_some(told)
            }
            Veiled::MarchBegan { how, commander, at } => {
                Some(Event::MarchBegan { how, commander: masked(commander), at })
            }
            Veiled::Moved { leader, from, to } => Some(Event::Moved { leader: masked(leader), from, to }),
            Veiled::Formed { leader, facing } => Some(Event::Formed { leader: masked(leader), facing }),
            Veiled::Dropped { leader, at } => Some(Event::Dropped { leader: masked(leader), at }),
            Veiled::Stopped { leader, at } => Some(Event::Stopped { leader: masked(leader), at }),
            Veiled::Halted { leader, at } => Some(Event::Halted { leader: masked(leader), at }),
            Veiled::Arrived { leader, at } => Some(Event::Arrived { leader: masked(leader), at }),
            Veiled::Displaced { leader, from, to } => Some(Event::Displaced { leader: masked(leader), from, to }),
            Veiled::Cantoned { leader, at } => Some(Event::Cantoned { leader: masked(leader), at }),
            Veiled::BridgeThrown { leader, bridge, blow, die, done } => {
                Some(Event::BridgeThrown { leader: masked(leader), bridge, blow, die, done })
            }
            Veiled::TrainLaid { leader, from, to } => Some(Event::TrainLaid { leader: masked(leader), from, to }),
            Veiled::TrainLifted { leader } => Some(Event::TrainLifted { leader: masked(leader) }),
        }
    }
}
