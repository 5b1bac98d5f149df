//! What is known of an army's administration.

use board::Hex;
use serde::{Deserialize, Serialize};

use crate::state::{ArmyState, Centre, Pledge};
use crate::theatre::SourceId;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArmyView {
    pub centre: Centre,
    pub centre_at: [Hex; 2],
    pub centre_from: [Hex; 2],
    pub source: SourceId,
    pub changing: SourceId,
    pub source_lost: bool,
    pub source_at: Hex,
    /// Its level only of the viewer's side.
    pub pledge: Pledge,
    pub fresh: bool,
    pub line: u8,
    pub withdrew: u8,
    pub moving_turns: u8,
    /// Points and shift, of the viewer's side.
    pub own: Option<(i8, i8)>,
}

impl ArmyView {
    /// Everybody sees markers and lines; points and declarations are its own side's.
    pub(crate) fn of(army: &ArmyState, mine: bool) -> ArmyView {
        let ArmyState {
            points,
            shift,
            centre,
            centre_at,
            centre_from,
            source,
            changing,
            source_lost,
            source_at,
            pledge,
            fresh,
            line,
            withdrew,
            moving_turns,
        } = *army;
        let own = mine.then_some((points, shift));
        let pledge = if mine || pledge == Pledge::Due { pledge } else { Pledge::Free };
        ArmyView {
            centre,
            centre_at,
            centre_from,
            source,
            changing,
            source_lost,
            source_at,
            pledge,
            fresh,
            line,
            withdrew,
            moving_turns,
            own,
        }
    }
}
