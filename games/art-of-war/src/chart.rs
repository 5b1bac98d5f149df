//! The position for a drawing.

use kernel::chart::{Arm, Chart, Piece};

use crate::Rules;
use crate::state::{Fate, State};
use crate::unit::{Kind, UnitId};
use crate::view::View;

impl Rules {
    /// Garrisons lie under the units that share their hex.
    pub(crate) fn chart_of(&self, view: &View) -> Chart {
        Chart { map: self.map.clone(), pieces: self.pieces_of(view) }
    }

    pub(crate) fn pieces_of(&self, view: &View) -> Vec<Piece> {
        let state = self.state_from(view);
        let mut units: Vec<UnitId> =
            view.units.iter().filter(|seen| seen.fate == Fate::OnMap).map(|seen| seen.unit).collect();
        units.sort_by_key(|unit| !self.is_garrison(*unit));
        units.into_iter().map(|unit| self.piece(&state, unit)).collect()
    }

    /// The counters as they are printed.
    pub(crate) fn printed_counters(&self) -> Vec<Piece> {
        let nowhere = self.empty_state();
        (0..self.units.len()).map(|index| self.piece(&nowhere, UnitId(index as u8))).collect()
    }

    fn piece(&self, state: &State, unit: UnitId) -> Piece {
        let counter = self.unit(unit);
        let marks = [
            ("R", state.reserve.contains(unit)),
            ("F", state.fresh.contains(unit)),
            ("!", state.duty.contains(unit) && !state.fought.contains(unit)),
            ("m", state.moved.contains(unit)),
            ("x", state.fought.contains(unit)),
        ];
        Piece {
            id: counter.id.clone(),
            hex: state.hex_of(unit),
            place: Some(state.hex_of(unit))
                .filter(|hex| hex.is_some())
                .map_or(String::new(), |hex| self.ground.grid.name(hex)),
            side: counter.side(),
            nation: counter.army.name().to_lowercase(),
            arm: match counter.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
                Kind::Artillery => Arm::Artillery,
            },
            name: counter.name.clone(),
            strength: counter.strength.to_string(),
            movement: counter.movement.to_string(),
            marks: marks.into_iter().filter(|(_, set)| *set).map(|(mark, _)| mark.to_owned()).collect(),
            facing: None,
        }
    }
}
