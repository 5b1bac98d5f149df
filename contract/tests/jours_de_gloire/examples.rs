//! Plays the title's examples, from the files as they lie there, so that writing one needs no compiling.
//!
//! `EXAMPLES=05_2` plays those whose names begin so. Every case must be decided by examples of its own, and noticed by one
//! when it is switched off.

use std::path::PathBuf;

use jours_de_gloire::JoursDeGloire;
use kernel::DataFile;
use kernel::coverage::{coverage, switch_off_all};

fn files() -> Vec<DataFile> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/jours-de-gloire/examples");
    let wanted = std::env::var("EXAMPLES").unwrap_or_default();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of examples") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if name.ends_with(".toml") && name.starts_with(&wanted) {
            let text = std::fs::read_to_string(&path).expect("a text");
            files.push(DataFile { name: format!("examples/{name}"), text: text.into(), from_overlay: false });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

#[test]
fn every_example_comes_out_as_it_says() {
    let title = JoursDeGloire::built_in().any();
    let files = files();
    assert!(!files.is_empty(), "no example has such a name");
    let mut failures = Vec::new();
    for file in &files {
        failures.extend(title.check_example(&file.name, &file.text).failures.iter().map(ToString::to_string));
    }
    assert!(failures.is_empty(), "{} faults in {} examples:\n{}", failures.len(), files.len(), failures.join("\n"));
}

/// What the page for writers of examples shows can be copied out of it and played.
#[test]
fn the_page_for_writers_holds() {
    let title = JoursDeGloire::built_in().any();
    let page = include_str!("../../../docs/jours-de-gloire.md");
    let blocks: Vec<&str> = page.split("```").filter_map(|block| block.strip_prefix("toml\n")).collect();
    assert!(blocks.len() > 3, "the page has examples");
    for (number, text) in blocks.iter().enumerate() {
        let failures = title.check_example(&format!("example {} of the page", number + 1), text).failures;
        assert!(failures.is_empty(), "{failures:?}");
    }
}

#[test]
fn every_case_is_decided_by_its_own_examples_and_shows_both_its_sides() {
    let title = JoursDeGloire::built_in().any();
    let coverage = coverage(&*title, &files());
    let missing: Vec<&str> = coverage.uncovered().map(|case| case.id.as_str()).collect();
    assert!(missing.is_empty(), "not covered: {}", missing.join(" "));
    let gaps: Vec<String> = coverage.gaps().collect();
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
}

#[test]
fn no_case_can_be_switched_off_unnoticed() {
    let title = JoursDeGloire::built_in().any();
    let unnoticed = switch_off_all(&*title, &files());
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}
