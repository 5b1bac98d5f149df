//! Whether every case decides something in its own examples, and whether they notice its absence.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;

use crate::any::AnyTitle;
use crate::cases::{Place, watch};
use crate::{DataFile, ExampleReport, Status};

/// What is known about a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CaseCoverage {
    pub id: String,
    pub title: String,
    pub status: Status,
    /// Why it is not modelled, or read as it is.
    pub why: Option<String>,
    /// Where in the source it decided something, in any example.
    pub code: Vec<Place>,
    /// The examples that name it.
    pub examples: Vec<String>,
    /// Whether it decided something in one of them.
    pub fired: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Coverage {
    pub title: String,
    pub cases: Vec<CaseCoverage>,
    /// Cases that the code cites and the rulebook does not list.
    pub unlisted: Vec<String>,
    /// Examples that fail.
    pub failed: Vec<ExampleReport>,
}

impl Coverage {
    /// The cases in force whose mark did not fire in an example of their own.
    pub fn uncovered(&self) -> impl Iterator<Item = &CaseCoverage> {
        self.cases.iter().filter(|case| case.status.is_in_force() && !case.fired)
    }
}

/// Plays the examples and reports on every case of the rulebook.
pub fn coverage(title: &dyn AnyTitle, examples: &[DataFile]) -> Coverage {
    let mut code: BTreeMap<&'static str, Vec<Place>> = BTreeMap::new();
    let mut named: BTreeMap<String, (Vec<String>, bool)> = BTreeMap::new();
    let mut failed = Vec::new();
    for file in examples {
        let (report, marks) = watch(None, || title.check_example(&file.name, &file.text));
        for rule in &report.rules {
            let (files, fired) = named.entry(rule.clone()).or_default();
            files.push(file.name.clone());
            *fired |= report.passed() && marks.contains_key(rule.as_str());
        }
        for (case, places) in marks {
            let known = code.entry(case).or_default();
            known.extend(places);
            known.sort();
            known.dedup();
        }
        if !report.passed() {
            failed.push(report);
        }
    }
    let book = title.rulebook();
    let unlisted = code.keys().filter(|case| book.case(case).is_none()).map(|case| (*case).to_owned()).collect();
    let cases = book.cases().iter().map(|case| {
        let (examples, fired) = named.remove(&case.id).unwrap_or_default();
        CaseCoverage {
            id: case.id.clone(),
            title: case.title.clone(),
            status: case.status,
            why: case.why.clone(),
            code: code.remove(case.id.as_str()).unwrap_or_default(),
            examples,
            fired,
        }
    });
    Coverage { title: title.id().to_owned(), cases: cases.collect(), unlisted, failed }
}

/// A case whose absence none of its own examples notices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unnoticed {
    pub id: String,
    /// The examples that name it, and pass without it.
    pub examples: Vec<String>,
}

/// Switches every case in force off in turn, plays its own examples, and lists those that all pass without it. An
/// example that panics without the case has noticed.
pub fn switch_off_all(title: &dyn AnyTitle, examples: &[DataFile]) -> Vec<Unnoticed> {
    let mut own: BTreeMap<&str, Vec<&DataFile>> = BTreeMap::new();
    let read: Vec<_> = examples.iter().map(|file| crate::Example::parse(&file.name, &file.text)).collect();
    for (file, example) in examples.iter().zip(&read) {
        for rule in example.iter().flat_map(|example| &example.rules) {
            own.entry(rule).or_default().push(file);
        }
    }
    let in_force = title.rulebook().cases().iter().filter(|case| case.status.is_in_force());
    let passes = |case: &str, file: &DataFile| {
        let run = || watch(Some(case), || title.check_example(&file.name, &file.text).passed()).0;
        catch_unwind(AssertUnwindSafe(run)).unwrap_or(false)
    };
    in_force
        .filter_map(|case| {
            let files = own.get(case.id.as_str()).map_or(&[][..], Vec::as_slice);
            if !files.iter().all(|file| passes(&case.id, file)) {
                return None;
            }
            Some(Unnoticed { id: case.id.clone(), examples: files.iter().map(|file| file.name.clone()).collect() })
        })
        .collect()
}
