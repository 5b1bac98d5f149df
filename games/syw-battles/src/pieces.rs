//! What a page shows on the map: the counters, their marks and what is printed on them.

use board::footprint::Front;
use kernel::Case;
use kernel::chart::{Arm as DrawnArm, Borne, Mark, Piece};

use crate::Rules;
use crate::counters::{Arm, CounterId, Formation, Kind};
use crate::state::State;

impl Rules {
    pub(crate) fn all(&self) -> impl Iterator<Item = CounterId> + use<> {
        (0..self.counters.len() as u16).map(CounterId)
    }

    /// Brigades lie below the square counters on them, leaders on top.
    pub(crate) fn pieces_of(&self, state: &State) -> Vec<Piece> {
        let shown = |counter: &CounterId| state.on_map(*counter) && state.formation(*counter) != Formation::Brigade;
        self.all().filter(shown).map(|counter| self.piece(state, counter)).collect()
    }

    /// The counters as they are printed.
    pub(crate) fn printed_counters(&self) -> Vec<Piece> {
        let nowhere = self.empty_state();
        self.all().map(|counter| self.piece(&nowhere, counter)).collect()
    }

    /// The states of a counter that a player has to remember.
    pub(crate) fn marks(&self, state: &State, counter: CounterId) -> Vec<Mark> {
        let formation = state.formation(counter);
        let marks = [
            ("A", "Adapted", case!("2.3b"), formation == Formation::Column && self.is_unit(counter)),
            ("S", "Shaken", case!("6.0e"), formation == Formation::Shaken),
            ("P", "Panicked", case!("6.0f"), formation == Formation::Panicked),
            ("L", "limbered", case!("3.22a"), formation == Formation::Limbered),
            ("D", "out of command: Defend", case!("C.2a"), state.out_of_command.contains(counter)),
            ("!", "stays to charge", case!("H.1m"), state.stays.contains(counter)),
            ("★", "General in Chief", case!("C.1a"), state.chief.contains(&counter)),
            ("f", "has fired", case!("G.3d"), state.fired.contains(counter)),
            ("c", "has charged", case!("H.1f"), state.charged.contains(counter)),
            ("m", "has moved", case!("D.1b"), state.moved.contains(counter)),
        ];
        let mark = |(text, note, case, _): (&str, &str, Case, bool)| Mark {
            text: text.to_owned(),
            note: note.to_owned(),
            case,
        };
        marks.into_iter().filter(|(_, _, _, set)| *set).map(mark).collect()
    }

    /// What stands on a counter: its strength and effectiveness; of a brigade, how many units are still in it.
    fn strength_printed(&self, state: &State, counter: CounterId) -> String {
        let print = self.counter(counter);
        match print.kind {
            Kind::Brigade(_) => {
                let there = print.units.len() - self.missing_from(state, counter).min(print.units.len());
                if state.on_map(counter) {
                    format!("{there}/{}", print.units.len())
                } else {
                    print.units.len().to_string()
                }
            }
            Kind::Unit(_) | Kind::Battery => format!("{}-{}", print.strength, self.effectiveness(state, counter)),
            Kind::Leader(_) => self.effectiveness(state, counter).to_string(),
            Kind::Baggage => "1".into(),
        }
    }

    fn piece(&self, state: &State, counter: CounterId) -> Piece {
        let print = self.counter(counter);
        let places = self.places(state, counter);
        let formation = state.formation(counter);
        Piece {
            id: print.id.clone(),
            places: places.iter().map(|hex| self.number_of(*hex)).collect(),
            side: print.side,
            nation: print.nation.id().to_owned(),
            arm: match print.kind {
                Kind::Brigade(Arm::Infantry) | Kind::Unit(Arm::Infantry) => DrawnArm::Infantry,
                Kind::Brigade(Arm::Cavalry) | Kind::Unit(Arm::Cavalry) => DrawnArm::Cavalry,
                Kind::Battery | Kind::Baggage => DrawnArm::Artillery,
                Kind::Leader(_) => DrawnArm::Leader,
            },
            name: print.name.clone(),
            strength: self.strength_printed(state, counter),
            movement: self.allowance(state, counter).to_string(),
            marks: self.marks(state, counter),
            print: None,
            length: print.length,
            facing: (formation.has_facing() && !places.is_empty()).then(|| state.facing(counter)),
            front: Front::Narrow,
            bears: if print.is_brigade() { self.borne_by(state, counter) } else { Vec::new() },
        }
    }

    /// The units still in a brigade on the map, from its right or its head.
    fn borne_by(&self, state: &State, brigade: CounterId) -> Vec<Borne> {
        let inside = |unit: &CounterId| state.on_map(*unit) && state.formation(*unit) == Formation::Brigade;
        let units = self.counter(brigade).units.iter().copied().filter(inside);
        let places = self.places(state, brigade);
        // Those whose part of a Column is still on its way onto the map come last.
        let tail = places.last().copied();
        let place_of = |unit: CounterId| Some(self.hex_of_unit(state, unit)).filter(|hex| hex.is_some()).or(tail);
        let borne = units.filter_map(|unit| {
            Some(Borne {
                unit: self.word_for(unit),
                place: self.number_of(place_of(unit)?),
                strength: self.strength_printed(state, unit),
                marks: self.marks(state, unit),
            })
        });
        borne.collect()
    }
}
