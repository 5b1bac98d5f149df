//! What a viewer may know: everything, in these two battles. The view is nevertheless built field by field, so that a
//! new field of the state does not compile until somebody has decided who sees it.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::sequence::Frame;
use crate::state::{Attack, Fate, Klenau, State};
use crate::unit::{UnitId, UnitSet};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitView {
    pub unit: UnitId,
    pub fate: Fate,
    pub at: Hex,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub turn: u8,
    pub player: Side,
    pub frames: Vec<Frame>,
    pub units: Vec<UnitView>,
    pub in_hand: Option<UnitId>,
    pub moved: UnitSet,
    pub crowded: Option<Hex>,
    pub fought: UnitSet,
    pub duty: UnitSet,
    pub fired_from: crate::HexSet,
    pub awaiting: crate::HexSet,
    pub too_near: crate::HexSet,
    pub ready: [crate::HexSet; 2],
    pub attack: Attack,
    pub reserve: UnitSet,
    pub recalled: UnitSet,
    pub morale: [u8; 4],
    pub klenau: Klenau,
    pub old_town: u8,
    pub fresh_used: u32,
    pub fresh: UnitSet,
    pub control: [Option<Side>; 4],
    pub second_division: Option<u8>,
    pub guard_attacked: bool,
}

impl View {
    pub(crate) fn of(state: &State) -> View {
        // No `..` here.
        let State {
            turn,
            player,
            frames,
            at,
            fate,
            // These four say the same as `at` and `fate`.
            top: _,
            below: _,
            occupied: _,
            zone: _,
            too_near,
            moved,
            crowded,
            fought,
            duty,
            awaiting,
            ready,
            fired_from,
            attack,
            reserve,
            recalled,
            morale,
            klenau,
            old_town,
            fresh_used,
            fresh,
            control,
            second_division,
            guard_attacked,
        } = state;
        let in_hand =
            frames.iter().find_map(|frame| if let Frame::Moving { unit, .. } = frame { Some(*unit) } else { None });
        View {
            turn: *turn,
            player: *player,
            frames: frames.to_vec(),
            units: (0..fate.0.len())
                .filter(|index| fate[*index] != Fate::None)
                .map(|index| UnitView { unit: UnitId(index as u8), fate: fate[index], at: at[index] })
                .collect(),
            in_hand,
            moved: *moved,
            crowded: *crowded,
            fought: *fought,
            duty: *duty,
            fired_from: *fired_from,
            awaiting: *awaiting,
            too_near: *too_near,
            ready: *ready,
            attack: attack.clone(),
            reserve: *reserve,
            recalled: *recalled,
            morale: *morale,
            klenau: *klenau,
            old_town: *old_town,
            fresh_used: *fresh_used,
            fresh: *fresh,
            control: *control,
            second_division: *second_division,
            guard_attacked: *guard_attacked,
        }
    }
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
        State {
            player: view.player,
            frames: view.frames.iter().copied().collect(),
            too_near: view.too_near,
            moved: view.moved,
            crowded: view.crowded,
            fought: view.fought,
            duty: view.duty,
            awaiting: view.awaiting,
            ready: view.ready,
            fired_from: view.fired_from,
            attack: view.attack.clone(),
            reserve: view.reserve,
            recalled: view.recalled,
            morale: view.morale,
            klenau: view.klenau,
            old_town: view.old_town,
            fresh_used: view.fresh_used,
            fresh: view.fresh,
            control: view.control,
            second_division: view.second_division,
            guard_attacked: view.guard_attacked,
            ..state
        }
    }
}
