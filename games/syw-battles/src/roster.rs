//! The order of battle: `units.toml`, read with every fault named (2.4).

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use board::Fault;
use board::textfile::{Provenance, Source};
use kernel::Side;
use serde::Deserialize;
use toml::Spanned;

use crate::counters::{Arm, Corps, CorpsId, Counter, CounterId, Kind, Nation, Rank, SIDES, Slot, UNITS};
use crate::tables::Tables;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "ratings")]
    _ratings: Sourced,
    leader: Vec<LeaderRow>,
    corps: Vec<CorpsRow>,
    brigade: Vec<BrigadeRow>,
    unit: Vec<UnitRow>,
    battery: Vec<BatteryRow>,
    #[serde(default)]
    replacement: Vec<ReplacementRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sourced {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderRow {
    id: Spanned<String>,
    side: Spanned<String>,
    name: String,
    #[serde(rename = "full_name")]
    _full_name: String,
    nation: Nation,
    rank: Rank,
    effectiveness: u8,
    #[serde(default)]
    under: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsRow {
    id: Spanned<String>,
    side: Spanned<String>,
    name: String,
    #[serde(rename = "description")]
    _description: String,
    #[serde(rename = "stripe")]
    _stripe: String,
    #[serde(default)]
    independent: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BrigadeRow {
    id: Spanned<String>,
    side: Spanned<String>,
    corps: Spanned<String>,
    name: String,
    arm: Arm,
    length: u8,
    units: Vec<Spanned<String>>,
    by_hex: Vec<Vec<String>>,
    #[serde(default)]
    astride: Option<String>,
    #[serde(rename = "confidence")]
    _confidence: String,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratings {
    #[serde(default)]
    brigade: Option<u8>,
    formed: u8,
    shaken: u8,
    panicked: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: Spanned<String>,
    side: Spanned<String>,
    #[serde(default)]
    brigade: Option<Spanned<String>>,
    #[serde(default)]
    corps: Option<Spanned<String>>,
    #[serde(default)]
    independent: bool,
    name: String,
    nation: Nation,
    arm: Arm,
    #[serde(default)]
    squadrons: u8,
    #[serde(default)]
    light: bool,
    #[serde(default)]
    dispersed: bool,
    effectiveness: Ratings,
    strength: u8,
    #[serde(default, rename = "book")]
    _book: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BatteryRow {
    id: Spanned<String>,
    side: Spanned<String>,
    corps: Spanned<String>,
    name: String,
    nation: Nation,
    gun: Spanned<String>,
    guns: u8,
    balls: u8,
    heavy: bool,
    effectiveness: u8,
    #[serde(default)]
    independent: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplacementRow {
    side: Spanned<String>,
    rank: Rank,
    effectiveness: u8,
    count: u8,
}

/// The order of battle of both armies: everything there could be in a scenario.
#[derive(Clone, Debug)]
pub struct Roster {
    pub counters: Vec<Counter>,
    pub corps: Vec<Corps>,
}

struct Reader<'a> {
    source: Source<'a>,
    faults: Vec<Fault>,
    known: BTreeMap<String, usize>,
}

impl Reader<'_> {
    fn fault(&mut self, at: &Spanned<String>, sentence: String) {
        self.faults.push(self.source.fault(at.span().start, sentence));
    }

    fn side(&mut self, name: &Spanned<String>) -> Side {
        SIDES.in_source(&self.source, name, &mut self.faults)
    }

    fn add(&mut self, counters: &mut Vec<Counter>, id: &Spanned<String>, counter: Counter) {
        if self.known.insert(id.get_ref().clone(), counters.len()).is_some() {
            self.fault(id, format!("there are two counters `{}`", id.get_ref()));
        }
        let word = id.get_ref();
        let letter = SIDES.of(counter.side).short.chars().next();
        if !word.starts_with(|first| Some(first) == letter) || word.len() != 4 {
            self.fault(id, format!("`{word}` is not the letter of its side and a number of three digits"));
        }
        counters.push(counter);
    }

    fn corps(&mut self, corps: &[Corps], side: Side, id: &Spanned<String>) -> CorpsId {
        match corps.iter().position(|corps| corps.id == *id.get_ref() && corps.side == side) {
            Some(index) => CorpsId(index as u8),
            None => {
                self.fault(id, format!("its side has no corps `{}`", id.get_ref()));
                CorpsId::NONE
            }
        }
    }
}

impl Roster {
    pub fn parse(name: &str, text: &str, tables: &Tables) -> Result<Roster, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut reader = Reader { source, faults: Vec::new(), known: BTreeMap::new() };
        let mut corps = Vec::new();
        for row in &file.corps {
            let side = reader.side(&row.side);
            corps.push(Corps {
                id: row.id.get_ref().clone(),
                name: row.name.clone(),
                side,
                independent: row.independent,
                leader: CounterId::NONE,
            });
        }
        let mut counters = Vec::new();
        for row in &file.brigade {
            let side = reader.side(&row.side);
            let mut counter = Counter::blank(row.id.get_ref(), side, Kind::Brigade(row.arm));
            counter.name.clone_from(&row.name);
            counter.corps = reader.corps(&corps, side, &row.corps);
            counter.length = row.length;
            if row.units.len() > UNITS || usize::from(row.length) != row.by_hex.len() || row.length > 3 {
                reader.fault(&row.id, format!("a brigade has at most {UNITS} units, and units for each of its hexes"));
            }
            reader.add(&mut counters, &row.id, counter);
        }
        for row in &file.unit {
            let side = reader.side(&row.side);
            let mut counter = Counter::blank(row.id.get_ref(), side, Kind::Unit(row.arm));
            counter.name.clone_from(&row.name);
            counter.nation = row.nation;
            counter.strength = row.strength;
            counter.squadrons = row.squadrons;
            (counter.light, counter.dispersed, counter.independent) = (row.light, row.dispersed, row.independent);
            let Ratings { brigade, formed, shaken, panicked } = row.effectiveness;
            counter.effectiveness = [brigade.unwrap_or(formed), formed, shaken, panicked];
            if (row.squadrons > 0) != (row.arm == Arm::Cavalry) || row.strength == 0 || panicked != 1 {
                reader.fault(&row.id, "cavalry has squadrons, a unit strength, and 1 when it is Panicked".into());
            }
            if row.brigade.is_some() == row.independent {
                reader.fault(&row.id, "a unit has a brigade, or it is independent".into());
            }
            if let Some(of) = &row.corps {
                counter.corps = reader.corps(&corps, side, of);
            }
            reader.add(&mut counters, &row.id, counter);
        }
        for row in &file.brigade {
            reader.join(row, &mut counters);
        }
        for row in file.unit.iter().filter(|row| row.brigade.is_some()) {
            let index = reader.known[row.id.get_ref()];
            let brigade = counters[index].brigade;
            if counters.get(brigade.index()).map(|it| &it.id) != row.brigade.as_ref().map(|it| it.get_ref()) {
                reader.fault(&row.id, "its brigade does not name it".into());
            }
        }
        for row in &file.battery {
            let side = reader.side(&row.side);
            let mut counter = Counter::blank(row.id.get_ref(), side, Kind::Battery);
            counter.name.clone_from(&row.name);
            counter.nation = row.nation;
            counter.corps = reader.corps(&corps, side, &row.corps);
            counter.effectiveness = [row.effectiveness; 4];
            (counter.balls, counter.heavy, counter.independent) = (row.balls, row.heavy, row.independent);
            // T.ratio: against charges a battery's strength is its balls.
            counter.strength = row.balls;
            match tables.find_gun(row.gun.get_ref()) {
                Some(gun) if tables.gun(gun).balls(row.guns, row.heavy) == row.balls => counter.gun = gun,
                Some(_) => reader.fault(&row.id, format!("{} guns are not {} balls", row.guns, row.balls)),
                None => reader.fault(&row.gun, format!("`{}` is no gun of the tables", row.gun.get_ref())),
            }
            reader.add(&mut counters, &row.id, counter);
        }
        for row in &file.leader {
            let side = reader.side(&row.side);
            let mut counter = Counter::blank(row.id.get_ref(), side, Kind::Leader(row.rank));
            counter.name.clone_from(&row.name);
            counter.nation = row.nation;
            counter.effectiveness = [row.effectiveness; 4];
            let leads = corps.iter().position(|corps| corps.id == *row.id.get_ref());
            counter.corps = leads.map_or(CorpsId::NONE, |index| CorpsId(index as u8));
            if let Some(index) = leads {
                corps[index].leader = CounterId(counters.len() as u16);
            } else if row.rank != Rank::GeneralInChief {
                reader.fault(&row.id, "he leads no corps".into());
            }
            reader.add(&mut counters, &row.id, counter);
        }
        for row in &file.leader {
            let Some(above) = &row.under else { continue };
            match reader.known.get(above.get_ref()) {
                Some(general) => {
                    let index = reader.known[row.id.get_ref()];
                    counters[index].under = CounterId(*general as u16);
                }
                None => reader.fault(above, format!("there is no leader `{}`", above.get_ref())),
            }
        }
        for row in &file.replacement {
            let side = reader.side(&row.side);
            for number in 1..=row.count {
                let letter = SIDES.of(side).short.chars().next().unwrap_or('x');
                let mut counter = Counter::blank(&format!("{letter}r{number:02}"), side, Kind::Leader(row.rank));
                counter.name = format!("Replacement {number}");
                counter.effectiveness = [row.effectiveness; 4];
                counter.replacement = true;
                counters.push(counter);
            }
        }
        if reader.faults.is_empty() { Ok(Roster { counters, corps }) } else { Err(reader.faults) }
    }
}

impl Reader<'_> {
    /// Joins the units of a brigade to it.
    fn join(&mut self, row: &BrigadeRow, counters: &mut [Counter]) {
        let at = self.known[row.id.get_ref()];
        let (mut units, mut slots) = (ArrayVec::<CounterId, UNITS>::new(), ArrayVec::<Slot, UNITS>::new());
        for (number, id) in row.units.iter().enumerate().take(UNITS) {
            let Some(index) = self.known.get(id.get_ref()).copied() else {
                self.fault(id, format!("there is no unit `{}`", id.get_ref()));
                continue;
            };
            let part = row.by_hex.iter().position(|hex| hex.contains(id.get_ref()));
            let slot = match (part, row.astride.as_ref() == Some(id.get_ref())) {
                (Some(part), false) => Slot::Part(part as u8),
                (None, true) => Slot::Astride(0),
                _ => {
                    self.fault(id, format!("`{}` stands in one hex of its brigade, or astride", id.get_ref()));
                    Slot::Part(0)
                }
            };
            let brigade = (counters[at].corps, counters[at].side, counters[at].arm());
            let unit = &mut counters[index];
            if (unit.side, unit.arm()) != (brigade.1, brigade.2) {
                self.fault(id, format!("`{}` is of another side or arm than its brigade", id.get_ref()));
            }
            let unit = &mut counters[index];
            (unit.brigade, unit.number, unit.corps) = (CounterId(at as u16), number as u8, brigade.0);
            let nation = unit.nation;
            if number == 0 {
                counters[at].nation = nation;
            }
            units.push(CounterId(index as u16));
            slots.push(slot);
        }
        let brigade = &mut counters[at];
        (brigade.units, brigade.slots) = (units, slots);
    }
}

impl Roster {
    /// The part of the roster that `takes_part` names, in the same order, with everything that refers to others put right.
    pub fn reduced(&self, takes_part: impl Fn(&Counter) -> bool) -> Roster {
        let mut new: Vec<CounterId> = Vec::new();
        let mut count = 0;
        for counter in &self.counters {
            let there = takes_part(counter);
            new.push(if there { CounterId(count) } else { CounterId::NONE });
            count += u16::from(there);
        }
        let moved = |id: CounterId| new.get(id.index()).copied().unwrap_or(CounterId::NONE);
        let kept = self.counters.iter().zip(&new).filter(|(_, new)| !new.is_none());
        let counters = kept.map(|(counter, _)| Counter {
            brigade: moved(counter.brigade),
            under: moved(counter.under),
            units: counter.units.iter().map(|unit| moved(*unit)).collect(),
            ..counter.clone()
        });
        let corps = self.corps.iter().map(|corps| Corps { leader: moved(corps.leader), ..corps.clone() });
        Roster { counters: counters.collect(), corps: corps.collect() }
    }
}
