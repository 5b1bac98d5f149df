//! What a viewer may know: everything, in these battles. The view is nevertheless built field by field, so that a new
//! field of the state does not compile until somebody has decided who sees it.

use serde::{Deserialize, Serialize};

use crate::state::State;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct View(Box<State>);

impl View {
    pub(crate) fn of(state: &State) -> View {
        // No `..` here.
        let State {
            turn,
            holder,
            player,
            frames,
            at,
            fate,
            strength,
            facing,
            top,
            below,
            occupied,
            disorganized,
            uncommanded,
            square,
            wounded,
            chief,
            chief_killed,
            rallied,
            pinned,
            fired,
            fired_in_phase,
            reacted,
            limbered,
            square_fired,
            moved,
            marched,
            entered,
            queue,
            left_square,
            hand,
            vacated,
            withdrawn,
            marker,
            marker_fought,
            aim,
            origin,
            charged,
            poised,
            spent,
            countercharged,
            fought,
            attacked,
            duty,
            combat,
            hits,
            losses,
            command,
            activated,
            current_group,
            control,
        } = state.clone();
        View(Box::new(State {
            turn,
            holder,
            player,
            frames,
            at,
            fate,
            strength,
            facing,
            top,
            below,
            occupied,
            disorganized,
            uncommanded,
            square,
            wounded,
            chief,
            chief_killed,
            rallied,
            pinned,
            fired,
            fired_in_phase,
            reacted,
            limbered,
            square_fired,
            moved,
            marched,
            entered,
            queue,
            left_square,
            hand,
            vacated,
            withdrawn,
            marker,
            marker_fought,
            aim,
            origin,
            charged,
            poised,
            spent,
            countercharged,
            fought,
            attacked,
            duty,
            combat,
            hits,
            losses,
            command,
            activated,
            current_group,
            control,
        }))
    }

    pub(crate) fn state(&self) -> State {
        (*self.0).clone()
    }
}
