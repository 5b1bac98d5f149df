//! Files of any kind from which a game can be had, and rules in words.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ai::Registered;
use kernel::replay::Loaded;
use kernel::{AnyGame, AnyTitle, ExampleReport, Fault, RuleCase};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::titles::Titles;

/// A game that was loaded, and its title.
pub(crate) type LoadedGame = (Registered, Loaded<Box<dyn AnyGame>>);

/// The game of a journal.
pub(crate) fn load_journal(titles: &Titles, path: &Path) -> Outcome<LoadedGame> {
    let text = files::read_text(path)?;
    let name = path.display().to_string();
    if kernel::record::read_header(&name, &text).is_ok() {
        return Err(Failure::usage(format!("{name} is the record of one seat, not the journal of a game")));
    }
    let header = kernel::journal::read_header(&name, &text)?;
    let title = titles.title(&header.title).map_err(|_| {
        let known: Vec<&str> = titles.all().iter().map(|title| title.id()).collect();
        let sentence = format!("this is a game of \"{}\", and the titles here are {}", header.title, known.join(", "));
        Failure::from(Fault { file: name.clone(), line: 1, sentence })
    })?;
    let loaded = title.load(&name, &text)?;
    Ok((title, loaded))
}

/// Plays an example. If the rules break down over it, that is a failure of the example like any other.
pub(crate) fn check_example(title: &dyn AnyTitle, name: &str, text: &str) -> ExampleReport {
    quietly(|| title.check_example(name, text)).unwrap_or_else(|words| {
        let sentence = format!("the program crashes on it, please report it: {words}");
        let failures = vec![Fault { file: name.to_owned(), line: 1, sentence }];
        ExampleReport::unplayed(name, failures)
    })
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic on this thread is being waited for and needs no words.
pub(crate) fn is_quiet() -> bool {
    QUIET.get()
}

/// Does something that may panic, without a word on the screen; `Err` has the words of the panic.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    result.map_err(|payload| {
        let words = payload.downcast_ref::<&str>().map(|words| (*words).to_owned());
        words.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default().replace('\n', " ")
    })
}

/// The cases that a number names: itself, or the lettered ones of its paragraph.
pub(crate) fn cases_named<'t>(title: &'t dyn AnyTitle, id: &str) -> Vec<&'t RuleCase> {
    let book = title.rulebook();
    if let Some(case) = book.case(id) {
        return vec![case];
    }
    let lettered = |case: &&RuleCase| {
        case.id.strip_prefix(id).is_some_and(|rest| {
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            !id.is_empty() && rest.bytes().all(|letter| letter.is_ascii_lowercase())
        })
    };
    let found: Vec<&RuleCase> = book.cases().iter().filter(lettered).collect();
    if !found.is_empty() {
        return found;
    }
    let chapter: Vec<&RuleCase> = book.cases().iter().filter(|case| case.chapter == id).collect();
    if !chapter.is_empty() {
        return chapter;
    }
    // The number of a ruling, such as J21.
    let number = id.trim_start_matches("R ");
    let is_number = number.len() > 1 && number.chars().all(char::is_alphanumeric);
    let rules = |case: &&RuleCase| case.ruling.as_ref().is_some_and(|ruling| ruling.contains(&format!("({number})")));
    book.cases().iter().filter(|case| is_number && rules(case)).collect()
}

/// The part of a title's tables that is headed by a case.
fn table_of(title: &dyn AnyTitle, case: &str) -> Option<String> {
    let files = title.data_files();
    let tables = files.iter().find(|file| file.name == "tables.toml")?;
    let headed = |part: &&str| {
        let rest = part.strip_prefix("# ").and_then(|part| part.strip_prefix(case));
        rest.is_some_and(|rest| rest.starts_with([':', '\n']))
    };
    let part = tables.text.split("\n\n").find(headed)?;
    Some(part.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
}

/// A case in words.
pub(crate) fn case_text(console: &Console, title: &dyn AnyTitle, case: &RuleCase) -> String {
    let chapter = title.rulebook().chapters().iter().find(|chapter| chapter.id == case.chapter);
    let mut lines = vec![format!("{}  {}", console.bold(&case.id), console.bold(&case.title))];
    // A chapter that belongs to one scenario only says so.
    let scenarios = title.scenarios();
    let battle = chapter.and_then(|chapter| scenarios.iter().find(|known| Some(&known.id) == chapter.battle.as_ref()));
    let battle = battle.map_or(String::new(), |scenario| format!(", {} only", scenario.name));
    let place = chapter.map_or(String::new(), |chapter| format!("chapter {} {}{battle}; ", chapter.id, chapter.title));
    lines.push(console.dim(&format!("  {place}{}", case.status.name())));
    lines.push(console.wrapped(&case.summary, "  "));
    if let Some(ruling) = &case.ruling {
        lines.push(console.wrapped(&format!("Ruling: {ruling}"), "  "));
    }
    if let Some(why) = &case.why {
        lines.push(console.wrapped(&format!("Why: {why}"), "  "));
    }
    lines.extend(table_of(title, &case.id));
    if !case.see.is_empty() {
        lines.push(format!("  See also {}.", case.see.join(", ")));
    }
    lines.join("\n")
}
