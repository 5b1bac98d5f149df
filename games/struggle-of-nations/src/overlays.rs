//! What can be laid over the map.

use kernel::aids::{Overlay, OverlayInfo, OverlayQuery};

use crate::Rules;
use crate::state::State;

impl Rules {
    pub(crate) fn overlays_of(&self, _state: &State) -> Vec<OverlayInfo> {
        Vec::new()
    }

    pub(crate) fn overlay_of(&self, _state: &State, query: &OverlayQuery) -> Result<Overlay, String> {
        Err(format!("there is no overlay \"{}\"", query.id))
    }
}
