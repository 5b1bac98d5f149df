//! Chapter 16: army morale and demoralization in Dresden.
//! Decides 16.0, 16.0b, 16.1, 16.1b, 16.2, 16.2b, 16.3, 16.3b, 16.6, 16.6b, 16.7.

use kernel::Sink;

use crate::Rules;
use crate::counters::{Army, UnitId};
use crate::event::Event;
use crate::state::{Fate, State};

impl Rules {
    /// 16.0: at level 0 an army is demoralized.
    #[inline]
    pub(crate) fn demoralized(&self, state: &State, army: Army) -> bool {
        self.dresden() && rule!("16.0", state.morale[army.index()] == 0)
    }

    pub(crate) fn set_morale(&self, state: &mut State, army: Army, level: u8, events: &mut impl Sink<Event>) {
        let from = state.morale[army.index()];
        if level == from {
            return;
        }
        state.morale[army.index()] = level;
        events.event(Event::MoraleChanged { army, from, to: level });
        if level == 0 {
            events.event(Event::Demoralized { army });
            self.activate_army(state, army, events);
        }
    }

    /// 16.1: a retreat or a displacement costs the unit's own army one.
    pub(crate) fn note_retreat(&self, state: &mut State, unit: UnitId, displaced: bool) {
        if !self.dresden() {
            return;
        }
        let army = self.unit(unit).army.index();
        // 16.1b: displaced units count like retreating ones.
        if (displaced && rule!("16.1b", true)) || (!displaced && rule!("16.1", true)) {
            state.attack.morale[army] -= 1;
        }
    }

    /// 16.2: an eliminated unit costs two; 16.2b: so does a disrupted one.
    pub(crate) fn note_loss(&self, state: &mut State, unit: UnitId, disrupted: bool) {
        if !self.dresden() {
            return;
        }
        let army = self.unit(unit).army.index();
        if (disrupted && rule!("16.2b", true)) || (!disrupted && rule!("16.2", true)) {
            state.attack.morale[army] -= 2;
        }
        state.attack.losses[army] += 1;
    }

    /// 16.0b: each army's level changes by its own units, and not below 0. Losses of one combat are booked together.
    pub(crate) fn book_morale(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for army in Army::ALL {
            let change = std::mem::take(&mut state.attack.morale[army.index()]);
            if rule!("16.0b", change != 0) {
                let level = state.morale[army.index()].saturating_add_signed(change);
                self.set_morale(state, army, level, events);
            }
        }
    }

    /// 16.3: an advance gains one; 16.3b: also above the starting level.
    pub(crate) fn note_advance(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        let army = self.unit(unit).army;
        let level = state.morale[army.index()];
        if !self.dresden() || !rule!("16.3", true) {
            return;
        }
        if level < self.scenario.morale[army.index()] || rule!("16.3b", true) {
            self.set_morale(state, army, level + 1, events);
        }
    }

    /// 16.6, 16.7: at a day's end levels are reset, less one for each unit lost for good.
    pub(crate) fn reset_morale(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for army in Army::ALL {
            let resets = if army == Army::French { rule!("16.7", true) } else { rule!("16.6", true) };
            if !resets {
                continue;
            }
            let lost = (0..self.units.len())
                .filter(|index| self.units[*index].army == army && state.fate[*index] == Fate::Lost)
                .count() as u8;
            let lost = if rule!("16.6b", lost > 0) { lost } else { 0 };
            let level = self.scenario.morale_reset[army.index()].saturating_sub(lost);
            state.morale[army.index()] = level;
            events.event(Event::MoraleReset { army, to: level });
            if level == 0 {
                events.event(Event::Demoralized { army });
                self.activate_army(state, army, events);
            }
        }
    }
}
