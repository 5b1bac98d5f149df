//! The tables of the book, read from `tables.toml`: movement, weather, firepower, fire, charges.

use board::Fault;
use board::textfile::Source;
use serde::{Deserialize, Serialize};

use crate::counters::{GunId, Rank};

mod file;
mod results;

use file::{Demolition, Figure, File, PanickedTargets, Word};
pub use results::*;

pub const TERRAIN: [&str; 11] =
    ["clear", "difficult", "marsh", "wood", "village", "town", "orchard", "rampart", "fort", "impassable", "lake"];
pub const HEXSIDES: [&str; 8] = ["river", "stream", "ditch", "hedge", "slope", "elevation", "bridge", "ford"];
pub const DIRECTED: [&str; 2] = ["slope", "elevation"];
/// The best first.
pub const ROADS: [&str; 2] = ["major", "minor"];

/// A column of the movement table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Infantry in Line and unlimbered guns.
    Line,
    /// Infantry Adapted, light limbered guns.
    Adapted,
    LightInfantry,
    CavalryLine,
    CavalryAdapted,
    LightCavalry,
    /// Heavy limbered guns.
    Heavy,
    Baggage,
    Leader,
}

impl Mover {
    pub const ALL: [Mover; 9] = [
        Mover::Line,
        Mover::Adapted,
        Mover::LightInfantry,
        Mover::CavalryLine,
        Mover::CavalryAdapted,
        Mover::LightCavalry,
        Mover::Heavy,
        Mover::Baggage,
        Mover::Leader,
    ];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// What `tables.toml` calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Mover::Line => "line",
            Mover::Adapted => "adapted",
            Mover::LightInfantry => "light-infantry",
            Mover::CavalryLine => "cavalry-line",
            Mover::CavalryAdapted => "cavalry-adapted",
            Mover::LightCavalry => "light-cavalry",
            Mover::Heavy => "heavy",
            Mover::Baggage => "baggage",
            Mover::Leader => "leader",
        }
    }
}

/// What the ground of a hex counts as (2.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    #[default]
    Clear,
    Difficult,
    Wood,
    Soft,
    Hard,
    Impassable,
}

/// What a hexside counts as (2.6h).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideClass {
    River,
    Stream,
    Soft,
    Elevation,
    Bridge,
    Ford,
}

/// What it costs to enter a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    Points(u8),
    Barred,
    /// Along a road only.
    Road,
}

/// 5.1 to 5.3
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stacking {
    #[serde(rename = "known")]
    _known: String,
    pub battalions: u8,
    pub squadrons: u8,
    pub balls: u8,
    pub balls_with_a_battalion: u8,
}

/// The weather of a turn (7.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    #[default]
    Clear,
    LightFog,
    HeavyFog,
    HeavyRain,
    HeavySnow,
    LightNight,
    DarkNight,
}

impl Weather {
    pub const ALL: [(&'static str, Weather); 7] = [
        ("clear", Weather::Clear),
        ("light-fog", Weather::LightFog),
        ("heavy-fog", Weather::HeavyFog),
        ("heavy-rain", Weather::HeavyRain),
        ("heavy-snow", Weather::HeavySnow),
        ("light-night", Weather::LightNight),
        ("dark-night", Weather::DarkNight),
    ];

    pub fn name(self) -> &'static str {
        Weather::ALL[self as usize].0
    }
}

/// After what a unit makes an EC at the end of its move. The later one is the worse of two (7.0): it comes with a march cut to
/// half the points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strain {
    /// After more than half its points.
    Half,
    OffRoad,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireRange {
    #[serde(default)]
    pub artillery: Option<u16>,
    #[serde(default)]
    pub infantry: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadBonus {
    pub major: u8,
    pub minor: u8,
}

const fn yes() -> bool {
    true
}

/// What weather or night does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherEffect {
    #[serde(default)]
    pub sight: Option<u16>,
    #[serde(default)]
    pub range: FireRange,
    #[serde(default = "yes")]
    pub fire: bool,
    #[serde(default)]
    pub check: Option<Strain>,
    #[serde(default)]
    pub half: bool,
    #[serde(default)]
    pub bonus: Option<RoadBonus>,
    #[serde(default)]
    pub lost_way: bool,
}

impl WeatherEffect {
    pub const NONE: WeatherEffect = WeatherEffect {
        sight: None,
        range: FireRange { artillery: None, infantry: None },
        fire: true,
        check: None,
        half: false,
        bonus: None,
        lost_way: false,
    };
}

/// The tables in force.
#[derive(Clone, Debug)]
pub struct Tables {
    file: File,
    guns: Vec<(String, Gun)>,
    weather: [WeatherEffect; 7],
    musketry: [Vec<(u8, Column)>; 4],
    fire: [[[FireResult; 6]; 6]; 7],
    pub stacking: Stacking,
}

impl Tables {
    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut faults = Vec::new();
        let mut expect = |fine: bool, sentence: String| {
            if !fine {
                faults.push(source.fault(0, sentence));
            }
        };
        for (mover, found) in Mover::ALL.iter().zip(&file.movement.types) {
            expect(mover.name() == found, format!("the movement table has {found} where {} belongs", mover.name()));
        }
        for name in TERRAIN {
            expect(file.terrain.class.contains_key(name), format!("there is no terrain `{name}`"));
        }
        for name in HEXSIDES {
            expect(file.hexsides.class.contains_key(name), format!("there is no hexside `{name}`"));
        }
        for block in Block::ALL {
            expect(file.fire.rows.contains_key(block.name()), format!("there is no block `{}`", block.name()));
        }
        for (word, weather) in Weather::ALL {
            let known = weather == Weather::Clear || file.weather.effects.contains_key(word);
            expect(known, format!("there is no weather `{word}`"));
        }
        let lines = file.ratio.steps.len() * 6;
        expect(file.charge.lines.len() == lines, format!("the charge table has {lines} lines, six for each ratio"));
        for (name, _) in DefenderResult::ALL {
            let PanickedTargets { nothing, recoil_3, captured, .. } = &file.charge.panicked;
            let count = [nothing, recoil_3, captured].into_iter().flatten().filter(|word| *word == name).count();
            expect(count == 1, format!("what happens to Panicked targets names `{name}` once"));
        }
        let shots = &file.musketry;
        let musketry = [&shots.weak, &shots.loose, &shots.line, &shots.brigade].map(|row| {
            let column = |word: &String| Column::ALL.into_iter().find(|column| column.letter().to_string() == *word);
            let mut row: Vec<(u8, Column)> =
                row.iter().filter_map(|(word, from)| Some((*from, column(word)?))).collect();
            row.sort_unstable();
            row
        });
        expect(musketry.iter().all(|row| !row.is_empty()), "a line of the infantry's fire has no column".into());
        if !faults.is_empty() {
            return Err(faults);
        }
        let effect = |(word, _): (&str, Weather)| file.weather.effects.get(word).copied();
        Ok(Tables {
            guns: file.guns.types.iter().map(|(name, gun)| (name.clone(), gun.clone())).collect(),
            weather: Weather::ALL.map(|weather| effect(weather).unwrap_or(WeatherEffect::NONE)),
            musketry,
            fire: Block::ALL.map(|block| file.fire.rows[block.name()]),
            stacking: file.stacking.clone(),
            file,
        })
    }

    /// T.terrain, with the option of swift cavalry if it was agreed on.
    pub fn allowance(&self, mover: Mover, options: &[&str]) -> u8 {
        let chosen = options.iter().filter_map(|option| self.file.movement.option.get(*option)?.get(mover.name()));
        chosen.copied().next().unwrap_or(self.file.movement.allowance[mover.index()])
    }

    /// D.1c: for a vertex or hexside.
    pub fn turning(&self, mover: Mover) -> u8 {
        self.file.movement.turning[mover.index()]
    }

    pub fn class(&self, terrain: &str) -> Class {
        self.file.terrain.class.get(terrain).copied().unwrap_or_default()
    }

    pub fn side_class(&self, hexside: &str) -> Option<SideClass> {
        self.file.hexsides.class.get(hexside).copied()
    }

    /// What it costs to enter a hex off the road; `brigade` for a brigade in Line (D.3c).
    pub fn entry(&self, mover: Mover, class: Class, brigade: bool) -> Entry {
        let costs = &self.file.movement.hex;
        if brigade && class == Class::Wood {
            return Entry::Points(self.file.movement.brigade_in_line.wood);
        }
        if brigade && class == Class::Soft {
            return Entry::Points(self.file.movement.brigade_in_line.soft);
        }
        let row = match class {
            Class::Clear => &costs.clear,
            Class::Difficult => &costs.difficult,
            Class::Wood => &costs.wood,
            Class::Soft => &costs.soft,
            Class::Hard => &costs.hard,
            Class::Impassable => &costs.impassable,
        };
        match row[mover.index()] {
            Figure::Points(points) => Entry::Points(points),
            Figure::Word(Word::Road) => Entry::Road,
            Figure::Word(Word::No | Word::As) => Entry::Barred,
        }
    }

    /// D.2a: what a step along a road costs; nothing for those who have no road movement.
    pub fn road(&self, mover: Mover) -> Option<u8> {
        match self.file.movement.hex.road[mover.index()] {
            Figure::Points(points) => Some(points),
            Figure::Word(_) => None,
        }
    }

    /// What a hexside adds.
    pub fn hexside(&self, mover: Mover, class: SideClass) -> u8 {
        let costs = &self.file.movement.hexside;
        match class {
            SideClass::Stream => costs.stream[mover.index()],
            SideClass::Soft => costs.soft[mover.index()],
            SideClass::Elevation => costs.elevation[mover.index()],
            SideClass::Ford => costs.ford[mover.index()],
            SideClass::River | SideClass::Bridge => 0,
        }
    }

    /// D.2b: hexes more for a move on roads.
    pub fn bonus(&self, mover: Mover, major: bool) -> u8 {
        let bonus = &self.file.movement.bonus;
        (if major { &bonus.major } else { &bonus.minor })[mover.index()]
    }

    /// D.3k: a degree of wheeling.
    pub fn wheel(&self, length: usize, difficult: bool) -> u8 {
        let row = if difficult { self.file.wheel.difficult } else { self.file.wheel.clear };
        if length >= 3 { row.three } else { row.two }
    }

    /// D.4e
    pub fn deploy(&self, difficult: bool) -> u8 {
        if difficult { self.file.wheel.deploy.difficult } else { self.file.wheel.deploy.clear }
    }

    /// C.1: how far a leader commands.
    pub fn command_range(&self, rank: Rank) -> u16 {
        let range = &self.file.command.range;
        match rank {
            Rank::GeneralInChief => range.general_in_chief,
            Rank::SecondGeneral => range.second_general,
            Rank::Line => range.line,
            Rank::Corps => range.corps,
        }
    }

    pub fn weather(&self, weather: Weather) -> &WeatherEffect {
        &self.weather[weather as usize]
    }

    /// A.2c: hours later than planned.
    pub fn arrival_hours(&self, die: u8) -> i8 {
        self.file.arrival.hours.of(die)
    }

    /// A.2e
    pub fn arrival_point(&self, die: u8) -> Drift {
        self.file.arrival.point.of(die)
    }

    /// I.0: what a die says of a leader.
    pub fn leader_fate(&self, charged: bool, die: u8) -> LeaderFate {
        (if charged { &self.file.leader.charge } else { &self.file.leader.fire }).of(die)
    }

    /// G.3q, G.3r: the lowest die that destroys or sets alight.
    pub fn demolition(&self, sets_alight: bool, heavy: bool, aim: Aim, range: Range) -> Option<u8> {
        let with = |table: &Demolition| match aim {
            Aim::WoodenBridge => table.wooden_bridge.at(range),
            Aim::Building => table.building.at(range),
        };
        let buildings = &self.file.buildings;
        if sets_alight {
            with(&buildings.howitzers)
        } else if heavy {
            with(&buildings.heavy_guns)
        } else {
            None
        }
    }

    pub fn find_gun(&self, name: &str) -> Option<GunId> {
        self.guns.iter().position(|(known, _)| known == name).map(|index| GunId(index as u8))
    }

    pub fn gun_name(&self, gun: GunId) -> &str {
        self.guns.get(gun.index()).map_or("no gun", |(name, _)| name)
    }

    pub fn gun(&self, gun: GunId) -> &Gun {
        &self.guns[gun.index()].1
    }

    /// The farthest that any gun fires.
    pub fn farthest(&self) -> u16 {
        self.guns.iter().map(|(_, gun)| gun.maximum).max().unwrap_or(1)
    }

    /// T.power: the column of a battery.
    pub fn artillery(&self, range: Range, balls: u8) -> Column {
        let table = &self.file.artillery;
        let row = match range {
            Range::PointBlank => &table.point_blank,
            Range::Medium => &table.medium,
            Range::Maximum => &table.maximum,
        };
        row[usize::from(balls.clamp(1, 4)) - 1]
    }

    /// T.power: the column of infantry, by strength and effectiveness together.
    pub fn musketry(&self, line: Musketry, sum: u8) -> Column {
        let row = &self.musketry[line as usize];
        row.iter().rev().find(|(from, _)| *from <= sum).map_or(row[0].1, |(_, column)| *column)
    }

    /// T.fire
    pub fn fire(&self, block: Block, die: u8, column: Column) -> FireResult {
        self.fire[block as usize][usize::from(die.clamp(1, 6)) - 1][column as usize]
    }

    /// T.ratio: the step of a ratio, counted from 0, and its percentage.
    pub fn ratio(&self, attackers: u16, target: u16) -> (usize, u16) {
        let steps = &self.file.ratio.steps;
        let reached = steps.iter().rposition(|step| attackers * 100 >= target * step).unwrap_or(0);
        (reached, steps[reached])
    }

    /// T.charge: the line of a ratio and a die, counted from 1.
    pub fn charge_line(step: usize, die: u8) -> usize {
        6 * step + usize::from(die.clamp(1, 6))
    }

    /// T.charge: both results of a line.
    pub fn charge(&self, line: usize, differential: i8) -> ChargeCell {
        let columns = &self.file.charge.differential;
        let held = differential.clamp(columns[0], columns[columns.len() - 1]);
        let column = columns.iter().position(|column| *column == held).unwrap_or(0);
        self.file.charge.lines[line.clamp(1, self.file.charge.lines.len()) - 1][column]
    }

    /// H.2h
    pub fn charge_on_panicked(&self, result: DefenderResult) -> PanickedResult {
        let panicked = &self.file.charge.panicked;
        let named = |list: &[String]| list.iter().any(|word| word == result.name());
        if named(&panicked.captured) {
            PanickedResult::Captured
        } else if named(&panicked.recoil_3) {
            PanickedResult::Recoil
        } else {
            PanickedResult::Nothing
        }
    }

    /// T.chargemods
    pub fn charge_modifier(&self, situation: Situation) -> i8 {
        let rows = self.file.charge_modifier.iter();
        rows.filter(|row| row.when == situation).map(|row| row.die).next().unwrap_or(0)
    }
}
