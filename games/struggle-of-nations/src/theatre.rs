//! What the rules know of the country beyond its terrain: `theatre.toml`.

use std::collections::BTreeMap;

use board::textfile::{Provenance, Source};
use board::{Fault, Grid, Hex};
use kernel::Side;
use serde::Deserialize;
use toml::Spanned;

use crate::calendar::Calendar;
use crate::roster::{ALLIED, Army, FRENCH};
use crate::tables::TableLine;

kit::id! {
    /// A fortress by its place in the list.
    pub struct FortressId(u8);
}

kit::id! {
    /// A hex where the marker of an army's source may stand.
    pub struct SourceId(u8);
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FortressKind {
    Citadel,
    FortifiedTown,
}

/// A fixed pair of hexes (23.list).
#[derive(Clone, Debug)]
pub struct Fortress {
    pub id: String,
    pub name: String,
    pub kind: FortressKind,
    pub main: Hex,
    pub bridgehead: Hex,
}

#[derive(Clone, Debug)]
pub struct Depot {
    pub place: String,
    pub hex: Hex,
    pub class: u8,
}

#[derive(Clone, Debug)]
pub struct SourceHex {
    pub army: Army,
    pub line: TableLine,
    pub hex: Hex,
    /// The town, or the road that it stands for.
    pub name: String,
    /// The territory whose edge it is on; none for a town.
    pub territory: Option<String>,
    /// The last turn in which it is one (6.source.dresden).
    pub last_turn: Option<u8>,
}

/// Where a road comes in.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: String,
    pub hex: Hex,
    pub leads: String,
}

#[derive(Clone, Debug)]
pub struct Theatre {
    pub territories: Vec<String>,
    /// By hex: its territory.
    pub territory: Vec<u8>,
    /// By hex: the side to which the ground is friendly (13.territory).
    pub friendly: Vec<Option<Side>>,
    pub closed_in_spring: Vec<u8>,
    pub fortresses: Vec<Fortress>,
    pub depots: Vec<Depot>,
    pub sources: Vec<SourceHex>,
    pub entries: Vec<Entry>,
    pub berlin: Hex,
    pub dresden: Hex,
    /// Named places, for messages.
    pub places: BTreeMap<Hex, String>,
    pub place_of: BTreeMap<String, Hex>,
    /// Names of bridges by their two hexes, the lower first.
    pub bridges: BTreeMap<(Hex, Hex), String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    territory: BTreeMap<String, Vec<Spanned<String>>>,
    friendly: Friendly,
    closed: Closed,
    fortress: Vec<FortressRow>,
    depot: Vec<DepotRow>,
    source: Vec<SourceRow>,
    entry: Vec<EntryRow>,
    city: City,
    bridges: Bridges,
    places: Places,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Friendly {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    french: Vec<Spanned<String>>,
    allied: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    spring: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FortressRow {
    id: String,
    name: String,
    kind: FortressKind,
    main: Spanned<String>,
    bridgehead: Spanned<String>,
    #[serde(rename = "river")]
    _river: String,
    #[serde(rename = "side")]
    _side: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DepotRow {
    place: String,
    hex: Spanned<String>,
    class: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceRow {
    army: TableLine,
    #[serde(default)]
    place: Option<String>,
    hex: Spanned<String>,
    #[serde(default)]
    last_turn: Option<Spanned<String>>,
    #[serde(default, rename = "class")]
    _class: Option<u8>,
    #[serde(default)]
    territory: Option<String>,
    #[serde(default)]
    road: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryRow {
    id: String,
    #[serde(default, rename = "letter")]
    _letter: Option<String>,
    hex: Spanned<String>,
    #[serde(rename = "near")]
    _near: String,
    leads: String,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct City {
    berlin: Spanned<String>,
    dresden: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bridges {
    list: Vec<BridgeRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BridgeRow {
    side: Spanned<String>,
    river: String,
    #[serde(default)]
    name: String,
    #[serde(default, rename = "confidence")]
    _confidence: String,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    list: Vec<PlaceRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceRow {
    name: String,
    hex: Spanned<String>,
    #[serde(rename = "rank")]
    _rank: u8,
    #[serde(rename = "territory")]
    _territory: String,
    #[serde(default, rename = "note")]
    _note: String,
}

struct Reader<'a> {
    source: Source<'a>,
    grid: &'a Grid,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn hex(&mut self, word: &Spanned<String>) -> Hex {
        self.grid.parse(word.get_ref()).unwrap_or_else(|| {
            let sentence = format!("`{}` is not a hex of the map", word.get_ref());
            self.faults.push(self.source.fault(word.span().start, sentence));
            Hex::NONE
        })
    }

    /// A hex, or the hexes of one column from the first row to the last.
    fn run(&mut self, word: &Spanned<String>) -> Vec<Hex> {
        let (first, last) = word.get_ref().split_once('-').unwrap_or((word.get_ref(), word.get_ref()));
        let ends = self.grid.parse(first).zip(self.grid.parse(last));
        let ends = ends.filter(|(first, last)| {
            let [first, last] = [first, last].map(|hex| self.grid.column_row(*hex));
            first.0 == last.0 && first.1 <= last.1
        });
        match ends {
            Some((first, last)) => (first.0..=last.0).map(Hex).collect(),
            None => {
                let sentence = format!("`{}` is not a run of hexes of one column", word.get_ref());
                self.faults.push(self.source.fault(word.span().start, sentence));
                Vec::new()
            }
        }
    }
}

pub fn line_army(line: TableLine) -> Army {
    match line {
        TableLine::French => Army::French,
        TableLine::SilesiaSpring | TableLine::Silesia => Army::Silesia,
        TableLine::Bohemia => Army::Bohemia,
        TableLine::North => Army::North,
    }
}

impl Theatre {
    pub fn parse(name: &str, text: &str, grid: &Grid, calendar: &Calendar) -> Result<Theatre, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut reader = Reader { source, grid, faults: Vec::new() };
        let territories: Vec<String> = file.territory.keys().cloned().collect();
        let mut territory = vec![u8::MAX; grid.len()];
        for (number, runs) in file.territory.values().enumerate() {
            for run in runs {
                for hex in reader.run(run) {
                    if territory[hex.index()] != u8::MAX {
                        let sentence = format!("{} is in two territories", grid.name(hex));
                        reader.faults.push(source.fault(run.span().start, sentence));
                    }
                    territory[hex.index()] = number as u8;
                }
            }
        }
        if let Some(hex) = grid.hexes().find(|hex| territory[hex.index()] == u8::MAX) {
            reader.faults.push(source.fault(0, format!("{} is in no territory", grid.name(hex))));
        }
        let mut friendly = vec![None; grid.len()];
        for (side, runs) in [(FRENCH, &file.friendly.french), (ALLIED, &file.friendly.allied)] {
            for run in runs {
                for hex in reader.run(run) {
                    friendly[hex.index()] = Some(side);
                }
            }
        }
        let mut closed_in_spring = Vec::new();
        for word in &file.closed.spring {
            match territories.iter().position(|name| name == word.get_ref()) {
                Some(number) => closed_in_spring.push(number as u8),
                None => {
                    let sentence = format!("there is no territory `{}`", word.get_ref());
                    reader.faults.push(source.fault(word.span().start, sentence));
                }
            }
        }
        let mut fortresses = Vec::new();
        for row in file.fortress {
            let (main, bridgehead) = (reader.hex(&row.main), reader.hex(&row.bridgehead));
            if main.is_some() && bridgehead.is_some() && !grid.adjacent(main, bridgehead) {
                let sentence = format!("the two hexes of {} are not neighbours", row.name);
                reader.faults.push(source.fault(row.main.span().start, sentence));
            }
            fortresses.push(Fortress { id: row.id, name: row.name, kind: row.kind, main, bridgehead });
        }
        let depots = file
            .depot
            .into_iter()
            .map(|row| Depot { hex: reader.hex(&row.hex), place: row.place, class: row.class })
            .collect();
        let mut sources = Vec::new();
        for row in file.source {
            let last_turn = row.last_turn.as_ref().and_then(|word| {
                let found = calendar.find(word.get_ref());
                if found.is_none() {
                    let sentence = format!("there is no turn `{}`", word.get_ref());
                    reader.faults.push(source.fault(word.span().start, sentence));
                }
                found
            });
            let name = row.place.or(row.road).unwrap_or_default();
            sources.push(SourceHex {
                army: line_army(row.army),
                line: row.army,
                hex: reader.hex(&row.hex),
                name,
                territory: row.territory,
                last_turn,
            });
        }
        let entries = file
            .entry
            .into_iter()
            .map(|row| Entry { hex: reader.hex(&row.hex), id: row.id, leads: row.leads })
            .collect();
        let [berlin, dresden] = [reader.hex(&file.city.berlin), reader.hex(&file.city.dresden)];
        let mut bridges = BTreeMap::new();
        for row in file.bridges.list {
            let sides = row.side.get_ref().split_once('-');
            let pair = sides.and_then(|(from, to)| Some((grid.parse(from)?, grid.parse(to)?)));
            match pair.filter(|(from, to)| grid.adjacent(*from, *to)) {
                Some((from, to)) => {
                    let name = if row.name.is_empty() { row.river } else { format!("{} ({})", row.name, row.river) };
                    bridges.insert((from.min(to), from.max(to)), name);
                }
                None => {
                    let sentence = format!("`{}` is not a hexside", row.side.get_ref());
                    reader.faults.push(source.fault(row.side.span().start, sentence));
                }
            }
        }
        let mut places = BTreeMap::new();
        let mut place_of = BTreeMap::new();
        for row in file.places.list {
            let hex = reader.hex(&row.hex);
            places.entry(hex).or_insert_with(|| row.name.clone());
            place_of.insert(row.name, hex);
        }
        if !reader.faults.is_empty() {
            return Err(reader.faults);
        }
        Ok(Theatre {
            territories,
            territory,
            friendly,
            closed_in_spring,
            fortresses,
            depots,
            sources,
            entries,
            berlin,
            dresden,
            places,
            place_of,
            bridges,
        })
    }

    /// The same country on the blank map of an example: nobody's ground, no fortresses but those the example names.
    pub fn blank(grid: &Grid) -> Theatre {
        Theatre {
            territories: vec!["nowhere".into()],
            territory: vec![0; grid.len()],
            friendly: vec![None; grid.len()],
            closed_in_spring: Vec::new(),
            fortresses: Vec::new(),
            depots: Vec::new(),
            sources: Vec::new(),
            entries: Vec::new(),
            berlin: Hex::NONE,
            dresden: Hex::NONE,
            places: BTreeMap::new(),
            place_of: BTreeMap::new(),
            bridges: BTreeMap::new(),
        }
    }

    pub fn fortress_at(&self, hex: Hex) -> FortressId {
        let found = self.fortresses.iter().position(|fortress| fortress.main == hex || fortress.bridgehead == hex);
        found.map_or(FortressId::NONE, |index| FortressId(index as u8))
    }
}
