//! From text to a sound map, keeping every fault on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::{Label, MapFile, MapSide, Road, Sheet, Vocabulary};
use crate::textfile::{Fault, Section, TextFile};
use crate::{Facing, Grid, Hex, Shift, VertexId};

pub(super) fn read(file_name: &str, text: &str, vocabulary: &Vocabulary<'_>) -> Result<MapFile, Vec<Fault>> {
    let (file, table) = TextFile::open(file_name, text)?;
    let root = Section { what: "a map".into(), span: 0..0, table: table.get_ref() };
    let mut reader = MapReader { file, vocabulary: *vocabulary };
    let map = reader.map(&root);
    reader.file.finish(map)
}

struct MapReader<'v> {
    file: TextFile,
    vocabulary: Vocabulary<'v>,
}

impl MapReader<'_> {
    fn map(&mut self, root: &Section<'_, '_>) -> Option<MapFile> {
        let fields = [
            "provenance",
            "sheet",
            "grid",
            "geo",
            "terrain",
            "hexsides",
            "vertices",
            "road",
            "label",
            "heights",
            "entries",
        ];
        self.file.only_fields(root, &fields);
        let provenance = self.file.provenance(root);
        let sheet = self.sheet(root);
        let geo = self.file.section(root, "geo", "[geo]").map(|geo| self.file.as_attributes(&geo)).unwrap_or_default();
        // Without a grid no hex can be judged.
        let grid = self.grid(root)?;
        let terrain = self.terrain(root, &grid);
        let hexsides = self.hexsides(root, &grid);
        let vertices = self.vertices(root, &grid);
        let roads = self.roads(root, &grid);
        let labels = self.labels(root, &grid);
        let heights = self.heights(root, &grid);
        let entries = self.entries(root, &grid);
        Some(MapFile {
            provenance: provenance?,
            sheet,
            grid,
            geo,
            terrain,
            hexsides,
            vertices,
            roads,
            labels,
            heights,
            entries,
        })
    }

    fn sheet(&mut self, root: &Section<'_, '_>) -> Sheet {
        let Some(section) = self.file.section(root, "sheet", "the sheet") else { return Sheet::default() };
        self.file.only_fields(&section, &["title", "subtitle", "palette", "metres_per_hex", "up"]);
        let mut text =
            |field| self.file.text(&section, field).map_or(String::new(), |text| text.into_inner().to_owned());
        Sheet {
            title: text("title"),
            subtitle: text("subtitle"),
            palette: text("palette"),
            metres_per_hex: self.file.number(&section, "metres_per_hex", 1..=50_000).map(|n| n as u16),
            up: self.file.number(&section, "up", 0..=359).unwrap_or(0) as u16,
        }
    }

    fn grid(&mut self, root: &Section<'_, '_>) -> Option<Grid> {
        let Some(section) = self.file.section(root, "grid", "the grid") else {
            if !root.table.contains_key("grid") {
                self.file.fault(0..0, "the map has no [grid]");
            }
            return None;
        };
        self.file.only_fields(&section, &["columns", "rows", "lower", "void"]);
        let largest = i64::from(Grid::LARGEST);
        for field in ["columns", "rows"] {
            if !section.table.contains_key(field) {
                self.file.missing(&section, field);
            }
        }
        let columns = self.file.number(&section, "columns", 1..=largest);
        let rows = self.file.number(&section, "rows", 1..=largest);
        let lower = match self.file.text(&section, "lower") {
            None => Shift::Even,
            Some(text) => match *text.get_ref() {
                "even" => Shift::Even,
                "odd" => Shift::Odd,
                other => {
                    self.file.fault(text.span(), format!("lower is \"even\" or \"odd\", not \"{other}\""));
                    return None;
                }
            },
        };
        let (columns, rows) = (columns?, rows?);
        if columns * rows > Grid::MOST_HEXES as i64 {
            let sentence =
                format!("a map of {columns} columns and {rows} rows is too large; a map has at most 65535 hexes");
            self.file.fault(section.span.clone(), sentence);
            return None;
        }
        let grid = Grid::new(columns as u16, rows as u16, lower);
        let Some(void) = section.table.get("void") else { return Some(grid) };
        let blocks = self.void(&grid, void);
        let within = |at: i32, one: i32, other: i32| (one.min(other)..=one.max(other)).contains(&at);
        Some(Grid::with_void(grid.columns(), grid.rows(), lower, |column, row| {
            let is_in = |[(from, top), (to, bottom)]: &[(i32, i32); 2]| {
                within(column.into(), *from, *to) && within(row.into(), *top, *bottom)
            };
            blocks.iter().any(is_in)
        }))
    }

    /// Blocks of hexes that are not on the map, each from one corner to the other.
    fn void(&mut self, grid: &Grid, value: &Spanned<DeValue<'_>>) -> Vec<[(i32, i32); 2]> {
        let mut blocks: Vec<[(i32, i32); 2]> = Vec::new();
        for text in self.file.as_texts("void", value) {
            let (from, to) = text.get_ref().split_once('-').unwrap_or((text.get_ref(), text.get_ref()));
            let corners = [from, to].map(|corner| self.hex(grid, text.span(), corner));
            let [Some(from), Some(to)] = corners else { continue };
            let block = [from, to].map(|hex| grid.column_row(hex)).map(|(column, row)| (column.into(), row.into()));
            if blocks.contains(&block) {
                self.file.fault(text.span(), format!("{} is listed twice in void", text.get_ref()));
            }
            blocks.push(block);
        }
        blocks
    }

    fn hex(&mut self, grid: &Grid, at: Range<usize>, text: &str) -> Option<Hex> {
        let hex = grid.parse(text);
        if hex.is_none() {
            let digits = |count: usize| if count == 2 { "two" } else { "three" };
            let (of_column, of_row) = grid.digits();
            let sentence = match grid.parse_column_row(text) {
                Some((column, row)) if grid.is_inside(column, row) => {
                    format!("hex {text} is void: it is not on the map")
                }
                Some(_) => {
                    format!("hex {text} is not on the map of {} columns and {} rows", grid.columns(), grid.rows())
                }
                None => format!(
                    "\"{text}\" is not a hex number; a hex is {} digits of column and {} of row, such as \"{:0of_column$}{:0of_row$}\"",
                    digits(of_column),
                    digits(of_row),
                    7,
                    14
                ),
            };
            self.file.fault(at, sentence);
        }
        hex
    }

    /// The hexes of a list, each once.
    fn hexes(&mut self, grid: &Grid, what: &str, texts: Vec<Spanned<&str>>) -> Vec<Hex> {
        let mut seen = BTreeSet::new();
        let mut hexes = Vec::new();
        for text in texts {
            let Some(hex) = self.hex(grid, text.span(), text.get_ref()) else { continue };
            if seen.insert(hex) {
                hexes.push(hex);
            } else {
                self.file.fault(text.span(), format!("hex {} is listed twice in {what}", text.get_ref()));
            }
        }
        hexes
    }

    fn terrain(&mut self, root: &Section<'_, '_>, grid: &Grid) -> BTreeMap<String, Vec<Hex>> {
        let mut terrain = BTreeMap::new();
        let Some(section) = self.file.section(root, "terrain", "[terrain]") else { return terrain };
        for (name, value) in section.entries() {
            let what = name.get_ref().as_ref();
            if !self.vocabulary.terrain.contains(&what) {
                let known = self.vocabulary.terrain.join(", ");
                self.file.fault(name.span(), format!("unknown terrain \"{what}\"; this title knows {known}"));
            }
            let texts = self.file.as_texts(what, value);
            terrain.insert(what.to_owned(), self.hexes(grid, what, texts));
        }
        terrain
    }

    fn hexsides(&mut self, root: &Section<'_, '_>, grid: &Grid) -> BTreeMap<String, Vec<MapSide>> {
        let mut hexsides = BTreeMap::new();
        let Some(section) = self.file.section(root, "hexsides", "[hexsides]") else { return hexsides };
        for (name, value) in section.entries() {
            let what = name.get_ref().as_ref();
            if !self.vocabulary.hexsides.contains(&what) {
                let known = self.vocabulary.hexsides.join(", ");
                self.file.fault(name.span(), format!("unknown hexside \"{what}\"; this title knows {known}"));
            }
            let mut seen = BTreeSet::new();
            let mut sides = Vec::new();
            for text in self.file.as_texts(what, value) {
                let Some(side) = self.side(grid, what, &text) else { continue };
                if seen.insert((side.from.min(side.to), side.from.max(side.to))) {
                    sides.push(side);
                } else {
                    self.file.fault(text.span(), format!("hexside {} is listed twice in {what}", text.get_ref()));
                }
            }
            hexsides.insert(what.to_owned(), sides);
        }
        hexsides
    }

    fn side(&mut self, grid: &Grid, name: &str, text: &Spanned<&str>) -> Option<MapSide> {
        let written = *text.get_ref();
        let directed = written.contains('>');
        let Some((from, to)) = written.split_once(['-', '>']) else {
            let sentence = format!("\"{written}\" is not a hexside; write two neighbours, such as \"0714-0715\"");
            self.file.fault(text.span(), sentence);
            return None;
        };
        let from = self.hex(grid, text.span(), from);
        let to = self.hex(grid, text.span(), to);
        let (from, to) = (from?, to?);
        if !grid.adjacent(from, to) {
            let sentence = format!("hexside {written}: {} and {} are not neighbours", grid.name(from), grid.name(to));
            self.file.fault(text.span(), sentence);
            return None;
        }
        if self.vocabulary.directed.contains(&name) != directed {
            let sentence = if directed {
                format!("hexside {written}: {name} has no low and high side; write \"-\" instead of \">\"")
            } else {
                format!("hexside {written}: say which side of the {name} is lower, as \"low>high\"")
            };
            self.file.fault(text.span(), sentence);
        }
        Some(MapSide { from, to, directed })
    }

    fn vertices(&mut self, root: &Section<'_, '_>, grid: &Grid) -> BTreeMap<String, Vec<VertexId>> {
        let mut vertices = BTreeMap::new();
        let Some(section) = self.file.section(root, "vertices", "[vertices]") else { return vertices };
        for (name, value) in section.entries() {
            let what = name.get_ref().as_ref();
            if !self.vocabulary.vertices.contains(&what) {
                let known = self.vocabulary.vertices.join(", ");
                let known = if known.is_empty() { "none" } else { &known };
                self.file.fault(name.span(), format!("unknown vertex \"{what}\"; this title knows {known}"));
            }
            let mut found = Vec::new();
            for text in self.file.as_texts(what, value) {
                let Some(vertex) = self.vertex(grid, &text) else { continue };
                if found.contains(&vertex) {
                    self.file.fault(text.span(), format!("vertex {} is listed twice in {what}", text.get_ref()));
                } else {
                    found.push(vertex);
                }
            }
            vertices.insert(what.to_owned(), found);
        }
        vertices
    }

    fn vertex(&mut self, grid: &Grid, text: &Spanned<&str>) -> Option<VertexId> {
        let written = *text.get_ref();
        let corner = written.split_once(' ').and_then(|(hex, corner)| Some((hex, Facing::parse(corner)?)));
        let Some((hex, corner)) = corner.filter(|(_, corner)| corner.is_vertex()) else {
            let corners = Facing::all(true).map(Facing::name).join(", ");
            let sentence = format!("\"{written}\" is not a vertex; write a hex and one of its corners {corners}");
            self.file.fault(text.span(), sentence);
            return None;
        };
        Some(VertexId::of(grid, self.hex(grid, text.span(), hex)?, corner.direction()))
    }

    fn roads(&mut self, root: &Section<'_, '_>, grid: &Grid) -> Vec<Road> {
        self.file.sections(root, "road").iter().filter_map(|section| self.road(section, grid)).collect()
    }

    fn road(&mut self, section: &Section<'_, '_>, grid: &Grid) -> Option<Road> {
        self.file.only_fields(section, &["name", "kind", "hexes", "leaves_map_at"]);
        let name = self.file.required_text(section, "name");
        let what = name.as_ref().map_or(section.what.clone(), |name| format!("the road \"{}\"", name.get_ref()));
        let kind = self.file.required_text(section, "kind");
        if let Some(kind) = kind.as_ref().filter(|kind| !self.vocabulary.roads.contains(kind.get_ref())) {
            let known = match self.vocabulary.roads {
                [] => "unknown kind of road".to_owned(),
                roads => roads.join(" or "),
            };
            self.file.fault(kind.span(), format!("{what} is a {known}, not a \"{}\"", kind.get_ref()));
        }
        let Some(value) = section.table.get("hexes") else {
            self.file.missing(section, "hexes");
            return None;
        };
        let texts = self.file.as_texts(&format!("hexes of {what}"), value);
        let spans: Vec<Range<usize>> = texts.iter().map(Spanned::span).collect();
        let written = texts.len();
        let hexes = self.hexes(grid, &what, texts);
        if hexes.len() == written {
            for (step, at) in hexes.windows(2).zip(&spans[1..]) {
                if !grid.adjacent(step[0], step[1]) {
                    let (from, to) = (grid.name(step[0]), grid.name(step[1]));
                    self.file.fault(at.clone(), format!("{what} jumps from {from} to {to}, which are not neighbours"));
                }
            }
            if written < 2 {
                self.file.fault(value.span(), format!("{what} needs two hexes or more"));
            }
        }
        let mut leaves_map_at = Vec::new();
        if let Some(value) = section.table.get("leaves_map_at") {
            for text in self.file.as_texts(&format!("leaves_map_at of {what}"), value) {
                let Some(hex) = self.hex(grid, text.span(), text.get_ref()) else { continue };
                if hexes.first() != Some(&hex) && hexes.last() != Some(&hex) {
                    self.file.fault(text.span(), format!("{what} does not end in {}", text.get_ref()));
                } else if !grid.is_edge(hex) {
                    self.file.fault(
                        text.span(),
                        format!("{what} cannot leave the map at {}: it is not an edge hex", text.get_ref()),
                    );
                } else if leaves_map_at.contains(&hex) {
                    self.file.fault(
                        text.span(),
                        format!("hex {} is listed twice in leaves_map_at of {what}", text.get_ref()),
                    );
                } else {
                    leaves_map_at.push(hex);
                }
            }
        }
        Some(Road { name: name?.into_inner().into(), kind: kind?.into_inner().into(), hexes, leaves_map_at })
    }

    fn labels(&mut self, root: &Section<'_, '_>, grid: &Grid) -> Vec<Label> {
        self.file.sections(root, "label").iter().filter_map(|section| self.label(section, grid)).collect()
    }

    fn label(&mut self, section: &Section<'_, '_>, grid: &Grid) -> Option<Label> {
        self.file.only_fields(section, &["text", "hex", "size", "place", "turn"]);
        let text = self.file.required_text(section, "text");
        let hex = self.file.required_text(section, "hex");
        let hex = hex.and_then(|hex| self.hex(grid, hex.span(), hex.get_ref()));
        let size = self.file.required_text(section, "size");
        let place = self.file.text(section, "place").unwrap_or_else(|| Spanned::new(0..0, ""));
        for (written, known) in [(size.as_ref(), &Label::SIZES[..]), (Some(&place), &Label::PLACES[..])] {
            if let Some(written) = written.filter(|written| !known.contains(written.get_ref())) {
                let known: Vec<&str> = known.iter().copied().filter(|name| !name.is_empty()).collect();
                let known = known.join(", ");
                self.file.fault(written.span(), format!("a label has no field \"{}\"; use {known}", written.get_ref()));
            }
        }
        let turn = self.file.number(section, "turn", -180..=180).unwrap_or(0) as i16;
        let place = place.into_inner().to_owned();
        Some(Label { text: text?.into_inner().into(), hex: hex?, size: size?.into_inner().into(), place, turn })
    }

    fn heights(&mut self, root: &Section<'_, '_>, grid: &Grid) -> BTreeMap<u8, Vec<Hex>> {
        let mut heights = BTreeMap::new();
        let mut level_of: BTreeMap<Hex, u8> = BTreeMap::new();
        let Some(section) = self.file.section(root, "heights", "[heights]") else { return heights };
        for (name, value) in section.entries() {
            let Ok(level) = name.get_ref().parse::<u8>() else {
                self.file.fault(name.span(), format!("height \"{}\" is not a level from 0 to 255", name.get_ref()));
                continue;
            };
            if level > self.vocabulary.highest {
                let sentence =
                    format!("height {level} is above the highest of this title, {}", self.vocabulary.highest);
                self.file.fault(name.span(), sentence);
            }
            let what = format!("height {level}");
            let texts = self.file.as_texts(&what, value);
            for text in &texts {
                let Some(hex) = grid.parse(text.get_ref()) else { continue };
                if let Some(other) = level_of.insert(hex, level).filter(|other| *other != level) {
                    self.file
                        .fault(text.span(), format!("hex {} has two heights, {other} and {level}", text.get_ref()));
                }
            }
            heights.insert(level, self.hexes(grid, &what, texts));
        }
        heights
    }

    fn entries(&mut self, root: &Section<'_, '_>, grid: &Grid) -> BTreeMap<String, Hex> {
        let mut entries = BTreeMap::new();
        let Some(section) = self.file.section(root, "entries", "[entries]") else { return entries };
        for (name, value) in section.entries() {
            let what = format!("entry {}", name.get_ref());
            let Some(text) = self.file.as_text(&what, value) else { continue };
            let Some(hex) = self.hex(grid, text.span(), text.get_ref()) else { continue };
            if !grid.is_edge(hex) {
                self.file.fault(text.span(), format!("{what} at {} is not on the edge of the map", text.get_ref()));
            }
            entries.insert(name.get_ref().to_string(), hex);
        }
        entries
    }
}
