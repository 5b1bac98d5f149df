//! Scenario and roster files.

use std::collections::BTreeMap;

use board::{Fault, Grid, Hex, MapFile};
use kernel::{Particulars, Side};
use kit::title::{Heading, History, OptionRow};
use toml::Spanned;

use crate::Battle;
use crate::counters::{ALLIED, Area, Army, Division, Garrison, Kind, SIDES, Start, UNITS, Unit};
use board::textfile::{Findings, Provenance};

board::rows! {
    /// One turn of the track (8.0, 13.0).
    pub struct Turn {
        number: u8,
        /// Day and hour.
        label: String,
        night: bool,
        rain: bool,
    }
}

/// A division of Eylau and its fresh strength marker, if it has one (21.0).
#[derive(Clone, Debug)]
pub struct DivisionInfo {
    pub id: String,
    pub name: String,
    pub army: Army,
    pub fresh: u8,
}

/// An entry area.
#[derive(Clone, Debug)]
pub struct EntryInfo {
    /// Whose units may use it.
    pub sides: Vec<Side>,
    pub description: String,
}

/// A hex that earns points.
#[derive(Clone, Debug)]
pub struct Objective {
    pub hex: Hex,
    pub name: String,
    pub points: i32,
    /// Who can earn them.
    pub sides: Vec<Side>,
    pub rule: Scoring,
}

board::words! {
    /// How an objective is won.
    pub enum Scoring {
        /// 18.2: once.
        HeldAfterFrenchCombat = "held at the end of a French combat phase";
        /// 23.4: until another side enters.
        LastToEnter = "last to enter";
    }

    /// What a bonus needs besides.
    pub enum Need {
        /// 23.3
        GuardAttack = "attack by French Guard infantry";
    }

    /// What takes a bonus away.
    pub enum Bar {
        /// 18.3b
        AlliedDecisiveVictory = "allied decisive victory";
    }
}

/// An extra award, for all that it names.
#[derive(Clone, Debug)]
pub struct Bonus {
    pub side: Side,
    pub points: i32,
    /// Enemy strength points eliminated at least.
    pub enemy_strength_eliminated: Option<i32>,
    /// The game has ended after a later turn.
    pub played_beyond_turn: Option<u8>,
    pub needs: Option<Need>,
    pub unless: Option<Bar>,
}

/// A scenario: everything about a battle but map, units and tables.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub battle: Battle,
    pub heading: Heading,
    pub first: Side,
    pub stacking: u8,
    pub turns: Vec<Turn>,
    /// Turns after which units return and morale is reset (16.6, 17.0).
    pub day_ends: Vec<u8>,
    /// Turns after which the Allied player may end the game (18.0).
    pub may_end_after: Vec<u8>,
    pub divisions: Vec<DivisionInfo>,
    /// Entry areas by letter (7.0).
    pub entries: BTreeMap<char, EntryInfo>,
    /// What the counters are called in full, from `names.toml`.
    pub names: Vec<Particulars>,
    /// Old town of Dresden (18.2) or the town of Eylau (23.4).
    pub objectives: Vec<Objective>,
    pub morale: [u8; 4],
    pub morale_reset: [u8; 4],
    pub klenau_turns: Vec<u8>,
    /// The dice that bring Klenau (12.0).
    pub klenau_dice: Vec<u8>,
    /// Where they bring him, and where he enters without them.
    pub klenau_areas: [Area; 2],
    /// When he enters without them.
    pub klenau_late: u8,
    /// His corps.
    pub klenau_units: Vec<String>,
    /// How near reserves may come, by side (11.1).
    pub reserve_distance: [u16; 2],
    pub old_guard_cost: u8,
    /// The units that the French may free for it (11.5).
    pub old_guard: Vec<String>,
    /// Distances from the enemy at which disrupted units return (17.2).
    pub return_distance: (u16, u16),
    /// Victory points for a strength point of infantry, cavalry, artillery (18.1).
    pub strength_points: [i32; 3],
    /// Extra awards (18.3, 23.2, 23.3).
    pub bonuses: Vec<Bonus>,
    /// Victory point lead and level, ascending.
    pub victory: Vec<(i32, &'static str)>,
}

board::rows! {
    struct File {
        #[serde(rename = "provenance")]
        _provenance: Provenance,
        id: Spanned<String>,
        title: String,
        date: String,
        sides: Vec<String>,
        first_player: Spanned<String>,
        stacking: u8,
        day_ends [default]: Vec<u8>,
        game_may_end_after [default]: Vec<u8>,
        history: History,
        track: Spanned<Track>,
        turn: Vec<Spanned<Turn>>,
        division [default]: Vec<DivisionRow>,
        fresh [default]: Vec<Spanned<FreshRow>>,
        entry [default]: Vec<EntryRow>,
        klenau [default]: Option<KlenauRow>,
        reserve [default]: Option<ReserveRow>,
        morale [default]: Option<MoraleRow>,
        reorganization [default]: Option<ReorganizationRow>,
        objective: Vec<ObjectiveRow>,
        points [default]: Option<PointsRow>,
        bonus [default]: Vec<BonusRow>,
        victory: Vec<VictoryRow>,
        option [default]: Vec<OptionRow>,
    }

    struct PointsRow {
        infantry: i32,
        cavalry: i32,
        artillery: i32,
    }

    struct BonusRow {
        side: Spanned<String>,
        points: i32,
        enemy_strength_eliminated [default]: Option<i32>,
        played_beyond_turn [default]: Option<u8>,
        needs [default]: Option<Need>,
        unless [default]: Option<Bar>,
    }

    struct Track {
        #[serde(rename = "provenance")]
        _provenance: Provenance,
        turns: u8,
    }

    struct DivisionRow {
        id: String,
        name: String,
        army: Army,
    }

    struct FreshRow {
        division: String,
        side: Spanned<String>,
        points: u8,
        #[serde(default, rename = "note")]
        _note: String,
    }

    struct EntryRow {
        area: Spanned<String>,
        sides: Vec<Spanned<String>>,
        description: String,
    }

    struct KlenauRow {
        turns: Vec<u8>,
        succeeds_on: Vec<u8>,
        area: Spanned<String>,
        otherwise: EntryCode,
        units: Vec<String>,
    }

    struct EntryCode {
        area: Spanned<String>,
        turn: u8,
    }

    struct ReserveRow {
        distance: SideNumbers,
        old_guard: Vec<String>,
        old_guard_cost: u8,
    }

    struct SideNumbers {
        french: u16,
        allied: u16,
    }

    struct MoraleRow {
        french: u8,
        austrian: u8,
        russian: u8,
        prussian: u8,
        reset: ArmyNumbers,
    }

    struct ArmyNumbers {
        french: u8,
        austrian: u8,
        russian: u8,
        prussian: u8,
    }

    struct ReorganizationRow {
        nearest: u16,
        farthest: u16,
    }

    struct ObjectiveRow {
        hex: Spanned<String>,
        name: String,
        points: i32,
        sides: Vec<Spanned<String>>,
        rule: Scoring,
    }

    struct VictoryRow {
        at_least: i32,
        level: Spanned<String>,
    }
}

impl Scenario {
    /// 7.0: whether units of a side may enter at an area.
    pub fn may_enter(&self, area: Area, side: Side) -> bool {
        self.entries.get(&area.0).is_some_and(|entry| entry.sides.contains(&side))
    }
}

const LEVELS: [&str; 4] = ["draw", "marginal", "substantive", "decisive"];

fn hex_of(found: &mut Findings<'_>, grid: &Grid, name: &Spanned<String>) -> Hex {
    grid.parse(name.get_ref()).unwrap_or_else(|| {
        found.at(
            name,
            format!(
                "`{}` is not a hex of this map, which runs from 0101 to {}",
                name.get_ref(),
                grid.name(Hex(grid.len() as u16 - 1))
            ),
        );
        Hex::NONE
    })
}

fn area_of(found: &mut Findings<'_>, areas: &BTreeMap<char, Hex>, name: &Spanned<String>) -> Area {
    let mut letters = name.get_ref().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if areas.contains_key(&letter) => Area(letter),
        _ => {
            found.at(name, format!("the map has no entry area `{}`", name.get_ref()));
            Area('?')
        }
    }
}

fn entry_areas(map: &MapFile) -> BTreeMap<char, Hex> {
    map.entries.iter().filter_map(|(area, hex)| Some((area.chars().next()?, *hex))).collect()
}

impl Scenario {
    /// `map` is the scenario's own, whatever map is played on.
    pub fn parse(name: &str, text: &str, map: &MapFile) -> Result<Scenario, Vec<Fault>> {
        let (file, mut found) = Findings::read::<File>(name, text)?;
        let (grid, areas) = (&map.grid, entry_areas(map));
        let battle = match file.id.get_ref().as_str() {
            "dresden" => Battle::Dresden,
            "eylau" => Battle::Eylau,
            other => {
                found.at(&file.id, format!("`{other}` is neither `dresden` nor `eylau`"));
                return Err(found.faults);
            }
        };
        let first = SIDES.found_in(&mut found, &file.first_player);
        if file.sides.len() != 2 {
            found.at(&file.first_player, "a battle has two sides");
        }
        if usize::from(file.track.get_ref().turns) != file.turn.len() {
            found.at(
                &file.track,
                format!("the track should have {} turns but lists {}", file.track.get_ref().turns, file.turn.len()),
            );
        }
        for (index, turn) in file.turn.iter().enumerate() {
            if usize::from(turn.get_ref().number) != index + 1 {
                found.at(turn, format!("turn {} is where turn {} belongs", turn.get_ref().number, index + 1));
            }
        }
        let mut divisions: Vec<DivisionInfo> = file
            .division
            .into_iter()
            .map(|row| DivisionInfo { id: row.id, name: row.name, army: row.army, fresh: 0 })
            .collect();
        for row in &file.fresh {
            match divisions.iter_mut().find(|division| division.id == row.get_ref().division) {
                Some(division) => {
                    division.fresh = row.get_ref().points;
                    let side = &row.get_ref().side;
                    if SIDES.found_in(&mut found, side) != division.army.side() {
                        found.at(
                            side,
                            format!("the division `{}` does not belong to the side `{}`", division.id, side.get_ref()),
                        );
                    }
                }
                None => found.at(
                    row,
                    format!("there is no division `{}` for this fresh strength marker", row.get_ref().division),
                ),
            }
        }
        if divisions.len() > 32 {
            found.whole("there is room for 32 divisions at most");
        }
        let sides_of = |found: &mut Findings<'_>, words: &[Spanned<String>]| -> Vec<Side> {
            words.iter().map(|word| SIDES.found_in(found, word)).collect()
        };
        let objectives: Vec<Objective> = (file.objective.iter())
            .map(|row| Objective {
                hex: hex_of(&mut found, grid, &row.hex),
                name: row.name.clone(),
                points: row.points,
                sides: sides_of(&mut found, &row.sides),
                rule: row.rule,
            })
            .collect();
        let entries: BTreeMap<char, EntryInfo> = (file.entry.into_iter())
            .map(|row| {
                let sides = sides_of(&mut found, &row.sides);
                let area = area_of(&mut found, &areas, &row.area);
                (area.0, EntryInfo { sides, description: row.description })
            })
            .collect();
        if objectives.len() > 4 {
            found.at(&file.objective[4].hex, "there is room for four objectives at most");
        }
        let bonuses: Vec<Bonus> = (file.bonus.iter())
            .map(|row| Bonus {
                side: SIDES.found_in(&mut found, &row.side),
                points: row.points,
                enemy_strength_eliminated: row.enemy_strength_eliminated,
                played_beyond_turn: row.played_beyond_turn,
                needs: row.needs,
                unless: row.unless,
            })
            .collect();
        let mut victory = Vec::new();
        for row in &file.victory {
            match LEVELS.iter().find(|level| *level == row.level.get_ref()) {
                Some(level) => victory.push((row.at_least, *level)),
                None => found.at(
                    &row.level,
                    format!("`{}` is not a level of victory; use {}", row.level.get_ref(), LEVELS.join(", ")),
                ),
            }
        }
        let (morale, morale_reset) = file.morale.map_or(([0; 4], [0; 4]), |row| {
            (
                [row.french, row.austrian, row.russian, row.prussian],
                [row.reset.french, row.reset.austrian, row.reset.russian, row.reset.prussian],
            )
        });
        let klenau_areas = file.klenau.as_ref().map_or([Area('?'); 2], |row| {
            [&row.area, &row.otherwise.area].map(|area| area_of(&mut found, &areas, area))
        });
        for area in klenau_areas.into_iter().filter(|area| areas.contains_key(&area.0)) {
            if !entries.get(&area.0).is_some_and(|entry| entry.sides.contains(&ALLIED)) {
                found.whole(format!("Klenau cannot enter at {}: it is not an Allied area", area.0));
            }
        }
        found.finish(Scenario {
            battle,
            heading: Heading {
                id: file.id.into_inner(),
                title: file.title,
                date: file.date,
                history: file.history,
                options: file.option,
            },
            first,
            stacking: file.stacking,
            turns: file.turn.into_iter().map(Spanned::into_inner).collect(),
            day_ends: file.day_ends,
            may_end_after: file.game_may_end_after,
            entries,
            divisions,
            names: Vec::new(),
            strength_points: file.points.map_or([1; 3], |row| [row.infantry, row.cavalry, row.artillery]),
            bonuses,
            objectives,
            morale,
            morale_reset,
            klenau_turns: file.klenau.as_ref().map_or_else(Vec::new, |row| row.turns.clone()),
            klenau_dice: file.klenau.as_ref().map_or_else(Vec::new, |row| row.succeeds_on.clone()),
            klenau_areas,
            klenau_late: file.klenau.as_ref().map_or(0, |row| row.otherwise.turn),
            klenau_units: file.klenau.map_or_else(Vec::new, |row| row.units),
            reserve_distance: file.reserve.as_ref().map_or([0; 2], |row| [row.distance.french, row.distance.allied]),
            old_guard_cost: file.reserve.as_ref().map_or(0, |row| row.old_guard_cost),
            old_guard: file.reserve.map_or_else(Vec::new, |row| row.old_guard),
            return_distance: file.reorganization.map_or((0, 0), |row| (row.nearest, row.farthest)),
            victory,
        })
    }
}

board::rows! {
    struct RosterFile {
        #[serde(rename = "provenance")]
        _provenance: Provenance,
        unit: Vec<Spanned<UnitRow>>,
    }

    struct UnitRow {
        id: Spanned<String>,
        name: String,
        army: Army,
        division [default]: Option<Spanned<String>>,
        #[serde(rename = "type")]
        kind: Kind,
        strength: u8,
        movement: u8,
        start [default]: Option<Spanned<String>>,
        entry [default]: Option<EntryCode>,
        reserve [default]: bool,
        garrison [default]: bool,
        #[serde(default, rename = "kind")]
        garrison_kind: Option<Spanned<String>>,
        klenau [default]: bool,
        #[serde(default, rename = "note")]
        _note: String,
    }
}

/// Reads a roster. Units that cannot stand where they start are faults, each with its line.
pub fn parse_roster(name: &str, text: &str, scenario: &Scenario, map: &MapFile) -> Result<Vec<Unit>, Vec<Fault>> {
    let (file, mut found) = Findings::read::<RosterFile>(name, text)?;
    let (grid, areas) = (&map.grid, &entry_areas(map));
    let mut units: Vec<Unit> = Vec::new();
    // Where in the file each unit stands.
    let mut places: Vec<usize> = Vec::new();
    for row in &file.unit {
        let at = row.span().start;
        let row = row.get_ref();
        let id = row.id.get_ref();
        if units.iter().any(|unit| unit.id == *id) {
            found.at(&row.id, format!("there are two units `{id}`"));
            continue;
        }
        if id.is_empty() || id.contains(|c: char| c.is_whitespace() || c == ',' || c == ':' || c == '@') {
            found.at(&row.id, format!("`{id}` cannot be typed in an order as one word"));
        }
        let division = match &row.division {
            None => Division::NONE,
            Some(wanted) => match scenario.divisions.iter().position(|d| d.id == *wanted.get_ref()) {
                Some(index) => {
                    if scenario.divisions[index].army != row.army {
                        found.at(wanted, format!("the division `{}` is not of the army of `{id}`", wanted.get_ref()));
                    }
                    Division(index as u8)
                }
                None => {
                    found.at(wanted, format!("the scenario lists no division `{}`", wanted.get_ref()));
                    Division::NONE
                }
            },
        };
        let start = match (&row.start, &row.entry, row.klenau) {
            (Some(hex), None, false) => Start::At(hex_of(&mut found, grid, hex)),
            (None, Some(entry), false) => {
                let area = area_of(&mut found, areas, &entry.area);
                // 7.0: the areas of a side.
                if areas.contains_key(&area.0) && !scenario.may_enter(area, row.army.side()) {
                    let sentence = format!("the scenario lets no {} unit enter at {}", row.army.name(), area.0);
                    found.at(&entry.area, sentence);
                }
                Start::Enters { area, turn: entry.turn }
            }
            (None, None, true) => Start::Klenau,
            _ => {
                found.offset(at, format!("`{id}` needs one of `start`, `entry` and `klenau`"));
                Start::Klenau
            }
        };
        let garrison =
            match (row.garrison, row.garrison_kind.as_ref().map(|kind| (kind.get_ref().as_str(), kind.span()))) {
                (false, None) => None,
                (true, Some(("lunette", _))) => Some(Garrison::Lunette),
                (true, Some(("westphalians", _))) => Some(Garrison::Westphalians),
                (_, kind) => {
                    let at = kind.map_or(at, |(_, span)| span.start);
                    found.offset(at, format!("the garrison `{id}` must be of kind `lunette` or `westphalians`"));
                    None
                }
            };
        let old_guard = scenario.old_guard.contains(id);
        if old_guard && !(row.reserve && row.army == Army::French) {
            let sentence = format!("`{id}` is of the Old Guard by the scenario, and not a French unit in reserve");
            found.offset(at, sentence);
        }
        if row.klenau != scenario.klenau_units.contains(id) {
            let sentence = format!("scenario and roster differ on whether `{id}` is of Klenau's corps");
            found.offset(at, sentence);
        }
        places.push(at);
        units.push(Unit {
            id: id.clone(),
            name: row.name.clone(),
            army: row.army,
            division,
            kind: row.kind,
            strength: row.strength,
            movement: row.movement,
            start,
            reserve: row.reserve,
            old_guard,
            garrison,
        });
    }
    for id in scenario.old_guard.iter().chain(&scenario.klenau_units) {
        if !units.iter().any(|unit| unit.id == *id) {
            found.whole(format!("the scenario names the unit `{id}`, which is not in the roster"));
        }
    }
    if units.len() > UNITS {
        found.whole(format!("there is room for {UNITS} units at most"));
    }
    // No unit starts where it could not stand: not on an enemy, and within the stacking limit (4.4, 10.0).
    for (index, at) in places.iter().enumerate() {
        let Start::At(hex) = units[index].start else { continue };
        let earlier = units[..index].iter().filter(|other| other.start == Start::At(hex) && hex.is_some());
        let (mut friends, mut enemies) = (0, 0);
        for other in earlier {
            if other.side() != units[index].side() {
                enemies += 1;
            } else if other.garrison.is_none() {
                friends += 1;
            }
        }
        if enemies > 0 {
            found.offset(*at, format!("`{}` would start on an enemy unit", units[index].id));
        }
        if units[index].garrison.is_none() && friends >= scenario.stacking {
            found.offset(*at, format!("`{}` would start as one unit too many in {}", units[index].id, grid.name(hex)));
        }
    }
    found.finish(units)
}
