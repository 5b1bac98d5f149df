//! The nations of a title and the colours of counters, from its `title.toml`. How counters are drawn with them is for the
//! drawing.

use board::Fault;
use board::textfile::{Section, TextFile};
use serde::Serialize;

use crate::Side;

/// The second sign of an army beside its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Border {
    Square,
    Rounded,
    Cut,
    Double,
    Notched,
}

impl Border {
    pub const ALL: [Border; 5] = [Border::Square, Border::Rounded, Border::Cut, Border::Double, Border::Notched];

    pub fn name(self) -> &'static str {
        match self {
            Border::Square => "square",
            Border::Rounded => "rounded",
            Border::Cut => "cut",
            Border::Double => "double",
            Border::Notched => "notched",
        }
    }
}

/// How the counters of an army look. Colours are written `#rrggbb`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Livery {
    pub fill: String,
    /// Figures, symbol and border.
    pub ink: String,
    /// The field of the symbol.
    pub field: String,
    pub border: Border,
}

/// What a counter shows that lies face down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Flag {
    /// From the staff outwards, or from the top.
    pub stripes: Vec<String>,
    pub upright: bool,
}

/// A nation of a title. What it does not have of its own it has from its side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Nation {
    /// What [`Piece::nation`](crate::Piece) calls it.
    pub id: String,
    pub name: String,
    pub livery: Option<Livery>,
    pub flag: Option<Flag>,
}

/// The colours of a title: of its sides in their order, and of its nations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colours {
    sides: Vec<(Livery, Flag)>,
    nations: Vec<Nation>,
}

impl Colours {
    /// Reads `title.toml`; all faults are reported at once. `nations` are those that the title's counters have.
    pub fn parse(name: &str, text: &str, sides: usize, nations: &[&str]) -> Result<Colours, Vec<Fault>> {
        let (mut file, table) = TextFile::open(name, text)?;
        let root = Section { what: "a title".into(), span: 0..0, table: table.get_ref() };
        let colours = read(&mut file, &root, sides, nations);
        file.finish(colours)
    }

    pub fn nations(&self) -> &[Nation] {
        &self.nations
    }

    fn nation(&self, id: &str) -> Option<&Nation> {
        self.nations.iter().find(|nation| nation.id == id)
    }

    pub fn livery(&self, nation: &str, side: Side) -> &Livery {
        self.nation(nation).and_then(|nation| nation.livery.as_ref()).unwrap_or(&self.side(side).0)
    }

    pub fn flag(&self, nation: &str, side: Side) -> &Flag {
        self.nation(nation).and_then(|nation| nation.flag.as_ref()).unwrap_or(&self.side(side).1)
    }

    fn side(&self, side: Side) -> &(Livery, Flag) {
        &self.sides[side.index()]
    }
}

fn read(file: &mut TextFile, root: &Section<'_, '_>, sides: usize, known: &[&str]) -> Option<Colours> {
    file.only_fields(root, &["provenance", "side", "nation"]);
    let provenance = file.provenance(root);
    let sections = file.sections(root, "side");
    if sections.len() != sides {
        file.fault(root.span.clone(), format!("the title has {sides} sides, and {} are listed", sections.len()));
    }
    let mut of_sides = Vec::new();
    for section in &sections {
        file.only_fields(section, &["livery", "flag"]);
        for field in ["livery", "flag"] {
            if !section.table.contains_key(field) {
                file.missing(section, field);
            }
        }
        let (livery, flag) = (livery(file, section), flag(file, section));
        of_sides.extend(livery.zip(flag));
    }
    let mut nations: Vec<Nation> = Vec::new();
    for section in file.sections(root, "nation") {
        file.only_fields(&section, &["id", "name", "livery", "flag"]);
        let id = file.required_text(&section, "id");
        let name = file.required_text(&section, "name");
        let (livery, flag) = (livery(file, &section), flag(file, &section));
        let Some((id, name)) = id.zip(name) else { continue };
        if !known.contains(id.get_ref()) {
            let known = known.join(", ");
            file.fault(id.span(), format!("no counter is of the nation \"{}\"; there are {known}", id.get_ref()));
        }
        if nations.iter().any(|other| other.id == *id.get_ref()) {
            file.fault(id.span(), format!("the nation \"{}\" is listed twice", id.get_ref()));
        }
        nations.push(Nation { id: id.into_inner().into(), name: name.into_inner().into(), livery, flag });
    }
    for nation in known.iter().filter(|known| nations.iter().all(|nation| nation.id != **known)) {
        file.fault(root.span.clone(), format!("there are counters of the nation \"{nation}\", which is not listed"));
    }
    provenance.map(|_| Colours { sides: of_sides, nations })
}

fn livery(file: &mut TextFile, parent: &Section<'_, '_>) -> Option<Livery> {
    let section = file.section(parent, "livery", &format!("the livery of {}", parent.what))?;
    file.only_fields(&section, &["fill", "ink", "field", "border"]);
    let [fill, ink, field] = ["fill", "ink", "field"].map(|field| {
        let text = file.required_text(&section, field)?;
        colour(file, text)
    });
    let word = file.required_text(&section, "border")?;
    let border = Border::ALL.into_iter().find(|border| border.name() == *word.get_ref());
    if border.is_none() {
        let known = Border::ALL.map(Border::name).join(", ");
        file.fault(word.span(), format!("\"{}\" is no border; use {known}", word.get_ref()));
    }
    Some(Livery { fill: fill?, ink: ink?, field: field?, border: border? })
}

fn flag(file: &mut TextFile, parent: &Section<'_, '_>) -> Option<Flag> {
    let section = file.section(parent, "flag", &format!("the flag of {}", parent.what))?;
    file.only_fields(&section, &["upright", "level"]);
    let [upright, level] = ["upright", "level"].map(|field| section.table.get(field));
    let (value, upright) = match (upright, level) {
        (Some(value), None) => (value, true),
        (None, Some(value)) => (value, false),
        (None, None) | (Some(_), Some(_)) => {
            file.fault(section.span.clone(), format!("{} has stripes that are upright or level", section.what));
            return None;
        }
    };
    let texts = file.as_texts("the stripes", value);
    if texts.is_empty() {
        file.fault(value.span(), format!("{} has no stripes", section.what));
    }
    let stripes: Vec<Option<String>> = texts.into_iter().map(|text| colour(file, text)).collect();
    Some(Flag { stripes: stripes.into_iter().collect::<Option<_>>()?, upright })
}

fn colour(file: &mut TextFile, text: toml::Spanned<&str>) -> Option<String> {
    let written = *text.get_ref();
    let digits = written.strip_prefix('#').filter(|digits| digits.len() == 6);
    if digits.is_none_or(|digits| !digits.bytes().all(|digit| digit.is_ascii_hexdigit())) {
        file.fault(text.span(), format!("\"{written}\" is no colour; write it as \"#2f4f8f\""));
        return None;
    }
    Some(written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r##"provenance = { kind = "reconstructed" }
[[side]]
livery = { fill = "#2f4f8f", ink = "#ffffff", field = "#48679f", border = "square" }
flag = { upright = ["#2b4a8c", "#ffffff"] }
[[side]]
livery = { fill = "#3f6f3f", ink = "#ffffff", field = "#5d8a5d", border = "rounded" }
flag = { level = ["#23262b", "#ffffff"] }
[[nation]]
id = "swedish"
name = "Swedish"
flag = { level = ["#2f5f9f"] }
"##;

    #[test]
    fn a_nation_has_from_its_side_what_it_lacks() {
        let colours = Colours::parse("title.toml", SOUND, 2, &["swedish"]).unwrap();
        assert_eq!(colours.livery("swedish", Side(1)).border, Border::Rounded);
        assert_eq!(colours.flag("swedish", Side(1)).stripes, ["#2f5f9f"]);
        assert_eq!(colours.livery("nobody", Side(0)).fill, "#2f4f8f");
        assert!(colours.flag("nobody", Side(0)).upright);
    }

    #[test]
    fn all_faults_are_reported_each_with_its_line() {
        let text = SOUND
            .replace("\"rounded\"", "\"round\"")
            .replace("\"#48679f\"", "\"blue\"")
            .replace("{ level = [\"#2f5f9f\"] }", "{ stripes = [\"#2f5f9f\"] }");
        let faults = Colours::parse("t.toml", &text, 3, &["danish"]).unwrap_err();
        let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
        assert_eq!(
            faults,
            [
                "t.toml:1: the title has 3 sides, and 2 are listed",
                "t.toml:1: there are counters of the nation \"danish\", which is not listed",
                "t.toml:3: \"blue\" is no colour; write it as \"#2f4f8f\"",
                "t.toml:6: \"round\" is no border; use square, rounded, cut, double, notched",
                "t.toml:9: no counter is of the nation \"swedish\"; there are danish",
                "t.toml:11: the flag of nation 1 has no field \"stripes\"; it knows upright, level",
                "t.toml:11: the flag of nation 1 has stripes that are upright or level",
            ]
        );
    }
}
