//! The checks of a suite, each over the scenarios of its title.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use ai::AnyStaff;
use kernel::{Options, Ruleset, Secrets, Title, any_title};

use super::{Effort, Found, Played, Suite};
use crate::seed::seed_of;
use crate::*;

/// Actions tried at a position beside those that are listed there.
const PROBES: usize = 12;
/// Worlds drawn from a view.
const WORLDS: usize = 2;

/// Runs a check on every scenario and sees that it has tried enough in each.
fn each<T: Title>(
    suite: &Suite<T>,
    effort: Effort,
    run: impl Fn(&Arc<T::Rules>, &Played) -> Result<u64, String>,
) -> Found {
    let mut words = Vec::new();
    for played in suite.scenarios.iter().skip(effort.first).take(effort.scenarios) {
        let name = format!("{} {:?}", played.scenario, played.options);
        let tried = run(&suite.rules(played)?, played).map_err(|sentence| format!("{name}: {sentence}"))?;
        words.push(enough(&name, tried, effort)?);
    }
    if words.is_empty() { Err("no scenario is played".into()) } else { Ok(words.join(", ")) }
}

fn enough(name: &str, tried: u64, effort: Effort) -> Found {
    match tried >= effort.least {
        true => Ok(format!("{name}: {tried}")),
        false => Err(format!("{name}: only {tried} were tried, and {} are the least", effort.least)),
    }
}

/// A check over random games.
fn walked<T: Title>(
    suite: &Suite<T>,
    check: &'static str,
    effort: Effort,
    run: impl Fn(&Arc<T::Rules>, Trial) -> Result<u64, Breach>,
) -> Found {
    let trial = suite.trial(check, effort);
    each(suite, effort, |rules, _| run(rules, trial).map_err(|breach| breach.to_string()))
}

/// Random games end, and not all of a title's in the same way; a lopsided scenario may be won by one side every time.
pub fn games_end<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let outcomes = RefCell::new(BTreeSet::new());
    let found = walked(suite, check, effort, |rules, trial| {
        let tally = crate::games_end(&**rules, trial)?;
        outcomes.borrow_mut().extend(tally.outcomes.into_keys());
        Ok(tally.decisions + tally.interrupts + tally.throws)
    })?;
    let outcomes = outcomes.into_inner();
    if outcomes.len() < 2 {
        return Err(format!("every game of every scenario comes out alike: {outcomes:?}"));
    }
    Ok(found)
}

pub fn legal_and_check<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| legal_and_check_agree(&**rules, trial, PROBES))
}

/// Refusals cite cases that `rules.toml` says forbid something: those show both their sides in examples.
pub fn cited_cases<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let trial = suite.trial(check, effort);
    each(suite, effort, |rules, _| {
        let cited = crate::cited_cases(&**rules, trial, PROBES).map_err(|breach| breach.to_string())?;
        let forbids = |case: &kernel::Case| suite.title.rulebook().case(case.number()).is_some_and(|case| case.forbids);
        match cited.iter().find(|case| !forbids(case)) {
            Some(case) => {
                Err(format!("an order is refused under {case}, which rules.toml does not say forbids anything"))
            }
            None => Ok(cited.len() as u64),
        }
    })
}

pub fn replays<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| crate::replays(&**rules, trial))
}

pub fn serialises<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| crate::serialises(&**rules, trial))
}

pub fn notation<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| notation_reads_back(&**rules, trial))
}

pub fn samples<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| samples_fit(&**rules, trial, WORLDS))
}

pub fn equal_answers<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| equal_views_get_equal_answers(&**rules, trial, WORLDS))
}

pub fn equal_odds<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| equal_views_get_equal_odds(&suite.title, &**rules, trial))
}

pub fn equal_aids<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| equal_views_get_equal_aids(&**rules, trial))
}

pub fn revelations<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| revelations_are_declared(&**rules, trial, WORLDS))
}

/// What is granted, what is refused, and what is refused because another seat was asked.
pub fn undo<T: Title<Rules: Clone>>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| undo_stops_where_it_must(rules, trial).map(Undone::least))
}

pub fn journals<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, journals_load)
}

pub fn offers<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| offers_say_what_they_are(&**rules, book, trial))
}

pub fn throws<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| throws_are_found(&**rules, trial))
}

pub fn questions<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| questions_say_what_they_are(&**rules, book, trial))
}

pub fn log<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| log_lines_hold(&**rules, book, trial))
}

pub fn pieces<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| pieces_explain_themselves(&**rules, book, trial))
}

pub fn panels<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| panels_hold(&**rules, book, trial))
}

pub fn reach<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| reach_is_what_the_rules_allow(&**rules, book, trial))
}

pub fn overlays<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let book = suite.title.rulebook();
    walked(suite, check, effort, |rules, trial| overlays_give_reasons(&**rules, book, trial))
}

/// Positions of random games, and those of the examples.
pub fn positions<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let trial = suite.trial(check, effort);
    let along = each(suite, effort, |rules, played| {
        let setup = suite.setup(played)?;
        positions_read_back(&suite.title, &**rules, &setup, trial).map_err(|breach| breach.to_string())
    })?;
    let of_examples = positions_of_examples_read_back(&suite.title)?;
    Ok(format!("{along}, and {of_examples} examples"))
}

pub fn examples<T: Title + Clone>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    let title = any_title(suite.title.clone());
    lessons_can_be_learnt(&*title)?;
    enough("examples", examples_hold(&*title)?, effort)
}

pub fn coverage<T: Title + Clone>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    enough("cases", cases_are_covered(&*any_title(suite.title.clone()))?, effort)
}

pub fn page<T: Title + Clone>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    enough("examples of the page", page_holds(&*any_title(suite.title.clone()), suite.page)?, effort)
}

pub fn perft<T: Title>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    let mut sequences = 0;
    for (scenario, table) in suite.perft {
        let rules = suite.rules(&super::played(scenario))?;
        perft_is(&*rules, &rules.initial(), table).map_err(|breach| format!("{scenario}: {breach}"))?;
        sequences += table.iter().sum::<u64>();
    }
    enough("sequences", sequences, effort)
}

pub fn goldens<T: Title + Clone>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    let update = std::env::var("SABRETACHE_GOLDENS").is_ok_and(|value| value == "update");
    let scenarios = suite.title.scenarios();
    let is_kept = |id: &str| suite.goldens.iter().any(|golden| golden.scenario == id);
    if let Some(scenario) = scenarios.iter().find(|scenario| !is_kept(&scenario.id)) {
        return Err(format!("no golden journal of {} is kept", scenario.name));
    }
    let steps = goldens_hold(&suite.title, Path::new(suite.playthroughs), suite.goldens, update)?;
    enough("steps", steps as u64, effort)
}

fn staff<T: Title>(suite: &Suite<T>) -> Result<&dyn AnyStaff, String> {
    suite.staff.as_deref().ok_or_else(|| format!("{} has no generals", suite.title.name()))
}

pub fn generals_play<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let (staff, seed) = (staff(suite)?, seed_of(check));
    each(suite, effort, |_, played| {
        generals_obey_the_rules(staff, played.scenario, &played.options(), seed, effort.size())
    })
}

pub fn generals_repeat<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    let (staff, seed) = (staff(suite)?, seed_of(check));
    each(suite, effort, |_, played| generals_repeat_themselves(staff, played.scenario, &played.options(), seed))
}

/// Not so many games, but so many questions.
pub fn generals_speak<T: Title + Clone>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    let (staff, title) = (staff(suite)?, any_title(suite.title.clone()));
    let answered = |options: &Options, scenario: &str| {
        generals_speak_the_notation(&*title, staff, scenario, options, effort.size())
    };
    each(suite, effort, |_, played| answered(&played.options(), played.scenario))
}

/// Not so many games, but so many questions.
pub fn generals_budget<T: Title + Clone>(suite: &Suite<T>, _: &'static str, effort: Effort) -> Found {
    let (staff, title) = (staff(suite)?, any_title(suite.title.clone()));
    each(suite, effort, |_, played| {
        generals_keep_their_budgets(&*title, staff, played.scenario, &played.options(), effort.size())
    })
}

/// Nothing is hidden: everybody sees the same.
pub fn open<T: Title>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    if !suite.title.is_open() {
        return Err("the title says that it hides things".into());
    }
    walked(suite, check, effort, |rules, trial| everybody_sees_the_same(&**rules, trial))
}

/// Something is hidden, and every entry of the table of secrets is there to be changed.
pub fn secrets<T: Title<Rules: Secrets>>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    if suite.title.is_open() {
        return Err("the title says that it hides nothing".into());
    }
    walked(suite, check, effort, |rules, trial| {
        secrets_are_kept(&**rules, trial).map(|tried| tried.values().copied().min().unwrap_or(0))
    })
}

pub fn secret_throws<T: Title<Rules: Secrets>>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, |rules, trial| secret_throws_matter(&**rules, trial))
}

pub fn records<T: Title<Rules: Secrets + Clone>>(suite: &Suite<T>, check: &'static str, effort: Effort) -> Found {
    walked(suite, check, effort, records_keep_secrets)
}
