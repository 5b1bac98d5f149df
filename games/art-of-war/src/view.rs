//! What a viewer may know: everything, in these two battles.

use arrayvec::ArrayVec;
use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::counters::{UnitId, UnitSet};
use crate::sequence::Frame;
use crate::state::{Attack, Fate, Klenau, State};
use crate::{HexSet, Rules};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitView {
    pub unit: UnitId,
    pub fate: Fate,
    pub at: Hex,
}

kernel::view! {
    pub struct View of State, for state: &State {
        same {
            turn: u8,
            player: Side,
            frames: ArrayVec<Frame, 12>,
            too_near: HexSet,
            moved: UnitSet,
            crowded: Option<Hex>,
            fought: UnitSet,
            duty: UnitSet,
            awaiting: HexSet,
            ready: [HexSet; 2],
            fired_from: HexSet,
            attack: Attack,
            reserve: UnitSet,
            recalled: UnitSet,
            morale: [u8; 4],
            klenau: Klenau,
            old_town: u8,
            fresh_used: u32,
            fresh: UnitSet,
            control: [Option<Side>; 4],
            second_division: Option<u8>,
            guard_attacked: bool,
        }
        told {
            units: Vec<UnitView> = units(state),
            in_hand: Option<UnitId> = in_hand(state),
        }
        // The last four say the same as the first two, which `units` tells.
        kept { at, fate, top, below, occupied, zone }
    }
}

fn units(state: &State) -> Vec<UnitView> {
    let known = (0..state.fate.0.len()).filter(|index| state.fate[*index] != Fate::None);
    known.map(|index| UnitView { unit: UnitId(index as u8), fate: state.fate[index], at: state.at[index] }).collect()
}

fn in_hand(state: &State) -> Option<UnitId> {
    state.frames.iter().find_map(|frame| if let Frame::Moving { unit, .. } = frame { Some(*unit) } else { None })
}

impl Rules {
    /// The position a view shows: nothing is hidden, so there is only one.
    pub(crate) fn state_from(&self, view: &View) -> State {
        let mut state = self.empty_state();
        state.turn = view.turn;
        for seen in &view.units {
            state.fate[seen.unit.index()] = seen.fate;
            state.at[seen.unit.index()] = seen.at;
            // A unit in hand stands nowhere yet.
            if seen.fate == Fate::OnMap && view.in_hand != Some(seen.unit) {
                self.put(&mut state, seen.unit, seen.at);
            }
        }
        view.restore(&mut state);
        state
    }
}
