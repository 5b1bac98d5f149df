//! The cases of a rulebook: what each says in our words, and what the program does about it (`rules.toml`).

use std::collections::{BTreeMap, BTreeSet};

use board::Fault;
use board::textfile::{Provenance, Section, TextFile};
use serde::Serialize;

/// What the program does about a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Status {
    /// Always in force.
    #[serde(rename = "enforced")]
    Enforced,
    /// In force if the players choose it.
    #[serde(rename = "optional")]
    Optional,
    /// In force, by a reading of a passage that is unclear; `ruling` says which.
    #[serde(rename = "ruling")]
    Ruling,
    /// Not in force; `why` gives the reason.
    #[serde(rename = "not modelled")]
    NotModelled,
}

impl Status {
    pub const ALL: [Status; 4] = [Status::Enforced, Status::Optional, Status::Ruling, Status::NotModelled];

    pub fn name(self) -> &'static str {
        match self {
            Status::Enforced => "enforced",
            Status::Optional => "optional",
            Status::Ruling => "ruling",
            Status::NotModelled => "not modelled",
        }
    }

    /// Whether some check in the code must decide by this case.
    pub fn is_in_force(self) -> bool {
        match self {
            Status::Enforced | Status::Optional | Status::Ruling => true,
            Status::NotModelled => false,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chapter {
    pub id: String,
    pub title: String,
    /// The scenario to which the chapter belongs, if not to all.
    pub battle: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleCase {
    pub id: String,
    /// The id of its chapter.
    pub chapter: String,
    pub title: String,
    /// What it says, in our own words.
    pub summary: String,
    pub status: Status,
    /// Whether an order can be refused under it.
    pub forbids: bool,
    /// Why no example can show that, if none can.
    pub unshown: Option<String>,
    /// The reading that is followed where the text is unclear.
    pub ruling: Option<String>,
    /// The reason for the reading, or for leaving the case out.
    pub why: Option<String>,
    /// Cases that bear on this one.
    pub see: Vec<String>,
}

/// The rulebook of a title: chapters and cases in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleBook {
    provenance: Provenance,
    chapters: Vec<Chapter>,
    cases: Vec<RuleCase>,
    index: BTreeMap<String, usize>,
}

impl RuleBook {
    /// Reads `rules.toml`; all faults are reported at once.
    pub fn parse(name: &str, text: &str) -> Result<RuleBook, Vec<Fault>> {
        let (mut file, table) = TextFile::open(name, text)?;
        let root = Section { what: "a rulebook".into(), span: 0..0, table: table.get_ref() };
        let book = read(&mut file, &root);
        file.finish(book)
    }

    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    pub fn cases(&self) -> &[RuleCase] {
        &self.cases
    }

    pub fn cases_of<'a>(&'a self, chapter: &'a str) -> impl Iterator<Item = &'a RuleCase> {
        self.cases.iter().filter(move |case| case.chapter == chapter)
    }

    pub fn case(&self, id: &str) -> Option<&RuleCase> {
        self.index.get(id).map(|at| &self.cases[*at])
    }

    /// Whether the id names a case, or a paragraph that has lettered cases.
    pub fn knows(&self, id: &str) -> bool {
        self.cases.iter().any(|case| covers(id, &case.id))
    }
}

/// Whether `cited` names `case` itself, the paragraph whose lettered case it is, or its chapter: 4.5 covers 4.5b, not
/// 4.51; 4 covers both.
pub(crate) fn covers(cited: &str, case: &str) -> bool {
    case.strip_prefix(cited)
        .is_some_and(|rest| rest.starts_with('.') || rest.bytes().all(|letter| letter.is_ascii_lowercase()))
}

fn read(file: &mut TextFile, root: &Section<'_, '_>) -> Option<RuleBook> {
    file.only_fields(root, &["provenance", "chapter", "case"]);
    let provenance = file.provenance(root);
    let mut chapters: Vec<Chapter> = Vec::new();
    for section in file.sections(root, "chapter") {
        let Some(chapter) = read_chapter(file, &section) else { continue };
        if chapters.iter().any(|other| other.id == chapter.id) {
            file.fault(section.span.clone(), format!("chapter \"{}\" is listed twice", chapter.id));
        }
        chapters.push(chapter);
    }
    let sections = file.sections(root, "case");
    let ids: BTreeSet<&str> =
        sections.iter().filter_map(|section| section.table.get("id")?.get_ref().as_str()).collect();
    let mut cases = Vec::new();
    let mut index = BTreeMap::new();
    for section in &sections {
        let Some(case) = read_case(file, section, &chapters, &ids) else { continue };
        if index.insert(case.id.clone(), cases.len()).is_some() {
            file.fault(section.span.clone(), format!("case \"{}\" is listed twice", case.id));
        }
        cases.push(case);
    }
    Some(RuleBook { provenance: provenance?, chapters, cases, index })
}

fn read_chapter(file: &mut TextFile, section: &Section<'_, '_>) -> Option<Chapter> {
    file.only_fields(section, &["id", "title", "battle"]);
    let id = file.required_text(section, "id");
    let title = file.required_text(section, "title");
    let battle = file.text(section, "battle").map(|text| text.into_inner().to_owned());
    Some(Chapter { id: id?.into_inner().into(), title: title?.into_inner().into(), battle })
}

fn read_case(
    file: &mut TextFile,
    section: &Section<'_, '_>,
    chapters: &[Chapter],
    ids: &BTreeSet<&str>,
) -> Option<RuleCase> {
    file.only_fields(
        section,
        &["id", "chapter", "title", "summary", "status", "forbids", "unshown", "ruling", "why", "see"],
    );
    let id = file.required_text(section, "id");
    let what = id.as_ref().map_or(section.what.clone(), |id| format!("case {}", id.get_ref()));
    let section = &Section { what: what.clone(), ..section.clone() };
    let chapter = file.required_text(section, "chapter");
    if let Some(named) = chapter.as_ref().filter(|named| chapters.iter().all(|known| known.id != *named.get_ref())) {
        file.fault(named.span(), format!("{what} belongs to chapter \"{}\", which is not listed", named.get_ref()));
    }
    let title = file.required_text(section, "title");
    let summary = file.required_text(section, "summary");
    let status = file.required_text(section, "status");
    let known_status =
        status.as_ref().and_then(|word| Status::ALL.into_iter().find(|known| known.name() == *word.get_ref()));
    if let (Some(word), None) = (&status, known_status) {
        let known = Status::ALL.map(Status::name).join(", ");
        file.fault(word.span(), format!("{what} has the status \"{}\"; use {known}", word.get_ref()));
    }
    let forbids = section.table.get("forbids").is_some_and(|value| {
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            file.fault(value.span(), format!("forbids of {what} is true or false"));
        }
        truth.unwrap_or(false)
    });
    let unshown = file.text(section, "unshown").map(|text| text.into_inner().to_owned());
    if unshown.is_some() && !forbids {
        file.fault(section.span.clone(), format!("{what} forbids nothing, so there is nothing to show"));
    }
    let ruling = file.text(section, "ruling").map(|text| text.into_inner().to_owned());
    let why = file.text(section, "why").map(|text| text.into_inner().to_owned());
    if known_status == Some(Status::NotModelled) && why.is_none() {
        file.fault(section.span.clone(), format!("{what} is not modelled and does not say why"));
    }
    if known_status == Some(Status::Ruling) && ruling.is_none() {
        file.fault(section.span.clone(), format!("{what} has the status ruling and does not give the ruling"));
    }
    let mut see = Vec::new();
    if let Some(value) = section.table.get("see") {
        for other in file.as_texts(&format!("see of {what}"), value) {
            if !ids.contains(other.get_ref()) {
                file.fault(other.span(), format!("{what} points to case \"{}\", which is not listed", other.get_ref()));
            }
            see.push(other.into_inner().to_owned());
        }
    }
    Some(RuleCase {
        id: id?.into_inner().into(),
        chapter: chapter?.into_inner().into(),
        title: title?.into_inner().into(),
        summary: summary?.into_inner().into(),
        status: known_status?,
        forbids,
        unshown,
        ruling,
        why,
        see,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"
provenance = { kind = "rulebook", source = "a rulebook" }
[[chapter]]
id = "4"
title = "Movement"
[[case]]
id = "4.5b"
chapter = "4"
title = "Zones hold"
summary = "A unit that starts in an enemy zone of control may not move."
status = "enforced"
see = ["4.9"]
[[case]]
id = "4.9"
chapter = "4"
title = "Weather"
summary = "It snows."
status = "not modelled"
why = "The scan breaks off."
"#;

    #[test]
    fn a_sound_rulebook_is_looked_up_by_case() {
        let book = RuleBook::parse("rules.toml", SOUND).unwrap();
        assert_eq!(book.case("4.5b").unwrap().title, "Zones hold");
        assert_eq!(book.case("4.9").unwrap().status, Status::NotModelled);
        assert_eq!(book.cases_of("4").count(), 2);
        assert!(book.case("4.5").is_none());
        assert!(book.knows("4.5") && book.knows("4.9") && !book.knows("4.") && !book.knows("5.1"));
    }

    #[test]
    fn all_faults_are_reported_each_with_its_line() {
        let text = r#"provenance = { kind = "rulebook" }
author = "somebody"
[[chapter]]
id = "4"
[[case]]
id = "4.1"
chapter = "5"
title = "Allowance"
summary = "Never exceeded."
status = "believed"
see = ["9.9"]
[[case]]
id = "4.2"
chapter = "5"
title = "Cost"
summary = "By terrain."
status = "not modelled"
colour = "red"
"#;
        let faults: Vec<String> = RuleBook::parse("r.toml", text).unwrap_err().iter().map(Fault::to_string).collect();
        assert_eq!(
            faults,
            [
                "r.toml:2: a rulebook has no field \"author\"; its fields are provenance, chapter, case",
                "r.toml:3: chapter 1 needs the field \"title\"",
                "r.toml:7: case 4.1 belongs to chapter \"5\", which is not listed",
                "r.toml:10: case 4.1 has the status \"believed\"; use enforced, optional, ruling, not modelled",
                "r.toml:11: case 4.1 points to case \"9.9\", which is not listed",
                "r.toml:12: case 4.2 is not modelled and does not say why",
                "r.toml:14: case 4.2 belongs to chapter \"5\", which is not listed",
                "r.toml:18: case 2 has no field \"colour\"; its fields are id, chapter, title, summary, status, forbids, unshown, ruling, why, see",
            ]
        );
    }
}
