//! What a viewer may know: everything but the approach plans of the other side (A.2b), field by field.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::{Seat, Side, Viewer};
use kit::small::Table;

use crate::Rules;
use crate::counters::{COUNTERS, CorpsId, CounterId, CounterSet, Formation, LONG};
use crate::ground::HexSet;
use crate::scenario::Plan;
use crate::sequence::{Frame, Part};
use crate::state::{CORPS, Charge, Fate, Hand, OBJECTIVES, POINTS, Shot, Split, State, Sweeping};

/// Who looks at what.
pub(crate) struct Eyes<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    pub(crate) viewer: Viewer,
}

kernel::view! {
    pub struct View of State, for eyes: &Eyes<'_> {
        same {
            turn: u8,
            holder: Side,
            player: Side,
            part: Part,
            done: [bool; 2],
            at: Table<Hex, COUNTERS>,
            tail: Table<[Hex; 2], LONG>,
            fate: Table<Fate, COUNTERS>,
            formation: Table<Formation, COUNTERS>,
            facing: Table<Facing, COUNTERS>,
            split: Table<Split, LONG>,
            top: Table<CounterId, { HexSet::CAPACITY }>,
            below: Table<CounterId, COUNTERS>,
            cover: Table<u8, { HexSet::CAPACITY }>,
            occupied: [HexSet; 2],
            out_of_command: CounterSet,
            moved: CounterSet,
            second_move: CounterSet,
            arrived: CounterSet,
            stirred: CounterSet,
            stood: Table<u8, COUNTERS>,
            queue: [u8; POINTS],
            hand: Hand,
            approached: CounterSet,
            stays: CounterSet,
            strained: CounterSet,
            hesitates: bool,
            sweep: [Sweeping; 2],
            fired: CounterSet,
            charged: CounterSet,
            was_charged: CounterSet,
            tried: CounterSet,
            spared: CounterSet,
            vacated: HexSet,
            shot: Shot,
            charge: Charge,
            exposed: CounterSet,
            crowded: CounterSet,
            chief: [CounterId; 2],
            leads: Table<CounterId, CORPS>,
            vacant: CounterSet,
            alight: HexSet,
            bridges_down: u32,
            control: [Option<Side>; OBJECTIVES],
        }
        told {
            viewer: Viewer = eyes.viewer,
            /// Without the dice for the hour that are not the viewer's, nor how many are to come.
            frames: ArrayVec<Frame, 28> = eyes.frames(),
            /// Those of the other side are empty while they are secret.
            plan: Table<Plan, CORPS> = eyes.plans(),
        }
        kept { frames, plan }
    }
}

impl Eyes<'_> {
    fn frames(&self) -> ArrayVec<Frame, 28> {
        let mut frames = self.state.frames.clone();
        frames.retain(|frame| !matches!(frame, Frame::HourDie { corps } if self.is_hidden(*corps)));
        frames
    }

    fn plans(&self) -> Table<Plan, CORPS> {
        let mut plans = self.state.plan.clone();
        for index in 0..CORPS.min(self.rules.corps.len()) {
            if self.is_hidden(CorpsId(index as u8)) {
                plans[index] = Plan::NONE;
            }
        }
        plans
    }

    /// Whether the plan of a corps is kept from the viewer.
    fn is_hidden(&self, corps: CorpsId) -> bool {
        self.rules.is_secret(self.state, corps) && !self.rules.may_know(self.viewer, corps)
    }
}

impl Rules {
    /// The position as it is seen: what is hidden is empty.
    pub(crate) fn state_from(&self, view: &View) -> State {
        let mut state = self.empty_state();
        view.restore(&mut state);
        state.frames = view.frames.clone();
        state.plan = view.plan.clone();
        state
    }

    /// Whether a viewer may know the plan of a corps: its own side may.
    pub(crate) fn may_know(&self, viewer: Viewer, corps: CorpsId) -> bool {
        viewer == Viewer::Seat(Seat(self.corps[corps.index()].side.0))
    }
}
