//! Leaders, units, detachments and dummies (1.1 to 1.3), and the armies they belong to: `counters.toml`.

use board::Fault;
use board::boxes::BoxId;
use kernel::Side;
use kit::{SideWords, Sides};
use toml::Spanned;

use board::textfile::{Findings, Provenance};

pub const FRENCH: Side = Side(0);
pub const ALLIED: Side = Side(1);

/// Their words.
pub const SIDES: Sides = Sides([
    SideWords { short: "fr", id: "french", name: "French", adjective: "French" },
    SideWords { short: "al", id: "allied", name: "Allies", adjective: "Allied" },
]);

/// Most counters that a scenario may have.
pub const COUNTERS: usize = 250;

/// Ceiling of a detachment, which has no roster line of its own: that of the largest corps.
pub const DETACHMENT_MAXIMUM: u8 = 14;

kit::id! {
    /// A counter of one particular scenario, by its place in the scenario's list.
    pub struct CounterId(u8), listed;
}

kit::id! {
    /// An army by its place in the list of all armies, which is the same in every scenario.
    pub struct ArmyId(u8);
}

/// Most armies that there can be.
pub const ARMIES: usize = 8;

board::words! {
    pub enum Kind {
        Leader = "leader";
        Infantry = "infantry";
        Cavalry = "cavalry";
        /// Reserve artillery: an artillery bonus and nothing else (1.2.1b).
        Artillery = "artillery", "reserve artillery";
        InfantryDummy = "infantry-dummy", "infantry dummy";
        CavalryDummy = "cavalry-dummy", "cavalry dummy";
    }

    /// Whose drafts a unit can take (B.3.3a). Corps of several nations count as the one that gave most of their men.
    pub enum Nation {
        French = "french", "French";
        Polish = "polish", "Polish";
        Saxon = "saxon", "Saxon";
        /// Of the smaller German states, on either side.
        German = "german", "German";
        Russian = "russian", "Russian";
        Prussian = "prussian", "Prussian";
        Austrian = "austrian", "Austrian";
        Swedish = "swedish", "Swedish";
    }

    /// When a counter may be on the map (C.a).
    pub enum Season {
        Spring = "spring";
        Autumn = "autumn";
        Both = "both";
    }
}

impl Kind {
    pub fn is_dummy(self) -> bool {
        matches!(self, Kind::InfantryDummy | Kind::CavalryDummy)
    }

    /// Infantry and cavalry: what has strength points.
    pub fn has_strength(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The handle in orders, such as `ney` or `iii-corps`; unique in a scenario.
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub kind: Kind,
    /// `None` for detachments, which answer to their parent's army or stand on their own, and for dummies.
    pub army: Option<ArmyId>,
    /// Whether he is meant to command an army. Who does at a given moment is in the army's [`Army::succession`].
    pub commander_in_chief: bool,
    pub command_value: u8,
    pub rank: u8,
    pub tactical_bonus: u8,
    pub artillery_bonus: u8,
    pub cohesion: u8,
    pub cavalry_bonus: u8,
    /// Boxes of the roster (C.c).
    pub maximum: u8,
    pub guard: bool,
    pub detachment: bool,
    /// A detachment without a parent at the start of the scenario (C.b).
    pub independent: bool,
    /// The autumn counter that takes its place at the armistice (A.arm.g). Several counters may share one.
    pub twin: Option<CounterId>,
    pub season: Season,
}

/// From a turn on, this leader commands the army if nobody before him in the list can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command {
    pub leader: CounterId,
    pub from_turn: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    pub id: String,
    pub name: String,
    pub side: Side,
    /// Names of the boxes it draws supply from (4.4a).
    pub sources: Vec<String>,
    /// The same boxes on the map of the scenario.
    pub source_boxes: Vec<BoxId>,
    /// The army for which the same die is thrown (B.4.5).
    pub shares_die_with: Option<ArmyId>,
    /// Command points of each turn of the armistice (A.arm.j).
    pub armistice_points: u8,
    /// Who commands: the first in the list whose turn has come and who is on the map. Filled by the scenario.
    pub succession: Vec<Command>,
}

/// A counter as the counter sheet has it; the scenario makes a [`Counter`] of it.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    pub(crate) counter: Counter,
    /// The handle of the autumn counter.
    pub(crate) twin: Option<String>,
}

/// Everything in `counters.toml`.
#[derive(Clone, Debug)]
pub struct Roster {
    /// All armies; an [`ArmyId`] is a place in this list.
    pub armies: Vec<Army>,
    pub(crate) printed: Vec<Printed>,
}

mod file {
    use super::{Kind, Nation, Season};
    use toml::Spanned;

    board::rows! {
        pub(super) struct File {
            #[serde(rename = "provenance")]
            _provenance: super::Provenance,
            army: Vec<Spanned<ArmyRow>>,
            leader: Vec<Spanned<LeaderRow>>,
            unit: Vec<Spanned<UnitRow>>,
            detachment: Vec<Spanned<DetachmentRow>>,
        }

        pub(super) struct ArmyRow {
            id: Spanned<String>,
            name: String,
            side: Spanned<String>,
            sources: Vec<String>,
            shares_die_with [default]: Option<Spanned<String>>,
            armistice_points: u8,
        }

        pub(super) struct LeaderRow {
            id: Spanned<String>,
            name: String,
            nation: Nation,
            season: Season,
            army: Spanned<String>,
            commander_in_chief [default]: bool,
            command: Spanned<u8>,
            rank: Spanned<u8>,
            tactical: Spanned<u8>,
            twin [default]: Option<Spanned<String>>,
            #[serde(rename = "reason")]
            _reason: String,
        }

        pub(super) struct UnitRow {
            id: Spanned<String>,
            name: String,
            nation: Nation,
            kind: Spanned<Kind>,
            season: Season,
            army: Spanned<String>,
            artillery: Spanned<u8>,
            cohesion [default]: Option<Spanned<u8>>,
            cavalry [default]: Option<u8>,
            maximum [default]: Option<u8>,
            guard [default]: bool,
            twin [default]: Option<Spanned<String>>,
            #[serde(default, rename = "reason")]
            _reason: String,
        }

        pub(super) struct DetachmentRow {
            id: Spanned<String>,
            letter: String,
            nation: Nation,
            kind: Spanned<Kind>,
            cohesion: Spanned<u8>,
        }
    }
}

/// A handle is lower case and can stand in an order: `iii-corps`.
fn is_handle(id: &str) -> bool {
    !id.is_empty()
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !id.starts_with('-')
        && !id.ends_with('-')
}

struct Reader<'a> {
    found: Findings<'a>,
    armies: Vec<Army>,
    printed: Vec<Printed>,
    /// Where each printed counter stands in the file, and where its twin is named.
    places: Vec<(usize, usize)>,
}

impl Reader<'_> {
    fn army(&mut self, name: &Spanned<String>) -> Option<ArmyId> {
        let found = self.armies.iter().position(|army| army.id == *name.get_ref());
        if found.is_none() {
            self.found.at(name, format!("there is no army `{}`", name.get_ref()));
        }
        found.map(|index| ArmyId(index as u8))
    }

    fn bounded(&mut self, value: &Spanned<u8>, low: u8, high: u8, what: &str) {
        if !(low..=high).contains(value.get_ref()) {
            let number = value.get_ref();
            self.found.at(value, format!("a {what} of {number} is outside {low} to {high}"));
        }
    }

    fn add(&mut self, at: &Spanned<String>, counter: Counter, twin: Option<&Spanned<String>>) {
        if !is_handle(&counter.id) {
            self.found
                .at(at, format!("`{}` is not a valid handle; use lower-case letters, digits and hyphens", counter.id));
        }
        let seasons_meet = |a: Season, b: Season| a == b || a == Season::Both || b == Season::Both;
        if self
            .printed
            .iter()
            .any(|other| other.counter.id == counter.id && seasons_meet(other.counter.season, counter.season))
        {
            self.found.at(at, format!("there are two counters `{}` of the same season", counter.id));
        }
        if twin.is_some() && counter.season != Season::Spring {
            self.found.at(at, format!("only a spring counter can have a twin, and `{}` is not one", counter.id));
        }
        self.places.push((at.span().start, twin.map_or(0, |twin| twin.span().start)));
        self.printed.push(Printed { counter, twin: twin.map(|twin| twin.get_ref().clone()) });
    }
}

impl Roster {
    pub fn parse(name: &str, text: &str) -> Result<Roster, Vec<Fault>> {
        let (file, found) = Findings::read::<file::File>(name, text)?;
        let mut reader = Reader { found, armies: Vec::new(), printed: Vec::new(), places: Vec::new() };
        read_armies(&mut reader, &file.army);
        for row in &file.leader {
            let row = row.get_ref();
            let army = reader.army(&row.army);
            reader.bounded(&row.command, 0, 6, "command value");
            reader.bounded(&row.rank, 1, 4, "rank");
            reader.bounded(&row.tactical, 0, 4, "tactical bonus");
            let side = army.map_or(FRENCH, |army| reader.armies[army.index()].side);
            let counter = Counter {
                army,
                commander_in_chief: row.commander_in_chief,
                command_value: *row.command.get_ref(),
                rank: *row.rank.get_ref(),
                tactical_bonus: *row.tactical.get_ref(),
                ..blank(row.id.get_ref(), &row.name, side, row.nation, Kind::Leader, row.season)
            };
            reader.add(&row.id, counter, row.twin.as_ref());
        }
        for row in &file.unit {
            read_unit(&mut reader, row.get_ref());
        }
        for row in &file.detachment {
            let row = row.get_ref();
            reader.bounded(&row.cohesion, 1, 6, "cohesion");
            if !row.kind.get_ref().has_strength() {
                reader.found.at(&row.kind, "a detachment is infantry or cavalry");
            }
            let side = match row.id.get_ref() {
                id if id.starts_with("french-") => FRENCH,
                id if id.starts_with("allied-") => ALLIED,
                id => {
                    reader.found.at(
                        &row.id,
                        format!("the handle of a detachment starts with `french-` or `allied-`; `{id}` does not"),
                    );
                    FRENCH
                }
            };
            let name = format!("Detachment {}", row.letter);
            let counter = Counter {
                cohesion: *row.cohesion.get_ref(),
                cavalry_bonus: u8::from(*row.kind.get_ref() == Kind::Cavalry),
                maximum: DETACHMENT_MAXIMUM,
                detachment: true,
                ..blank(row.id.get_ref(), &name, side, row.nation, *row.kind.get_ref(), Season::Both)
            };
            reader.add(&row.id, counter, None);
        }
        check_twins(&mut reader);
        reader.found.finish(Roster { armies: reader.armies, printed: reader.printed })
    }

    /// The printed counter of this handle that can be on the map in this season.
    pub(crate) fn find(&self, id: &str, season: Season) -> Option<&Printed> {
        self.printed.iter().find(|printed| {
            let own = printed.counter.season;
            printed.counter.id == id && (own == season || own == Season::Both || season == Season::Both)
        })
    }

    pub fn army(&self, id: &str) -> Option<ArmyId> {
        self.armies.iter().position(|army| army.id == id).map(|index| ArmyId(index as u8))
    }
}

fn read_armies(reader: &mut Reader<'_>, rows: &[Spanned<file::ArmyRow>]) {
    if rows.len() > ARMIES {
        reader.found.at(&rows[ARMIES], format!("there is room for {ARMIES} armies"));
    }
    for row in rows {
        let row = row.get_ref();
        if reader.armies.iter().any(|army| army.id == *row.id.get_ref()) {
            reader.found.at(&row.id, format!("there are two armies `{}`", row.id.get_ref()));
        }
        let side = SIDES.found_in(&mut reader.found, &row.side);
        reader.armies.push(Army {
            id: row.id.get_ref().clone(),
            name: row.name.clone(),
            side,
            sources: row.sources.clone(),
            source_boxes: Vec::new(),
            shares_die_with: None,
            armistice_points: row.armistice_points,
            succession: Vec::new(),
        });
    }
    for (index, row) in rows.iter().enumerate() {
        let Some(other) = &row.get_ref().shares_die_with else { continue };
        let Some(id) = reader.army(other) else { continue };
        let mutual = rows[id.index()].get_ref().shares_die_with.as_ref();
        if mutual.is_none_or(|back| back.get_ref() != row.get_ref().id.get_ref()) {
            let (one, two) = (row.get_ref().id.get_ref(), other.get_ref());
            reader.found.at(other, format!("`{one}` shares its die with `{two}`, which does not share its own"));
        }
        reader.armies[index].shares_die_with = Some(id);
    }
}

fn read_unit(reader: &mut Reader<'_>, row: &file::UnitRow) {
    let army = reader.army(&row.army);
    let side = army.map_or(FRENCH, |army| reader.armies[army.index()].side);
    let id = row.id.get_ref();
    let kind = *row.kind.get_ref();
    match kind {
        Kind::Infantry | Kind::Cavalry => {
            match &row.cohesion {
                Some(cohesion) => reader.bounded(cohesion, 1, 6, "cohesion"),
                None => reader.found.at(&row.id, format!("`{id}` has no cohesion")),
            }
            if row.maximum.is_none_or(|maximum| maximum == 0) {
                reader.found.at(&row.id, format!("`{id}` has no boxes on the roster: give it a maximum"));
            }
            if kind == Kind::Cavalry && row.cavalry.is_none_or(|bonus| bonus == 0) {
                reader.found.at(&row.id, format!("cavalry always has a cavalry bonus, and `{id}` has none"));
            }
        }
        Kind::Artillery => {
            if row.cohesion.is_some() || row.cavalry.is_some() || row.maximum.is_some() {
                reader.found.at(
                    &row.id,
                    format!("reserve artillery has an artillery bonus and nothing else, and `{id}` has more"),
                );
            }
            reader.bounded(&row.artillery, 1, 9, "artillery bonus of reserve artillery");
        }
        Kind::Leader | Kind::InfantryDummy | Kind::CavalryDummy => {
            reader.found.at(&row.kind, format!("a unit is infantry, cavalry or artillery, not {}", kind.name()));
        }
    }
    let counter = Counter {
        army,
        artillery_bonus: *row.artillery.get_ref(),
        cohesion: row.cohesion.as_ref().map_or(0, |cohesion| *cohesion.get_ref()),
        cavalry_bonus: row.cavalry.unwrap_or(0),
        maximum: row.maximum.unwrap_or(0),
        guard: row.guard,
        ..blank(id, &row.name, side, row.nation, kind, row.season)
    };
    reader.add(&row.id, counter, row.twin.as_ref());
}

fn check_twins(reader: &mut Reader<'_>) {
    for index in 0..reader.printed.len() {
        let Some(twin) = reader.printed[index].twin.clone() else { continue };
        let own = &reader.printed[index].counter;
        let other =
            reader.printed.iter().find(|other| other.counter.id == twin && other.counter.season == Season::Autumn);
        let at = reader.places[index].1;
        let sentence = match other {
            None => format!("there is no autumn counter `{twin}` to follow `{}`", own.id),
            Some(other) if other.counter.kind != own.kind || other.counter.side != own.side => {
                format!("`{}` is followed by `{twin}`, which is of another kind or side", own.id)
            }
            Some(_) => continue,
        };
        reader.found.offset(at, sentence);
    }
}

/// A counter with nothing printed on it but who it is.
pub(crate) fn blank(id: &str, name: &str, side: Side, nation: Nation, kind: Kind, season: Season) -> Counter {
    Counter {
        id: id.to_owned(),
        name: name.to_owned(),
        side,
        nation,
        kind,
        army: None,
        commander_in_chief: false,
        command_value: 0,
        rank: 0,
        tactical_bonus: 0,
        artillery_bonus: 0,
        cohesion: 0,
        cavalry_bonus: 0,
        maximum: 0,
        guard: false,
        detachment: false,
        independent: false,
        twin: None,
        season,
    }
}
