//! The counters for a drawing.

use board::footprint::Front;
use kernel::Case;
use kernel::chart::{Arm, Mark, Piece};

use crate::Rules;
use crate::counters::{Kind, UnitId};
use crate::state::{Fate, State};

impl Rules {
    /// Garrisons lie under the units that share their hex.
    pub(crate) fn pieces_of(&self, state: &State) -> Vec<Piece> {
        let on_map = |unit: &UnitId| state.fate[unit.index()] == Fate::OnMap;
        let mut units: Vec<UnitId> = (0..self.units.len()).map(|index| UnitId(index as u8)).filter(on_map).collect();
        units.sort_by_key(|unit| !self.is_garrison(*unit));
        let mut pieces: Vec<Piece> = units.into_iter().map(|unit| self.piece(state, unit)).collect();
        pieces.extend(self.at_the_edge(state));
        pieces
    }

    /// 7.0: reinforcements whose turn has come lie at their entry hexes until they are brought in.
    fn at_the_edge(&self, state: &State) -> Vec<Piece> {
        let waits = |unit: &UnitId| {
            state.fate[unit.index()] == Fate::Waiting
                && self.in_hand(state).is_none_or(|hand| hand.unit != *unit)
                && self.way_in(state, *unit).is_ok_and(|(_, turn)| turn <= state.turn)
        };
        let units = (0..self.units.len()).map(|index| UnitId(index as u8)).filter(waits);
        let lying = units.filter_map(|unit| {
            let (entry, _) = self.way_in(state, unit).ok()?;
            let mut piece = self.piece(state, unit);
            piece.places = vec![self.ground.grid.name(entry)];
            piece.marks.push(Mark { text: "E".into(), note: "waits to enter the map here".into(), case: case!("7.0") });
            Some(piece)
        });
        lying.collect()
    }

    /// The counters as they are printed.
    pub(crate) fn printed_counters(&self) -> Vec<Piece> {
        let nowhere = self.empty_state();
        (0..self.units.len()).map(|index| self.piece(&nowhere, UnitId(index as u8))).collect()
    }

    /// The states of a unit that a player has to remember.
    fn marks(&self, state: &State, unit: UnitId) -> Vec<Mark> {
        let owes = state.duty.contains(unit) && !state.fought.contains(unit);
        let duty = match self.side_of(unit) == state.player {
            true => ("!", "must attack", case!("5.1a"), owes),
            false => ("!", "must be attacked", case!("5.1b"), owes),
        };
        let marks = [
            ("R", "in reserve", case!("11.0"), state.reserve.contains(unit)),
            ("F", "has its division's fresh strength", case!("21.1"), state.fresh.contains(unit)),
            duty,
            ("m", "has moved", case!("4.0"), state.moved.contains(unit)),
            ("x", "has fought", case!("5.2"), state.fought.contains(unit)),
        ];
        let mark = |(text, note, case, _): (&str, &str, Case, bool)| Mark {
            text: text.to_owned(),
            note: note.to_owned(),
            case,
        };
        marks.into_iter().filter(|(_, _, _, set)| *set).map(mark).collect()
    }

    fn piece(&self, state: &State, unit: UnitId) -> Piece {
        let counter = self.unit(unit);
        Piece {
            id: counter.id.clone(),
            places: Some(state.hex_of(unit))
                .filter(|hex| hex.is_some())
                .map(|hex| self.ground.grid.name(hex))
                .into_iter()
                .collect(),
            side: counter.side(),
            nation: counter.army.id().to_owned(),
            arm: match counter.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
                Kind::Artillery => Arm::Artillery,
            },
            name: counter.name.clone(),
            strength: counter.strength.to_string(),
            movement: counter.movement.to_string(),
            marks: self.marks(state, unit),
            print: None,
            length: 1,
            facing: None,
            front: Front::default(),
            bears: Vec::new(),
        }
    }
}
