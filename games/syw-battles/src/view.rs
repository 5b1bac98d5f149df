//! What a viewer may know: everything but the approach plans of the other side (A.2b). The view is built field by field, so
//! that a new field of the state does not compile until somebody has decided who sees it.

use kernel::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::scenario::Plan;
use crate::sequence::Frame;
use crate::state::{CORPS, State};
use crate::unit::CorpsId;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub viewer: Viewer,
    seen: Box<State>,
}

impl View {
    pub(crate) fn of(rules: &Rules, state: &State, viewer: Viewer) -> View {
        // No `..` here.
        let State {
            turn,
            holder,
            player,
            part,
            done,
            frames,
            at,
            tail,
            fate,
            formation,
            facing,
            split,
            top,
            below,
            cover,
            occupied,
            out_of_command,
            moved,
            second_move,
            arrived,
            stirred,
            stood,
            queue,
            hand,
            approached,
            stays,
            strained,
            hesitates,
            sweep,
            fired,
            charged,
            was_charged,
            tried,
            spared,
            shot,
            charge,
            exposed,
            crowded,
            chief,
            leads,
            vacant,
            plan,
            alight,
            bridges_down,
            control,
        } = state.clone();
        let mut shown = plan.clone();
        for index in 0..CORPS.min(rules.corps.len()) {
            let corps = CorpsId(index as u8);
            if rules.is_secret(state, corps) && !rules.may_know(viewer, corps) {
                shown[index] = Plan::NONE;
            }
        }
        let plan = shown;
        // The dice for the hour of a corps are not there for others, nor how many are to come.
        let mut frames = frames;
        frames.retain(|frame| rules.sees_frame(state, *frame, viewer));
        View {
            viewer,
            seen: Box::new(State {
                turn,
                holder,
                player,
                part,
                done,
                frames,
                at,
                tail,
                fate,
                formation,
                facing,
                split,
                top,
                below,
                cover,
                occupied,
                out_of_command,
                moved,
                second_move,
                arrived,
                stirred,
                stood,
                queue,
                hand,
                approached,
                stays,
                strained,
                hesitates,
                sweep,
                fired,
                charged,
                was_charged,
                tried,
                spared,
                shot,
                charge,
                exposed,
                crowded,
                chief,
                leads,
                vacant,
                plan,
                alight,
                bridges_down,
                control,
            }),
        }
    }

    /// The position as it is seen: what is hidden is empty.
    pub fn seen(&self) -> &State {
        &self.seen
    }
}

impl Rules {
    /// Whether a viewer may know that this goes on: the secret dice for the hour are their owner's.
    fn sees_frame(&self, state: &State, frame: Frame, viewer: Viewer) -> bool {
        !matches!(frame, Frame::HourDie { corps } if self.is_secret(state, corps) && !self.may_know(viewer, corps))
    }

    /// Whether a viewer may know the plan of a corps: its own side may.
    pub(crate) fn may_know(&self, viewer: Viewer, corps: CorpsId) -> bool {
        viewer == Viewer::Seat(Seat(self.corps[corps.index()].side.0))
    }
}
