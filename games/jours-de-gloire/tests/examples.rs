//! Plays the title's examples, from the files as they lie there. `EXAMPLES=05_2 cargo test …` plays those whose names
//! begin so, and `COVERAGE=1` lists the cases that no example of their own decides.

use std::collections::BTreeSet;
use std::path::PathBuf;

use kernel::{Title, any_title};
use sabretache_jours_de_gloire::JoursDeGloire;

fn files() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/jours-de-gloire/examples");
    let wanted = std::env::var("EXAMPLES").unwrap_or_default();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of examples") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if name.ends_with(".toml") && name.starts_with(&wanted) {
            files.push((name, std::fs::read_to_string(&path).expect("a text")));
        }
    }
    files.sort();
    files
}

#[test]
fn every_example_comes_out_as_it_says() {
    let title = any_title(JoursDeGloire::built_in());
    let mut failures = Vec::new();
    let files = files();
    for (name, text) in &files {
        let report = title.check_example(name, text);
        failures.extend(report.failures.iter().map(ToString::to_string));
    }
    assert!(failures.is_empty(), "{} of {} examples:\n{}", failures.len(), files.len(), failures.join("\n"));
}

#[test]
fn cases_are_decided_by_their_own_examples() {
    if std::env::var("COVERAGE").is_err() {
        return;
    }
    let title = any_title(JoursDeGloire::built_in());
    let mut decided: BTreeSet<String> = BTreeSet::new();
    for (name, text) in &files() {
        let (report, marks) = kernel::cases::watch(None, || title.check_example(name, text));
        decided.extend(report.rules.iter().filter(|case| marks.contains_key(case.as_str())).cloned());
    }
    let book = JoursDeGloire::built_in();
    let missing: Vec<&str> = book
        .rulebook()
        .cases()
        .map(|case| case.id.as_str())
        .filter(|case| !decided.contains(*case))
        .collect();
    println!("{} decided, {} missing:\n{}", decided.len(), missing.len(), missing.join(" "));
}
