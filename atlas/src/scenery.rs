//! What is drawn on a board of boxes beside boxes and connections: mountains, woods, rivers, borders, names. No rule asks
//! for it. Everything lies in the units in which the boxes lie.

use board::Fault;
use board::boxes::{BoxId, BoxMap};
use board::textfile::{Provenance, Section, TextFile, quoted};
use serde::Deserialize;

use crate::layout::Point;

/// The paper.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetOfBoxes {
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub subtitle: String,
    /// Whom the data are owed to; printed in a corner.
    #[serde(default)]
    pub credit: String,
    /// The style in which it is drawn.
    #[serde(default)]
    pub palette: String,
    /// Left, top, right and bottom edge.
    pub extent: [i32; 4],
    /// Width and height of a cell of the grid by which places are found. The first cell begins at 0, 0.
    pub cell: [i32; 2],
    /// A letter for each column of cells.
    #[serde(default)]
    pub columns: String,
    #[serde(default)]
    pub rows: u8,
    pub metres_per_unit: u16,
    /// Hundredths of a pixel to a unit.
    pub scale: u16,
    /// Left, top, right and bottom of the panels for title and key; where they are left out there are none.
    #[serde(default)]
    pub cartouche: Option<[i32; 4]>,
    #[serde(default)]
    pub key: Option<[i32; 4]>,
}

/// A mountain, a wood, a country.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneryArea {
    pub kind: String,
    pub name: String,
    pub rings: Vec<Vec<(i32, i32)>>,
}

/// A river or a border.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneryLine {
    pub kind: String,
    pub name: String,
    pub points: Vec<(i32, i32)>,
}

/// Where a connection runs between its ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub between: [String; 2],
    pub points: Vec<(i32, i32)>,
}

/// A name that belongs to no box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneryLabel {
    pub kind: String,
    pub text: String,
    pub at: (i32, i32),
    /// Degrees clockwise.
    pub turn: i16,
    /// Hundredths of the usual size.
    pub size: u16,
}

/// Boxes that are written larger than others: 1 for capitals, 2 for towns of some size; all others are 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    pub rank: u8,
    pub boxes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenery {
    pub provenance: Provenance,
    pub sheet: SheetOfBoxes,
    pub ranks: Vec<Rank>,
    pub areas: Vec<SceneryArea>,
    pub lines: Vec<SceneryLine>,
    pub ways: Vec<Way>,
    pub labels: Vec<SceneryLabel>,
}

fn points_text(points: &[(i32, i32)]) -> String {
    points.iter().map(|(x, y)| format!("{x} {y}")).collect::<Vec<_>>().join(", ")
}

impl Scenery {
    /// An empty country around the boxes of a board that has no scenery of its own.
    pub fn around(map: &BoxMap) -> Scenery {
        let places: Vec<(i32, i32)> = map.boxes().map(|(_, place)| place.at).collect();
        let lowest = |of: fn(&(i32, i32)) -> i32| places.iter().map(of).min().unwrap_or(0);
        let highest = |of: fn(&(i32, i32)) -> i32| places.iter().map(of).max().unwrap_or(0);
        let (left, top, right, bottom) = (lowest(|at| at.0), lowest(|at| at.1), highest(|at| at.0), highest(|at| at.1));
        Scenery {
            provenance: map.provenance.clone(),
            sheet: SheetOfBoxes {
                extent: [left - 120, top - 120, right + 120, bottom + 120],
                cell: [1000, 1000],
                metres_per_unit: 100,
                scale: 80,
                ..SheetOfBoxes::default()
            },
            ranks: Vec::new(),
            areas: Vec::new(),
            lines: Vec::new(),
            ways: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// How large a box is written.
    pub fn rank(&self, name: &str) -> u8 {
        let found = self.ranks.iter().find(|rank| rank.boxes.iter().any(|known| known == name));
        found.map_or(3, |rank| rank.rank)
    }

    /// The points between the ends of a connection, from the first box to the second.
    pub fn way(&self, map: &BoxMap, from: BoxId, to: BoxId) -> Vec<Point> {
        let [a, b] = [from, to].map(|id| map.get(id).name.as_str());
        let points = |points: &[(i32, i32)]| points.iter().map(|at| point(*at)).collect::<Vec<_>>();
        for way in &self.ways {
            let [first, last] = [way.between[0].as_str(), way.between[1].as_str()];
            if (first, last) == (a, b) {
                return points(&way.points);
            }
            if (first, last) == (b, a) {
                return points(&way.points).into_iter().rev().collect();
            }
        }
        Vec::new()
    }

    /// Reads scenery; reports every fault, not only the first.
    pub fn parse(file_name: &str, text: &str) -> Result<Scenery, Vec<Fault>> {
        let (file, table) = TextFile::open(file_name, text)?;
        let root = Section { what: "the scenery".into(), span: 0..0, table: table.get_ref() };
        let mut reader = Reader { file };
        let scenery = reader.scenery(&root);
        reader.file.finish(scenery)
    }

    /// A text that [`Scenery::parse`] reads back to equal scenery.
    pub fn to_text(&self) -> String {
        let sheet = &self.sheet;
        let list = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
        let mut text = self.provenance.to_text();
        text += &format!(
            "\n[sheet]\ntitle = {}\nsubtitle = {}\ncredit = {}\npalette = {}\nextent = {}\ncell = {}\ncolumns = {}\n\
             rows = {}\nmetres_per_unit = {}\nscale = {}\n",
            quoted(&sheet.title),
            quoted(&sheet.subtitle),
            quoted(&sheet.credit),
            quoted(&sheet.palette),
            quoted(&list(&sheet.extent)),
            quoted(&list(&sheet.cell)),
            quoted(&sheet.columns),
            sheet.rows,
            sheet.metres_per_unit,
            sheet.scale
        );
        for (field, panel) in [("cartouche", sheet.cartouche), ("key", sheet.key)] {
            text += &panel.map_or(String::new(), |panel| format!("{field} = {}\n", quoted(&list(&panel))));
        }
        for rank in &self.ranks {
            let boxes: Vec<String> = rank.boxes.iter().map(|name| quoted(name)).collect();
            text += &format!("\n[[rank]]\nrank = {}\nboxes = [{}]\n", rank.rank, boxes.join(", "));
        }
        for area in &self.areas {
            let rings: Vec<String> = area.rings.iter().map(|ring| quoted(&points_text(ring))).collect();
            let (kind, name) = (quoted(&area.kind), quoted(&area.name));
            text += &format!("\n[[area]]\nkind = {kind}\nname = {name}\nrings = [{}]\n", rings.join(", "));
        }
        for line in &self.lines {
            let (kind, name, points) = (quoted(&line.kind), quoted(&line.name), quoted(&points_text(&line.points)));
            text += &format!("\n[[line]]\nkind = {kind}\nname = {name}\npoints = {points}\n");
        }
        for way in &self.ways {
            let [a, b] = way.between.each_ref().map(|name| quoted(name));
            text += &format!("\n[[way]]\nbetween = [{a}, {b}]\npoints = {}\n", quoted(&points_text(&way.points)));
        }
        for label in &self.labels {
            let (kind, words) = (quoted(&label.kind), quoted(&label.text));
            let at = quoted(&points_text(&[label.at]));
            text += &format!("\n[[label]]\nkind = {kind}\ntext = {words}\nat = {at}\n");
            if label.turn != 0 {
                text += &format!("turn = {}\n", label.turn);
            }
            if label.size != 100 {
                text += &format!("size = {}\n", label.size);
            }
        }
        text
    }
}

pub(crate) fn point(at: (i32, i32)) -> Point {
    Point::new(f64::from(at.0), f64::from(at.1))
}

struct Reader {
    file: TextFile,
}

impl Reader {
    fn scenery(&mut self, root: &Section<'_, '_>) -> Option<Scenery> {
        self.file.only_fields(root, &["provenance", "sheet", "rank", "area", "line", "way", "label"]);
        let provenance = self.file.provenance(root);
        let sheet = match self.file.section(root, "sheet", "the sheet") {
            Some(section) => self.sheet(&section),
            None => {
                self.file.missing(root, "sheet");
                None
            }
        };
        let ranks: Vec<_> = self.file.sections(root, "rank").iter().filter_map(|rank| self.rank(rank)).collect();
        let areas: Vec<_> = self.file.sections(root, "area").iter().filter_map(|area| self.area(area)).collect();
        let lines: Vec<_> = self.file.sections(root, "line").iter().filter_map(|line| self.line(line)).collect();
        let ways: Vec<_> = self.file.sections(root, "way").iter().filter_map(|way| self.way(way)).collect();
        let labels: Vec<_> = self.file.sections(root, "label").iter().filter_map(|label| self.label(label)).collect();
        Some(Scenery { provenance: provenance?, sheet: sheet?, ranks, areas, lines, ways, labels })
    }

    fn words(&mut self, section: &Section<'_, '_>, field: &str) -> String {
        self.file.text(section, field).map_or(String::new(), |text| text.into_inner().to_owned())
    }

    fn sheet(&mut self, section: &Section<'_, '_>) -> Option<SheetOfBoxes> {
        let known = [
            "title",
            "subtitle",
            "credit",
            "palette",
            "extent",
            "cell",
            "columns",
            "rows",
            "metres_per_unit",
            "scale",
            "cartouche",
            "key",
        ];
        self.file.only_fields(section, &known);
        let extent = self.numbers(section, "extent");
        let cell = self.numbers(section, "cell");
        let mut panel = |field: &str| section.table.contains_key(field).then(|| self.numbers(section, field)).flatten();
        let (cartouche, key) = (panel("cartouche"), panel("key"));
        let sheet = SheetOfBoxes {
            title: self.words(section, "title"),
            subtitle: self.words(section, "subtitle"),
            credit: self.words(section, "credit"),
            palette: self.words(section, "palette"),
            columns: self.words(section, "columns"),
            rows: self.file.number(section, "rows", 0..=99).unwrap_or(0) as u8,
            metres_per_unit: self.file.number(section, "metres_per_unit", 1..=60_000).unwrap_or(100) as u16,
            scale: self.file.number(section, "scale", 1..=10_000).unwrap_or(80) as u16,
            extent: extent?,
            cell: cell?,
            cartouche,
            key,
        };
        let [left, top, right, bottom] = sheet.extent;
        if left >= right || top >= bottom || sheet.cell.iter().any(|size| *size <= 0) {
            self.file.fault(section.span.clone(), "extent is left, top, right, bottom, and a cell has a size");
            return None;
        }
        Some(sheet)
    }

    fn numbers<const COUNT: usize>(&mut self, section: &Section<'_, '_>, field: &str) -> Option<[i32; COUNT]> {
        let text = self.file.required_text(section, field)?;
        let numbers: Result<Vec<i32>, _> = text.get_ref().split(',').map(|part| part.trim().parse()).collect();
        let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
        if numbers.is_none() {
            self.file.fault(text.span(), format!("{field} of {} is {COUNT} whole numbers with commas", section.what));
        }
        numbers
    }

    fn points_of(&mut self, what: &str, text: &toml::Spanned<&str>) -> Option<Vec<(i32, i32)>> {
        let pair = |part: &str| -> Option<(i32, i32)> {
            let (x, y) = part.trim().split_once(' ')?;
            Some((x.parse().ok()?, y.trim().parse().ok()?))
        };
        let points: Option<Vec<(i32, i32)>> = text.get_ref().split(',').map(pair).collect();
        if points.is_none() {
            self.file.fault(text.span(), format!("{what} is written as \"x y, x y\" in whole numbers"));
        }
        points
    }

    fn points(&mut self, section: &Section<'_, '_>, field: &str) -> Option<Vec<(i32, i32)>> {
        let text = self.file.required_text(section, field)?;
        self.points_of(&format!("{field} of {}", section.what), &text)
    }

    fn rank(&mut self, section: &Section<'_, '_>) -> Option<Rank> {
        self.file.only_fields(section, &["rank", "boxes"]);
        let rank = self.file.number(section, "rank", 1..=3)? as u8;
        let Some(value) = section.table.get("boxes") else {
            self.file.missing(section, "boxes");
            return None;
        };
        let boxes = self.file.as_texts(&format!("boxes of {}", section.what), value);
        Some(Rank { rank, boxes: boxes.iter().map(|name| (*name.get_ref()).to_owned()).collect() })
    }

    fn area(&mut self, section: &Section<'_, '_>) -> Option<SceneryArea> {
        self.file.only_fields(section, &["kind", "name", "rings"]);
        let kind = self.file.required_text(section, "kind")?.into_inner().to_owned();
        let Some(value) = section.table.get("rings") else {
            self.file.missing(section, "rings");
            return None;
        };
        let what = format!("rings of {}", section.what);
        let texts = self.file.as_texts(&what, value);
        let rings: Option<Vec<_>> = texts.iter().map(|text| self.points_of(&what, text)).collect();
        Some(SceneryArea { kind, name: self.words(section, "name"), rings: rings? })
    }

    fn line(&mut self, section: &Section<'_, '_>) -> Option<SceneryLine> {
        self.file.only_fields(section, &["kind", "name", "points"]);
        let kind = self.file.required_text(section, "kind")?.into_inner().to_owned();
        Some(SceneryLine { kind, name: self.words(section, "name"), points: self.points(section, "points")? })
    }

    fn way(&mut self, section: &Section<'_, '_>) -> Option<Way> {
        self.file.only_fields(section, &["between", "points"]);
        let Some(value) = section.table.get("between") else {
            self.file.missing(section, "between");
            return None;
        };
        let names = self.file.as_texts(&format!("between of {}", section.what), value);
        let between: Option<[String; 2]> =
            names.iter().map(|name| (*name.get_ref()).to_owned()).collect::<Vec<_>>().try_into().ok();
        if between.is_none() {
            self.file.fault(value.span(), format!("{} joins two boxes", section.what));
        }
        Some(Way { between: between?, points: self.points(section, "points")? })
    }

    fn label(&mut self, section: &Section<'_, '_>) -> Option<SceneryLabel> {
        self.file.only_fields(section, &["kind", "text", "at", "turn", "size"]);
        let kind = self.file.required_text(section, "kind")?.into_inner().to_owned();
        let text = self.file.required_text(section, "text")?.into_inner().to_owned();
        let at = *self.points(section, "at")?.first()?;
        let turn = self.file.number(section, "turn", -180..=180).unwrap_or(0) as i16;
        let size = self.file.number(section, "size", 10..=1000).unwrap_or(100) as u16;
        Some(SceneryLabel { kind, text, at, turn, size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r#"provenance = { kind = "history" }

[sheet]
title = "Saxony"
extent = "-20, 0, 400, 300"
cell = "100, 90"
columns = "ABCD"
rows = 3
metres_per_unit = 100
scale = 75
key = "1, 2, 3, 4"

[[rank]]
rank = 1
boxes = ["Dresden", "Berlin"]

[[area]]
kind = "wood"
name = "Heide"
rings = ["0 0, 10 0, 10 10"]

[[line]]
kind = "major-river"
name = "Elbe"
points = "0 0, 50 60, 80 -70"

[[way]]
between = ["A", "B"]
points = "5 6, 7 8"

[[label]]
kind = "range"
text = "Ore Mountains"
at = "10 20"
turn = -12
size = 140
"#;

    #[test]
    fn scenery_comes_back_from_its_own_text() {
        let scenery = Scenery::parse("s.toml", SAMPLE).unwrap();
        assert_eq!(Scenery::parse("again.toml", &scenery.to_text()).unwrap(), scenery);
        assert_eq!((scenery.labels[0].turn, scenery.lines[0].points.len()), (-12, 3));
        assert_eq!((scenery.rank("Berlin"), scenery.rank("Pirna"), scenery.sheet.key), (1, 3, Some([1, 2, 3, 4])));
    }

    #[test]
    fn all_faults_are_reported_each_with_its_line() {
        let text = SAMPLE
            .replace("0 0, 50 60", "0 0, 50")
            .replace("[\"A\", \"B\"]", "[\"A\"]")
            .replace("\"100, 90\"", "\"100\"");
        let found: Vec<String> = Scenery::parse("s.toml", &text).unwrap_err().iter().map(Fault::to_string).collect();
        assert_eq!(
            found,
            [
                "s.toml:6: cell of the sheet is 2 whole numbers with commas",
                "s.toml:25: points of line 1 is written as \"x y, x y\" in whole numbers",
                "s.toml:28: way 1 joins two boxes",
            ]
        );
    }
}
