//! Leaders and units: who they are and what is printed on them. `leaders.toml` and `units.toml` hold one roster for all scenarios.

use board::textfile::{Provenance, Source};
use board::{Fault, Set};
use kernel::Side;
use kit::{SideWords, Sides};
use serde::{Deserialize, Serialize};
use toml::Spanned;

pub const FRENCH: Side = Side(0);
pub const ALLIED: Side = Side(1);
pub const BOTH: [Side; 2] = [FRENCH, ALLIED];

pub const SIDES: Sides = Sides([
    SideWords { short: "fr", id: "french", name: "French", adjective: "French" },
    SideWords { short: "al", id: "allied", name: "Allies", adjective: "Allied" },
]);

pub use kit::enemy_of;

kit::id! {
    /// A leader counter: a named leader, a major general, a garrison, a dummy.
    pub struct LeaderId(u8);
}

kit::id! {
    /// A unit on the track of a leader.
    pub struct UnitId(u16);
}

/// Room for every leader of the campaign, the major generals that can be made, and dummies.
pub const LEADERS: usize = 192;
pub type LeaderSet = Set<LeaderId, 3>;

/// Room for every unit of the campaign and the march regiments that can be raised.
pub const UNITS: usize = 320;
pub type UnitSet = Set<UnitId, 5>;

/// An army: whose points a force uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Army {
    French,
    Silesia,
    Bohemia,
    North,
    /// It has no line of its own: its forces are assigned to another army, or march on their initiative.
    Poland,
}

pub const ARMIES: usize = 5;

impl Army {
    pub const ALL: [Army; ARMIES] = [Army::French, Army::Silesia, Army::Bohemia, Army::North, Army::Poland];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn side(self) -> Side {
        match self {
            Army::French => FRENCH,
            Army::Silesia | Army::Bohemia | Army::North | Army::Poland => ALLIED,
        }
    }

    pub const fn id(self) -> &'static str {
        match self {
            Army::French => "french",
            Army::Silesia => "silesia",
            Army::Bohemia => "bohemia",
            Army::North => "north",
            Army::Poland => "poland",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Army::French => "the French army",
            Army::Silesia => "the Army of Silesia",
            Army::Bohemia => "the Army of Bohemia",
            Army::North => "the Army of the North",
            Army::Poland => "the Army of Poland",
        }
    }

    pub fn find(word: &str) -> Option<Army> {
        Army::ALL.into_iter().find(|army| army.id() == word)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    French,
    German,
    Italian,
    Polish,
    Austrian,
    Prussian,
    Russian,
    Swedish,
}

impl Nation {
    pub const ALL: [Nation; 8] = [
        Nation::French,
        Nation::German,
        Nation::Italian,
        Nation::Polish,
        Nation::Austrian,
        Nation::Prussian,
        Nation::Russian,
        Nation::Swedish,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Nation::French => "french",
            Nation::German => "german",
            Nation::Italian => "italian",
            Nation::Polish => "polish",
            Nation::Austrian => "austrian",
            Nation::Prussian => "prussian",
            Nation::Russian => "russian",
            Nation::Swedish => "swedish",
        }
    }

    /// Which replacements it takes: on the French side nationality does not matter (7.division.corps).
    pub const fn draft(self) -> Nation {
        match self {
            Nation::French | Nation::German | Nation::Italian | Nation::Polish => Nation::French,
            Nation::Austrian | Nation::Prussian | Nation::Russian | Nation::Swedish => self,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

impl Arm {
    pub const ALL: [Arm; 3] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn id(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guard {
    Old,
    Young,
    Cavalry,
}

/// The classes of the option 27.classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Class {
    C,
    D,
    F,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub general: String,
    pub arm: Arm,
    /// 9 movement points instead of 7 (14.ma).
    pub light: bool,
    pub guard: Option<Guard>,
    pub class: Option<Class>,
    /// The strongest it can be (2.strength.cap).
    pub maximum: u8,
    /// The other marker of an Austrian brigade of horse and foot (11.eliminated).
    pub twin: Option<UnitId>,
    /// The counter that takes over its strength at the armistice (26.armistice.succession).
    pub autumn: Option<UnitId>,
    /// A march regiment, raised in play (25.march).
    pub regiment: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Kind {
    Named,
    MajorGeneral,
    CavalryMajorGeneral,
    /// In a fortress or before one (23.garrison).
    Garrison,
    /// The Saxons of Torgau (26.saxony).
    Saxon,
    Dummy,
}

impl Kind {
    pub const fn is_major(self) -> bool {
        matches!(self, Kind::MajorGeneral | Kind::CavalryMajorGeneral)
    }
}

/// Initiative, span and subordination as they are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    pub initiative: u8,
    pub span: u8,
    pub subordination: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seasons {
    Spring,
    Autumn,
    Both,
}

#[derive(Clone, Debug)]
pub struct Leader {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub army: Army,
    pub kind: Kind,
    pub rating: Rating,
    /// He may change a die by one (9.bonus).
    pub bonus: bool,
    /// A cavalry leader (10.cavleader).
    pub cavalry: bool,
    /// The strongest unit that his track holds (2.strength.track).
    pub track: u8,
    /// He leads a corps of this nation and takes its units only (7.division.corps).
    pub corps: Option<Nation>,
    /// The same, but only from the armistice on.
    pub corps_autumn: Option<Nation>,
    /// Whether he counts when occupied territory is drawn (26.armistice.territory).
    pub marks_territory: bool,
}

impl Leader {
    pub fn is_dummy(&self) -> bool {
        self.kind == Kind::Dummy
    }
}

/// What a kind of leaders without names has in common.
#[derive(Clone, Debug)]
pub struct KindRow {
    pub kind: Kind,
    pub rating: Rating,
    pub bonus: bool,
    pub cavalry: bool,
    pub track: u8,
    pub marks_territory: bool,
}

/// Both rosters.
#[derive(Clone, Debug)]
pub struct Roster {
    pub leaders: Vec<Leader>,
    pub kinds: Vec<KindRow>,
    pub units: Vec<Unit>,
}

impl Roster {
    pub fn kind(&self, kind: Kind) -> Option<&KindRow> {
        self.kinds.iter().find(|row| row.kind == kind)
    }

    pub fn leader(&self, id: &str) -> Option<&Leader> {
        self.leaders.iter().find(|leader| leader.id == id)
    }

    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|index| UnitId(index as u16))
    }
}

/// Major generals that each side can make, of either kind (9.major).
pub const MAJORS: usize = 8;

/// A leader of a kind, who has no name of his own in the roster.
pub fn of_kind(row: &KindRow, id: String, name: String, side: Side, army: Army) -> Leader {
    Leader {
        id,
        name,
        side,
        army,
        kind: row.kind,
        rating: row.rating,
        bonus: row.bonus,
        cavalry: row.cavalry,
        track: row.track,
        corps: None,
        corps_autumn: None,
        marks_territory: row.marks_territory,
    }
}

/// A word of the data as names are written.
fn titled(word: &str) -> String {
    let mut name = word.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// The major generals that can be made in play. An Allied one belongs to the army of the leader whose unit he takes; until
/// then to that of Silesia.
pub fn majors(kinds: &[KindRow]) -> Vec<Leader> {
    let mut majors = Vec::new();
    for row in kinds.iter().filter(|row| row.kind.is_major()) {
        for (side, army) in
            [(FRENCH, Army::French), (ALLIED, Army::Silesia), (ALLIED, Army::Bohemia), (ALLIED, Army::North)]
        {
            let (word, title) = match row.kind {
                Kind::CavalryMajorGeneral => ("cmg", "Cavalry major general"),
                Kind::MajorGeneral | Kind::Named | Kind::Garrison | Kind::Saxon | Kind::Dummy => {
                    ("mg", "Major general")
                }
            };
            let most = if side == FRENCH { MAJORS } else { MAJORS / 2 };
            for number in 1..=most {
                let id = format!("{word}-{}-{number}", army.id());
                majors.push(of_kind(row, id, format!("{title} {number} ({})", titled(army.id())), side, army));
            }
        }
    }
    majors
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeadersFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    leader: Vec<LeaderRow>,
    kind: Vec<KindFields>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderRow {
    id: Spanned<String>,
    name: String,
    side: Spanned<String>,
    army: Spanned<String>,
    #[serde(rename = "seasons")]
    _seasons: Seasons,
    initiative: u8,
    bonus: bool,
    span: u8,
    subordination: u8,
    cavalry: bool,
    track: u8,
    #[serde(default)]
    corps: Option<Nation>,
    #[serde(default)]
    corps_autumn: Option<Nation>,
    #[serde(default = "yes")]
    marks_territory: bool,
    #[serde(default, rename = "fixed")]
    _fixed: String,
    #[serde(default, rename = "note")]
    _note: String,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindFields {
    id: Spanned<String>,
    #[serde(rename = "name")]
    _name: String,
    initiative: u8,
    bonus: bool,
    span: u8,
    subordination: u8,
    cavalry: bool,
    track: u8,
    #[serde(default = "yes")]
    marks_territory: bool,
    #[serde(rename = "fixed")]
    _fixed: String,
}

/// A kind by its word in data files.
pub fn kind_of(word: &str) -> Option<Kind> {
    match word {
        "major-general" => Some(Kind::MajorGeneral),
        "cavalry-major-general" => Some(Kind::CavalryMajorGeneral),
        "garrison" => Some(Kind::Garrison),
        "saxon-garrison" => Some(Kind::Saxon),
        _ => None,
    }
}

/// All Allied leaders of the spring are one army (7.division).
pub fn army_of(word: &str) -> Option<Army> {
    if word == "spring" { Some(Army::Silesia) } else { Army::find(word) }
}

/// Reads `leaders.toml`.
pub fn parse_leaders(name: &str, text: &str) -> Result<(Vec<Leader>, Vec<KindRow>), Vec<Fault>> {
    let source = Source::new(name, text);
    let file: LeadersFile = source.read()?;
    let mut faults = Vec::new();
    let mut leaders: Vec<Leader> = Vec::new();
    for row in &file.leader {
        let word = row.id.get_ref();
        if leaders.iter().any(|leader| leader.id == *word) {
            faults.push(source.fault(row.id.span().start, format!("there are two leaders `{word}`")));
        }
        if word.is_empty() || word.contains(|letter: char| letter.is_whitespace() || letter == ',') {
            faults.push(source.fault(row.id.span().start, format!("`{word}` cannot be typed in an order as one word")));
        }
        if row.initiative > 5 || row.span > 12 || row.subordination > 4 || ![5, 13].contains(&row.track) {
            let sentence = "initiative is 0 to 5, span at most 12, subordination at most 4, a track 5 or 13";
            faults.push(source.fault(row.id.span().start, sentence));
        }
        let army = army_of(row.army.get_ref()).unwrap_or_else(|| {
            faults.push(source.fault(row.army.span().start, format!("there is no army `{}`", row.army.get_ref())));
            Army::French
        });
        leaders.push(Leader {
            id: word.clone(),
            name: row.name.clone(),
            side: SIDES.in_source(&source, &row.side, &mut faults),
            army,
            kind: Kind::Named,
            rating: Rating { initiative: row.initiative, span: row.span, subordination: row.subordination },
            bonus: row.bonus,
            cavalry: row.cavalry,
            track: row.track,
            corps: row.corps,
            corps_autumn: row.corps_autumn,
            marks_territory: row.marks_territory,
        });
    }
    let mut kinds = Vec::new();
    for row in &file.kind {
        let Some(kind) = kind_of(row.id.get_ref()) else {
            faults.push(source.fault(row.id.span().start, format!("`{}` is no kind of leader", row.id.get_ref())));
            continue;
        };
        kinds.push(KindRow {
            kind,
            rating: Rating { initiative: row.initiative, span: row.span, subordination: row.subordination },
            bonus: row.bonus,
            cavalry: row.cavalry,
            track: row.track,
            marks_territory: row.marks_territory,
        });
    }
    for kind in [Kind::MajorGeneral, Kind::CavalryMajorGeneral, Kind::Garrison, Kind::Saxon] {
        if !kinds.iter().any(|row| row.kind == kind) {
            faults.push(source.fault(0, format!("there is no row for leaders of the kind {kind:?}")));
        }
    }
    if faults.is_empty() { Ok((leaders, kinds)) } else { Err(faults) }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    unit: Vec<UnitRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: Spanned<String>,
    name: String,
    side: Spanned<String>,
    nation: Nation,
    #[serde(default, rename = "origin")]
    _origin: String,
    #[serde(default)]
    general: String,
    #[serde(default, rename = "formation")]
    _formation: String,
    arm: Arm,
    #[serde(default)]
    light: bool,
    #[serde(default)]
    guard: Option<Guard>,
    #[serde(default)]
    class: Option<Class>,
    #[serde(default, rename = "cossack")]
    _cossack: bool,
    maximum: u8,
    #[serde(default)]
    twin: Option<Spanned<String>>,
    #[serde(default)]
    autumn: Option<Spanned<String>>,
    #[serde(default, rename = "confidence")]
    _confidence: String,
    #[serde(default, rename = "note")]
    _note: String,
}

/// Reads `units.toml`.
pub fn parse_units(name: &str, text: &str) -> Result<Vec<Unit>, Vec<Fault>> {
    let source = Source::new(name, text);
    let file: UnitsFile = source.read()?;
    let mut faults = Vec::new();
    let numbered = |word: &Option<Spanned<String>>, faults: &mut Vec<Fault>| {
        let word = word.as_ref()?;
        let found = file.unit.iter().position(|row| row.id.get_ref() == word.get_ref());
        if found.is_none() {
            faults.push(source.fault(word.span().start, format!("there is no unit `{}`", word.get_ref())));
        }
        found.map(|index| UnitId(index as u16))
    };
    let mut units: Vec<Unit> = Vec::new();
    for row in &file.unit {
        let word = row.id.get_ref();
        if units.iter().any(|unit| unit.id == *word) {
            faults.push(source.fault(row.id.span().start, format!("there are two units `{word}`")));
        }
        if row.maximum == 0 || row.maximum > 13 {
            faults.push(source.fault(row.id.span().start, "a unit has 1 to 13 points"));
        }
        units.push(Unit {
            id: word.clone(),
            name: row.name.clone(),
            side: SIDES.in_source(&source, &row.side, &mut faults),
            nation: row.nation,
            general: row.general.clone(),
            arm: row.arm,
            light: row.light,
            guard: row.guard,
            class: row.class,
            maximum: row.maximum,
            twin: numbered(&row.twin, &mut faults),
            autumn: numbered(&row.autumn, &mut faults),
            regiment: false,
        });
    }
    if units.len() + REGIMENTS > UNITS {
        faults.push(source.fault(0, format!("there is room for {} units", UNITS - REGIMENTS)));
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}

/// March regiments of one arm for each nation that drafts: French, Austrian, Prussian, Russian, Swedish.
pub const REGIMENTS_OF_A_KIND: usize = 6;
pub const DRAFTS: [Nation; 5] = [Nation::French, Nation::Austrian, Nation::Prussian, Nation::Russian, Nation::Swedish];
pub const REGIMENTS: usize = REGIMENTS_OF_A_KIND * 2 * DRAFTS.len();

/// The counters for march regiments (25.march), after all other units.
pub fn regiments(infantry: u8, cavalry: u8) -> Vec<Unit> {
    let mut units = Vec::new();
    for nation in DRAFTS {
        for (arm, maximum, letter) in [(Arm::Infantry, infantry, "i"), (Arm::Cavalry, cavalry, "c")] {
            for number in 1..=REGIMENTS_OF_A_KIND {
                let side = if nation == Nation::French { FRENCH } else { ALLIED };
                let of = &nation.id()[..2];
                units.push(Unit {
                    id: format!("mr-{of}-{letter}{number}"),
                    name: format!("{} march regiment {number} ({})", arm.id(), titled(nation.id())),
                    side,
                    nation,
                    general: String::new(),
                    arm,
                    light: false,
                    guard: None,
                    class: None,
                    maximum,
                    twin: None,
                    autumn: None,
                    regiment: true,
                });
            }
        }
    }
    units
}
