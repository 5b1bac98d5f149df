//! The position: everything that changes in a game, as plain data without heap.

use arrayvec::ArrayVec;
use board::{Facing, Hex, Set};
use kernel::Side;
use kit::small::Table;
use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::ground::BridgeSet;
use crate::march::{Attrition, March};
use crate::package::Package;
use crate::roster::{ARMIES, Army, DRAFTS, LEADERS, LeaderId, LeaderSet, UNITS, UnitId, UnitSet};
use crate::sequence::Frame;
use crate::tables::Weather;
use crate::theatre::SourceId;

/// What has become of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// Not in the game, or not yet made: a major general, a dummy.
    Pool,
    /// An arrival that is not yet on the map.
    Waiting,
    OnMap,
    /// Without employment, off the map with his centre (9.unemployed).
    AtCentre,
    /// Retreated off the map; `lead` says where (19.offmap).
    Away,
    /// In cantonment; `lead` says by which hex he left (26.cantonment).
    Cantoned,
    /// In Bohemia, until the armistice (26.austria).
    Interned,
    Lost,
}

/// Where the enemy last saw a leader's name, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    pub at: Hex,
    pub turn: u8,
}

impl Sighting {
    pub const NEVER: Sighting = Sighting { at: Hex::NONE, turn: 0 };
}

/// The strengths of a leader's units when they were last shown, by arm, and when (2.hidden).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    pub points: [u8; 3],
    pub turn: u8,
}

impl Shown {
    pub const NEVER: Shown = Shown { points: [0; 3], turn: 0 };
}

/// What a centre of operations does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Centre {
    /// The army has none.
    None,
    Active,
    /// Moved or fled in this turn of its owner; works again in the owner's turn after the next (6.inactive.length).
    Moved,
    /// The turn after.
    Inactive,
    /// Fled in this turn of the enemy (6.displace.after).
    Fled,
    /// Inactive in the owner's turn and in the enemy's after that.
    Recovering,
    /// Disbanded (6.disband): it returns in this turn.
    Disbanded(u8),
    /// Off the map by a source road (26.cantonment.centre), since this turn.
    Cantoned(u8),
}

/// The level of support before the first own turn of a scenario (5.support.lasts).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pledge {
    /// Declared anew in every own turn.
    Free,
    /// To be asked for before the first forced march.
    Due,
    /// Declared: the first own turn is held to it.
    Level(u8),
}

/// An army's administration. Most of it is its own side's secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArmyState {
    pub points: i8,
    /// Columns to the right that its attrition shifts, below 0 to the left (5.support).
    pub shift: i8,
    pub centre: Centre,
    /// The hex of the centre and the next one towards its source.
    pub centre_at: [Hex; 2],
    /// Where the centre stood when this player turn began (6.cofo.from).
    pub centre_from: [Hex; 2],
    pub source: SourceId,
    /// The source that it is being changed to (6.source.change).
    pub changing: SourceId,
    /// The garrison of the source is gone until the owner's next turn (6.garrison.combat).
    pub source_lost: bool,
    /// Where the marker stands if its own hex is taken (6.source.lost).
    pub source_at: Hex,
    pub pledge: Pledge,
    /// Before its first own die: its centre and source can still be placed (6.setup).
    pub fresh: bool,
    /// Length of the line of communications; [`NO_LINE`] if there is none (6.loc).
    pub line: u8,
    /// The turn in which troops of the army last left the map for cantonment; 0 if they never have (26.cantonment).
    pub withdrew: u8,
    /// Turns of the armistice in which its centre moved (26.armistice.points).
    pub moving_turns: u8,
}

/// There is no line of communications.
pub const NO_LINE: u8 = u8::MAX;

impl ArmyState {
    pub const NONE: ArmyState = ArmyState {
        points: 0,
        shift: 0,
        centre: Centre::None,
        centre_at: [Hex::NONE; 2],
        centre_from: [Hex::NONE; 2],
        source: SourceId::NONE,
        changing: SourceId::NONE,
        source_lost: false,
        source_at: Hex::NONE,
        pledge: Pledge::Free,
        fresh: false,
        line: NO_LINE,
        withdrew: 0,
        moving_turns: 0,
    };

    pub const fn is_on_map(&self) -> bool {
        self.centre_at[0].is_some()
            && matches!(
                self.centre,
                Centre::Active | Centre::Moved | Centre::Inactive | Centre::Fled | Centre::Recovering
            )
    }
}

/// A bridging train (25.train).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Train {
    None,
    With(LeaderId),
    /// Laid across the hexside between two hexes, by this side, in this turn.
    Laid {
        from: Hex,
        to: Hex,
        side: Side,
        turn: u8,
    },
    /// Alone in a hex.
    Alone {
        at: Hex,
        side: Side,
    },
}

pub const TRAINS: usize = 6;

/// Points of replacements: infantry, cavalry, artillery, Young Guard, Old Guard, Guard cavalry.
pub const REPLACEMENT_KINDS: usize = 6;

/// Most depots.
pub const DEPOTS: usize = 16;

/// Who holds a city that moves morale (12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct City {
    pub holder: Option<Side>,
    /// The side whose marker its loss has worsened, or improved if `improved`.
    pub moved: Option<Side>,
    pub improved: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The number of the turn in the calendar.
    pub turn: u8,
    pub player: Side,
    /// What is going on, the innermost last.
    pub frames: ArrayVec<Frame, 24>,
    pub weather: Weather,
    pub morale: [i8; 2],
    /// The markers from which victory is counted (S.victory).
    pub start_morale: [i8; 2],
    /// The side whose marker has fallen off, or that has no troops left (12.victory, 26.resign).
    pub beaten: Option<Side>,
    /// The armistice of the spring scenario has come (S.victory): the turn before which it came.
    pub armistice: u8,

    pub fate: Table<Fate, LEADERS>,
    pub lead: Table<Hex, LEADERS>,
    pub rear: Table<Hex, LEADERS>,
    pub facing: Table<Facing, LEADERS>,
    pub seen: Table<Sighting, LEADERS>,
    pub shown: Table<Shown, LEADERS>,

    /// Whose track a unit stands on, and at which strength.
    pub of: Table<LeaderId, UNITS>,
    pub strength: Table<u8, UNITS>,
    /// Leaders with at least one combat unit: those with a zone.
    pub troops: LeaderSet,
    pub trains: [Train; TRAINS],
    pub blown: BridgeSet,

    pub armies: [ArmyState; ARMIES],
    /// Leaders in range of their centre, and in range of centre, depot or source, when the segment began.
    pub in_range: LeaderSet,
    pub in_supply: LeaderSet,
    /// Leaders to whom a depot passes on provisional commands.
    pub in_depot: LeaderSet,
    /// Depots that are dead (6.depots.captured), by number.
    pub dead_depots: u16,
    /// Sources that are lost for good (6.source.lost, 26.armistice.territory), by number.
    pub dead_sources: u32,
    /// The ground that each side holds in the armistice (26.armistice.occupied).
    pub territory: [Set<Hex, 256>; 2],
    pub replacements: [[u8; REPLACEMENT_KINDS]; DRAFTS.len()],

    /// Leaders that are done in this march phase: marched, or attrition rolled.
    pub done: LeaderSet,
    /// Leaders that need no more attrition in this rest segment: those who marched, and those who have rolled.
    pub rested: LeaderSet,
    /// Leaders who lost their last unit by attrition that is not over.
    pub bared: LeaderSet,
    /// Leaders that have left their hexes in this march phase.
    pub walked: LeaderSet,
    /// Leaders that have stood where they are since a bridge segment of their own (25.bridge.repair).
    pub settled: LeaderSet,
    /// Leaders that were in a fortress when their march phase began (25.bridge).
    pub garrisons: LeaderSet,
    /// Leaders that have tried a bridge in this segment.
    pub tried: LeaderSet,
    /// Leaders with a provisional command (7.provisional).
    pub provisional: LeaderSet,
    /// Leaders with units that took replacements this turn: they do not march (22.replace.bar).
    pub replaced: UnitSet,
    /// Units that have changed leaders, merged or split in this segment.
    pub touched: UnitSet,
    /// Leaders that came onto the map in this turn.
    pub entered: LeaderSet,
    /// Stacks that have entered in this phase, by the hex they came by (22.reinforce.queue).
    pub queue: [(Hex, u8); 4],
    pub disorganized: LeaderSet,
    /// Those that broke in this turn (21.rally).
    pub broke: LeaderSet,
    /// Those that retreated in this combat phase and still have to be rolled for.
    pub shaken: LeaderSet,
    pub besieged: LeaderSet,
    /// Besieged leaders that may attack in this turn (23.citadel.besieged).
    pub sallying: LeaderSet,
    /// Garrisons that have refused battle in this combat phase, and those that have agreed to it.
    pub refused: LeaderSet,
    pub accepted: LeaderSet,
    /// Phasing leaders that have fought, and enemies that have been attacked.
    pub fought: LeaderSet,
    pub attacked: LeaderSet,
    /// Those that announced a repulse that failed, and whom they must fight (14.repulse.fail).
    pub repulsers: LeaderSet,
    pub repulsed: LeaderSet,
    /// Those that were driven back by a repulse in this turn (14.repulse.zone).
    pub driven: LeaderSet,
    /// Those that may not march away because a friend hurries to their guns (27.guns).
    pub held: LeaderSet,
    /// Those that come to a battle only after so many rounds of it (27.hurry).
    pub late_one: LeaderSet,
    pub late_two: LeaderSet,
    pub late_three: LeaderSet,
    /// Enemies that another force must repulse or attack in this turn (14.repulse.others).
    pub owed: LeaderSet,
    /// Leaders whose strengths lie open because they fight or were announced a repulse.
    pub open: LeaderSet,
    /// When a leader went into cantonment or off the map; and when his army may last have used it.
    pub since: Table<u8, LEADERS>,

    pub march: March,
    pub attrition: Attrition,
    pub battle: Battle,
    /// Points that a side still has to take off.
    pub due: u8,
    /// Units that have lost a point in this round of losses (11.losses).
    pub bled: UnitSet,
    /// The leader whose turn it is to lose a point.
    pub loser: LeaderId,

    pub berlin: City,
    pub dresden: City,
    /// The turn in which the French came into Dresden (26.saxony); 0 if they have not.
    pub saxons_from: u8,
    /// Whether the Berlin militia has appeared (26.berlin.militia).
    pub militia: bool,
}

impl State {
    /// What is going on now.
    #[inline]
    pub fn frame(&self) -> Frame {
        *self.frames.last().expect("a game always has a frame")
    }

    #[inline]
    pub fn on_map(&self, leader: LeaderId) -> bool {
        self.fate[leader.index()] == Fate::OnMap
    }

    /// Where a leader is, on the map or not.
    #[inline]
    pub fn package(&self, leader: LeaderId) -> Package {
        let index = leader.index();
        Package { lead: self.lead[index], rear: self.rear[index], facing: self.facing[index] }
    }

    /// The leaders among whom are all that have a half in such a hex. Sixteen are asked about at once, since nearly all stand elsewhere.
    #[inline]
    pub(crate) fn standing(&self, within: impl Fn(Hex) -> bool) -> LeaderSet {
        let (leads, _) = self.lead.0.as_chunks::<16>();
        let (rears, _) = self.rear.0.as_chunks::<16>();
        let mut found = LeaderSet::EMPTY;
        for (place, (leads, rears)) in leads.iter().zip(rears).enumerate() {
            let any = leads.iter().zip(rears).fold(false, |any, (lead, rear)| any | within(*lead) | within(*rear));
            if any {
                found.insert_sixteen(place);
            }
        }
        found
    }

    #[inline]
    pub fn points(&self, unit: UnitId) -> u16 {
        self.strength[unit.index()].into()
    }

    #[inline]
    pub fn leader_of(&self, unit: UnitId) -> LeaderId {
        self.of[unit.index()]
    }

    #[inline]
    pub fn army(&self, army: Army) -> &ArmyState {
        &self.armies[army.index()]
    }

    #[inline]
    pub fn army_mut(&mut self, army: Army) -> &mut ArmyState {
        &mut self.armies[army.index()]
    }
}
