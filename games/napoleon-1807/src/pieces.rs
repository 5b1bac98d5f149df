//! What a page shows on the map: the counters and their marks.

use board::footprint::Front;
use kernel::Case;
use kernel::chart::{Arm, Mark, Piece};

use crate::Rules;
use crate::counters::{CounterId, Kind};
use crate::state::State;

impl Rules {
    /// Commanders lie on top of the units that share their hex.
    pub(crate) fn pieces_of(&self, state: &State) -> Vec<Piece> {
        self.all().filter(|counter| state.on_map(*counter)).map(|counter| self.piece(state, counter)).collect()
    }

    /// The counters as they are printed.
    pub(crate) fn printed_counters(&self) -> Vec<Piece> {
        let mut nowhere = self.empty_state();
        for counter in self.all() {
            nowhere.strength[counter.index()] = self.counter(counter).strength;
        }
        self.all().map(|counter| self.piece(&nowhere, counter)).collect()
    }

    /// The states of a counter that a player has to remember.
    pub(crate) fn marks(&self, state: &State, counter: CounterId) -> Vec<Mark> {
        let own = self.side_of(counter) == state.player;
        let met = if own { state.fought } else { state.attacked };
        let owes = state.duty.contains(counter) && !met.contains(counter);
        let marks = [
            ("D", "disorganized", case!("8.5"), state.disorganized.contains(counter)),
            ("□", "in square", case!("13.11"), state.square.contains(counter)),
            ("C", "charge marker", case!("9.1"), state.marker.contains(counter)),
            ("?", "out of command", case!("11.5"), state.uncommanded.contains(counter)),
            ("W", "wounded", case!("11.62"), state.wounded.contains(counter)),
            ("★", "army commander", case!("11.22"), state.chief.contains(&counter)),
            ("f", "has fired in this turn", case!("10.17"), state.fired.contains(counter)),
            (
                "!",
                if own { "must attack" } else { "must be attacked" },
                if own { case!("8.22") } else { case!("8.21") },
                owes,
            ),
            ("m", "has moved", case!("4.27"), state.moved.contains(counter)),
        ];
        let mark = |(text, note, case, _): (&str, &str, Case, bool)| Mark {
            text: text.to_owned(),
            note: note.to_owned(),
            case,
        };
        marks.into_iter().filter(|(_, _, _, set)| *set).map(mark).collect()
    }

    fn piece(&self, state: &State, counter: CounterId) -> Piece {
        let print = self.counter(counter);
        let is_unit = self.is_unit(counter);
        let at = Some(state.hex_of(counter)).filter(|hex| hex.is_some() && state.on_map(counter));
        Piece {
            id: print.id.clone(),
            places: at.map(|hex| self.number_of(hex)).into_iter().collect(),
            side: print.side,
            nation: print.nation.id().to_owned(),
            arm: match print.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry { .. } => Arm::Cavalry,
                Kind::Artillery(_) => Arm::Artillery,
                Kind::Commander(_) => Arm::Leader,
            },
            name: print.name.clone(),
            strength: match is_unit {
                true => state.strength[counter.index()].to_string(),
                false => format!("{:+}", self.skill(state, counter)),
            },
            movement: print.mobility.to_string(),
            marks: self.marks(state, counter),
            print: None,
            length: 1,
            facing: (is_unit && at.is_some()).then(|| state.facing[counter.index()]),
            front: Front::Broad,
            bears: Vec::new(),
        }
    }
}
