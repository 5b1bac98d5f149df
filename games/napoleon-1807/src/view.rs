//! What a viewer may know: everything, in these battles.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::Side;
use kit::small::{Few, Table};

use crate::Rules;
use crate::counters::{COUNTERS, CounterId, CounterSet};
use crate::sequence::Frame;
use crate::standing::Standing;
use crate::state::{Combat, ENTRIES, Fate, HEXES, Hand, OBJECTIVES, State};

kernel::view! {
    pub struct View of State, for _position: &State {
        same {
            turn: u8,
            holder: Option<Side>,
            player: Side,
            frames: ArrayVec<Frame, 20>,
            at: Table<Hex, COUNTERS>,
            fate: Table<Fate, COUNTERS>,
            strength: Table<u8, COUNTERS>,
            facing: Table<Facing, COUNTERS>,
            disorganized: CounterSet,
            uncommanded: CounterSet,
            square: CounterSet,
            wounded: CounterSet,
            chief: [CounterId; 2],
            chief_killed: [bool; 2],
            rallied: CounterSet,
            pinned: CounterSet,
            fired: CounterSet,
            fired_in_phase: CounterSet,
            reacted: CounterSet,
            limbered: CounterSet,
            square_fired: CounterSet,
            moved: CounterSet,
            marched: CounterSet,
            entered: CounterSet,
            queue: [u8; ENTRIES],
            left_square: CounterSet,
            hand: Hand,
            crowded: Hex,
            vacated: Few<Hex, HEXES>,
            withdrawn: CounterSet,
            marker: CounterSet,
            marker_fought: CounterSet,
            aim: Table<Hex, COUNTERS>,
            origin: Table<Hex, COUNTERS>,
            charged: CounterSet,
            poised: CounterSet,
            spent: CounterSet,
            countercharged: CounterSet,
            fought: CounterSet,
            attacked: CounterSet,
            duty: CounterSet,
            combat: Combat,
            hits: Table<u8, COUNTERS>,
            losses: [u8; 2],
            command: [u8; 2],
            activated: u32,
            current_group: u32,
            control: [Option<Side>; OBJECTIVES],
            standing: [Standing; 2],
        }
        told {}
        // They say the same as `at` and `fate`.
        kept { top, below, occupied }
    }
}

impl Rules {
    /// The position a view shows: nothing is hidden, so there is only one.
    pub(crate) fn state_from(&self, view: &View) -> State {
        let mut state = self.empty_state();
        view.restore(&mut state);
        for counter in self.all().filter(|counter| view.fate[counter.index()] == Fate::OnMap) {
            self.put(&mut state, counter, view.at[counter.index()]);
        }
        state
    }
}
