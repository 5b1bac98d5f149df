//! What counters are called in full and where they belong: `names.toml`. No rule asks for it.

use board::Fault;
use board::textfile::{Provenance, Source};
use kernel::{Branch, Particulars};
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    formation: Vec<FormationRow>,
    unit: Vec<UnitRow>,
}

/// A division, a corps, an army.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormationRow {
    id: String,
    name: String,
    #[serde(default)]
    commander: String,
    /// The formation to which it belongs, which comes before it in the file.
    of: Option<Spanned<String>>,
    /// Of the band on its counters; without one, that of the formation above it.
    #[serde(default)]
    colour: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: String,
    name: String,
    of: Spanned<String>,
    branch: Option<Branch>,
    #[serde(default)]
    guard: bool,
}

/// A formation and those above it, as its units need them.
#[derive(Clone, Default)]
struct Formation {
    names: Vec<String>,
    commander: String,
    colour: String,
}

/// Reads the names of a scenario's counters.
pub fn parse(name: &str, text: &str) -> Result<Vec<Particulars>, Vec<Fault>> {
    let source = Source::new(name, text);
    let file: NamesFile = source.read()?;
    let mut faults = Vec::new();
    let mut formations: Vec<(String, Formation)> = Vec::new();
    let find = |formations: &[(String, Formation)], wanted: &Spanned<String>, faults: &mut Vec<Fault>| {
        let found = formations.iter().find(|(id, _)| id == wanted.get_ref()).map(|(_, formation)| formation.clone());
        if found.is_none() {
            let sentence = format!("no formation `{}` comes before this line", wanted.get_ref());
            faults.push(source.fault(wanted.span().start, sentence));
        }
        found.unwrap_or_default()
    };
    for row in file.formation {
        let above = row.of.as_ref().map(|of| find(&formations, of, &mut faults)).unwrap_or_default();
        let or = |own: String, other: String| if own.is_empty() { other } else { own };
        let formation = Formation {
            names: std::iter::once(row.name).chain(above.names).collect(),
            commander: or(row.commander, above.commander),
            colour: or(row.colour, above.colour),
        };
        formations.push((row.id, formation));
    }
    let mut units = Vec::new();
    for row in file.unit {
        let Formation { names, commander, colour } = find(&formations, &row.of, &mut faults);
        units.push(Particulars {
            unit: row.id,
            name: row.name,
            formation: names,
            commander,
            branch: row.branch,
            guard: row.guard,
            colour,
            ..Particulars::default()
        });
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"
provenance = { kind = "history", source = "a test" }
formation = [
    { id = "army", name = "Grande Armée", commander = "Napoleon" },
    { id = "iv", name = "IV Corps", commander = "Soult", of = "army", colour = "#335577" },
    { id = "leval", name = "Leval's division", of = "iv" },
]
unit = [{ id = "lev-i1", name = "Leval's 1st infantry", of = "leval", branch = "line-infantry" }]
"##;

    #[test]
    fn a_unit_knows_everything_above_it() {
        let units = parse("names.toml", TEXT).expect("the text is sound");
        let [unit] = units.as_slice() else { panic!("one unit") };
        assert_eq!(unit.formation, ["Leval's division", "IV Corps", "Grande Armée"]);
        assert_eq!((unit.commander.as_str(), unit.colour.as_str()), ("Soult", "#335577"));
        assert_eq!(unit.branch, Some(Branch::LineInfantry));
    }

    #[test]
    fn a_formation_that_is_not_there_is_a_fault_with_its_line() {
        let faults = parse("names.toml", &TEXT.replace("of = \"leval\"", "of = \"friant\"")).expect_err("no such one");
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 8);
    }
}
