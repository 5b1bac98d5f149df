//! What a viewer may know, field by field: a new field of the state does not compile until somebody has decided who sees
//! it. A side sees everything of its own. Of the other it sees counters with their places and modes, names where they show
//! (15.hidden), strengths while they lie open (2.hidden), and what it remembers; a spectator sees both sides so.

mod army;

pub use army::ArmyView;
use board::{Hex, Set};
use kernel::{Side, Viewer, Waits};
use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::battle::Battle;
use crate::event::Event;
use crate::ground::BridgeSet;
use crate::march::{Attrition, How, March};
use crate::package::Package;
use crate::roster::{Army, BOTH, Kind, LeaderId, LeaderSet, UnitId, UnitSet, enemy_of};
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub viewer: Viewer,
    pub turn: u8,
    pub player: Side,
    pub frames: Vec<Frame>,
    pub weather: Weather,
    pub morale: [i8; 2],
    pub start_morale: [i8; 2],
    pub beaten: Option<Side>,
    pub armistice: u8,
    pub leaders: Vec<LeaderView>,
    pub hidden: Vec<Hidden>,
    pub seen: Vec<Sighting>,
    pub shown: Vec<Shown>,
    /// Units of the viewer's side, and those that lie open: leader and strength.
    pub units: Vec<(UnitId, LeaderId, u8)>,
    pub trains: Vec<TrainView>,
    pub blown: BridgeSet,
    pub armies: Vec<ArmyView>,
    pub dead_depots: u16,
    pub dead_sources: u32,
    /// The ground of each side in the armistice.
    pub territory: [Set<Hex, 256>; 2],
    /// Of the viewer's side.
    pub replacements: Option<Vec<[u8; REPLACEMENT_KINDS]>>,
    pub replaced: UnitSet,
    pub touched: UnitSet,
    pub queue: [(Hex, u8); 4],
    pub march: MarchView,
    /// Of the viewer's side.
    pub attrition: Option<Attrition>,
    pub battle: Battle,
    /// A side that has written its plan in secret.
    pub written: [bool; 2],
    pub due: u8,
    pub bled: UnitSet,
    pub loser: LeaderId,
    pub berlin: City,
    pub dresden: City,
    pub saxons_from: u8,
    pub militia: bool,
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

    /// Marks of a counter, with its part in what is going on.
    fn all_marks(&self, state: &State, leader: LeaderId) -> u64 {
        let mut marks = marks_of(state, leader);
        let busy = [
            (state.march.force.contains(leader), IN_FORCE),
            (state.march.second.contains(leader), IN_SECOND),
            (state.frames.iter().any(|frame| frame.acting() == Some(leader)), ACTING),
        ];
        for (set, bit) in busy {
            if set {
                marks |= bit;
            }
        }
        marks
    }

    /// Whether a force is being put together, or rolls for its initiative.
    fn is_mustering(&self, state: &State) -> bool {
        let musters =
            |frame: &Frame| frame.asked() == Some(Question::Muster) || frame.due() == Some(Die::InitiativeDie);
        state.frames.iter().any(musters)
    }

    /// Whether a leader whose name shows is known to have troops: what attrition took is seen when it is over.
    fn seems_to_lead(&self, state: &State, leader: LeaderId) -> bool {
        state.troops.contains(leader) || state.bared.contains(leader)
    }

    /// Whether attrition is being rolled or taken off.
    fn is_suffering(&self, state: &State) -> bool {
        state.frames.iter().any(|frame| self.is_of_attrition(state, *frame) || *frame == Frame::HurryDie)
    }

    /// Whether a frame carries out attrition, which is its own side's secret.
    fn is_of_attrition(&self, state: &State, frame: Frame) -> bool {
        match frame.waits() {
            Waits::Asks(question) => matches!(question, Question::Losses { .. }) && state.due == 0,
            Waits::Rolls(die) => matches!(die, Die::AttritionDice | Die::ClassDie),
            Waits::Goes(step) => step == Step::Resting,
        }
    }

    /// Whether a viewer does not see a frame: attrition of the enemy, and whom he has to displace.
    fn is_veiled(&self, state: &State, frame: Frame, viewer: Viewer) -> bool {
        let side = self.side_of_viewer(viewer);
        match frame.asked() {
            Some(Question::Integrity { side: owner }) => side != Some(owner),
            Some(_) | None => {
                let sufferer = state.attrition.commander;
                let owner = if frame == Frame::Resting { state.player } else { self.sufferer_side(state, sufferer) };
                self.is_of_attrition(state, frame) && side != Some(owner)
            }
        }
    }

    fn sufferer_side(&self, state: &State, sufferer: LeaderId) -> Side {
        if sufferer.is_none() { state.player } else { self.side_of(sufferer) }
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

    pub fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let side = self.side_of_viewer(viewer);
        let owns = |other: Side| side == Some(other);
        // No `..` here.
        let State {
            turn,
            player,
            frames,
            weather,
            morale,
            start_morale,
            beaten,
            armistice,
            fate: _,
            lead: _,
            rear: _,
            facing: _,
            seen,
            shown,
            of: _,
            strength: _,
            troops: _,
            trains,
            blown,
            armies,
            in_range: _,
            in_supply: _,
            in_depot: _,
            dead_depots,
            dead_sources,
            territory,
            replacements,
            done: _,
            rested: _,
            bared: _,
            walked: _,
            settled: _,
            garrisons: _,
            tried: _,
            provisional: _,
            replaced,
            touched,
            entered: _,
            queue,
            disorganized: _,
            broke: _,
            shaken: _,
            besieged: _,
            sallying: _,
            refused: _,
            accepted: _,
            fought: _,
            attacked: _,
            repulsers: _,
            repulsed: _,
            driven: _,
            held: _,
            late_one: _,
            late_two: _,
            late_three: _,
            owed: _,
            open: _,
            since: _,
            march,
            attrition,
            battle,
            due,
            bled,
            loser,
            berlin,
            dresden,
            saxons_from,
            militia,
        } = state;
        let mut hidden: Vec<Hidden> = Vec::new();
        let mut leaders = Vec::new();
        for leader in self.all_leaders() {
            let fate = state.fate[leader.index()];
            let (at, marks) = (state.package(leader), self.all_marks(state, leader));
            // 21.secret: with the option nobody sees who is disorganized.
            let told = if rule!("21.secret", self.options.secret_rally && !owns(self.side_of(leader))) {
                marks & !SECRET_DISORDER
            } else {
                marks
            };
            // 9.force: who is in a force is seen when it sets out.
            let in_force = if self.is_mustering(state) { 0 } else { IN_FORCE | IN_SECOND };
            let public = told & (PUBLIC_MARKS | in_force | ACTING);
            leaders.push(if owns(self.side_of(leader)) {
                LeaderView::Own { fate, at, marks, since: state.since[leader.index()] }
            } else if fate == Fate::OnMap && self.knows(state, viewer, leader) {
                LeaderView::Named { at, marks: public, troops: self.seems_to_lead(state, leader) }
            } else if self.is_publicly_off(state, leader) {
                let at = if matches!(fate, Fate::Away) { state.lead[leader.index()] } else { Hex::NONE };
                LeaderView::Off { fate, at, since: 0 }
            } else {
                if fate == Fate::OnMap {
                    hidden.push(Hidden { side: self.side_of(leader), at, marks: public });
                }
                LeaderView::Unknown
            });
        }
        hidden.sort_unstable();
        let own_units: UnitSet = self.all_units().filter(|unit| owns(self.unit(*unit).side)).collect();
        let shown_units = self.all_units().filter(|unit| {
            let leader = state.leader_of(*unit);
            !leader.is_none() && (own_units.contains(*unit) || state.open.contains(leader))
        });
        let units = shown_units.map(|unit| (unit, state.leader_of(unit), state.strength[unit.index()])).collect();
        let train = |train: &Train| match *train {
            Train::With(leader) if !owns(self.side_of(leader)) => TrainView::Carried(self.side_of(leader)),
            known @ Train::None | known @ Train::With(_) | known @ Train::Laid { .. } | known @ Train::Alone { .. } => {
                TrainView::Known(known)
            }
        };
        let army = |army: Army| ArmyView::of(&armies[army.index()], owns(army.side()));
        let mover = match march.how {
            How::Centre(army) => army.side(),
            _ if march.commander.is_none() => *player,
            How::Nothing | How::Command | How::Initiative | How::Forced | How::Alone | How::Arrival => {
                self.side_of(march.commander)
            }
        };
        let march_view = if owns(mover) || matches!(march.how, How::Nothing | How::Centre(_)) {
            MarchView::Own(*march)
        } else {
            let March { how, on_second, leaving, stopped, stepped, extended, from, centre, .. } = *march;
            MarchView::Other { how, on_second, leaving, stopped, stepped, extended, from, centre }
        };
        let sufferer = attrition.commander;
        let own_attrition = sufferer.is_none() || owns(self.side_of(sufferer));
        let fighting = *due > 0;
        let mut seen_battle = *battle;
        // 18.pitched: what the other has written is told when both have.
        let choosing = state.frame() == Frame::Plans;
        for other in BOTH {
            if choosing && !owns(other) {
                seen_battle.plans[other.index()] = None;
            }
        }
        View {
            viewer,
            turn: *turn,
            player: *player,
            frames: frames
                .iter()
                .filter(|frame| !self.is_veiled(state, **frame, viewer))
                .map(|frame| self.seen_frame(state, *frame, viewer))
                .collect(),
            weather: *weather,
            morale: *morale,
            start_morale: *start_morale,
            beaten: *beaten,
            armistice: *armistice,
            leaders,
            hidden,
            seen: self.all_leaders().map(|leader| seen[leader.index()]).collect(),
            shown: self.all_leaders().map(|leader| shown[leader.index()]).collect(),
            units,
            trains: trains.iter().map(train).collect(),
            blown: *blown,
            armies: Army::ALL.map(army).to_vec(),
            dead_depots: *dead_depots,
            dead_sources: *dead_sources,
            territory: *territory,
            replacements: side.map(|side| self.own_pools(replacements, side)),
            replaced: replaced.intersection(own_units),
            touched: touched.intersection(own_units),
            queue: *queue,
            march: march_view,
            attrition: (own_attrition && self.is_suffering(state)).then_some(*attrition),
            battle: seen_battle,
            written: BOTH.map(|side| choosing && battle.plans[side.index()].is_some()),
            due: *due,
            bled: if fighting { *bled } else { bled.intersection(own_units) },
            loser: if fighting || own_attrition { *loser } else { LeaderId::NONE },
            berlin: *berlin,
            dresden: *dresden,
            saxons_from: *saxons_from,
            militia: *militia,
        }
    }

    /// The pools of a side's nations; nothing of the others.
    fn own_pools(&self, pools: &[[u8; REPLACEMENT_KINDS]], side: Side) -> Vec<[u8; REPLACEMENT_KINDS]> {
        let own = |place: usize| (place == 0) == (side == crate::roster::FRENCH);
        pools.iter().enumerate().map(|(place, pool)| if own(place) { *pool } else { [0; REPLACEMENT_KINDS] }).collect()
    }

    fn seen_frame(&self, state: &State, frame: Frame, viewer: Viewer) -> Frame {
        if let Frame::PointsDie { army, .. } = frame
            && self.side_of_viewer(viewer) != Some(army.side())
        {
            return Frame::PointsDie { army, declared: 0 };
        }
        match frame.acting() {
            Some(leader) if !leader.is_none() && !self.knows(state, viewer, leader) => frame.about(LeaderId::NONE),
            _ => frame,
        }
    }

    /// What a viewer sees of an event: names that do not show are left out, and with them what only their owner knows.
    pub(crate) fn observed(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        let mine = |side: Side| self.side_of_viewer(viewer) == Some(side);
        let masked = |leader: LeaderId| {
            if leader.is_none() || self.knows(state, viewer, leader) { leader } else { LeaderId::NONE }
        };
        let own = |leader: LeaderId| !leader.is_none() && mine(self.side_of(leader));
        let own_unit = |unit: UnitId| mine(self.unit(unit).side);
        let open = |leader: LeaderId| own(leader) || (!leader.is_none() && state.open.contains(leader));
        Some(match *event {
            Event::PointsThrown { army, die, received, .. } if !mine(army.side()) => {
                let _ = received;
                Event::PointsThrown { army, die, received: u8::MAX, kept: u8::MAX }
            }
            Event::ReplacementsReceived { side } if !mine(side) => return None,
            Event::Transferred { unit, .. }
            | Event::Merged { unit, .. }
            | Event::Raised { unit, .. }
            | Event::Replaced { unit, .. }
            | Event::Dismounted { unit, .. }
                if !own_unit(unit) =>
            {
                return None;
            }
            // A counter that comes or goes is seen, and not whose it is.
            Event::Promoted { unit, at, .. } if !own_unit(unit) => {
                Event::Promoted { leader: LeaderId::NONE, unit: UnitId::NONE, at }
            }
            Event::Removed { leader, at } if !own(leader) => Event::Removed { leader: LeaderId::NONE, at },
            Event::LeaderToCentre { leader, at } if !own(leader) => {
                Event::LeaderToCentre { leader: LeaderId::NONE, at }
            }
            Event::Lost { leader, .. } | Event::Eliminated { leader, .. } if !open(leader) => return None,
            Event::ClassThrown { unit, .. } if !own_unit(unit) => return None,
            Event::AttritionThrown { leader, .. } if !own(leader) => return None,
            Event::Commanded { army, .. } if !mine(army.side()) => return None,
            Event::ProvisionallyCommanded { army, .. } if !mine(army.side()) => return None,
            Event::Extended { army, .. } if !mine(army.side()) => Event::Extended { army, left: i8::MIN },
            Event::InitiativeThrown { leader, die, passed, at, .. } if !own(leader) => {
                Event::InitiativeThrown { leader: masked(leader), die, needs: i8::MIN, passed, at }
            }
            Event::Bared { leader, .. } if !own(leader) && masked(leader).is_none() => return None,
            Event::DummyPlaced { leader, .. } if !own(leader) => return None,
            Event::DisorderThrown { leader, .. } | Event::RallyThrown { leader, .. }
                if self.options.secret_rally && !own(leader) =>
            {
                return None;
            }
            Event::MarchBegan { how, commander, at } => Event::MarchBegan { how, commander: masked(commander), at },
            Event::Moved { leader, from, to } => Event::Moved { leader: masked(leader), from, to },
            Event::Formed { leader, facing } => Event::Formed { leader: masked(leader), facing },
            Event::Dropped { leader, at } => Event::Dropped { leader: masked(leader), at },
            Event::Stopped { leader, at } => Event::Stopped { leader: masked(leader), at },
            Event::Halted { leader, at } => Event::Halted { leader: masked(leader), at },
            Event::Arrived { leader, at } => Event::Arrived { leader: masked(leader), at },
            Event::Displaced { leader, from, to } => Event::Displaced { leader: masked(leader), from, to },
            Event::Cantoned { leader, at } => Event::Cantoned { leader: masked(leader), at },
            Event::BridgeThrown { leader, bridge, blow, die, done } => {
                Event::BridgeThrown { leader: masked(leader), bridge, blow, die, done }
            }
            Event::TrainLaid { leader, from, to } => Event::TrainLaid { leader: masked(leader), from, to },
            Event::TrainLifted { leader } => Event::TrainLifted { leader: masked(leader) },
            Event::DisorderThrown { leader, die, disorganized } => {
                Event::DisorderThrown { leader: masked(leader), die, disorganized }
            }
            Event::RallyThrown { leader, die, rallied } => Event::RallyThrown { leader: masked(leader), die, rallied },
            other @ Event::TurnBegan { .. }
            | other @ Event::ArmisticeThrown { .. }
            | other @ Event::WeatherThrown { .. }
            | other @ Event::SegmentBegan { .. }
            | other @ Event::CentreActive { .. }
            | other @ Event::CentreReturned { .. }
            | other @ Event::SourceThrown { .. }
            | other @ Event::SourceChanging { .. }
            | other @ Event::SourceShifted { .. }
            | other @ Event::SourceEnded { .. }
            | other @ Event::SourceLost { .. }
            | other @ Event::CentreDisbanded { .. }
            | other @ Event::PointsThrown { .. }
            | other @ Event::NoPoints { .. }
            | other @ Event::ReplacementsReceived { .. }
            | other @ Event::Transferred { .. }
            | other @ Event::Merged { .. }
            | other @ Event::Raised { .. }
            | other @ Event::Promoted { .. }
            | other @ Event::Removed { .. }
            | other @ Event::Replaced { .. }
            | other @ Event::DummyPlaced { .. }
            | other @ Event::DummyGone { .. }
            | other @ Event::Commanded { .. }
            | other @ Event::ProvisionallyCommanded { .. }
            | other @ Event::InitiativeThrown { .. }
            | other @ Event::Extended { .. }
            | other @ Event::CentreMoved { .. }
            | other @ Event::CentreFled { .. }
            | other @ Event::Bared { .. }
            | other @ Event::Revealed { .. }
            | other @ Event::StrengthShown { .. }
            | other @ Event::RepulseAnnounced { .. }
            | other @ Event::AttritionThrown { .. }
            | other @ Event::ClassThrown { .. }
            | other @ Event::Lost { .. }
            | other @ Event::Dismounted { .. }
            | other @ Event::Eliminated { .. }
            | other @ Event::LeaderKilled { .. }
            | other @ Event::LeaderToCentre { .. }
            | other @ Event::CentreCantoned { .. }
            | other @ Event::MilitiaAppeared { .. }
            | other @ Event::TrainCaptured { .. }
            | other @ Event::BattleRefused { .. }
            | other @ Event::SiegeEnded { .. }
            | other @ Event::Surrendered { .. }
            | other @ Event::DepotLost { .. }
            | other @ Event::CityTaken { .. }
            | other @ Event::MoraleMoved { .. }
            | other @ Event::UnitRemoved { .. }
            | other @ Event::AttackDeclared { .. }
            | other @ Event::PlansShown { .. }
            | other @ Event::GunsThrown { .. }
            | other @ Event::Odds { .. }
            | other @ Event::CombatThrown { .. }
            | other @ Event::DieChanged { .. }
            | other @ Event::StoodFast { .. }
            | other @ Event::CounterDeclined { .. }
            | other @ Event::Retreated { .. }
            | other @ Event::LeftTheMap { .. }
            | other @ Event::Interned { .. }
            | other @ Event::StoppedShort { .. }
            | other @ Event::PursuitThrown { .. }
            | other @ Event::Pursued { .. }
            | other @ Event::RetreatLoss { .. }
            | other @ Event::ForceEliminated { .. }
            | other @ Event::SaxonsJoin
            | other @ Event::SaxonsGone
            | other @ Event::ArmisticeBegan
            | other @ Event::ArmisticeEnded
            | other @ Event::PointsCredited { .. }
            | other @ Event::BridgeChanged { .. }
            | other @ Event::HurryThrown { .. }
            | other @ Event::GameOver => other,
        })
    }
}

/// The bits of `disorganized`, `broke` and `shaken`.
const SECRET_DISORDER: u64 = 0b1110_0000;
