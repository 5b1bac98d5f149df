//! What a viewer may know, field by field: a new field of the state does not compile until somebody has decided who sees
//! it. A side sees everything of its own. Of the other it sees counters with their places and modes, names where they show
//! (15.hidden), strengths while they lie open (2.hidden), and what it remembers; a spectator sees both sides so.

mod army;

pub use army::ArmyView;
use board::{Hex, Set};
use kernel::{Side, Viewer, Waits};
use kit::small::Table;
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::battle::Battle;
use crate::ground::BridgeSet;
use crate::march::{Attrition, How, March};
use crate::package::Package;
use crate::roster::{Army, BOTH, FRENCH, Kind, LEADERS, LeaderId, LeaderSet, UnitId, UnitSet, enemy_of};
use crate::sequence::{Die, Frame, Question, Step};
use crate::state::{City, Fate, REPLACEMENT_KINDS, Shown, Sighting, State, Train};
use crate::tables::Weather;

/// What is known of everybody's counters as bits: each set of leaders in the state has one.
macro_rules! marks {
    (public: $($public:ident),+; private: $($private:ident),+) => {
        /// The sets that everybody sees of a counter, and those that its owner alone sees.
        pub(crate) const PUBLIC: &[&str] = &[$(stringify!($public)),+];
        pub(crate) const PRIVATE: &[&str] = &[$(stringify!($private)),+];

        pub(crate) fn marks_of(state: &State, leader: LeaderId) -> u64 {
            let mut marks = 0;
            let mut bit = 1u64;
            $(
                if state.$public.contains(leader) {
                    marks |= bit;
                }
                bit <<= 1;
            )+
            $(
                if state.$private.contains(leader) {
                    marks |= bit;
                }
                bit <<= 1;
            )+
            let _ = bit;
            marks
        }

        pub(crate) fn set_marks(state: &mut State, leader: LeaderId, marks: u64) {
            let mut bit = 1u64;
            $(
                if marks & bit != 0 {
                    state.$public.insert(leader);
                }
                bit <<= 1;
            )+
            $(
                if marks & bit != 0 {
                    state.$private.insert(leader);
                }
                bit <<= 1;
            )+
            let _ = bit;
        }

        pub(crate) fn set_of(state: &State, name: &str) -> Option<LeaderSet> {
            match name {
                $(stringify!($public) => Some(state.$public),)+
                $(stringify!($private) => Some(state.$private),)+
                _ => None,
            }
        }

        pub(crate) fn set_mut<'s>(state: &'s mut State, name: &str) -> Option<&'s mut LeaderSet> {
            match name {
                $(stringify!($public) => Some(&mut state.$public),)+
                $(stringify!($private) => Some(&mut state.$private),)+
                _ => None,
            }
        }
    };
}

marks! {
    public: done, walked, settled, tried, entered, disorganized, broke, shaken, besieged, sallying, refused, accepted, fought,
        attacked, repulsers, repulsed, driven, held, late_one, late_two, late_three, owed, open, garrisons;
    private: provisional, in_range, in_supply, in_depot, rested, bared
}

/// The counter is in the force in hand, in its second package, or is the one that a die falls for.
pub(crate) const IN_FORCE: u64 = 1 << 40;
pub(crate) const IN_SECOND: u64 = 1 << 41;
pub(crate) const ACTING: u64 = 1 << 42;

pub(crate) const PUBLIC_MARKS: u64 = (1 << PUBLIC.len()) - 1;

/// What is known of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeaderView {
    /// Of the viewer's side.
    Own { fate: Fate, at: Package, marks: u64, since: u8 },
    /// His name shows.
    Named { at: Package, marks: u64, troops: bool },
    /// Everybody knows that he is not on the map.
    Off { fate: Fate, at: Hex, since: u8 },
    /// Somewhere among the counters whose names do not show, or nowhere.
    Unknown,
}

/// A counter whose name does not show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Hidden {
    pub side: Side,
    pub at: Package,
    pub marks: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MarchView {
    Own(March),
    Other {
        how: How,
        on_second: bool,
        leaving: [bool; 2],
        stopped: [bool; 2],
        stepped: [bool; 2],
        extended: bool,
        from: [Hex; 2],
        centre: Hex,
    },
}

/// A train: where it is, or that the enemy has it with somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TrainView {
    Known(Train),
    Carried(Side),
}

/// Who looks at what.
pub(crate) struct Eyes<'a> {
    rules: &'a Rules,
    state: &'a State,
    viewer: Viewer,
    side: Option<Side>,
}

kernel::view! {
    pub struct View of State, for eyes: &Eyes<'_> {
        same {
            turn: u8,
            player: Side,
            weather: Weather,
            morale: [i8; 2],
            start_morale: [i8; 2],
            beaten: Option<Side>,
            armistice: u8,
            seen: Table<Sighting, LEADERS>,
            shown: Table<Shown, LEADERS>,
            blown: BridgeSet,
            dead_depots: u16,
            dead_sources: u32,
            /// The ground of each side in the armistice.
            territory: [Set<Hex, 256>; 2],
            queue: [(Hex, u8); 4],
            due: u8,
            berlin: City,
            dresden: City,
            saxons_from: u8,
            militia: bool,
        }
        told {
            viewer: Viewer = eyes.viewer,
            /// Without attrition and displacement that are not the viewer's.
            frames: Vec<Frame> = eyes.frames(),
            leaders: Vec<LeaderView> = eyes.leaders(),
            hidden: Vec<Hidden> = eyes.hidden(),
            /// Units of the viewer's side, and those that lie open: leader and strength.
            units: Vec<(UnitId, LeaderId, u8)> = eyes.units(),
            trains: Vec<TrainView> = eyes.trains(),
            armies: Vec<ArmyView> = eyes.armies(),
            /// Of the viewer's side.
            replacements: Option<Vec<[u8; REPLACEMENT_KINDS]>> = eyes.pools(),
            replaced: UnitSet = eyes.own(eyes.state.replaced),
            touched: UnitSet = eyes.own(eyes.state.touched),
            bled: UnitSet = if eyes.state.due > 0 { eyes.state.bled } else { eyes.own(eyes.state.bled) },
            march: MarchView = eyes.march(),
            /// Of the viewer's side.
            attrition: Option<Attrition> = eyes.attrition(),
            loser: LeaderId = eyes.loser(),
            battle: Battle = eyes.battle(),
            /// A side that has written its plan in secret.
            written: [bool; 2] = eyes.written(),
        }
        kept {
            frames, trains, armies, replacements, replaced, touched, bled, march, attrition, loser, battle, fate, lead, rear, facing,
            of, strength, troops, in_range, in_supply, in_depot, done, rested, bared, walked, settled, garrisons, tried, provisional,
            entered, disorganized, broke, shaken, besieged, sallying, refused, accepted, fought, attacked, repulsers, repulsed,
            driven, held, late_one, late_two, late_three, owed, open, since,
        }
    }
}

impl View {
    pub fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or(Frame::GameOver)
    }

    /// The side whose force is in hand: that whose turn it is, or the other in its forced marches.
    pub(crate) fn mover(&self) -> Side {
        match self.march {
            MarchView::Other { how: How::Forced, .. } => enemy_of(self.player),
            MarchView::Own(_) | MarchView::Other { .. } => self.player,
        }
    }
}

impl Rules {
    /// The side of a viewer; a spectator has none.
    pub fn side_of_viewer(&self, viewer: Viewer) -> Option<Side> {
        match viewer {
            Viewer::Seat(seat) => self.seats.get(usize::from(seat.0)).map(|info| info.side),
            Viewer::Spectator => None,
        }
    }

    /// Whether a viewer knows which counter on the map a leader is.
    pub(crate) fn knows(&self, state: &State, viewer: Viewer, leader: LeaderId) -> bool {
        self.side_of_viewer(viewer) == Some(self.side_of(leader))
            || state.open.contains(leader)
            || (state.on_map(leader) && self.is_named(state, leader))
            || matches!(state.fate[leader.index()], Fate::Lost | Fate::Away | Fate::Interned | Fate::Waiting)
    }

    /// Whether everybody knows that a leader is not on the map: by the schedule, or because he fell openly.
    fn is_publicly_off(&self, state: &State, leader: LeaderId) -> bool {
        match state.fate[leader.index()] {
            Fate::OnMap | Fate::AtCentre | Fate::Cantoned => false,
            Fate::Waiting | Fate::Away | Fate::Interned => true,
            // Major generals and dummies come and go in secret.
            Fate::Pool | Fate::Lost => {
                self.leader(leader).kind == Kind::Named
                    || self.leader(leader).kind == Kind::Saxon
                    || self.leader(leader).kind == Kind::Garrison
            }
        }
    }

    /// The state as a viewer may know it.
    pub fn view_of(&self, state: &State, viewer: Viewer) -> View {
        View::seen(state, &Eyes { rules: self, state, viewer, side: self.side_of_viewer(viewer) })
    }
}

impl Eyes<'_> {
    fn owns(&self, side: Side) -> bool {
        self.side == Some(side)
    }

    fn leaders(&self) -> Vec<LeaderView> {
        let (rules, state) = (self.rules, self.state);
        let view = |leader: LeaderId| {
            let fate = state.fate[leader.index()];
            let at = state.package(leader);
            if self.owns(rules.side_of(leader)) {
                LeaderView::Own { fate, at, marks: self.all_marks(leader), since: state.since[leader.index()] }
            } else if fate == Fate::OnMap && rules.knows(state, self.viewer, leader) {
                // What attrition took is seen when it is over.
                let troops = state.troops.contains(leader) || state.bared.contains(leader);
                LeaderView::Named { at, marks: self.told_marks(leader), troops }
            } else if rules.is_publicly_off(state, leader) {
                let at = if matches!(fate, Fate::Away) { state.lead[leader.index()] } else { Hex::NONE };
                LeaderView::Off { fate, at, since: 0 }
            } else {
                LeaderView::Unknown
            }
        };
        rules.all_leaders().map(view).collect()
    }

    fn hidden(&self) -> Vec<Hidden> {
        let (rules, state) = (self.rules, self.state);
        let is_hidden = |leader: &LeaderId| state.on_map(*leader) && !rules.knows(state, self.viewer, *leader);
        let hidden = rules.all_leaders().filter(is_hidden).map(|leader| Hidden {
            side: rules.side_of(leader),
            at: state.package(leader),
            marks: self.told_marks(leader),
        });
        let mut hidden: Vec<Hidden> = hidden.collect();
        hidden.sort_unstable();
        hidden
    }

    /// Marks of a counter, with its part in what is going on.
    fn all_marks(&self, leader: LeaderId) -> u64 {
        let state = self.state;
        let busy = [
            (state.march.force.contains(leader), IN_FORCE),
            (state.march.second.contains(leader), IN_SECOND),
            (state.frames.iter().any(|frame| frame.acting() == Some(leader)), ACTING),
        ];
        let bits = busy.into_iter().filter(|(set, _)| *set).map(|(_, bit)| bit);
        bits.fold(marks_of(state, leader), |marks, bit| marks | bit)
    }

    /// Those of the enemy that are seen.
    fn told_marks(&self, leader: LeaderId) -> u64 {
        let marks = self.all_marks(leader);
        // 21.secret: with the option nobody sees who is disorganized.
        let told = if rule!("21.secret", self.rules.options.secret_rally) { marks & !SECRET_DISORDER } else { marks };
        // 9.force: who is in a force is seen when it sets out.
        let in_force = if self.is_mustering() { 0 } else { IN_FORCE | IN_SECOND };
        told & (PUBLIC_MARKS | in_force | ACTING)
    }

    /// Whether a force is being put together, or rolls for its initiative.
    fn is_mustering(&self) -> bool {
        let musters =
            |frame: &Frame| frame.asked() == Some(Question::Muster) || frame.due() == Some(Die::InitiativeDie);
        self.state.frames.iter().any(musters)
    }

    fn frames(&self) -> Vec<Frame> {
        let shown = self.state.frames.iter().filter(|frame| !self.is_veiled(**frame));
        shown.map(|frame| self.frame(*frame)).collect()
    }

    /// Whether a frame carries out attrition, which is its own side's secret.
    fn is_of_attrition(&self, frame: Frame) -> bool {
        match frame.waits() {
            Waits::Asks(question) => matches!(question, Question::Losses { .. }) && self.state.due == 0,
            Waits::Rolls(die) => matches!(die, Die::AttritionDice | Die::ClassDie),
            Waits::Goes(step) => step == Step::Resting,
        }
    }

    /// Whether the viewer does not see a frame: attrition of the enemy, and whom he has to displace.
    fn is_veiled(&self, frame: Frame) -> bool {
        if let Some(Question::Integrity { side }) = frame.asked() {
            return !self.owns(side);
        }
        let sufferer = self.state.attrition.commander;
        let resting = sufferer.is_none() || frame == Frame::Resting;
        let owner = if resting { self.state.player } else { self.rules.side_of(sufferer) };
        self.is_of_attrition(frame) && !self.owns(owner)
    }

    fn frame(&self, frame: Frame) -> Frame {
        match frame.due() {
            Some(Die::PointsDie { army, .. }) if !self.owns(army.side()) => Frame::PointsDie { army, declared: 0 },
            Some(_) | None => match frame.acting() {
                Some(leader) if !leader.is_none() && !self.rules.knows(self.state, self.viewer, leader) => {
                    frame.about(LeaderId::NONE)
                }
                Some(_) | None => frame,
            },
        }
    }

    fn units(&self) -> Vec<(UnitId, LeaderId, u8)> {
        let state = self.state;
        let shown = self.rules.all_units().filter(|unit| {
            let leader = state.leader_of(*unit);
            !leader.is_none() && (self.owns(self.rules.unit(*unit).side) || state.open.contains(leader))
        });
        shown.map(|unit| (unit, state.leader_of(unit), state.strength[unit.index()])).collect()
    }

    /// Those of some units that are the viewer's.
    fn own(&self, units: UnitSet) -> UnitSet {
        units.iter().filter(|unit| self.owns(self.rules.unit(*unit).side)).collect()
    }

    fn trains(&self) -> Vec<TrainView> {
        let train = |train: &Train| match *train {
            Train::With(leader) if !self.owns(self.rules.side_of(leader)) => {
                TrainView::Carried(self.rules.side_of(leader))
            }
            known @ Train::None | known @ Train::With(_) | known @ Train::Laid { .. } | known @ Train::Alone { .. } => {
                TrainView::Known(known)
            }
        };
        self.state.trains.iter().map(train).collect()
    }

    fn armies(&self) -> Vec<ArmyView> {
        let army = |army: Army| ArmyView::of(self.state.army(army), self.owns(army.side()));
        Army::ALL.map(army).to_vec()
    }

    /// The pools of the viewer's nations; nothing of the others.
    fn pools(&self) -> Option<Vec<[u8; REPLACEMENT_KINDS]>> {
        let side = self.side?;
        let own = |place: usize| (place == 0) == (side == FRENCH);
        let pools = self.state.replacements.iter().enumerate();
        Some(pools.map(|(place, pool)| if own(place) { *pool } else { [0; REPLACEMENT_KINDS] }).collect())
    }

    fn march(&self) -> MarchView {
        let march = self.state.march;
        let mover = match march.how {
            How::Centre(army) => army.side(),
            How::Nothing | How::Command | How::Initiative | How::Forced | How::Alone | How::Arrival => {
                if march.commander.is_none() { self.state.player } else { self.rules.side_of(march.commander) }
            }
        };
        if self.owns(mover) || matches!(march.how, How::Nothing | How::Centre(_)) {
            return MarchView::Own(march);
        }
        let March { how, on_second, leaving, stopped, stepped, extended, from, centre, .. } = march;
        MarchView::Other { how, on_second, leaving, stopped, stepped, extended, from, centre }
    }

    /// Whether attrition is nobody's, or the viewer's.
    fn suffers(&self) -> bool {
        let sufferer = self.state.attrition.commander;
        sufferer.is_none() || self.owns(self.rules.side_of(sufferer))
    }

    fn attrition(&self) -> Option<Attrition> {
        let mut frames = self.state.frames.iter();
        let rolled = frames.any(|frame| self.is_of_attrition(*frame) || frame.due() == Some(Die::HurryDie));
        (rolled && self.suffers()).then_some(self.state.attrition)
    }

    fn loser(&self) -> LeaderId {
        if self.state.due > 0 || self.suffers() { self.state.loser } else { LeaderId::NONE }
    }

    /// 18.pitched: both sides have yet to write, or one of them has.
    fn is_writing(&self) -> bool {
        self.state.frame().asked() == Some(Question::Plans)
    }

    /// 18.pitched: what the other has written is told when both have.
    fn battle(&self) -> Battle {
        let mut battle = self.state.battle;
        for side in BOTH.into_iter().filter(|side| self.is_writing() && !self.owns(*side)) {
            battle.plans[side.index()] = None;
        }
        battle
    }

    fn written(&self) -> [bool; 2] {
        self.state.battle.plans.map(|plan| self.is_writing() && plan.is_some())
    }
}

/// The bits of `disorganized`, `broke` and `shaken`.
const SECRET_DISORDER: u64 = 0b1110_0000;
