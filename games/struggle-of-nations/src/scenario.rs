//! Scenarios: set-up, arrivals, replacements, victory. `scenario::reader` reads `scenario.toml`.

mod reader;

use board::Hex;
use kernel::Side;
use kit::title::Heading;

use crate::package::Package;
use crate::roster::{ALLIED, Army, FRENCH, Kind, Nation, UnitId};
use crate::state::REPLACEMENT_KINDS;
use crate::tables::TableLine;
use crate::theatre::SourceId;

pub(crate) use reader::{Context, parse};

/// Which set of depots works (6.depots).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Period {
    Spring,
    Dresden,
    Leipzig,
}

/// A leader as a scenario brings him in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderSetup {
    pub id: String,
    /// For leaders without a name of their own.
    pub kind: Option<Kind>,
    pub name: String,
    pub army: Option<Army>,
    pub units: Vec<(UnitId, u8)>,
}

#[derive(Clone, Debug)]
pub struct PackageSetup {
    pub side: Side,
    pub package: Package,
    pub leaders: Vec<LeaderSetup>,
    /// Leaders with a bridging train.
    pub trains: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct ArmySetup {
    pub army: Army,
    pub line: TableLine,
    pub points: i8,
    pub centre: [Hex; 2],
    pub source: SourceId,
}

/// Reinforcements that come together.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub turn: u8,
    pub side: Side,
    /// By their places in the theatre's list.
    pub entries: Vec<u8>,
    pub leaders: Vec<LeaderSetup>,
    /// They bring the centre and source of their army with them.
    pub brings_centre: bool,
    pub trains: Vec<String>,
    /// They may join any army (22.reinforce.army).
    pub any_army: bool,
}

/// Units that leave (26.bavaria).
#[derive(Clone, Debug)]
pub struct Removal {
    pub turn: u8,
    pub units: Vec<UnitId>,
    /// Unless French morale is this.
    pub unless_french_morale: Option<i8>,
}

pub type Drafted = [u8; REPLACEMENT_KINDS];

/// Replacements of a stretch of turns, by nation.
#[derive(Clone, Debug)]
pub struct Draft {
    pub from: u8,
    pub to: u8,
    /// In these turns only, whether or not a week begins.
    pub turns: Vec<u8>,
    pub option: Option<String>,
    pub points: Vec<(Nation, Drafted)>,
}

/// The Berlin militia (26.berlin.militia).
#[derive(Clone, Debug)]
pub struct Militia {
    /// Movement points at foot cost.
    pub approach: u8,
    pub leader: LeaderSetup,
}

/// Between spring and autumn (26.armistice).
#[derive(Clone, Debug)]
pub struct ArmisticeSetup {
    pub automatic_after: u8,
    pub resumes: u8,
    pub turns: u8,
    pub points: Vec<(Army, u8)>,
    pub morale: [i8; 2],
    pub leave: Vec<String>,
    pub centres: Vec<(Army, [Hex; 2], SourceId)>,
    pub replacements: Vec<(Nation, Drafted)>,
    pub forces: Vec<(Side, Hex, Vec<LeaderSetup>)>,
}

/// Who wins, and by how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    pub winner: Option<Side>,
    pub level: &'static str,
}

impl Award {
    pub const DRAW: Award = Award { winner: None, level: "draw" };

    /// `french`, `allied marginal`, `french victory`, `draw`.
    pub fn parse(words: &str) -> Option<Award> {
        let mut parts = words.split(' ');
        let winner = match parts.next()? {
            "french" => Some(FRENCH),
            "allied" => Some(ALLIED),
            "draw" => None,
            _ => return None,
        };
        let level = match (winner, parts.next()) {
            (None, None) => "draw",
            (Some(_), None | Some("victory")) => "victory",
            (Some(_), Some("marginal")) => "marginal victory",
            _ => return None,
        };
        Some(Award { winner, level })
    }
}

/// What decides where steps of morale are level.
#[derive(Clone, Debug)]
pub enum Level {
    Fixed(Award),
    /// A French force of this strength that traces a line to a place.
    FrenchForce {
        strength: u16,
        traces_to: Hex,
        yes: Award,
        no: Award,
    },
}

#[derive(Clone, Debug)]
pub enum Victory {
    /// Steps of morale since the start.
    Steps { levels: Vec<(i8, &'static str)>, level: Level, berlin: Option<Award> },
    /// When the armistice comes.
    Armistice { before: Vec<(u8, Award)>, automatic: Award },
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub heading: Heading,
    pub period: Period,
    pub first_turn: u8,
    pub last_turn: u8,
    /// With the options long-dresden and short-campaign.
    pub long_turn: Option<u8>,
    pub short_turn: Option<u8>,
    pub first_player: Side,
    pub morale: [i8; 2],
    pub one_allied_army: bool,
    /// Territories that nobody may enter in spring.
    pub closed: Vec<u8>,
    pub saxon_neutrality: bool,
    /// The army whose commands the forces of Poland take.
    pub poland: Option<Army>,
    pub armies: Vec<ArmySetup>,
    pub packages: Vec<PackageSetup>,
    pub arrivals: Vec<Arrival>,
    /// With the option that each needs, if any.
    pub removals: Vec<Removal>,
    pub drafts: Vec<Draft>,
    pub militia: Option<Militia>,
    pub armistice: Option<ArmisticeSetup>,
    pub victory: Victory,
    /// Scenarios from which set-up and later arrivals are taken.
    pub(crate) start: Option<String>,
    pub(crate) after: Option<String>,
    /// Arrivals that come only with an option, by place in the list.
    pub(crate) optional: Vec<Option<String>>,
}

impl Scenario {
    /// Everybody whom it brings into play.
    pub fn leaders(&self) -> impl Iterator<Item = (Side, &LeaderSetup)> {
        let placed = self.packages.iter().flat_map(|it| it.leaders.iter().map(|leader| (it.side, leader)));
        let coming = self.arrivals.iter().flat_map(|it| it.leaders.iter().map(|leader| (it.side, leader)));
        let militia = self.militia.iter().map(|militia| (ALLIED, &militia.leader));
        let joining = self.armistice.iter().flat_map(|armistice| &armistice.forces);
        let joining = joining.flat_map(|(side, _, leaders)| leaders.iter().map(|leader| (*side, leader)));
        placed.chain(coming).chain(militia).chain(joining)
    }
}
