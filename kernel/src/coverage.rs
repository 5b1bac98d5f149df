//! Whether every case decides something in its own examples, whether a prohibition shows both its sides in them, and
//! whether they notice a case's absence.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;

use crate::any::AnyTitle;
use crate::cases::{Place, watch};
use crate::{Answer, DataFile, ExampleReport, Status};

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
    /// Whether the rulebook says that orders can be refused under it.
    pub forbids: bool,
    /// An order that was refused under it in any example at all.
    pub cited: Option<Quoted>,
    /// An order that is refused under it in an example of its own.
    pub refused: Option<Quoted>,
    /// An order of the same seat and kind that is carried out in the same example, close to the refused one.
    pub allowed_beside: Option<Quoted>,
    /// Why no example can show the prohibition.
    pub unshown: Option<String>,
}

/// An order and the example in which it is given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Quoted {
    pub example: String,
    pub by: String,
    pub order: String,
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: \"{}\" in {}", self.by, self.order, self.example)
    }
}

/// How many other orders may be carried out between a refused order and the similar one that is allowed:
/// more would make another situation of it.
const NEARBY: usize = 2;

impl CaseCoverage {
    /// What the examples lack to show where a prohibition begins and ends, as a sentence.
    pub fn gap(&self) -> Option<String> {
        let id = &self.id;
        if self.unshown.is_some() && self.cited.is_none() {
            return None;
        }
        if let (Some(_), Some(cited)) = (&self.unshown, &self.cited) {
            return Some(format!("{id} is marked as impossible to show, but an example shows it ({cited})"));
        }
        match (self.status.is_in_force() && self.forbids, &self.cited, &self.refused, &self.allowed_beside) {
            (false, Some(cited), _, _) => {
                Some(format!("{id} is not marked as forbidding, but an order is refused under it ({cited})"))
            }
            (true, _, None, _) => {
                Some(format!("{id} forbids something, but no order is refused under it in its examples"))
            }
            (true, _, Some(refused), None) => {
                Some(format!("{id}: no order similar to the refused one is allowed ({refused})"))
            }
            (false, None, _, _) | (true, _, Some(_), Some(_)) => None,
        }
    }
}

/// The two sides of a prohibition in an example: an order refused under the case and, if there is one, an order of the
/// same seat and kind that is carried out nearby.
fn both_sides(case: &str, report: &ExampleReport) -> Option<(Quoted, Option<Quoted>)> {
    let answers = &report.answers;
    let quoted =
        |answer: &Answer| Quoted { example: report.file.clone(), by: answer.by.clone(), order: answer.order.clone() };
    let is_nearby = |one: usize, other: usize| {
        let between = &answers[one.min(other) + 1..one.max(other)];
        between.iter().filter(|answer| !answer.is_refusal()).count() <= NEARBY
    };
    let beside = |at: usize| {
        let refused = &answers[at];
        let mut others = answers.iter().enumerate().filter(|(_, other)| !other.is_refusal());
        let found = others.find(|(other_at, other)| {
            other.by == refused.by && other.is_of_a_kind(refused) && is_nearby(at, *other_at)
        });
        found.map(|(_, other)| quoted(other))
    };
    let refused = || (0..answers.len()).filter(|at| answers[*at].cited.iter().any(|cited| *cited == *case));
    let pair = refused().find_map(|at| Some((quoted(&answers[at]), Some(beside(at)?))));
    pair.or_else(|| Some((quoted(&answers[refused().next()?]), None)))
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

    /// What the examples lack to show both sides of every prohibition.
    pub fn gaps(&self) -> impl Iterator<Item = String> + '_ {
        self.cases.iter().filter_map(CaseCoverage::gap)
    }
}

/// Plays the examples and reports on every case of the rulebook.
pub fn coverage(title: &dyn AnyTitle, examples: &[DataFile]) -> Coverage {
    let mut code: BTreeMap<&'static str, Vec<Place>> = BTreeMap::new();
    let mut named: BTreeMap<String, (Vec<String>, bool)> = BTreeMap::new();
    let mut sides: BTreeMap<String, (Quoted, Option<Quoted>)> = BTreeMap::new();
    let mut cited: BTreeMap<&'static str, Quoted> = BTreeMap::new();
    let mut failed = Vec::new();
    for file in examples {
        let (report, marks) = watch(None, || title.check_example(&file.name, &file.text));
        for rule in &report.rules {
            let (files, fired) = named.entry(rule.clone()).or_default();
            files.push(file.name.clone());
            *fired |= report.passed() && marks.contains_key(rule.as_str());
            if let Some(found) = both_sides(rule, &report)
                && report.passed()
                && (found.1.is_some() || !sides.contains_key(rule))
                && sides.get(rule).is_none_or(|(_, beside)| beside.is_none())
            {
                sides.insert(rule.clone(), found);
            }
        }
        for answer in &report.answers {
            for case in &answer.cited {
                cited.entry(case.number()).or_insert_with(|| Quoted {
                    example: report.file.clone(),
                    by: answer.by.clone(),
                    order: answer.order.clone(),
                });
            }
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
    let used: BTreeSet<&str> = code.keys().chain(cited.keys()).copied().collect();
    let unlisted = used.iter().filter(|case| book.case(case).is_none()).map(|case| (*case).to_owned()).collect();
    let cases = book.cases().iter().map(|case| {
        let (examples, fired) = named.remove(&case.id).unwrap_or_default();
        let (refused, allowed_beside) = sides.remove(&case.id).map_or((None, None), |(one, other)| (Some(one), other));
        CaseCoverage {
            id: case.id.clone(),
            title: case.title.clone(),
            status: case.status,
            why: case.why.clone(),
            code: code.remove(case.id.as_str()).unwrap_or_default(),
            examples,
            fired,
            forbids: case.forbids,
            cited: cited.remove(case.id.as_str()),
            refused,
            allowed_beside,
            unshown: case.unshown.clone(),
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
