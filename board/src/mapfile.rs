//! The text form of a hex map: terrain in hexes, on hexsides and along roads, names, heights, entry hexes.
//!
//! ```toml
//! provenance = { kind = "history", source = "a survey" }   # rulebook, history, reconstructed or fan
//! [sheet]                                                  # for the drawing; all of it may be left out
//! title = "Eylau"
//! palette = "winter"
//! metres_per_hex = 360
//! up = 90                                                  # the top edge looks east
//! [grid]
//! columns = 26
//! rows = 22
//! lower = "even"                                           # which columns stand half a hex lower
//! void = ["2401-2604", "0101"]                             # not on the map: hexes, and blocks from corner to corner
//! [terrain]                                                # a hex may have several; unlisted hexes are clear
//! woods = ["0101", "0102"]
//! [hexsides]
//! stream = ["1315-1414"]
//! slope = ["1314>1414"]                                    # low side first, for what the title calls directed
//! [vertices]                                               # a hex and the compass of its corner: nne, e, sse, ssw, w, nnw
//! redoubt = ["1314 e"]
//! [[road]]
//! name = "Landsberg road"
//! kind = "road"                                            # a class of road that the title knows
//! hexes = ["1922", "1821", "1820"]
//! leaves_map_at = ["1922"]
//! [[label]]
//! text = "Eylau"
//! hex = "1213"
//! size = "town"
//! [heights]                                                # levels above the lowest ground; unlisted hexes are at 0
//! 1 = ["1414"]
//! [entries]
//! A = "0120"
//! ```
//!
//! A [`MapFile`] is always sound: every hex is on the grid, every hexside joins two neighbours, every road is a walk.
//! What a terrain does is the title's business; it passes its names as a [`Vocabulary`].

use std::collections::BTreeMap;
use std::fmt::Write;
mod reader;

use crate::textfile::quoted;
pub use crate::textfile::{Fault, Provenance, ProvenanceKind};
use crate::{Facing, Grid, Hex, Shift, VertexId};

/// The names that a title allows on its maps.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'a> {
    pub terrain: &'a [&'a str],
    pub hexsides: &'a [&'a str],
    /// Those hexsides that have a low and a high side.
    pub directed: &'a [&'a str],
    pub vertices: &'a [&'a str],
    /// The classes of road, the best first.
    pub roads: &'a [&'a str],
    /// The highest level of ground; 0 if the title knows none.
    pub highest: u8,
}

/// A feature on the hexside between two neighbours; when directed, `from` is the low side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapSide {
    pub from: Hex,
    pub to: Hex,
    pub directed: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road {
    pub name: String,
    /// The class of the road, one of the title's [`Vocabulary`].
    pub kind: String,
    pub hexes: Vec<Hex>,
    /// Ends of the road at which it goes on beyond the sheet.
    pub leaves_map_at: Vec<Hex>,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub text: String,
    pub hex: Hex,
    /// One of [`Label::SIZES`]; chooses the lettering.
    pub size: String,
    /// One of [`Label::PLACES`], or empty to let the drawing find room.
    pub place: String,
    /// Degrees clockwise, for names that follow a river or a ridge.
    pub turn: i16,
}

impl Label {
    /// A village also gets its houses drawn, a church its tower, a mill its sails.
    pub const SIZES: [&str; 10] =
        ["town", "village", "water", "hill", "wood", "road", "work", "place", "church", "mill"];
    pub const PLACES: [&str; 6] = ["", "centre", "above", "below", "left", "right"];
}

/// What the drawing of the sheet needs beside the terrain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    pub title: String,
    pub subtitle: String,
    /// The name of a palette, such as `winter`.
    pub palette: String,
    pub metres_per_hex: Option<u16>,
    /// The compass bearing of the top edge, in degrees: 0 when north is up.
    pub up: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapFile {
    pub provenance: Provenance,
    pub sheet: Sheet,
    pub grid: Grid,
    /// How the sheet lies on the ground, as written; only building from geographic data reads it.
    pub geo: BTreeMap<String, String>,
    /// Unlisted hexes are clear.
    pub terrain: BTreeMap<String, Vec<Hex>>,
    pub hexsides: BTreeMap<String, Vec<MapSide>>,
    pub roads: Vec<Road>,
    pub labels: Vec<Label>,
    pub vertices: BTreeMap<String, Vec<VertexId>>,
    /// Levels above the lowest ground; unlisted hexes are at 0.
    pub heights: BTreeMap<u8, Vec<Hex>>,
    pub entries: BTreeMap<String, Hex>,
}

impl MapFile {
    /// An empty sheet for examples: everything clear and level.
    pub fn blank(columns: u16, rows: u16, lower: Shift) -> MapFile {
        MapFile {
            provenance: Provenance {
                kind: ProvenanceKind::Reconstructed,
                source: String::new(),
                note: "a blank sheet".into(),
            },
            sheet: Sheet::default(),
            grid: Grid::new(columns, rows, lower),
            geo: BTreeMap::new(),
            terrain: BTreeMap::new(),
            hexsides: BTreeMap::new(),
            roads: Vec::new(),
            labels: Vec::new(),
            vertices: BTreeMap::new(),
            heights: BTreeMap::new(),
            entries: BTreeMap::new(),
        }
    }

    /// Reads and checks a map; reports every fault, not only the first.
    pub fn parse(file_name: &str, text: &str, vocabulary: &Vocabulary<'_>) -> Result<MapFile, Vec<Fault>> {
        reader::read(file_name, text, vocabulary)
    }

    pub fn terrain_at(&self, hex: Hex) -> impl Iterator<Item = &str> {
        self.terrain.iter().filter(move |(_, hexes)| hexes.contains(&hex)).map(|(name, _)| name.as_str())
    }

    /// The level of the ground.
    pub fn height_at(&self, hex: Hex) -> u8 {
        self.heights.iter().find(|(_, hexes)| hexes.contains(&hex)).map_or(0, |(level, _)| *level)
    }

    /// The level of the ground of every hex, by its number.
    pub fn levels(&self) -> Vec<u8> {
        let mut levels = vec![0; self.grid.len()];
        for (level, hexes) in &self.heights {
            hexes.iter().for_each(|hex| levels[hex.index()] = *level);
        }
        levels
    }

    /// The name, with its direction, of every feature between the two hexes.
    pub fn hexside_between(&self, a: Hex, b: Hex) -> impl Iterator<Item = (&str, MapSide)> {
        self.hexsides.iter().flat_map(move |(name, sides)| {
            let here = move |side: &&MapSide| (side.from, side.to) == (a, b) || (side.from, side.to) == (b, a);
            sides.iter().filter(here).map(move |side| (name.as_str(), *side))
        })
    }

    /// The map as a text that [`MapFile::parse`] reads back to an equal map.
    pub fn to_text(&self) -> String {
        let mut text = self.provenance.to_text();
        let side = |side: &MapSide| {
            let between = if side.directed { '>' } else { '-' };
            format!("{}{between}{}", self.grid.name(side.from), self.grid.name(side.to))
        };
        if self.sheet != Sheet::default() {
            text.push_str("\n[sheet]\n");
            let sheet = &self.sheet;
            for (field, value) in [("title", &sheet.title), ("subtitle", &sheet.subtitle), ("palette", &sheet.palette)]
            {
                if !value.is_empty() {
                    line(&mut text, field, &quoted(value));
                }
            }
            if let Some(metres) = sheet.metres_per_hex {
                line(&mut text, "metres_per_hex", &metres.to_string());
            }
            if sheet.up != 0 {
                line(&mut text, "up", &sheet.up.to_string());
            }
        }
        text.push_str("\n[grid]\n");
        line(&mut text, "columns", &self.grid.columns().to_string());
        line(&mut text, "rows", &self.grid.rows().to_string());
        let lower = match self.grid.lower() {
            Shift::Even => "even",
            Shift::Odd => "odd",
        };
        line(&mut text, "lower", &quoted(lower));
        if self.grid.has_void() {
            line(&mut text, "void", &list(void_blocks(&self.grid).into_iter()));
        }
        if !self.geo.is_empty() {
            text.push_str("\n[geo]\n");
            for (field, value) in &self.geo {
                line(&mut text, &key(field), &quoted(value));
            }
        }
        if !self.terrain.is_empty() {
            text.push_str("\n[terrain]\n");
            for (name, hexes) in &self.terrain {
                line(&mut text, &key(name), &list(hexes.iter().map(|hex| self.grid.name(*hex))));
            }
        }
        if !self.hexsides.is_empty() {
            text.push_str("\n[hexsides]\n");
            for (name, sides) in &self.hexsides {
                line(&mut text, &key(name), &list(sides.iter().map(side)));
            }
        }
        if !self.vertices.is_empty() {
            text.push_str("\n[vertices]\n");
            for (name, vertices) in &self.vertices {
                let written = vertices.iter().map(|vertex| {
                    let (hex, corner) = vertex.owner();
                    format!("{} {}", self.grid.name(hex), Facing::vertex(corner))
                });
                line(&mut text, &key(name), &list(written));
            }
        }
        for road in &self.roads {
            text.push_str("\n[[road]]\n");
            line(&mut text, "name", &quoted(&road.name));
            line(&mut text, "kind", &quoted(&road.kind));
            line(&mut text, "hexes", &list(road.hexes.iter().map(|hex| self.grid.name(*hex))));
            if !road.leaves_map_at.is_empty() {
                line(&mut text, "leaves_map_at", &list(road.leaves_map_at.iter().map(|hex| self.grid.name(*hex))));
            }
        }
        for label in &self.labels {
            text.push_str("\n[[label]]\n");
            line(&mut text, "text", &quoted(&label.text));
            line(&mut text, "hex", &quoted(&self.grid.name(label.hex)));
            line(&mut text, "size", &quoted(&label.size));
            if !label.place.is_empty() {
                line(&mut text, "place", &quoted(&label.place));
            }
            if label.turn != 0 {
                line(&mut text, "turn", &label.turn.to_string());
            }
        }
        if !self.heights.is_empty() {
            text.push_str("\n[heights]\n");
            for (level, hexes) in &self.heights {
                line(&mut text, &level.to_string(), &list(hexes.iter().map(|hex| self.grid.name(*hex))));
            }
        }
        if !self.entries.is_empty() {
            text.push_str("\n[entries]\n");
            for (name, hex) in &self.entries {
                line(&mut text, &key(name), &quoted(&self.grid.name(*hex)));
            }
        }
        text
    }
}

/// What is void, as hexes and as blocks from corner to corner.
fn void_blocks(grid: &Grid) -> Vec<String> {
    let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
    let hex = |column: usize, row: usize| Hex((column * rows + row) as u16);
    let mut open: Vec<bool> = (0..grid.len()).map(|index| grid.is_void(Hex(index as u16))).collect();
    let mut blocks = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            if !open[hex(column, row).index()] {
                continue;
            }
            let last_row = (row..rows).take_while(|row| open[hex(column, *row).index()]).last().unwrap_or(row);
            let whole = |column: &usize| (row..=last_row).all(|row| open[hex(*column, row).index()]);
            let last_column = (column..columns).take_while(whole).last().unwrap_or(column);
            for column in column..=last_column {
                (row..=last_row).for_each(|row| open[hex(column, row).index()] = false);
            }
            let (first, last) = (grid.name(hex(column, row)), grid.name(hex(last_column, last_row)));
            blocks.push(if first == last { first } else { format!("{first}-{last}") });
        }
    }
    blocks
}

fn line(text: &mut String, field: &str, value: &str) {
    writeln!(text, "{field} = {value}").expect("writing to a String cannot fail");
}

/// A key, in quotes where TOML wants them.
fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { name.to_owned() } else { quoted(name) }
}

/// A list of texts, broken into lines that an editor can show.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.map(|item| format!("\"{item}\"")).collect();
    let on_one_line = items.join(", ");
    if on_one_line.len() <= 90 {
        return format!("[{on_one_line}]");
    }
    let per_line = 112 / (items[0].len() + 2);
    let lines: Vec<String> = items.chunks(per_line).map(|chunk| format!("  {},\n", chunk.join(", "))).collect();
    format!("[\n{}]", lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: Vocabulary<'static> = Vocabulary {
        terrain: &["clear", "woods", "town"],
        hexsides: &["stream", "slope", "bridge"],
        directed: &["slope"],
        vertices: &["redoubt"],
        roads: &["road", "trail"],
        highest: 3,
    };

    const SOUND: &str = r#"
provenance = { kind = "history", source = "a survey", note = "" }
[sheet]
title = "A field"
palette = "winter"
metres_per_hex = 360
up = 90
[grid]
columns = 8
rows = 6
lower = "even"
void = ["0701-0802", "0806"]
[geo]
azimuth = "90.0"
metres = 360
[terrain]
woods = ["0101", "0102"]
town = ["0203", "0102"]
[hexsides]
stream = ["0101-0102"]
slope = ["0203>0303"]
bridge = ["0101-0102"]
[vertices]
redoubt = ["0203 e", "0805 ssw"]
[[road]]
name = "Mill lane"
kind = "trail"
hexes = ["0103", "0203", "0303"]
leaves_map_at = ["0103"]
[[label]]
text = "Mill \"on the hill\""
hex = "0203"
size = "village"
place = "above"
turn = -20
[heights]
1 = ["0303"]
2 = ["0403"]
[entries]
A = "0103"
"#;

    #[test]
    fn a_sound_map_comes_back_from_its_own_text() {
        let map = MapFile::parse("map.toml", SOUND, &NAMES).unwrap();
        let hex = |name: &str| map.grid.parse(name).unwrap();
        assert_eq!(map.hexsides["slope"], [MapSide { from: hex("0203"), to: hex("0303"), directed: true }]);
        assert_eq!(map.terrain_at(hex("0102")).collect::<Vec<_>>(), ["town", "woods"]);
        let across: Vec<&str> = map.hexside_between(hex("0102"), hex("0101")).map(|(name, _)| name).collect();
        assert_eq!(across, ["bridge", "stream"]);
        assert_eq!(map.grid.hexes().count(), 48 - 5);
        assert_eq!((map.height_at(hex("0403")), map.height_at(hex("0101"))), (2, 0));
        assert!(map.grid.hexes().all(|hex| map.levels()[hex.index()] == map.height_at(hex)));
        assert!(map.vertices["redoubt"].contains(&VertexId::of(&map.grid, hex("0203"), crate::Direction::NorthEast)));
        assert_eq!(map.sheet.up, 90);
        assert_eq!(map.geo["metres"], "360");
        let again = MapFile::parse("again.toml", &map.to_text(), &NAMES).unwrap();
        assert_eq!(map, again);
        assert_eq!(map.to_text(), again.to_text());
    }

    #[test]
    fn a_blank_map_comes_back_from_its_own_text() {
        for lower in [Shift::Even, Shift::Odd] {
            let map = MapFile::blank(165, 10, lower);
            assert_eq!(MapFile::parse("blank", &map.to_text(), &NAMES).unwrap(), map);
        }
    }

    fn faults(text: &str) -> Vec<String> {
        MapFile::parse("m.toml", text, &NAMES).unwrap_err().iter().map(Fault::to_string).collect()
    }

    #[test]
    fn all_faults_are_reported_each_with_its_line() {
        let text = r#"provenance = { kind = "rumour" }
colour = "red"
[grid]
columns = 4
rows = 4
void = ["0401-0505", "0401"]
[terrain]
swamp = ["0101"]
woods = ["0505", "0101",
  "0101", "101"]
[hexsides]
slope = ["0101-0102", "0101>0303"]
stream = ["0101>0102", "0102-0101", "0101"]
[vertices]
redoubt = ["0101", "0101 n", "0202 e", "0302 ssw", "0401 e"]
tower = []
[[road]]
name = "Lane"
kind = "motorway"
hexes = ["0202", "0303", "0404"]
leaves_map_at = ["0202", "0101"]
[[label]]
text = "Nowhere"
size = "huge"
[heights]
1 = ["0101"]
2 = ["0101"]
4 = ["0102"]
high = []
[entries]
A = "0202"
"#;
        assert_eq!(
            faults(text),
            [
                "m.toml:1: \"rumour\" is not a kind of provenance; use rulebook, history, reconstructed or fan",
                "m.toml:2: a map has no field \"colour\"; its fields are provenance, sheet, grid, geo, terrain, hexsides, vertices, road, label, heights, entries",
                "m.toml:6: hex 0505 is not on the map of 4 columns and 4 rows",
                "m.toml:8: unknown terrain \"swamp\"; this title knows clear, woods, town",
                "m.toml:9: hex 0505 is not on the map of 4 columns and 4 rows",
                "m.toml:10: \"101\" is not a hex number; a hex is two digits of column and two of row, such as \"0714\"",
                "m.toml:10: hex 0101 is listed twice in woods",
                "m.toml:12: hexside 0101-0102: say which side of the slope is lower, as \"low>high\"",
                "m.toml:12: hexside 0101>0303: 0101 and 0303 are not neighbours",
                "m.toml:13: \"0101\" is not a hexside; write two neighbours, such as \"0714-0715\"",
                "m.toml:13: hexside 0101>0102: stream has no low and high side; write \"-\" instead of \">\"",
                "m.toml:13: hexside 0102-0101 is listed twice in stream",
                "m.toml:15: \"0101 n\" is not a vertex; write a hex and one of its corners nne, e, sse, ssw, w, nnw",
                "m.toml:15: \"0101\" is not a vertex; write a hex and one of its corners nne, e, sse, ssw, w, nnw",
                "m.toml:15: hex 0401 is void: it is not on the map",
                "m.toml:15: vertex 0302 ssw is listed twice in redoubt",
                "m.toml:16: unknown vertex \"tower\"; this title knows redoubt",
                "m.toml:19: the road \"Lane\" is a road or trail, not a \"motorway\"",
                "m.toml:20: the road \"Lane\" jumps from 0303 to 0404, which are not neighbours",
                "m.toml:21: the road \"Lane\" cannot leave the map at 0202: it is not an edge hex",
                "m.toml:21: the road \"Lane\" does not end in 0101",
                "m.toml:22: label 1 needs the field \"hex\"",
                "m.toml:24: a label has no field \"huge\"; use town, village, water, hill, wood, road, work, place, church, mill",
                "m.toml:27: hex 0101 has two heights, 1 and 2",
                "m.toml:28: height 4 is above the highest of this title, 3",
                "m.toml:29: height \"high\" is not a level from 0 to 255",
                "m.toml:31: entry A at 0202 is not on the edge of the map",
            ]
        );
    }

    #[test]
    fn a_text_that_is_not_toml_says_where() {
        let found = faults("provenance = { kind = \"history\" }\n[grid\ncolumns = 4\n");
        assert!(found[0].starts_with("m.toml:2: not TOML"), "{found:?}");
    }

    #[test]
    fn a_map_without_grid_or_provenance_says_so() {
        let found = faults("[terrain]\nwoods = 3\n");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[1].contains("[grid]"), "{found:?}");
    }
}
