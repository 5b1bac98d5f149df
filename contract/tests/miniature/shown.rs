//! Every check of what is shown, of generals and of the suite itself can fail.

use std::fmt::Debug;

use crate::faulty::{ClaimsToBeOpen, Faulty, Flaw};
use crate::parrot::{Habit, Parrot};
use crate::slips::{Scribe, Slip, Slipped};
use contract::drill::DrillTitle;
use contract::miniature::MiniatureTitle;
use contract::suite::{Suite, checks, games, held, played, reasons_hold};
use contract::*;
use kernel::{Options, RuleBook, Setup, Title};

const FEW: Trial = Trial::new(1, 3).every(3);

/// The check passes the sound drill ground and reports the slip, with these words.
fn catches<T: Debug>(slip: Slip, words: &str, check: impl Fn(&Slipped, &RuleBook) -> Result<T, Breach>) {
    let title = DrillTitle::new();
    check(&Slipped::new(Slip::None), title.rulebook()).expect("sound in the same wrapping");
    let breach = check(&Slipped::new(slip), title.rulebook()).expect_err("spoilt");
    assert!(breach.what.contains(words), "{slip:?} was reported as: {breach}");
}

#[test]
fn offers_and_questions_that_say_nothing_or_something_else() {
    catches(Slip::SilentOffer, "without words", |rules, book| offers_say_what_they_are(rules, book, FEW));
    catches(Slip::TwinOffers, "two offers read", |rules, book| offers_say_what_they_are(rules, book, FEW));
    catches(Slip::StrangeUnit, "there is no unit", |rules, book| offers_say_what_they_are(rules, book, FEW));
    catches(Slip::StrangePlace, "not on the map", |rules, book| offers_say_what_they_are(rules, book, FEW));
    catches(Slip::NoQuestion, "no sentence", |rules, book| questions_say_what_they_are(rules, book, FEW));
    catches(Slip::StrangeCase, "no case", |rules, book| questions_say_what_they_are(rules, book, FEW));
}

#[test]
fn logs_that_do_not_tell() {
    let every = Trial { every: 1, ..FEW };
    catches(Slip::SilentLog, "no words", |rules, book| log_lines_hold(rules, book, every));
    catches(Slip::WrongDie, "were thrown", |rules, book| log_lines_hold(rules, book, every));
    catches(Slip::NoDie, "not one is shown", |rules, book| log_lines_hold(rules, book, every));
}

#[test]
fn pieces_and_panels_that_do_not_hold() {
    catches(Slip::TwinPieces, "one handle", |rules, book| pieces_explain_themselves(rules, book, FEW));
    catches(Slip::OffTheMap, "not on the map", |rules, book| pieces_explain_themselves(rules, book, FEW));
    catches(Slip::LongMark, "one or two letters", |rules, book| pieces_explain_themselves(rules, book, FEW));
    catches(Slip::OffTheTrack, "beside its track", |rules, book| panels_hold(rules, book, FEW));
    catches(Slip::EmptyPromise, "not carried out", |rules, book| panels_hold(rules, book, FEW));
}

#[test]
fn aids_that_mislead() {
    catches(Slip::NoReach, "can be moved, and its reach", |rules, book| {
        reach_is_what_the_rules_allow(rules, book, FEW)
    });
    catches(Slip::RefusedGoal, "is refused", |rules, book| reach_is_what_the_rules_allow(rules, book, FEW));
    catches(Slip::ShortGoal, "leads to", |rules, book| reach_is_what_the_rules_allow(rules, book, FEW));
    catches(Slip::FalseCost, "do not add up", |rules, book| reach_is_what_the_rules_allow(rules, book, FEW));
    catches(Slip::NoReason, "without a reason", |rules, book| overlays_give_reasons(rules, book, FEW));
    catches(Slip::OwnView, "sees something else", |rules, _| everybody_sees_the_same(rules, FEW));
    let few = Trial::new(1, 30);
    equal_views_get_equal_aids(&Faulty::new(Flaw::None), few).unwrap();
    let breach = equal_views_get_equal_aids(&Faulty::new(Flaw::TellingButton), few).unwrap_err();
    assert!(breach.what.contains("asked and offered"), "{breach}");
}

#[test]
fn positions_that_are_written_as_others() {
    let setup = Setup::Scenario { id: "field".into(), options: Options::new() };
    let along = |careless| {
        let title = Scribe::new(careless);
        positions_read_back(&title, &title.rules("field", &Options::new()).unwrap(), &setup, Trial::new(1, 20))
    };
    assert!(along(false).unwrap() >= 20);
    let breach = along(true).unwrap_err();
    assert!(breach.what.contains("another position"), "{breach}");
    assert_eq!(positions_of_examples_read_back(&Scribe::new(false)), Ok(1));
    let sentence = positions_of_examples_read_back(&DrillTitle::new()).unwrap_err();
    assert!(sentence.contains("only 0 of 1"), "{sentence}");
}

#[test]
fn examples_that_do_not_come_out() {
    let title = DrillTitle::new().any();
    let sound = &DrillTitle::new().examples()[0].text;
    let page = |text: &str| format!("Words.\n```toml\n{text}```\nMore words.\n");
    assert_eq!(page_holds(&*title, &page(sound)), Ok(1));
    assert!(page_holds(&*title, &page(&sound.replace("@ ", "@ 9"))).is_err());
    let sentence = cases_are_covered(&*title).unwrap_err();
    assert!(sentence.contains("no example of theirs decides"), "{sentence}");
}

#[test]
fn generals_that_break_their_contract() {
    let (title, options) = (DrillTitle::new().any(), Options::new());
    let speak = |habit| generals_speak_the_notation(&*title, &Parrot::new(habit), "field", &options, 6);
    let budget = |habit| generals_keep_their_budgets(&*title, &Parrot::new(habit), "field", &options, 3);
    let play = |habit| generals_obey_the_rules(&Parrot::new(habit), "field", &options, 1, 4);
    let repeat = |habit| generals_repeat_themselves(&Parrot::new(habit), "field", &options, 1);
    assert_eq!(speak(Habit::Sound), Ok(6));
    assert!(budget(Habit::Sound).unwrap() > 0 && play(Habit::Sound).unwrap() > 0 && repeat(Habit::Sound).unwrap() > 0);
    for (result, words) in [
        (speak(Habit::Silent), "no order"),
        (speak(Habit::Wrong), "the game refuses"),
        (speak(Habit::WrongHint), "the hint"),
        (budget(Habit::Spendthrift), "simulations of"),
        (budget(Habit::Deaf), "stopped before it began"),
        (play(Habit::Vain), "in vain"),
        (play(Habit::Illegal), "orders what is refused"),
        (repeat(Habit::Moody), "one seed, two games"),
    ] {
        let sentence = result.unwrap_err();
        assert!(sentence.contains(words), "{sentence}");
    }
}

fn suite_of<T: Title>(title: T, scenario: &'static str) -> Suite<T> {
    contract::subject! {
        title: title,
        staff: None,
        scenarios: vec![played(scenario)],
        efforts: Vec::new(),
        perft: &[],
        goldens: &[],
        playthroughs: "",
        page: "",
        without: &[],
    }
}

fn suite() -> Suite<DrillTitle> {
    Suite { perft: &[("field", &[14])], ..suite_of(DrillTitle::new(), "field") }
}

#[test]
fn a_suite_that_tries_too_little_or_leaves_out_without_a_reason() {
    let little = |games_to_play, least| {
        let suite = Suite { efforts: vec![("games_end", games(games_to_play).least(least))], ..suite() };
        held("games_end", &suite, checks::games_end)
    };
    assert_eq!(little(4, 10), Ok(()));
    assert!(little(4, 1_000_000).unwrap_err().contains("are the least"));
    assert!(little(0, 1).is_err());
    let nowhere = Suite { scenarios: Vec::new(), ..suite() };
    assert!(held("log", &nowhere, checks::log).unwrap_err().contains("no scenario is played"));

    let left_out = Suite { without: &[("perft", "it is a Sunday and nobody counts")], ..suite() };
    assert!(held("perft", &left_out, checks::perft).unwrap_err().contains("leave it in"));
    let left_out = Suite { without: &[("page", "nobody writes examples for it")], ..suite() };
    assert_eq!(held("page", &left_out, checks::page), Ok(()));
    assert_eq!(reasons_hold(&left_out), Ok(()));
    assert!(reasons_hold(&Suite { without: &[("page", "later")], ..suite() }).unwrap_err().contains("not a reason"));
    assert!(reasons_hold(&Suite { without: &[("pages", "nobody writes any of them")], ..suite() }).is_err());
    assert!(reasons_hold(&Suite { efforts: vec![("log", games(1).least(0))], ..suite() }).is_err());
}

#[test]
fn a_suite_that_misjudges_its_title() {
    let open = suite_of(MiniatureTitle::new(), "seven-boxes");
    assert!(held("open", &open, checks::open).unwrap_err().contains("hides things"));
    assert_eq!(held("cited_cases", &open, checks::cited_cases), Ok(()));
    let hidden = suite_of(ClaimsToBeOpen::new(), "seven-boxes");
    assert!(held("secrets", &hidden, checks::secrets).unwrap_err().contains("hides nothing"));
    let sentence = held("cited_cases", &hidden, checks::cited_cases).unwrap_err();
    assert!(sentence.contains("does not say forbids anything"), "{sentence}");
    assert!(held("goldens", &suite(), checks::goldens).unwrap_err().contains("no golden journal"));
    assert!(held("generals_play", &suite(), checks::generals_play).unwrap_err().contains("no generals"));
}
